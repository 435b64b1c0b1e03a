// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the wedges beside the parameters' numbers show, whoever made it: what would raise an inspected number,
// or lower a loss. ParametersPanel::setPull() takes it.
#pragma once

#include "core/describe/pull.h"

#include <QString>

#include <map>
#include <memory>
#include <set>

namespace lab {

struct ShownPull {
    enum class At { number, loss };

    Pull pull; ///< all wedges are measured by its largest slope
    At at = At::number;
    /// Under the grid of a parameter on which nothing depends: why.
    std::map<ParameterId, Said> none = {};

    /// Why nothing pulls at all; no text if something does.
    Said nothing = {};
    /// Those that may not change, as in a step of a lesson.
    std::set<ParameterId> locked = {};

    /// Whether a wedge stands beside the numbers of a parameter: not where it may not change.
    bool isOf(ParameterId id) const;
    /// The slope of a parameter's number by which it is shown. 0 if there is none, as for a number that the
    /// document has got since.
    double slope(const ParameterCell& cell) const;
};
using ShownPullPtr = std::shared_ptr<const ShownPull>;

/// Wedges of a smaller share of the largest slope are a dash.
inline constexpr double leastWedge = 0.01;

/// How far a number moves in what is said of its slope.
inline constexpr double spokenStep = 0.1;

/// "E[is,1]", with the word of a row of E.
QString nameInList(const Experiment& experiment, const ParameterCell& cell);

/// "more raises it, 0.0026 for each 0.1", "less lowers the loss, …"; empty if the slope is 0.
QString pullWords(const ShownPull& shown, double slope);
/// "0.0026": what a slope gives for `spokenStep`, without a sign.
QString gainText(double slope);

} // namespace lab
