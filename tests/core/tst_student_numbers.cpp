// SPDX-License-Identifier: GPL-3.0-or-later
//
// A student's own numbers: what was drawn is drawn again from a seed, and nothing else changes.
#include "core/edits/random_parameters.h"
#include "core/experiment/is_same.h"
#include "core/experiment/validate.h"
#include "core/lesson/permits.h"
#include "core/lesson/step_numbers.h"
#include "core/lesson/student_numbers.h"
#include "core/random/seeded_vector.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/lessons.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace lab;
using namespace lab::test;

namespace {

using P = ParameterId;

constexpr RandomSource of_numpy{Generator::numpy, 3, Distribution::normal};
constexpr RandomSource of_pytorch{Generator::pytorch, 4, Distribution::linear};

Experiment with_drawn(const Experiment& experiment, P id, const RandomSource& source,
                      DrawScope scope = DrawScope::one) {
    return with_random(experiment, id, source, scope).value();
}

Experiment renewed(const Experiment& experiment, std::uint64_t seed) {
    return with_new_numbers(experiment, seed).value();
}

/// The scene of a step, W_Q, W_K and W_V of which were drawn, each on its own.
Experiment drawn_scene() {
    Experiment scene = *lesson_document().snapshots.front().experiment;
    for (const P id : {P::W_Q, P::W_K, P::W_V})
        scene = with_drawn(scene, id, of_numpy);
    return scene;
}

const Matrix& numbers(const Experiment& experiment, P id) {
    return *projection_matrix(experiment.projection, id);
}

RandomSource from(RandomSource source, std::uint64_t seed) {
    source.seed = seed;
    return source;
}

/// The names of the parameters that were drawn.
std::vector<std::string> drawn_names(const Experiment& experiment) {
    std::vector<std::string> names;
    for (const ParameterInfo& each : all_parameters()) {
        if (drawn(experiment, each.id))
            names.emplace_back(each.name);
    }
    return names;
}

} // namespace

class TestStudentNumbers : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void hashes_data();
    void hashes();
    void seeds();
    void ofStudents();
    void eachItsOwnSeed();
    void drawnTogether();
    void aLayer();
    void othersStay();
    void sameInEveryScene();
    void nothingDrawn();
    void anyExperiment();
    void sensible();
    void refused();
};

void TestStudentNumbers::hashes_data() {
    QTest::addColumn<std::string>("text");
    QTest::addColumn<quint64>("hash");
    QTest::addColumn<quint64>("withZero");
    const auto row = [](const char* text, quint64 hash, quint64 with_zero) {
        QTest::newRow(text) << std::string(text) << hash << with_zero;
    };
    // draft-eastlake-fnv, "FNV-1a 64-bit": of the text, and of the text and a zero byte.
    row("", 0xcbf29ce484222325, 0xaf63bd4c8601b7df);
    row("a", 0xaf63dc4c8601ec8c, 0x089be207b544f1e4);
    row("foobar", 0x85944171f73967e8, 0x34531ca7168b8f38);
}

void TestStudentNumbers::hashes() {
    QFETCH(std::string, text);
    QTEST(quint64{fnv1a(text)}, "hash");
    QTEST(quint64{student_seed(text, "")}, "withZero");
}

void TestStudentNumbers::seeds() {
    using namespace std::string_literals;
    QCOMPARE(student_seed("foo", "bar"), fnv1a("foo\0bar"s));
    QVERIFY(student_seed("foo", "bar") != student_seed("fooba", "r"));
    QVERIFY(student_seed("foo", "bar") != student_seed("bar", "foo"));
}

void TestStudentNumbers::ofStudents() {
    const Experiment scene = drawn_scene();
    const Experiment ada = renewed(scene, student_seed("abcdefghijklmnop", "Ada"));
    const Experiment bob = renewed(scene, student_seed("abcdefghijklmnop", "Bob"));
    for (const P id : {P::W_Q, P::W_K, P::W_V}) {
        QVERIFY(numbers(ada, id) != numbers(scene, id));
        QVERIFY(numbers(ada, id) != numbers(bob, id));
    }
    QVERIFY(numbers(ada, P::W_Q) != numbers(ada, P::W_K));
    QVERIFY(is_same(ada, renewed(scene, student_seed("abcdefghijklmnop", "Ada"))));
    QVERIFY(numbers(ada, P::W_Q) != numbers(renewed(scene, student_seed("ponmlkjihgfedcba", "Ada")), P::W_Q));
}

