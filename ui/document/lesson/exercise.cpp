// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/lesson/exercise.h"

#include "core/analysis/answer.h"
#include "core/analysis/same_numbers.h"
#include "core/describe/explain.h"
#include "core/edits/random_parameters.h"
#include "ui/document/cached_stages.h"
#include "ui/document/lab_document.h"
#include "ui/document/view_settings.h"
#include "ui/text/exercise_answers.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <iterator>
#include <utility>

namespace lab {

namespace {

constexpr int hintCount = 3;
constexpr int mostQuoted = 40; // letters

QString stillComputed() {
    return Exercise::tr("The number is still being computed");
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
            return Exercise::tr("✗ “%1” is not a number").arg(number.left(mostQuoted));
    }
    return Exercise::tr("✗ Each number can be read, but not how they are arranged");
}

/// The parameters from which the others follow, if none was drawn at random.
std::vector<ParameterId> redrawn(const Experiment& experiment) {
    std::vector<ParameterId> all;
    for (const ParameterId id : {ParameterId::W_Q, ParameterId::W_K, ParameterId::W_V, ParameterId::W_O,
                                 ParameterId::Q, ParameterId::K, ParameterId::V}) {
        const bool isGiven = id == ParameterId::Q || id == ParameterId::K || id == ParameterId::V;
        const bool isUsed = (experiment.projection.kind == ProjectionKind::direct) == isGiven;
        if (parameter(experiment, id) && (isUsed || id == ParameterId::W_O))
            all.push_back(id);
    }
    if (experiment.projection.kind == ProjectionKind::identity)
        all.push_back(has_given_inputs(experiment) ? ParameterId::X : ParameterId::E);
    return all;
}

} // namespace

Exercise::Exercise(LabDocument& document, QObject* parent) : QObject(parent), m_document(document) {
    connect(&document, &LabDocument::coverChanged, this, &Exercise::refresh);
    refresh();
}

Exercise::~Exercise() {
    m_stop.request_stop();
}

bool Exercise::isOn() const {
    return !m_document.cover().isEmpty();
}

void Exercise::refresh() {
    const std::size_t before = m_left.size();
    m_left.clear();
    for (const StageBlock& each : m_document.cover().asked()) {
        std::ranges::copy_if(cellsOf(each), std::back_inserter(m_left),
                             [this](const CellRef& cell) { return m_document.cover().covers(cell); });
    }
    const std::uint64_t begun = m_document.cover().begun();
    const bool isOther = std::exchange(m_begun, begun) != begun;
    if (isOther || m_left.size() > before || !isOn()) { // another one, or covered again
        m_stop.request_stop();
        m_asked = static_cast<int>(m_left.size());
        m_right = 0;
        m_atFirstTry = 0;
        m_missed.clear();
        m_current.reset();
    }
    if (!m_current || std::ranges::find(m_left, *m_current) == m_left.end()) {
        const auto next = m_current
                              ? std::ranges::find_if(m_left,
                                                     [this](const CellRef& each) {
                                                         return std::pair(each.row, each.column) >
                                                                std::pair(m_current->row, m_current->column);
                                                     })
                              : m_left.begin();
        m_current = m_left.empty()         ? std::nullopt
                    : next == m_left.end() ? std::optional(m_left.front())
                                           : std::optional(*next);
        m_hints = 0;
    }
    emit changed();
}

bool Exercise::choose(const CellRef& cell) {
    if (std::ranges::find(m_left, cell) == m_left.end())
        return false;
    if (std::exchange(m_current, cell) != cell) {
        m_hints = 0;
        emit changed();
    }
    return true;
}

bool Exercise::step(int by) {
    if (!m_current)
        return false;
    const auto at = std::ranges::find(m_left, *m_current) - m_left.begin() + by;
    if (at < 0 || at >= static_cast<std::ptrdiff_t>(m_left.size()))
        return false;
    choose(m_left[static_cast<std::size_t>(at)]);
    return true;
}

/// nullopt while the number is being computed.
std::optional<RightNumber> Exercise::rightNumber(const CellRef& cell) const {
    const auto number = m_document.numberUnder(cell);
    if (!number)
        return std::nullopt;
    const StageView view = m_document.cachedView(cell.stage, cell.head);
    return RightNumber{*number,
                       view.summary ? view.summary->finite.magnitude() : 0}; // of what is not covered
}

NumberJudge Exercise::numberJudge() const {
    const Experiment& experiment = m_document.experiment();
    return {experiment, viewSettings(experiment).decimals, isCovered()};
}

IsCovered Exercise::isCovered() const {
    return [this](const CellRef& cell) { return m_document.cover().covers(cell); };
}

/// Counts an answer for a cell that is covered, and opens the cell if it is right.
void Exercise::note(const CellRef& cell, bool right) {
    const bool isMissed = std::ranges::find(m_missed, cell) != m_missed.end();
    if (!right) {
        if (!isMissed)
            m_missed.push_back(cell);
        return;
    }
    ++m_right;
    m_atFirstTry += isMissed ? 0 : 1;
    m_document.openCell(cell);
}

QString Exercise::longAnswer() const {
    return longNumberAnswer(m_document.experiment(), *m_current);
}

QString Exercise::answerOne(const TypedAnswer& typed, const QString& text) {
    const CellRef cell = *m_current;
    const auto right = rightNumber(cell);
    if (!right)
        return stillComputed();
    const NumberVerdict verdict = numberJudge().judge(cell, typed, *right);
    note(cell, verdict.is_right());
    return numberAnswer(m_document.experiment(), cell, text, typed, verdict);
}

