// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/check/check_model.h"

#include "core/base/number_format.h"
#include "ui/look/theme.h"
#include "ui/text/number_name.h"
#include "ui/widgets/number_delegate.h"
#include "ui/window/check/given_numbers.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lab {

namespace {

constexpr int fewestDecimals = 2, mostDecimals = 6;
constexpr double tiny = 1e-5;      // a difference that has too many zeros
constexpr double wrongTint = 0.22; // of the colour for errors, behind a wrong number

constexpr double emptyCell = std::numeric_limits<double>::quiet_NaN();

/// How many decimals show numbers with these last digits.
int decimalsOf(const Matrix& lastDigits) {
    double least = 1;
    for (const double each : lastDigits.reshaped()) {
        if (each > 0)
            least = std::min(least, each);
    }
    const int decimals = static_cast<int>(std::ceil(-std::log10(least) - 1e-9));
    return decimals > mostDecimals ? 4 : std::max(decimals, fewestDecimals);
}

QColor mixedColour(const QColor& some, const QColor& other, double share) {
    const auto mix = [share](int a, int b) { return qRound(a + (b - a) * share); };
    return {mix(some.red(), other.red()), mix(some.green(), other.green()), mix(some.blue(), other.blue())};
}

Labels numberedLabels(Index count) {
    QStringList texts;
    for (Index i = 0; i < count; ++i)
        texts += QString::number(i + 1);
    return Labels(texts);
}

} // namespace

void CheckModel::resize(Index rows, Index columns, Index heads) {
    m_numbers = Matrix::Constant(rows, columns, emptyCell);
    m_lastDigits = Matrix::Zero(rows, columns);
    m_heads = heads;
    m_filled.assign(static_cast<std::size_t>(rows * columns), false);
    m_changed.assign(m_filled.size(), false);
    m_typed.clear();
    m_cells.reset();
    m_marked.reset();
}

void CheckModel::setStage(const Experiment& experiment, const std::optional<Asked>& asked) {
    beginResetModel();
    Index rows = 1, columns = 1;
    if (asked) {
        const Dimensions d = dimensions(experiment);
        rows = length(info(asked->stage).rows, d);
        columns = length(info(asked->stage).columns, d);
    }
    m_cells.reset();
    m_marked.reset();
    if (!isWhole() && (rows != m_numbers.rows() || columns != m_numbers.cols())) {
        const std::map<Place, QString> typed = std::exchange(m_typed, {});
        const Matrix numbers = std::exchange(m_numbers, {});
        const Matrix lastDigits = m_lastDigits;
        const std::vector<bool> filled = m_filled;
        resize(rows, columns, 0);
        for (Index row = 0; row < std::min(rows, numbers.rows()); ++row) {
            for (Index column = 0; column < std::min(columns, numbers.cols()); ++column) {
                m_numbers(row, column) = numbers(row, column);
                m_lastDigits(row, column) = lastDigits(row, column);
                m_filled[at({row, column})] = filled[static_cast<std::size_t>(row * numbers.cols() + column)];
                if (const auto text = typed.find({row, column}); text != typed.end())
                    m_typed.insert(*text);
            }
        }
    }
    nameAxes(experiment, asked);
    endResetModel();
}

void CheckModel::setNumbers(const Experiment& experiment, const std::optional<Asked>& asked,
                            PrintedArray given) {
    beginResetModel();
    resize(given.numbers.rows(), given.numbers.cols(), given.heads);
    m_filled.assign(m_filled.size(), true);
    m_decimals = decimalsOf(given.last_digit);
    m_numbers = std::move(given.numbers);
    m_lastDigits = std::move(given.last_digit);
    nameAxes(experiment, asked);
    endResetModel();
    emit edited();
}

void CheckModel::clear() {
    beginResetModel();
    resize(1, 1, 0);
    m_rowLabels = m_columnLabels = numberedLabels(1);
    m_compared = false;
    endResetModel();
}

