// SPDX-License-Identifier: GPL-3.0-or-later
//
// Keeps the stages that views show up to date: at once if that is quick, otherwise on a worker thread so that
// the window stays responsive.
#pragma once

#include "core/engine/live_trace.h"
#include "ui/document/inbox.h"

#include <QElapsedTimer>
#include <QObject>

#include <map>
#include <memory>
#include <optional>
#include <thread>

namespace lab {

class Computation : public QObject {
    Q_OBJECT
public:
    explicit Computation(QObject* parent = nullptr);
    ~Computation() override;

    /// Sets the experiment as it is after `change`, like LiveTrace::update().
    void update(const Experiment& experiment, const Change& change);

    /// The current stage if it can be computed within a frame. Otherwise the previous one, marked `stale`: it
    /// is computed in the background and arrived() is emitted. `first` are the rows in view, which are
    /// computed first. If there is not enough memory, the stage stays stale until the next edit.
    StageView view(StageId id, HeadIndex head, std::optional<Rows> first = {});
    /// The stage as far as it is known. Nothing is computed for it, now or later. It has no summary if none
    /// has been computed.
    StageView peek(StageId id, HeadIndex head) const;
    /// The current stage, however long it takes.
    StageView complete(StageId id, HeadIndex head);

    /// The budget for n_q × n_k matrices: see LiveTrace. To be set before the first update(), or followed by
    /// one of everything.
    void setKeptBytes(double bytes);
    double keptBytes() const { return m_keptBytes; }
    /// Bytes of such matrices held here, while nothing is being computed.
    double bytesHeld() const { return m_trace.bytes_held(); }

    /// How long computing may block the window. Small computations never go to the worker. For tests, which
    /// must not depend on the machine's speed.
    void setFrame(double seconds) { m_frame = seconds; }

    /// Whether there was not enough memory for the stale stages, with no edit since.
    bool isOutOfMemory() const { return m_gaveUp; }

    using Views = std::map<std::pair<StageId, HeadIndex>, StageView>;
    /// All stages that are up to date, and that may be held: see LiveTrace.
    Views upToDate() const;

signals:
    /// Stale stages can be requested again.
    void arrived();
    /// There was not enough memory for the stale stages.
    void outOfMemory();

private:
    struct Wanted {
        StageId stage;
        HeadIndex head;
        std::optional<Rows> first;
    };
    /// The worker's task and its data. While it runs, it owns the trace.
    struct Job {
        LiveTrace trace;
        std::vector<Wanted> wanted;
        double multiplications = 0;
        bool outOfMemory = false;
    };

    bool fitsIntoFrame(double multiplications);
    void want(StageId id, HeadIndex head, std::optional<Rows> first);
    void start();
    void run(const std::shared_ptr<Job>& job, const std::stop_token& stop);
    bool bringAll(const std::shared_ptr<Job>& job, const std::stop_token& stop);
    void finish(const std::shared_ptr<Job>& job, bool stopped, double seconds);
    void learn(double multiplications, double seconds);
    Views peekAll() const;

    double m_keptBytes = usual_kept_bytes;
    Experiment m_experiment;
    LiveTrace m_trace; ///< empty while a job owns it
    std::shared_ptr<Job> m_job;
    Inbox m_inbox; ///< callbacks from the worker
    std::jthread m_worker;
    Views m_cached;               ///< what views see while a job owns the trace
    std::vector<Change> m_missed; ///< changes not yet applied to the trace
    std::vector<Wanted> m_wanted;
    bool m_startScheduled = false;
    bool m_gaveUp = false;          ///< not enough memory for the stale stages
    QElapsedTimer m_sinceOvertaken; ///< since the first edit that overtook a job, until a job completes
    double m_frame = 0.008;         ///< seconds, half of a display frame: the rest is for painting
    double m_secondsPerMultiplication = 1e-10; ///< a guess, until it has been measured
    double m_spent = 0;                        ///< multiplications since the event loop last ran
};

} // namespace lab
