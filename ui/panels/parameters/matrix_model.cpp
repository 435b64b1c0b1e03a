// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/parameters/matrix_model.h"

#include "core/base/number_format.h"
#include "ui/document/edits/override_edits.h"
#include "ui/document/lab_document.h"
#include "ui/look/theme.h"
#include "ui/panels/parameters/pull_delegate.h"
#include "ui/plots/shared/table_numbers.h"
#include "ui/selection/selection.h"
#include "ui/text/short_text.h"
#include "ui/widgets/number_delegate.h"
#include "ui/widgets/number_problem.h"

#include <QColor>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace lab {

namespace {
constexpr double tiniest =
    std::numeric_limits<double>::denorm_min(); // 0 is divided by it where nothing pulls
}

MatrixModel::MatrixModel(LabDocument& document, Selection& selection, const Theme& theme, ParameterId id,
                         std::optional<ParameterId> bias, QObject* parent)
    : QAbstractTableModel(parent), m_document(document), m_selection(selection), m_theme(theme), m_id(id),
      m_biasId(bias), m_scale(ColourScale::of(ColourScale::Kind::diverging, {})) {
    connect(&document, &LabDocument::changed, this, &MatrixModel::refresh);
    connect(&document, &LabDocument::viewChanged, this, &MatrixModel::updateLook);
    connect(&document, &LabDocument::previewEnded, this, &MatrixModel::endPreview);
    connect(&selection, &Selection::headChanged, this, [this] {
        if (!m_allHeads)
            refresh({});
    });
    connect(&selection, &Selection::linkedChanged, this, [this] {
        if (rowCount() > 0 && columnCount() > 0)
            emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1),
                             {NumberDelegate::LinkedRole});
    });
    reload();
}

void MatrixModel::setAllHeads(bool all) {
    if (all == m_allHeads)
        return;
    m_allHeads = all;
    refresh({});
}

void MatrixModel::refresh(const Change& change) {
    const bool matrix = change.field == info(m_id).field;
    const bool reshaped = renames(change) || change.field == Field::notation ||
                          (matrix && !change.block && !hasShapeOf(parameter(m_document.experiment(), m_id)));
    const bool bias = m_biasId && change.field == info(*m_biasId).field;
    if (reshaped) {
        beginResetModel();
        reload();
        endResetModel();
    } else if ((matrix || bias) && change.block && change.block->rows == 1 && change.block->columns == 1) {
        reloadCell(matrix ? m_id : *m_biasId, change.block->row, change.block->column);
    } else if (matrix || bias) {
        reload();
        sayAllChanged();
    }
}

void MatrixModel::setPull(ShownPullPtr pull) {
    if (pull == m_pull)
        return;
    m_pull = std::move(pull);
    if (rowCount() > 0 && columnCount() > 0)
        sayAllChanged();
}

double MatrixModel::slopeOf(const Cell& cell) const {
    return m_pull ? m_pull->slope(cell) : 0;
}

