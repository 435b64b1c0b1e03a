// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/lesson/lesson_edit_panel.h"

#include "core/base/text_limits.h"
#include "core/edits/snapshots.h"
#include "core/experiment/parameter.h"
#include "core/lesson/allow_names.h"
#include "ui/document/edits/lesson_edits.h"
#include "ui/document/edits/snapshot_edits.h"
#include "ui/document/lab_document.h"
#include "ui/document/lesson/lesson_editor.h"
#include "ui/keys/key_bindings.h"
#include "ui/keys/shortcut_override.h"
#include "ui/keys/tab_order.h"
#include "ui/look/icons.h"
#include "ui/look/theme.h"
#include "ui/panels/lesson/formula_bar.h"
#include "ui/panels/lesson/lesson_text_field.h"
#include "ui/panels/lesson/name_pills.h"
#include "ui/panels/lesson/question_edit_card.h"
#include "ui/panels/lesson/step_dots.h"
#include "ui/plots/shared/stage_texts.h"
#include "ui/text/short_text.h"
#include "ui/widgets/pill_button.h"
#include "ui/widgets/retire.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lab {

namespace {

constexpr int shareOfBar = 4;             // of the panel's height, for what is edited and the bar below it
constexpr std::size_t mostStepDots = 200; // of more steps the header says which one it is

QLabel* editorLabel(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    return label;
}

std::vector<NamePills::Choice> allowChoices(const Experiment& experiment) {
    std::vector<NamePills::Choice> choices;
    for (const ParameterInfo& each : all_parameters()) {
        const auto name = QString::fromUtf8(each.name.data(), static_cast<qsizetype>(each.name.size()));
        const auto title = QString::fromUtf8(each.title.data(), static_cast<qsizetype>(each.title.size()));
        if (parameter(experiment, each.id))
            choices.push_back({std::string(each.name), name, title});
    }
    choices.push_back({std::string(allow_sentence), LessonEditPanel::tr("the sentence"),
                       LessonEditPanel::tr("The words, and all that comes and goes with them")});
    choices.push_back({std::string(allow_options), LessonEditPanel::tr("options"),
                       LessonEditPanel::tr("Scale, normaliser, positions and the other options")});
    choices.push_back({std::string(allow_mask), LessonEditPanel::tr("the mask"),
                       LessonEditPanel::tr("Its rules, padding, and what is painted")});
    choices.push_back({std::string(allow_overrides), LessonEditPanel::tr("overrides"),
                       LessonEditPanel::tr("Computed numbers that are replaced")});
    return choices;
}

std::vector<NamePills::Choice> stageChoices(const Experiment& experiment) {
    std::vector<NamePills::Choice> choices;
    for (const StageInfo& each : all_stages()) {
        if (has_stage(experiment, each.id))
            choices.push_back({std::string(each.name), stageName(each.id), stageTitle(each.id)});
    }
    return choices;
}

std::optional<std::vector<std::string>> stageNames(const std::optional<std::vector<StageId>>& stages) {
    if (!stages)
        return std::nullopt;
    std::vector<std::string> names;
    for (const StageId each : *stages)
        names.emplace_back(info(each).name);
    return names;
}

} // namespace

