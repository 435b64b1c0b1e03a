// SPDX-License-Identifier: GPL-3.0-or-later
//
// Makes a lesson: the step whose scene is shown, with its text, questions, what may be edited and which cards
// are shown, and what is wrong with it.
#pragma once

#include "core/lesson/lesson_step.h"

#include <QFrame>

#include <optional>
#include <vector>

class QLabel;
class QLineEdit;
class QMenu;
class QPushButton;
class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace lab {

class FormulaBar;
class LabDocument;
class LessonEditor;
class LessonTextField;
class NamePills;
class PillButton;
class QuestionEditCard;
class StepDots;
class Theme;

class LessonEditPanel : public QFrame {
    Q_OBJECT
public:
    LessonEditPanel(LessonEditor& editor, LabDocument& document, const Theme& theme,
                    QWidget* parent = nullptr);

    /// Puts the keyboard into the text, or on the button that makes a step.
    void takeKeyboard();
    /// Applies what is typed in a line and was not applied yet.
    void finishTyping();
    /// Puts the keyboard into the last question.
    void editLast();

    const std::vector<QuestionEditCard*>& cards() const { return m_cards; }
    StepDots& dots() const { return *m_dots; }
    QLineEdit& name() const { return *m_name; }
    LessonTextField& text() const { return *m_text; }
    LessonTextField& hint() const { return *m_hint; }
    LessonTextField& notes() const { return *m_notes; }
    NamePills& allow() const { return *m_allow; }
    NamePills& cardsShown() const { return *m_show; }
    FormulaBar& formulas() const { return *m_formulas; }
    QPushButton& newStepButton() const { return *m_newStep; }
    QPushButton& makeStepButton() const { return *m_makeStep; }
    QPushButton& tryButton() const { return *m_try; }
    PillButton& questionButton() const { return *m_ask; }
    PillButton& keepNumbersButton() const { return *m_keep; }
    QToolButton& closeButton() const { return *m_close; }
    QMenu& menu() const { return *m_menu; }
    /// What is wrong with the step itself, or with the lesson; empty: nothing.
    QString fault() const;
    /// What is said of a name that another snapshot has; empty: nothing.
    QString problem() const;

signals:
    void newStepWanted();
    void tryWanted(std::size_t step);
    /// The step should hold what the board has now.
    void keepWanted(std::size_t snapshot);
    /// Before the menu of another question is shown: whoever knows what is inspected adds to it.
    void questionMenuShown(QMenu* menu);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makeHeader();
    void fillBar();
    QWidget* makeStepPart();
    void connectStep();
    void refresh();
    void refreshCards();
    void refreshPills();
    void rename();
    void fillQuestions();
    void restyle();

    LessonEditor& m_editor;
    LabDocument& m_document;
    const Theme& m_theme;
    QScrollArea* m_area;
    QWidget* m_bar; ///< below the area; in a low window in it, at its end
    QLabel* m_where;
    QToolButton* m_more;
    QMenu* m_menu;
    QToolButton* m_close;
    StepDots* m_dots;
    QLabel* m_nothing; ///< why there is nothing to edit
    QPushButton* m_makeStep;
    QWidget* m_step; ///< what is edited of a step
    QLineEdit* m_name;
    QLabel* m_problem;
    QLabel* m_fault;
    QWidget* m_other; ///< that the board has other numbers
    QLabel* m_otherText;
    PillButton* m_keep;
    LessonTextField* m_text;
    QVBoxLayout* m_questions;
    std::vector<QuestionEditCard*> m_cards;
    PillButton* m_ask;
    LessonTextField* m_hint;
    LessonTextField* m_notes;
    QLabel* m_allowTitle;
    NamePills* m_allow;
    QLabel* m_showTitle;
    NamePills* m_show;
    LessonTextField* m_author;
    FormulaBar* m_formulas;
    QPushButton* m_newStep;
    QPushButton* m_try;
    std::optional<std::size_t> m_shown; ///< the snapshot that is shown
};

} // namespace lab