void MatrixModel::sayAllChanged() {
    emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

void MatrixModel::updateLook() {
    if (m_matrix && numberStyle(m_document, m_selection.head()) != m_style) {
        updateScale();
        sayAllChanged();
    }
}

void MatrixModel::endPreview() {
    if (!m_matrix)
        return;
    const double scale = m_scale.highest();
    const int decimals = m_decimals;
    updateScale();
    if (scale != m_scale.highest() || decimals != m_decimals)
        sayAllChanged();
}

double MatrixModel::magnitude() const {
    return m_summary.finite.magnitude() > 0 ? m_summary.finite.magnitude() : 1;
}

bool MatrixModel::hasShapeOf(const MatrixPtr& matrix) const {
    return m_matrix && matrix && m_matrix->rows() == matrix->rows() && m_matrix->cols() == matrix->cols();
}

void MatrixModel::reload() {
    const Experiment& experiment = m_document.experiment();
    m_matrix = parameter(experiment, m_id);
    m_vectors.reset();
    reloadBias();
    if (!m_matrix) {
        m_columns = {};
        return;
    }
    const Split split = m_allHeads ? Split::none : split_of(experiment, m_id);
    m_columns = head_columns(m_matrix->cols(), split, experiment.heads, m_selection.head());
    m_summary = summarize(*m_matrix);
    updateScale();
    m_tokens.clear();
    m_rowNames = featureLabels(m_matrix->rows());
    if (m_id == ParameterId::E) {
        m_tokens = distinct_tokens(experiment);
        m_rowNames = tokenLabels(m_tokens);
        m_vectors = std::make_shared<Matrix>(*m_matrix);
        m_matrix = m_vectors;
    } else if (m_id == ParameterId::Q || m_id == ParameterId::X || m_id == ParameterId::additive) {
        m_rowNames = tokenLabels(experiment.sequence);
    } else if (m_id == ParameterId::K || m_id == ParameterId::V || m_id == ParameterId::X_source) {
        m_rowNames = tokenLabels(key_sequence(experiment));
    }
    m_keyNames = m_id == ParameterId::additive ? tokenLabels(key_sequence(experiment)) : Labels();
}

void MatrixModel::reloadBias() {
    m_bias = m_biasId ? parameter(m_document.experiment(), *m_biasId) : nullptr;
    m_biasSummary = m_bias ? summarize(*m_bias) : MatrixSummary{};
}

/// Colours and decimals stay while a number is dragged, so that only what changes looks different.
void MatrixModel::updateScale() {
    m_style = numberStyle(m_document, m_selection.head());
    if (m_document.isDragging())
        return;
    m_scale = ColourScale::of(ColourScale::Kind::diverging, m_summary.finite, m_style);
    m_mostDecimals = editableDecimals(m_style, m_summary);
    m_decimals = m_mostDecimals;
    if (m_style.decimals)
        return;
    m_decimals = neededDecimals(*m_matrix, m_mostDecimals);
    if (m_bias)
        m_decimals = std::max(m_decimals, neededDecimals(*m_bias, m_mostDecimals));
}

/// While a number is dragged, it may have more decimals than the others.
QString MatrixModel::textOf(double value) const {
    const int decimals =
        m_style.decimals ? m_decimals : std::max(m_decimals, neededDecimals(value, m_mostDecimals));
    return QString::fromStdString(display(value, decimals));
}

void MatrixModel::reloadCell(ParameterId id, Index row, Index column) {
    const double scale = m_scale.highest();
    const int decimals = m_decimals;
    if (id == m_id) {
        const Experiment& experiment = m_document.experiment();
        const double before = (*m_matrix)(row, column);
        if (m_vectors) {
            const std::string& token = m_tokens[static_cast<std::size_t>(row)];
            (*m_vectors)(row, column) = (*experiment.embedding.table->find(token)->values)(column);
        } else {
            m_matrix = parameter(experiment, m_id);
        }
        update(m_summary, *m_matrix, before, (*m_matrix)(row, column));
        updateScale();
    } else {
        reloadBias();
        updateScale();
    }
    // The largest number sets the colours and decimals of all of them.
    if (scale != m_scale.highest() || decimals != m_decimals)
        sayAllChanged();
    else if (const QModelIndex changed = indexOf({id, row, column}); changed.isValid())
        emit dataChanged(changed, changed);
}

QModelIndex MatrixModel::indexOf(const Cell& cell) const {
    Index row = cell.id == m_id ? cell.row : m_matrix->rows();
    Index column = cell.column - m_columns.first;
    if (isTransposed())
        std::swap(row, column);
    return hasIndex(static_cast<int>(row), static_cast<int>(column))
               ? index(static_cast<int>(row), static_cast<int>(column))
               : QModelIndex();
}

int MatrixModel::widestNumber(const QFontMetrics& metrics) const {
    return std::max({editableWidth(metrics, m_style), numberWidth(metrics, m_summary, m_mostDecimals),
                     numberWidth(metrics, m_biasSummary, m_mostDecimals)});
}

int MatrixModel::widestShownNumber(const QFontMetrics& metrics) const {
    return std::max(numberWidth(metrics, m_summary, m_decimals),
                    numberWidth(metrics, m_biasSummary, m_decimals));
}

std::optional<HeadIndex> MatrixModel::shownHead() const {
    const bool alone = !m_allHeads && split_of(m_document.experiment(), m_id) != Split::none &&
                       m_document.experiment().heads.count > 1;
    return alone ? std::optional(m_selection.head()) : std::nullopt;
}

bool MatrixModel::isTransposed() const {
    return m_document.experiment().notation == Notation::columns;
}

int MatrixModel::rowCount(const QModelIndex& parent) const {
    if (parent.isValid() || !m_matrix)
        return 0;
    const Index rows = m_matrix->rows() + (m_bias ? 1 : 0);
    return static_cast<int>(isTransposed() ? m_columns.count : rows);
}

int MatrixModel::columnCount(const QModelIndex& parent) const {
    if (parent.isValid() || !m_matrix)
        return 0;
    const Index rows = m_matrix->rows() + (m_bias ? 1 : 0);
    return static_cast<int>(isTransposed() ? rows : m_columns.count);
}

MatrixModel::Cell MatrixModel::cellOf(const QModelIndex& index) const {
    Index row = index.row();
    Index column = index.column();
    if (isTransposed())
        std::swap(row, column);
    column += m_columns.first;
    return row < m_matrix->rows() ? Cell{m_id, row, column} : Cell{*m_biasId, 0, column};
}

double MatrixModel::valueOf(const QModelIndex& index) const {
    const Cell cell = cellOf(index);
    return (cell.id == m_id ? *m_matrix : *m_bias)(cell.row, cell.column);
}

Matrix MatrixModel::numbers(const QRect& cells) const {
    Matrix matrix(cells.height(), cells.width());
    for (int row = 0; row < cells.height(); ++row) {
        for (int column = 0; column < cells.width(); ++column)
            matrix(row, column) = valueOf(index(cells.y() + row, cells.x() + column));
    }
    return matrix;
}

std::vector<MatrixModel::Part> MatrixModel::parts(int row, int column, const Matrix& shown) const {
    const Matrix stored = isTransposed() ? Matrix(shown.transpose()) : shown;
    const Index first = isTransposed() ? column : row;
    const Index firstColumn = m_columns.first + (isTransposed() ? row : column);
    const Index ownRows = std::clamp<Index>(m_matrix->rows() - first, 0, stored.rows());
    std::vector<Part> parts;
    if (ownRows > 0)
        parts.push_back({m_id, first, firstColumn, stored.topRows(ownRows)});
    if (ownRows < stored.rows())
        parts.push_back({*m_biasId, 0, firstColumn, stored.bottomRows(1)});
    return parts;
}

QString MatrixModel::rowName(Index row) const {
    if (row == m_matrix->rows())
        return tr("bias");
    if (is_gain(m_id))
        return tr("gain");
    if (m_id == ParameterId::sink)
        return tr("sink");
    if (m_id == ParameterId::position)
        return QString::number(row + 1); // from 1, as on the chips
    return m_rowNames.shown(row);
}

/// Features count within the head, as in Queries, Keys and Values. "h2 d1" if all heads are side by side.
QString MatrixModel::columnName(Index column) const {
    if (m_id == ParameterId::sink)
        return m_matrix->cols() == 1 ? tr("all heads") : QStringLiteral("h%1").arg(column + 1);
    const auto its = head_feature(m_document.experiment(), m_id, column);
    const Index own = its ? its->feature : column;
    QString feature =
        m_id == ParameterId::additive ? m_keyNames.shown(own) : QStringLiteral("d%1").arg(own + 1);
    if (!its)
        return feature;
    if (!m_allHeads)
        return feature;
    const QString heads =
        its->heads == 1 ? QString::number(its->first_head + 1)
                        : QStringLiteral("%1–%2").arg(its->first_head + 1).arg(its->first_head + its->heads);
    return QStringLiteral("h%1 %2").arg(heads, feature);
}

/// "d1 of head 2: column 3 of W_Q"; only the name if all heads read the column, or if it is a token.
QString MatrixModel::columnTip(Index column) const {
    const auto its = head_feature(m_document.experiment(), m_id, column);
    return its && m_id != ParameterId::additive
               ? (isTransposed() ? tr("d%1 of %2: row %3 of %4") : tr("d%1 of %2: column %3 of %4"))
                     .arg(its->feature + 1)
                     .arg(QString::fromStdString(text_of(heads_words(*its))))
                     .arg(column + 1)
                     .arg(name())
               : columnName(column);
}

/// "W_Q[1,3] = 0.5", followed by "(d1 of head 2)" if the column belongs to certain heads, and by what the
/// wedge says.
QString MatrixModel::describe(const Cell& cell) const {
    const QString text = tr("%1 = %2").arg(cellName(m_document.experiment(), cell.id, cell.row, cell.column),
                                           QString::fromStdString(shortest(valueOf(indexOf(cell)))));
    const auto its = head_feature(m_document.experiment(), cell.id, cell.column);
    const bool namesHead = cell.id == ParameterId::additive; // with its name
    const QString described = its && !namesHead ? tr("%1 (d%2 of %3)")
                                                      .arg(text)
                                                      .arg(its->feature + 1)
                                                      .arg(QString::fromStdString(text_of(heads_words(*its))))
                                                : text;
    const double slope = slopeOf(cell);
    return slope != 0 ? tr("%1; %2").arg(described, pullWords(*m_pull, slope)) : described;
}

QString MatrixModel::shapeText() const {
    const Index rows = rowCount() - (m_bias && !isTransposed() ? 1 : 0);
    const Index columns = columnCount() - (m_bias && isTransposed() ? 1 : 0);
    const QString shape = QString::fromStdString(shape_text(rows, columns));
    return m_bias ? shape + QStringLiteral(" + b") : shape;
}

QVariant MatrixModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if ((role != Qt::DisplayRole && role != Qt::ToolTipRole) || !m_matrix)
        return {};
    const bool rows = (orientation == Qt::Vertical) != isTransposed();
    if (rows)
        return rowName(section);
    const Index column = m_columns.first + section;
    return role == Qt::ToolTipRole ? columnTip(column) : columnName(column);
}

