// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/geometry/plane_plot.h"

#include "ui/keys/key_bindings.h"
#include "ui/look/theme.h"
#include "ui/plots/geometry/plane_accessible.h"
#include "ui/plots/geometry/plane_regions.h"
#include "ui/plots/shared/accessible_table.h"
#include "ui/plots/shared/veil.h"

#include <qcustomplot.h>

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

constexpr double planeWidth = 360, planeHeight = 200; // the theme's points: a page gives it what there is
constexpr double zoomStep = 1.2;                      // of a step of the wheel
constexpr double tipStep = 0.05;                      // of a square of the grid: one press of an arrow key
constexpr double nearest = 1e-3, furthest = 10;       // beside the part that shows everything

} // namespace

PlanePlot::PlanePlot(PlaneKind kind, const Theme& theme, QWidget* parent)
    : QWidget(parent), m_kind(kind), m_theme(theme), m_drawing(theme) {
    installPlaneAccessibility();
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(planeTitle(kind));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    connect(&theme, &Theme::changed, this, &PlanePlot::layOut);
}

QSize PlanePlot::sizeHint() const {
    return {m_theme.px(planeWidth), m_theme.px(planeHeight)};
}

void PlanePlot::setContent(PlaneContent content) {
    const bool isOther = content.tips.size() != m_scene.content.tips.size();
    const bool keepsPart = content.isPreview && !isOther && !m_scene.content.tips.empty();
    if (isOther) {
        m_pressed.reset();
        m_drag.reset();
        hover(std::nullopt);
        m_cursor = std::min(m_cursor, std::max<std::size_t>(content.tips.size(), 1) - 1);
        setPart(std::nullopt);
    }
    const std::optional<PlanePart> part = !keepsPart         ? m_part
                                          : m_drag || m_part ? m_scene.part
                                                             : widenedPart(m_scene, content, m_theme);
    m_scene = planeScene(std::move(content), m_numbers, m_theme, size(), part);
    showRegions();
    describe();
    update();
}

void PlanePlot::layOut() {
    m_scene = planeScene(std::move(m_scene.content), m_numbers, m_theme, size(), m_part);
    showRegions();
    update();
}

/// While the query is dragged, they stay those of all keys.
void PlanePlot::showRegions() {
    m_regionsOf = m_drag ? std::nullopt : marks().key;
    m_scene.regions = planeRegions(m_scene, m_regionsOf, m_theme);
    if (std::exchange(m_noted, m_scene.regions.note) != m_scene.regions.note)
        emit regionsNoted();
}

/// Another key may stand out.
void PlanePlot::light() {
    if (m_scene.content.wouldBe && !m_drag && m_regionsOf != marks().key)
        showRegions();
    update();
}

void PlanePlot::setNumbers(FootNumbers numbers) {
    if (std::exchange(m_numbers, numbers) != numbers)
        layOut();
}

void PlanePlot::setLit(std::optional<TokenIndex> key) {
    if (std::exchange(m_lit, key) != key)
        light();
}

void PlanePlot::setVeil(const QString& reason) {
    if (std::exchange(m_veil, reason) != reason)
        update();
}

PlaneMarks PlanePlot::marks() const {
    PlaneMarks marks{m_lit, cursor()};
    const std::optional<std::size_t> pointed = m_hovered ? m_hovered : marks.cursor;
    if (m_drag)
        marks.key.reset(); // what moves with it is to be seen
    else if (pointed && !m_scene.content.isOwn(*pointed))
        marks.key = m_scene.content.tips[*pointed].token;
    return marks;
}

std::optional<std::size_t> PlanePlot::cursor() const {
    return m_keys && hasFocus() && m_cursor < m_scene.content.tips.size() ? std::optional(m_cursor)
                                                                          : std::nullopt;
}

void PlanePlot::setCursorTip(std::size_t tip) {
    m_keys = true;
    m_cursor = std::min(tip, std::max<std::size_t>(m_scene.content.tips.size(), 1) - 1);
    describe();
    tellCellFocused(*this);
    emit tipHovered(cursor());
    light();
}

void PlanePlot::setPart(const std::optional<PlanePart>& part) {
    const bool before = isZoomed();
    m_part = part;
    layOut();
    if (isZoomed() != before)
        emit zoomChanged();
}

