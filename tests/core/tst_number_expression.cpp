// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers typed as arithmetic.
#include "core/base/number_format.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <numbers>

using namespace lab;
using namespace lab::test;

class TestNumberExpression : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void values_data();
    void values();
    void errors_data();
    void errors();
    void depth();
};

void TestNumberExpression::values_data() {
    QTest::addColumn<double>("expected");
    const auto row = [](const char* text, double value) { QTest::newRow(text) << value; };
    // What read_typed_number() reads is read in the same way.
    row("0,5", 0.5);
    row(" \u22120.25\n", -0.25);
    row("+1e3", 1000);
    row("0.498596*2", 0.498596 * 2);
    row("sqrt(2)/3", std::sqrt(2.0) / 3);
    row("1+2*3", 7);
    row("(1+2)*3", 9);
    row("7-2-1", 4);
    row("8/2/2", 2);
    row("8/2*4", 16);
    row("2^3^2", 512);
    row("2**3", 8);
    row("2*2**3*2", 32);
    row("-2^2", -4);
    row("(-2)^2", 4);
    row("2^-2", 0.25);
    row("2*-3", -6);
    row("2 - -3", 5);
    row("2\u2212\u22123", 5);
    row("1/+4", 0.25);
    row("2 × 3 · 4", 24);
    row("√(16)", 4);
    row("exp(1)-e", std::exp(1.0) - std::numbers::e);
    row("log(e^2)", std::log(std::pow(std::numbers::e, 2)));
    row("2*pi", 2 * std::numbers::pi);
    row("π", std::numbers::pi);
    row("1e-3*1E+3", 1);
    row("((.5))", 0.5);
    row("1/sqrt( 4 ) ", 0.5);
    row("1e300*1e-300", 1e300 * 1e-300);
}

void TestNumberExpression::values() {
    QFETCH(double, expected);
    const Result<double> read = read_number_expression(QTest::currentDataTag());
    QVERIFY2(bool(read), read ? "" : read.error().message().c_str());
    QCOMPARE(read.value(), expected);
}

void TestNumberExpression::errors_data() {
    QTest::addColumn<QString>("message");
    const auto row = [](const char* text, const char* message) {
        QTest::newRow(*text ? text : "empty") << QString::fromUtf8(message);
    };
    row("", "character 1: the end of the text, expected a number");
    row("2*/3", "character 3: \"/\", expected a number");
    row("2\u2212*3", "character 3: \"*\", expected a number");
    row("2*", "character 3: the end of the text, expected a number");
    row("--1", "character 2: \"-\", expected a number");
    row("(1+2", "character 5: the end of the text, expected an operator or \")\"");
    row("1+2)", "character 4: \")\", expected an operator or the end");
    row("()", "character 2: \")\", expected a number");
    row("1 2", "character 3: \"2\", expected an operator or the end");
    row("2pi", "character 2: \"p\", expected an operator or the end");
    row("1.2.3", "character 4: \".\", expected an operator or the end");
    row("0x10", "character 2: \"x\", expected an operator or the end");
    row("1,5*2", "character 2: \",\", expected a decimal point");
    row("1,234", "character 2: \",\", expected a decimal point");
    row("2*.", "character 3: \".\", expected a number");
    row("2*cos(1)", "character 3: \"cos\", expected a number, sqrt, exp, log, pi or e");
    row("nan", "character 1: \"nan\", expected a number, sqrt, exp, log, pi or e");
    row("1+inf", "character 3: \"inf\", expected a number, sqrt, exp, log, pi or e");
    row("sqrt 2", "character 6: \"2\", expected \"(\"");
    row("1e999", "character 1: \"1e999\", expected a number from 4.9e-324 to 1.8e308");
    row("1/0", "character 2: a value that is not a finite number");
    row("1 + 1/(2-2)", "character 6: a value that is not a finite number");
    row("sqrt(-1)", "character 1: a value that is not a finite number");
    row("2*log(0)", "character 3: a value that is not a finite number");
    row("exp(1000)-1", "character 1: a value that is not a finite number");
    row("10^400", "character 3: a value that is not a finite number");
    row("(-8)^(1/3)", "character 5: a value that is not a finite number");
    row("1e308*10", "character 6: a value that is not a finite number");
    row("½*2", "character 1: \"½\", expected a number");
}

void TestNumberExpression::errors() {
    QFETCH(QString, message);
    const QByteArray text = qstrcmp(QTest::currentDataTag(), "empty") == 0 ? "" : QTest::currentDataTag();
    const Result<double> read = read_number_expression(text.toStdString());
    QVERIFY(!read);
    QCOMPARE(QString::fromStdString(read.error().message()), message);
}

/// A pasted text cannot exhaust the stack.
void TestNumberExpression::depth() {
    QCOMPARE(read_number_expression(std::string(60, '(') + "1" + std::string(60, ')')).value(), 1.0);
    for (const std::string& deep : {std::string(100000, '('), [] {
                                        std::string towers;
                                        for (int i = 0; i < 100000; ++i)
                                            towers += "1^";
                                        return towers + "1";
                                    }()}) {
        const Result<double> read = read_number_expression(deep);
        QVERIFY(!read);
        QCOMPARE(read.error().found, std::string("too many levels"));
    }
}

LAB_APPLESS_TEST(TestNumberExpression)
#include "tst_number_expression.moc"
