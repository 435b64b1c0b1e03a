// SPDX-License-Identifier: GPL-3.0-or-later
//
// Formatting numbers for display and parsing typed ones.
#include "core/base/number_format.h"
#include "core/base/summary.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/random_experiments.h"
#include "tests/support/special_numbers.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <bit>
#include <clocale>
#include <cmath>
#include <limits>

using namespace lab;
using namespace lab::test;

namespace {
using Text = std::string;
} // namespace

class TestNumberFormat : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void shortestText_data();
    void shortestText();
    void shortestReadsBack();
    void changes();
    void displayed_data();
    void displayed();
    void briefText_data();
    void briefText();
    void writtenText_data();
    void writtenText();
    void decimals_data();
    void decimals();
    void rounding_data();
    void rounding();
    void roundingToDigits_data();
    void roundingToDigits();
    void read_data();
    void read();
};

void TestNumberFormat::shortestText_data() {
    QTest::addColumn<double>("value");
    QTest::addColumn<Text>("text");
    QTest::newRow("zero") << 0.0 << Text("0");
    QTest::newRow("negative zero") << -0.0 << Text("-0");
    QTest::newRow("tenth") << 0.1 << Text("0.1");
    QTest::newRow("third") << 1.0 / 3 << Text("0.3333333333333333");
    QTest::newRow("whole") << -12.0 << Text("-12");
    QTest::newRow("tiny") << 5e-324 << Text("5e-324");
    QTest::newRow("huge") << 1.7976931348623157e308 << Text("1.7976931348623157e+308");
    QTest::newRow("nan") << nan_value << Text("nan");
    QTest::newRow("negative nan") << std::copysign(nan_value, -1.0) << Text("nan");
    QTest::newRow("inf") << infinity << Text("inf");
    QTest::newRow("-inf") << -infinity << Text("-inf");
}

void TestNumberFormat::shortestText() {
    QFETCH(double, value);
    QFETCH(Text, text);
    QCOMPARE(shortest(value), text);
}

void TestNumberFormat::shortestReadsBack() {
    std::mt19937_64 bits(3);
    for (int round = 0; round < 20'000; ++round) {
        const double value = std::bit_cast<double>(bits());
        if (!std::isfinite(value))
            continue;
        const std::optional<double> back = read_typed_number(shortest(value));
        QVERIFY2(back && std::bit_cast<std::uint64_t>(*back) == std::bit_cast<std::uint64_t>(value),
                 shortest(value).c_str());
    }
}

/// With just enough decimals to distinguish the two values.
void TestNumberFormat::changes() {
    QCOMPARE(display_change(0.314, 0.5), std::string("0.31 → 0.50"));
    QCOMPARE(display_change(0.314, -0.0), std::string("0.31 → 0.00"));
    QCOMPARE(display_change(0.3141, 0.3149), std::string("0.314 → 0.315"));
    QCOMPARE(display_change(1, 1 + 1e-12), std::string("1 → 1.000000000001"));
    QCOMPARE(display_change(-std::numeric_limits<double>::infinity(), 0.5), std::string("−∞ → 0.50"));
}

void TestNumberFormat::displayed_data() {
    QTest::addColumn<double>("value");
    QTest::addColumn<int>("decimals");
    QTest::addColumn<Text>("text");
    QTest::newRow("rounded") << 0.12345 << 3 << Text("0.123");
    QTest::newRow("padded") << 0.5 << 4 << Text("0.5000");
    QTest::newRow("no decimals") << 12.7 << 0 << Text("13");
    QTest::newRow("minus sign") << -0.5 << 2 << Text("−0.50");
    QTest::newRow("negative zero") << -0.0 << 3 << Text("0.000");
    QTest::newRow("rounds to negative zero") << -0.0001 << 3 << Text("0.000");
    QTest::newRow("rounds to negative zero, no decimals") << -0.4 << 0 << Text("0");
    QTest::newRow("just not zero") << -0.0006 << 3 << Text("−0.001");
    QTest::newRow("below a million") << 999'999.4 << 1 << Text("999999.4");
    QTest::newRow("a million") << -1e6 << 3 << Text("−1.00e+06");
    QTest::newRow("huge, no decimals") << 1.7e308 << 0 << Text("1.7e+308");
    QTest::newRow("tiny") << 5e-324 << 3 << Text("0.000");
    QTest::newRow("nan") << nan_value << 3 << Text("NaN");
    QTest::newRow("inf") << infinity << 3 << Text("∞");
    QTest::newRow("-inf") << -infinity << 3 << Text("−∞");
}

