// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/imported.h"

#include "core/base/comma_list.h"
#include "core/base/number_format.h"
#include "core/edits/sentence.h"
#include "core/edits/vectors.h"
#include "core/experiment/validate.h"
#include "core/stages/01_tokens.h"

#include <algorithm>
#include <filesystem>

namespace lab {

namespace {

/// The tokens as a text if it is split into the same ones, otherwise as they are.
Sequence sequence_with(std::vector<std::string> tokens) {
    std::string text = spaced(tokens);
    Sequence sequence = make_sequence(text);
    if (sequence.tokens != tokens)
        sequence = {Tokenizer::manual, std::move(text), std::move(tokens)};
    return sequence;
}

/// Rows that a sequence has to fit, and the array that has them.
struct RowsOf {
    Index rows = 0;
    std::string array;
};

class Importer {
public:
    Importer(const ImportPlan& plan, const NamedArrays& arrays, const ImportChoices& choices)
        : m_plan(plan), m_arrays(arrays), m_choices(choices) {}

    Result<Experiment> import() {
        if (inputs_fit() && read_numbers() && make_sequences()) {
            m_next.title = std::filesystem::path(m_arrays.file()).stem().string();
            m_next.heads = m_plan.heads;
            complete_vectors(m_next);
            check();
        }
        if (m_error)
            return *m_error;
        return std::move(m_next);
    }

private:
    bool fail(Error error) {
        m_error = in_file(std::move(error), m_arrays.file());
        return false;
    }

    bool read_numbers();
    void put(const PlannedParameter& parameter, Matrix numbers);
    bool inputs_fit();
    bool make_sequences();
    std::optional<RowsOf> rows_of(ParameterId id) const;
    /// Takes a sequence that fits the rows, if there are any.
    bool take(Sequence& sequence, Sequence from, const std::optional<RowsOf>& rows, const char* what);
    void check();

