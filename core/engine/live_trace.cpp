// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/live_trace.h"

#include "core/engine/affected_cells.h"
#include "core/engine/stage_reads.h"

#include <algorithm>
#include <atomic>
#include <limits>

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
    return std::clamp<Index>((rows + core_count() - 1) / core_count(), 16, rows_at_a_time);
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

/// How many states of a matrix that is viewed may be held at once: the present one, one that is still shown
/// meanwhile, the one before a drag, and one that a page shows which is not in sight.
constexpr double most_held = 4;

/// Bytes of one stage and head with a number per query and key.
double bytes_of_a_stage(const Dimensions& d) {
    return sizeof(double) * static_cast<double>(d.n_q) * static_cast<double>(d.n_k);
}

/// Bytes taken by the stages from scores to weights.
double bytes_of_a_head(const Dimensions& d) {
    return static_cast<double>(d.pair_stages) * bytes_of_a_stage(d);
}

} // namespace

bool keeps_every_head(const Dimensions& d, double kept_bytes) {
    return static_cast<double>(d.H) * bytes_of_a_head(d) <= kept_bytes;
}

bool LiveTrace::exists(StageId id) const {
    return m_buffers.heads() > 0 && !is_empty(m_experiment) && has_stage(m_experiment, id);
}

void LiveTrace::update(const Experiment& experiment, const Change& change) {
    const Experiment before = std::exchange(m_experiment, experiment);
    m_is_edited = true;
    const bool same_stages = m_experiment.dropout.has_value() == before.dropout.has_value();
    if (m_buffers.heads() == 0 || reshapes(change) || !same_stages)
        return forget_everything();
    if (is_empty(m_experiment))
        return;
    const AffectedCells touched(m_experiment, m_d, change, before.overrides);
    for (const StageInfo& stage : all_stages()) {
        for (HeadIndex head = 0; head < (stage.per_head ? m_d.H : 1); ++head) {
            for (const Block& block : touched.cells(stage.id, head))
                m_buffers(stage.id, head).stale.mark(block);
        }
    }
}

