// SPDX-License-Identifier: GPL-3.0-or-later
//
// The lesson that is played: where one is, the text of the step, its questions one after another, and the way
// on and back. Without a lesson, what a step asks that is made of the document (DocumentStep). Empty while
// nothing is asked.
#pragma once

#include <QFrame>

#include <optional>
#include <vector>

class QAction;
class QLabel;
class QPushButton;
class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace lab {

class DocumentStep;
class LabDocument;
class LessonPlayer;
class LessonTextView;
class QuestionCard;
class StepDots;
class StepPages;
class StepQuestions;
class Theme;
struct Answer;

class LessonPanel : public QFrame {
    Q_OBJECT
public:
    LessonPanel(LessonPlayer& player, LabDocument& document, const Theme& theme, QWidget* parent = nullptr);

    /// The cards of the questions that were answered, and of the open one.
    const std::vector<QuestionCard*>& cards() const { return m_cards; }
    LessonTextView& text() const { return *m_text; }
    StepDots& dots() const { return *m_dots; }
    QPushButton& backButton() const { return *m_back; }
    QPushButton& nextButton() const { return *m_next; }
    QPushButton& againButton() const { return *m_again; }
    QLabel& nameLabel() const { return *m_name; }
    QToolButton& menuButton() const { return *m_menu; }
    QToolButton& closeButton() const { return *m_close; }
    /// While presenting on one screen, the slide says where one is.
    void setPresented(bool presented);
    /// Scrolls to the open question, if there is one.
    void showQuestion();
    /// While presenting on one screen: shows more of the step, from above, of which all but what answers the
    /// open question has to be seen before one goes on. False: its end is in sight.
    bool showMore();
    /// Puts the keyboard where the open question is answered, or on Next.
    void takeKeyboard();
    /// What is asked now, in plain text, and the options with their letters, one a line; empty: nothing.
    QString question() const;
    /// Chooses an option of the open question, from 0. False: it has no such option.
    bool choose(std::size_t option);
    /// Takes the keyboard for a covered cell that was clicked, which is asked for now; `isOther`: another one
    /// was before.
    void goToAsked(bool isOther);
    /// Takes numbers for an answer if the open question asks for a matrix.
    bool take(const Answer& numbers);
    /// Says on the open question why something cannot be taken for an answer to it, until one is given;
    /// empty: nothing stands in the way any more.
    void refuse(const QString& reason);

signals:
    /// A link in a text: "stage:weights", "example:NAME", "lesson:NAME", "https://…".
    void linkActivated(const QString& link);
    /// Somebody wants to do it again from the first step.
    void startAgainWanted();
    /// The same with other numbers.
    void newNumbersWanted();
    /// Somebody wants to change the lesson.
    void editWanted();
    /// The last step was left by going on.
    void finished();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    QWidget* makeHeader();
    QWidget* makeBar();
    QuestionCard* openCard() const;
    bool isOfThisStep() const;
    void showStep();
    void refresh();
    void refreshLesson();
    void refreshDocumentStep(const DocumentStep& step);
    void drawAgain();
    void addCards();
    void keepInSight();
    void layOutNow();
    void scrollTo(const QRect& first, const QRect& all);
    StepPages pages() const;
    void showPage(int top);
    void showSaid(const QuestionCard& card, const QRect& said);
    void hideCut();
    QRect placeOf(const QuestionCard& card) const;
    QRect placeOfSaid(const QuestionCard& card) const;
    void showWhere();
    void sayHowToLeave();
    void goOn();
    void restyle();

    LessonPlayer& m_player;
    LabDocument& m_document;
    const Theme& m_theme;
    QScrollArea* m_area;
    QWidget* m_cut; ///< hides what would be cut at the lower edge of a slide
    QWidget* m_header = nullptr;
    QLabel* m_where;
    QLabel* m_name;
    StepDots* m_dots;
    LessonTextView* m_text;
    QVBoxLayout* m_cardColumn;
    std::vector<QuestionCard*> m_cards;
    QToolButton* m_menu;
    QAction* m_newNumbers;
    QAction* m_leave;
    QToolButton* m_close;
    QPushButton* m_back;
    QPushButton* m_again; ///< other numbers, where covered ones are asked for
    QPushButton* m_next;
    bool m_presented = false;
    StepQuestions* m_questions = nullptr; ///< those that are shown
    std::optional<std::size_t> m_shown;   ///< the step of the lesson that is shown
    std::optional<QString> m_said;        ///< all that was said when the panel was last scrolled
    std::size_t m_open = 0;               ///< the question that was open when the panel was last refreshed
};

} // namespace lab
