// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/describe/script_builder.h"

#include "core/base/python.h"
#include "core/base/text_position.h"
#include "core/describe/script_phrases.h"
#include "core/experiment/overrides.h"
#include "core/experiment/stage.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace lab {

namespace {

/// What differs between the libraries: {key}, and what stands for it.
struct Wording {
    std::string_view key, numpy, pytorch;
};

constexpr std::array wordings{
    Wording{"lib", "np", "torch"},
    Wording{"array", "np.array", "torch.tensor"},
    Wording{"inf", "np.inf", "torch.inf"},
    Wording{"each_row", "axis=-1, keepdims=True", "dim=-1, keepdim=True"},
    Wording{"max", "max", "amax"},
    Wording{"copy", "copy", "clone"},
    Wording{"heads_first", "transpose(1, 0, 2)", "transpose(0, 1)"},
    Wording{"swapped", "transpose(0, 2, 1)", "transpose(1, 2)"},
};

bool is_part_of_name(char c) {
    return is_letter(c) || is_decimal_digit(c) || c == '_';
}

/// Whether the text contains the name as a word of its own.
bool has_word(std::string_view text, std::string_view name) {
    for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        if ((at == 0 || !is_part_of_name(text[at - 1])) &&
            (end == text.size() || !is_part_of_name(text[end])))
            return true;
    }
    return false;
}

/// The same for the code and the comment of a line; its strings do not count.
bool is_named_in(std::string_view line, std::string_view name) {
    // Most lines are numbers.
    return has_word(line, name) && std::ranges::any_of(pieces_of(line), [&](const PythonPiece& piece) {
               return (piece.kind == PythonKind::name && piece.text == name) ||
                      (piece.kind == PythonKind::comment && has_word(piece.text, name));
           });
}

} // namespace

ScriptBuilder::ScriptBuilder(const Experiment& experiment, ScriptLibrary library)
    : m_experiment(experiment), m_sizes(dimensions(experiment)), m_library(library) {}

void ScriptBuilder::begin(ScriptSubject subject, std::initializer_list<const char*> heading) {
    std::string sentence;
    for (const char* part : heading)
        sentence += part;
    if (sentence.back() != '.')
        sentence += '.';
    m_blocks.push_back({subject, {std::move(sentence)}, {}});
}

std::string ScriptBuilder::filled(std::string_view text) const {
    std::string out;
    while (!text.empty()) {
        const std::size_t open = std::min(text.find('{'), text.size());
        out += text.substr(0, open);
        text.remove_prefix(open);
        if (text.empty())
            break;
        const std::size_t close = text.find('}');
        const auto wording = std::ranges::find(wordings, text.substr(1, close - 1), &Wording::key);
        assert(wording != wordings.end());
        out += m_library == ScriptLibrary::numpy ? wording->numpy : wording->pytorch;
        text.remove_prefix(close + 1);
    }
    return out;
}

void ScriptBuilder::line(std::string_view text, std::string_view comment) {
    std::string line = filled(text);
    if (!comment.empty())
        line.append("  # ").append(comment);
    m_blocks.back().lines.push_back(std::move(line));
}

void ScriptBuilder::either(std::string_view numpy, std::string_view pytorch, std::string_view comment) {
    line(m_library == ScriptLibrary::numpy ? numpy : pytorch, comment);
}

bool ScriptBuilder::is_far() const {
    constexpr Index far_position = 500;
    return positions_needed(m_experiment) > far_position;
}

std::string ScriptBuilder::per_head(std::string_view shape) const {
    return (has_heads() ? "(H, " : "(") + std::string(shape) + ')';
}

void ScriptBuilder::raw(std::vector<std::string> lines) {
    std::ranges::move(lines, std::back_inserter(m_blocks.back().lines));
}

std::string ScriptBuilder::number(double value) const {
    return number_literal(value, filled("{lib}"));
}

std::vector<std::string> ScriptBuilder::numbers(const Eigen::Ref<const RowVector>& row) const {
    std::vector<std::string> texts;
    texts.reserve(static_cast<std::size_t>(row.size()));
    for (const double value : row)
        texts.push_back(number(value));
    return texts;
}

void ScriptBuilder::add_rows(const Matrix& matrix, std::size_t indent, bool are_whole_numbers) {
    for (Index row = 0; row < matrix.rows(); ++row) {
        std::vector<std::string> texts;
        if (are_whole_numbers)
            std::ranges::transform(matrix.row(row), std::back_inserter(texts),
                                   [](double value) { return value == 0 ? "0" : "1"; });
        else
            texts = numbers(matrix.row(row));
        raw(list_literal(texts, indent));
        m_blocks.back().lines.back() += ',';
    }
}

void ScriptBuilder::array(const std::string& name, const Matrix& numbers, std::string_view shape) {
    line(name + " = {array}([");
    add_rows(numbers, 4, false);
    line("])", shape);
}

void ScriptBuilder::vector(const std::string& name, const Matrix& row, std::string_view shape,
                           std::string_view then) {
    std::vector<std::string> lines = list_literal(numbers(row.row(0)), 4);
    if (lines.size() > 1) {
        line(name + " = {array}(");
        raw(std::move(lines));
        return line(")" + std::string(then), shape);
    }
    line(name + " = {array}(" + lines.front().substr(4) + ")" + std::string(then), shape);
}

void ScriptBuilder::arrays(const std::string& name, const std::vector<MatrixPtr>& matrices,
                           std::string_view shape, bool are_whole_numbers) {
    line(name + " = {array}([");
    for (std::size_t head = 0; head < matrices.size(); ++head) {
        if (matrices.size() == 1) {
            add_rows(*matrices[head], 4, are_whole_numbers);
            continue;
        }
        line("    [", "head " + std::to_string(head));
        add_rows(*matrices[head], 8, are_whole_numbers);
        line("    ],");
    }
    line("])", shape);
}

void ScriptBuilder::overrides(StageId stage, bool is_shared) {
    const StageInfo& about = info(stage);
    const std::string name(about.name);
    for (const Override* each : overrides_in_force(m_experiment, stage)) {
        if (std::exchange(is_shared, false)) {
            std::string& last = m_blocks.back().lines.back();
            last.insert(std::min(last.find("  #"), last.size()), filled(".{copy}()"));
        }
        std::string text = name + "[";
        if (about.per_head && has_heads())
            text.append(std::to_string(each->head)).append(", ");
        text.append(std::to_string(each->row)).append(", ").append(std::to_string(each->column));
        line(text.append("] = ").append(number(each->value)), script_phrase::overridden);
    }
}

bool ScriptBuilder::uses(std::string_view name) const {
    return std::ranges::any_of(m_blocks, [&](const ScriptBlock& block) {
        return std::ranges::any_of(block.lines,
                                   [&](const std::string& line) { return is_named_in(line, name); });
    });
}

} // namespace lab
