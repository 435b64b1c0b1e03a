// SPDX-License-Identifier: GPL-3.0-or-later
//
// A covered number is nowhere to be found: not in what is painted, said to screen readers, shown as a
// tooltip, copied or drawn as a figure, on no page.
#include "core/base/covered.h"
#include "core/lesson/lesson_report.h"
#include "tests/support/covered_search.h"
#include "tests/support/lab_window.h"
#include "tests/support/lessons.h"
#include "tests/support/random_experiments.h"
#include "tests/support/sample.h"
#include "tests/support/test_program.h"
#include "tests/support/window_texts.h"
#include "tests/ui/figures/svg_elements.h"
#include "ui/document/edits/snapshot_edits.h"
#include "ui/document/lesson/asked_step.h"
#include "ui/document/lesson/lesson_player.h"
#include "ui/document/view_settings.h"
#include "ui/figures/draw_figure.h"
#include "ui/figures/figure_drawing.h"
#include "ui/figures/figure_file.h"
#include "ui/figures/film/film_pages.h"
#include "ui/pages/compare/compare_page.h"
#include "ui/pages/comparison_choice.h"
#include "ui/pages/heads/heads_page.h"
#include "ui/pages/links/links_page.h"
#include "ui/pages/page_choices.h"
#include "ui/pages/play/film_player.h"
#include "ui/pages/play/play_page.h"
#include "ui/pages/statistics/statistics_page.h"
#include "ui/panels/explanation/explanation_panel.h"
#include "ui/window/page_stack.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>

#include <set>

using namespace lab;
using namespace lab::test;

namespace {

/// Compare with the snapshot and with all variants, of a stage.
QStringList texts_of_compare(LabWindow& w, const Snapshot& before, StageId stage) {
    ComparisonChoice& choice = w.findChild<PageChoices*>()->comparison();
    w.pages().open<ComparePage>();
    QStringList texts;
    const auto add = [&](CompareAgainst against) {
        choice.choose(std::move(against));
        choice.setStage(stage);
        texts += texts_of(w);
    };
    for (const VariationInfo& each : all_variations())
        add({CompareAgainst::Kind::variation, {}, each.variation});
    add({CompareAgainst::Kind::snapshot, before, {}});
    return texts + texts_of_menus(w);
}

/// A page of a film file, as it is painted.
QStringList texts_of_film(LabWindow& w, const FilmSettings& settings, FilmPlace place) {
    const FilmPages pages(w.document(), settings, FigureLook::Background::light);
    const FilmPage page = pages.page(place);
    return painted_texts([&](QPainter& painter) { pages.draw(painter, page); }, filmPageSize.toSize());
}

QStringList texts_of_figures(LabWindow& w, const Snapshot& before) {
    QStringList texts;
    for (Figure figure : allFigures()) {
        if (auto* compare = std::get_if<CompareFigure>(&figure))
            compare->against = before;
        if (!hasFigure(w.document().experiment(), figure))
            continue;
        FigureLook look;
        const SvgElements svg = read_svg(svg_of(drawingOf(w.document(), figure, look)));
        texts += svg.texts + svg.titles;
    }
    return texts;
}

/// A stage and the next one, which may hold the same numbers with other settings.
std::vector<StageId> compared_stages(const Experiment& e, StageId stage) {
    std::vector<StageId> all{stage};
    const auto next = std::ranges::find_if(
        all_stages(), [&](const StageInfo& other) { return other.id > stage && has_stage(e, other.id); });
    if (next != all_stages().end())
        all.push_back(next->id);
    return all;
}

} // namespace

class TestCover : public WindowTest {
    Q_OBJECT

private slots:
    void nowhere_data();
    void nowhere();
    void isOfTheWindow();

private:
    void askInLesson(const StageBlock& row);
};

/// Plays a lesson that asks for each number of a row; the first has got a wrong answer, and its hint.
void TestCover::askInLesson(const StageBlock& row) {
    LabWindow& w = window();
    std::vector<LessonJson> ask;
    for (Index column = 0; column < row.block.columns; ++column)
        ask.push_back({{"id", "q" + std::to_string(column)},
                       {"kind", "number"},
                       {"text", "Which number is it?"},
                       {"hint", "Look at the formula."},
                       {"stage", info(row.stage).name},
                       {"head", row.head},
                       {"row", row.block.row},
                       {"column", column}});
    Experiment document = w.document().experiment();
    document.snapshots.resize(1); // with what is compared
    w.document().replace(
        with_lessons(document, {{{"id", "step"}, {"ask", ask}}}, {{"id", "abcdefghijklmnop"}}), {});
    w.lesson().startAgain();
    QTRY_VERIFY(w.lesson().isChecked());
    w.lesson().answer(std::string("9.75"));
    QTRY_VERIFY(!w.lesson().isJudging());
    QVERIFY(w.lesson().replyTo(0) && !w.lesson().isSettled(0));
    w.lesson().showHint();
    w.selection().setHead(row.head);
}

