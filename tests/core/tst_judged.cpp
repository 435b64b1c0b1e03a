// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is said of the numbers in tests/data/judged, by the core.
#include "core/analysis/diagnosis/diagnosis.h"
#include "core/analysis/diagnosis/diagnosis_json.h"
#include "core/analysis/diagnosis/judge.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/judged_rows.h"
#include "tests/support/sample.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace lab;
using namespace lab::test;

namespace {

std::vector<std::string> sorted_keys(const JudgedJson& keys) {
    std::vector<std::string> all = keys.get<std::vector<std::string>>();
    std::ranges::sort(all);
    return all;
}

/// The kinds of the claim that is named first.
std::vector<std::string> first_claim(const JudgedJson& answer) {
    std::vector<std::string> kinds;
    if (!answer.at("mistakes").empty()) {
        for (const JudgedJson& each : answer.at("mistakes").at(0))
            kinds.push_back(each.at("kind").get<std::string>());
    }
    std::ranges::sort(kinds);
    return kinds;
}

/// Whether the value, stage and head of the mistake are those of the row, where it has them.
bool has_details_of(const JudgedJson& row, const JudgedJson& mistake) {
    if (row.contains("value")) {
        const double expected = row.at("value").get<double>();
        if (!mistake.contains("value") ||
            !(std::abs(mistake.at("value").get<double>() - expected) <= 1e-2 * std::abs(expected)))
            return false;
    }
    return (!row.contains("at") || (mistake.contains("stage") && mistake.at("stage") == row.at("at"))) &&
           (!row.contains("other") || (mistake.contains("head") && mistake.at("head") == row.at("other")));
}

bool is_as_expected(const JudgedJson& row, const JudgedJson& answer) {
    const std::string verdict = row.at("verdict").get<std::string>();
    const std::vector<std::string> kinds = first_claim(answer);
    if (verdict == "unclaimed")
        return kinds.empty() && answer.at("verdict") != "right" && answer.at("verdict") != "line";
    if (answer.at("verdict") != verdict ||
        (row.contains("arrangement") &&
         sorted_keys(answer.at("arrangement")) != sorted_keys(row.at("arrangement"))))
        return false;
    if (row.contains("mistakes_any")) {
        const std::vector<std::string> any = sorted_keys(row.at("mistakes_any"));
        if (kinds.size() != 1 || std::ranges::find(any, kinds.front()) == any.end())
            return false;
        return kinds.front() != row.at("mistakes_any").at(0).get<std::string>() ||
               has_details_of(row, answer.at("mistakes").at(0).at(0));
    }
    if (!row.contains("mistakes"))
        return true;
    return kinds == sorted_keys(row.at("mistakes")) && has_details_of(row, answer.at("mistakes").at(0).at(0));
}

/// Right within what float32 is off, which is a last resort.
bool is_float_noise(const Diagnosis& diagnosis) {
    return diagnosis.arrangement.back() == Arrangement::fewer_digits;
}

bool has_single_claim(const Diagnosis& diagnosis) {
    return !diagnosis.claims.empty() && diagnosis.claims.front().mistakes.size() == 1;
}

} // namespace

class TestJudged : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void asNumPyHasIt_data();
    void asNumPyHasIt();
    void whereTheStageIsUnknown_data();
    void whereTheStageIsUnknown();
};

void TestJudged::asNumPyHasIt_data() {
    QTest::addColumn<QByteArray>("line");
    for (const auto& [name, row] : judged_rows())
        QTest::newRow(name.c_str()) << QByteArray::fromStdString(row.dump());
}

void TestJudged::asNumPyHasIt() {
    QFETCH(const QByteArray, line);
    const JudgedJson row = JudgedJson::parse(line.toStdString());
    const JudgedRow judged = judged_row(row);
    const Experiment& experiment = judged.experiment;
    const auto diagnosis = judge(experiment, judged.asked, judged.given);
    QVERIFY(diagnosis.has_value());
    const JudgedJson answer = JudgedJson::parse(diagnosis_json(experiment, *diagnosis));
    QVERIFY2(is_as_expected(row, answer), ("said: " + answer.dump()).c_str());
}

void TestJudged::whereTheStageIsUnknown_data() {
    QTest::addColumn<QByteArray>("line");
    std::size_t index = 0;
    for (const auto& [name, row] : judged_rows()) {
        if (in_sample(index++, 1))
            QTest::newRow(name.c_str()) << QByteArray::fromStdString(row.dump());
    }
}

/// Numbers that are a stage's, right or with a single mistake, are a stage's where it is the question which.
void TestJudged::whereTheStageIsUnknown() {
    QFETCH(const QByteArray, line);
    const JudgedJson row = JudgedJson::parse(line.toStdString());
    const JudgedRow judged = judged_row(row);
    const auto diagnosis = judge(judged.experiment, judged.asked, judged.given);
    const auto found = what_is_this(judged.experiment, judged.given);
    const bool is_right = diagnosis->is_right && (!diagnosis->rough || !is_float_noise(*diagnosis));
    const auto agrees = [&](const Diagnosis& each) { return each.is_right || !is_right; };
    if (is_right || has_single_claim(*diagnosis))
        QVERIFY2(!found->as.empty(), "the stage was not recognised");
    QVERIFY(std::ranges::all_of(found->as, agrees));
    if (row.at("verdict") == "unclaimed")
        QVERIFY(std::ranges::all_of(found->as, &Diagnosis::is_right));
}

LAB_APPLESS_TEST(TestJudged)
#include "tst_judged.moc"
