// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/statistics/statistics_accessible.h"

#include "ui/plots/shared/accessible_table.h"
#include "ui/plots/statistics/statistics_plot.h"

namespace lab {

namespace {

class StatisticsTable : public ReadableTable {
public:
    explicit StatisticsTable(StatisticsPlot& plot) : m_plot(plot) {}

    int rows() const override { return static_cast<int>(lines().size()); }
    int columns() const override { return static_cast<int>(StatisticsLine::headings().size()); }
    QString rowLabel(int row) const override { return lines()[static_cast<std::size_t>(row)].title; }
    QString columnLabel(int column) const override { return StatisticsLine::headings().at(column); }
    QString said(ReadCell cell) const override {
        return lines()[static_cast<std::size_t>(cell.row)].texts().at(cell.column);
    }
    QString value(ReadCell cell) const override { return said(cell); }
    /// All numbers of a line are chosen together.
    QRect rect(ReadCell cell) const override {
        return m_plot.drawing().lineRect(static_cast<std::size_t>(cell.row)).toAlignedRect() & m_plot.rect();
    }
    std::optional<ReadCell> at(QPoint place) const override {
        return firstOf(m_plot.drawing().lineAt(place));
    }
    std::optional<ReadCell> focused() const override {
        return m_plot.hasFocus() ? firstOf(m_plot.chosenLine()) : std::nullopt;
    }
    std::optional<ReadCell> selected() const override { return firstOf(m_plot.chosenLine()); }
    void press(ReadCell cell) override {
        emit m_plot.stageChosen(lines()[static_cast<std::size_t>(cell.row)].stage);
    }

private:
    const std::vector<StatisticsLine>& lines() const { return m_plot.content().lines; }
    static std::optional<ReadCell> firstOf(const std::optional<std::size_t>& line) {
        return line ? std::optional(ReadCell{static_cast<int>(*line), 0}) : std::nullopt;
    }

    StatisticsPlot& m_plot;
};

} // namespace

void installStatisticsAccessibility() {
    installAccessibleTable<StatisticsPlot, StatisticsTable>();
}

} // namespace lab
