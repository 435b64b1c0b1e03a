// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/play/scene_view.h"

#include "core/base/number_format.h"
#include "ui/document/lab_document.h"
#include "ui/keys/key_bindings.h"
#include "ui/keys/shortcut_override.h"
#include "ui/look/theme.h"
#include "ui/pages/slide_numbers.h"
#include "ui/plots/film/scene_added.h"
#include "ui/plots/shared/veil.h"

#include <QFocusEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace lab {

namespace {

constexpr int milliseconds = 1000;
constexpr double briefest = 0.2; // seconds; of a step by hand
constexpr double leastShrunk = 0.35, shrinkingStep = 0.15;

} // namespace

SceneView::SceneView(const LabDocument& document, const Theme& theme, QWidget* parent)
    : QWidget(parent), m_document(document), m_theme(theme),
      m_movement(theme.motion(), milliseconds, QEasingCurve::Linear, Movement::OnInput::goOn, this) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    connect(&m_movement, &Movement::moved, this, &SceneView::glide);
    connect(&theme, &Theme::changed, this, &SceneView::layOut);
}

void SceneView::setContent(SceneContent content, bool glides, std::optional<double> seconds) {
    const SceneContent before = std::exchange(m_content, std::move(content));
    if (before.step != m_content.step || before.scene != m_content.scene)
        m_focus.reset();
    const auto cursor = m_look.cursor;
    const bool wasHovered = m_hovered.has_value();
    layOut();
    if (wasHovered) // what is under the pointer now, or nothing
        hoverAgain();
    if (cursor && cursor->panel < m_content.panels.size() &&
        !m_geometry.rect(m_content.panels[cursor->panel], cursor->cell).isEmpty())
        m_look.cursor = cursor;
    if (!glides)
        m_sinceStep.invalidate();
    if (!glides || !isVisible() || m_theme.motion().isReduced() || m_content.panels.empty())
        return;
    const double usual = secondsForStep();
    m_motion = SceneMotion(before, m_content, m_geometry, m_theme, seconds.value_or(usual));
    m_movement.start(static_cast<int>(milliseconds * m_motion.seconds()));
    glide();
}

void SceneView::hoverAgain() {
    emit cellHovered({});
    if (underMouse())
        announce(m_geometry.cellAt(m_content, mapFromGlobal(QPointF(QCursor::pos()))));
}

/// Steps that follow each other fast have no more time than there was for the last one.
double SceneView::secondsForStep() {
    const bool isFirst = !m_sinceStep.isValid();
    const double passed = static_cast<double>(m_sinceStep.restart()) / milliseconds;
    return isFirst ? SceneMotion::byHand : std::clamp(passed, briefest, SceneMotion::byHand);
}

void SceneView::layOut() {
    m_movement.end();
    m_still = {};
    m_hovered.reset();
    m_pressed.reset();
    const SceneGeometry before = std::exchange(m_geometry, {});
    if (!m_content.panels.empty())
        m_geometry = m_readable ? readable(before) : geometry({.focus = m_focus, .before = &before});
    const std::optional<Source> inspected = m_look.inspected;
    m_look = {};
    m_look.inspected = inspected;
    m_look.frames = sceneFrames(m_content, m_geometry);
    update();
}

SceneGeometry SceneView::geometry(const SceneSight& sight) const {
    return {m_content, m_theme, QRectF(rect()), sight};
}

/// The geometry while presenting: whole matrices with the largest numbers that this allows. Of matrices too
/// large for that, a part.
SceneGeometry SceneView::readable(const SceneGeometry& before) const {
    SceneSight sight{.leastFont = 1, .focus = m_focus, .before = &before, .isFar = true};
    SceneGeometry usual = geometry(sight);
    if (usual.showsAll(m_content))
        return usual;
    const auto turned = [&](double enlargement) {
        SceneSight smaller = sight;
        smaller.leastFont = enlargement;
        smaller.turned = true;
        return geometry(smaller);
    };
    if (const auto whole = slideEnlargement([&](double each) { return turned(each).showsAll(m_content); }))
        return turned(*whole);
    // If letters are enlarged very much, numbers shrink until the result is in sight.
    const auto isInSight = [&] { return usual.area(m_content.panels.front()).bottom() <= height(); };
    for (sight.leastFont -= shrinkingStep; !isInSight() && sight.leastFont > leastShrunk;
         sight.leastFont -= shrinkingStep) {
        sight.isFar = false;
        usual = geometry(sight);
    }
    return usual;
}

