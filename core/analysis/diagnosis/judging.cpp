// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diagnosis/judging.h"

#include "core/analysis/diagnosis/rough_numbers.h"
#include "core/base/freed_memory.h"
#include "core/experiment/masks.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lab {

namespace {

/// How many cells are right, or would be without a mistake.
Index explained(const Diagnosis& diagnosis) {
    return diagnosis.near ? diagnosis.near->fitting : diagnosis.right;
}

/// Whether more can be said of numbers that no mistake explains in all cells, read in another way.
bool says_more(const Diagnosis& one, const Diagnosis& other) {
    if (one.line || other.line)
        return one.line && !other.line && !other.near;
    if (!one.has_shape || !other.has_shape)
        return one.has_shape;
    const Index cells = explained(one);
    return (cells > explained(other) && 2 * cells > one.cells) ||
           (cells == explained(other) && !one.near && other.near);
}

/// The kind of the first claim: of single mistakes, the one that is looked for first is likeliest.
MistakeKind first_kind(const Diagnosis& diagnosis) {
    return diagnosis.claims.front().mistakes.front().kind;
}

} // namespace

Judge::Judge(MistakenTrace& right, const Asked& asked, const PrintedArray& given,
             std::optional<double> tolerance, const std::stop_token& stop, double searched)
    : m_right(right), m_asked(asked), m_tolerance{tolerance}, m_stop(stop), m_searched(searched),
      m_readings(readings(m_right, asked, given)),
      m_has_shape(has_shape_of(asked.stage, given, m_right.sizes())) {
    keep_freed_memory();
}

double Judge::needed() const {
    return needed_evidence + std::log10(static_cast<double>(m_readings.size()) * m_searched);
}

std::vector<Arrangement> Judge::arrangement_of(const Reading& reading) const {
    std::vector<Arrangement> arrangement = reading.arrangement;
    const HiddenRows rows = m_right.hidden_rows();
    if (rows != HiddenRows::zero)
        arrangement.push_back(rows == HiddenRows::nan ? Arrangement::hidden_rows_nan
                                                      : Arrangement::hidden_rows_equal);
    return arrangement;
}

Diagnosis Judge::right_as(const Reading& reading, double largest) const {
    Diagnosis diagnosis;
    diagnosis.asked = reading.asked;
    diagnosis.is_right = true;
    diagnosis.arrangement = arrangement_of(reading);
    diagnosis.cells = diagnosis.right = reading.numbers.numbers.size();
    diagnosis.heads = reading.numbers.heads;
    diagnosis.rows = reading.numbers.rows();
    diagnosis.columns = reading.numbers.columns();
    diagnosis.tolerance = m_tolerance.at(largest_magnitude(reading.numbers.last_digit), largest);
    return diagnosis;
}

/// If the numbers read like that are right. Where the numbers may be read as they stand, or if it is the
/// question which stage they are, another reading has to agree in so many digits that it is not by chance.
std::optional<Diagnosis> Judge::right(const Reading& reading) {
    if (!has_shape_of(reading.asked.stage, reading.numbers, m_right.sizes()))
        return std::nullopt;
    const HeadMatrices expected = numbers_of(m_right, reading.asked, reading.numbers.heads);
    const double largest = expected.largest();
    const GivenHeads given = heads_of(reading.numbers);
    double found = 0;
    for (std::size_t i = 0; i < given.size(); ++i) {
        if (!agrees(given[i], expected[i], m_tolerance, largest))
            return std::nullopt;
        found += evidence(given[i], m_tolerance, largest);
    }
    const bool may_be_read_otherwise = m_has_shape || m_searched > 1;
    if (!reading.arrangement.empty() && may_be_read_otherwise && found < needed())
        return std::nullopt;
    return right_as(reading, largest);
}

/// If they are right but for how they are rounded; as a last resort, within what float32 is off.
std::optional<Diagnosis> Judge::roughly_right(const Reading& reading, bool is_last_resort) {
    if (m_tolerance.given || !has_shape_of(reading.asked.stage, reading.numbers, m_right.sizes()))
        return std::nullopt;
    const HeadMatrices expected = numbers_of(m_right, reading.asked, reading.numbers.heads);
    const GivenHeads given = heads_of(reading.numbers);
    const auto rough = is_last_resort ? float_noise(given, expected) : roughness(given, expected, needed());
    if (!rough)
        return std::nullopt;
    Diagnosis diagnosis = right_as(reading, expected.largest());
    diagnosis.arrangement.push_back(rough->as);
    diagnosis.rough = rough;
    return diagnosis;
}

std::optional<Diagnosis> Judge::right() {
    for (const Reading& each : m_readings) {
        if (std::optional<Diagnosis> its = right(each))
            return its;
    }
    return std::nullopt;
}

