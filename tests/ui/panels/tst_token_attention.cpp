// SPDX-License-Identifier: GPL-3.0-or-later
//
// Attention on the sentence: the chips fill with what the token that is pointed at or inspected gives or
// gets.
#include "core/engine/pipeline.h"
#include "tests/support/golden.h"
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/pages/play/film_player.h"
#include "ui/pages/play/play_page.h"
#include "ui/panels/sentence/attention_arcs.h"
#include "ui/panels/sentence/token_attention.h"
#include "ui/widgets/pill_button.h"
#include "ui/window/menu/actions.h"
#include "ui/window/page_stack.h"

#include <QEnterEvent>
#include <QMenu>
#include <QPushButton>

#include <array>

using namespace lab;
using namespace lab::test;

class TestTokenAttention : public WindowTest {
    Q_OBJECT

private slots:
    void chips_data();
    void chips();
    void linesMissTheWord();
    void cellsOfAToken();
    void bothDirectionsAcrossSentences();
    void atFirstLook();
    void arcsWhereThereIsRoom();
    void everyPageShowsIt();
    void filmDoesNotGiveAway_data();
    void filmDoesNotGiveAway();

private:
    static void point(QWidget& chip) {
        const QPointF middle = chip.rect().center();
        QEnterEvent enter(middle, middle, chip.mapToGlobal(middle));
        QApplication::sendEvent(&chip, &enter);
    }
    static void leave(QWidget& chip) {
        QEvent event(QEvent::Leave);
        QApplication::sendEvent(&chip, &event);
    }
    /// The chips show these weights of the shown head, and nothing where a weight is not between 0 and 1.
    static bool show(const std::vector<PillButton*>& chips, const RowVector& weights) {
        for (Index i = 0; i < weights.size(); ++i) {
            const auto& bands = chips[static_cast<std::size_t>(i)]->bands();
            if (bands.isEmpty() || std::abs(bands.front().share - std::clamp(weights(i), 0.0, 1.0)) > 1e-12)
                return false;
        }
        return true;
    }
    static bool areEmpty(const std::vector<PillButton*>& chips) {
        return std::ranges::all_of(chips, [](const PillButton* chip) { return chip->bands().isEmpty(); });
    }
};

void TestTokenAttention::chips_data() {
    QTest::addColumn<QString>("document");
    QTest::addColumn<int>("head");
    QTest::newRow("one head") << "sky-is-blue" << 0;
    QTest::newRow("two heads, the second shown") << "two-heads" << 1;
    QTest::newRow("causal") << "numeric-decoder" << 0;
    QTest::newRow("not softmax") << "journey-sum-normalised" << 0;
}

void TestTokenAttention::chips() {
    QFETCH(QString, document);
    QFETCH(int, head);
    LabWindow& w = window();
    w.document().openExample(document);
    w.selection().setHead(head);
    QCoreApplication::processEvents();
    const Trace trace = compute(w.document().experiment()).value();
    const Matrix& weights = trace.stage(StageId::weights, head);
    const auto& chips = w.sentence().chips();
    QVERIFY(areEmpty(chips));
    for (Index token = 0; token < weights.rows(); ++token) {
        PillButton& chip = *chips[static_cast<std::size_t>(token)];
        point(chip);
        QTRY_VERIFY(show(chips, weights.row(token)));
        w.selection().setLooking(Looking::by);
        QVERIFY(show(chips, weights.col(token).transpose()));
        w.selection().setLooking(Looking::at);
        leave(chip);
        QVERIFY(areEmpty(chips));
    }
    // Heads beside the shown one have a band each, in their own order.
    point(*chips[0]);
    const auto bands = static_cast<std::size_t>(chips[0]->bands().size());
    QCOMPARE(bands, std::min<std::size_t>(static_cast<std::size_t>(w.document().experiment().heads.count),
                                          mostHeadsOfToken));
    // An edit is followed at once.
    if (!has_inputs(w.document().experiment()))
        return;
    w.document().setValue(ParameterId::E, 0, 0, 1.25);
    const Trace after = compute(w.document().experiment()).value();
    QTRY_VERIFY(show(chips, after.stage(StageId::weights, head).row(0)));
}

