// SPDX-License-Identifier: GPL-3.0-or-later
//
// The range of the weights' colours: from 0 to 1, to the largest weight, or logarithmic, chosen or automatic.
// What is in use is said, and another one proposed where 0 to 1 shows nothing.
#include "core/io/file.h"
#include "tests/support/document_files.h"
#include "tests/support/figures.h"
#include "tests/support/test_program.h"
#include "tests/ui/pages/cards_by_hand.h"
#include "tests/ui/window/view_by_hand.h"
#include "ui/document/edits/option_edits.h"
#include "ui/plots/heads/heads_content.h"
#include "ui/widgets/card_note.h"
#include "ui/widgets/log_slider.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

using namespace lab;
using namespace lab::test;

namespace {

NumberStyle ranged_style(WeightRange range) {
    NumberStyle style;
    style.weightRange = range;
    return style;
}

HeatmapContent range_content(const Matrix& weights) {
    HeatmapContent content;
    content.matrix = share(Matrix(weights));
    content.summary = std::make_shared<const MatrixSummary>(summarize(weights));
    content.kind = ColourScale::Kind::sequential;
    return content;
}

} // namespace

class TestWeightRange : public WindowTest {
    Q_OBJECT

private slots:
    void scales_data();
    void scales();
    void logarithmic();
    void inTheDocument_data();
    void inTheDocument();
    void chosenAndSaid_data();
    void chosenAndSaid();
    void automatic_data();
    void automatic();
    void automaticIsSaid();
    void headsShareIt();
    void keptWhileDragging();
    void whenProposed_data();
    void whenProposed();
    void proposedOnTheCard();
    void proposedWhole();
    void proposedIn_data();
    void proposedIn();

private:
    const HeatmapContent& weights() { return window().heatmap(StageId::weights).content(); }
    CardNote& note() { return *of_card<CardNote>(window(), StageId::weights); }
    bool isOffered() {
        const QAbstractButton* offer = note().offer();
        return offer && offer->isVisible();
    }
    /// So many words, whose weights are alike.
    void openWords(int count);
    /// 65 words, from 0 to 1.
    void openLongSentence();
};

void TestWeightRange::openWords(int count) {
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    QStringList words;
    for (int i = 0; i < count; ++i)
        words += i % 3 == 0 ? "sky" : i % 3 == 1 ? "is" : "blue";
    w.type_sentence(words.join(' '));
    QTRY_COMPARE(weights().matrix->rows(), Index{count});
    QCoreApplication::processEvents();
}

void TestWeightRange::openLongSentence() {
    openWords(65);
    ViewSettings settings = settings_of(window());
    settings.weightRange = WeightRange::unit;
    setViewSettings(window().document(), settings);
    QCoreApplication::processEvents();
}

void TestWeightRange::scales_data() {
    QTest::addColumn<WeightRange>("range");
    QTest::addColumn<double>("largest");
    QTest::addColumn<QString>("low");
    QTest::addColumn<QString>("high");
    QTest::newRow("0 to 1") << WeightRange::unit << 0.034 << "0"
                            << "1";
    QTest::newRow("0 to the largest") << WeightRange::largest << 0.034 << "0"
                                      << "0.034";
    QTest::newRow("the largest is 1") << WeightRange::largest << 1.0 << "0"
                                      << "1";
    QTest::newRow("all are 0") << WeightRange::largest << 0.0 << "0"
                               << "1";
    QTest::newRow("logarithmic") << WeightRange::logarithmic << 0.5 << "0.0005"
                                 << "0.5, log";
    QTest::newRow("logarithmic, to 1") << WeightRange::logarithmic << 1.0 << "0.001"
                                       << "1, log";
}

/// What stands at the ends of the colour bar is true: those numbers have the first and the last colour.
void TestWeightRange::scales() {
    QFETCH(WeightRange, range);
    QFETCH(double, largest);
    QFETCH(QString, low);
    QFETCH(QString, high);
    const ColourScale scale =
        ColourScale::of(ColourScale::Kind::sequential, {0, largest}, ranged_style(range));
    QCOMPARE(barEnd(scale, false), low);
    QCOMPARE(barEnd(scale, true), high);
    QCOMPARE(scale.colour(low.toDouble()), scale.colourAt(0));
    QCOMPARE(scale.colour(high.section(u',', 0, 0).toDouble()), scale.colourAt(1));
    QCOMPARE(scale.isBeyond(scale.highest() * 1.01), true);
    QCOMPARE(scale.isBeyond(scale.highest()), false);
}

