// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/mistaken.h"

#include <array>
#include <cstdio>
#include <limits>

namespace lab::test {

namespace {

using M = OracleMistakes;
using MadeMistake = const Mistake&;

/// Null for what changes only what is handed in; in the order of MistakeKind.
struct MadeBy {
    const char* name;
    void (*make)(M&, MadeMistake);
};

/// The masks whose rows may be hidden as a whole say by their value what becomes of such rows.
M::HiddenRow hidden_row_of(MadeMistake mistake) {
    return static_cast<M::HiddenRow>(static_cast<int>(mistake.value));
}

void multiply_scores(M& m, MadeMistake mistake) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const int which = static_cast<int>(mistake.value);
    m.hiding = M::Hiding::multiplied;
    m.hidden_number = which % 2 == 0 ? -1e9 : -infinity;
    m.visible_number = which < 2 ? 1 : 0;
}

/// By whose weights queries, keys and values are computed.
template<std::size_t queries, std::size_t keys, std::size_t values>
void exchange(M& m, MadeMistake mistake) {
    m.projected_by = {queries, keys, values};
    m.with_biases = mistake.value == 1;
}

template<std::size_t queries, std::size_t keys, std::size_t values>
void shift(M& m, MadeMistake) {
    m.projected_by = {queries, keys, values};
    m.with_biases = true;
}

template<std::size_t which>
void leave_out_bias(M& m, MadeMistake) {
    m.no_bias[which] = true;
}

template<std::size_t which>
void add_other_bias(M& m, MadeMistake mistake) {
    m.biased_by[which] = static_cast<std::size_t>(mistake.value);
}

template<std::size_t queries, std::size_t keys, std::size_t values>
void add_biases(M& m, MadeMistake) {
    m.biased_by = {queries, keys, values};
}

template<M::Heads way>
void split(M& m, MadeMistake mistake) {
    m.split = way;
    if (mistake.value == 1)
        m.merged = way;
}

template<std::size_t which>
void transpose(M& m, MadeMistake) {
    m.transposed[which] = true;
}

template<bool M::*field>
void set(M& m, MadeMistake) {
    m.*field = true;
}

template<M::Scale scale>
void scale_by(M& m, MadeMistake mistake) {
    m.scale = scale;
    m.factor = mistake.value;
}

template<M::Hiding hiding>
void hide_by(M& m, MadeMistake mistake) {
    m.hiding = hiding;
    m.hidden_number = mistake.value;
}

template<M::Causal causal>
void hide_keys(M& m, MadeMistake mistake) {
    m.causal = causal;
    m.hidden_row = hidden_row_of(mistake);
}

template<M::Line line>
void normalise_over(M& m, MadeMistake) {
    m.line = line;
}

template<M::Rotation rotation>
void rotate(M& m, MadeMistake) {
    m.rotation = rotation;
}

constexpr std::array<MadeBy, mistake_kinds> makers{{
    {"other_stage", nullptr},
    {"other_head", nullptr},
    {"other_head_order", nullptr},
    {"without_mask", hide_by<M::Hiding::none>},
    {"mask_upside_down", hide_keys<M::Causal::earlier_keys>},
    {"transposed", nullptr},
    {"not_scaled", scale_by<M::Scale::none>},
    {"scaled_by_d_k", scale_by<M::Scale::by_d_k>},
    {"scaled_by_d_model", scale_by<M::Scale::by_root_of_d_model>},
    {"scaled_twice", scale_by<M::Scale::twice>},
    {"scaled_up", scale_by<M::Scale::times_root_of_d_k>},
    {"scaled_by_heads", scale_by<M::Scale::by_root_of_heads>},
    {"scaled_by_whole_d_model", scale_by<M::Scale::by_d_model>},
    {"normalised_over_queries", normalise_over<M::Line::queries>},
    {"normalised_over_all", normalise_over<M::Line::all>},
    {"normalised_over_heads",
     [](M& m, MadeMistake mistake) {
         m.line = M::Line::heads;
         m.hidden_row = mistake.value == 1   ? M::HiddenRow::equal
                        : mistake.value == 2 ? M::HiddenRow::zero
                                             : M::HiddenRow::not_a_number;
     }},
    {"base_two", set<&M::base_two>},
    {"without_exponential", set<&M::no_exponential>},
    {"softmax_twice", [](M& m, MadeMistake) { m.afterwards = M::Afterwards::softmax; }},
    {"log_softmax", [](M& m, MadeMistake) { m.afterwards = M::Afterwards::logarithm; }},
    {"not_divided",
     [](M& m, MadeMistake mistake) {
         m.undivided = mistake.value == 1 ? M::Undivided::shifted : M::Undivided::plain;
     }},
    {"softmax_instead", set<&M::softmax_instead>},
    {"without_sink", set<&M::no_sink>},
    {"masked_with_zero", hide_by<M::Hiding::put>},
    {"weights_masked", hide_by<M::Hiding::weights>},
    {"weights_masked_and_normalised", hide_by<M::Hiding::weights_again>},
    {"mask_inverted",
     [](M& m, MadeMistake mistake) {
         m.inverted = true;
         m.hidden_row = hidden_row_of(mistake);
     }},
    {"mask_added",
     [](M& m, MadeMistake) {
         m.hiding = M::Hiding::added;
         m.visible_number = 1;
     }},
    {"hidden_mask_added",
     [](M& m, MadeMistake) {
         m.hiding = M::Hiding::added;
         m.hidden_number = 1;
     }},
    {"mask_multiplied", multiply_scores},
    {"diagonal_hidden", hide_keys<M::Causal::own_key_too>},
    {"one_too_many", hide_keys<M::Causal::one_key_less>},
    {"top_left_mask", hide_keys<M::Causal::from_top_left>},
    {"without_causal", set<&M::no_causal>},
    {"without_window", set<&M::no_window>},
    {"without_padding", set<&M::no_padding>},
    {"without_custom_mask", set<&M::no_custom>},
    {"with_causal", set<&M::more_causal>},
    {"with_padding", set<&M::more_padding>},
    {"without_bias",
     [](M& m, MadeMistake) {
         m.no_bias = {true, true, true, true};
     }},
    {"without_output_bias", leave_out_bias<3>},
    {"without_input_biases",
     [](M& m, MadeMistake) {
         m.no_bias = {true, true, true, false};
     }},
    {"without_query_bias", leave_out_bias<0>},
    {"without_key_bias", leave_out_bias<1>},
    {"without_value_bias", leave_out_bias<2>},
    {"other_query_bias", add_other_bias<0>},
    {"other_key_bias", add_other_bias<1>},
    {"other_value_bias", add_other_bias<2>},
    {"query_and_key_biases_exchanged", add_biases<1, 0, 2>},
    {"key_and_value_biases_exchanged", add_biases<0, 2, 1>},
    {"query_and_value_biases_exchanged", add_biases<2, 1, 0>},
    {"weights_transposed",
     [](M& m, MadeMistake) {
         m.transposed = {true, true, true, false};
     }},
    {"all_weights_transposed",
     [](M& m, MadeMistake) {
         m.transposed = {true, true, true, true};
     }},
    {"query_weights_transposed", transpose<0>},
    {"key_weights_transposed", transpose<1>},
    {"value_weights_transposed", transpose<2>},
    {"output_weights_transposed", transpose<3>},
    {"queries_and_keys_exchanged", exchange<1, 0, 2>},
    {"keys_and_values_exchanged", exchange<0, 2, 1>},
    {"queries_and_values_exchanged", exchange<2, 1, 0>},
    {"fused_by_head", [](M& m, MadeMistake) { m.fused = M::Fused::read_by_head; }},
    {"fused_by_kind", [](M& m, MadeMistake) { m.fused = M::Fused::read_by_kind; }},
    {"fused_shifted", shift<1, 2, 0>},
    {"fused_shifted_back", shift<2, 0, 1>},
    {"keys_for_values", set<&M::keys_for_values>},
    {"without_position", set<&M::no_position>},
    {"without_rotation", rotate<M::Rotation::none>},
    {"other_rotary_layout", rotate<M::Rotation::other_layout>},
    {"only_queries_rotated", rotate<M::Rotation::queries>},
    {"only_keys_rotated", rotate<M::Rotation::keys>},
    {"other_rotary_base", [](M& m, MadeMistake mistake) { m.rotary_base = mistake.value; }},
    {"with_rotation",
     [](M& m, MadeMistake mistake) {
         m.rotation = mistake.value == 1 ? M::Rotation::halves : M::Rotation::neighbours;
     }},
    {"without_alibi", set<&M::no_alibi>},
    {"with_alibi", set<&M::more_alibi>},
    {"without_added_scores", set<&M::no_added>},
    {"without_softcap", set<&M::no_softcap>},
    {"without_norm", set<&M::no_norm>},
    {"without_temperature", set<&M::no_temperature>},
    {"kv_heads_tiled", set<&M::tiled>},
    {"heads_split_by_reshape", split<M::Heads::in_order>},
    {"heads_merged_by_reshape", [](M& m, MadeMistake) { m.merged = M::Heads::in_order; }},
    {"heads_split_interleaved", split<M::Heads::in_turn>},
    {"heads_merged_interleaved", [](M& m, MadeMistake) { m.merged = M::Heads::in_turn; }},
    {"weights_transposed_at_values", set<&M::transposed_at_values>},
    {"sign_turned", nullptr},
    {"rounded_on_the_way",
     [](M& m, MadeMistake mistake) {
         m.rounded = mistake.stage;
         m.decimals = static_cast<int>(mistake.value);
     }},
    {"other_factor", scale_by<M::Scale::other>},
    {"small_stand_in", hide_by<M::Hiding::put>},
    {"stand_in_added", hide_by<M::Hiding::added>},
    {"other_alibi_slopes", [](M& m, MadeMistake mistake) { m.slopes = mistake.value; }},
    {"dropout_left_on", [](M& m, MadeMistake mistake) { m.dropout = mistake.value; }},
}};

} // namespace

