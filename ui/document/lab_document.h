// SPDX-License-Identifier: GPL-3.0-or-later
//
// The open document: an experiment, its live trace, its undo stack and its file.
//
// All changes to the experiment go through the document, which pushes one undoable command and then emits one
// change signal. Nothing else writes to the experiment.
#pragma once

#include "core/edits/sentence.h"
#include "core/experiment/change.h"
#include "core/experiment/parameter.h"
#include "core/io/file_content.h"
#include "core/lesson/progress.h"
#include "ui/document/computation.h"
#include "ui/document/cover.h"
#include "ui/document/fit_preview.h"
#include "ui/document/parameter_magnitude.h"
#include "ui/document/played_step.h"
#include "ui/document/stage_source.h"
#include "ui/document/step.h"

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <memory>
#include <optional>

namespace lab {

/// What happens to a preview when another edit, saving or the end of the drag finishes it.
enum class AfterPreview { keep, discard };

class LabDocument : public StageSource {
    Q_OBJECT
public:
    explicit LabDocument(QObject* parent = nullptr);
    ~LabDocument() override;

    const Experiment& experiment() const override { return m_experiment; }
    /// The experiment as it was when the document was opened; of a step that is played, as it began.
    const Experiment& opened() const { return m_played ? m_played->start() : m_opened; }
    /// The document itself, also while a step of its lesson is played in its place.
    const Experiment& whole() const { return m_whole ? *m_whole : m_experiment; }
    /// After a stale view, computed() is emitted when a newer one is available.
    StageView view(StageId id, HeadIndex head = 0, std::optional<Rows> first = {}) override;
    /// See Computation.
    void setFrame(double seconds) { m_computation.setFrame(seconds); }
    /// The budget of the document that is opened next. The usual one is for the program, others are for
    /// tests.
    void setKeptBytes(double bytes) { m_computation.setKeptBytes(bytes); }
    double keptBytes() const override { return m_computation.keptBytes(); }
    double bytesHeld() const { return m_computation.bytesHeld(); }
    StageView completeView(StageId id, HeadIndex head = 0) override;
    StageView cachedView(StageId id, HeadIndex head = 0) const override;
    StageView viewBefore(StageId id, HeadIndex head = 0) const override;
    /// Whether the stale stages need more memory than is available.
    bool isOutOfMemory() const { return m_computation.isOutOfMemory(); }
    double maxParameterMagnitude() override { return m_maxParameterMagnitude.of(m_experiment); }

    // What is covered in all that the functions above return.
    const Cover& cover() const { return m_cover; }
    /// While presenting, what was opened stays open after an edit; otherwise it is covered again. Cards open
    /// a row then when its name is clicked.
    void setPresented(bool presented) { m_isPresented = presented; }
    bool isPresented() const { return m_isPresented; }
    /// Covers cells of a stage that the document computes.
    void coverCells(const StageBlock& block);
    void coverCells(std::span<const StageBlock> blocks);
    void openCell(const CellRef& cell);
    /// Opens these cells in one step, which closeLast() reverts as a whole.
    void openCells(std::span<const StageBlock> blocks);
    /// Returns to `before`, an earlier state of the cover. The document must not have changed since.
    void restoreCover(const Cover& before);
    /// Covers again what was opened last, in one step. False: nothing is open.
    bool closeLast();
    void uncover();
    /// Whether an exercise asks for what is covered, now or next. It ends when nothing is covered any more.
    void setExercise(bool exercise);
    /// Opens what was covered of one matrix. Cells that hold the same numbers as others that are covered stay
    /// covered.
    void uncover(StageId stage, HeadIndex head);
    /// Covers these cells, and no others. A running exercise asks for them from now on.
    void cover(const std::vector<StageBlock>& blocks);
    /// The number of a cell, covered or not; nullopt while it is not known. Only for judging answers: views
    /// must not show it.
    std::optional<double> numberUnder(const CellRef& cell);
    std::optional<std::vector<double>> numbersUnderCover() override;
    /// Whether a key is hidden there, as by a mask: what is under the cover is −∞, or a weight of 0. False
    /// while that is not known.
    bool isHidden(const CellRef& cell);

    /// Read only, for texts and for what can be undone; of a step while one is played. Undo and redo go
    /// through the document: during a drag, the first undo only cancels the drag.
    const QUndoStack& undoStack() const { return m_played ? m_played->history() : m_undoStack; }
    void undo();
    void redo();
    /// Whether the document has edits that its file does not have. At one of the file's scenes it has none,
    /// unless edits were left behind on the way there, which only undo brings back. Steps of a lesson are
    /// edited beside it.
    bool isModified() const { return !m_undoStack.isClean(); }