/// Equal ratios are equally far apart; 0 has the lowest colour, and is marked as being below the range.
void TestWeightRange::logarithmic() {
    const ColourScale scale =
        ColourScale::of(ColourScale::Kind::sequential, {0, 0.5}, ranged_style(WeightRange::logarithmic));
    for (const auto& [weight, place] :
         {std::pair(0.5, 1.0), {0.05, 2.0 / 3}, {0.005, 1.0 / 3}, {0.0005, 0.0}})
        QCOMPARE(scale.colour(weight), scale.colourAt(place));
    QCOMPARE(scale.colour(0), scale.colourAt(0));
    QVERIFY(scale.isBeyond(0) && scale.isBeyond(0.0004) && !scale.isBeyond(0.0006));
}

void TestWeightRange::inTheDocument_data() {
    QTest::addColumn<QString>("view");
    QTest::addColumn<WeightRange>("range");
    QTest::newRow("nothing") << "{}" << WeightRange::automatic;
    QTest::newRow("0 to 1") << R"({"weight_range": "unit"})" << WeightRange::unit;
    QTest::newRow("largest") << R"({"weight_range": "largest"})" << WeightRange::largest;
    QTest::newRow("logarithmic") << R"({"weight_range": "logarithmic"})" << WeightRange::logarithmic;
    QTest::newRow("a number") << R"({"weight_range": 0.25})" << WeightRange::fixed;
    QTest::newRow("no number above 0") << R"({"weight_range": 0})" << WeightRange::automatic;
    QTest::newRow("of a later version") << R"({"weight_range": "ranks"})" << WeightRange::automatic;
    QTest::newRow("no text") << R"({"weight_range": [1]})" << WeightRange::automatic;
    QTest::newRow("beside the other range")
        << R"({"range": 0.5, "weight_range": "largest"})" << WeightRange::largest;
}

/// What is unknown is kept until something else is chosen; the usual range leaves nothing behind.
void TestWeightRange::inTheDocument() {
    QFETCH(QString, view);
    QFETCH(WeightRange, range);
    LabWindow& w = window();
    Experiment experiment = w.document().experiment();
    const auto json = nlohmann::ordered_json::parse(view.toStdString());
    experiment.view = std::make_shared<const nlohmann::ordered_json>(json);
    ViewSettings settings = viewSettings(experiment);
    QCOMPARE(settings.weightRange, range);
    const JsonPtr same = withViewSettings(experiment, settings);
    QVERIFY(json.empty() ? !same : *same == json);
    for (const WeightRange other :
         {WeightRange::logarithmic, WeightRange::largest, WeightRange::unit, WeightRange::automatic}) {
        settings.weightRange = other;
        experiment.view = withViewSettings(experiment, settings);
        QCOMPARE(viewSettings(experiment).weightRange, other);
        QCOMPARE(viewSettings(experiment).range, settings.range);
    }
    QVERIFY(!experiment.view || !experiment.view->contains("weight_range"));
}

void TestWeightRange::chosenAndSaid_data() {
    QTest::addColumn<QString>("choice");
    QTest::addColumn<WeightRange>("range");
    QTest::newRow("largest") << "0 to the largest" << WeightRange::largest;
    QTest::newRow("logarithmic") << "logarithmic" << WeightRange::logarithmic;
    QTest::newRow("fixed") << "0 to" << WeightRange::fixed;
}

/// Chosen in Colours and numbers, said in the status line and by the colour bar, saved, and drawn in figures.
void TestWeightRange::chosenAndSaid() {
    QFETCH(QString, choice);
    QFETCH(WeightRange, range);
    LabWindow& w = window();
    const QImage before = picture_of(w.document(), StageFigure{StageId::weights, 0}, theme(), 1);
    QVERIFY(choose_view(w, choice));
    QCOMPARE(settings_of(w).weightRange, range);
    const double largest = range == WeightRange::fixed ? 0.5 : weights().matrix->maxCoeff();
    const ColourScale scale = weights().scale();
    QCOMPARE(scale.highest(), largest);
    QCOMPARE(scale.isLogarithmic(), range == WeightRange::logarithmic);
    QVERIFY2(w.status().viewButton().text().contains(
                 QString("weights from %1 to %2").arg(barEnd(scale, false), barEnd(scale, true))),
             qPrintable(w.status().viewButton().text()));
    QVERIFY(picture_of(w.document(), StageFigure{StageId::weights, 0}, theme(), 1) != before);
    QVERIFY(!w.document().isModified() && !w.document().undoStack().canUndo());
    const QString file = path("ranged.attn");
    QVERIFY(!save(w.document(), file));
    w.document().openExample("two-heads");
    QCOMPARE(settings_of(w).weightRange, WeightRange::automatic);
    QVERIFY(!open(w.document(), file));
    QCOMPARE(settings_of(w).weightRange, range);
    QVERIFY(choose_view(w, "0 to 1"));
    QVERIFY(w.status().viewButton().text().contains("weights from 0 to 1"));
    QCOMPARE(picture_of(w.document(), StageFigure{StageId::weights, 0}, theme(), 1), before);
}

