// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edits/matrix_operations.h"

#include "core/base/number_format.h"
#include "core/edits/resize.h"
#include "core/edits/shapes.h"

namespace lab {

namespace {

/// The sizes that an experiment needs for a parameter, or one head's block of it, to have this shape; nullopt
/// if there are none.
std::optional<Dimensions> sizes_for(const Experiment& experiment, ParameterId id, Index rows, Index columns,
                                    bool one_head) {
    Dimensions d = dimensions(experiment);
    const Index own_rows = parameter(experiment, id)->rows();
    const Split split = split_of(experiment, id);
    const Index parts = one_head || split == Split::none ? 1 : split == Split::heads ? d.H : d.G;
    if (rows < 1 || columns < 1 || columns % parts != 0)
        return std::nullopt;
    const bool is_identity = experiment.projection.kind == ProjectionKind::identity;
    const auto same_rows = rows == own_rows ? std::optional(d) : std::nullopt;
    switch (id) {
    case ParameterId::E:
    case ParameterId::X:
    case ParameterId::X_source:
    case ParameterId::position:
        if (rows != own_rows || (is_identity && columns % d.H != 0))
            return std::nullopt;
        d.d_model = columns;
        if (is_identity)
            d.d_k = d.d_v = columns / d.H;
        return d;
    case ParameterId::sink:
        return columns == parameter(experiment, id)->cols() ? same_rows : std::nullopt;
    case ParameterId::additive: // as many columns as there are keys
        return columns == parts * d.n_k ? same_rows : std::nullopt;
    default:
        break;
    }
    const auto [height, width] = sizes_of(id);
    if (id == ParameterId::W_O) {
        if (rows % d.H != 0 || (is_identity && rows != own_rows))
            return std::nullopt;
        d.d_v = rows / d.H;
    } else if (height == &Dimensions::d_model) {
        d.d_model = rows;
    } else if (!same_rows) { // tokens, or a single row
        return std::nullopt;
    }
    if (is_gain(id) && is_identity && columns != d.d_k)
        return std::nullopt;
    d.*width = columns / parts;
    return d;
}

} // namespace

Matrix with_unit_rows(const Matrix& matrix) {
    Matrix unit = matrix;
    for (Index row = 0; row < unit.rows(); ++row) {
        if (const double length = unit.row(row).stableNorm(); length > 0)
            unit.row(row) /= length;
    }
    return unit;
}

Matrix rounded(const Matrix& matrix, int decimals) {
    return matrix.unaryExpr([decimals](double value) { return rounded(value, decimals); });
}

Result<Experiment> with_matrix(const Experiment& experiment, ParameterId id, const Matrix& matrix,
                               std::optional<HeadIndex> head) {
    const auto refused = [&](std::string expected) {
        return Error{std::string(info(id).name), shape_text(matrix.rows(), matrix.cols()),
                     std::move(expected)};
    };
    const auto sizes = sizes_for(experiment, id, matrix.rows(), matrix.cols(), head.has_value());
    if (!sizes)
        return refused("a shape that the document can follow in");
    const Result<Experiment> sized = with_sizes(experiment, *sizes);
    if (!sized)
        return refused("a smaller one: " + sized.error().found + ", " + sized.error().expected);
    const Index width = parameter(sized.value(), id)->cols();
    const Index first =
        head ? head_columns(width, split_of(experiment, id), experiment.heads, *head).first : 0;
    return with_cells(sized.value(), id, 0, first, matrix);
}

} // namespace lab
