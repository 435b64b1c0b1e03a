// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lessons: what steps and questions say, what is wrong with them, and that nothing of them is lost.
#include "core/edits/snapshots.h"
#include "core/experiment/parameter.h"
#include "core/io/experiment_json.h"
#include "core/io/file.h"
#include "core/lesson/lesson_step.h"
#include "core/lesson/list_depth.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/lessons.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace lab;
using namespace lab::test;

namespace {

/// The faults of a lesson, by the numbers, too, one a line.
std::string faults_of(const Experiment& document) {
    ReadLesson lesson = read_lesson(document);
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        const Experiment& experiment = *document.snapshots[lesson.steps[i].snapshot].experiment;
        for (LessonFault& each : check_numbers(experiment, lesson.steps[i], i))
            lesson.faults.push_back(std::move(each));
    }
    std::string lines;
    for (const LessonFault& each : lesson.faults)
        lines += text_of(each) + '\n';
    return lines;
}

/// A document whose only step has this `lesson`.
Experiment with_step(LessonJson lesson) {
    return with_steps({std::move(lesson)});
}

/// A step with one question, which has an id and a text unless it says otherwise.
LessonJson asking(const char* question) {
    LessonJson asked = LessonJson::parse(question);
    if (asked.is_object() && !asked.contains("id"))
        asked["id"] = "q";
    if (asked.is_object() && !asked.contains("text"))
        asked["text"] = "?";
    return {{"id", "s"}, {"ask", LessonJson::array({std::move(asked)})}};
}

} // namespace

class TestLessons : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void everyKind();
    void keptWhileOthersAreEdited();
    void noLesson();
    void questionFaults_data();
    void questionFaults();
    void stepFaults_data();
    void stepFaults();
    void identityFaults();
    void sameIds();
    void longTexts();
    void listDepth_data();
    void listDepth();
    void covered();
    void hostile_data();
    void hostile();
};

void TestLessons::everyKind() {
    const Experiment document = lesson_document();
    const ReadLesson lesson = read_lesson(document);
    QCOMPARE(faults_of(document), std::string());
    QCOMPARE(lesson.identity.id, std::string("abcdefghijklmnop"));
    QCOMPARE(lesson.identity.author, std::string("A. Teacher"));
    QCOMPARE(lesson.steps.size(), std::size_t{3});
    const LessonStep &compare = lesson.steps[0], &mask = lesson.steps[1], &student = lesson.steps[2];
    QCOMPARE(mask.snapshot, std::size_t{2}); // the second snapshot is no step
    QCOMPARE(compare.notes, std::string("Ask who has seen it before."));
    QVERIFY(compare.show == std::vector({StageId::queries, StageId::keys, StageId::scores}));
    QVERIFY(compare.allow && compare.allow->empty());
    QVERIFY(mask.allow == std::vector<std::string>({"W_Q", "mask"}) && !mask.show && !student.allow);
    QCOMPARE(mask.hint, std::string("Look at the first row."));

    const Question& number = compare.ask[0];
    QVERIFY(number.kind == QuestionKind::number && number.cell == (CellRef{StageId::scores, 0, 2, 0}));
    QCOMPARE(number.hint, std::string("Multiply and add."));
    QCOMPARE(number.why, std::string("It is $q_3 \\cdot k_1$."));
    QVERIFY(!number.tolerance);
    QVERIFY(compare.ask[1].kind == QuestionKind::matrix && compare.ask[1].cell.stage == StageId::weights);
    QVERIFY(compare.ask[2].choices[0].right && !compare.ask[2].choices[1].right);
    QVERIFY(mask.ask[0].rule == CellRule::largest_of_row && mask.ask[1].rule == CellRule::hidden);
    QVERIFY(mask.ask[2].rule == CellRule::place && mask.ask[2].cell.row == 2);
    QVERIFY(mask.ask[3].kind == QuestionKind::goal && mask.ask[3].condition.at_least == 0.4);
    QVERIFY(student.ask[0].mistake == MistakeKind::not_scaled && student.ask[0].mistakes.size() == 3);
    QVERIFY(student.ask[1].kind == QuestionKind::text);
}

