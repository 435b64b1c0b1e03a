// SPDX-License-Identifier: GPL-3.0-or-later
//
// The number field and the logarithmic slider on their own.
#include "tests/support/fatal_messages.h"
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/look/theme.h"
#include "ui/widgets/log_slider.h"
#include "ui/widgets/number_field.h"

#include <QApplication>
#include <QLocale>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace lab;
using namespace lab::test;

namespace {

void turn_wheel(QWidget& widget, int eighths) {
    const QPointF middle = QRectF(widget.rect()).center();
    QWheelEvent event(middle, widget.mapToGlobal(middle), {}, {0, eighths}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(&widget, &event);
}

QString above_zero(double number) {
    return number > 0 ? QString() : QStringLiteral("above 0");
}

QString whole(double number) {
    return number == std::floor(number) && number >= 1 ? QString() : QStringLiteral("whole");
}

} // namespace

class TestNumberField : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void typed_data();
    void typed();
    void leavingApplies();
    void leavingRefused();
    void escape();
    void untouchedKeepsItsDigits();
    void otherNumbersWhileTyping();
    void steps_data();
    void steps();
    void wheel();
    void sliderNumbers_data();
    void sliderNumbers();
    void sliderByHand();
    void sliderByKeys();
    void sliderLetGo();
    void sliderDetent_data();
    void sliderDetent();
    void sliderLength();

private:
    /// A focused field with that rule and number.
    NumberField& field(double number, NumberField::Rule rule = {});
    LogSlider& slider(double number);
    template<typename T>
    T& shown(T* widget);

    Theme m_theme;
    std::unique_ptr<QWidget> m_window;
    QLineEdit* m_other = nullptr;
};

void TestNumberField::init() {
    make_messages_fatal();
    QLocale::setDefault(QLocale(QLocale::German)); // must not affect parsing
}

void TestNumberField::cleanup() {
    QLocale::setDefault(QLocale::c());
    m_window.reset();
}

template<typename T>
T& TestNumberField::shown(T* widget) {
    m_window = std::make_unique<QWidget>();
    m_window->resize(300, 100);
    m_other = new QLineEdit(m_window.get());
    m_other->move(0, 60);
    widget->setParent(m_window.get());
    widget->resize(widget->sizeHint());
    m_window->show();
    if (!QTest::qWaitForWindowActive(m_window.get()))
        qWarning("the window does not become active");
    widget->setFocus();
    return *widget;
}

NumberField& TestNumberField::field(double number, NumberField::Rule rule) {
    auto* field = new NumberField(m_theme, std::move(rule));
    field->setNumber(number);
    return shown(field);
}

LogSlider& TestNumberField::slider(double number) {
    auto* slider = new LogSlider(m_theme, -1, 1);
    slider->setNumber(number);
    return shown(slider);
}

void TestNumberField::typed_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("expected");
    QTest::addColumn<QString>("reason");
    QTest::newRow("a point") << "0.25" << 0.25 << "";
    QTest::newRow("a decimal comma") << "0,25" << 0.25 << "";
    QTest::newRow("a real minus sign") << QString::fromUtf8("−3") << -3.0 << "negative";
    QTest::newRow("an exponent") << " 1e-3 " << 1e-3 << "";
    QTest::newRow("0") << "0" << 0.0 << "above 0";
    QTest::newRow("a word") << "warm" << 0.0 << "warm";
    QTest::newRow("nan") << "nan" << 0.0 << "nan";
    QTest::newRow("too large") << "1e999" << 0.0 << "1e999";
    QTest::newRow("two numbers") << "1.234,5" << 0.0 << "two numbers";
    QTest::newRow("nothing") << " " << 0.0 << "Enter a number";
}

