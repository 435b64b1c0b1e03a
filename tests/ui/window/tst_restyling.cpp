// SPDX-License-Identifier: GPL-3.0-or-later
//
// Changes the scale and theme on every page. QApplication then iterates over a list of all widgets and would
// crash if one were deleted meanwhile.
#include "core/io/experiment_json.h"
#include "tests/support/golden.h"
#include "tests/support/lab_window.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"
#include "ui/document/examples.h"
#include "ui/window/all_pages.h"

#include <QMenu>
#include <QStyle>

#include <functional>

using namespace lab;
using namespace lab::test;

namespace {

const int pages = static_cast<int>(allPages().size());

/// The number of existing widgets that are deleted while `act` runs.
int deletedBy(const std::function<void()>& act) {
    int deleted = 0;
    QObject counter;
    for (QWidget* each : QApplication::allWidgets())
        QObject::connect(each, &QObject::destroyed, &counter, [&deleted] { ++deleted; });
    act();
    return deleted;
}

} // namespace

class TestRestyling : public WindowTest {
    Q_OBJECT

private slots:
    void everyPage_data();
    void everyPage();
    void quickKeys_data() { everyPage_data(); }
    void quickKeys();
    void desktopTurnsDark();
    void menusHaveAnEdge_data();
    void menusHaveAnEdge();

private:
    void open(const QString& golden, int page) {
        window().document().replace(load_golden(golden.toStdString()).experiment, {});
        window().press_key(Qt::Key(Qt::Key_0 + page), Qt::ControlModifier);
        QCoreApplication::processEvents();
    }
};

void TestRestyling::everyPage_data() {
    QTest::addColumn<QString>("golden");
    QTest::addColumn<int>("page");
    std::size_t number = 0;
    for (const char* golden : {"sky-is-blue", "one-token", "two-heads", "cross"}) {
        for (int page = 1; page <= pages; ++page) {
            if (is_exhaustive || number++ % 2 == 0) // each page with two of the documents
                QTest::addRow("%s, page %d", golden, page) << QString(golden) << page;
        }
    }
}

void TestRestyling::everyPage() {
    QFETCH(QString, golden);
    QFETCH(int, page);
    open(golden, page);
    for (const QSize size : {QSize(1440, 900), QSize(700, 480)}) {
        window().resize(size);
        QCoreApplication::processEvents();
        for (const int percent : {110, 300, 80, 150, 100}) {
            QCOMPARE(deletedBy([&] { theme().setScale(percent); }), 0);
            QCoreApplication::processEvents();
        }
        for (const ColourMode mode : {ColourMode::dark, ColourMode::system, ColourMode::light}) {
            QCOMPARE(deletedBy([&] { theme().setMode(mode); }), 0);
            QCoreApplication::processEvents();
        }
    }
}

/// Keys pressed in quick succession, without waiting for their effects.
void TestRestyling::quickKeys() {
    QFETCH(QString, golden);
    QFETCH(int, page);
    open(golden, page);
    for (int round = 0; round < 3; ++round) {
        for (int i = 0; i < 4; ++i)
            window().press_key(Qt::Key_Plus, Qt::ControlModifier);
        window().press_key(Qt::Key(Qt::Key_1 + (page + round) % pages), Qt::ControlModifier);
        window().press_key(Qt::Key_Minus, Qt::ControlModifier);
        window().press_key(Qt::Key(Qt::Key_0 + page), Qt::ControlModifier);
        window().press_key(Qt::Key_0, Qt::ControlModifier);
    }
    QCOMPARE(theme().scale(), 100);
    QVERIFY(window().isVisible());
}

/// The desktop's theme change arrives as a palette change, during which Qt iterates over all widgets.
void TestRestyling::desktopTurnsDark() {
    open("two-heads", 5);
    theme().setMode(ColourMode::system);
    QPalette dark;
    dark.setColor(QPalette::Window, Qt::black);
    dark.setColor(QPalette::WindowText, Qt::white);
    const bool before = theme().colours().dark;
    QPalette other = dark;
    if (before) {
        other.setColor(QPalette::Window, Qt::white);
        other.setColor(QPalette::WindowText, Qt::black);
    }
    const QPointer<QStyle> style = QApplication::style();
    QApplication::setPalette(other);
    QVERIFY2(style, "the style was exchanged while the palette was being delivered");
    QTRY_COMPARE(theme().colours().dark, !before);
}

void TestRestyling::menusHaveAnEdge_data() {
    QTest::addColumn<ColourMode>("mode");
    QTest::newRow("light") << ColourMode::light;
    QTest::newRow("dark") << ColourMode::dark;
}

/// All round, and visible on a page and on a card.
void TestRestyling::menusHaveAnEdge() {
    QFETCH(ColourMode, mode);
    theme().setMode(mode);
    QMenu menu(&window());
    menu.addAction("One");
    menu.ensurePolished();
    menu.resize(menu.sizeHint());
    const QImage image = menu.grab().toImage();
    const QColor edge = image.pixelColor(0, 0);
    const Colours& colours = theme().colours();
    for (const QColor& below : {colours.page, colours.panel})
        QVERIFY(std::abs(edge.lightness() - below.lightness()) >= 20);
    const int right = image.width() - 1, bottom = image.height() - 1;
    for (const QPoint& each : {QPoint(right / 2, 0), QPoint(right / 2, bottom), QPoint(0, bottom / 2),
                               QPoint(right, bottom / 2), QPoint(0, 0), QPoint(right, bottom)})
        QCOMPARE(image.pixelColor(each), edge);
    QCOMPARE(image.pixelColor(3, 3), theme().colours().panel);
}

LAB_WINDOW_TEST(TestRestyling)
#include "tst_restyling.moc"
