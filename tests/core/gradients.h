// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the tests of the backward pass have in common: a small document in which everything flows, what is
// done to it, and finite differences.
#pragma once

#include "core/edits/cell_overrides.h"
#include "core/edits/sentence.h"
#include "core/engine/backward.h"
#include "core/engine/pipeline.h"
#include "tests/support/random_experiments.h"
#include "tests/support/special_numbers.h"

#include <nlohmann/json.hpp>

#include <QMetaType>
#include <QString>

#include <cmath>
#include <functional>
#include <limits>

namespace lab::test {

using Edit = std::function<void(Experiment&)>;
using Json = nlohmann::ordered_json;

/// What a loss of the golden files wants: null is any number, and null in place of a row any row.
inline Matrix wanted_numbers(const Json& rows, Index columns) {
    Matrix numbers = Matrix::Constant(static_cast<Index>(rows.size()), columns, nan_value);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (std::size_t j = 0; rows[i].is_array() && j < rows[i].size(); ++j) {
            if (!rows[i][j].is_null())
                numbers(static_cast<Index>(i), static_cast<Index>(j)) = rows[i][j].get<double>();
        }
    }
    return numbers;
}

inline Target target_from(const Json& json, const Dimensions& d) {
    if (json.contains("stage"))
        return CellRef{*stage_named(json["stage"].get<std::string>()), json["head"].get<Index>(),
                       json["row"].get<Index>(), json["column"].get<Index>()};
    if (json["loss"] == "output")
        return WantedOutput{wanted_numbers(json["rows"], d.d_out)};
    return WantedWeights{json["head"].get<Index>(), wanted_numbers(json["rows"], d.n_k)};
}

inline double value_with(const Experiment& e, const Target& target) {
    const Trace trace = compute(e).value();
    ReadableStages stages(e, trace.kept());
    const Result<double> value = value_of_target(stages, target);
    return value ? value.value() : nan_value;
}

/// The central difference quotient; nullopt near a kink or a jump, where the slopes on both sides differ, and
/// where the value is so large that its own rounding, divided by the step, would show.
inline std::optional<double> measured(const Experiment& e, const Target& target, ParameterId id, Index row,
                                      Index column) {
    constexpr double step = 1e-5;
    const double here = value_at(e, id, row, column);
    if (!std::isfinite(here))
        return std::nullopt;
    const double middle = value_with(e, target);
    const double above = value_with(with_cell(e, id, row, column, here + step), target);
    const double below = value_with(with_cell(e, id, row, column, here - step), target);
    const double both = (above - below) / (2 * step);
    const double bend = std::abs(above - 2 * middle + below) / step;
    const double rounding = 4 * std::numeric_limits<double>::epsilon() * std::abs(middle) / step;
    if (!std::isfinite(both) || rounding > 1e-5 * (1 + std::abs(both)) || bend > 1e-3 * (1 + std::abs(both)))
        return std::nullopt;
    return both;
}

inline QString place_in(ParameterId id, Index row, Index column, double is, double should) {
    return QString("%1[%2,%3]: %4, measured %5")
        .arg(info(id).name.data())
        .arg(row)
        .arg(column)
        .arg(is, 0, 'g', 12)
        .arg(should, 0, 'g', 12);
}

/// A document in which everything flows: four words, one of them twice, two heads that share keys and values,
/// d_k 4, every bias, W_O.
inline Experiment flowing_document() {
    RandomExperiments random(61);
    const auto matrix = [&](Index rows, Index columns) {
        Matrix numbers(rows, columns);
        for (double& number : numbers.reshaped())
            number = random.number() / 2;
        return share(std::move(numbers));
    };
    Experiment e;
    e.embedding.dimension = 3;
    e.heads = {2, 1};
    e.projection.W_Q = matrix(3, 8);
    e.projection.W_K = matrix(3, 4);
    e.projection.W_V = matrix(3, 2);
    e.projection.b_Q = matrix(1, 8);
    e.projection.b_K = matrix(1, 4);
    e.projection.b_V = matrix(1, 2);
    e.projection.W_O = matrix(4, 3);
    e.projection.b_O = matrix(1, 3);
    e = with_text(e, "sky is blue is");
    EmbeddingTable table;
    for (const std::string& token : distinct_tokens(e))
        table.set(token, {std::make_shared<const RowVector>(*matrix(1, 3)), false});
    e.embedding.table = std::make_shared<const EmbeddingTable>(std::move(table));
    return e;
}

inline Matrix some_matrix(Index rows, Index columns) {
    Matrix numbers(rows, columns);
    for (Index i = 0; i < numbers.size(); ++i)
        numbers.data()[i] = std::sin(static_cast<double>(3 * i + 1));
    return numbers;
}

inline void add_source(Experiment& e) {
    e.source = e.sequence;
    e.source->tokens = {"blue", "sky"};
    e.source->text = "blue sky";
}

inline void add_norm(Experiment& e, QkNormKind kind, double epsilon, bool gains) {
    e.scores.qk_norm = QkNorm{kind, epsilon};
    if (gains) {
        e.scores.qk_norm->g_Q = share(some_matrix(1, 4));
        e.scores.qk_norm->g_K = share(some_matrix(1, 4) * 2);
    }
}

inline void add_scores(Experiment& e, bool of_each_head) {
    Matrix first = some_matrix(4, 4);
    first(1, 2) = -infinity;
    e.scores.additive = {share(first)};
    if (of_each_head)
        e.scores.additive.push_back(share(some_matrix(4, 4) * 0.7));
}

} // namespace lab::test

Q_DECLARE_METATYPE(lab::test::Edit)
Q_DECLARE_METATYPE(lab::Target)
