// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/marks/first_marks.h"

#include "core/experiment/change.h"
#include "ui/document/lab_document.h"
#include "ui/look/theme.h"
#include "ui/selection/selection.h"
#include "ui/window/marks/surroundings.h"

#include <QApplication>
#include <QEvent>
#include <QToolButton>

#include <algorithm>
#include <functional>
#include <utility>

namespace lab {

namespace {

constexpr int untilMarks = 600; // milliseconds: not before the window has been painted and is at rest

bool isParameter(Field field) {
    switch (field) {
    case Field::embedding:
    case Field::X:
    case Field::X_source:
    case Field::W_Q:
    case Field::W_K:
    case Field::W_V:
    case Field::b_Q:
    case Field::b_K:
    case Field::b_V:
    case Field::W_O:
    case Field::b_O:
    case Field::sink:
        return true;
    default:
        return false;
    }
}

} // namespace

FirstMarks::FirstMarks(const Parts& parts, QObject* parent)
    : QObject(parent), m_parts(parts), m_targets{{{parts.parameter}, parts.computed, {parts.sentence}}} {
    connect(&parts.document, &LabDocument::changed, this, &FirstMarks::follow);
    connect(&parts.document, &LabDocument::fileChanged, this, &FirstMarks::end);
    m_soon.setSingleShot(true);
    connect(&m_soon, &QTimer::timeout, this, &FirstMarks::begin);
    m_soon.start(untilMarks);
}

void FirstMarks::begin() {
    const std::array<QString, count> texts{tr("Drag a number sideways"),
                                           tr("Click any number to see how it was computed"),
                                           tr("Type a sentence of your own")};
    for (const Mark mark : {drag, click, type}) {
        if (m_done[mark])
            continue;
        auto* callout = new Callout(m_parts.theme, texts[mark], &m_parts.over);
        m_callouts[mark] = callout;
        connect(callout, &Callout::closed, this, [this, mark] { close(mark); });
    }
    qApp->installEventFilter(this);
    connect(&m_parts.selection, &Selection::inspectedChanged, this, [this] {
        if (m_parts.selection.inspected())
            close(click);
    });
    if (m_parts.selection.inspected())
        close(click);
    m_soon.disconnect(this);
    m_soon.setInterval(0);
    connect(&m_soon, &QTimer::timeout, this, &FirstMarks::place);
    connect(&m_parts.theme, &Theme::changed, this, [this] { m_soon.start(); });
    place();
}

/// What has been done needs no hint.
void FirstMarks::follow(const Change& change) {
    if (isParameter(change.field))
        close(drag);
    else if (change.field == Field::sequence)
        close(type);
    if (!m_ended)
        m_soon.start(); // cards may have moved
}

void FirstMarks::close(Mark mark) {
    m_done[mark] = true;
    if (m_callouts[mark])
        m_callouts[mark]->retireAll();
    m_callouts[mark].clear();
    if (std::ranges::all_of(m_done, std::identity()))
        end();
    updateShown();
}

void FirstMarks::setAside(bool aside) {
    m_isAside = aside;
    if (aside)
        place();
    else if (!m_ended)
        m_soon.start(); // not before what comes back has its place
}

bool FirstMarks::isAnyDone() const {
    return m_ended || std::ranges::any_of(m_done, std::identity());
}

void FirstMarks::end() {
    if (std::exchange(m_ended, true))
        return;
    for (const QPointer<Callout>& each : m_callouts) {
        if (each)
            each->retireAll();
    }
    m_callouts = {};
    qApp->removeEventFilter(this);
    m_soon.stop();
    m_parts.document.disconnect(this);
    m_parts.selection.disconnect(this);
    updateShown();
}

void FirstMarks::updateShown() {
    const bool now = std::ranges::any_of(
        m_callouts, [](const QPointer<Callout>& each) { return each && each->isVisible(); });
    if (std::exchange(m_isShown, now) != now)
        emit shownChanged();
}

/// Targets move with what contains them, and anything else may come to lie where a callout is.
bool FirstMarks::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
    case QEvent::Move:
    case QEvent::Resize:
    case QEvent::Show:
    case QEvent::Hide:
        if (watched->isWidgetType()) {
            const auto* widget = static_cast<QWidget*>(watched);
            if (widget == &m_parts.over || (m_parts.over.isAncestorOf(widget) && !isOwn(*widget)))
                m_soon.start();
        }
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

bool FirstMarks::isOwn(const QWidget& widget) const {
    return std::ranges::any_of(m_callouts, [&](const QPointer<Callout>& each) {
        return each && (each == &widget || each->isAncestorOf(&widget) || &widget == &each->closeButton());
    });
}

/// What is in sight of a target, in the coordinates of the callouts; empty if that is less than half of it,
/// or if the target has left the widget that they are in, as a page does while it is presented.
QRect FirstMarks::targetInSight(const Target& target) const {
    if (!target.widget->isVisible() || !m_parts.over.isAncestorOf(target.widget))
        return {};
    const QRect part = target.part();
    const QRect rect = inSight(*target.widget, part, m_parts.over);
    if (2 * rect.width() * rect.height() < part.width() * part.height())
        return {};
    const QWidget* on = m_parts.over.childAt(rect.center()); // nothing lies on it
    return on == target.widget || target.widget->isAncestorOf(on) ? rect : QRect();
}

std::vector<QRect> FirstMarks::rectsOf(Mark mark) const {
    std::vector<QRect> rects;
    for (const Target& each : m_targets[mark]) {
        if (const QRect rect = targetInSight(each); !rect.isEmpty() && !m_isAside)
            rects.push_back(rect);
    }
    return rects;
}

void FirstMarks::place() {
    if (m_ended)
        return;
    const Surroundings around =
        surroundingsIn(m_parts.over, [this](const QWidget& widget) { return isOwn(widget); });
    std::vector<QRect> forbidden = around.controls;
    forbidden.insert(forbidden.end(), around.figures.begin(), around.figures.end());
    for (const Mark mark : {drag, click, type}) {
        Callout* callout = m_callouts[mark];
        if (!callout)
            continue;
        std::optional<CalloutPlace> place;
        for (const QRect& target : rectsOf(mark)) {
            place = placeCallout(target, callout->sizes(), callout->arrowLength(), m_parts.over.rect(),
                                 forbidden);
            if (place)
                break;
        }
        if (!place) {
            callout->leave();
            continue;
        }
        callout->showAt(*place);
        forbidden.push_back(place->box);
    }
    updateShown();
}

} // namespace lab
