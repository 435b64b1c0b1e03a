// SPDX-License-Identifier: GPL-3.0-or-later
//
// Who wins where, behind a query: its colours against the engine's weights, and lines of equal score.
#include "core/edits/cell_overrides.h"
#include "core/engine/pipeline.h"
#include "core/experiment/validate.h"
#include "tests/support/golden.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"
#include "ui/document/fixed_stages.h"
#include "ui/document/lab_document.h"
#include "ui/look/theme.h"
#include "ui/plots/geometry/plane_regions.h"
#include "ui/plots/shared/head_colours.h"

#include <QApplication>

#include <cmath>
#include <functional>

using namespace lab;
using namespace lab::test;

class TestPlaneRegions : public QObject {
    Q_OBJECT

private slots:
    void coloursAreTheWinners_data();
    void coloursAreTheWinners();
    void coloursOfOneKey();
    void linesOfEqualScore();
    void linesOfRandomExperiments();
    void noLinesOfATypedScore();
    void nothingWhileCovered();
    void onlyOnWish();
    void fewerCellsWhileDragging();
};

namespace {

using EditOfRegions = std::function<void(Experiment&)>;

PlaneScene sceneOf(lab::StageSource& stages, TokenIndex query, const Theme& theme, bool regions = true) {
    const ShownVectors shown = shownVectors(stages, 0, query, true).value();
    GeometryContent content = geometryContent(stages, shown, planesOf(shown.vectors, {}), regions);
    return planeScene(std::move(content.scores), FootNumbers::scores, theme, {420, 380});
}

/// The weights that the query would have if its tip were at a pixel, by the whole computation.
RowVector weightsAt(const Experiment& experiment, const PlaneScene& scene, QPointF pixel) {
    const Trace trace = compute(experiment).value();
    const QPointF at = scene.place(pixel);
    const RowVector q = trace.stage(StageId::queries, 0).row(scene.content.query);
    const RowVector there = scene.content.plane.moved(q, {at.x(), at.y()});
    Experiment moved = experiment;
    for (Index column = 0; column < there.cols(); ++column)
        moved = with_override(moved, {StageId::queries, 0, scene.content.query, column}, there(column));
    return compute(moved).value().stage(StageId::weights, 0).row(scene.content.query);
}

/// The middle of a cell of the image, in pixels of the scene.
QPointF middleOf(const PlaneScene& scene, const QImage& image, int column, int row) {
    return {scene.area.left() + scene.area.width() * (column + 0.5) / image.width(),
            scene.area.top() + scene.area.height() * (row + 0.5) / image.height()};
}

/// Without its opacity.
QColor inkAt(const QImage& image, int column, int row) {
    const QColor there = QColor::fromRgba(qUnpremultiply(image.pixel(column, row)));
    return QColor(there.red(), there.green(), there.blue());
}

bool isInk(const QColor& is, const QColor& ink) {
    constexpr int rounding = 12; // of a faint colour that is stored with its opacity
    return std::abs(is.red() - ink.red()) <= rounding && std::abs(is.green() - ink.green()) <= rounding &&
           std::abs(is.blue() - ink.blue()) <= rounding;
}

} // namespace

void TestPlaneRegions::coloursAreTheWinners_data() {
    QTest::addColumn<EditOfRegions>("edit");
    QTest::newRow("plain") << EditOfRegions([](Experiment&) {});
    QTest::newRow("cold") << EditOfRegions([](Experiment& e) { e.normalization.temperature = 0.1; });
    QTest::newRow("hidden") << EditOfRegions([](Experiment& e) { e.mask.padding = {0}; });
    QTest::newRow("sink") << EditOfRegions(
        [](Experiment& e) { e.normalization.sink = share(Matrix{{0.5}}); });
}

void TestPlaneRegions::coloursAreTheWinners() {
    QFETCH(const EditOfRegions, edit);
    Experiment experiment = load_golden("sky-is-blue").experiment;
    edit(experiment);
    QVERIFY(validate(experiment).empty());
    FixedStages stages(experiment);
    const Theme theme;
    const PlaneScene scene = sceneOf(stages, 2, theme);
    const PlaneRegions regions = planeRegions(scene, {}, theme);
    QVERIFY(!regions.image.isNull());
    int told = 0;
    for (int column = 3; column < regions.image.width(); column += regions.image.width() / 7) {
        for (int row = 2; row < regions.image.height(); row += regions.image.height() / 6) {
            const RowVector weights =
                weightsAt(experiment, scene, middleOf(scene, regions.image, column, row));
            const TokenIndex winner = most_attended(weights).value();
            RowVector others = weights;
            others(winner) = 0;
            if (weights(winner) - others.maxCoeff() < 1e-9)
                continue;
            QVERIFY2(isInk(inkAt(regions.image, column, row), headInk(winner, theme.colours().panel)),
                     qPrintable(QString("%1, %2").arg(column).arg(row)));
            ++told;
        }
    }
    QVERIFY(told > 20);
}

