// SPDX-License-Identifier: GPL-3.0-or-later
//
// Presenting: how large what each page shows besides matrices is, and how much of it.
#include "tests/support/present_test.h"
#include "tests/support/test_program.h"
#include "tests/support/turned_wheel.h"
#include "ui/document/edits/shape_edits.h"
#include "ui/pages/compare/compare_page.h"
#include "ui/pages/heads/heads_page.h"
#include "ui/pages/links/links_page.h"
#include "ui/pages/matrix_card.h"
#include "ui/pages/page_choices.h"
#include "ui/pages/play/caption_view.h"
#include "ui/pages/play/film_player.h"
#include "ui/pages/play/play_page.h"
#include "ui/pages/play/scene_view.h"
#include "ui/pages/statistics/statistics_page.h"
#include "ui/panels/parameters/matrix_grid.h"
#include "ui/panels/parameters/parameters_panel.h"
#include "ui/plots/film/scene_content.h"
#include "ui/plots/links/links_plot.h"
#include "ui/plots/statistics/statistics_plot.h"
#include "ui/window/page_stack.h"
#include "ui/window/present/help_line.h"
#include "ui/window/present/slide.h"

#include <QAbstractButton>
#include <QScrollBar>

#include <algorithm>

using namespace lab;
using namespace lab::test;

class TestPresentPages : public PresentTest {
    Q_OBJECT

private slots:
    void headsInAnotherResolution();
    void combinedHeads_data();
    void combinedHeads();
    void captions_data() { addSizes(); }
    void captions();
    void links_data() { addSizes(); }
    void links();
    void coveredLinks_data() { addSizes(); }
    void coveredLinks();
    void statistics_data() { addSizes(); }
    void statistics();
    void comparison_data() { addSizes(); }
    void comparison();
    void comparedParts();
    void pickerGivesFocusBack();
    void helpLine_data();
    void helpLine();
    void largerLetters_data() { helpLine_data(); }
    void largerLetters();
    void parameters_data();
    void parameters();
    void numbersOfLinks_data();
    void numbersOfLinks();
};

/// They are as large as if the page had been opened in it.
void TestPresentPages::headsInAnotherResolution() {
    LabWindow& w = openWindow({1440, 900});
    w.document().openExample("two-heads");
    w.press_key(Qt::Key_4, Qt::ControlModifier);
    auto& page = w.pages().get<HeadsPage>();
    present();
    QTRY_VERIFY(page.output().isVisible());
    for (const QSize size : {QSize(800, 600), QSize(1920, 1080), QSize(1280, 800), QSize(800, 600)}) {
        setScreen(size);
        const auto sizes = [&] {
            QCoreApplication::processEvents();
            return QList<QSize>{page.card(0).size(), page.overHeads().size(), page.share().size(),
                                page.output().size()};
        };
        const QList<QSize> before = sizes();
        w.press_key(Qt::Key_1, Qt::ControlModifier);
        w.press_key(Qt::Key_4, Qt::ControlModifier);
        QCOMPARE(before, sizes());
    }
}

void TestPresentPages::combinedHeads_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("count");
    for (const QSize size : {QSize(1280, 720), QSize(1920, 1080)}) {
        for (const int count : {3, 6, 8, 12})
            QTest::addRow("%d words, %dx%d", count, size.width(), size.height()) << size << count;
    }
}

/// What is computed from all heads has numbers, on a screen of its own if need be.
void TestPresentPages::combinedHeads() {
    QFETCH(QSize, size);
    QFETCH(int, count);
    LabWindow& w = presented(count, size, "pageHeads");
    auto& page = w.pages().get<HeadsPage>();
    QTRY_VERIFY(page.output().isVisible());
    QCoreApplication::processEvents();
    for (const MatrixCard* card : {&page.overHeads(), &page.share(), &page.output()}) {
        const HeatmapMetrics& metrics = card->heatmap().metrics();
        QVERIFY2(!isColourOnly(metrics.density), qPrintable(card->header().title()));
        QVERIFY2(isLarge(metrics.numberFont), qPrintable(card->header().title()));
    }
}