void TestCover::nowhere_data() {
    QTest::addColumn<int>("heads");
    QTest::addColumn<bool>("columns");
    QTest::addColumn<bool>("cross");
    QTest::addColumn<bool>("dropout");
    QTest::addColumn<bool>("sink");
    QTest::addColumn<bool>("dark");
    QTest::addColumn<bool>("inLesson");
    QTest::newRow("two heads, columns, dark") << 2 << true << false << false << false << true << false;
    if (!is_optimised) // each is a long search
        return;
    QTest::newRow("lesson") << 2 << false << false << false << false << false << true;
    QTest::newRow("cross-attention, dropout") << 2 << false << true << true << false << false << false;
    QTest::newRow("sink") << 1 << false << false << false << true << false << false;
    if (!is_exhaustive)
        return;
    QTest::newRow("lesson, columns, sink") << 1 << true << false << false << true << true << true;
    QTest::newRow("one head") << 1 << false << false << false << false << false << false;
    QTest::newRow("cross-attention") << 2 << false << true << false << false << false << false;
    QTest::newRow("dropout") << 1 << false << false << true << false << true << false;
}

/// Covers a row of each stage, points at its cells, inspects them, and searches every page.
void TestCover::nowhere() {
    QFETCH(int, heads);
    QFETCH(bool, columns);
    QFETCH(bool, cross);
    QFETCH(bool, dropout);
    QFETCH(bool, sink);
    QFETCH(bool, dark);
    QFETCH(bool, inLesson);
    theme().setMode(dark ? ColourMode::dark : ColourMode::light);
    LabWindow& w = window();
    w.document().replace(telling({heads, columns ? Notation::columns : Notation::rows, cross, dropout, sink}),
                         {});
    ViewSettings look = viewSettings(w.document().experiment());
    look.decimals = 6;
    setViewSettings(w.document(), look);
    takeSnapshot(w.document());
    const Snapshot before = w.document().experiment().snapshots.front();
    std::set<std::string> given;
    for (const ParameterInfo& each : all_parameters()) {
        if (const MatrixPtr matrix = parameter(w.document().experiment(), each.id)) {
            for (const double number : matrix->reshaped())
                given.insert(trace_of(number));
        }
    }
    int searched = 0;
    std::size_t index = 0;
    for (const StageBlock& each : every_stage(w.document().experiment())) {
        if (!in_sample(index++, 4))
            continue;
        w.lesson().leave();
        w.document().uncover();
        std::set<std::string> wanted;
        const Block row{each.block.rows - 1, 0, 1, each.block.columns};
        for (Index column = 0; column < row.columns; ++column) {
            const double number = *w.document().numberUnder({each.stage, each.head, row.row, column});
            if (const std::string text = trace_of(number); !text.empty() && !given.contains(text))
                wanted.insert(text);
        }
        const auto search = [&](const QStringList& texts, const char* where) {
            const QString all = texts.join('\n');
            for (const std::string& text : wanted)
                QVERIFY2(!all.contains(QString::fromStdString(text)),
                         qPrintable(
                             QStringLiteral("%1 %2 in %3: %4")
                                 .arg(info(each.stage).name.data())
                                 .arg(each.head)
                                 .arg(where, all.mid(all.indexOf(QString::fromStdString(text)) - 150, 200))));
            QVERIFY2(!all.contains("NaN"), qPrintable(QStringLiteral("%1 in %2: %3")
                                                          .arg(info(each.stage).name.data(), where,
                                                               all.mid(all.indexOf("NaN") - 150, 200))));
            QVERIFY2(!texts.contains("not finite"), where);
            ++searched;
        };
        w.selection().setHead(each.head);
        w.pages().open<Board>();
        w.board().reveal(each.stage);
        // The search finds the numbers as long as they are not covered.
        if (!wanted.empty()) {
            const QString all = texts_of(w).join('\n');
            for (const std::string& text : wanted)
                QVERIFY2(all.contains(QString::fromStdString(text)), text.c_str());
        }
        inLesson ? askInLesson({each.stage, each.head, row}) : ask(w.document(), each.stage, each.head, row);
        QCOMPARE(w.document().cover().countIn({each.stage, each.head, row}), row.columns);
        // A saturated weight makes an output almost the value; tst_covered.cpp tests what is equal for sure.
        for (const std::string& text : shown_numbers(w.document()))
            wanted.erase(text);
        const CellRef cell{each.stage, each.head, row.row, 0};
        w.selection().setHovered(cell);
        w.selection().inspect(cell);
        search(texts_of_menus(w), "menus");
        const auto copied = [&] {
            QStringList texts;
            for (QMenu* menu : w.explanation().findChildren<QMenu*>()) {
                for (QAction* action : menu->actions()) {
                    action->trigger();
                    texts += QGuiApplication::clipboard()->text();
                }
            }
            return texts;
        };
        search(texts_of(w) + copied(), "Explore");
        w.selection().clearInspected();
        w.selection().inspect({StageId::output, 0, row.row % dimensions(w.document().experiment()).n_q, 0});
        search(texts_of(w) + copied(), "the explanation of an output");
        w.selection().clearInspected();
        w.selection().toggleInspectedToken({0});
        search(texts_of(w), "the attention of a token");
        w.selection().clearInspected();
        PlayPage& play = w.pages().open<PlayPage>();
        play.player().setGrain(FilmGrain::cell);
        // A cell that is covered, and the ways of a row to its weights and of a cell to its number.
        int shown = 0;
        for (FilmPlace place = 1; place <= play.player().film()->size() && shown < 5; ++place) {
            const FilmStep step = play.player().film()->step(place);
            const bool isOwn = step.scene.stage == each.stage && step.rows.first == row.row;
            const bool isWeight = step.scene.stage == StageId::weights && step.rows.first == 0;
            if (!isOwn && !(isWeight && step.columns.first == 0))
                continue;
            play.player().goTo(place);
            search(texts_of(w), "Play");
            search(texts_of_film(w, play.player().film()->settings(), place), "a film file");
            if (QTest::currentTestFailed())
                return;
            ++shown;
        }
        w.pages().open<LinksPage>();
        search(texts_of(w), "Links");
        w.pages().open<HeadsPage>();
        search(texts_of(w), "Heads");
        if (each.head == 0) { // those of other heads are covered in the same way
            for (const StageId stage : compared_stages(w.document().experiment(), each.stage))
                search(texts_of_compare(w, before, stage), "Compare");
        }
        w.pages().open<StatisticsPage>();
        QTest::qWait(50);
        search(texts_of(w), "Statistics");
        search(texts_of_figures(w, before), "figures");
        const Experiment kept = w.document().withProgress();
        const auto report = lesson_report(kept, read_progress(kept).progress);
        QCOMPARE(report.size(), std::size_t{inLesson ? 1U : 0U});
        search({QString::fromStdString(report_lines(report))}, "the report");
        if (QTest::currentTestFailed())
            return;
    }
    QVERIFY(searched > (is_exhaustive ? 50 : is_optimised ? 12 : 8));
}

