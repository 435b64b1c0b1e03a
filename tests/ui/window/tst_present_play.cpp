// SPDX-License-Identifier: GPL-3.0-or-later
//
// Presenting: the film as a slide, and the line that explains.
#include "core/describe/operands.h"
#include "tests/support/present_test.h"
#include "tests/support/test_program.h"
#include "ui/pages/film_button.h"
#include "ui/pages/play/caption_view.h"
#include "ui/pages/play/film_controls.h"
#include "ui/pages/play/film_player.h"
#include "ui/pages/play/film_track.h"
#include "ui/pages/play/play_page.h"
#include "ui/pages/play/scene_view.h"
#include "ui/plots/film/cell_step.h"
#include "ui/window/menu/actions.h"
#include "ui/window/page_stack.h"
#include "ui/window/present/help_line.h"
#include "ui/window/present/slide.h"
#include "ui/window/scenes/window_view.h"

#include <algorithm>
#include <map>

using namespace lab;
using namespace lab::test;

namespace {

FilmStep cellStep(StageId stage, Index row, Index column) {
    return {{stage, 0, ScenePart::whole}, {row, 1}, {column, 1}, 0, RowPhase::none, true};
}

/// Rows or columns of a panel as shown.
using Span = std::pair<Index, Index>;

} // namespace

class TestPresentPlay : public PresentTest {
    Q_OBJECT

private slots:
    void sameWindows_data();
    void sameWindows();
    void windowFollows_data();
    void windowFollows();
    void clickerIsFollowed_data();
    void clickerIsFollowed();
    void captionStays_data();
    void captionStays();
    void oneStepEach();
    void oneLineOfWords();
    void cardsStay();
    void keysBesideControls();
    void allKeysWherePointedAt_data();
    void allKeysWherePointedAt();
    void wholeNames_data();
    void wholeNames();
    void namesOnTheTrack_data();
    void namesOnTheTrack();
    void namesStay_data();
    void namesStay();

private:
    PlayPage& play(const Experiment& experiment, QSize size) {
        openWindow({1440, 900}).document().replace(experiment, {});
        window().press_key(Qt::Key_2, Qt::ControlModifier);
        present();
        setScreen(size);
        return window().pages().get<PlayPage>();
    }
    Span rowsOf(const ScenePanel& panel, const SceneGeometry& geometry) {
        const SceneGeometry::Window part = geometry.window(panel);
        return {part.y, part.rows};
    }
    Span columnsOf(const ScenePanel& panel, const SceneGeometry& geometry) {
        const SceneGeometry::Window part = geometry.window(panel);
        return {part.x, part.columns};
    }
};

void TestPresentPlay::sameWindows_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("count");
    QTest::addColumn<bool>("columns");
    for (const QSize size : {QSize(800, 600), QSize(1280, 720)}) {
        for (const int count : {12, 24}) {
            for (const bool columns : {false, true})
                QTest::addRow("%d words, %d wide%s", count, size.width(), columns ? ", columns" : "")
                    << size << count << columns;
        }
    }
}

/// Matrices of a scene that have the same queries, keys or features show the same ones, with the numbers that
/// the step computes among them.
void TestPresentPlay::sameWindows() {
    QFETCH(QSize, size);
    QFETCH(int, count);
    QFETCH(bool, columns);
    Experiment experiment = presentedWords(count);
    experiment.notation = columns ? Notation::columns : Notation::rows;
    PlayPage& page = play(experiment, size);
    const Film& film = *page.player().film();
    int cut = 0;
    for (const Scene& scene : film.scenes()) {
        const FilmPlace first = film.begin(scene);
        const FilmPlace end = film.place_of({scene, {count - 1, 1}, {count - 1, 1}});
        for (const FilmPlace place : {first + 1, first + 2 + count, (first + end) / 2, end}) {
            page.player().goTo(place);
            const SceneContent& content = page.scene().content();
            const SceneGeometry& geometry = page.scene().geometryOfScene();
            const ScenePanel& result = content.panels.front();
            cut += geometry.isCut(result);
            QVERIFY(std::ranges::all_of(result.framed, [&](const Block& framed) {
                return !geometry.rect(result, framed).isEmpty();
            }));
            const auto left = std::ranges::find(content.panels, SceneSlot::left, &ScenePanel::slot);
            const auto above = std::ranges::find(content.panels, SceneSlot::above, &ScenePanel::slot);
            if (left == content.panels.end())
                continue;
            const Span ofLeft = columns ? rowsOf(*left, geometry) : columnsOf(*left, geometry);
            Span same = columns ? rowsOf(result, geometry) : columnsOf(result, geometry);
            if (content.kind == SceneKind::product)
                same = columns ? columnsOf(*above, geometry) : rowsOf(*above, geometry);
            QVERIFY2(ofLeft == same, info(content.scene.stage).name.data());
            QVERIFY(columns ? columnsOf(*left, geometry) == columnsOf(result, geometry)
                            : rowsOf(*left, geometry) == rowsOf(result, geometry));
        }
    }
    QVERIFY(cut > 0 || (count == 12 && size.width() == 1280)); // of twelve words, all are in sight there
}

