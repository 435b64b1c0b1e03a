// SPDX-License-Identifier: GPL-3.0-or-later
//
// What can be said of somebody's numbers: which mistakes make them, all or most.
#pragma once

#include "core/analysis/agreement.h"
#include "core/analysis/diagnosis/arrangement.h"
#include "core/analysis/diagnosis/mistakes.h"

#include <optional>
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
    double surplus = 0;    ///< of evidence that this is not by chance, as a power of ten
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

/// How numbers that are right are rounded.
struct Roughness {
    Arrangement as = Arrangement::fewer_digits;
    int decimals = 0;        ///< for `fewer_digits`: how many decimals are right
    int digits = 0;          ///< for `fewer_digits`: how many digits of the largest number are right
    bool is_cut_off = false; ///< cut off after `decimals`, where rounding would have rounded up
};

struct Diagnosis {
    Asked asked;
    bool is_right = false;
    /// What had been done to the numbers as given (transposed, say) and was undone before comparing them;
    /// empty: nothing.
    std::vector<Arrangement> arrangement;
    /// The queries all of whose keys are hidden, where the arrangement says so.
    std::vector<Index> hidden_rows;
    std::optional<Roughness> rough; ///< if they are right, but not to all digits
    bool has_shape = true;          ///< whether the shape is the stage's
    std::vector<Claim> claims;      ///< the first is the one to name, the others agree as well
    Index more_claims = 0;          ///< further ones that are left out of the list
    Index cells = 0, right = 0;     ///< with the stage's shape
    std::optional<WrongCell> first_wrong;
    /// The most wrong cell, if so few are that a slip is the likely reason: two at most, or less than a
    /// tenth, and a third at most of those that agree and are neither 0 nor infinite.
    std::optional<WrongCell> slip;
    bool may_be_chance =
        false; ///< mistakes agree that are not claimed: so few and so rough numbers may by chance
    bool others_fit = false;         ///< mistakes agree that make no difference beyond the tolerance
    bool has_few_digits = false;     ///< the largest numbers are given with two digits
    std::optional<NearClaim> near;   ///< if there are no claims
    std::optional<LineClaim> line;   ///< likewise, where the shape is not the stage's
    bool has_minus_infinity = false; ///< somewhere in what was given
    bool left_out_pairs = false;     ///< two mistakes together were not tried: it would take too long
    double tolerance = 0;            ///< the largest of any cell
    Index heads = 0;                 ///< of what was given; 0: a single matrix
    Index rows = 0, columns = 0;     ///< of each of its matrices
};

} // namespace lab
