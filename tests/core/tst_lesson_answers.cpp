// SPDX-License-Identifier: GPL-3.0-or-later
//
// How answers to the questions of a lesson are judged, and what is said of them: never a number that is
// covered.
#include "core/analysis/diagnosis/judge.h"
#include "core/base/number_format.h"
#include "core/engine/pipeline.h"
#include "core/experiment/parameter.h"
#include "core/lesson/goal.h"
#include "core/lesson/judge_answer.h"
#include "core/lesson/mistaken_stage.h"
#include "tests/support/diagnosed.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/lessons.h"
#include "tests/support/test_program.h"

#include <QRegularExpression>
#include <QTest>

#include <cmath>
#include <random>

using namespace lab;
using namespace lab::test;

namespace {

/// A question of the document with every kind, by its id, and the experiment of its step.
struct Asking {
    Question question;
    Experiment experiment;
    std::vector<StageBlock> covered;
};

Asking asking(const std::string& id) {
    static const Experiment document = lesson_document();
    for (const LessonStep& step : read_lesson(document).steps) {
        const Experiment& experiment = *document.snapshots[step.snapshot].experiment;
        for (const Question& each : step.ask) {
            if (each.id == id)
                return {each, experiment, covered_blocks(experiment, step)};
        }
    }
    throw std::runtime_error("no question " + id);
}

Judgement judged(const Asking& asked, const GivenAnswer& given) {
    return judge_answer(asked.experiment, asked.question, given, is_in(asked.covered), naming_in_files);
}

std::string reply_of(const Judgement& judgement) {
    std::string lines;
    for (const Said& each : judgement.reply)
        lines += text_of(each, first_in_files) + '\n';
    return lines;
}

LessonJson rows_of(const Matrix& matrix, int decimals) {
    LessonJson rows = LessonJson::array();
    for (Index row = 0; row < matrix.rows(); ++row) {
        LessonJson numbers = LessonJson::array();
        for (const double each : matrix.row(row))
            numbers.push_back(rounded(each, decimals));
        rows.push_back(numbers);
    }
    return rows;
}

} // namespace

class TestLessonAnswers : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void answers_data();
    void answers();
    void matrices_data();
    void matrices();
    void matrixInColumns();
    void asCheckSays();
    void tolerance();
    void numbersThatAreGone();
    void notTold();
    void nearMisses();
    void goals_data();
    void goals();
    void goalWhileEditing();
    void largestOfRow();
    void mistakenStages();
    void unreadableGiven_data();
    void unreadableGiven();
};

void TestLessonAnswers::answers_data() {
    QTest::addColumn<std::string>("id");
    QTest::addColumn<std::string>("given"); // JSON
    QTest::addColumn<int>("right");         // −1: judged by nobody
    QTest::addColumn<QString>("reply");
    const auto row = [](const char* name, const char* id, const char* given, int right, const char* reply) {
        QTest::newRow(name) << std::string(id) << std::string(given) << right << QString(reply);
    };
    row("number", "one-score", "-0.085", 1, "-0.085 is right for “blue” → “sky”\nIt is $q_3 \\cdot k_1$.\n");
    row("number as typed", "one-score", R"("−0,0850")", 1,
        "−0,0850 is right for “blue” → “sky”\nIt is $q_3 \\cdot k_1$.\n");
    row("of a mistake", "one-score", "-0.070422", 0,
        "-0.070422 is not right for “blue” → “sky”\n−0.070422 is the score of “is” → “sky”\n");
    row("one digit", "one-score", "0.7", 0,
        "0.7 is not right for “blue” → “sky”\nOne digit alone does not show what went wrong; go through the "
        "formula of the scores step by step\n");
    row("of nothing", "one-score", "0.73", 0,
        "0.73 is not right for “blue” → “sky”\nNo mistake that is known here gives it; go through the "
        "formula "
        "of the "
        "scores step by step\n");
    row("to one decimal", "one-score", R"("-0.1")", 0,
        "-0.1 is close for “blue” → “sky”: type 2 decimals or more\n");
    row("no number", "one-score", R"("about -0.1")", 0,
        "“about -0.1” is no number; type one, such as 0.25 or −1.5\n");
    row("right option", "why-scale", "0", 1, "The larger the scores, the closer to 0 and 1 the weights.\n");
    row("wrong option", "why-scale", "1", 0, "That is what softmax does, whatever the scale.\n");
    row("largest of a row", "largest", "[1, 1]", 1, "“is” → “is” is right\n");
    row("not the largest", "largest", "[0, 1]", 0,
        "“sky” → “is” is not the largest number of its row; compare it with the others there\n");
    row("hidden", "hidden", "[0, 2]", 1, "“sky” → “blue” is right\n");
    row("not hidden", "hidden", "[2, 0]", 0,
        "“blue” → “sky” is not hidden; look at which keys the mask hides from that query\n");
    row("the cell", "this-cell", "[2, 0]", 1, "“blue” → “sky” is right\n");
    row("across from it", "this-cell", "[0, 2]", 0,
        "“sky” → “blue” is another cell; look again at which row and which column are asked for\n");
    row("in its row", "this-cell", "[2, 1]", 0,
        "“blue” → “is” is in the right row, but in another column than the one asked for\n");
    row("in its column", "this-cell", "[1, 0]", 0,
        "“is” → “sky” is in the right column, but in another row than the one asked for\n");
    row("no such cell", "this-cell", "[2, 99]", 0,
        "The numbers that are asked for are not there any more; go back to those that the step began with\n");
    row("goal", "more", "null", 0, "Not yet: “blue” → “sky” must become at least 0.4\n");
    row("the mistake", "what", R"("not_scaled")", 1,
        "Right: The scores are not scaled: divide by √d_k = 1.4142\n");
    row("another mistake", "what", R"("without_mask")", 0,
        "Not this one: with it, “sky” → “sky” would be 0.280, and here it is 1.000\n");
    row("text", "say", R"("Because.")", -1, "Kept for whoever teaches; nobody judges it here\n");
}