void TestPresentPlay::windowFollows_data() {
    QTest::addColumn<int>("count");
    QTest::newRow("12 words") << 12;
    QTest::newRow("24 words") << 24;
}

/// The inspected number comes into sight, then that under the keyboard's cursor, and then the film's again.
void TestPresentPlay::windowFollows() {
    QFETCH(int, count);
    PlayPage& page = play(presentedWords(count), {800, 600});
    FilmPlayer& player = page.player();
    player.goTo(player.film()->place_of(cellStep(StageId::masked_scores, count - 1, 2)));
    const auto isInSight = [&](Index row, Index column) {
        const SceneGeometry& geometry = page.scene().geometryOfScene();
        return !geometry.rect(page.scene().content().panels.front(), StoredCell{row, column}).isEmpty();
    };
    QVERIFY(isInSight(count - 1, 2) && !isInSight(0, count - 1));
    window().selection().inspect(CellRef{StageId::masked_scores, 0, 0, count - 1});
    QVERIFY(isInSight(0, count - 1));
    player.step(-1);
    QVERIFY(isInSight(count - 1, 1));
    page.scene().setFocus();
    window().press_key(Qt::Key_Return);
    QVERIFY(page.scene().cursor());
    for (int i = 0; i < count; ++i)
        window().press_key(Qt::Key_Right);
    const auto at = page.scene().cursor();
    QVERIFY(at && at->panel == 0);
    QCOMPARE(at->cell, (StoredCell{count - 1, count - 1}));
    for (int i = 0; i < count; ++i)
        window().press_key(Qt::Key_Up);
    QVERIFY(page.scene().cursor() && page.scene().cursor()->cell.row == 0 && isInSight(0, count - 1));
    player.step(1);
    QVERIFY(isInSight(count - 1, 2));
}

void TestPresentPlay::clickerIsFollowed_data() {
    QTest::addColumn<QString>("place");
    QTest::addColumn<int>("count");
    for (const int count : {12, 24}) {
        for (const char* place : {"film", "card alone", "Explore"})
            QTest::addRow("%d words, %s", count, place) << QString(place) << count;
    }
}