/// NumPy takes no larger ones than of 32 bits.
void TestStudentNumbers::eachItsOwnSeed() {
    const Experiment scene = drawn_scene();
    Experiment expected = with_drawn(scene, P::W_Q, from(of_numpy, 0xffffffff));
    expected = with_drawn(expected, P::W_K, from(of_numpy, 0));
    expected = with_drawn(expected, P::W_V, from(of_numpy, 1));
    QCOMPARE(difference(renewed(scene, 0x12345678ffffffff), expected).value_or(""), std::string());
}

void TestStudentNumbers::drawnTogether() {
    RandomExperiments random(751);
    for (const DrawScope scope : {DrawScope::projection, DrawScope::with_output, DrawScope::head_by_head}) {
        const Experiment scene = with_drawn(random.plain(ProjectionKind::linear), P::W_Q, of_pytorch, scope);
        const Experiment expected = with_drawn(scene, P::W_Q, from(of_pytorch, 9), scope);
        QCOMPARE(difference(renewed(scene, 9), expected).value_or(""), std::string());
    }
}

/// Weights and their bias; if the weights were edited, the bias alone.
void TestStudentNumbers::aLayer() {
    Experiment scene = drawn_scene();
    scene.projection.b_K = share(Matrix::Zero(1, scene.projection.W_K->cols()));
    scene = with_drawn(scene, P::W_K, of_pytorch);
    const Experiment expected = with_drawn(scene, P::W_K, from(of_pytorch, 6));
    const Experiment next = renewed(scene, 5);
    QVERIFY(numbers(next, P::W_K) == numbers(expected, P::W_K));
    QVERIFY(numbers(next, P::b_K) == numbers(expected, P::b_K));
    const Experiment edited = with_cell(scene, P::W_K, 0, 0, 7);
    QVERIFY(numbers(renewed(edited, 5), P::W_K) == numbers(edited, P::W_K));
    QVERIFY(numbers(renewed(edited, 5), P::b_K) == numbers(expected, P::b_K));
}

/// What was edited is none that was drawn, even if it was once drawn with others.
void TestStudentNumbers::othersStay() {
    Experiment scene = with_drawn(drawn_scene(), P::W_Q, of_numpy, DrawScope::projection);
    scene = with_cell(scene, P::W_K, 0, 0, 7);
    const Experiment next = renewed(scene, 5);
    const Experiment all = with_drawn(scene, P::W_Q, from(of_numpy, 5), DrawScope::projection);
    QVERIFY(next.projection.W_K == scene.projection.W_K);
    QVERIFY(numbers(next, P::W_Q) == numbers(all, P::W_Q));
    QVERIFY(numbers(next, P::W_V) == numbers(all, P::W_V));
    QVERIFY(!drawn(next, P::W_K) && drawn(next, P::W_V)->source.seed == 5);
}

/// One step has drawn more than another.
void TestStudentNumbers::sameInEveryScene() {
    const Experiment scene = drawn_scene();
    const Experiment more = with_drawn(scene, P::E, of_numpy);
    const Experiment less = with_cell(scene, P::W_Q, 0, 0, 7);
    for (const P id : {P::W_K, P::W_V}) {
        QVERIFY(numbers(renewed(more, 5), id) == numbers(renewed(scene, 5), id));
        QVERIFY(numbers(renewed(less, 5), id) == numbers(renewed(scene, 5), id));
    }
    QVERIFY(*parameter(renewed(more, 5), P::E) != *parameter(more, P::E));
}

void TestStudentNumbers::nothingDrawn() {
    for (const Snapshot& each : lesson_document().snapshots)
        QVERIFY(is_same(renewed(*each.experiment, 5), *each.experiment));
}

