// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/backward.h"

#include "core/base/parallel.h"
#include "core/engine/live_trace.h"
#include "core/engine/pipeline.h"
#include "core/experiment/normalizers.h"
#include "core/experiment/overrides.h"
#include "core/stages/02_inputs.h"
#include "core/stages/03_qk_norm.h"
#include "core/stages/03_queries_keys_values.h"
#include "core/stages/04_scores.h"
#include "core/stages/05_scaled_scores.h"
#include "core/stages/06_masked_scores.h"
#include "core/stages/07_weights.h"
#include "core/stages/08_dropped_weights.h"
#include "core/stages/09_head_outputs.h"
#include "core/stages/10_output.h"

#include <algorithm>
#include <array>

namespace lab {

namespace {

/// The parameters of queries, keys or values.
struct ProjectionParameters {
    StageId stage;
    ParameterId weights, bias, given;
};
constexpr std::array projections{
    ProjectionParameters{StageId::queries, ParameterId::W_Q, ParameterId::b_Q, ParameterId::Q},
    ProjectionParameters{StageId::keys, ParameterId::W_K, ParameterId::b_K, ParameterId::K},
    ProjectionParameters{StageId::values, ParameterId::W_V, ParameterId::b_V, ParameterId::V},
};

/// What some rows of a head add up: the derivatives by all of its keys and values, and by its sink.
struct HeadSums {
    Matrix keys, values; ///< empty if nothing flows there
    double sink = 0;
};

/// Calls work(rows) for batches of rows, on several threads if `multiplications` are worth that.
template<class Work>
void for_each_part(Index rows, double multiplications, const Work& work) {
    constexpr Index rows_of_a_part = 128; // enough for products to be fast
    for_each_batch(1, {0, rows}, rows_of_a_part, multiplications, [&](HeadIndex, Rows part) { work(part); });
}

double multiplications_of(Index a, Index b, Index c) {
    return static_cast<double>(a) * static_cast<double>(b) * static_cast<double>(c);
}

class Backwards {
public:
    Backwards(ReadableStages& numbers, TargetSlopes target)
        : m_numbers(numbers), m_experiment(numbers.experiment()), m_d(numbers.dimensions()),
          m_target(std::move(target)), m_overrides(m_experiment) {
        for (const ParameterInfo& each : all_parameters()) {
            if (const MatrixPtr own = parameter(m_experiment, each.id))
                m_gradients[each.id] = Matrix::Zero(own->rows(), own->cols());
        }
    }

    Gradients run() {
        output();
        if (m_target.stage >= StageId::scores)
            attention();
        for (const ProjectionParameters& each : projections)
            projection(each);
        inputs();
        return std::move(m_gradients);
    }

private:
    bool has(ParameterId id) const { return m_gradients.contains(id); }

    /// Those of some rows that the target reads itself; a count below 1 if there are none. From scores on, no
    /// others pass anything on: a row there is computed from the same row alone.
    Rows in_target(Rows rows) const {
        const Index first = std::max(rows.first, m_target.first_row);
        const Index end = std::min(rows.first + rows.count, m_target.first_row + m_target.rows.rows());
        return {first, end - first};
    }
    /// Adds what the target itself reads of some rows of a stage.
    void add_target(StageId stage, HeadIndex head, Rows rows, bool before_overrides, MatrixRef by) const {
        if (m_target.stage != stage || m_target.head != head || m_target.before_overrides != before_overrides)
            return;
        const Rows its = in_target(rows);
        if (its.count > 0)
            by.middleRows(its.first - rows.first, its.count) +=
                m_target.rows.middleRows(its.first - m_target.first_row, its.count);
    }
    /// Completes the derivatives by some rows of a stage, of which later stages have added theirs, and takes
    /// them to those by the numbers as computed: overridden cells depend on nothing.
    void complete(StageId stage, HeadIndex head, Rows rows, MatrixRef by) const {
        add_target(stage, head, rows, false, by);
        for (const Override* each : m_overrides.of(stage, head)) {
            if (each->row >= rows.first && each->row < rows.first + rows.count)
                by(each->row - rows.first, each->column) = 0;
        }
        add_target(stage, head, rows, true, by);
    }

