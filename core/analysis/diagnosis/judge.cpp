// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diagnosis/judge.h"

#include "core/analysis/diagnosis/judging.h"
#include "core/analysis/diagnosis/rough_numbers.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lab {

namespace {

std::optional<Diagnosis> right_of(Judge& judge) {
    std::optional<Diagnosis> right = judge.right();
    return right ? right : judge.roughly_right(false);
}

/// Judges of the document as it is, and where keys of whole rows are hidden, as most programs have it.
class TwoJudges {
public:
    TwoJudges(DocumentTraces& traces, const Asked& asked, const PrintedArray& given,
              std::optional<double> tolerance, const std::stop_token& stop)
        : m_here(traces.with(HiddenRows::zero), asked, given, tolerance, stop),
          m_rows(hidden_rows(traces.with(HiddenRows::zero), asked)) {
        if (!m_rows.empty())
            m_there.emplace(traces.with(usual_in_hidden_rows(given)), asked, given, tolerance, stop);
    }

    std::optional<Diagnosis> right() {
        std::optional<Diagnosis> found = right_of(m_here);
        if (!found && m_there && (found = right_of(*m_there)))
            found->hidden_rows = m_rows;
        return found;
    }
    Diagnosis wrong() {
        Diagnosis here = m_here.wrong();
        if (!m_there || here.is_right || !here.claims.empty())
            return here;
        Diagnosis there = m_there->wrong();
        if (there.claims.empty() && there.right <= here.right)
            return here;
        there.hidden_rows = m_rows;
        return there;
    }

private:
    Judge m_here;
    std::vector<Index> m_rows;
    std::optional<Judge> m_there;
};

} // namespace

std::optional<Diagnosis> DocumentJudge::right(const Asked& asked, const PrintedArray& given,
                                              std::optional<double> tolerance) {
    return TwoJudges(m_traces, asked, given, tolerance, {}).right();
}

std::optional<Diagnosis> DocumentJudge::judge(const Asked& asked, const PrintedArray& given,
                                              std::optional<double> tolerance, const std::stop_token& stop) {
    TwoJudges judges(m_traces, asked, given, tolerance, stop);
    std::optional<Diagnosis> diagnosis = judges.right();
    if (!diagnosis)
        diagnosis = judges.wrong();
    if (!diagnosis->is_right && diagnosis->claims.empty() && !tolerance) {
        if (std::optional<Diagnosis> its = mistaken_in_half_precision(asked, given, stop))
            diagnosis = std::move(its);
    }
    const auto is_minus_infinity = [](double number) { return std::isinf(number) && number < 0; };
    diagnosis->has_minus_infinity = std::ranges::any_of(given.numbers.reshaped(), is_minus_infinity);
    return stop.stop_requested() ? std::nullopt : diagnosis;
}

/// With a mistake, if the numbers are as rough as those of 16 bits.
std::optional<Diagnosis> DocumentJudge::mistaken_in_half_precision(const Asked& asked,
                                                                   const PrintedArray& given,
                                                                   const std::stop_token& stop) {
    const std::optional<HalfPrecision> half = half_precision_of(given);
    if (!half)
        return std::nullopt;
    Diagnosis diagnosis = TwoJudges(m_traces, asked, half->numbers, {}, stop).wrong();
    if (diagnosis.claims.empty())
        return std::nullopt;
    diagnosis.arrangement.push_back(half->as);
    return diagnosis;
}

std::optional<Diagnosis> judge_right(const Experiment& experiment, const Asked& asked,
                                     const PrintedArray& given, std::optional<double> tolerance) {
    return DocumentJudge(experiment).right(asked, given, tolerance);
}

std::optional<Diagnosis> judge(const Experiment& experiment, const Asked& asked, const PrintedArray& given,
                               std::optional<double> tolerance, const std::stop_token& stop) {
    return DocumentJudge(experiment).judge(asked, given, tolerance, stop);
}

} // namespace lab
