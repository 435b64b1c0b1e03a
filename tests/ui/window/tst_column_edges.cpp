// SPDX-License-Identifier: GPL-3.0-or-later
//
// The edges of the parameters and the explanation, which set their widths.
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/panels/explanation/explanation_panel.h"

using namespace lab;
using namespace lab::test;

namespace {

QWidget* edge(const LabWindow& w, const char* name) {
    for (QWidget* each : w.findChildren<QWidget*>()) {
        if (each->accessibleName() == QString::fromUtf8(name) && each->isVisible())
            return each;
    }
    return nullptr;
}

void drag(QWidget* widget, int by) {
    const QPoint middle = widget->rect().center();
    const QPoint before = widget->mapToGlobal(middle);
    QTest::mousePress(widget, Qt::LeftButton, {}, middle);
    for (const int part : {1, 2}) // the handle itself moves along
        QTest::mouseMove(widget, widget->mapFromGlobal(before + QPoint(by * part / 2, 0)));
    QTest::mouseRelease(widget, Qt::LeftButton, {}, widget->mapFromGlobal(before + QPoint(by, 0)));
}

} // namespace

class TestColumnEdges : public WindowTest {
    Q_OBJECT

private slots:
    void dragged_data();
    void dragged();
    void haveLimits();
    void remembered();
    void foldAsBefore();
};

void TestColumnEdges::dragged_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("by");
    QTest::addColumn<int>("parameters");
    QTest::addColumn<int>("explanation");
    QTest::newRow("parameters wider") << "Width of inputs and weights" << 70 << 70 << 0;
    QTest::newRow("parameters narrower") << "Width of inputs and weights" << -60 << -60 << 0;
    QTest::newRow("explanation wider") << "Width of the explanation" << -90 << 0 << 90;
    QTest::newRow("explanation narrower") << "Width of the explanation" << 40 << 0 << -40;
}

void TestColumnEdges::dragged() {
    QFETCH(QString, name);
    QFETCH(int, by);
    QFETCH(int, parameters);
    QFETCH(int, explanation);
    LabWindow& w = window();
    QWidget* handle = edge(w, qPrintable(name));
    QVERIFY(handle);
    const int left = w.parameters().width(), right = w.explanation().width(), board = w.board().width();
    const auto widths = [&] {
        return QList{w.parameters().width(), w.explanation().width(), w.board().width()};
    };
    drag(handle, by);
    const QList dragged{left + parameters, right + explanation, board - parameters - explanation};
    QCOMPARE(widths(), dragged);
    // Widths scale with the text size.
    theme().setScale(110);
    QVERIFY(std::abs(w.parameters().width() - qRound(1.1 * (left + parameters))) <= 40);
    theme().setScale(100);
    QCOMPARE(widths(), dragged);
    // Double-clicking resets the widths. The arrow keys move the handle, too.
    QTest::mouseDClick(handle, Qt::LeftButton);
    QCOMPARE(widths(), (QList{left, right, board}));
    handle->setFocus(Qt::TabFocusReason);
    w.press_key(Qt::Key_Left);
    QCOMPARE(w.board().width(), board + (parameters != 0 ? 16 : -16));
    w.press_key(Qt::Key_Right);
    QCOMPARE(widths(), (QList{left, right, board}));
    w.press_key(Qt::Key_Right);
    w.press_key(Qt::Key_Home);
    QCOMPARE(widths(), (QList{left, right, board}));
}

void TestColumnEdges::haveLimits() {
    LabWindow& w = window();
    for (const char* name : {"Width of inputs and weights", "Width of the explanation"}) {
        for (const int by : {3000, -3000}) {
            QVERIFY(edge(w, name));
            drag(edge(w, name), by);
            QVERIFY2(w.board().width() >= 300, name);
            QVERIFY2(w.parameters().width() >= 150, name);
            QVERIFY2(w.explanation().width() >= 200, name);
        }
    }
}

void TestColumnEdges::remembered() {
    LabWindow& w = openWindow({1600, 900});
    QVERIFY(edge(w, "Width of inputs and weights"));
    drag(edge(w, "Width of inputs and weights"), 50);
    drag(edge(w, "Width of the explanation"), -70);
    const int left = w.parameters().width(), right = w.explanation().width();
    w.close();
    MainWindow next(theme(), Preferences::load());
    next.resize(1600, 900);
    next.show();
    QTRY_COMPARE(next.parameters().width(), left);
    QTRY_COMPARE(next.explanation().width(), right);
}

void TestColumnEdges::foldAsBefore() {
    LabWindow& w = openWindow({1600, 900});
    QVERIFY(edge(w, "Width of inputs and weights"));
    drag(edge(w, "Width of inputs and weights"), 200);
    drag(edge(w, "Width of the explanation"), -200);
    w.resize(1200, 900);
    QVERIFY(w.explanation().isVisible());
    QVERIFY(w.board().width() >= 350);
    w.resize(1199, 900);
    QVERIFY(!w.explanation().isVisible()); // now an overlay, shown on demand
    QVERIFY(!edge(w, "Width of the explanation"));
    w.resize(799, 900);
    QVERIFY(!w.parameters().isVisible());
    QVERIFY(!edge(w, "Width of inputs and weights"));
    w.resize(1600, 900);
    QVERIFY(w.parameters().isVisible() && w.explanation().isVisible());
}

LAB_WINDOW_TEST(TestColumnEdges)
#include "tst_column_edges.moc"
