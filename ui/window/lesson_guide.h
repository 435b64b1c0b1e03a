// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plays the document's lesson in one window: shows the panel beside the page and the cards of the step, takes
// a clicked cell for an answer, and says what is locked. Without a lesson, the panel shows a step that is
// made of the document (DocumentStep).
#pragma once

#include "ui/document/files/file_tasks.h"
#include "ui/selection/selection.h"

#include <QObject>

#include <optional>

class QWidget;

namespace lab {

class Board;
class ExplanationPresenter;
class LabDocument;
class LessonPanel;
class LessonPlayer;
struct PrintedArray;
class LockNote;
class PageStack;
class PillButton;
class Scenes;
class Theme;
class WindowLayout;

class LessonGuide : public QObject {
    Q_OBJECT
public:
    /// The parts of one window, which must outlive this object.
    struct Parts {
        QWidget& window;
        LabDocument& document;
        LessonPlayer& player;
        Scenes& scenes;
        Selection& selection;
        Board& board;
        PageStack& pages;
        WindowLayout& layout;
        ExplanationPresenter& presenter;
        const Theme& theme;
    };
    LessonGuide(const Parts& parts, QObject* parent);

    /// Made when something is first asked.
    LessonPanel* panel() const { return m_panel; }
    LockNote* lockNote() const { return m_lock; }
    /// Starts the lesson where it was left, or what an example asks, or puts the keyboard into it.
    void startOrGoThere();
    /// Gives an explanation that has the panel's place up, as a click on its button does. False: none has.
    bool leaveExplanation();
    /// While presenting, going on tells the answer to what is open first. `alone`: on one screen, which has
    /// the panel, too.
    void setPresented(bool presented, bool alone);
    /// Takes a file of numbers that was dropped on the panel or a card of the board for an answer, or says
    /// why not. False: no lesson is played, or the file was dropped elsewhere.
    bool read(const QString& file, const QWidget* on);

signals:
    void messageRequested(const QString& message);
    void exampleWanted(const QString& name);
    /// The lesson was left by going on from its last step.
    void finished();
    /// Somebody wants to edit the lesson that is played.
    void editWanted();
    void panelMade(QWidget* panel);
    /// A step that is made of the document begins; the panel has its place, and takes the keyboard then.
    void askingBegun();
    /// It is over.
    void askingEnded();
    /// What is asked now, with its options, for an audience; empty: nothing.
    void asks(const QString& question);

private:
    LockNote& makeLockNote();
    LessonPanel& makePanel();
    void showStep();
    void showTold();
    void sayQuestion();
    void showPulled();
    void comeBack();
    void takeKeyboardBack();
    void sayReached();
    void takeCell(const CellRef& cell);
    bool isOfAskedStage(const CellRef& cell) const;
    bool isOfOtherHead(const CellRef& cell) const;
    bool isAnswer(const CellRef& cell) const;
    bool isQuiet() const;
    void sayLocked(const QString& reason);
    void sayFinished();
    void follow(const QString& link);
    void askToLeave(const QString& name);
    void beginAsking();
    void showAsked();
    void showOperands(const CellRef& cell);
    void endAsking(const QString& why);
    void takeNumbers(const Result<PrintedArray>& read);

    Parts m_parts;
    LessonPanel* m_panel = nullptr;
    PillButton* m_back = nullptr;
    LockNote* m_lock = nullptr;
    // What the scene inspects, which nobody has asked to be explained.
    std::optional<CellRef> m_shownCell;
    std::optional<CellRef> m_marked; ///< what the scene inspects, also while something else is
    std::optional<CellRef> m_pulled; ///< the goal whose last hint is shown
    bool m_marks = false;            ///< marks m_marked again, which is nobody's click
    bool m_isReached = false;        ///< a goal, which the panel has still to say
    bool m_hadKeyboard = false;      ///< the panel, when its step was left
    bool m_isPresented = false, m_isAlone = false;
    int m_reading = 0; ///< grows with each file
    FileTasks m_files; ///< last
};

} // namespace lab
