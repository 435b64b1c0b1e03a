// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every control on every page can be hit and reached: it is 24 points large or stands that far from the next
// (WCAG 2.2, 2.5.8), Tab comes to it, and what has the keyboard looks different from what has not.
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/window/all_pages.h"

#include <QAbstractSlider>
#include <QAction>
#include <QLabel>

#include <cmath>
#include <set>

using namespace lab;
using namespace lab::test;

namespace {

constexpr double leastTarget = 24; // points

/// What is said of a widget when a test fails.
QString nameOf(const QWidget& widget) {
    const auto* button = qobject_cast<const QAbstractButton*>(&widget);
    return QStringLiteral("%1 “%2” %3×%4 in %5")
        .arg(widget.metaObject()->className(),
             button && !button->text().isEmpty() ? button->text() : widget.accessibleName())
        .arg(widget.width())
        .arg(widget.height())
        .arg(widget.parentWidget()->metaObject()->className());
}

/// What is not scrolled or cut away of a widget, in the coordinates of the window.
QRect seen(const QWidget& widget) {
    QRect rect = widget.rect();
    for (const QWidget* each = &widget; !each->isWindow(); each = each->parentWidget())
        rect = rect.translated(each->pos()) & each->parentWidget()->rect();
    return rect;
}

std::vector<QWidget*> controlsIn(QWidget& window) {
    std::vector<QWidget*> controls;
    for (QWidget* each : window.findChildren<QWidget*>()) {
        const bool isControl = qobject_cast<QAbstractButton*>(each) || qobject_cast<QLineEdit*>(each) ||
                               qobject_cast<QAbstractSlider*>(each);
        const bool isBar = each->inherits("QScrollBar");
        if (isControl && !isBar && each->isVisible() && each->isEnabled() && !seen(*each).isEmpty())
            controls.push_back(each);
    }
    return controls;
}

double distance(QPointF point, const QRect& rect) {
    const double across = std::max({rect.left() - point.x(), point.x() - rect.right() - 1, 0.0});
    const double down = std::max({rect.top() - point.y(), point.y() - rect.bottom() - 1, 0.0});
    return std::hypot(across, down);
}

} // namespace

class TestReach : public WindowTest {
    Q_OBJECT

private slots:
    void targets_data();
    void targets();
    void focusIsSeen_data();
    void focusIsSeen();

private:
    static void pages();
};

void TestReach::pages() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<QString>("page");
    QTest::addColumn<QSize>("size");
    for (const PageInfo& page : allPages()) {
        QTest::addRow("%s", page.name) << "two-heads" << QString(page.name) << QSize(1600, 1000);
        QTest::addRow("%s, small", page.name) << "sky-is-blue" << QString(page.name) << QSize(1024, 700);
    }
}

void TestReach::targets_data() {
    pages();
}

void TestReach::targets() {
    QFETCH(QString, example);
    QFETCH(QString, page);
    QFETCH(QSize, size);
    LabWindow& w = openWindow(size);
    w.controller().openExample(example);
    QVERIFY2(w.pages().open(page), qPrintable(page));
    QTest::qWait(50);
    const std::vector<QWidget*> controls = controlsIn(w);
    for (const QWidget* each : controls) {
        if (each->width() >= leastTarget && each->height() >= leastTarget)
            continue;
        const QRectF whole = QRectF(each->rect()).translated(each->mapTo(&w, QPoint()));
        for (const QWidget* other : controls) {
            if (other == each || each->isAncestorOf(other) || other->isAncestorOf(each))
                continue;
            const bool isSmall = other->width() < leastTarget || other->height() < leastTarget;
            const QRectF its = QRectF(other->rect()).translated(other->mapTo(&w, QPoint()));
            const double apart = isSmall ? QLineF(whole.center(), its.center()).length() - leastTarget / 2
                                         : distance(whole.center(), seen(*other));
            QVERIFY2(apart >= leastTarget / 2,
                     qPrintable(nameOf(*each) + " beside " + nameOf(*other) + QString(": %1").arg(apart)));
        }
    }
}

void TestReach::focusIsSeen_data() {
    pages();
}

/// By Tab alone, once round the window.
void TestReach::focusIsSeen() {
    QFETCH(QString, example);
    QFETCH(QString, page);
    QFETCH(QSize, size);
    LabWindow& w = openWindow(size);
    w.controller().openExample(example);
    QVERIFY2(w.pages().open(page), qPrintable(page));
    QTest::qWait(50);
    std::set<QWidget*> visited;
    const QWidget* first = nullptr;
    constexpr int most = 1000;
    for (int i = 0; i < most; ++i) {
        w.press_key(Qt::Key_Tab);
        QWidget* here = w.focusWidget();
        QVERIFY(here);
        if (here == first)
            break;
        first = first ? first : here;
        visited.insert(here); // more than once where Tab goes through links
        QVERIFY2(!seen(*here).isEmpty(), qPrintable("out of sight: " + nameOf(*here)));
        const QRect around = seen(*here).adjusted(-6, -6, 6, 6);
        const QImage with = w.grab(around).toImage();
        here->clearFocus();
        const QImage without = w.grab(around).toImage();
        here->setFocus(Qt::TabFocusReason);
        QVERIFY2(with != without, qPrintable("looks the same: " + nameOf(*here)));
    }
    for (QWidget* each : controlsIn(w)) {
        const bool isOne = (each->focusPolicy() & Qt::TabFocus) != 0;
        QVERIFY2(!isOne || visited.contains(each), qPrintable("not reached: " + nameOf(*each)));
    }
}

LAB_WINDOW_TEST(TestReach)
#include "tst_reach.moc"