LessonEditPanel::LessonEditPanel(LessonEditor& editor, LabDocument& document, const Theme& theme,
                                 QWidget* parent)
    : QFrame(parent), m_editor(editor), m_document(document), m_theme(theme), m_area(new QScrollArea(this)),
      m_bar(new QWidget), m_where(new QLabel), m_more(new QToolButton), m_menu(new QMenu(m_more)),
      m_close(new QToolButton), m_dots(new StepDots(theme)), m_nothing(editorLabel(nullptr)),
      m_makeStep(new QPushButton(tr("Make it a step"))), m_step(new QWidget), m_name(new QLineEdit),
      m_problem(editorLabel(nullptr)), m_fault(editorLabel(nullptr)), m_other(new QWidget),
      m_otherText(editorLabel(nullptr)),
      m_keep(new PillButton(theme, PillButton::Kind::chip, tr("Keep them in the step"))),
      m_text(new LessonTextField(theme, tr("Text"), tr("What the step is about"),
                                 LessonTextField::Label::above)),
      m_questions(new QVBoxLayout), m_ask(new PillButton(theme, PillButton::Kind::plain, tr("+ Question"))),
      m_hint(new LessonTextField(theme, tr("Hint"), tr("Shown on request, where a question has none"),
                                 LessonTextField::Label::above)),
      m_notes(new LessonTextField(theme, tr("Notes for the speaker"),
                                  tr("Only you see them, while presenting"), LessonTextField::Label::above)),
      m_allowTitle(new QLabel(tr("May be edited"))),
      m_allow(new NamePills(theme, tr("May be edited"), tr("Everything"))),
      m_showTitle(new QLabel(tr("Cards on the board"))),
      m_show(new NamePills(theme, tr("Cards on the board"), tr("All"))),
      m_author(new LessonTextField(theme, tr("Author of the lesson"), tr("Your name"),
                                   LessonTextField::Label::above)),
      m_formulas(new FormulaBar(theme)), m_newStep(new QPushButton(tr("New step"))),
      m_try(new QPushButton(tr("Try it from here"))) {
    setObjectName(QStringLiteral("lessonEditor"));
    setAccessibleName(tr("Edit lesson"));
    setAutoFillBackground(true);
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->addWidget(makeHeader());
    column->addWidget(m_dots);
    column->addWidget(m_nothing);
    column->addWidget(m_makeStep, 0, Qt::AlignLeft);
    column->addWidget(makeStepPart());
    column->addStretch();
    m_area->setWidget(content);
    m_area->setWidgetResizable(true);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_area->setFocusPolicy(Qt::NoFocus);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins({});
    all->setSpacing(0);
    all->addWidget(m_area, 1);
    all->addWidget(m_bar);
    fillBar();
    connectStep();
    connect(&editor, &LessonEditor::changed, this, &LessonEditPanel::refresh);
    connect(&theme, &Theme::changed, this, &LessonEditPanel::restyle);
    restyle();
    refresh();
}

QWidget* LessonEditPanel::makeHeader() {
    auto* header = new QWidget;
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins({});
    m_where->setTextFormat(Qt::PlainText);
    m_where->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row->addWidget(m_where, 1);
    row->addWidget(m_more);
    row->addWidget(m_close);
    for (QToolButton* each : {m_more, m_close})
        each->setAutoRaise(true);
    m_menu->addAction(tr("No step of the lesson any more"), this, [this] {
        if (m_editor.current())
            removeStep(m_document, *m_editor.snapshot());
    });
    m_menu->addAction(tr("Delete the step and its scene"), this, [this] {
        if (m_editor.current())
            removeSnapshot(m_document, *m_editor.snapshot());
    });
    m_more->setMenu(m_menu);
    m_more->setPopupMode(QToolButton::InstantPopup);
    m_more->setToolTip(tr("Take the step out of the lesson"));
    m_more->setAccessibleName(tr("More about the step"));
    m_close->setToolTip(tr("Close; the lesson is part of the document"));
    m_close->setAccessibleName(tr("Close the editor of the lesson"));
    connect(m_close, &QToolButton::clicked, this, [this] {
        finishTyping();
        m_editor.end();
    });
    return header;
}

void LessonEditPanel::fillBar() {
    auto* column = new QVBoxLayout(m_bar);
    column->addWidget(m_formulas);
    auto* row = new QHBoxLayout;
    row->addWidget(m_newStep);
    row->addStretch();
    row->addWidget(m_try);
    column->addLayout(row);
    m_newStep->setToolTip(tr("Make a step of the numbers as they are now and what the window shows"));
    m_try->setToolTip(tr("Play the lesson from this step; no answer is kept"));
    connect(m_newStep, &QPushButton::clicked, this, [this] {
        finishTyping();
        emit newStepWanted();
    });
    connect(m_try, &QPushButton::clicked, this, [this] {
        finishTyping();
        if (const auto step = m_editor.current())
            emit tryWanted(*step);
    });
}

