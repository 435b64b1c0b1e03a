// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is to be said of numbers that somebody has typed for covered cells: of one number for a cell, and of
// those for a whole stage, row or column. Nothing that is said tells a number that is covered.
#pragma once

#include "core/analysis/diagnosis/judge.h"
#include "core/analysis/diagnosis/typed_number.h"
#include "core/describe/operands.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace lab {

using IsCovered = std::function<bool(const CellRef&)>;

/// As in Answer.
struct TypedAnswer {
    double number = 0;
    int decimals = 2;
    int shown_decimals = 2;
};

/// What is compared with.
struct RightNumber {
    double number = 0;
    double largest = 0; ///< finite magnitude of its stage, as far as it is known
    /// How far a number may be off, whatever it shows; then it is not compared with what shown numbers give.
    std::optional<double> tolerance = std::nullopt;
};

struct NumberVerdict {
    enum class Kind {
        right,
        right_from_shown, ///< not of the exact numbers, but of those that the cards show
        per_cent,         ///< a weight times 100
        unnormalised,     ///< for a weight the score of `place`, its own cell, which is not covered
        too_rough,        ///< one digit, which many mistakes give
        right_in_part,    ///< to fewer decimals than are typed
        too_few_decimals, ///< right to those that are shown, which are too few
        mistake,          ///< one known mistake in the calculation gives it
        other_place,      ///< it is the number of one other cell
        other_row,        ///< of another row of the same stage, or of several
        other_column,     ///< likewise
        across,           ///< of the same pair with query and key exchanged, which is covered
        wrong,
    };
    Kind kind = Kind::wrong;
    int decimals = 0;                              ///< right_in_part
    std::optional<Mistake> mistake = std::nullopt; ///< mistake
    CellRef place = {};                            ///< other_place, unnormalised; it is not covered

    bool is_right() const { return kind == Kind::right || kind == Kind::right_from_shown; }
};

/// Judges numbers for cells of one experiment, which must be valid, have tokens, and outlive it. In large
/// documents nothing is looked for that would take long (TypedNumbers::are_quick()).
class NumberJudge {
public:
    /// `decimals`: with which cards show numbers, if that is chosen.
    NumberJudge(const Experiment& experiment, std::optional<int> decimals, IsCovered is_covered);

    /// Only whether the number is right: right, right_from_shown or wrong.
    NumberVerdict compare(const CellRef& cell, const TypedAnswer& typed, const RightNumber& right);
    NumberVerdict judge(const CellRef& cell, const TypedAnswer& typed, const RightNumber& right);

private:
    TypedNumbers* numbers_for(const CellRef& cell);
    bool is_rest_of_row(const CellRef& cell, const std::function<bool(double)>& agrees);
    NumberVerdict mistake_in(const CellRef& cell, const TypedAnswer& typed, const RightNumber& right);

    const Experiment& m_experiment;
    std::optional<int> m_decimals;
    IsCovered m_is_covered;
    std::optional<TypedNumbers> m_numbers; ///< made for the first wrong number
};

/// A whole stage, or a whole row or column of it, if these cells are one, in their order.
std::optional<StageBlock> whole_part(const Experiment& experiment, const std::vector<CellRef>& cells);

/// What judge() says of numbers for it, all with so many decimals. nullopt if it was stopped, and in
/// documents in which that would take long.
std::optional<Diagnosis> judge_part(const Experiment& experiment, const StageBlock& part,
                                    const Matrix& numbers, int decimals, const std::stop_token& stop = {});

/// What explains wrong numbers for a part.
struct PartVerdict {
    enum class Kind {
        arranged,     ///< they are right, but in another arrangement or to fewer digits
        mistake,      ///< one known mistake or two give them
        most,         ///< likewise most of them
        other_row,    ///< they are right for another row
        other_column, ///< likewise
        unknown,      ///< or not to be told
    };
    Kind kind = Kind::unknown;
    Claim claim = {};          ///< mistake, most
    Index fitting = 0;         ///< most: cells
    bool others_agree = false; ///< so do other mistakes
};

/// `diagnosis`: by judge_part().
PartVerdict verdict_of(const Experiment& experiment, const StageBlock& part, const Diagnosis& diagnosis,
                       const IsCovered& is_covered);

} // namespace lab
