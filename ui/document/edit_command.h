// SPDX-License-Identifier: GPL-3.0-or-later
//
// One edit. Undo and redo both swap the experiment of the document with the stored one. Experiments share
// their matrices, so storing one costs only pointers and restoring it is exact.
#pragma once

#include "ui/document/step.h"

#include <QElapsedTimer>
#include <QUndoCommand>

#include <optional>
#include <utility>

namespace lab {

class LabDocument;

class EditCommand : public QUndoCommand {
public:
    /// `typed`: merges with typed edits of the same name that follow within a second.
    EditCommand(LabDocument& document, Step step, bool typed);
    /// A command for an edit that is already applied as a preview, so that pushing it changes nothing.
    /// `change` leads from `before` to the current experiment.
    EditCommand(LabDocument& document, Experiment before, const Change& change, const QString& text);
    /// A command that goes to a scene; undo and redo also change what the window shows. `wanted`: what is
    /// wanted of the weights there (learn_view.h).
    EditCommand(LabDocument& document, Step step, ScenePlace before, ScenePlace after, JsonPtr wanted);
    /// A command that changes what is wanted, and no number.
    EditCommand(LabDocument& document, JsonPtr wanted, const QString& text);

    void undo() override { exchange(); }
    void redo() override;
    int id() const override { return m_typed ? static_cast<int>(m_change.field) : -1; }
    bool mergeWith(const QUndoCommand* next) override;
    /// Whether a typed edit of that name would still merge with it.
    bool isOpen(const QString& name) const;
    /// What the window should show after this command; null: no change. To be shown only when the undo stack
    /// is done: an editor that closes then may push an edit.
    const ScenePlace* place() const { return m_places ? &m_places->first : nullptr; }
    /// Whether it went to a scene while the document had edits that were not saved.
    bool leavesEdits() const { return m_leavesEdits; }
    /// What undo would restore.
    const Experiment& before() const { return m_other; }

private:
    void exchange();

    LabDocument& m_document;
    Experiment m_other;
    Change m_change;
    bool m_typed = false;
    bool m_leavesEdits = false;
    std::optional<JsonPtr> m_wanted; ///< after the next exchange; absent: that stays
    bool m_wantsOnly = false;        ///< the experiment stays
    bool m_isDone = false;           ///< already applied: the redo() called by push() is skipped
    std::optional<std::pair<ScenePlace, ScenePlace>> m_places; ///< shown now, and after the next exchange
    QElapsedTimer m_age;
};

} // namespace lab
