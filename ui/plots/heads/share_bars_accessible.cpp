// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/heads/share_bars_accessible.h"

#include "ui/plots/heads/share_bars_plot.h"
#include "ui/plots/shared/accessible_table.h"

#include <QCoreApplication>

#include <algorithm>

namespace lab {

namespace {

/// After the parts, a column for the whole: "“while”: 23.3 = head 1 9.66 + …".
class SharesTable : public ReadableTable {
    Q_DECLARE_TR_FUNCTIONS(SharesTable)
public:
    explicit SharesTable(ShareBarsPlot& plot) : m_plot(plot) {}

    int rows() const override { return static_cast<int>(content().tokenCount()); }
    int columns() const override { return rows() == 0 ? 0 : parts() + 1; }
    QString rowLabel(int row) const override { return content().tokens.value(row); }
    QString columnLabel(int column) const override {
        return column < parts() ? content().partName(column) : tr("output");
    }
    QString said(ReadCell cell) const override {
        return cell.column < parts() ? value(cell) : content().describe(cell.row);
    }
    QString value(ReadCell cell) const override {
        return content().number(cell.column < parts()
                                    ? content().part(cell.row, cell.column)
                                    : content().shares->lengths[static_cast<std::size_t>(cell.row)]);
    }
    QRect rect(ReadCell cell) const override {
        const ShareBars& bars = m_plot.bars();
        if (cell.column == parts())
            return bars.row(cell.row).toAlignedRect();
        const auto drawn = std::ranges::find_if(bars.segments, [&](const ShareSegment& segment) {
            return segment.token == cell.row && segment.part == cell.column;
        });
        return drawn == bars.segments.end() ? QRect() : drawn->place.toAlignedRect();
    }
    std::optional<ReadCell> at(QPoint place) const override { return cellOf(m_plot.bars().at(place)); }
    std::optional<ReadCell> focused() const override { return cellOf(m_plot.cursor()); }
    void press(ReadCell cell) override {
        if (cell.column < parts())
            m_plot.choose(cell.row, cell.column);
    }

private:
    const SharesContent& content() const { return m_plot.bars().content; }
    int parts() const { return content().shares ? static_cast<int>(content().partCount()) : 0; }
    static std::optional<ReadCell> cellOf(const std::optional<ShareSegment>& segment) {
        return segment ? std::optional(
                             ReadCell{static_cast<int>(segment->token), static_cast<int>(segment->part)})
                       : std::nullopt;
    }

    ShareBarsPlot& m_plot;
};

} // namespace

void installShareBarsAccessibility() {
    installAccessibleTable<ShareBarsPlot, SharesTable>();
}

} // namespace lab
