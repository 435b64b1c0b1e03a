// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/scenes/window_view.h"

#include "ui/document/edits/geometry_edits.h"
#include "ui/document/edits/snapshot_edits.h"
#include "ui/document/edits/wanted_edits.h"
#include "ui/document/lab_document.h"
#include "ui/pages/explore/board.h"
#include "ui/pages/play/scene_view.h"
#include "ui/plots/heatmap/heatmap_content.h"
#include "ui/plots/heatmap/matrix_heatmap.h"
#include "ui/plots/shared/board_layout.h"
#include "ui/plots/shared/stage_texts.h"
#include "ui/selection/selection.h"

#include <QApplication>
#include <QPointer>
#include <QWidget>

#include <algorithm>
#include <utility>

namespace lab {

namespace {

const QString explore = QStringLiteral("explore"), learn = QStringLiteral("learn"),
              geometry = QStringLiteral("geometry");
const QString actionPrefix = QStringLiteral("page");

/// "pageExplore" → "explore"
QString pageKept(const QString& action) {
    return action.mid(actionPrefix.size()).toLower();
}

QString pageAction(const QString& kept) {
    return kept.isEmpty() ? QString() : actionPrefix + kept.left(1).toUpper() + kept.mid(1);
}

} // namespace

WindowView::WindowView(const Parts& parts, QObject* parent)
    : QObject(parent), m_parts(parts), m_scenes(parts.document, [this] { return now(); }) {
    connect(&parts.document, &LabDocument::placeWanted, this, &WindowView::show);
    connect(&m_scenes, &Scenes::changed, this, [this] {
        const auto& scene = m_parts.document.scene();
        const auto before = std::exchange(m_view, scene ? scene->view : nullptr);
        if (m_view != before) // kept just now; of one that was gone to, show() says what it is about
            m_subject = m_parts.subject();
        emit titleChanged();
    });
}

KeptView WindowView::now() const {
    const Selection& selection = m_parts.selection;
    KeptView kept;
    kept.page = pageKept(m_parts.page());
    kept.head = selection.head();
    if (kept.page == explore)
        kept.alone = m_parts.board.alone();
    if (const auto& token = selection.inspectedToken())
        kept.token = {token->token, token->side};
    kept.cell = selection.inspected();
    kept.parameter = selection.inspectedParameter();
    kept.covered = m_parts.document.cover().left();
    kept.film = filmView(m_parts.document.experiment());
    if (kept.page == learn)
        kept.learn = learnView(m_parts.document.experiment()).learn;
    if (kept.page == geometry)
        kept.geometry = geometryView(m_parts.document.experiment()).geometry;
    return kept;
}

QString WindowView::keep() {
    const KeptView kept = now();
    return takeScene(m_parts.document, kept, nameOf(kept));
}

/// The name of a scene. On a page that shows all stages, what is inspected or covered tells more than the
/// page's name.
QString WindowView::nameOf(const KeptView& kept) const {
    const bool isWhole = !kept.alone && kept.page != QLatin1String("play");
    if (isWhole && kept.cell)
        return stageTitle(kept.cell->stage);
    if (isWhole && !kept.covered.empty())
        return stageTitle(kept.covered.front().stage);
    return m_parts.subject();
}

QString WindowView::title() const {
    const auto current = m_scenes.current();
    return current && m_parts.subject() == m_subject ? m_scenes.name(*current) : QString();
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
    showCard(kept, ignored);
    inspect(kept);
    m_parts.selection.setHead(kept.head);
    if (kept.learn)
        setLearnChoices(m_parts.document, *kept.learn); // what is wanted came with the step
    if (kept.geometry)
        setGeometryView(m_parts.document, *kept.geometry);
    setFilmView(m_parts.document, kept.film); // after the head, which the film follows
    if (focused && focused->isVisible())
        focused->setFocus(Qt::OtherFocusReason);
    // The cursor of the keyboard was in another scene.
    if (auto* heatmap = qobject_cast<MatrixHeatmap*>(focused.data()))
        heatmap->hideCursor();
    else if (auto* film = qobject_cast<SceneView*>(focused.data()))
        film->endCursor();
    m_subject = m_parts.subject();
    emit titleChanged();
    say(ignored);
}

void WindowView::showCard(const KeptView& kept, QStringList& ignored) {
    if (kept.page != explore)
        return;
    Board& board = m_parts.board;
    const auto stages = boardStages(m_parts.document.experiment());
    const bool isThere = kept.alone && std::ranges::find(stages, *kept.alone) != stages.end();
    if (isThere)
        return board.showAlone(*kept.alone);
    board.showAll();
    if (kept.alone)
        ignored += QStringLiteral("card");
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
    if (kept.cell && kept.page == explore) {
        m_parts.board.reveal(*kept.cell);
        emit revealed(*kept.cell);
    }
}

void WindowView::say(const QStringList& ignored) {
    QStringList said;
    QStringList remarks;
    if (const auto current = m_scenes.current();
        current && !m_parts.document.played()) // otherwise undone, or a step
        said += tr("Scene %1 of %2: %3")
                    .arg(*current + 1)
                    .arg(m_scenes.indices().size())
                    .arg(m_scenes.name(*current));
    if (m_scenes.isReplacingEdits())
        remarks += tr("Shown without your edits; Undo brings them back");
    if (!ignored.isEmpty()) {
        QStringList entries;
        for (const QString& each : ignored)
            entries += saidOfEntry(each);
        remarks += tr("This could not be shown, because it is not there: %1")
                       .arg(entries.join(QStringLiteral(", ")));
    }
    said += remarks;
    const QString between = QStringLiteral(" · "); // a name may end with a mark of its own
    if (!said.isEmpty())
        emit messageRequested(said.join(between));
    if (!remarks.isEmpty() || m_hasRemark)
        emit remarkRequested(remarks.join(between));
    m_hasRemark = !remarks.isEmpty();
}

void WindowView::step(int by) {
    if (m_scenes.step(by))
        return;
    emit messageRequested(m_scenes.whyNoStep(by));
    emit remarkRequested(m_scenes.whyNoStep(by));
    m_hasRemark = true;
}

} // namespace lab