void PlanePlot::showWhole() {
    setPart(std::nullopt);
}

void PlanePlot::hover(std::optional<std::size_t> tip) {
    if (std::exchange(m_hovered, tip) == tip)
        return;
    emit tipHovered(tip);
    showPointer();
    light();
}

void PlanePlot::showPointer() {
    setCursor(m_drag && m_drag->off ? Qt::ClosedHandCursor
              : m_hovered           ? Qt::PointingHandCursor
                                    : Qt::ArrowCursor);
}

void PlanePlot::letGo() {
    m_pressed.reset();
    if (std::exchange(m_drag, std::nullopt))
        showPointer();
}

void PlanePlot::endDrag(bool keeps) {
    if (!m_drag)
        return;
    letGo();
    emit dragEnded(keeps);
}

/// A drag begins once the pointer has left the place where it was pressed. False: there is none.
bool PlanePlot::dragTo(QPointF pixel) {
    if (!m_drag && m_pressed && QLineF(pixel, m_pressed->at).length() >= QApplication::startDragDistance()) {
        m_drag = Drag{m_pressed->tip, {}, m_pressed->off};
        m_cursor = m_pressed->tip;
        showPointer();
    }
    if (!m_drag || !m_drag->off)
        return m_pressed.has_value(); // perhaps soon
    m_drag->place = m_scene.place(pixel + *m_drag->off);
    emit tipDragged(m_drag->tip, m_drag->place);
    return true;
}

/// With the keyboard on it, the tip that the cursor is on; else everything.
void PlanePlot::describe() {
    const PlaneContent& content = m_scene.content;
    QStringList texts;
    for (std::size_t tip = 0; tip < content.tips.size(); ++tip) {
        if (!cursor() || *cursor() == tip)
            texts += content.describe(tip);
    }
    if (!cursor())
        texts += content.notes;
    if (const QString text = texts.join(QStringLiteral("; ")); text != accessibleDescription())
        setAccessibleDescription(text);
}

bool PlanePlot::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        if (const auto tip = m_scene.tipAt(help->pos(), m_theme))
            QToolTip::showText(help->globalPos(), m_scene.content.describe(*tip), this,
                               m_scene.rectOf(*tip, m_theme).toAlignedRect());
        else
            QToolTip::hideText();
        return true;
    }
    if (event->type() == QEvent::KeyRelease &&
        commandOf(KeyContext::plane, *static_cast<QKeyEvent*>(event)) == KeyCommand::pan) {
        m_spaceDown = false;
        return true;
    }
    if (event->type() == QEvent::Hide)
        endDrag(true);
    if (event->type() == QEvent::ShortcutOverride && isDragging() &&
        commandOf(KeyContext::tip, *static_cast<QKeyEvent*>(event)) == KeyCommand::cancel) {
        event->accept(); // else Escape would be the window's
        return true;
    }
    return QWidget::event(event);
}

void PlanePlot::paintEvent(QPaintEvent* /*event*/) {
    QCPPainter painter(this);
    painter.fillRect(rect(), m_theme.colours().panel);
    m_drawing.paint(painter, m_scene, marks());
    if (!m_veil.isEmpty())
        paintVeil(painter, m_theme, rect(), rect(), m_veil);
}

void PlanePlot::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    layOut();
}

void PlanePlot::mousePressEvent(QMouseEvent* event) {
    const bool pans =
        event->button() == Qt::MiddleButton || (event->button() == Qt::LeftButton && m_spaceDown);
    endDrag(true); // one by keys, or another button
    m_keys = false;
    m_pressed.reset();
    if (pans)
        m_panFrom = event->position();
    else if (event->button() != Qt::LeftButton)
        event->ignore();
    else if (const auto tip = m_scene.tipAt(event->position(), m_theme))
        m_pressed = Pressed{*tip, event->position(), m_scene.pixelOf(*tip) - event->position()};
    update();
}

void PlanePlot::mouseMoveEvent(QMouseEvent* event) {
    if (!m_panFrom) {
        const bool isPressed = event->buttons() & Qt::LeftButton; // perhaps after a drag that was refused
        if (!isPressed)
            m_pressed.reset(); // released elsewhere
        if (!dragTo(event->position()) && !isPressed)
            hover(m_scene.tipAt(event->position(), m_theme));
        return;
    }
    const QPointF by = event->position() - *m_panFrom;
    m_panFrom = event->position();
    PlanePart part = m_scene.part;
    part.centre += QPointF(-by.x(), by.y()) * part.unit;
    setPart(part);
}