/// With several heads, the lines of a chip lie above and below its word.
void TestTokenAttention::linesMissTheWord() {
    LabWindow& w = window();
    w.document().openExample("two-heads-about-it");
    for (const std::size_t token : {1U, 6U}) { // animal, street
        const PillButton& chip = *w.sentence().chips()[token];
        const auto band = std::ranges::max_element(chip.bands(), {}, &PillButton::Band::share);
        QVERIFY(band != chip.bands().end() && band->share > 0.9);
        const QImage image = w.sentence().chips()[token]->grab().toImage();
        std::vector<int> rows;
        for (int y = 0; y < image.height(); ++y) {
            if (image.pixelColor(image.width() / 2, y).rgb() == band->line.rgb())
                rows.push_back(y);
        }
        QVERIFY(!rows.empty());
        const int text = QFontMetrics(theme().font(TextRole::body)).xHeight();
        for (const int y : rows)
            QVERIFY2(std::abs(2 * y - image.height()) > text, qPrintable(QString::number(y)));
    }
}

/// A cell stands for its query, or for its key where that is asked; a cell of one token stands for that
/// token.
void TestTokenAttention::cellsOfAToken() {
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    QCoreApplication::processEvents();
    const Trace trace = compute(w.document().experiment()).value();
    const Matrix& weights = trace.stage(StageId::weights, 0);
    const auto& chips = w.sentence().chips();
    for (const StageInfo& stage : all_stages()) {
        if (!has_stage(w.document().experiment(), stage.id))
            continue;
        const CellRef cell{stage.id, 0, 2, 1};
        const bool pair = is_token_axis(stage.columns);
        w.selection().setHovered(cell);
        QVERIFY2(show(chips, weights.row(2)), stage.name.data());
        w.selection().setLooking(Looking::by);
        QVERIFY2(show(chips, weights.col(pair ? 1 : 2).transpose()), stage.name.data());
        w.selection().setLooking(Looking::at);
        w.selection().setHovered(std::nullopt);
        QVERIFY(areEmpty(chips));
    }
    w.selection().inspect(CellRef{StageId::scores, 0, 1, 0});
    QVERIFY(show(chips, weights.row(1)));
    w.selection().setHovered(CellRef{StageId::weights, 0, 0, 0}); // what is pointed at comes first
    QVERIFY(show(chips, weights.row(0)));
    w.selection().setHovered(std::nullopt);
    QVERIFY(show(chips, weights.row(1)));
    w.selection().clearInspected();
    QVERIFY(areEmpty(chips));
}

void TestTokenAttention::bothDirectionsAcrossSentences() {
    LabWindow& w = window();
    w.document().replace(load_golden("cross").experiment, {});
    QCoreApplication::processEvents();
    const Trace trace = compute(w.document().experiment()).value();
    const Matrix& weights = trace.stage(StageId::weights, 0);
    const auto& queries = w.sentence().chips();
    const auto& keys = w.sentence().source().tokens().chips();
    QVERIFY(w.sentence().looking().isHidden());
    point(*queries[1]);
    QTRY_VERIFY(show(keys, weights.row(1)));
    QVERIFY(areEmpty(queries));
    leave(*queries[1]);
    point(*keys[0]);
    QVERIFY(show(queries, weights.col(0).transpose()));
    QVERIFY(areEmpty(keys));
}

/// The example about "it" says what it is about before anything is clicked.
void TestTokenAttention::atFirstLook() {
    LabWindow& w = openWindow({1024, 700});
    w.controller().openExample("two-heads-about-it");
    const auto shareOf = [&](const char* word, qsizetype band) {
        for (const PillButton* chip : w.sentence().chips()) {
            if (chip->text() == QLatin1String(word) && chip->bands().size() > band)
                return chip->bands()[band].share;
        }
        return -1.0;
    };
    QTRY_VERIFY(shareOf("animal", 0) > 0.9);
    QVERIFY(shareOf("street", 1) > 0.9);
    QVERIFY(shareOf("animal", 1) < 0.1 && shareOf("street", 0) < 0.1);
    for (const PillButton* chip : w.sentence().chips())
        QVERIFY(w.rect().contains(QRect(chip->mapTo(&w, QPoint()), chip->size())));
    w.controller().openExample("sky-is-blue");
    QTRY_VERIFY(!w.selection().isInspecting());
}

