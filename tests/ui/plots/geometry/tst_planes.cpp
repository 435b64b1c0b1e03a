// SPDX-License-Identifier: GPL-3.0-or-later
//
// The planes of a query as data: which vectors are where, what is said of them, and where their names stand.
#include "core/engine/pipeline.h"
#include "tests/support/golden.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"
#include "tests/support/words.h"
#include "ui/document/examples.h"
#include "ui/document/fixed_stages.h"
#include "ui/document/lab_document.h"
#include "ui/look/theme.h"
#include "ui/plots/geometry/plane_drawing.h"
#include "ui/plots/geometry/plane_labels.h"
#include "ui/plots/shared/colour_scale.h"

#include <QApplication>

#include <cmath>

using namespace lab;
using namespace lab::test;

namespace {

GeometryContent content_of(lab::StageSource& stages, HeadIndex head, TokenIndex query,
                           const std::optional<PlaneChoice>& axes = {}) {
    const ShownVectors shown = shownVectors(stages, head, query, true).value();
    return geometryContent(stages, shown, planesOf(shown.vectors, axes), false);
}

double tolerance(double number) {
    return 1e-9 * (1 + std::abs(number));
}

/// What is wrong with the labels of a plane, if anything.
QString problem_of_labels(const PlaneScene& scene, const Theme& theme) {
    for (std::size_t i = 0; i < scene.labels.size(); ++i) {
        const PlaneScene::Label& label = scene.labels[i];
        if (!QRectF(scene.area).contains(label.place))
            return label.text + " is not inside";
        for (std::size_t j = 0; j < i; ++j) {
            if (scene.labels[j].place.intersects(label.place))
                return label.text + " lies on " + scene.labels[j].text;
        }
        for (std::size_t tip = 0; tip < scene.content.tips.size(); ++tip) {
            const PlaneTip& its = scene.content.tips[tip];
            const double radius = its.isShown() ? markRadius(its, theme) / std::sqrt(2) : 0;
            const QPointF corner(radius, radius);
            if (its.isShown() &&
                label.place.intersects(QRectF(scene.pixelOf(tip) - corner, scene.pixelOf(tip) + corner)))
                return label.text + " lies on the mark of " + scene.content.name(tip);
        }
    }
    return {};
}

} // namespace

class TestPlanes : public QObject {
    Q_OBJECT

private slots:
    void vectorsAreWhereTheStagesSay_data();
    void vectorsAreWhereTheStagesSay();
    void feet_data();
    void feet();
    void said_data();
    void said();
    void covered();
    void coveredScore();
    void axes();
    void tableOfTips();
    void labelsDoNotOverlap_data();
    void labelsDoNotOverlap();
    void labelsOfRandomExperiments();
    void oneScale();
    void roundSteps();
    void clippedLines();
    void inks();
};

void TestPlanes::vectorsAreWhereTheStagesSay_data() {
    QTest::addColumn<QString>("name");
    for (const char* name :
         {"sky-is-blue", "journey-self-attention-v1", "two-heads", "cross", "causal", "rotary", "sigmoid",
          "sink", "qk-norm-rms", "column-vectors-with-biases", "everything"})
        QTest::newRow(name) << QString(name);
}

/// Along two features, a tip is where the row of its stage says.
void TestPlanes::vectorsAreWhereTheStagesSay() {
    QFETCH(QString, name);
    const Experiment experiment = load_golden(name.toStdString()).experiment;
    const Trace trace = compute(experiment).value();
    FixedStages stages(experiment);
    const Dimensions d = dimensions(experiment);
    for (HeadIndex head = 0; head < d.H; ++head) {
        for (TokenIndex query = 0; query < d.n_q; ++query) {
            const GeometryContent content = content_of(stages, head, query, PlaneChoice{});
            const auto check = [&](const PlaneTip& tip, StageId stage) {
                const Matrix& numbers = trace.stage(stage, head);
                QVERIFY(tip.isShown());
                QVERIFY(std::abs(tip.at.x() - numbers(tip.token, 0)) <= tolerance(tip.at.x()));
                if (numbers.cols() > 1)
                    QVERIFY(std::abs(tip.at.y() - numbers(tip.token, 1)) <= tolerance(tip.at.y()));
            };
            QCOMPARE(Index(content.scores.tips.size()), d.n_k + 1);
            QCOMPARE(Index(content.output.tips.size()), d.n_k + 1);
            check(content.scores.own(), StageId::queries);
            check(content.output.own(), StageId::head_outputs);
            for (TokenIndex key = 0; key < d.n_k; ++key) {
                const PlaneTip& tip = content.scores.tips[*content.scores.tipOf(key)];
                check(tip, StageId::keys);
                check(content.output.tips[*content.output.tipOf(key)], StageId::values);
                QCOMPARE(tip.isHidden, std::isinf(trace.stage(StageId::masked_scores, head)(query, key)));
                QCOMPARE(tip.weight, trace.stage(weights_in_use(experiment), head)(query, key));
            }
        }
    }
}