/// What stands at the bottom must leave room for what is edited.
void LessonEditPanel::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    const bool isLow = height() < shareOfBar * m_bar->sizeHint().height();
    QWidget* content = m_area->widget();
    if (isLow == content->isAncestorOf(m_bar))
        return;
    auto* place = static_cast<QVBoxLayout*>(isLow ? content->layout() : layout());
    place->addWidget(m_bar);
    tabAfter(*m_step, *m_bar);
}

QWidget* LessonEditPanel::makeStepPart() {
    auto* column = new QVBoxLayout(m_step);
    column->setContentsMargins({});
    column->addWidget(m_name);
    column->addWidget(m_problem);
    column->addWidget(m_fault);
    column->addWidget(m_other);
    auto* other = new QVBoxLayout(m_other);
    other->setContentsMargins({});
    other->addWidget(m_otherText);
    other->addWidget(m_keep, 0, Qt::AlignLeft);
    m_otherText->setText(tr("The board has other numbers now than this step."));
    m_keep->setSmall();
    column->addWidget(m_text);
    column->addLayout(m_questions);
    column->addWidget(m_ask, 0, Qt::AlignLeft);
    column->addWidget(m_hint);
    column->addWidget(m_notes);
    for (QWidget* each :
         {static_cast<QWidget*>(m_allowTitle), static_cast<QWidget*>(m_allow),
          static_cast<QWidget*>(m_showTitle), static_cast<QWidget*>(m_show), static_cast<QWidget*>(m_author)})
        column->addWidget(each);
    m_ask->setToolTip(tr("For numbers, right-click a cell or a card of the board"));
    m_ask->setMenu(new QMenu(m_ask));
    m_name->setAccessibleName(tr("Name of the step"));
    m_name->setPlaceholderText(tr("Name of the step"));
    m_name->installEventFilter(this);
    return m_step;
}

void LessonEditPanel::connectStep() {
    connect(m_dots, &StepDots::chosen, this, [this](std::size_t step) {
        finishTyping();
        m_editor.goTo(step);
    });
    connect(m_makeStep, &QPushButton::clicked, this, [this] {
        if (!m_editor.snapshot())
            return emit newStepWanted();
        makeStep(m_document, *m_editor.snapshot());
        takeKeyboard();
    });
    connect(m_name, &QLineEdit::editingFinished, this, &LessonEditPanel::rename);
    connect(m_keep, &QAbstractButton::clicked, this, [this] {
        if (m_editor.snapshot())
            emit keepWanted(*m_editor.snapshot());
    });
    const auto follow = [this](LessonTextField* field, StepText which) {
        connect(field, &LessonTextField::entered, m_formulas, &FormulaBar::setTarget);
        connect(field, &LessonTextField::edited, this, [this, which](const QString& text) {
            if (m_editor.isOn() && m_editor.current() && !m_document.played())
                setStepText(m_document, *m_editor.snapshot(), which, text);
        });
    };
    follow(m_text, StepText::text);
    follow(m_hint, StepText::hint);
    follow(m_notes, StepText::notes);
    connect(m_author, &LessonTextField::edited, this, [this](const QString& text) {
        if (m_editor.isOn() && !m_document.played())
            setAuthor(m_document, text);
    });
    connect(m_ask->menu(), &QMenu::aboutToShow, this, &LessonEditPanel::fillQuestions);
    connect(m_allow, &NamePills::chosen, this, [this](const auto& names) {
        if (m_editor.current())
            setAllow(m_document, *m_editor.snapshot(), names);
    });
    connect(m_show, &NamePills::chosen, this, [this](const auto& names) {
        if (m_editor.current())
            setShow(m_document, *m_editor.snapshot(), names);
    });
}

