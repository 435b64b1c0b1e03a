// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/links/links_accessible.h"

#include "core/base/number_format.h"
#include "ui/plots/links/links_plot.h"
#include "ui/plots/shared/accessible_table.h"

#include <QCoreApplication>

#include <algorithm>

namespace lab {

namespace {

/// A row for each query, in every head that is drawn, and a column for each key; after them a column that
/// says all that the query gives, and a row that says all that the key gets.
class LinksTable : public ReadableTable {
    Q_DECLARE_TR_FUNCTIONS(LinksTable)
public:
    explicit LinksTable(LinksPlot& plot) : m_plot(plot) {}

    int rows() const override { return content().weights.matrix ? keysRow() + 1 : 0; }
    int columns() const override { return content().weights.matrix ? wholeColumn() + 1 : 0; }
    QString rowLabel(int row) const override {
        if (row == keysRow())
            return tr("all queries");
        const QString word = content().labels(LinkSide::query).value(query(row));
        return content().isOfEveryHead() ? tr("%1, head %2").arg(word).arg(head(row) + 1) : word;
    }
    QString columnLabel(int column) const override {
        return column == wholeColumn() ? tr("all keys") : content().labels(LinkSide::key).value(column);
    }
    QString rowHeader(int row) const override {
        if (row == keysRow())
            return rowLabel(row);
        const QString word = tr("query %1").arg(content().quoted({LinkSide::query, query(row)}));
        return content().isOfEveryHead() ? tr("%1, head %2").arg(word).arg(head(row) + 1) : word;
    }
    QString columnHeader(int column) const override {
        return column == wholeColumn() ? columnLabel(column)
                                       : tr("key %1").arg(content().quoted({LinkSide::key, column}));
    }
    QString said(ReadCell cell) const override {
        if (const auto token = tokenOf(cell))
            return describe(content(), *token);
        return isLink(cell)
                   ? content().weightsOf(head(cell.row)).describeNumber({query(cell.row), cell.column})
                   : QString();
    }
    QString value(ReadCell cell) const override {
        if (!isLink(cell))
            return said(cell);
        const HeatmapContent& weights = content().weightsOf(head(cell.row));
        return QString::fromStdString(shortest(weights.numberOf({query(cell.row), cell.column})));
    }
    QRect rect(ReadCell cell) const override {
        const LinksGeometry& geometry = m_plot.scene().geometry;
        if (const auto token = tokenOf(cell))
            return geometry.label(*token).united(geometry.bar(*token)).toAlignedRect();
        if (!isLink(cell))
            return {};
        for (const LinkRibbon& each : m_plot.scene().ribbons) {
            if (each.link.joinsAs(link(cell)))
                return QRectF(each.from, each.to).normalized().adjusted(-1, -1, 1, 1).toAlignedRect();
        }
        return {};
    }
    std::optional<ReadCell> at(QPoint place) const override {
        if (const auto token = m_plot.scene().geometry.tokenAt(place))
            return cellOf(*token);
        const LinkRibbon* ribbon = m_plot.scene().ribbonAt(place, 0);
        return ribbon ? std::optional(cellOf(ribbon->link)) : std::nullopt;
    }
    std::optional<ReadCell> focused() const override {
        if (const auto link = m_plot.cursorLink())
            return cellOf(*link);
        const auto token = m_plot.cursor();
        return token ? std::optional(cellOf(*token)) : std::nullopt;
    }
    void press(ReadCell cell) override {
        if (const auto token = tokenOf(cell))
            emit m_plot.tokenClicked(*token);
        else if (isLink(cell))
            emit m_plot.linkClicked(link(cell));
    }

private:
    const LinksContent& content() const { return m_plot.scene().content; }
    int queries() const { return static_cast<int>(content().count(LinkSide::query)); }
    int keysRow() const { return queries() * static_cast<int>(content().drawn.size()); }
    int wholeColumn() const { return static_cast<int>(content().count(LinkSide::key)); }
    TokenIndex query(int row) const { return row % queries(); }
    HeadIndex head(int row) const { return content().drawn[static_cast<std::size_t>(row / queries())].head; }
    bool isLink(ReadCell cell) const { return cell.row < keysRow() && cell.column < wholeColumn(); }
    Link link(ReadCell cell) const { return content().linkOf(query(cell.row), cell.column, head(cell.row)); }
    /// Of what is said of a token as a whole.
    std::optional<LinkToken> tokenOf(ReadCell cell) const {
        if (cell.row == keysRow() && cell.column < wholeColumn())
            return LinkToken{LinkSide::key, cell.column};
        if (cell.column == wholeColumn() && cell.row < keysRow())
            return LinkToken{LinkSide::query, query(cell.row)};
        return std::nullopt;
    }
    ReadCell cellOf(LinkToken token) const {
        const int index = static_cast<int>(token.index);
        return token.side == LinkSide::query ? ReadCell{index, wholeColumn()} : ReadCell{keysRow(), index};
    }
    ReadCell cellOf(const Link& link) const {
        const auto drawn = std::ranges::find(content().drawn, link.head, &LinksHead::head);
        const int before = queries() * static_cast<int>(drawn - content().drawn.begin());
        return {before + static_cast<int>(link.query), static_cast<int>(link.key)};
    }

    LinksPlot& m_plot;
};

} // namespace

void installLinksAccessibility() {
    installAccessibleTable<LinksPlot, LinksTable>();
}

} // namespace lab