    /// The file that Save writes; empty for an example or a new document.
    const QString& file() const { return m_file; }
    /// Content of that file when it was last read or written here; empty if unknown.
    const std::optional<FileContent>& fileContent() const { return m_fileContent; }
    /// The name of the example that the document was opened from, even if it has been edited since. Empty for
    /// other documents, and once it is saved to a file.
    const QString& exampleName() const { return m_exampleName; }
    /// What the window calls the document: its title, or its file's name.
    QString displayName() const;
    /// What Save writes: the whole document, with the progress in its lesson. Leaves out a title that the
    /// user did not give (see noteTitleNotGiven()), so that the document is called by its file's name.
    Experiment experimentToSave() const;

    /// Replaces the document. `file` is its path; empty if it has none yet.
    void replace(const Experiment& experiment, const QString& file, std::optional<FileContent> content = {});
    void openExample(const QString& name);
    /// The current title comes from an example or an imported file. Unless the user changes it, it is removed
    /// when the document is saved.
    void noteTitleNotGiven() { m_titleNotGiven = m_experiment.title; }
    /// The user gave the document `title`. If that is the title of noteTitleNotGiven(), it now counts as
    /// given.
    void noteTitleGiven(const std::string& title) {
        if (title == m_titleNotGiven)
            m_titleNotGiven.clear();
    }
    /// As replace(), with changes that are not in `file`: the document counts as modified.
    void recover(const Experiment& experiment, const QString& file, std::optional<FileContent> content = {});
    /// `file` now contains `saved`, which is the document or an earlier state of it.
    void noteSaved(const Experiment& saved, const QString& file, std::optional<FileContent> content = {});
    /// Replaces the document with what another program has written into its file, as one undo step.
    void takeOver(const Experiment& written, const FileContent& content);

    /// One undo step that changes what is wanted of the weights, a part of `view` (learn_view.h); none if
    /// nothing changes. The document counts as modified then.
    void applyWanted(const JsonPtr& wanted, const QString& text);
    /// Changes how the document is shown. This is not an undo step, no undo step reverts it, and it does not
    /// mark the document as modified. Save does write it, unless a step of a lesson is played.
    void setView(const JsonPtr& view);

    /// The scene that was gone to last, as it is among the snapshots; null: none.
    const std::shared_ptr<const Experiment>& scene() const { return m_at.scene; }
    /// Goes to a scene: one undo step if it has other numbers, otherwise none. What undo leads back to looks
    /// like `now`.
    void goTo(Step step, const ScenePlace& now, const ScenePlace& scene);
    /// The step that follows keeps this scene, of what the window shows: that is where one is.
    void noteScene(const std::shared_ptr<const Experiment>& scene) { m_at.scene = scene; }

    /// Shows a step of a lesson at `place`, instead of the whole document, which waits as it is. From then
    /// on, edits and undo are the step's; what it locks is refused, with locked(). nullptr: back to the
    /// document. Without a view in `place`, the window stays where it is.
    void play(std::shared_ptr<PlayedStep> step, const ScenePlace& place);
    /// Opens what a question of the step asks for, unless another one asks for the same numbers.
    void openAnswered(const std::optional<StageBlock>& answered, std::vector<StageBlock> stillAsked);
    /// Whether a step that is played locks what is called so (core/lesson/permits.h).
    bool locks(std::string_view name) const { return m_played && m_played->locks(name); }
    /// The same of a parameter or of overrides, before an editor opens: if it is so, locked() says it.
    bool refusesToEdit(std::string_view name);
    /// nullptr unless a step is played.
    PlayedStep* played() const { return m_played.get(); }
    /// How far somebody has come in the lesson: no edit. Written by Save.
    void setProgress(const LessonProgress& progress) { m_progress = progress; }
    /// whole(), with that progress.
    Experiment withProgress() const;

    /// The experiment that an edit starts from. A drag in progress is committed first.
    const Experiment& commitPending();
    // Each of these is one undo step, or none if nothing changes.
    void apply(Step step);
    /// The same for typing: merges with typed edits of the same name that follow within a second.
    void applyTyped(Step step);
    /// Sets the text of a side, which must exist. Refused, with textRefused(), if the tokens are given by
    /// hand or if the result is too large.
    void setText(const QString& text, Side side = Side::sentence);
    /// Refused likewise if it leads to too many tokens.
    void setTokenizer(Tokenizer tokenizer, Side side = Side::sentence);
    /// Takes keys and values from a second sentence, or from the sentence itself: see with_source(). May be
    /// refused likewise.
    void setSource(bool source);
    /// One undo step that changes the tokens of a side; may be refused likewise.
    void applyTokens(Experiment next, Side side, const QString& text);
    void setValue(ParameterId id, Index row, Index column, double value);
    /// Restores everything but the snapshots as it was opened. False: nothing else had changed.
    bool revertToOpened();
    /// The same to another state, as one undo step of that name.
    bool revertTo(Experiment state, const QString& text);

