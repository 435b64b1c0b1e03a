// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/scenes/window_view.h"

#include "ui/document/lab_document.h"
#include "ui/selection/selection.h"

#include <QApplication>
#include <QPointer>
#include <QWidget>

#include <utility>

namespace lab {

namespace {

const QString actionPrefix = QStringLiteral("page");

/// "pageExplore" → "explore"
QString pageKept(const QString& action) {
    return action.mid(actionPrefix.size()).toLower();
}

QString pageAction(const QString& kept) {
    return kept.isEmpty() ? QString() : actionPrefix + kept.left(1).toUpper() + kept.mid(1);
}

} // namespace

WindowView::WindowView(Parts parts, QObject* parent)
    : QObject(parent), m_parts(std::move(parts)), m_lesson(m_parts.document, [this] { return now(); }) {
    connect(&m_parts.document, &LabDocument::placeWanted, this, &WindowView::show);
}

KeptView WindowView::now() const {
    const Selection& selection = m_parts.selection;
    KeptView kept;
    kept.page = pageKept(m_parts.page());
    kept.head = selection.head();
    if (const auto& token = selection.inspectedToken())
        kept.token = {token->token, token->side};
    kept.cell = selection.inspected();
    kept.parameter = selection.inspectedParameter();
    kept.covered = m_parts.document.cover().left();
    kept.film = filmView(m_parts.document.experiment());
    return kept;
}

/// The keyboard stays where it is: the strip of an exercise would take it.
void WindowView::show(const ScenePlace& place) {
    const QPointer<QWidget> focused = QApplication::focusWidget();
    Experiment experiment = m_parts.document.experiment();
    experiment.view = place.view;
    auto [kept, ignored] = keptView(experiment);
    if (!m_parts.open(pageAction(kept.page)) && !ignored.contains(QLatin1String("page")))
        ignored += QStringLiteral("page");
    m_parts.document.cover(kept.covered);
    inspect(kept);
    m_parts.selection.setHead(kept.head);
    setFilmView(m_parts.document, kept.film); // after the head, which the film follows
    if (focused && focused->isVisible())
        focused->setFocus(Qt::OtherFocusReason);
    say(ignored);
}

void WindowView::inspect(const KeptView& kept) {
    Selection& selection = m_parts.selection;
    const KeptView shown = now();
    if (shown.token == kept.token && shown.cell == kept.cell && shown.parameter == kept.parameter)
        return;
    selection.clearInspected();
    if (kept.token)
        selection.toggleInspectedToken({kept.token->token, kept.token->side});
    if (kept.cell)
        selection.inspect(*kept.cell);
    if (kept.parameter)
        selection.inspect(*kept.parameter);
    if (kept.cell && kept.page == QLatin1String("explore"))
        m_parts.reveal(*kept.cell);
}

void WindowView::say(const QStringList& ignored) {
    const auto current = m_lesson.current();
    const QString place = current ? tr("Scene %1 of %2: %3")
                                        .arg(*current + 1)
                                        .arg(m_lesson.scenes().size())
                                        .arg(m_lesson.name(*current))
                                  : QString();
    if (ignored.isEmpty() && place.isEmpty()) // undone, to what was no scene
        return;
    if (ignored.isEmpty())
        return emit messageRequested(place);
    const QString left =
        tr("What the scene says about this could not be shown: %1").arg(ignored.join(QStringLiteral(", ")));
    emit messageRequested(place.isEmpty() ? left : tr("%1. %2").arg(place, left));
}

void WindowView::next() {
    if (!m_lesson.step(1))
        emit messageRequested(m_lesson.scenes().empty()
                                  ? tr("There is no scene yet: Snapshot ▸ Keep as scene makes one")
                                  : tr("This is the last scene"));
}

void WindowView::previous() {
    if (!m_lesson.step(-1))
        emit messageRequested(m_lesson.scenes().empty()
                                  ? tr("There is no scene yet: Snapshot ▸ Keep as scene makes one")
                                  : tr("There is no scene before this one"));
}

} // namespace lab
