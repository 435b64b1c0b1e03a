// SPDX-License-Identifier: GPL-3.0-or-later
//
// Random moments of the film, at rest and while something flies: every number that is painted stands under
// its own heading, or looks like what it is: a number on its way, a term, or a sum so far.
#include "core/base/number_format.h"
#include "tests/support/computed.h"
#include "tests/support/painted_scene.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"
#include "ui/document/lab_document.h"
#include "ui/look/theme.h"
#include "ui/plots/film/scene_added.h"
#include "ui/plots/film/scene_bands.h"
#include "ui/plots/film/scene_drawing.h"
#include "ui/plots/film/scene_motion.h"

#include <QApplication>
#include <QRegularExpression>

#include <algorithm>

using namespace lab;
using namespace lab::test;

class TestTrueWhileMoving : public QObject {
    Q_OBJECT

private slots:
    void everyNumber_data();
    void everyNumber();

private:
    struct Moment {
        const Trace& trace;
        LabDocument& document;
        SceneContent before, after;
        SceneGeometry geometry;
        SceneLook look;
    };
    void coverSome(LabDocument& document, RandomExperiments& random);
    void tryMoment(LabDocument& document, const Trace& trace, const Film& film, RandomExperiments& random);
    QString fault(const Moment& moment, const PaintedScene& painted, const PaintedText& text);
    bool isOnItsWay(const Moment& moment, const PaintedScene& painted, const PaintedText& text) const;
    static bool isAmongLabels(const Moment& moment, const PaintedText& text);
    bool isOfABar(const Moment& moment, const PaintedText& text) const;
    static QString expected(const Moment& moment, const SceneGeometry::Hit& hit);

    Theme m_theme;
    int m_inCells = 0, m_onTheirWay = 0, m_sums = 0, m_onBars = 0, m_covered = 0;
};

void TestTrueWhileMoving::everyNumber_data() {
    QTest::addColumn<int>("seed");
    for (int seed = 0; seed < (is_exhaustive ? 100 : 10); ++seed)
        QTest::addRow("seed %d", seed) << seed;
    QTest::newRow("all kinds were seen") << -1;
}

/// 50 moments a row.
void TestTrueWhileMoving::everyNumber() {
    QFETCH(int, seed);
    if (seed < 0) { // after the others
        QVERIFY(m_inCells > 5000 && m_onTheirWay > 200 && m_sums > 20 && m_onBars > 100 && m_covered > 50);
        return;
    }
    RandomExperiments random(static_cast<std::uint64_t>(7100 + seed));
    for (int i = 0; i < 10; ++i) {
        Experiment experiment = random.next();
        if (i % 3 == 0)
            random.add_norm(experiment);
        const Computed computed(experiment);
        LabDocument document;
        document.replace(experiment, {});
        if (i % 2 == 0)
            coverSome(document, random);
        const auto grain = static_cast<FilmGrain>(std::max<Index>(random.between(-1, 3), 1));
        FilmSettings settings{random.coin() ? FilmOrder::by_query : FilmOrder::by_stage,
                              i == 5 ? FilmGrain::stage : grain,
                              {},
                              {},
                              {}};
        if (random.coin())
            settings.head = random.between(0, experiment.heads.count - 1);
        const Film film(experiment, settings);
        for (int moment = 0; moment < 5 && !QTest::currentTestFailed(); ++moment)
            tryMoment(document, computed.trace, film, random);
    }
}

void TestTrueWhileMoving::coverSome(LabDocument& document, RandomExperiments& random) {
    const Experiment& experiment = document.experiment();
    for (const StageInfo& stage : all_stages()) {
        if (!has_stage(experiment, stage.id) || random.between(0, 2) > 0)
            continue;
        const HeadIndex head = stage.per_head ? random.between(0, experiment.heads.count - 1) : 0;
        StageBlock block = wholeMatrix(experiment, stage.id, head);
        if (random.coin())
            block.block.rows = 1;
        if (canCover(experiment, block))
            document.coverCells(block);
    }
}