void TestPlanes::feet_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"sky-is-blue", "journey-self-attention-v2", "causal", "unscaled"})
        QTest::newRow(name) << QString(name);
}

/// In a plane that shows all: a foot is on the line of q, at a right angle, and stands for the score.
void TestPlanes::feet() {
    QFETCH(QString, name);
    FixedStages stages(load_golden(name.toStdString()).experiment);
    const Dimensions d = dimensions(stages.experiment());
    for (TokenIndex query = 0; query < d.n_q; ++query) {
        const PlaneContent plane = content_of(stages, 0, query).scores;
        QVERIFY(!plane.isProjection());
        const QPointF q = plane.own().at;
        for (std::size_t i = 1; i < plane.tips.size(); ++i) {
            const PlaneTip& tip = plane.tips[i];
            QVERIFY(tip.foot);
            QVERIFY(std::abs(q.x() * tip.foot->y() - q.y() * tip.foot->x()) <= 1e-9);
            QVERIFY(std::abs(QPointF::dotProduct(q, tip.at - *tip.foot)) <= 1e-9);
            QVERIFY(std::abs(QPointF::dotProduct(q, *tip.foot) - tip.score) <= tolerance(tip.score));
            QVERIFY(!plane.footText(i, FootNumbers::scores).isEmpty());
            QVERIFY(plane.footText(i, FootNumbers::none).isEmpty());
        }
    }
}

void TestPlanes::said_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("output");
    QTest::addColumn<QString>("text"); ///< with "!": it is not said
    const QString inHull = "z is in the shaded hull", outside = "z need not be in the hull of the values: ";
    QTest::newRow("softmax") << "sky-is-blue" << true << inHull;
    QTest::newRow("sigmoid") << "sigmoid" << true << outside;
    QTest::newRow("a sink") << "sink" << true << outside;
    QTest::newRow("dropout") << "dropout" << true << outside;
    QTest::newRow("sparsemax") << "sparsemax" << true << inHull;
    QTest::newRow("a mask") << "causal-window" << false << "Dotted: keys that are hidden from this query";
    QTest::newRow("no mask") << "sky-is-blue" << false << "!Dotted";
    QTest::newRow("two features") << "sky-is-blue" << false << "!projection";
    QTest::newRow("more features") << "numeric-encoder" << false << "A projection of ";
}

void TestPlanes::said() {
    QFETCH(QString, name);
    QFETCH(bool, output);
    QFETCH(QString, text);
    FixedStages stages(load_golden(name.toStdString()).experiment);
    const GeometryContent content = content_of(stages, 0, dimensions(stages.experiment()).n_q - 1);
    const QString said = (output ? content.output : content.scores).notes.join('\n');
    const bool wanted = !text.startsWith('!');
    QVERIFY2(said.contains(wanted ? text : text.mid(1)) == wanted, qPrintable(said));
}

/// A covered vector is not drawn, nowhere is its number told, and what it hides is said.
void TestPlanes::covered() {
    LabDocument document;
    document.openExample("sky-is-blue");
    document.coverCells(StageBlock{StageId::keys, 0, {1, 0, 1, 1}});
    document.coverCells(StageBlock{StageId::weights, 0, {2, 0, 1, 3}});
    const GeometryContent content = content_of(document, 0, 2);
    const PlaneTip& key = content.scores.tips[2];
    QCOMPARE(int(key.state), int(PlaneTip::State::covered));
    QVERIFY(!key.foot);
    QVERIFY(content.scores.notes.join('\n').contains("Covered, so not drawn: k is"));
    QCOMPARE(content.scores.entry(2, 0), QString("?"));
    QVERIFY(content.scores.tips[1].isShown());
    // Neither the order of the names nor the hull tells covered weights.
    QCOMPARE(content.output.byAttention(), (std::vector<std::size_t>{0, 1, 2, 3}));
    QVERIFY(content.output.label(1).contains('?'));
    QVERIFY(!content.output.notes.join('\n').contains("hull"));
    const Theme theme;
    const PlaneScene scene = planeScene(content.scores, FootNumbers::scores, theme, {500, 500});
    for (const PlaneScene::Label& label : scene.labels)
        QVERIFY(label.tip != 2);
}