/// The number that was opened last is in sight, and that which is covered again.
void TestPresentPlay::clickerIsFollowed() {
    QFETCH(QString, place);
    QFETCH(int, count);
    PlayPage& page = play(presentedWords(count), {1024, 768});
    LabWindow& w = window();
    w.actions()[ActionId::open_cell].trigger();
    FilmPlayer& player = page.player();
    player.goTo(player.film()->place_of(cellStep(StageId::weights, count - 1, count - 1)));
    if (place != "film")
        w.press_key(Qt::Key_1, Qt::ControlModifier);
    if (place == "card alone")
        w.board().showAlone(StageId::weights);
    w.document().coverCells(wholeMatrix(w.document().experiment(), StageId::weights, 0));
    w.view().keep();
    const auto isInSight = [&](const CellRef& cell) {
        if (place == "film") {
            const SceneGeometry& geometry = page.scene().geometryOfScene();
            return !geometry.rect(page.scene().content().panels.front(), StoredCell{cell.row, cell.column})
                        .isEmpty();
        }
        const MatrixHeatmap& heatmap = w.heatmap(StageId::weights);
        const QPoint middle = heatmap.cellRect({cell.row, cell.column}).center().toPoint();
        return heatmap.rect().contains(middle) &&
               w.board().viewport()->rect().contains(heatmap.mapTo(w.board().viewport(), middle));
    };
    const CellRef end{StageId::weights, 0, count - 1, count - 1};
    QVERIFY(count == 12 || !isInSight({StageId::weights, 0, 0, 0}) || !isInSight(end));
    const auto check = [&](const CellRef& cell) {
        QVERIFY2(isInSight(cell), qPrintable(QStringLiteral("%1, %2").arg(cell.row).arg(cell.column)));
    };
    for (int i = 0; i < 2 * count; ++i) {
        w.press_key(Qt::Key_PageDown);
        QVERIFY(w.document().cover().lastOpened());
        QCOMPARE(w.document().cover().lastOpened()->column, Index(i % count));
        check(*w.document().cover().lastOpened());
    }
    for (int i = 0; i < count; ++i) {
        const CellRef cell = *w.document().cover().lastOpened();
        w.press_key(Qt::Key_PageUp);
        check(cell);
    }
}

void TestPresentPlay::captionStays_data() {
    QTest::addColumn<QSize>("size");
    for (const QSize size : {QSize(800, 600), QSize(1024, 768), QSize(1280, 720), QSize(1920, 1080)})
        QTest::addRow("%dx%d", size.width(), size.height()) << size;
}

/// What the steps say is in the same place, and fits there.
void TestPresentPlay::captionStays() {
    QFETCH(QSize, size);
    PlayPage& page = play(presentedWords(24), size);
    const CaptionView& caption = page.captionView();
    const QRect place = caption.geometry();
    const QRectF box = caption.box();
    QVERIFY(40 * place.height() >= 3 * size.height());
    const Film& film = *page.player().film();
    for (const Scene& scene : film.scenes()) {
        for (FilmPlace step = film.begin(scene); step < film.begin(scene) + 20; ++step) {
            page.player().goTo(step);
            QCOMPARE(caption.geometry(), place);
            QCOMPARE(caption.box(), box);
            for (const FormulaLayout::Link& link : caption.links())
                QVERIFY2(box.contains(link.area), qPrintable(caption.text()));
        }
    }
}

/// A row of weights, back and forth.
void TestPresentPlay::oneStepEach() {
    PlayPage& page = play(presentedWords(6), {1280, 720});
    const FilmPlayer& player = page.player();
    const FilmPlace first = player.film()->place_of(cellStep(StageId::weights, 2, 0)) - 4;
    page.player().goTo(first);
    for (const auto& [on, back] :
         {std::pair(Qt::Key_PageDown, Qt::Key_PageUp), std::pair(Qt::Key_Right, Qt::Key_Left)}) {
        QStringList said{page.captionView().text()};
        for (FilmPlace place = first + 1; place <= first + 10; ++place) {
            window().press_key(on);
            QCOMPARE(player.place(), place);
            QVERIFY2(page.captionView().text() != said.last(), qPrintable(said.last()));
            said += page.captionView().text();
        }
        for (FilmPlace place = first + 9; place >= first; --place) {
            window().press_key(back);
            QCOMPARE(player.place(), place);
            QCOMPARE(page.captionView().text(), said[static_cast<int>(place - first)]);
        }
    }
}