void TestTrueWhileMoving::tryMoment(LabDocument& document, const Trace& trace, const Film& film,
                                    RandomExperiments& random) {
    for (const StageInfo& stage : all_stages()) {
        for (HeadIndex head = 0; has_stage(document.experiment(), stage.id) &&
                                 head < (stage.per_head ? document.experiment().heads.count : 1);
             ++head)
            document.completeView(stage.id, head);
    }
    const FilmPlace place = random.between(1, film.size());
    Moment moment{
        trace, document, sceneContent(document, film, place - 1), sceneContent(document, film, place),
        {},    {}};
    QVERIFY(moment.before.isReady && moment.after.isReady);
    const QSize room(random.coin() ? 900 : 1500, static_cast<int>(random.between(350, 900)));
    moment.geometry = SceneGeometry(moment.after, m_theme, QRectF(QPointF(), room));
    const SceneMotion motion(moment.before, moment.after, moment.geometry, m_theme);
    const double t = random.between(0, 3) == 0 ? 1 : static_cast<double>(random.between(0, 999)) / 1000;
    moment.look = motion.at(t);
    PaintedScene painted(room);
    QPainter painter(&painted);
    drawScene(painter, moment.after, moment.geometry, m_theme, moment.look);
    painter.end();
    for (const PaintedText& each : painted.texts()) {
        const QString said = fault(moment, painted, each);
        QVERIFY2(said.isEmpty(),
                 qPrintable(QString("%1 of %2, t = %3: %4").arg(place).arg(film.size()).arg(t).arg(said)));
    }
}

/// What a cell of a matrix has to show: what the core computes, or “?”.
QString TestTrueWhileMoving::expected(const Moment& moment, const SceneGeometry::Hit& hit) {
    const ScenePanel& panel = moment.after.panels[hit.panel];
    const auto& [row, column] = hit.cell;
    double value = 0;
    if (const StageBlock* of = panel.stage()) {
        if (moment.document.cover().covers({of->stage, of->head, row, column}))
            return QStringLiteral("?");
        const bool isOnTheWay =
            is_on_the_way(moment.document.experiment(), {of->stage, of->head, panel.of.part});
        value = isOnTheWay ? (*panel.content.matrix)(row, column)
                           : moment.trace.stage(of->stage, of->head)(row, column);
    } else {
        value = (*parameter(moment.document.experiment(), panel.parameter()->id))(row, column);
    }
    const bool isNothing = panel.content.isHidden(hit.cell) && value == 0;
    return QString::fromStdString(display(value, isNothing ? 0 : moment.geometry.decimals(hit.panel)));
}

/// A number on a plate as no cell has one, or the sum so far in the place of the cell that is computed.
bool TestTrueWhileMoving::isOnItsWay(const Moment& moment, const PaintedScene& painted,
                                     const PaintedText& text) const {
    const PaintedShape* below = painted.shapeBelow(text);
    if (below && PaintedScene::isPill(*below))
        return true;
    if (!below || below->pen.style() != Qt::DashLine || text.ink != m_theme.colours().muted)
        return false;
    const auto hit = moment.geometry.cellAt(moment.after, text.rect.center());
    const auto& step = moment.after.step;
    return hit && hit->panel == 0 && step && step->rows.first == hit->cell.row &&
           step->columns.first == hit->cell.column;
}

