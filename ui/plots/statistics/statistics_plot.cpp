// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/statistics/statistics_plot.h"

#include "ui/keys/key_bindings.h"
#include "ui/look/theme.h"
#include "ui/plots/shared/accessible_table.h"
#include "ui/plots/shared/veil.h"
#include "ui/plots/statistics/statistics_accessible.h"

#include <qcustomplot.h>

#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>

namespace lab {

StatisticsPlot::StatisticsPlot(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_drawing(theme) {
    installStatisticsAccessibility();
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Statistics"));
    connect(&theme, &Theme::changed, this, [this] { rebuild(content()); });
}

void StatisticsPlot::rebuild(StatisticsContent content) {
    const QSize before = sizeHint();
    m_drawing.set(std::move(content), {m_room, {}, true, m_pageHeight});
    if (sizeHint() != before)
        updateGeometry();
    update();
    emit pagesChanged();
}

void StatisticsPlot::setPageHeight(int height) {
    if (std::exchange(m_pageHeight, height) != height)
        rebuild(content());
}

bool StatisticsPlot::turn(int by) {
    return show(m_drawing.page() + by);
}

bool StatisticsPlot::show(int page) {
    const int before = m_drawing.page();
    m_drawing.setPage(page);
    if (m_drawing.page() == before)
        return false;
    point(std::nullopt);
    update();
    emit pagesChanged();
    return true;
}

void StatisticsPlot::setContent(StatisticsContent content) {
    if (content.lines.size() != m_drawing.content().lines.size())
        m_pointed = m_pressed = std::nullopt;
    const StageId before = m_drawing.content().stage;
    rebuild(std::move(content));
    if (hasFocus() && this->content().stage != before)
        tellCellFocused(*this);
    const QString words = m_drawing.content().describe();
    if (words != accessibleDescription())
        setAccessibleDescription(words);
}

void StatisticsPlot::setRoom(int width) {
    if (std::exchange(m_room, width) != width)
        rebuild(content());
}

void StatisticsPlot::setVeil(const QString& reason) {
    if (std::exchange(m_veil, reason) != reason)
        update();
}

std::optional<std::size_t> StatisticsPlot::chosenLine() const {
    const auto& lines = content().lines;
    const auto found = std::ranges::find(lines, content().stage, &StatisticsLine::stage);
    return found == lines.end() ? std::nullopt
                                : std::optional(static_cast<std::size_t>(found - lines.begin()));
}

void StatisticsPlot::point(std::optional<std::size_t> line) {
    if (std::exchange(m_pointed, line) == line)
        return;
    setCursor(line ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

void StatisticsPlot::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return event->ignore();
    m_keys = false;
    m_pressed = m_drawing.lineAt(event->position());
    update();
}

void StatisticsPlot::mouseReleaseEvent(QMouseEvent* event) {
    const auto pressed = std::exchange(m_pressed, std::nullopt);
    if (event->button() == Qt::LeftButton && pressed && pressed == m_drawing.lineAt(event->position()))
        emit stageChosen(content().lines[*pressed].stage);
}

void StatisticsPlot::mouseMoveEvent(QMouseEvent* event) {
    point(m_drawing.lineAt(event->position()));
}

void StatisticsPlot::leaveEvent(QEvent* /*event*/) {
    point(std::nullopt);
}

/// The arrow keys change the chosen line, as in a list.
void StatisticsPlot::keyPressEvent(QKeyEvent* event) {
    const std::size_t count = content().lines.size();
    const auto chosen = chosenLine();
    const auto command = commandOf(KeyContext::statistics, *event);
    if (!chosen || !command)
        return QWidget::keyPressEvent(event);
    std::size_t next = *chosen;
    if (command == KeyCommand::up)
        next -= next > 0 ? 1 : 0;
    else if (command == KeyCommand::down)
        next += next + 1 < count ? 1 : 0;
    else if (command == KeyCommand::first)
        next = 0;
    else
        next = count - 1;
    m_keys = true;
    show(m_drawing.pageOfLine(next));
    update();
    emit cursorMoved(m_drawing.lineRect(next));
    if (next == *chosen)
        return;
    emit stageChosen(content().lines[next].stage);
}

void StatisticsPlot::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    m_keys = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason ||
             event->reason() == Qt::ShortcutFocusReason;
    if (const auto line = chosenLine(); m_keys && line)
        emit cursorMoved(m_drawing.lineRect(*line));
    update();
}

void StatisticsPlot::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    update();
}

void StatisticsPlot::paintEvent(QPaintEvent* event) {
    QCPPainter painter(this);
    const QRect exposed = event->rect();
    painter.fillRect(exposed, m_theme.colours().panel);
    m_drawing.paint(painter, exposed, {m_pointed, hasFocus() && m_keys ? chosenLine() : std::nullopt});
    if (!m_veil.isEmpty())
        paintVeil(painter, m_theme, exposed, visibleRegion().boundingRect(), m_veil);
}

} // namespace lab
