// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which query the page Geometry shows, and in which plane: a part of a document's `view`, `view.geometry`.
#pragma once

#include "core/analysis/geometry/plane.h"

#include <optional>

namespace lab {

struct GeometryView {
    std::optional<PlaneChoice> axes; ///< absent: as suits the vectors
    std::optional<TokenIndex> query; ///< absent: the last one
    bool operator==(const GeometryView&) const = default;
};

struct ReadGeometryView {
    GeometryView geometry;
    bool isRight = true; ///< otherwise an entry is wrong, or there is no such query: it has its default
};

/// Reads an experiment's own `view`, which may hold anything.
ReadGeometryView geometryView(const Experiment& experiment);

/// A `view` with these entries. Defaults are left out, entries unknown to this program are kept.
JsonPtr withGeometryView(const JsonPtr& view, const GeometryView& geometry);

} // namespace lab
