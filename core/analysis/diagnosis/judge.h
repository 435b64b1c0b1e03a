// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is to be said of somebody's numbers: whether they are a stage of an experiment, and if not, which
// common mistake makes them. Whoever asks, in the window, on the command line or from Python, asks here.
#pragma once

#include "core/analysis/diagnosis/claim.h"
#include "core/analysis/diagnosis/mistaken_trace.h"

#include <optional>
#include <stop_token>

namespace lab {

/// Judges arrays by one document, whose numbers, right and with mistakes, are computed once for all of them.
class DocumentJudge {
public:
    /// The experiment must be valid and have tokens.
    explicit DocumentJudge(const Experiment& experiment) : m_traces(experiment) {}

    /// Reads the numbers in every arrangement that the stage may have (see readings()); those that agree in
    /// one are right, as they stand or in another arrangement. Otherwise mistakes are looked for in the
    /// numbers as they stand, if they have the shape of the stage, and then in the other arrangements.
    ///
    /// Compares the numbers with the stage asked for, then with those of each possible mistake, then of any
    /// two together, in the order of MistakeKind. An array with heads is compared with all heads of the
    /// stage. The experiment must have the stage and head asked for.
    ///
    /// Where no mistake agrees everywhere, that is looked for which agrees with most cells, three quarters at
    /// least; and a single row or column of another shape is looked for in the stage, as it should be and
    /// with one mistake. Numbers that are all of a type of 16 bits are looked for once more, as roughly as
    /// that.
    ///
    /// A mistake is not claimed if it changes nothing beyond the tolerance, or if so few and so rough numbers
    /// would agree by chance. nullopt if it was stopped.
    std::optional<Diagnosis> judge(const Asked& asked, const PrintedArray& given,
                                   std::optional<double> tolerance = {}, const std::stop_token& stop = {});
    /// The same of right numbers alone, which is quick; nullopt if they are wrong.
    std::optional<Diagnosis> right(const Asked& asked, const PrintedArray& given,
                                   std::optional<double> tolerance = {});

private:
    std::optional<Diagnosis> mistaken_in_half_precision(const Asked& asked, const PrintedArray& given,
                                                        const std::stop_token& stop);

    DocumentTraces m_traces;
};

/// Of a single array.
std::optional<Diagnosis> judge(const Experiment& experiment, const Asked& asked, const PrintedArray& given,
                               std::optional<double> tolerance = {}, const std::stop_token& stop = {});
/// Likewise.
std::optional<Diagnosis> judge_right(const Experiment& experiment, const Asked& asked,
                                     const PrintedArray& given, std::optional<double> tolerance = {});

} // namespace lab