/// The film's caption explains the inspected number until the film goes on, with that number and its operands
/// in sight. What the film has not come to is not told.
void TestPresentPlay::oneLineOfWords() {
    PlayPage& page = play(presentedWords(12), {1280, 720});
    LabWindow& w = window();
    FilmPlayer& player = page.player();
    const Slide& slide = *w.presentation().slide();
    player.goTo(player.film()->place_of(cellStep(StageId::scores, 8, 10)));
    const QString ofFilm = page.captionView().text();
    const auto explained = [&](const CellRef& cell) {
        return QString::fromStdString(
            captionOf(w.document(), *stepOf(w.document().experiment(), cell))->text);
    };
    w.press_key(Qt::Key_E);
    QVERIFY(!slide.explanation().isVisible() && page.captionView().text() == ofFilm);
    QVERIFY2(slide.help().text().startsWith("Click a number"), qPrintable(slide.help().text()));
    const CellRef early{StageId::scores, 0, 1, 2}, late{StageId::scores, 0, 11, 2};
    w.selection().inspect(early);
    QCOMPARE(page.captionView().text(), explained(early));
    const auto& panels = page.scene().content().panels;
    for (const ScenePanel& panel : panels) {
        QVERIFY(!panel.framed.empty());
        const QRectF place = page.scene().geometryOfScene().rect(panel, panel.framed.front());
        QVERIFY2(!place.isEmpty(), qPrintable(panel.title));
    }
    QCOMPARE(panels.front().framed.front(), (Block{1, 2, 1, 1}));
    w.press_key(Qt::Key_PageDown);
    w.press_key(Qt::Key_PageUp);
    QCOMPARE(page.captionView().text(), ofFilm);
    w.selection().inspect(late);
    QCOMPARE(page.captionView().text(), ofFilm);
    w.selection().inspect(early);
    w.press_key(Qt::Key_E);
    QCOMPARE(page.captionView().text(), ofFilm);
    w.press_key(Qt::Key_E);
    QCOMPARE(page.captionView().text(), explained(early));
    w.press_key(Qt::Key_1, Qt::ControlModifier); // the line stays unfolded
    QVERIFY(slide.explanation().isVisible());
    QCOMPARE(slide.explanation().text(), explained(early));
    w.press_key(Qt::Key_2, Qt::ControlModifier);
    QVERIFY(!slide.explanation().isVisible());
    w.press_key(Qt::Key_F5);
    QCOMPARE(page.captionView().text(), ofFilm);
}

/// Unfolding the line moves and folds no card, and a score is in sight with what it is computed from.
void TestPresentPlay::cardsStay() {
    LabWindow& w = openWindow({1440, 900});
    w.document().replace(presentedWords(6), {});
    present();
    setScreen({1280, 720});
    const auto cards = [&] {
        std::vector<std::pair<QRect, bool>> found;
        for (const StageInfo& stage : all_stages()) {
            const StageCard& card = *w.board().card(stage.id);
            found.emplace_back(card.geometry(), card.isThumbnail());
        }
        return found;
    };
    for (const StageId id : {StageId::scores, StageId::weights, StageId::output}) {
        const CellRef cell{id, 0, 3, 1};
        w.selection().inspect(cell);
        const auto before = cards();
        w.press_key(Qt::Key_E);
        QVERIFY(w.presentation().slide()->explanation().isVisible());
        QCoreApplication::processEvents();
        QCOMPARE(cards(), before);
        const MatrixHeatmap& heatmap = w.heatmap(id);
        if (!w.board().card(id)->isThumbnail()) {
            const QRect place = heatmap.cellRect({3, 1}).toRect();
            QVERIFY(
                w.board().viewport()->rect().contains(heatmap.mapTo(w.board().viewport(), place.center())));
        }
        w.press_key(Qt::Key_E);
        QCOMPARE(cards(), before);
    }
}

void TestPresentPlay::keysBesideControls() {
    PlayPage& page = play(presentedWords(6), {1280, 720});
    HelpLine& help = window().presentation().slide()->help();
    const auto placeOf = [](const QWidget& widget) {
        return QRect(widget.mapTo(widget.window(), QPoint()), widget.size());
    };
    const QRect keys = placeOf(help), track = placeOf(page.controls().track());
    QVERIFY(keys.right() >= window().width() - 1 && keys.left() > track.right());
    QVERIFY(keys.top() <= track.top() && keys.bottom() >= track.bottom());
    QCOMPARE(placeOf(page).bottom(), window().rect().bottom());
    window().press_key(Qt::Key_1, Qt::ControlModifier);
    QTRY_VERIFY(placeOf(*window().pages().currentWidget()).bottom() < placeOf(help).top());
}