std::optional<Diagnosis> Judge::roughly_right(bool is_last_resort) {
    for (const Reading& each : m_readings) {
        if (std::optional<Diagnosis> its = roughly_right(each, is_last_resort))
            return its;
    }
    return std::nullopt;
}

/// Whether it is read alike whichever head is asked for.
bool Judge::is_of_all_heads(const Reading& reading) const {
    return info(reading.asked.stage).per_head && (reading.numbers.heads > 0 || reading.asked.is_average);
}

/// Compares each reading with the stage.
void Judge::begin_search() {
    if (!m_searches.empty())
        return;
    m_attempts = attempts_of(m_right.experiment(), m_asked);
    for (const Reading& each : m_readings) {
        if (m_leaves_out_all_heads && is_of_all_heads(each))
            continue;
        Search& its = m_searches.emplace_back();
        its.reading = &each;
        its.search = std::make_unique<MistakeSearch>(m_right, each.asked, m_attempts, each.numbers,
                                                     m_tolerance.given, m_stop);
        its.search->expect_readings(m_searched * static_cast<double>(m_readings.size()));
        its.compared = its.search->compare();
        its.compared.arrangement = arrangement_of(each);
        its.found = its.compared;
    }
}

/// Looks for one mistake in every reading. nullopt if there is none; that which is looked for first.
std::optional<Diagnosis> Judge::mistaken_once() {
    const bool tries_pairs =
        std::ranges::any_of(m_searches, [](const Search& each) { return each.search->is_worth_pairs(); });
    for (const Attempt& attempt : m_attempts) {
        if (m_stop.stop_requested())
            return std::nullopt;
        try_alone(attempt);
        m_right.release(attempt.mistake, tries_pairs && is_common(attempt.mistake.kind));
    }
    std::optional<Diagnosis> best;
    for (auto& [reading, search, compared, found] : m_searches) {
        if (found.claims.empty())
            search->try_fitted(found);
        if (!found.claims.empty() && (!best || first_kind(found) < first_kind(*best)))
            best = found;
    }
    return best;
}

/// Looks for one mistake in every reading, then for two. nullopt if it was stopped before.
std::optional<Diagnosis> Judge::mistaken() {
    begin_search();
    std::optional<Diagnosis> best = mistaken_once();
    if (best || m_stop.stop_requested())
        return best;
    for (auto& [reading, search, compared, found] : m_searches) {
        if (reading->arrangement.empty())
            search->try_lines(found);
        if (!found.line || found.line->may_be_chance)
            search->try_pairs(found);
        found.may_be_chance = search->may_be_chance();
        if (!found.claims.empty())
            return found;
        if (!found.may_be_chance)
            found.near = search->near_claim();
        if (!best || says_more(found, *best))
            best = found;
    }
    return best;
}

Diagnosis Judge::wrong() {
    std::optional<Diagnosis> best = mistaken();
    if (best && !best->claims.empty())
        return std::move(*best);
    if (std::optional<Diagnosis> its = roughly_right(true))
        return std::move(*its);
    return best.value_or(Diagnosis());
}

void Judge::try_alone(const Attempt& attempt) {
    begin_search();
    for (Search& each : m_searches)
        each.search->try_alone(attempt, each.found);
}

std::vector<Diagnosis> Judge::mistaken_alone() {
    std::vector<Diagnosis> all;
    for (const Search& each : m_searches) {
        if (!each.found.claims.empty())
            all.push_back(each.found);
    }
    return all;
}

std::vector<Diagnosis> Judge::mistaken_fitted() {
    begin_search();
    std::vector<Diagnosis> all;
    for (const Search& each : m_searches) {
        if (m_stop.stop_requested())
            break;
        Diagnosis its = each.compared;
        each.search->try_fitted(its);
        if (!its.claims.empty())
            all.push_back(std::move(its));
    }
    return all;
}

std::optional<Diagnosis> Judge::nearly() {
    std::optional<Diagnosis> best;
    for (const Search& each : m_searches) {
        each.search->weigh_itself();
        const std::optional<NearClaim> near = each.search->nearest(m_searched);
        if (!near || (best && best->near->surplus >= near->surplus))
            continue;
        best = each.compared;
        best->near = near;
    }
    return best;
}

std::vector<Index> hidden_rows(MistakenTrace& right, const Asked& asked) {
    std::vector<Index> rows;
    if (!needed_stages(right.experiment(), asked.stage).test(static_cast<std::size_t>(StageId::weights)))
        return rows;
    const Matrix& scores = right.stage(StageId::masked_scores, asked.head);
    for (Index row = 0; row < scores.rows(); ++row) {
        if (is_hidden(scores.row(row).maxCoeff()))
            rows.push_back(row);
    }
    return rows;
}

HiddenRows usual_in_hidden_rows(const PrintedArray& given) {
    return given.numbers.array().isNaN().any() ? HiddenRows::nan : HiddenRows::equal;
}

} // namespace lab
