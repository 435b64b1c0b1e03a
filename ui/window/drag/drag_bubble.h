// SPDX-License-Identifier: GPL-3.0-or-later
//
// At the pointer: the largest change while a number is dragged, and the old and new value for a moment after
// it is released. Where it would cover a control or a computed matrix, it is hidden: the status line says the
// same.
#pragma once

#include "ui/window/marks/surroundings.h"

#include <QLabel>
#include <QTimer>

#include <optional>

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
    bool place();
    std::optional<QRect> freePlace(const QPoint& pointer);

    const Theme& m_theme;
    QTimer m_untilHidden;
    std::optional<Surroundings> m_around; ///< where it appeared
    std::optional<QPoint> m_fromPointer;  ///< where it was last: it stays there while that is free
};

} // namespace lab
