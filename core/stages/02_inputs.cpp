// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stages/02_inputs.h"

#include <cmath>

namespace lab {

namespace {

void add_sinusoids(Matrix& x) {
    const auto d_model = static_cast<double>(x.cols());
    for (Index column = 0; column < x.cols(); ++column) {
        const double wavelength = std::pow(10000.0, static_cast<double>(column - column % 2) / d_model);
        for (Index position = 0; position < x.rows(); ++position) {
            const double angle = static_cast<double>(position) / wavelength;
            x(position, column) += column % 2 == 0 ? std::sin(angle) : std::cos(angle);
        }
    }
}

} // namespace

Matrix inputs(const std::vector<std::string>& tokens, const Embedding& embedding) {
    Matrix x(static_cast<Index>(tokens.size()), embedding.dimension);
    for (std::size_t i = 0; i < tokens.size(); ++i)
        x.row(static_cast<Index>(i)) = *embedding.table->find(tokens[i])->values;
    switch (embedding.position.kind) {
    case PositionKind::none:
        break;
    case PositionKind::sinusoidal:
        add_sinusoids(x);
        break;
    case PositionKind::learned:
        x += embedding.position.table->topRows(x.rows());
        break;
    }
    return x;
}

} // namespace lab