void PlanePlot::mouseReleaseEvent(QMouseEvent* event) {
    if (m_panFrom)
        return m_panFrom.reset();
    if (event->button() != Qt::LeftButton)
        return;
    if (m_drag) {
        endDrag(true);
        return hover(m_scene.tipAt(event->position(), m_theme));
    }
    const auto pressed = std::exchange(m_pressed, std::nullopt);
    if (!pressed || m_scene.tipAt(event->position(), m_theme) != pressed->tip)
        return;
    m_cursor = pressed->tip;
    emit tipClicked(pressed->tip);
}

void PlanePlot::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    if (!m_drag)
        hover(std::nullopt);
}

/// With Ctrl, what is under the pointer stays there; otherwise the page scrolls.
void PlanePlot::wheelEvent(QWheelEvent* event) {
    if (!(event->modifiers() & Qt::ControlModifier) || m_scene.content.tips.empty())
        return event->ignore();
    const double whole = planeScene(m_scene.content, m_numbers, m_theme, size()).part.unit;
    PlanePart part = m_scene.part;
    const QPointF under = m_scene.place(event->position());
    part.unit = std::clamp(part.unit * std::pow(zoomStep, -event->angleDelta().y() / 120.0), whole * nearest,
                           whole * furthest);
    part.centre = under + (part.centre - under) * (part.unit / m_scene.part.unit);
    setPart(part);
}

void PlanePlot::keyPressEvent(QKeyEvent* event) {
    if (moveTipBy(*event))
        return;
    const auto command = commandOf(KeyContext::plane, *event);
    if (!command || m_scene.content.tips.empty())
        return QWidget::keyPressEvent(event);
    if (command == KeyCommand::pan) {
        m_spaceDown = true;
        return;
    }
    endDrag(true);
    if (command != KeyCommand::choose)
        return moveCursorBy(*command);
    if (cursor())
        emit tipClicked(m_cursor);
}

void PlanePlot::moveCursorBy(KeyCommand command) {
    if (!cursor()) // the first key press only shows the cursor
        return setCursorTip(m_cursor);
    switch (command) {
    case KeyCommand::up:
    case KeyCommand::left:
        return setCursorTip(m_cursor == 0 ? 0 : m_cursor - 1);
    case KeyCommand::first:
        return setCursorTip(0);
    case KeyCommand::last:
        return setCursorTip(m_scene.content.tips.size() - 1);
    default:
        return setCursorTip(m_cursor + 1);
    }
}

/// The keyboard's drag lasts while Shift is down. False: the key is none of a drag.
bool PlanePlot::moveTipBy(QKeyEvent& event) {
    const auto command = commandOf(KeyContext::tip, event);
    if (command == KeyCommand::cancel) {
        const bool drags = isDragging();
        endDrag(false);
        return drags;
    }
    if (!command || !cursor() || !m_scene.content.tips[m_cursor].isShown() || (m_drag && m_drag->off))
        return false;
    if (!m_drag)
        m_drag = Drag{m_cursor, m_scene.content.tips[m_cursor].at, {}};
    const double step = m_scene.step * tipStep;
    m_drag->place += command == KeyCommand::left    ? QPointF(-step, 0)
                     : command == KeyCommand::right ? QPointF(step, 0)
                     : command == KeyCommand::up    ? QPointF(0, step)
                                                    : QPointF(0, -step);
    emit tipDragged(m_drag->tip, m_drag->place);
    describe();
    tellCellFocused(*this);
    return true;
}

void PlanePlot::keyReleaseEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Shift && m_drag && !m_drag->off)
        return endDrag(true);
    QWidget::keyReleaseEvent(event);
}

void PlanePlot::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    m_keys = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    if (m_keys)
        setCursorTip(m_cursor);
    describe();
    update();
}

void PlanePlot::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    m_spaceDown = false;
    if (m_drag && !m_drag->off)
        endDrag(true);
    if (!m_hovered)
        emit tipHovered(std::nullopt);
    describe();
    update();
}

} // namespace lab
