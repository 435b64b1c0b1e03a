// SPDX-License-Identifier: GPL-3.0-or-later
//
// What somebody has answered: read from a document and written back, and judged anew.
#include "core/edits/random_parameters.h"
#include "core/edits/snapshots.h"
#include "core/engine/pipeline.h"
#include "core/experiment/parameter.h"
#include "core/io/experiment_json.h"
#include "core/lesson/lesson_report.h"
#include "core/lesson/step_numbers.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/lessons.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

using namespace lab;
using namespace lab::test;

namespace {

Experiment with_progress_json(const LessonJson& progress, Experiment document = lesson_document()) {
    LessonJson keys = document.unknown_keys ? *document.unknown_keys : LessonJson::object();
    keys["progress"] = progress;
    document.unknown_keys = std::make_shared<const LessonJson>(std::move(keys));
    return document;
}

/// The lesson's answers as a report in JSON, by the id of the question.
LessonJson answers_of(const LessonJson& progress) {
    const Experiment document = with_progress_json(progress);
    LessonJson answers;
    const LessonJson report =
        LessonJson::parse(report_json(lesson_report(document, read_progress(document).progress)));
    for (const LessonJson& step : report["steps"]) {
        for (const LessonJson& question : step["questions"])
            answers[question["id"].get<std::string>()] = question;
    }
    return answers;
}

LessonJson step_answers(const char* step, const char* answers) {
    return {{"steps", {{step, {{"answers", LessonJson::parse(answers)}}}}}};
}

LessonJson document_json(const Experiment& experiment) {
    return LessonJson::parse(write_experiment(experiment));
}

/// The scene of a step of the lesson.
Experiment scene_of(const char* id) {
    const Experiment document = lesson_document();
    for (const LessonStep& each : read_lesson(document).steps) {
        if (each.id == id)
            return *document.snapshots[each.snapshot].experiment;
    }
    return {};
}

std::vector<std::string> messages(const ReadProgress& read) {
    std::vector<std::string> all;
    for (const Error& each : read.ignored)
        all.push_back(each.message());
    return all;
}

} // namespace

class TestLessonProgress : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void comesBack();
    void keptInSnapshots();
    void nothing();
    void wrongEntries_data();
    void wrongEntries();
    void wrongEntriesAlone();
    void manyAnswers();
    void copyWithSnapshots();
    void judgedAnew();
    void notAnswered();
    void byTheCopy();
    void goalsOfTheCopy();
    void lockedCopy();
    void drawnParameters();
    void noNumberIsTold();
    void lines();
};

/// With its unknown keys, and nothing else of the document is changed.
void TestLessonProgress::comesBack() {
    Experiment copy = with_cell(scene_of("mask"), ParameterId::W_Q, 0, 0, 0.75);
    const LessonJson progress{
        {"student", "Ada"},
        {"seed", 18446744073709551615U},
        {"steps",
         {{"compare",
           {{"answers",
             {{"one-score", {{"given", {"0.5"}}, {"right", false}, {"seconds", 12.5}, {"x", 1}}}}}}},
          {"mask", {{"document", document_json(copy)}, {"y", 2}}}}},
        {"z", 3}};
    const Experiment document = with_progress_json(progress);
    const ReadProgress read = read_progress(document);
    QVERIFY(read.ignored.empty());
    QCOMPARE(read.progress.student, std::string("Ada"));
    QVERIFY(read.progress.seed == 18446744073709551615U);
    const AnswerRecord& record = read.progress.steps.at("compare").answers.at("one-score");
    QVERIFY(*record.given == LessonJson::array({"0.5"}) && record.right == false && !record.shown);
    QCOMPARE(record.seconds, 12.5);
    QCOMPARE(difference(*read.progress.steps.at("mask").document, copy).value_or(""), std::string());
    const Experiment again = with_progress(document, read.progress);
    QVERIFY(*again.unknown_keys == *document.unknown_keys);
    QCOMPARE(write_experiment(with_progress(again, {})), write_experiment(lesson_document()));
}