void TestPresentPlay::allKeysWherePointedAt_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QString>("page");
    for (const QSize size : {QSize(800, 600), QSize(1024, 700), QSize(1280, 720), QSize(1920, 1080)}) {
        for (const QString page : {"Play", "Explore"})
            QTest::addRow("%s, %d wide", qPrintable(page), size.width()) << size << page;
    }
}

/// As long as the pointer is where the line rests, it has the room that all keys need, and the page keeps its
/// own; the controls of the film stay in sight.
void TestPresentPlay::allKeysWherePointedAt() {
    QFETCH(QSize, size);
    QFETCH(QString, page);
    PlayPage& film = play(presentedWords(6), size);
    std::vector<const QWidget*> controls;
    if (page == "Explore")
        window().press_key(Qt::Key_1, Qt::ControlModifier);
    else
        controls = {&film.controls().track(), film.controls().findChild<FilmButton*>()->parentWidget()};
    QCoreApplication::processEvents();
    HelpLine& help = window().presentation().slide()->help();
    QVERIFY2(help.text().contains("1–7 pages"), qPrintable(help.text()));
    const QRect resting = help.geometry(), pageBefore = window().pages().geometry();
    const auto move = [&](QPoint to) {
        if (!help.geometry().contains(to)) {
            QEvent leave(QEvent::Leave);
            QCoreApplication::sendEvent(&help, &leave);
            return;
        }
        const QPointF in = to - help.pos();
        QEnterEvent enter(in, in, help.mapToGlobal(in));
        QCoreApplication::sendEvent(&help, &enter);
        const QPointF at = to - help.pos(); // it may have another size by then
        QMouseEvent moved(QEvent::MouseMove, at, help.mapToGlobal(at), Qt::NoButton, {}, {});
        QCoreApplication::sendEvent(&help, &moved);
    };
    move(resting.center());
    QVERIFY(help.isPointedAt() && help.opacity() == 1);
    QCOMPARE(help.width(), resting.width());
    for (const QWidget* each : controls)
        QVERIFY(!help.geometry().intersects(QRect(each->mapTo(&window(), QPoint()), each->size())));
    QVERIFY(help.height() >= help.heightForWidth(help.width()));
    QVERIFY(help.geometry().contains(resting) && window().rect().contains(help.geometry()));
    QCoreApplication::processEvents(); // what takes room is laid out then
    QCOMPARE(window().pages().geometry(), pageBefore);
    if (resting.left() > 0) {
        move(QPoint(resting.left() - 2, resting.center().y()));
        QVERIFY(!help.isPointedAt());
        QCOMPARE(help.geometry(), resting);
        move(resting.center());
    }
    move(QPoint(resting.center().x(), help.geometry().top() - 2));
    QVERIFY(!help.isPointedAt());
    QCOMPARE(help.geometry(), resting);
}

void TestPresentPlay::wholeNames_data() {
    QTest::addColumn<int>("count");
    for (const int count : {6, 12})
        QTest::addRow("%d words", count) << count;
}

/// The names above columns are whole, or no more of the width is left than what lies around matrices and less
/// than a pixel for each column.
void TestPresentPlay::wholeNames() {
    QFETCH(int, count);
    PlayPage& page = play(presentedWords(count), {1280, 720});
    for (const Scene& scene : page.player().film()->scenes()) {
        page.player().goTo(page.player().film()->begin(scene) + 1);
        const SceneGeometry& geometry = page.scene().geometryOfScene();
        const auto& panels = page.scene().content().panels;
        if (geometry.isTurned())
            continue; // TestPresentSize::longWordsInPlay
        double left = geometry.room().right(), right = 0, widest = 0;
        for (const ScenePanel& panel : panels) {
            const QRectF area = geometry.area(panel);
            left = std::min(left, area.left() - geometry.labelWidth(panel));
            right = std::max(right, area.right());
            if (geometry.labelHeight(panel) > 0)
                widest = std::max<double>(widest, panel.columns.widest(geometry.labelFont()) + 1);
        }
        const double columns = (right - left) / geometry.cell().width(); // at most
        QVERIFY2(geometry.cell().width() >= widest ||
                     geometry.room().width() - (right - left) < columns + theme().px(40),
                 info(scene.stage).name.data());
    }
}

