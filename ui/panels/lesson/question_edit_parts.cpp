// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/lesson/question_edit_parts.h"

#include "core/lesson/lesson_edits.h"
#include "ui/document/edits/lesson_edits.h"
#include "ui/document/lab_document.h"
#include "ui/document/lesson/lesson_editor.h"
#include "ui/document/lesson/mistake_choices.h"
#include "ui/keys/tab_order.h"
#include "ui/look/theme.h"
#include "ui/panels/lesson/lesson_text_field.h"
#include "ui/panels/lesson/optional_number_field.h"
#include "ui/plots/heatmap/matrix_heatmap.h"
#include "ui/plots/heatmap/students_content.h"
#include "ui/plots/shared/setting_texts.h"
#include "ui/text/option_letter.h"
#include "ui/text/short_text.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/pill_button.h"
#include "ui/widgets/retire.h"

#include <QCheckBox>
#include <QLabel>
#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace lab {

namespace {

using EditedOptions = nlohmann::ordered_json;

constexpr double replyIndent = 16;     // points, below its option
constexpr std::size_t usualOthers = 3; // mistakes that are offered beside the one that was made

std::string keyText(MistakeKind kind) {
    return std::string(key_of(kind));
}

/// The list of options, which it makes if there is none.
EditedOptions& optionsOf(EditedOptions& question) {
    EditedOptions& options = question["options"];
    if (!options.is_array())
        options = EditedOptions::array();
    return options;
}

QString writtenText(const EditedOptions& object, const char* key) {
    if (!object.is_object())
        return {};
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? QString::fromStdString(found->get<std::string>())
                                                       : QString();
}

struct RuleText {
    CellRule rule;
    const char* key;
};
constexpr std::array cellRules{RuleText{CellRule::largest_of_row, "largest_of_row"},
                               RuleText{CellRule::smallest_of_row, "smallest_of_row"},
                               RuleText{CellRule::hidden, "hidden"}, RuleText{CellRule::place, nullptr}};

QVBoxLayout* plainColumn(QWidget* of) {
    auto* column = new QVBoxLayout(of);
    column->setContentsMargins({});
    return column;
}

} // namespace

bool EditedQuestion::isThere() const {
    const LessonStep* step = editor.isOn() && !document.played() ? editor.step() : nullptr;
    return step && number < step->ask.size();
}

void EditedQuestion::change(const QString& what,
                            const std::function<void(nlohmann::ordered_json&)>& edit) const {
    if (isThere())
        editQuestion(document, *editor.snapshot(), number, what, edit);
}

ChoiceEditPart::ChoiceEditPart(const EditedQuestion& edited)
    : QuestionEditPart(edited), m_rows(new QWidget(this)),
      m_add(new PillButton(edited.theme, PillButton::Kind::plain, tr("+ Option"), this)) {
    auto* column = plainColumn(this);
    plainColumn(m_rows);
    column->addWidget(m_rows);
    column->addWidget(m_add, 0, Qt::AlignLeft);
    m_add->setSmall();
    connect(m_add, &QAbstractButton::clicked, this, [this] {
        m_edited.change(tr("Another option"), [](EditedOptions& question) {
            optionsOf(question).push_back(EditedOptions::object());
        });
        if (!m_options.empty())
            m_options.back().text->field().setFocus(Qt::OtherFocusReason);
    });
}

