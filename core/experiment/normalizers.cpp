// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/normalizers.h"

#include "core/experiment/phrases.h"

#include <array>

namespace lab {

namespace {

using Kind = NormalizationKind;

constexpr std::array all_normalizers{
    Normalizer{.kind = Kind::softmax,
               .name = "softmax",
               .words = phrase::by_softmax,
               .shift = ScoreShift::largest,
               .has_sink = true,
               .raises_e = true},
    Normalizer{.kind = Kind::softmax_naive,
               .name = "softmax_naive",
               .words = phrase::by_naive_softmax,
               .has_sink = true,
               .raises_e = true},
    Normalizer{.kind = Kind::sum, .name = "sum", .words = phrase::by_sum, .has_temperature = false},
    Normalizer{.kind = Kind::sparsemax,
               .name = "sparsemax",
               .words = phrase::by_sparsemax,
               .shift = ScoreShift::threshold},
    Normalizer{.kind = Kind::sigmoid,
               .name = "sigmoid",
               .words = phrase::by_sigmoid,
               .has_bias = true,
               .each_alone = true},
};

} // namespace

std::span<const Normalizer> normalizers() {
    return all_normalizers;
}

const Normalizer& normalizer(NormalizationKind kind) {
    return all_normalizers[static_cast<std::size_t>(kind)];
}

bool reduces(const Normalization& normalization) {
    return normalizer(normalization.kind).shift != ScoreShift::none || temperature_of(normalization) != 1 ||
           bias_of(normalization) != 0;
}

double temperature_of(const Normalization& normalization) {
    return normalizer(normalization.kind).has_temperature ? normalization.temperature : 1;
}

double bias_of(const Normalization& normalization) {
    return normalizer(normalization.kind).has_bias ? normalization.bias : 0;
}

std::optional<double> sink_of(const Normalization& normalization, HeadIndex head) {
    const MatrixPtr& sink = normalization.sink;
    if (!sink || !normalizer(normalization.kind).has_sink)
        return std::nullopt;
    return (*sink)(0, sink->cols() == 1 ? 0 : head);
}

} // namespace lab
