// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is edited of a question besides its texts: the options of a choice, which cell is right, what a goal
// is, which mistake a student has made.
#pragma once

#include "core/lesson/lesson_step.h"

#include <nlohmann/json.hpp>

#include <QWidget>

#include <functional>
#include <vector>

class QCheckBox;
class QLabel;

namespace lab {

class LabDocument;
class LessonEditor;
class LessonTextField;
class MatrixHeatmap;
class MistakeChoices;
class OptionalNumberField;
class PillButton;
class Theme;

/// Which question is edited, and where.
struct EditedQuestion {
    LabDocument& document;
    LessonEditor& editor;
    std::size_t number; ///< of the step that is edited
    const Theme& theme;

    /// Whether it can be edited now: not while it is tried, nor once another document has taken its place.
    bool isThere() const;
    /// One undo step; `what`: which part of the question.
    void change(const QString& what, const std::function<void(nlohmann::ordered_json&)>& edit) const;
};

class QuestionEditPart : public QWidget {
    Q_OBJECT
public:
    explicit QuestionEditPart(const EditedQuestion& edited) : m_edited(edited) {}

    /// Shows the question as it is now.
    virtual void refresh(const Question& question) = 0;

signals:
    void textEntered(lab::LessonTextField* field);
    /// What was typed cannot be taken, and why; empty: it can again.
    void refused(const QString& reason);

protected:
    EditedQuestion m_edited;
};

/// Options with what is said to whoever chooses them.
class ChoiceEditPart : public QuestionEditPart {
    Q_OBJECT
public:
    explicit ChoiceEditPart(const EditedQuestion& edited);
    void refresh(const Question& question) override;

    struct Option {
        QWidget* row;
        LessonTextField* text;
        LessonTextField* why;
        QCheckBox* right;
        PillButton* remove;
    };
    const std::vector<Option>& options() const { return m_options; }
    PillButton& addButton() const { return *m_add; }

private:
    void addRow();
    QWidget* m_rows;
    std::vector<Option> m_options;
    PillButton* m_add;
};

/// Which cell has to be clicked.
class CellEditPart : public QuestionEditPart {
    Q_OBJECT
public:
    explicit CellEditPart(const EditedQuestion& edited);
    void refresh(const Question& question) override;
    PillButton& rule() const { return *m_rule; }

private:
    PillButton* m_rule;
};

class GoalEditPart : public QuestionEditPart {
    Q_OBJECT
public:
    explicit GoalEditPart(const EditedQuestion& edited);
    void refresh(const Question& question) override;
    OptionalNumberField& least() const { return *m_least; }
    OptionalNumberField& most() const { return *m_most; }
    QCheckBox& largest() const { return *m_largest; }

private:
    void addNumber(OptionalNumberField& field, const char* key, const QString& what);

    OptionalNumberField* m_least;
    OptionalNumberField* m_most;
    QCheckBox* m_largest;
};

/// The mistake, what it makes of the stage, and what else may be named.
class MistakeEditPart : public QuestionEditPart {
    Q_OBJECT
public:
    explicit MistakeEditPart(const EditedQuestion& edited);
    void refresh(const Question& question) override;
    PillButton& mistake() const { return *m_mistake; }
    PillButton& others() const { return *m_others; }
    MatrixHeatmap& numbers() const { return *m_numbers; }
    const MistakeChoices& choices() const { return *m_choices; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fillMistakes();
    void fillOthers();
    void choose(MistakeKind kind);
    void toggle(MistakeKind kind);
    void showNumbers();
    void fit();

    MistakeChoices* m_choices;
    PillButton* m_mistake;
    MatrixHeatmap* m_numbers;
    QLabel* m_note;
    PillButton* m_others;
    QLabel* m_offered;
    Question m_question;
    bool m_isChosen = false; ///< the question says which mistake it is
};

/// nullptr: the kind has nothing but texts.
QuestionEditPart* makeQuestionEditPart(QuestionKind kind, const EditedQuestion& edited);

} // namespace lab
