// SPDX-License-Identifier: GPL-3.0-or-later
//
// A strip across the window with a message and buttons for what can be done about it.
#pragma once

#include "core/describe/formula.h"

#include <QFrame>

#include <optional>

class QBoxLayout;
class QPushButton;

namespace lab {

class FormulaLine;
class NoticeText;
class Theme;

class NoticeStrip : public QFrame {
    Q_OBJECT
public:
    explicit NoticeStrip(const Theme& theme, QWidget* parent = nullptr);

    /// The message; empty while hidden.
    QString text() const;
    /// The formula painted above the message, if there is one.
    FormulaLine& formula() const { return *m_formula; }

protected:
    /// Appends a control, which it takes ownership of.
    void addWidget(QWidget* widget);
    /// Appends a button.
    QPushButton* addButton(const QString& text, const QString& tip);
    void say(const QString& text, const QString& tip);
    /// Paints a formula above the message.
    void showFormula(const std::optional<Formula>& formula);
    /// Leaves room for a longer text, so that nothing moves when it is said.
    void reserve(const QString& text);
    /// The controls are in the lowest line, where they stay when the text becomes longer.
    void setControlsLowest() { m_isLowest = true; }
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void restyle();
    void arrange();

    const Theme& m_theme;
    FormulaLine* m_formula;
    NoticeText* m_text;
    QWidget* m_buttons;
    QBoxLayout* m_layout;
    bool m_isLowest = false;
};

} // namespace lab
