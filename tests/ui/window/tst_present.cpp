// SPDX-License-Identifier: GPL-3.0-or-later
//
// Presenting: the page alone on the whole screen and everything back, the keys of the hand that teaches, and
// how large the numbers are.
#include "core/covered.h"
#include "core/stages/01_tokens.h"
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/exercise.h"
#include "ui/pages/explore/override_editor.h"
#include "ui/pages/heads/heads_page.h"
#include "ui/pages/play/caption_view.h"
#include "ui/pages/play/film_player.h"
#include "ui/pages/play/play_page.h"
#include "ui/pages/play/scene_view.h"
#include "ui/plots/film/cell_step.h"
#include "ui/plots/film/scene_content.h"
#include "ui/plots/shared/board_layout.h"
#include "ui/window/actions.h"
#include "ui/window/page_stack.h"
#include "ui/window/present/help_line.h"
#include "ui/window/present/presentation.h"
#include "ui/window/present/slide.h"
#include "ui/window/scenes/window_view.h"
#include "ui/window/strips/exercise_strip.h"
#include "ui/window/strips/head_strip.h"
#include "ui/window/top_bar.h"
#include "ui/window/window_layout.h"

#include <QLabel>
#include <QSettings>

#include <algorithm>
#include <random>

using namespace lab;
using namespace lab::test;

namespace {

constexpr std::array pageKeys{Qt::Key_1, Qt::Key_2, Qt::Key_3, Qt::Key_4, Qt::Key_5, Qt::Key_6};

/// Words of four features, with numbers of both signs below 10.
Experiment words(Index count) {
    const QStringList all = QStringLiteral("Your journey starts with one step and ends here today in a "
                                           "quiet place near the long river where old boats rest now so")
                                .split(' ');
    std::mt19937_64 engine(7);
    std::normal_distribution<double> normal;
    const auto drawn = [&](Index rows, Index columns) {
        return share(Matrix(rows, columns).unaryExpr([&](double) { return normal(engine); }));
    };
    Experiment e;
    e.sequence = make_sequence(all.mid(0, static_cast<int>(count)).join(' ').toStdString());
    e.embedding.dimension = 4;
    EmbeddingTable table;
    for (const QString& word : all)
        table.set(word.toStdString(), {std::make_shared<const RowVector>(drawn(1, 4)->row(0)), false});
    e.embedding.table = std::make_shared<const EmbeddingTable>(std::move(table));
    e.projection.kind = ProjectionKind::linear;
    e.projection.W_Q = drawn(4, 4);
    e.projection.W_K = drawn(4, 4);
    e.projection.W_V = drawn(4, 4);
    return e;
}

/// What surrounds the page, and how the page is laid out.
struct Surroundings {
    QHash<const QWidget*, QRect> visible;
    QList<QRect> cards; ///< if the board is shown
    int scale = 0;
    Qt::WindowStates state;
    QSize size;
    const QWidget* focus = nullptr;
};

/// What differs; empty: nothing.
QString difference(const Surroundings& a, const Surroundings& b) {
    QStringList found;
    if (a.visible.size() != b.visible.size())
        found += "how many are visible";
    else if (a.visible != b.visible)
        found += "what is visible, or where";
    if (a.cards != b.cards)
        found += "cards";
    if (a.scale != b.scale)
        found += "scale";
    if (a.state != b.state || a.size != b.size)
        found += "window";
    if (a.focus != b.focus)
        found += QStringLiteral("focus: %1 instead of %2")
                     .arg(a.focus ? a.focus->metaObject()->className() : "none",
                          b.focus ? b.focus->metaObject()->className() : "none");
    return found.join(", ");
}

Surroundings surroundings(const LabWindow& w, const Theme& theme) {
    Surroundings now{{}, {}, theme.scale(), w.windowState(), w.size(), w.focusWidget()};
    for (const QWidget* each : w.centralWidget()->findChildren<QWidget*>()) {
        const bool isPart = each->parentWidget() == w.centralWidget() ||
                            qobject_cast<const WindowLayout*>(each->parentWidget());
        if (isPart && each->isVisible())
            now.visible.insert(each, each->geometry());
    }
    for (const StageInfo& stage : all_stages()) {
        if (w.board().isVisible())
            now.cards += w.board().card(stage.id)->geometry();
    }
    return now;
}

} // namespace