Matrix numbers_of(const Oracle& oracle, StageId stage, HeadIndex head) {
    const OracleMatrix& from = oracle.stage(stage, info(stage).per_head ? head : 0);
    Matrix numbers(from.rows(), from.columns());
    for (Index i = 0; i < numbers.rows(); ++i) {
        for (Index j = 0; j < numbers.cols(); ++j)
            numbers(i, j) = from.at(i, j).value;
    }
    return numbers;
}

Oracle mistaken_oracle(const Experiment& experiment, const std::vector<Mistake>& mistakes) {
    M made;
    for (const Mistake& each : mistakes) {
        if (const auto make = makers[static_cast<std::size_t>(each.kind)].make)
            make(made, each);
    }
    return Oracle(experiment, made);
}

Matrix handed_in(const Oracle& oracle, const Asked& asked, const std::vector<Mistake>& mistakes) {
    StageId stage = asked.stage;
    HeadIndex head = asked.head;
    bool transposes = false, negates = false;
    for (const Mistake& each : mistakes) {
        stage = each.kind == MistakeKind::other_stage ? each.stage : stage;
        head = each.kind == MistakeKind::other_head ? each.head : head;
        transposes = transposes || each.kind == MistakeKind::transposed;
        negates = negates || each.kind == MistakeKind::sign_turned;
    }
    Matrix numbers = numbers_of(oracle, stage, head);
    if (transposes)
        numbers = Matrix(numbers.transpose());
    return negates ? Matrix(-numbers) : numbers;
}

