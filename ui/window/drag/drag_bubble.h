// SPDX-License-Identifier: GPL-3.0-or-later
//
// At the pointer: the largest change while a number is dragged, and the old and new value for a moment after
// it is released.
#pragma once

#include <QLabel>
#include <QTimer>

namespace lab {

class Theme;

class DragBubble : public QLabel {
    Q_OBJECT
public:
    DragBubble(const Theme& theme, QWidget* window);

    /// Shows a change beside the pointer. Empty: hides it.
    void say(const QString& change);
    /// The drag is over. What was said stays for a moment, unless nothing has changed after all.
    void end(bool changed);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void restyle();
    void place();

    const Theme& m_theme;
    QTimer m_untilHidden;
};

} // namespace lab