/// What a document is as a whole goes into no snapshot, and stays where one goes back to one.
void TestLessonProgress::keptInSnapshots() {
    const Experiment document = with_progress_json({{"student", "Ada"}});
    const Experiment more = with_snapshot(document);
    QVERIFY(!more.snapshots.back().experiment->unknown_keys);
    QVERIFY(has_same_numbers(document, *more.snapshots.back().experiment));
    const Experiment back = with_snapshot_restored(document, document.snapshots[2]);
    QVERIFY(*back.unknown_keys == *document.unknown_keys);
    QVERIFY(!has_same_numbers(document, back));
}

void TestLessonProgress::nothing() {
    QVERIFY(read_progress(lesson_document()).progress.steps.empty());
    QVERIFY(read_progress(Experiment()).ignored.empty());
}

void TestLessonProgress::wrongEntries_data() {
    QTest::addColumn<std::string>("progress");
    QTest::addColumn<std::string>("message");
    const auto row = [](const char* name, const char* progress, const char* message) {
        QTest::newRow(name) << std::string(progress) << std::string(message);
    };
    row("no object", "[]", "progress: an array of 0, expected an object");
    row("student", R"({"student": 5})", "progress.student: 5, expected a text");
    row("seed", R"({"seed": 0.5})", "progress.seed: 0.5, expected a whole number of 64 bits");
    row("steps", R"({"steps": []})", "progress.steps: an array of 0, expected an object");
    row("a step", R"({"steps": {"s": 1}})", "progress.steps[\"s\"]: 1, expected an object");
    row("answers", R"({"steps": {"s": {"answers": 1}}})",
        "progress.steps[\"s\"].answers: 1, expected an object");
    row("an answer", R"({"steps": {"s": {"answers": {"q": "yes"}}}})",
        "progress.steps[\"s\"].answers[\"q\"]: the text \"yes\", expected an object");
    row("given", R"({"steps": {"s": {"answers": {"q": {"given": 7}}}}})",
        "progress.steps[\"s\"].answers[\"q\"].given: 7, expected a list");
    row("right", R"({"steps": {"s": {"answers": {"q": {"right": "very"}}}}})",
        "progress.steps[\"s\"].answers[\"q\"].right: the text \"very\", expected true or false");
    row("shown", R"({"steps": {"s": {"answers": {"q": {"shown": 1}}}}})",
        "progress.steps[\"s\"].answers[\"q\"].shown: 1, expected true or false");
    row("seconds", R"({"steps": {"s": {"answers": {"q": {"seconds": []}}}}})",
        "progress.steps[\"s\"].answers[\"q\"].seconds: an array of 0, expected a number");
    row("copy", R"({"steps": {"s": {"document": {"format": "attention-lab", "version": 1}}}})",
        "progress.steps[\"s\"].document.sequence: nothing, expected");
    row("copy of another type", R"({"steps": {"s": {"document": 1}}})",
        "progress.steps[\"s\"].document.document: 1, expected an object");
}

/// Each is ignored, and said.
void TestLessonProgress::wrongEntries() {
    QFETCH(std::string, progress);
    QFETCH(std::string, message);
    const std::vector<std::string> said =
        messages(read_progress(with_progress_json(LessonJson::parse(progress))));
    QCOMPARE(said.size(), std::size_t{1});
    QVERIFY2(said.front().starts_with(message), said.front().c_str());
}

void TestLessonProgress::wrongEntriesAlone() {
    const LessonJson progress = LessonJson::parse(
        R"({"student": [], "steps": {"a": 1, "compare": {"document": 2, "answers": {"b": 3, "why-scale": {"given": [0]}}}}})");
    QCOMPARE(messages(read_progress(with_progress_json(progress))).size(), std::size_t{4});
    QVERIFY(answers_of(progress)["why-scale"]["right"] == true);
}

