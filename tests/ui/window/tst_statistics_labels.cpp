// SPDX-License-Identifier: GPL-3.0-or-later
//
// The labels in the plots of page Statistics, in the window and presented.
#include "tests/support/present_test.h"
#include "tests/support/test_program.h"
#include "ui/pages/statistics/statistics_page.h"
#include "ui/plots/statistics/statistics_plot.h"
#include "ui/window/page_stack.h"

#include <algorithm>
#include <cmath>

using namespace lab;
using namespace lab::test;

namespace {

double distance(const QRectF& text, QPointF dot) {
    const double x = std::max({text.left() - dot.x(), dot.x() - text.right(), 0.0});
    const double y = std::max({text.top() - dot.y(), dot.y() - text.bottom(), 0.0});
    return std::hypot(x, y);
}

bool crosses(const QLineF& line, const QRectF& place) {
    constexpr int samples = 200;
    for (int i = 0; i <= samples; ++i) {
        if (place.contains(line.pointAt(static_cast<double>(i) / samples)))
            return true;
    }
    return false;
}

} // namespace

class TestStatisticsLabels : public PresentTest {
    Q_OBJECT

private slots:
    void coverNothing_data();
    void coverNothing();
};

void TestStatisticsLabels::coverNothing_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("count");
    QTest::addColumn<bool>("presents");
    for (const QSize size : {QSize(800, 600), QSize(1280, 720), QSize(1920, 1080)}) {
        for (const int count : {3, 6, 12, 24, 60}) {
            for (const bool presents : {false, true})
                QTest::addRow("%d words, %d wide, %s", count, size.width(),
                              presents ? "presenting" : "window")
                    << size << count << presents;
        }
    }
}

/// Labels lie among the axes, next to what they belong to, and cover neither curves nor dots nor each other.
void TestStatisticsLabels::coverNothing() {
    QFETCH(QSize, size);
    QFETCH(int, count);
    QFETCH(bool, presents);
    const Experiment experiment = presentedWords(24);
    const QStringList all = QString::fromStdString(experiment.sequence.text).split(' ');
    QStringList words;
    for (int i = 0; i < count; ++i)
        words += all[i % all.size()];
    openWindow(presents ? QSize(1440, 900) : size).document().replace(experiment, {});
    window().document().setText(words.join(' '));
    window().press_key(Qt::Key_6, Qt::ControlModifier);
    if (presents) {
        present();
        setScreen(size);
    }
    auto& plot = window().pages().get<StatisticsPage>().plot();
    QTRY_VERIFY_WITH_TIMEOUT(plot.content().study, 60000);
    for (int part = 0; part < (presents ? 3 : 1); ++part) {
        QCoreApplication::processEvents();
        plot.grab(); // positions are known after painting
        window().press_key(Qt::Key_PageDown);
    }
    const StatisticsCharts& charts = plot.drawing().charts();
    int left = 0;
    for (int panel = 0; panel < StatisticsCharts::panels; ++panel) {
        const QRectF area = charts.plotArea(panel);
        QVERIFY(area.width() > 50 && area.height() > 50);
        const auto numbers = charts.ownNumbers(panel);
        const auto names = charts.curveNames(panel, numbers);
        QCOMPARE(names.size(), std::size_t(2));
        QVERIFY(panel > 0 || numbers.size() == 2);
        std::vector<QRectF> places;
        for (const auto& each : numbers) {
            left += each.place.isEmpty() ? 1 : 0;
            if (each.place.isEmpty())
                continue;
            places.push_back(each.place);
            QVERIFY2(distance(each.place, each.dot) <= theme().px(24), qPrintable(each.text));
        }
        for (const auto& each : names)
            places.push_back(each.place);
        for (std::size_t i = 0; i < places.size(); ++i) {
            const QByteArray at = QByteArray::number(panel) + ' ' + QByteArray::number(qlonglong(i));
            QVERIFY2(area.contains(places[i]), at);
            for (std::size_t j = 0; j < i; ++j)
                QVERIFY2(!places[i].intersects(places[j]), at);
            for (const QLineF& line : charts.curveLines(panel))
                QVERIFY2(!crosses(line, places[i]), at);
            for (const auto& each : numbers)
                QVERIFY2(distance(places[i], each.dot) >= theme().px(3), at);
        }
    }
    QVERIFY2(left <= 1, qPrintable(QString::number(left)));
}

LAB_WINDOW_TEST(TestStatisticsLabels)
#include "tst_statistics_labels.moc"
