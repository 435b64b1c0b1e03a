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

/// A mistake that is looked for.
struct Attempt {
    Mistake mistake;
    StageSet affected;

    /// False if only what is handed in changes.
    bool is_in_calculation() const { return affected.any(); }
};
std::vector<Attempt> attempts_of(const Experiment& experiment, const Asked& asked);

/// Compares given numbers with those of calculations.
class MistakeSearch {
public:
    /// `right` has the document's own numbers; both it and the attempts must outlive this.
    MistakeSearch(MistakenTrace& right, const Asked& asked, const std::vector<Attempt>& attempts,
                  const PrintedArray& given, std::optional<double> tolerance, const std::stop_token& stop);

    /// The numbers are read in so many ways, so that chance has as many opportunities to agree.
    void expect_readings(double count) { m_readings = count; }
    bool may_be_chance() const { return m_may_be_chance; }
    bool is_stopped() const { return m_stop.stop_requested(); }

    /// Compares with the numbers as they should be.
    Diagnosis compare();
    /// Looks for one mistake: whoever has several searches tries each of the attempts in all of them in turn,
    /// so that what it takes is computed once and need not be kept.
    void try_alone(const Attempt& attempt, Diagnosis& diagnosis);
    /// Whether it takes little enough to look for two mistakes.
    bool is_worth_pairs();
    /// Looks for one mistake with a number that is fitted to what is given, see fitted_mistakes.cpp.
    void try_fitted(Diagnosis& diagnosis);
    /// Looks for two mistakes made together, unless that would take too long (is_worth_pairs()). If the
    /// search is stopped, its claims are incomplete.
    void try_pairs(Diagnosis& diagnosis);
    /// Looks for a single row or column in the stage.
    void try_lines(Diagnosis& diagnosis);
    /// Of all mistakes that were tried, the one that explains most, if that is enough.
    std::optional<NearClaim> near_claim() const;
    /// Considers, for nearest(), the numbers of the stage without any mistake. Nothing can be compared with
    /// the stage afterwards.
    void weigh_itself();
    /// Of all mistakes that were considered, the one that explains most numbers. More evidence is needed the
    /// more stages and heads are `searched`.
    std::optional<NearClaim> nearest(double searched) const;

private:
    HandedIn handed_in(std::initializer_list<const Attempt*> attempts) const;
    const GivenHeads& given_as(const HandedIn& handed) const {
        return given(handed.is_negated, handed.is_transposed);
    }
    /// As it would be without being negated or transposed, made when it is asked for.
    const GivenHeads& given(bool is_negated, bool is_transposed) const;
    const GivenHeads& given() const { return m_given[0][0]; }
    bool splits_columns(const HandedIn& handed) const;
    void look_for_slip(Diagnosis& diagnosis, double largest) const;
    bool fits(const HandedIn& handed) const;
    bool makes_difference(const Attempt& attempt, const HandedIn& handed) const;
    MistakenTrace& trace_of(const Attempt& attempt);

    HeadMatrices numbers(MistakenTrace& trace, const HandedIn& handed) const;
    HeadMatrices handed_numbers(MistakenTrace& trace, const HandedIn& handed) const;
    /// Whether the numbers differ by more than the tolerance in a cell in which neither is NaN.
    bool differs(const HeadMatrices& some, const HeadMatrices& others) const;
    Index differing_cells(const HeadMatrices& some, const HeadMatrices& others) const;

    HeadMatrices numbers_with(const Mistake& mistake, const HandedIn& handed);
    double square_error(const HeadMatrices& numbers, const HandedIn& handed) const;
    std::optional<double> step_towards_given(const Mistake& mistake, const HandedIn& handed,
                                             const HeadMatrices& numbers);
    std::optional<Mistake> fitted(Mistake mistake, const HandedIn& handed);
    std::optional<Claim> fitted_claim(const Mistake& start, const HandedIn& handed);
    bool all_agree(const HeadMatrices& all, const HandedIn& handed) const;
    std::optional<Claim> dropout_claim() const;
    std::optional<std::vector<HeadIndex>> head_order(const HandedIn& handed, const HeadMatrices& all,
                                                     double largest) const;
    std::optional<Claim> claim(MistakenTrace& trace, const HandedIn& handed, std::vector<Mistake> mistakes,
                               double tried);
    void weigh(const HeadMatrices& all, const HandedIn& handed, std::vector<Mistake> mistakes, double tried);
    void look_along(MistakenTrace& trace, const HandedIn& handed, const std::vector<Mistake>& mistakes,
                    std::optional<LineClaim>& found);

    double cost(const StageSet& stages, bool all_heads, bool in_multiplications) const;
    /// Calls visit(first, second, handed) for every two mistakes that may be made together.
    template<class Visit>
    void for_each_pair(const Visit& visit);
    static void add(Diagnosis& diagnosis, Claim claim);

    Asked m_asked;
    Tolerance m_tolerance;
    std::stop_token m_stop;
    MistakenTrace& m_right;
    Index m_heads;                                            ///< 0: a single matrix
    mutable std::array<std::array<GivenHeads, 2>, 2> m_given; ///< see given(); empty until it is made
    double m_largest_given = 0;
    const std::vector<Attempt>& m_attempts;
    double m_readings = 1;
    std::size_t m_pairs = 0;
    std::optional<bool> m_is_worth_pairs;
    HeadMatrices m_expected; ///< the stage as it should be; empty if the shape is another
    std::optional<NearClaim> m_near;
    std::array<std::vector<Index>, 2> m_fitting; ///< of single mistakes and of pairs that explain most cells
    bool m_may_be_chance = false;                ///< a claim was not made for that reason alone
};

} // namespace lab