QVariant MatrixModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !m_matrix)
        return {};
    const double value = valueOf(index);
    switch (role) {
    case Qt::DisplayRole:
        return textOf(value);
    case Qt::EditRole:
        return QString::fromStdString(shortest(value));
    case Qt::BackgroundRole:
        return colourOf(value);
    case Qt::ForegroundRole:
        return textOn(colourOf(value));
    case Qt::TextAlignmentRole:
        return int(Qt::AlignCenter);
    case Qt::ToolTipRole:
        if (m_document.locks(info(cellOf(index).id).name))
            return tr("%1\nLocked in this step of the lesson").arg(describe(cellOf(index)));
        if (mayHideKeys() && std::isinf(value))
            return tr("%1: the key is hidden\nDouble-click to type another number")
                .arg(describe(cellOf(index)));
        return tr("%1\nDrag sideways to change it, double-click to type, hold W to oscillate it")
            .arg(describe(cellOf(index)));
    case Qt::AccessibleTextRole:
        return describe(cellOf(index));
    case NumberDelegate::LinkedRole:
        return isLinked(cellOf(index));
    case PullDelegate::PullRole:
        return hasPull() ? QVariant(slopeOf(cellOf(index)) / std::max(m_pull->pull.largest, tiniest))
                         : QVariant();
    default:
        return {};
    }
}

/// What hides a key is no error here.
QColor MatrixModel::colourOf(double value) const {
    return mayHideKeys() && std::isinf(value) ? m_theme.colours().hidden
                                              : m_scale.onDark(m_theme.colours().dark).colour(value);
}

bool MatrixModel::isLinked(const Cell& cell) const {
    return std::ranges::any_of(m_selection.linked().parameters, [&](const ParameterBlock& each) {
        const Block& block = each.block;
        return each.id == cell.id && cell.row >= block.row && cell.row < block.row + block.rows &&
               cell.column >= block.column && cell.column < block.column + block.columns;
    });
}

Qt::ItemFlags MatrixModel::flags(const QModelIndex& index) const {
    return index.isValid() ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsEditable : Qt::NoItemFlags;
}

bool MatrixModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::EditRole || !index.isValid())
        return false;
    const QString text = value.toString();
    const std::optional<double> number = readOverride(text);
    if (!number || (std::isinf(*number) && !mayHideKeys())) {
        emit refused(numberProblem(text));
        return false;
    }
    const Cell cell = cellOf(index);
    m_document.setValue(cell.id, cell.row, cell.column, *number);
    return true;
}

} // namespace lab
