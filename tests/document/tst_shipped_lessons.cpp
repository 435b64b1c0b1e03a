// SPDX-License-Identifier: GPL-3.0-or-later
//
// The lessons that come with the program: each is played to its end with wrong answers and right ones
// (tests/data/lessons/answers.json), and every goal is reached by what its step allows.
#include "core/describe/pull.h"
#include "core/edits/step_along.h"
#include "core/engine/pipeline.h"
#include "core/experiment/is_same.h"
#include "core/io/experiment_json.h"
#include "core/lesson/given_answer.h"
#include "core/lesson/goal.h"
#include "core/lesson/goal_example.h"
#include "core/lesson/mistaken_stage.h"
#include "core/lesson/permits.h"
#include "core/lesson/step_numbers.h"
#include "core/lesson/student_numbers.h"
#include "tests/support/document_files.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"
#include "ui/document/examples.h"
#include "ui/document/lab_document.h"
#include "ui/document/lesson/lesson_player.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <set>

using namespace lab;
using namespace lab::test;

namespace {

using Json = nlohmann::ordered_json;

Json answers() {
    QFile file(QStringLiteral(LAB_TEST_DATA "/lessons/answers.json"));
    return file.open(QIODevice::ReadOnly) ? Json::parse(file.readAll().toStdString()) : Json();
}

/// After an edit as the file says it: {"parameter", "row", "column", "value"}, {"option", "value"},
/// {"mask"}, or {"place", "value"} for anything else: keys of the document with a slash between.
Experiment edited(const Experiment& before, const Json& edit) {
    Json json = Json::parse(write_experiment(before));
    if (edit.contains("mask")) {
        json["mask"] = edit["mask"];
    } else if (edit.contains("place")) {
        json[Json::json_pointer("/" + edit["place"].get<std::string>())] = edit["value"];
    } else if (edit.contains("option")) {
        const auto place = QString::fromStdString(edit["option"].get<std::string>());
        json[place.section('.', 0, 0).toStdString()][place.section('.', 1).toStdString()] = edit["value"];
    } else {
        const std::string name = edit["parameter"];
        json["projection"][name][edit["row"].get<std::size_t>()][edit["column"].get<std::size_t>()] =
            edit["value"];
    }
    Experiment next = read_experiment(json.dump()).value();
    next.snapshots = before.snapshots; // the very same ones
    next.unknown_keys = before.unknown_keys;
    return next;
}

/// After one edit, or several in a list.
Experiment after(Experiment experiment, const Json& way) {
    for (const Json& each : way.is_array() ? way.get<std::vector<Json>>() : std::vector<Json>{way})
        experiment = edited(experiment, each);
    return experiment;
}

} // namespace

class TestShippedLessons : public QObject {
    Q_OBJECT

private slots:
    void init();
    void hasNoFault_data() { rows(); }
    void hasNoFault();
    void played_data() { rows(); }
    void played();
    void goals_data() { rows(); }
    void goals();
    void goalExamples_data() { rows(); }
    void goalExamples();
    void newNumbers_data() { rows(); }
    void newNumbers();
    void statesNoNumber_data() { rows(); }
    void statesNoNumber();

private:
    static void rows();
    void open(const QString& name);
    void give(const Json& given);
    void playQuestion(const Json& its);
    void reachGoal(const Json& its);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<LabDocument> m_document;
    std::unique_ptr<LessonPlayer> m_player;
};

void TestShippedLessons::rows() {
    QTest::addColumn<QString>("name");
    for (const QString& name : lessonNames())
        QTest::newRow(qPrintable(name)) << name;
}

void TestShippedLessons::init() {
    m_player.reset();
    m_document = std::make_unique<LabDocument>();
    m_folder = std::make_unique<QTemporaryDir>();
}

void TestShippedLessons::open(const QString& name) {
    m_document->openExample(name);
    m_player = std::make_unique<LessonPlayer>(
        *m_document, [] { return ScenePlace(); }, m_folder->path());
    m_player->start();
    QTRY_VERIFY(m_player->isOn());
}

void TestShippedLessons::hasNoFault() {
    QFETCH(QString, name);
    const Experiment document = example(name);
    ReadLesson lesson = read_lesson(document);
    QVERIFY(!lesson.steps.empty() && lesson.identity.id.size() == 16);
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        const auto faults =
            check_numbers(*document.snapshots[lesson.steps[i].snapshot].experiment, lesson.steps[i], i);
        lesson.faults.insert(lesson.faults.end(), faults.begin(), faults.end());
    }
    for (const LessonFault& each : lesson.faults)
        QFAIL(text_of(each).c_str());
}

void TestShippedLessons::give(const Json& given) {
    const auto answer = given_from(*m_player->question(), given);
    QVERIFY2(answer, qPrintable(QString::fromStdString(given.dump())));
    m_player->answer(*answer);
    QTRY_VERIFY(!m_player->isJudging());
}

