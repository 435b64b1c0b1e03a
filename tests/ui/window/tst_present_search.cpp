// SPDX-License-Identifier: GPL-3.0-or-later
//
// While presenting, a covered number is nowhere to be found, on no page, at no step of the film, and with the
// explanation unfolded; and of what is opened cell by cell, exactly that.
#include "core/base/covered.h"
#include "tests/support/covered_search.h"
#include "tests/support/random_experiments.h"
#include "tests/support/sample.h"
#include "tests/support/test_program.h"
#include "tests/support/window_texts.h"
#include "ui/document/edits/snapshot_edits.h"
#include "ui/document/lesson/asked_step.h"
#include "ui/document/view_settings.h"
#include "ui/pages/heads/heads_page.h"
#include "ui/pages/play/film_player.h"
#include "ui/pages/play/play_page.h"
#include "ui/pages/play/scene_view.h"
#include "ui/plots/shared/board_layout.h"
#include "ui/window/all_pages.h"
#include "ui/window/menu/actions.h"
#include "ui/window/page_stack.h"
#include "ui/window/present/presentation.h"
#include "ui/window/present/slide.h"
#include "ui/window/scenes/window_view.h"

#include <QHelpEvent>
#include <QLabel>
#include <QToolTip>

#include <algorithm>
#include <set>

using namespace lab;
using namespace lab::test;

class TestPresentSearch : public WindowTest {
    Q_OBJECT

private slots:
    void oneMatrix_data() { documents(); }
    void oneMatrix();
    void allThatIsShown_data() { documents(); }
    void allThatIsShown();
    void onThePage_data() { documents(); }
    void onThePage();
    void cellByCell_data() { documents(); }
    void cellByCell();
    void inTheFilm();

private:
    static void documents();
    /// Presents it, explained, from a scene with a title.
    void begin();
    void search(const char* where);
    void searchPages();
    void searchFilm(FilmGrain grain);
    /// Looks from now on for the covered numbers of these matrices.
    void want(const std::vector<StageBlock>& matrices);
    void pointAt(const StageBlock& matrix, Index row, Index column);
    bool isOnBoard(StageId stage) {
        const std::vector<StageId> stages = boardStages(m_e);
        return std::ranges::find(stages, stage) != stages.end();
    }
    LabDocument& document() { return window().document(); }

    Experiment m_e;
    std::set<std::string> m_given;  ///< traces of parameters
    std::set<std::string> m_wanted; ///< traces of covered numbers
    QString m_what;
    int m_searched = 0;
};

void TestPresentSearch::documents() {
    QTest::addColumn<Telling>("wanted");
    QTest::addColumn<bool>("dark");
    QTest::newRow("one head") << Telling{} << false;
    QTest::newRow("two heads, columns, dark") << Telling{2, Notation::columns} << true;
    const bool isLong = QLatin1String(QTest::currentTestFunction()).startsWith(QLatin1String("oneMatrix"));
    if (!is_optimised || isLong)
        return;
    QTest::newRow("cross-attention, dropout") << Telling{.cross = true, .dropout = true} << false;
    QTest::newRow("sink, dark") << Telling{.sink = true} << true;
}

void TestPresentSearch::begin() {
    QFETCH(Telling, wanted);
    QFETCH(bool, dark);
    theme().setMode(dark ? ColourMode::dark : ColourMode::light);
    LabWindow& w = openWindow({1440, 900});
    document().replace(telling(wanted), {});
    ViewSettings look = viewSettings(document().experiment());
    look.decimals = 6;
    setViewSettings(document(), look);
    takeScene(document(), w.view().now(), "What does each word get?");
    m_e = document().experiment();
    m_given.clear();
    for (const ParameterInfo& each : all_parameters()) {
        if (const MatrixPtr matrix = parameter(m_e, each.id)) {
            for (const double number : matrix->reshaped())
                m_given.insert(trace_of(number));
        }
    }
    w.press_key(Qt::Key_F5);
    w.press_key(Qt::Key_PageDown);
    w.press_key(Qt::Key_E);
    QVERIFY(w.presentation().isRunning() && w.presentation().slide()->isExplained());
    QCOMPARE(w.presentation().slide()->title().text(), QString("What does each word get?"));
    m_searched = 0;
}

