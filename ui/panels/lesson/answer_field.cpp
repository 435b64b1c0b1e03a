// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/lesson/answer_field.h"

#include "ui/document/lesson/step_questions.h"
#include "ui/keys/shortcut_override.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMouseEvent>

namespace lab {

AnswerField::AnswerField(StepQuestions& questions, QWidget* parent)
    : QLineEdit(parent), m_questions(questions) {
    setObjectName(QStringLiteral("answer"));
    setPlaceholderText(QStringLiteral("?"));
    if (questions.asksInPlace())
        setToolTip(tr("Type the number, with two decimals or more, and press Enter. Tab, or a click on "
                      "another “?”, goes to its cell. Several numbers can be pasted at once."));
}

bool AnswerField::event(QEvent* event) {
    return (m_questions.asksInPlace() && leavesToWindow(event)) || QLineEdit::event(event);
}

bool AnswerField::focusNextPrevChild(bool next) {
    return m_questions.turn(next ? 1 : -1) || QLineEdit::focusNextPrevChild(next);
}

void AnswerField::keyPressEvent(QKeyEvent* event) {
    if (m_questions.asksInPlace() && event->matches(QKeySequence::Paste)) {
        const QString text = QGuiApplication::clipboard()->text().trimmed();
        if (text.contains(QLatin1Char('\n')) || text.contains(QLatin1Char('\t')))
            return emit tablePasted(text);
    }
    QLineEdit::keyPressEvent(event);
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        event->accept(); // the panel would press the button that has the keyboard by now
}

void AnswerField::mouseReleaseEvent(QMouseEvent* event) {
    QLineEdit::mouseReleaseEvent(event);
    if (event->button() == Qt::LeftButton && !isModified() && !hasSelectedText())
        selectAll();
}

} // namespace lab
