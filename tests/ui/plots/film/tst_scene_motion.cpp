// SPDX-License-Identifier: GPL-3.0-or-later
//
// A step of the film as motion: it begins with the picture before, ends with the picture at rest, and what
// flies in between are numbers of the computation.
#include "tests/support/hand_clock.h"
#include "tests/support/sample.h"
#include "tests/support/test_program.h"
#include "tests/ui/plots/film/motion_test.h"
#include "ui/document/edits/option_edits.h"

#include <QImage>
#include <QPainter>

#include <cmath>
#include <set>

using namespace lab;
using namespace lab::test;

class TestSceneMotion : public MotionTest {
    Q_OBJECT

private slots:
    void endsAtRest_data();
    void endsAtRest();
    void beginsWithTheStepBefore_data() { endsAtRest_data(); }
    void beginsWithTheStepBefore();
    void twoLayersAreThePicture_data() { endsAtRest_data(); }
    void twoLayersAreThePicture();
    void onlyKnownNumbersFly_data() { endsAtRest_data(); }
    void onlyKnownNumbersFly();
    void productsFlyToTheirSum_data();
    void productsFlyToTheirSum();
    void termByTerm();
    void rowsOfVAreAsFaintAsTheirWeight_data();
    void rowsOfVAreAsFaintAsTheirWeight();
    void hatchingFallsWhereTheMaskHides();
    void numbersThatAreNotFinite();
    void fastStepsMoveLess();
    void overviewsMoveColoursOnly();
    void inTheWindow_data();
    void inTheWindow();

private:
    /// Some places of every scene.
    std::vector<FilmPlace> places();
    /// The same of the example and the grain of the row.
    std::vector<FilmPlace> placesOfTheRow();
    static std::vector<double> sumsSoFar(const SceneContent& content);
    QImage picture(const Pair& step, const SceneLook& look);
};

/// Of a cell that is a sum of products: after each of them but the last.
std::vector<double> TestSceneMotion::sumsSoFar(const SceneContent& content) {
    std::vector<double> sums;
    if (content.kind != SceneKind::product || content.panels.size() < 3)
        return sums;
    const ScenePanel &left = content.panels[1], &right = content.panels[2];
    if (left.framed.empty() || right.framed.empty())
        return sums;
    const Block &row = left.framed.front(), &column = right.framed.front();
    double sum = 0;
    for (Index k = 0; k + 1 < row.columns; ++k) {
        sum += (*left.content.matrix)(row.row, row.column + k) *
               (right.turned ? (*right.content.matrix)(column.row, column.column + k)
                             : (*right.content.matrix)(column.row + k, column.column));
        sums.push_back(sum);
    }
    return sums;
}

std::vector<FilmPlace> TestSceneMotion::places() {
    std::set<FilmPlace> all;
    for (const Scene& each : film().scenes()) {
        const FilmPlace begin = film().begin(each);
        for (const FilmPlace offset : {1, 2, 3, 4, 5, 9})
            all.insert(std::min(begin + offset, film().size()));
    }
    return {all.begin(), all.end()};
}

std::vector<FilmPlace> TestSceneMotion::placesOfTheRow() {
    QFETCH(QString, example);
    QFETCH(int, grain);
    openPlay(qPrintable(example));
    player().setGrain(static_cast<FilmGrain>(grain));
    return places();
}

QImage TestSceneMotion::picture(const Pair& step, const SceneLook& look) {
    QImage image(room, QImage::Format_RGB32);
    image.fill(theme().colours().page);
    QPainter painter(&image);
    drawScene(painter, step.after, step.geometry, theme(), look);
    return image;
}

void TestSceneMotion::endsAtRest_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<int>("grain");
    std::size_t index = 0;
    for (const char* example :
         {"sky-is-blue", "two-heads", "numeric-decoder", "column-vectors-with-biases", "word-order"}) {
        for (int grain = 0; grain < 4; ++grain) {
            if (in_sample(index++, 3))
                QTest::addRow("%s, grain %d", example, grain) << example << grain;
        }
    }
}