class TestPresent : public WindowTest {
    Q_OBJECT

private slots:
    void outAndBack_data();
    void outAndBack();
    void whateverHappens();
    void button();
    void oneLevelBack();
    void aloneByKeyboard();
    void aloneUntilItEnds();
    void lettersStayLetters();
    void lettersOnlyWhilePresenting();
    void coverAndReveal();
    void coverAll();
    void noExerciseMeanwhile();
    void clickerOfTheFilm();
    void clickerOfALesson();
    void blank();
    void laser();
    void explained();
    void helpFades();
    void revert();
    void revertsOnlyThatDocument();
    void fontHeight_data();
    void fontHeight();

private:
    Presentation& present() {
        window().press_key(Qt::Key_F5);
        return window().presentation();
    }
    /// Gives the slide this size, as another resolution does.
    void setScreen(QSize size) {
        window().setWindowState(Qt::WindowNoState);
        window().resize(size);
        QTRY_COMPARE(window().size(), size);
        QTRY_COMPARE(theme().scale(), presentedScale(size.height()));
        QCoreApplication::processEvents();
    }
    void pointAt(StageId id, StoredCell cell) {
        MatrixHeatmap& heatmap = window().heatmap(id);
        QTest::mouseMove(&heatmap, heatmap.cellRect(cell).center().toPoint());
        window().selection().setHovered(window().board().card(id)->cellAt(cell));
    }
    bool isCovered(StageId id, Index row, Index column) {
        return is_covered((*window().heatmap(id).content().matrix)(row, column));
    }
};

void TestPresent::outAndBack_data() {
    QTest::addColumn<int>("page");
    QTest::addColumn<QSize>("size");
    for (const QSize size : {QSize(600, 400), QSize(1024, 700), QSize(1440, 900)}) {
        for (int page = 0; page < static_cast<int>(pageKeys.size()); ++page)
            QTest::addRow("page %d, %d wide", page + 1, size.width()) << page << size;
    }
}

void TestPresent::outAndBack() {
    QFETCH(int, page);
    QFETCH(QSize, size);
    LabWindow& w = openWindow(size, 110);
    w.document().openExample("two-heads");
    w.press_key(pageKeys[static_cast<std::size_t>(page)], Qt::ControlModifier);
    QCoreApplication::processEvents();
    const Surroundings before = surroundings(w, theme());
    const Experiment document = w.document().experiment();
    for (const bool byEscape : {false, true}) {
        Presentation& presentation = present();
        QVERIFY(presentation.isRunning() && w.isFullScreen());
        QCoreApplication::processEvents();
        QVERIFY(!w.centralWidget()->isVisible() && !w.findChild<TopBar*>()->isVisible());
        QVERIFY(!w.sentence().isVisible() && !w.heads().isVisible() && !w.parameters().isVisible());
        const QWidget& shown = *w.pages().currentWidget();
        QVERIFY(shown.isVisible());
        QCOMPARE(shown.width(), w.width());
        QVERIFY(shown.height() + 2 * presentation.slide()->help().height() > w.height());
        QTRY_COMPARE(theme().scale(), presentedScale(w.height()));
        QCOMPARE(theme().chosenScale(), 110);
        w.press_key(byEscape ? Qt::Key_Escape : Qt::Key_F5);
        QVERIFY(!presentation.isRunning());
        QTRY_COMPARE(w.size(), size);
        QTRY_COMPARE(difference(surroundings(w, theme()), before), QString());
    }
    QVERIFY(is_same(document, w.document().experiment()) && !w.document().isModified());
}

