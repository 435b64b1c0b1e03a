// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mouse and keyboard input of a heatmap.
#include "ui/plots/heatmap/matrix_heatmap.h"

#include "core/base/number_format.h"
#include "ui/keys/key_bindings.h"
#include "ui/look/announce.h"
#include "ui/plots/heatmap/attention_words.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {
constexpr double roundedPixels = 2; // by which whole cells can differ from what they take on the screen
constexpr double largestZoom = 6;
} // namespace

/// In words and with every digit, for use beside a notebook.
QString MatrixHeatmap::toolTipOf(StoredCell cell) const {
    const double value = m_content.numberOf(cell);
    const QString words = m_content.describe(cell);
    const bool allSaid = !std::isfinite(value) || read_typed_number(brief(value)) == value;
    return allSaid ? words : tr("%1\nexactly %2").arg(words, QString::fromStdString(shortest(value)));
}

void MatrixHeatmap::showTip(QPoint where, StoredCell cell) {
    m_tip = Tip{where, cell, toolTipOf(cell)};
    QToolTip::showText(where, m_tip->text, this, cellRect(cell).toRect());
}

/// Updates a visible tooltip: its number may change while a parameter is dragged or oscillates.
void MatrixHeatmap::updateTip() {
    if (!m_tip || !QToolTip::isVisible() || QToolTip::text() != m_tip->text)
        return;
    if (!m_content.has(m_tip->cell))
        QToolTip::hideText();
    else if (toolTipOf(m_tip->cell) != m_tip->text)
        showTip(m_tip->where, m_tip->cell);
}

/// The row that the cursor is in, to see and to hear.
void MatrixHeatmap::tellRow() {
    const QString words = isVeiled() ? m_veil : rowInWords(m_content, m_cursor.row);
    QToolTip::showText(mapToGlobal(cellRect(m_cursor).bottomLeft().toPoint()), words, this);
    announce(*this, words);
}

bool MatrixHeatmap::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        if (const auto cell = numberAt(help->pos()))
            showTip(help->globalPos(), *cell);
        else
            QToolTip::hideText();
        return true;
    }
    if (event->type() == QEvent::KeyRelease) {
        auto* key = static_cast<QKeyEvent*>(event);
        if (commandOf(KeyContext::heatmap, *key) == KeyCommand::pan && !key->isAutoRepeat() &&
            std::exchange(m_spaceDown, false)) {
            emit cellClicked(m_cursor);
            return true;
        }
    }
    return QCustomPlot::event(event);
}

void MatrixHeatmap::mousePressEvent(QMouseEvent* event) {
    const bool pans =
        event->button() == Qt::MiddleButton || (event->button() == Qt::LeftButton && m_spaceDown);
    if (pans) {
        m_panFrom = event->position();
        m_spaceDown = false;
    } else if (event->button() == Qt::LeftButton) {
        m_pressed = numberAt(event->position());
        m_pressedName = namedAt(event->position());
    } else {
        event->ignore();
    }
}

void MatrixHeatmap::mouseMoveEvent(QMouseEvent* event) {
    if (m_panFrom) {
        pan(event->position() - *m_panFrom);
        m_panFrom = event->position();
        return;
    }
    const auto cell = numberAt(event->position());
    if (cell != m_hovered) {
        m_hovered = cell;
        emit cellHovered(cell);
    }
}

void MatrixHeatmap::mouseReleaseEvent(QMouseEvent* event) {
    if (m_panFrom) {
        m_panFrom.reset();
        return;
    }
    const auto pressed = std::exchange(m_pressed, std::nullopt);
    const auto name = std::exchange(m_pressedName, std::nullopt);
    if (event->button() == Qt::LeftButton && name && name == namedAt(event->position()))
        emit nameClicked(name->isRow, name->index);
    if (event->button() != Qt::LeftButton || !pressed || pressed != numberAt(event->position()))
        return;
    m_cursor = *pressed;
    m_hasCursor = true;
    hideCursor();
    emit cellClicked(*pressed);
}

void MatrixHeatmap::leaveEvent(QEvent* /*event*/) {
    if (std::exchange(m_hovered, std::nullopt))
        emit cellHovered(std::nullopt);
}