void TestSceneMotion::endsAtRest() {
    QFETCH(QString, example);
    QFETCH(int, grain);
    openPlay(qPrintable(example));
    player().setGrain(static_cast<FilmGrain>(grain));
    int moving = 0;
    for (const FilmPlace place : places()) {
        const Pair step = stepTo(place);
        QImage rest(room, QImage::Format_RGB32);
        rest.fill(theme().colours().page);
        QPainter painter(&rest);
        drawScene(painter, step.after, theme(), QRectF(QPointF(), room));
        painter.end();
        QCOMPARE(picture(step, step.motion.at(1)), rest);
        QVERIFY(step.motion.seconds() > 0 && step.motion.seconds() <= SceneMotion::byHand);
        moving += picture(step, step.motion.at(0.5)) != rest ? 1 : 0;
    }
    QVERIFY(moving > static_cast<int>(places().size()) / 2);
}

/// Without what lifts off, which lies on its own place at first.
void TestSceneMotion::beginsWithTheStepBefore() {
    for (const FilmPlace place : placesOfTheRow()) {
        const Pair step = stepTo(place);
        SceneLook look = step.motion.at(0);
        for (const Flight& each : step.motion.flights()) {
            if (each.appears == 0)
                QCOMPARE(each.from.size(), step.geometry.cell());
        }
        look.flying.clear();
        if (step.before.scene != step.after.scene)
            continue;
        QImage before(room, QImage::Format_RGB32);
        before.fill(theme().colours().page);
        QPainter painter(&before);
        drawScene(painter, step.before, theme(), QRectF(QPointF(), room));
        painter.end();
        QVERIFY2(picture(step, look) == before, qPrintable(QString::number(place)));
    }
}

/// The window keeps what stands still as a picture.
void TestSceneMotion::twoLayersAreThePicture() {
    for (const FilmPlace place : placesOfTheRow()) {
        const Pair step = stepTo(place);
        const SceneLook look = step.motion.at(0.7);
        QImage layers(room, QImage::Format_RGB32);
        layers.fill(theme().colours().page);
        QPainter painter(&layers);
        drawStillPart(painter, step.after, step.geometry, theme(), step.motion.at(0));
        drawMovingPart(painter, step.after, step.geometry, theme(), look);
        painter.end();
        QCOMPARE(layers, picture(step, look));
    }
}

/// Every number at any time is one of a matrix in sight, a product of two of them, or a sum of the cell’s
/// first products.
void TestSceneMotion::onlyKnownNumbersFly() {
    for (const FilmPlace place : placesOfTheRow()) {
        const Pair step = stepTo(place);
        std::set<double> known;
        for (const ScenePanel& panel : step.after.panels)
            known.insert(panel.content.matrix->data(),
                         panel.content.matrix->data() + panel.content.matrix->size());
        if (step.after.kind == SceneKind::product) {
            const Matrix& left = *step.after.panels[1].content.matrix;
            const Matrix& above = *step.after.panels[2].content.matrix;
            for (Index i = 0; i < left.size(); ++i) {
                for (Index j = 0; j < above.size(); ++j)
                    known.insert(left.data()[i] * above.data()[j]);
            }
        }
        for (const double sum : sumsSoFar(step.after))
            known.insert(sum);
        for (double t = 0; t < 1; t += 0.07) {
            for (const FlyingCell& each : step.motion.at(t).flying) {
                QVERIFY(!each.number || known.contains(*each.number) || std::isnan(*each.number));
                QVERIFY(each.opacity >= 0 && each.opacity <= 1);
                QVERIFY(!each.rect.isEmpty());
            }
        }
    }
}

void TestSceneMotion::productsFlyToTheirSum_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<bool>("columns");
    QTest::newRow("rows") << "sky-is-blue" << false;
    QTest::newRow("columns") << "two-heads" << true;
}

