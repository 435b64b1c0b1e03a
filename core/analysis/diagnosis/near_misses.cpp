// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers that almost fit: most cells of a matrix, and a single row or column.
#include "core/analysis/diagnosis/mistake_search.h"

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

/// In how many ways `some` of `all` can be chosen, as a power of ten.
double power_of_choices(Index all, Index some) {
    double power = 0;
    for (Index i = 1; i <= some; ++i)
        power += std::log10(static_cast<double>(all - some + i) / static_cast<double>(i));
    return power;
}

bool says_something(double number) {
    return std::isfinite(number) && number != 0;
}

/// What is within a millionth of huge numbers would agree with any that are given.
double common_size(double one, double other) {
    return std::min(one, other);
}

} // namespace

/// Considers a mistake that does not agree everywhere. It has to explain three quarters of all cells, and of
/// those that the stage as it should be does not explain. Zeros and infinities are in the same cells after
/// most mistakes, so that only other numbers count for it.
void MistakeSearch::weigh(const HeadMatrices& all, const HandedIn& handed, std::vector<Mistake> mistakes,
                          double tried) {
    const GivenHeads& given = this->given(handed.is_negated, false);
    const double largest = common_size(m_largest_given, all.largest());
    const double own_largest = m_expected.largest();
    NearClaim near;
    Index cells = 0, misfits = 0, gained = 0, shared = 0;
    for (const GivenMatrix& each : given)
        cells += each.numbers.size();
    for (std::size_t i = 0; i < given.size(); ++i) {
        for (Index row = 0; row < given[i].numbers.rows(); ++row) {
            for (Index column = 0; column < given[i].numbers.cols(); ++column) {
                const double number = given[i].numbers(row, column);
                const double last_digit = given[i].last_digits(row, column);
                const double other = handed.is_transposed ? all[i](column, row) : all[i](row, column);
                const double tolerance = m_tolerance.at(last_digit, largest);
                const double original = this->given()[i].numbers(row, column);
                if (!is_right(number, other, tolerance)) {
                    if (misfits++ == 0)
                        near.first_other = {{m_asked.stage,
                                             m_heads > 0 ? static_cast<HeadIndex>(i) : m_asked.head, row,
                                             column},
                                            original,
                                            handed.is_negated ? -other : other};
                    if (4 * misfits > cells)
                        return;
                    continue;
                }
                if (!says_something(number))
                    continue;
                const bool is_own = !m_expected.empty() && is_right(original, m_expected[i](row, column),
                                                                    m_tolerance.at(last_digit, own_largest));
                ++(is_own ? shared : gained);
                if (!is_own)
                    near.surplus += evidence_of(number, tolerance, largest);
            }
        }
    }
    near.fitting = cells - misfits;
    if (!mistakes.empty())
        m_fitting[mistakes.size() - 1].push_back(near.fitting);
    near.surplus -= std::log10(tried * m_readings) + power_of_choices(gained + misfits, misfits);
    if (gained < 3 * misfits || gained < shared || near.surplus < needed_evidence ||
        (m_near && m_near->surplus >= near.surplus))
        return;
    near.claim.mistakes = std::move(mistakes);
    m_near = std::move(near);
}

std::optional<NearClaim> MistakeSearch::near_claim() const {
    if (!m_near)
        return std::nullopt;
    NearClaim near = *m_near;
    near.as_good = std::ranges::count_if(m_fitting[near.claim.mistakes.size() - 1],
                                         [&](Index fitting) { return fitting >= near.fitting; }) -
                   1;
    return near;
}

void MistakeSearch::weigh_itself() {
    const HandedIn handed = handed_in({});
    m_expected = {}; // they would be their own, and explain nothing
    if (fits(handed))
        weigh(numbers(m_right, handed), handed, {}, 1);
}

std::optional<NearClaim> MistakeSearch::nearest(double searched) const {
    return m_near && m_near->surplus >= needed_evidence + std::log10(searched) ? m_near : std::nullopt;
}

