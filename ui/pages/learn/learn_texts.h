// SPDX-License-Identifier: GPL-3.0-or-later
//
// The sentences of the page Learn. Each holds for the numbers that are shown.
#pragma once

#include "ui/document/view/learn_view.h"
#include "ui/pages/learn/fit_notes.h"
#include "ui/pages/learn/learn_cures.h"
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
    const HeatmapContent& now;        ///< the weights or the output, as shown
    const Matrix& wanted;             ///< of them (learn_content.h); empty: they are not known
    const Matrix& hidden;             ///< the masked scores of weights; empty: of an output, or not known
    std::vector<WantedCell> painted;  ///< or typed, of the shown matrix
    std::optional<double> loss;       ///< of them
    bool isFitShown;                  ///< they are a step of the fit
    QString problem;                  ///< why weights cannot be found
    std::optional<LossCure> lossCure; ///< of the problem
    std::optional<Reachability> known;
    Index moreSteps; ///< than the fit has; 0: it may have no more
};

/// Why there is no loss of these numbers, which are known: a weight that is wanted is not above 0, or a
/// number is not finite. Empty: there is one.
/// `painted`: of the shown head, or typed.
QString lossProblem(const Experiment& experiment, const HeatmapContent& now, WantedStage of,
                    const Matrix& wanted, const std::vector<WantedCell>& painted);

std::vector<FitNote> notesOf(const LearnFacts& facts);

/// Whether a fit has ended without what was asked for, and may go on.
bool mayGoOn(const LearnFacts& facts);
/// What such a fit could be allowed to change besides, where more steps would bring next to nothing.
std::vector<ParameterId> toAllowBesides(const LearnFacts& facts);
/// What the button would do about a problem, what is out of reach, or a fit that has ended; empty: nothing.
QString cureText(const LearnFacts& facts);
/// What is said of the line of the lowest loss, which is `lowest`.
QString lowestText(const std::optional<Reachability>& known, double lowest);
/// The undo text of a pattern.
QString patternText(WantedPattern pattern);
/// Whether one of these cells is hidden. `hidden`: the masked scores.
bool hasHiddenCell(const std::vector<WantedCell>& painted, const Matrix& hidden);
/// Why a cell that was painted is not wanted.
QString hiddenText(const Experiment& experiment, HeadIndex head, const Block& cell);
/// What the loss is, for the header of its curve; empty: nothing is wanted.
QString lossText(WantedStage of, const Matrix& wanted);
/// What its symbols are.
QString lossTip(WantedStage of);
/// The loss of the numbers that are shown, of the stage that is wanted; nullopt if it is not finite.
std::optional<double> lossOf(const Experiment& experiment, const Target& target, const Matrix& numbers);

} // namespace lab
