// SPDX-License-Identifier: GPL-3.0-or-later
//
// The bars of the normaliser: their scale, their room, and how they grow.
#include "tests/support/test_program.h"
#include "tests/support/window_texts.h"
#include "tests/ui/plots/film/motion_test.h"
#include "ui/document/edits/norm_edits.h"
#include "ui/document/edits/option_edits.h"
#include "ui/plots/film/scene_added.h"
#include "ui/plots/film/scene_bands.h"
#include "ui/plots/film/scene_drawing.h"

#include <QPainter>
#include <QSet>

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
    void barsLeftOutAreCounted_data();
    void barsLeftOutAreCounted();
    void barsGrowOutOfThoseBefore();
    void sinkHasBars();
    void sinkFillsRows_data();
    void sinkFillsRows();
    void addedRowsAreNamed_data();
    void addedRowsAreNamed();
    void addedMinusInfinityIsHatched();
    void sigmoidHasFewer();
    void coveredKeepTheirPlace_data();
    void coveredKeepTheirPlace();
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

void TestSceneBars::barsLeftOutAreCounted_data() {
    barsBecomeShorterBeforeTheyGo_data();
}

/// Those that the caption may speak of, but have no room.
void TestSceneBars::barsLeftOutAreCounted() {
    QFETCH(QString, example);
    openPlay(qPrintable(example));
    player().setGrain(FilmGrain::row);
    const SceneContent content = sceneContent(window().document(), film(), beginOf(StageId::weights) + 1);
    QCOMPARE(content.bands.size(), std::size_t{4});
    QSet<Index> tried;
    for (int length = 1000; length >= 200; length -= 20) {
        const QSize size = content.transposed ? QSize(length, 900) : QSize(900, length);
        const SceneGeometry geometry(content, theme(), QRectF(QPointF(), QSizeF(size)));
        const QString texts =
            painted_texts([&](QPainter& painter) { drawScene(painter, content, theme(), QRectF({}, size)); },
                          size)
                .join(' ');
        const Index leftOut = 4 - geometry.bandRoom();
        QVERIFY2(texts.contains("left out:") == (leftOut > 0), qPrintable(texts));
        QVERIFY2(leftOut == 0 || texts.contains(QString("left out: %1 before").arg(leftOut)),
                 qPrintable(texts));
        tried.insert(leftOut);
    }
    QVERIFY(tried.size() > 2);
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

void TestSceneBars::sinkFillsRows_data() {
    QTest::addColumn<Notation>("notation");
    QTest::addColumn<FilmGrain>("grain");
    for (const Notation notation : {Notation::rows, Notation::columns}) {
        for (const FilmGrain grain : {FilmGrain::stage, FilmGrain::row, FilmGrain::cell})
            QTest::addRow("%d, %d", int(notation), int(grain)) << notation << grain;
    }
}

/// Its share stands after the weights of each row that is known, which it makes add up to 1, and in one line
/// with its score.
void TestSceneBars::sinkFillsRows() {
    QFETCH(Notation, notation);
    QFETCH(FilmGrain, grain);
    openPlay("sky-is-blue");
    setNotation(window().document(), notation);
    setSink(window().document(), 0.5);
    player().setGrain(grain);
    const FilmPlace begin = beginOf(StageId::weights);
    const FilmPlace rowSteps = grain == FilmGrain::cell ? 6 : 1; // three phases, and a cell for each key
    const Pair step = stepTo(begin + rowSteps);
    const SceneContent& content = step.after;
    const ScenePanel& result = content.panels.front();
    QVERIFY(content.hasSink);
    const QRectF area(QPointF(), room);
    for (Index row = 0; row < 3; ++row) {
        const bool isKnown = row == 0 || grain == FilmGrain::stage;
        QCOMPARE(knowsSinkShare(content, row), isKnown);
        const QRectF cells = step.geometry.rect(result, Block{row, 0, 1, 3});
        const QRectF place = step.geometry.sinkPlace(cells);
        QVERIFY(area.contains(place) && !place.intersects(cells));
        QCOMPARE(sinkShareAt(content, step.geometry, place.center()), std::optional(row));
        QVERIFY(std::abs(result.content.matrix->row(row).sum() + result.content.numberOf({row, 3}) - 1) <
                1e-12);
        const QRectF score = step.geometry.area(content.panels.back());
        QCOMPARE(notation == Notation::rows ? score.left() : score.top(),
                 notation == Notation::rows ? place.left() : place.top());
    }
    QVERIFY(!sinkShareAt(content, step.geometry, step.geometry.area(result).center()));
    if (grain == FilmGrain::cell)
        QVERIFY(!knowsSinkShare(stepTo(begin + rowSteps - 1).after, 0));
}

void TestSceneBars::addedRowsAreNamed_data() {
    QTest::addColumn<Notation>("notation");
    QTest::addColumn<StageId>("stage");
    for (const Notation notation : {Notation::rows, Notation::columns}) {
        QTest::addRow("gains, %d", int(notation)) << notation << StageId::queries;
        QTest::addRow("sink, %d", int(notation)) << notation << StageId::weights;
    }
}

/// The name is in the picture, as a whole.
void TestSceneBars::addedRowsAreNamed() {
    QFETCH(Notation, notation);
    QFETCH(StageId, stage);
    openPlay("sky-is-blue");
    LabDocument& document = window().document();
    setNotation(document, notation);
    setNorm(document, QkNormKind::rms);
    setGains(document, true);
    setSink(document, 0.5);
    player().setGrain(FilmGrain::row);
    SceneContent content = stepTo(film().begin({stage, 0, ScenePart::whole}) + 1).after;
    QVERIFY(content.panels.back().slot == SceneSlot::added);
    const auto drawn = [&] {
        QImage image(room, QImage::Format_RGB32);
        image.fill(theme().colours().page);
        QPainter painter(&image);
        drawScene(painter, content, theme(), image.rect());
        return image;
    };
    const QImage named = drawn();
    const double wide =
        QFontMetricsF(theme().font(TextRole::strong)).horizontalAdvance(content.panels.back().title);
    content.panels.back().title.clear();
    content.panels.back().symbol.clear();
    const QImage bare = drawn();
    QRect differ;
    for (int y = 0; y < named.height(); ++y) {
        for (int x = 0; x < named.width(); ++x) {
            if (named.pixel(x, y) != bare.pixel(x, y))
                differ |= QRect(x, y, 1, 1);
        }
    }
    QVERIFY(differ.width() > 0.8 * wide);
}

/// It is put there to hide a key, and is no overflow.
void TestSceneBars::addedMinusInfinityIsHatched() {
    openPlay("sky-is-blue");
    LabDocument& document = window().document();
    Experiment e = document.experiment();
    const auto tokens = static_cast<Index>(e.sequence.tokens.size());
    Matrix added = Matrix::Zero(tokens, tokens);
    added(0, 1) = -HUGE_VAL;
    e.scores.additive = {lab::share(std::move(added))};
    document.replace(e, {});
    const SceneContent content =
        stepTo(film().begin({StageId::scaled_scores, 0, ScenePart::whole}) + 1).after;
    const auto panel = std::ranges::find_if(content.panels, [](const ScenePanel& each) {
        return each.parameter() && each.parameter()->id == ParameterId::additive;
    });
    QVERIFY(panel != content.panels.end());
    QVERIFY(panel->content.isHidden({0, 1}) && !panel->content.isHidden({1, 0}));
    QImage image(room, QImage::Format_RGB32);
    image.fill(theme().colours().page);
    QPainter painter(&image);
    drawScene(painter, content, theme(), image.rect());
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            QVERIFY(image.pixelColor(x, y) != notFiniteColour());
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

void TestSceneBars::coveredKeepTheirPlace_data() {
    QTest::addColumn<QString>("example");
    QTest::newRow("rows") << "journey-trainable";
    QTest::newRow("columns") << "two-heads";
}

/// While numbers of a row are covered, no range is told, and opening one of them moves no other.
void TestSceneBars::coveredKeepTheirPlace() {
    QFETCH(QString, example);
    openPlay(qPrintable(example));
    player().setGrain(FilmGrain::row);
    LabDocument& document = window().document();
    const FilmPlace place = beginOf(StageId::weights) + 1;
    const auto picture = [&](const SceneContent& content) {
        QImage image(1100, 900, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        const SceneGeometry geometry(content, theme(), QRectF(image.rect()));
        drawBands(painter, content, geometry, theme(), {});
        return image;
    };
    const SceneContent open = sceneContent(document, film(), place);
    QVERIFY(std::ranges::none_of(open.bands, &SceneBand::isCovered));
    const QImage all = picture(open);
    document.coverCells(StageBlock{StageId::masked_scores, 0, {0, 0, 6, 6}});
    const SceneContent covered = sceneContent(document, film(), place);
    QVERIFY(std::ranges::all_of(covered.bands, &SceneBand::isCovered));
    const QImage before = picture(covered);
    document.openCell({StageId::masked_scores, 0, 0, 1});
    document.openCell({StageId::masked_scores, 0, 0, 2});
    const SceneContent some = sceneContent(document, film(), place);
    QImage after = picture(some);
    QVERIFY(after != before && before != all);
    const SceneGeometry geometry(some, theme(), QRectF(after.rect()));
    QPainter painter(&after);
    for (const Index key : {1, 2}) {
        const QRect its = bandPlace(some, geometry, theme(), 0, key).toAlignedRect().adjusted(-1, -1, 1, 1);
        painter.drawImage(its, before, its);
    }
    painter.end();
    QVERIFY(after == before);
    document.uncover();
    QVERIFY(picture(sceneContent(document, film(), place)) == all);
}

LAB_WINDOW_TEST(TestSceneBars)
#include "tst_scene_bars.moc"