/// Another theme, resolution, page and document, and panels opened and closed.
void TestPresent::whateverHappens() {
    QSettings().clear();
    LabWindow& w = openWindow({1440, 900});
    Presentation& presentation = present();
    theme().setMode(ColourMode::dark);
    w.press_key(Qt::Key_F9);
    QTRY_VERIFY(w.parameters().isVisible());
    setScreen({1024, 768});
    w.press_key(Qt::Key_Plus, Qt::ControlModifier);
    w.press_key(Qt::Key_4, Qt::ControlModifier);
    w.document().openExample("two-heads");
    QVERIFY(presentation.isRunning());
    QVERIFY(!w.sentence().isVisible());
    w.press_key(Qt::Key_F5);
    QVERIFY(!presentation.isRunning());
    QCOMPARE(theme().scale(), 100);
    theme().setMode(ColourMode::light);
    w.press_key(Qt::Key_1, Qt::ControlModifier);
    w.resize(1440, 900);
    QVERIFY(w.parameters().isVisible() && w.sentence().isVisible() && w.heads().isVisible());
    present();
    w.close(); // ends it, and the window is remembered as it was
    QVERIFY(!presentation.isRunning());
    const Preferences saved = Preferences::load();
    QCOMPARE(saved.scale, 100);
    QVERIFY(saved.panels.value("pageExplore", {true, true}).parameters);
}

void TestPresent::button() {
    LabWindow& w = openWindow({1440, 900});
    QVERIFY(LabWindow::press(LabWindow::button(*w.findChild<TopBar*>(), "Present")));
    QVERIFY(w.presentation().isRunning());
    w.press_key(Qt::Key_Escape);
    QVERIFY(!w.presentation().isRunning());
}

void TestPresent::oneLevelBack() {
    LabWindow& w = openWindow({1440, 900});
    StageCard& card = *w.board().card(StageId::weights);
    const auto onTitle = [&card] {
        QTest::mouseDClick(&card, Qt::LeftButton, {}, {card.width() / 4, card.heatmap().y() / 2});
    };
    const QRect before = card.geometry();
    onTitle();
    QVERIFY(w.board().alone() == StageId::weights);
    QVERIFY(card.width() > before.width() || card.height() > before.height());
    QVERIFY(!w.board().card(StageId::values)->isVisible());
    w.press_key(Qt::Key_Escape);
    QVERIFY(!w.board().alone());
    QCOMPARE(card.geometry(), before);
    Presentation& presentation = present();
    QCoreApplication::processEvents();
    onTitle();
    QVERIFY(w.board().alone() == StageId::weights);
    w.click(StageId::weights, {0, 0});
    QVERIFY(w.selection().isInspecting());
    w.press_key(Qt::Key_Escape);
    QVERIFY(!w.selection().isInspecting() && w.board().alone() && presentation.isRunning());
    w.press_key(Qt::Key_Escape);
    QVERIFY(!w.board().alone() && presentation.isRunning());
    w.press_key(Qt::Key_Escape);
    QVERIFY(!presentation.isRunning());
}

void TestPresent::aloneByKeyboard() {
    LabWindow& w = openWindow({1440, 900});
    StageCard& card = *w.board().card(StageId::scores);
    if (card.isThumbnail())
        w.board().reveal(StageId::scores);
    card.setFocus(Qt::TabFocusReason);
    w.press_key(Qt::Key_Return);
    QVERIFY(w.board().alone() == StageId::scores);
    // Without scores there is no such card.
    w.document().openExample("sky-is-blue");
    w.type_sentence({});
    QVERIFY(!w.board().alone());
}

/// The window is as it was, even if presenting ends on another page.
void TestPresent::aloneUntilItEnds() {
    LabWindow& w = openWindow({1440, 900});
    for (const bool before : {false, true}) {
        if (before)
            w.board().showAlone(StageId::scores);
        Presentation& presentation = present();
        w.board().showAlone(StageId::weights);
        w.press_key(Qt::Key_F6);
        w.press_key(Qt::Key_2, Qt::ControlModifier);
        w.press_key(Qt::Key_F5);
        QVERIFY(!presentation.isRunning());
        w.press_key(Qt::Key_1, Qt::ControlModifier);
        QVERIFY(w.board().alone() == (before ? std::optional(StageId::scores) : std::nullopt));
        QVERIFY(!w.actions()[ActionId::snapshot_strip].isChecked());
    }
    w.board().showAll();
}