void CheckModel::nameAxes(const Experiment& experiment, const std::optional<Asked>& asked) {
    m_transposed = experiment.notation == Notation::columns;
    const Index matrices = std::max<Index>(m_heads, 1);
    const Index rows = m_numbers.rows() / matrices, columns = m_numbers.cols();
    m_rowLabels = numberedLabels(rows);
    m_columnLabels = numberedLabels(columns);
    const Dimensions d = dimensions(experiment);
    m_compared = asked.has_value();
    if (asked && length(info(asked->stage).rows, d) == rows &&
        length(info(asked->stage).columns, d) == columns) {
        m_rowLabels = axisLabels(experiment, info(asked->stage).rows, rows);
        m_columnLabels = axisLabels(experiment, info(asked->stage).columns, columns);
    }
    if (m_heads == 0)
        return;
    QStringList ofHeads;
    for (Index head = 0; head < m_heads; ++head) {
        for (Index row = 0; row < rows; ++row)
            ofHeads += tr("head %1: %2").arg(head + 1).arg(m_rowLabels.shown(row));
    }
    m_rowLabels = Labels(ofHeads);
}

QModelIndex CheckModel::firstWrong() const {
    for (Index row = 0; row < m_numbers.rows(); ++row) {
        for (Index column = 0; column < m_numbers.cols(); ++column) {
            if (verdict({row, column}) == false)
                return indexOf({row, column});
        }
    }
    return {};
}

QModelIndex CheckModel::marked() const {
    return m_marked ? indexOf(*m_marked) : QModelIndex();
}

bool CheckModel::isEmpty() const {
    return std::ranges::find(m_filled, true) == m_filled.end();
}

bool CheckModel::isWhole() const {
    return !m_filled.empty() && std::ranges::find(m_filled, false) == m_filled.end();
}

PrintedArray CheckModel::given() const {
    PrintedArray given{m_numbers, m_lastDigits, m_heads};
    std::vector<WrittenDigits> digits;
    digits.reserve(m_typed.size());
    for (const auto& [place, text] : m_typed)
        digits.push_back(written_digits(text.toStdString()));
    const std::vector<double> units = last_digits(digits);
    std::size_t i = 0;
    for (const auto& [place, text] : m_typed)
        given.last_digit(place.first, place.second) = units[i++];
    return given;
}

void CheckModel::setAnswer(std::optional<CheckedCells> cells,
                           const std::optional<std::pair<Index, Index>>& lookAt) {
    m_cells = std::move(cells);
    m_marked = lookAt;
    if (m_cells)
        m_comparedDecimals = decimalsOf(given().last_digit);
    m_changed.assign(m_filled.size(), false);
    if (m_numbers.size() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

bool CheckModel::setText(const QModelIndex& index, const QString& text) {
    const Place place = placeOf(index);
    const bool isEmptied = text.trimmed().isEmpty();
    const std::optional<double> number = typedNumber(text);
    if (!isEmptied && !number)
        return false;
    m_numbers(place.first, place.second) = isEmptied ? emptyCell : *number;
    m_lastDigits(place.first, place.second) = 0;
    m_filled[at(place)] = !isEmptied;
    m_changed[at(place)] = true;
    if (isEmptied)
        m_typed.erase(place);
    else
        m_typed[place] = text.trimmed();
    emit dataChanged(index, index);
    emit edited();
    return true;
}

CheckModel::Place CheckModel::placeOf(const QModelIndex& index) const {
    return m_transposed ? Place{index.column(), index.row()} : Place{index.row(), index.column()};
}

QModelIndex CheckModel::indexOf(const Place& place) const {
    const auto row = static_cast<int>(place.first), column = static_cast<int>(place.second);
    return m_transposed ? index(column, row) : index(row, column);
}

int CheckModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_transposed ? m_numbers.cols() : m_numbers.rows());
}

int CheckModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_transposed ? m_numbers.rows() : m_numbers.cols());
}

