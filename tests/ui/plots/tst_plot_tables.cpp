// SPDX-License-Identifier: GPL-3.0-or-later
//
// Links, statistics and shares of the output are tables for a screen reader: every number has its headers, a
// press does what a click does, and the keyboard's place is told.
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/pages/heads/heads_page.h"
#include "ui/pages/links/links_page.h"
#include "ui/pages/page_choices.h"
#include "ui/pages/statistics/statistics_page.h"
#include "ui/plots/heads/share_bars_plot.h"
#include "ui/plots/links/links_plot.h"
#include "ui/plots/statistics/statistics_plot.h"
#include "ui/selection/selection.h"

#include <QAccessible>
#include <QAccessibleActionInterface>
#include <QAccessibleTableCellInterface>
#include <QAccessibleTableInterface>

using namespace lab;
using namespace lab::test;

namespace {

class ReadTable {
public:
    explicit ReadTable(QWidget& widget)
        : m_whole(*QAccessible::queryAccessibleInterface(&widget)), m_table(*m_whole.tableInterface()) {}

    int rows() const { return m_table.rowCount(); }
    int columns() const { return m_table.columnCount(); }
    QString at(int row, int column) const { return m_table.cellAt(row, column)->text(QAccessible::Name); }
    double number(int row, int column) const {
        return m_table.cellAt(row, column)->text(QAccessible::Value).toDouble();
    }
    QString row(int row) const {
        return m_table.cellAt(row, 0)->tableCellInterface()->rowHeaderCells().value(0)->text(
            QAccessible::Name);
    }
    QString column(int column) const {
        return m_table.cellAt(0, column)->tableCellInterface()->columnHeaderCells().value(0)->text(
            QAccessible::Name);
    }
    QRect rect(int row, int column) const { return m_table.cellAt(row, column)->rect(); }
    void press(int row, int column) const {
        m_table.cellAt(row, column)->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    }
    /// Row and column of the cell with the keyboard.
    std::pair<int, int> focused() const {
        QAccessibleInterface* cell = m_whole.focusChild();
        if (!cell || !cell->tableCellInterface())
            return {-1, -1};
        return {cell->tableCellInterface()->rowIndex(), cell->tableCellInterface()->columnIndex()};
    }

private:
    QAccessibleInterface& m_whole;
    QAccessibleTableInterface& m_table;
};

} // namespace

class TestPlotTables : public WindowTest {
    Q_OBJECT

private slots:
    void links_data();
    void links();
    void linksByKeyboard();
    void statistics();
    void shares();
    void empty();
};

void TestPlotTables::links_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<bool>("every_head");
    for (const char* example :
         {"sky-is-blue", "two-heads", "numeric-decoder", "column-vectors-with-biases"}) {
        QTest::addRow("%s", example) << QString(example) << false;
        QTest::addRow("%s, every head", example) << QString(example) << true;
    }
}

void TestPlotTables::links() {
    QFETCH(QString, example);
    QFETCH(bool, every_head);
    window().controller().openExample(example);
    LinksPlot& plot = window().pages().open<LinksPage>().plot();
    window().findChild<PageChoices*>()->setLinks({{}, LinksLayout::columns, false, every_head});
    const LinksContent& content = plot.scene().content;
    QTRY_VERIFY(content.weights.matrix && !content.stale);
    const ReadTable table(plot);
    const Index queries = content.count(LinkSide::query), keys = content.count(LinkSide::key);
    const auto heads = static_cast<int>(content.drawn.size());
    QCOMPARE(heads, every_head ? int(window().document().experiment().heads.count) : 1);
    QCOMPARE(table.rows(), int(queries) * heads + 1);
    QCOMPARE(table.columns(), int(keys) + 1);
    for (int row = 0; row < int(queries) * heads; ++row) {
        const LinksHead& head = content.drawn[std::size_t(row / int(queries))];
        const Index query = row % queries;
        const QString name = "query " + content.quoted({LinkSide::query, query});
        QCOMPARE(table.row(row), heads > 1 ? QString("%1, head %2").arg(name).arg(head.head + 1) : name);
        for (int key = 0; key < int(keys); ++key) {
            QCOMPARE(table.number(row, key), (*head.weights.matrix)(query, key));
            QCOMPARE(table.at(row, key).contains("hidden"), head.weights.isHidden({query, key}));
            QCOMPARE(table.column(key), "key " + content.quoted({LinkSide::key, key}));
        }
        QVERIFY(table.at(row, int(keys)).startsWith(name));
    }
    QVERIFY(table.at(table.rows() - 1, 0).startsWith(table.column(0)));
    QCOMPARE(table.at(table.rows() - 1, int(keys)), QString());
    table.press(int(queries) * heads - 1, 0);
    QCOMPARE(window().selection().inspected(),
             std::optional(CellRef{StageId::weights, content.drawn.back().head, queries - 1, 0}));
}