/// What is covered is neither undone nor saved, and every edit covers again what was opened.
void TestCover::isOfTheWindow() {
    LabDocument& document = window().document();
    const CellRef cell{StageId::weights, 0, 1, 1};
    const Block all{0, 0, dimensions(document.experiment()).n_q, dimensions(document.experiment()).n_k};
    const auto number = [&] { return (*document.view(StageId::weights).matrix)(1, 1); };
    const double open = number();
    document.coverCells({StageId::weights, 0, all});
    QVERIFY(is_covered(number()) && !document.isModified() && !document.undoStack().canUndo());
    QCOMPARE(*document.numberUnder(cell), open);
    document.openCell(cell);
    QCOMPARE(number(), open);
    document.setValue(ParameterId::W_Q, 0, 0, 0.25);
    QVERIFY(is_covered(number()));
    document.undo();
    QVERIFY(is_covered(number()));
    QVERIFY(std::isfinite(document.view(StageId::masked_scores).matrix->sum()));
    document.uncover();
    QCOMPARE(number(), open);
    document.coverCells({StageId::weights, 0, all});
    document.setText("one"); // no longer has those cells
    QVERIFY(document.cover().isEmpty());
    document.coverCells({StageId::weights, 0, {0, 0, 1, 1}});
    document.openExample(document.exampleName());
    QVERIFY(document.cover().isEmpty());
}

LAB_WINDOW_TEST(TestCover)
#include "tst_cover.moc"