void TestPresent::lettersStayLetters() {
    LabWindow& w = openWindow({1440, 900});
    Presentation& presentation = present();
    w.board().showAlone(StageId::weights);
    w.board().card(StageId::weights)->overrideEditor().edit({0, 0});
    QWidget* field = w.focusWidget();
    QVERIFY(qobject_cast<QLineEdit*>(field));
    QTest::keyClicks(field, "blce");
    QVERIFY(static_cast<QLineEdit*>(field)->text().contains("blce"));
    QVERIFY(!presentation.isBlank() && !presentation.hasLaser() && w.document().cover().isEmpty());
    QVERIFY(!presentation.slide()->isExplained());
}

void TestPresent::lettersOnlyWhilePresenting() {
    LabWindow& w = openWindow({1440, 900});
    w.pages().currentWidget()->setFocus();
    pointAt(StageId::weights, {0, 0});
    for (const Qt::Key key : {Qt::Key_B, Qt::Key_L, Qt::Key_C, Qt::Key_E})
        w.press_key(key);
    QVERIFY(!w.presentation().isBlank() && !w.presentation().hasLaser());
    QVERIFY(w.document().cover().isEmpty());
}

void TestPresent::coverAndReveal() {
    LabWindow& w = openWindow({1440, 900});
    present();
    w.press_key(Qt::Key_C);
    QVERIFY(w.document().cover().isEmpty()); // nothing is pointed at
    pointAt(StageId::weights, {1, 1});
    w.press_key(Qt::Key_C);
    const Dimensions d = dimensions(w.document().experiment());
    for (Index i = 0; i < d.n_q * d.n_k; ++i)
        QVERIFY(isCovered(StageId::weights, i / d.n_k, i % d.n_k));
    QVERIFY(!isCovered(StageId::head_outputs, 0, 0));
    w.click(StageId::weights, {1, 1});
    QVERIFY(!isCovered(StageId::weights, 1, 1) && !w.selection().isInspecting());
    w.press_key(Qt::Key_PageDown);
    QVERIFY(!isCovered(StageId::weights, 0, 0) && isCovered(StageId::weights, 0, 1));
    w.press_key(Qt::Key_PageDown);
    QVERIFY(!isCovered(StageId::weights, 0, 1));
    w.press_key(Qt::Key_PageUp);
    QVERIFY(!isCovered(StageId::weights, 0, 0) && isCovered(StageId::weights, 0, 1));
    w.click(StageId::weights, {1, 1}); // open: now it is inspected
    QVERIFY(w.selection().inspected().has_value());
    w.press_key(Qt::Key_Escape);
    pointAt(StageId::weights, {2, 2});
    w.press_key(Qt::Key_C);
    QVERIFY(isCovered(StageId::weights, 0, 0));
    w.press_key(Qt::Key_C);
    QVERIFY(!isCovered(StageId::weights, 0, 0) && w.document().cover().isEmpty());
    QVERIFY(!w.document().isModified());
}

void TestPresent::coverAll() {
    LabWindow& w = openWindow({1440, 900});
    present();
    w.press_key(Qt::Key_C, Qt::ShiftModifier);
    for (const StageId id : {StageId::queries, StageId::scores, StageId::weights, StageId::output})
        QVERIFY2(isCovered(id, 0, 0), info(id).name.data());
    w.press_key(Qt::Key_C, Qt::ShiftModifier);
    QVERIFY(w.document().cover().isEmpty());
    w.board().showAlone(StageId::weights);
    w.press_key(Qt::Key_C, Qt::ShiftModifier);
    QVERIFY(isCovered(StageId::weights, 0, 0) && !isCovered(StageId::queries, 0, 0));
}

