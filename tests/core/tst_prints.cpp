// SPDX-License-Identifier: GPL-3.0-or-later
//
// What programs print, in tests/data/prints: each print-out is read to its digits, or refused with its place.
#include "core/io/matrix_text.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/print_outs.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QTest>

#include <algorithm>
#include <cstdlib>

using namespace lab;
using namespace lab::test;

class TestPrints : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void printOuts_data();
    void printOuts();
    void thereAreEnough();
};

namespace {

std::vector<PrintOut> all_print_outs() {
    std::vector<PrintOut> all;
    const QDir folder(QStringLiteral(LAB_TEST_DATA "/prints"));
    for (const QString& file : folder.entryList({QStringLiteral("*.prints")})) {
        for (PrintOut& each : print_outs_in(folder.filePath(file).toStdString()))
            all.push_back(std::move(each));
    }
    return all;
}

/// "0.25", "-inf" or "1/3".
double value_of(const std::string& number) {
    const std::size_t slash = number.find('/');
    const double above = std::strtod(number.substr(0, slash).c_str(), nullptr);
    return slash == std::string::npos ? above
                                      : above / std::strtod(number.substr(slash + 1).c_str(), nullptr);
}

std::string known_of(const PrintedArray& array) {
    return (array.heads > 0 ? std::to_string(array.heads) + " x " : "") + std::to_string(array.rows()) +
           " x " + std::to_string(array.columns()) + (array.has_labels ? " labels" : "") +
           (array.type ? " " + name_of(*array.type) : "") + (array.are_percentages ? " percentages" : "") +
           (array.token_columns ? " columns" : "");
}

} // namespace

void TestPrints::printOuts_data() {
    QTest::addColumn<PrintOut>("printed");
    for (const PrintOut& each : all_print_outs())
        QTest::newRow(each.name.c_str()) << each;
}

void TestPrints::printOuts() {
    QFETCH(PrintOut, printed);
    const Result<PrintedArray> read = read_printed_text(printed.text, PastedNumbers::any);
    if (printed.is_refused) {
        QVERIFY2(!read, printed.text.c_str());
        QCOMPARE(read.error().message().c_str(), printed.said.c_str());
        QVERIFY2(read.error().place.starts_with("line "), "its place");
        return;
    }
    QVERIFY2(read, (printed.text + (read ? "" : read.error().message())).c_str());
    QCOMPARE(known_of(read.value()).c_str(), printed.said.c_str());
    const Matrix& numbers = read.value().numbers;
    QCOMPARE(static_cast<std::size_t>(numbers.size()), printed.numbers.size());
    for (std::size_t i = 0; i < printed.numbers.size(); ++i) {
        const Index row = static_cast<Index>(i) / numbers.cols(),
                    column = static_cast<Index>(i) % numbers.cols();
        QVERIFY2(numbers(row, column) == value_of(printed.numbers[i]), printed.text.c_str());
    }
}

/// A folder that cannot be found has none.
void TestPrints::thereAreEnough() {
    const std::vector<PrintOut> all = all_print_outs();
    const auto refused = std::ranges::count_if(all, &PrintOut::is_refused);
    QVERIFY(refused >= 100);
    QVERIFY(std::ssize(all) - refused >= 300);
}

LAB_APPLESS_TEST(TestPrints)
#include "tst_prints.moc"