std::optional<bool> CheckModel::verdict(const Place& place) const {
    if (!m_cells || !m_filled[at(place)] || m_changed[at(place)])
        return std::nullopt;
    const CheckedCells::Cell cell = m_cells->at(place.first, place.second);
    return cell == CheckedCells::Cell::not_compared ? std::nullopt
                                                    : std::optional(cell == CheckedCells::Cell::right);
}

QString CheckModel::numberText(const Place& place) const {
    if (!m_filled[at(place)])
        return {};
    if (const auto typed = m_typed.find(place); typed != m_typed.end())
        return typed->second;
    return QString::fromStdString(display(m_numbers(place.first, place.second), m_decimals));
}

/// "+0.25", or "≠ −∞" where a difference has no value. All cells have the same number of decimals, so that
/// they can be compared; a difference too small for those is written out with one digit.
QString CheckModel::differenceText(const Place& place) const {
    const double expected = m_cells->expected(place.first, place.second);
    const double difference = m_numbers(place.first, place.second) - expected;
    if (!std::isfinite(difference))
        return tr("≠ %1").arg(writtenNumber(expected));
    const double size = std::abs(difference), least = std::pow(10.0, -m_comparedDecimals);
    const double brief = rounded_to_digits(difference, size < least ? 1 : 2);
    const QString number = size < tiny ? QString::fromStdString(power_of_ten(brief))
                           : size < least || size >= exponent_from
                               ? writtenNumber(brief)
                               : QString::fromStdString(display(difference, m_comparedDecimals));
    return difference > 0 ? QStringLiteral("+") + number : number;
}

/// "“is” → “sky”: 0.25, does not agree: +0.12".
QString CheckModel::spoken(const Place& place) const {
    const QString name =
        tr("%1, %2").arg(m_rowLabels.quoted(place.first), m_columnLabels.quoted(place.second));
    if (!m_filled[at(place)])
        return tr("%1: empty").arg(name);
    const auto right = verdict(place);
    if (isMarked(place))
        return tr("%1: %2, look here: the mistake does not explain it").arg(name, numberText(place));
    if (!right)
        return tr("%1: %2").arg(name, numberText(place));
    return *right ? tr("%1: %2, agrees").arg(name, numberText(place))
                  : tr("%1: %2, does not agree: %3").arg(name, numberText(place), differenceText(place));
}

QVariant CheckModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const Place place = placeOf(index);
    const auto right = verdict(place);
    const Colours& colours = m_theme.colours();
    switch (role) {
    case Qt::DisplayRole:
        if (!right)
            return numberText(place);
        return numberText(place) + QLatin1Char('\n') +
               (*right ? QStringLiteral("✓") : QStringLiteral("✗ ") + differenceText(place));
    case Qt::EditRole:
        if (!m_filled[at(place)])
            return QString();
        return m_typed.contains(place)
                   ? numberText(place)
                   : QString::fromStdString(shortest(m_numbers(place.first, place.second)));
    case Qt::BackgroundRole:
        return right && !*right ? mixedColour(colours.control, colours.error, wrongTint) : colours.control;
    case NumberDelegate::LinkedRole:
        return isMarked(place);
    case Qt::ForegroundRole:
        return colours.text;
    case Qt::AccessibleTextRole:
    case Qt::ToolTipRole:
        return spoken(place);
    default:
        return {};
    }
}

QVariant CheckModel::headerData(int section, Qt::Orientation orientation, int role) const {
    const bool isRow = (orientation == Qt::Vertical) != m_transposed;
    const Labels& labels = isRow ? m_rowLabels : m_columnLabels;
    if (role == Qt::DisplayRole)
        return labels.shown(section);
    if (role == Qt::ToolTipRole)
        return labels.quoted(section);
    return {};
}

bool CheckModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::EditRole)
        return false;
    const QString text = value.toString();
    if (setText(index, text))
        return true;
    emit refused(typedProblem(text));
    return false;
}

Qt::ItemFlags CheckModel::flags(const QModelIndex& index) const {
    return QAbstractTableModel::flags(index) | Qt::ItemIsEditable;
}

} // namespace lab
