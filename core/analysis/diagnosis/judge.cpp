// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diagnosis/judge.h"

#include "core/analysis/diagnosis/arrangement.h"
#include "core/analysis/diagnosis/mistake_search.h"
#include "core/analysis/diagnosis/rough_numbers.h"
#include "core/experiment/masks.h"

#include <cmath>
#include <memory>
#include <utility>

namespace lab {

namespace {

/// Judges numbers read in every way in which they may be those of a stage.
class Judge {
public:
    Judge(const Experiment& experiment, const Asked& asked, const PrintedArray& given,
          std::optional<double> tolerance, const std::stop_token& stop,
          HiddenRows hidden_rows = HiddenRows::zero)
        : m_experiment(experiment), m_hidden_rows(hidden_rows), m_tolerance{tolerance}, m_stop(stop),
          m_right(experiment, hidden_rows), m_readings(readings(m_right, asked, given)),
          m_has_shape(has_shape_of(asked.stage, given, m_right.sizes())) {}

    /// If the numbers are right, however they are arranged and rounded.
    std::optional<Diagnosis> right();
    /// What is wrong with them otherwise.
    Diagnosis wrong();
    /// The queries all of whose keys are hidden, if that matters to what is asked.
    std::vector<Index> hidden_rows(const Asked& asked);

private:
    std::vector<Arrangement> arrangement_of(const Reading& reading) const;
    Diagnosis right_as(const Reading& reading, double largest) const;
    std::optional<Diagnosis> right(const Reading& reading);
    std::optional<Diagnosis> roughly_right(const Reading& reading, bool is_last_resort);
    std::optional<Diagnosis> mistaken();