void TestPresent::noExerciseMeanwhile() {
    LabWindow& w = openWindow({1440, 900});
    ask(w.document(), StageId::weights, 0, {0, 0, 1, 1});
    auto& strip = *w.findChild<ExerciseStrip*>();
    QVERIFY(strip.isVisible() && w.selection().asked());
    present();
    QVERIFY(!strip.isVisible() && !w.selection().asked());
    QVERIFY(isCovered(StageId::weights, 0, 0));
    w.press_key(Qt::Key_PageDown);
    w.press_key(Qt::Key_PageUp);
    QVERIFY(!strip.isVisible() && !w.selection().asked());
    w.press_key(Qt::Key_F5);
    QVERIFY(strip.isVisible() && w.selection().asked());
}

void TestPresent::clickerOfTheFilm() {
    LabWindow& w = openWindow({1440, 900});
    w.press_key(Qt::Key_2, Qt::ControlModifier);
    const FilmPlayer& player = w.pages().get<PlayPage>().player();
    w.press_key(Qt::Key_Home);
    present();
    w.press_key(Qt::Key_PageDown);
    w.press_key(Qt::Key_PageDown);
    w.press_key(Qt::Key_Right);
    QCOMPARE(player.place(), FilmPlace(3));
    w.press_key(Qt::Key_PageUp);
    QCOMPARE(player.place(), FilmPlace(2));
}

/// Scene by scene, and what a scene covers cell by cell. A film that is no lesson is stepped.
void TestPresent::clickerOfALesson() {
    LabWindow& w = openWindow({1440, 900});
    w.document().openExample("sky-is-blue");
    Presentation& presentation = present();
    const auto scene = [&] { return w.view().lesson().current(); };
    const FilmPlayer& player = w.pages().get<PlayPage>().player();
    w.press_key(Qt::Key_PageDown);
    QTRY_COMPARE(w.pages().pageName(), "pagePlay");
    QVERIFY(scene() == std::optional<std::size_t>(0));
    QTRY_COMPARE(player.place(), FilmPlace(7));
    const Slide& slide = *presentation.slide();
    QCOMPARE(slide.help().count(), QString("1 of 5"));
    QVERIFY(slide.title().isVisible() && slide.title().text() == w.view().lesson().name(0));
    QVERIFY(slide.title().geometry().bottom() < w.pages().mapTo(&w, QPoint()).y());
    const auto filmTitles = [&] {
        const auto labels = w.pages().get<PlayPage>().findChildren<QLabel*>();
        return std::ranges::count_if(labels, [](const QLabel* each) { return each->isVisible(); });
    };
    QCOMPARE(filmTitles(), 0);
    w.press_key(Qt::Key_Right);
    w.press_key(Qt::Key_Right);
    QCOMPARE(player.place(), FilmPlace(9));
    w.press_key(Qt::Key_1, Qt::ControlModifier);
    QVERIFY(!slide.title().isVisible());
    w.press_key(Qt::Key_2, Qt::ControlModifier);
    QVERIFY(slide.title().isVisible());
    w.press_key(Qt::Key_End); // another stage: its own title
    QVERIFY(!slide.title().isVisible());
    QCOMPARE(filmTitles(), 1);
    w.press_key(Qt::Key_PageDown);
    QTRY_COMPARE(player.place(), FilmPlace(13));
    QVERIFY(scene() == std::optional<std::size_t>(1));
    QCOMPARE(slide.help().count(), QString("2 of 5"));
    w.press_key(Qt::Key_PageDown);
    w.press_key(Qt::Key_PageDown);
    QTRY_VERIFY(!w.document().cover().isEmpty());
    const auto covered = [&](Index column) {
        return w.document().cover().covers({StageId::weights, 0, 2, column});
    };
    QVERIFY(scene() == std::optional<std::size_t>(3) && covered(0));
    for (Index column = 0; column < 3; ++column) {
        w.press_key(Qt::Key_PageDown);
        QVERIFY(!covered(column) && scene() == std::optional<std::size_t>(3));
    }
    w.press_key(Qt::Key_PageUp);
    QVERIFY(covered(2) && !covered(1));
    w.press_key(Qt::Key_PageDown);
    w.press_key(Qt::Key_PageDown);
    QTRY_VERIFY(scene() == std::optional<std::size_t>(4));
    w.press_key(Qt::Key_PageDown); // the last one
    QVERIFY(scene() == std::optional<std::size_t>(4) && presentation.isRunning());
    QCOMPARE(slide.help().text(), QString("This is the last scene"));
    w.press_key(Qt::Key_PageUp);
    QTRY_VERIFY(scene() == std::optional<std::size_t>(3) && covered(0));
    // What is not in the lesson comes back by undoing.
    w.press_key(Qt::Key_PageUp);
    w.document().setText("sky");
    w.press_key(Qt::Key_PageDown);
    QVERIFY2(slide.help().text().contains("Undo brings yours back"), qPrintable(slide.help().text()));
    w.press_key(Qt::Key_PageUp);
    QVERIFY2(slide.help().text().startsWith("Esc ends"), qPrintable(slide.help().text()));
}

