// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/files/new_document.h"

#include "core/random/seeded_vector.h"

#include <cmath>
#include <string_view>

namespace lab {

namespace {

constexpr Index features = 4; // large enough to show something, small enough to read

/// Normally distributed with standard deviation 1/√d_model, so that products keep their magnitude.
MatrixPtr weights(std::string_view name) {
    const RowVector numbers = seeded_vector(0, name, features * features);
    Matrix matrix(features, features);
    for (Index i = 0; i < matrix.size(); ++i)
        matrix(i / features, i % features) = std::round(100 * numbers[i] / std::sqrt(features)) / 100;
    return share(std::move(matrix));
}

} // namespace

Experiment newDocument() {
    Experiment experiment;
    experiment.embedding.dimension = features;
    experiment.projection.W_Q = weights("W_Q");
    experiment.projection.W_K = weights("W_K");
    experiment.projection.W_V = weights("W_V");
    return experiment;
}

} // namespace lab
