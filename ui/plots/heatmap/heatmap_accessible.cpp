// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/heatmap/heatmap_accessible.h"

#include "core/base/number_format.h"
#include "ui/plots/heatmap/matrix_heatmap.h"

#include <QAccessible>
#include <QAccessibleTableCellInterface>
#include <QAccessibleWidget>

#include <map>

namespace lab {

namespace {

/// One cell, addressed by its row and column as shown, not as stored.
class AccessibleCell : public QAccessibleInterface, public QAccessibleTableCellInterface {
public:
    AccessibleCell(MatrixHeatmap& heatmap, int row, int column)
        : m_heatmap(heatmap), m_row(row), m_column(column) {}

    bool isValid() const override { return stored().has_value(); }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return m_heatmap.window()->windowHandle(); }
    QAccessibleInterface* childAt(int /*x*/, int /*y*/) const override { return nullptr; }
    QAccessibleInterface* parent() const override {
        return QAccessible::queryAccessibleInterface(&m_heatmap);
    }
    QAccessibleInterface* child(int /*index*/) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface* /*child*/) const override { return -1; }
    QAccessible::Role role() const override { return QAccessible::Cell; }
    void setText(QAccessible::Text /*kind*/, const QString& /*text*/) override {}

    QString text(QAccessible::Text kind) const override {
        const auto cell = stored();
        if (!cell)
            return {};
        if (kind == QAccessible::Name)
            return m_heatmap.content().describeAsShown(*cell);
        if (kind == QAccessible::Value)
            return QString::fromStdString(shortest(m_heatmap.content().numberOf(*cell)));
        return {};
    }
    QRect rect() const override {
        const auto cell = stored();
        return cell ? m_heatmap.cellRect(*cell).toRect().translated(m_heatmap.mapToGlobal(QPoint()))
                    : QRect();
    }
    QAccessible::State state() const override {
        QAccessible::State state;
        state.focusable = true;
        state.readOnly = true;
        state.selectable = true;
        const auto cell = stored();
        state.invalid = !cell;
        state.focused = cell && m_heatmap.hasFocus() && m_heatmap.cursor() == *cell;
        state.selected = isSelected();
        return state;
    }
    void* interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::TableCellInterface ? static_cast<QAccessibleTableCellInterface*>(this)
                                                       : nullptr;
    }

    bool isSelected() const override { return stored() && m_heatmap.marks().inspected == stored(); }
    QList<QAccessibleInterface*> columnHeaderCells() const override { return {}; }
    QList<QAccessibleInterface*> rowHeaderCells() const override { return {}; }
    int columnIndex() const override { return m_column; }
    int rowIndex() const override { return m_row; }
    int columnExtent() const override { return 1; }
    int rowExtent() const override { return 1; }
    QAccessibleInterface* table() const override { return parent(); }

private:
    std::optional<StoredCell> stored() const { return m_heatmap.content().at({m_column, m_row}); }

    MatrixHeatmap& m_heatmap;
    int m_row, m_column;
};

class AccessibleHeatmap : public QAccessibleWidget, public QAccessibleTableInterface {
public:
    explicit AccessibleHeatmap(MatrixHeatmap& heatmap)
        : QAccessibleWidget(&heatmap, QAccessible::Table), m_heatmap(heatmap) {}
    ~AccessibleHeatmap() override {
        for (const auto& [place, id] : m_cells)
            QAccessible::deleteAccessibleInterface(id);
    }

    void* interface_cast(QAccessible::InterfaceType type) override {
        if (type == QAccessible::TableInterface)
            return static_cast<QAccessibleTableInterface*>(this);
        return QAccessibleWidget::interface_cast(type);
    }