PrintedArray exactly(const Matrix& numbers) {
    return {numbers, Matrix::Zero(numbers.rows(), numbers.cols())};
}

PrintedArray exactly(const std::vector<Matrix>& heads) {
    const Index rows = heads.front().rows(), count = static_cast<Index>(heads.size());
    PrintedArray all = exactly(Matrix(rows * count, heads.front().cols()));
    all.heads = count;
    for (Index head = 0; head < count; ++head)
        all.numbers.middleRows(head * rows, rows) = heads[static_cast<std::size_t>(head)];
    return all;
}

std::string bracketed(const Matrix& numbers, const char* format, int decimals) {
    std::string text = "[";
    for (Index i = 0; i < numbers.rows(); ++i) {
        text += i == 0 ? "[" : ", [";
        for (Index j = 0; j < numbers.cols(); ++j) {
            std::array<char, 400> number{};
            std::snprintf(number.data(), number.size(), format, decimals, numbers(i, j));
            text += (j == 0 ? "" : ", ") + std::string(number.data());
        }
        text += "]";
    }
    return text + "]";
}

std::string names_of(const std::vector<Mistake>& mistakes) {
    std::string names;
    for (const Mistake& each : mistakes) {
        names += (names.empty() ? "" : " + ") + std::string(makers[static_cast<std::size_t>(each.kind)].name);
        if (each.kind == MistakeKind::other_stage)
            names += " " + std::string(info(each.stage).name);
        if (each.kind == MistakeKind::other_head)
            names += " " + std::to_string(each.head);
        if (each.kind == MistakeKind::rounded_on_the_way)
            names += " of " + std::string(info(each.stage).name);
        if (each.value != 0)
            names += " " + std::to_string(each.value);
    }
    return names;
}

} // namespace lab::test
