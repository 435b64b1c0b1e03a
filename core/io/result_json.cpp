// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/result_json.h"

#include "core/explain/not_finite.h"
#include "core/io/json_text.h"
#include "core/number_format.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

using Json = nlohmann::ordered_json;

/// JSON has no infinities and no NaN: they are texts.
Json number(double value) {
    return std::isfinite(value) ? Json(value) : Json(shortest(value));
}

Json rows_of(const Matrix& matrix) {
    Json rows = Json::array();
    for (Index i = 0; i < matrix.rows(); ++i) {
        Json row = Json::array();
        for (const double value : matrix.row(i))
            row.push_back(number(value));
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace

std::string write_result(const Experiment& experiment, const Trace& trace, std::span<const StageId> wanted) {
    Json stages = Json::object();
    for (const StageInfo& stage : all_stages()) {
        const bool asked_for = wanted.empty() || std::ranges::find(wanted, stage.id) != wanted.end();
        if (!asked_for || !has_stage(experiment, stage.id))
            continue;
        Json& json = stages[std::string(stage.name)];
        if (!stage.per_head) {
            json = rows_of(trace.stage(stage.id));
            continue;
        }
        json = Json::array();
        for (HeadIndex head = 0; head < experiment.heads.count; ++head)
            json.push_back(rows_of(trace.stage(stage.id, head)));
    }
    Json result{{"format", "attention-lab-result"}, {"version", 1}, {"tokens", trace.tokens}};
    if (experiment.source)
        result["source_tokens"] = trace.source_tokens;
    result["stages"] = std::move(stages);
    result["notes"] = notes(experiment, trace);
    return to_text(result);
}

} // namespace lab