void TestNumberField::typed() {
    QFETCH(QString, text);
    QFETCH(double, expected);
    QFETCH(QString, reason);
    NumberField& f = field(2, {reason == "negative" ? nullptr : above_zero, 0, 5});
    const bool good = reason.isEmpty() || reason == "negative";
    QSignalSpy entered(&f, &NumberField::entered);
    QSignalSpy refused(&f, &NumberField::refused);
    type_letters(f, text);
    QTest::keyClick(&f, Qt::Key_Return);
    QCOMPARE(entered.size(), good ? 1 : 0);
    QCOMPARE(refused.size(), good ? 0 : 1);
    QCOMPARE(f.number(), good ? expected : 2.0);
    if (good) {
        QCOMPARE(entered[0][0].toDouble(), expected);
        QTest::keyClick(&f, Qt::Key_Return); // no change, no signal
        QCOMPARE(entered.size(), 1);
        return;
    }
    // The text stays for correction and is marked as an error.
    QVERIFY2(refused[0][0].toString().contains(reason), qPrintable(refused[0][0].toString()));
    QCOMPARE(f.text(), text);
    QCOMPARE(f.palette().color(QPalette::Text), m_theme.colours().error);
    QCOMPARE(f.toolTip(), refused[0][0].toString());
    QTest::keyClick(&f, Qt::Key_End);
    type_letters(f, "1");
    QVERIFY(f.palette().color(QPalette::Text) != m_theme.colours().error);
    QVERIFY(f.toolTip().isEmpty());
}

void TestNumberField::leavingApplies() {
    NumberField& f = field(2);
    QSignalSpy entered(&f, &NumberField::entered);
    type_letters(f, "0.5");
    QCOMPARE(entered.size(), 0);
    m_other->setFocus();
    QCOMPARE(entered.size(), 1);
    QCOMPARE(f.number(), 0.5);
}

void TestNumberField::leavingRefused() {
    NumberField& f = field(2);
    QSignalSpy entered(&f, &NumberField::entered);
    QSignalSpy refused(&f, &NumberField::refused);
    type_letters(f, "x");
    m_other->setFocus();
    QCOMPARE(entered.size(), 0);
    QCOMPARE(refused.size(), 1);
    QCOMPARE(f.text(), QStringLiteral("2"));
    QVERIFY(f.palette().color(QPalette::Text) != m_theme.colours().error);
}

void TestNumberField::escape() {
    NumberField& f = field(2);
    QSignalSpy entered(&f, &NumberField::entered);
    type_letters(f, "0.5");
    QTest::keyClick(&f, Qt::Key_Escape);
    QCOMPARE(f.text(), QStringLiteral("2"));
    m_other->setFocus();
    QCOMPARE(entered.size(), 0);
}

void TestNumberField::untouchedKeepsItsDigits() {
    const double third = 1.0 / 3;
    NumberField& f = field(third);
    QSignalSpy entered(&f, &NumberField::entered);
    QVERIFY(f.text().size() < 12);
    QTest::keyClick(&f, Qt::Key_Return);
    m_other->setFocus();
    QCOMPARE(entered.size(), 0);
    QCOMPARE(f.number(), third);
}

void TestNumberField::otherNumbersWhileTyping() {
    NumberField& f = field(2);
    type_letters(f, "7");
    f.setNumber(2); // some other change
    QCOMPARE(f.text(), QStringLiteral("7"));
    f.setNumber(3);
    QCOMPARE(f.text(), QStringLiteral("3"));
}

void TestNumberField::steps_data() {
    QTest::addColumn<double>("from");
    QTest::addColumn<int>("key");
    QTest::addColumn<int>("rule"); // 0: any number, 1: positive, 2: integer
    QTest::addColumn<double>("expected");
    QTest::newRow("up from 1") << 1.0 << int(Qt::Key_Up) << 1 << 1.1;
    QTest::newRow("down from 1") << 1.0 << int(Qt::Key_Down) << 1 << 0.9;
    QTest::newRow("down from 0.9") << 0.9 << int(Qt::Key_Down) << 1 << 0.89;
    QTest::newRow("down from 0.001") << 0.001 << int(Qt::Key_Down) << 1 << 0.0009;
    QTest::newRow("a large number") << 10000.0 << int(Qt::Key_Up) << 1 << 11000.0;
    QTest::newRow("up from 0") << 0.0 << int(Qt::Key_Up) << 0 << 0.1;
    QTest::newRow("a negative number") << -0.5 << int(Qt::Key_Down) << 0 << -0.51;
    QTest::newRow("a whole number") << 3.0 << int(Qt::Key_Down) << 2 << 2.0;
    QTest::newRow("the largest stays") << 1.75e308 << int(Qt::Key_Up) << 1 << 1.75e308;
    QTest::newRow("the smallest stays") << 1.0 << int(Qt::Key_Down) << 2 << 1.0;
}

