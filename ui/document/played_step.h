// SPDX-License-Identifier: GPL-3.0-or-later
//
// A step of a lesson while it is played: an experiment of its own, what of it is locked, which numbers are
// asked for, and an undo stack that never leaves the step. See LabDocument::play().
#pragma once

#include "core/describe/operands.h"
#include "core/experiment/experiment.h"

#include <QString>
#include <QUndoStack>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lab {

class Cover;

class PlayedStep {
public:
    /// `start`: the step's scene, within the document: with its title and snapshots. `now`: as it was edited
    /// before. `allow`: see core/lesson/permits.h.
    PlayedStep(Experiment start, Experiment now, std::optional<std::vector<std::string>> allow);
    ~PlayedStep();
    PlayedStep(const PlayedStep&) = delete;
    PlayedStep& operator=(const PlayedStep&) = delete;

    const Experiment& start() const { return m_start; }
    /// As it was left; while it is played, it is LabDocument::experiment().
    const Experiment& left() const { return m_left; }
    void leave(Experiment now) { m_left = std::move(now); }
    QUndoStack& history() { return m_history; }

    /// What questions ask for and nobody has answered. These cells are covered, and stay so.
    const std::vector<StageBlock>& asked() const { return m_asked; }
    void setAsked(std::vector<StageBlock> asked) { m_asked = std::move(asked); }

    /// Whether the question that is open is a goal, which somebody is to reach.
    bool hasOpenGoal() const { return m_hasOpenGoal; }
    void setOpenGoal(bool open) { m_hasOpenGoal = open; }

    /// Whether the step locks what is called so in its `allow`.
    bool locks(std::string_view name) const;
    /// What of an edit is locked, in a sentence; empty: nothing.
    QString whyLocked(const Experiment& next) const;
    /// The same of opening covered cells: `next` covers less than `now`.
    QString whyLocked(const Cover& now, const Cover& next) const;

private:
    Experiment m_start;
    Experiment m_left;
    std::optional<std::vector<std::string>> m_allow;
    std::vector<StageBlock> m_asked;
    bool m_hasOpenGoal = false;
    QUndoStack m_history;
};

} // namespace lab
