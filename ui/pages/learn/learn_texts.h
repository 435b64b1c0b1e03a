// SPDX-License-Identifier: GPL-3.0-or-later
//
// The sentences of the page Learn. Each holds for the weights that are shown.
#pragma once

#include "core/analysis/reachable.h"
#include "ui/pages/learn/fit_notes.h"
#include "ui/plots/heatmap/heatmap_content.h"

#include <optional>
#include <vector>

namespace lab {

class FitRun;
class LabDocument;
enum class WantedPattern;

/// What the sentences are about.
struct LearnFacts {
    LabDocument& document;
    const FitRun& fit;
    const HeatmapContent& weights; ///< as shown
    const Matrix& target;          ///< what is wanted of them; empty: they are not known
    std::optional<double> loss;    ///< of them
    bool isFitShown;               ///< they are a step of the fit
    QString problem;               ///< why weights cannot be found
    std::optional<Reachability> known;
};

std::vector<FitNote> notesOf(const LearnFacts& facts);

/// What the button would do about what is out of reach; empty: nothing.
QString cureText(const LearnFacts& facts);
/// Does it, as one undo step. Returns why not; empty: done.
QString applyCure(LabDocument& document, const Reachability& known, const Matrix& target,
                  const Matrix& hidden);

/// What is said of the line of the lowest loss.
QString lowestText(const std::optional<Reachability>& known);
/// The undo text of a pattern.
QString patternText(WantedPattern pattern);
/// Why a cell that was painted is not wanted.
QString hiddenText(const Experiment& experiment, HeadIndex head, const Block& cell);
/// The loss of these weights; nullopt if it is not finite.
std::optional<double> lossOf(const Experiment& experiment, const WantedWeights& wanted,
                             const Matrix& weights);

} // namespace lab
