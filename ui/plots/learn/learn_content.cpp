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

/// Calls `take(cell, wanted)` for each cell of which a number is wanted.
template<class Take>
void forWanted(const Matrix& wanted, const Take& take) {
    for (Index row = 0; row < wanted.rows(); ++row) {
        for (Index column = 0; column < wanted.cols(); ++column) {
            if (!std::isnan(wanted(row, column)))
                take(StoredCell{row, column}, wanted(row, column));
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

} // namespace

Matrix hiddenOn(const HeatmapContent& weights) {
    return weights.masked ? *weights.masked : Matrix::Zero(weights.matrix->rows(), weights.matrix->cols());
}

Matrix sharesOf(const Matrix& target) {
    Matrix shares = target;
    for (Index row = 0; row < target.rows(); ++row) {
        const auto given = target.row(row).array() == target.row(row).array();
        const double sum = given.select(target.row(row).array(), 0).sum();
        if (sum > 0)
            shares.row(row) /= sum;
        else
            shares.row(row).setConstant(std::nan(""));
    }
    return shares;
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
    // What a fit aims at: the numbers of a row are divided by their sum, if they have one.
    const Matrix shares = sharesOf(target);
    Matrix numbers = (shares.array() == shares.array()).select(shares, target);
    numbers = (numbers.array() == numbers.array()).select(numbers, 0).eval();
    HeatmapContent content = withNumbers(weights, std::move(numbers), std::move(kinds));
    content.title = LearnText::tr("Wanted weights");
    content.kind = ColourScale::Kind::sequential;
    content.style.weightRange = WeightRange::unit;
    content.isPreview = false;
    return content;
}

HeatmapContent wantedOutputContent(const HeatmapContent& output, const Matrix& target) {
    const auto isGiven = target.array() == target.array();
    Matrix kinds =
        isGiven.select(Matrix::Constant(target.rows(), target.cols(), HeatmapContent::wanted_number), 0);
    HeatmapContent content = withNumbers(output, isGiven.select(target, 0), std::move(kinds));
    content.leastMagnitude = output.magnitude();
    content.title = LearnText::tr("Wanted output");
    content.isPreview = false;
    return content;
}

HeatmapContent differenceContent(const HeatmapContent& now, const Matrix& wanted) {
    Matrix numbers = Matrix::Zero(wanted.rows(), wanted.cols());
    Matrix kinds = numbers;
    forWanted(wanted, [&](StoredCell cell, double number) {
        const double is = (*now.matrix)(cell.row, cell.column);
        numbers(cell.row, cell.column) = is_covered(is) ? is : is - number;
        kinds(cell.row, cell.column) = HeatmapContent::wanted_number;
    });
    const bool isOfWeights = now.kind == ColourScale::Kind::sequential;
    HeatmapContent content = withNumbers(now, std::move(numbers), std::move(kinds));
    content.leastMagnitude = isOfWeights ? 1 : now.magnitude();
    content.title = isOfWeights ? LearnText::tr("Weights less wanted weights")
                                : LearnText::tr("Output less wanted output");
    content.kind = ColourScale::Kind::diverging;
    // Small differences are pale. Where weights have a range of their own, that would leave nothing to see.
    const bool isFromTheWhole = !isOfWeights || now.style.weightRange == WeightRange::unit;
    if (isFromTheWhole && !content.style.colourLimit)
        content.style.colourLimit = content.magnitude();
    return content;
}

Index rowsWanted(const Matrix& wanted) {
    Index rows = 0;
    for (Index row = 0; row < wanted.rows(); ++row)
        rows += (wanted.row(row).array() == wanted.row(row).array()).any() ? 1 : 0;
    return rows;
}

Index cellsWanted(const Matrix& wanted) {
    return (wanted.array() == wanted.array()).count();
}

std::optional<WantedPlace> furthest(const Matrix& now, const Matrix& wanted) {
    std::optional<WantedPlace> place;
    bool isKnown = true;
    forWanted(wanted, [&](StoredCell cell, double number) {
        const double is = now(cell.row, cell.column);
        isKnown = isKnown && std::isfinite(is);
        if (!place || std::abs(is - number) > std::abs(place->now - place->wanted))
            place = WantedPlace{cell, is, number};
    });
    return isKnown && place && place->now != place->wanted ? place : std::nullopt;
}

std::optional<WantedPlace> mostWanted(const Matrix& now, const Matrix& wanted) {
    std::optional<WantedPlace> place;
    forWanted(wanted, [&](StoredCell cell, double number) {
        if (!place || number > place->wanted)
            place = WantedPlace{cell, now(cell.row, cell.column), number};
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

QString placeText(const HeatmapContent& now, StoredCell cell) {
    return cellPlace(now.rowLabels, cell.row, now.columnLabels, cell.column,
                     now.kind == ColourScale::Kind::sequential);
}

QString furthestText(const HeatmapContent& now, const WantedPlace& place) {
    const auto [is, wanted] = toldApart(place.now, place.wanted);
    return LearnText::tr("%1, %2 in place of %3").arg(placeText(now, place.cell), is, wanted);
}

QString lossNumber(double loss) {
    constexpr int digits = 4;
    constexpr double leastWithZeros = 1e-4; // of the digits alone, "0.00000000" would be left
    const bool isTiny = loss != 0 && std::abs(loss) < leastWithZeros;
    return QString::fromStdString(isTiny ? written(rounded_to_digits(loss, digits))
                                         : display(loss, decimals_for(std::abs(loss), digits)));
}

bool mayLossBeNegative(const Experiment& experiment, HeadIndex head, WantedStage of) {
    return of == WantedStage::weights && (!normalizer(experiment).is_bounded() ||
                                          !overrides_in_force(experiment, StageId::weights, head).empty());
}

/// Gibbs' inequality: −Σ t ln a ≥ −Σ t ln t where Σ a ≤ 1.
std::optional<double> lowestLoss(const Experiment& experiment, HeadIndex head, const Matrix& wanted) {
    const Normalizer& by = normalizer(experiment);
    const bool isAtMost1 = by.raises_e || by.shift == ScoreShift::threshold;
    if (!isAtMost1 || by.each_alone || !overrides_in_force(experiment, StageId::weights, head).empty())
        return std::nullopt;
    double sum = 0;
    forWanted(wanted, [&](StoredCell, double share) { sum -= share > 0 ? share * std::log(share) : 0; });
    const Index rows = rowsWanted(wanted);
    return rows > 0 && sum > 0 ? std::optional(sum / static_cast<double>(rows)) : std::nullopt;
}

} // namespace lab