void TestLessonAnswers::answers() {
    QFETCH(std::string, id);
    QFETCH(std::string, given);
    QFETCH(int, right);
    QFETCH(QString, reply);
    const Asking asked = asking(id);
    const LessonJson json = LessonJson::parse(given);
    const std::optional<GivenAnswer> answer = given_from(asked.question, json);
    QVERIFY(answer);
    if (!json.is_number() && !json.is_null()) { // numbers are kept as they were typed
        QCOMPARE(given_json(*answer).dump(), (json.is_array() ? json : LessonJson::array({json})).dump());
        QVERIFY(given_from(asked.question, given_json(*answer)));
    }
    const Judgement judgement = judged(asked, *answer);
    QCOMPARE(judgement.right ? int(*judgement.right) : -1, right);
    const QString said = QString::fromStdString(reply_of(judgement));
    QCOMPARE(reply.endsWith('\n') ? said : said.left(reply.size()), reply);
}

void TestLessonAnswers::matrices_data() {
    QTest::addColumn<LessonJson>("given");
    QTest::addColumn<bool>("right");
    QTest::addColumn<QString>("reply");
    const Asking asked = asking("the-weights");
    const Matrix weights = compute(asked.experiment).value().stage(StageId::weights);
    MistakenTrace trace(asked.experiment);
    const auto mistaken = [&](MistakeKind kind) {
        return mistaken_stage(trace, {StageId::weights, 0}, kind)->numbers;
    };
    const auto row = [](const char* name, const LessonJson& given, bool right, const char* reply) {
        QTest::newRow(name) << given << right << QString(reply);
    };
    row("right", rows_of(weights, 4), true, "All numbers are right\n");
    row("in full", rows_of(weights, 16), true, "All numbers are right\n");
    row("rounded", rows_of(weights, 2), true, "All numbers are right\n");
    row("not scaled", rows_of(mistaken(MistakeKind::not_scaled), 4), false,
        "The scores are not scaled: divide by √d_k = 1.4142\n");
    row("transposed", rows_of(weights.transpose(), 4), false,
        "The matrix is transposed: exchange its rows and columns\n");
    row("one row", rows_of(weights.topRows(1), 4), false,
        "These numbers are 1 × 3, but the attention weights are 3 × 3\n");
    Matrix other = weights;
    other(1, 2) += 0.125;
    other(0, 0) -= 0.0625;
    row("two wrong", rows_of(other, 4), false, "7 of 9 numbers are right for the attention weights\n");
}

void TestLessonAnswers::matrices() {
    QFETCH(LessonJson, given);
    QFETCH(bool, right);
    QFETCH(QString, reply);
    const Asking asked = asking("the-weights");
    const std::optional<GivenAnswer> answer = given_from(asked.question, given);
    QVERIFY(answer);
    QCOMPARE(given_json(*answer).dump(), given.dump());
    const Judgement judgement = judged(asked, *answer);
    QCOMPARE(judgement.right, std::optional(right));
    const QString said = QString::fromStdString(reply_of(judgement));
    QCOMPARE(said.left(reply.size()), reply);
}

