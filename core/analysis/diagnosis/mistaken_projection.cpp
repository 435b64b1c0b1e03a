// SPDX-License-Identifier: GPL-3.0-or-later
//
// Queries, keys and values of calculations with mistakes. Most mistakes leave the inputs and the weights as
// they are, and what these come to, multiplied, is computed once for all of them.
#include "core/analysis/diagnosis/missed_matrices.h"
#include "core/analysis/diagnosis/mistaken_trace.h"
#include "core/base/product.h"
#include "core/experiment/parameter.h"
#include "core/stages/03_queries_keys_values.h"

#include <utility>

namespace lab {

namespace {

/// So many numbers may be kept of products with the inputs of one trace.
constexpr double most_kept_products = 3e7;

/// The place of queries, keys and values among all_weights and all_biases.
std::size_t kind_of(StageId id) {
    return id == StageId::queries ? 0 : id == StageId::keys ? 1 : 2;
}

/// What the columns of a head are computed with.
struct HeadWeights {
    MatrixPtr weights, bias;
    Columns columns; ///< of both
};

HeadWeights weights_of_head(const Recipe& recipe, StageId id, HeadIndex head) {
    const Projection& p = recipe.experiment.projection;
    const Heads& heads = recipe.experiment.heads;
    std::size_t kind = kind_of(id);
    if (recipe.fused) {
        const Index block = (*recipe.fused)[kind][static_cast<std::size_t>(head)];
        kind = static_cast<std::size_t>(block / heads.count);
        head = block % heads.count;
    }
    const MatrixPtr& weights = projection_matrix(p, all_weights[kind].id);
    return {weights, projection_matrix(p, all_biases[kind].id),
            head_columns(weights->cols(), info(all_weights[kind].id).split, heads, head)};
}

/// Numbers whose columns belong to so many parts as the layout says, with each part's side by side.
Matrix split_in_parts(const Matrix& all, Index parts, HeadLayout layout) {
    const Index rows = all.rows(), columns = all.cols() / parts;
    Matrix result(rows, all.cols());
    if (layout == HeadLayout::by_reshape) {
        const Eigen::Map<const Matrix> in_order(all.data(), rows * parts, columns);
        for (Index part = 0; part < parts; ++part)
            result.middleCols(part * columns, columns) = in_order.middleRows(part * rows, rows);
        return result;
    }
    for (Index part = 0; part < parts; ++part) {
        for (Index column = 0; column < columns; ++column)
            result.col(part * columns + column) = all.col(column * parts + part);
    }
    return result;
}

} // namespace

StageId MistakenTrace::inputs_of(StageId id) const {
    return id != StageId::queries && m_recipe.experiment.source ? StageId::source_inputs : StageId::inputs;
}

/// X·W for some columns of W.
Matrix MistakenTrace::product(StageId inputs, const MatrixPtr& weights, const Columns& columns) {
    MistakenTrace& its = owner(inputs);
    const auto found = its.m_products.find({inputs, weights.get(), columns.first});
    if (found != its.m_products.end() && found->second.cols() == columns.count)
        return found->second;
    const Matrix& x = its.stage(inputs, 0);
    Matrix result(x.rows(), columns.count);
    multiply(x, weights->middleCols(columns.first, columns.count), result);
    const double numbers = static_cast<double>(result.size());
    if (m_recipe.weights->has(weights) && its.m_product_numbers + numbers <= most_kept_products) {
        its.m_product_numbers += numbers;
        its.m_products[{inputs, weights.get(), columns.first}] = result;
    }
    return result;
}

/// Queries, keys or values before any norm or rotation, with a head's own columns.
Matrix MistakenTrace::projected_columns(StageId id, HeadIndex head) {
    const Experiment& e = m_recipe.experiment;
    if (e.projection.kind == ProjectionKind::linear) {
        const HeadWeights its = weights_of_head(m_recipe, id, head);
        Matrix result = product(inputs_of(id), its.weights, its.columns);
        if (its.bias)
            result.rowwise() += its.bias->row(0).segment(its.columns.first, its.columns.count);
        return result;
    }
    static const Matrix none;
    Matrix result(length(info(id).rows, m_dimensions), length(info(id).columns, m_dimensions));
    projected(e, has_inputs(e) ? stage(inputs_of(id), 0) : none, head, id,
              {0, 0, result.rows(), result.cols()}, result);
    return result;
}

/// All heads of a stage, side by side, where they are split in another way.
const Matrix& MistakenTrace::split_columns(StageId id) {
    Matrix& kept = m_split[kind_of(id)];
    if (kept.size() > 0)
        return kept;
    const Heads& heads = m_recipe.experiment.heads;
    const Index parts = id == StageId::queries ? heads.count : heads.kv_count;
    const Index columns = length(info(id).columns, m_dimensions);
    Matrix all(length(info(id).rows, m_dimensions), parts * columns);
    for (Index part = 0; part < parts; ++part)
        all.middleCols(part * columns, columns) = projected_columns(id, part * (heads.count / parts));
    m_numbers += static_cast<double>(all.size());
    return kept = split_in_parts(all, parts, m_recipe.heads_split);
}

Matrix MistakenTrace::projected_head(StageId id, HeadIndex head) {
    Matrix result;
    if (m_recipe.heads_split == HeadLayout::side_by_side) {
        result = projected_columns(id, head);
    } else {
        const Matrix& all = split_columns(id);
        const Columns its = head_columns(all.cols(), info(all_weights[kind_of(id)].id).split,
                                         m_recipe.experiment.heads, head);
        result = all.middleCols(its.first, its.count);
    }
    if (id == StageId::values)
        return result;
    const Block at{0, 0, result.rows(), result.cols()};
    if (m_recipe.unrotated != id) {
        normalize_and_rotate(m_recipe.experiment, id, at, result);
        return result;
    }
    Experiment unrotated = m_recipe.experiment;
    unrotated.scores.rotary = false;
    normalize_and_rotate(unrotated, id, at, result);
    return result;
}

} // namespace lab
