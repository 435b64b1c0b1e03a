// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/lesson/question_card.h"

#include "core/analysis/answer.h"
#include "core/base/text_limits.h"
#include "ui/document/lab_document.h"
#include "ui/formula/formula_line.h"
#include "ui/look/announce.h"
#include "ui/look/theme.h"
#include "ui/panels/lesson/answer_field.h"
#include "ui/panels/lesson/lesson_text_view.h"
#include "ui/panels/lesson/option_button.h"
#include "ui/plots/heatmap/matrix_heatmap.h"
#include "ui/plots/heatmap/students_content.h"
#include "ui/plots/shared/stage_texts.h"
#include "ui/text/option_letter.h"
#include "ui/widgets/flow_layout.h"

#include <nlohmann/json.hpp>

#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace lab {

namespace {

constexpr double answerWidth = 120; // points
constexpr int textLines = 3;
constexpr qsizetype mostShown = 400; // letters of an answer

/// As they would be typed: one row a line.
QString linesOf(const Answer& answer) {
    QStringList lines;
    for (const auto& row : answer.numbers.rowwise()) {
        QStringList numbers;
        for (const double number : row)
            numbers += QString::number(number, 'f', answer.decimals);
        lines += numbers.join(QLatin1Char(' '));
    }
    return lines.join(QLatin1Char('\n'));
}

QString shapeOf(const Experiment& experiment, const Question& question) {
    const auto block = asked_numbers(experiment, question);
    if (!block)
        return {};
    const bool isTurned = experiment.notation == Notation::columns;
    return QStringLiteral("%1 × %2")
        .arg(isTurned ? block->block.columns : block->block.rows)
        .arg(isTurned ? block->block.rows : block->block.columns);
}

/// What is above the rows of a matrix belongs to the first, and what is below to the last.
void addMatrixRows(const MatrixHeatmap& matrix, std::vector<QRect>& pieces) {
    const QRect all = matrix.geometry();
    const auto& numbers = matrix.content().matrix;
    std::vector<QRect> rows;
    for (Index row = 0; numbers && row < numbers->rows(); ++row) {
        for (Index column = 0; column < numbers->cols(); ++column)
            rows.push_back(matrix.cellRect({row, column}).toAlignedRect().translated(all.topLeft()));
    }
    if (rows.empty())
        return pieces.push_back(all);
    std::ranges::sort(rows, {}, [](const QRect& each) { return each.top(); });
    rows.front().setTop(all.top());
    rows.back().setBottom(all.bottom());
    pieces.insert(pieces.end(), rows.begin(), rows.end());
}

} // namespace

QuestionCard::QuestionCard(StepQuestions& questions, LabDocument& document, std::size_t number,
                           const Theme& theme, QWidget* parent)
    : QFrame(parent), m_questions(questions), m_document(document), m_number(number), m_theme(theme),
      m_question(new LessonTextView(theme, this)), m_todo(new QLabel(this)),
      m_formula(new FormulaLine(theme, this)), m_said(new LessonTextView(theme, this)),
      m_problem(new QLabel(this)), m_buttons(new QWidget(this)),
      m_check(new QPushButton(tr("Check"), m_buttons)), m_hint(new QPushButton(tr("Hint"), m_buttons)),
      m_show(new QPushButton(tr("Show me"), m_buttons)) {
    setObjectName(QStringLiteral("question"));
    auto* column = new QVBoxLayout(this);
    const Question& question = questions.step().ask[number];
    m_question->setText(QString::fromStdString(question.text));
    column->addWidget(m_question);
    for (QLabel* each : {m_todo, m_problem}) {
        each->setWordWrap(true);
        each->setTextFormat(Qt::PlainText);
    }
    addInput(question, *column);
    column->addWidget(m_todo);
    addButtons(*column);
    column->addWidget(m_problem); // below the buttons, which stay where they are
    column->addWidget(m_formula);
    column->addWidget(m_said);
    for (LessonTextView* each : {m_question, m_said})
        connect(each, &LessonTextView::linkActivated, this, &QuestionCard::linkActivated);
    recall(question);
    if (m_field)
        connect(m_field, &QLineEdit::textChanged, this, &QuestionCard::typedOn);
    if (m_text)
        connect(m_text, &QPlainTextEdit::textChanged, this, &QuestionCard::typedOn);
    connect(&theme, &Theme::changed, this, &QuestionCard::restyle);
    restyle();
    refresh();
}

