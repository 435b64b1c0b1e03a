// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diagnosis/judge.h"

#include "core/analysis/diagnosis/judging.h"

namespace lab {

namespace {

Diagnosis judged(const Experiment& experiment, const Asked& asked, const PrintedArray& given,
                 std::optional<double> tolerance, const std::stop_token& stop) {
    const auto right_of = [](Judge& judge) {
        std::optional<Diagnosis> right = judge.right();
        return right ? right : judge.roughly_right(false);
    };
    MistakenTrace right(experiment);
    Judge judge(right, asked, given, tolerance, stop);
    if (std::optional<Diagnosis> its = right_of(judge))
        return std::move(*its);
    const std::vector<Index> rows = hidden_rows(right, asked);
    if (rows.empty())
        return judge.wrong();
    MistakenTrace other_right(experiment, usual_in_hidden_rows(given));
    Judge other(other_right, asked, given, tolerance, stop);
    std::optional<Diagnosis> there = right_of(other);
    if (!there) {
        Diagnosis here = judge.wrong();
        if (here.is_right || !here.claims.empty())
            return here;
        there = other.wrong();
        if (there->claims.empty() && there->right <= here.right)
            return here;
    }
    there->hidden_rows = rows;
    return std::move(*there);
}

} // namespace

std::optional<Diagnosis> judge(const Experiment& experiment, const Asked& asked, const PrintedArray& given,
                               std::optional<double> tolerance, const std::stop_token& stop) {
    Diagnosis diagnosis = judged(experiment, asked, given, tolerance, stop);
    return stop.stop_requested() ? std::nullopt : std::optional(std::move(diagnosis));
}

} // namespace lab