/// Nothing of a lesson is lost or changed by reading, editing and writing, and nothing at all without an
/// edit.
void TestLessons::keptWhileOthersAreEdited() {
    const std::string text = read_file(lesson_path()).value();
    const Experiment document = lesson_document();
    QCOMPARE(write_experiment(document), text);
    Experiment edited = with_cell(document, ParameterId::W_Q, 0, 0, 0.5);
    edited = with_snapshot_renamed(edited, 2, "Another name").value();
    edited = with_snapshot_updated(edited, 0, edited.snapshots[0].experiment->view);
    const LessonJson before = LessonJson::parse(text), after = LessonJson::parse(write_experiment(edited));
    QVERIFY(before != after);
    QVERIFY(before["lesson"] == after["lesson"]);
    for (std::size_t i = 0; i < before["snapshots"].size(); ++i)
        QCOMPARE(after["snapshots"][i].value("lesson", LessonJson()).dump(),
                 before["snapshots"][i].value("lesson", LessonJson()).dump());
}

void TestLessons::noLesson() {
    QVERIFY(read_lesson(with_steps({})).steps.empty());
    QCOMPARE(faults_of(with_steps({})), std::string());
}

void TestLessons::questionFaults_data() {
    QTest::addColumn<std::string>("question");
    QTest::addColumn<std::string>("fault");
    const auto row = [](const char* name, const char* question, const char* fault) {
        QTest::newRow(name) << std::string(question) << std::string(fault);
    };
    row("no object", R"([1, 2])", "it is an array of 2; write an object with “id”, “kind” and “text”");
    row("no id", R"({"id": "", "kind": "text"})", "it has no “id”; write a text");
    row("id of another type", R"({"id": 7, "kind": "text"})", "“id” is 7; write a text");
    row("the id of its step", R"({"id": "s", "kind": "text"})",
        "its id \"s\" is also that of step 1; write another");
    row("no kind", R"({})", "it has no “kind”; write number, matrix, choice, cell, goal, mistake, text");
    row("unknown kind", R"({"kind": "essay"})", "“kind” is the text \"essay\"; write one of number, ");
    row("text of another type", R"({"kind": "text", "text": false})", "“text” is false; write a text");
    row("covers", R"({"kind": "text", "covers": ["nonsense"]})",
        "“covers” has the text \"nonsense\", which is no stage");
    row("covers what is not there", R"({"kind": "text", "covers": ["dropped_weights"]})",
        "“covers” names the stage dropped_weights, which is not computed in this scene");
    row("covers a row that is not there", R"({"kind": "text", "covers": [{"stage": "weights", "row": 9}]})",
        "“row” is 9, but the stage has 3 rows");
    row("tolerance", R"({"kind": "matrix", "stage": "weights", "tolerance": -1})",
        "“tolerance” is -1; write a number from 0");
    row("no stage", R"({"kind": "matrix"})", "it has no “stage”; write the name of one");
    row("unknown stage", R"({"kind": "matrix", "stage": "wits"})",
        "“stage” has the text \"wits\", which is no stage; write one of inputs, ");
    row("stage not computed", R"({"kind": "matrix", "stage": "dropped_weights"})",
        "its document does not compute the stage dropped_weights; ask for another one");
    row("head outside", R"({"kind": "matrix", "stage": "weights", "head": 1})",
        "“head” is 1, but the stage has 1 head, which count from 0");
    row("no row", R"({"kind": "number", "stage": "weights", "column": 0})", "it has no “row”; write where");
    row("row outside", R"({"kind": "number", "stage": "weights", "row": 3, "column": 0})",
        "“row” is 3, but the stage has 3 rows, which count from 0");
    row("huge row", R"({"kind": "number", "stage": "weights", "row": 18446744073709551615, "column": 0})",
        "“row” is 18446744073709551615, but the stage has 3 rows");
    row("negative column", R"({"kind": "number", "stage": "weights", "row": 0, "column": -1})",
        "“column” is -1; write a whole number from 0");
    row("half a column", R"({"kind": "goal", "stage": "queries", "row": 0, "column": 0.5, "at_least": 9})",
        "“column” is 0.5; write a whole number from 0");
    row("no options", R"({"kind": "choice"})", "it has no “options”");
    row("empty options", R"({"kind": "choice", "options": []})", "“options” is an empty list");
    row("no right option", R"({"kind": "choice", "options": [{"text": "a"}, {"text": "b", "right": false}]})",
        "no option has “right”: true");
    row("option of another type", R"({"kind": "choice", "options": ["a"]})", "option 1 is the text \"a\"");
    row("option without a text", R"({"kind": "choice", "options": [{"right": true}]})",
        "option 1 has no text");
    row("right of another type",
        R"({"kind": "choice", "options": [{"text": "a", "right": 1}, {"text": "b", "right": true}]})",
        "“right” is 1; write true or false");
    row("no rule", R"({"kind": "cell", "stage": "weights"})", "nothing says which cell is right");
    row("two rules", R"({"kind": "cell", "stage": "weights", "largest_of_row": true, "row": 0, "column": 0})",
        "it says in several ways which cell is right");
    row("hidden features", R"({"kind": "cell", "stage": "queries", "hidden": true})",
        "no cell of the stage queries is hidden");
    row("nothing hidden", R"({"kind": "cell", "stage": "weights", "hidden": true})",
        "no cell is what is asked for");
    row("no condition", R"({"kind": "goal", "stage": "weights", "row": 0, "column": 0})",
        "nothing says what the goal is");
    row("empty range",
        R"({"kind": "goal", "stage": "weights", "row": 0, "column": 0, "at_least": 1, "at_most": 0})",
        "“at_least” is above “at_most”");
    row("holds already", R"({"kind": "goal", "stage": "weights", "row": 0, "column": 0, "at_least": 0.1})",
        "the goal holds already when the step begins");
    row("unknown mistake",
        R"({"kind": "mistake", "stage": "weights", "mistake": "haste", "options": ["haste"]})",
        "“mistake” has the text \"haste\", which is no mistake");
    row("unknown option",
        R"({"kind": "mistake", "stage": "weights", "mistake": "not_scaled", "options": [3]})",
        "“options” has 3, which is no mistake");
    row("not offered",
        R"({"kind": "mistake", "stage": "weights", "mistake": "not_scaled", "options": ["transposed"]})",
        "“options” lacks the mistake that was made, not_scaled; add it");
    row("impossible mistake",
        R"({"kind": "mistake", "stage": "weights", "mistake": "without_mask", "options": ["without_mask"]})",
        "the mistake without mask cannot be made here, or changes nothing in the stage weights");
    row("mistakes alike",
        R"({"kind": "mistake", "stage": "weights", "mistake": "scaled_by_d_k", "options": ["scaled_by_d_k", "scaled_twice"]})",
        "the mistakes “The scores are divided by d_k = 2: divide by √d_k = 1.4142” and “");
    row("mistake further on",
        R"({"kind": "mistake", "stage": "scores", "mistake": "not_scaled", "options": ["not_scaled"]})",
        "the mistake not scaled cannot be made here, or changes nothing in the stage scores");
}

