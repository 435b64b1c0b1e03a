// SPDX-License-Identifier: GPL-3.0-or-later
//
// One edit: undo and redo both exchange the document's experiment for the other one. An experiment shares its
// matrices, so keeping it costs pointers, and restoring it is exact by construction.
#pragma once

#include "ui/document/step.h"

#include <QElapsedTimer>
#include <QUndoCommand>

namespace lab {

class LabDocument;

class EditCommand : public QUndoCommand {
public:
    /// `typed`: merges with what follows within a second under the same name.
    EditCommand(LabDocument& document, Step step, bool typed);
    /// For an edit that the document shows already, as a preview: pushing the command changes nothing.
    /// `change` leads from `before` to the present experiment.
    EditCommand(LabDocument& document, Experiment before, const Change& change, const QString& text);

    void undo() override { exchange(); }
    void redo() override;
    int id() const override { return m_typed ? static_cast<int>(m_change.field) : -1; }
    bool mergeWith(const QUndoCommand* next) override;
    /// Whether typing of that name would still merge with it.
    bool isOpen(const QString& name) const;
    /// What undo would bring back.
    const Experiment& before() const { return m_other; }

private:
    void exchange();

    LabDocument& m_document;
    Experiment m_other;
    Change m_change;
    bool m_typed = false;
    bool m_isDone = false; ///< before the first redo(), which pushing calls
    QElapsedTimer m_age;
};

} // namespace lab