/// Names of rows and columns, and of bars, have digits, too, and stand beside the cells.
bool TestTrueWhileMoving::isAmongLabels(const Moment& moment, const PaintedText& text) {
    for (const ScenePanel& panel : moment.after.panels) {
        const QRectF area = moment.geometry.area(panel);
        if (area.contains(text.rect.center()))
            return false;
        for (Index i = 0; i < std::max(panel.block.rows, panel.block.columns); ++i) {
            if (text.text == panel.rows.value(i) || text.text == panel.columns.value(i))
                return true;
        }
    }
    const QRectF bands = moment.geometry.bands();
    const auto isIn = [&](const std::vector<SceneBand>& all) {
        return std::ranges::any_of(all, [&](const SceneBand& each) {
            const QString scale = QString::fromStdString(display(each.scale.lowest, 2)) + ' ' +
                                  QString::fromStdString(display(each.scale.highest, 2));
            return each.name.contains(text.text) || scale.split(' ').contains(text.text);
        });
    };
    if (text.text ==
        QString::number(static_cast<Index>(moment.after.bands.size()) - moment.geometry.bandRoom()))
        return !bands.contains(text.rect.center()); // "left out: 2 before"
    return !bands.contains(text.rect.center()) &&
           (isIn(moment.after.bands) || (moment.look.bandMotion && isIn(moment.look.bandMotion->before)));
}

bool TestTrueWhileMoving::isOfABar(const Moment& moment, const PaintedText& text) const {
    const QPointF middle = text.rect.center();
    const auto shown = [](double value) { return QString::fromStdString(display(value, 2)); };
    const auto isOn = [&](const std::vector<SceneBand>& bands) {
        SceneContent content = moment.after;
        content.bands = bands;
        for (std::size_t band = 0; band < bands.size(); ++band) {
            const SceneBand& each = bands[band];
            for (Index key = 0; key < each.known; ++key) {
                const QRectF place = bandPlace(content, moment.geometry, m_theme, band, key);
                const double value = each.values[static_cast<std::size_t>(key)];
                if (place.adjusted(0, -2, 60, 2).contains(middle) && text.text == shown(value))
                    return true;
            }
            if (each.sink && text.text == shown(*each.sink) &&
                moment.geometry.sinkPlace(moment.geometry.bands()).contains(middle))
                return true;
        }
        return false;
    };
    return isOn(moment.after.bands) || (moment.look.bandMotion && isOn(moment.look.bandMotion->before));
}

/// Empty, or what is wrong with a text.
QString TestTrueWhileMoving::fault(const Moment& moment, const PaintedScene& painted,
                                   const PaintedText& text) {
    static const QRegularExpression number(
        "^[+\u2212]?([0-9]+(\\.[0-9]+)?(e[-+\u2212]?[0-9]+)?|\u221E|NaN)$|^\\?$");
    if (!number.match(text.text).hasMatch())
        return {};
    if (isOnItsWay(moment, painted, text)) {
        ++m_onTheirWay;
        m_sums += text.ink == m_theme.colours().muted ? 1 : 0;
        return {};
    }
    if (isAmongLabels(moment, text))
        return {};
    if (const auto hit = moment.geometry.cellAt(moment.after, text.rect.center())) {
        const ScenePanel& panel = moment.after.panels[hit->panel];
        if (!panel.isKnown(hit->cell))
            return QString("%1 in “%2”, where nothing is computed").arg(text.text, panel.title);
        const QString right = expected(moment, *hit);
        ++m_inCells;
        m_covered += right == "?" ? 1 : 0;
        return text.text == right ? QString()
                                  : QString("%1 in “%2”, where %3 is").arg(text.text, panel.title, right);
    }
    if (const auto query = sinkShareAt(moment.after, moment.geometry, text.rect.center())) {
        const HeatmapContent& weights = moment.after.panels.front().content;
        const double share = weights.numberOf({*query, weights.matrix->cols()});
        const bool isRight = text.text == QString::fromStdString(display(share, moment.geometry.decimals(0)));
        return isRight ? QString() : QString("%1 as the share of the sink").arg(text.text);
    }
    if (isOfABar(moment, text)) {
        ++m_onBars;
        return {};
    }
    const QRectF bands = moment.geometry.bands();
    return QString("%1 under no heading, at %2, %3; bars %4, %5 to %6, %7")
        .arg(text.text)
        .arg(text.rect.center().x())
        .arg(text.rect.center().y())
        .arg(bands.left())
        .arg(bands.top())
        .arg(bands.right())
        .arg(bands.bottom());
}

LAB_WINDOW_TEST(TestTrueWhileMoving)
#include "tst_true_while_moving.moc"
