// SPDX-License-Identifier: GPL-3.0-or-later
//
// One question of the step that is edited: what is asked, about which numbers, and what is wrong with it.
#pragma once

#include "ui/panels/lesson/question_edit_parts.h"

#include <QFrame>

class QLabel;

namespace lab {

class QuestionEditCard : public QFrame {
    Q_OBJECT
public:
    explicit QuestionEditCard(const EditedQuestion& edited, QWidget* parent = nullptr);

    void refresh();
    /// Puts the keyboard into its text, all of which is selected.
    void takeKeyboard();
    /// It is no more: what is still being typed belongs to no question.
    void leave();
    /// What a card has been made for: it is made anew where that differs.
    QString shape() const { return m_shape; }
    static QString shapeOf(const Question& question);

    LessonTextField& text() const { return *m_text; }
    LessonTextField& hint() const { return *m_hint; }
    LessonTextField& why() const { return *m_why; }
    OptionalNumberField* tolerance() const { return m_tolerance; }
    QuestionEditPart* part() const { return m_part; }
    PillButton& hintButton() const { return *m_addHint; }
    PillButton& whyButton() const { return *m_addWhy; }
    PillButton& upButton() const { return *m_up; }
    PillButton& downButton() const { return *m_down; }
    PillButton& removeButton() const { return *m_remove; }
    /// What is wrong with it; empty: nothing.
    QString fault() const;
    /// The stage or cell that it is about, in words.
    QString about() const;

signals:
    void textEntered(lab::LessonTextField* field);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QWidget* makeHeader();
    void addTexts();
    void addTolerance();
    void restyle();
    QString aboutOf(const Question& question) const;
    const Question* question() const;

    EditedQuestion m_edited;
    QString m_shape;
    QLabel* m_title;
    QLabel* m_about;
    PillButton* m_up;
    PillButton* m_down;
    PillButton* m_remove;
    LessonTextField* m_text;
    QuestionEditPart* m_part = nullptr;
    QWidget* m_toleranceRow = nullptr;
    OptionalNumberField* m_tolerance = nullptr;
    LessonTextField* m_hint;
    LessonTextField* m_why;
    QWidget* m_more;
    PillButton* m_addHint;
    PillButton* m_addWhy;
    QLabel* m_fault;
    QString m_problem; ///< why what was typed cannot be taken
    bool m_wantsHint = false, m_wantsWhy = false;
};

} // namespace lab