/// Looks for the most wrong of few wrong cells. Zeros and infinities are in the same cells after most
/// mistakes, so that other numbers have to agree.
void MistakeSearch::look_for_slip(Diagnosis& diagnosis, double largest) const {
    const Index wrong = diagnosis.cells - diagnosis.right;
    if (wrong == 0 || (wrong > 2 && 10 * wrong >= diagnosis.cells))
        return;
    Index telling = 0;
    double most = 0;
    for (std::size_t i = 0; i < m_expected.size(); ++i) {
        const GivenMatrix& given = this->given()[i];
        for (Index at = 0; at < m_expected[i].size(); ++at) {
            const Index row = at / m_expected[i].cols(), column = at % m_expected[i].cols();
            const double number = given.numbers(row, column), expected = m_expected[i](row, column);
            if (is_right(number, expected, m_tolerance.at(given.last_digits(row, column), largest))) {
                telling += says_something(number) ? 1 : 0;
                continue;
            }
            const double difference = std::abs(number - expected);
            const double size = std::isfinite(difference) ? difference : HUGE_VAL;
            if (diagnosis.slip && size <= most)
                continue;
            most = size;
            diagnosis.slip = {{m_asked.stage,
                               m_heads > 0                    ? static_cast<HeadIndex>(i)
                               : info(m_asked.stage).per_head ? m_asked.head
                                                              : 0,
                               row, column},
                              number,
                              expected};
        }
    }
    if (telling < 3 * wrong)
        diagnosis.slip.reset();
}

/// Compares the given row or column with each row and column of a stage that is as long. One that is written
/// the other way round agrees as well.
void MistakeSearch::look_along(MistakenTrace& trace, const HandedIn& handed,
                               const std::vector<Mistake>& mistakes, std::optional<LineClaim>& found) {
    const StageId stage = handed.asked.stage;
    const Matrix& all = trace.stage(stage, handed.asked.head);
    const double largest = common_size(largest_magnitude(all), m_largest_given);
    const double tried = static_cast<double>(all.rows() + all.cols()) *
                         (mistakes.empty() ? 1 : static_cast<double>(m_attempts.size()));
    const bool is_given_as_row = given().front().numbers.rows() == 1;
    for (const bool is_row : {is_given_as_row, !is_given_as_row}) {
        const GivenMatrix& line = given(handed.is_negated, is_row != is_given_as_row).front();
        // A single row is the whole stage, and no part of it.
        if (line.numbers.size() != (is_row ? all.cols() : all.rows()) ||
            (is_row ? all.rows() : all.cols()) == 1)
            continue;
        double surplus = -std::log10(tried);
        for (Index i = 0; i < line.numbers.size(); ++i)
            surplus += evidence_of(line.numbers.data()[i],
                                   m_tolerance.at(line.last_digits.data()[i], largest), largest);
        const bool may_be_chance = surplus < needed_evidence;
        for (Index i = 0; i < (is_row ? all.rows() : all.cols()); ++i) {
            if (!agrees(line, is_row ? Matrix(all.row(i)) : Matrix(all.col(i)), m_tolerance, largest))
                continue;
            if (may_be_chance && !mistakes.empty()) {
                m_may_be_chance = true;
                continue;
            }
            if (found) {
                ++found->as_good;
                continue;
            }
            found = LineClaim{is_row, i, stage, {}, 0, may_be_chance};
            if (!mistakes.empty())
                found->claim = Claim{mistakes, {}};
        }
    }
}

void MistakeSearch::try_lines(Diagnosis& diagnosis) {
    const Matrix& given = this->given().front().numbers;
    if (diagnosis.has_shape || m_heads > 0 || given.size() < 2 || (given.rows() > 1 && given.cols() > 1) ||
        std::ranges::none_of(given.reshaped(), says_something))
        return;
    look_along(m_right, handed_in({}), {}, diagnosis.line);
    if (diagnosis.line)
        return;
    for (const Attempt& attempt : m_attempts) {
        if (is_stopped())
            return;
        const MistakeKind kind = attempt.mistake.kind;
        const HandedIn handed = handed_in({&attempt});
        if (kind == MistakeKind::transposed || kind == MistakeKind::other_head_order ||
            !makes_difference(attempt, handed))
            continue;
        look_along(trace_of(attempt), handed, {attempt.mistake}, diagnosis.line);
        m_right.release(attempt.mistake, true);
    }
}

} // namespace lab
