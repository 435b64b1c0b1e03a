// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/geometry/plane_plot.h"

#include "ui/keys/key_bindings.h"
#include "ui/look/theme.h"
#include "ui/plots/geometry/plane_accessible.h"
#include "ui/plots/shared/veil.h"

#include <qcustomplot.h>

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

constexpr double usualSide = 360;               // the theme's points
constexpr double zoomStep = 1.2;                // of a step of the wheel
constexpr double nearest = 1e-3, furthest = 10; // beside the part that shows everything

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
    return {m_theme.px(usualSide), m_theme.px(usualSide)};
}

void PlanePlot::setContent(PlaneContent content) {
    const bool isOther = content.tips.size() != m_scene.content.tips.size();
    const bool keepsPart = content.isPreview && !isOther && !m_scene.content.tips.empty();
    if (isOther) {
        m_pressed.reset();
        hover(std::nullopt);
        m_cursor = std::min(m_cursor, std::max<std::size_t>(content.tips.size(), 1) - 1);
        setPart(std::nullopt);
    }
    const std::optional<PlanePart> part = keepsPart ? std::optional(m_scene.part) : m_part;
    m_scene = planeScene(std::move(content), m_numbers, m_theme, size(), part);
    describe();
    update();
}

void PlanePlot::layOut() {
    m_scene = planeScene(std::move(m_scene.content), m_numbers, m_theme, size(), m_part);
    update();
}

void PlanePlot::setNumbers(FootNumbers numbers) {
    if (std::exchange(m_numbers, numbers) != numbers)
        layOut();
}

void PlanePlot::setLit(std::optional<TokenIndex> key) {
    if (std::exchange(m_lit, key) != key)
        update();
}

void PlanePlot::setVeil(const QString& reason) {
    if (std::exchange(m_veil, reason) != reason)
        update();
}

PlaneMarks PlanePlot::marks() const {
    PlaneMarks marks{m_lit, cursor()};
    const std::optional<std::size_t> pointed = m_hovered ? m_hovered : marks.cursor;
    if (pointed && !m_scene.content.isOwn(*pointed))
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
    notifyTipReached(*this);
    emit tipHovered(cursor());
    update();
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
    setCursor(tip ? Qt::PointingHandCursor : Qt::ArrowCursor);
    emit tipHovered(tip);
    update();
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
    m_keys = false;
    if (pans)
        m_panFrom = event->position();
    else if (event->button() == Qt::LeftButton)
        m_pressed = m_scene.tipAt(event->position(), m_theme);
    else
        event->ignore();
    update();
}

void PlanePlot::mouseMoveEvent(QMouseEvent* event) {
    if (!m_panFrom)
        return hover(m_scene.tipAt(event->position(), m_theme));
    const QPointF by = event->position() - *m_panFrom;
    m_panFrom = event->position();
    PlanePart part = m_scene.part;
    part.centre += QPointF(-by.x(), by.y()) * part.unit;
    setPart(part);
}

void PlanePlot::mouseReleaseEvent(QMouseEvent* event) {
    if (m_panFrom)
        return m_panFrom.reset();
    const auto pressed = std::exchange(m_pressed, std::nullopt);
    if (event->button() != Qt::LeftButton || !pressed || pressed != m_scene.tipAt(event->position(), m_theme))
        return;
    m_cursor = *pressed;
    emit tipClicked(*pressed);
}

void PlanePlot::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
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
    const auto command = commandOf(KeyContext::plane, *event);
    const std::size_t count = m_scene.content.tips.size();
    if (!command || count == 0)
        return QWidget::keyPressEvent(event);
    if (command == KeyCommand::pan) {
        m_spaceDown = true;
        return;
    }
    if (command == KeyCommand::choose) {
        if (cursor())
            emit tipClicked(m_cursor);
        return;
    }
    if (!cursor()) // the first key press only shows the cursor
        return setCursorTip(m_cursor);
    switch (*command) {
    case KeyCommand::up:
    case KeyCommand::left:
        return setCursorTip(m_cursor == 0 ? 0 : m_cursor - 1);
    case KeyCommand::first:
        return setCursorTip(0);
    case KeyCommand::last:
        return setCursorTip(count - 1);
    default:
        return setCursorTip(m_cursor + 1);
    }
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
    if (!m_hovered)
        emit tipHovered(std::nullopt);
    describe();
    update();
}

} // namespace lab