void TestPresentSearch::want(const std::vector<StageBlock>& matrices) {
    m_wanted.clear();
    m_what.clear();
    for (const auto& [stage, head, block] : matrices) {
        m_what += QStringLiteral("%1 %2, ").arg(QString::fromUtf8(info(stage).name.data())).arg(head);
        for (Index i = 0; i < block.rows * block.columns; ++i) {
            const CellRef cell{stage, head, block.row + i / block.columns, block.column + i % block.columns};
            const std::string trace = trace_of(*document().numberUnder(cell));
            if (document().cover().covers(cell) && !trace.empty() && !m_given.contains(trace))
                m_wanted.insert(trace);
        }
    }
    for (const std::string& text : shown_numbers(document())) // of two that are nearly equal
        m_wanted.erase(text);
}

void TestPresentSearch::search(const char* where) {
    const QStringList texts = texts_of(window());
    const QString all = texts.join('\n');
    const auto notThere = [&](const QString& text) {
        const auto at = all.indexOf(text);
        const QString around = all.mid(std::max<qsizetype>(at - 150, 0), 300).replace('\n', " | ");
        QVERIFY2(at < 0, qPrintable(m_what + where + " has " + text + ": " + around));
    };
    for (const std::string& text : m_wanted)
        notThere(QString::fromStdString(text));
    notThere("NaN");
    ++m_searched;
}

void TestPresentSearch::pointAt(const StageBlock& matrix, Index row, Index column) {
    MatrixHeatmap& heatmap = window().heatmap(matrix.stage);
    const QPoint at = heatmap.cellRect({row, column}).center().toPoint();
    QTest::mouseMove(&heatmap, at);
    QHelpEvent rests(QEvent::ToolTip, at, heatmap.mapToGlobal(at));
    QApplication::sendEvent(&heatmap, &rests);
    window().selection().setHovered(CellRef{matrix.stage, matrix.head, row, column});
}

void TestPresentSearch::searchFilm(FilmGrain grain) {
    PlayPage& play = window().pages().open<PlayPage>();
    play.player().setGrain(grain);
    for (FilmPlace place = 0; place <= play.player().film()->size(); place += is_exhaustive ? 1 : 3) {
        play.player().goTo(place);
        search("Play");
        if (QTest::currentTestFailed())
            return;
    }
}

void TestPresentSearch::searchPages() {
    LabWindow& w = window();
    for (const PageInfo& each : allPages()) {
        w.pages().open(each.name);
        w.selection().clearInspected();
        search("a page");
        w.selection().inspect(CellRef{StageId::output, 0, 0, 0}); // opens it if it is covered
        if (!document().cover().covers({StageId::output, 0, 0, 0}))
            want(every_stage(m_e));
        search("an output, inspected");
        w.selection().clearInspected();
        w.selection().toggleInspectedToken({0});
        search("a word, inspected");
        w.selection().clearInspected();
        if (QTest::currentTestFailed())
            return;
    }
    const QString menus = texts_of_menus(w).join('\n');
    for (const std::string& text : m_wanted)
        QVERIFY2(!menus.contains(QString::fromStdString(text)), text.c_str());
    w.press_key(Qt::Key_F8);
    search("the explanation");
    w.press_key(Qt::Key_F8);
    w.pages().open<Board>();
}

/// C, on each matrix, alone and among the others.
void TestPresentSearch::oneMatrix() {
    begin();
    LabWindow& w = window();
    std::size_t index = 0;
    for (const StageBlock& each : every_stage(m_e)) {
        if (!in_sample(index++, 2) || !isOnBoard(each.stage) ||
            !whyNotAsked(document(), each.stage).isEmpty())
            continue;
        w.selection().setHead(each.head);
        w.pages().open<Board>();
        w.board().showAlone(each.stage);
        QCoreApplication::processEvents();
        pointAt(each, 0, 0);
        QVERIFY(document().cover().isEmpty());
        const QString open = texts_of(w).join('\n');
        w.press_key(Qt::Key_C);
        want({each});
        for (const std::string& text : m_wanted) // the search finds what is not covered
            QVERIFY2(open.contains(QString::fromStdString(text)), text.c_str());
        pointAt(each, 0, 0);
        search("a card alone");
        w.board().showAll();
        search("Explore");
        searchFilm(FilmGrain::row);
        searchPages();
        if (QTest::currentTestFailed())
            return;
        document().uncover();
    }
    QVERIFY(m_searched > (is_exhaustive ? 100 : is_optimised ? 50 : 15));
}

