// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/learn/learn_content.h"

#include "core/base/covered.h"
#include "core/base/number_format.h"
#include "core/experiment/normalizers.h"
#include "core/experiment/overrides.h"
#include "ui/plots/shared/cell_names.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

class LearnText {
    Q_DECLARE_TR_FUNCTIONS(LearnContent)
};

/// What of a row is wanted comes to this; 0: nothing is.
double sumOf(const Matrix& target, Index row) {
    double sum = 0;
    for (Index key = 0; key < target.cols(); ++key)
        sum += std::isnan(target(row, key)) ? 0 : target(row, key);
    return sum;
}

/// The card of weights with other numbers: without what is true of these alone.
HeatmapContent withNumbers(const HeatmapContent& weights, Matrix numbers, Matrix wanted) {
    HeatmapContent content = weights;
    content.summary = std::make_shared<const MatrixSummary>(summarize(numbers));
    content.matrix = share(std::move(numbers));
    content.wanted = share(std::move(wanted));
    content.before = nullptr;
    content.remark = nullptr;
    content.overflow.reset();
    content.overridden.clear();
    content.sinkShares.clear();
    content.toBeKept = nullptr;
    content.rowsSumTo1 = false;
    return content;
}

/// Calls `take(cell, wanted)` for each cell of which a weight is wanted.
template<class Take>
void forWanted(const Matrix& target, const Take& take) {
    for (Index row = 0; row < target.rows(); ++row) {
        const double sum = sumOf(target, row);
        for (Index key = 0; key < target.cols() && sum > 0; ++key) {
            if (!std::isnan(target(row, key)))
                take(StoredCell{row, key}, target(row, key) / sum);
        }
    }
}

QString shareText(double share) {
    return QString::fromStdString(display(share, 2));
}

/// Two numbers with two decimals, or as many as tell them apart.
std::pair<QString, QString> toldApart(double one, double other) {
    constexpr int mostDecimals = 9;
    int decimals = 2;
    while (decimals < mostDecimals && display(one, decimals) == display(other, decimals))
        ++decimals;
    return {QString::fromStdString(display(one, decimals)), QString::fromStdString(display(other, decimals))};
}

QString placeText(const HeatmapContent& weights, StoredCell cell) {
    return cellPlace(weights.rowLabels, cell.row, weights.columnLabels, cell.column, true);
}

} // namespace

Matrix hiddenOn(const HeatmapContent& weights) {
    return weights.masked ? *weights.masked : Matrix::Zero(weights.matrix->rows(), weights.matrix->cols());
}

HeatmapContent wantedContent(const HeatmapContent& weights, const Matrix& target,
                             const std::vector<WantedCell>& painted, HeadIndex head) {
    Matrix kinds = (target.array() == target.array())
                       .select(Matrix::Constant(target.rows(), target.cols(), HeatmapContent::the_rest),
                               Matrix::Zero(target.rows(), target.cols()));
    for (const WantedCell& each : painted) {
        const bool isThere = each.head == head && each.row < target.rows() && each.column < target.cols();
        if (isThere && !std::isnan(target(each.row, each.column)))
            kinds(each.row, each.column) = HeatmapContent::wanted_number;
    }
    HeatmapContent content =
        withNumbers(weights, (target.array() == target.array()).select(target, 0), std::move(kinds));
    content.title = LearnText::tr("Wanted weights");
    content.kind = ColourScale::Kind::sequential;
    content.style.weightRange = WeightRange::unit;
    content.isPreview = false;
    return content;
}

HeatmapContent differenceContent(const HeatmapContent& weights, const Matrix& target) {
    Matrix numbers = Matrix::Zero(target.rows(), target.cols());
    Matrix kinds = numbers;
    forWanted(target, [&](StoredCell cell, double wanted) {
        const double now = (*weights.matrix)(cell.row, cell.column);
        numbers(cell.row, cell.column) = is_covered(now) ? now : now - wanted;
        kinds(cell.row, cell.column) = HeatmapContent::wanted_number;
    });
    HeatmapContent content = withNumbers(weights, std::move(numbers), std::move(kinds));
    content.leastMagnitude = 1;
    content.title = LearnText::tr("Weights less wanted weights");
    content.kind = ColourScale::Kind::diverging;
    return content;
}

Index rowsWanted(const Matrix& target) {
    Index rows = 0;
    for (Index row = 0; row < target.rows(); ++row)
        rows += sumOf(target, row) > 0 ? 1 : 0;
    return rows;
}

std::optional<WantedPlace> furthest(const Matrix& weights, const Matrix& target) {
    std::optional<WantedPlace> place;
    bool isKnown = true;
    forWanted(target, [&](StoredCell cell, double wanted) {
        const double now = weights(cell.row, cell.column);
        isKnown = isKnown && std::isfinite(now);
        if (!place || std::abs(now - wanted) > std::abs(place->now - place->wanted))
            place = WantedPlace{cell, now, wanted};
    });
    return isKnown && place && place->now != place->wanted ? place : std::nullopt;
}

std::optional<WantedPlace> mostWanted(const Matrix& weights, const Matrix& target) {
    std::optional<WantedPlace> place;
    forWanted(target, [&](StoredCell cell, double wanted) {
        if (!place || wanted > place->wanted)
            place = WantedPlace{cell, weights(cell.row, cell.column), wanted};
    });
    return place && std::isfinite(place->now) ? place : std::nullopt;
}

QString weightText(const HeatmapContent& weights, const WantedPlace& place) {
    const bool isShare =
        weights.rowsSumTo1 && std::ranges::none_of(weights.overridden, [&](const StoredCell& cell) {
            return cell.row == place.cell.row;
        });
    const QString query = quoted(weights.rowLabels, place.cell.row);
    const QString key = quoted(weights.columnLabels, place.cell.column);
    return isShare ? LearnText::tr("%1 gives %2 of its attention to %3").arg(query, shareText(place.now), key)
                   : LearnText::tr("the weight from %1 to %2 is %3").arg(query, key, shareText(place.now));
}

QString furthestText(const HeatmapContent& weights, const WantedPlace& place) {
    const auto [now, wanted] = toldApart(place.now, place.wanted);
    return LearnText::tr("Furthest from what you want: %1, %2 in place of %3")
        .arg(placeText(weights, place.cell), now, wanted);
}

/// Gibbs' inequality: −Σ t ln a ≥ −Σ t ln t where Σ a ≤ 1.
std::optional<double> lowestLoss(const Experiment& experiment, HeadIndex head, const Matrix& target) {
    const Normalizer& by = normalizer(experiment);
    const bool isAtMost1 = by.raises_e || by.shift == ScoreShift::threshold;
    if (!isAtMost1 || by.each_alone || !overrides_in_force(experiment, StageId::weights, head).empty())
        return std::nullopt;
    double sum = 0;
    forWanted(target, [&](StoredCell, double wanted) { sum -= wanted > 0 ? wanted * std::log(wanted) : 0; });
    const Index rows = rowsWanted(target);
    return rows > 0 && sum > 0 ? std::optional(sum / static_cast<double>(rows)) : std::nullopt;
}

} // namespace lab