/// What a step says is as large, whole, and within its box, whether it is of a cell, a row or a stage.
void TestPresentPages::captions() {
    QFETCH(QSize, size);
    QFETCH(int, count);
    LabWindow& w = presented(count, size, "pagePlay");
    auto& play = w.pages().get<PlayPage>();
    for (const FilmGrain grain : {FilmGrain::cell, FilmGrain::row, FilmGrain::stage}) {
        play.player().setGrain(grain);
        const Film& film = *play.player().film();
        for (const Scene& scene : film.scenes()) {
            for (const FilmPlace place : {film.begin(scene) + 1, film.begin(scene) + 5}) {
                play.player().goTo(place);
                const CaptionView& caption = play.captionView();
                const CaptionLayout& layout = caption.layout();
                QVERIFY2(40 * layout.letters() >= size.height(), qPrintable(caption.text()));
                const double clear = theme().px(2);
                QVERIFY2(layout.box().adjusted(0, clear, 0, -clear).contains(layout.content()),
                         qPrintable(caption.text()));
                QVERIFY(QRectF(caption.rect()).contains(layout.box()));
            }
        }
    }
}

/// Of up to twelve words, all are in sight, with letters as large as fit; of more, whole ones, which are
/// counted, and Page Down shows the others.
void TestPresentPages::links() {
    QFETCH(QSize, size);
    QFETCH(int, count);
    LabWindow& w = presented(count, size, "pageLinks");
    auto& page = w.pages().get<LinksPage>();
    const LinksPlot& plot = page.plot();
    const LinksScene& scene = plot.scene();
    for (const TextRole role : {TextRole::small, TextRole::number, TextRole::body})
        QVERIFY(isLarge(plot.letters().font(role)));
    if (count <= 3 && isWide(size))
        QVERIFY(25 * plot.letters().font(TextRole::body).pixelSize() >= size.height());
    QCOMPARE(scene.word({LinkSide::query, 0}, plot.letters()), QStringLiteral("Your"));
    QCOMPARE(page.horizontalScrollBar()->maximum(), 0);
    if (count <= 12) {
        QVERIFY2(plot.isWhole(), qPrintable(QStringLiteral("%1 high in %2")
                                                .arg(plot.sizeHint().height())
                                                .arg(page.viewport()->height())));
        QCOMPARE(page.verticalScrollBar()->maximum(), 0);
        QVERIFY(!page.turn(1));
        return;
    }
    QVERIFY(!plot.isWhole());
    Index seen = 0;
    do {
        const QRectF visible(plot.visibleRegion().boundingRect());
        const Rows whole = wholeTokens(scene, LinkSide::query, plot.letters(), visible);
        QVERIFY2(whole.first <= seen && whole.count > 3, qPrintable(QString::number(whole.first)));
        seen = whole.first + whole.count;
    } while (page.turn(1));
    QCOMPARE(seen, count);
}

/// The same where only one row is not covered, whose bar must not be as high as all bars together.
void TestPresentPages::coveredLinks() {
    QFETCH(QSize, size);
    QFETCH(int, count);
    if (count > 12)
        return;
    LabWindow& w = presented(count, size, "pageLinks");
    w.document().coverCells({StageId::weights, 0, {0, 0, count, count}});
    const StageBlock row{StageId::weights, 0, {0, 0, 1, count}};
    w.document().openCells({&row, 1});
    QCoreApplication::processEvents();
    const auto& page = w.pages().get<LinksPage>();
    QVERIFY(page.plot().isWhole());
    QCOMPARE(page.verticalScrollBar()->maximum(), 0);
}

/// Nothing scrolls, and no table line is cut: Page Down turns to the next part.
void TestPresentPages::statistics() {
    QFETCH(QSize, size);
    QFETCH(int, count);
    LabWindow& w = presented(count, size, "pageStatistics");
    auto& page = w.pages().get<StatisticsPage>();
    const StatisticsDrawing& drawing = page.plot().drawing();
    QTRY_VERIFY(!drawing.content().lines.empty());
    QTRY_VERIFY(drawing.content().study);
    QCoreApplication::processEvents();
    QVERIFY(isLarge(theme().font(TextRole::small)));
    const QRectF shown(QPointF(), QSizeF(drawing.size()));
    int turned = 0;
    do {
        QCOMPARE(drawing.page(), turned);
        QCOMPARE(page.verticalScrollBar()->maximum(), 0);
        QCOMPARE(page.horizontalScrollBar()->maximum(), 0);
        for (std::size_t line = 0; line < drawing.content().lines.size(); ++line) {
            const QRectF place = drawing.lineRect(line);
            QCOMPARE(shown.contains(place), drawing.pageOfLine(line) == turned);
            QVERIFY(shown.contains(place) || !shown.intersects(place));
        }
        ++turned;
        w.press_key(Qt::Key_PageDown);
    } while (drawing.page() == turned);
    QCOMPARE(turned, drawing.pages());
    QVERIFY(turned > 1);
    w.press_key(Qt::Key_PageUp);
    QCOMPARE(drawing.page(), turned - 2);
}

