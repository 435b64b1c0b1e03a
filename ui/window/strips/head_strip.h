// SPDX-License-Identifier: GPL-3.0-or-later
//
// Above the board: which head is shown, what is inspected, and the way to stop.
#pragma once

#include <QFrame>

#include <vector>

class QButtonGroup;
class QLabel;

namespace lab {

class FlowLayout;
class LabDocument;
class PillButton;
class Selection;
class Theme;

class HeadStrip : public QFrame {
    Q_OBJECT
public:
    HeadStrip(LabDocument& document, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

    /// What stands in it, by the page below: a pill for each head, and what can be done while nothing is
    /// inspected.
    void setPage(bool heads, const QString& hint);

    const std::vector<PillButton*>& heads() const { return m_heads; }
    PillButton& stopInspecting() const { return *m_stopInspecting; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void refreshHeads();
    void showHeads();
    void refreshInspected();
    void fitInspected();
    void restyle();

    LabDocument& m_document;
    Selection& m_selection;
    const Theme& m_theme;
    FlowLayout* m_flow;
    QButtonGroup* m_group;
    std::vector<PillButton*> m_heads;
    QLabel* m_inspected;
    PillButton* m_stopInspecting;
    bool m_hasHeads = true;
    QString m_hint;
};

} // namespace lab
