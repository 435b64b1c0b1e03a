// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/parameters/cell_scrubber.h"

#include "ui/panels/parameters/matrix_model.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lab {

namespace {

constexpr int wheelPause = 700;     // milliseconds until the next notch starts a new undo step
constexpr double notchPixels = 5;   // a notch equals dragging this many pixels
constexpr int swingFrame = 16;      // milliseconds
constexpr double swingPeriod = 2.0; // seconds

} // namespace

CellScrubber::CellScrubber(LabDocument& document, MatrixModel& model, const Theme& theme, QObject* parent)
    : QObject(parent), m_document(document), m_model(model), m_theme(theme) {
    m_wheelPause.setSingleShot(true);
    m_wheelPause.setInterval(wheelPause);
    connect(&m_wheelPause, &QTimer::timeout, &document, &LabDocument::commitPreview);
    m_oscillationTimer.setInterval(swingFrame);
    connect(&m_oscillationTimer, &QTimer::timeout, this, &CellScrubber::swing);
    // Dragging and oscillating end with their preview, whatever ended that.
    connect(&document, &LabDocument::previewEnded, this, [this] {
        m_scrub.reset();
        m_swing.reset();
        m_oscillationTimer.stop();
        m_wheelPause.stop();
    });
    // A change of the document before the gesture has made a preview ends it: the number may be another one
    // by now, or gone.
    connect(&document, &LabDocument::changed, this, [this] {
        if (m_document.isPreviewing())
            return;
        m_scrub.reset();
        m_swing.reset();
        m_oscillationTimer.stop();
    });
}

double CellScrubber::stepOf(const QModelIndex& index) const {
    return scrubStep(m_model.valueOf(index), m_model.magnitude());
}

void CellScrubber::show(const QModelIndex& index, double value, AfterPreview after) {
    if (!std::isfinite(value))
        return; // beyond the range of a double
    const MatrixModel::Cell cell = m_model.cellOf(index);
    m_document.preview(cell.id, cell.row, cell.column, value, after);
}

void CellScrubber::take(const QModelIndex& index, QPointF from) {
    m_scrub = Scrub{index, {m_model.valueOf(index), stepOf(index), from.x(), m_theme}};
}

void CellScrubber::dragTo(QPointF position, Qt::KeyboardModifiers modifiers) {
    const double current = m_model.valueOf(m_scrub->index);
    if (const auto value = m_scrub->drag.movedTo(position.x(), current, modifiers))
        show(m_scrub->index, *value);
}

void CellScrubber::letGo() {
    const bool moved = m_scrub && m_scrub->drag.isMoving();
    m_scrub.reset();
    if (moved)
        m_document.commitPreview();
}

void CellScrubber::cancel() {
    m_scrub.reset();
    m_document.cancelPreview();
}

void CellScrubber::stepByWheel(const QModelIndex& index, double notches, Qt::KeyboardModifiers modifiers) {
    const double value = m_model.valueOf(index);
    const double step = notchPixels * stepOf(index) * (modifiers & Qt::ShiftModifier ? 0.1 : 1);
    show(index, withoutRoundingNoise(value + notches * step, step));
    m_wheelPause.start();
}

void CellScrubber::startSwinging(const QModelIndex& index) {
    const double middle = m_model.valueOf(index);
    const double amplitude = std::max(std::abs(middle), m_model.magnitude() / 2);
    m_document.commitPreview();
    m_swing = Swing{index, middle, amplitude > 0 ? amplitude : 1, stepOf(index), {}};
    m_swing->since.start();
    m_oscillationTimer.start();
}

void CellScrubber::swing() {
    const double turns = static_cast<double>(m_swing->since.elapsed()) / 1000 / swingPeriod;
    const double value = m_swing->middle + m_swing->amplitude * std::sin(2 * std::numbers::pi * turns);
    show(m_swing->index, withoutRoundingNoise(value, m_swing->step), AfterPreview::discard);
}

void CellScrubber::stopSwinging() {
    if (!std::exchange(m_swing, std::nullopt))
        return;
    m_oscillationTimer.stop();
    m_document.cancelPreview();
}

} // namespace lab
