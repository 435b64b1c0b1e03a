// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds weights for what is wanted, step by step, while the document shows them (FitPreview).
// The steps that were taken stay, and any of them can be shown again, until one is kept or all are cancelled.
#pragma once

#include "core/analysis/fit.h"
#include "ui/document/task_thread.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <memory>
#include <optional>
#include <vector>

namespace lab {

class LabDocument;

/// How many steps are taken in how many frames of 16 ms.
enum class FitSpeed { slow, frame, fast };

class FitRun : public QObject {
    Q_OBJECT
public:
    explicit FitRun(LabDocument& document, QObject* parent = nullptr);

    /// Begins, and shows the document as it is. Returns why not; empty: it has begun, or begins as soon as
    /// the first loss is computed.
    QString start(const Target& target, const FitSettings& settings, Index steps);
    /// Until it is kept or cancelled.
    bool isActive() const { return m_isActive; }
    /// Makes the shown step one undo step.
    void keep();
    /// The document is as it was.
    void cancel();

    // Of the fit that is active, or was last.
    const Target& target() const { return m_target; }
    const FitSettings& settings() const { return m_settings; }
    Index mostSteps() const { return m_mostSteps; }
    /// The loss before each step, and after the last one that was taken.
    const std::vector<double>& losses() const { return m_losses; }
    Index lastStep() const { return static_cast<Index>(m_losses.size()) - 1; }
    Index shownStep() const { return m_shown; }
    /// Why no further step can be taken; empty: one can, or all have been.
    const QString& problem() const { return m_problem; }
    /// Whether there is a step after the one that is shown.
    bool canStep() const;

    bool isPlaying() const { return m_isPlaying; }
    void setPlaying(bool plays);
    FitSpeed speed() const { return m_speed; }
    void setSpeed(FitSpeed speed);
    /// Pauses, and shows the next or, with −1, the previous step.
    void step(int by);
    /// Takes further steps after the last one, and plays.
    void addSteps(Index more);
    /// Pauses, and shows a step that was taken, or the nearest one that is held on to.
    void goTo(Index step);
    /// The most that is held on to, in bytes. Others than the usual number are for tests.
    void setKeptBytes(double bytes) { m_mostBytes = bytes; }
    double bytesHeld() const;

signals:
    /// Anything of it.
    void changed();

private:
    /// A step, as the document is after it.
    struct Kept {
        Index step;
        std::shared_ptr<const Experiment> experiment;
    };
    /// Where a fit computes; its steps are taken on one thread at a time.
    struct Work;

    void play();
    bool forward(Index steps);
    void compute(Index steps);
    void take(const std::shared_ptr<Work>& work);
    void keepStep();
    void thin();
    void show(Index step, const std::shared_ptr<const Experiment>& experiment);
    void fail(const QString& problem);
    void end();
    void followDocument();
    void say();

    LabDocument& m_document;
    Target m_target = WantedWeights{};
    FitSettings m_settings;
    Index m_mostSteps = 0;
    bool m_isActive = false;
    bool m_isPlaying = false;
    FitSpeed m_speed = FitSpeed::frame;
    std::shared_ptr<Work> m_work; ///< null while a thread has it, and without a fit
    std::vector<double> m_losses;
    std::vector<Kept> m_kept; ///< in order: every m_stride-th step, and the last one
    Index m_stride = 1;
    Index m_shown = 0;
    QString m_problem;
    double m_bytesOfStep = 0;
    double m_mostBytes = 100e6;
    bool m_isLarge = false; ///< a step is computed on the thread
    int m_round = 0;        ///< grows with each fit: what a thread has computed for another one is dropped
    QTimer m_frame;
    TaskThread m_tasks; ///< last, see TaskThread
};

} // namespace lab
