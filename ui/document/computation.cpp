// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/computation.h"

#include <QTimer>

#include <algorithm>
#include <new>

namespace lab {

namespace {

constexpr double always_at_once = 1e6;  // multiplications; never deferred, whatever was measured
constexpr double worth_stopping = 0.05; // seconds; a longer job is stopped when an edit overtakes it
constexpr qint64 patience = 100;        // milliseconds for which edits may keep stopping jobs
constexpr qint64 delivery = 8;          // milliseconds between partial results of a job

bool changesNumbers(const Change& change) {
    return change.field != Field::description && change.field != Field::notation &&
           change.field != Field::snapshots;
}

/// A stale stage as views may see it. Without a summary it counts as missing: only other stages needed it, or
/// a stopped job left it behind.
StageView presentable(const StageView& view) {
    return view.summary ? view : StageView{nullptr, 0, true, nullptr};
}

/// Clamps rows to those that exist: a view may still have rows in view that are gone by now.
Rows clipped(Rows rows, Rows all) {
    const Index first = std::clamp<Index>(rows.first, 0, all.count);
    return {first, std::clamp<Index>(rows.first + rows.count, first, all.count) - first};
}

} // namespace

Computation::Computation(QObject* parent) : QObject(parent) {}

Computation::~Computation() {
    m_worker.request_stop();
}

void Computation::setKeptBytes(double bytes) {
    m_keptBytes = bytes;
    m_trace = LiveTrace(bytes);
}

void Computation::update(const Experiment& experiment, const Change& change) {
    m_experiment = experiment;
    m_spent = 0;
    m_gaveUp = m_gaveUp && !changesNumbers(change);
    if (reshapes(change) || (m_job && changesNumbers(change)))
        m_wanted.clear(); // views ask again
    if (!m_job)
        return m_trace.update(experiment, change);
    if (!changesNumbers(change))
        return;
    m_missed.push_back(change);
    if (reshapes(change))
        m_cached.clear();
    for (auto& [stage, view] : m_cached)
        view.stale = true;
    if (!m_sinceOvertaken.isValid())
        m_sinceOvertaken.start();
    // Stop a long job that an edit has overtaken. But if every edit stopped the job before it, nothing would
    // update during a drag.
    const bool longJob = m_job->multiplications * m_secondsPerMultiplication > worth_stopping;
    if (reshapes(change) || (longJob && !m_sinceOvertaken.hasExpired(patience)))
        m_worker.request_stop();
}

StageView Computation::view(StageId id, HeadIndex head, std::optional<Rows> first) {
    if (m_job) {
        if (is_empty(m_experiment) || !has_stage(m_experiment, id))
            return {};
        const auto cached = m_cached.find({id, head});
        StageView view = presentable(cached == m_cached.end() ? StageView{} : cached->second);
        if (view.stale)
            want(id, head, first);
        return view;
    }
    StageView view = m_trace.peek(id, head);
    if (!view.stale)
        return m_trace.view(id, head); // summarised, and known to be viewed
    const double multiplications = m_trace.multiplications(id, head, m_trace.all_rows(id));
    if (!fitsIntoFrame(multiplications)) {
        want(id, head, first);
        return presentable(view);
    }
    QElapsedTimer timer;
    timer.start();
    view = m_trace.view(id, head);
    learn(multiplications, static_cast<double>(timer.nsecsElapsed()) * 1e-9);
    return view;
}

StageView Computation::peek(StageId id, HeadIndex head) const {
    if (!m_job)
        return m_trace.peek(id, head);
    const auto cached = m_cached.find({id, head});
    return cached == m_cached.end() ? StageView{} : cached->second;
}

bool Computation::fitsIntoFrame(double multiplications) {
    if (m_spent == 0)
        QTimer::singleShot(0, this, [this] { m_spent = 0; });
    const double sum = m_spent + multiplications;
    if (sum > always_at_once && sum * m_secondsPerMultiplication > m_frame)
        return false;
    m_spent = sum;
    return true;
}

void Computation::learn(double multiplications, double seconds) {
    constexpr double least = 20e-6; // seconds; below this the clock dominates
    if (multiplications > 0 && seconds > least)
        m_secondsPerMultiplication += 0.2 * (seconds / multiplications - m_secondsPerMultiplication);
}

StageView Computation::complete(StageId id, HeadIndex head) {
    if (m_job) {
        const std::shared_ptr<Job> job = m_job;
        m_worker.request_stop();
        m_worker.join();
        finish(job, true, 0);
    }
    return m_trace.view(id, head);
}

/// The matrices at hand, kept to be shown while the trace computes newer ones.
Computation::Views Computation::peekAll() const {
    Views views;
    for (const StageInfo& stage : all_stages()) {
        for (HeadIndex head = 0; head < (stage.per_head ? m_experiment.heads.count : 1); ++head) {
            if (m_trace.may_be_held(stage.id, head))
                views[{stage.id, head}] = m_trace.peek(stage.id, head);
        }
    }
    return views;
}

Computation::Views Computation::upToDate() const {
    Views views = m_job ? m_cached : peekAll();
    std::erase_if(views, [](const auto& entry) { return entry.second.stale; });
    return views;
}

void Computation::want(StageId id, HeadIndex head, std::optional<Rows> first) {
    if (m_gaveUp)
        return;
    const auto same = [&](const Wanted& other) { return other.stage == id && other.head == head; };
    if (const auto found = std::ranges::find_if(m_wanted, same); found != m_wanted.end())
        found->first = first;
    else
        m_wanted.push_back({id, head, first});
    if (!m_job && !std::exchange(m_startScheduled, true))
        QMetaObject::invokeMethod(this, &Computation::start, Qt::QueuedConnection);
}

void Computation::start() {
    m_startScheduled = false;
    if (m_job || m_wanted.empty())
        return;
    m_job = std::make_shared<Job>();
    m_cached = peekAll();
    m_job->trace = std::exchange(m_trace, LiveTrace());
    m_job->wanted = std::exchange(m_wanted, {});
    for (const Wanted& each : m_job->wanted)
        m_job->multiplications =
            std::max(m_job->multiplications,
                     m_job->trace.multiplications(each.stage, each.head, m_job->trace.all_rows(each.stage)));
    try {
        m_worker = std::jthread([this, job = m_job](const std::stop_token& stop) { run(job, stop); });
    } catch (const std::system_error&) { // no more threads available
        run(m_job, {});
    }
}

/// Runs on the worker thread.
void Computation::run(const std::shared_ptr<Job>& job, const std::stop_token& stop) {
    QElapsedTimer timer;
    timer.start();
    bool done = false;
    try {
        done = bringAll(job, stop);
    } catch (const std::bad_alloc&) {
        job->outOfMemory = true;
    }
    const double seconds = static_cast<double>(timer.nsecsElapsed()) * 1e-9;
    m_inbox.post([this, job, done, seconds] { finish(job, !done, seconds); });
}

/// Runs on the worker thread. Computes the rows in view first, then the rest. Returns false if stopped.
bool Computation::bringAll(const std::shared_ptr<Job>& job, const std::stop_token& stop) {
    QElapsedTimer undelivered;
    undelivered.start();
    Views ready;
    const auto deliver = [&] {
        undelivered.start();
        m_inbox.post([this, job, views = std::exchange(ready, {})] {
            if (m_job != job || std::ranges::any_of(m_missed, reshapes))
                return;
            for (const auto& [stage, view] : views) {
                StageView& cached = m_cached[stage];
                cached = view;
                cached.stale = view.stale || !m_missed.empty();
            }
            emit arrived();
        });
    };
    bool done = true;
    for (const bool inSight : {true, false}) {
        for (const Wanted& each : job->wanted) {
            const Rows all = job->trace.all_rows(each.stage);
            const Rows rows = inSight ? clipped(each.first.value_or(all), all) : all;
            if (!inSight && !each.first)
                continue;
            done = done && job->trace.compute_rows(each.stage, each.head, rows, stop);
            if (!done)
                break;
            job->trace.summarise(each.stage, each.head);
            ready[{each.stage, each.head}] = job->trace.peek(each.stage, each.head);
            if (undelivered.hasExpired(delivery))
                deliver();
        }
        // Deliver the rows in view now: the rest may take long.
        if (inSight && done &&
            std::ranges::any_of(job->wanted, [](const Wanted& w) { return w.first.has_value(); }))
            deliver();
    }
    return done;
}

/// Takes the trace back from a job that is done or was stopped.
void Computation::finish(const std::shared_ptr<Job>& job, bool stopped, double seconds) {
    if (m_job != job)
        return;
    if (m_worker.joinable())
        m_worker.join();
    m_trace = std::move(job->trace);
    m_job.reset();
    m_cached.clear();
    if (!stopped) {
        learn(job->multiplications, seconds);
        m_sinceOvertaken.invalidate();
    }
    const std::vector<Change> missed = std::exchange(m_missed, {});
    if (job->outOfMemory || std::ranges::any_of(missed, reshapes)) {
        m_trace.update(m_experiment, {});
    } else {
        for (const Change& change : missed)
            m_trace.update(m_experiment, change);
    }
    m_wanted.clear();
    // An edit made meanwhile may need less memory.
    m_gaveUp = job->outOfMemory && missed.empty();
    if (m_gaveUp)
        emit outOfMemory();
    emit arrived();
}

} // namespace lab