void TestNumberField::steps() {
    QFETCH(double, from);
    QFETCH(int, key);
    QFETCH(int, rule);
    QFETCH(double, expected);
    NumberField& f = field(from, rule == 2   ? NumberField::Rule{whole, 1, 3}
                                 : rule == 1 ? NumberField::Rule{above_zero, 0, 5}
                                             : NumberField::Rule{});
    QSignalSpy entered(&f, &NumberField::entered);
    QTest::keyClick(&f, Qt::Key(key));
    QCOMPARE(f.number(), expected);
    QCOMPARE(entered.size(), from == expected ? 0 : 1);
}

void TestNumberField::wheel() {
    NumberField& f = field(3, {whole, 1, 3});
    turn_wheel(f, 120);
    QCOMPARE(f.number(), 4.0);
    turn_wheel(f, -60); // half a notch
    QCOMPARE(f.number(), 4.0);
    turn_wheel(f, -60);
    QCOMPARE(f.number(), 3.0);
    m_other->setFocus();
    turn_wheel(f, 120); // without focus the wheel scrolls the page
    QCOMPARE(f.number(), 3.0);
}

void TestNumberField::sliderNumbers_data() {
    QTest::addColumn<double>("number");
    QTest::addColumn<double>("shown");
    QTest::newRow("the middle") << 1.0 << 1.0;
    QTest::newRow("the lower end") << 0.1 << 0.1;
    QTest::newRow("the upper end") << 10.0 << 10.0;
    QTest::newRow("beyond the ends") << 1000.0 << 10.0;
    QTest::newRow("tiny") << 1e-300 << 0.1;
    QTest::newRow("between") << 0.5 << 0.501;
}

void TestNumberField::sliderNumbers() {
    QFETCH(double, number);
    QFETCH(double, shown);
    LogSlider& s = slider(1);
    QSignalSpy stepped(&s, &LogSlider::stepped);
    s.setNumber(number);
    QCOMPARE(s.number(), shown);
    QCOMPARE(stepped.size(), 0);
}

void TestNumberField::sliderByHand() {
    LogSlider& s = slider(1);
    QSignalSpy dragged(&s, &LogSlider::dragged);
    QSignalSpy dropped(&s, &LogSlider::dropped);
    QSignalSpy stepped(&s, &LogSlider::stepped);
    const QPoint middle = s.rect().center();
    QTest::mouseClick(&s, Qt::LeftButton, {}, middle); // on the handle: no change
    QCOMPARE(dragged.size() + dropped.size(), 0);
    QTest::mousePress(&s, Qt::LeftButton, {}, middle);
    QTest::mouseMove(&s, QPoint(s.width() + 50, middle.y()));
    QCOMPARE(s.number(), 10.0);
    QTest::mouseMove(&s, QPoint(-50, middle.y()));
    QCOMPARE(s.number(), 0.1);
    QTest::mouseRelease(&s, Qt::LeftButton, {}, QPoint(-50, middle.y()));
    QCOMPARE(dragged.size(), 2);
    QCOMPARE(dropped.size(), 1);
    QCOMPARE(stepped.size(), 0);
    QTest::mouseClick(&s, Qt::LeftButton, {}, middle); // outside the handle, which moves there
    QVERIFY(std::abs(s.number() - 1) < 0.1);
    QCOMPARE(dropped.size(), 2);
}

void TestNumberField::sliderByKeys() {
    LogSlider& s = slider(1);
    QSignalSpy stepped(&s, &LogSlider::stepped);
    QTest::keyClick(&s, Qt::Key_Right);
    QCOMPARE(stepped.size(), 1);
    QCOMPARE(stepped[0][0].toDouble(), 1.05);
    QTest::keyClick(&s, Qt::Key_Home);
    QCOMPARE(s.number(), 0.1);
    turn_wheel(s, 120); // the wheel scrolls the page
    QCOMPARE(s.number(), 0.1);
}

