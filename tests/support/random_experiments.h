// SPDX-License-Identifier: GPL-3.0-or-later
//
// Random experiments and edits, reproducible from the seed.
#pragma once

#include "core/experiment/experiment.h"

#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>

namespace lab::test {

/// Whether to test everything instead of a sample: LAB_EXHAUSTIVE is set, for example by `.ci/run --all`.
inline const bool is_exhaustive = std::getenv("LAB_EXHAUSTIVE") != nullptr;

/// Debug builds, including sanitizer builds, are five to ten times slower, and run smaller samples.
#ifdef NDEBUG
inline constexpr bool is_optimised = true;
#else
inline constexpr bool is_optimised = false;
#endif

/// The number of experiments per property.
inline const int many_experiments = is_optimised ? (is_exhaustive ? 2000 : 400) : (is_exhaustive ? 200 : 40);

class RandomExperiments {
public:
    /// What LAB_SEED says is added to the seed: with it, the same test makes other experiments.
    explicit RandomExperiments(std::uint64_t seed);

    /// A valid experiment with at least one token and a random choice of all options of the format.
    Experiment next();
    Experiment next(ProjectionKind kind);
    /// The same but only with what the plain equations describe: one sequence, no positions, no mask or a
    /// causal one, softmax, and no overrides.
    Experiment plain(ProjectionKind kind);

    /// `least` to 17 words, drawn with repetition from a small vocabulary.
    std::string sentence(Index least = 1);
    /// A number of ordinary magnitude.
    double number();
    Index between(Index least, Index most);
    /// Adds an override to a random cell of any stage. The experiment must have tokens.
    void add_override(Experiment& experiment);
    bool coin() { return between(0, 1) == 1; }

    /// Queries and keys are normalised.
    void add_norm(Experiment& experiment);

private:
    Experiment basic(ProjectionKind kind, bool cross);
    Sequence sequence();
    void add_scores(Experiment& experiment);
    void add_frequencies(Experiment& experiment) const;
    void add_added_scores(Experiment& experiment);
    void add_mask(Experiment& experiment);
    void add_keys(Experiment& experiment);
    void add_inactive(Experiment& experiment);
    MatrixPtr matrix(Index rows, Index columns);
    MatrixPtr maybe_matrix(Index rows, Index columns) { return coin() ? matrix(rows, columns) : nullptr; }
    void fill_table(Experiment& experiment);
    void give_rows(Experiment& experiment);

    std::mt19937_64 m_engine;
};

} // namespace lab::test
