// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diagnosis/mistake_search.h"

#include "core/analysis/diagnosis/arrangement.h"

#include <algorithm>
#include <cmath>

namespace lab {

GivenHeads heads_of(const PrintedArray& array) {
    GivenHeads heads;
    for (Index i = 0; i < array.matrices(); ++i)
        heads.push_back({array.numbers_of(i), array.last_digits_of(i)});
    return heads;
}

namespace {

/// Pairs are tried if they take at most about that many multiplications: a second or two.
constexpr double most_for_pairs = 1.2e10;
/// And if the stages of all single mistakes are at most that many numbers.
constexpr double most_numbers_for_pairs = 6e7;
constexpr std::size_t most_claims = 6;
/// What a 0 or ±1 tells in a matrix whose shape is not that of the stage asked for: the shape tells, too.
constexpr double of_number_elsewhere = 0.3;

} // namespace

std::vector<Attempt> attempts_of(const Experiment& experiment, const Asked& asked) {
    std::vector<Attempt> attempts;
    for (const Mistake& each : possible_mistakes(experiment, asked)) {
        // In columns notation, numbers may be given either way: see readings().
        if (each.kind != MistakeKind::transposed || experiment.notation != Notation::columns)
            attempts.push_back({each, affected_stages(each)});
    }
    return attempts;
}

MistakeSearch::MistakeSearch(MistakenTrace& right, const Asked& asked, const std::vector<Attempt>& attempts,
                             const PrintedArray& given, std::optional<double> tolerance,
                             const std::stop_token& stop)
    : m_asked(asked), m_tolerance{tolerance}, m_stop(stop), m_right(right), m_heads(given.heads),
      m_largest_given(largest_magnitude(given.numbers)), m_attempts(attempts) {
    m_given[0][0] = heads_of(given);
}

const GivenHeads& MistakeSearch::given(bool is_negated, bool is_transposed) const {
    GivenHeads& heads = m_given[is_negated ? 1 : 0][is_transposed ? 1 : 0];
    if (!heads.empty())
        return heads;
    heads = given();
    for (GivenMatrix& each : heads) {
        if (is_transposed)
            each = {each.numbers.transpose(), each.last_digits.transpose()};
        if (is_negated)
            each.numbers = -each.numbers;
    }
    return heads;
}

/// What is handed in after these mistakes.
HandedIn MistakeSearch::handed_in(std::initializer_list<const Attempt*> attempts) const {
    if (std::ranges::all_of(attempts, &Attempt::is_in_calculation))
        return {m_asked};
    Recipe recipe;
    recipe.asked = m_asked;
    for (const Attempt* each : attempts) {
        if (!each->is_in_calculation())
            make(each->mistake, recipe);
    }
    return recipe;
}

/// Whether the heads are blocks of columns of a single matrix.
bool MistakeSearch::splits_columns(const HandedIn& handed) const {
    const StageId stage = handed.asked.stage;
    return m_heads == 0 &&
           (stage == StageId::concat || (stage == StageId::output && !m_right.experiment().projection.W_O));
}

/// Whether what is given has the shape of what is handed in.
bool MistakeSearch::fits(const HandedIn& handed) const {
    const StageInfo& stage = info(handed.asked.stage);
    const Dimensions& d = m_right.sizes();
    if (m_heads > 0 && (!stage.per_head || m_heads != d.H))
        return false;
    if (handed.has_any_head_order && m_heads == 0 && !splits_columns(handed))
        return false;
    const Matrix& as_it_stands = given().front().numbers;
    const Index rows = length(stage.rows, d), columns = length(stage.columns, d);
    return handed.is_transposed ? as_it_stands.cols() == rows && as_it_stands.rows() == columns
                                : as_it_stands.rows() == rows && as_it_stands.cols() == columns;
}

/// As far as that can be told without numbers.
bool MistakeSearch::makes_difference(const Attempt& attempt, const HandedIn& handed) const {
    const StageId stage = handed.asked.stage;
    if (attempt.mistake.kind == MistakeKind::other_head)
        return m_heads == 0 && info(stage).per_head && !m_asked.is_average;
    return !attempt.is_in_calculation() ||
           (shows_in(attempt.mistake, needed_stages(m_right.experiment(), stage)) &&
            // What is rounded on the way is right itself.
            (attempt.mistake.kind != MistakeKind::rounded_on_the_way || stage != attempt.mistake.stage));
}

MistakenTrace& MistakeSearch::trace_of(const Attempt& attempt) {
    return attempt.is_in_calculation() ? m_right.with(attempt.mistake) : m_right;
}

/// The numbers of the stage that is handed in, of one head or of all.
HeadMatrices MistakeSearch::numbers(MistakenTrace& trace, const HandedIn& handed) const {
    return numbers_of(trace, handed.asked, m_heads);
}

/// The same as they are handed in, but for an order of heads.
HeadMatrices MistakeSearch::handed_numbers(MistakenTrace& trace, const HandedIn& handed) const {
    HeadMatrices all = numbers(trace, handed);
    if (!handed.is_transposed && !handed.is_negated)
        return all;
    HeadMatrices changed;
    for (std::size_t i = 0; i < all.size(); ++i) {
        Matrix its = handed.is_transposed ? Matrix(all[i].transpose()) : all[i];
        if (handed.is_negated)
            its = -its;
        changed.add(share(std::move(its)));
    }
    return changed;
}

bool MistakeSearch::differs(const HeadMatrices& some, const HeadMatrices& others) const {
    return some.front().rows() != others.front().rows() || some.front().cols() != others.front().cols() ||
           differing_cells(some, others) > 0;
}

Index MistakeSearch::differing_cells(const HeadMatrices& some, const HeadMatrices& others) const {
    const double largest = some.largest();
    Index count = 0;
    for (std::size_t i = 0; i < some.size(); ++i) {
        const Matrix& last_digits = given()[i].last_digits;
        for (Index at = 0; at < some[i].size(); ++at) {
            const double one = some[i].data()[at], other = others[i].data()[at];
            if (!std::isnan(one) && !std::isnan(other) &&
                !is_right(one, other, m_tolerance.at(last_digits.data()[at], largest)))
                ++count;
        }
    }
    return count;
}

/// For each given head the first of the others that it is; nullopt if it is none, or if all are in place.
std::optional<std::vector<HeadIndex>>
MistakeSearch::head_order(const HandedIn& handed, const HeadMatrices& all, double largest) const {
    const GivenHeads& given = given_as(handed);
    const Index heads = m_right.sizes().H, width = m_right.sizes().d_v;
    const bool is_split = splits_columns(handed);
    const auto given_head = [&](HeadIndex head) -> GivenMatrix {
        if (!is_split)
            return given[static_cast<std::size_t>(head)];
        return {given.front().numbers.middleCols(head * width, width),
                given.front().last_digits.middleCols(head * width, width)};
    };
    const auto right_head = [&](HeadIndex head) -> Matrix {
        return is_split ? Matrix(all.front().middleCols(head * width, width))
                        : all[static_cast<std::size_t>(head)];
    };
    std::vector<HeadIndex> order;
    for (HeadIndex head = 0; head < heads; ++head) {
        const GivenMatrix its = given_head(head);
        HeadIndex found = 0;
        while (found < heads && (std::ranges::find(order, found) != order.end() ||
                                 !agrees(its, right_head(found), m_tolerance, largest)))
            ++found;
        if (found == heads)
            return std::nullopt;
        order.push_back(found);
    }
    return std::ranges::is_sorted(order) ? std::nullopt : std::optional(order);
}

/// The claim that the given numbers are these; nullopt if they are not, or if one of that many others that
/// were `tried` might well agree by chance.
std::optional<Claim> MistakeSearch::claim(MistakenTrace& trace, const HandedIn& handed,
                                          std::vector<Mistake> mistakes, double tried) {
    const HeadMatrices all = numbers(trace, handed);
    const double largest = all.largest();
    const GivenHeads& given = given_as(handed);
    Claim claim;
    if (handed.has_any_head_order) {
        auto order = head_order(handed, all, largest);
        if (!order)
            return std::nullopt;
        claim.head_order = std::move(*order);
    } else if (!all_agree(all, handed)) {
        weigh(all, handed, std::move(mistakes), tried);
        return std::nullopt;
    }
    double found = 0;
    for (const GivenMatrix& each : given)
        found += m_expected.empty() ? evidence(each, m_tolerance, largest, of_number_elsewhere)
                                    : evidence(each, m_tolerance, largest);
    claim.mistakes = std::move(mistakes);
    if (found >= needed_evidence + std::log10(tried * m_readings))
        return claim;
    m_may_be_chance = true;
    return std::nullopt;
}

Diagnosis MistakeSearch::compare() {
    const GivenHeads& given = this->given();
    Diagnosis diagnosis;
    diagnosis.asked = m_asked;
    diagnosis.heads = m_heads;
    diagnosis.rows = given.front().numbers.rows();
    diagnosis.columns = given.front().numbers.cols();
    double last_digit = 0;
    for (const GivenMatrix& each : given)
        last_digit = std::max(last_digit, largest_magnitude(each.last_digits));
    diagnosis.has_few_digits = 100 * last_digit * (1 + 1e-9) >= m_largest_given;
    const HandedIn handed = handed_in({});
    m_expected = {};
    diagnosis.has_shape = fits(handed);
    if (!diagnosis.has_shape)
        return diagnosis;
    m_expected = numbers(m_right, handed);
    const HeadMatrices& expected = m_expected;
    const double largest = expected.largest();
    diagnosis.tolerance = m_tolerance.at(last_digit, largest);
    for (std::size_t i = 0; i < given.size(); ++i) {
        const Agreement its = agreement(given[i], expected[i], m_tolerance, largest);
        diagnosis.cells += its.cells;
        diagnosis.right += its.right;
        if (its.first_wrong && !diagnosis.first_wrong) {
            const auto [row, column] = *its.first_wrong;
            const HeadIndex head = m_heads > 0                    ? static_cast<HeadIndex>(i)
                                   : info(m_asked.stage).per_head ? m_asked.head
                                                                  : 0;
            diagnosis.first_wrong = {
                {m_asked.stage, head, row, column}, given[i].numbers(row, column), expected[i](row, column)};
        }
    }
    diagnosis.is_right = diagnosis.right == diagnosis.cells;
    look_for_slip(diagnosis, largest);
    return diagnosis;
}

void MistakeSearch::add(Diagnosis& diagnosis, Claim claim) {
    // Scores that are symmetric look transposed under a mask the wrong way round; that says all of it.
    const auto is_alone = [](const Claim& its, MistakeKind kind) {
        return its.mistakes.size() == 1 && its.mistakes.front().kind == kind;
    };
    if (is_alone(claim, MistakeKind::transposed) && !diagnosis.claims.empty() &&
        is_alone(diagnosis.claims.front(), MistakeKind::mask_upside_down))
        return;
    // The same mistake with another value gives the same numbers here: that says nothing more.
    const auto is_of_kinds = [&](const Claim& other) {
        return std::ranges::equal(claim.mistakes, other.mistakes, [](const Mistake& a, const Mistake& b) {
            return a.kind == b.kind && a.stage == b.stage && a.head == b.head;
        });
    };
    if (std::ranges::any_of(diagnosis.claims, is_of_kinds))
        return;
    if (diagnosis.claims.size() < most_claims)
        diagnosis.claims.push_back(std::move(claim));
    else
        ++diagnosis.more_claims;
}

void MistakeSearch::try_alone(const Attempt& attempt, Diagnosis& diagnosis) {
    const HandedIn handed = handed_in({&attempt});
    if (!fits(handed) || !makes_difference(attempt, handed))
        return;
    MistakenTrace& trace = trace_of(attempt);
    std::optional<Claim> its =
        claim(trace, handed, {attempt.mistake}, static_cast<double>(m_attempts.size()));
    if (its && (!diagnosis.has_shape || handed.has_any_head_order ||
                differs(handed_numbers(trace, handed), numbers(m_right, handed_in({})))))
        add(diagnosis, std::move(*its));
    else if (its)
        diagnosis.others_fit = true;
}

/// Of computing whole stages: multiplications, or numbers.
double MistakeSearch::cost(const StageSet& stages, bool all_heads, bool in_multiplications) const {
    const Dimensions& d = m_right.sizes();
    double sum = 0;
    for (const StageInfo& stage : all_stages()) {
        if (!stages.test(static_cast<std::size_t>(stage.id)) || !has_stage(m_right.experiment(), stage.id))
            continue;
        const double cells = static_cast<double>(length(stage.rows, d) * length(stage.columns, d));
        const double each =
            in_multiplications ? multiplications_per_cell(m_right.experiment(), d, stage.id) : 1;
        sum += cells * each * (stage.per_head && all_heads ? static_cast<double>(d.H) : 1);
    }
    return sum;
}

template<class Visit>
void MistakeSearch::for_each_pair(const Visit& visit) {
    for (std::size_t i = 0; i < m_attempts.size(); ++i) {
        for (std::size_t j = i + 1; j < m_attempts.size(); ++j) {
            const Attempt &first = m_attempts[i], &second = m_attempts[j];
            if (!is_common(first.mistake.kind) || !is_common(second.mistake.kind) ||
                exclude_each_other(first.mistake.kind, second.mistake.kind))
                continue;
            const HandedIn handed = handed_in({&first, &second});
            if (!fits(handed) || !makes_difference(first, handed) || !makes_difference(second, handed))
                continue;
            if (!visit(first, second, handed))
                return;
        }
    }
}

bool MistakeSearch::is_worth_pairs() {
    if (m_is_worth_pairs)
        return *m_is_worth_pairs;
    double multiplications = 0, kept = 0;
    const auto needs_all_heads = [&](StageId stage) {
        return m_heads > 0 || m_asked.is_average || !info(stage).per_head;
    };
    for (const Attempt& each : m_attempts) {
        if (is_common(each.mistake.kind))
            kept += cost(each.affected, needs_all_heads(m_asked.stage), false);
    }
    m_pairs = 0;
    for_each_pair([&](const Attempt& first, const Attempt& second, const HandedIn& handed) {
        const StageId stage = handed.asked.stage;
        const StageSet own = first.affected & second.affected & needed_stages(m_right.experiment(), stage);
        multiplications += cost(own, needs_all_heads(stage), true);
        ++m_pairs;
        return true;
    });
    m_is_worth_pairs =
        multiplications * m_readings <= most_for_pairs && kept * m_readings <= most_numbers_for_pairs;
    return *m_is_worth_pairs;
}

void MistakeSearch::try_pairs(Diagnosis& diagnosis) {
    diagnosis.left_out_pairs = !is_worth_pairs();
    if (diagnosis.left_out_pairs)
        return;
    for_each_pair([&](const Attempt& first, const Attempt& second, const HandedIn& handed) {
        std::optional<MistakenTrace> both;
        if (first.is_in_calculation() && second.is_in_calculation())
            both.emplace(trace_of(first), trace_of(second), second.mistake);
        MistakenTrace& trace = both ? *both : trace_of(first.is_in_calculation() ? first : second);
        std::optional<Claim> its =
            claim(trace, handed, {first.mistake, second.mistake}, static_cast<double>(m_pairs));
        // Each has to make a difference to the other.
        for (const Attempt* one : {&first, &second}) {
            const HandedIn alone = handed_in({one});
            if (its && fits(alone) && !handed.has_any_head_order &&
                !differs(handed_numbers(trace, handed), handed_numbers(trace_of(*one), alone)))
                its.reset();
        }
        if (its)
            add(diagnosis, std::move(*its));
        return !is_stopped();
    });
    for (const Attempt& each : m_attempts)
        m_right.release(each.mistake, true);
}

} // namespace lab
