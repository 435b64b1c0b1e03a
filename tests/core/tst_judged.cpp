// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is said of the numbers in tests/data/judged, by the core.
#include "core/analysis/diagnosis/diagnosis_json.h"
#include "core/analysis/diagnosis/judge.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/judged_rows.h"
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

} // namespace

class TestJudged : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void asNumPyHasIt_data();
    void asNumPyHasIt();
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

LAB_APPLESS_TEST(TestJudged)
#include "tst_judged.moc"
