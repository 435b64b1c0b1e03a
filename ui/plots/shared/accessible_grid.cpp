// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/shared/accessible_grid.h"

#include "ui/plots/shared/accessible_table.h"

#include <QTableView>

namespace lab {

namespace {

class GridTable : public ReadableTable {
public:
    explicit GridTable(QTableView& grid) : m_grid(grid) {}

    int rows() const override { return m_grid.model() ? m_grid.model()->rowCount() : 0; }
    int columns() const override { return m_grid.model() ? m_grid.model()->columnCount() : 0; }
    QString rowLabel(int row) const override { return label(row, Qt::Vertical); }
    QString columnLabel(int column) const override { return label(column, Qt::Horizontal); }
    QString said(ReadCell cell) const override {
        const QString words = index(cell).data(Qt::AccessibleTextRole).toString();
        return words.isEmpty() ? value(cell) : words;
    }
    QString value(ReadCell cell) const override { return index(cell).data(Qt::DisplayRole).toString(); }
    QRect rect(ReadCell cell) const override {
        const QRect inViewport = m_grid.visualRect(index(cell));
        return inViewport.isEmpty() ? QRect() : inViewport.translated(m_grid.viewport()->pos());
    }
    std::optional<ReadCell> at(QPoint place) const override {
        return cellOf(m_grid.indexAt(place - m_grid.viewport()->pos()));
    }
    std::optional<ReadCell> focused() const override {
        return m_grid.hasFocus() ? cellOf(m_grid.currentIndex()) : std::nullopt;
    }
    std::optional<ReadCell> selected() const override { return cellOf(m_grid.currentIndex()); }
    void press(ReadCell cell) override {
        m_grid.setFocus(Qt::OtherFocusReason);
        m_grid.setCurrentIndex(index(cell));
    }

private:
    QModelIndex index(ReadCell cell) const { return m_grid.model()->index(cell.row, cell.column); }
    static std::optional<ReadCell> cellOf(const QModelIndex& index) {
        return index.isValid() ? std::optional(ReadCell{index.row(), index.column()}) : std::nullopt;
    }
    QString label(int section, Qt::Orientation orientation) const {
        const QAbstractItemModel& model = *m_grid.model();
        const QString words = model.headerData(section, orientation, Qt::AccessibleTextRole).toString();
        return words.isEmpty() ? model.headerData(section, orientation, Qt::DisplayRole).toString() : words;
    }

    QTableView& m_grid;
};

} // namespace

void installGridAccessibility() {
    installAccessibleTable<QTableView, GridTable>();
}

} // namespace lab