void LessonEditPanel::fillQuestions() {
    QMenu& menu = *m_ask->menu();
    menu.clear();
    if (!m_editor.current())
        return;
    const auto add = [this](const nlohmann::ordered_json& question) {
        addQuestion(m_document, *m_editor.snapshot(), question);
        editLast();
    };
    menu.addAction(tr("A choice"), this, [add] {
        add({{"kind", "choice"},
             {"text", tr("Which one is it?").toStdString()},
             {"options",
              {nlohmann::ordered_json{{"text", tr("One").toStdString()}},
               nlohmann::ordered_json{{"text", tr("Another").toStdString()}}}}});
    });
    menu.addAction(tr("An answer in own words"), this, [add] {
        add({{"kind", "text"}, {"text", tr("What do you see?").toStdString()}});
    });
    menu.addSeparator();
    emit questionMenuShown(&menu);
}

void LessonEditPanel::editLast() {
    if (m_cards.empty())
        return;
    m_cards.back()->takeKeyboard();
    // When it has its place.
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_area->widget()->layout()->activate();
            if (!m_cards.empty())
                m_area->ensureWidgetVisible(m_cards.back(), 0, m_theme.px(12));
        },
        Qt::QueuedConnection);
}

void LessonEditPanel::takeKeyboard() {
    if (m_editor.current())
        m_text->field().setFocus(Qt::OtherFocusReason);
    else
        m_makeStep->setFocus(Qt::OtherFocusReason);
}

void LessonEditPanel::finishTyping() {
    auto* line = qobject_cast<QLineEdit*>(window()->focusWidget());
    if (line && isAncestorOf(line))
        emit line->editingFinished();
}

void LessonEditPanel::rename() {
    if (!m_editor.current() || !m_editor.isOn() || m_document.played() || !m_name->isModified())
        return;
    m_name->setModified(false);
    const QString problem = renameSnapshot(m_document, *m_editor.snapshot(), m_name->text());
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
}

void LessonEditPanel::refresh() {
    if (!m_editor.isOn() || m_document.played())
        return;
    const auto current = m_editor.current();
    const bool isOther = std::exchange(m_shown, m_editor.snapshot()) != m_editor.snapshot();
    const std::size_t count = m_editor.stepCount();
    m_where->setText(current ? tr("Edit lesson · step %1 of %2").arg(*current + 1).arg(count)
                             : tr("Edit lesson"));
    std::vector<StepDots::Dot> dots;
    for (std::size_t i = 0; count <= mostStepDots && i < count; ++i)
        dots.push_back({m_editor.nameOf(i), false});
    m_dots->setDots(std::move(dots), current.value_or(count));
    m_dots->setVisible(count > 0 && count <= mostStepDots);
    refreshCards(); // first: what is typed on one that goes is not applied when it is hidden
    m_nothing->setVisible(!current);
    m_makeStep->setVisible(!current);
    m_step->setVisible(current.has_value());
    m_more->setVisible(current.has_value());
    m_try->setEnabled(current.has_value());
    m_formulas->setVisible(current.has_value());
    if (!current) {
        const auto& snapshots = m_document.experiment().snapshots;
        const auto at = m_editor.snapshot();
        m_nothing->setText(
            at ? tr("“%1” is no step of the lesson yet.").arg(shortText(snapshots[*at].name))
               : tr("A lesson is a row of scenes with texts and questions. Show on the board what the first "
                    "step should show, and make a step of it."));
        m_makeStep->setText(at ? tr("Make it a step") : tr("New step from what is on screen"));
        m_newStep->setVisible(at.has_value());
        return;
    }
    m_newStep->setVisible(true);
    const Snapshot& snapshot = m_document.experiment().snapshots[*m_editor.snapshot()];
    if (isOther || !m_name->isModified()) {
        const QString name = QString::fromStdString(snapshot.name);
        m_name->setReadOnly(name.size() > static_cast<qsizetype>(most_in_field));
        const QString shown = m_name->isReadOnly() ? shortText(name) : name;
        if (m_name->text() != shown) // what is selected stays selected
            m_name->setText(shown);
        m_name->setModified(false);
        m_problem->hide();
        m_problem->clear();
    }
    const QStringList faults = m_editor.faultsOfLesson() + m_editor.faultsOfStep();
    m_fault->setText(faults.join(QLatin1Char('\n')));
    m_fault->setVisible(!faults.isEmpty());
    m_other->setVisible(m_editor.hasOtherNumbers());
    const nlohmann::ordered_json& written = m_editor.written();
    const auto text = [&](const char* key) {
        const bool has = written.is_object() && written.contains(key) && written.at(key).is_string();
        return has ? QString::fromStdString(written.at(key).get<std::string>()) : QString();
    };
    m_text->setText(text("text"));
    m_hint->setText(text("hint"));
    m_notes->setText(QString::fromStdString(notes_of(snapshot)));
    m_author->setText(QString::fromStdString(m_editor.lesson().identity.author));
    refreshPills();
    if (isOther)
        m_area->ensureVisible(0, 0);
}

