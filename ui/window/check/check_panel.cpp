// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/check/check_panel.h"

#include "ui/document/lab_document.h"
#include "ui/keys/key_bindings.h"
#include "ui/keys/shortcut_override.h"
#include "ui/plots/heatmap/heatmap_content.h"
#include "ui/plots/shared/setting_texts.h"
#include "ui/plots/shared/stage_texts.h"
#include "ui/widgets/pill_button.h"
#include "ui/widgets/text_limit.h"
#include "ui/window/check/check_grid.h"
#include "ui/window/check/check_model.h"
#include "ui/window/check/run_strip.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QSignalBlocker>

#include <filesystem>
#include <new>
#include <stdexcept>
#include <utility>

namespace lab {

namespace {

// In milliseconds.
constexpr int untilAsked = 40;
constexpr int untilStale = 250;
constexpr int unknownStage = -1; // in the list of stages

CheckAnswer tooLittleMemoryToCheck() {
    CheckAnswer answer;
    answer.sentence = CheckPanel::tr("There is not enough memory to check these numbers.");
    return answer;
}

std::optional<CheckAnswer> answerWithinMemory(const CheckQuestion& question,
                                              const std::stop_token& stop) try {
    return checkAnswer(question, stop);
} catch (const std::bad_alloc&) {
    return tooLittleMemoryToCheck();
} catch (const std::length_error&) {
    return tooLittleMemoryToCheck();
}

} // namespace

CheckPanel::~CheckPanel() {
    m_stop.request_stop();
}

void CheckPanel::connectParts() {
    m_untilAsked.setSingleShot(true);
    m_untilStale.setSingleShot(true);
    connect(&m_untilAsked, &QTimer::timeout, this, &CheckPanel::ask);
    connect(&m_untilStale, &QTimer::timeout, this, [this] {
        drop();
        say(CheckAnswer::Verdict::none, tr("Checking…"));
    });
    connect(m_model, &CheckModel::edited, this, &CheckPanel::askSoon);
    connect(m_model, &QAbstractItemModel::dataChanged, this, &CheckPanel::arrange); // columns may be wider
    connect(m_grid->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &CheckPanel::showCurrentCell);
    connect(m_grid, &CheckGrid::entered, this, &CheckPanel::showCurrentCell,
            Qt::QueuedConnection); // after the panel has scrolled to the table as a whole
    connect(m_grid, &CheckGrid::pasteWanted, this, &CheckPanel::paste);
    connect(m_grid, &CheckGrid::refused, this, &CheckPanel::refuse);
    connect(m_stages, &QComboBox::activated, this, [this] {
        leaveArray();
        const int chosen = m_stages->currentData().toInt();
        setAsked(chosen == unknownStage
                     ? std::nullopt
                     : std::optional(Asked{static_cast<StageId>(chosen), m_asked ? m_asked->head : 0}));
        if (m_asked)
            emit sightWanted(*m_asked, m_isOfAllHeads);
    });
    connect(m_heads, &QComboBox::activated, this, [this](int head) {
        if (!m_asked)
            return;
        leaveArray();
        setAsked(Asked{m_asked->stage, static_cast<HeadIndex>(head)});
        emit sightWanted(*m_asked, m_isOfAllHeads);
    });
    connect(m_paste, &QAbstractButton::clicked, this, &CheckPanel::paste);
    connect(m_clear, &QAbstractButton::clicked, this, [this] {
        forget();
        m_grid->setFocus();
    });
    connect(m_close, &QAbstractButton::clicked, this, &CheckPanel::closed);
    connect(m_everything, &QAbstractButton::clicked, this, &CheckPanel::everythingWanted);
    connect(m_run, &RunStrip::chosen, this, &CheckPanel::takeArray);
    connect(m_run, &RunStrip::changed, this, &CheckPanel::arrange);
    connect(&m_document, &LabDocument::changed, this, [this](const Change& change) {
        m_isReplaced = change.field == Field::everything;
        m_own.reset();
        refresh();
        m_run->judgeAgain();
    });
    connect(&m_document, &LabDocument::fileChanged, this, [this] {
        // A document replaced by one undo step, or saved to another file, is still the same document.
        if (std::exchange(m_isReplaced, false) && m_document.undoStack().count() == 0)
            forget();
    });
    connect(&m_document, &LabDocument::coverChanged, this, &CheckPanel::refresh);
}

void CheckPanel::setAsked(const std::optional<Asked>& asked) {
    m_asked = asked;
    if (m_asked && !info(m_asked->stage).per_head)
        m_asked->head = 0;
    refresh();
}

/// The stages that the document has.
void CheckPanel::fillChoices() {
    const Experiment& experiment = m_document.experiment();
    QList<int> stages;
    for (const StageInfo& stage : all_stages()) {
        if (!is_empty(experiment) && has_stage(experiment, stage.id))
            stages += static_cast<int>(stage.id);
    }
    stages += unknownStage;
    QList<int> shown;
    for (int i = 0; i < m_stages->count(); ++i)
        shown += m_stages->itemData(i).toInt();
    if (shown != stages) {
        m_stages->clear();
        for (const int each : stages)
            m_stages->addItem(
                each == unknownStage ? tr("I don’t know") : stageTitle(static_cast<StageId>(each)), each);
    }
    if (m_asked && !stages.contains(static_cast<int>(m_asked->stage)))
        m_asked.reset();
    m_stages->setCurrentIndex(m_stages->findData(m_asked ? static_cast<int>(m_asked->stage) : unknownStage));
}

void CheckPanel::fillHeads() {
    const auto heads = static_cast<int>(m_document.experiment().heads.count);
    if (m_asked && m_asked->head >= heads)
        m_asked->head = 0;
    QStringList texts;
    for (int head = 0; head < heads; ++head)
        texts += tr("Head %1").arg(head + 1);
    if (m_isOfAllHeads)
        texts = QStringList{tr("All heads")}; // there is nothing to choose
    QStringList shown;
    for (int i = 0; i < m_heads->count(); ++i)
        shown += m_heads->itemText(i);
    if (shown != texts) {
        m_heads->clear();
        m_heads->addItems(texts);
    }
    m_heads->setCurrentIndex(m_asked && !m_isOfAllHeads ? static_cast<int>(m_asked->head) : 0);
    m_heads->setEnabled(!m_isOfAllHeads && obstacle().isEmpty());
    m_heads->setToolTip(m_isOfAllHeads ? tr("Your numbers are those of all heads") : QString());
    m_heads->setVisible(m_asked && info(m_asked->stage).per_head && heads > 1);
}

void CheckPanel::setOfAllHeads(bool isOfAllHeads) {
    if (std::exchange(m_isOfAllHeads, isOfAllHeads) == isOfAllHeads)
        return;
    const QSignalBlocker quiet(m_heads);
    fillHeads();
}

QString CheckPanel::obstacle() const {
    if (is_empty(m_document.experiment()))
        return tr("There is nothing to compare with yet. %1").arg(emptyStateText(m_document.experiment()));
    const Cover& cover = m_document.cover();
    if (cover.left().empty())
        return {};
    return cover.isExercise()
               ? tr("Cells are covered for an exercise, and an answer could give them away. Finish the "
                    "exercise or leave it with Done, and then check your numbers.")
               : tr("Cells are covered, and an answer could give them away. Uncover them, and then check "
                    "your numbers.");
}

/// After a change of the document, of what is covered, or of the choice.
void CheckPanel::refresh() {
    const QSignalBlocker quietStages(m_stages), quietHeads(m_heads);
    fillChoices();
    fillHeads();
    const bool isFree = obstacle().isEmpty();
    if (!isFree && m_grid->isAncestorOf(QApplication::focusWidget()))
        m_close->setFocus(); // hiding would give it to any other field
    m_grid->setVisible(isFree);
    for (QWidget* each : std::initializer_list<QWidget*>{m_stages, m_paste, m_clear, m_everything})
        each->setEnabled(isFree);
    m_run->setVisible(isFree && !m_run->isEmpty());
    updateStage();
}

void CheckPanel::updateStage() {
    if (!is_empty(m_document.experiment()))
        m_model->setStage(m_document.experiment(), m_asked);
    arrange();
    askSoon();
}

/// Drops the numbers, and those that are still being read.
void CheckPanel::forget() {
    ++m_reading;
    m_isFresh = m_hadLabels = m_werePercentages = false;
    m_run->clear();
    leaveArray();
    m_model->clear();
    updateStage();
}

/// Asks what there is to say of the numbers. The old answer goes soon.
void CheckPanel::askSoon() {
    m_stop.request_stop();
    ++m_question;
    refuse({});
    const QString why = obstacle();
    if (why.isEmpty() && !m_model->isEmpty()) {
        m_untilAsked.start(untilAsked);
        if (!m_untilStale.isActive())
            m_untilStale.start(untilStale);
        return;
    }
    m_untilAsked.stop();
    m_untilStale.stop();
    drop();
    why.isEmpty() ? sayNothingYet() : say(CheckAnswer::Verdict::none, why);
}

void CheckPanel::ask() {
    m_stop = std::stop_source();
    auto question = std::make_shared<const CheckQuestion>(
        CheckQuestion{m_own ? *m_own : m_document.experiment(), m_asked, m_model->given(), m_model->filled(),
                      m_own ? m_forOwn : QStringList()});
    m_tasks.start([this, number = ++m_question, question, stop = m_stop.get_token()]() -> TaskThread::Then {
        return [this, number, answer = answerWithinMemory(*question, stop)] {
            if (answer && number == m_question)
                show(*answer);
        };
    });
}

/// What was said of older numbers.
void CheckPanel::drop() {
    m_model->setAnswer({});
    setOfAllHeads(false);
    emit found({});
}

void CheckPanel::show(const CheckAnswer& answer) {
    m_untilStale.stop();
    m_model->setAnswer(answer.cells, answer.lookAt);
    setOfAllHeads(answer.isOfAllHeads);
    const bool isFresh = std::exchange(m_isFresh, false);
    if (isFresh)
        m_grid->scrollTo(answer.lookAt ? m_model->marked() : m_model->firstWrong());
    QStringList more = answer.more;
    if (m_hadLabels)
        more += tr("The labels of rows and columns are left out.");
    if (m_werePercentages)
        more += tr("The numbers are percentages and are divided by 100.");
    say(answer.verdict, answer.sentence, more, answer.places);
    const bool isStage = !answer.places.empty() && answer.places.front().kind != CheckPlace::Kind::cell;
    emit found(isStage ? std::optional(answer.places.front().cell.stage) : std::nullopt);
    if (!isFresh)
        return;
    if (m_asked)
        emit sightWanted(*m_asked, m_isOfAllHeads);
    else if (isStage)
        emit sightWanted({answer.places.front().cell.stage, answer.places.front().cell.head},
                         answer.places.front().isAnyHead());
}

void CheckPanel::sayNothingYet() {
    if (m_asked)
        say(CheckAnswer::Verdict::none, tr("Type your numbers, paste them (Ctrl V), or drop a file."),
            {tr("As NumPy, PyTorch, R, Julia or pandas print them, from a spreadsheet, in LaTeX or Markdown; "
                ".npy, "
                ".npz, .safetensors, .csv, .tsv, .txt, .md or .tex. A single number is looked for in the "
                "whole document.")});
    else
        say(CheckAnswer::Verdict::none, tr("Paste a matrix (Ctrl V) or drop a file, and see what it is."),
            {tr("A single number, typed or pasted, is looked for in the whole document.")});
}

void CheckPanel::paste() {
    if (!obstacle().isEmpty())
        return;
    const QString text = QGuiApplication::clipboard()->text();
    if (const QString problem = pasteProblem(text); !problem.isEmpty())
        return refuse(problem);
    read([text, experiment = m_document.experiment()](const std::stop_token&) {
        return numbersInText(text, experiment);
    });
}

void CheckPanel::readFile(const std::string& file) {
    if (!obstacle().isEmpty())
        return;
    const std::string wanted(m_asked ? info(m_asked->stage).name : std::string_view());
    read([file, wanted, experiment = m_document.experiment()](const std::stop_token& stop) {
        return numbersInFile(file, wanted, experiment, stop);
    });
    const QString name = QString::fromStdString(std::filesystem::path(file).filename().string());
    QTimer::singleShot(FileTasks::slowAfter, this, [this, name, number = m_reading] {
        if (number == m_reading)
            refuse(tr("Still waiting for “%1”: nothing has come from it yet.").arg(name));
    });
}

void CheckPanel::read(std::function<GivenNumbers(const std::stop_token&)> reading) {
    m_files.leave(); // an earlier file is not wanted any more, and may never answer
    m_files.start([this, number = ++m_reading,
                   reading = std::move(reading)](const std::stop_token& stop) -> FileTasks::Then {
        return [this, number, given = reading(stop)]() mutable {
            if (number != m_reading)
                return;
            ++m_reading; // done
            if (obstacle().isEmpty())
                take(std::move(given));
        };
    });
}

/// Rows and columns are those that the document's notation shows, unless a text says that tokens are columns.
void CheckPanel::take(GivenNumbers given) {
    if (!given.run.empty()) {
        m_run->setArrays(given.from, std::move(given.run),
                         m_asked ? std::optional(m_asked->stage) : std::nullopt);
        return;
    }
    if (!given.numbers)
        return refuse(given.problem);
    m_run->clear();
    leaveArray();
    const bool isTurned =
        given.numbers->token_columns || m_document.experiment().notation == Notation::columns;
    m_hadLabels = given.numbers->has_labels;
    m_werePercentages = given.numbers->are_percentages;
    m_model->setNumbers(m_document.experiment(), m_asked,
                        isTurned ? turned(*given.numbers) : std::move(*given.numbers));
    m_isFresh = true;
    arrange();
}

/// One of the arrays of a computation, compared with the document or with what came before it.
void CheckPanel::takeArray(const JudgedArray& array, const PrintedArray& numbers) {
    setAsked(array.diagnosis.asked);
    m_own = array.own;
    m_forOwn.clear();
    for (const std::string& each : array.for_own)
        m_forOwn += QString::fromStdString(each);
    m_hadLabels = m_werePercentages = false;
    m_model->setNumbers(m_document.experiment(), m_asked, with_token_rows(numbers));
    m_isFresh = true;
    arrange();
}

/// The numbers are compared with the document from now on.
void CheckPanel::leaveArray() {
    m_run->chooseNone();
    m_own.reset();
}

bool CheckPanel::event(QEvent* event) {
    return takesEscape(event) || QFrame::event(event);
}

/// A list would take Ctrl V for a letter to search.
bool CheckPanel::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress || !static_cast<QKeyEvent*>(event)->matches(QKeySequence::Paste))
        return QFrame::eventFilter(watched, event);
    paste();
    return true;
}

void CheckPanel::keyPressEvent(QKeyEvent* event) {
    if (commandOf(KeyContext::dialogue, *event) == KeyCommand::cancel)
        emit closed();
    else if (event->matches(QKeySequence::Paste))
        paste();
    else
        QFrame::keyPressEvent(event);
}

} // namespace lab
