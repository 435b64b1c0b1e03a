// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/heatmap/heatmap_accessible.h"

#include "core/base/number_format.h"
#include "ui/plots/heatmap/matrix_heatmap.h"
#include "ui/plots/shared/accessible_table.h"

namespace lab {

namespace {

class HeatmapTable : public ReadableTable {
public:
    explicit HeatmapTable(MatrixHeatmap& heatmap) : m_heatmap(heatmap) {}

    int rows() const override { return static_cast<int>(content().shownRows()); }
    int columns() const override { return static_cast<int>(content().shownColumns()); }
    QString rowLabel(int row) const override {
        return row == content().mapping().shownRows() ? HeatmapContent::sinkName()
                                                      : content().shownRowLabels().value(row);
    }
    QString columnLabel(int column) const override {
        return column == content().mapping().shownColumns() ? HeatmapContent::sinkName()
                                                            : content().shownColumnLabels().value(column);
    }
    QString rowHeader(int row) const override {
        return row == content().mapping().shownRows() ? HeatmapContent::sinkName()
               : content().transposed                 ? content().describeColumn(row)
                                                      : content().describeRow(row);
    }
    QString columnHeader(int column) const override {
        return column == content().mapping().shownColumns() ? HeatmapContent::sinkName()
               : content().transposed                       ? content().describeRow(column)
                                                            : content().describeColumn(column);
    }
    QString said(ReadCell cell) const override {
        const auto its = stored(cell);
        return its ? content().describeNumber(*its) : QString();
    }
    QString value(ReadCell cell) const override {
        const auto its = stored(cell);
        return its ? QString::fromStdString(shortest(content().numberOf(*its))) : QString();
    }
    QRect rect(ReadCell cell) const override {
        const auto its = stored(cell);
        return its ? m_heatmap.cellRect(*its).toRect() : QRect();
    }
    std::optional<ReadCell> at(QPoint place) const override { return shown(m_heatmap.numberAt(place)); }
    std::optional<ReadCell> focused() const override {
        return m_heatmap.hasFocus() ? shown(m_heatmap.cursor()) : std::nullopt;
    }
    std::optional<ReadCell> selected() const override { return shown(m_heatmap.marks().inspected); }
    void press(ReadCell cell) override {
        const auto its = stored(cell);
        if (!its)
            return;
        m_heatmap.setCursorCell(*its);
        emit m_heatmap.cellClicked(*its);
    }

private:
    const HeatmapContent& content() const { return m_heatmap.content(); }
    std::optional<StoredCell> stored(ReadCell cell) const { return content().at({cell.column, cell.row}); }
    std::optional<ReadCell> shown(const std::optional<StoredCell>& cell) const {
        if (!cell || !content().has(*cell))
            return std::nullopt;
        const ShownCell its = content().mapping().shown(*cell);
        return ReadCell{static_cast<int>(its.y), static_cast<int>(its.x)};
    }

    MatrixHeatmap& m_heatmap;
};

} // namespace

void installHeatmapAccessibility() {
    installAccessibleTable<MatrixHeatmap, HeatmapTable>();
}

} // namespace lab