/// However many there are, each is read or said to be ignored.
void TestLessonProgress::manyAnswers() {
    constexpr int many = 20'000; // reading JSON looks each key up among all before it
    std::string text = "{";
    for (int i = 0; i < many; ++i)
        text += (i == 0 ? "\"" : ", \"") + std::to_string(i) + "\": {\"given\": [1], \"right\": 3}";
    LessonJson answers = LessonJson::parse(text + "}");
    const Experiment document =
        with_progress_json({{"steps", {{"compare", {{"answers", std::move(answers)}}}}}});
    const ReadProgress read = read_progress(document);
    QCOMPARE(read.ignored.size(), std::size_t{many});
    QCOMPARE(read.progress.steps.at("compare").answers.size(), std::size_t{many});
}

/// A step's own copy needs none; those that are there are no reason to ignore it.
void TestLessonProgress::copyWithSnapshots() {
    const Experiment document = lesson_document();
    const Experiment with_copy =
        with_progress_json({{"steps", {{"mask", {{"document", document_json(document)}}}}}});
    const ReadProgress read = read_progress(with_copy);
    QVERIFY(read.ignored.empty());
    Experiment copy = document;
    copy.snapshots.clear();
    QCOMPARE(difference(*read.progress.steps.at("mask").document, copy).value_or(""), std::string());
    LessonProgress progress;
    progress.steps["mask"].document = std::make_shared<const Experiment>(document);
    const Experiment written = with_progress(document, progress);
    QVERIFY(written.unknown_keys->at("progress").at("steps").at("mask").at("document") ==
            document_json(copy));
}

/// Whatever the file says of them.
void TestLessonProgress::judgedAnew() {
    const LessonJson answers = answers_of(step_answers(
        "compare",
        R"({"one-score": {"given": [0.7], "right": true}, "why-scale": {"given": [0], "right": false},
                       "the-weights": {"given": [[0.28, 0.36, 0.36], [0.32, 0.34, 0.34], [0.31, 0.34, 0.34]],
                                       "shown": true}})"));
    QVERIFY(answers["one-score"]["right"] == false && answers["one-score"]["given"] == LessonJson({0.7}));
    QVERIFY(answers["why-scale"]["right"] == true && answers["why-scale"]["shown"] == false);
    QVERIFY(answers["the-weights"]["right"] == true && answers["the-weights"]["shown"] == true);
    QVERIFY(answers["the-weights"]["kind"] == "matrix");
}

void TestLessonProgress::notAnswered() {
    const LessonJson none = answers_of(LessonJson::object());
    QCOMPARE(none.size(), std::size_t{9});
    for (const LessonJson& each : none)
        QVERIFY(each["given"].is_null() && each["right"].is_null() && each["shown"] == false);
    const LessonJson text =
        answers_of(step_answers("student", R"({"say": {"given": ["Because."], "right": true}})"));
    QVERIFY(text["say"]["right"].is_null() && text["say"]["given"] == LessonJson::array({"Because."}));
    const LessonJson odd = answers_of(step_answers("compare", R"({"why-scale": {"given": [9]}})"));
    QVERIFY(odd["why-scale"]["right"] == false);
}

/// Numbers are those of the step as it was edited.
void TestLessonProgress::byTheCopy() {
    const Experiment copy =
        with_cell(scene_of("student"), ParameterId::W_Q, 0, 0, 2); // everything is allowed
    LessonJson progress = step_answers("student", R"({"what": {"given": ["not_scaled"]}})");
    progress["steps"]["student"]["document"] = document_json(copy);
    QVERIFY(answers_of(progress)["what"]["right"] == true);
}

void TestLessonProgress::goalsOfTheCopy() {
    Experiment copy = scene_of("mask");
    LessonJson progress{{"steps", {{"mask", {{"document", document_json(copy)}}}}}};
    QVERIFY(answers_of(progress)["more"]["right"] == false);
    copy.projection.W_Q = share(Matrix(-40 * *copy.projection.W_Q));
    const bool is_reached = compute(copy).value().stage(StageId::weights)(2, 0) >= 0.4;
    QVERIFY(is_reached);
    progress["steps"]["mask"]["document"] = document_json(copy);
    const LessonJson reached = answers_of(progress);
    QVERIFY(reached["more"]["right"] == true && reached["more"]["given"].is_null());
}