/// The score could be read off where the foot is.
void TestPlanes::coveredScore() {
    LabDocument document;
    document.openExample("sky-is-blue");
    document.coverCells(StageBlock{StageId::scores, 0, {2, 0, 1, 1}});
    const PlaneContent plane = content_of(document, 0, 2).scores;
    QVERIFY(plane.tips[1].isShown());
    QVERIFY(!plane.tips[1].foot);
    QVERIFY(plane.tips[2].foot);
}

void TestPlanes::axes() {
    FixedStages two(load_golden("sky-is-blue").experiment);
    const PlaneContent features = content_of(two, 0, 0).scores;
    QCOMPARE(features.axisName(0), QString("feature 1"));
    QCOMPARE(features.axisName(1), QString("feature 2"));
    QVERIFY(!features.isProjection());
    const PlaneContent swapped = content_of(two, 0, 0, PlaneChoice{.first = 1, .second = 0}).scores;
    QCOMPARE(swapped.own().at, features.own().at.transposed());
    const QString component =
        content_of(two, 0, 0, PlaneChoice{PlaneChoice::Kind::components}).scores.axisName(0);
    QVERIFY2(component.contains("%"), qPrintable(component));
    // Of more features: along the query, unless a plane is chosen that there is.
    FixedStages many(load_golden("numeric-encoder").experiment);
    const Dimensions d = dimensions(many.experiment());
    QVERIFY(d.d_k > 2);
    const PlaneContent best = content_of(many, 0, 0).scores;
    QVERIFY(best.isProjection());
    QVERIFY(std::abs(best.own().at.y()) <= tolerance(best.own().at.x()));
    const PlaneContent none = content_of(many, 0, 0, PlaneChoice{.first = 0, .second = d.d_k}).scores;
    QCOMPARE(none.axisName(0), best.axisName(0));
    for (std::size_t tip = 1; tip < best.tips.size(); ++tip)
        QVERIFY(best.footText(tip, FootNumbers::scores).isEmpty());
}

void TestPlanes::tableOfTips() {
    FixedStages stages(load_golden("sky-is-blue").experiment);
    const GeometryContent content = content_of(stages, 0, 2);
    QCOMPARE(content.scores.columns(),
             (QStringList{"feature 1", "feature 2", "score", "scaled score", "weight"}));
    QCOMPARE(content.output.columns(), (QStringList{"feature 1", "feature 2", "weight"}));
    QCOMPARE(content.scores.name(0), QString("q blue"));
    QCOMPARE(content.scores.name(1), QString("k sky"));
    QCOMPARE(content.output.name(0), QString("z blue"));
    QVERIFY(content.output.label(1).startsWith("v sky 0."));
    QCOMPARE(content.scores.entry(0, 2), QString());
    QVERIFY(!content.scores.entry(1, 4).isEmpty());
    QCOMPARE(content.scores.entry(1, 4), content.output.entry(1, 2));
    const QString words = content.scores.describe(1);
    QVERIFY2(words.startsWith("key of “sky” at (") && words.contains("score") && words.contains("weight"),
             qPrintable(words));
}

void TestPlanes::labelsDoNotOverlap_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<int>("words"); ///< 0: those of the example
    QTest::addColumn<int>("scale");
    for (const char* example : {"sky-is-blue", "journey-self-attention-v1", "two-heads", "twelve-heads"}) {
        for (const int scale : {80, 100, 300})
            QTest::addRow("%s at %d", example, scale) << QString(example) << 0 << scale;
    }
    QTest::newRow("24 words") << "sky-is-blue" << 24 << 100;
    QTest::newRow("12 heads, 24 words") << "twelve-heads" << 24 << 100;
    QTest::newRow("24 words, enlarged") << "sky-is-blue" << 24 << 200;
}

void TestPlanes::labelsDoNotOverlap() {
    QFETCH(QString, example);
    QFETCH(int, words);
    QFETCH(int, scale);
    LabDocument document;
    document.openExample(example);
    if (words > 0)
        document.setText(different_words(words));
    Theme theme;
    theme.setScale(scale);
    const Dimensions d = dimensions(document.experiment());
    for (const QSize size : {QSize(700, 600), QSize(330, 420), QSize(200, 200)}) {
        for (TokenIndex query = 0; query < d.n_q; query += 1 + d.n_q / 4) {
            const GeometryContent content = content_of(document, d.H - 1, query);
            for (const PlaneKind kind : {PlaneKind::scores, PlaneKind::output}) {
                const PlaneScene scene = planeScene(content.of(kind), FootNumbers::scores, theme, size);
                QCOMPARE(problem_of_labels(scene, theme), QString());
                if (size.width() < 400 || scale > 100)
                    continue;
                // The vector itself and the most attended one have their names.
                const std::vector<std::size_t> order = scene.content.byAttention();
                for (std::size_t i = 0; i < 2; ++i) {
                    const auto named = std::ranges::find_if(scene.labels, [&](const PlaneScene::Label& each) {
                        return each.tip == order[i] && !each.isNumber;
                    });
                    QVERIFY2(named != scene.labels.end(), qPrintable(scene.content.name(order[i])));
                }
            }
        }
    }
}