void TestNumberFormat::displayed() {
    QFETCH(double, value);
    QFETCH(int, decimals);
    QFETCH(Text, text);
    QCOMPARE(display(value, decimals), text);
}

void TestNumberFormat::briefText_data() {
    QTest::addColumn<double>("value");
    QTest::addColumn<std::string>("text");
    QTest::newRow("zero") << 0.0 << std::string("0");
    QTest::newRow("negative zero") << -0.0 << std::string("0");
    QTest::newRow("short") << 0.25 << std::string("0.25");
    QTest::newRow("long") << 0.31745878921767784 << std::string("0.3174588");
    QTest::newRow("negative") << -1.5 << std::string("−1.5");
    QTest::newRow("large") << 1.0e12 << std::string("1e+12");
    QTest::newRow("small") << -1.5e-9 << std::string("−1.5e−09");
    QTest::newRow("hidden") << -HUGE_VAL << std::string("−∞");
    QTest::newRow("no number") << std::nan("") << std::string("NaN");
}

void TestNumberFormat::briefText() {
    QFETCH(double, value);
    QFETCH(std::string, text);
    QCOMPARE(brief(value), text);
}

void TestNumberFormat::writtenText_data() {
    QTest::addColumn<double>("value");
    QTest::addColumn<std::string>("text");
    QTest::newRow("zero") << 0.0 << std::string("0");
    QTest::newRow("ordinary") << 0.25 << std::string("0.25");
    QTest::newRow("ten thousandth") << 1e-4 << std::string("0.0001");
    QTest::newRow("small") << -1.5e-5 << std::string("−0.000015");
    QTest::newRow("a millionth") << 1e-6 << std::string("0.000001");
    QTest::newRow("seven digits") << 1.2345678e-6 << std::string("0.000001234568");
    QTest::newRow("smaller") << 1e-12 << std::string("10⁻¹²");
    QTest::newRow("a product") << -1.5e-9 << std::string("−1.5 × 10⁻⁹");
    QTest::newRow("rounded up to a power") << 9.99999999e-10 << std::string("10⁻⁹");
    QTest::newRow("smallest") << 5e-324 << std::string("4.940656 × 10⁻³²⁴");
    QTest::newRow("a million") << 1e6 << std::string("1000000");
    QTest::newRow("large") << 1e12 << std::string("10¹²");
    QTest::newRow("a large product") << -2.5e10 << std::string("−2.5 × 10¹⁰");
    QTest::newRow("hidden") << -HUGE_VAL << std::string("−∞");
}

void TestNumberFormat::writtenText() {
    QFETCH(double, value);
    QTEST(written(value), "text");
}

void TestNumberFormat::decimals_data() {
    QTest::addColumn<double>("largest");
    QTest::addColumn<int>("wanted");
    QTest::addColumn<int>("decimals");
    QTest::newRow("ordinary") << 1.5 << 3 << 3;
    QTest::newRow("all zero") << 0.0 << 3 << 3;
    QTest::newRow("just below ten") << 9.99 << 3 << 3;
    QTest::newRow("ten") << -10.0 << 3 << 2;
    QTest::newRow("hundreds") << 500.0 << 3 << 1;
    QTest::newRow("huge") << 1e300 << 3 << 1;
    QTest::newRow("nothing to take away") << 1e3 << 0 << 0;
    QTest::newRow("hundredth") << 0.01 << 3 << 3;
    QTest::newRow("below a hundredth") << 0.009 << 3 << 4;
    QTest::newRow("tiny") << 5e-324 << 3 << 7;
    QTest::newRow("infinite") << infinity << 3 << 3;
    QTest::newRow("nan") << nan_value << 2 << 2;
}

void TestNumberFormat::decimals() {
    QFETCH(double, largest);
    QFETCH(int, wanted);
    QFETCH(int, decimals);
    const auto decimals_of = [&](const Matrix& matrix) {
        return decimals_for(summarize(matrix).finite.magnitude(), wanted);
    };
    QCOMPARE(decimals_of(Matrix{{0.0, largest}, {largest / 2, 0.0}}), decimals);
    QCOMPARE(decimals_of(Matrix{{-infinity, largest}}), decimals);
    QCOMPARE(decimals_of(Matrix(0, 0)), wanted);
}