/// Each is one sentence, which names the question as shown and says what to do, and marks it.
void TestLessons::questionFaults() {
    QFETCH(std::string, question);
    QFETCH(std::string, fault);
    const Experiment document = with_step(asking(question.c_str()));
    const std::string faults = faults_of(document);
    QVERIFY2(faults.starts_with("Step 1, question 1: " + fault), faults.c_str());
    QCOMPARE(std::ranges::count(faults, '\n'), 1);
    LessonStep step = read_lesson(document).steps.front();
    (void)check_numbers(*document.snapshots.front().experiment, step, 0);
    QVERIFY(step.ask.front().is_faulty);
    QVERIFY(!asked_numbers(*document.snapshots.front().experiment, step.ask.front()));
}

void TestLessons::stepFaults_data() {
    QTest::addColumn<std::string>("lesson");
    QTest::addColumn<std::string>("fault");
    const auto row = [](const char* name, const char* lesson, const char* fault) {
        QTest::newRow(name) << std::string(lesson) << std::string(fault);
    };
    row("no object", "[]", "“lesson” is an array of 0; write an object");
    row("no id", "{}", "it has no “id”");
    row("text", R"({"id": "s", "text": 3})", "“text” is 3; write a text");
    row("notes", R"({"id": "s", "notes": {}})", "“notes” is an object; write a text");
    row("show", R"({"id": "s", "show": "scores"})", "“show” is the text \"scores\"; write a list of stages");
    row("unknown stage", R"({"id": "s", "show": ["scores", "wits"]})",
        "“show” has the text \"wits\", which is no stage");
    row("stage not computed", R"({"id": "s", "show": ["source_inputs"]})",
        "“show” has the stage source_inputs, which its document does not compute; take it out");
    row("allow", R"({"id": "s", "allow": true})", "“allow” is true; write a list of names");
    row("unknown name", R"({"id": "s", "allow": ["W_Q", "W_Z"]})",
        "“allow” has the text \"W_Z\", which is no name; write one of E, X, ");
    row("ask", R"({"id": "s", "ask": {}})", "“ask” is an object; write a list of questions");
    row("nested lists", R"({"id": "s", "text": "- - - - - - - - - a"})",
        "the lists in “text” are nested more than 8 deep; make them flatter");
}

