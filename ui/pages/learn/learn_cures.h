// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the button of the page Learn does about what keeps weights from being found, each as one undo step.
#pragma once

#include "core/analysis/reachable.h"
#include "ui/plots/heatmap/heatmap_content.h"

#include <optional>

namespace lab {

class LabDocument;

/// What gives a loss where a weight that is wanted is 0.
struct LossCure {
    std::optional<double> temperature; ///< to which it is raised; absent: softmax is chosen
};

/// What an option can do about it; nullopt: nothing. `head`: of the weights, which are known.
std::optional<LossCure> cureOfLoss(LabDocument& document, HeadIndex head, const HeatmapContent& now,
                                   const Matrix& wanted);
void applyCure(LabDocument& document, const LossCure& cure);

/// Takes away why weights are out of reach. Returns why not; empty: done.
QString applyCure(LabDocument& document, const Reachability& known, const Matrix& target,
                  const Matrix& hidden);

} // namespace lab
