// SPDX-License-Identifier: GPL-3.0-or-later
//
// Links in an explanation: what they are called, and what they lead to.
#pragma once

#include "core/formula.h"

#include <QString>

#include <optional>

namespace lab {

/// Links of a page are the names of what they lead to.
QString linkTo(const Source& source);
/// What a link leads to; none where it is not of that kind.
std::optional<Source> linkedSource(const QString& link);
inline QString trailLink(std::size_t step) {
    return QStringLiteral("trail/%1").arg(step);
}
inline QString aboutLink() {
    return QStringLiteral("about");
}

/// "Values: “sky”, feature 1", "W_Q[1,2]".
QString sourceName(const Experiment& experiment, const Source& source);

} // namespace lab