void TestLessons::stepFaults() {
    QFETCH(std::string, lesson);
    QFETCH(std::string, fault);
    const std::string faults = faults_of(with_step(LessonJson::parse(lesson)));
    QVERIFY2(faults.starts_with("Step 1: " + fault), faults.c_str());
    QCOMPARE(std::ranges::count(faults, '\n'), 1);
}

void TestLessons::identityFaults() {
    QCOMPARE(faults_of(with_steps({}, "none")),
             std::string("The lesson: “lesson” is the text \"none\"; write an object\n"));
    QCOMPARE(faults_of(with_steps({}, {{"id", 3}})), std::string("The lesson: “id” is 3; write a text\n"));
}

/// An id is that of the first that has it, of whatever step.
void TestLessons::sameIds() {
    LessonJson first = asking(R"({"kind": "text"})"), second = asking(R"({"kind": "text"})");
    second["id"] = "t";
    QCOMPARE(faults_of(with_steps({first, second})),
             std::string(
                 "Step 2, question 1: its id \"q\" is also that of step 1, question 1; write another one\n"));
    second["ask"] = LessonJson::array();
    second["id"] = "s";
    const Experiment document = with_steps({first, second});
    QCOMPARE(faults_of(document),
             std::string("Step 2: its id \"s\" is also that of step 1; write another one\n"));
    QCOMPARE(read_lesson(document).steps[1].id, std::string());
}

void TestLessons::longTexts() {
    const std::string most(most_lesson_text, 'a');
    LessonJson lesson{{"id", "s"}, {"text", most}, {"notes", most + most}};
    QCOMPARE(faults_of(with_step(lesson)), std::string());
    lesson["text"] = most + 'a';
    QCOMPARE(
        faults_of(with_step(lesson)),
        std::string("Step 1: “text” has 20,001 bytes; 20,000 are the most: shorten it, or divide it among "
                    "several steps\n"));
}

void TestLessons::listDepth_data() {
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::size_t>("depth");
    const auto row = [](const char* name, const char* text, std::size_t depth) {
        QTest::newRow(name) << std::string(text) << depth;
    };
    row("nothing", "", 0);
    row("a paragraph", "one - two\n-5 degrees\n2.5 litres", 0);
    row("one", "- a\n- b\n* c", 1);
    row("nested", "- a\n  - b\n    - c\n- d\n  - e", 3);
    row("numbered", "1. a\n   1) b\n2. c", 2);
    row("not far enough", "1. a\n  - b", 1);
    row("on one line", "- - 1. a", 3);
    row("in a quote", "> - a\n>   - b", 2);
    row("lines across the page", "- - -\n* * *\n---", 0);
    row("code", "```\n- a\n  - b\n```\n- c", 1);
    row("code with another fence in it", "~~~\n```\n~~~\n- - c", 2);
    row("code in an item", "- ```\n  - - c\n  ```\n- - d", 2);
    row("code that ends with its item", "- - ```\n    - - - - c\n- - - d", 3);
    row("code that ends with the item before", "- a\n  ```\n- - b", 2);
    row("no code", "``` a`b\n- - c", 2);
    row("other line breaks", "- a\r  - b\r\n    - c", 3);
    row("an empty item", "-\n-", 1);
    row("goes on at the margin", "- a\nb\n  - c", 2);
}