    int childCount() const override { return rowCount() * columnCount(); }
    QAccessibleInterface* child(int index) const override {
        return index >= 0 && index < childCount() ? cellAt(index / columnCount(), index % columnCount())
                                                  : nullptr;
    }
    int indexOfChild(const QAccessibleInterface* child) const override {
        const auto* cell = dynamic_cast<const AccessibleCell*>(child);
        return cell ? cell->rowIndex() * columnCount() + cell->columnIndex() : -1;
    }
    QAccessibleInterface* childAt(int x, int y) const override {
        const auto cell = m_heatmap.numberAt(m_heatmap.mapFromGlobal(QPoint(x, y)));
        if (!cell)
            return nullptr;
        const ShownCell shown = m_heatmap.content().mapping().shown(*cell);
        return cellAt(static_cast<int>(shown.y), static_cast<int>(shown.x));
    }
    QAccessibleInterface* focusChild() const override {
        const ShownCell shown = m_heatmap.content().mapping().shown(m_heatmap.cursor());
        return m_heatmap.hasFocus() ? cellAt(static_cast<int>(shown.y), static_cast<int>(shown.x)) : nullptr;
    }

    QAccessibleInterface* caption() const override { return nullptr; }
    QAccessibleInterface* summary() const override { return nullptr; }
    int rowCount() const override { return static_cast<int>(m_heatmap.content().shownRows()); }
    int columnCount() const override { return static_cast<int>(m_heatmap.content().shownColumns()); }
    QString rowDescription(int row) const override {
        const HeatmapContent& content = m_heatmap.content();
        return row == content.mapping().shownRows() ? HeatmapContent::sinkName()
                                                    : content.shownRowLabels().value(row);
    }
    QString columnDescription(int column) const override {
        const HeatmapContent& content = m_heatmap.content();
        return column == content.mapping().shownColumns() ? HeatmapContent::sinkName()
                                                          : content.shownColumnLabels().value(column);
    }
    QAccessibleInterface* cellAt(int row, int column) const override {
        if (row < 0 || column < 0 || row >= rowCount() || column >= columnCount())
            return nullptr;
        const auto [place, added] = m_cells.try_emplace({row, column});
        if (added)
            place->second =
                QAccessible::registerAccessibleInterface(new AccessibleCell(m_heatmap, row, column));
        return QAccessible::accessibleInterface(place->second);
    }
    int selectedCellCount() const override { return m_heatmap.marks().inspected ? 1 : 0; }
    QList<QAccessibleInterface*> selectedCells() const override {
        if (!m_heatmap.marks().inspected)
            return {};
        const ShownCell shown = m_heatmap.content().mapping().shown(*m_heatmap.marks().inspected);
        return {cellAt(static_cast<int>(shown.y), static_cast<int>(shown.x))};
    }
    int selectedColumnCount() const override { return 0; }
    int selectedRowCount() const override { return 0; }
    QList<int> selectedColumns() const override { return {}; }
    QList<int> selectedRows() const override { return {}; }
    bool isColumnSelected(int /*column*/) const override { return false; }
    bool isRowSelected(int /*row*/) const override { return false; }
    bool selectRow(int /*row*/) override { return false; }
    bool selectColumn(int /*column*/) override { return false; }
    bool unselectRow(int /*row*/) override { return false; }
    bool unselectColumn(int /*column*/) override { return false; }
    void modelChange(QAccessibleTableModelChangeEvent* /*event*/) override {}

private:
    MatrixHeatmap& m_heatmap;
    mutable std::map<std::pair<int, int>, QAccessible::Id> m_cells; // created on demand
};

QAccessibleInterface* makeInterface(const QString& /*className*/, QObject* object) {
    auto* heatmap = qobject_cast<MatrixHeatmap*>(object);
    return heatmap ? new AccessibleHeatmap(*heatmap) : nullptr;
}

} // namespace

void installHeatmapAccessibility() {
    static const bool installed = (QAccessible::installFactory(makeInterface), true);
    Q_UNUSED(installed)
}

void notifyCursorMoved(MatrixHeatmap& heatmap) {
    if (!QAccessible::isActive())
        return;
    const ShownCell shown = heatmap.content().mapping().shown(heatmap.cursor());
    QAccessibleEvent event(&heatmap, QAccessible::Focus);
    event.setChild(static_cast<int>(shown.y * heatmap.content().shownColumns() + shown.x));
    QAccessible::updateAccessibility(&event);
}

} // namespace lab