    void output();
    void attention();
    void attention_rows(HeadIndex head, Rows rows, HeadSums& sums);
    Matrix by_weights_in_use(HeadIndex head, Rows rows, HeadSums& sums) const;
    double weights(HeadIndex head, Rows rows, MatrixRef by) const;
    void scaled_scores(HeadIndex head, Rows rows, MatrixRef by);
    void add_sums(HeadIndex head, const HeadSums& sums);
    Matrix& by_heads(StageId stage);
    void projection(const ProjectionParameters& its);
    void norm_and_rotation(StageId stage, HeadIndex groups, Matrix& by);
    void linear(const ProjectionParameters& its, const Matrix& by);
    void inputs();

    ReadableStages& m_numbers;
    const Experiment& m_experiment;
    const Dimensions& m_d;
    TargetSlopes m_target;
    OverridesByCell m_overrides;
    Gradients m_gradients;
    Matrix m_by_concat; ///< (n_q, H·d_v), empty if nothing flows there
    // Where something flows: queries, keys and values of heads side by side; inputs.
    std::map<StageId, Matrix> m_by_heads, m_by_inputs;
};

void Backwards::output() {
    if (m_target.stage < StageId::concat)
        return;
    m_by_concat = Matrix::Zero(m_d.n_q, m_d.H * m_d.d_v);
    if (m_target.stage == StageId::output) {
        Matrix by = Matrix::Zero(m_d.n_q, m_d.d_out);
        complete(StageId::output, 0, {0, m_d.n_q}, by);
        const double work = multiplications_of(m_d.n_q, m_d.d_out, m_by_concat.cols());
        if (has(ParameterId::W_O)) {
            const ConstMatrixRef concat = m_numbers.whole(StageId::concat, 0);
            Matrix& by_weights = m_gradients[ParameterId::W_O];
            for_each_part(by_weights.rows(), work, [&](Rows part) {
                output_weights_backwards(concat.middleCols(part.first, part.count), by,
                                         by_weights.middleRows(part.first, part.count));
            });
        }
        if (has(ParameterId::b_O))
            m_gradients[ParameterId::b_O] = by.colwise().sum();
        for_each_part(m_d.n_q, work, [&](Rows part) {
            output_backwards(by.middleRows(part.first, part.count), m_experiment.projection,
                             m_by_concat.middleRows(part.first, part.count));
        });
    }
    complete(StageId::concat, 0, {0, m_d.n_q}, m_by_concat);
}

/// From head outputs to queries, keys and values. Several threads take some rows of a head each; what they
/// add up is added in order, so that it does not depend on how many there are.
void Backwards::attention() {
    const bool is_of_one_head = info(m_target.stage).per_head;
    const HeadIndex first_head = is_of_one_head ? m_target.head : 0;
    const HeadIndex heads = is_of_one_head ? 1 : m_d.H;
    const bool passes_values = m_target.stage >= StageId::head_outputs;
    for (HeadIndex head = first_head; head < first_head + heads; ++head) {
        m_numbers.whole(StageId::queries, head);
        m_numbers.whole(StageId::keys, head);
        if (passes_values)
            m_numbers.whole(StageId::values, head);
    }
    by_heads(StageId::queries); // which threads do not make
    // Heads that share their added scores take turns, since each adds its own to the same numbers.
    const bool take_turns = m_experiment.scores.additive.size() == 1;
    constexpr Index most_parts = 16, least_rows = 256;
    const Index at_once = take_turns ? 1 : heads;
    const Index parts = std::clamp<Index>((m_d.n_q + least_rows - 1) / least_rows, 1,
                                          std::max<Index>(most_parts / at_once, 1));
    // In whole batches, so that numbers that are not kept are those of the whole computation.
    const Index batches = (m_d.n_q + rows_at_a_time - 1) / rows_at_a_time;
    const Index rows_of_a_part = (batches + parts - 1) / parts * rows_at_a_time;
    const double work = multiplications_of(m_d.n_q, m_d.n_k, at_once * (2 * (m_d.d_k + m_d.d_v) + 50));
    for (HeadIndex done = 0; done < heads; done += at_once) {
        std::vector<HeadSums> sums(static_cast<std::size_t>(at_once * parts));
        parallel_for(at_once * parts, work, [&](Index i) {
            const Index first = i % parts * rows_of_a_part;
            const Rows rows{first, std::min(rows_of_a_part, m_d.n_q - first)};
            attention_rows(first_head + done + i / parts, rows, sums[static_cast<std::size_t>(i)]);
        });
        for (Index i = 0; i < at_once * parts; ++i)
            add_sums(first_head + done + i / parts, sums[static_cast<std::size_t>(i)]);
    }
}

void Backwards::attention_rows(HeadIndex head, Rows rows, HeadSums& sums) {
    for (Index first = rows.first; first < rows.first + rows.count; first += rows_at_a_time) {
        const Rows some = in_target({first, std::min(rows_at_a_time, rows.first + rows.count - first)});
        if (some.count <= 0)
            continue;
        Matrix by = by_weights_in_use(head, some, sums);
        const Block at{some.first, 0, some.count, m_d.n_k};
        if (m_experiment.dropout) {
            complete(StageId::dropped_weights, head, some, by);
            Matrix through(by.rows(), by.cols());
            dropped_weights_backwards(by, *m_experiment.dropout, m_d, head, at, through);
            by.swap(through);
        }
        complete(StageId::weights, head, some, by);
        sums.sink += weights(head, some, by);
        complete(StageId::masked_scores, head, some, by);
        masked_scores_backwards(m_experiment.mask, first_positions(m_experiment), at, by);
        scaled_scores(head, some, by);
        complete(StageId::scores, head, some, by);
        if (sums.keys.size() == 0)
            sums.keys = Matrix::Zero(m_d.n_k, m_d.d_k);
        Matrix room, all;
        scores_backwards(
            by, m_numbers.rows(StageId::queries, head, some, room),
            m_numbers.rows(StageId::keys, head, {0, m_d.n_k}, all),
            m_by_heads.at(StageId::queries).block(some.first, head * m_d.d_k, some.count, m_d.d_k),
            sums.keys);
    }
}

/// The derivatives by the weights that the values are summed by, as far as head outputs pass them on.
Matrix Backwards::by_weights_in_use(HeadIndex head, Rows rows, HeadSums& sums) const {
    Matrix by_weights = Matrix::Zero(rows.count, m_d.n_k);
    if (m_target.stage < StageId::head_outputs)
        return by_weights;
    Matrix by = Matrix::Zero(rows.count, m_d.d_v);
    if (m_by_concat.size() > 0)
        concat_backwards(m_by_concat.middleRows(rows.first, rows.count), head, by);
    complete(StageId::head_outputs, head, rows, by);
    if (sums.values.size() == 0)
        sums.values = Matrix::Zero(m_d.n_k, m_d.d_v);
    Matrix room, all;
    head_output_backwards(by, m_numbers.rows(weights_in_use(m_experiment), head, rows, room),
                          m_numbers.rows(StageId::values, head, {0, m_d.n_k}, all), by_weights, sums.values);
    return by_weights;
}

/// Through the normaliser: returns the derivative by the sink.
double Backwards::weights(HeadIndex head, Rows rows, MatrixRef by) const {
    std::vector<bool> is_as_computed(static_cast<std::size_t>(rows.count), true);
    for (const Override* each : m_overrides.of(StageId::weights, head)) {
        if (each->row >= rows.first && each->row < rows.first + rows.count)
            is_as_computed[static_cast<std::size_t>(each->row - rows.first)] = false;
    }
    Matrix room, masked;
    static const Matrix none;
    const auto masked_scores = [&] { return m_numbers.rows(StageId::masked_scores, head, rows, masked); };
    const ConstMatrixRef weights = weights_suffice(m_experiment.normalization, head)
                                       ? m_numbers.rows(StageId::weights, head, rows, room)
                                       : ConstMatrixRef(none);
    return weights_backwards(weights, is_as_computed, masked_scores, m_experiment.normalization, head, by);
}

/// From scaled scores, of which masked ones have added theirs, to scores.
void Backwards::scaled_scores(HeadIndex head, Rows rows, MatrixRef by) {
    complete(StageId::scaled_scores, head, rows, by);
    static const Matrix none;
    Matrix room;
    const bool is_capped = m_experiment.scores.softcap.has_value();
    const ConstMatrixRef scores =
        is_capped ? m_numbers.rows(StageId::scores, head, rows, room) : ConstMatrixRef(none);
    Matrix unused;
    const bool is_added = has(ParameterId::additive);
    Matrix& added = is_added ? m_gradients.find(ParameterId::additive)->second : unused;
    const Columns own =
        head_columns(added.cols(), split_of(m_experiment, ParameterId::additive), m_experiment.heads, head);
    scaled_scores_backwards(
        scores, m_experiment.scores, m_d.d_k, head, {rows.first, 0, rows.count, m_d.n_k}, by,
        added.block(is_added ? rows.first : 0, own.first, is_added ? rows.count : 0, own.count));
}

void Backwards::add_sums(HeadIndex head, const HeadSums& sums) {
    if (sums.keys.size() > 0)
        by_heads(StageId::keys).middleCols(head * m_d.d_k, m_d.d_k) += sums.keys;
    if (sums.values.size() > 0)
        by_heads(StageId::values).middleCols(head * m_d.d_v, m_d.d_v) += sums.values;
    if (has(ParameterId::sink)) {
        Matrix& sink = m_gradients[ParameterId::sink];
        sink(0, sink.cols() == 1 ? 0 : head) += sums.sink;
    }
}

/// Of queries, keys or values, heads side by side; zeros at first.
Matrix& Backwards::by_heads(StageId stage) {
    Matrix& found = m_by_heads[stage];
    const StageInfo& its = info(stage);
    if (found.size() == 0)
        found = Matrix::Zero(length(its.rows, m_d), m_d.H * length(its.columns, m_d));
    return found;
}

/// From queries, keys or values to their weights and inputs, or to where they are given.
void Backwards::projection(const ProjectionParameters& its) {
    if (!m_by_heads.contains(its.stage) && m_target.stage != its.stage)
        return;
    Matrix& by_head = by_heads(its.stage);
    const Index width = by_head.cols() / m_d.H;
    const HeadIndex groups = its.stage == StageId::queries ? m_d.H : m_d.G;
    Matrix by = Matrix::Zero(by_head.rows(), groups * width);
    for (HeadIndex head = 0; head < m_d.H; ++head) {
        auto own = by_head.middleCols(head * width, width);
        complete(its.stage, head, {0, by.rows()}, own);
        by.middleCols(head * groups / m_d.H * width, width) += own;
    }
    m_by_heads.erase(its.stage);
    if (its.stage != StageId::values)
        norm_and_rotation(its.stage, groups, by);
    if (m_experiment.projection.kind == ProjectionKind::direct)
        m_gradients[its.given] += by;
    else
        linear(its, by);
}

/// Takes derivatives by queries or keys as computed to those by the same before rotation and norm.
void Backwards::norm_and_rotation(StageId stage, HeadIndex groups, Matrix& by) {
    const bool has_norm = is_normalized(m_experiment, stage);
    static const Matrix none;
    const bool reads_inputs = has_norm && has_inputs(m_experiment);
    const ConstMatrixRef x =
        reads_inputs ? m_numbers.whole(inputs_of(m_experiment, stage), 0) : ConstMatrixRef(none);
    Matrix by_gains = Matrix::Zero(groups, m_d.d_k);
    const double work = multiplications_of(by.rows(), by.cols(), has_norm ? m_d.d_model + 50 : 50);
    parallel_for(groups, work, [&](HeadIndex group) {
        Matrix before;
        if (has_norm) {
            before.resize(by.rows(), m_d.d_k);
            const HeadIndex head = group * m_d.H / groups; // one of those that share it
            projected(m_experiment, x, head, stage, {0, 0, before.rows(), before.cols()}, before);
        }
        normalize_and_rotate_backwards(m_experiment, stage, before, by.middleCols(group * m_d.d_k, m_d.d_k),
                                       by_gains.row(group));
    });
    if (has(gains_of(stage)))
        m_gradients[gains_of(stage)] += by_gains.colwise().sum();
}

void Backwards::linear(const ProjectionParameters& its, const Matrix& by) {
    const StageId inputs = inputs_of(m_experiment, its.stage);
    const double work = multiplications_of(by.rows(), by.cols(), m_d.d_model);
    if (has(its.weights)) {
        const ConstMatrixRef x = m_numbers.whole(inputs, 0);
        Matrix& by_weights = m_gradients[its.weights];
        for_each_part(by_weights.rows(), work, [&](Rows part) {
            projection_weights_backwards(x.middleCols(part.first, part.count), by,
                                         by_weights.middleRows(part.first, part.count));
        });
    }
    if (has(its.bias))
        m_gradients[its.bias] += by.colwise().sum();
    Matrix& by_x = m_by_inputs[inputs];
    if (by_x.size() == 0)
        by_x = Matrix::Zero(by.rows(), m_d.d_model);
    for_each_part(by.rows(), work, [&](Rows part) {
        projected_backwards(m_experiment, its.stage, by.middleRows(part.first, part.count),
                            by_x.middleRows(part.first, part.count));
    });
}

void Backwards::inputs() {
    const bool is_given = has_given_inputs(m_experiment);
    const std::vector<std::string> words =
        is_given ? std::vector<std::string>() : distinct_tokens(m_experiment);
    const auto add = [&](StageId stage, const Sequence& sequence, ParameterId given) {
        if (!m_by_inputs.contains(stage) && m_target.stage != stage)
            return;
        Matrix& by = m_by_inputs[stage];
        if (by.size() == 0)
            by = Matrix::Zero(static_cast<Index>(sequence.tokens.size()), m_d.d_model);
        complete(stage, 0, {0, by.rows()}, by);
        inputs_backwards(sequence, is_given ? nullptr : &words, by,
                         m_gradients[is_given ? given : ParameterId::E],
                         has(ParameterId::position) ? &m_gradients[ParameterId::position] : nullptr);
    };
    add(StageId::inputs, m_experiment.sequence, ParameterId::X);
    if (m_experiment.source)
        add(StageId::source_inputs, *m_experiment.source, ParameterId::X_source);
}

} // namespace

Gradients derivatives(const Experiment& experiment, const FindKept& kept, const CellRef& cell) {
    ReadableStages numbers(experiment, kept);
    return Backwards(numbers, slopes_of(numbers, cell)).run();
}

Result<Gradient> gradient(const Experiment& experiment, const FindKept& kept, const Target& target) {
    if (const std::optional<Error> problem = problem_of_target(experiment, target))
        return *problem;
    ReadableStages numbers(experiment, kept);
    const Result<double> value = value_of_target(numbers, target);
    if (!value)
        return value.error();
    return Gradient{value.value(), Backwards(numbers, slopes_of(numbers, target)).run()};
}

Result<Gradient> gradient(const Experiment& experiment, const Target& target) {
    if (const std::optional<Error> problem = problem_of_target(experiment, target))
        return *problem;
    Trace trace;
    trace.make_room(experiment, keeps_every_head(dimensions(experiment)));
    compute_stages(experiment, trace, rows_at_a_time, {});
    return gradient(experiment, trace.kept(), target);
}

} // namespace lab