    const ImportPlan& m_plan;
    const NamedArrays& m_arrays;
    const ImportChoices& m_choices;
    Experiment m_next;
    std::optional<Error> m_error;
};

/// Rows of another width would be replaced by seeded ones.
bool Importer::inputs_fit() {
    for (const ParameterId id : {ParameterId::X, ParameterId::X_source}) {
        const PlannedParameter* rows = planned(m_plan, id);
        if (rows && rows->columns != m_plan.d_model)
            return fail({m_plan.arrays[rows->array].name, std::to_string(rows->columns) + " columns",
                         std::to_string(m_plan.d_model) + ", the rows of W_Q (d_model)"});
    }
    return true;
}

bool Importer::read_numbers() {
    Matrix whole; // of the array `read`, which may have several parameters
    std::optional<std::size_t> read;
    for (const PlannedParameter& parameter : m_plan.parameters) {
        const PlannedArray& array = m_plan.arrays[parameter.array];
        if (read != parameter.array) {
            Result<Matrix> matrix = m_arrays.read(m_arrays.arrays()[parameter.array]);
            if (!matrix)
                return fail(matrix.error());
            whole = std::move(matrix).value();
            read = parameter.array;
        }
        const Index first = static_cast<Index>(parameter.part) * parameter.columns;
        put(parameter, array.transposed ? Matrix(whole.middleRows(first, parameter.columns).transpose())
                                        : Matrix(whole.middleCols(first, parameter.columns)));
    }
    return true;
}

void Importer::put(const PlannedParameter& parameter, Matrix numbers) {
    if (is_given_input(parameter.id))
        m_next.embedding.inputs = InputKind::rows;
    if (is_gain(parameter.id) && !m_next.scores.qk_norm)
        m_next.scores.qk_norm.emplace();
    *place_of(m_next, parameter.id) = share(std::move(numbers));
}

std::optional<RowsOf> Importer::rows_of(ParameterId id) const {
    const PlannedParameter* parameter = planned(m_plan, id);
    if (!parameter)
        return std::nullopt;
    return RowsOf{parameter->rows, m_plan.arrays[parameter->array].name};
}

bool Importer::take(Sequence& sequence, Sequence from, const std::optional<RowsOf>& rows, const char* what) {
    const auto count = static_cast<Index>(from.tokens.size());
    const std::string found = std::to_string(count) + (count == 1 ? " token" : " tokens");
    if (count == 0)
        return fail({what, "no tokens", "at least one"});
    if (rows && rows->rows != count)
        return fail({what, found, std::to_string(rows->rows) + ", one for each row of " + rows->array});
    sequence = std::move(from);
    return true;
}

bool Importer::make_sequences() {
    const bool is_given = m_plan.family->storage == Storage::given;
    m_next.projection.kind = is_given ? ProjectionKind::direct : ProjectionKind::linear;
    m_next.embedding.dimension = m_plan.d_model;
    const auto queries = rows_of(is_given ? ParameterId::Q : ParameterId::X);
    const auto keys = rows_of(is_given ? ParameterId::K : ParameterId::X_source);
    Sequence sentence = numbered_sentence(queries ? queries->rows : tokens_by_default);
    if (m_choices.tokens) {
        sentence = make_sequence(*m_choices.tokens);
    } else if (m_plan.tokens) {
        Result<std::vector<std::string>> texts = m_arrays.read_texts(m_arrays.arrays()[*m_plan.tokens]);
        if (!texts)
            return fail(texts.error());
        sentence = sequence_with(std::move(texts).value());
    }
    if (!take(m_next.sequence, std::move(sentence), queries, "tokens"))
        return false;
    const bool is_cross = m_choices.source_tokens || (keys && !is_given) ||
                          (is_given && keys->rows != static_cast<Index>(m_next.sequence.tokens.size()));
    if (!is_cross)
        return true;
    m_next.source.emplace();
    return take(*m_next.source,
                m_choices.source_tokens ? make_sequence(*m_choices.source_tokens)
                                        : numbered_sentence(keys ? keys->rows : tokens_by_default),
                keys, "source tokens");
}

/// Says which array a problem is about.
void Importer::check() {
    const std::vector<Error> problems = validate(m_next);
    if (problems.empty())
        return;
    Error problem = problems.front();
    for (const PlannedParameter& parameter : m_plan.parameters) {
        const std::string& array = m_plan.arrays[parameter.array].name;
        const std::string name(info(parameter.id).name);
        if (problem.place.ends_with("." + name) && array != name)
            problem.place = array + ", taken for " + problem.place;
    }
    fail(std::move(problem));
}

/// "a, b, c and 140 more".
std::string unused_arrays(const ImportPlan& plan) {
    constexpr std::size_t most = 12;
    std::vector<std::string_view> names;
    std::size_t count = 0;
    for (const PlannedArray& array : plan.arrays) {
        if (array.taken_for.empty() && ++count <= most)
            names.push_back(array.name);
    }
    const std::string list = comma_list(names);
    return count > most ? list + " and " + std::to_string(count - most) + " more" : list;
}

std::string heads_line(const ImportPlan& plan) {
    const auto& [count, groups] = plan.heads;
    std::string line = std::to_string(count) + (count == 1 ? " head" : " heads");
    if (groups != count)
        line += ", " + std::to_string(groups) + (groups == 1 ? " key/value head" : " key/value heads");
    return line;
}

} // namespace

Result<Experiment> imported(const ImportPlan& plan, const NamedArrays& arrays, const ImportChoices& choices) {
    return Importer(plan, arrays, choices).import();
}

std::vector<std::string> import_summary(const ImportPlan& plan) {
    const std::string prefix = shown_prefix(plan.prefix);
    std::vector<std::string> lines{"named as " + std::string(plan.family->words) +
                                   (prefix.empty() ? "" : ", below " + prefix)};
    for (const PlannedArray& array : plan.arrays) {
        if (!array.taken_for.empty())
            lines.push_back(array.name + " (" + dimensions_text(array.shape) + ", " + array.type + ") is " +
                            array.taken_for + (array.transposed ? ", transposed" : ""));
    }
    const std::string unused = unused_arrays(plan);
    lines.push_back(unused.empty() ? "every array is used" : "not used: " + unused);
    lines.push_back(heads_line(plan));
    lines.emplace_back(
        "names do not tell positions, rotary, masks, scale or normaliser: set what the model has");
    return lines;
}

} // namespace lab