/// What was typed for it and was not right is there again: what is said is about that.
void QuestionCard::recall(const Question& question) {
    const AnswerRecord* record = m_questions.answerTo(m_number);
    const auto given = record && record->given && m_questions.openQuestion() == m_number
                           ? given_from(question, *record->given)
                           : std::nullopt;
    const auto* typed = given ? std::get_if<std::string>(&*given) : nullptr;
    const auto* numbers = given ? std::get_if<Answer>(&*given) : nullptr;
    if (m_field && typed)
        m_field->setText(QString::fromStdString(*typed));
    if (m_text && typed)
        m_text->setPlainText(QString::fromStdString(*typed));
    if (m_text && numbers)
        m_text->setPlainText(linesOf(*numbers));
    m_isPast = isBlank();
}

void QuestionCard::addInput(const Question& question, QVBoxLayout& column) {
    switch (question.kind) {
    case QuestionKind::number:
        return addField(column);
    case QuestionKind::matrix:
        return addText(tr("%1 numbers, a row on each line").arg(shapeOf(m_document.experiment(), question)),
                       column);
    case QuestionKind::text:
        return addText(tr("In your own words"), column);
    case QuestionKind::choice:
        return addOptions(question.choices.size(), column);
    case QuestionKind::mistake:
        m_students = new MatrixHeatmap(m_theme, this);
        column.addWidget(m_students);
        return addOptions(question.mistakes.size(), column);
    case QuestionKind::cell:
    case QuestionKind::goal:
        return;
    }
}

void QuestionCard::addField(QVBoxLayout& column) {
    m_field = new AnswerField(m_questions, this);
    m_field->setAccessibleName(m_question->plainText());
    connect(m_field, &QLineEdit::returnPressed, this, &QuestionCard::check);
    connect(m_field, &AnswerField::tablePasted, this, qOverload<const QString&>(&QuestionCard::take));
    column.addWidget(m_field, 0, Qt::AlignLeft);
}

void QuestionCard::addText(const QString& placeholder, QVBoxLayout& column) {
    m_text = new QPlainTextEdit(this);
    m_text->setObjectName(QStringLiteral("answer"));
    m_text->setPlaceholderText(placeholder);
    m_text->setAccessibleName(m_question->plainText());
    m_text->setTabChangesFocus(true);
    m_text->setSizePolicy(QSizePolicy::Expanding,
                          QSizePolicy::Fixed); // or the card would share the room below
    m_text->installEventFilter(this);
    column.addWidget(m_text);
}

void QuestionCard::addOptions(std::size_t count, QVBoxLayout& column) {
    for (std::size_t i = 0; i < count; ++i) {
        auto* option = new OptionButton(m_theme, optionLetter(i), this);
        connect(option, &QAbstractButton::clicked, this, [this, i] { choose(i); });
        column.addWidget(option);
        m_options.push_back(option);
    }
}

void QuestionCard::addButtons(QVBoxLayout& column) {
    auto* row = new FlowLayout(m_buttons);
    row->setContentsMargins({});
    for (QPushButton* each : {m_check, m_hint, m_show})
        row->addWidget(each);
    m_hint->setToolTip(tr("Something that helps to find the answer"));
    const bool isGoal = m_questions.step().ask[m_number].kind == QuestionKind::goal;
    m_show->setToolTip(isGoal ? tr("Goes one way to the goal, and notes that it was shown")
                              : tr("Tells the answer, and notes that it was shown"));
    if (m_questions.asksInPlace()) {
        m_hint->setToolTip(tr("The formula, then what it is computed from, then a term of it"));
        m_show->setText(tr("Show"));
        m_show->setToolTip(tr("Open what is covered"));
        for (QPushButton* each : {m_check, m_hint, m_show})
            each->setFocusPolicy(Qt::TabFocus); // a click leaves the keyboard to the answer
    }
    connect(m_check, &QPushButton::clicked, this, &QuestionCard::check);
    connect(m_hint, &QPushButton::clicked, this, [this] {
        m_questions.showHint();
        if (m_questions.asksInPlace())
            takeKeyboard();
    });
    connect(m_show, &QPushButton::clicked, &m_questions, &StepQuestions::show);
    m_show->installEventFilter(this);
    column.addWidget(m_buttons);
}

