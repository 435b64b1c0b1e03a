// SPDX-License-Identifier: GPL-3.0-or-later
//
// The button that takes one step along the slopes. It stands among the buttons below the explanation of a
// number, where it stays in sight, together with the switch "What would raise it"; what came of a step stands
// above them.
#pragma once

#include <QWidget>

class QLabel;

namespace lab {

class NumberField;
class PillButton;
class PullOfInspected;
class Selection;
class Theme;
class ToggleSwitch;

class PullBar : public QWidget {
    Q_OBJECT
public:
    PullBar(PullOfInspected& pull, const Selection& selection, const Theme& theme, QWidget* parent = nullptr);

    // These two are no part of this, and want a place.
    ToggleSwitch& toggle() const { return *m_switch; }
    QLabel& outcomeLabel() const { return *m_outcome; }
    PillButton& stepButton() const { return *m_step; }
    NumberField& length() const { return *m_length; }
    /// What came of the last step: "0.3422 → 0.3483. The slope promised 0.3474."; empty if nothing is said.
    QString outcome() const;

signals:
    void messageRequested(const QString& message);

private:
    void refresh();
    void restyle();

    PullOfInspected& m_pull;
    const Selection& m_selection;
    const Theme& m_theme;
    ToggleSwitch* m_switch;
    PillButton* m_step;
    QLabel* m_of;
    NumberField* m_length;
    QLabel* m_count;
    QLabel* m_outcome;
};

} // namespace lab
