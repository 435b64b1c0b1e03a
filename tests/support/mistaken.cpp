// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/mistaken.h"

#include <array>
#include <cstdio>

namespace lab::test {

namespace {

using M = OracleMistakes;

/// Null for what changes only what is handed in; in the order of MistakeKind.
struct MadeBy {
    const char* name;
    void (*make)(M&);
};
constexpr std::array<MadeBy, mistake_kinds> makers{{
    {"other_stage", nullptr},
    {"other_head", nullptr},
    {"other_head_order", nullptr},
    {"transposed", nullptr},
    {"not_scaled", [](M& m) { m.scale = M::Scale::none; }},
    {"scaled_by_d_k", [](M& m) { m.scale = M::Scale::by_d_k; }},
    {"scaled_by_d_model", [](M& m) { m.scale = M::Scale::by_root_of_d_model; }},
    {"scaled_twice", [](M& m) { m.scale = M::Scale::twice; }},
    {"normalised_over_queries", [](M& m) { m.line = M::Line::queries; }},
    {"normalised_over_all", [](M& m) { m.line = M::Line::all; }},
    {"base_two", [](M& m) { m.base_two = true; }},
    {"without_exponential", [](M& m) { m.no_exponential = true; }},
    {"without_mask", [](M& m) { m.hiding = M::Hiding::none; }},
    {"masked_with_zero", [](M& m) { m.hiding = M::Hiding::put; }},
    {"weights_masked", [](M& m) { m.hiding = M::Hiding::weights; }},
    {"weights_masked_and_normalised", [](M& m) { m.hiding = M::Hiding::weights_again; }},
    {"without_bias",
     [](M& m) {
         m.no_bias = {true, true, true, true};
     }},
    {"without_output_bias", [](M& m) { m.no_bias[3] = true; }},
    {"weights_transposed",
     [](M& m) {
         m.transposed = {true, true, true, false};
     }},
    {"queries_and_keys_exchanged",
     [](M& m) {
         m.projected_by = {1, 0, 2};
     }},
    {"keys_for_values", [](M& m) { m.keys_for_values = true; }},
    {"without_position", [](M& m) { m.no_position = true; }},
    {"without_rotation", [](M& m) { m.rotation = M::Rotation::none; }},
    {"without_alibi", [](M& m) { m.no_alibi = true; }},
    {"without_temperature", [](M& m) { m.no_temperature = true; }},
    {"sign_turned", nullptr},
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
            make(made);
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
    }
    return names;
}

} // namespace lab::test
