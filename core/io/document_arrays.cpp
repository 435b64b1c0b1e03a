// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/document_arrays.h"

#include "core/base/comma_list.h"
#include "core/stages/02_inputs.h"

#include <algorithm>
#include <cassert>

namespace lab {

namespace {

constexpr Index most_positions_times_features = 4'000'000;

std::vector<DocumentArray> every_array() {
    std::vector<DocumentArray> arrays{{"tokens", ArrayKind::tokens},
                                      {"source_tokens", ArrayKind::source_tokens}};
    for (const ParameterInfo& parameter : all_parameters()) {
        arrays.push_back(array_of(parameter.id));
        if (parameter.id == ParameterId::E)
            arrays.push_back({"E_tokens", ArrayKind::words});
    }
    arrays.push_back({"mask", ArrayKind::mask});
    for (const StageInfo& stage : all_stages())
        arrays.push_back(array_of(stage.id));
    return arrays;
}

/// Rows of X or X_source, before positions are added.
MatrixPtr input_rows(const Experiment& experiment, ParameterId id) {
    if (MatrixPtr given = parameter(experiment, id))
        return given;
    const Sequence& sequence = id == ParameterId::X ? experiment.sequence : key_sequence(experiment);
    Embedding plain = experiment.embedding;
    plain.position.kind = PositionKind::none;
    Matrix rows(static_cast<Index>(sequence.tokens.size()), plain.dimension);
    inputs(sequence, nullptr, plain, {0, 0, rows.rows(), rows.cols()}, rows);
    return share(std::move(rows));
}

MatrixPtr position_table(const Experiment& experiment) {
    if (experiment.embedding.position.kind == PositionKind::learned)
        return experiment.embedding.position.table;
    const Matrix none = Matrix::Zero(positions_needed(experiment), experiment.embedding.dimension);
    Matrix table(none.rows(), none.cols());
    inputs({}, &none, experiment.embedding, {0, 0, none.rows(), none.cols()}, table);
    return share(std::move(table));
}

bool has_positions(const Experiment& experiment) {
    switch (experiment.embedding.position.kind) {
    case PositionKind::none:
        return false;
    case PositionKind::sinusoidal:
        return has_inputs(experiment) &&
               positions_needed(experiment) <= most_positions_times_features / experiment.embedding.dimension;
    case PositionKind::learned:
        break;
    }
    return is_read(experiment, ParameterId::position);
}

bool has_parameter(const Experiment& experiment, ParameterId id) {
    switch (id) {
    case ParameterId::X:
        return has_inputs(experiment);
    case ParameterId::X_source:
        return has_inputs(experiment) && experiment.source;
    case ParameterId::position:
        return has_positions(experiment);
    case ParameterId::E:
    case ParameterId::additive:
        return is_read(experiment, id);
    default:
        return is_read(experiment, id) && parameter(experiment, id);
    }
}

NumberArray one_matrix(const MatrixPtr& matrix, std::vector<Index> shape) {
    return {std::move(shape), matrix->rows(), matrix->cols(), [matrix](Index first_row, MatrixRef numbers) {
                numbers = matrix->middleRows(first_row, numbers.rows());
            }};
}

/// Reads rows of matrices of the same height that stand one below the other: calls `read` for each with the
/// first of its rows that is asked for, and where they belong.
template<class Read>
void read_from_each(Index height, Index first_row, MatrixRef numbers, const Read& read) {
    for (Index done = 0; done < numbers.rows();) {
        const Index row = (first_row + done) % height;
        const Index count = std::min(height - row, numbers.rows() - done);
        read((first_row + done) / height, row, numbers.middleRows(done, count));
        done += count;
    }
}

} // namespace

NumberArray one_matrix(const MatrixPtr& matrix) {
    return one_matrix(matrix, {matrix->rows(), matrix->cols()});
}

NumberArray one_a_head(const std::vector<MatrixPtr>& matrices) {
    const Index height = matrices.front()->rows();
    const Index width = matrices.front()->cols();
    const auto heads = static_cast<Index>(matrices.size());
    return {
        {heads, height, width}, heads * height, width, [matrices, height](Index first, MatrixRef numbers) {
            read_from_each(height, first, numbers, [&](HeadIndex head, Index row, MatrixRef rows) {
                rows = matrices[static_cast<std::size_t>(head)]->middleRows(row, rows.rows());
            });
        }};
}

DocumentArray array_of(ParameterId id) {
    return {info(id).name, ArrayKind::parameter, id};
}

DocumentArray array_of(StageId id) {
    return {info(id).name, ArrayKind::stage, {}, id};
}

std::span<const DocumentArray> all_arrays() {
    static const std::vector<DocumentArray> all = every_array();
    return all;
}

bool is_text(const DocumentArray& array) {
    return array.kind == ArrayKind::tokens || array.kind == ArrayKind::source_tokens ||
           array.kind == ArrayKind::words;
}

std::string array_names(std::span<const DocumentArray> arrays) {
    std::vector<std::string_view> names;
    for (const DocumentArray& array : arrays) {
        if (!is_text(array))
            names.push_back(array.name);
    }
    return comma_list(names);
}

std::optional<DocumentArray> array_named(std::string_view name) {
    for (const DocumentArray& array : all_arrays()) {
        if (array.name == name && !is_text(array))
            return array;
    }
    return std::nullopt;
}

bool has_array(const Experiment& experiment, const DocumentArray& array) {
    switch (array.kind) {
    case ArrayKind::tokens:
        return true;
    case ArrayKind::source_tokens:
        return experiment.source.has_value();
    case ArrayKind::words:
        return has_parameter(experiment, ParameterId::E);
    case ArrayKind::parameter:
        return has_parameter(experiment, array.parameter);
    case ArrayKind::mask:
        return experiment.mask.custom != nullptr;
    case ArrayKind::stage:
        break;
    }
    return has_stage(experiment, array.stage);
}

std::vector<DocumentArray> arrays_of(const Experiment& experiment) {
    std::vector<DocumentArray> arrays;
    std::ranges::copy_if(all_arrays(), std::back_inserter(arrays),
                         [&](const DocumentArray& array) { return has_array(experiment, array); });
    return arrays;
}

bool is_per_head(const Experiment& experiment, const DocumentArray& array) {
    if (array.kind == ArrayKind::stage)
        return info(array.stage).per_head;
    return array.kind == ArrayKind::parameter && array.parameter == ParameterId::additive &&
           experiment.scores.additive.size() > 1;
}

MatrixPtr DocumentArrays::matrix(const DocumentArray& array) const {
    if (array.kind == ArrayKind::mask)
        return m_experiment.mask.custom;
    if (is_given_input(array.parameter))
        return input_rows(m_experiment, array.parameter);
    if (array.parameter == ParameterId::position)
        return position_table(m_experiment);
    return parameter(m_experiment, array.parameter);
}

const StreamedTrace& DocumentArrays::trace() const {
    if (!m_trace)
        m_trace = std::make_unique<StreamedTrace>(m_experiment);
    return *m_trace;
}

NumberArray DocumentArrays::stage(StageId id, std::optional<HeadIndex> head) const {
    const Dimensions d = dimensions(m_experiment);
    const Index height = length(info(id).rows, d);
    const Index width = length(info(id).columns, d);
    const bool one = !info(id).per_head || head;
    const HeadIndex first_head = head.value_or(0);
    const auto reader = std::make_shared<StreamedRows>(trace(), id);
    const auto read = [reader, height, first_head](Index first, MatrixRef numbers) {
        read_from_each(height, first, numbers, [&](HeadIndex head_below, Index row, MatrixRef rows) {
            reader->read(first_head + head_below, row, rows);
        });
    };
    if (one)
        return {{height, width}, height, width, read};
    return {{d.H, height, width}, d.H * height, width, read};
}

NumberArray DocumentArrays::numbers(const DocumentArray& array, std::optional<HeadIndex> head) const {
    assert(has_array(m_experiment, array) && !is_text(array));
    if (array.kind == ArrayKind::stage)
        return stage(array.stage, head);
    if (is_per_head(m_experiment, array)) {
        const auto& additive = m_experiment.scores.additive;
        if (!head)
            return one_a_head(additive);
        const MatrixPtr& own = additive[static_cast<std::size_t>(*head)];
        return one_matrix(own, {own->rows(), own->cols()});
    }
    const MatrixPtr whole = matrix(array);
    const bool is_sink = array.kind == ArrayKind::parameter && array.parameter == ParameterId::sink;
    if (is_sink && whole->cols() == 1)
        return one_matrix(whole, {});
    if (is_sink || (array.kind == ArrayKind::parameter && is_one_row(array.parameter)))
        return one_matrix(whole, {whole->cols()});
    return one_matrix(whole, {whole->rows(), whole->cols()});
}

std::vector<std::string> DocumentArrays::texts(const DocumentArray& array) const {
    assert(has_array(m_experiment, array) && is_text(array));
    if (array.kind == ArrayKind::words)
        return distinct_tokens(m_experiment);
    return array.kind == ArrayKind::tokens ? m_experiment.sequence.tokens : key_tokens(m_experiment);
}

} // namespace lab