/// Every wrong answer gets a sentence of its own, none tells the right one; the right one goes on.
void TestShippedLessons::playQuestion(const Json& its) {
    const std::size_t open = m_player->openQuestion();
    const Json said = its.value("said", Json::array());
    std::size_t number = 0;
    for (const Json& wrong : its.value("wrong", Json::array())) {
        give(wrong);
        QCOMPARE(m_player->openQuestion(), open);
        const LessonPlayer::Reply* reply = m_player->replyTo(open);
        QVERIFY(reply && reply->right == std::optional(false));
        QVERIFY2(reply->text.count(QLatin1Char(' ')) > 3, qPrintable(reply->text));
        const Json part = number < said.size() ? said[number] : Json();
        ++number;
        if (part.is_string())
            QVERIFY2(reply->text.contains(QString::fromStdString(part)), qPrintable(reply->text));
    }
    give(its.at("right"));
    const LessonPlayer::Reply* reply = m_player->replyTo(open);
    QVERIFY2(m_player->openQuestion() == open + 1, qPrintable(reply ? reply->text : QString()));
}

/// By the first way that is known.
void TestShippedLessons::reachGoal(const Json& its) {
    const std::size_t open = m_player->openQuestion();
    QSignalSpy locked(m_document.get(), &LabDocument::locked);
    m_document->apply({after(m_document->experiment(), its.at("reached_by")[0]), {}, QStringLiteral("edit")});
    QTRY_VERIFY(m_player->openQuestion() > open);
    QVERIFY(locked.isEmpty());
}

/// Each way to a goal is allowed, and leads there; what looks like one does not.
void TestShippedLessons::goals() {
    QFETCH(QString, name);
    const Experiment document = example(name);
    const Json all = answers()[name.toStdString()];
    for (const LessonStep& step : read_lesson(document).steps) {
        const Experiment& scene = *document.snapshots[step.snapshot].experiment;
        for (const Question& question : step.ask) {
            if (question.kind != QuestionKind::goal)
                continue;
            const Json& its = all.at(step.id).at(question.id);
            for (const Json& way : its.at("reached_by")) {
                const Experiment next = after(scene, way);
                QVERIFY2(!permits(scene, next, step.allow) && holds(next, question), way.dump().c_str());
            }
            for (const Json& way : its.at("not_reached_by"))
                QVERIFY2(!holds(after(scene, way), question), way.dump().c_str());
        }
    }
}

/// A solution on paper has an example for each goal, one after the other, that the step allows.
void TestShippedLessons::goalExamples() {
    QFETCH(QString, name);
    const Experiment document = example(name);
    for (const LessonStep& step : read_lesson(document).steps) {
        const Experiment& scene = *document.snapshots[step.snapshot].experiment;
        Experiment now = scene;
        for (const Question& question : step.ask) {
            if (question.kind != QuestionKind::goal || holds(now, question))
                continue;
            const auto found = goal_example(now, question, step.allow);
            QVERIFY2(found, question.id.c_str());
            now = found->after;
            QVERIFY2(holds(now, question) && !permits(scene, now, step.allow), question.id.c_str());
            QVERIFY(!text_of(found->what).empty());
        }
    }
}

void TestShippedLessons::played() {
    QFETCH(QString, name);
    open(name);
    const Json all = answers()[name.toStdString()];
    for (std::size_t step = 0; step < m_player->stepCount(); ++step) {
        QCOMPARE(m_player->current(), step);
        const Json known = all.value(m_player->step().id, Json::object());
        for (const Question& each : m_player->step().ask)
            QVERIFY2(known.contains(each.id), each.id.c_str());
        while (const Question* question = m_player->question()) {
            const std::string id = question->id;
            const Json& its = known.at(id);
            if (question->kind == QuestionKind::goal) {
                QTRY_VERIFY(m_player->isChecked());
                if (m_player->question() && m_player->question()->id == id)
                    reachGoal(its);
            } else {
                playQuestion(its);
            }
            QVERIFY2(!QTest::currentTestFailed(), id.c_str());
        }
        QVERIFY(m_player->move(1) == (step + 1 < m_player->stepCount()));
        QVERIFY(m_player->isDone(step));
    }
}

