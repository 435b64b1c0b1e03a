// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edits of a lesson: each changes what it means, and nothing else.
#include "core/lesson/lesson_edits.h"
#include "core/lesson/lesson_faults.h"
#include "tests/support/lessons.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace lab;
using namespace lab::test;

class TestLessonEdits : public QObject {
    Q_OBJECT

private slots:
    void idsAreMadeOnce();
    void onlyWhatIsMeant();
    void whatCannotBeRead();
    void faults();
};

namespace {

/// "a", "b", …: each call another one.
MakeId countedIds() {
    return [next = 'a']() mutable { return std::string(1, next++); };
}

const LessonJson& lessonIn(const JsonPtr& keys) {
    return keys->at("lesson");
}

} // namespace

void TestLessonEdits::idsAreMadeOnce() {
    const Experiment plain =
        with_steps({{{"id", "a"}, {"ask", LessonJson::array({{{"id", "c"}, {"kind", "text"}}})}}, nullptr});
    const Experiment once = with_question(plain, 1, {{"kind", "text"}}, countedIds());
    // The document, the step and the question get one each, and none that is there already.
    QCOMPARE(lessonIn(once.unknown_keys).dump(), std::string(R"({"id":"b"})"));
    QVERIFY(lessonIn(once.snapshots[1].unknown_keys)["id"] == LessonJson("d"));
    QCOMPARE(once.snapshots[0].unknown_keys, plain.snapshots[0].unknown_keys);
    const Experiment twice = with_question(once, 1, {{"kind", "text"}}, [] { return "z"; });
    QVERIFY(lessonIn(twice.unknown_keys) == lessonIn(once.unknown_keys));
    QVERIFY((lessonIn(twice.snapshots[1].unknown_keys)["ask"][0]) ==
            (lessonIn(once.snapshots[1].unknown_keys)["ask"][0]));
    QVERIFY(lessonIn(twice.snapshots[1].unknown_keys)["ask"][1]["id"] == LessonJson("z"));
}

void TestLessonEdits::onlyWhatIsMeant() {
    const Experiment document = lesson_document();
    const LessonJson before = lessonIn(document.snapshots[0].unknown_keys);
    const auto after = [](const Experiment& next) { return lessonIn(next.snapshots[0].unknown_keys); };
    const MakeId ids = countedIds();
    const std::size_t last = before["ask"].size() - 1;
    QVERIFY(last > 0);

    LessonJson expected = before;
    expected["text"] = "Other.";
    QVERIFY((after(with_step_edited(document, 0, ids, [](LessonJson& lesson) {
                set_text(lesson, "text", "Other.");
            }))) == (expected));
    expected.erase("text");
    QVERIFY((after(with_step_edited(
                document, 0, ids, [](LessonJson& lesson) { set_text(lesson, "text", {}); }))) == (expected));
    expected = before;
    std::swap(expected["ask"][0], expected["ask"][1]);
    QVERIFY(after(with_question_moved(document, 0, 0, 1, ids)) == expected);
    QVERIFY(after(with_question_moved(document, 0, 1, 0, ids)) == expected);
    expected = before;
    expected["ask"].erase(last);
    QVERIFY(after(without_question(document, 0, last, ids)) == expected);
    expected = before;
    expected["ask"][0]["tolerance"] = 0.5;
    QVERIFY((after(with_question_edited(document, 0, 0, ids, [](LessonJson& json) {
                set_number(json, "tolerance", 0.5);
            }))) == (expected));
    const Experiment named = with_author(document, "Ada", ids);
    QVERIFY(lessonIn(named.unknown_keys)["author"] == LessonJson("Ada"));
    QCOMPARE(named.snapshots[0].unknown_keys, document.snapshots[0].unknown_keys);
    const Experiment none = without_step(document, 0);
    QVERIFY(is_step(document.snapshots[0]) && !is_step(none.snapshots[0]));
    for (std::size_t i = 1; i < none.snapshots.size(); ++i)
        QCOMPARE(none.snapshots[i].unknown_keys, document.snapshots[i].unknown_keys);
    QCOMPARE(none.snapshots[0].experiment, document.snapshots[0].experiment);
}

/// It is replaced where it is edited, and stays elsewhere.
void TestLessonEdits::whatCannotBeRead() {
    const Experiment odd = with_steps(
        {7, {{"id", "s"}, {"ask", "why?"}}, {{"id", "t"}, {"ask", LessonJson::array({7, nullptr})}}});
    const MakeId ids = countedIds();
    const auto nothing = [](LessonJson&) {};
    QCOMPARE(lessonIn(with_step_edited(odd, 0, ids, nothing).snapshots[0].unknown_keys).size(),
             std::size_t(1));
    QVERIFY((lessonIn(with_step_edited(odd, 1, ids, nothing).snapshots[1].unknown_keys)["ask"]) ==
            (LessonJson("why?")));
    const Experiment asked = with_question(odd, 1, {{"kind", "text"}}, ids);
    QCOMPARE(lessonIn(asked.snapshots[1].unknown_keys)["ask"].size(), std::size_t(1));
    const Experiment edited = with_question_edited(odd, 2, 1, ids, nothing);
    QVERIFY(lessonIn(edited.snapshots[2].unknown_keys)["ask"][0] == LessonJson(7));
    QVERIFY(lessonIn(edited.snapshots[2].unknown_keys)["ask"][1].contains("id"));
}

/// Those of a step are what is listed of it among all.
void TestLessonEdits::faults() {
    const LessonJson goal{{"id", "g"}, {"kind", "goal"}, {"text", "?"},        {"stage", "queries"},
                          {"row", 0},  {"column", 0},    {"at_least", -1000.0}};
    const LessonJson choice{{"id", "c"}, {"kind", "choice"}, {"text", "?"}};
    const Experiment document = with_steps(
        {{{"id", "a"}, {"ask", LessonJson::array({goal, choice})}}, {{"ask", LessonJson::array({choice})}}},
        7);
    ReadLesson lesson = read_lesson(document);
    const std::vector<LessonFault> all = all_faults(document, lesson);
    QVERIFY(all.size() >= 5 && !all.front().step);
    QVERIFY(lesson.steps[0].ask[0].is_faulty);
    std::size_t of_steps = 0;
    for (std::size_t step = 0; step < 2; ++step) {
        ReadLesson again = read_lesson(document);
        for (const LessonFault& each : faults_of_step(document, again, step)) {
            ++of_steps;
            QCOMPARE(each.step, std::optional(step));
            QCOMPARE(text_of(each), text_of(all[of_steps]));
        }
    }
    QCOMPARE(of_steps + 1, all.size());
}

LAB_APPLESS_TEST(TestLessonEdits)
#include "tst_lesson_edits.moc"
