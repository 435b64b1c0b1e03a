// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/import/import_table.h"

#include "core/io/stored_numbers.h"
#include "ui/text/short_text.h"

#include <algorithm>
#include <numeric>

namespace lab {

void ImportTable::setArrays(std::vector<PlannedArray> arrays, std::set<std::string> unanswered) {
    const bool isOrdered = m_order.size() == arrays.size();
    m_arrays = std::move(arrays);
    m_unanswered = std::move(unanswered);
    if (isOrdered && !m_order.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, column_count - 1));
    if (isOrdered)
        return;
    beginResetModel();
    m_order.resize(m_arrays.size());
    std::iota(m_order.begin(), m_order.end(), std::size_t{0});
    // clang 14 cannot compile std::ranges::stable_partition.
    std::stable_partition(m_order.begin(), m_order.end(),
                          [this](std::size_t array) { return !m_arrays[array].taken_for.empty(); });
    endResetModel();
}

void ImportTable::clear() {
    beginResetModel();
    m_order.clear();
    endResetModel();
}

int ImportTable::rowOf(std::size_t array) const {
    return static_cast<int>(std::ranges::find(m_order, array) - m_order.begin());
}

int ImportTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_order.size());
}

int ImportTable::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : column_count;
}

QString ImportTable::text(const PlannedArray& array, int column) const {
    switch (column) {
    case name:
        return shortText(array.name);
    case shape:
        return shortText(dimensions_text(array.shape));
    case type:
        return shortText(array.type);
    case taken_for:
        return array.taken_for.empty() ? tr("not used") : QString::fromStdString(array.taken_for);
    default:
        if (array.taken_for.empty())
            return {};
        if (m_unanswered.contains(array.name))
            return tr("which way?");
        return array.transposed ? tr("turned round") : tr("as stored");
    }
}

QVariant ImportTable::data(const QModelIndex& index, int role) const {
    const PlannedArray& array = m_arrays[arrayAt(index.row())];
    if (role == Qt::DisplayRole)
        return text(array, index.column());
    if (role == Qt::ToolTipRole) // escaped: a name may look like rich text
        return QStringLiteral("<span>%1</span>").arg(text(array, index.column()).toHtmlEscaped());
    if (role == Qt::EditRole)
        return index.column() == taken_for ? QString::fromStdString(array.taken_for)
                                           : text(array, index.column());
    if (role == Qt::ForegroundRole && array.taken_for.empty())
        return m_muted;
    return {};
}

Qt::ItemFlags ImportTable::flags(const QModelIndex& index) const {
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.column() == taken_for ? flags | Qt::ItemIsEditable : flags;
}

bool ImportTable::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::EditRole || index.column() != taken_for)
        return false;
    emit takenFor(arrayAt(index.row()), value.toString());
    return true;
}

QVariant ImportTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case name:
        return tr("Array");
    case shape:
        return tr("Shape");
    case type:
        return tr("Type");
    case taken_for:
        return tr("Taken for");
    default:
        return tr("Read");
    }
}

} // namespace lab
