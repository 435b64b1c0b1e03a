// SPDX-License-Identifier: GPL-3.0-or-later
//
// The page Play: every example from start to end and back, edits while it stands somewhere, and where it
// fits.
#include "core/base/number_format.h"
#include "tests/support/golden.h"
#include "tests/support/hand_clock.h"
#include "tests/support/sample.h"
#include "tests/support/test_program.h"
#include "tests/ui/pages/play_by_hand.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/examples.h"
#include "ui/window/strips/head_strip.h"

#include <QImage>
#include <QPainter>

#include <nlohmann/json.hpp>

#include <array>
#include <map>

using namespace lab;
using namespace lab::test;

class TestPlayPage : public PlayTest {
    Q_OBJECT

private slots:
    void thereAndBack_data();
    void thereAndBack();
    void drawsWhatIsKnown_data();
    void drawsWhatIsKnown();
    void columnsStandOverColumns_data();
    void columnsStandOverColumns();
    void windowsSayWhatIsLeftOut();
    void sameTokensInSight_data();
    void sameTokensInSight();
    void wordsAreWhole();
    void rowOnItsWay();
    void normOnItsWay();
    void oneHead();
    void stopsAtTheEndOfAStep();
    void inspectedAheadOfTheFilm();
    void editKeepsThePlace();
    void otherSentence();
    void emptySentence();
    void placeIsKept();
    void unknownPlaces_data();
    void unknownPlaces();
    void fits_data();
    void fits();

private:
    QImage picture();
};

/// The scene at rest.
QImage TestPlayPage::picture() {
    QImage image(scene().size(), QImage::Format_RGB32);
    image.fill(theme().colours().page);
    QPainter painter(&image);
    drawScene(painter, scene().content(), theme(), QRectF(image.rect()));
    return image;
}

void TestPlayPage::thereAndBack_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<int>("grain");
    std::size_t index = 0;
    for (const QString& example : exampleNames()) {
        for (int grain = 0; grain < 4; ++grain) {
            if (in_sample(index++, 7))
                QTest::addRow("%s, grain %d", qPrintable(example), grain) << example << grain;
        }
    }
    for (const std::string& name : golden_names()) {
        for (const int grain : {1, 3}) {
            if (in_sample(index++, 11))
                QTest::addRow("golden %s, grain %d", name.c_str(), grain)
                    << "golden " + QString::fromStdString(name) << grain;
        }
    }
}

/// A place has one picture and one caption, whatever way leads there.
void TestPlayPage::thereAndBack() {
    QFETCH(QString, example);
    QFETCH(int, grain);
    const bool isGolden = example.startsWith("golden ");
    openPlay(isGolden ? "sky-is-blue" : qPrintable(example));
    if (isGolden)
        window().document().replace(load_golden(example.mid(7).toStdString()).experiment, {});
    if (!player().film())
        return; // nothing to compute
    player().setGrain(static_cast<FilmGrain>(grain));
    for (const FilmOrder order : {FilmOrder::by_stage, FilmOrder::by_query}) {
        player().setOrder(order);
        const FilmPlace size = film().size(), stride = std::max<FilmPlace>(size / (isGolden ? 5 : 12), 1);
        std::map<FilmPlace, std::pair<QImage, QString>> seen;
        const auto visit = [&](FilmPlace place) {
            player().goTo(place);
            QCOMPARE(player().place(), place);
            QVERIFY(scene().content().isReady);
            QVERIFY(!page().captionView().text().isEmpty());
            const auto now = std::pair(picture(), page().captionView().text());
            const auto [found, isNew] = seen.try_emplace(place, now);
            QVERIFY2(isNew || found->second == now, qPrintable(QString::number(place)));
        };
        for (FilmPlace place = 0; place < size; place += stride)
            visit(place);
        visit(size);
        for (const SceneButton* each : page().strip().buttons()) {
            const MatrixPtr matrix =
                window().document().completeView(each->scene().stage, each->scene().head).matrix;
            QCOMPARE(each->known(), matrix->size()); // all that is computed at the end
        }
        for (FilmPlace place = (size - 1) / stride * stride; place >= 0; place -= stride)
            visit(place);
    }
}

