// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edits/shapes.h"

#include "core/edits/refit.h"
#include "core/validate.h"

#include <array>

namespace lab {

namespace {

constexpr std::array sizes{
    SizeInfo{Size::d_model, "d_model"}, SizeInfo{Size::d_k, "d_k"},           SizeInfo{Size::d_v, "d_v"},
    SizeInfo{Size::heads, "heads"},     SizeInfo{Size::kv_heads, "kv_heads"}, SizeInfo{Size::d_out, "d_out"},
};

constexpr Index most_wanted = 100'000;     // of any size
constexpr double most_numbers = 134217728; // of all parameters: 1 GiB

Index& entry(Dimensions& d, Size size) {
    switch (size) {
    case Size::d_model:
        return d.d_model;
    case Size::d_k:
        return d.d_k;
    case Size::d_v:
        return d.d_v;
    case Size::heads:
        return d.H;
    case Size::kv_heads:
        return d.G;
    case Size::d_out:
        break;
    }
    return d.d_out;
}

/// "1, 2, 4", the divisors of a number.
std::string divisors(Index of) {
    std::string list;
    for (Index i = 1; i <= of; ++i) {
        if (of % i == 0)
            list += (list.empty() ? "" : ", ") + std::to_string(i);
    }
    return list;
}

/// What there can be instead of a size that cannot be; nothing where it can.
std::optional<std::string> rule_against(const Experiment& experiment, Size size, Index wanted) {
    const bool identity = experiment.projection.kind == ProjectionKind::identity;
    const Index d_model = experiment.embedding.dimension;
    const Index H = experiment.heads.count;
    if (wanted < 1 || wanted > most_wanted)
        return "a whole number from 1 to " + std::to_string(most_wanted);
    if (identity && size == Size::heads && d_model % wanted != 0)
        return "a divisor of d_model: " + divisors(d_model);
    if (identity && size == Size::d_model && wanted % H != 0)
        return "a multiple of the number of heads, " + std::to_string(H);
    if (size == Size::kv_heads && H % wanted != 0)
        return "a divisor of the number of heads: " + divisors(H);
    return std::nullopt;
}

/// How many numbers all parameters hold in those sizes.
double numbers_of(const Experiment& experiment, const Dimensions& d) {
    double sum =
        static_cast<double>(experiment.embedding.table->entries().size()) * static_cast<double>(d.d_model);
    for (const ParameterInfo& parameter : all_parameters()) {
        if (!is_projection(parameter.id) || !projection_matrix(experiment.projection, parameter.id))
            continue;
        const Layout layout = layout_of(parameter.id, experiment.projection.kind, d);
        sum += static_cast<double>(layout.row_parts * layout.rows) *
               static_cast<double>(layout.column_parts * layout.columns);
    }
    return sum;
}

/// The weights that a bias belongs to.
ParameterId weights_of(ParameterId bias) {
    switch (bias) {
    case ParameterId::b_Q:
        return ParameterId::W_Q;
    case ParameterId::b_K:
        return ParameterId::W_K;
    case ParameterId::b_V:
        return ParameterId::W_V;
    default:
        return ParameterId::W_O;
    }
}

MatrixPtr seeded(const Experiment& experiment, ParameterId id, const Dimensions& d) {
    return share(
        seeded_matrix(experiment.embedding.seed, id, layout_of(id, experiment.projection.kind, d), d));
}

} // namespace

std::span<const SizeInfo> all_sizes() {
    return sizes;
}

const SizeInfo& info(Size size) {
    return sizes[static_cast<std::size_t>(size)];
}

Index size_of(const Experiment& experiment, Size size) {
    Dimensions d = dimensions(experiment);
    return entry(d, size);
}

bool is_free(const Experiment& experiment, Size size) {
    const ProjectionKind kind = experiment.projection.kind;
    switch (size) {
    case Size::d_model:
        return kind != ProjectionKind::direct;
    case Size::d_k:
    case Size::d_v:
    case Size::kv_heads:
        return kind != ProjectionKind::identity;
    case Size::heads:
        return true;
    case Size::d_out:
        break;
    }
    return experiment.projection.W_O != nullptr;
}

Index groups_for(const Heads& before, Index heads) {
    if (before.kv_count == before.count)
        return heads;
    Index groups = std::min(before.kv_count, heads);
    while (heads % groups != 0)
        --groups;
    return groups;
}

Result<Experiment> with_size(const Experiment& experiment, Size size, Index wanted) {
    const Error refused{{}, std::string(info(size).name), std::to_string(wanted), {}};
    if (const auto expected = rule_against(experiment, size, wanted))
        return Error{{}, refused.place, refused.found, *expected};
    Dimensions to = dimensions(experiment);
    entry(to, size) = wanted;
    if (size == Size::heads)
        to.G = groups_for(experiment.heads, wanted);
    if (experiment.projection.kind == ProjectionKind::identity)
        to.d_k = to.d_v = to.d_model / to.H;
    Result<Experiment> next = with_sizes(experiment, to);
    if (!next)
        return Error{
            {}, refused.place, refused.found, "less: " + next.error().found + ", " + next.error().expected};
    return next;
}

Result<Experiment> with_sizes(const Experiment& experiment, const Dimensions& to) {
    Dimensions all = to;
    if (!experiment.projection.W_O)
        all.d_out = to.H * to.d_v;
    if (auto problem = too_large(all))
        return std::move(*problem);
    if (numbers_of(experiment, all) > most_numbers)
        return Error{{}, "parameters", "they would take more than 1 GiB", "at most 1 GiB"};
    return with_dimensions(experiment, all);
}

Experiment with_bias(const Experiment& experiment, ParameterId bias, bool present) {
    Experiment next = experiment;
    MatrixPtr& matrix = projection_matrix(next.projection, bias);
    if (present == (matrix != nullptr))
        return next;
    const bool possible = projection_matrix(experiment.projection, weights_of(bias)) != nullptr;
    matrix = present && possible ? seeded(experiment, bias, dimensions(experiment)) : nullptr;
    drop_origin(next, std::string(info(bias).name));
    return next;
}

Experiment with_output_weights(const Experiment& experiment, bool present) {
    Experiment next = experiment;
    if (present == (experiment.projection.W_O != nullptr))
        return next;
    const Dimensions from = dimensions(experiment);
    Dimensions to = from;
    to.d_out = from.H * from.d_v;
    next.projection.W_O = present ? seeded(experiment, ParameterId::W_O, to) : nullptr;
    next.projection.b_O = nullptr;
    drop_origin(next, "W_O");
    drop_origin(next, "b_O");
    // The output is as wide as all heads together on the one side, and d_out on the other.
    std::erase_if(next.overrides, [&](const Override& each) {
        return each.stage == StageId::output && each.column >= to.d_out;
    });
    return next;
}

} // namespace lab