void TestNumberFormat::rounding_data() {
    QTest::addColumn<double>("value");
    QTest::addColumn<int>("decimals");
    QTest::addColumn<double>("expected");
    QTest::newRow("tenths that were added") << 0.1 + 0.2 << 9 << 0.3;
    QTest::newRow("down") << 0.12345 << 3 << 0.123;
    QTest::newRow("up") << -0.1236 << 3 << -0.124;
    QTest::newRow("halves go away from zero") << -2.5 << 0 << -3.0;
    QTest::newRow("to nothing") << 0.004 << 2 << 0.0;
    QTest::newRow("zero") << 0.0 << 400 << 0.0;
    QTest::newRow("hundreds") << 12345.0 << -2 << 12300.0;
    QTest::newRow("a power with no exact inverse") << 100'000.0 << -5 << 100'000.0;
    QTest::newRow("fewer digits than wanted") << 123456.7 << 9 << 123456.7;
    QTest::newRow("so large that it is whole") << 1.2345678901234567e17 << 3 << 1.2345678901234567e17;
    QTest::newRow("its units overflow") << 1.7e308 << 3 << 1.7e308;
    QTest::newRow("tiny") << 1.25e-300 << 301 << 1.3e-300;
    QTest::newRow("tinier than powers of ten") << 1.25e-310 << 313 << 1.25e-310;
    QTest::newRow("no such power") << 1.5 << -400 << 1.5;
    QTest::newRow("infinite") << -infinity << 2 << -infinity;
}

void TestNumberFormat::rounding() {
    QFETCH(double, value);
    QFETCH(int, decimals);
    QFETCH(double, expected);
    const double result = rounded(value, decimals);
    QVERIFY2(result == expected, shortest(result).c_str()); // QCOMPARE compares doubles only approximately
    QVERIFY(std::isnan(rounded(nan_value, decimals)));
}

void TestNumberFormat::roundingToDigits_data() {
    QTest::addColumn<double>("value");
    QTest::addColumn<int>("digits");
    QTest::addColumn<double>("expected");
    QTest::newRow("one digit") << 0.0347 << 1 << 0.03;
    QTest::newRow("hundreds") << 12345.0 << 3 << 12300.0;
    QTest::newRow("up to the next power of ten") << 0.99998 << 2 << 1.0;
    QTest::newRow("below 0") << -0.99998 << 1 << -1.0;
    QTest::newRow("far below 0") << -20.0001 << 4 << -20.0;
}

void TestNumberFormat::roundingToDigits() {
    QFETCH(double, value);
    QFETCH(int, digits);
    QFETCH(double, expected);
    const double result = rounded_to_digits(value, digits);
    QVERIFY2(result == expected, shortest(result).c_str());
}

void TestNumberFormat::read_data() {
    QTest::addColumn<std::optional<double>>("expected");
    const auto reads = [](const char* text, double value) { QTest::newRow(text) << std::optional(value); };
    reads("0", 0);
    reads("12", 12);
    reads("0.5", 0.5);
    reads(".5", 0.5);
    reads("5.", 5);
    reads("-0.5", -0.5);
    reads("\u22120.5", -0.5);
    reads("+0.5", 0.5);
    reads(" \t0.5\r\n", 0.5);
    reads("1e3", 1000);
    reads("1E-3", 0.001);
    reads("1e+3", 1000);
    reads("1e\u22123", 0.001);
    reads("0,5", 0.5);
    reads("-0,123", -0.123);
    reads("\u22120,123", -0.123);
    reads("1,5", 1.5);
    reads("1,2345", 1.2345);
    reads("1,5e3", 1500);
    reads(",5", 0.5);
    reads("5e-324", 5e-324);
    reads("1.7976931348623157e308", 1.7976931348623157e308);
    // "1,234" could mean 1234 or 1.234. Refusing is better than guessing.
    for (const char* text :
         {"1,234",     "-1,234",    "12,345", "1.234,5", "1,234.5", "1,2,3", "1,234,567", "5,",  ",",
          "1,e3",      "1,a",       "1 234",  "1'234",   "nan",     "NaN",   "-nan",      "inf", "+inf",
          "-infinity", "\u2212inf", "1e999",  "-1e999",  "1e-999",  "",      " ",         "abc", "1 2",
          "0x10",      "1e",        "e5",     "-",       "+",       "--1",   "+-1",       "-+1", "++1",
          "1-",        "1.2.3",     "½",      "١",       "1f",      "0.5%",  "\u00a01"})
        QTest::newRow(*text ? text : "empty") << std::optional<double>();
    QTest::newRow("a NUL") << std::optional<double>();
}

void TestNumberFormat::read() {
    QFETCH(std::optional<double>, expected);
    Text text = QTest::currentDataTag();
    if (text == "empty")
        text.clear();
    else if (text == "a NUL")
        text = Text("1\0", 2);
    QVERIFY(read_typed_number(text) == expected);
}

LAB_APPLESS_TEST(TestNumberFormat)
#include "tst_number_format.moc"
