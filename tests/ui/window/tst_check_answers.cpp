// SPDX-License-Identifier: GPL-3.0-or-later
//
// What *Check my numbers* says of numbers is what the command line says of them.
#include "core/analysis/diagnosis/diagnosis_words.h"
#include "core/analysis/diagnosis/judge.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/judged_rows.h"
#include "tests/support/test_program.h"
#include "ui/window/check/check_answer.h"

#include <QTest>

using namespace lab;
using namespace lab::test;

class TestCheckAnswers : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void asTheCommandLine_data();
    void asTheCommandLine();
};

void TestCheckAnswers::asTheCommandLine_data() {
    QTest::addColumn<QByteArray>("line");
    for (const auto& [name, row] : judged_rows())
        QTest::newRow(name.c_str()) << QByteArray::fromStdString(row.dump());
}

/// The same lines, counted from 1 and as the document shows rows and columns; "right" is said with how many.
void TestCheckAnswers::asTheCommandLine() {
    QFETCH(const QByteArray, line);
    const JudgedRow row = judged_row(JudgedJson::parse(line.toStdString()));
    const auto filled = std::vector<bool>(static_cast<std::size_t>(row.given.numbers.size()), true);
    const auto answer = checkAnswer({row.experiment, row.asked, row.given, filled}, {});
    const auto diagnosis = judge(row.experiment, row.asked, row.given);
    QVERIFY(answer && diagnosis);
    QCOMPARE(answer->verdict == CheckAnswer::Verdict::right, diagnosis->is_right);
    const std::vector<Said> said =
        diagnosis_words(row.experiment, *diagnosis, naming_in_window(row.experiment));
    if (diagnosis->is_right) {
        const QString arrangement = QString::fromStdString(text_of(said.front())).section("; ", 1);
        QVERIFY2(answer->sentence.startsWith(diagnosis->hidden_rows.empty() ? "Right: " : "Right; ") &&
                     answer->sentence.endsWith(arrangement.isEmpty() ? "." : "; " + arrangement + "."),
                 qPrintable(answer->sentence));
        return;
    }
    const QStringList lines = QStringList(answer->sentence) + answer->more;
    QVERIFY(lines.size() >= static_cast<qsizetype>(said.size()));
    for (std::size_t i = 0; i < said.size(); ++i)
        QCOMPARE(lines[static_cast<qsizetype>(i)], QString::fromStdString(text_of(said[i])) + ".");
}

LAB_APPLESS_TEST(TestCheckAnswers)
#include "tst_check_answers.moc"