/// Numbers are as large, and nothing scrolls; what is left out of a matrix is counted.
void TestPresentPages::comparison() {
    QFETCH(QSize, size);
    QFETCH(int, count);
    LabWindow& w = presented(count, size, "pageCompare");
    auto& page = w.pages().get<ComparePage>();
    w.findChild<PageChoices*>()->comparison().choose({CompareAgainst::Kind::variation, {}, Variation::mask});
    QTRY_VERIFY(page.cards().size() > 1);
    QCoreApplication::processEvents();
    for (const MatrixCard* card : page.cards()) {
        const MatrixHeatmap& heatmap = card->heatmap();
        QVERIFY(!isColourOnly(heatmap.metrics().density));
        QVERIFY(isLarge(heatmap.metrics().numberFont));
        QVERIFY(isLarge(heatmap.metrics().labelFont));
        QVERIFY2(heatmap.shownPart().isEmpty() || heatmap.axisLine().contains(heatmap.shownPart()),
                 qPrintable(heatmap.axisLine()));
        QVERIFY2(count > (isWide(size) ? 6 : 3) || heatmap.shownPart().isEmpty(),
                 qPrintable(heatmap.shownPart()));
    }
    QCOMPARE(page.verticalScrollBar()->maximum(), 0);
    QCOMPARE(page.horizontalScrollBar()->maximum(), 0);
}

/// The wheel moves the parts of all matrices together.
void TestPresentPages::comparedParts() {
    LabWindow& w = presented(24, {1280, 720}, "pageCompare");
    auto& page = w.pages().get<ComparePage>();
    w.findChild<PageChoices*>()->comparison().choose({CompareAgainst::Kind::variation, {}, Variation::mask});
    QTRY_VERIFY(page.cards().size() > 1);
    QCoreApplication::processEvents();
    MatrixHeatmap& first = page.cards()[0]->heatmap();
    const MatrixHeatmap& second = page.cards()[1]->heatmap();
    QCOMPARE(first.shownRows().first, 0);
    turn_wheel(first, first.rect().center(), {0, -360});
    QCOMPARE(first.shownRows().first, 3);
    QCOMPARE(second.shownRows().first, 3);
    w.selection().inspect(CellRef{StageId::weights, 0, 23, 20});
    QCOMPARE(first.shownRows().last, 23);
    QCOMPARE(second.shownRows().last, 23);
}

/// No button of a card is framed after something was chosen to compare with.
void TestPresentPages::pickerGivesFocusBack() {
    LabWindow& w = presented(6, {1280, 720}, "pageCompare");
    auto& page = w.pages().get<ComparePage>();
    const auto buttons = page.findChildren<QAbstractButton*>();
    const auto mask = std::ranges::find_if(
        buttons, [](const QAbstractButton* each) { return each->isVisible() && each->text() == "Mask"; });
    QVERIFY(mask != buttons.end());
    (*mask)->setFocus(Qt::TabFocusReason);
    QTest::mouseClick(*mask, Qt::LeftButton);
    QTRY_VERIFY(page.cards().size() > 1);
    QVERIFY(!(*mask)->isVisible());
    QCOMPARE(w.focusWidget(), static_cast<QWidget*>(&page));
}

void TestPresentPages::helpLine_data() {
    QTest::addColumn<QSize>("size");
    for (const QSize size : {QSize(800, 600), QSize(1280, 720), QSize(1920, 1080)})
        QTest::addRow("%dx%d", size.width(), size.height()) << size;
}

/// What matters most is there, and whole, beside the controls of the film and the number of a scene.
void TestPresentPages::helpLine() {
    QFETCH(QSize, size);
    LabWindow& w = openWindow({1440, 900});
    w.document().openExample("sky-is-blue");
    w.press_key(Qt::Key_2, Qt::ControlModifier);
    HelpLine& help = present().slide()->help();
    setScreen(size);
    w.press_key(Qt::Key_PageDown);
    QVERIFY(!help.count().isEmpty());
    for (const char* key : {"Esc ends", "C cover"})
        QVERIFY2(help.shown().contains(key), qPrintable(help.shown()));
    help.say(QStringLiteral("a message of very many words ").repeated(12).trimmed());
    QVERIFY(help.heightForWidth(help.width()) <= help.height());
}