void ChoiceEditPart::addRow() {
    const std::size_t which = m_options.size();
    const QString letter = optionLetter(which);
    const Theme& theme = m_edited.theme;
    Option option{};
    option.row = new QWidget(m_rows);
    auto* column = plainColumn(option.row);
    option.text = new LessonTextField(theme, tr("Option %1").arg(letter), tr("Option %1").arg(letter),
                                      LessonTextField::Label::in_field, option.row);
    auto* marks = new QWidget(option.row);
    auto* row = new QHBoxLayout(marks);
    row->setContentsMargins({});
    option.right = new QCheckBox(tr("%1 is right").arg(letter), marks);
    option.remove = new PillButton(theme, PillButton::Kind::plain, tr("✕"), marks);
    option.remove->setSmall();
    option.remove->setToolTip(tr("Remove this option"));
    option.remove->setAccessibleName(tr("Remove option %1").arg(letter));
    row->addWidget(option.right);
    row->addStretch();
    row->addWidget(option.remove);
    option.why = new LessonTextField(theme, tr("Reply to option %1").arg(letter),
                                     tr("What is said to whoever chooses %1").arg(letter),
                                     LessonTextField::Label::in_field, option.row);
    column->addWidget(option.text);
    column->addWidget(marks);
    auto* reply = new QHBoxLayout;
    reply->setContentsMargins(theme.px(replyIndent), 0, 0, theme.px(replyIndent / 2));
    reply->addWidget(option.why);
    column->addLayout(reply);
    for (LessonTextField* each : {option.text, option.why}) {
        const OptionText kind = each == option.text ? OptionText::text : OptionText::why;
        connect(each, &LessonTextField::entered, this, &ChoiceEditPart::textEntered);
        connect(each, &LessonTextField::edited, this, [this, which, kind](const QString& text) {
            if (m_edited.isThere())
                setOptionText(m_edited.document, *m_edited.editor.snapshot(), m_edited.number, which, kind,
                              text);
        });
    }
    connect(option.right, &QCheckBox::clicked, this, [this, which](bool isRight) {
        m_edited.change(tr("Which option is right"), [which, isRight](EditedOptions& question) {
            EditedOptions& its = optionsOf(question).at(which);
            if (!its.is_object())
                its = EditedOptions::object();
            if (isRight)
                its["right"] = true;
            else
                its.erase("right");
        });
    });
    connect(option.remove, &QAbstractButton::clicked, this, [this, which] {
        m_edited.change(tr("Removed an option"), [which](EditedOptions& question) {
            EditedOptions& options = optionsOf(question);
            options.erase(options.begin() + static_cast<EditedOptions::difference_type>(which));
        });
    });
    m_rows->layout()->addWidget(option.row);
    option.row->show();
    if (!m_options.empty())
        tabAfter(*m_options.back().row, *option.row);
    tabAfter(*option.row, *m_add);
    m_options.push_back(option);
}

/// As it is written: an option that cannot be read can be edited, too.
void ChoiceEditPart::refresh(const Question& /*question*/) {
    const EditedOptions& written = m_edited.editor.written(m_edited.number);
    const auto found = written.is_object() ? written.find("options") : written.end();
    const bool hasList = written.is_object() && found != written.end() && found->is_array();
    const std::size_t count = hasList ? found->size() : 0;
    while (m_options.size() > count) {
        retire(m_options.back().row);
        m_options.pop_back();
    }
    while (m_options.size() < count)
        addRow();
    for (std::size_t i = 0; i < count; ++i) {
        const EditedOptions& option = (*found)[i];
        m_options[i].text->setText(writtenText(option, "text"));
        m_options[i].why->setText(writtenText(option, "why"));
        m_options[i].right->setChecked(option.is_object() &&
                                       option.value("right", EditedOptions()) == EditedOptions(true));
    }
}

CellEditPart::CellEditPart(const EditedQuestion& edited)
    : QuestionEditPart(edited), m_rule(new PillButton(edited.theme, PillButton::Kind::choice, {}, this)) {
    auto* column = plainColumn(this);
    column->addWidget(m_rule, 0, Qt::AlignLeft);
    m_rule->setSmall();
    m_rule->setWholeWhereThereIsRoom();
    m_rule->setToolTip(tr("Which cell is right"));
}

void CellEditPart::refresh(const Question& question) {
    const auto experiment = m_edited.editor.experiment();
    const EditedOptions& written = m_edited.editor.written(m_edited.number);
    const bool hasPlace = written.is_object() && (written.contains("row") || written.contains("column"));
    const auto text = [&](CellRule rule) {
        switch (rule) {
        case CellRule::largest_of_row:
            return tr("The largest of a row");
        case CellRule::smallest_of_row:
            return tr("The smallest of a row");
        case CellRule::hidden:
            return tr("A hidden one");
        case CellRule::place:
            break;
        }
        return hasPlace && !question.is_faulty && experiment
                   ? tr("This one: %1").arg(cellPlace(*experiment, question.cell))
                   : tr("One cell");
    };
    bool hasRule = hasPlace;
    for (const RuleText& each : cellRules)
        hasRule = hasRule || (each.key && written.is_object() && written.contains(each.key));
    auto* menu = new QMenu(m_rule);
    for (const RuleText& each : cellRules) {
        if (!each.key)
            continue; // by a right click on that cell
        menu->addAction(text(each.rule), this, [this, key = each.key] {
            editQuestion(
                m_edited.document, *m_edited.editor.snapshot(), m_edited.number, tr("Which cell is right"),
                [key](EditedOptions& edited) {
                    for (const char* old : {"largest_of_row", "smallest_of_row", "hidden", "row", "column"})
                        edited.erase(old);
                    edited[key] = true;
                });
        });
    }
    QMenu* before = m_rule->menu();
    m_rule->setMenu(menu);
    if (before)
        before->deleteLater();
    m_rule->setText(hasRule ? text(question.rule) : tr("Which cell?"));
}