void TestPresentPlay::namesOnTheTrack_data() {
    QTest::addColumn<QSize>("size");
    for (const QSize size : {QSize(800, 600), QSize(1280, 720), QSize(1920, 1080)})
        QTest::addRow("%d wide", size.width()) << size;
}

/// The ticks have the names of their stages, above the line; a click on one goes there.
void TestPresentPlay::namesOnTheTrack() {
    QFETCH(QSize, size);
    PlayPage& page = play(presentedWords(6), size);
    FilmTrack& track = page.controls().track();
    QVERIFY(track.labels().size() >= 3);
    QVERIFY(track.labels().back().area.bottom() + theme().px(16) <= track.height());
    for (std::size_t i = 0; i < track.labels().size(); ++i) {
        const FilmTrack::Label label = track.labels()[i];
        const FilmPlace wanted = track.ticks()[label.tick].place;
        QTest::mouseClick(&track, Qt::LeftButton, {}, label.area.center().toPoint());
        QCOMPARE(page.player().place(), wanted);
        QCOMPARE(track.current(), label.tick);
    }
}

void TestPresentPlay::namesStay_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("count");
    QTest::addColumn<bool>("panel");
    for (const QSize size : {QSize(800, 600), QSize(1280, 720), QSize(1920, 1080)}) {
        for (const int count : {3, 6, 12}) {
            for (const bool panel : {false, true})
                QTest::addRow("%d words, %d wide%s", count, size.width(), panel ? ", panel" : "")
                    << size << count << panel;
        }
    }
}

/// In every place, the present stage has its name, and so has every other one that has it in any place,
/// unless the present one's is in its way. None covers another one; on a wide screen, short ones take the
/// place of names for which there is no room, and at most one is left out.
void TestPresentPlay::namesStay() {
    QFETCH(QSize, size);
    QFETCH(int, count);
    QFETCH(bool, panel);
    PlayPage& page = play(presentedWords(count), size);
    if (panel)
        window().press_key(Qt::Key_F9);
    QCoreApplication::processEvents();
    const FilmTrack& track = page.controls().track();
    std::map<std::size_t, QString> others;
    std::vector<std::pair<std::size_t, std::vector<FilmTrack::Label>>> places;
    for (const Scene& scene : page.player().film()->scenes()) {
        page.player().goTo(page.player().film()->begin(scene) + 1);
        places.emplace_back(track.current(), track.labels());
        for (const FilmTrack::Label& each : track.labels()) {
            if (each.tick != track.current())
                others.emplace(each.tick, each.text);
        }
    }
    for (const auto& [own, labels] : places) {
        const auto shown = std::ranges::find(labels, own, &FilmTrack::Label::tick);
        QVERIFY(shown != labels.end());
        for (const FilmTrack::Label& each : labels) {
            const FilmTrack::Tick& tick = track.ticks()[each.tick];
            QVERIFY(each.text == tick.name || each.text == tick.shortName);
            QVERIFY(each.tick == own || others.at(each.tick) == each.text);
            QVERIFY(std::ranges::none_of(labels, [&](const FilmTrack::Label& other) {
                return other.tick != each.tick && other.area.intersects(each.area);
            }));
        }
        for (const auto& [tick, text] : others) {
            const double start = track.xOf(track.ticks()[tick].place);
            const double width = QFontMetricsF(theme().font(TextRole::small)).horizontalAdvance(text);
            const double away = theme().px(15);
            const bool isInTheWay =
                start < shown->area.right() + away && start + width > shown->area.left() - away;
            QVERIFY2(isInTheWay || std::ranges::find(labels, tick, &FilmTrack::Label::tick) != labels.end(),
                     qPrintable(text));
        }
        if (size.width() >= 1280 && !panel && count <= 6)
            QVERIFY2(labels.size() + 1 >= track.ticks().size(), qPrintable(QString::number(labels.size())));
    }
}

LAB_WINDOW_TEST(TestPresentPlay)
#include "tst_present_play.moc"
