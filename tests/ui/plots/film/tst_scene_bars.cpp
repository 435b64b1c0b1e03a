// SPDX-License-Identifier: GPL-3.0-or-later
//
// The bars of the normaliser: their scale, their room, and how they grow.
#include "tests/support/test_program.h"
#include "tests/ui/plots/film/motion_test.h"
#include "ui/document/edits/option_edits.h"

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace lab;
using namespace lab::test;

class TestSceneBars : public MotionTest {
    Q_OBJECT

private slots:
    void barsHaveOneScale();
    void barsBecomeShorterBeforeTheyGo_data();
    void barsBecomeShorterBeforeTheyGo();
    void barsGrowOutOfThoseBefore();
    void sinkHasBars();
    void sigmoidHasFewer();
};

/// The bars of weights and exponentials are comparable from row to row, and so are those of scores.
void TestSceneBars::barsHaveOneScale() {
    openPlay("sky-is-blue");
    player().setGrain(FilmGrain::row);
    const Matrix& scores = matrix(StageId::masked_scores);
    for (Index row = 0; row < 3; ++row) {
        const Pair step = stepTo(beginOf(StageId::weights) + 1 + row);
        const std::vector<SceneBand>& bands = step.after.bands;
        QCOMPARE(bands.size(), std::size_t{4});
        QCOMPARE(bands[0].scale,
                 (Extremes{std::min(0.0, scores.minCoeff()), std::max(0.0, scores.maxCoeff())}));
        QCOMPARE(bands[2].scale, (Extremes{0, 1}));
        QCOMPARE(bands[3].scale, (Extremes{0, 1}));
        for (const SceneBand& each : bands) {
            for (const double value : each.values)
                QVERIFY(value >= each.scale.lowest && value <= each.scale.highest);
        }
    }
}

void TestSceneBars::barsBecomeShorterBeforeTheyGo_data() {
    QTest::addColumn<QString>("example");
    QTest::newRow("rows") << "journey-trainable";
    QTest::newRow("columns") << "two-heads";
}

void TestSceneBars::barsBecomeShorterBeforeTheyGo() {
    QFETCH(QString, example);
    openPlay(qPrintable(example));
    player().setGrain(FilmGrain::row);
    const SceneContent content = sceneContent(window().document(), film(), beginOf(StageId::weights) + 1);
    double last = 1e9;
    Index shown = 4;
    bool isShorter = false;
    for (int length = 1000; length >= 200; length -= 20) {
        const QSizeF size = content.transposed ? QSizeF(length, 900) : QSizeF(900, length);
        const SceneGeometry geometry(content, theme(), QRectF(QPointF(), size));
        const QRectF bands = geometry.bands();
        const double each =
            (content.transposed ? bands.width() : bands.height()) / static_cast<double>(geometry.bandRoom());
        isShorter = isShorter || (geometry.bandRoom() == 4 && each < last);
        QVERIFY(geometry.bandRoom() <= shown);
        if (geometry.bandRoom() < shown)
            QVERIFY(isShorter);
        shown = geometry.bandRoom();
        last = each;
        QVERIFY(shown >= 1 && each > 0);
    }
    QVERIFY(isShorter && shown < 4);
}

/// The exponentials start as the differences they are powers of, and their numbers come with the last of it.
void TestSceneBars::barsGrowOutOfThoseBefore() {
    openPlay("sky-is-blue");
    player().setGrain(FilmGrain::cell);
    const Pair step = stepTo(beginOf(StageId::weights) + 2);
    QCOMPARE(step.after.bands.size(), step.before.bands.size() + 1);
    const auto grown = [&](double t) { return step.motion.at(t).bandMotion->grown; };
    QCOMPARE(grown(0).back(), 0.0);
    QVERIFY(grown(0.5).back() > 0.3 && grown(0.5).back() < 0.7);
    QCOMPARE(grown(0.5).front(), 1.0); // the scores stay
    QVERIFY(!step.motion.at(1).bandMotion);
}

/// One in every phase, beside the keys and inside the room; those of a row of weights add up to 1 with it.
void TestSceneBars::sinkHasBars() {
    openPlay("sky-is-blue");
    for (const Notation notation : {Notation::rows, Notation::columns}) {
        setNotation(window().document(), notation);
        setSink(window().document(), 0.5);
        player().setGrain(FilmGrain::row);
        const Pair step = stepTo(beginOf(StageId::weights) + 1);
        const SceneContent& content = step.after;
        QVERIFY(content.hasSink);
        QCOMPARE(content.bands.size(), std::size_t{4});
        double sum = 0;
        for (const SceneBand& each : content.bands) {
            QVERIFY(each.sink && *each.sink >= each.scale.lowest && *each.sink <= each.scale.highest);
            sum = std::accumulate(each.values.begin(), each.values.end(), *each.sink);
        }
        QCOMPARE(*content.bands.front().sink, 0.5);
        QVERIFY(std::abs(sum - 1) < 1e-12);
        const QRectF area(0, 0, 900, 700);
        const SceneGeometry geometry(content, theme(), area);
        const QRectF bar = geometry.sinkPlace(geometry.bands());
        QVERIFY(area.contains(bar) && !bar.intersects(geometry.area(content.panels.front())));
        setSink(window().document(), std::nullopt);
        QVERIFY(!stepTo(beginOf(StageId::weights) + 1).after.hasSink);
    }
}

void TestSceneBars::sigmoidHasFewer() {
    openPlay("sky-is-blue");
    setNormalization(window().document(), NormalizationKind::sigmoid);
    player().setGrain(FilmGrain::row);
    QCOMPARE(stepTo(beginOf(StageId::weights) + 1).after.bands.size(), std::size_t{2});
    setSigmoidBias(window().document(), -1);
    const std::vector<SceneBand> bands = stepTo(beginOf(StageId::weights) + 1).after.bands;
    QCOMPARE(bands.size(), std::size_t{3});
    for (std::size_t key = 0; key < 3; ++key) {
        QVERIFY(std::abs(bands[1].values[key] - bands[0].values[key] + 1) < 1e-12);
        QVERIFY(std::abs(bands[2].values[key] - 1 / (1 + std::exp(-bands[1].values[key]))) < 1e-12);
    }
}

LAB_WINDOW_TEST(TestSceneBars)
#include "tst_scene_bars.moc"