/// Of a score: the numbers on the left go to those above, whatever the notation, and what comes out of them
/// goes to the score's place.
void TestSceneMotion::productsFlyToTheirSum() {
    QFETCH(QString, example);
    QFETCH(bool, columns);
    openPlay(qPrintable(example));
    player().setGrain(FilmGrain::cell);
    const Matrix &q = matrix(StageId::queries), &k = matrix(StageId::keys);
    const Index key = 1;
    const Pair step = stepTo(beginOf(StageId::scores) + 1 + key);
    const ScenePanel& moving = step.after.panels[columns ? 2 : 1];
    std::vector<double> moved, products, sums;
    const QRectF target = step.geometry.rect(step.after.panels[0], StoredCell{0, key});
    for (const Flight& each : step.motion.flights()) {
        if (!each.cell.sign.isEmpty())
            continue;
        if (each.from == target) { // they add up
            sums.push_back(*each.cell.number);
            continue;
        }
        (each.to == target ? products : moved).push_back(*each.cell.number);
        if (each.to != target) {
            QVERIFY(step.geometry.area(moving).contains(each.from));
            QVERIFY(each.to.top() < each.from.top() + 1);
        }
    }
    QCOMPARE(moved.size(), static_cast<std::size_t>(q.cols()));
    QCOMPARE(products.size(), moved.size());
    double sum = 0;
    for (Index d = 0; d < q.cols(); ++d) {
        const auto i = static_cast<std::size_t>(d);
        QCOMPARE(moved[i], columns ? k(key, d) : q(0, d));
        QCOMPARE(products[i], q(0, d) * k(key, d));
        sum += products[i];
    }
    QVERIFY(std::abs(sum - matrix(StageId::scores)(0, key)) < 1e-9);
    QCOMPARE(sums, sumsSoFar(step.after));
    QCOMPARE(sums.size(), products.size() - 1); // the last one is the result
    QCOMPARE(step.motion.at(0.5).fade, 0.0);    // the sum waits for them
}

/// Each step brings its own term; the sum so far stays until the new one comes.
void TestSceneMotion::termByTerm() {
    openPlay("sky-is-blue");
    player().setGrain(FilmGrain::term);
    const Matrix &q = matrix(StageId::queries), &k = matrix(StageId::keys);
    const Pair first = stepTo(beginOf(StageId::scores) + 1), second = stepTo(beginOf(StageId::scores) + 2);
    const auto productOf = [](const Pair& step) { return *step.motion.flights().back().cell.number; };
    QCOMPARE(productOf(first), q(0, 0) * k(0, 0));
    QCOMPARE(productOf(second), q(0, 1) * k(0, 1));
    QVERIFY(!first.motion.at(0).partialBefore);
    QCOMPARE(first.after.partial.value(), q(0, 0) * k(0, 0));
    QCOMPARE(second.motion.at(0.3).partialBefore.value(), q(0, 0) * k(0, 0));
    QVERIFY(!second.motion.at(1).partialBefore);
}

void TestSceneMotion::rowsOfVAreAsFaintAsTheirWeight_data() {
    QTest::addColumn<QString>("example");
    for (const char* example : {"sky-is-blue", "two-heads", "numeric-decoder"})
        QTest::newRow(example) << example;
}

void TestSceneMotion::rowsOfVAreAsFaintAsTheirWeight() {
    QFETCH(QString, example);
    openPlay(qPrintable(example));
    const Matrix &weights = matrix(StageId::weights), &values = matrix(StageId::values);
    player().setGrain(FilmGrain::row);
    const Index query = 1;
    const Pair row = stepTo(beginOf(StageId::head_outputs) + 1 + query);
    const ScenePanel& above = row.after.panels[2];
    int flying = 0, lying = 0;
    for (Index k = 0; k < values.rows(); ++k) {
        for (Index d = 0; d < values.cols(); ++d) {
            const QRectF from = row.geometry.rect(above, StoredCell{k, d});
            const QRectF to = row.geometry.rect(row.after.panels[0], StoredCell{query, d});
            for (const Flight& each : row.motion.flights()) {
                if (each.from != from)
                    continue;
                ++flying;
                QCOMPARE(each.to, to);
                QCOMPARE(*each.cell.number, values(k, d));
                QCOMPARE(each.cell.strength, weights(query, k));
            }
        }
    }
    QCOMPARE(flying, values.size());
    for (const FlyingCell& each : row.motion.at(0.99).flying) {
        if (each.number)
            continue;
        ++lying; // all on each other
        const auto row1 = weights.row(query);
        QVERIFY(std::ranges::any_of(row1,
                                    [&](double weight) { return std::abs(weight - each.opacity) < 1e-12; }));
    }
    QCOMPARE(lying, values.size());
    player().setGrain(FilmGrain::cell);
    const Pair cell = stepTo(beginOf(StageId::head_outputs) + 1);
    Index k = 0;
    for (const Flight& each : cell.motion.flights()) {
        if (each.appears < 0.4 || !each.cell.number || each.from == each.to) // sums so far stay
            continue;
        QCOMPARE(*each.cell.number, weights(0, k) * values(k, 0));
        QCOMPARE(each.cell.strength, weights(0, k));
        ++k;
    }
    QCOMPARE(k, values.rows());
}

