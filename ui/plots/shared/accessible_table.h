// SPDX-License-Identifier: GPL-3.0-or-later
//
// A widget that draws a table, as one that assistive technology and tests can read: cell by cell, each with
// the headers of its row and column, which are children of their own.
#pragma once

#include <QAccessible>
#include <QPoint>
#include <QRect>
#include <QString>

#include <memory>
#include <optional>

namespace lab {

/// A cell as shown, counted from 0.
struct ReadCell {
    int row, column;
    bool operator==(const ReadCell&) const = default;
};

/// What can be read of such a widget. Rows, columns and places are those of now: whoever reads a cell that is
/// no longer there gets nothing.
class ReadableTable {
public:
    ReadableTable() = default;
    ReadableTable(const ReadableTable&) = delete;
    ReadableTable& operator=(const ReadableTable&) = delete;
    virtual ~ReadableTable() = default;

    virtual int rows() const = 0;
    virtual int columns() const = 0;
    /// Of a row or column: its plain label, and what its header says: "sky", "query “sky”".
    virtual QString rowLabel(int row) const = 0;
    virtual QString columnLabel(int column) const = 0;
    virtual QString rowHeader(int row) const { return rowLabel(row); }
    virtual QString columnHeader(int column) const { return columnLabel(column); }
    /// Of a cell that there is: what it says beside its headers, "0 (hidden: causal)", and its number with
    /// every digit.
    virtual QString said(ReadCell cell) const = 0;
    virtual QString value(ReadCell cell) const = 0;
    /// Where it is in the widget; empty if it is out of sight.
    virtual QRect rect(ReadCell cell) const = 0;
    virtual std::optional<ReadCell> at(QPoint place) const = 0;
    /// The cell that the keyboard is on; nullopt if it is elsewhere.
    virtual std::optional<ReadCell> focused() const = 0;
    virtual std::optional<ReadCell> selected() const { return std::nullopt; }
    /// Does what a click on the cell does.
    virtual void press(ReadCell cell) = 0;
};

/// The accessible interface of `widget`, for a factory of QAccessible, which takes ownership.
QAccessibleInterface* accessibleTable(QWidget& widget, std::unique_ptr<ReadableTable> table);

/// Gives every widget of type `Widget` such an interface, with a `Table` made from the widget. May be called
/// any number of times.
template<typename Widget, typename Table>
void installAccessibleTable() {
    static const bool installed = [] {
        QAccessible::installFactory(
            [](const QString& /*className*/, QObject* object) -> QAccessibleInterface* {
                auto* widget = qobject_cast<Widget*>(object);
                return widget ? accessibleTable(*widget, std::make_unique<Table>(*widget)) : nullptr;
            });
        return true;
    }();
    Q_UNUSED(installed)
}

/// Tells assistive technology that the keyboard is on another cell of the widget, whose interface is of the
/// above.
void tellCellFocused(QWidget& widget);

} // namespace lab
