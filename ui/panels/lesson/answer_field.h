// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where a number is typed for an answer.
#pragma once

#include <QLineEdit>

namespace lab {

class StepQuestions;

/// A click selects an answer that has been judged, so that typing replaces it. Where one question after
/// another is asked on the same card, Tab goes through them first, several lines can be pasted, and undo is
/// the document's.
class AnswerField : public QLineEdit {
    Q_OBJECT
public:
    AnswerField(StepQuestions& questions, QWidget* parent);

signals:
    /// Several numbers in lines or columns, which have no room in the field.
    void tablePasted(const QString& text);

protected:
    bool event(QEvent* event) override;
    bool focusNextPrevChild(bool next) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    StepQuestions& m_questions;
};

} // namespace lab
