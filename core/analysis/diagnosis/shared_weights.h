// SPDX-License-Identifier: GPL-3.0-or-later
//
// The weights that a document and its calculations with mistakes have in common, each of them once: what is
// multiplied by the same matrix need not be multiplied again.
#pragma once

#include "core/experiment/experiment.h"

#include <utility>
#include <vector>

namespace lab {

class SharedWeights {
public:
    SharedWeights() = default;
    explicit SharedWeights(const Projection& projection) {
        for (const MatrixPtr& each : {projection.W_Q, projection.W_K, projection.W_V, projection.W_O}) {
            if (each)
                m_weights.push_back({each, nullptr});
        }
    }

    /// Whether it is one of the document's or one of them transposed. Such a matrix lives as long as this.
    bool has(const MatrixPtr& matrix) const;
    /// The same matrix each time it is asked for; of a transposed one, the one that it was made of.
    MatrixPtr transposed(const MatrixPtr& matrix);

private:
    std::vector<std::pair<MatrixPtr, MatrixPtr>> m_weights; ///< and transposed, if that was asked for
};

} // namespace lab