/// Why a question makes no sense with some numbers, told by plain loops; empty: it does.
QString whySenseless(const Experiment& scene, const Question& question, const LessonStep& step) {
    const auto stage = [&](StageId id) {
        return has_stage(scene, id) ? *StepNumbers(scene).stage(id, question.cell.head) : Matrix();
    };
    const auto looksLike = [](double a, double b) { return std::abs(a - b) < 0.01; };
    const auto sameShown = [&](const Matrix& a, const Matrix& b) {
        if (a.rows() != b.rows() || a.cols() != b.cols())
            return false;
        for (Index i = 0; i < a.size(); ++i) {
            if (!looksLike(a.data()[i], b.data()[i]))
                return false;
        }
        return true;
    };
    switch (question.kind) {
    case QuestionKind::number: {
        const double number = stage(question.cell.stage)(question.cell.row, question.cell.column);
        if (!std::isfinite(number))
            return "is no number";
        if (question.cell.stage == StageId::scaled_scores &&
            looksLike(number, stage(StageId::scores)(question.cell.row, question.cell.column)))
            return "looks as it does before the step";
        return {};
    }
    case QuestionKind::matrix:
        return stage(question.cell.stage).allFinite() ? QString() : "has no numbers";
    case QuestionKind::goal: {
        if (holds(question, stage(question.cell.stage)))
            return "holds already";
        // Uphill along what may change.
        Experiment now = scene;
        for (int i = 0; i < 400 && !holds(now, question); ++i) {
            const auto trace = compute(now);
            PullOfCell pull = pull_of(now, trace.value().kept(), question.cell);
            leave_out(pull, [&](ParameterId id) {
                return step.allow && std::ranges::find(*step.allow, info(id).name) == step.allow->end();
            });
            auto next = step_along(now, pull.pull.slopes, pull.pull.length, 0.25);
            if (!next)
                break;
            now = std::move(next).value();
        }
        return holds(now, question) ? QString() : "cannot be reached";
    }
    case QuestionKind::mistake: {
        MistakenTrace right(scene);
        const Asked asked{question.cell.stage, question.cell.head};
        const auto made = mistaken_stage(right, asked, question.mistake);
        if (!made || sameShown(made->numbers, stage(asked.stage)))
            return "the mistake is not seen";
        for (const MistakeKind each : question.mistakes) {
            const auto other = each == question.mistake ? std::nullopt : mistaken_stage(right, asked, each);
            if (other && sameShown(made->numbers, other->numbers))
                return "two options look alike";
        }
        return {};
    }
    default:
        return {};
    }
}

/// Each student of a class gets numbers with which every question makes sense, the same ones each time.
void TestShippedLessons::newNumbers() {
    QFETCH(QString, name);
    const Experiment lesson = example(name);
    if (!has_drawn_numbers(lesson))
        return;
    const std::string id = read_lesson(lesson).identity.id;
    const int students = is_exhaustive ? 200 : is_optimised ? 20 : 3;
    std::set<std::uint64_t> seeds;
    for (int student = 0; student < students; ++student) {
        const std::uint64_t wanted = student_seed(id, "student " + std::to_string(student));
        const auto seed = sensible_seed(lesson, wanted);
        QVERIFY2(seed, qPrintable(QString::number(student)));
        seeds.insert(*seed);
        for (const LessonStep& each : read_lesson(lesson).steps) {
            LessonStep step = each;
            const Experiment& scene = *lesson.snapshots[step.snapshot].experiment;
            const Experiment own = scene_with_seed(scene, seed);
            const std::vector<LessonFault> faults = check_numbers(own, step, 0);
            QVERIFY2(faults.empty(), faults.empty() ? "" : text_of(faults.front()).c_str());
            QVERIFY(is_same(own, scene_with_seed(scene, sensible_seed(lesson, wanted))));
            for (const Question& question : step.ask) {
                const QString why = is_same(own, scene) ? QString() : whySenseless(own, question, step);
                QVERIFY2(why.isEmpty(), qPrintable(QStringLiteral("student %1, %2: %3")
                                                       .arg(student)
                                                       .arg(QString::fromStdString(question.id), why)));
            }
        }
    }
    QCOMPARE(seeds.size(), static_cast<std::size_t>(students));
}

/// Numbers of the experiment are computed, not typed into texts: a text has no number with decimals.

void TestShippedLessons::statesNoNumber() {
    QFETCH(QString, name);
    static const QRegularExpression decimals(QStringLiteral("\\d[.,]\\d"));
    const ReadLesson lesson = read_lesson(example(name));
    for (const LessonStep& step : lesson.steps) {
        QStringList texts{QString::fromStdString(step.text), QString::fromStdString(step.hint)};
        for (const Question& question : step.ask) {
            for (const std::string* each : {&question.text, &question.hint, &question.why})
                texts += QString::fromStdString(*each);
            for (const ChoiceOption& option : question.choices)
                texts += {QString::fromStdString(option.text), QString::fromStdString(option.why)};
        }
        for (const QString& text : texts)
            QVERIFY2(!text.contains(decimals), qPrintable(text));
    }
}

LAB_GUILESS_TEST(TestShippedLessons)
#include "tst_shipped_lessons.moc"
