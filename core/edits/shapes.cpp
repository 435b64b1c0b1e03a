// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edits/shapes.h"

#include "core/base/comma_list.h"
#include "core/edits/random_parameters.h"
#include "core/edits/resize.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace lab {

namespace {

constexpr std::array size_infos{
    SizeInfo{Size::d_model, "d_model", &Dimensions::d_model},
    SizeInfo{Size::d_k, "d_k", &Dimensions::d_k},
    SizeInfo{Size::d_v, "d_v", &Dimensions::d_v},
    SizeInfo{Size::heads, "heads", &Dimensions::H},
    SizeInfo{Size::kv_heads, "kv_heads", &Dimensions::G},
    SizeInfo{Size::d_out, "d_out", &Dimensions::d_out},
};

constexpr Index most_wanted = 100'000;           // for any size
constexpr Index most_of_output = Index{1} << 24; // numbers, in a W_O of default width

/// "1, 2, 4", the divisors of a number.
std::string divisors(Index of) {
    std::vector<Index> all;
    for (Index i = 1; i <= of; ++i) {
        if (of % i == 0)
            all.push_back(i);
    }
    return comma_list(all);
}

/// What is allowed instead of `wanted`; nullopt if it is allowed.
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

/// A head's part of d_model, as in "Attention Is All You Need", where that is how wide it was.
void follow_d_model(Dimensions& to, const Dimensions& from) {
    for (Index Dimensions::*const width : {&Dimensions::d_k, &Dimensions::d_v}) {
        if (from.*width * from.H == from.d_model && to.d_model % to.H == 0)
            to.*width = to.d_model / to.H;
    }
}

} // namespace

std::span<const SizeInfo> all_sizes() {
    return size_infos;
}

const SizeInfo& info(Size size) {
    return size_infos[static_cast<std::size_t>(size)];
}

Index size_of(const Experiment& experiment, Size size) {
    return dimensions(experiment).*info(size).dimension;
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

Index largest_divisor(Index of, Index most) {
    Index divisor = std::min(of, most);
    while (of % divisor != 0)
        --divisor;
    return divisor;
}

Index groups_for(const Heads& before, Index heads) {
    return before.kv_count == before.count ? heads : largest_divisor(heads, before.kv_count);
}

Result<Experiment> with_size(const Experiment& experiment, Size size, Index wanted) {
    assert(is_free(experiment, size));
    const auto refused = [&](std::string expected) {
        return Error{std::string(info(size).name), std::to_string(wanted), std::move(expected)};
    };
    if (auto expected = rule_against(experiment, size, wanted))
        return refused(std::move(*expected));
    Dimensions to = dimensions(experiment);
    to.*info(size).dimension = wanted;
    if (size == Size::heads)
        to.G = groups_for(experiment.heads, wanted);
    if (experiment.projection.kind == ProjectionKind::identity)
        to.d_k = to.d_v = to.d_model / to.H;
    else if (experiment.projection.kind == ProjectionKind::linear &&
             (size == Size::d_model || size == Size::heads))
        follow_d_model(to, dimensions(experiment));
    Result<Experiment> next = with_sizes(experiment, to);
    if (!next)
        return refused("less: " + next.error().found + ", " + next.error().expected);
    return next;
}

Result<Experiment> with_sizes(const Experiment& experiment, const Dimensions& to) {
    if (auto problem = too_large_as(experiment, experiment.projection.kind, to))
        return std::move(*problem);
    return with_dimensions(experiment, to);
}

Experiment with_bias(const Experiment& experiment, ParameterId bias, bool present) {
    Experiment next = experiment;
    MatrixPtr& matrix = projection_matrix(next.projection, bias);
    if (present == (matrix != nullptr))
        return next;
    const MatrixPtr& weights = projection_matrix(experiment.projection, layer_of(bias).front().weights);
    matrix = present && weights ? share(Matrix::Zero(1, weights->cols())) : nullptr;
    drop_origin(next, bias);
    return next;
}

Experiment with_output_weights(const Experiment& experiment, bool present) {
    Experiment next = experiment;
    if (present == (experiment.projection.W_O != nullptr))
        return next;
    const Dimensions from = dimensions(experiment);
    const Index width = from.H * from.d_v;
    Dimensions to = from;
    const Index wanted = has_inputs(experiment) ? from.d_model : width;
    to.d_out = present ? std::clamp<Index>(most_of_output / width, 1, wanted) : width;
    next.projection.W_O =
        present ? share(seeded_parameter(experiment, ParameterId::W_O, experiment.projection.kind, to))
                : nullptr;
    next.projection.b_O = nullptr;
    drop_origin(next, "W_O");
    drop_origin(next, "b_O");
    // The output's width is H·d_v without W_O, and d_out with it.
    std::erase_if(next.overrides, [&](const Override& each) {
        return each.stage == StageId::output && each.column >= to.d_out;
    });
    return next;
}

} // namespace lab