void TestPlanes::labelsOfRandomExperiments() {
    RandomExperiments random(50'001);
    const Theme theme;
    for (int i = 0; i < 60; ++i) {
        FixedStages stages(random.next());
        const Dimensions d = dimensions(stages.experiment());
        for (const auto axes :
             {PlaneChoice::Kind::features, PlaneChoice::Kind::components, PlaneChoice::Kind::best}) {
            const GeometryContent content = content_of(stages, d.H - 1, d.n_q - 1, PlaneChoice{axes});
            for (const PlaneKind kind : {PlaneKind::scores, PlaneKind::output}) {
                const PlaneScene scene =
                    planeScene(content.of(kind), FootNumbers::scaled_scores, theme, {480, 400});
                QCOMPARE(problem_of_labels(scene, theme), QString());
                for (std::size_t tip = 0; tip < scene.content.tips.size(); ++tip) {
                    if (scene.content.tips[tip].isShown())
                        QVERIFY(QRectF(scene.area).contains(scene.pixelOf(tip)));
                    QVERIFY(!scene.content.describe(tip).isEmpty());
                }
            }
        }
    }
}

/// A length is as long along both axes, whatever the shape, and pixels lead back to places.
void TestPlanes::oneScale() {
    FixedStages stages(load_golden("sky-is-blue").experiment);
    const Theme theme;
    for (const QSize size : {QSize(700, 300), QSize(300, 700)}) {
        const PlaneScene scene = planeScene(content_of(stages, 0, 1).scores, FootNumbers::none, theme, size);
        const QPointF origin = scene.origin();
        const double along = scene.pixel({1, 0}).x() - origin.x();
        QVERIFY(along > 0);
        QVERIFY(std::abs(origin.y() - scene.pixel({0, 1}).y() - along) <= 1e-9 * along);
        const QPointF back = scene.place(scene.pixel({0.3, -0.7}));
        QVERIFY(std::abs(back.x() - 0.3) + std::abs(back.y() + 0.7) <= 1e-9);
        QVERIFY(QRectF(scene.area).contains(origin));
    }
}

void TestPlanes::roundSteps() {
    for (const auto& [least, step] : std::initializer_list<std::pair<double, double>>{
             {0.9, 1}, {1, 1}, {1.1, 2}, {2.1, 5}, {5.1, 10}, {0.013, 0.02}, {330, 500}, {6e-9, 1e-8}})
        QVERIFY2(std::abs(roundStep(least) - step) <= 1e-12 * step, qPrintable(QString::number(least)));
}

void TestPlanes::clippedLines() {
    const QRectF rect(0, 0, 10, 10);
    QCOMPARE(*clipped({-5, 5, 15, 5}, rect), QLineF(0, 5, 10, 5));
    QCOMPARE(*clipped({2, 2, 3, 4}, rect), QLineF(2, 2, 3, 4));
    QCOMPARE(*clipped({5, 5, 5, 40}, rect), QLineF(5, 5, 5, 10));
    QVERIFY(!clipped({-5, 11, 15, 11}, rect));
    QVERIFY(!clipped({-1, 5, -2, 5}, rect));
    QVERIFY(!clipped({9, -2, 12, 1}, rect));
}

/// Seen on both backgrounds; what is of one token has one colour, of another sentence none of these.
void TestPlanes::inks() {
    Theme theme;
    for (const ColourMode mode : {ColourMode::light, ColourMode::dark}) {
        theme.setMode(mode);
        FixedStages stages(load_golden("journey-self-attention-v1").experiment);
        const GeometryContent content = content_of(stages, 0, 2);
        QCOMPARE(tipInk(content.scores, 0, theme), tipInk(content.scores, 3, theme));
        QCOMPARE(tipInk(content.output, 0, theme), theme.colours().text);
        for (std::size_t tip = 0; tip < content.scores.tips.size(); ++tip) {
            QVERIFY(contrast(tipInk(content.scores, tip, theme), theme.colours().panel) >= 3);
            QCOMPARE(tipInk(content.scores, tip, theme) == tipInk(content.scores, 1, theme), tip == 1);
        }
        FixedStages cross(load_golden("cross").experiment);
        QCOMPARE(tipInk(content_of(cross, 0, 0).scores, 0, theme), theme.colours().text);
    }
}

LAB_WINDOW_TEST(TestPlanes)
#include "tst_planes.moc"
