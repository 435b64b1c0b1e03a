// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/strips/exercise_strip.h"

#include "core/describe/names.h"
#include "core/edits/snapshots.h"
#include "ui/document/kept_view.h"
#include "ui/document/lab_document.h"
#include "ui/keys/shortcut_override.h"
#include "ui/look/theme.h"
#include "ui/selection/selection.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPushButton>
#include <QRandomGenerator>

#include <algorithm>
#include <utility>

namespace lab {

namespace {

constexpr int fieldWidth = 110; // points

/// Tab goes through the covered cells first. A click selects an answer that has been judged, so that typing
/// replaces it.
class AnswerField : public QLineEdit {
public:
    AnswerField(Exercise& exercise, QWidget* parent) : QLineEdit(parent), m_exercise(exercise) {}

protected:
    bool focusNextPrevChild(bool next) override {
        return m_exercise.step(next ? 1 : -1) || QLineEdit::focusNextPrevChild(next);
    }

    void mouseReleaseEvent(QMouseEvent* event) override {
        QLineEdit::mouseReleaseEvent(event);
        if (event->button() == Qt::LeftButton && !isModified() && !hasSelectedText())
            selectAll();
    }

private:
    Exercise& m_exercise;
};

} // namespace

ExerciseStrip::ExerciseStrip(LabDocument& document, Selection& selection, const Theme& theme,
                             std::function<QString()> howOpened, QWidget* parent)
    : NoticeStrip(theme, parent), m_document(document), m_selection(selection),
      m_howOpened(std::move(howOpened)), m_exercise(document), m_field(new AnswerField(m_exercise, this)) {
    setObjectName(QStringLiteral("exercise"));
    setControlsLowest();
    m_field->setPlaceholderText(QStringLiteral("?"));
    m_field->setFixedWidth(theme.px(fieldWidth));
    m_field->setToolTip(tr("Type the number, with two decimals or more, and press Enter. Tab, or a click on "
                           "another “?”, goes to its cell. Several numbers can be pasted at once."));
    m_field->installEventFilter(this);
    addWidget(m_field);
    m_hint = addButton(tr("Hint"), tr("The formula, then what it is computed from, then a term of it"));
    m_show = addButton(tr("Show"), tr("Open what is covered"));
    m_again = addButton(tr("New numbers"),
                        tr("Replace the weights, or what takes their place, by random numbers from a new "
                           "seed. Ctrl Z brings back those of before."));
    m_ask = addButton(tr("Ask me"), tr("An exercise: type the covered numbers, one after another"));
    m_end = addButton({}, {});
    for (auto* button : {m_hint, m_show, m_again, m_ask, m_end})
        button->setFocusPolicy(Qt::TabFocus); // a click leaves the keyboard to the answer
    connect(m_field, &QLineEdit::returnPressed, this, [this] { take(m_field->text()); });
    connect(m_hint, &QPushButton::clicked, this, &ExerciseStrip::hint);
    connect(m_show, &QPushButton::clicked, this, [this] {
        tell(tr("Shown."));
        m_exercise.show();
        refresh();
    });
    connect(m_again, &QPushButton::clicked, this, &ExerciseStrip::redraw);
    connect(m_ask, &QPushButton::clicked, this, [this] { m_document.setExercise(true); });
    connect(m_end, &QPushButton::clicked, this, [this] { m_document.uncover(); });
    connect(&m_exercise, &Exercise::changed, this, &ExerciseStrip::refresh);
    connect(&m_exercise, &Exercise::explained, this, [this](const QString& answer, const QString& why) {
        if (m_said != answer)
            return; // something else has been said
        tell(tr("%1. %2.").arg(answer, why));
        refresh();
    });
    connect(&document, &LabDocument::changed, this, [this](const Change& change) {
        m_edited = true;
        if (m_asking) {
            const bool isAll = m_exercise.left().size() == static_cast<std::size_t>(m_exercise.asked());
            tell(isAll ? tr("The document has changed, so everything is covered again.") : QString());
        } else if (change.field == Field::snapshots && isVisible())
            sayCovered();
    });
    connect(&selection, &Selection::cellChosen, this, &ExerciseStrip::askFor);
    connect(&theme, &Theme::changed, this, [this, &theme] { m_field->setFixedWidth(theme.px(fieldWidth)); });
    hide();
}

QString ExerciseStrip::question() const {
    const Experiment& experiment = m_document.experiment();
    const auto& cell = m_exercise.current();
    const int right = m_exercise.right();
    if (!cell && right == 0)
        return tr("0 of %1 answered.").arg(m_exercise.asked());
    if (!cell)
        return tr("%1 of %2 answered, %3 at the first try.")
            .arg(right)
            .arg(m_exercise.asked())
            .arg(m_exercise.atFirstTry());
    const QString stage = QString::fromStdString(text_of(stage_label(experiment, cell->stage, cell->head)));
    const QString place = QString::fromStdString(text_of(cell_place(experiment, *cell)));
    const auto left = static_cast<int>(m_exercise.left().size());
    return m_exercise.asked() == 1 ? tr("%1, %2: which number?").arg(stage, place)
                                   : tr("%1, %2: which number? %3 of %4 left.")
                                         .arg(stage, place)
                                         .arg(left)
                                         .arg(m_exercise.asked());
}

/// Whether a scene covers the same numbers.
bool ExerciseStrip::isKept() const {
    const std::vector<StageBlock> covered = m_document.cover().left();
    return std::ranges::any_of(m_document.experiment().snapshots, [&](const Snapshot& each) {
        return is_scene(each) && keptView(*each.experiment).kept.covered == covered;
    });
}

/// Said of numbers that are not asked for.
QString ExerciseStrip::coveredCount() const {
    const std::size_t count = m_exercise.left().size();
    QStringList said{count == 1 ? tr("1 number is covered.") : tr("%1 numbers are covered.").arg(count)};
    if (!isKept())
        said += count == 1 ? tr("Snapshot ▸ Keep as scene keeps it covered.")
                           : tr("Snapshot ▸ Keep as scene keeps them covered.");
    said += count == 1 ? tr("Present opens it.") : m_howOpened();
    return said.join(QLatin1Char(' '));
}

/// Which cells are asked for, if it is a row or a column, as the notation shows it, or all of a stage; else
/// nothing.
QString ExerciseStrip::coveredWords() const {
    const std::vector<StageBlock>& asked = m_document.cover().asked();
    if (asked.size() != 1)
        return {};
    const Experiment& experiment = m_document.experiment();
    const StageBlock& its = asked.front();
    const StageInfo& stage = info(its.stage);
    const Dimensions d = dimensions(experiment);
    if (its.block.columns != length(stage.columns, d))
        return {};
    if (its.block.rows == length(stage.rows, d))
        return tr("The whole stage is covered.");
    if (its.block.rows != 1)
        return {};
    const QString token =
        QString::fromStdString(text_of(label_in_sentence(experiment, stage.rows, its.block.row)));
    return experiment.notation == Notation::columns ? tr("The column of %1 is covered.").arg(token)
                                                    : tr("The row of %1 is covered.").arg(token);
}

/// Room for what is said of an answer above the question, and for the longest that was said so far.
void ExerciseStrip::reserveRoom() {
    const QString text = m_said + QLatin1Char('\n') + question();
    if (m_exercise.current()) {
        const QString answered = m_exercise.longAnswer() + QLatin1Char('\n') + question();
        if (answered.size() > m_longest.size())
            m_longest = answered;
    }
    if (text.size() > m_longest.size())
        m_longest = text;
    reserve(m_longest);
}

void ExerciseStrip::tell(const QString& said, const std::optional<Formula>& formula) {
    m_said = said;
    showFormula(formula);
}

void ExerciseStrip::sayCovered() {
    const QString text = coveredCount();
    reserve(text);
    say(m_said.isEmpty() ? text : m_said + QLatin1Char('\n') + text, QString());
}

void ExerciseStrip::setAside(bool aside) {
    m_aside = aside;
    refresh();
}

void ExerciseStrip::showControls() {
    for (QWidget* each : std::initializer_list<QWidget*>{m_field, m_hint, m_show, m_again})
        each->setVisible(m_asking);
    m_ask->setVisible(!m_asking);
    m_end->setText(m_asking ? tr("Done") : tr("Uncover"));
    m_end->setToolTip(m_asking ? tr("Leave the exercise (Escape)") : tr("Show all that is covered"));
}

void ExerciseStrip::refresh() {
    const Cover& cover = m_document.cover();
    const bool asked = std::exchange(m_asking, cover.isExercise());
    const bool isOther = std::exchange(m_begun, cover.begun()) != cover.begun();
    const bool isOn = m_exercise.isOn() && !m_aside;
    const bool asksNow = isOn && m_asking;
    m_selection.setAsked(asksNow ? m_exercise.current() : std::nullopt,
                         asksNow && m_exercise.hintsAtOperands());
    const bool isEdited = std::exchange(m_edited, false);
    if (!isOn) {
        if (isEdited && isVisible() && !m_aside)
            emit messageRequested(asked
                                      ? tr("The exercise has ended: the document has no such cells any more")
                                      : tr("Nothing is covered any more: the document has no such cells"));
        tell({});
        if (isAncestorOf(window()->focusWidget()))
            emit keyboardFreed(); // hiding would give it to any other field
        return hide();
    }
    if (asked && !m_asking && isAncestorOf(window()->focusWidget()))
        emit keyboardFreed();
    const bool begins = !isVisible() || asked != m_asking || (m_asking && isOther && !isEdited);
    if (begins) {
        tell(m_asking ? coveredWords() : QString());
        m_longest.clear();
        m_selection.setHovered(std::nullopt); // a menu was open over the cell
        emit begun();
    }
    showControls();
    if (!m_asking) {
        sayCovered();
        return setVisible(true);
    }
    const auto& cell = m_exercise.current();
    reserveRoom();
    say(m_said.isEmpty() ? question() : m_said + QLatin1Char('\n') + question(), QString());
    m_field->setAccessibleName(question());
    if (!cell && m_field->hasFocus())
        m_end->setFocus(Qt::OtherFocusReason); // or what follows would get it, at last New numbers
    m_field->setEnabled(cell.has_value());
    m_hint->setEnabled(m_exercise.hintsLeft() > 0);
    m_show->setEnabled(cell.has_value());
    setVisible(true);
    if (begins) {
        m_field->clear();
        m_field->setFocus(Qt::OtherFocusReason);
    }
    if (cell)
        emit asks(*cell);
}

/// What is typed next is the answer for a covered cell that was clicked.
void ExerciseStrip::askFor(const CellRef& cell) {
    const bool isOther = m_exercise.current() != cell;
    if (!m_asking || !m_exercise.choose(cell) || !isVisible())
        return;
    if (isOther)
        m_field->clear();
    else if (!m_field->isModified()) // judged
        m_field->selectAll();
    m_field->setFocus(Qt::OtherFocusReason);
}

void ExerciseStrip::take(const QString& text) {
    if (text.trimmed().isEmpty())
        return;
    const int before = m_exercise.right();
    tell({}); // what answering shows is about the new answer
    tell(m_exercise.answer(text));
    if (m_exercise.right() > before)
        m_field->clear();
    else
        m_field->selectAll();
    m_field->setModified(false);
    refresh();
}

void ExerciseStrip::hint() {
    const bool framedBefore = m_exercise.hintsAtOperands();
    const ExerciseHint hint = m_exercise.nextHint();
    tell(hint.words, hint.formula);
    if (m_exercise.hintsAtOperands()) {
        const CellRef& cell = *m_exercise.current();
        if (info(cell.stage).per_head)
            m_selection.setHead(cell.head);
        const auto& inspected = m_selection.inspected();
        if ((inspected && inspected != cell) || m_selection.inspectedParameter())
            m_selection.clearInspected(); // the frames would seem to be about it
    }
    refresh();
    if (m_exercise.hintsAtOperands() && !framedBefore)
        emit framed(*m_exercise.current());
    m_field->setFocus(Qt::OtherFocusReason);
}

void ExerciseStrip::redraw() {
    tell(m_exercise.newNumbers(QRandomGenerator::global()->generate()));
    m_field->clear();
    refresh();
    m_field->setFocus();
}

bool ExerciseStrip::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_field && leavesToWindow(event))
        return true;
    if (watched == m_field && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent*>(event)->matches(QKeySequence::Paste)) {
        const QString text = QGuiApplication::clipboard()->text();
        if (text.trimmed().contains(QLatin1Char('\n')) || text.trimmed().contains(QLatin1Char('\t'))) {
            take(text);
            return true;
        }
    }
    return NoticeStrip::eventFilter(watched, event);
}

} // namespace lab
