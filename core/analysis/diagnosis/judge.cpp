// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diagnosis/judge.h"

#include "core/analysis/diagnosis/judging.h"

namespace lab {

namespace {

std::optional<Diagnosis> right_of(Judge& judge) {
    std::optional<Diagnosis> right = judge.right();
    return right ? right : judge.roughly_right(false);
}

/// Judges of the document as it is, and where keys of whole rows are hidden, as most programs have it.
class TwoJudges {
public:
    TwoJudges(const Experiment& experiment, const Asked& asked, const PrintedArray& given,
              std::optional<double> tolerance, const std::stop_token& stop)
        : m_right(experiment), m_here(m_right, asked, given, tolerance, stop),
          m_rows(hidden_rows(m_right, asked)) {
        if (m_rows.empty())
            return;
        m_other_right.emplace(experiment, usual_in_hidden_rows(given));
        m_there.emplace(*m_other_right, asked, given, tolerance, stop);
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
    MistakenTrace m_right;
    Judge m_here;
    std::vector<Index> m_rows;
    std::optional<MistakenTrace> m_other_right;
    std::optional<Judge> m_there;
};

} // namespace

std::optional<Diagnosis> judge_right(const Experiment& experiment, const Asked& asked,
                                     const PrintedArray& given, std::optional<double> tolerance) {
    return TwoJudges(experiment, asked, given, tolerance, {}).right();
}

std::optional<Diagnosis> judge(const Experiment& experiment, const Asked& asked, const PrintedArray& given,
                               std::optional<double> tolerance, const std::stop_token& stop) {
    TwoJudges judges(experiment, asked, given, tolerance, stop);
    std::optional<Diagnosis> diagnosis = judges.right();
    if (!diagnosis)
        diagnosis = judges.wrong();
    return stop.stop_requested() ? std::nullopt : diagnosis;
}

} // namespace lab
