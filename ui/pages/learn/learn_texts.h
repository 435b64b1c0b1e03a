// SPDX-License-Identifier: GPL-3.0-or-later
//
// The sentences of the page Learn. Each holds for the numbers that are shown.
#pragma once

#include "core/analysis/reachable.h"
#include "ui/document/view/learn_view.h"
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
    WantedStage of;
    const HeatmapContent& now;       ///< the weights or the output, as shown
    const Matrix& wanted;            ///< of them (learn_content.h); empty: they are not known
    std::vector<WantedCell> painted; ///< or typed, of the shown matrix
    std::optional<double> loss;      ///< of them
    bool isFitShown;                 ///< they are a step of the fit
    QString problem;                 ///< why weights cannot be found
    std::optional<Reachability> known;
};

/// Why there is no loss of these numbers, which are known: a weight that is wanted is not above 0, or a
/// number is not finite. Empty: there is one.
/// `painted`: of the shown head, or typed.
QString lossProblem(const Experiment& experiment, const HeatmapContent& now, WantedStage of,
                    const Matrix& wanted, const std::vector<WantedCell>& painted);

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
/// What the loss is, for the header of its curve; empty: nothing is wanted.
QString lossText(WantedStage of, const Matrix& wanted);
/// The loss of the numbers that are shown, of the stage that is wanted; nullopt if it is not finite.
std::optional<double> lossOf(const Experiment& experiment, const Target& target, const Matrix& numbers);

} // namespace lab