GoalEditPart::GoalEditPart(const EditedQuestion& edited)
    : QuestionEditPart(edited), m_least(new OptionalNumberField(std::nullopt, this)),
      m_most(new OptionalNumberField(std::nullopt, this)),
      m_largest(new QCheckBox(tr("the largest of its row"), this)) {
    auto* row = new FlowLayout(this);
    row->setContentsMargins({});
    const auto add = [&](const QString& text, OptionalNumberField* field) {
        auto* label = new QLabel(text, this);
        label->setBuddy(field);
        field->setAccessibleName(text);
        field->setPlaceholderText(tr("none"));
        row->addWidget(label);
        row->addWidget(field);
    };
    add(tr("at least"), m_least);
    add(tr("at most"), m_most);
    row->addWidget(m_largest);
    addNumber(*m_least, "at_least", tr("At least"));
    addNumber(*m_most, "at_most", tr("At most"));
    connect(m_largest, &QCheckBox::clicked, this, [this](bool isLargest) {
        m_edited.change(tr("Largest of its row"), [isLargest](EditedOptions& question) {
            if (isLargest)
                question["largest_of_row"] = true;
            else
                question.erase("largest_of_row");
        });
    });
}

void GoalEditPart::addNumber(OptionalNumberField& field, const char* key, const QString& what) {
    field.setFixedWidth(m_edited.theme.px(70));
    connect(&field, &OptionalNumberField::refused, this, &GoalEditPart::refused);
    connect(&field, &OptionalNumberField::entered, this, [this, key, what](std::optional<double> number) {
        m_edited.change(what, [key, number](EditedOptions& question) { set_number(question, key, number); });
    });
}

void GoalEditPart::refresh(const Question& question) {
    m_least->setNumber(question.condition.at_least);
    m_most->setNumber(question.condition.at_most);
    m_largest->setChecked(question.condition.largest_of_row);
}

MistakeEditPart::MistakeEditPart(const EditedQuestion& edited)
    : QuestionEditPart(edited), m_choices(new MistakeChoices(this)),
      m_mistake(new PillButton(edited.theme, PillButton::Kind::choice, {}, this)),
      m_numbers(new MatrixHeatmap(edited.theme, this)), m_note(new QLabel(this)),
      m_others(new PillButton(edited.theme, PillButton::Kind::plain, tr("What may be named"), this)),
      m_offered(new QLabel(this)) {
    auto* column = plainColumn(this);
    column->addWidget(m_mistake, 0, Qt::AlignLeft);
    column->addWidget(m_note);
    column->addWidget(m_numbers);
    column->addWidget(m_offered);
    column->addWidget(m_others, 0, Qt::AlignLeft);
    for (QLabel* each : {m_note, m_offered}) {
        each->setWordWrap(true);
        each->setTextFormat(Qt::PlainText);
    }
    for (PillButton* each : {m_mistake, m_others}) {
        each->setSmall();
        each->setWholeWhereThereIsRoom();
        each->setMenu(new QMenu(each));
    }
    m_others->setToolTip(tr("The mistakes that are offered as options"));
    connect(m_mistake->menu(), &QMenu::aboutToShow, this, &MistakeEditPart::fillMistakes);
    connect(m_others->menu(), &QMenu::aboutToShow, this, &MistakeEditPart::fillOthers);
    connect(m_choices, &MistakeChoices::changed, this, [this] { refresh(Question(m_question)); });
}

void MistakeEditPart::fillMistakes() {
    QMenu& menu = *m_mistake->menu();
    menu.clear();
    for (const MistakeChoices::Choice& each : m_choices->list()) {
        QAction* action =
            menu.addAction(shortText(each.name), this, [this, kind = each.kind] { choose(kind); });
        action->setCheckable(true);
        action->setChecked(m_isChosen && each.kind == m_question.mistake);
    }
    if (menu.isEmpty())
        menu.addAction(m_choices->isKnown() ? tr("No mistake changes anything here") : tr("Computing…"))
            ->setEnabled(false);
}

void MistakeEditPart::fillOthers() {
    QMenu& menu = *m_others->menu();
    menu.clear();
    for (const MistakeChoices::Choice& each : m_choices->list()) {
        QAction* action =
            menu.addAction(shortText(each.name), this, [this, kind = each.kind] { toggle(kind); });
        action->setCheckable(true);
        action->setChecked(std::ranges::find(m_question.mistakes, each.kind) != m_question.mistakes.end());
        action->setEnabled(!m_isChosen || each.kind != m_question.mistake);
    }
}