void TestLessons::listDepth() {
    QFETCH(std::string, text);
    QFETCH(std::size_t, depth);
    QCOMPARE(list_depth(text), depth);
}

void TestLessons::covered() {
    const Experiment document = lesson_document();
    const LessonStep step = read_lesson(document).steps.front();
    const Experiment& experiment = *document.snapshots.front().experiment;
    QVERIFY(asked_numbers(experiment, step.ask[0]) == (StageBlock{StageId::scores, 0, {2, 0, 1, 1}}));
    QVERIFY(asked_numbers(experiment, step.ask[1]) == (StageBlock{StageId::weights, 0, {0, 0, 3, 3}}));
    QVERIFY(!asked_numbers(experiment, step.ask[2]));
    // What else would tell an answer, of any kind.
    const Experiment more = with_step(asking(
        R"({"kind": "choice", "options": [{"text": "a", "right": true}],
            "covers": ["weights", {"stage": "scores", "row": 1}, {"stage": "head_outputs", "column": 0}]})"));
    QCOMPARE(faults_of(more), std::string());
    const Question asked = read_lesson(more).steps.front().ask.front();
    const std::vector<StageBlock> covered = covered_by(*more.snapshots.front().experiment, asked);
    QVERIFY(covered == (std::vector<StageBlock>{{StageId::weights, 0, {0, 0, 3, 3}},
                                                {StageId::scores, 0, {1, 0, 1, 3}},
                                                {StageId::head_outputs, 0, {0, 0, 3, 1}}}));
}

void TestLessons::hostile_data() {
    QTest::addColumn<std::function<std::vector<LessonJson>()>>("steps");
    QTest::addColumn<std::string>("first");
    using Steps = std::function<std::vector<LessonJson>()>;
    const auto row = [](const char* name, Steps steps, const char* first) {
        QTest::newRow(name) << std::move(steps) << std::string(first);
    };
    constexpr std::size_t many = 100'000;
    row(
        "many steps",
        [] {
            return std::vector<LessonJson>(many, {{"id", "s"}});
        },
        "Step 2: its id \"s\" is also");
    row(
        "many questions",
        [] {
            return std::vector<LessonJson>{{{"id", "s"}, {"ask", std::vector<int>(many, 1)}}};
        },
        "Step 1, question 1: it is 1; write an object");
    row(
        "long text",
        [] {
            return std::vector<LessonJson>{{{"id", "s"}, {"text", std::string(50'000'000, '-')}}};
        },
        "Step 1: “text” has 50,000,000 bytes; 20,000 are the most");
    row(
        "long id",
        [] {
            return std::vector<LessonJson>{{{"id", std::string(50'000'000, 'x')}}};
        },
        "Step 1: “id” has 50,000,000 bytes; 200 are the most");
    row(
        "long kind",
        [] {
            return std::vector<LessonJson>{
                {{"id", "s"},
                 {"ask", {{{"id", "q"}, {"text", "?"}, {"kind", std::string(50'000'000, 'x')}}}}}};
        },
        "Step 1, question 1: “kind” is the text \"xxx");
    row(
        "many names",
        [] {
            return std::vector<LessonJson>{{{"id", "s"}, {"allow", std::vector<int>(many, 1)}}};
        },
        "Step 1: “allow” has 1, which is no name");
    row(
        "many options",
        [] {
            return std::vector<LessonJson>{
                {{"id", "s"},
                 {"ask",
                  {{{"id", "q"},
                    {"text", "?"},
                    {"kind", "choice"},
                    {"options", std::vector<LessonJson>(many, LessonJson::object())}}}}}};
        },
        "Step 1, question 1: option 1 has no text");
}

/// In short lines.
void TestLessons::hostile() {
    QFETCH(std::function<std::vector<LessonJson>()>, steps);
    QFETCH(std::string, first);
    const Experiment document = with_steps(steps());
    const ReadLesson lesson = read_lesson(document);
    const std::string line = text_of(lesson.faults.front());
    QVERIFY2(line.starts_with(first), line.c_str());
    QVERIFY(std::ranges::all_of(lesson.faults,
                                [](const LessonFault& each) { return text_of(each).size() < 600; }));
}

LAB_APPLESS_TEST(TestLessons)
#include "tst_lessons.moc"
