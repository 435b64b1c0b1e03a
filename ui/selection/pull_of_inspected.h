// SPDX-License-Identifier: GPL-3.0-or-later
//
// What would raise the inspected number: how strongly each number of the parameters pulls at it, and one step
// of all of them together. It follows the document, also while a number is dragged; in a large document, a
// thread of its own computes, and what was found before stays until it is done.
//
// Nothing is found, shown or promised while any number is covered: a slope may be a covered number, as that
// of an output by a value is a weight. Nor is it while a question of a lesson is open, but for a goal whose
// last hint it is.
#pragma once

#include "ui/document/task_thread.h"
#include "ui/selection/shown_pull.h"

#include <QObject>

#include <memory>
#include <optional>

namespace lab {

class LabDocument;
class Selection;

class PullOfInspected : public QObject {
    Q_OBJECT
public:
    /// What a step came to, beside what the slope promised.
    struct Outcome {
        double before = 0;
        double promised = 0;
        std::optional<double> after = {}; ///< absent while it is not computed
    };

    /// Connected before any view: when the document changes, found() is of the new one, or of none, before
    /// they read it.
    PullOfInspected(LabDocument& document, Selection& selection, QObject* parent = nullptr);
    /// To be called when all views are connected: after a change of the document, changed() waits until they
    /// know it.
    void connectLast();

    /// Whether it is shown, if anything may be said: it was switched on, or is the hint of a goal.
    bool isOn() const { return m_isOn || isHint(); }
    bool isSwitchedOn() const { return m_isOn; }
    void setOn(bool on);
    /// The number of the open goal, if its last hint is shown: while that is inspected, it is on.
    void setHint(const std::optional<CellRef>& goal);
    /// Whether a question of a lesson is open.
    void setAsked(bool asked);
    /// Why nothing may be said of any number, as a sentence; empty: it may.
    QString whySilent() const;
    /// Of the inspected number. nullptr while it is off, or not known.
    const PullOfCell* found() const { return m_found.get(); }
    /// For the grids of the parameters: that of a loss while there is one, else the same, or null.
    const ShownPullPtr& shown() const { return m_loss ? m_loss : m_shown; }
    /// What pulls at a loss, while weights are found; null: none are.
    void setLoss(ShownPullPtr loss);
    /// Whether it is being found; found(), if any, is of the document before its last edit.
    bool isStale() const { return m_isStale; }
    /// Of the last step, until anything else changes.
    const std::optional<Outcome>& outcome() const { return m_outcome; }

    /// Whether there is something to step along. Not for a goal, which is to be reached by hand.
    bool canStep() const { return m_found && !m_isStale && !m_isAsked && m_found->pull.count > 0; }
    /// Moves all parameters along the slopes, by that length (Euclidean, over all parameters), as one undo
    /// step. It must be above 0. A step that cannot be taken changes nothing and is refused().
    void step(double length);

signals:
    void changed();
    void refused(const QString& reason);

private:
    bool isHint() const;
    bool isWanted() const;
    void refresh();
    void find();
    void take(std::shared_ptr<const PullOfCell> found);
    void drop();
    void say();

    LabDocument& m_document;
    Selection& m_selection;
    bool m_isOn = false;
    bool m_isAsked = false;
    std::optional<CellRef> m_hint;
    std::shared_ptr<const PullOfCell> m_found;
    ShownPullPtr m_shown;
    ShownPullPtr m_loss;
    bool m_isStale = false;
    bool m_lacksMemory = false; ///< for what was asked last
    std::optional<Outcome> m_outcome;
    bool m_isStepping = false;
    std::uint64_t m_wanted = 0; ///< grows with what is asked for, so that a late answer is recognised
    bool m_isFinding = false;
    bool m_holds = false;     ///< changed() waits
    bool m_isPending = false; ///< and is to be emitted then
    TaskThread m_tasks;
};

} // namespace lab