/// A copy with numbers that the step locks is not judged by.
void TestLessonProgress::lockedCopy() {
    Experiment copy = scene_of("compare"); // which allows nothing
    copy.projection.W_Q = share(Matrix(Matrix::Zero(2, 2)));
    LessonJson progress = step_answers("compare", R"({"one-score": {"given": [0]}})");
    progress["steps"]["compare"]["document"] = document_json(copy);
    QVERIFY(answers_of(progress)["one-score"]["right"] == false);
    const Experiment document = with_progress_json(progress);
    const std::string report = report_lines(lesson_report(document, read_progress(document).progress));
    QVERIFY2(report.find(
                 "W_Q is locked in this step, but the copy in the file has another; judged by the scene") !=
                 std::string::npos,
             report.c_str());
}

/// With a seed, those that the scene has drawn are the student's own.
void TestLessonProgress::drawnParameters() {
    Experiment document = lesson_document();
    Experiment scene = scene_of("compare");
    scene.origin = std::make_shared<const LessonJson>(
        LessonJson::parse(R"({"W_Q": {"generator": "numpy", "seed": 1, "distribution": "normal"}})"));
    document.snapshots.front().experiment = std::make_shared<const Experiment>(scene);
    const Experiment renewed = with_new_numbers(scene, 7).value();
    const Question question = read_lesson(document).steps.front().ask.front();
    const CellRef& cell = question.cell;
    const double score = (*StepNumbers(renewed).stage(cell.stage, cell.head))(cell.row, cell.column);
    LessonJson progress = step_answers("compare", R"({"one-score": {"given": [0]}})");
    progress["steps"]["compare"]["answers"]["one-score"]["given"] = LessonJson::array({score});
    const auto reported = [&] {
        const Experiment of = with_progress_json(progress, document);
        return lesson_report(of, read_progress(of).progress).front();
    };
    const auto right = [&] { return reported().questions.front().right; };
    QCOMPARE(right(), std::optional(false));
    progress["seed"] = 7;
    QCOMPARE(right(), std::optional(true));
    progress["steps"]["compare"]["document"] = document_json(renewed);
    QVERIFY(right() == true && !reported().locked);
    Experiment other = renewed; // numbers that come from no seed
    other.projection.W_Q = share(Matrix(Matrix::Zero(2, 2)));
    progress["steps"]["compare"]["document"] = document_json(other);
    QVERIFY(right() == true && reported().locked);
}

/// Neither in lines nor in JSON, unless it was given.
void TestLessonProgress::noNumberIsTold() {
    const LessonJson progress = step_answers("compare", R"({"one-score": {"given": [0.7], "shown": true},
        "the-weights": {"given": [[0.28, 0.36, 0.36], [0.32, 0.9, 0.34], [0.31, 0.34, 0.34]]}})");
    const Experiment document = with_progress_json(progress);
    const auto report = lesson_report(document, read_progress(document).progress);
    for (const std::string& text : {report_lines(report), report_json(report)}) {
        QVERIFY2(text.find("0.085") == std::string::npos, text.c_str()); // the score
        QVERIFY2(text.find("0.3403") == std::string::npos && text.find("0.2801") == std::string::npos,
                 text.c_str());
    }
}

void TestLessonProgress::lines() {
    const LessonJson progress = step_answers("compare", R"({"one-score": {"given": ["0.7"], "shown": true},
        "why-scale": {"given": [0]}})");
    const Experiment document = with_progress_json(progress);
    const QString report =
        QString::fromStdString(report_lines(lesson_report(document, read_progress(document).progress)));
    const QString begin = "1 Compare\n"
                          "  1 number: wrong, shown: [\"0.7\"]\n"
                          "    0.7 is not right for “blue” → “sky”\n"
                          "    One digit alone does not show what went wrong; go through the formula of the "
                          "scores step by step\n"
                          "  2 matrix: not answered\n"
                          "  3 choice: right: [0]\n"
                          "2 Mask\n";
    QCOMPARE(report.left(begin.size()), begin);
}

LAB_APPLESS_TEST(TestLessonProgress)
#include "tst_lesson_progress.moc"
