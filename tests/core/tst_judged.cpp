// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers with a known mistake, right numbers in another arrangement, and numbers of which nothing is to be
// claimed, computed by NumPy and by nothing of this project: what is said of them. Each file of
// tests/data/judged has one of them a line, as JSON:
//
//   name, document (a name in documents.json), stage, and head, unless the numbers are of all heads;
//   numbers (of full precision) or text (as somebody pastes it);
//   verdict: as diagnosis_json() gives it, or "unclaimed": no mistake may be claimed;
//   arrangement: keys, in any order; mistakes: the keys of the claim that is to be named first;
//   mistakes_any: keys of mistakes that give the very same numbers, each of which may be named alone;
//   value, at, other: the value, stage and head of that claim's mistake.
#include "core/analysis/diagnosis/diagnosis_json.h"
#include "core/analysis/diagnosis/judge.h"
#include "core/io/experiment_json.h"
#include "core/io/file.h"
#include "core/io/matrix_text.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/golden.h"
#include "tests/support/mistaken.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <sstream>

using namespace lab;
using namespace lab::test;

namespace {

using JudgedJson = nlohmann::ordered_json;

const std::filesystem::path judged_folder = std::filesystem::path(LAB_TEST_DATA) / "judged";

std::string judged_file(const std::filesystem::path& path) {
    Result<std::string> text = read_file(path);
    if (!text)
        throw std::runtime_error(text.error().message());
    return std::move(text).value();
}

/// The rows of all files, by file and line.
std::vector<std::pair<std::string, JudgedJson>> judged_rows() {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(judged_folder)) {
        if (entry.path().extension() == ".jsonl")
            files.push_back(entry.path());
    }
    std::ranges::sort(files);
    std::vector<std::pair<std::string, JudgedJson>> rows;
    for (const std::filesystem::path& file : files) {
        std::istringstream lines(judged_file(file));
        for (std::string line; std::getline(lines, line);)
            rows.emplace_back(file.stem().string(), JudgedJson::parse(line));
    }
    return rows;
}

const Experiment& judged_document(const std::string& name) {
    static const JudgedJson documents = JudgedJson::parse(judged_file(judged_folder / "documents.json"));
    static std::map<std::string, Experiment> read;
    if (!read.contains(name)) {
        Result<Experiment> experiment = read_experiment(documents.at(name).dump());
        if (!experiment)
            throw std::runtime_error(name + ": " + experiment.error().message());
        read.emplace(name, std::move(experiment).value());
    }
    return read.at(name);
}

PrintedArray judged_numbers(const JudgedJson& row) {
    if (row.contains("text"))
        return read_printed_text(row.at("text").get<std::string>(), PastedNumbers::any).value();
    const JudgedJson& numbers = row.at("numbers");
    if (!numbers.at(0).at(0).is_array())
        return exactly(test::matrix_of(numbers));
    std::vector<Matrix> heads;
    for (const JudgedJson& each : numbers)
        heads.push_back(test::matrix_of(each));
    return exactly(heads);
}

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
    for (const auto& [file, row] : judged_rows())
        QTest::newRow((file + ": " + row.at("name").get<std::string>()).c_str())
            << QByteArray::fromStdString(row.dump());
}

void TestJudged::asNumPyHasIt() {
    QFETCH(const QByteArray, line);
    const JudgedJson row = JudgedJson::parse(line.toStdString());
    const Experiment& experiment = judged_document(row.at("document").get<std::string>());
    const std::optional<StageId> stage = stage_named(row.at("stage").get<std::string>());
    QVERIFY(stage.has_value());
    const auto diagnosis = judge(experiment, {*stage, row.value("head", HeadIndex{0})}, judged_numbers(row));
    QVERIFY(diagnosis.has_value());
    const JudgedJson answer = JudgedJson::parse(diagnosis_json(experiment, *diagnosis));
    QVERIFY2(is_as_expected(row, answer), ("said: " + answer.dump()).c_str());
}

LAB_APPLESS_TEST(TestJudged)
#include "tst_judged.moc"
