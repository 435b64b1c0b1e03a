// SPDX-License-Identifier: GPL-3.0-or-later
//
// Experiments and edits by the hundred, the same ones for the same seed.
#pragma once

#include "core/experiment.h"

#include <cstdlib>
#include <random>
#include <string>

namespace lab::test {

/// Everything is to be tried, not a sample: LAB_EXHAUSTIVE is set, as `.ci/run --all` does.
inline const bool is_exhaustive = std::getenv("LAB_EXHAUSTIVE") != nullptr;

/// How many experiments a property is tried on. Debug builds, those with sanitizers among them, are ten times
/// slower.
#ifdef NDEBUG
inline const int many_experiments = is_exhaustive ? 2000 : 400;
#else
inline const int many_experiments = is_exhaustive ? 200 : 60;
#endif

class RandomExperiments {
public:
    explicit RandomExperiments(std::uint64_t seed) : m_engine(seed) {}

    /// Free of problems, with at least one token, and with any option of the format or without it.
    Experiment next();
    Experiment next(ProjectionKind kind);
    /// The same without positions, masks other than the causal one, other normalisers than softmax and
    /// overrides, and with one sequence: what the plain equations describe.
    Experiment plain(ProjectionKind kind);

    /// Some of a few words, several times, `least` to 17 of them.
    std::string sentence(Index least = 1);
    /// A number of ordinary size.
    double number();
    Index between(Index least, Index most);
    /// Fixes one cell of any stage; the experiment has tokens.
    void add_override(Experiment& experiment);
    bool coin() { return between(0, 1) == 1; }

private:
    Experiment basic(ProjectionKind kind, bool cross);
    Sequence sequence();
    void add_scores(Experiment& experiment);
    void add_mask(Experiment& experiment);
    void add_keys(Experiment& experiment);
    MatrixPtr matrix(Index rows, Index columns);
    MatrixPtr maybe_matrix(Index rows, Index columns) { return coin() ? matrix(rows, columns) : nullptr; }
    void fill_table(Experiment& experiment);

    std::mt19937_64 m_engine;
};

} // namespace lab::test
