// SPDX-License-Identifier: GPL-3.0-or-later
//
// One question of a lesson's step: its text, what to answer with, what is said of the answer, and help on
// request. Once it is settled, its answer stands there instead.
#pragma once

#include "ui/document/lesson/step_questions.h"

#include <QFrame>
#include <QRect>

#include <cstddef>
#include <vector>

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QVBoxLayout;

namespace lab {

class AnswerField;
class FormulaLine;
class LabDocument;
class LessonTextView;
class MatrixHeatmap;
class OptionButton;
class Theme;
struct Answer;
struct Question;

class QuestionCard : public QFrame {
    Q_OBJECT
public:
    /// `number`: which one of the step that is played.
    QuestionCard(StepQuestions& questions, LabDocument& document, std::size_t number, const Theme& theme,
                 QWidget* parent = nullptr);

    /// Shows how the question stands.
    void refresh();
    /// Puts the keyboard where the answer goes. False: there is no such place.
    bool takeKeyboard();
    /// Takes the keyboard for a cell that was clicked; `isOther`: another than the one that was asked for.
    void begin(bool isOther);
    /// Chooses an option as a click on it does, from 0. False: there is none to choose.
    bool choose(std::size_t option);
    /// Keeps an answer in words that is typed and was not given yet.
    void keepText();
    /// Its controls follow `before` when Tab is pressed, in the order in which one reads them.
    void putInTabOrder(QWidget* before);
    QWidget* lastInTabOrder() const;
    /// Takes numbers for an answer, where they are asked for. False: they are not.
    bool take(const Answer& numbers);
    /// While its slide is all that there is to see, what tells the answer or helps to find it is not offered:
    /// a class would see it.
    void setPresented(bool presented);
    /// Says why something cannot be taken for an answer, until one is given; empty: nothing stands in the way
    /// any more.
    void refuse(const QString& reason);

    LessonTextView& textView() const { return *m_question; }
    // nullptr where the question has none.
    QLineEdit* field() const;
    QPlainTextEdit* text() const { return m_text; }
    const std::vector<OptionButton*>& options() const { return m_options; }
    MatrixHeatmap* studentsNumbers() const { return m_students; }
    QPushButton& checkButton() const { return *m_check; }
    QPushButton& hintButton() const { return *m_hint; }
    QPushButton& showButton() const { return *m_show; }
    FormulaLine& formula() const { return *m_formula; }
    /// How far one is, or what to do where nothing is typed; empty: nothing is said of that.
    QString todo() const;
    /// The question in plain text, and its options with their letters, one a line.
    QString asked() const;
    /// What is said of the answer; empty: nothing.
    QString said() const;
    /// Why what is typed cannot be taken for an answer; empty: nothing.
    QString problem() const;
    /// Where one of the two stands on the card; empty: neither is said.
    QRect saidPlace() const;
    /// The height of what is asked and where it is answered, without the buttons below.
    int askedHeight() const;
    /// What of it is seen while it is presented, each part of which is better not cut.
    std::vector<QRect> pieces() const;
    /// Where the chosen option is, which is the right one once it was shown; empty: none is.
    QRect chosenPlace() const;

signals:
    void linkActivated(const QString& link);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void addInput(const Question& question, QVBoxLayout& column);
    void addField(QVBoxLayout& column);
    void addText(const QString& placeholder, QVBoxLayout& column);
    void addOptions(std::size_t count, QVBoxLayout& column);
    void addButtons(QVBoxLayout& column);
    void recall(const Question& question);
    void check();
    void take(const QString& typed);
    void refreshQuestion(const Question& question);
    QString todoText(const Question& question, bool isOpen) const;
    void typedOn();
    void sayProblem(const QString& problem);
    bool isBlank() const;
    const StepQuestions::Reply* reply() const;
    void refreshHint(bool isOpen);
    void refreshSaid(const Question& question, bool isOpen);
    void refreshOptions(const Question& question, bool isOpen);
    void refreshStudents(const Question& question);
    void fitStudents();
    QString answered() const;
    QString spokenText() const;
    void restyle();

    StepQuestions& m_questions;
    LabDocument& m_document;
    const std::size_t m_number;
    const Theme& m_theme;
    LessonTextView* m_question;
    QLabel* m_todo;         ///< what to do where nothing is typed, or what was answered
    FormulaLine* m_formula; ///< a part of what is said
    LessonTextView* m_said;
    QLabel* m_problem; ///< why something cannot be taken for an answer
    AnswerField* m_field = nullptr;
    QPlainTextEdit* m_text = nullptr;
    MatrixHeatmap* m_students = nullptr;
    std::vector<OptionButton*> m_options;
    QString m_spoken; ///< what a screen reader has said last
    bool m_isPresented = false;
    bool m_isPast = false; ///< the last reply is about something that does not stand there any more
    QWidget* m_buttons;
    QPushButton* m_check;
    QPushButton* m_hint;
    QPushButton* m_show;
};

} // namespace lab