void TestWeightRange::automatic_data() {
    QTest::addColumn<int>("keys");
    QTest::addColumn<WeightRange>("range");
    QTest::newRow("three words") << 3 << WeightRange::unit;
    QTest::newRow("the most from 0 to 1") << 32 << WeightRange::unit;
    QTest::newRow("one more") << 33 << WeightRange::logarithmic;
}

/// Only the number of keys decides, and what is chosen stays.
void TestWeightRange::automatic() {
    QFETCH(int, keys);
    QFETCH(WeightRange, range);
    Experiment experiment;
    experiment.sequence.tokens = {"a", "b", "c"};
    experiment.source.emplace();
    experiment.source->tokens.assign(static_cast<std::size_t>(keys), "k");
    QCOMPARE(weightRangeInUse(experiment), range);
    QCOMPARE(adaptsWeightRange(experiment), range != WeightRange::unit);
    for (const WeightRange chosen : {WeightRange::unit, WeightRange::largest, WeightRange::logarithmic}) {
        ViewSettings settings;
        settings.weightRange = chosen;
        experiment.view = withViewSettings(experiment, settings);
        QCOMPARE(weightRangeInUse(experiment), chosen);
        QVERIFY(!adaptsWeightRange(experiment));
    }
}

/// In the status line and on Heads. On every page the range is the one that is said; 0 to 1 can be chosen.
void TestWeightRange::automaticIsSaid() {
    LabWindow& w = openWindow({1600, 1000});
    const auto status = [&] { return w.status().viewButton().text(); };
    openWords(32);
    QVERIFY2(status().contains("weights from 0 to 1") && !status().contains("automatic"),
             qPrintable(status()));
    openWords(40);
    const ColourScale scale = weights().scale();
    QVERIFY(scale.isLogarithmic() && scale.highest() < 0.1);
    QCOMPARE(scale.highest(), weights().matrix->maxCoeff());
    QVERIFY(!isOffered());
    const QString range = QString("from %1 to %2").arg(barEnd(scale, false), barEnd(scale, true));
    QVERIFY2(status().contains(QString("weights %1 (automatic)").arg(range)), qPrintable(status()));
    const auto ofHeads = [&] { return colourRange(w.document().experiment(), weights()); };
    QCOMPARE(ofHeads(), QString("%1 (automatic)").arg(range));
    QVERIFY(choose_view(w, "0 to 1"));
    QCOMPARE(weights().scale().highest(), 1.0);
    QCOMPARE(ofHeads(), QString("from 0 to 1"));
    QVERIFY2(!status().contains("automatic"), qPrintable(status()));
    QVERIFY(choose_view(w, "automatic"));
    QVERIFY(weights().scale().isLogarithmic());
}

/// So that their colours can be compared.
void TestWeightRange::headsShareIt() {
    LabWindow& w = window();
    w.document().openExample("two-heads");
    QVERIFY(choose_view(w, "0 to the largest"));
    const std::vector<HeatmapContent> heads = headContents(w.document(), StageId::weights, false);
    double largest = 0;
    for (const HeatmapContent& each : heads)
        largest = std::max(largest, each.matrix->maxCoeff());
    for (const HeatmapContent& each : heads)
        QCOMPARE(each.scale().highest(), largest);
}

void TestWeightRange::keptWhileDragging() {
    LabWindow& w = openWindow({1600, 1000});
    QVERIFY(choose_view(w, "0 to the largest"));
    view_popover(w).close();
    const double before = weights().scale().highest();
    LogSlider& slider = *of_card<LogSlider>(w, StageId::weights);
    const QPoint middle = slider.rect().center();
    QTest::mousePress(&slider, Qt::LeftButton, {}, middle);
    QTest::mouseMove(&slider, middle - QPoint(50, 0));
    QVERIFY(weights().matrix->maxCoeff() > before);
    QCOMPARE(weights().scale().highest(), before);
    QTest::mouseRelease(&slider, Qt::LeftButton, {}, middle - QPoint(50, 0));
    QCOMPARE(weights().scale().highest(), weights().matrix->maxCoeff());
}

void TestWeightRange::whenProposed_data() {
    QTest::addColumn<Matrix>("weights");
    QTest::addColumn<bool>("proposed");
    Matrix small = Matrix::Constant(65, 65, 1.0 / 65);
    QTest::newRow("all equal: another range shows no more") << small << false;
    small(3, 5) = 0.03;
    QTest::newRow("all small") << small << true;
    small(64, 0) = 0.24;
    QTest::newRow("two steps of the palette") << small << true;
    small(64, 0) = 0.3;
    QTest::newRow("more than that") << small << false;
    QTest::newRow("three words") << Matrix{{0.3, 0.3, 0.4}, {0.2, 0.2, 0.6}, {0.3, 0.3, 0.4}} << false;
    QTest::newRow("zeros") << Matrix{{0, 0}, {0, 0}} << false;
}

