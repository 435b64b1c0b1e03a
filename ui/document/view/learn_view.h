// SPDX-License-Identifier: GPL-3.0-or-later
//
// What somebody wants of the weights or of the output, and how it is to be found: the part of a document's
// `view` that the page Learn reads and writes, `view.learn`.
#pragma once

#include "core/analysis/fit.h"

#include <optional>
#include <vector>

namespace lab {

/// A weight that was painted: a share of its row, from 0 to 1. Or a number of the output that was typed.
struct WantedCell {
    HeadIndex head = 0; ///< 0 for the output
    Index row = 0, column = 0;
    double number = 0;
    bool operator==(const WantedCell&) const = default;
};

inline constexpr Index mostFitSteps = 100'000;

enum class WantedStage { weights, output };

struct LearnView {
    WantedStage of = WantedStage::weights; ///< what is looked for
    std::vector<WantedCell> wanted;        ///< weights, each cell once
    std::vector<WantedCell> output;        ///< likewise
    double brush = 0.9;                    ///< what is painted: from 0 to 1
    /// That may change; absent: usual_parameters().
    std::optional<std::vector<ParameterId>> parameters;
    Optimiser optimiser = Optimiser::adam;
    double rate = 0.1; ///< above 0
    Index steps = 200; ///< from 1 to mostFitSteps
    bool operator==(const LearnView&) const = default;
};

struct ReadLearnView {
    LearnView learn;
    bool isRight = true; ///< otherwise an entry is wrong, or a cell is not there: it has its default, or none
};

/// Reads an experiment's own `view`, which may hold anything.
ReadLearnView learnView(const Experiment& experiment);

/// A `view` with these entries. Defaults are left out, entries unknown to this program are kept.
JsonPtr withLearnView(const JsonPtr& view, const LearnView& learn);
/// The same of all entries but what is wanted, which stays.
JsonPtr withLearnChoices(const JsonPtr& view, const LearnView& learn);
/// What is wanted as a `view` holds it, in the order of cells; null: nothing.
JsonPtr entryOf(const LearnView& learn);

/// What a `view` holds of what is wanted, as it is there; null: nothing.
JsonPtr wantedIn(const JsonPtr& view);
/// Whether the same is wanted.
bool isSameWanted(const JsonPtr& a, const JsonPtr& b);
/// The view with that in its place.
JsonPtr withWantedIn(const JsonPtr& view, const JsonPtr& wanted);

/// What is wanted of a head's weights, in each row by itself: NaN in a row where nothing is painted, and
/// where `hidden` is −∞, which no weight can have. Painted cells that come to more than 1 share the largest
/// of them. The other cells share what is left to 1, equally. `hidden`: the masked scores.
Matrix wantedWeights(const std::vector<WantedCell>& wanted, HeadIndex head, const Matrix& hidden);
/// What is wanted of an output of that size: NaN where any number will do.
Matrix wantedOutput(const std::vector<WantedCell>& wanted, Index rows, Index columns);
/// Whether a number is wanted anywhere in it.
bool hasWanted(const Matrix& wanted);

} // namespace lab
