// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/lesson/question_edit_card.h"

#include "core/lesson/lesson_edits.h"
#include "ui/document/edits/lesson_edits.h"
#include "ui/document/lab_document.h"
#include "ui/document/lesson/lesson_editor.h"
#include "ui/keys/tab_order.h"
#include "ui/look/theme.h"
#include "ui/panels/lesson/lesson_text_field.h"
#include "ui/panels/lesson/optional_number_field.h"
#include "ui/plots/shared/setting_texts.h"
#include "ui/plots/shared/stage_texts.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/pill_button.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include <utility>

namespace lab {

namespace {

QString writtenPart(const nlohmann::ordered_json& question, const char* key) {
    if (!question.is_object())
        return {};
    const auto found = question.find(key);
    return found != question.end() && found->is_string() ? QString::fromStdString(found->get<std::string>())
                                                         : QString();
}

QLabel* questionLabel(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    return label;
}

} // namespace

QuestionEditCard::QuestionEditCard(const EditedQuestion& edited, QWidget* parent)
    : QFrame(parent), m_edited(edited), m_title(new QLabel(this)), m_about(questionLabel(this)),
      m_text(new LessonTextField(edited.theme, tr("Question %1").arg(edited.number + 1), tr("What is asked"),
                                 LessonTextField::Label::in_field, this)),
      m_hint(new LessonTextField(edited.theme, tr("Hint"), tr("Shown on request"),
                                 LessonTextField::Label::above, this)),
      m_why(new LessonTextField(edited.theme, tr("After the right answer"), tr("Why it is so"),
                                LessonTextField::Label::above, this)),
      m_more(new QWidget(this)),
      m_addHint(new PillButton(edited.theme, PillButton::Kind::plain, tr("+ Hint"), m_more)),
      m_addWhy(new PillButton(edited.theme, PillButton::Kind::plain, tr("+ Why"), m_more)),
      m_fault(questionLabel(this)) {
    setObjectName(QStringLiteral("editedQuestion"));
    const Question& asked = *question();
    m_shape = shapeOf(asked);
    auto* column = new QVBoxLayout(this);
    QWidget* header = makeHeader();
    column->addWidget(header);
    column->addWidget(m_about);
    column->addWidget(m_text);
    m_part = makeQuestionEditPart(asked.kind, edited);
    if (m_part) {
        column->addWidget(m_part);
        connect(m_part, &QuestionEditPart::textEntered, this, &QuestionEditCard::textEntered);
        connect(m_part, &QuestionEditPart::refused, this, [this](const QString& reason) {
            m_problem = reason;
            refresh();
        });
    }
    if (asked.kind == QuestionKind::number || asked.kind == QuestionKind::matrix)
        addTolerance();
    addTexts();
    column->addWidget(m_fault);
    const QWidget* before = header; // Tab goes in the order in which one reads
    for (QWidget* each : {static_cast<QWidget*>(m_text), static_cast<QWidget*>(m_part), m_toleranceRow,
                          static_cast<QWidget*>(m_hint), static_cast<QWidget*>(m_why), m_more}) {
        if (each)
            tabAfter(*std::exchange(before, each), *each);
    }
    connect(&edited.theme, &Theme::changed, this, &QuestionEditCard::restyle);
    restyle();
    refresh();
}

QString QuestionEditCard::shapeOf(const Question& question) {
    return QString::fromUtf8(name_of(question.kind).data()) + QLatin1Char(' ') +
           QString::fromStdString(question.id);
}

const Question* QuestionEditCard::question() const {
    const LessonStep* step = m_edited.editor.step();
    return step && m_edited.number < step->ask.size() ? &step->ask[m_edited.number] : nullptr;
}

QWidget* QuestionEditCard::makeHeader() {
    auto* header = new QWidget(this);
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins({});
    row->addWidget(m_title, 1);
    m_title->setTextFormat(Qt::PlainText);
    const auto button = [&](const QString& text, const QString& tip) {
        auto* made = new PillButton(m_edited.theme, PillButton::Kind::plain, text, header);
        made->setSmall();
        made->setToolTip(tip);
        made->setAccessibleName(tr("%1, question %2").arg(tip).arg(m_edited.number + 1));
        row->addWidget(made);
        return made;
    };
    m_up = button(tr("▲"), tr("Move up"));
    m_down = button(tr("▼"), tr("Move down"));
    m_remove = button(tr("✕"), tr("Remove"));
    connect(m_up, &QAbstractButton::clicked, this, [this] {
        moveQuestion(m_edited.document, *m_edited.editor.snapshot(), m_edited.number, m_edited.number - 1);
    });
    connect(m_down, &QAbstractButton::clicked, this, [this] {
        moveQuestion(m_edited.document, *m_edited.editor.snapshot(), m_edited.number, m_edited.number + 1);
    });
    connect(m_remove, &QAbstractButton::clicked, this,
            [this] { removeQuestion(m_edited.document, *m_edited.editor.snapshot(), m_edited.number); });
    return header;
}

void QuestionEditCard::addTolerance() {
    m_toleranceRow = new QWidget(this);
    auto* row = new QHBoxLayout(m_toleranceRow);
    row->setContentsMargins({});
    auto* label = new QLabel(tr("right within ±"), m_toleranceRow);
    m_tolerance = new OptionalNumberField(0, m_toleranceRow);
    m_tolerance->setFixedWidth(m_edited.theme.px(80));
    m_tolerance->setPlaceholderText(tr("as typed"));
    m_tolerance->setToolTip(tr("Empty: an answer is right to as many digits as it has"));
    m_tolerance->setAccessibleName(tr("Tolerance of question %1").arg(m_edited.number + 1));
    label->setBuddy(m_tolerance);
    row->addWidget(label);
    row->addWidget(m_tolerance);
    row->addStretch();
    layout()->addWidget(m_toleranceRow);
    connect(m_tolerance, &OptionalNumberField::refused, this, [this](const QString& reason) {
        m_problem = reason;
        refresh();
    });
    connect(m_tolerance, &OptionalNumberField::entered, this, [this](std::optional<double> number) {
        m_edited.change(tr("Tolerance"),
                        [number](nlohmann::ordered_json& json) { set_number(json, "tolerance", number); });
    });
}

/// What is not written yet is asked for by a button, so that a card is no larger than its question.
void QuestionEditCard::addTexts() {
    auto* row = new FlowLayout(m_more);
    row->setContentsMargins({});
    for (PillButton* each : {m_addHint, m_addWhy}) {
        each->setSmall();
        row->addWidget(each);
    }
    m_addHint->setToolTip(tr("Something that helps, shown on request"));
    m_addWhy->setToolTip(tr("Said after the right answer"));
    layout()->addWidget(m_hint);
    layout()->addWidget(m_why);
    layout()->addWidget(m_more);
    connect(m_addHint, &QAbstractButton::clicked, this, [this] {
        m_wantsHint = true;
        refresh();
        m_hint->field().setFocus(Qt::OtherFocusReason);
    });
    connect(m_addWhy, &QAbstractButton::clicked, this, [this] {
        m_wantsWhy = true;
        refresh();
        m_why->field().setFocus(Qt::OtherFocusReason);
    });
    const auto follow = [this](LessonTextField* field, QuestionText which) {
        connect(field, &LessonTextField::entered, this, &QuestionEditCard::textEntered);
        connect(field, &LessonTextField::edited, this, [this, which](const QString& text) {
            if (m_edited.isThere())
                setQuestionText(m_edited.document, *m_edited.editor.snapshot(), m_edited.number, which, text);
        });
    };
    follow(m_text, QuestionText::text);
    follow(m_hint, QuestionText::hint);
    follow(m_why, QuestionText::why);
}

QString QuestionEditCard::aboutOf(const Question& question) const {
    const auto& experiment = m_edited.editor.experiment();
    const nlohmann::ordered_json& written = m_edited.editor.written(m_edited.number);
    const bool hasStage = written.is_object() && written.contains("stage");
    if (!hasStage || !experiment || !has_stage(*experiment, question.cell.stage) || is_empty(*experiment))
        return {};
    const bool isCell = question.kind == QuestionKind::number || question.kind == QuestionKind::goal;
    QString stage = stageTitle(*experiment, question.cell.stage, question.cell.head);
    if (isCell && has_cell(*experiment, question.cell))
        return tr("%1: %2").arg(stage, cellPlace(*experiment, question.cell));
    return stage;
}

void QuestionEditCard::refresh() {
    const Question* asked = question();
    if (!asked)
        return; // another one is shown in its place at once
    const nlohmann::ordered_json& written = m_edited.editor.written(m_edited.number);
    const auto kind = [&] {
        switch (asked->kind) {
        case QuestionKind::number:
            return tr("Number");
        case QuestionKind::matrix:
            return tr("Matrix");
        case QuestionKind::choice:
            return tr("Choice");
        case QuestionKind::cell:
            return tr("Cell to click");
        case QuestionKind::goal:
            return tr("Goal");
        case QuestionKind::mistake:
            return tr("A student’s mistake");
        case QuestionKind::text:
            return tr("In own words");
        }
        return QString();
    };
    m_title->setText(tr("%1 · %2").arg(m_edited.number + 1).arg(kind()));
    const QString about = aboutOf(*asked);
    m_about->setText(about);
    m_about->setVisible(!about.isEmpty());
    m_text->setText(writtenPart(written, "text"));
    const QString hint = writtenPart(written, "hint"), why = writtenPart(written, "why");
    m_hint->setText(hint);
    m_why->setText(why);
    m_wantsHint = m_wantsHint || !hint.isEmpty();
    m_wantsWhy = m_wantsWhy || !why.isEmpty();
    m_hint->setVisible(m_wantsHint);
    m_why->setVisible(m_wantsWhy);
    m_addHint->setVisible(!m_wantsHint);
    m_addWhy->setVisible(!m_wantsWhy);
    m_more->setVisible(!m_wantsHint || !m_wantsWhy);
    if (m_tolerance)
        m_tolerance->setNumber(asked->tolerance);
    if (m_part)
        m_part->refresh(*asked);
    m_up->setEnabled(m_edited.number > 0);
    m_down->setEnabled(m_edited.number + 1 < m_edited.editor.step()->ask.size());
    QStringList faults = m_edited.editor.faultsOf(m_edited.number);
    if (!m_problem.isEmpty())
        faults.prepend(m_problem);
    if (asked->kind == QuestionKind::mistake && !written.contains("mistake") &&
        !written.contains("options")) {
        faults.removeIf([](const QString& fault) {
            return fault.contains(QStringLiteral("“mistake”")) || fault.contains(QStringLiteral("“options”"));
        });
        faults.prepend(tr("Choose which mistake was made"));
    }
    m_fault->setText(faults.join(QLatin1Char('\n')));
    m_fault->setVisible(!faults.isEmpty());
    update();
}

void QuestionEditCard::leave() {
    for (QWidget* each : findChildren<QWidget*>())
        each->blockSignals(true);
}

QString QuestionEditCard::fault() const {
    return m_fault->isHidden() ? QString() : m_fault->text();
}

QString QuestionEditCard::about() const {
    return m_about->text();
}

void QuestionEditCard::takeKeyboard() {
    m_text->field().setFocus(Qt::OtherFocusReason);
    m_text->field().selectAll();
}

void QuestionEditCard::paintEvent(QPaintEvent* /*event*/) {
    const Colours& c = m_edited.theme.colours();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_fault->isHidden() ? c.border : c.error, 1));
    painter.setBrush(c.side);
    const double radius = m_edited.theme.px(6);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
}

void QuestionEditCard::restyle() {
    const auto colour = [](QLabel* label, const QColor& text) {
        QPalette colours = label->palette();
        colours.setColor(QPalette::WindowText, text);
        label->setPalette(colours);
    };
    colour(m_about, m_edited.theme.colours().muted);
    colour(m_fault, m_edited.theme.colours().error);
    m_title->setFont(m_edited.theme.font(TextRole::strong));
    m_about->setFont(m_edited.theme.font(TextRole::small));
    update();
}

} // namespace lab
