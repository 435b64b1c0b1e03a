// SPDX-License-Identifier: GPL-3.0-or-later
//
// A frame over the window that a click outside closes. Its content scrolls where there is no room for it.
#pragma once

#include "ui/look/theme.h"

#include <QFrame>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace lab {

class PopupFrame : public QFrame {
protected:
    PopupFrame(const Theme& theme, QWidget* parent)
        : QFrame(parent, Qt::Popup), m_theme(theme), m_scroll(new QScrollArea(this)), m_content(new QWidget) {
        // A click outside only closes it: replayed, a click on the button that opens it would reopen it.
        setAttribute(Qt::WA_NoMouseReplay);
        m_scroll->setFrameShape(QFrame::NoFrame);
        m_scroll->setWidgetResizable(true);
        m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        m_scroll->setFocusPolicy(Qt::NoFocus);
        m_scroll->setWidget(m_content);
        auto* whole = new QVBoxLayout(this);
        whole->setContentsMargins(outline, outline, outline, outline);
        whole->addWidget(m_scroll);
    }

    QWidget* content() const { return m_content; }
    int scrollBarWidth() const { return m_scroll->verticalScrollBar()->sizeHint().width(); }

    /// The size of the content in a room of this size, without the outline.
    static QSize within(QSize room) { return room - QSize(2 * outline, 2 * outline); }
    /// The frame round content of that size, in global coordinates.
    static QRect around(QSize content) { return {QPoint(), content + QSize(2 * outline, 2 * outline)}; }
    /// Takes the shape, moved into the room.
    void placeIn(const QRect& room, QRect shape) {
        shape.moveLeft(std::clamp(shape.left(), room.left(), room.right() + 1 - shape.width()));
        shape.moveTop(std::clamp(shape.top(), room.top(), room.bottom() + 1 - shape.height()));
        setGeometry(shape);
    }

    void paintEvent(QPaintEvent* /*event*/) override {
        QPainter painter(this);
        painter.setPen(m_theme.colours().border);
        painter.setBrush(m_theme.colours().panel);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }

    const Theme& m_theme;

private:
    static constexpr int outline = 1; // pixel

    QScrollArea* m_scroll;
    QWidget* m_content;
};

} // namespace lab