void TestPlayPage::drawsWhatIsKnown_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<bool>("dark");
    for (const char* example : {"sky-is-blue", "journey-trainable", "two-heads", "numeric-decoder"}) {
        QTest::addRow("%s, light", example) << example << false;
        QTest::addRow("%s, dark", example) << example << true;
    }
}

/// Cells that are known have the colour of their number; the others are empty.
void TestPlayPage::drawsWhatIsKnown() {
    QFETCH(QString, example);
    QFETCH(bool, dark);
    openPlay(qPrintable(example));
    theme().setMode(dark ? ColourMode::dark : ColourMode::light);
    for (const Scene& each : film().scenes()) {
        player().goTo(film().begin(each) + 3);
        const QImage image = picture();
        const ScenePanel& panel = result();
        const Scene shown = scene().content().scene;
        const MatrixPtr stage = window().document().completeView(shown.stage, shown.head).matrix;
        const ColourScale scale = panel.content.scale().onDark(dark);
        const SceneGeometry& geometry = scene().geometryOfScene();
        QCOMPARE(panel.known, film().known(player().place(), shown));
        int known = 0;
        for (Index row = 0; row < panel.block.rows; ++row) {
            for (Index column = 0; column < panel.block.columns; ++column) {
                const QRectF rect = geometry.rect(panel, StoredCell{row, column});
                if (rect.isEmpty())
                    continue;
                if (shown.part != ScenePart::projected)
                    QCOMPARE((*panel.content.matrix)(row, column), (*stage)(row, column));
                const bool isKnown = panel.isKnown({row, column});
                known += isKnown ? 1 : 0;
                const bool isFramed = !panel.framed.empty() && panel.framed.front().row == row;
                if (isFramed || panel.content.isHidden({row, column}))
                    continue;
                const QColor colour = image.pixelColor((rect.topLeft() + QPointF(5, 5)).toPoint());
                const QColor wanted = isKnown ? scale.colour((*stage)(row, column)) : theme().colours().page;
                if (shown.part != ScenePart::projected)
                    QCOMPARE(colour.name(), wanted.name());
            }
        }
        QVERIFY(known > 0 || !scene().content().step->adds_cells ||
                scene().content().step->phase != RowPhase::none);
    }
}

void TestPlayPage::columnsStandOverColumns_data() {
    QTest::addColumn<QString>("example");
    QTest::newRow("rows") << "journey-trainable";
    QTest::newRow("columns") << "two-heads";
}

/// The result is in line with the matrices that it is computed from.
void TestPlayPage::columnsStandOverColumns() {
    QFETCH(QString, example);
    openPlay(qPrintable(example));
    const bool columns = window().document().experiment().notation == Notation::columns;
    int products = 0;
    for (const Scene& each : film().scenes()) {
        player().goTo(film().begin(each) + 1);
        const SceneContent& content = scene().content();
        const SceneGeometry& geometry = scene().geometryOfScene();
        if (content.kind != SceneKind::product)
            continue;
        ++products;
        const QRectF own = geometry.area(content.panels[0]);
        for (const ScenePanel& panel : content.panels) {
            const QRectF area = geometry.area(panel);
            const bool liesAbove = panel.slot == (columns ? SceneSlot::left : SceneSlot::above);
            const bool liesLeft = panel.slot == (columns ? SceneSlot::above : SceneSlot::left);
            if (liesAbove) {
                QCOMPARE(area.left(), own.left());
                QCOMPARE(area.right(), own.right());
                QVERIFY(area.bottom() < own.top());
            }
            if (liesLeft) {
                QCOMPARE(area.top(), own.top());
                QCOMPARE(area.bottom(), own.bottom());
                QVERIFY(area.right() < own.left());
            }
        }
    }
    QVERIFY(products >= 5);
}