/// Cards stay while they are about the same questions, so that the keyboard stays where it is.
void LessonEditPanel::refreshCards() {
    const LessonStep* step = m_editor.step();
    const std::size_t count = step ? step->ask.size() : 0;
    std::size_t same = 0;
    while (same < std::min(count, m_cards.size()) &&
           m_cards[same]->shape() == QuestionEditCard::shapeOf(step->ask[same]))
        ++same;
    while (m_cards.size() > same) {
        m_cards.back()->leave();
        retire(m_cards.back());
        m_cards.pop_back();
    }
    for (QuestionEditCard* each : m_cards)
        each->refresh();
    while (m_cards.size() < count) {
        auto* card = new QuestionEditCard({m_document, m_editor, m_cards.size(), m_theme}, m_step);
        connect(card, &QuestionEditCard::textEntered, m_formulas, &FormulaBar::setTarget);
        m_questions->addWidget(card);
        card->show();
        tabAfter(m_cards.empty() ? static_cast<QWidget&>(*m_text) : *m_cards.back(), *card);
        m_cards.push_back(card);
    }
}

void LessonEditPanel::refreshPills() {
    const LessonStep& step = *m_editor.step();
    const Experiment& experiment = *m_editor.experiment();
    m_allow->show(allowChoices(experiment), step.allow);
    m_show->show(stageChoices(experiment), stageNames(step.show));
}

QString LessonEditPanel::fault() const {
    return m_fault->isHidden() ? QString() : m_fault->text();
}

QString LessonEditPanel::problem() const {
    return m_problem->text();
}

/// Enter presses the button that has the keyboard.
void LessonEditPanel::keyPressEvent(QKeyEvent* event) {
    auto* button = qobject_cast<QPushButton*>(window()->focusWidget());
    if (button && commandOf(KeyContext::button, *event) == KeyCommand::choose)
        return button->click();
    QFrame::keyPressEvent(event);
}

/// Escape in the name takes what is typed back.
bool LessonEditPanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched != m_name)
        return QFrame::eventFilter(watched, event);
    if (leavesToWindow(event) || (m_name->isModified() && takesEscape(event)))
        return true;
    if (event->type() != QEvent::KeyPress || !m_name->isModified() ||
        commandOf(KeyContext::dialogue, static_cast<QKeyEvent&>(*event)) != KeyCommand::cancel)
        return false;
    m_name->setModified(false);
    refresh();
    return true;
}

void LessonEditPanel::restyle() {
    const Colours& c = m_theme.colours();
    QPalette colours = palette();
    colours.setColor(QPalette::Window, c.panel);
    setPalette(colours);
    m_area->setPalette(colours);
    const auto colour = [](QLabel* label, const QColor& text) {
        QPalette its = label->palette();
        its.setColor(QPalette::WindowText, text);
        label->setPalette(its);
    };
    for (QLabel* each : {m_where, m_allowTitle, m_showTitle}) {
        colour(each, c.muted);
        each->setFont(m_theme.font(TextRole::small));
    }
    for (QLabel* each : {m_problem, m_fault})
        colour(each, c.error);
    m_name->setFont(m_theme.font(TextRole::strong));
    const int size = m_theme.px(16);
    m_more->setIcon(icon(Sign::more, c.text, size, devicePixelRatioF()));
    m_close->setIcon(icon(Sign::close, c.text, size, devicePixelRatioF()));
    m_try->setIcon(icon(Sign::play, c.text, size, devicePixelRatioF()));
}

} // namespace lab