/// Shift C, on Explore and on a card alone.
void TestPresentSearch::allThatIsShown() {
    begin();
    LabWindow& w = window();
    w.press_key(Qt::Key_C, Qt::ShiftModifier);
    want(every_stage(m_e));
    QVERIFY(m_wanted.size() > 20);
    search("Explore");
    searchFilm(FilmGrain::cell);
    searchPages();
    document().uncover();
    w.board().showAlone(StageId::weights);
    w.press_key(Qt::Key_C, Qt::ShiftModifier);
    want(every_stage(m_e));
    search("a card alone");
    searchFilm(FilmGrain::term);
    searchPages();
}

/// Shift C on each page, and in the film, while it shows numbers.
void TestPresentSearch::onThePage() {
    begin();
    LabWindow& w = window();
    w.pages().get<PlayPage>().player().setGrain(FilmGrain::row);
    const FilmPlace steps = w.pages().get<PlayPage>().player().film()->size();
    const auto cover = [&](const char* where) {
        document().uncover();
        QCoreApplication::processEvents();
        w.press_key(Qt::Key_C, Qt::ShiftModifier);
        want(every_stage(m_e));
        QVERIFY2(!m_wanted.empty(), where);
        search(where);
    };
    for (const PageInfo& each : allPages()) {
        if (each.kind == &PlayPage::staticMetaObject)
            continue;
        w.pages().open(each.name);
        cover("a page");
    }
    PlayPage& play = w.pages().open<PlayPage>();
    for (const StageId stage : {StageId::queries, StageId::weights, StageId::output}) {
        for (FilmPlace place = 1; place <= steps; ++place) {
            if (play.player().film()->step(place).scene.stage != stage)
                continue;
            play.player().goTo(place);
            cover("Play");
        }
    }
}

/// Page Down opens one cell after another, if that is chosen.
void TestPresentSearch::cellByCell() {
    begin();
    LabWindow& w = window();
    w.actions()[ActionId::open_cell].trigger();
    for (const StageId stage : {StageId::queries, StageId::scores, StageId::weights, StageId::head_outputs}) {
        document().uncover();
        w.board().showAlone(stage);
        QCoreApplication::processEvents();
        const Dimensions d = dimensions(m_e);
        const Block all{0, 0, length(info(stage).rows, d), length(info(stage).columns, d)};
        const StageBlock matrix{stage, 0, all};
        w.selection().setHead(0);
        pointAt(matrix, 0, 0);
        w.press_key(Qt::Key_C);
        for (Index opened = 0; opened <= all.rows * all.columns; ++opened) {
            for (Index i = 0; i < all.rows * all.columns; ++i)
                QCOMPARE(document().cover().covers({stage, 0, i / all.columns, i % all.columns}),
                         i >= opened);
            want({matrix});
            search("opened");
            const QString shown = texts_of(w).join('\n');
            for (Index i = 0; i < opened; ++i) {
                const CellRef cell{stage, 0, i / all.columns, i % all.columns};
                QVERIFY(shown.contains(QString::fromStdString(trace_of(*document().numberUnder(cell)))));
            }
            if (QTest::currentTestFailed())
                return;
            w.press_key(Qt::Key_PageDown);
        }
    }
}

/// In a lesson, Page Down opens what the film has computed, and then goes on.
void TestPresentSearch::inTheFilm() {
    LabWindow& w = openWindow({1440, 900});
    document().openExample("journey-trainable");
    w.actions()[ActionId::open_cell].trigger();
    w.press_key(Qt::Key_F5);
    for (int i = 0; i < 3; ++i)
        w.press_key(Qt::Key_PageDown);
    const auto& scenes = w.view().scenes();
    QVERIFY(scenes.current() == std::optional<std::size_t>(3));
    m_e = document().experiment();
    m_what = "the lesson: ";
    const QLabel& title = w.presentation().slide()->title();
    QVERIFY(title.isVisible() && title.text() == scenes.name(3));
    for (Index column = 0; column < 6; ++column) {
        want({{StageId::weights, 0, {1, 0, 1, 6}}});
        QCOMPARE(m_wanted.size(), static_cast<std::size_t>(6 - column));
        search("the film");
        w.press_key(Qt::Key_PageDown);
        QVERIFY(scenes.current() == std::optional<std::size_t>(3));
        QVERIFY(!document().cover().covers({StageId::weights, 0, 1, column}));
        const auto& shown = w.pages().get<PlayPage>().scene().content().panels.front();
        QVERIFY(shown.stage()->stage == StageId::weights);
        QVERIFY(!is_covered((*shown.content.matrix)(1, column)));
    }
    w.press_key(Qt::Key_PageDown);
    QVERIFY(scenes.current() == std::optional<std::size_t>(4));
}

LAB_WINDOW_TEST(TestPresentSearch)
#include "tst_present_search.moc"