void TestPresent::blank() {
    LabWindow& w = openWindow({1440, 900});
    Presentation& presentation = present();
    const auto covers = [&] {
        const QWidget* top = w.childAt(w.rect().center());
        return presentation.isBlank() && top && top->size() == w.size();
    };
    w.press_key(Qt::Key_B);
    QVERIFY(covers());
    w.press_key(Qt::Key_Escape); // does nothing else
    QVERIFY(!presentation.isBlank() && presentation.isRunning());
    w.press_key(Qt::Key_B);
    QVERIFY(covers());
    QTest::mouseClick(w.childAt(w.rect().center()), Qt::LeftButton);
    QVERIFY(!presentation.isBlank() && !w.selection().isInspecting());
    w.press_key(Qt::Key_B);
    presentation.end();
    QVERIFY(!presentation.isBlank());
}

void TestPresent::laser() {
    LabWindow& w = openWindow({1440, 900});
    present();
    w.press_key(Qt::Key_L);
    QVERIFY(QApplication::overrideCursor() && !QApplication::overrideCursor()->pixmap().isNull());
    w.press_key(Qt::Key_L);
    QVERIFY(!QApplication::overrideCursor());
    w.press_key(Qt::Key_L);
    w.press_key(Qt::Key_F5);
    QVERIFY(!QApplication::overrideCursor());
}

void TestPresent::explained() {
    LabWindow& w = openWindow({1440, 900});
    Presentation& presentation = present();
    const CaptionView& line = presentation.slide()->explanation();
    QVERIFY(!line.isVisible());
    w.press_key(Qt::Key_E);
    QVERIFY(line.isVisible());
    for (const StageId id : boardStages(w.document().experiment())) {
        const CellRef cell{id, 0, 0, 0};
        QVERIFY2(stepOf(w.document().experiment(), cell), info(id).name.data());
        w.selection().inspect(cell);
        const auto said = captionOf(w.document(), *stepOf(w.document().experiment(), cell));
        QVERIFY(said);
        QCOMPARE(line.text(), QString::fromStdString(said->text));
    }
    // A covered number is not given away.
    w.press_key(Qt::Key_Escape);
    w.press_key(Qt::Key_C, Qt::ShiftModifier);
    w.selection().inspect(ParameterCell{ParameterId::W_Q, 0, 0});
    QVERIFY2(line.text().startsWith("W_Q[1,1] = "), qPrintable(line.text()));
    w.press_key(Qt::Key_E);
    QVERIFY(!line.isVisible());
}

void TestPresent::helpFades() {
    LabWindow& w = openWindow({1440, 900});
    theme().motion().choose(true);
    Presentation& presentation = present();
    const HelpLine& help = presentation.slide()->help();
    QVERIFY(help.text().startsWith("Esc ends") && help.opacity() == 1);
    QTRY_COMPARE_WITH_TIMEOUT(help.opacity(), 0.0, 12000);
    w.press_key(Qt::Key_C);
    QVERIFY2(help.text().startsWith("Point at a number") && help.opacity() == 1, qPrintable(help.text()));
}