void SceneView::glide() {
    SceneLook look = m_motion.at(m_movement.position());
    look.inspected = m_look.inspected;
    look.cursor = m_look.cursor;
    m_look = std::move(look);
    if (!m_movement.isRunning())
        m_still = {};
    update();
}

const QPixmap& SceneView::stillPart() {
    const double ratio = devicePixelRatioF();
    if (m_still.isNull()) {
        m_still = QPixmap(size() * ratio);
        m_still.setDevicePixelRatio(ratio);
        m_still.fill(m_theme.colours().page);
        QPainter painter(&m_still);
        drawStillPart(painter, m_content, m_geometry, m_theme, m_look);
    }
    return m_still;
}

void SceneView::setReadable(bool readable) {
    m_readable = readable;
    layOut();
    update();
}

void SceneView::setInspected(const std::optional<Source>& source) {
    if (std::exchange(m_look.inspected, source) == source)
        return;
    m_focus = source;
    if (source)
        bringIntoSight(*source);
    update();
}

void SceneView::bringIntoSight(const Source& source) {
    const bool isHidden = std::ranges::any_of(m_content.panels, [&](const ScenePanel& panel) {
        const auto cell = panel.cellOf(source);
        return cell && m_geometry.rect(panel, *cell).isEmpty();
    });
    if (!isHidden)
        return;
    m_focus = source;
    layOut();
}

const ScenePanel* SceneView::panelAt(const QPointF& point) const {
    const auto found = std::ranges::find_if(m_content.panels, [&](const ScenePanel& panel) {
        const double above = m_geometry.labelHeight(panel) + m_geometry.titleHeight();
        return m_geometry.area(panel).adjusted(-m_geometry.labelWidth(panel), -above, 0, 0).contains(point);
    });
    return found == m_content.panels.end() ? nullptr : &*found;
}

void SceneView::setVeil(const QString& reason) {
    if (std::exchange(m_veil, reason) != reason)
        update();
}

void SceneView::setSpokenText(const QString& text) {
    m_spoken = text;
    setAccessibleDescription(m_look.cursor ? describe(*m_look.cursor) : text);
}

bool SceneView::isKnown(const SceneGeometry::Hit& hit) const {
    return m_content.panels[hit.panel].isKnown(hit.cell);
}

QString SceneView::describe(const SceneGeometry::Hit& hit) const {
    const ScenePanel& panel = m_content.panels[hit.panel];
    if (!panel.isKnown(hit.cell))
        return tr("%1: not computed yet").arg(panel.title);
    if (const ParameterBlock* of = panel.parameter()) {
        const double value = (*panel.content.matrix)(hit.cell.row, hit.cell.column);
        return tr("%1: %2").arg(cellName(m_document.experiment(), of->id, hit.cell.row, hit.cell.column),
                                QString::fromStdString(brief(value)));
    }
    return panel.content.describe(hit.cell);
}

void SceneView::announce(const std::optional<SceneGeometry::Hit>& hit) {
    const auto known = hit && isKnown(*hit) ? hit : std::nullopt;
    if (known == m_hovered)
        return;
    m_hovered = known;
    setCursor(known ? Qt::PointingHandCursor : Qt::ArrowCursor);
    const ScenePanel* panel = known ? &m_content.panels[known->panel] : nullptr;
    const bool isCell = panel && panel->stage();
    emit cellHovered(isCell ? std::optional(std::get<CellRef>(panel->sourceOf(known->cell))) : std::nullopt);
}

void SceneView::choose(const SceneGeometry::Hit& hit) {
    if (!isKnown(hit))
        return;
    const Source source = m_content.panels[hit.panel].sourceOf(hit.cell);
    if (const auto* cell = std::get_if<CellRef>(&source))
        emit cellChosen(*cell);
    else
        emit parameterChosen(std::get<ParameterCell>(source));
}

bool SceneView::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto hit = m_geometry.cellAt(m_content, help->pos());
        const auto query = sinkShareAt(m_content, m_geometry, help->pos());
        if (hit)
            QToolTip::showText(help->globalPos(), describe(*hit), this);
        else if (query && knowsSinkShare(m_content, *query))
            QToolTip::showText(help->globalPos(), m_content.panels.front().content.describeSink(*query),
                               this);
        else
            QToolTip::hideText();
        return true;
    }
    if (m_look.cursor && takesEscape(event))
        return true;
    return QWidget::event(event);
}

void SceneView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return event->ignore();
    setCursorCell({});
    m_focusShown = false;
    m_pressed = m_geometry.cellAt(m_content, event->position());
}