/// Of a key that is lit, the colour is stronger where it would get more.
void TestPlaneRegions::coloursOfOneKey() {
    const Experiment experiment = load_golden("sky-is-blue").experiment;
    FixedStages stages(experiment);
    const Theme theme;
    const PlaneScene scene = sceneOf(stages, 2, theme);
    const PlaneRegions regions = planeRegions(scene, 1, theme);
    QCOMPARE(regions.key, std::optional<TokenIndex>(1));
    const QSize size = regions.image.size();
    std::vector<std::pair<double, int>> both;
    for (int i = 1; i < 8; ++i) {
        const int column = size.width() * i / 8, row = size.height() * i / 8;
        both.emplace_back(weightsAt(experiment, scene, middleOf(scene, regions.image, column, row))(1),
                          qAlpha(regions.image.pixel(column, row)));
        QVERIFY(isInk(inkAt(regions.image, column, row), headInk(1, theme.colours().panel)));
    }
    std::ranges::sort(both);
    for (std::size_t i = 1; i < both.size(); ++i)
        QVERIFY(both[i - 1].second <= both[i].second);
    QVERIFY(both.front().second < both.back().second);
}

namespace {

/// What is wrong with the lines: on each, a query has the score that is said.
QString problemOfLines(const PlaneScene& scene, const PlaneRegions& regions, const RowVector& key) {
    for (const PlaneRegions::Line& line : regions.lines) {
        const double score = line.score.toDouble();
        for (const QPointF end : {line.line.p1(), line.line.p2(), line.line.center()}) {
            const QPointF at = scene.place(end);
            const double is = scene.content.plane.moved(scene.content.wouldBe->q, {at.x(), at.y()}).dot(key);
            const double scale = std::abs(score) + key.norm() * scene.part.unit * scene.area.width();
            if (!(std::abs(is - score) <= 1e-6 * scale))
                return QString("%1 in place of %2").arg(is).arg(score);
        }
        if (line.place && !QRectF(scene.area).contains(*line.place))
            return line.score + " is not inside";
    }
    return {};
}

} // namespace

void TestPlaneRegions::linesOfEqualScore() {
    const Experiment experiment = load_golden("sky-is-blue").experiment;
    FixedStages stages(experiment);
    const Theme theme;
    const PlaneScene scene = sceneOf(stages, 2, theme);
    for (const std::optional<TokenIndex> lit : {std::optional<TokenIndex>(), std::optional<TokenIndex>(0)}) {
        const PlaneRegions regions = planeRegions(scene, lit, theme);
        QVERIFY(regions.key && (!lit || regions.key == lit));
        QVERIFY(regions.lines.size() > 2);
        const RowVector key = stages.completeView(StageId::keys, 0).matrix->row(*regions.key);
        QCOMPARE(problemOfLines(scene, regions, key), QString());
    }
}

void TestPlaneRegions::linesOfRandomExperiments() {
    RandomExperiments random(641);
    const Theme theme;
    int lines = 0;
    for (int round = 0; round < many_experiments; ++round) {
        const Experiment experiment = random.next();
        FixedStages stages(experiment);
        const TokenIndex query = round % dimensions(experiment).n_q;
        const PlaneScene scene = sceneOf(stages, query, theme);
        const PlaneRegions regions = planeRegions(scene, {}, theme);
        if (!regions.key)
            continue;
        const RowVector key = stages.completeView(StageId::keys, 0).matrix->row(*regions.key);
        QCOMPARE(problemOfLines(scene, regions, key), QString());
        lines += static_cast<int>(regions.lines.size());
    }
    QVERIFY(lines > many_experiments);
}

/// An overridden score is no dot product: it has no lines, and another key's are drawn.
void TestPlaneRegions::noLinesOfATypedScore() {
    Experiment experiment = load_golden("sky-is-blue").experiment;
    experiment = with_override(experiment, {StageId::scores, 0, 2, 1}, 5);
    FixedStages stages(experiment);
    const Theme theme;
    const PlaneScene scene = sceneOf(stages, 2, theme);
    QVERIFY(planeRegions(scene, 1, theme).lines.empty());
    const PlaneRegions regions = planeRegions(scene, {}, theme);
    QVERIFY(regions.key && *regions.key != 1);
}

void TestPlaneRegions::nothingWhileCovered() {
    LabDocument document;
    document.replace(load_golden("sky-is-blue").experiment, {});
    document.coverCells(StageBlock{StageId::weights, 0, {0, 1, 1, 1}}); // of another query
    const Theme theme;
    const PlaneScene scene = sceneOf(document, 2, theme);
    QVERIFY(!scene.content.wouldBe);
    QVERIFY(planeRegions(scene, {}, theme).image.isNull());
    QVERIFY(scene.content.notes.contains("Who wins where is not shown while numbers are covered"));
}

void TestPlaneRegions::onlyOnWish() {
    FixedStages stages(load_golden("sky-is-blue").experiment);
    const Theme theme;
    const PlaneRegions regions = planeRegions(sceneOf(stages, 2, theme, false), {}, theme);
    QVERIFY(regions.image.isNull() && regions.lines.empty());
}

/// So that a drag stays within a frame.
void TestPlaneRegions::fewerCellsWhileDragging() {
    Experiment experiment = load_golden("sky-is-blue").experiment;
    experiment.sequence.tokens.clear();
    for (int i = 0; i < 40; ++i)
        experiment.sequence.tokens.emplace_back(i % 2 == 0 ? "sky" : "blue");
    FixedStages stages(experiment);
    const Theme theme;
    PlaneScene scene = sceneOf(stages, 2, theme);
    const auto weights = [&] {
        const QSize size = planeRegions(scene, {}, theme).image.size();
        return size.width() * size.height() * 40;
    };
    QVERIFY(weights() > 400'000 && weights() <= 1'500'000);
    scene.content.isPreview = true;
    QVERIFY(weights() > 100'000 && weights() <= 250'000);
}

LAB_WINDOW_TEST(TestPlaneRegions)
#include "tst_plane_regions.moc"