bool QuestionCard::choose(std::size_t option) {
    if (m_questions.openQuestion() != m_number || option >= m_options.size() || m_questions.isJudging())
        return false;
    const Question& question = m_questions.step().ask[m_number];
    if (question.kind == QuestionKind::choice)
        m_questions.answer(ChosenOption{option});
    else
        m_questions.answer(question.mistakes[option]);
    return true;
}

bool QuestionCard::take(const Answer& numbers) {
    if (m_questions.openQuestion() != m_number || m_questions.isJudging() ||
        m_questions.step().ask[m_number].kind != QuestionKind::matrix)
        return false;
    m_text->setPlainText(linesOf(numbers));
    sayProblem({});
    m_isPast = false;
    m_questions.answer(numbers);
    return true;
}

void QuestionCard::keepText() {
    if (m_text && m_questions.step().ask[m_number].kind == QuestionKind::text &&
        m_questions.openQuestion() == m_number && !m_text->toPlainText().trimmed().isEmpty())
        m_questions.answer(m_text->toPlainText().toStdString());
}

void QuestionCard::putInTabOrder(QWidget* before) {
    std::vector<QWidget*> order{m_question, m_field, m_text};
    order.insert(order.end(), m_options.begin(), m_options.end());
    order.insert(order.end(), {m_check, m_hint, m_show, m_said});
    for (QWidget* each : order) {
        if (!each)
            continue;
        setTabOrder(before, each);
        before = each;
    }
}

QWidget* QuestionCard::lastInTabOrder() const {
    return m_said;
}

void QuestionCard::check() {
    if (m_questions.openQuestion() != m_number || m_questions.isJudging())
        return;
    const QString typed = m_field ? m_field->text() : m_text->toPlainText();
    sayProblem({});
    m_isPast = false;
    if (typed.trimmed().isEmpty()) {
        sayProblem(m_field ? tr("Type a number first.") : tr("Type or paste an answer first."));
    } else if (m_questions.step().ask[m_number].kind == QuestionKind::matrix) {
        if (const auto answer = read_answer(typed.toStdString()))
            m_questions.answer(*answer);
        else
            sayProblem(tr("These are not rows of numbers: one row a line, spaces or commas between."));
    } else {
        take(typed);
    }
    refresh();
}

/// What is typed next is for the next question, or in place of an answer that was not right.
void QuestionCard::take(const QString& typed) {
    const bool isDone = m_questions.answer(typed.toStdString());
    if (!m_questions.asksInPlace())
        return;
    if (isDone)
        m_field->clear();
    else
        m_field->selectAll();
    m_field->setModified(false);
}

void QuestionCard::begin(bool isOther) {
    if (!m_field)
        return;
    if (isOther)
        m_field->clear();
    else if (!m_field->isModified()) // judged
        m_field->selectAll();
    takeKeyboard();
}

void QuestionCard::setPresented(bool presented) {
    m_isPresented = presented;
    refresh();
}

void QuestionCard::refuse(const QString& reason) {
    if (reason.isEmpty() && problem().isEmpty())
        return;
    sayProblem(reason);
    m_isPast = !reason.isEmpty();
    if (!reason.isEmpty())
        announce(*this, reason);
    refresh();
}

/// Whatever was said of what cannot be an answer is about another text now.
void QuestionCard::typedOn() {
    sayProblem({});
    m_isPast = m_isPast || isBlank();
    refreshSaid(m_questions.step().ask[m_number], m_questions.openQuestion() == m_number);
}

void QuestionCard::sayProblem(const QString& problem) {
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    m_isPast = m_isPast || !problem.isEmpty();
}

bool QuestionCard::isBlank() const {
    return (m_field && m_field->text().trimmed().isEmpty()) ||
           (m_text && m_text->toPlainText().trimmed().isEmpty());
}