void SceneView::mouseReleaseEvent(QMouseEvent* event) {
    const auto pressed = std::exchange(m_pressed, {});
    if (event->button() == Qt::LeftButton && pressed &&
        pressed == m_geometry.cellAt(m_content, event->position()))
        choose(*pressed);
}

void SceneView::mouseMoveEvent(QMouseEvent* event) {
    announce(m_geometry.cellAt(m_content, event->position()));
}

void SceneView::leaveEvent(QEvent* /*event*/) {
    announce({});
}

void SceneView::setCursorCell(const std::optional<SceneGeometry::Hit>& hit) {
    m_look.cursor = hit;
    setAccessibleDescription(hit ? describe(*hit) : m_spoken);
    announce(hit);
    update();
}

/// The next cell in that direction of the same matrix, if it is out of sight.
std::optional<SceneGeometry::Hit> SceneView::beyond(int x, int y) const {
    const auto& [index, cell] = *m_look.cursor;
    const ScenePanel& panel = m_content.panels[index];
    const HeatmapMapping mapping = panel.mapping();
    const ShownCell at = mapping.shown({cell.row - panel.block.row, cell.column - panel.block.column});
    const ShownCell next{at.x + x, at.y + y};
    if (next.x < 0 || next.y < 0 || next.x >= mapping.shownColumns() || next.y >= mapping.shownRows())
        return std::nullopt;
    const StoredCell stored = mapping.stored(next);
    const StoredCell found{stored.row + panel.block.row, stored.column + panel.block.column};
    return m_geometry.rect(panel, found).isEmpty() ? std::optional(SceneGeometry::Hit{index, found})
                                                   : std::nullopt;
}

void SceneView::lookAt(const SceneGeometry::Hit& hit) {
    m_focus = m_content.panels[hit.panel].sourceOf(hit.cell);
    layOut();
    setCursorCell(hit);
}

/// To the next cell in that direction, in another matrix if it lies there.
void SceneView::moveCursor(int x, int y) {
    if (const auto next = beyond(x, y))
        return lookAt(*next);
    const QSizeF cell = m_geometry.cell();
    QPointF at = m_geometry.rect(m_content.panels[m_look.cursor->panel], m_look.cursor->cell).center();
    const QPointF step(x * cell.width(), y * cell.height());
    for (at += step; rect().contains(at.toPoint()); at += step / 2) {
        const auto hit = m_geometry.cellAt(m_content, at);
        if (hit && hit != m_look.cursor)
            return setCursorCell(hit);
    }
}

void SceneView::keyPressEvent(QKeyEvent* event) {
    const auto command = commandOf(KeyContext::film_cells, *event);
    if (!command || m_content.panels.empty())
        return event->ignore();
    if (!m_look.cursor) { // only Enter begins
        if (command != KeyCommand::choose)
            return event->ignore();
        const ScenePanel& result = m_content.panels.front();
        const QRectF first =
            result.framed.empty() ? m_geometry.area(result) : m_geometry.rect(result, result.framed.front());
        return setCursorCell(m_geometry.cellAt(m_content, first.topLeft() + QPointF(1, 1)));
    }
    if (command == KeyCommand::choose)
        choose(*m_look.cursor);
    else if (command == KeyCommand::cancel)
        setCursorCell({});
    else
        moveCursor(command == KeyCommand::left    ? -1
                   : command == KeyCommand::right ? 1
                                                  : 0,
                   command == KeyCommand::up     ? -1
                   : command == KeyCommand::down ? 1
                                                 : 0);
}

void SceneView::focusInEvent(QFocusEvent* event) {
    m_focusShown = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    update();
}

void SceneView::focusOutEvent(QFocusEvent* event) {
    if (event->reason() != Qt::ActiveWindowFocusReason && event->reason() != Qt::PopupFocusReason)
        setCursorCell({});
    m_focusShown = false;
    update();
}

void SceneView::resizeEvent(QResizeEvent* /*event*/) {
    layOut();
}

void SceneView::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    if (m_content.panels.empty())
        return;
    if (isMoving()) {
        painter.drawPixmap(0, 0, stillPart());
        drawMovingPart(painter, m_content, m_geometry, m_theme, m_look);
    } else {
        drawScene(painter, m_content, m_geometry, m_theme, m_look);
    }
    if (m_focusShown) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(m_theme.colours().accent, m_theme.px(1)));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), m_theme.px(4), m_theme.px(4));
    }
    if (!m_veil.isEmpty())
        paintVeil(painter, m_theme, QRectF(rect()), QRectF(rect()), m_veil);
}

} // namespace lab