/// The block that the current cell is one of.
StageBlock Exercise::asksNow() const {
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
std::vector<CellRef> Exercise::meant(Index rows, Index columns) const {
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
QString Exercise::misfit(Index rows, Index columns) const {
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
QString Exercise::answerSeveral(const Matrix& numbers, int decimals) {
    const std::vector<CellRef> cells = meant(numbers.rows(), numbers.cols());
    if (cells.empty())
        return misfit(numbers.rows(), numbers.cols());
    NumberJudge judge = numberJudge();
    std::vector<bool> judged;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const auto at = static_cast<Index>(i);
        const auto right = rightNumber(cells[i]);
        if (!right)
            return stillComputed();
        const TypedAnswer typed{numbers(at / numbers.cols(), at % numbers.cols()), decimals, decimals};
        judged.push_back(judge.compare(cells[i], typed, *right).is_right());
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (m_document.cover().covers(cells[i]))
            note(cells[i], judged[i]);
    }
    if (!m_left.empty())
        choose(m_left.front());
    const auto wrong = std::ranges::count(judged, false);
    QString answer = countAnswer(std::ranges::count(judged, true), wrong);
    if (wrong > 0)
        lookForMistake(answer, cells, numbers, decimals);
    return answer;
}

/// Looks on another thread for what makes all these numbers, if they are for a whole stage, row or column.
void Exercise::lookForMistake(const QString& answer, const std::vector<CellRef>& cells, const Matrix& numbers,
                              int decimals) {
    const auto part = whole_part(m_document.experiment(), cells);
    if (!part)
        return;
    Matrix given(part->block.rows, part->block.columns);
    for (Index i = 0; i < given.size(); ++i)
        given(i / given.cols(), i % given.cols()) = numbers(i / numbers.cols(), i % numbers.cols());
    m_stop = std::stop_source();
    m_tasks.start([this, answer, part = *part, given = std::move(given), decimals,
                   experiment = m_document.experiment(), stop = m_stop.get_token()]() -> TaskThread::Then {
        auto diagnosis = judge_part(experiment, part, given, decimals, stop);
        return [this, answer, part, experiment, stop, diagnosis = std::move(diagnosis)] {
            if (!diagnosis || stop.stop_requested())
                return;
            emit explained(answer, partExplanation(experiment, part, *diagnosis, isCovered()));
        };
    });
}

QString Exercise::answer(const QString& text) {
    m_stop.request_stop();
    const auto answer = read_answer(text.toStdString());
    if (!m_current)
        return {};
    if (!answer)
        return noNumber(text.trimmed());
    Matrix numbers = answer->numbers;
    if (numbers.size() == 1)
        return answerOne({numbers(0, 0), answer->decimals, answer->shown_decimals},
                         text.trimmed().left(mostQuoted));
    if (numbers.cols() == 1 || (numbers.rows() > 1 && m_document.experiment().notation == Notation::columns))
        numbers.transposeInPlace(); // a list counts as a row; a matrix is pasted as it is shown
    return answerSeveral(numbers, answer->decimals);
}

int Exercise::hintsLeft() const {
    return m_current ? hintCount - m_hints : 0;
}

ExerciseHint Exercise::nextHint() {
    if (hintsLeft() == 0)
        return {};
    const Experiment& experiment = m_document.experiment();
    CachedStages stages(m_document);
    const Explanation explanation = explain(experiment, stages.function(), *m_current);
    ++m_hints;
    emit changed();
    if (m_hints == 1)
        return formulaHint(experiment, explanation);
    return m_hints == 2 ? ExerciseHint{{}, tr("On Explore, what it is computed from is framed")}
                        : termHint(experiment, explanation.steps.back());
}

void Exercise::show() {
    const std::vector<CellRef> all = m_left;
    for (const CellRef& each : all)
        m_document.openCell(each);
}

QString Exercise::newNumbers(std::uint64_t seed) {
    Experiment next = m_document.commitPending();
    std::vector<std::pair<ParameterId, Drawn>> draws;
    for (const ParameterId id : redrawn(next)) {
        if (const auto how = drawn(next, id))
            draws.emplace_back(id, *how);
    }
    if (draws.empty()) {
        for (const ParameterId id : redrawn(next))
            draws.emplace_back(id, Drawn{{Generator::numpy, seed, Distribution::normal}, DrawScope::one});
    }
    std::uint64_t own = seed;
    QStringList names;
    for (auto& [id, how] : draws) {
        how.source.seed = how.scope == DrawScope::one ? own++ : seed;
        Result<Experiment> drawnNext = with_random(next, id, how.source, how.scope);
        if (!drawnNext)
            return tr("Not drawn: %1").arg(QString::fromStdString(drawnNext.error().message()));
        next = std::move(drawnNext).value();
        names += QString::fromStdString(std::string(info(id).name));
    }
    m_hints = 0;
    m_document.apply({std::move(next), {}, tr("New numbers, seed %1").arg(seed)});
    return tr("New random numbers in %1, seed %2. Ctrl Z brings back those of before.")
        .arg(names.join(QStringLiteral(", ")))
        .arg(seed);
}

void ask(LabDocument& document, StageId stage, HeadIndex head, const Block& block) {
    document.uncover();
    document.setExercise(true);
    document.coverCells({stage, head, block});
}

QString whyNotAsked(const LabDocument& document, StageId stage) {
    const Experiment& experiment = document.experiment();
    if (is_empty(experiment) || !has_stage(experiment, stage))
        return Exercise::tr("There are no numbers");
    if (document.played())
        return Exercise::tr("A lesson is played");
    return copies_parameters(experiment, stage) ? Exercise::tr("These numbers are given, not computed")
                                                : QString();
}

} // namespace lab