void TestPresent::revert() {
    LabWindow& w = openWindow({1440, 900});
    const QAction& action = w.actions()[ActionId::revert_presented];
    QVERIFY(!action.isEnabled());
    setCausal(w.document(), true);
    const Experiment before = w.document().experiment();
    present();
    QVERIFY(action.isEnabled());
    w.document().setValue(ParameterId::W_Q, 0, 0, 5);
    setCausal(w.document(), false);
    w.document().setText("something else");
    const int steps = w.document().undoStack().index();
    w.press_key(Qt::Key_F5, Qt::ControlModifier);
    QVERIFY(is_same(before, w.document().experiment()));
    QCOMPARE(w.document().undoStack().index(), steps + 1);
    w.document().undo();
    QVERIFY(!is_same(before, w.document().experiment()));
    w.press_key(Qt::Key_F5); // and afterwards, too
    w.press_key(Qt::Key_F5, Qt::ControlModifier);
    QVERIFY(is_same(before, w.document().experiment()));
}

void TestPresent::revertsOnlyThatDocument() {
    LabWindow& w = openWindow({1440, 900});
    present();
    w.document().openExample("two-heads");
    QVERIFY(!w.actions()[ActionId::revert_presented].isEnabled());
    const Experiment opened = w.document().experiment();
    w.press_key(Qt::Key_F5, Qt::ControlModifier);
    QVERIFY(is_same(opened, w.document().experiment()));
}

void TestPresent::fontHeight_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("count");
    for (const QSize size : {QSize(800, 600), QSize(1024, 768), QSize(1280, 720), QSize(1920, 1080)}) {
        for (const int count : {3, 6, 8, 12, 24})
            QTest::addRow("%d words, %dx%d", count, size.width(), size.height()) << size << count;
    }
}

/// Numbers are at least 1/40 of the height, in Play and on a card alone. Of up to eight words, all of them
/// are in sight; of seven and eight, not where two matrices of as many rows stand above each other, nor, on
/// a narrow screen, beside each other; of more, what is not is counted.
void TestPresent::fontHeight() {
    QFETCH(QSize, size);
    QFETCH(int, count);
    LabWindow& w = openWindow({1440, 900});
    w.document().replace(words(count), {});
    present();
    setScreen(size);
    const bool isWide = 9 * size.width() >= 16 * size.height();
    const auto isLarge = [&](const QFont& font) { return 40 * font.pixelSize() >= size.height(); };
    for (const StageId id : {StageId::queries, StageId::scores, StageId::weights, StageId::head_outputs}) {
        w.board().showAlone(id);
        const MatrixHeatmap& heatmap = w.heatmap(id);
        QVERIFY(!isColourOnly(heatmap.metrics().density));
        QVERIFY2(isLarge(heatmap.metrics().numberFont), info(id).name.data());
        const auto seen = static_cast<Index>(heatmap.shownRows().last - heatmap.shownRows().first + 1);
        if (count <= 8)
            QVERIFY2(heatmap.shownPart().isEmpty(), qPrintable(heatmap.shownPart()));
        else if (seen < count)
            QVERIFY(heatmap.axisLine().contains(QString::number(count)));
    }
    w.press_key(Qt::Key_2, Qt::ControlModifier);
    auto& play = w.pages().get<PlayPage>();
    const Film& film = *play.player().film();
    for (const Scene& scene : film.scenes()) {
        play.player().goTo(film.begin(scene) + 1);
        const SceneGeometry& geometry = play.scene().geometryOfScene();
        QVERIFY(geometry.saysNumbers());
        QVERIFY2(isLarge(geometry.numberFont()), info(scene.stage).name.data());
        const auto& panels = play.scene().content().panels;
        const bool isStacked = std::ranges::any_of(panels, [count](const ScenePanel& panel) {
            return panel.slot == SceneSlot::above && panel.mapping().shownRows() >= count;
        });
        for (const ScenePanel& panel : panels) {
            const bool isCut = geometry.rows(panel).isCut() || geometry.columns(panel).isCut();
            QVERIFY2(!isCut || count > (isWide && !isStacked ? 8 : 6), info(scene.stage).name.data());
        }
    }
}

LAB_WINDOW_TEST(TestPresent)
#include "tst_present.moc"
