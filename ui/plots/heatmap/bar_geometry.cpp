// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/heatmap/bar_geometry.h"

#include "core/base/covered.h"
#include "core/base/number_format.h"
#include "core/stages/07_weights.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>

namespace lab {

namespace {

class BarText {
    Q_DECLARE_TR_FUNCTIONS(WeightBars)
};

// After Paul Tol's light scheme, which is made for filling labelled cells.
constexpr std::array<QRgb, 8> keyColours{0xff77aadd, 0xffee8866, 0xff44bb99, 0xffffaabb,
                                         0xffbbcc33, 0xff99ddff, 0xffeedd88, 0xffaaaa00};

std::span<const double> weightsOf(const HeatmapContent& content, Index query) {
    const Index keys = content.matrix->cols();
    return {content.matrix->data() + query * keys, static_cast<std::size_t>(keys)};
}

/// The sum of a bar, with two decimals. Without a sink, a sum that is not 1 has as many decimals as it takes
/// to tell it from 1.
QString sumText(double sum, bool hasSink) {
    constexpr double rounding = 1e-9;
    constexpr int most = 8;
    int decimals = decimals_for(sum, 2);
    while (!hasSink && std::abs(sum - 1) > rounding && decimals < most &&
           display(sum, decimals) == display(1, decimals))
        ++decimals;
    return QString::fromStdString(display(sum, decimals));
}

} // namespace

bool hasBar(const HeatmapContent& content, Index query) {
    return std::ranges::all_of(weightsOf(content, query),
                               [](double weight) { return std::isfinite(weight); });
}

std::vector<BarSegment> barSegments(const HeatmapContent& content, Index query) {
    std::vector<BarSegment> segments;
    double above = 0;
    double below = 0;
    for (const double weight : weightsOf(content, query)) {
        double& end = weight < 0 ? below : above;
        const double begin = end;
        end += weight;
        segments.push_back({std::min(begin, end), std::max(begin, end)});
    }
    return segments;
}

std::optional<BarSegment> sinkSegment(const HeatmapContent& content, Index query) {
    if (content.sinkShares.empty() || !hasBar(content, query))
        return std::nullopt;
    const double share = content.sinkShares[static_cast<std::size_t>(query)];
    double end = 0;
    for (const double weight : weightsOf(content, query))
        end += std::max(weight, 0.0);
    return std::isfinite(share) ? std::optional(BarSegment{end, end + share}) : std::nullopt;
}

Extremes barSpan(const HeatmapContent& content) {
    constexpr double rounding = 1e-9;
    Extremes span{0, 1};
    for (Index query = 0; content.matrix && query < content.matrix->rows(); ++query) {
        double above = 0;
        double below = 0;
        for (const double weight : weightsOf(content, query))
            (weight < 0 ? below : above) += weight;
        if (const auto sink = sinkSegment(content, query))
            above = sink->high;
        if (!std::isfinite(above) || !std::isfinite(below))
            continue;
        span.lowest = std::min(span.lowest, below);
        span.highest = std::max(span.highest, above <= 1 + rounding ? 1 : above);
    }
    return span;
}

QString barEndText(const HeatmapContent& content, Index query, bool brief) {
    if (std::ranges::any_of(weightsOf(content, query), is_covered))
        return QStringLiteral("?");
    if (!hasBar(content, query))
        return BarText::tr("no sum");
    const std::span<const double> weights = weightsOf(content, query);
    const double bits = entropy_bits(weights);
    if (!std::isnan(bits)) {
        const QString number = QString::fromStdString(display(bits, 2));
        return brief ? number : BarText::tr("%1 bits").arg(number);
    }
    const QString sum =
        sumText(std::accumulate(weights.begin(), weights.end(), 0.0), !content.sinkShares.empty());
    return brief ? BarText::tr("Σ %1").arg(sum) : BarText::tr("sum %1").arg(sum);
}

QColor keyColour(Index key) {
    return QColor::fromRgb(keyColours[static_cast<std::size_t>(key) % keyColours.size()]);
}

} // namespace lab