void TestWeightRange::whenProposed() {
    QFETCH(Matrix, weights);
    QFETCH(bool, proposed);
    HeatmapContent content = range_content(weights);
    QCOMPARE(betterLimit(content), proposed ? std::optional(weights.maxCoeff()) : std::nullopt);
    content.style.weightRange = WeightRange::largest;
    QVERIFY(!betterLimit(content));
}

/// A click on a line of the card takes it, and nothing changes its size. Bars have other colours.
void TestWeightRange::proposedOnTheCard() {
    LabWindow& w = openWindow({1440, 900});
    w.document().openExample("sky-is-blue");
    QVERIFY(!isOffered());
    openLongSentence();
    QVERIFY(weights().matrix->maxCoeff() < 0.2);
    QVERIFY(isOffered());
    const QString end = barEnd(ColourScale::of(ColourScale::Kind::sequential, weights().summary->finite,
                                               ranged_style(WeightRange::largest)),
                               true);
    QCOMPARE(note().offer()->text(), QString("One colour: show 0 to %1").arg(end));
    const QRect card = w.board().card(StageId::weights)->geometry();
    press(w, StageId::weights, "Bars");
    QVERIFY(!isOffered());
    press(w, StageId::weights, "Bars");
    QVERIFY(isOffered());
    note().offer()->setFocus();
    QTest::keyClick(note().offer(), Qt::Key_Space);
    QCOMPARE(settings_of(w).weightRange, WeightRange::largest);
    QCOMPARE(weights().scale().highest(), weights().matrix->maxCoeff());
    QVERIFY(!isOffered());
    QCOMPARE(w.board().card(StageId::weights)->geometry(), card);
    QVERIFY(choose_view(w, "0 to 1"));
    view_popover(w).close();
    QVERIFY(isOffered());
    QCoreApplication::processEvents(); // gives it its width
    QTest::mouseClick(note().offer(), Qt::LeftButton);
    QVERIFY(!isOffered());
}

/// At every size of letters; and not to a class.
void TestWeightRange::proposedWhole() {
    LabWindow& w = openWindow({1440, 900});
    openLongSentence();
    for (int scale = 80; scale <= 200; scale += 10) {
        theme().setScale(scale);
        QCoreApplication::processEvents();
        QVERIFY(isOffered());
        const QAbstractButton& offer = *note().offer();
        const int room = offer.width() - 2 * 2; // without the edges
        QCOMPARE(QFontMetrics(note().font()).elidedText(offer.text(), Qt::ElideRight, room), offer.text());
    }
    theme().setScale(100);
    w.press_key(Qt::Key_F5, Qt::ShiftModifier);
    QVERIFY(!isOffered());
    w.press_key(Qt::Key_F5);
    QVERIFY(isOffered());
}

void TestWeightRange::proposedIn_data() {
    QTest::addColumn<QString>("room"); // for which text there is room
    QTest::addColumn<int>("more");     // pixels
    QTest::addColumn<bool>("isShown");
    QTest::addColumn<QString>("says");
    QTest::newRow("all") << "Too weak: show 0 to 0.18" << 0 << true << "Too weak: show 0 to 0.18";
    QTest::newRow("nearly all") << "Too weak: show 0 to 0.18" << -1 << true << "Show 0 to 0.18";
    QTest::newRow("what to do") << "Show 0 to 0.18" << 0 << true << "Show 0 to 0.18";
    QTest::newRow("nearly that") << "Show 0 to 0.18" << -1 << false << "";
}

/// It is whole, or short, or not there.
void TestWeightRange::proposedIn() {
    QFETCH(QString, room);
    QFETCH(int, more);
    QFETCH(bool, isShown);
    QFETCH(QString, says);
    const auto widthOf = [](const CardNote& note, const QString& text) {
        return int(std::ceil(QFontMetricsF(note.font()).horizontalAdvance(text))) + 4; // with its edges
    };
    CardNote note;
    note.setFixedWidth(widthOf(note, room) + more);
    note.setOffer("Too weak: show 0 to 0.18");
    note.show();
    QCOMPARE(note.offer()->width() > 0, isShown);
    if (isShown)
        QCOMPARE(note.offer()->width(), widthOf(note, says));
}

LAB_WINDOW_TEST(TestWeightRange)
#include "tst_weight_range.moc"
