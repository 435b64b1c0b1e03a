// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/view/geometry_view.h"

#include "ui/document/view/view_json.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace lab {

namespace {

constexpr const char* geometryKey = "geometry";
constexpr const char* axesKey = "axes";
constexpr const char* queryKey = "query";

} // namespace

ReadGeometryView geometryView(const Experiment& experiment) {
    ReadGeometryView read;
    const ViewJson* entries = fieldOf(experiment.view.get(), geometryKey);
    if (!entries)
        return read;
    read.isRight = entries->is_object();
    const Dimensions d = dimensions(experiment);
    if (fieldOf(entries, axesKey)) {
        const Result<PlaneChoice> axes = plane_choice(textOf(entries, axesKey), {});
        if (axes && !problem_of_plane(axes.value(), std::max(d.d_k, d.d_v), {}))
            read.geometry.axes = axes.value();
        else
            read.isRight = false;
    }
    if (const ViewJson* query = fieldOf(entries, queryKey)) {
        const double number = query->is_number() ? query->get<double>() : -1;
        if (number >= 0 && number < static_cast<double>(d.n_q) && number == std::floor(number))
            read.geometry.query = static_cast<TokenIndex>(number);
        else
            read.isRight = false;
    }
    return read;
}

JsonPtr withGeometryView(const JsonPtr& view, const GeometryView& geometry) {
    ViewJson all = objectOf(view.get());
    ViewJson entries = objectOf(fieldOf(&all, geometryKey));
    writeField(entries, axesKey, geometry.axes ? ViewJson(text_of(*geometry.axes)) : ViewJson());
    writeField(entries, queryKey, geometry.query ? ViewJson(*geometry.query) : ViewJson());
    writeField(all, geometryKey, unlessEmpty(std::move(entries)));
    return viewOf(std::move(all));
}

} // namespace lab