void TestNumberField::sliderLetGo() {
    LogSlider& s = slider(1);
    QSignalSpy dragged(&s, &LogSlider::dragged);
    QSignalSpy dropped(&s, &LogSlider::dropped);
    QSignalSpy cancelled(&s, &LogSlider::cancelled);
    const QPoint middle = s.rect().center();
    QTest::mousePress(&s, Qt::LeftButton, {}, middle);
    QTest::mouseMove(&s, QPoint(s.width(), middle.y()));
    QTest::keyClick(&s, Qt::Key_Escape);
    QCOMPARE(cancelled.size(), 1);
    QTest::mouseMove(&s, QPoint(0, middle.y())); // still pressed, but the drag has been cancelled
    QTest::mouseRelease(&s, Qt::LeftButton, {}, QPoint(0, middle.y()));
    QCOMPARE(dragged.size(), 1);
    QCOMPARE(dropped.size(), 0);
}

void TestNumberField::sliderDetent_data() {
    QTest::addColumn<int>("length");
    QTest::newRow("short") << 56;
    QTest::newRow("long") << 170;
    QTest::newRow("very long") << 400;
}

/// A drag stops at the detent from either side, and can also stop beside it. Keys reach every step.
void TestNumberField::sliderDetent() {
    QFETCH(int, length);
    LogSlider& s = slider(0.2);
    s.setDetent(1);
    s.resize(length, s.height());
    const double inner = length - m_theme.px(14) - 2; // the way of the handle
    const auto x = [&](double steps) { return m_theme.px(14) / 2.0 + 1 + (steps + 50) / 100 * inner; };
    const int y = s.height() / 2;
    QTest::mousePress(&s, Qt::LeftButton, {}, QPoint(qRound(x(-49)), y));
    const double grab = qRound(x(-49)) - x(s.value()); // where the handle was taken, if it was
    const double off = std::abs(grab) > m_theme.px(14) / 2.0 ? 0 : grab;
    std::vector<int> stops;
    for (double place = x(-50); place <= x(50); place += 1) {
        QTest::mouseMove(&s, QPoint(qRound(place + off), y));
        stops.push_back(s.value());
    }
    QTest::mouseRelease(&s, Qt::LeftButton, {}, QPoint(qRound(x(50)), y));
    QVERIFY(std::ranges::is_sorted(stops));
    const auto atDetent = std::ranges::count(stops, 0);
    const auto elsewhere = std::ranges::count(stops, stops[stops.size() / 4]);
    QVERIFY2(atDetent >= 3 * elsewhere, qPrintable(QString::number(atDetent)));
    QVERIFY(double(atDetent) <= std::min(2 * 5 + 2.0, 2 * 3.5 * inner / 100 + 2)); // gently
    s.setNumber(0.8);
    for (int step = s.value(); step < 5; ++step) {
        QCOMPARE(s.value(), step);
        QTest::keyClick(&s, Qt::Key_Right);
    }
    // The tick is seen above the handle that stands on it.
    s.setNumber(1);
    const QImage on = s.grab().toImage();
    s.setNumber(10);
    const QImage off1 = s.grab().toImage();
    const QPoint tick(qRound(x(0)) - 1, s.height() / 2 - m_theme.px(8));
    QCOMPARE(on.pixelColor(tick), off1.pixelColor(tick));
    QVERIFY(off1.pixelColor(tick) != off1.pixelColor(tick + QPoint(m_theme.px(12), 0)));
}

void TestNumberField::sliderLength() {
    LogSlider& s = slider(1);
    const QSize least = s.minimumSizeHint();
    QCOMPARE(s.sizeHint(), least);
    s.setLength(170);
    QCOMPARE(s.sizeHint(), QSize(m_theme.px(170), least.height()));
    QCOMPARE(s.minimumSizeHint(), least);
}

LAB_WINDOW_TEST(TestNumberField)
#include "tst_number_field.moc"