QLineEdit* QuestionCard::field() const {
    return m_field;
}

/// What is said of the answer that was given, unless that has gone, or something else was said since.
const StepQuestions::Reply* QuestionCard::reply() const {
    const bool isGone = m_isPast && m_questions.openQuestion() == m_number && !m_questions.asksInPlace();
    return isGone ? nullptr : m_questions.replyTo(m_number);
}

QString QuestionCard::asked() const {
    QStringList lines{m_question->plainText()};
    for (std::size_t i = 0; i < m_options.size(); ++i)
        lines += tr("%1  %2").arg(optionLetter(i), m_options[i]->text());
    return lines.join(QLatin1Char('\n'));
}

QString QuestionCard::todo() const {
    return m_todo->text();
}

QString QuestionCard::said() const {
    return m_said->isVisibleTo(this) ? m_said->plainText() : QString();
}

QString QuestionCard::problem() const {
    return m_problem->isVisibleTo(this) ? m_problem->text() : QString();
}

QRect QuestionCard::saidPlace() const {
    QRect place;
    if (m_problem->isVisibleTo(this))
        place |= m_problem->geometry();
    if (m_formula->isVisibleTo(this))
        place |= m_formula->geometry();
    if (m_said->isVisibleTo(this))
        place |= m_said->geometry();
    if (!place.isEmpty() && m_questions.asksInPlace() && m_field->isVisibleTo(this))
        place |= m_field->geometry(); // the next answer is typed there
    return place;
}

int QuestionCard::askedHeight() const {
    return m_buttons->isVisibleTo(this) ? m_buttons->geometry().top() : height();
}

std::vector<QRect> QuestionCard::pieces() const {
    std::vector<QRect> pieces;
    const auto add = [&](const QWidget* widget) {
        if (widget && widget->isVisibleTo(this))
            pieces.push_back(widget->geometry());
    };
    const auto addLines = [&](const LessonTextView* view) {
        for (const QRect& each : view->isVisibleTo(this) ? view->lines() : std::vector<QRect>{})
            pieces.push_back(each.translated(view->pos()));
    };
    addLines(m_question);
    add(m_field);
    add(m_text);
    if (m_students && m_students->isVisibleTo(this))
        addMatrixRows(*m_students, pieces);
    for (const OptionButton* each : m_options)
        add(each);
    for (const QWidget* each : std::initializer_list<const QWidget*>{m_todo, m_problem, m_formula})
        add(each);
    addLines(m_said);
    return pieces;
}

QRect QuestionCard::chosenPlace() const {
    QRect place;
    for (const OptionButton* each : m_options) {
        if (each->isChecked())
            place |= QRect(each->mapTo(this, QPoint()), each->size());
    }
    return place;
}

/// What was given, in a line.
QString QuestionCard::answered() const {
    const AnswerRecord* record = m_questions.answerTo(m_number);
    QString how = record && record->right.value_or(false) ? tr("✓ right")
                  : record && record->shown               ? tr("shown")
                                                          : tr("✓ kept");
    const bool isTyped = record && !record->shown && record->given && !record->given->empty() &&
                         (m_field || m_questions.step().ask[m_number].kind == QuestionKind::text) &&
                         record->given->front().is_string();
    if (!isTyped)
        return how;
    const QString given = QString::fromStdString(record->given->front().get<std::string>());
    return tr("%1: %2").arg(how,
                            given.size() > mostShown ? given.left(mostShown) + QStringLiteral("…") : given);
}

