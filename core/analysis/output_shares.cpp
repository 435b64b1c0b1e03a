// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/output_shares.h"

#include "core/base/product.h"
#include "core/experiment/overrides.h"
#include "core/stages/10_output.h"

namespace lab {

namespace {

/// The number of a head's columns in `concat`, and of its rows in W_O.
Index head_width(const Experiment& experiment, const Matrix& concat) {
    return concat.cols() / experiment.heads.count;
}

bool has_fixed_output(const Experiment& experiment) {
    return !overrides_in_force(experiment, StageId::output, 0).empty();
}

} // namespace

Matrix head_share(const Experiment& experiment, const Matrix& concat, HeadIndex head) {
    const Index width = head_width(experiment, concat);
    const auto z = concat.middleCols(head * width, width);
    const MatrixPtr& W_O = experiment.projection.W_O;
    if (!W_O) {
        Matrix share = Matrix::Zero(concat.rows(), concat.cols());
        share.middleCols(head * width, width) = z;
        return share;
    }
    Matrix share(concat.rows(), W_O->cols());
    multiply(z, W_O->middleRows(head * width, width), share);
    return share;
}

Matrix overridden_share(const Experiment& experiment, const Matrix& concat, const Matrix& output) {
    Matrix share = Matrix::Zero(output.rows(), output.cols());
    if (!has_fixed_output(experiment))
        return share;
    Matrix computed(output.rows(), output.cols());
    lab::output(concat, experiment.projection, 0, computed);
    for (const Override* each : overrides_in_force(experiment, StageId::output, 0))
        share(each->row, each->column) = output(each->row, each->column) - computed(each->row, each->column);
    return share;
}

OutputShares output_shares(const Experiment& experiment, const Matrix& concat, const Matrix& output) {
    const Index tokens = output.rows();
    const Index width = head_width(experiment, concat);
    Matrix direction = output;
    OutputShares shares;
    for (Index token = 0; token < tokens; ++token) {
        const double length = output.row(token).stableNorm();
        shares.lengths.push_back(length);
        if (length != 0)
            direction.row(token) /= length;
    }
    // (Z_h W_O^(h)) · u = Z_h · (u W_O^(h)ᵀ): one product for all heads.
    Matrix seen = direction;
    if (const MatrixPtr& W_O = experiment.projection.W_O) {
        seen.resize(tokens, concat.cols());
        multiply_transposed(direction, *W_O, seen);
    }
    shares.heads.resize(tokens, experiment.heads.count);
    for (Index token = 0; token < tokens; ++token) {
        for (HeadIndex head = 0; head < experiment.heads.count; ++head)
            shares.heads(token, head) = concat.row(token)
                                            .segment(head * width, width)
                                            .dot(seen.row(token).segment(head * width, width));
    }
    const auto along = [&](const auto& part) {
        std::vector<double> sums;
        for (Index token = 0; token < tokens; ++token)
            sums.push_back(part(token).dot(direction.row(token)));
        return sums;
    };
    if (const MatrixPtr& b_O = experiment.projection.b_O)
        shares.bias = along([&](Index) { return b_O->row(0); });
    if (has_fixed_output(experiment)) {
        const Matrix overridden = overridden_share(experiment, concat, output);
        shares.overridden = along([&](Index token) { return overridden.row(token); });
    }
    return shares;
}

} // namespace lab
