// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/live_trace.h"

#include "core/affected_cells.h"
#include "core/attention_rows.h"
#include "core/parallel.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <thread>

namespace lab {

namespace {

Rows hull(Rows a, Rows b) {
    if (a.count == 0 || b.count == 0)
        return a.count == 0 ? b : a;
    const Index first = std::min(a.first, b.first);
    return {first, std::max(a.first + a.count, b.first + b.count) - first};
}

/// Rows per thread at a time; few rows are divided among all threads.
Index batch_size(Index rows) {
    const auto threads = std::max<Index>(std::thread::hardware_concurrency(), 1);
    return std::clamp<Index>((rows + threads - 1) / threads, 16, rows_at_a_time);
}

/// Whether this is the only owner. The matrix may then be modified, although others may have read it until
/// just now.
bool is_held_here_alone(const std::shared_ptr<Matrix>& matrix) {
    if (matrix.use_count() != 1)
        return false;
        // The last other owner may have read it on another thread; those reads must come before our writes.
#ifdef LAB_SANITIZES_THREAD
    const std::shared_ptr<Matrix> counted = matrix; // ThreadSanitizer understands this, but not fences
#else
    std::atomic_thread_fence(std::memory_order_acquire);
#endif
    return true;
}

/// Bytes taken by the stages from scores to weights.
double bytes_of_a_head(const Dimensions& d) {
    return static_cast<double>(d.pair_stages) * sizeof(double) * static_cast<double>(d.n_q) *
           static_cast<double>(d.n_k);
}

} // namespace

bool keeps_every_head(const Dimensions& d, double kept_bytes) {
    return static_cast<double>(d.H) * bytes_of_a_head(d) <= kept_bytes;
}

std::size_t LiveTrace::at(StageId id, HeadIndex head) const {
    return static_cast<std::size_t>(id) * static_cast<std::size_t>(m_d.H) +
           static_cast<std::size_t>(info(id).per_head ? head : 0);
}

bool LiveTrace::exists(StageId id) const {
    return !m_buffers.empty() && !is_empty(m_experiment) && has_stage(m_experiment, id);
}

void LiveTrace::update(const Experiment& experiment, const Change& change) {
    const Experiment before = std::exchange(m_experiment, experiment);
    const bool same_stages = m_experiment.dropout.has_value() == before.dropout.has_value();
    if (m_buffers.empty() || reshapes(change) || !same_stages)
        return forget_everything();
    if (is_empty(m_experiment))
        return;
    const AffectedCells touched(m_experiment, m_d, change, before.overrides);
    for (const StageInfo& stage : all_stages()) {
        for (HeadIndex head = 0; head < (stage.per_head ? m_d.H : 1); ++head) {
            for (const Block& block : touched.cells(stage.id, head))
                buffer(stage.id, head).stale.mark(block);
        }
    }
}

void LiveTrace::forget_everything() {
    m_kept.clear();
    // An unfinished document does not even have shapes.
    m_d = is_empty(m_experiment) ? Dimensions{} : dimensions(m_experiment);
    m_buffers.assign(all_stages().size() * static_cast<std::size_t>(m_d.H), StageBuffer{});
    for (const StageInfo& stage : all_stages()) {
        for (HeadIndex head = 0; exists(stage.id) && head < (stage.per_head ? m_d.H : 1); ++head)
            buffer(stage.id, head).stale = StaleCells(length(stage.rows, m_d), length(stage.columns, m_d));
    }
}

StageView LiveTrace::view(StageId id, HeadIndex head) {
    if (exists(id)) {
        compute_rows(id, head, all_rows(id));
        summarise(id, head);
    }
    return peek(id, head);
}

StageView LiveTrace::peek(StageId id, HeadIndex head) const {
    if (!exists(id))
        return {};
    const StageBuffer& shown = buffer(id, head);
    return {shown.matrix, shown.revision, shown.stale.count() > 0, shown.summary};
}

void LiveTrace::summarise(StageId id, HeadIndex head) {
    if (!exists(id))
        return;
    StageBuffer& shown = buffer(id, head);
    if (shown.matrix && !shown.summary)
        shown.summary = std::make_shared<const MatrixSummary>(summarize(*shown.matrix));
}

bool LiveTrace::is_kept(HeadIndex head) const {
    return std::ranges::find(m_kept, head) != m_kept.end();
}

/// Keeps the scores and weights of the head being viewed. If there are too many, drops those of the least
/// recently viewed heads.
void LiveTrace::keep(HeadIndex head) {
    std::erase(m_kept, head);
    m_kept.insert(m_kept.begin(), head);
    const auto most = static_cast<std::size_t>(std::max(1.0, m_kept_bytes / bytes_of_a_head(m_d)));
    for (; m_kept.size() > most; m_kept.pop_back()) {
        for (const StageInfo& stage : all_stages()) {
            if (is_query_by_key(stage))
                buffer(stage.id, m_kept.back()) =
                    StageBuffer{nullptr, nullptr, StaleCells(m_d.n_q, m_d.n_k), 0, nullptr};
        }
    }
}

/// The rows of every stage and head that must be up to date to compute these rows. A head reads nothing of
/// other heads, and nothing that is computed from several.
LiveTrace::Needed LiveTrace::needs(StageId id, HeadIndex head, Rows rows) const {
    Needed needed{info(id).per_head ? HeadRange{head, head + 1} : HeadRange{0, m_d.H}, {}};
    const auto stages = all_stages();
    needed.rows.resize(stages.size() * static_cast<std::size_t>(needed.heads.end - needed.heads.first));
    needed(id, head) = rows;
    for (auto stage = stages.rbegin(); stage != stages.rend(); ++stage) {
        const HeadRange heads = needed.of(*stage);
        for (HeadIndex each = heads.first; each < heads.end; ++each) {
            const Rows wanted = needed(stage->id, each);
            // Rows that are up to date need nothing.
            if (wanted.count == 0 || buffer(stage->id, each).stale.count(wanted) == 0)
                continue;
            for (const StageId read : stage->reads) {
                if (!has_stage(m_experiment, read))
                    continue;
                const Rows part = info(read).rows == stage->rows ? wanted : all_rows(read);
                const bool all_heads = info(read).per_head && !stage->per_head;
                for (HeadIndex h = all_heads ? 0 : each; h < (all_heads ? m_d.H : each + 1); ++h)
                    needed(read, h) = hull(needed(read, h), part);
            }
        }
    }
    return needed;
}

bool LiveTrace::compute_rows(StageId id, HeadIndex head, Rows rows, const std::stop_token& stop) {
    if (!exists(id))
        return true;
    if (is_query_by_key(info(id)))
        keep(head);
    if (buffer(id, head).stale.count(rows) == 0)
        return true;
    const Needed needed = needs(id, head, rows);
    for (const std::span<const StageId> stages : steps()) {
        const HeadRange heads = needed.of(info(stages.front()));
        for (HeadIndex each = heads.first; each < heads.end; ++each) {
            // The last stage of the step that is needed; earlier ones are needed for the same rows.
            auto last = stages.end();
            while (last != stages.begin() && needed(*(last - 1), each).count == 0)
                --last;
            if (last == stages.begin())
                continue;
            const std::span wanted(stages.begin(), last);
            if (!compute(wanted, each, needed(wanted.back(), each), stop))
                return false;
        }
    }
    return true;
}

double LiveTrace::multiplications(StageId id, HeadIndex head, Rows rows) const {
    if (!exists(id))
        return 0;
    const Needed needed = needs(id, head, rows);
    double sum = 0;
    for (const StageInfo& stage : all_stages()) {
        const HeadRange heads = needed.of(stage);
        for (HeadIndex each = heads.first; each < heads.end; ++each)
            sum += multiplications_of(stage.id, each, needed(stage.id, each));
    }
    return sum;
}

double LiveTrace::multiplications_of(StageId id, HeadIndex head, Rows rows) const {
    if (rows.count == 0)
        return 0;
    return static_cast<double>(buffer(id, head).stale.count(rows)) *
           multiplications_per_cell(m_experiment, m_d, id);
}

/// Computes stale cells in some rows of stages that need only the same rows of each other.
bool LiveTrace::compute(std::span<const StageId> stages, HeadIndex head, Rows rows,
                        const std::stop_token& stop) {
    std::vector<StageId> computed;
    double work = 0;
    const bool keeps_query_by_key = is_kept(head);
    for (const StageId id : stages) {
        if (!exists(id) || (is_query_by_key(info(id)) && !keeps_query_by_key))
            continue;
        StageBuffer& each = buffer(id, head);
        const double multiplications = multiplications_of(id, head, rows);
        if (multiplications == 0)
            continue;
        make_writable(each, info(id), rows);
        each.revision = ++m_revision;
        each.summary.reset();
        computed.push_back(id);
        work += multiplications;
    }
    const Index rows_per_batch = batch_size(rows.count);
    std::atomic<bool> stopped = false;
    parallel_for((rows.count + rows_per_batch - 1) / rows_per_batch, work, [&](Index i) {
        const Rows some{rows.first + i * rows_per_batch,
                        std::min(rows_per_batch, rows.count - i * rows_per_batch)};
        for (const StageId id : computed) {
            if (stop.stop_requested()) {
                stopped = true;
                return;
            }
            StaleCells& stale = buffer(id, head).stale;
            for (const Block& block : stale.blocks(some))
                compute_block(id, head, block);
            stale.clear(some);
        }
    });
    return !stopped;
}

void LiveTrace::make_writable(StageBuffer& buffer, const StageInfo& stage, Rows rows) {
    if (is_held_here_alone(buffer.matrix))
        return;
    const Index height = length(stage.rows, m_d);
    const Index width = length(stage.columns, m_d);
    const bool all_anew = rows.count == height && buffer.stale.count() == height * width;
    std::shared_ptr<Matrix> next = std::move(buffer.spare);
    // Filled with NaN, so that stopping early leaves no uninitialised memory.
    if (!is_held_here_alone(next))
        next = std::make_shared<Matrix>(
            Matrix::Constant(height, width, std::numeric_limits<double>::quiet_NaN()));
    if (!all_anew && buffer.matrix)
        *next = *buffer.matrix;
    buffer.spare = std::exchange(buffer.matrix, std::move(next));
}

void LiveTrace::compute_block(StageId id, HeadIndex head, const Block& block) {
    const MatrixRef result =
        buffer(id, head).matrix->block(block.row, block.column, block.rows, block.columns);
    if (id == StageId::head_outputs && !is_kept(head))
        return attend_without_keeping(head, block, result);
    evaluate(
        m_experiment, m_d, id, head, block,
        [this](StageId read, HeadIndex h, const Block& at) -> ConstMatrixRef {
            return buffer(read, h).matrix->block(at.row, at.column, at.rows, at.columns);
        },
        result);
}

/// From queries, keys and values to the head's output, using memory for these rows alone.
void LiveTrace::attend_without_keeping(HeadIndex head, const Block& block, MatrixRef z) {
    const auto read = [this](StageId id, HeadIndex h, const Block& at) -> ConstMatrixRef {
        return buffer(id, h).matrix->block(at.row, at.column, at.rows, at.columns);
    };
    attend(m_experiment, m_d, head, block, read, z);
}

} // namespace lab