/// With the first choice of a mistake, others come as options that make other numbers.
void MistakeEditPart::choose(MistakeKind kind) {
    const std::vector<MistakeKind> others = m_choices->others(kind, usualOthers);
    m_edited.change(tr("Mistake"), [&](EditedOptions& question) {
        const bool isFirst = !question.contains("options");
        question["mistake"] = keyText(kind);
        EditedOptions& options = optionsOf(question);
        if (std::ranges::find(options, EditedOptions(keyText(kind))) == options.end())
            options.push_back(keyText(kind));
        for (std::size_t i = 0; isFirst && i < others.size(); ++i)
            options.push_back(keyText(others[i]));
        if (!isFirst || options.size() < 3)
            return;
        // The right one is not always the first: by its place in the table of mistakes.
        const auto place = static_cast<std::size_t>(kind) % options.size();
        std::swap(options[0], options[place]);
    });
}

void MistakeEditPart::toggle(MistakeKind kind) {
    m_edited.change(tr("Options"), [&](EditedOptions& question) {
        EditedOptions& options = optionsOf(question);
        const auto found = std::ranges::find(options, EditedOptions(keyText(kind)));
        if (found == options.end())
            options.push_back(keyText(kind));
        else
            options.erase(found);
    });
}

void MistakeEditPart::refresh(const Question& question) {
    m_question = question;
    m_choices->findOut(m_edited.editor.experiment(), {question.cell.stage, question.cell.head, false});
    const EditedOptions& written = m_edited.editor.written(m_edited.number);
    const QString made = writtenText(written, "mistake");
    m_isChosen = made == QString::fromStdString(keyText(question.mistake));
    const auto nameOf = [&](MistakeKind kind) {
        const MistakeChoices::Choice* choice = m_choices->find(kind);
        return choice ? shortText(choice->name)
                      : QString::fromStdString(keyText(kind)).replace(QLatin1Char('_'), QLatin1Char(' '));
    };
    m_mistake->setText(m_isChosen ? nameOf(question.mistake) : tr("Which mistake?"));
    QStringList offered;
    for (const MistakeKind each : question.mistakes)
        offered += QStringLiteral("%1  %2").arg(optionLetter(static_cast<std::size_t>(offered.size())),
                                                nameOf(each));
    m_offered->setText(offered.join(QLatin1Char('\n')));
    m_offered->setVisible(!offered.isEmpty());
    m_others->setVisible(m_isChosen);
    showNumbers();
}

/// In the form of the stage's own, which the board must show with the numbers of the step.
void MistakeEditPart::showNumbers() {
    const MistakeChoices::Choice* made = m_isChosen ? m_choices->find(m_question.mistake) : nullptr;
    const bool canShow =
        made && made->numbers && !m_edited.editor.hasOtherNumbers() && !m_edited.document.played();
    m_numbers->setVisible(canShow);
    m_note->setVisible(m_isChosen);
    m_note->setText(
        canShow                 ? tr("What it makes of this stage, shown as a student’s:")
        : !m_choices->isKnown() ? tr("Computing…")
        : m_edited.editor.hasOtherNumbers()
            ? tr("What it makes of this stage is shown while the board has the numbers of this step.")
        : made ? tr("What it makes of this stage takes long here; the lesson shows it.")
               : tr("It changes nothing in this stage."));
    if (!canShow || m_numbers->content().matrix == made->numbers)
        return;
    m_numbers->setContent(
        studentsContent(m_edited.document, m_question.cell.stage, m_question.cell.head, made->numbers));
    fit();
}

/// With as much of each number as there is room for.
void MistakeEditPart::fit() {
    const int room = contentsRect().width();
    const auto fits = [&](Density each) { return m_numbers->sizeFor(each).width() <= room; };
    const auto* found = std::ranges::find_if(allDensities, fits);
    m_numbers->setLook(found == allDensities.end() ? allDensities.back() : *found);
    m_numbers->setFixedHeight(m_numbers->sizeHint().height());
}

void MistakeEditPart::resizeEvent(QResizeEvent* event) {
    QuestionEditPart::resizeEvent(event);
    if (m_numbers->content().matrix)
        fit();
}

QuestionEditPart* makeQuestionEditPart(QuestionKind kind, const EditedQuestion& edited) {
    switch (kind) {
    case QuestionKind::choice:
        return new ChoiceEditPart(edited);
    case QuestionKind::cell:
        return new CellEditPart(edited);
    case QuestionKind::goal:
        return new GoalEditPart(edited);
    case QuestionKind::mistake:
        return new MistakeEditPart(edited);
    case QuestionKind::number:
    case QuestionKind::matrix:
    case QuestionKind::text:
        return nullptr;
    }
    return nullptr;
}

} // namespace lab
