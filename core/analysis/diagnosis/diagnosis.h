// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is wrong with somebody's numbers: whether they are a stage of an experiment, and if not, which common
// mistake makes them.
#pragma once

#include "core/analysis/agreement.h"
#include "core/analysis/diagnosis/mistakes.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace lab {

/// Mistakes that together give the numbers: one or two. For heads in another order, which heads stand where,
/// from 0.
struct Claim {
    std::vector<Mistake> mistakes;
    std::vector<HeadIndex> head_order;
};

/// The first cell that is not the stage's.
struct WrongCell {
    CellRef cell;
    double given = 0, expected = 0;
};

/// Mistakes that explain most of the numbers, many more than the stage as it should be does; no mistakes: the
/// stage itself, where it is the question which one it is.
struct NearClaim {
    Claim claim;
    Index fitting = 0;     ///< cells
    Index as_good = 0;     ///< how many other single mistakes, or pairs of them, explain as many
    WrongCell first_other; ///< the first that does not fit, and what it would be with the mistake
};

/// A single row or column that is given instead of the whole stage.
struct LineClaim {
    bool is_row = true;
    Index index = 0;
    StageId stage = StageId::output; ///< whose row or column it is
    std::optional<Claim> claim;      ///< absent: it is as it should be
    Index as_good = 0;          ///< how many other rows and columns agree as well, if it is as it should be
    bool may_be_chance = false; ///< so few and so rough numbers may agree by chance
};

struct Diagnosis {
    Asked asked;
    bool is_right = false;
    bool has_shape = true;      ///< whether the shape is the stage's
    std::vector<Claim> claims;  ///< the first is the one to name, the others agree as well
    Index more_claims = 0;      ///< further ones that are left out of the list
    Index cells = 0, right = 0; ///< with the stage's shape
    std::optional<WrongCell> first_wrong;
    /// The most wrong cell, if so few are that a slip is the likely reason: two at most, or less than a
    /// tenth, and a third at most of those that agree and are neither 0 nor infinite.
    std::optional<WrongCell> slip;
    bool may_be_chance =
        false; ///< mistakes agree that are not claimed: so few and so rough numbers may by chance
    bool others_fit = false;       ///< mistakes agree that make no difference beyond the tolerance
    bool has_few_digits = false;   ///< the largest numbers are given with two digits
    std::optional<NearClaim> near; ///< if there are no claims
    std::optional<LineClaim> line; ///< likewise, where the shape is not the stage's
    bool left_out_pairs = false;   ///< two mistakes together were not tried: it would take too long
    Index heads = 0;               ///< of what was given; 0: a single matrix
    Index rows = 0, columns = 0;   ///< of each of its matrices
};

/// Compares the numbers with the stage asked for, then with those of each possible mistake, then of any two
/// together, in the order of MistakeKind. An array with heads is compared with all heads of the stage. The
/// experiment must be valid, have tokens, and the stage and head asked for.
///
/// Where no mistake agrees everywhere, that is looked for which agrees with most cells, three quarters at
/// least; and a single row or column of another shape is looked for in the stage, as it should be and with
/// one mistake.
///
/// A mistake is not claimed if it changes nothing beyond the tolerance, or if so few and so rough numbers
/// would agree by chance. nullopt if it was stopped.
std::optional<Diagnosis> diagnose(const Experiment& experiment, const Asked& asked, const PrintedArray& given,
                                  std::optional<double> tolerance = {}, const std::stop_token& stop = {});

/// A stage and head that numbers may be, as they should be or with one mistake.
struct Identification {
    Asked what;
    std::optional<Claim> claim; ///< absent: they are right
    bool has_all_heads = false; ///< a matrix for each head was given
};

/// What a matrix is.
struct Identified {
    /// Every stage and head that it is; if it is none, with one mistake. Stages in order of computation, a
    /// single matrix with each head.
    std::vector<Identification> as;
    /// If there are none: the stage and head that most of its cells are, as it should be or with one mistake,
    /// as `asked` and `near`.
    std::optional<Diagnosis> nearly;
};

/// nullopt if it was stopped.
std::optional<Identified> what_is_this(const Experiment& experiment, const PrintedArray& given,
                                       const std::stop_token& stop = {});

/// Where a single number stands: cells in order, first of the stage and head asked for, then of the others.
struct Places {
    std::vector<CellRef> cells;     ///< at most most_places
    Index count = 0;                ///< of all such cells
    bool may_be_chance = true;      ///< a number as rough as this one may be in the document by chance
    std::optional<CellRef> nearest; ///< of the stage and head asked for, if no cell has the number
    double nearest_number = 0;
};
inline constexpr std::size_t most_places = 20;

/// The cells that are within half of the number's last digit, or a millionth of it; a sink's share is a cell
/// of the weights (is_sink_share()). nullopt if it was stopped.
std::optional<Places> where_is(const Experiment& experiment, const Asked& asked, double number,
                               double last_digit, const std::stop_token& stop = {});

} // namespace lab
