// SPDX-License-Identifier: GPL-3.0-or-later
//
// A layout comes to rest: at no size of the window do a page and its scroll bars change each other for ever,
// which would keep a processor busy and answer input late.
#include "tests/support/lab_window.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"
#include "ui/window/all_pages.h"

using namespace lab;
using namespace lab::test;

namespace {

constexpr int most = 5000; // an endless loop gets there soon, a change of the size never

/// Counts the resize events and layout requests of every widget. Beyond `most` it swallows the requests, or
/// processEvents() would never return.
class Layouts : public QObject {
public:
    Layouts() { qApp->installEventFilter(this); }
    int count = 0;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        const bool request = event->type() == QEvent::LayoutRequest;
        if (request || event->type() == QEvent::Resize)
            ++count;
        return (request && count > most) || QObject::eventFilter(watched, event);
    }
};

/// How many layouts a new size of the window takes until nothing changes any more.
int layouts(QWidget& window, QSize size) {
    Layouts layouts;
    window.resize(size);
    for (int before = -1; before != layouts.count && layouts.count <= most;) {
        before = layouts.count;
        QCoreApplication::processEvents();
    }
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
        for (const PageInfo& each : allPages())
            QTest::addRow("%s, %s", example, each.name) << example << each.name;
    }
}

void TestLayoutRest::atEverySize() {
    QFETCH(QString, example);
    QFETCH(QString, page);
    LabWindow& w = window();
    w.controller().openExample(example);
    w.pages().open(page);
    w.selection().toggleInspected({StageId::weights, 0, 1, 1});
    QTest::qWait(50);
    const int step = is_exhaustive ? 10 : page == "pageExplore" ? 25 : 100;
    for (int width = 500; width <= 1700; width += 4 * step) {
        for (int height = 400; height <= 1000; height += step) {
            const int count = layouts(w, {width, height});
            QVERIFY2(
                count <= most,
                qPrintable(
                    QStringLiteral("%1 × %2 takes %3 layouts or more").arg(width).arg(height).arg(count)));
        }
    }
}

LAB_WINDOW_TEST(TestLayoutRest)
#include "tst_layout_rest.moc"
