// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a screen reader is told: tables with headers, rows in a sentence, the explanation as a list, and what
// is said when something appears.
#include "tests/support/lab_window.h"
#include "tests/support/shown_table.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/look/announce.h"
#include "ui/panels/explanation/explanation_browser.h"
#include "ui/panels/explanation/explanation_panel.h"
#include "ui/panels/parameters/matrix_grid.h"
#include "ui/plots/heatmap/attention_words.h"
#include "ui/selection/selection.h"

#include <QAccessible>
#include <QAccessibleActionInterface>
#include <QTest>

#include <cmath>
#include <utility>

#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
#define LAB_NEEDS_NOTIFICATIONS                                                                              \
    QSKIP("from Qt 6.8 on what is said is an event, which only a screen reader gets")
#else
#define LAB_NEEDS_NOTIFICATIONS
#endif

using namespace lab;
using namespace lab::test;

namespace {

/// What is said of its own accord while one of these lives. Events reach nobody where no screen reader could
/// be; what is said stands in widgets of the role of notifications.
class Heard {
public:
    explicit Heard(QWidget& window) : m_window(window) {
        announce(window, {}); // it watches from its first use on whether anybody listens
        QAccessible::setActive(true);
    }
    Heard(const Heard&) = delete;
    Heard& operator=(const Heard&) = delete;
    ~Heard() { QAccessible::setActive(false); }

    /// Since it was asked last; sorted.
    QStringList take() {
        QCoreApplication::processEvents(); // it is said once what goes on is over
        QStringList said;
        for (QObject* each : m_window.children()) {
            auto* widget = qobject_cast<QWidget*>(each);
            const QAccessibleInterface* its =
                widget ? QAccessible::queryAccessibleInterface(widget) : nullptr;
            if (!its || its->role() != QAccessible::Notification || widget->accessibleName().isEmpty())
                continue;
            said += widget->accessibleName();
            widget->setAccessibleName({});
        }
        said.sort();
        return said;
    }

private:
    QWidget& m_window;
};

HeatmapContent weights(const Matrix& matrix, const QStringList& keys) {
    HeatmapContent content;
    content.matrix = std::make_shared<const Matrix>(matrix);
    content.rowAxis = "query";
    content.columnAxis = "key";
    content.rowLabels = Labels({"it"});
    content.columnLabels = Labels(keys);
    content.rowsSumTo1 = true;
    return content;
}

} // namespace

class TestReadAloud : public WindowTest {
    Q_OBJECT

private slots:
    void rows_data();
    void rows();
    void rowByKey();
    void headers();
    void explanation();
    void grid();
    void said();
    void saidOfEdits();
};

void TestReadAloud::rows_data() {
    QTest::addColumn<QList<double>>("row");
    QTest::addColumn<QStringList>("keys");
    QTest::addColumn<QString>("sentence");
    const QStringList seven{"the", "cat", "street", "was", "too", "wide", "it"};
    QTest::newRow("the largest first, few by name")
        << QList<double>{.04, .62, .20, .04, .04, .03, .03} << seven
        << "“it”: cat 62 %, street 20 %, five others below 5 %";
    QTest::newRow("one other") << QList<double>{.97, .03} << QStringList{"cat", "is"}
                               << "“it”: cat 97 %, one other below 5 %";
    QTest::newRow("none below") << QList<double>{.4, .6} << QStringList{"cat", "is"}
                                << "“it”: is 60 %, cat 40 %";
    QTest::newRow("all small") << QList<double>(40, 1.0 / 40) << QStringList(40, "a")
                               << "“it”: a 3 %, 39 others below 5 %";
    QTest::newRow("not quite all") << QList<double>{.9999, .0001} << QStringList{"cat", "is"}
                                   << "“it”: cat over 99 %, one other below 5 %";
    QTest::newRow("all") << QList<double>{1} << QStringList{"cat"} << "“it”: cat 100 %";
    QTest::newRow("not finite") << QList<double>{std::nan(""), .5} << QStringList{"cat", "is"}
                                << "“it”: not all weights that it gives are finite";
    QTest::newRow("no shares") << QList<double>{-.25, 1.25} << QStringList{"cat", "is"}
                               << "query “it”: cat −0.25, is 1.25";
}

void TestReadAloud::rows() {
    QFETCH(QList<double>, row);
    QFETCH(QStringList, keys);
    QFETCH(QString, sentence);
    const Matrix matrix = Eigen::Map<const RowVector>(row.data(), row.size());
    HeatmapContent content = weights(matrix, keys);
    QCOMPARE(rowInWords(content, 0), sentence);
    content.transposed = true; // the same row, shown as a column
    QCOMPARE(rowInWords(content, 0), sentence);
    QCOMPARE(rowInWords(content, 1), QString());
}

/// Of hidden keys, the sink, an override, and numbers that are no weights.
void TestReadAloud::rowByKey() {
    LAB_NEEDS_NOTIFICATIONS;
    LabWindow& w = window();
    setCausal(w.document(), true);
    MatrixHeatmap& weights = w.heatmap(StageId::weights);
    Heard heard(w);
    weights.setFocus(Qt::TabFocusReason);
    weights.setCursorCell({1, 0});
    heard.take();
    QTest::keyClick(&weights, Qt::Key_Return, Qt::ShiftModifier);
    const QStringList said = heard.take();
    QCOMPARE(said.size(), 1);
    QVERIFY2(said.front().startsWith("“is”: ") && said.front().endsWith(" %, one hidden"),
             qPrintable(said.front()));
    QVERIFY(!w.selection().inspected()); // Enter alone inspects
    MatrixHeatmap& scores = w.heatmap(StageId::scores);
    scores.setFocus(Qt::TabFocusReason);
    scores.setCursorCell({0, 0});
    heard.take();
    QTest::keyClick(&scores, Qt::Key_Return, Qt::ShiftModifier);
    QVERIFY(heard.take().front().startsWith("query “sky”: sky −0.2"));
}