void MatrixHeatmap::wheelEvent(QWheelEvent* event) {
    if (!(event->modifiers() & Qt::ControlModifier) || !m_content.matrix) {
        event->ignore();
        return;
    }
    const HeatmapMapping mapping = m_content.mapping();
    const QSizeF area = axisRect()->rect().size();
    const double whole =
        std::min({1.0, area.width() / (m_metrics.cell.width() * double(mapping.shownColumns())),
                  area.height() / (m_metrics.cell.height() * double(mapping.shownRows()))});
    const QPointF under(xAxis->pixelToCoord(event->position().x()),
                        yAxis->pixelToCoord(event->position().y()));
    m_zoom = std::clamp(m_zoom * std::pow(1.2, event->angleDelta().y() / 120.0), whole, largestZoom);
    updateRanges();
    const QPointF now(xAxis->coordToPixel(under.x()), yAxis->coordToPixel(under.y()));
    pan(event->position() - now);
}

void MatrixHeatmap::scroll(QPoint angleDelta) {
    constexpr double step = 120; // of the wheel
    const QSizeF cell = m_metrics.cell * m_zoom;
    pan({cell.width() * angleDelta.x() / step, cell.height() * angleDelta.y() / step});
}

void MatrixHeatmap::keyPressEvent(QKeyEvent* event) {
    m_hasCursor = true;
    const HeatmapMapping mapping = m_content.mapping();
    ShownCell shown = mapping.shown(m_cursor);
    const auto command = commandOf(KeyContext::heatmap, *event);
    if (!command)
        return QCustomPlot::keyPressEvent(event);
    switch (*command) {
    case KeyCommand::left:
        --shown.x;
        break;
    case KeyCommand::right:
        ++shown.x;
        break;
    case KeyCommand::up:
        --shown.y;
        break;
    case KeyCommand::down:
        ++shown.y;
        break;
    case KeyCommand::first:
        shown.x = 0;
        break;
    case KeyCommand::last:
        shown.x = mapping.shownColumns() - 1;
        break;
    case KeyCommand::choose:
        emit cellClicked(m_cursor);
        return;
    case KeyCommand::tell:
        tellRow();
        return;
    case KeyCommand::pan:
        m_spaceDown = true;
        return;
    default:
        QCustomPlot::keyPressEvent(event);
        return;
    }
    m_drawsCursor = true;
    if (const auto cell = m_content.at(shown))
        setCursorCell(*cell);
    update();
}

void MatrixHeatmap::focusInEvent(QFocusEvent* event) {
    QCustomPlot::focusInEvent(event);
    const Qt::FocusReason reason = event->reason();
    m_hasCursor = reason != Qt::MouseFocusReason; // a click on a cell then sets it
    m_drawsCursor =
        reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason || (m_drawsCursor && m_hasCursor);
    update();
}

void MatrixHeatmap::focusOutEvent(QFocusEvent* event) {
    QCustomPlot::focusOutEvent(event);
    m_spaceDown = false;
    update();
}

void MatrixHeatmap::reveal(StoredCell cell) {
    const QRectF area = axisRect()->rect();
    if (m_content.isSink(cell)) // which stays beside the cells in sight
        --cell.column;
    const QRectF rect = gridRect(cell);
    QPointF by;
    if (rect.left() < area.left())
        by.setX(rect.left() - area.left());
    else if (rect.right() > area.right() + 1)
        by.setX(rect.right() - area.right());
    if (rect.top() < area.top())
        by.setY(rect.top() - area.top());
    else if (rect.bottom() > area.bottom() + 1)
        by.setY(rect.bottom() - area.bottom());
    m_panned = {};
    if (!by.isNull())
        pan(-by);
}

void MatrixHeatmap::pan(QPointF by) {
    if (showsBars()) // along them nothing is out of sight
        (m_content.transposed ? by.ry() : by.rx()) = 0;
    if (hasWholeCells()) {
        if (!panWhole(by))
            return;
    } else {
        xAxis->moveRange(-by.x() / (m_metrics.cell.width() * m_zoom));
        yAxis->moveRange(-by.y() / (m_metrics.cell.height() * m_zoom));
    }
    updateRanges();
    update();
}

/// What is less than a cell waits for more. Returns whether something moves.
bool MatrixHeatmap::panWhole(QPointF by) {
    m_panned += by;
    const auto cells = [this](double length, double cell) {
        return std::trunc((length + std::copysign(roundedPixels, length)) / (cell * m_zoom));
    };
    const double across = cells(m_panned.x(), m_metrics.cell.width());
    const double down = cells(m_panned.y(), m_metrics.cell.height());
    if (across == 0 && down == 0)
        return false;
    m_panned -= {across * m_metrics.cell.width() * m_zoom, down * m_metrics.cell.height() * m_zoom};
    xAxis->moveRange(-across);
    yAxis->moveRange(-down);
    return true;
}

void MatrixHeatmap::setWholeCells(bool whole) {
    if (std::exchange(m_wholeCells, whole) == whole)
        return;
    m_panned = {};
    updateRanges();
    update();
}

} // namespace lab
