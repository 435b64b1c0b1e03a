// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/heatmap/heatmap_motion.h"

#include "ui/look/theme.h"
#include "ui/plots/heatmap/heatmap_change.h"
#include "ui/plots/heatmap/matrix_heatmap.h"

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

constexpr double steady = 0.4;       // of the ghosts' time, before they begin to fade
constexpr double fadeStep = 1. / 16; // smaller ones are not seen, and cost as much

} // namespace

bool isRelease(const HeatmapContent& shown, const HeatmapContent& next) {
    // Where the numbers were still being computed, newer ones are from the same drag.
    return shown.isPreview && !next.isPreview && next.isOfSameMatrix(shown) && next.kind == shown.kind &&
           (shown.stale || next.hasNumbersOf(shown));
}

std::vector<Ghost> ghostsOf(const HeatmapContent& shown) {
    std::vector<Ghost> ghosts;
    const HeatmapChange change(shown);
    for (Index row = 0; row < shown.matrix->rows(); ++row) {
        for (Index column = 0; column < shown.matrix->cols(); ++column) {
            const double share = change({row, column});
            if (share != 0 && std::isfinite(share) && !shown.isHidden({row, column}))
                ghosts.push_back({{row, column}, (*shown.before)(row, column), share});
        }
    }
    return ghosts;
}

HeatmapMotion::HeatmapMotion(MatrixHeatmap& heatmap)
    : QObject(&heatmap), m_heatmap(heatmap),
      m_range(heatmap.theme().motion(), rangeTime, QEasingCurve::OutCubic, Movement::OnInput::goOn, this),
      m_fading(heatmap.theme().motion(), ghostTime, QEasingCurve::Linear, Movement::OnInput::end, this) {
    connect(&m_range, &Movement::moved, &heatmap, &MatrixHeatmap::updateNumbers);
    connect(&m_fading, &Movement::moved, this, &HeatmapMotion::fade);
}

void HeatmapMotion::start(const HeatmapContent& shown, double highest) {
    m_from = highest;
    if (highest != m_heatmap.content().scale().highest())
        m_range.start();
    if (m_heatmap.theme().motion().isReduced() || !m_heatmap.hasRoomForGhosts() ||
        !m_heatmap.content().hasNumbersOf(shown))
        return;
    m_ghosts = ghostsOf(shown);
    m_painted = 1;
    if (!m_ghosts.empty())
        m_fading.start();
}

void HeatmapMotion::end() {
    m_range.end();
    m_fading.end();
}

/// The range changes by equal ratios, because it may grow a hundredfold.
double HeatmapMotion::highest(double highest) const {
    const double position = m_range.position();
    return position < 1 ? m_from * std::pow(highest / m_from, position) : highest;
}

double HeatmapMotion::strength() const {
    return std::clamp((1 - m_fading.position()) / (1 - steady), 0.0, 1.0);
}

void HeatmapMotion::fade() {
    if (m_ghosts.empty() || (m_fading.isRunning() && m_painted - strength() < fadeStep))
        return;
    m_painted = strength();
    m_heatmap.update(ghostArea());
    if (!m_fading.isRunning())
        m_ghosts.clear();
}

QRegion HeatmapMotion::ghostArea() const {
    QRegion area;
    for (const Ghost& each : m_ghosts)
        area += m_heatmap.cellRect(each.cell).toAlignedRect();
    return area & m_heatmap.rect();
}

} // namespace lab