void LiveTrace::forget_everything() {
    m_kept.clear();
    // An unfinished document does not even have shapes.
    m_d = is_empty(m_experiment) ? Dimensions{} : dimensions(m_experiment);
    m_keeps_all_of_a_head = keeps_every_head(m_d, m_kept_bytes / most_held);
    m_buffers = StageTable<StageBuffer>(m_d.H);
    for (const StageInfo& stage : all_stages()) {
        for (HeadIndex head = 0; exists(stage.id) && head < (stage.per_head ? m_d.H : 1); ++head)
            m_buffers(stage.id, head).stale = StaleCells(length(stage.rows, m_d), length(stage.columns, m_d));
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
    const StageBuffer& shown = m_buffers(id, head);
    return {shown.matrix, shown.revision, shown.stale.count() > 0, shown.summary};
}

void LiveTrace::summarise(StageId id, HeadIndex head) {
    if (!exists(id))
        return;
    StageBuffer& shown = m_buffers(id, head);
    if (shown.matrix && !shown.summary)
        shown.summary = std::make_shared<const MatrixSummary>(summarize(*shown.matrix));
}

bool LiveTrace::is_kept(StageId id, HeadIndex head) const {
    return !is_query_by_key(info(id)) || m_buffers(id, head).is_kept;
}

/// Keeps a stage of the head being viewed.
void LiveTrace::keep(StageId id, HeadIndex head) {
    if (m_keeps_all_of_a_head) {
        for (const StageInfo& stage : all_stages()) {
            if (is_query_by_key(stage))
                m_buffers(stage.id, head).is_kept = true;
        }
        return;
    }
    if (std::exchange(m_is_edited, false))
        begin_round();
    std::erase_if(m_kept, [&](const Kept& each) { return each.stage == id && each.head == head; });
    m_kept.insert(m_kept.begin(), {id, head, m_round});
    m_buffers(id, head).is_kept = true;
    drop_spares();
    drop_oldest();
}

/// Beyond the budget, drops spare matrices, which only save time: those of heads that were viewed earlier
/// first.
void LiveTrace::drop_spares() {
    for (const bool is_viewed : {false, true}) {
        for (auto each = m_kept.rbegin(); each != m_kept.rend() && bytes_held() > m_kept_bytes; ++each) {
            if ((each->head == m_kept.front().head) == is_viewed)
                m_buffers(each->stage, each->head).spare.reset();
        }
    }
}

/// Drops matrices of heads that were viewed earlier, until there is room for what edits make of those of the
/// head that is viewed now.
void LiveTrace::drop_oldest() {
    if (keeps_every_head(m_d, m_kept_bytes))
        return;
    const auto is_viewed = [head = m_kept.front().head](const Kept& each) { return each.head == head; };
    const auto viewed = static_cast<double>(std::ranges::count_if(m_kept, is_viewed));
    const double left = m_kept_bytes / bytes_of_a_stage(m_d) - most_held * viewed;
    double others = 0;
    std::erase_if(m_kept, [&](const Kept& each) {
        if (is_viewed(each) || ++others <= left)
            return false;
        drop(each);
        return true;
    });
}

void LiveTrace::drop(const Kept& kept) {
    m_buffers(kept.stage, kept.head) = StageBuffer{};
    m_buffers(kept.stage, kept.head).stale = StaleCells(m_d.n_q, m_d.n_k);
}

/// Drops what nobody has viewed between the last two edits: it would be kept up to date unseen.
void LiveTrace::begin_round() {
    ++m_round;
    if (keeps_every_head(m_d, m_kept_bytes))
        return;
    std::erase_if(m_kept, [this](const Kept& each) {
        const bool is_unseen = each.round + 1 < m_round;
        if (is_unseen)
            drop(each);
        return is_unseen;
    });
}

double LiveTrace::bytes_held() const {
    double held = 0;
    for (const StageInfo& stage : all_stages()) {
        for (HeadIndex head = 0; is_query_by_key(stage) && m_buffers.heads() > 0 && head < m_d.H; ++head) {
            const StageBuffer& each = m_buffers(stage.id, head);
            held += (each.matrix ? 1 : 0) + (each.spare ? 1 : 0);
        }
    }
    return held * bytes_of_a_stage(m_d);
}

bool LiveTrace::may_be_held(StageId id, HeadIndex head) const {
    return m_keeps_all_of_a_head || !is_query_by_key(info(id)) ||
           (!m_kept.empty() && m_kept.front().head == head);
}

FindKept LiveTrace::kept() const {
    return [this](StageId id, HeadIndex head) -> std::optional<StageRows> {
        if (!exists(id) || !is_kept(id, head))
            return std::nullopt;
        const StageBuffer& buffer = m_buffers(id, head);
        if (!buffer.matrix || buffer.stale.count() > 0)
            return std::nullopt;
        return *buffer.matrix;
    };
}

/// The rows of every stage that must be up to date to compute these rows, of the heads that can take part, so
/// that one head's stage costs the same however many others there are. A head reads nothing of other heads,
/// and nothing that is computed from several.
StageTable<Rows> LiveTrace::needs(StageId id, HeadIndex head, Rows rows) const {
    StageTable<Rows> needed = info(id).per_head ? StageTable<Rows>(1, head) : StageTable<Rows>(m_d.H);
    needed(id, head) = rows;
    const auto stages = all_stages();
    for (auto stage = stages.rbegin(); stage != stages.rend(); ++stage) {
        const auto [first, end] = needed.heads(stage->id);
        for (HeadIndex each = first; each < end; ++each) {
            const Rows wanted = needed(stage->id, each);
            // Rows that are up to date need nothing.
            if (wanted.count == 0 || m_buffers(stage->id, each).stale.count(wanted) == 0)
                continue;
            const Block at{wanted.first, 0, wanted.count, length(stage->columns, m_d)};
            for_each_read(m_experiment, stage->id, each, [&](const StageRead& read) {
                const Block part = cells_read(m_experiment, m_d, read, at);
                Rows& rows_of = needed(read.earlier, read.earlier_head);
                rows_of = hull(rows_of, {part.row, part.rows});
            });
        }
    }
    return needed;
}

bool LiveTrace::compute_rows(StageId id, HeadIndex head, Rows rows, const std::stop_token& stop) {
    if (!exists(id))
        return true;
    if (is_query_by_key(info(id)))
        keep(id, head);
    if (m_buffers(id, head).stale.count(rows) == 0)
        return true;
    const StageTable<Rows> needed = needs(id, head, rows);
    for (const std::span<const StageId> stages : steps()) {
        const auto [first, end] = needed.heads(stages.front());
        for (HeadIndex each = first; each < end; ++each) {
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
    drop_spares();
    return true;
}

double LiveTrace::multiplications(StageId id, HeadIndex head, Rows rows) const {
    if (!exists(id))
        return 0;
    const StageTable<Rows> needed = needs(id, head, rows);
    double sum = 0;
    for (const StageInfo& stage : all_stages()) {
        const auto [first, end] = needed.heads(stage.id);
        for (HeadIndex each = first; each < end; ++each)
            sum += multiplications_of(stage.id, each, needed(stage.id, each));
    }
    return sum;
}

double LiveTrace::multiplications_of(StageId id, HeadIndex head, Rows rows) const {
    if (rows.count == 0)
        return 0;
    return static_cast<double>(m_buffers(id, head).stale.count(rows)) *
           multiplications_per_cell(m_experiment, m_d, id);
}

/// Computes stale cells in some rows of stages that need only the same rows of each other.
bool LiveTrace::compute(std::span<const StageId> stages, HeadIndex head, Rows rows,
                        const std::stop_token& stop) {
    std::vector<StageId> computed;
    double work = 0;
    for (const StageId id : stages) {
        const double multiplications = exists(id) ? multiplications_of(id, head, rows) : 0;
        work += multiplications;
        if (multiplications == 0 || !is_kept(id, head))
            continue;
        StageBuffer& each = m_buffers(id, head);
        make_writable(each, info(id), rows);
        each.revision = ++m_revision;
        each.summary.reset();
        computed.push_back(id);
    }
    const Evaluator evaluator(m_experiment, m_d, [this](StageId id, HeadIndex its) {
        return is_kept(id, its) ? std::optional<StageRows>(*m_buffers(id, its).matrix) : std::nullopt;
    });
    std::atomic<bool> stopped = false;
    for_each_batch(1, rows, batch_size(rows.count), work, [&](HeadIndex, Rows some) {
        for (const StageId id : computed) {
            if (stop.stop_requested()) {
                stopped = true;
                return;
            }
            StageBuffer& each = m_buffers(id, head);
            for (const Block& at : each.stale.blocks(some))
                evaluator.compute(id, head, at, each.matrix->block(at.row, at.column, at.rows, at.columns));
            each.stale.clear(some);
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

} // namespace lab