void TestReadAloud::headers() {
    LabWindow& w = window();
    MatrixHeatmap& heatmap = w.heatmap(StageId::weights);
    QAccessibleInterface* whole = QAccessible::queryAccessibleInterface(&heatmap);
    QAccessibleInterface* cell = table_of(heatmap).cellAt(2, 0);
    const auto* place = cell->tableCellInterface();
    QAccessibleInterface* row = place->rowHeaderCells().value(0);
    QAccessibleInterface* column = place->columnHeaderCells().value(0);
    QCOMPARE(row->role(), QAccessible::RowHeader);
    QCOMPARE(row->text(QAccessible::Name), QString("query “blue”"));
    QCOMPARE(row->parent(), whole);
    QCOMPARE(column->role(), QAccessible::ColumnHeader);
    QCOMPARE(column->text(QAccessible::Name), QString("key “sky”"));
    QCOMPARE(cell->text(QAccessible::Name), QString("0.3141313"));
    QVERIFY(!row->actionInterface());
    cell->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    QVERIFY(w.selection().inspected() == CellRef({StageId::weights, 0, 2, 0}));
    QVERIFY(cell->state().selected);
    QVERIFY(!row->state().selected);
}

/// A line for each step, in which every operand can be followed.
void TestReadAloud::explanation() {
    LabWindow& w = window();
    w.selection().inspect({StageId::scores, 0, 2, 0});
    QCoreApplication::processEvents();
    ExplanationBrowser& browser = w.explanation().browser();
    QAccessibleInterface* list = QAccessible::queryAccessibleInterface(&browser);
    QCOMPARE(list->role(), QAccessible::List);
    QStringList lines;
    QAccessibleInterface* operand = nullptr;
    for (int i = 0; i < list->childCount(); ++i) {
        QAccessibleInterface* line = list->child(i);
        QCOMPARE(list->indexOfChild(line), i);
        QCOMPARE(line->role(), QAccessible::ListItem);
        lines += line->text(QAccessible::Name);
        for (int j = 0; j < line->childCount(); ++j) {
            QCOMPARE(line->indexOfChild(line->child(j)), j);
            if (line->child(j)->text(QAccessible::Name) == "Queries: “blue”, feature 2")
                operand = line->child(j);
        }
    }
    QVERIFY2(lines.contains("S_blue,sky = Q_blue,1 K_sky,1 + Q_blue,2 K_sky,2"),
             qPrintable(lines.join('\n')));
    QVERIFY2(lines.contains("d1 0.2098 × 0.4986 +0.1046"), qPrintable(lines.join('\n')));
    QVERIFY(operand);
    QCOMPARE(operand->role(), QAccessible::Link);
    operand->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    QVERIFY(w.selection().inspected() == CellRef({StageId::queries, 0, 2, 1}));
    QVERIFY(!list->child(list->childCount()));
}

void TestReadAloud::grid() {
    LabWindow& w = window();
    MatrixGrid& grid = w.grid(ParameterId::E);
    QAccessibleInterface* whole = QAccessible::queryAccessibleInterface(&grid);
    QCOMPARE(whole->role(), QAccessible::Table);
    QAccessibleTableInterface& table = *whole->tableInterface();
    QAccessibleInterface* cell = table.cellAt(1, 0);
    QCOMPARE(cell->tableCellInterface()->rowHeaderCells().value(0)->text(QAccessible::Name), QString("is"));
    QCOMPARE(cell->tableCellInterface()->columnHeaderCells().value(0)->text(QAccessible::Name),
             QString("d1"));
    whole->actionInterface()->doAction(QAccessibleActionInterface::setFocusAction());
    QVERIFY(grid.hasFocus());
    cell->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    QVERIFY(cell->state().focused);
    QCOMPARE(whole->focusChild(), cell);
    QVERIFY(!table.cellAt(3, 0));
}

void TestReadAloud::said() {
    LAB_NEEDS_NOTIFICATIONS;
    LabWindow& w = window();
    announce(w, "before a reader is there");
    Heard heard(w);
    QCOMPARE(heard.take(), QStringList());
    announce(w, "0.31 → 0.34 · W_Q");
    announce(*w.centralWidget(), "second");
    announce(w, {});
    QCOMPARE(heard.take(), QStringList({"0.31 to 0.34, W_Q", "second"}));
}

/// Once for each edit, and what undo and redo did.
void TestReadAloud::saidOfEdits() {
    LAB_NEEDS_NOTIFICATIONS;
    LabWindow& w = window();
    Heard heard(w);
    w.document().setValue(ParameterId::W_Q, 0, 1, 2);
    const QStringList said = heard.take();
    QCOMPARE(said.size(), 1);
    QVERIFY2(said.front().startsWith("W_Q[1,2]") && said.front().contains(", largest change: “sky” to “"),
             qPrintable(said.front()));
    w.press_key(Qt::Key_Z, Qt::ControlModifier);
    QVERIFY2(heard.take().join('|').startsWith("Undone: W_Q[1,2]"), "undo");
    w.press_key(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(heard.take(), QStringList()); // there was nothing
    w.press_key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY2(heard.take().join('|').startsWith("Done again: W_Q[1,2]"), "redo");
}

LAB_WINDOW_TEST(TestReadAloud)
#include "tst_read_aloud.moc"