/// In columns notation a matrix is given as the card shows it. The other way round it is right where only the
/// layout differs, which is said, and wrong where it is another product.
void TestLessonAnswers::matrixInColumns() {
    Asking asked = asking("the-weights");
    asked.experiment.notation = Notation::columns;
    const auto reply = [&](StageId stage, const Matrix& given) {
        asked.question.cell = {stage, 0, 0, 0};
        const Judgement judgement = judged(asked, Answer{given, 6, 6});
        return std::pair(*judgement.right, QString::fromStdString(reply_of(judgement)));
    };
    const Trace results = compute(asked.experiment).value();
    const Matrix keys = results.stage(StageId::keys), scores = results.stage(StageId::scores);
    QCOMPARE(reply(StageId::keys, keys.transpose()), std::pair(true, QString("All numbers are right\n")));
    const auto [right, said] = reply(StageId::keys, keys);
    QVERIFY(right);
    QVERIFY2(said.contains("each token is a row in yours, as in rows notation"), qPrintable(said));
    QVERIFY(reply(StageId::scores, scores.transpose()).first);
    QCOMPARE(reply(StageId::scores, scores),
             std::pair(false, QString("The matrix is transposed: exchange its rows and columns\n")));
}

/// A matrix is right where `check` says so, whatever the document and the numbers.
void TestLessonAnswers::asCheckSays() {
    RandomExperiments random(741);
    int right = 0, wrong = 0;
    for (int i = 0; i < many_experiments / (is_optimised ? 8 : 1); ++i) {
        const Experiment e = random.next();
        const Asked asked = any_asked(random, e);
        if (!TypedNumbers::are_quick(e) || asked.is_average)
            continue;
        Question question;
        question.kind = QuestionKind::matrix;
        question.cell = {asked.stage, asked.head, 0, 0};
        Matrix numbers = compute(e).value().stage(asked.stage, asked.head);
        if (random.coin())
            numbers(0, 0) += 1;
        if (e.notation == Notation::columns) // as they are shown
            numbers = numbers.transpose().eval();
        const int decimals = static_cast<int>(random.between(2, 6));
        numbers = numbers.unaryExpr(
            [&](double each) { return std::isfinite(each) ? rounded(each, decimals) : each; });
        const auto given = given_from(question, given_json(Answer{numbers, decimals, decimals}));
        const Judgement judgement = judge_answer(e, question, *given, is_in({}), naming_in_files);
        const Answer& read = std::get<Answer>(*given);
        const Matrix in_rows = e.notation == Notation::columns ? Matrix(numbers.transpose()) : numbers;
        const auto diagnosis = judge(e, asked, printed(in_rows, read.decimals));
        QCOMPARE(judgement.right, std::optional(diagnosis->is_right));
        ++(diagnosis->is_right ? right : wrong);
    }
    QVERIFY(right > 5 && wrong > 5);
}

void TestLessonAnswers::tolerance() {
    Asking asked = asking("one-score"); // −0.0850
    asked.question.tolerance = 0.02;
    QCOMPARE(judged(asked, std::string("-0.1")).right, std::optional(true));
    QCOMPARE(judged(asked, std::string("-0.12")).right, std::optional(false));
    asked.question.tolerance = 0.0001;
    QCOMPARE(judged(asked, std::string("-0.09")).right, std::optional(false));
    asked = asking("the-weights");
    const Matrix weights = compute(asked.experiment).value().stage(StageId::weights);
    const Answer rough{weights.array() + 0.01, 6, 6};
    QCOMPARE(judged(asked, rough).right, std::optional(false));
    asked.question.tolerance = 0.02;
    QCOMPARE(judged(asked, rough).right, std::optional(true));
}

/// An edit may have taken away what is asked for.
void TestLessonAnswers::numbersThatAreGone() {
    for (const char* id : {"one-score", "this-cell", "more", "what"}) {
        Asking asked = asking(id);
        asked.question.cell.stage = StageId::dropped_weights;
        const auto given = given_from(asked.question, std::string(id) == "this-cell" ? LessonJson({0, 0})
                                                      : std::string(id) == "what" ? LessonJson("transposed")
                                                                                  : LessonJson("0.5"));
        const Judgement judgement = judged(asked, *given);
        QCOMPARE(judgement.right, std::optional(false));
        QVERIFY(reply_of(judgement).starts_with("The numbers that are asked for are not there any more"));
    }
    Asking beyond = asking("more"); // in the column after the last key, which the sink has
    beyond.experiment.normalization.sink = share(Matrix::Ones(1, 1));
    beyond.question.cell.column = 3;
    QVERIFY(!has_asked(beyond.experiment, beyond.question));
}

