// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/geometry/plane_accessible.h"

#include "ui/look/theme.h"
#include "ui/plots/geometry/plane_plot.h"

#include <QAccessible>
#include <QAccessibleTableCellInterface>
#include <QAccessibleWidget>
#include <QWindow>

#include <map>

namespace lab {

namespace {

/// One number of a tip. The first column is the whole tip in words.
class AccessibleTip : public QAccessibleInterface, public QAccessibleTableCellInterface {
public:
    AccessibleTip(PlanePlot& plot, int row, int column) : m_plot(plot), m_row(row), m_column(column) {}

    bool isValid() const override { return tip() < content().tips.size(); }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return m_plot.window()->windowHandle(); }
    QAccessibleInterface* childAt(int /*x*/, int /*y*/) const override { return nullptr; }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(&m_plot); }
    QAccessibleInterface* child(int /*index*/) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface* /*child*/) const override { return -1; }
    QAccessible::Role role() const override { return QAccessible::Cell; }
    void setText(QAccessible::Text /*kind*/, const QString& /*text*/) override {}

    QString text(QAccessible::Text kind) const override {
        if (!isValid() || (kind != QAccessible::Name && kind != QAccessible::Value))
            return {};
        return m_column == 0 ? content().describe(tip()) : content().entry(tip(), m_column - 1);
    }
    QRect rect() const override {
        return isValid() ? m_plot.scene()
                               .rectOf(tip(), m_plot.theme())
                               .toAlignedRect()
                               .translated(m_plot.mapToGlobal(QPoint()))
                         : QRect();
    }
    QAccessible::State state() const override {
        QAccessible::State state;
        state.focusable = true;
        state.readOnly = true;
        state.invalid = !isValid();
        state.focused = m_plot.cursor() == tip();
        return state;
    }
    void* interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::TableCellInterface ? static_cast<QAccessibleTableCellInterface*>(this)
                                                       : nullptr;
    }

    bool isSelected() const override { return false; }
    QList<QAccessibleInterface*> columnHeaderCells() const override { return {}; }
    QList<QAccessibleInterface*> rowHeaderCells() const override { return {}; }
    int columnIndex() const override { return m_column; }
    int rowIndex() const override { return m_row; }
    int columnExtent() const override { return 1; }
    int rowExtent() const override { return 1; }
    QAccessibleInterface* table() const override { return parent(); }

private:
    const PlaneContent& content() const { return m_plot.scene().content; }
    std::size_t tip() const { return static_cast<std::size_t>(m_row); }

    PlanePlot& m_plot;
    int m_row, m_column;
};

class AccessiblePlane : public QAccessibleWidget, public QAccessibleTableInterface {
public:
    explicit AccessiblePlane(PlanePlot& plot) : QAccessibleWidget(&plot, QAccessible::Table), m_plot(plot) {}
    ~AccessiblePlane() override {
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
        const int columns = columnCount();
        return columns > 0 && index >= 0 && index < childCount() ? cellAt(index / columns, index % columns)
                                                                 : nullptr;
    }
    int indexOfChild(const QAccessibleInterface* child) const override {
        const auto* cell = dynamic_cast<const AccessibleTip*>(child);
        return cell ? cell->rowIndex() * columnCount() + cell->columnIndex() : -1;
    }
    QAccessibleInterface* childAt(int x, int y) const override {
        const auto tip = m_plot.scene().tipAt(m_plot.mapFromGlobal(QPoint(x, y)), m_plot.theme());
        return tip ? cellAt(static_cast<int>(*tip), 0) : nullptr;
    }
    QAccessibleInterface* focusChild() const override {
        const auto tip = m_plot.cursor();
        return tip ? cellAt(static_cast<int>(*tip), 0) : nullptr;
    }

    QAccessibleInterface* caption() const override { return nullptr; }
    QAccessibleInterface* summary() const override { return nullptr; }
    int rowCount() const override { return static_cast<int>(content().tips.size()); }
    int columnCount() const override {
        return content().tips.empty() ? 0 : 1 + static_cast<int>(content().columns().size());
    }
    QString rowDescription(int row) const override {
        return row >= 0 && row < rowCount() ? content().name(static_cast<std::size_t>(row)) : QString();
    }
    QString columnDescription(int column) const override {
        return column >= 1 && column < columnCount() ? content().columns().at(column - 1) : QString();
    }
    QAccessibleInterface* cellAt(int row, int column) const override {
        if (row < 0 || column < 0 || row >= rowCount() || column >= columnCount())
            return nullptr;
        const auto [place, added] = m_cells.try_emplace({row, column});
        if (added)
            place->second = QAccessible::registerAccessibleInterface(new AccessibleTip(m_plot, row, column));
        return QAccessible::accessibleInterface(place->second);
    }
    int selectedCellCount() const override { return 0; }
    QList<QAccessibleInterface*> selectedCells() const override { return {}; }
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
    const PlaneContent& content() const { return m_plot.scene().content; }

    PlanePlot& m_plot;
    mutable std::map<std::pair<int, int>, QAccessible::Id> m_cells; // created on demand
};

QAccessibleInterface* makePlaneInterface(const QString& /*className*/, QObject* object) {
    auto* plot = qobject_cast<PlanePlot*>(object);
    return plot ? new AccessiblePlane(*plot) : nullptr;
}

} // namespace

void installPlaneAccessibility() {
    static const bool installed = (QAccessible::installFactory(makePlaneInterface), true);
    Q_UNUSED(installed)
}

void notifyTipReached(PlanePlot& plot) {
    if (!QAccessible::isActive() || !plot.cursor())
        return;
    QAccessibleEvent event(&plot, QAccessible::Focus);
    const int columns = 1 + static_cast<int>(plot.scene().content.columns().size());
    event.setChild(static_cast<int>(*plot.cursor()) * columns);
    QAccessible::updateAccessibility(&event);
}

} // namespace lab
