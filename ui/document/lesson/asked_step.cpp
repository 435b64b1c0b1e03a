// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/lesson/asked_step.h"

#include "core/analysis/answer.h"
#include "core/analysis/same_numbers.h"
#include "core/describe/explain.h"
#include "core/describe/names.h"
#include "core/lesson/judge_answer.h"
#include "ui/document/cached_stages.h"
#include "ui/document/lab_document.h"
#include "ui/document/lesson/new_numbers.h"
#include "ui/document/view_settings.h"
#include "ui/text/as_markdown.h"
#include "ui/text/asked_answers.h"
#include "ui/text/asked_hints.h"

#include <QRegularExpression>

#include <algorithm>
#include <iterator>
#include <utility>

namespace lab {

namespace {

constexpr int hintCount = 3;
constexpr int mostQuoted = 40; // letters

QString stillComputed() {
    return AskedStep::tr("The number is still being computed");
}

/// Row by row.
std::vector<CellRef> cellsOf(const StageBlock& its) {
    std::vector<CellRef> cells;
    for (Index row = 0; row < its.block.rows; ++row) {
        for (Index column = 0; column < its.block.columns; ++column)
            cells.push_back({its.stage, its.head, its.block.row + row, its.block.column + column});
    }
    return cells;
}

/// Quotes the part of a text that is not a number, as a whole.
QString noNumber(const QString& text) {
    static const QRegularExpression betweenNumbers(QStringLiteral("[\\s;]+"));
    for (const QString& part : text.split(betweenNumbers, Qt::SkipEmptyParts)) {
        const QString number = part.endsWith(QLatin1Char(',')) ? part.chopped(1) : part;
        if (!read_answer(number.toStdString()))
            return AskedStep::tr("✗ “%1” is not a number").arg(number.left(mostQuoted));
    }
    return AskedStep::tr("✗ Each number can be read, but not how they are arranged");
}

} // namespace

AskedStep::AskedStep(LabDocument& document, QObject* parent) : DocumentStep(parent), m_document(document) {
    connect(&document, &LabDocument::changed, this,
            [this](const Change& change) { m_isEdited = m_wasOn && change.field != Field::snapshots; });
    connect(&document, &LabDocument::coverChanged, this, &AskedStep::refresh);
    refresh();
}

AskedStep::~AskedStep() {
    m_stop.request_stop();
}

bool AskedStep::isOn() const {
    return m_document.cover().isExercise() && !m_isAside;
}

void AskedStep::setAside(bool aside) {
    if (std::exchange(m_isAside, aside) != aside)
        refresh();
}

void AskedStep::refresh() {
    const Cover& cover = m_document.cover();
    const bool isEdited = std::exchange(m_isEdited, false);
    const std::size_t before = m_left.size();
    m_left.clear();
    for (const StageBlock& each : cover.isExercise() ? cover.asked() : std::vector<StageBlock>()) {
        std::ranges::copy_if(cellsOf(each), std::back_inserter(m_left),
                             [&](const CellRef& cell) { return cover.covers(cell); });
    }
    const bool isOther = std::exchange(m_begun, cover.begun()) != cover.begun();
    const bool hadOpened = static_cast<std::size_t>(m_asked) > before;
    const bool isAgain = isOther || m_left.size() > before || !cover.isExercise(); // or covered again
    if (isAgain)
        restart();
    goOn();
    const bool wasOn = std::exchange(m_wasOn, isOn());
    const bool begins = m_wasOn && (!wasOn || (isOther && !isEdited));
    if (begins || isEdited || !m_wasOn) {
        m_formula.reset();
        m_reply.reset();
    }
    if (m_wasOn && isEdited && isAgain && hadOpened)
        m_reply = {std::nullopt, tr("The document has changed, so everything is covered again.")};
    if (begins)
        emit begun();
    else if (wasOn && !m_wasOn)
        emit ended(isEdited && !m_isAside
                       ? tr("The exercise has ended: the document has no such cells any more")
                       : QString());
    emit changed();
}

/// Counts from the beginning.
void AskedStep::restart() {
    m_stop.request_stop();
    m_asked = static_cast<int>(m_left.size());
    m_right = 0;
    m_atFirstTry = 0;
    m_missed.clear();
    m_current.reset();
}

/// Asks for the next cell where the one that was asked for is open.
void AskedStep::goOn() {
    if (!m_current || std::ranges::find(m_left, *m_current) == m_left.end()) {
        const auto isLater = [this](const CellRef& each) {
            return std::pair(each.row, each.column) > std::pair(m_current->row, m_current->column);
        };
        const auto next = m_current ? std::ranges::find_if(m_left, isLater) : m_left.begin();
        m_current = m_left.empty()         ? std::nullopt
                    : next == m_left.end() ? std::optional(m_left.front())
                                           : std::optional(*next);
        m_hints = 0;
    }
    ask();
}

/// Makes the question about the current cell.
void AskedStep::ask() {
    Question question;
    question.kind = QuestionKind::number;
    if (m_current) {
        const Experiment& experiment = m_document.experiment();
        const std::string stage = text_of(stage_label(experiment, m_current->stage, m_current->head));
        const std::string place = text_of(cell_place(experiment, *m_current));
        question.cell = *m_current;
        question.text =
            asMarkdown(
                tr("%1, %2: which number?").arg(QString::fromStdString(stage), QString::fromStdString(place)))
                .toStdString();
    }
    m_step.ask = {std::move(question)};
}

QString AskedStep::name() const {
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

QString AskedStep::heading() const {
    const QString its = name();
    return its.isEmpty() ? tr("Ask me") : its;
}

QString AskedStep::kindName() const {
    return tr("Exercise");
}

QString AskedStep::leaveText() const {
    return tr("Leave the exercise");
}

QString AskedStep::countText() const {
    if (!m_current && m_right == 0)
        return tr("0 of %1 answered.").arg(m_asked);
    if (!m_current)
        return tr("%1 of %2 answered, %3 at the first try.").arg(m_right).arg(m_asked).arg(m_atFirstTry);
    return m_asked == 1 ? QString() : tr("%1 of %2 left.").arg(m_left.size()).arg(m_asked);
}

bool AskedStep::choose(const CellRef& cell) {
    if (std::ranges::find(m_left, cell) == m_left.end())
        return false;
    if (std::exchange(m_current, cell) == cell)
        return true;
    if (std::exchange(m_hints, 0) > 0) { // which are about the other one
        m_formula.reset();
        m_reply.reset();
    }
    ask();
    emit changed();
    return true;
}

bool AskedStep::turn(int by) {
    if (!m_current)
        return false;
    const auto at = std::ranges::find(m_left, *m_current) - m_left.begin() + by;
    if (at < 0 || at >= static_cast<std::ptrdiff_t>(m_left.size()))
        return false;
    return choose(m_left[static_cast<std::size_t>(at)]);
}

const StepQuestions::Reply* AskedStep::replyTo(std::size_t /*question*/) const {
    return m_reply ? &*m_reply : nullptr;
}

void AskedStep::reply(std::optional<bool> right, const QString& text) {
    m_reply = {right, asMarkdown(text)};
    m_formula.reset();
    emit changed();
}

void AskedStep::say(const QString& text) {
    reply(std::nullopt, text);
}

/// nullopt while the number is being computed.
std::optional<RightNumber> AskedStep::rightNumber(const CellRef& cell) const {
    const auto number = m_document.numberUnder(cell);
    if (!number)
        return std::nullopt;
    const StageView view = m_document.cachedView(cell.stage, cell.head);
    return RightNumber{*number,
                       view.summary ? view.summary->finite.magnitude() : 0}; // of what is not covered
}

IsCovered AskedStep::isCovered() const {
    return [this](const CellRef& cell) { return m_document.cover().covers(cell); };
}

/// Counts an answer for a cell that is covered, and opens the cell if it is right. Returns whether it is.
bool AskedStep::note(const CellRef& cell, bool right) {
    const bool isMissed = std::ranges::find(m_missed, cell) != m_missed.end();
    if (!right) {
        if (!isMissed)
            m_missed.push_back(cell);
        return false;
    }
    ++m_right;
    m_atFirstTry += isMissed ? 0 : 1;
    m_document.openCell(cell);
    return true;
}

bool AskedStep::answer(const GivenAnswer& given) {
    const auto* typed = std::get_if<std::string>(&given);
    return isOn() && m_current && typed && take(QString::fromStdString(*typed));
}

bool AskedStep::take(const QString& text) {
    m_stop.request_stop();
    m_formula.reset();
    m_reply.reset(); // what answering shows is about the new answer
    const auto answer = read_answer(text.toStdString());
    if (!answer) {
        reply(false, noNumber(text.trimmed()));
        return false;
    }
    Matrix numbers = answer->numbers;
    if (numbers.size() == 1)
        return takeOne({numbers(0, 0), answer->decimals, answer->shown_decimals},
                       text.trimmed().left(mostQuoted));
    if (numbers.cols() == 1 || (numbers.rows() > 1 && m_document.experiment().notation == Notation::columns))
        numbers.transposeInPlace(); // a list counts as a row; a matrix is pasted as it is shown
    return takeSeveral(numbers, answer->decimals);
}

bool AskedStep::takeOne(const TypedAnswer& typed, const QString& text) {
    const CellRef cell = *m_current;
    const auto right = rightNumber(cell);
    if (!right) {
        reply(std::nullopt, stillComputed());
        return false;
    }
    const Experiment& experiment = m_document.experiment();
    const Judgement judged = judge_number(experiment, cell, text.toStdString(), typed, *right, isCovered(),
                                          naming_in_window(experiment));
    const bool isRight = note(cell, judged.right.value_or(false));
    reply(isRight, answerText(judged));
    return isRight;
}

/// The block that the current cell is one of.
StageBlock AskedStep::asksNow() const {
    const CellRef& cell = *m_current;
    for (const StageBlock& each : m_document.cover().asked()) {
        const Block& block = each.block;
        if (each.stage == cell.stage && each.head == cell.head && cell.row >= block.row &&
            cell.row < block.row + block.rows && cell.column >= block.column &&
            cell.column < block.column + block.columns)
            return each;
    }
    return {cell.stage, cell.head, {cell.row, cell.column, 1, 1}};
}

/// The cells that an answer of rows × columns numbers is for, in the order of the numbers; none if it fits
/// nowhere. A list of numbers counts as one row.
std::vector<CellRef> AskedStep::meant(Index rows, Index columns) const {
    const StageBlock asked = asksNow();
    const auto fits = [&](const std::vector<CellRef>& cells) {
        return rows == 1 && columns == static_cast<Index>(cells.size());
    };
    std::vector<CellRef> all = cellsOf(asked);
    if (fits(all) || (rows == asked.block.rows && columns == asked.block.columns))
        return all;
    std::vector<CellRef> left;
    std::ranges::copy_if(all, std::back_inserter(left), isCovered());
    if (fits(left))
        return left;
    StageBlock here = asked;
    here.block.row = m_current->row;
    here.block.rows = rows;
    if (columns == asked.block.columns && here.block.row + rows <= asked.block.row + asked.block.rows)
        return cellsOf(here);
    std::erase_if(left, [this](const CellRef& cell) { return cell.row != m_current->row; });
    return fits(left) ? left : std::vector<CellRef>();
}

/// Why numbers were taken for no cells.
QString AskedStep::misfit(Index rows, Index columns) const {
    const StageBlock asked = asksNow();
    if (rows > 1) {
        const bool isTurned = m_document.experiment().notation == Notation::columns;
        const auto shape = [isTurned](Index high, Index wide) {
            return QStringLiteral("%1 × %2").arg(isTurned ? wide : high).arg(isTurned ? high : wide);
        };
        return tr("✗ %1 numbers for %2 cells: none was counted")
            .arg(shape(rows, columns), shape(asked.block.rows, asked.block.columns));
    }
    const std::vector<CellRef> all = cellsOf(asked);
    const auto left = static_cast<std::size_t>(std::ranges::count_if(all, isCovered()));
    return left == all.size() ? tr("✗ %1 numbers for %2 cells: none was counted").arg(columns).arg(left)
                              : tr("✗ %1 numbers for %2 covered cells, %3 with those that are open: none was "
                                   "counted")
                                    .arg(columns)
                                    .arg(left)
                                    .arg(all.size());
}

/// Numbers for cells that are open already are judged, too, but count for nothing.
bool AskedStep::takeSeveral(const Matrix& numbers, int decimals) {
    const std::vector<CellRef> cells = meant(numbers.rows(), numbers.cols());
    if (cells.empty()) {
        reply(false, misfit(numbers.rows(), numbers.cols()));
        return false;
    }
    const Experiment& experiment = m_document.experiment();
    NumberJudge judge(experiment, viewSettings(experiment).decimals, isCovered());
    std::vector<bool> judged;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const auto at = static_cast<Index>(i);
        const auto right = rightNumber(cells[i]);
        if (!right) {
            reply(std::nullopt, stillComputed());
            return false;
        }
        const TypedAnswer typed{numbers(at / numbers.cols(), at % numbers.cols()), decimals, decimals};
        judged.push_back(judge.compare(cells[i], typed, *right).is_right());
    }
    bool isAnyRight = false;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (m_document.cover().covers(cells[i]))
            isAnyRight = note(cells[i], judged[i]) || isAnyRight;
    }
    if (!m_left.empty())
        choose(m_left.front());
    const auto wrong = std::ranges::count(judged, false);
    reply(wrong == 0, countAnswer(std::ranges::count(judged, true), wrong));
    if (wrong > 0)
        lookForMistake(cells, numbers, decimals);
    return isAnyRight;
}

