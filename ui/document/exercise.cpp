// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/exercise.h"

#include "core/analysis/answer.h"
#include "core/analysis/diagnosis/diagnosis_words.h"
#include "core/analysis/diagnosis/typed_number.h"
#include "core/analysis/same_numbers.h"
#include "core/base/covered.h"
#include "core/base/number_format.h"
#include "core/describe/explain.h"
#include "core/describe/names.h"
#include "core/edits/random_parameters.h"
#include "ui/document/cached_stages.h"
#include "ui/document/lab_document.h"
#include "ui/document/view_settings.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>

namespace lab {

namespace {

constexpr int hintCount = 3;
constexpr int mostQuoted = 40; // letters

QString stillComputed() {
    return Exercise::tr("The number is still being computed");
}

/// The largest magnitude of a stage, of which a number is one; the others' is given.
double largestWith(double number, double others) {
    return std::max(others, std::isfinite(number) ? std::abs(number) : 0);
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

QString placeOf(const Experiment& experiment, const CellRef& cell) {
    return QString::fromStdString(text_of(cell_place(experiment, cell)));
}

/// What gives a wrong number: a mistake in the calculation.
QString claimText(const Experiment& experiment, const CellRef& cell, const Mistake& mistake) {
    return Exercise::tr("One known mistake gives it: %1")
        .arg(QString::fromStdString(text_of(claim_words(experiment, {cell.stage, cell.head}, {{mistake}, {}},
                                                        naming_in_window(experiment)))));
}

/// Likewise: it is the right number of another place.
QString placeText(const Experiment& experiment, const CellRef& place, double number) {
    return QString::fromStdString(
        text_of(place_words(experiment, place, number, naming_in_window(experiment))));
}

/// The row or column whose name in a sentence is longest.
Index longestName(const Experiment& experiment, Axis axis) {
    const auto letters = [&](Index index) {
        return QString::fromStdString(text_of(label_in_sentence(experiment, axis, index))).size();
    };
    std::vector<Index> all(static_cast<std::size_t>(length(axis, dimensions(experiment))));
    std::iota(all.begin(), all.end(), Index{0});
    return std::ranges::max(all, {}, letters);
}

/// Of each stage that has numbers for the same rows and columns as a cell, the place with the longest name.
std::vector<CellRef> longNames(const Experiment& experiment, const CellRef& cell) {
    const StageInfo& its = info(cell.stage);
    CellRef place{cell.stage, 0, longestName(experiment, its.rows), longestName(experiment, its.columns)};
    if (its.per_head)
        place.head = experiment.heads.count - 1;
    std::vector<CellRef> places;
    for (const StageInfo& each : all_stages()) {
        if (has_stage(experiment, each.id) && each.rows == its.rows && each.columns == its.columns &&
            each.per_head == its.per_head) {
            place.stage = each.id;
            places.push_back(place);
        }
    }
    return places;
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

double Exercise::largest(const CellRef& cell) const {
    const StageView view = m_document.cachedView(cell.stage, cell.head);
    return view.summary ? view.summary->finite.magnitude() : 0; // of what is not covered
}

/// nullopt while the number is being computed. `numbers` is made for the first wrong number, if it is quick.
std::optional<Exercise::Verdict> Exercise::judge(const CellRef& cell, const Typed& typed,
                                                 std::optional<TypedNumbers>& numbers) const {
    const auto number = m_document.numberUnder(cell);
    if (!number)
        return std::nullopt;
    const auto isRight = [&](double expected) {
        return is_right(typed.number, typed.decimals, expected, largestWith(expected, largest(cell)));
    };
    if (isRight(*number))
        return Verdict::right;
    const Experiment& experiment = m_document.experiment();
    if (!numbers && TypedNumbers::are_quick(experiment))
        numbers.emplace(experiment);
    if (!numbers || is_sink_share(experiment, cell))
        return Verdict::wrong;
    const std::vector<double> shown = numbers->from_shown(cell, viewSettings(experiment).decimals);
    return std::ranges::any_of(shown, isRight) ? Verdict::right_from_shown : Verdict::wrong;
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

QString Exercise::rightInPart(const QString& typed, int right, int decimals, const QString& place) {
    return tr("✗ %1 is right to %2 decimals, not to %3, for %4")
        .arg(typed)
        .arg(right)
        .arg(decimals)
        .arg(place);
}

QString Exercise::wrong(const QString& typed, const QString& place, const QString& mistake) {
    return mistake.isEmpty() ? tr("✗ %1 is not right for %2").arg(typed, place)
                             : tr("✗ %1 is not right for %2. %3").arg(typed, place, mistake);
}

QString Exercise::longAnswer() const {
    constexpr double longNumber = -1.234567e-300;
    const QString typed = QString::fromStdString(written(longNumber));
    const Experiment& experiment = m_document.experiment();
    const CellRef& cell = *m_current;
    const QString place = placeOf(experiment, cell);
    QString longest = rightInPart(typed, 2, 4, place);
    const auto consider = [&](const QString& mistake) {
        const QString answer = wrong(typed, place, mistake);
        if (answer.size() > longest.size())
            longest = answer;
    };
    if (TypedNumbers::are_quick(experiment) && !is_sink_share(experiment, cell)) {
        for (const Mistake& each : TypedNumbers::tried(experiment, cell))
            consider(claimText(experiment, cell, each));
        for (const CellRef& each : longNames(experiment, cell))
            consider(placeText(experiment, each, longNumber));
    }
    return longest;
}

/// A sentence about what gives a wrong number, if that is one known mistake; else nothing. A covered number
/// is not told apart from others by name.
QString Exercise::mistakeIn(const Typed& typed, const CellRef& cell, TypedNumbers& numbers) const {
    const Experiment& experiment = m_document.experiment();
    const auto found = is_sink_share(experiment, cell)
                           ? std::nullopt
                           : numbers.mistake_of(cell, typed.number, std::pow(10.0, -typed.decimals));
    if (!found)
        return {};
    if (found->mistake)
        return claimText(experiment, cell, *found->mistake);
    const CellRef& place = found->cells.front();
    if (found->cells.size() == 1 && !m_document.cover().covers(place))
        return placeText(experiment, place, typed.number);
    const bool isInStage = place.stage == cell.stage && place.head == cell.head;
    const bool isInRow = place.row == cell.row;
    if (!isInStage || (!isInRow && place.column != cell.column))
        return {};
    return isInRow == (experiment.notation == Notation::rows) ? tr("It is a number of another column")
                                                              : tr("It is a number of another row");
}

QString Exercise::answerOne(const Typed& typed, int shownDecimals, const QString& text) {
    const CellRef cell = *m_current;
    std::optional<TypedNumbers> numbers;
    const auto verdict = judge(cell, typed, numbers);
    if (!verdict)
        return stillComputed();
    const double number = *m_document.numberUnder(cell);
    const QString place = placeOf(m_document.experiment(), cell);
    const double among = largestWith(number, largest(cell));
    note(cell, *verdict != Verdict::wrong);
    if (*verdict == Verdict::right)
        return tr("✓ %1 is right for %2").arg(text, place);
    if (*verdict == Verdict::right_from_shown)
        return tr("✓ %1 is right for %2, from the rounded numbers on the cards").arg(text, place);
    const QString mistake = numbers ? mistakeIn(typed, cell, *numbers) : QString();
    if (!mistake.isEmpty()) // which says more than how many digits are right
        return wrong(text, place, mistake);
    if (const auto partly = right_decimals(typed.number, typed.decimals, number, among))
        return rightInPart(text, *partly, typed.decimals, place);
    if (shownDecimals < typed.decimals && is_right(typed.number, shownDecimals, number, among))
        return tr("✗ %1 is close for %2: type %3 decimals or more").arg(text, place).arg(typed.decimals);
    return wrong(text, place, {});
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

/// The cells that so many numbers are for, in their order; none if they fit nowhere. A list counts as a row.
std::vector<CellRef> Exercise::meant(Index rows, Index columns) const {
    const StageBlock asked = asksNow();
    const auto isCovered = [this](const CellRef& cell) { return m_document.cover().covers(cell); };
    const auto fits = [&](const std::vector<CellRef>& cells) {
        return rows == 1 && columns == static_cast<Index>(cells.size());
    };
    std::vector<CellRef> all = cellsOf(asked);
    if (fits(all) || (rows == asked.block.rows && columns == asked.block.columns))
        return all;
    std::vector<CellRef> left;
    std::ranges::copy_if(all, std::back_inserter(left), isCovered);
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
    const auto left = static_cast<std::size_t>(
        std::ranges::count_if(all, [this](const CellRef& cell) { return m_document.cover().covers(cell); }));
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
    std::vector<bool> judged;
    std::optional<TypedNumbers> shown;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const auto at = static_cast<Index>(i);
        const Typed typed{numbers(at / numbers.cols(), at % numbers.cols()), decimals};
        const auto verdict = judge(cells[i], typed, shown);
        if (!verdict)
            return stillComputed();
        judged.push_back(*verdict != Verdict::wrong);
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (m_document.cover().covers(cells[i]))
            note(cells[i], judged[i]);
    }
    if (!m_left.empty())
        choose(m_left.front());
    const auto right = std::ranges::count(judged, true);
    const auto wrong = std::ranges::count(judged, false);
    return wrong == 0 ? tr("✓ All %1 are right").arg(right)
                      : tr("✗ %1 right, %2 not right").arg(right).arg(wrong);
}

QString Exercise::answer(const QString& text) {
    const auto answer = read_answer(text.toStdString());
    if (!m_current)
        return {};
    if (!answer)
        return noNumber(text.trimmed());
    Matrix numbers = answer->numbers;
    if (numbers.size() == 1)
        return answerOne({numbers(0, 0), answer->decimals}, answer->shown_decimals,
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
    return copies_parameters(experiment, stage) ? Exercise::tr("These numbers are given, not computed")
                                                : QString();
}

} // namespace lab