    const Experiment& m_experiment;
    HiddenRows m_hidden_rows;
    Tolerance m_tolerance;
    std::stop_token m_stop;
    MistakenTrace m_right;
    std::vector<Reading> m_readings;
    bool m_has_shape; ///< as the numbers stand
};

std::vector<Arrangement> Judge::arrangement_of(const Reading& reading) const {
    std::vector<Arrangement> arrangement = reading.arrangement;
    if (m_hidden_rows != HiddenRows::zero)
        arrangement.push_back(m_hidden_rows == HiddenRows::nan ? Arrangement::hidden_rows_nan
                                                               : Arrangement::hidden_rows_equal);
    return arrangement;
}

std::vector<Index> Judge::hidden_rows(const Asked& asked) {
    std::vector<Index> rows;
    if (!needed_stages(m_experiment, asked.stage).test(static_cast<std::size_t>(StageId::weights)))
        return rows;
    const Matrix& scores = m_right.stage(StageId::masked_scores, asked.head);
    for (Index row = 0; row < scores.rows(); ++row) {
        if (is_hidden(scores.row(row).maxCoeff()))
            rows.push_back(row);
    }
    return rows;
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

/// If the numbers read like that are right. Where the numbers may be read as they stand, another reading has
/// to agree in so many digits that it is not by chance.
std::optional<Diagnosis> Judge::right(const Reading& reading) {
    if (!has_shape_of(reading.asked.stage, reading.numbers, m_right.sizes()))
        return std::nullopt;
    const std::vector<Matrix> expected = numbers_of(m_right, reading.asked, reading.numbers.heads);
    const double largest = largest_of(expected);
    const GivenHeads given = heads_of(reading.numbers);
    double found = 0;
    for (std::size_t i = 0; i < given.size(); ++i) {
        if (!agrees(given[i], expected[i], m_tolerance, largest))
            return std::nullopt;
        found += evidence(given[i], m_tolerance, largest);
    }
    const double tried = static_cast<double>(m_readings.size());
    if (!reading.arrangement.empty() && m_has_shape && found < needed_evidence + std::log10(tried))
        return std::nullopt;
    return right_as(reading, largest);
}

/// If they are right but for how they are rounded; as a last resort, within what float32 is off.
std::optional<Diagnosis> Judge::roughly_right(const Reading& reading, bool is_last_resort) {
    if (m_tolerance.given || !has_shape_of(reading.asked.stage, reading.numbers, m_right.sizes()))
        return std::nullopt;
    const std::vector<Matrix> expected = numbers_of(m_right, reading.asked, reading.numbers.heads);
    const GivenHeads given = heads_of(reading.numbers);
    const double needed = needed_evidence + std::log10(static_cast<double>(m_readings.size()));
    const auto rough = is_last_resort ? float_noise(given, expected) : roughness(given, expected, needed);
    if (!rough)
        return std::nullopt;
    Diagnosis diagnosis = right_as(reading, largest_of(expected));
    diagnosis.arrangement.push_back(rough->as);
    diagnosis.rough = rough;
    return diagnosis;
}

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

/// Looks for one mistake in every reading, then for two. nullopt if it was stopped before.
std::optional<Diagnosis> Judge::mistaken() {
    std::vector<std::unique_ptr<MistakeSearch>> searches;
    std::vector<Diagnosis> all;
    for (const Reading& each : m_readings) {
        if (m_stop.stop_requested())
            return std::nullopt;
        searches.push_back(std::make_unique<MistakeSearch>(m_experiment, each.asked, each.numbers,
                                                           m_tolerance.given, m_stop, m_hidden_rows));
        MistakeSearch& search = *searches.back();
        search.expect_readings(m_readings.size());
        Diagnosis& diagnosis = all.emplace_back(search.compare());
        diagnosis.arrangement = arrangement_of(each);
        search.try_alone(diagnosis, true);
    }
    std::optional<Diagnosis> best;
    for (Diagnosis& each : all) {
        if (!each.claims.empty() && (!best || first_kind(each) < first_kind(*best)))
            best = std::move(each);
    }
    if (best)
        return best;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (m_readings[i].arrangement.empty())
            searches[i]->try_lines(all[i]);
        if (!all[i].line || all[i].line->may_be_chance)
            searches[i]->try_pairs(all[i]);
        all[i].may_be_chance = searches[i]->may_be_chance();
        if (!all[i].claims.empty())
            return std::move(all[i]);
        if (!all[i].may_be_chance)
            all[i].near = searches[i]->near_claim();
        if (!best || says_more(all[i], *best))
            best = std::move(all[i]);
    }
    return best;
}

std::optional<Diagnosis> Judge::right() {
    for (const Reading& each : m_readings) {
        if (std::optional<Diagnosis> its = right(each))
            return its;
    }
    for (const Reading& each : m_readings) {
        if (std::optional<Diagnosis> its = roughly_right(each, false))
            return its;
    }
    return std::nullopt;
}

Diagnosis Judge::wrong() {
    std::optional<Diagnosis> best = mistaken();
    if (best && !best->claims.empty())
        return std::move(*best);
    for (const Reading& each : m_readings) {
        if (std::optional<Diagnosis> its = roughly_right(each, true))
            return std::move(*its);
    }
    return best.value_or(Diagnosis());
}

Diagnosis judged(const Experiment& experiment, const Asked& asked, const PrintedArray& given,
                 std::optional<double> tolerance, const std::stop_token& stop) {
    Judge judge(experiment, asked, given, tolerance, stop);
    if (std::optional<Diagnosis> right = judge.right())
        return std::move(*right);
    const std::vector<Index> hidden_rows = judge.hidden_rows(asked);
    if (hidden_rows.empty())
        return judge.wrong();
    // In most programs 0 is divided by 0 there, or a large number stands for −∞.
    const bool has_nan = given.numbers.array().isNaN().any();
    Judge other(experiment, asked, given, tolerance, stop, has_nan ? HiddenRows::nan : HiddenRows::equal);
    std::optional<Diagnosis> there = other.right();
    if (!there) {
        Diagnosis here = judge.wrong();
        if (here.is_right || !here.claims.empty())
            return here;
        there = other.wrong();
        if (there->claims.empty() && there->right <= here.right)
            return here;
    }
    there->hidden_rows = hidden_rows;
    return std::move(*there);
}

} // namespace

std::optional<Diagnosis> judge(const Experiment& experiment, const Asked& asked, const PrintedArray& given,
                               std::optional<double> tolerance, const std::stop_token& stop) {
    Diagnosis diagnosis = judged(experiment, asked, given, tolerance, stop);
    return stop.stop_requested() ? std::nullopt : std::optional(std::move(diagnosis));
}

} // namespace lab
