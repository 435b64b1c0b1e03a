// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/dictionary/dictionary_model.h"

#include "core/base/number_format.h"
#include "core/base/text_limits.h"
#include "core/edits/dictionary.h"
#include "ui/document/edits/dictionary_edits.h"
#include "ui/document/lab_document.h"
#include "ui/look/theme.h"
#include "ui/plots/shared/table_numbers.h"
#include "ui/selection/selection.h"
#include "ui/text/short_text.h"
#include "ui/widgets/number_problem.h"

#include <QColor>
#include <QFont>

#include <algorithm>

namespace lab {

namespace {

void stretch(Extremes& extremes, const Extremes& by) {
    extremes.lowest = std::min(extremes.lowest, by.lowest);
    extremes.highest = std::max(extremes.highest, by.highest);
}

/// Whether an editor would cut the word.
bool isTooLong(const std::string& word) {
    return word.size() > most_in_field &&
           QString::fromUtf8(word.data(), qsizetype(std::min(word.size(), 4 * most_in_field))).size() >
               qsizetype(most_in_field);
}

} // namespace

DictionaryModel::DictionaryModel(LabDocument& document, const Selection& selection, const Theme& theme,
                                 QObject* parent)
    : QAbstractTableModel(parent), m_document(document), m_selection(selection), m_theme(theme),
      m_scale(ColourScale::of(ColourScale::Kind::diverging, {})) {
    connect(&document, &LabDocument::changed, this, &DictionaryModel::refresh);
    connect(&document, &LabDocument::viewChanged, this, &DictionaryModel::updateLook);
    refresh({});
}

void DictionaryModel::setFilter(const QString& text) {
    if (text == m_filter)
        return;
    m_filter = text;
    refresh({});
}

void DictionaryModel::refresh(const Change& change) {
    if (!reshapes(change) && change.field != Field::embedding)
        return;
    const bool numbers = change.block && change.block->rows > 0; // the words are the same
    std::vector<std::string> words = numbers ? m_words : shownWords();
    const auto features = static_cast<int>(m_document.experiment().embedding.dimension);
    const bool sameShape = words.size() == m_words.size() && features == m_features;
    if (!sameShape)
        beginResetModel();
    m_words = std::move(words);
    m_features = features;
    measure();
    // Without a reset, an editor that has just committed its text stays until it is closed.
    if (!sameShape)
        endResetModel();
    else if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    if (!numbers)
        emit wordsChanged();
}

std::vector<std::string> DictionaryModel::shownWords() {
    const Experiment& experiment = m_document.experiment();
    const EmbeddingTable& table = *experiment.embedding.table;
    std::vector<std::string> words;
    m_used.clear();
    m_count = static_cast<Index>(table.entries().size());
    const auto add = [&](const std::string& word) {
        if (m_filter.isEmpty() || QString::fromStdString(word).contains(m_filter, Qt::CaseInsensitive) ||
            shownWord(word).contains(m_filter, Qt::CaseInsensitive))
            words.push_back(word);
    };
    for (const std::string& word : distinct_tokens(experiment)) {
        if (table.find(word) && m_used.insert(word).second) // `direct` needs no vectors
            add(word);
    }
    for (const auto& entry : table.entries()) {
        if (!m_used.contains(entry.token))
            add(entry.token);
    }
    return words;
}

void DictionaryModel::measure() {
    m_summary = {};
    for (const auto& [token, vector] : m_document.experiment().embedding.table->entries()) {
        const MatrixSummary each = summarize(*vector.values);
        stretch(m_summary.finite, each.finite);
        stretch(m_summary.plain, each.plain);
    }
    updateScale();
}

void DictionaryModel::updateScale() {
    m_style = numberStyle(m_document, m_selection.head());
    m_scale = ColourScale::of(ColourScale::Kind::diverging, m_summary.finite, m_style);
    m_mostDecimals = editableDecimals(m_style, m_summary);
    m_decimals = m_style.decimals.value_or(0);
    if (m_style.decimals)
        return;
    for (const auto& [token, vector] : m_document.experiment().embedding.table->entries())
        m_decimals = std::max(m_decimals, neededDecimals(*vector.values, m_mostDecimals));
}

void DictionaryModel::updateLook() {
    if (numberStyle(m_document, m_selection.head()) == m_style)
        return;
    updateScale();
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int DictionaryModel::widestNumber(const QFontMetrics& metrics) const {
    return std::max(editableWidth(metrics, m_style), numberWidth(metrics, m_summary, m_mostDecimals));
}

int DictionaryModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_words.size());
}

int DictionaryModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : firstNumber + m_features;
}

double DictionaryModel::valueOf(const QModelIndex& index) const {
    const TokenVector& vector = *m_document.experiment().embedding.table->find(word(index.row()));
    return (*vector.values)(index.column() - firstNumber);
}

QString DictionaryModel::stateText(const std::string& word) const {
    QString text;
    switch (wordState(m_document, word)) {
    case WordState::seeded:
        text = tr("as seeded");
        break;
    case WordState::opened:
        text = tr("as opened");
        break;
    case WordState::edited:
        text = tr("edited");
        break;
    }
    return m_used.contains(word) ? text : tr("%1, unused").arg(text);
}

QVariant DictionaryModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role == Qt::TextAlignmentRole && orientation == Qt::Horizontal && section < firstNumber)
        return int(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal)
        return {};
    switch (section) {
    case wordColumn:
        return tr("word");
    case stateColumn:
        return tr("Source");
    default:
        return QStringLiteral("d%1").arg(section - firstNumber + 1);
    }
}

QVariant DictionaryModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    if (index.column() >= firstNumber)
        return numberData(index, role);
    const std::string& word = this->word(index.row());
    const bool isWord = index.column() == wordColumn;
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return isWord ? shownWord(word) : stateText(word);
    case Qt::EditRole:
        return isWord ? QVariant(QString::fromStdString(word)) : QVariant();
    case Qt::FontRole:
        return m_theme.font(isWord ? TextRole::body : TextRole::small);
    case Qt::ForegroundRole:
        return isWord ? m_theme.colours().text : m_theme.colours().muted;
    case Qt::ToolTipRole:
        return isWord ? tr("%1\nDouble-click to rename it").arg(shownWord(word)) : stateText(word);
    default:
        return {};
    }
}

QVariant DictionaryModel::numberData(const QModelIndex& index, int role) const {
    const double value = valueOf(index);
    switch (role) {
    case Qt::DisplayRole:
        return QString::fromStdString(display(value, m_decimals));
    case Qt::EditRole:
        return QString::fromStdString(shortest(value));
    case Qt::BackgroundRole:
        return m_scale.onDark(m_theme.colours().dark).colour(value);
    case Qt::ForegroundRole:
        return textOn(m_scale.onDark(m_theme.colours().dark).colour(value));
    case Qt::TextAlignmentRole:
        return int(Qt::AlignCenter);
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
        return tr("“%1” d%2 = %3")
            .arg(shownWord(word(index.row())))
            .arg(index.column() - firstNumber + 1)
            .arg(QString::fromStdString(shortest(value)));
    default:
        return {};
    }
}

Qt::ItemFlags DictionaryModel::flags(const QModelIndex& index) const {
    if (!index.isValid())
        return Qt::NoItemFlags;
    const Qt::ItemFlags shown = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    const bool tooLong = index.column() == wordColumn && isTooLong(word(index.row()));
    return index.column() == stateColumn || tooLong ? shown : shown | Qt::ItemIsEditable;
}

QString DictionaryModel::problem(const QModelIndex& index, const QString& text) const {
    return index.column() == wordColumn ? renameProblem(m_document.experiment(), word(index.row()), text)
                                        : numberProblem(text);
}

bool DictionaryModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::EditRole || !(flags(index) & Qt::ItemIsEditable))
        return false;
    const QString text = value.toString();
    if (const QString why = problem(index, text); !why.isEmpty()) {
        emit refused(why);
        return false;
    }
    const std::string word = this->word(index.row()); // a copy: the edit removes the original
    if (index.column() == wordColumn)
        renameWord(m_document, word, text);
    else
        setWordValue(m_document, word, index.column() - firstNumber,
                     read_number_expression(text.toStdString()).value());
    return true;
}

} // namespace lab