void TestSceneMotion::hatchingFallsWhereTheMaskHides() {
    openPlay("numeric-decoder");
    player().setGrain(FilmGrain::row);
    const Pair step = stepTo(beginOf(StageId::masked_scores) + 2);
    const ScenePanel& result = step.after.panels[0];
    int hidden = 0;
    for (const Flight& each : step.motion.flights()) {
        if (!each.cell.isHatched)
            continue;
        ++hidden;
        QVERIFY(each.from.bottom() <= step.geometry.area(result).top() + 1);
        QCOMPARE(each.from.left(), each.to.left());
        QVERIFY(!each.cell.number);
    }
    QCOMPARE(hidden, matrix(StageId::masked_scores).cols() - 2); // causal, second query
}

void TestSceneMotion::numbersThatAreNotFinite() {
    openPlay("sky-is-blue");
    player().setGrain(FilmGrain::cell);
    for (const ParameterId id : {ParameterId::W_Q, ParameterId::W_K})
        window().document().setValue(id, 0, 0, 1e200);
    const Pair step = stepTo(beginOf(StageId::scores) + 1);
    const auto isInfinite = [](const Flight& each) {
        return each.cell.number && std::isinf(*each.cell.number);
    };
    QVERIFY(std::ranges::any_of(step.motion.flights(), isInfinite));
    for (const double t : {0.0, 0.3, 0.6, 0.9})
        QVERIFY(!picture(step, step.motion.at(t)).isNull());
}

void TestSceneMotion::fastStepsMoveLess() {
    openPlay("sky-is-blue");
    player().setGrain(FilmGrain::cell);
    const FilmPlace score = beginOf(StageId::scores) + 2, scaled = beginOf(StageId::scaled_scores) + 2;
    QVERIFY(!stepTo(score, 1.6).motion.flights().empty());
    QVERIFY(stepTo(score, 0.4).motion.flights().empty()); // too many numbers
    QCOMPARE(stepTo(scaled, 0.4).motion.flights().size(), std::size_t{1});
    QVERIFY(stepTo(scaled, 0.2).motion.flights().empty());
    for (const double seconds : {0.05, 0.2, 0.4, 1.0})
        QVERIFY(stepTo(score, seconds).motion.seconds() <= seconds);
    QVERIFY(stepTo(score, 0.05).motion.at(0.5).fade > 0);
}

void TestSceneMotion::overviewsMoveColoursOnly() {
    openPlay("journey-trainable");
    player().setGrain(FilmGrain::stage);
    const Pair step = stepTo(beginOf(StageId::scores) + 1);
    QVERIFY(!step.motion.flights().empty());
    for (const Flight& each : step.motion.flights())
        QVERIFY(!each.cell.number);
    QStringList words;
    for (int i = 0; i < 60; ++i)
        words += QStringLiteral("w%1").arg(i);
    window().document().setText(words.join(' '));
    player().setGrain(FilmGrain::stage);
    QVERIFY(stepTo(beginOf(StageId::scaled_scores) + 1).motion.flights().empty()); // 3600 would be a blur
}

void TestSceneMotion::inTheWindow_data() {
    QTest::addColumn<bool>("reduced");
    QTest::newRow("reduced") << true;
    QTest::newRow("not") << false;
}

/// Only a step forward flies; a step back and a jump, and every step with reduced motion, are there at once.
void TestSceneMotion::inTheWindow() {
    QFETCH(bool, reduced);
    theme().motion().choose(reduced);
    openPlay("sky-is-blue");
    player().goTo(beginOf(StageId::scores) + 2);
    const auto isAtRest = [&] {
        return !scene().isMoving() && scene().look().flying.empty() && scene().look().fade == 1 &&
               scene().grab().toImage() == scene().grab().toImage();
    };
    QVERIFY(isAtRest()); // a jump
    const HandClock clock(window());
    press(Qt::Key_Right);
    clock.pass(300);
    QCOMPARE(isAtRest(), reduced);
    QCOMPARE(scene().look().flying.empty(), reduced);
    press(Qt::Key_Left);
    QVERIFY(isAtRest());
    press(Qt::Key_Right);
    clock.pass(2000);
    QVERIFY(isAtRest());
    const QImage afterMotion = scene().grab().toImage();
    press(Qt::Key_Right);
    press(Qt::Key_Left);
    QCOMPARE(scene().grab().toImage(), afterMotion);
}

LAB_WINDOW_TEST(TestSceneMotion)
#include "tst_scene_motion.moc"
