// SPDX-License-Identifier: GPL-3.0-or-later
//
// Keeps the stages that views look at up to date: at once where that is quick, and on a thread of its own
// where it would hold up the window.
#pragma once

#include "core/live_trace.h"
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

    /// Takes the experiment as it is after `change`, as LiveTrace does.
    void update(const Experiment& experiment, const Change& change);

    /// The stage as it is now, or, where that takes longer than a frame, as it was: then it is `stale`, is
    /// computed while the window goes on, and arrived() is sent. `first` are the rows that are in sight,
    /// which come first. Where the memory for that is not there it stays stale, until the next edit.
    StageView view(StageId id, HeadIndex head, std::optional<Rows> first = {});
    /// What is known of the stage: nothing is computed for it, now or later. Without a summary where it has
    /// not been summed up.
    StageView peek(StageId id, HeadIndex head) const;
    /// The stage as it is now, however long it takes.
    StageView complete(StageId id, HeadIndex head);

    /// How long computing may hold up the window; what is small is computed at once in any case. For tests,
    /// which cannot know how quick a machine is.
    void setFrame(double seconds) { m_frame = seconds; }

    /// Whether there was not enough memory for what is stale, and no edit since then.
    bool isOutOfMemory() const { return m_gaveUp; }

    using Views = std::map<std::pair<StageId, HeadIndex>, StageView>;
    /// All stages that are up to date.
    Views known() const;

signals:
    /// Stages that were stale can be asked for again.
    void arrived();
    /// There was not enough memory for what is stale.
    void outOfMemory();

private:
    struct Wanted {
        StageId stage;
        HeadIndex head;
        std::optional<Rows> first;
    };
    /// What the worker does, and all that it needs for that: while it runs, the trace is its own.
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

    Experiment m_experiment;
    LiveTrace m_trace; ///< while no job has it
    std::shared_ptr<Job> m_job;
    Inbox m_inbox; ///< what the worker delivers
    std::jthread m_worker;
    Views m_known;                ///< what views see while a job has the trace
    std::vector<Change> m_missed; ///< what the trace has not been told because of that
    std::vector<Wanted> m_wanted;
    bool m_startScheduled = false;
    bool m_gaveUp = false;  ///< what is stale needs more memory than there is
    QElapsedTimer m_behind; ///< since when no job has been finished after an edit
    double m_frame = 0.008; ///< seconds, half of what a screen gives: the rest is for painting
    double m_secondsAMultiplication = 1e-10; ///< a guess, until it has been measured
    double m_spent = 0;                      ///< multiplications since the event loop went on
};

} // namespace lab
