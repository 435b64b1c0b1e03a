// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edits/added_scores.h"

#include "core/base/number_format.h"
#include "core/edits/resize.h"
#include "core/experiment/parameter.h"
#include "core/random/seeded_vector.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace lab {

namespace {

constexpr int seeded_decimals = 4; ///< as other seeded numbers have

Experiment with_matrices_added(const Experiment& experiment, std::vector<MatrixPtr> additive) {
    Experiment next = experiment;
    next.scores.additive = std::move(additive);
    drop_origin(next, ParameterId::additive);
    return next;
}

/// What T5 adds for each distance of a key from a query, from that of the first key from the last query on.
std::vector<double> t5_numbers(const Experiment& experiment, std::size_t head) {
    const Matrix& shape = *experiment.scores.additive[head];
    const Index offset =
        experiment.source ? experiment.source->offset - experiment.sequence.offset : 0; // of positions
    const RowVector numbers =
        seeded_vector(experiment.embedding.seed, "t5:" + std::to_string(head), t5_buckets);
    std::vector<double> added;
    for (Index distance = 1 - shape.rows(); distance < shape.cols(); ++distance)
        added.push_back(
            rounded(numbers[t5_bucket(distance + offset, !experiment.mask.causal)], seeded_decimals));
    return added;
}

/// Those of a query, for all keys of a matrix of that shape.
auto t5_row(const std::vector<double>& numbers, const Matrix& shape, Index query) {
    return Eigen::Map<const RowVector>(numbers.data() + (shape.rows() - 1 - query), shape.cols());
}

} // namespace

std::optional<Error> too_many_added_scores(const Experiment& experiment, Index matrices) {
    Experiment with = experiment;
    with.scores.additive.resize(static_cast<std::size_t>(matrices)); // only their number is looked at
    if (!too_large_as(with, with.projection.kind, dimensions(with)))
        return std::nullopt;
    const Dimensions d = dimensions(experiment);
    return Error{"scores.additive", std::to_string(matrices * d.n_q * d.n_k) + " added scores",
                 "1 GiB of parameters"};
}

Experiment with_added_scores(const Experiment& experiment, bool present) {
    if (present != experiment.scores.additive.empty())
        return experiment;
    const auto n_q = static_cast<Index>(experiment.sequence.tokens.size());
    const auto n_k = n_q == 0 ? 0 : static_cast<Index>(key_tokens(experiment).size());
    std::vector<MatrixPtr> additive;
    if (present)
        additive.push_back(share(Matrix(Matrix::Zero(n_q, n_k))));
    return with_matrices_added(experiment, std::move(additive));
}

Experiment with_added_scores_per_head(const Experiment& experiment) {
    const std::vector<MatrixPtr>& now = experiment.scores.additive;
    if (now.size() != 1)
        return experiment;
    return with_matrices_added(
        experiment, std::vector<MatrixPtr>(static_cast<std::size_t>(experiment.heads.count), now.front()));
}

Experiment with_shared_added_scores(const Experiment& experiment, HeadIndex head) {
    const std::vector<MatrixPtr>& now = experiment.scores.additive;
    if (now.size() < 2)
        return experiment;
    return with_matrices_added(experiment, {now[static_cast<std::size_t>(head)]});
}

Experiment with_painted_scores(const Experiment& experiment, HeadIndex head, const Block& cells,
                               double value) {
    std::vector<MatrixPtr> additive = with_added_scores(experiment, true).scores.additive;
    MatrixPtr& own = additive[additive.size() == 1 ? 0 : static_cast<std::size_t>(head)];
    Matrix painted = *own;
    painted.block(cells.row, cells.column, cells.rows, cells.columns).setConstant(value);
    own = share(std::move(painted));
    return with_matrices_added(experiment, std::move(additive));
}

Index t5_bucket(Index distance, bool both_ways) {
    constexpr double farthest = 128;
    const Index buckets = both_ways ? t5_buckets / 2 : t5_buckets;
    const Index first = both_ways && distance > 0 ? buckets : 0;
    const Index apart = both_ways ? std::abs(distance) : std::max<Index>(-distance, 0);
    const Index exact = buckets / 2; // distances with a bucket of their own
    if (apart < exact)
        return first + apart;
    // Logarithms to base 2 are exact where a bucket of a power of two begins.
    const auto near = static_cast<double>(exact);
    const double share = std::log2(static_cast<double>(apart) / near) / std::log2(farthest / near);
    const auto shared = static_cast<Index>(share * static_cast<double>(buckets - exact));
    return first + std::min(exact + shared, buckets - 1);
}

Experiment with_t5_buckets(const Experiment& experiment) {
    std::vector<MatrixPtr> additive = experiment.scores.additive;
    for (std::size_t head = 0; head < additive.size(); ++head) {
        Matrix matrix(additive[head]->rows(), additive[head]->cols());
        const std::vector<double> numbers = t5_numbers(experiment, head);
        for (Index query = 0; query < matrix.rows(); ++query)
            matrix.row(query) = t5_row(numbers, matrix, query);
        additive[head] = share(std::move(matrix));
    }
    return with_matrices_added(experiment, std::move(additive));
}

bool has_t5_buckets(const Experiment& experiment) {
    const std::vector<MatrixPtr>& additive = experiment.scores.additive;
    for (std::size_t head = 0; head < additive.size(); ++head) {
        const Matrix& matrix = *additive[head];
        const std::vector<double> numbers = t5_numbers(experiment, head);
        for (Index query = 0; query < matrix.rows(); ++query) {
            if (matrix.row(query) != t5_row(numbers, matrix, query))
                return false;
        }
    }
    return !additive.empty();
}

} // namespace lab