void TestPlotTables::linksByKeyboard() {
    LinksPlot& plot = window().pages().open<LinksPage>().plot();
    const ReadTable table(plot);
    QTRY_VERIFY(table.rows() > 0);
    QCOMPARE(table.focused(), std::pair(-1, -1));
    plot.setFocus(Qt::TabFocusReason);
    QCOMPARE(table.focused(), std::pair(0, table.columns() - 1)); // all links of the first query
    QVERIFY(!table.rect(0, table.columns() - 1).isEmpty());
    QTest::keyClick(&plot, Qt::Key_Right);
    const auto link = plot.cursorLink();
    QVERIFY(link);
    QCOMPARE(table.focused(), std::pair(int(link->query), int(link->key)));
    QVERIFY(!table.rect(int(link->query), int(link->key)).isEmpty());
    QTest::keyClick(&plot, Qt::Key_Right);
    QCOMPARE(table.focused(), std::pair(table.rows() - 1, int(link->key))); // all links of that key
}

void TestPlotTables::statistics() {
    StatisticsPlot& plot = window().pages().open<StatisticsPage>().plot();
    QTRY_VERIFY(!plot.content().lines.empty());
    const ReadTable table(plot);
    const auto& lines = plot.content().lines;
    QCOMPARE(table.rows(), int(lines.size()));
    QCOMPARE(table.columns(), 4);
    QCOMPARE(table.column(0), QString("mean"));
    for (int row = 0; row < table.rows(); ++row) {
        const StatisticsLine& line = lines[std::size_t(row)];
        QCOMPARE(table.row(row), line.title);
        QCOMPARE(table.at(row, 2), statisticText(line.numbers.lowest));
        QCOMPARE(table.at(row, 3), statisticText(line.numbers.highest));
    }
    const StageId second = lines[1].stage;
    table.press(1, 2);
    QTRY_COMPARE(plot.content().stage, second);
    plot.setFocus(Qt::TabFocusReason);
    QCOMPARE(table.focused(), std::pair(1, 0));
    QTest::keyClick(&plot, Qt::Key_Down);
    QTRY_COMPARE(table.focused(), std::pair(2, 0));
}

void TestPlotTables::shares() {
    window().controller().openExample("two-heads");
    ShareBarsPlot& plot = window().pages().open<HeadsPage>().shares();
    QTRY_VERIFY(plot.bars().content.shares);
    const SharesContent& content = plot.bars().content;
    const ReadTable table(plot);
    const auto parts = static_cast<int>(content.partCount());
    QCOMPARE(table.rows(), int(content.tokenCount()));
    QCOMPARE(table.columns(), parts + 1);
    for (int token = 0; token < table.rows(); ++token) {
        QCOMPARE(table.row(token), content.tokens.value(token));
        for (int part = 0; part < parts; ++part) {
            QCOMPARE(table.column(part), content.partName(part));
            QCOMPARE(table.at(token, part), content.number(content.part(token, part)));
        }
        QCOMPARE(table.at(token, parts), content.describe(token));
    }
    plot.setFocus(Qt::TabFocusReason);
    QCOMPARE(table.focused(), std::pair(0, 0));
    QTest::keyClick(&plot, Qt::Key_Down);
    QTest::keyClick(&plot, Qt::Key_Right);
    QCOMPARE(table.focused(), std::pair(1, 1));
    table.press(0, 1);
    QCOMPARE(window().selection().head(), HeadIndex(1));
}

/// A document without tokens has tables without cells.
void TestPlotTables::empty() {
    LinksPlot& links = window().pages().open<LinksPage>().plot();
    StatisticsPlot& statistics = window().pages().open<StatisticsPage>().plot();
    ShareBarsPlot& shares = window().pages().open<HeadsPage>().shares();
    window().type_sentence({});
    for (QWidget* plot : {static_cast<QWidget*>(&links), static_cast<QWidget*>(&statistics),
                          static_cast<QWidget*>(&shares)}) {
        const QAccessibleInterface* whole = QAccessible::queryAccessibleInterface(plot);
        QVERIFY(whole);
        for (int child = 0; child < whole->childCount(); ++child)
            (void)whole->child(child)->text(QAccessible::Name);
    }
}

LAB_WINDOW_TEST(TestPlotTables)
#include "tst_plot_tables.moc"
