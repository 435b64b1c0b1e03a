// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/keyboard/areas.h"

#include "ui/look/theme.h"
#include "ui/widgets/retire.h"

#include <QApplication>
#include <QPainter>
#include <QWidget>

#include <algorithm>
#include <utility>

namespace lab {

namespace {

constexpr double lineOfFrame = 2; // points

bool takesKeyboard(const QWidget& widget) {
    return widget.isVisible() && widget.isEnabled() && (widget.focusPolicy() & Qt::TabFocus) != 0;
}

bool holds(const QWidget& area, const QWidget* widget) {
    return &area == widget || area.isAncestorOf(widget);
}

/// A line round an area, which lets the mouse through.
class AreaFrame : public QWidget {
public:
    AreaFrame(const QRect& place, const Theme& theme, QWidget* window)
        : QWidget(window), m_colour(theme.colours().accent), m_width(theme.px(lineOfFrame)) {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setGeometry(place);
        setMask(QRegion(rect()) - rect().adjusted(m_width, m_width, -m_width, -m_width));
        show();
        raise();
    }

protected:
    void paintEvent(QPaintEvent* /*event*/) override { QPainter(this).fillRect(rect(), m_colour); }

private:
    QColor m_colour;
    int m_width;
};

} // namespace

Areas::Areas(std::vector<Area> areas, const Theme& theme, QWidget* window)
    : QObject(window), m_theme(theme), m_window(*window) {
    window->installEventFilter(this);
    for (Area& each : areas)
        m_places.push_back({std::move(each), nullptr});
    connect(qApp, &QApplication::focusChanged, this, [this](const QWidget*, QWidget* now) {
        if (!m_window.isVisible()) // while it is deleted, it has no areas any more
            return;
        retire(m_frame);
        if (const std::size_t which = indexOf(now); which < m_places.size())
            m_places[which].last = now;
    });
}

/// The number of areas if it is in none.
std::size_t Areas::indexOf(const QWidget* widget) const {
    const auto found = std::ranges::find_if(m_places, [widget](const Place& each) {
        const QWidget* area = each.area();
        return area && widget && holds(*area, widget);
    });
    return static_cast<std::size_t>(found - m_places.begin());
}

/// nullptr if the area cannot take the keyboard.
QWidget* Areas::entranceOf(std::size_t which) const {
    QWidget* area = m_places[which].area();
    if (!area || !area->isVisible())
        return nullptr;
    const auto fits = [&](const QWidget* each) { return takesKeyboard(*each) && indexOf(each) == which; };
    QWidget* last = m_places[which].last;
    if (last && holds(*area, last) && fits(last))
        return last;
    QWidget* each = area;
    do {
        if (holds(*area, each) && fits(each))
            return each;
        each = each->nextInFocusChain();
    } while (each != area);
    return nullptr;
}

void Areas::frame(const QWidget& area) {
    if (area.window() != &m_window)
        return;
    m_frame = new AreaFrame(QRect(area.mapTo(&m_window, QPoint()), area.size()), m_theme, &m_window);
}

/// The frame does not follow an area that moves, and any other key or click ends it.
bool Areas::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
    case QEvent::Resize:
    case QEvent::KeyPress:
    case QEvent::MouseButtonPress:
        retire(m_frame);
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

void Areas::go(int by) {
    const std::size_t count = m_places.size();
    const std::size_t from = indexOf(QApplication::focusWidget());
    std::size_t which = from;
    if (which == count) // before the first, or after the last
        which = by > 0 ? count - 1 : 0;
    for (std::size_t i = 0; i < count; ++i) {
        which = (which + (by > 0 ? 1 : count - 1)) % count;
        if (QWidget* entrance = entranceOf(which)) {
            entrance->setFocus(by > 0 ? Qt::TabFocusReason : Qt::BacktabFocusReason);
            if (which != from)
                frame(*m_places[which].area());
            return;
        }
    }
}

} // namespace lab