void TestTokenAttention::arcsWhereThereIsRoom() {
    LabWindow& w = openWindow({1600, 1080});
    w.document().openExample("sky-is-blue");
    auto& arcs = *w.sentence().findChild<AttentionArcs*>();
    QVERIFY(arcs.isVisible());
    const QImage before = arcs.grab().toImage();
    point(*w.sentence().chips()[0]);
    QTRY_VERIFY(arcs.grab().toImage() != before);
    const int height = w.sentence().height();
    leave(*w.sentence().chips()[0]);
    QVERIFY(arcs.grab().toImage() == before);
    QCOMPARE(w.sentence().height(), height); // nothing moves under the pointer
    QStringList words;
    while (arcs.isVisible()) { // until the chips wrap
        w.document().setText((words << "word").join(' '));
        QCoreApplication::processEvents();
    }
    QVERIFY(words.size() > 10);
    QCOMPARE(w.sentence().height(), height); // the second line has their place
    w.document().openExample("sky-is-blue");
    QVERIFY(arcs.isVisible());
    w.resize(1600, 790);
    QVERIFY(!arcs.isVisible());
    w.resize(1600, 800);
    QVERIFY(arcs.isVisible());
    w.type_sentence(QString("word ").repeated(60)); // more than a line of chips
    QTRY_VERIFY(!arcs.isVisible());
    w.type_sentence(QString());
    QVERIFY(!arcs.isVisible());
}

void TestTokenAttention::everyPageShowsIt() {
    LabWindow& w = openWindow({1440, 900});
    w.document().openExample("two-heads");
    FilmPlayer& player = w.pages().get<PlayPage>().player();
    player.goTo(player.film()->size());
    w.selection().toggleInspectedToken({2});
    const auto& chips = w.sentence().chips();
    QTRY_VERIFY(!areEmpty(chips));
    for (const PageInfo& each : allPages()) {
        w.pages().open(each.name);
        w.document().setValue(ParameterId::E, 0, 0, w.value(ParameterId::E) + 0.5);
        const Trace trace = compute(w.document().experiment()).value();
        QTRY_VERIFY2(show(chips, trace.stage(StageId::weights, 0).row(2)), each.name);
    }
}

void TestTokenAttention::filmDoesNotGiveAway_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<int>("order");
    QTest::addColumn<bool>("gives");
    for (const char* example : {"sky-is-blue", "two-heads"}) {
        for (const int order : {0, 1}) {
            QTest::addRow("%s, order %d, gives", example, order) << example << order << true;
            QTest::addRow("%s, order %d, gets", example, order) << example << order << false;
        }
    }
}

/// While Play is shown, only those weights that the film has come to.
void TestTokenAttention::filmDoesNotGiveAway() {
    QFETCH(QString, example);
    QFETCH(int, order);
    QFETCH(bool, gives);
    LabWindow& w = openWindow({1600, 1000});
    w.document().openExample(example);
    w.press_key(Qt::Key_2, Qt::ControlModifier);
    FilmPlayer& player = w.pages().get<PlayPage>().player();
    player.setOrder(static_cast<FilmOrder>(order));
    w.selection().setLooking(gives ? Looking::at : Looking::by);
    w.selection().toggleInspectedToken({1});
    const auto& chips = w.sentence().chips();
    const Trace trace = compute(w.document().experiment()).value();
    const Matrix& weights = trace.stage(StageId::weights, 0);
    const Scene scene{StageId::weights, 0, ScenePart::whole};
    for (FilmPlace place = 0; place < player.film()->size(); ++place) {
        player.goTo(place);
        const Index known = player.film()->known(place, scene);
        if (known == weights.size())
            continue;
        for (Index token = 0; token < weights.rows(); ++token) {
            const auto& bands = chips[static_cast<std::size_t>(token)]->bands();
            const Index number = gives ? weights.cols() + token : token * weights.cols() + 1;
            const double weight = gives ? weights(1, token) : weights(token, 1);
            QCOMPARE(bands.isEmpty() ? 0 : bands.front().share, number < known ? weight : 0);
            QVERIFY(bands.size() <= 1); // of no other head, either
        }
    }
    const RowVector all = gives ? RowVector(weights.row(1)) : RowVector(weights.col(1).transpose());
    QVERIFY(player.place() < player.film()->size());
    player.goTo(player.film()->size());
    QVERIFY(show(chips, all));
    player.goTo(FilmPlace(0));
    QVERIFY(areEmpty(chips));
    w.press_key(Qt::Key_1, Qt::ControlModifier); // other pages show everything anyway
    QVERIFY(show(chips, all));
    w.press_key(Qt::Key_2, Qt::ControlModifier);
    QVERIFY(areEmpty(chips));
}

LAB_WINDOW_TEST(TestTokenAttention)
#include "tst_token_attention.moc"