/// Even in the largest letters, the result is in sight in whole cells. Ctrl 0 brings the usual ones back.
void TestPresentPages::largerLetters() {
    QFETCH(QSize, size);
    LabWindow& w = presented(6, size, "pagePlay");
    const int usual = theme().scale();
    for (int i = 0; i < 12; ++i)
        w.press_key(Qt::Key_Plus, Qt::ControlModifier);
    QVERIFY(theme().scale() > usual);
    QCoreApplication::processEvents();
    auto& play = w.pages().get<PlayPage>();
    QCOMPARE(play.verticalScrollBar()->maximum(), 0);
    const Film& film = *play.player().film();
    for (const Scene& scene : film.scenes()) {
        play.player().goTo(film.begin(scene) + 1);
        const ScenePanel& result = play.scene().content().panels.front();
        const SceneGeometry& geometry = play.scene().geometryOfScene();
        QVERIFY2(geometry.area(result).bottom() <= play.scene().height(), info(scene.stage).name.data());
        QVERIFY2(geometry.rows(result).visible >= 1, info(scene.stage).name.data());
    }
    QVERIFY(w.presentation().slide()->help().shown().contains("Esc ends"));
    w.press_key(Qt::Key_0, Qt::ControlModifier);
    QCOMPARE(theme().scale(), usual);
}

void TestPresentPages::parameters_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("columns");
    for (const QSize size : {QSize(800, 600), QSize(1280, 720), QSize(1920, 1080)}) {
        for (const int columns : {2, 4})
            QTest::addRow("%d columns, %dx%d", columns, size.width(), size.height()) << size << columns;
    }
}

/// All columns of weights are in sight, and the page keeps most of the width.
void TestPresentPages::parameters() {
    QFETCH(QSize, size);
    QFETCH(int, columns);
    LabWindow& w = openWindow({1440, 900});
    w.document().openExample("rotary-layouts"); // 4 × 4
    if (columns == 2)
        setSize(w.document(), Size::d_k, 2);
    present();
    setScreen(size);
    w.press_key(Qt::Key_F9);
    QCoreApplication::processEvents();
    for (const ParameterId id : {ParameterId::E, ParameterId::W_Q, ParameterId::W_K}) {
        const MatrixGrid& grid = w.grid(id);
        QVERIFY(grid.isVisible() && isLarge(theme().font(TextRole::number)));
        QCOMPARE(grid.horizontalScrollBar()->maximum(), 0);
    }
    QCOMPARE(w.grid(ParameterId::W_Q).model()->columnCount(), columns);
    QVERIFY(10 * w.parameters().width() <= 4 * size.width());
}

void TestPresentPages::numbersOfLinks_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<LinksLayout>("layout");
    for (const QSize size : {QSize(1280, 720), QSize(1920, 1080)}) {
        for (const LinksLayout layout : {LinksLayout::columns, LinksLayout::lines})
            QTest::addRow("%d high, %s", size.height(),
                          layout == LinksLayout::columns ? "left to right" : "top to bottom")
                << size << layout;
    }
}

/// Every ribbon of a few words has its number, with two decimals, as large as others while presenting, or
/// larger; one that is not on its own ribbon touches none.
void TestPresentPages::numbersOfLinks() {
    QFETCH(QSize, size);
    QFETCH(LinksLayout, layout);
    LabWindow& w = openWindow({1440, 900});
    w.document().openExample("two-heads");
    w.selection().clearInspected();
    w.pages().open<LinksPage>();
    w.findChild<PageChoices*>()->setLinks({{}, layout, false, false});
    present();
    setScreen(size);
    const LinksPlot& plot = w.pages().get<LinksPage>().plot();
    const LinksScene& scene = plot.scene();
    const int words = plot.letters().font(TextRole::body).pixelSize();
    QVERIFY(scene.ribbons.size() > 3);
    QCOMPARE(scene.numbers.size(), scene.ribbons.size());
    for (const LinksScene::Number& number : scene.numbers) {
        QVERIFY(isLarge(number.font) && number.font.pixelSize() <= words);
        QCOMPARE(number.text.section('.', 1).size(), 2);
        for (const LinksScene::Number& other : scene.numbers)
            QVERIFY(&other == &number || !other.place.intersects(number.place));
        int on = 0, touched = 0;
        for (const LinkRibbon& each : scene.ribbons) {
            const double bend = bendAt(fractionAt(number.place.center(), scene.geometry.span(), layout));
            const double away = each.distance(number.place.center(), bend, layout);
            on += away == 0 && scene.content.numberText(each.link.weight) == number.text;
            touched += away == 0;
        }
        QVERIFY2(on > 0 || touched == 0, qPrintable(number.text));
    }
}

LAB_WINDOW_TEST(TestPresentPages)
#include "tst_present_pages.moc"
