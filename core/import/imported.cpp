// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/imported.h"

#include "core/base/comma_list.h"
#include "core/base/number_format.h"
#include "core/edits/sentence.h"
#include "core/edits/vectors.h"
#include "core/experiment/validate.h"
#include "core/import/captured.h"
#include "core/stages/01_tokens.h"

#include <nlohmann/json.hpp>

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
            m_next.mask.causal = m_plan.is_causal;
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

    const Matrix* stored(std::size_t array);
    std::optional<Matrix> numbers_of(const ArrayPiece& piece);
    bool read_numbers();
    bool read_captured(const PlannedParameter& parameter);
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
    Matrix m_stored;
    std::optional<std::size_t> m_read; ///< the array that is in m_stored
    std::optional<Error> m_error;
};

/// Rows of another width would be replaced by seeded ones.
bool Importer::inputs_fit() {
    for (const ParameterId id : {ParameterId::X, ParameterId::X_source}) {
        const PlannedParameter* rows = planned(m_plan, id);
        if (rows && rows->columns != m_plan.d_model)
            return fail({m_plan.arrays[rows->pieces.front().array].name,
                         std::to_string(rows->columns) + " columns",
                         std::to_string(m_plan.d_model) + ", the rows of W_Q (d_model)"});
    }
    return true;
}

/// The array as it is stored, its matrices below each other. Several parameters may be in one, and several
/// arrays in one parameter: the last one read is kept.
const Matrix* Importer::stored(std::size_t array) {
    if (m_read == array)
        return &m_stored;
    const bool may_hide = is_captured(*m_plan.family);
    Result<Matrix> matrix =
        m_arrays.read_by_head(m_arrays.arrays()[array], may_hide ? ArrayUse::mask : ArrayUse::numbers);
    if (!matrix) {
        fail(matrix.error());
        return nullptr;
    }
    m_stored = std::move(matrix).value();
    m_read = array;
    return &m_stored;
}

std::optional<Matrix> Importer::numbers_of(const ArrayPiece& piece) {
    const PlannedArray& array = m_plan.arrays[piece.array];
    const Matrix* all = stored(piece.array);
    if (!all)
        return std::nullopt;
    const auto matrix = all->middleRows(piece.matrix * array.rows, array.rows);
    const auto [first, count] = piece.columns;
    return array.transposed ? Matrix(matrix.middleRows(first, count).transpose())
                            : Matrix(matrix.middleCols(first, count));
}

bool Importer::read_numbers() {
    for (const PlannedParameter& parameter : m_plan.parameters) {
        if (parameter.id == ParameterId::additive) {
            if (!read_captured(parameter))
                return false;
            continue;
        }
        Matrix numbers(parameter.rows, parameter.columns);
        Index at = 0;
        for (const ArrayPiece& piece : parameter.pieces) {
            const std::optional<Matrix> part = numbers_of(piece);
            if (!part)
                return false;
            if (parameter.is_stacked)
                numbers.middleRows(at, part->rows()) = *part;
            else
                numbers.middleCols(at, part->cols()) = *part;
            at += parameter.is_stacked ? part->rows() : part->cols();
        }
        put(parameter, std::move(numbers));
    }
    return true;
}

/// Scores, or weights as scores: what queries and keys of zeros have added.
bool Importer::read_captured(const PlannedParameter& parameter) {
    const bool is_weights = m_plan.family == &captured_weights();
    const auto heads = static_cast<Index>(parameter.pieces.size());
    for (const ArrayPiece& piece : parameter.pieces) {
        const std::optional<Matrix> numbers = numbers_of(piece);
        if (!numbers)
            return false;
        Result<Matrix> added =
            is_weights ? added_for_weights(*numbers, piece.matrix) : Result<Matrix>(*numbers);
        if (!added)
            return fail({m_plan.arrays[piece.array].name + ": " + added.error().place, added.error().found,
                         added.error().expected});
        m_next.scores.additive.push_back(share(std::move(added).value()));
    }
    m_next.scores.scale = 1;
    m_next.origin = std::make_shared<const nlohmann::ordered_json>(
        nlohmann::ordered_json{{"additive", {{"captured", is_weights ? "weights" : "scores"}}}});
    m_next.projection.Q = share(Matrix::Zero(parameter.rows, heads));
    m_next.projection.K = share(Matrix::Zero(parameter.columns / heads, heads));
    if (!m_next.projection.V) // the file may have them
        m_next.projection.V = share(Matrix::Zero(parameter.columns / heads, heads));
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
    return RowsOf{parameter->rows, m_plan.arrays[parameter->pieces.front().array].name};
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
    const bool is_given = m_plan.family->parameters()[0] == ParameterId::Q;
    m_next.projection.kind = is_given ? ProjectionKind::direct : ProjectionKind::linear;
    m_next.embedding.dimension = m_plan.d_model;
    std::optional<RowsOf> queries = rows_of(is_given ? ParameterId::Q : ParameterId::X);
    std::optional<RowsOf> keys = rows_of(is_given ? ParameterId::K : ParameterId::X_source);
    if (is_captured(*m_plan.family)) {
        const PlannedParameter& pairs = *planned(m_plan, ParameterId::additive);
        const std::string& array = m_plan.arrays[pairs.pieces.front().array].name;
        queries = {pairs.rows, array};
        keys = {pairs.columns / m_plan.heads.count, array};
    }
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
        const std::string& array = m_plan.arrays[parameter.pieces.front().array].name;
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
    std::vector<std::string_view> square;
    for (const PlannedArray& array : plan.arrays) {
        const bool is_told = !array.name.ends_with(array.taken_for); // by --map, or by a name of its own
        if (array.asks && is_told && !array.transposed)
            square.push_back(array.name);
    }
    if (!square.empty())
        lines.push_back("square, so that nothing tells which way they are stored, and taken as they are: " +
                        comma_list(square) +
                        "; a layer that keeps outputs × inputs, as torch.nn.Linear does, needs "
                        "--map NAME=ARRAY:transposed");
    const std::string unused = unused_arrays(plan);
    lines.push_back(unused.empty() ? "every array is used" : "not used: " + unused);
    if (!plan.others.empty())
        lines.push_back("the first of " + std::to_string(plan.others.size() + 1) +
                        " arrays of attention; for another: --prefix " + plan.others.front());
    lines.push_back(plan.assumes_one_head
                        ? "taken as 1 head, since no array tells how many there are: --heads "
                          "says it"
                        : heads_line(plan));
    if (is_captured(*plan.family)) {
        lines.emplace_back(
            plan.family == &captured_weights()
                ? "the document gives exactly these weights: queries and keys are zeros, and ln "
                  "of the weights is added to the scores"
                : "the document gives exactly these scores: queries and keys are zeros, and "
                  "the scores are added");
        return lines;
    }
    if (plan.d_model > 0 && !planned(plan, ParameterId::X))
        lines.emplace_back("the file has no inputs: X is drawn at random");
    if (!plan.family->remark.empty())
        lines.emplace_back(plan.family->remark);
    lines.emplace_back(plan.is_causal
                           ? "names do not tell positions, rotary, other masks, scale or normaliser: "
                             "set what the model has"
                           : "names do not tell positions, rotary, masks, scale or normaliser: set "
                             "what the model has");
    return lines;
}

} // namespace lab