/// Of a matrix that is larger than the page, the part round the step is shown.
void TestPlayPage::windowsSayWhatIsLeftOut() {
    openWindow({1024, 700});
    QStringList words;
    for (int i = 0; i < 40; ++i)
        words += QStringLiteral("w%1").arg(i);
    openPlay("sky-is-blue");
    window().document().setText(words.join(' '));
    QCOMPARE(player().grain(), FilmGrain::stage); // a long film
    player().goTo(beginOf(StageId::scores) + 1);
    QVERIFY(!scene().geometryOfScene().rows(result()).isCut());
    QVERIFY(!scene().geometryOfScene().saysNumbers());
    player().setGrain(FilmGrain::cell);
    for (const Index row : {Index{0}, Index{23}, Index{39}}) {
        FilmStep step{
            {StageId::scores, 0, ScenePart::whole}, {row, 1}, {39 - row, 1}, 0, RowPhase::none, true};
        player().goTo(film().place_of(step));
        const SceneGeometry& geometry = scene().geometryOfScene();
        const SceneTrack& rows = geometry.rows(result());
        QVERIFY(rows.isCut());
        QVERIFY(rows.first + rows.visible <= 40);
        QVERIFY(rows.first <= row && row < rows.first + rows.visible);
        QVERIFY(!geometry.rect(result(), StoredCell{row, 39 - row}).isEmpty());
        QVERIFY(geometry.saysNumbers());
    }
}

/// Where there is room beside the matrices, words are whole above those beside the result, too.
void TestPlayPage::wordsAreWhole() {
    openPlay("journey-trainable");
    player().goTo(beginOf(StageId::head_outputs) + 1);
    const SceneContent& content = scene().content();
    const auto weights = std::ranges::find(content.panels, SceneSlot::left, &ScenePanel::slot);
    QVERIFY(weights != content.panels.end());
    for (const int height : {260, 320, 400}) {
        const SceneGeometry geometry(content, theme(), QRectF(0, 0, 700, height));
        const double cell = geometry.rect(*weights, StoredCell{0, 1}).width();
        const int word = weights->columns.widest(theme().font(TextRole::small));
        QVERIFY2(cell >= word, qPrintable(QString("%1 < %2 at %3").arg(cell).arg(word).arg(height)));
    }
}

void TestPlayPage::sameTokensInSight_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("height");
    for (const int height : {520, 560, 600, 640, 700, 800}) {
        QTest::addRow("each once, %d", height) << "Your journey starts with one step" << height;
        QTest::addRow("one twice, %d", height) << "one step starts with one journey" << height;
    }
}

/// Where words and tokens are the same, a window that cuts them off cuts both matrices off at the same word.
void TestPlayPage::sameTokensInSight() {
    QFETCH(QString, text);
    QFETCH(int, height);
    openWindow({1024, height});
    openPlay("journey-trainable");
    window().document().setText(text);
    bool hasTwins = false;
    for (FilmPlace place = 1; place < film().begin(film().scenes()[1]); ++place) {
        player().goTo(place);
        const SceneGeometry& geometry = scene().geometryOfScene();
        const ScenePanel* table = nullptr;
        for (const ScenePanel& each : scene().content().panels)
            table = each.slot == SceneSlot::above ? &each : table;
        QVERIFY(table && scene().content().kind == SceneKind::look_up);
        const SceneGeometry::Window words = geometry.window(*table), tokens = geometry.window(result());
        hasTwins = table->block.rows == result().block.rows;
        if (hasTwins)
            QCOMPARE(std::pair(words.y, words.rows), std::pair(tokens.y, tokens.rows));
        for (const ScenePanel* each :
             std::array<const ScenePanel*, 2>{table, &result()}) // what the step reads and computes
            for (const Block& block : each->framed)
                QVERIFY(!geometry.rect(*each, block).isEmpty());
    }
    QCOMPARE(hasTwins, text.startsWith("Your"));
}