/// What is wrong is said without any covered number: of one number and of all.
void TestLessonAnswers::notTold() {
    for (const char* id : {"one-score", "the-weights"}) {
        const Asking asked = asking(id);
        const StageBlock block = *asked_numbers(asked.experiment, asked.question);
        const Matrix stage = compute(asked.experiment).value().stage(block.stage);
        std::vector<GivenAnswer> wrong;
        for (const Mistake& each : possible_mistakes(asked.experiment, {block.stage, 0})) {
            MistakenTrace trace(asked.experiment);
            if (const auto made = mistaken_stage(trace, {block.stage, 0}, each.kind)) {
                wrong.emplace_back(Answer{made->numbers, 4, 4});
                if (made->numbers.rows() > block.block.row)
                    wrong.emplace_back(display(made->numbers(block.block.row, block.block.column), 6));
            }
        }
        QVERIFY(wrong.size() > 10);
        for (const GivenAnswer& each : wrong) {
            if (std::holds_alternative<Answer>(each) != (asked.question.kind == QuestionKind::matrix))
                continue;
            const Judgement judgement = judged(asked, each);
            const std::string reply = reply_of(judgement);
            QVERIFY(!reply.empty());
            if (judgement.right == true)
                continue;
            for (Index row = 0; row < block.block.rows; ++row) {
                for (Index column = 0; column < block.block.columns; ++column) {
                    const double number = stage(block.block.row + row, block.block.column + column);
                    const std::string digits = display(std::abs(number), 3);
                    const auto* typed = std::get_if<std::string>(&each); // which is quoted
                    QVERIFY2(reply.find(digits) == std::string::npos ||
                                 (typed && typed->find(digits) != std::string::npos),
                             reply.c_str());
                }
            }
        }
    }
}

/// The digits that are said are those of the number, tell that it is short of the goal, and are as few as do.
void TestLessonAnswers::nearMisses() {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> tiny(-2, 2);
    int said = 0;
    for (int i = 0; i < 4000; ++i) {
        const double bound = std::round(tiny(random) * 100) / 100;
        const double number = bound + std::pow(10, -5 - 2 * tiny(random)) * tiny(random);
        const int decimals = static_cast<int>(random() % 4);
        GoalCondition condition;
        const bool at_least = random() % 2 == 0;
        (at_least ? condition.at_least : condition.at_most) = bound;
        const QString words = QString::fromStdString(text_of(near_miss(condition, number, decimals)));
        const auto is_short = [&](double each) { return at_least ? each < bound : each > bound; };
        if (!is_short(number) || is_short(rounded(number, decimals))) {
            QCOMPARE(words, QString());
            continue;
        }
        ++said;
        const QRegularExpressionMatch match =
            QRegularExpression("^It is (\\S+) now, still (below|above) (\\S+)$").match(words);
        QVERIFY2(match.hasMatch(), qPrintable(words));
        QString digits = match.captured(1), goal = match.captured(3);
        const double shown = digits.replace(QChar(0x2212), '-').toDouble();
        const auto count = static_cast<int>(digits.section('.', 1).size());
        QCOMPARE(shown, rounded(number, count));
        QVERIFY(is_short(shown) && count > decimals && !is_short(rounded(number, count - 1)));
        QCOMPARE(goal.replace(QChar(0x2212), '-').toDouble(), bound);
        QCOMPARE(match.captured(2), QString(at_least ? "below" : "above"));
    }
    QVERIFY(said > 300);
}

void TestLessonAnswers::goals_data() {
    QTest::addColumn<std::optional<double>>("least");
    QTest::addColumn<std::optional<double>>("most");
    QTest::addColumn<bool>("largest");
    QTest::addColumn<bool>("holds");
    using Bound = std::optional<double>;
    const auto row = [](const char* name, Bound least, Bound most, bool largest, bool holds) {
        QTest::newRow(name) << least << most << largest << holds;
    };
    // Of 0.1, 0.25, 0.65, the second.
    row("at least", 0.25, {}, false, true);
    row("not at least", 0.26, {}, false, false);
    row("at most", {}, 0.25, false, true);
    row("not at most", {}, 0.24, false, false);
    row("between", 0.2, 0.3, false, true);
    row("above", 0.1, 0.2, false, false);
    row("not the largest", {}, {}, true, false);
    row("at least, and not the largest", 0.1, {}, true, false);
}

