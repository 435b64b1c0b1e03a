// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/shared/accessible_table.h"

#include <QAccessibleActionInterface>
#include <QAccessibleTableCellInterface>
#include <QAccessibleWidget>
#include <QApplication>
#include <QContextMenuEvent>
#include <QWidget>
#include <QWindow>

#include <map>
#include <utility>

namespace lab {

namespace {

constexpr int header = -1; ///< the row of column headers, and the column of row headers

class TableInterface;

/// A cell, or a header: one whose row or column is `header`. The corner is both, and empty.
class CellInterface : public QAccessibleInterface,
                      public QAccessibleTableCellInterface,
                      public QAccessibleActionInterface {
public:
    CellInterface(QWidget& widget, const TableInterface& table, ReadCell cell)
        : m_widget(widget), m_table(table), m_cell(cell) {}

    ReadCell cell() const { return m_cell; }

    bool isValid() const override;
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return m_widget.window()->windowHandle(); }
    QAccessibleInterface* childAt(int /*x*/, int /*y*/) const override { return nullptr; }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(&m_widget); }
    QAccessibleInterface* child(int /*index*/) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface* /*child*/) const override { return -1; }
    void setText(QAccessible::Text /*kind*/, const QString& /*text*/) override {}
    QAccessible::Role role() const override {
        return m_cell.column == header ? QAccessible::RowHeader
               : m_cell.row == header  ? QAccessible::ColumnHeader
                                       : QAccessible::Cell;
    }
    QString text(QAccessible::Text kind) const override;
    QRect rect() const override;
    QAccessible::State state() const override;
    void* interface_cast(QAccessible::InterfaceType type) override;

    bool isSelected() const override;
    QList<QAccessibleInterface*> columnHeaderCells() const override;
    QList<QAccessibleInterface*> rowHeaderCells() const override;
    int columnIndex() const override { return m_cell.column; }
    int rowIndex() const override { return m_cell.row; }
    int columnExtent() const override { return 1; }
    int rowExtent() const override { return 1; }
    QAccessibleInterface* table() const override { return parent(); }

    QStringList actionNames() const override;
    void doAction(const QString& action) override;
    QStringList keyBindingsForAction(const QString& /*action*/) const override { return {}; }

private:
    bool isHeader() const { return m_cell.row == header || m_cell.column == header; }
    const ReadableTable& source() const;

    QWidget& m_widget;
    const TableInterface& m_table;
    ReadCell m_cell;
};

/// Its children are the corner and the headers of columns, then each row's header and cells: as Qt has it for
/// its own tables.
class TableInterface : public QAccessibleWidget, public QAccessibleTableInterface {
public:
    TableInterface(QWidget& widget, std::unique_ptr<ReadableTable> source)
        : QAccessibleWidget(&widget, QAccessible::Table), m_widget(widget), m_source(std::move(source)) {}
    ~TableInterface() override {
        for (const auto& [place, id] : m_cells)
            QAccessible::deleteAccessibleInterface(id);
    }

    ReadableTable& source() const { return *m_source; }

    bool has(ReadCell cell) const {
        return cell.row >= header && cell.column >= header && cell.row < rowCount() &&
               cell.column < columnCount();
    }

    /// nullptr if there is none.
    QAccessibleInterface* any(ReadCell cell) const {
        if (!has(cell))
            return nullptr;
        const auto [place, added] = m_cells.try_emplace({cell.row, cell.column});
        if (added)
            place->second =
                QAccessible::registerAccessibleInterface(new CellInterface(m_widget, *this, cell));
        return QAccessible::accessibleInterface(place->second);
    }

    void* interface_cast(QAccessible::InterfaceType type) override {
        if (type == QAccessible::TableInterface)
            return static_cast<QAccessibleTableInterface*>(this);
        return QAccessibleWidget::interface_cast(type);
    }

    int childCount() const override {
        const bool isEmpty = rowCount() == 0 || columnCount() == 0;
        return isEmpty ? 0 : (rowCount() + 1) * (columnCount() + 1);
    }
    QAccessibleInterface* child(int index) const override {
        if (index < 0 || index >= childCount())
            return nullptr;
        const int wide = columnCount() + 1;
        return any({index / wide - 1, index % wide - 1});
    }
    int indexOfChild(const QAccessibleInterface* child) const override {
        const auto* its = dynamic_cast<const CellInterface*>(child);
        return its ? indexOf(its->cell()) : -1;
    }
    int indexOf(ReadCell cell) const {
        return has(cell) ? (cell.row + 1) * (columnCount() + 1) + cell.column + 1 : -1;
    }
    QAccessibleInterface* childAt(int x, int y) const override {
        const auto cell = m_source->at(m_widget.mapFromGlobal(QPoint(x, y)));
        return cell ? any(*cell) : nullptr;
    }
    QAccessibleInterface* focusChild() const override {
        const auto cell = m_source->focused();
        return cell ? any(*cell) : nullptr;
    }

