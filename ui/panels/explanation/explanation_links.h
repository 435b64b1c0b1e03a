// SPDX-License-Identifier: GPL-3.0-or-later
//
// Links in an explanation: their names and targets.
#pragma once

#include "core/describe/formula.h"

#include <QString>

#include <optional>

namespace lab {

/// Encodes a source as a link. linkedSource() decodes it.
QString linkTo(const Source& source);
/// The source that a link encodes; nullopt for other links.
std::optional<Source> linkedSource(const QString& link);
inline QString trailLink(std::size_t step) {
    return QStringLiteral("trail/%1").arg(step);
}
inline QString aboutLink() {
    return QStringLiteral("about");
}

/// Shows all that would raise the number, or only the strongest.
inline QString allPullsLink() {
    return QStringLiteral("pull/all");
}

/// "Values: “sky”, feature 1", "W_Q[1,2]".
QString sourceName(const Experiment& experiment, const Source& source);

} // namespace lab
