// SPDX-License-Identifier: GPL-3.0-or-later
//
// The search for what is wrong with somebody's numbers, step by step: see judge().
#pragma once

#include "core/analysis/diagnosis/claim.h"
#include "core/analysis/diagnosis/mistaken_trace.h"

#include <array>
#include <cmath>
#include <initializer_list>
#include <stop_token>

namespace lab {

/// Chance may agree with a mistake once in a hundred diagnoses of random numbers at most.
inline constexpr double needed_evidence = 2;

/// What is given, as it would be without being transposed or negated.
using GivenHeads = std::vector<GivenMatrix>;
/// As it stands.
GivenHeads heads_of(const PrintedArray& array);

/// The largest finite magnitude of all.
double largest_of(const std::vector<Matrix>& numbers);

/// A mistake that is looked for.
struct Attempt {
    Mistake mistake;
    StageSet affected;

    /// False if only what is handed in changes.
    bool is_in_calculation() const { return affected.any(); }
};

/// Compares given numbers with those of calculations.
class MistakeSearch {
public:
    /// `right` has the document's own numbers and must outlive this.
    MistakeSearch(MistakenTrace& right, const Asked& asked, const PrintedArray& given,
                  std::optional<double> tolerance, const std::stop_token& stop);

    /// The numbers are read in so many ways, so that chance has as many opportunities to agree.
    void expect_readings(double count) { m_readings = count; }
    bool may_be_chance() const { return m_may_be_chance; }
    bool is_stopped() const { return m_stop.stop_requested(); }

    /// Compares with the numbers as they should be.
    Diagnosis compare();
    /// Looks for one mistake, then for two. Incomplete if it was stopped.
    void try_alone(Diagnosis& diagnosis, bool also_elsewhere);
    /// Looks for one mistake with a number that is fitted to what is given, see fitted_mistakes.cpp.
    void try_fitted(Diagnosis& diagnosis);
    void try_pairs(Diagnosis& diagnosis);
    /// Looks for a single row or column in the stage.
    void try_lines(Diagnosis& diagnosis);
    /// Of all mistakes that were tried, the one that explains most, if that is enough.
    std::optional<NearClaim> near_claim() const;
    /// Considers the stage itself for that. Then nothing is compared with it.
    void weigh_itself();
    /// Of all that were considered, the one that explains most, if that is enough although so many stages and
    /// heads are searched.
    std::optional<NearClaim> nearest(double searched) const;

private:
    Recipe handed_in(std::initializer_list<const Attempt*> attempts) const;
    const GivenHeads& given_as(const Recipe& recipe) const {
        return m_given[recipe.is_negated ? 1 : 0][recipe.is_transposed ? 1 : 0];
    }
    bool splits_columns(const Recipe& recipe) const;
    void look_for_slip(Diagnosis& diagnosis, double largest) const;
    bool fits(const Recipe& recipe) const;
    bool makes_difference(const Attempt& attempt, const Recipe& recipe) const;
    MistakenTrace& trace_of(const Attempt& attempt);

    std::vector<Matrix> numbers(MistakenTrace& trace, const Recipe& recipe) const;
    std::vector<Matrix> handed_numbers(MistakenTrace& trace, const Recipe& recipe) const;
    /// Whether the numbers differ by more than the tolerance in a cell in which neither is NaN.
    bool differs(const std::vector<Matrix>& some, const std::vector<Matrix>& others) const;
    Index differing_cells(const std::vector<Matrix>& some, const std::vector<Matrix>& others) const;

    std::vector<Matrix> numbers_with(const Mistake& mistake, const Recipe& recipe);
    double square_error(const std::vector<Matrix>& numbers, const Recipe& recipe) const;
    std::optional<double> step_towards_given(const Mistake& mistake, const Recipe& recipe,
                                             const std::vector<Matrix>& numbers);
    std::optional<Mistake> fitted(Mistake mistake, const Recipe& recipe);
    std::optional<Claim> fitted_claim(const Mistake& start, const Recipe& recipe);
    bool all_agree(const std::vector<Matrix>& all, const Recipe& recipe) const;
    std::optional<Claim> dropout_claim() const;
    std::optional<std::vector<HeadIndex>> head_order(const Recipe& recipe, const std::vector<Matrix>& all,
                                                     double largest) const;
    std::optional<Claim> claim(MistakenTrace& trace, const Recipe& recipe, std::vector<Mistake> mistakes,
                               double tried);
    void weigh(const std::vector<Matrix>& all, const Recipe& recipe, std::vector<Mistake> mistakes,
               double tried);
    void look_along(MistakenTrace& trace, const Recipe& recipe, const std::vector<Mistake>& mistakes,
                    std::optional<LineClaim>& found);

    double cost(const StageSet& stages, bool all_heads, bool in_multiplications) const;
    bool is_worth_pairs();
    /// Calls visit(first, second, recipe) for every two mistakes that may be made together.
    template<class Visit>
    void for_each_pair(const Visit& visit);
    static void add(Diagnosis& diagnosis, Claim claim);

    Asked m_asked;
    Tolerance m_tolerance;
    std::stop_token m_stop;
    MistakenTrace& m_right;
    Index m_heads; ///< 0: a single matrix
    std::array<std::array<GivenHeads, 2>, 2> m_given;
    std::vector<Attempt> m_attempts;
    double m_readings = 1;
    std::size_t m_pairs = 0;
    bool m_tries_pairs = false;
    std::vector<Matrix> m_expected; ///< the stage as it should be; empty if the shape is another
    std::optional<NearClaim> m_near;
    std::array<std::vector<Index>, 2> m_fitting; ///< of single mistakes and of pairs that explain most cells
    bool m_may_be_chance = false;                ///< a claim was not made for that reason alone
};

} // namespace lab