/// Looks on another thread for what makes all these numbers, if they are for a whole stage, row or column.
void AskedStep::lookForMistake(const std::vector<CellRef>& cells, const Matrix& numbers, int decimals) {
    const auto part = whole_part(m_document.experiment(), cells);
    if (!part)
        return;
    Matrix given(part->block.rows, part->block.columns);
    for (Index i = 0; i < given.size(); ++i)
        given(i / given.cols(), i % given.cols()) = numbers(i / numbers.cols(), i % numbers.cols());
    m_stop = std::stop_source();
    m_tasks.start([this, answer = m_reply->text, part = *part, given = std::move(given), decimals,
                   experiment = m_document.experiment(), stop = m_stop.get_token()]() -> TaskThread::Then {
        auto diagnosis = judge_part(experiment, part, given, decimals, stop);
        return [this, answer, part, experiment, stop, diagnosis = std::move(diagnosis)] {
            if (!diagnosis || stop.stop_requested() || !m_reply || m_reply->text != answer)
                return; // something else has been said
            m_reply->text +=
                asMarkdown(tr(". %1.").arg(partExplanation(experiment, part, *diagnosis, isCovered())));
            emit changed();
        };
    });
}

int AskedStep::hintsLeft() const {
    return m_current ? hintCount - m_hints : 0;
}