void QuestionCard::refresh() {
    const Question& question = m_questions.step().ask[m_number];
    const bool isOpen = m_questions.openQuestion() == m_number;
    if (isOpen && m_questions.isJudging()) { // another answer, wherever it was given
        sayProblem({});
        m_isPast = false;
    }
    if (m_questions.asksInPlace())
        refreshQuestion(question);
    if (m_field)
        m_field->setVisible(isOpen);
    if (m_text)
        m_text->setVisible(isOpen);
    refreshOptions(question, isOpen);
    refreshStudents(question);
    m_check->setVisible(m_field || m_text);
    m_check->setText(question.kind == QuestionKind::text ? tr("Keep") : tr("Check"));
    refreshHint(isOpen);
    m_show->setVisible(isOpen && m_questions.canShow());
    m_buttons->setVisible(isOpen && !m_isPresented &&
                          (m_check->isVisibleTo(m_buttons) || m_hint->isVisibleTo(m_buttons) ||
                           m_show->isVisibleTo(m_buttons)));
    const QString todo = todoText(question, isOpen);
    m_todo->setText(todo);
    m_todo->setVisible(!todo.isEmpty());
    m_problem->setVisible(isOpen && !m_problem->text().isEmpty());
    refreshSaid(question, isOpen);
}

/// The same card asks for another cell.
void QuestionCard::refreshQuestion(const Question& question) {
    m_question->setText(QString::fromStdString(question.text));
    m_question->setVisible(!question.text.empty());
    const QString count = m_questions.countText();
    m_field->setAccessibleName(count.isEmpty() ? asked() : tr("%1 %2").arg(asked(), count));
}

QString QuestionCard::todoText(const Question& question, bool isOpen) const {
    const QString fault = m_questions.faultOf(m_number);
    if (!fault.isEmpty())
        return tr("This question can’t be asked: %1.").arg(fault);
    if (m_questions.asksInPlace())
        return m_questions.countText();
    if (!isOpen)
        return answered();
    if (question.kind == QuestionKind::cell)
        return tr("Click the cell on the card of %1.").arg(stageTitle(question.cell.stage));
    if (question.kind != QuestionKind::goal)
        return {};
    return m_questions.nearMiss().isEmpty()
               ? tr("Try it: as soon as it is so, it is noticed.")
               : tr("Try it: as soon as it is so, it is noticed. %1").arg(m_questions.nearMiss());
}

/// Once it was used, it keeps its place: a second click must not meet what would take that.
void QuestionCard::refreshHint(bool isOpen) {
    const bool isLast = isOpen && (m_questions.isPullNext() || m_questions.pulledGoal());
    const bool isUsed = !isOpen || !m_questions.canHint();
    m_hint->setVisible(isOpen && m_questions.hasHints());
    m_hint->setText(isLast ? tr("Last hint: what would change it") : tr("Hint"));
    if (isUsed && m_hint->hasFocus() && !m_questions.asksInPlace())
        m_question->setFocus(Qt::OtherFocusReason); // or the next button would get the keyboard
    m_hint->setEnabled(!isUsed);
}

void QuestionCard::refreshSaid(const Question& question, bool isOpen) {
    QStringList said;
    if (const StepQuestions::Reply* its = reply())
        said += its->text;
    if (isOpen && m_questions.isHintShown())
        said += tr("**Hint.** %1").arg(m_questions.hint());
    if (isOpen && m_questions.pulledGoal())
        said +=
            question.condition.at_most
                ? tr("**Last hint.** The wedges beside the parameters’ numbers show what would raise it: ▲ "
                     "more does, ▼ less does. To lower it, go the other way.")
                : tr("**Last hint.** The wedges beside the parameters’ numbers show what would raise it: ▲ "
                     "more does, ▼ less does.");
    m_said->setText(said.join(QStringLiteral("\n\n")));
    m_said->setVisible(!said.join(QString()).isEmpty());
    m_formula->setFormula(m_questions.hintFormula());
    const QString spoken = spokenText();
    if (std::exchange(m_spoken, spoken) != spoken)
        announce(*this, spoken);
    update();
}

/// What a screen reader says when it changes: what is said, and the question where that is another one.
QString QuestionCard::spokenText() const {
    if (!m_questions.asksInPlace())
        return m_said->plainText();
    QStringList all{m_formula->accessibleName(), m_said->plainText(), asked(), m_questions.countText()};
    all.removeAll(QString());
    return all.join(QLatin1Char(' '));
}

