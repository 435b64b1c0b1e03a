// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/marks/first_marks.h"

#include "core/change.h"
#include "ui/document/lab_document.h"
#include "ui/look/theme.h"
#include "ui/selection/selection.h"

#include <QEvent>
#include <QLabel>
#include <QScrollArea>
#include <QToolButton>

#include <algorithm>
#include <functional>
#include <utility>

namespace lab {

namespace {

constexpr int untilMarks = 600;        // milliseconds: not before the window has been painted and is at rest
constexpr double weightOfTexts = 0.25; // compared with what can be clicked

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
        for (const Target& each : m_targets[mark])
            watch(each.widget);
    }
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

void FirstMarks::end() {
    if (std::exchange(m_ended, true))
        return;
    for (const QPointer<Callout>& each : m_callouts) {
        if (each)
            each->retireAll();
    }
    m_callouts = {};
    for (const QPointer<QWidget>& each : m_watched) {
        if (each)
            each->removeEventFilter(this);
    }
    m_watched.clear();
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

/// A target moves with any widget that contains it. While presenting, it is in others than usual.
void FirstMarks::watch(QWidget* target) {
    for (QWidget* each = target; each; each = each == &m_parts.over ? nullptr : each->parentWidget()) {
        if (std::ranges::find(m_watched, each, &QPointer<QWidget>::data) != m_watched.end())
            continue; // several targets are in the same widget
        each->installEventFilter(this);
        m_watched.emplace_back(each);
    }
}

bool FirstMarks::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
    case QEvent::ParentChange:
        for (const auto& targets : m_targets) {
            for (const Target& each : targets)
                watch(each.widget);
        }
        m_soon.start();
        break;
    case QEvent::Move:
    case QEvent::Resize:
    case QEvent::Show:
    case QEvent::Hide:
        m_soon.start();
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

/// What is in sight of a target, in the coordinates of the callouts; empty if that is less than half of it,
/// or if the target has left the widget that they are in, as a page does while it is presented.
QRect FirstMarks::inSight(const Target& target) const {
    if (!target.widget->isVisible() || !m_parts.over.isAncestorOf(target.widget))
        return {};
    const QRect part = target.part();
    QRect rect(target.widget->mapTo(&m_parts.over, part.topLeft()), part.size());
    for (const QWidget* each = target.widget; each != &m_parts.over; each = each->parentWidget())
        rect &= QRect(each->mapTo(&m_parts.over, QPoint()), each->size());
    if (2 * rect.width() * rect.height() < part.width() * part.height())
        return {};
    const QWidget* on = m_parts.over.childAt(rect.center()); // nothing lies on it
    return on == target.widget || target.widget->isAncestorOf(on) ? rect : QRect();
}

/// The first of a callout's targets that is in sight.
QRect FirstMarks::rectOf(Mark mark) const {
    for (const Target& each : m_targets[mark]) {
        if (const QRect rect = inSight(each); !rect.isEmpty())
            return rect;
    }
    return {};
}

bool FirstMarks::isTarget(const QWidget* widget) const {
    return std::ranges::any_of(m_targets, [widget](const auto& targets) {
        return std::ranges::any_of(targets, [widget](const Target& each) { return each.widget == widget; });
    });
}

/// What can be clicked, and texts.
std::vector<Obstacle> FirstMarks::obstacles() const {
    std::vector<Obstacle> found;
    for (const QWidget* each : m_parts.over.findChildren<QWidget*>()) {
        const bool isText = qobject_cast<const QLabel*>(each);
        const bool isControl = each->focusPolicy() != Qt::NoFocus && !qobject_cast<const QScrollArea*>(each);
        const bool isMark = std::ranges::any_of(m_callouts, [&](const QPointer<Callout>& callout) {
            return callout && (callout->isAncestorOf(each) || each == &callout->closeButton());
        });
        if ((isText || isControl) && each->isVisible() && !isTarget(each) && !isMark)
            found.push_back(
                {{each->mapTo(&m_parts.over, QPoint()), each->size()}, isControl ? 1 : weightOfTexts});
    }
    return found;
}

void FirstMarks::place() {
    if (m_ended)
        return;
    std::vector<QRect> forbidden;
    for (const Mark mark : {drag, click, type})
        forbidden.push_back(m_isAside ? QRect() : rectOf(mark));
    const std::vector<Obstacle> others = obstacles();
    for (const Mark mark : {drag, click, type}) {
        Callout* callout = m_callouts[mark];
        if (!callout)
            continue;
        const QRect target = forbidden[mark];
        const auto place = target.isEmpty() ? std::nullopt
                                            : placeCallout(target, callout->sizes(), callout->arrowLength(),
                                                           m_parts.over.rect(), forbidden, others);
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