void AskedStep::showHint() {
    if (!canHint())
        return;
    const Experiment& experiment = m_document.experiment();
    CachedStages stages(m_document);
    const Explanation explanation = explain(experiment, stages.function(), *m_current);
    ++m_hints;
    const AskedHint hint = m_hints == 1 ? formulaHint(experiment, explanation)
                           : m_hints == 2
                               ? AskedHint{{}, tr("On Explore, what it is computed from is framed")}
                               : termHint(experiment, explanation.steps.back());
    m_reply = {std::nullopt, asMarkdown(hint.words)};
    m_formula = hint.formula;
    emit changed();
}

void AskedStep::show() {
    const std::vector<CellRef> all = m_left;
    m_formula.reset();
    m_reply.reset();
    for (const CellRef& each : all)
        m_document.openCell(each);
    say(tr("Shown."));
}

void AskedStep::drawNewNumbers(std::uint64_t seed) {
    Result<NewNumbers> next = newNumbers(m_document.commitPending(), seed);
    if (!next)
        return say(tr("Not drawn: %1").arg(QString::fromStdString(next.error().message())));
    const QString names = next.value().names;
    m_hints = 0;
    m_document.apply({std::move(next).value().experiment, {}, tr("New numbers, seed %1").arg(seed)});
    say(tr("New random numbers in %1, seed %2. Ctrl Z brings back those of before.").arg(names).arg(seed));
}

void AskedStep::leave() {
    m_document.uncover();
}

void ask(LabDocument& document, StageId stage, HeadIndex head, const Block& block) {
    document.uncover();
    document.setExercise(true);
    document.coverCells({stage, head, block});
}

QString whyNotAsked(const LabDocument& document, StageId stage) {
    const Experiment& experiment = document.experiment();
    if (is_empty(experiment) || !has_stage(experiment, stage))
        return AskedStep::tr("There are no numbers");
    if (document.played())
        return AskedStep::tr("A lesson is played");
    return copies_parameters(experiment, stage) ? AskedStep::tr("These numbers are given, not computed")
                                                : QString();
}

} // namespace lab
