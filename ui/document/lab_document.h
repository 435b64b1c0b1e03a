// SPDX-License-Identifier: GPL-3.0-or-later
//
// The open document: an experiment, its live trace, its undo stack and its file.
//
// Whoever wants to change the experiment asks the document, which pushes one undoable command and then says,
// once, what changed. Nothing else writes the experiment.
#pragma once

#include "core/change.h"
#include "core/io/file_content.h"
#include "core/parameter.h"
#include "core/sentence.h"
#include "ui/document/computation.h"
#include "ui/document/parameter_magnitude.h"
#include "ui/document/stage_source.h"
#include "ui/document/step.h"

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <optional>

namespace lab {

/// What becomes of a preview when another edit, saving or the hand itself ends it.
enum class AfterPreview { keep, revert };

class LabDocument : public StageSource {
    Q_OBJECT
public:
    explicit LabDocument(QObject* parent = nullptr);
    ~LabDocument() override;

    const Experiment& experiment() const override { return m_experiment; }
    /// As it was when it was opened.
    const Experiment& opened() const { return m_opened; }
    /// After a stale view, computed() is sent when there is a newer one.
    StageView view(StageId id, HeadIndex head = 0, std::optional<Rows> first = {}) override;
    /// See Computation.
    void setFrame(double seconds) { m_computation.setFrame(seconds); }
    StageView completeView(StageId id, HeadIndex head = 0) override;
    StageView knownView(StageId id, HeadIndex head = 0) const override;
    StageView viewBefore(StageId id, HeadIndex head = 0) const override;
    /// Whether what is stale needs more memory than there is.
    bool isOutOfMemory() const { return m_computation.isOutOfMemory(); }
    double maxParameterMagnitude() override { return m_maxParameterMagnitude.of(m_experiment); }

    /// For watching: texts, what can be undone. Undo and redo go through the document, since a number may
    /// just be under the hand; the first undo then only takes that back.
    const QUndoStack& undoStack() const { return m_undoStack; }
    void undo();
    void redo();
    bool isModified() const { return !m_undoStack.isClean(); }

    /// The file that Save writes; empty for an example or a new document.
    const QString& file() const { return m_file; }
    /// What stood in that file when it was last read or written here; empty where that is not known.
    const std::optional<FileContent>& fileContent() const { return m_fileContent; }
    /// Of an example that is in no file yet, changed or not; otherwise empty.
    const QString& exampleName() const { return m_exampleName; }
    /// What the window calls the document: its title, or its file's name.
    QString displayName() const;

    /// Another document takes this one's place. `file` is where it stands; empty where it has none yet.
    void replace(const Experiment& experiment, const QString& file, std::optional<FileContent> content = {});
    void openExample(const QString& name);
    /// As replace(), with changes that are not in `file`: the document is modified.
    void recover(const Experiment& experiment, const QString& file, std::optional<FileContent> content = {});
    /// `saved`, which is the document or was it a moment ago, stands in `file` now.
    void noteSaved(const Experiment& saved, const QString& file, std::optional<FileContent> content = {});
    /// The document becomes what another program has written into its file: one step to undo.
    void takeOver(const Experiment& written, const FileContent& content);

    /// Shows the document in another way. That is no step to undo, no step takes it back, and nothing asks
    /// for saving it; but Save writes it.
    void setView(const JsonPtr& view);

    /// What an edit starts from: what is just under the hand becomes a step first.
    const Experiment& commitPending();
    // Each of these is one step to undo, and none at all where nothing would change.
    void apply(Step step);
    /// The same for what is typed: it merges with what follows within a second under the same name.
    void applyTyped(Step step);
    /// The text of a side, which must be there. Refused, which textRefused() says, where the tokens are given
    /// by hand or what they lead to is too large.
    void setText(const QString& text, Side side = Side::sentence);
    /// Refused likewise where it leads to too many tokens.
    void setTokenizer(Tokenizer tokenizer, Side side = Side::sentence);
    /// Keys and values from a second sentence, or from the sentence itself: see with_source(). Refused
    /// likewise.
    void setSource(bool source);
    /// One step that leads to other tokens of a side; refused likewise.
    void applyTokens(Experiment next, Side side, const QString& text);
    void setValue(ParameterId id, Index row, Index column, double value);
    /// All but the snapshots as it was opened.
    void resetToOpened();

    // What follows the hand: any number of previews of one change, then one step to undo, or none.
    /// What a preview of that change is made of; the preview of another becomes a step first.
    const Experiment& beforePreview(const Change& change);
    void preview(const Step& step, AfterPreview after = AfterPreview::keep);
    void preview(ParameterId id, Index row, Index column, double value,
                 AfterPreview after = AfterPreview::keep);
    void commitPreview();
    void cancelPreview();
    bool isPreviewing() const { return m_preview.has_value(); }
    /// What undo will call it, while something is under the hand.
    QString previewText() const { return m_preview ? m_preview->text : QString(); }

signals:
    /// The experiment changed, and how.
    void changed(const lab::Change& change);
    /// What it is shown like changed, and nothing else.
    void viewChanged();
    /// Stages that were stale have been computed, or more of them.
    void computed();
    /// There is not enough memory to compute what is stale.
    void outOfMemory();
    /// A preview ended, committed or not: what was shown of it is to go.
    void previewEnded();
    /// The sentence, or the second one, stays as it was, and why.
    void textRefused(const QString& reason, lab::Side side);
    /// Another document, or another file for this one.
    void fileChanged();

private:
    friend class EditCommand;

    struct Preview {
        Change change;
        QString text;
        AfterPreview after;
        Experiment before;
        Computation::Views views_before;
    };

    void put(const Experiment& experiment, const Change& change);
    bool refuses(const Experiment& wanted, Side side);
    const Experiment& beforeTyping(const QString& name);
    void noteIfSaved();
    Step valueStep(const Experiment& before, ParameterId id, Index row, Index column, double value) const;

    Experiment m_experiment;
    Experiment m_opened;
    std::optional<Experiment> m_saved; ///< what is in the file, or was opened; empty where it was recovered
    Computation m_computation;
    MaxParameterMagnitude m_maxParameterMagnitude;
    QUndoStack m_undoStack;
    QString m_exampleName;
    QString m_file;
    std::optional<FileContent> m_fileContent;
    std::optional<Preview> m_preview;
};

/// A cell's name as the window shows it, counted from 1 in the document's notation: "W_Q[1,2]".
QString cellName(const Experiment& experiment, ParameterId id, Index row, Index column);

} // namespace lab
