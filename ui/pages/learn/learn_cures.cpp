// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/learn/learn_cures.h"

#include "core/edits/masks.h"
#include "core/experiment/masks.h"
#include "core/experiment/normalizers.h"
#include "core/experiment/overrides.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/edits/shape_edits.h"
#include "ui/document/lab_document.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

class LearnCureTexts {
    Q_DECLARE_TR_FUNCTIONS(LearnPage)
};

/// The least temperature above which every weight that is wanted in the row is above 0. `scores`: masked.
double leastTemperature(const Normalizer& by, const RowVector& scores, const RowVector& wanted) {
    constexpr double lastPower = 744; // of e that is above 0 with the other sign
    double least = 0;
    for (Index key = 0; key < scores.size(); ++key) {
        if (!(wanted[key] > 0))
            continue;
        const double score = scores[key];
        // Sparsemax (Martins and Astudillo 2016): a key has a weight if the scores above its own exceed it by
        // less than τ together.
        const double needed =
            by.raises_e ? (scores.maxCoeff() - score) / lastPower : (scores.array() - score).max(0).sum();
        least = std::max(least, needed);
    }
    return least;
}

/// The next 1, 2 or 5 times a power of ten.
double roundedUp(double number) {
    const double power = std::pow(10, std::floor(std::log10(number)));
    for (const double step : {1.0, 2.0, 5.0}) {
        if (step * power >= number)
            return step * power;
    }
    return 10 * power;
}

} // namespace

std::optional<LossCure> cureOfLoss(LabDocument& document, HeadIndex head, const HeatmapContent& now,
                                   const Matrix& wanted) {
    constexpr double beyond = 1.25; // so that it is not just above 0
    const Experiment& experiment = document.experiment();
    const Normalizer& by = normalizer(experiment);
    const MatrixPtr scores = document.view(StageId::masked_scores, head).matrix;
    const bool isTempered = by.kind == NormalizationKind::softmax || by.shift == ScoreShift::threshold;
    const bool isZero = ((wanted.array() > 0) && (now.matrix->array() <= 0)).any();
    if (!isZero || !overrides_in_force(experiment, StageId::weights, head).empty())
        return std::nullopt;
    if (!isTempered)
        return LossCure{};
    if (!scores || scores->rows() != wanted.rows() || scores->cols() != wanted.cols())
        return std::nullopt;
    double least = temperature_of(experiment.normalization);
    for (Index row = 0; row < wanted.rows(); ++row)
        least = std::max(least, beyond * leastTemperature(by, scores->row(row), wanted.row(row)));
    return std::isfinite(least) ? std::optional(LossCure{roundedUp(least)}) : std::nullopt;
}

void applyCure(LabDocument& document, const LossCure& cure) {
    if (cure.temperature)
        setTemperature(document, *cure.temperature);
    else
        setNormalization(document, NormalizationKind::softmax);
}

QString applyCure(LabDocument& document, const Reachability& known, const Matrix& target,
                  const Matrix& hidden) {
    if (known.cure == Cure::add_positions) {
        setPosition(document, PositionKind::sinusoidal);
    } else if (known.cure == Cure::more_features) {
        QString problem =
            sizeProblem(document.experiment(), Size::d_k, static_cast<double>(*known.d_k_needed));
        if (!problem.isEmpty())
            return problem;
        setSize(document, Size::d_k, *known.d_k_needed);
    } else if (known.cure == Cure::hide_keys) {
        Experiment next = document.commitPending();
        for (Index row = 0; row < target.rows(); ++row) {
            for (Index key = 0; key < target.cols(); ++key) {
                if (target(row, key) == 0 && !is_hidden(hidden(row, key)))
                    next = with_visibility(next, {row, key}, false);
            }
        }
        document.apply(
            {std::move(next), {Field::mask, {}}, LearnCureTexts::tr("Hide keys that are not wanted")});
    }
    return {};
}

} // namespace lab