void QuestionCard::refreshOptions(const Question& question, bool isOpen) {
    const AnswerRecord* record = m_questions.answerTo(m_number);
    for (std::size_t i = 0; i < m_options.size(); ++i) {
        const bool isMistake = question.kind == QuestionKind::mistake;
        const QString text = isMistake ? m_questions.mistakeName(m_number, i)
                                       : QString::fromStdString(question.choices[i].text);
        m_options[i]->setText(text);
        m_options[i]->setEnabled(isOpen);
        const auto given = record && record->given ? given_from(question, *record->given) : std::nullopt;
        const auto* chosen = given ? std::get_if<ChosenOption>(&*given) : nullptr;
        const auto* named = given ? std::get_if<MistakeKind>(&*given) : nullptr;
        const bool isGiven =
            (chosen && chosen->index == i) || (named && isMistake && *named == question.mistakes[i]);
        const bool isRight = isMistake ? question.mistakes[i] == question.mistake : question.choices[i].right;
        m_options[i]->setChecked(record && record->shown ? isRight : isGiven); // what was told is marked
    }
}

/// The numbers that the mistake makes, in the form of the stage's own.
void QuestionCard::refreshStudents(const Question& question) {
    if (!m_students)
        return;
    const MatrixPtr numbers = m_questions.mistakenNumbers(m_number);
    m_students->setVisible(numbers != nullptr);
    if (!numbers || m_students->content().matrix == numbers)
        return;
    m_students->setContent(studentsContent(m_document, question.cell.stage, question.cell.head, numbers));
    fitStudents();
}

/// With as much of each number as there is room for.
void QuestionCard::fitStudents() {
    const int room = contentsRect().width() - 2 * m_theme.px(12);
    const auto fits = [&](Density each) { return m_students->sizeFor(each).width() <= room; };
    const auto* found = std::ranges::find_if(allDensities, fits);
    m_students->setLook(found == allDensities.end() ? allDensities.back() : *found);
    m_students->setFixedHeight(m_students->sizeHint().height());
}

void QuestionCard::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    if (m_students && m_students->content().matrix)
        fitStudents();
}

bool QuestionCard::takeKeyboard() {
    QWidget* place = m_field ? static_cast<QWidget*>(m_field) : m_text;
    if (!place && !m_options.empty())
        place = m_options.front();
    if (!place || m_questions.openQuestion() != m_number)
        return false;
    place->setFocus(Qt::OtherFocusReason);
    return true;
}

/// Return in a text begins a new line; with Ctrl it gives the answer. The second press of a double-click,
/// which may have begun on another button, shows no answer.
bool QuestionCard::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_show && event->type() == QEvent::MouseButtonDblClick)
        return true;
    if (watched == m_text && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if ((key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) &&
            key->modifiers().testFlag(Qt::ControlModifier)) {
            check();
            return true;
        }
    }
    return QFrame::eventFilter(watched, event);
}

/// What is open stands out; at its left edge is whether the last answer was right.
void QuestionCard::paintEvent(QPaintEvent* /*event*/) {
    const Colours& c = m_theme.colours();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double radius = m_theme.px(6);
    const QRectF frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    const bool isOpen = m_questions.isOn() && m_questions.openQuestion() == m_number;
    painter.setPen(QPen(isOpen ? c.accent : c.border, 1));
    painter.setBrush(isOpen ? c.panel : c.side);
    painter.drawRoundedRect(frame, radius, radius);
    const StepQuestions::Reply* its = m_questions.isOn() ? reply() : nullptr;
    if (!its || !its->right)
        return;
    const double edge = m_theme.px(4);
    painter.setPen(Qt::NoPen);
    painter.setBrush(*its->right ? c.accent : c.error);
    painter.drawRoundedRect(QRectF(0, radius, edge, height() - 2 * radius), edge / 2, edge / 2);
}

void QuestionCard::restyle() {
    if (m_field)
        m_field->setFixedWidth(m_theme.px(answerWidth));
    if (m_text)
        m_text->setFixedHeight(m_text->fontMetrics().lineSpacing() * textLines + m_theme.px(14));
    const auto colour = [](QLabel* label, const QColor& text) {
        QPalette colours = label->palette();
        colours.setColor(QPalette::WindowText, text);
        label->setPalette(colours);
    };
    colour(m_todo, m_theme.colours().muted);
    colour(m_problem, m_theme.colours().error);
    update();
}

} // namespace lab