/// The bars of a row of weights are its scores, its exponentials and its weights.
void TestPlayPage::rowOnItsWay() {
    openPlay("sky-is-blue");
    const MatrixPtr weights = window().document().completeView(StageId::weights).matrix;
    const MatrixPtr scores = window().document().completeView(StageId::masked_scores).matrix;
    player().goTo(beginOf(StageId::weights) + 1);
    QCOMPARE(scene().content().bands.size(), std::size_t{2}); // the largest is subtracted
    player().goTo(beginOf(StageId::weights) + 4);             // the first weight
    const std::vector<SceneBand>& bands = scene().content().bands;
    QCOMPARE(bands.size(), std::size_t{4});
    double total = 0;
    for (Index key = 0; key < 3; ++key)
        total += std::exp((*scores)(0, key) - scores->row(0).maxCoeff());
    for (std::size_t key = 0; key < 3; ++key) {
        const auto column = static_cast<Index>(key);
        QCOMPARE(bands[0].values[key], (*scores)(0, column));
        QCOMPARE(bands[1].values[key], (*scores)(0, column) - scores->row(0).maxCoeff());
        QVERIFY(std::abs(bands[2].values[key] / total - (*weights)(0, column)) < 1e-12);
        QVERIFY(std::abs(bands[3].values[key] - (*weights)(0, column)) < 1e-12);
    }
    QCOMPARE(bands[3].known, 1);
}

/// What a row is divided by stands beside its squares before the first cell is divided, and after.
void TestPlayPage::normOnItsWay() {
    openPlay("sky-is-blue");
    window().document().replace(load_golden("qk-norm-rms").experiment, {});
    player().setGrain(FilmGrain::cell);
    const Scene norm{StageId::queries, 0, ScenePart::normalized};
    const FilmPlace begin = film().begin(norm);
    player().goTo(begin + 1);
    QVERIFY(scene().content().step->phase == RowPhase::root);
    QCOMPARE(scene().content().panels.front().known, Index{0});
    const SceneBand root = scene().content().bands.at(0);
    double squares = 0;
    for (const double square : root.values)
        squares += square;
    const QkNorm& with = *window().document().experiment().scores.qk_norm;
    const double r = std::sqrt(squares / static_cast<double>(root.values.size()) + with.epsilon);
    QVERIFY2(root.name.endsWith(QString::fromStdString("r = " + display(r, 2))), qPrintable(root.name));
    QVERIFY2(page().captionView().text().contains("The root mean square of the query of "),
             qPrintable(page().captionView().text()));
    player().goTo(begin + 2);
    QVERIFY(scene().content().step->phase == RowPhase::none);
    QCOMPARE(scene().content().panels.front().known, Index{1});
    QCOMPARE(scene().content().bands.at(0).name, root.name);
    player().setGrain(FilmGrain::stage);
    QVERIFY(scene().content().bands.empty());
}

/// The film is that of the shown head, and says so.
void TestPlayPage::oneHead() {
    openPlay("two-heads");
    player().goTo(beginOf(StageId::scores) + 2);
    const FilmPlace place = player().place();
    QVERIFY(result().title.contains("head 1"));
    window().selection().setHead(1);
    QCOMPARE(player().place(), place);
    QVERIFY(result().title.contains("head 2"));
    QCOMPARE(result().content.matrix, window().document().view(StageId::scores, 1).matrix);
}

/// Stopped while something flies, the scene is at rest, with the numbers that the caption speaks of.
void TestPlayPage::stopsAtTheEndOfAStep() {
    theme().motion().choose(false);
    openPlay("sky-is-blue");
    player().setGrain(FilmGrain::cell);
    player().goTo(beginOf(StageId::keys));
    const HandClock clock(window());
    press(Qt::Key_Space);
    QTRY_VERIFY(player().place() > beginOf(StageId::keys) && scene().isMoving());
    clock.pass(1);
    QVERIFY(!scene().look().flying.empty());
    press(Qt::Key_Space);
    QVERIFY(!player().isPlaying() && !scene().isMoving());
    QVERIFY(scene().look().flying.empty());
    QCOMPARE(scene().look().fade, 1.0);
    press(Qt::Key_Right); // a step by hand moves all the same
    QVERIFY(scene().isMoving());
}

