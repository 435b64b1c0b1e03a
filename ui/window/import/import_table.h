// SPDX-License-Identifier: GPL-3.0-or-later
//
// The arrays of a file as a table: those that were used when a layer was chosen first, each in the order of
// the file. What is said of one afterwards leaves it where it is.
#pragma once

#include "core/import/import_plan.h"

#include <QAbstractTableModel>
#include <QColor>

#include <set>
#include <vector>

namespace lab {

class ImportTable : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { name, shape, type, taken_for, stored, column_count };

    using QAbstractTableModel::QAbstractTableModel;

    /// `unanswered`: arrays that are asked about and have no answer.
    void setArrays(std::vector<PlannedArray> arrays, std::set<std::string> unanswered);
    /// Leaves the table empty; the next arrays are put in order anew.
    void clear();
    void setMuted(const QColor& colour) { m_muted = colour; }
    /// The array in a row, by its place in the file.
    std::size_t arrayAt(int row) const { return m_order[static_cast<std::size_t>(row)]; }
    int rowOf(std::size_t array) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    /// What an array is taken for can be chosen; the sheet plans anew with it.
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

signals:
    /// `roles`: as array_roles() names them, with commas between several; empty: as the names say.
    void takenFor(std::size_t array, const QString& roles);

private:
    QString text(const PlannedArray& array, int column) const;

    std::vector<PlannedArray> m_arrays;
    std::set<std::string> m_unanswered;
    std::vector<std::size_t> m_order; ///< places in m_arrays, by row
    QColor m_muted;
};

} // namespace lab
