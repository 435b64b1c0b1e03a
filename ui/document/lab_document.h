// SPDX-License-Identifier: GPL-3.0-or-later
//
// The open document: an experiment, its live trace, its undo stack and its file.
//
// Whoever wants to change the experiment asks the document, which pushes one undoable command and then says,
// once, what changed. Nothing else writes the experiment.
#pragma once

#include "core/change.h"
#include "core/parameter.h"
#include "ui/document/computation.h"

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <optional>

namespace lab {

class LabDocument : public QObject {
    Q_OBJECT
public:
    explicit LabDocument(QObject* parent = nullptr);
    ~LabDocument() override;

    const Experiment& experiment() const { return m_experiment; }
    /// A stage as it is now, or `stale` while it is being computed, after which computed() is sent; the rows
    /// that are in sight, where they are given, come `first`.
    StageView view(StageId id, HeadIndex head = 0, std::optional<Rows> first = {});
    /// See Computation.
    void setFrame(double seconds) { m_computation.setFrame(seconds); }
    /// A stage as it is now, however long that takes.
    StageView completeView(StageId id, HeadIndex head = 0);
    /// A stage as it was before the number under the hand began to move; empty while none does.
    StageView viewBefore(StageId id, HeadIndex head = 0) const;

    /// For watching: texts, what can be undone. Undo and redo go through the document, since a number may
    /// just be under the hand; the first undo then only takes that back.
    const QUndoStack& undoStack() const { return m_undoStack; }
    void undo();
    void redo();
    bool isModified() const { return !m_undoStack.isClean(); }

    /// The file that Save writes; empty for an example or a new document.
    const QString& file() const { return m_file; }
    /// What the window calls the document: its title, or its file's name.
    QString displayName() const;

    /// Another document takes this one's place. `file` is where it stands; empty where it has none yet.
    void replace(const Experiment& experiment, const QString& file);
    void openExample(const QString& name);
    /// `saved`, which is the document or was it a moment ago, stands in `file` now.
    void noteSaved(const Experiment& saved, const QString& file);

    // Each of these is one step to undo, and none at all where nothing would change.
    /// Refused, which textRefused() says, where the tokens are given by hand or what they lead to is too
    /// large.
    void setText(const QString& text);
    void setValue(ParameterId id, Index row, Index column, double value);
    void setCausal(bool causal);
    void setScale(std::optional<double> scale);
    void setNotation(Notation notation);
    void resetToOpened();

    // A number that follows the hand: any number of previews, then one step to undo, or none.
    void preview(ParameterId id, Index row, Index column, double value);
    void commitPreview();
    void cancelPreview();
    bool isPreviewing() const { return m_preview.has_value(); }
    /// "W_Q[1,2] 0.31 → 0.45", while a number is under the hand.
    QString previewText() const;

signals:
    /// The experiment changed, and how.
    void changed(const lab::Change& change);
    /// Stages that were stale have been computed, or more of them.
    void computed();
    /// There is not enough memory to compute what is stale.
    void outOfMemory();
    /// A preview ended, committed or not: what was shown of it is to go.
    void previewEnded();
    /// The sentence stays as it was, and why.
    void textRefused(const QString& reason);
    /// Another document, or another file for this one.
    void fileChanged();

private:
    friend class EditCommand;

    struct Preview {
        ParameterId id;
        Index row, column;
        Experiment before;
        Computation::Views views_before;
    };

    void put(const Experiment& experiment, const Change& change);
    void push(Experiment next, const Change& change, const QString& text, bool mergesWhileTyping = false);
    QString valueText(ParameterId id, Index row, Index column, double from, double to) const;

    Experiment m_experiment;
    Experiment m_opened;
    Computation m_computation;
    QUndoStack m_undoStack;
    QString m_file;
    std::optional<Preview> m_preview;
};

/// A cell's name as the window shows it, counted from 1 in the document's notation: "W_Q[1,2]".
QString cellName(const Experiment& experiment, ParameterId id, Index row, Index column);

} // namespace lab