    // Dragging: any number of previews of one change, then one undo step or none.
    /// The experiment that previews of `change` start from. A preview of another change is committed first.
    const Experiment& beforePreview(const Change& change);
    void preview(const Step& step, AfterPreview after = AfterPreview::keep);
    void preview(ParameterId id, Index row, Index column, double value,
                 AfterPreview after = AfterPreview::keep);
    void commitPreview();
    void cancelPreview();
    bool isPreviewing() const override { return m_preview.has_value(); }
    /// The same, but for a fit.
    bool isDragging() const { return m_preview && !m_preview->isFit; }

    /// What a fit has found and nobody has kept yet.
    FitPreview& fit() { return m_fit; }
    const FitPreview& fit() const { return m_fit; }
    bool isFitting() const { return m_fit.isActive(); }
    /// Whether the preview differs from what was before it.
    bool previewChanges() const;
    /// The undo text of the current preview; empty if there is none.
    QString previewText() const { return m_preview ? m_preview->text : QString(); }

signals:
    /// An edit, or opening what is covered, was refused: the step that is played locks it, or a fit runs.
    void locked(const QString& reason);
    /// What can be undone has changed.
    void historyChanged();
    /// isModified() has changed.
    void modifiedChanged();
    /// A step of a lesson is played now, or another one, or none any more.
    void playedChanged();
    /// The experiment changed, and how.
    void changed(const lab::Change& change);
    /// An edit, apart from a drag, was applied; changed() has been emitted. `before`: the stages that were up
    /// to date. Not emitted where they do not correspond cell by cell, or are many, or cells are covered.
    void edited(const QString& text, const lab::Computation::Views& before);
    /// Other cells are covered, or an exercise asks for them now, or no longer. computed() follows, because
    /// views have to read them again.
    void coverChanged();
    /// The window should show `place`: the user went to a scene, or undid going there.
    void placeWanted(const lab::ScenePlace& place);
    /// Only the view settings changed.
    void viewChanged();
    /// Stale stages have been computed, completely or in part.
    void computed();
    /// There is not enough memory to compute the stale stages.
    void outOfMemory();
    /// A preview ended, committed or not. Whatever was shown only for it should go.
    void previewEnded();
    /// The sentence of that side stays unchanged, and why.
    void textRefused(const QString& reason, lab::Side side);
    /// Another document; fileChanged() follows.
    void replaced();
    /// Another document, or another file for this one.
    void fileChanged();
    /// An example was opened, see exampleName().
    void exampleOpened();

private:
    friend class EditCommand;
    friend class FitPreview;

    void dropTitleNotGiven(Experiment& from) const;

    struct Preview {
        Change change;
        QString text;
        AfterPreview after;
        Experiment before;
        Computation::Views views_before;
        bool isFit = false;
    };

    QUndoStack& history() { return m_played ? m_played->history() : m_undoStack; }
    bool isLocked(const Experiment& next, const std::optional<Change>& refused = {});
    bool refusesDuringFit();
    const Experiment& withoutFit() const;
    void endPreview(bool keeps);
    bool setCover(const Cover& next);
    void put(const Experiment& experiment, const Change& change);
    void show(const ScenePlace& place);
    bool corresponds(const Experiment& next) const;
    bool changes(const Step& step) const;
    void noteCover();
    bool refuses(const Experiment& wanted, Side side);
    const Experiment& beforeTyping(const QString& name);
    void noteIfSaved();
    bool isInFile() const;
    bool hasLeftEdits() const;
    Step valueStep(const Experiment& before, ParameterId id, Index row, Index column, double value) const;

    Experiment m_experiment;
    Experiment m_opened;
    std::optional<Experiment> m_saved; ///< what is in the file, or was opened; empty after recovery
    Computation m_computation;
    Cover m_cover;
    bool m_isPresented = false;
    ScenePlace m_at;
    MaxParameterMagnitude m_maxParameterMagnitude;
    QUndoStack m_undoStack;
    int m_savedAt = 0; ///< the undo stack's index when it was last saved or opened
    QString m_exampleName;
    std::string m_titleNotGiven; ///< see noteTitleNotGiven(); empty: none
    QString m_file;
    std::optional<FileContent> m_fileContent;
    std::optional<Preview> m_preview;
    FitPreview m_fit{*this};
    std::shared_ptr<PlayedStep> m_played;
    std::optional<Experiment> m_whole;        ///< while a step is played
    std::optional<LessonProgress> m_progress; ///< absent: as it was read
};

/// A cell's name as shown in the window, 1-based, in the document's notation: "W_Q[1,2]".
QString cellName(const Experiment& experiment, ParameterId id, Index row, Index column);

} // namespace lab