/// The line above the page does not say a number before the film has come to it.
void TestPlayPage::inspectedAheadOfTheFilm() {
    LabWindow& w = window();
    w.document().openExample("sky-is-blue");
    w.click(StageId::weights, {1, 1});
    const QString number =
        QString::fromStdString(brief((*w.document().completeView(StageId::weights).matrix)(1, 1)));
    const auto line = [&] {
        const auto* strip = w.findChild<HeadStrip*>();
        QStringList texts;
        for (const QLabel* each : strip->findChildren<QLabel*>()) {
            if (each->isVisible())
                texts += each->text();
        }
        return texts.join(' ');
    };
    QVERIFY2(line().contains(number), qPrintable(line()));
    w.press_key(Qt::Key_2, Qt::ControlModifier);
    QCOMPARE(player().place(), FilmPlace(0));
    QVERIFY2(line().startsWith("Inspecting: ") && line().endsWith("not computed yet in the film"),
             qPrintable(line()));
    QVERIFY(!line().contains(number));
    player().setGrain(FilmGrain::row);
    player().goTo(film().size());
    QVERIFY2(line().contains(number), qPrintable(line()));
    player().goTo(beginOf(StageId::weights) + 1);
    QVERIFY(!line().contains(number));
    w.selection().inspect(CellRef{StageId::weights, 0, 0, 0}); // of the row that is known
    QVERIFY2(!line().contains("not computed"), qPrintable(line()));
    w.selection().inspect(CellRef{StageId::weights, 0, 1, 1});
    QVERIFY2(line().contains("not computed"), qPrintable(line()));
    w.press_key(Qt::Key_1, Qt::ControlModifier);
    QVERIFY2(line().contains(number), qPrintable(line()));
}

void TestPlayPage::editKeepsThePlace() {
    openPlay("journey-trainable");
    player().goTo(beginOf(StageId::scores) + 5);
    const FilmPlace place = player().place();
    const QString before = page().captionView().text();
    player().play();
    window().document().setValue(ParameterId::W_Q, 0, 0, 2.5);
    QVERIFY(player().isPlaying());
    QCOMPARE(player().place(), place);
    QVERIFY(page().captionView().text() != before);
    QCOMPARE(result().content.matrix, window().document().view(StageId::scores).matrix);
    window().document().undo();
    QCOMPARE(page().captionView().text(), before);
    player().pause();
}

/// Another sentence leads to the nearest place that there is.
void TestPlayPage::otherSentence() {
    openPlay("journey-trainable");
    player().goTo(beginOf(StageId::weights) + 2);
    player().play();
    window().document().setText("Your journey");
    QVERIFY(player().place() <= film().size());
    QCOMPARE(scene().content().scene.stage, StageId::weights);
    setOption(
        window().document(), [](Experiment& experiment) { experiment.scores.rotary = true; }, "Rotate");
    QVERIFY(player().place() <= film().size());
    QCOMPARE(scene().content().scene.stage, StageId::weights);
    player().goTo(film().size());
    window().document().setText("Your journey starts with one step");
    QCOMPARE(player().place(), film().size());
    player().pause();
}

void TestPlayPage::emptySentence() {
    openPlay("sky-is-blue");
    player().play();
    window().document().setText({});
    QVERIFY(!player().film());
    QVERIFY(!player().isPlaying());
    QVERIFY(!scene().isVisible());
    QVERIFY(!page().figure());
    press(Qt::Key_Right);
    window().document().setText("sky is");
    QVERIFY(player().film());
    QVERIFY(scene().isVisible());
}