    QAccessibleInterface* caption() const override { return nullptr; }
    QAccessibleInterface* summary() const override { return nullptr; }
    int rowCount() const override { return m_source->rows(); }
    int columnCount() const override { return m_source->columns(); }
    QString rowDescription(int row) const override {
        return row >= 0 && row < rowCount() ? m_source->rowLabel(row) : QString();
    }
    QString columnDescription(int column) const override {
        return column >= 0 && column < columnCount() ? m_source->columnLabel(column) : QString();
    }
    QAccessibleInterface* cellAt(int row, int column) const override {
        return row >= 0 && column >= 0 ? any({row, column}) : nullptr;
    }
    int selectedCellCount() const override { return m_source->selected() ? 1 : 0; }
    QList<QAccessibleInterface*> selectedCells() const override {
        const auto cell = m_source->selected();
        return cell && has(*cell) ? QList{any(*cell)} : QList<QAccessibleInterface*>();
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
    QWidget& m_widget;
    std::unique_ptr<ReadableTable> m_source;
    mutable std::map<std::pair<int, int>, QAccessible::Id> m_cells; // created on demand
};

const ReadableTable& CellInterface::source() const {
    return m_table.source();
}

bool CellInterface::isValid() const {
    return m_table.has(m_cell);
}

QString CellInterface::text(QAccessible::Text kind) const {
    if (!isValid() || (kind != QAccessible::Name && kind != QAccessible::Value))
        return {};
    if (!isHeader())
        return kind == QAccessible::Name ? source().said(m_cell) : source().value(m_cell);
    if (kind == QAccessible::Value || (m_cell.row == header && m_cell.column == header))
        return {};
    return m_cell.column == header ? source().rowHeader(m_cell.row) : source().columnHeader(m_cell.column);
}

QRect CellInterface::rect() const {
    if (!isValid() || isHeader())
        return {};
    const QRect inWidget = source().rect(m_cell);
    return inWidget.isEmpty() ? QRect() : inWidget.translated(m_widget.mapToGlobal(QPoint()));
}

QAccessible::State CellInterface::state() const {
    QAccessible::State state;
    state.invalid = !isValid();
    state.readOnly = true;
    if (state.invalid || isHeader())
        return state;
    state.focusable = true;
    state.selectable = true;
    state.focused = source().focused() == m_cell;
    state.selected = isSelected();
    return state;
}

void* CellInterface::interface_cast(QAccessible::InterfaceType type) {
    if (type == QAccessible::TableCellInterface)
        return static_cast<QAccessibleTableCellInterface*>(this);
    if (type == QAccessible::ActionInterface && !isHeader())
        return static_cast<QAccessibleActionInterface*>(this);
    return nullptr;
}

bool CellInterface::isSelected() const {
    return isValid() && !isHeader() && source().selected() == m_cell;
}

QList<QAccessibleInterface*> CellInterface::columnHeaderCells() const {
    return isValid() && m_cell.column != header ? QList{m_table.any({header, m_cell.column})}
                                                : QList<QAccessibleInterface*>();
}

QList<QAccessibleInterface*> CellInterface::rowHeaderCells() const {
    return isValid() && m_cell.row != header ? QList{m_table.any({m_cell.row, header})}
                                             : QList<QAccessibleInterface*>();
}

QStringList CellInterface::actionNames() const {
    return isValid() && !isHeader() ? QStringList{pressAction(), showMenuAction()} : QStringList();
}

void CellInterface::doAction(const QString& action) {
    if (!isValid() || isHeader())
        return;
    if (action == pressAction())
        m_table.source().press(m_cell);
    if (action == showMenuAction()) {
        const QPoint where = source().rect(m_cell).center();
        // Later: the menu takes over until it is closed, while whoever asked waits for an answer.
        QCoreApplication::postEvent(
            &m_widget, new QContextMenuEvent(QContextMenuEvent::Mouse, where, m_widget.mapToGlobal(where)));
    }
}

} // namespace

QAccessibleInterface* accessibleTable(QWidget& widget, std::unique_ptr<ReadableTable> table) {
    return new TableInterface(widget, std::move(table));
}

void tellCellFocused(QWidget& widget) {
    if (!QAccessible::isActive())
        return;
    const auto* table = dynamic_cast<TableInterface*>(QAccessible::queryAccessibleInterface(&widget));
    const auto cell = table ? table->source().focused() : std::nullopt;
    if (!cell || !table->has(*cell))
        return;
    QAccessibleEvent event(&widget, QAccessible::Focus);
    event.setChild(table->indexOf(*cell));
    QAccessible::updateAccessibility(&event);
}

} // namespace lab