/// Whatever was drawn in whatever way and not edited is drawn again, every parameter can be, and nothing else
/// changes.
void TestStudentNumbers::anyExperiment() {
    std::map<std::string, int> tried;
    RandomExperiments random(752);
    for (int i = 0; i < many_experiments; ++i) {
        Experiment scene = random.next();
        for (const ParameterInfo& each : all_parameters()) {
            if (random.coin() || !parameter(scene, each.id))
                continue;
            const auto scope = static_cast<DrawScope>(random.between(0, 3));
            const bool is_layer = can_be_linear(each.id) && random.coin();
            if (auto next = with_random(scene, each.id, is_layer ? of_pytorch : of_numpy, scope))
                scene = std::move(next).value();
        }
        const auto& edited =
            all_parameters()[static_cast<std::size_t>(random.between(0, Index(all_parameters().size()) - 1))];
        if (const MatrixPtr matrix = parameter(scene, edited.id); matrix && matrix->size() > 0)
            scene = with_cell(scene, edited.id, 0, 0, 0.5);
        const Experiment next = renewed(scene, 5);
        QVERIFY(validate(next).empty());
        QCOMPARE(text_of(permits(scene, next, drawn_names(scene)).value_or(Said())), std::string());
        QVERIFY(is_same(renewed(next, 6), renewed(scene, 6)));
        for (const std::string& name : drawn_names(scene)) {
            const P id = std::ranges::find(all_parameters(), name, &ParameterInfo::name)->id;
            if (!parameter(scene, id) || parameter(scene, id)->size() == 0)
                continue;
            QVERIFY2(*parameter(scene, id) != *parameter(next, id), name.c_str());
            ++tried[name];
        }
    }
    if (is_optimised) // otherwise the experiments are few
        QCOMPARE(tried.size(), all_parameters().size());
}

/// Numbers with which a goal holds already are passed over, always for the same others; the lesson's own and
/// those of a student who has none are the scene's.
void TestStudentNumbers::sensible() {
    const Experiment scene = drawn_scene();
    const auto query = [](const Experiment& e) { return (*StepNumbers(e).stage(StageId::queries, 0))(0, 0); };
    std::uint64_t high = 1, low = 1;
    for (std::uint64_t seed = 2; seed < 20; ++seed) {
        high = query(renewed(scene, seed)) > query(renewed(scene, high)) ? seed : high;
        low = query(renewed(scene, seed)) < query(renewed(scene, low)) ? seed : low;
    }
    const double between =
        std::max(query(scene), query(renewed(scene, low))) / 2 + query(renewed(scene, high)) / 2;
    QVERIFY(query(scene) < between);
    const LessonJson goal{{"id", "g"}, {"kind", "goal"}, {"text", "?"},        {"stage", "queries"},
                          {"row", 0},  {"column", 0},    {"at_least", between}};
    const Experiment document =
        with_lessons(scene, {{{"id", "s"}, {"ask", {goal}}}}, {{"id", "abcdefghijklmnop"}});
    QVERIFY(has_drawn_numbers(document) && !has_drawn_numbers(lesson_document()));
    QVERIFY(sensible_seed(document, low) == low);
    const auto other = sensible_seed(document, high);
    QVERIFY(other && *other != high && sensible_seed(document, high) == other);
    QVERIFY(query(scene_with_seed(scene, other)) < between);
    QVERIFY(is_same(scene_with_seed(scene, std::nullopt), scene));
    std::stop_source stopped;
    stopped.request_stop();
    QVERIFY(!sensible_seed(document, low, stopped.get_token()));
    LessonJson always = goal;
    always["at_least"] = 1e9; // holds never
    QVERIFY(sensible_seed(with_lessons(scene, {{{"id", "s"}, {"ask", {always}}}}, nullptr), high) == high);
}

/// An origin that no generator can be: nothing is drawn from another one by the way.
void TestStudentNumbers::refused() {
    Experiment scene = drawn_scene();
    scene.origin = std::make_shared<const LessonJson>(
        LessonJson::parse(R"({"W_Q": {"generator": "numpy", "seed": 1, "distribution": "linear"}})"));
    QCOMPARE(with_new_numbers(scene, 5).error().place, std::string("distribution"));
}

LAB_APPLESS_TEST(TestStudentNumbers)
#include "tst_student_numbers.moc"