/// Saving keeps the place; showing another one is no change of the document.
void TestPlayPage::placeIsKept() {
    openPlay("journey-trainable");
    player().setOrder(FilmOrder::by_query);
    player().setGrain(FilmGrain::row);
    player().goTo(17);
    QVERIFY(!window().document().isModified());
    QCOMPARE(window().document().undoStack().count(), 0);
    const Experiment experiment = window().document().experiment();
    window().document().openExample("sky-is-blue");
    QCOMPARE(player().place(), FilmPlace(0));
    QCOMPARE(player().grain(), FilmGrain::cell);
    QCOMPARE(player().order(), FilmOrder::by_stage);
    window().document().replace(experiment, {});
    QCOMPARE(player().place(), FilmPlace(17));
    QCOMPARE(player().grain(), FilmGrain::row);
    QCOMPARE(player().order(), FilmOrder::by_query);
    player().goTo(FilmPlace(0));
    player().setOrder(FilmOrder::by_stage);
    QCOMPARE(filmView(window().document().experiment()).place, FilmPlace(0));
}

void TestPlayPage::unknownPlaces_data() {
    QTest::addColumn<QByteArray>("view");
    QTest::addColumn<bool>("atEnd");
    QTest::newRow("no object") << QByteArray(R"({"film": 3})") << false;
    QTest::newRow("other types") << QByteArray(R"({"film": {"place": "x", "grain": 2, "order": []}})")
                                 << false;
    QTest::newRow("negative") << QByteArray(R"({"film": {"place": -4}})") << false;
    QTest::newRow("fraction") << QByteArray(R"({"film": {"place": 1.5}})") << false;
    QTest::newRow("too far") << QByteArray(R"({"film": {"place": 123456789012, "grain": "atom"}})") << true;
}

void TestPlayPage::unknownPlaces() {
    QFETCH(QByteArray, view);
    QFETCH(bool, atEnd);
    openPlay("sky-is-blue");
    Experiment experiment = window().document().experiment();
    experiment.view =
        std::make_shared<const nlohmann::ordered_json>(nlohmann::ordered_json::parse(view.toStdString()));
    window().document().replace(experiment, {});
    QCOMPARE(player().place(), atEnd ? film().size() : FilmPlace(0));
    QCOMPARE(player().grain(), FilmGrain::cell);
}

void TestPlayPage::fits_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("scale");
    for (const char* example :
         {"sky-is-blue", "journey-trainable", "two-heads", "twelve-heads", "numeric-encoder"}) {
        QTest::addRow("%s, small", example) << example << QSize(1024, 700) << 100;
        QTest::addRow("%s, large", example) << example << QSize(1600, 1000) << 100;
        QTest::addRow("%s, enlarged", example) << example << QSize(1600, 1000) << 300;
    }
}

/// Nothing is cut, and at the usual sizes nothing scrolls.
void TestPlayPage::fits() {
    QFETCH(QString, example);
    QFETCH(QSize, size);
    QFETCH(int, scale);
    openWindow(size, scale);
    openPlay(qPrintable(example));
    QCoreApplication::processEvents();
    const QSize room = page().viewport()->size();
    QVERIFY(page().widget()->width() <= room.width());
    if (scale == 100)
        QVERIFY2(page().widget()->height() <= room.height(), qPrintable(QString::number(room.height())));
    QCOMPARE(page().strip().isVisible(), size.height() * 100 / scale >= 800);
    for (const QWidget* each : page().controls().findChildren<QWidget*>()) {
        if (each->parentWidget() == &page().controls() && each->isVisible())
            QVERIFY2(page().controls().rect().contains(each->geometry()), qPrintable(each->accessibleName()));
    }
    for (const Scene& each : film().scenes()) {
        player().goTo(film().begin(each) + 1);
        const SceneGeometry& geometry = scene().geometryOfScene();
        for (const ScenePanel& panel : scene().content().panels) {
            const QRectF area = geometry.area(panel);
            QVERIFY2(scale > 100 || QRectF(scene().rect()).contains(area), qPrintable(panel.title));
        }
        if (scale == 100)
            QVERIFY(geometry.bands().isEmpty() || QRectF(scene().rect()).contains(geometry.bands()));
    }
}

LAB_WINDOW_TEST(TestPlayPage)
#include "tst_play_page.moc"