void TestLessonAnswers::goals() {
    QFETCH(std::optional<double>, least);
    QFETCH(std::optional<double>, most);
    QFETCH(bool, largest);
    Question goal;
    goal.kind = QuestionKind::goal;
    goal.cell = {StageId::weights, 0, 0, 1};
    goal.condition = {least, most, largest};
    Matrix weights(1, 3);
    weights << 0.1, 0.25, 0.65;
    QTEST(holds(goal, weights), "holds");
    weights(0, 1) = std::nan("");
    QVERIFY(!holds(goal, weights));
    QVERIFY(!holds(goal, Matrix(1, 1)));
    // Two that are the largest together: neither is above the other.
    goal.condition = {{}, {}, true};
    weights << 0.2, 0.4, 0.4;
    QVERIFY(!holds(goal, weights));
    weights(0, 1) = 0.41;
    QVERIFY(holds(goal, weights));
}

/// Done the moment the experiment holds it.
void TestLessonAnswers::goalWhileEditing() {
    const Asking asked = asking("more");
    Experiment e = asked.experiment;
    QVERIFY(!holds(e, asked.question));
    e.overrides.push_back({StageId::scores, 0, 2, 0, 5, nullptr});
    QVERIFY(holds(e, asked.question));
    const Judgement judgement = judge_answer(e, asked.question, {}, is_in({}), naming_in_files);
    QCOMPARE(judgement.right, std::optional(true));
    const double weight = compute(e).value().stage(StageId::weights)(2, 0);
    QCOMPARE(reply_of(judgement), "Done: “blue” → “sky” reached " + display(weight, 3) + "\n");
    // What is covered is not told.
    const Judgement covered =
        judge_answer(e, asked.question, {}, is_in({{StageId::weights, 0, {2, 0, 1, 1}}}), naming_in_files);
    QCOMPARE(reply_of(covered), std::string("Done: “blue” → “sky” is at least 0.4\n"));
}

void TestLessonAnswers::largestOfRow() {
    Matrix stage(2, 3);
    stage << 1, 3, 3, std::nan(""), -1, 0;
    QVERIFY(!is_largest_of_row(stage, 0, 0) && is_largest_of_row(stage, 0, 1) &&
            is_largest_of_row(stage, 0, 2));
    QVERIFY(!is_largest_of_row(stage, 1, 0) && is_largest_of_row(stage, 1, 2));
    QVERIFY(is_smallest_of_row(stage, 0, 0) && is_smallest_of_row(stage, 1, 1) &&
            !is_smallest_of_row(stage, 1, 0));
}

/// What is shown as a student's is what the diagnosis finds the mistake in.
void TestLessonAnswers::mistakenStages() {
    const Experiment e = six_tokens(true);
    MistakenTrace trace(e);
    int found = 0;
    for (std::size_t i = 0; i < mistake_kinds; ++i) {
        const auto kind = static_cast<MistakeKind>(i);
        const auto made = mistaken_stage(trace, {StageId::weights, 0}, kind);
        if (!made)
            continue;
        QCOMPARE(made->mistake.kind, kind);
        const auto diagnosis = judge(e, {StageId::weights, 0}, printed(made->numbers, 9));
        QVERIFY2(!diagnosis->claims.empty() || diagnosis->is_right, std::string(key_of(kind)).c_str());
        ++found;
    }
    QVERIFY(found > 15);
}

void TestLessonAnswers::unreadableGiven_data() {
    QTest::addColumn<std::string>("id");
    QTest::addColumn<std::string>("given");
    const auto row = [](const char* name, const char* id, const char* given) {
        QTest::newRow(name) << std::string(id) << std::string(given);
    };
    row("number", "one-score", "[1, 2]");
    row("number in lists", "one-score", "[[1]]");
    row("no matrix", "the-weights", "1");
    row("no rows", "the-weights", "[]");
    row("no columns", "the-weights", "[[]]");
    row("ragged", "the-weights", "[[1, 2], [3]]");
    row("a word in it", "the-weights", R"([["much"]])");
    row("no option", "why-scale", "2");
    row("negative option", "why-scale", "-1");
    row("option by name", "why-scale", R"("0")");
    row("a cell of one", "largest", "[1]");
    row("negative cell", "largest", "[0, -1]");
    row("huge cell", "largest", "[0, 18446744073709551615]");
    row("half a cell", "largest", "[0.5, 1]");
    row("no mistake", "what", R"("haste")");
    row("a number for a text", "say", "3");
}

void TestLessonAnswers::unreadableGiven() {
    QFETCH(std::string, id);
    QFETCH(std::string, given);
    QVERIFY(!given_from(asking(id).question, LessonJson::parse(given)));
}

LAB_APPLESS_TEST(TestLessonAnswers)
#include "tst_lesson_answers.moc"
