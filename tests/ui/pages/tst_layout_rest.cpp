// SPDX-License-Identifier: GPL-3.0-or-later
//
// A layout comes to rest: at no size of the window do a page and its scroll bars change each other for ever,
// which would keep a processor busy and answer input late.
#include "tests/support/lab_window.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"

using namespace lab;
using namespace lab::test;

namespace {

/// Counts the resize events and layout requests of every widget.
class Layouts : public QObject {
public:
    Layouts() { qApp->installEventFilter(this); }
    int count = 0;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest)
            ++count;
        return QObject::eventFilter(watched, event);
    }
};

/// How many layouts happened after the time in which all should have ended.
int restless(QWidget& window, QSize size) {
    window.resize(size);
    for (int i = 0; i < 12; ++i)
        QCoreApplication::processEvents();
    Layouts layouts;
    for (int i = 0; i < 4; ++i)
        QCoreApplication::processEvents();
    return layouts.count;
}

} // namespace

class TestLayoutRest : public WindowTest {
    Q_OBJECT

private slots:
    void atEverySize_data();
    void atEverySize();
};

void TestLayoutRest::atEverySize_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<QString>("page");
    for (const char* example : {"sky-is-blue", "two-heads-about-it"}) {
        for (const char* page : {"Explore", "Links", "Heads", "Compare", "Statistics"})
            QTest::addRow("%s, %s", example, page) << example << QStringLiteral("mode%1").arg(page);
    }
}

void TestLayoutRest::atEverySize() {
    QFETCH(QString, example);
    QFETCH(QString, page);
    LabWindow& w = window();
    w.controller().openExample(example);
    w.findChild<QAction*>(page)->trigger();
    w.selection().toggleInspected({StageId::weights, 0, 1, 1});
    QTest::qWait(50);
    const int step = is_exhaustive ? 10 : page == "modeExplore" ? 25 : 100;
    for (int width = 500; width <= 1700; width += 4 * step) {
        for (int height = 400; height <= 1000; height += step) {
            const int layouts = restless(w, {width, height});
            QVERIFY2(layouts == 0, qPrintable(QStringLiteral("%1 layouts at %2 × %3 without an end")
                                                  .arg(layouts)
                                                  .arg(width)
                                                  .arg(height)));
        }
    }
}

LAB_WINDOW_TEST(TestLayoutRest)
#include "tst_layout_rest.moc"
