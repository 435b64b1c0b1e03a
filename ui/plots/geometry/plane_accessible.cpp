// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/geometry/plane_accessible.h"

#include "ui/look/theme.h"
#include "ui/plots/geometry/plane_plot.h"
#include "ui/plots/shared/accessible_table.h"

namespace lab {

namespace {

/// A row for each tip: first the whole tip in words, then its numbers.
class PlaneTable : public ReadableTable {
public:
    explicit PlaneTable(PlanePlot& plot) : m_plot(plot) {}

    int rows() const override { return static_cast<int>(content().tips.size()); }
    int columns() const override {
        return content().tips.empty() ? 0 : 1 + static_cast<int>(content().columns().size());
    }
    QString rowLabel(int row) const override { return content().name(static_cast<std::size_t>(row)); }
    QString columnLabel(int column) const override {
        return column == 0 ? QString() : content().columns().at(column - 1);
    }
    QString said(ReadCell cell) const override {
        const auto tip = static_cast<std::size_t>(cell.row);
        return cell.column == 0 ? content().describe(tip) : content().entry(tip, cell.column - 1);
    }
    QString value(ReadCell cell) const override { return said(cell); }
    QRect rect(ReadCell cell) const override {
        return m_plot.scene().rectOf(static_cast<std::size_t>(cell.row), m_plot.theme()).toAlignedRect();
    }
    std::optional<ReadCell> at(QPoint place) const override {
        return firstOf(m_plot.scene().tipAt(place, m_plot.theme()));
    }
    std::optional<ReadCell> focused() const override { return firstOf(m_plot.cursor()); }
    void press(ReadCell cell) override {
        m_plot.setCursorTip(static_cast<std::size_t>(cell.row));
        emit m_plot.tipClicked(static_cast<std::size_t>(cell.row));
    }

private:
    const PlaneContent& content() const { return m_plot.scene().content; }
    static std::optional<ReadCell> firstOf(const std::optional<std::size_t>& tip) {
        return tip ? std::optional(ReadCell{static_cast<int>(*tip), 0}) : std::nullopt;
    }

    PlanePlot& m_plot;
};

} // namespace

void installPlaneAccessibility() {
    installAccessibleTable<PlanePlot, PlaneTable>();
}

} // namespace lab
