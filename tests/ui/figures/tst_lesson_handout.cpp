// SPDX-License-Identifier: GPL-3.0-or-later
//
// A lesson on paper: what is asked and how it can be answered there, and what only its solution tells.
#include "core/io/experiment_json.h"
#include "core/io/file.h"
#include "core/lesson/judge_answer.h"
#include "core/lesson/lesson_edits.h"
#include "core/lesson/progress.h"
#include "core/lesson/step_numbers.h"
#include "tests/support/covered_search.h"
#include "tests/support/figures.h"
#include "tests/support/lab_window.h"
#include "tests/support/lessons.h"
#include "tests/support/test_program.h"
#include "tests/ui/figures/svg_elements.h"
#include "ui/document/examples.h"
#include "ui/document/fixed_stages.h"
#include "ui/document/lesson/covered_stages.h"
#include "ui/document/lesson/lesson_player.h"
#include "ui/figures/draw_figure.h"
#include "ui/figures/figure_dialog.h"
#include "ui/figures/figure_parts.h"
#include "ui/figures/handout/lesson_items.h"
#include "ui/window/menu/actions.h"

#include <QAbstractButton>

using namespace lab;
using namespace lab::test;

namespace {

FigureDrawing sheet_of(const Experiment& document, bool hasSolution, const FigureLook& look = {}) {
    FixedStages stages(document);
    HandoutFigure figure;
    figure.isLesson = true;
    figure.hasSolution = hasSolution;
    return drawingOf(stages, figure, look);
}

/// Every text on the sheet, in one line.
QString sheet_texts(const Experiment& document, bool hasSolution, const FigureLook& look = {}) {
    return read_svg(svg_of(sheet_of(document, hasSolution, look))).texts.join(' ').simplified();
}

/// The document's steps, each in a document of its own whose numbers have eight decimals.
std::vector<Experiment> single_steps(const Experiment& document) {
    std::vector<Experiment> steps;
    for (const LessonStep& each : read_lesson(document).steps) {
        Experiment one = document;
        Snapshot snapshot = document.snapshots[each.snapshot];
        auto scene = std::make_shared<Experiment>(*snapshot.experiment);
        LessonJson view = scene->view ? *scene->view : LessonJson::object();
        view["decimals"] = 8;
        scene->view = std::make_shared<const LessonJson>(std::move(view));
        snapshot.experiment = std::move(scene);
        one.snapshots = {std::move(snapshot)};
        steps.push_back(std::move(one));
    }
    return steps;
}

/// What texts contain that tell a number which the step asks for, or covers since it would tell an answer,
/// and no other cell shows.
std::set<std::string> covered_traces(const Experiment& document, bool asked_alone = false) {
    std::set<std::string> traces;
    LessonStep step = read_lesson(document).steps.front();
    for (Question& each : step.ask) {
        if (asked_alone)
            each.covers.clear();
    }
    const Experiment& scene = *document.snapshots[step.snapshot].experiment;
    check_numbers(scene, step, 0);
    const std::vector<StageBlock> asked = covered_blocks(scene, step);
    StepNumbers numbers(scene);
    for (const StageBlock& each : asked) {
        const Block& block = each.block;
        for (const double number : numbers.stage(each.stage, each.head)
                                       ->block(block.row, block.column, block.rows, block.columns)
                                       .reshaped()) {
            if (const std::string trace = trace_of(number); !trace.empty())
                traces.insert(trace);
        }
    }
    CoveredStages given(scene, asked);
    for (const StageInfo& stage : all_stages()) {
        for (HeadIndex head = 0; head < (stage.per_head ? scene.heads.count : 1); ++head) {
            const MatrixPtr matrix = given.completeView(stage.id, head).matrix;
            for (Index i = 0; matrix && i < matrix->size(); ++i)
                traces.erase(trace_of(matrix->data()[i]));
        }
    }
    return traces;
}

std::vector<HandoutItem> items_of(const Experiment& document, bool hasSolution) {
    static const std::shared_ptr<Theme> theme = figureTheme({});
    return lessonItems(document, {hasSolution}, {}, *theme);
}

Experiment lesson_named(const QString& name) {
    return name.isEmpty() ? lesson_document() : example(name);
}

/// Also one that is not shown.
QAbstractButton* switch_named(const QWidget& parent, const QString& text) {
    for (QAbstractButton* each : parent.findChildren<QAbstractButton*>()) {
        if (each->text() == text)
            return each;
    }
    return nullptr;
}

} // namespace

class TestLessonHandout : public WindowTest {
    Q_OBJECT

private slots:
    void coveredNumbers_data();
    void coveredNumbers();
    void everyKind();
    void matricesToComputeWith();
    void options();
    void asScenesCover();
    void ofOtherSteps();
    void oneSheet();
    void oneSheetIsTooSmall();
    void ofTheHeadAskedFor();
    void faultyQuestions();
    void studentsNumbers();
    void whatTheWindowHasBeside();
    void notesAndAnswers();
    void longTexts();
    void footers();
    void whoseItIs();
    void emptySentence();
    void inTheDialog();
    void whilePlayed();
};

void TestLessonHandout::coveredNumbers_data() {
    QTest::addColumn<QString>("name");
    QTest::newRow("every kind") << QString();
    for (const QString& each : lessonNames())
        QTest::newRow(qPrintable(each)) << each;
}

/// None is on the sheet; those that are asked for are in the solution.
void TestLessonHandout::coveredNumbers() {
    QFETCH(QString, name);
    std::size_t looked = 0;
    for (const Experiment& each : single_steps(lesson_named(name))) {
        const std::set<std::string> traces = covered_traces(each);
        const std::string sheet = sheet_texts(each, false).toStdString();
        const std::string solution = traces.empty() ? std::string() : sheet_texts(each, true).toStdString();
        for (const std::string& trace : traces)
            QVERIFY2(sheet.find(trace) == std::string::npos, (trace + " in " + sheet).c_str());
        for (const std::string& trace : covered_traces(each, true)) {
            QVERIFY2(solution.find(trace) != std::string::npos, (trace + " not in " + solution).c_str());
        }
        looked += traces.size();
    }
    if (name.isEmpty())
        QVERIFY(looked >= 5);
}

/// Steps with their texts, questions, and something to answer each with.
void TestLessonHandout::everyKind() {
    const Experiment lesson = lesson_document();
    const QString sheet = sheet_texts(lesson, false), solution = sheet_texts(lesson, true);
    for (const QString& texts : {sheet, solution}) {
        for (const char* each :
             {"Sky is blue", "Compare", "Mask", "A student", "first", "second", "No word sees a later one.",
              "What is the score of “blue” for “sky”?", "Compute the attention weights.",
              "So that they sum to 1", "Click a hidden score.", "What went wrong?",
              "A student’s numbers: Attention weights", "The scores are not scaled", "1.1", "2.4", "3.2"})
            QVERIFY2(texts.contains(each), qPrintable(each + (" not in " + texts)));
        QVERIFY(!texts.contains("Multiply and add") && !texts.contains("?  ?"));
    }
    for (const char* each : {"Write the numbers into the white boxes of “Attention weights”.",
                             "Circle it in “Masked scores”.", "On paper, say what you would change"})
        QVERIFY2(sheet.contains(each) && !solution.contains(each), each);
    for (const char* each : {"Scores, “blue” → “sky”: ", "The numbers are in “Attention weights”.",
                             "“sky” → “is”; “sky” → “blue”; “is” → “blue”", "For example: ",
                             "nobody judges it", "closer to 0 and 1 the weights", "Sky is blue: solution"})
        QVERIFY2(solution.contains(each) && !sheet.contains(each), qPrintable(each + (" in " + solution)));
    // The cards of the first step are those that it shows, and what it asks for; and no parameters but those.
    QVERIFY(!sheet_texts(single_steps(lesson).front(), false).contains("Head output"));
}

/// What is needed to compute a stage on paper is there: its matrices, and those of stages that are not shown.
void TestLessonHandout::matricesToComputeWith() {
    const std::vector<Experiment> steps = single_steps(example("tokens-as-columns"));
    const QString queries = sheet_texts(steps.at(1), false);
    QVERIFY2(queries.contains("Query weights") && queries.contains("Query bias"), qPrintable(queries));
    QVERIFY(!queries.contains("Key weights"));
    const QString alone = sheet_texts(steps.back(), false); // shows inputs, and asks for what heads put out
    for (const char* each : {"Query weights", "Key weights", "Value weights", "Key bias"})
        QVERIFY2(alone.contains(each), each);
}

/// Boxes, of which the right ones are ticked in the solution alone; lines where something is written.
void TestLessonHandout::options() {
    for (const bool hasSolution : {false, true}) {
        QStringList ticked;
        int boxes = 0;
        QList<int> lines;
        for (const HandoutItem& each : items_of(lesson_document(), hasSolution)) {
            boxes += each.box != HandoutItem::Box::none;
            if (each.box == HandoutItem::Box::ticked)
                ticked += each.html;
            if (each.lines > 0)
                lines += each.lines;
        }
        QCOMPARE(boxes, 2 + 3);
        QCOMPARE(ticked, hasSolution ? QStringList({"<b>So that softmax is not saturated</b>",
                                                    "<b>The scores are not scaled</b>"})
                                     : QStringList());
        QCOMPARE(lines, hasSolution ? QList<int>() : QList<int>({1, 2, 4})); // number, goal, text
    }
}

/// What a scene covers besides is covered, too, and open in the solution.
void TestLessonHandout::asScenesCover() {
    Experiment lesson = single_steps(lesson_document()).at(1);
    auto scene = std::make_shared<Experiment>(*lesson.snapshots.front().experiment);
    const std::string trace = trace_of((*StepNumbers(*scene).stage(StageId::weights, 0))(2, 1));
    LessonJson view = *scene->view;
    view["covered"] = LessonJson::array({LessonJson{
        {"stage", "weights"}, {"head", 0}, {"row", 2}, {"column", 1}, {"rows", 1}, {"columns", 1}}});
    scene->view = std::make_shared<const LessonJson>(std::move(view));
    QVERIFY(!trace.empty() && sheet_texts(lesson, false).toStdString().find(trace) != std::string::npos);
    lesson.snapshots.front().experiment = scene;
    QVERIFY(sheet_texts(lesson, false).toStdString().find(trace) == std::string::npos);
    QVERIFY(sheet_texts(lesson, true).toStdString().find(trace) != std::string::npos);
}

/// What a step asks for is not to be read off another one that has the same numbers, before it or after it.
void TestLessonHandout::ofOtherSteps() {
    const LessonJson asks{{"id", "q"},         {"kind", "number"}, {"text", "Which one?"},
                          {"stage", "scores"}, {"row", 2},         {"column", 0}};
    Experiment document = with_steps({{{"id", "before"}, {"show", {"scores"}}},
                                      {{"id", "asks"}, {"show", {"scores"}}, {"ask", {asks}}},
                                      {{"id", "after"}, {"show", {"scores"}}}});
    const auto numbersOf = [&](const std::vector<HandoutItem>& items) {
        std::vector<bool> covered;
        for (const HandoutItem& item : items) {
            for (const auto& part : item.parts) {
                if (part.content.matrix && part.content.matrix->rows() == 3 &&
                    part.content.matrix->cols() == 3)
                    covered.push_back(is_covered((*part.content.matrix)(2, 0)));
            }
        }
        return covered;
    };
    QCOMPARE(numbersOf(items_of(document, false)), (std::vector<bool>{true, true, true}));
    QCOMPARE(numbersOf(items_of(document, true)), (std::vector<bool>{false, false, false}));
    Experiment other = *document.snapshots.back().experiment; // whose numbers tell nothing
    other.projection.W_Q = share(2 * *other.projection.W_Q);
    document.snapshots.back().experiment = std::make_shared<const Experiment>(other);
    QCOMPARE(numbersOf(items_of(document, false)), (std::vector<bool>{true, true, false}));
    // A card that would be nothing but boxes for another step is not there.
    const auto keys = [](const std::vector<HandoutItem>& items) {
        return std::ranges::count_if(
            items, [](const HandoutItem& each) { return each.html.contains("<b>Keys</b>"); });
    };
    const Experiment lesson = example("what-attention-computes");
    QCOMPARE(keys(items_of(lesson, false)) + 1, keys(items_of(lesson, true)));
}

/// All of “What attention computes”, on a page that can be read: each matrix once, and all its questions.
void TestLessonHandout::oneSheet() {
    FigureLook look;
    look.onePage = true;
    const Experiment lesson = example("what-attention-computes");
    const ReadLesson read = read_lesson(lesson);
    for (const bool hasSolution : {false, true}) {
        const FigureDrawing drawing = sheet_of(lesson, hasSolution, look);
        QCOMPARE(drawing.pages, 1);
        QVERIFY(drawing.fontSize >= (hasSolution ? 4 : 5)); // of labels; texts are larger
        const QString texts = sheet_texts(lesson, hasSolution, look);
        for (std::size_t i = 0; i < read.steps.size(); ++i) {
            QVERIFY(texts.contains(QString::fromStdString(lesson.snapshots[read.steps[i].snapshot].name)));
            for (std::size_t q = 1; q <= read.steps[i].ask.size(); ++q)
                QVERIFY(texts.contains(QStringLiteral("%1.%2").arg(i + 1).arg(q)));
        }
        QCOMPARE(texts.count("Query weights"), 1);
        QCOMPARE(texts.count("the white box of “"), hasSolution ? 0 : 5);
    }
    std::set<std::string> traces;
    for (const Experiment& each : single_steps(lesson))
        traces.merge(covered_traces(each));
    Experiment exact = lesson;
    for (std::size_t i = 0; i < exact.snapshots.size(); ++i)
        exact.snapshots[i] = single_steps(lesson)[i].snapshots.front();
    QVERIFY2(traces.size() > 5, qPrintable(QString::number(traces.size())));
    const std::string sheet = sheet_texts(exact, false, look).toStdString();
    for (const std::string& each : traces)
        QVERIFY2(sheet.find(each) == std::string::npos, each.c_str());
}

/// What cannot be read on one page has as many as it takes, and is what it is without.
void TestLessonHandout::oneSheetIsTooSmall() {
    FigureLook look;
    look.onePage = true;
    const Experiment lesson = example("find-the-head");
    const FigureDrawing drawing = sheet_of(lesson, false, look);
    QVERIFY(drawing.pages > 1);
    QCOMPARE(sheet_texts(lesson, false, look), sheet_texts(lesson, false));
}

void TestLessonHandout::ofTheHeadAskedFor() {
    const Experiment two = example("two-heads");
    const Experiment lesson = with_lessons(two,
                                           {{{"id", "a"},
                                             {"show", LessonJson::array({"weights"})},
                                             {"ask", LessonJson::array({LessonJson{{"id", "q"},
                                                                                   {"kind", "number"},
                                                                                   {"text", "How much?"},
                                                                                   {"stage", "weights"},
                                                                                   {"head", 1},
                                                                                   {"row", 1},
                                                                                   {"column", 0}}})}}},
                                           nullptr);
    const QString sheet = sheet_texts(lesson, false);
    QVERIFY2(sheet.contains("Attention weights, head 1") && sheet.contains("Attention weights, head 2"),
             qPrintable(sheet));
    QVERIFY(!sheet.contains("Queries"));
}

void TestLessonHandout::faultyQuestions() {
    const auto question = [](const char* text, Index row) {
        return LessonJson{{"id", text},        {"kind", "number"}, {"text", text},
                          {"stage", "scores"}, {"row", row},       {"column", 0}};
    };
    const Experiment lesson = with_steps(
        {{{"id", "a"}, {"ask", LessonJson::array({question("Nonsense", 77), question("Sensible", 1)})}}});
    const QString sheet = sheet_texts(lesson, false);
    QVERIFY(!sheet.contains("Nonsense"));
    QVERIFY(sheet.contains("Sensible") && sheet.contains("1.1") && !sheet.contains("1.2"));
}

/// A mistake may leave numbers as they are: those that another question asks for are covered there, too.
void TestLessonHandout::studentsNumbers() {
    const Experiment document = single_steps(lesson_document()).at(1); // with a causal mask
    const auto asked = [](const char* id, const LessonJson& more) {
        LessonJson question{{"id", id}, {"text", id}, {"stage", "masked_scores"}};
        question.update(more);
        return question;
    };
    const Experiment lesson = with_lessons(
        *document.snapshots.front().experiment,
        {{{"id", "a"},
          {"ask", LessonJson::array({asked("number", {{"kind", "number"}, {"row", 2}, {"column", 0}}),
                                     asked("mistake", {{"kind", "mistake"},
                                                       {"mistake", "without_mask"},
                                                       {"options", LessonJson::array({"without_mask",
                                                                                      "not_scaled"})}})})}}},
        nullptr);
    const std::set<std::string> traces = covered_traces(lesson);
    QCOMPARE(traces.size(), std::size_t(1));
    const std::string sheet = sheet_texts(lesson, false).toStdString();
    QVERIFY(sheet.find("A student’s numbers") != std::string::npos);
    QVERIFY2(sheet.find(*traces.begin()) == std::string::npos, sheet.c_str());
    QVERIFY(sheet_texts(lesson, true).toStdString().find(*traces.begin()) != std::string::npos);
}

/// On paper nobody goes to another head or page: both heads are there, and so are the plots. Weights are in
/// grey, which can be printed without colours.
void TestLessonHandout::whatTheWindowHasBeside() {
    const QString heads = sheet_texts(single_steps(example("several-heads")).at(2), false);
    QVERIFY2(heads.contains("Keys, head 1") && heads.contains("Keys, head 2"), qPrintable(heads));
    const auto figures = [](const std::vector<HandoutItem>& items) {
        return std::ranges::count_if(items, [](const HandoutItem& each) { return each.figure != nullptr; });
    };
    QCOMPARE(figures(items_of(example("why-divide-by-root-dk"), false)), 2);
    QCOMPARE(figures(items_of(example("find-the-head"), false)), 1);
    for (const HandoutItem& item : items_of(example("several-heads"), false)) {
        for (const SheetPart& part : item.parts)
            QVERIFY(part.content.style.weights == Palette::grey);
    }
}

void TestLessonHandout::notesAndAnswers() {
    LessonProgress progress;
    progress.student = "Ada";
    progress.steps["student"].answers["say"] = {
        std::make_shared<const LessonJson>(LessonJson::array({"They forgot the root"})), std::nullopt};
    const Experiment lesson = with_progress(lesson_document(), progress);
    for (const bool hasSolution : {false, true}) {
        const QString texts = sheet_texts(lesson, hasSolution);
        QVERIFY(!texts.contains("Ask who has seen it before"));
        QVERIFY(!texts.contains("They forgot the root") && !texts.contains("Ada"));
    }
}

/// Each word of a text that needs several pages is there once, on pages that follow each other, and none is
/// painted below the foot of its page.
void TestLessonHandout::longTexts() {
    QStringList words;
    for (int i = 0; i < 2500; ++i)
        words += QStringLiteral("w%1").arg(i, 4, 10, QLatin1Char('0'));
    std::string text = words.join(' ').toStdString();
    const Experiment lesson = with_steps(
        {{{"id", "a"},
          {"text", text},
          {"ask", LessonJson::array({LessonJson{{"id", "q"}, {"kind", "text"}, {"text", text}}})}}});
    const FigureDrawing drawing = sheet_of(lesson, false);
    QVERIFY2(drawing.pages > 4 && drawing.pages < 12, qPrintable(QString::number(drawing.pages)));
    QStringList found;
    for (int page = 0; page < drawing.pages; ++page) {
        // Qt paints a long paragraph in pieces, which may end within a word.
        const QString texts = read_svg(svg_of(pageOf(drawing, page))).texts.join(QString());
        static const QRegularExpression word("w[0-9]{4}");
        for (auto each = word.globalMatch(texts); each.hasNext();)
            found += each.next().captured();
        QVERIFY(texts.contains(QStringLiteral("Page %1 of %2").arg(page + 1).arg(drawing.pages)));
    }
    QCOMPARE(found, words + words);
}

/// The lesson's title is at the foot of every page, or the title that was given.
void TestLessonHandout::footers() {
    const Experiment lesson = example("why-softmax");
    FigureLook look;
    for (const char* title : {"Why softmax", "Monday’s sheet"}) {
        if (title[0] == 'M')
            look.title = title;
        const FigureDrawing drawing = sheet_of(lesson, false, look);
        QVERIFY(drawing.pages > 1);
        QVERIFY(!isTooSmallToRead(drawing.fontSize));
        for (int page = 1; page < drawing.pages; ++page)
            QVERIFY(read_svg(svg_of(pageOf(drawing, page))).texts.contains(title));
    }
}

/// A line for a name where somebody writes on it, and who made the lesson.
void TestLessonHandout::whoseItIs() {
    Experiment lesson = lesson_named(QStringLiteral("why-softmax"));
    lesson = with_author(lesson, "Ada <b>", [] { return std::string("abcdefghijklmnop"); });
    const QString sheet = sheet_texts(lesson, false), solution = sheet_texts(lesson, true);
    QVERIFY2(sheet.contains("Name: ____"), qPrintable(sheet.left(200)));
    QVERIFY(!solution.contains("Name: ____"));
    for (const QString& each : {sheet, solution})
        QVERIFY2(each.contains("by Ada &lt;b&gt;") || each.contains("by Ada <b>"),
                 qPrintable(each.left(200)));
}

void TestLessonHandout::emptySentence() {
    Experiment empty = lesson_document();
    empty.sequence.tokens.clear();
    empty.sequence.text.clear();
    empty.snapshots.clear();
    const Experiment lesson = with_lessons(empty, {{{"id", "a"}, {"text", "Type a sentence."}}}, nullptr);
    QVERIFY(sheet_texts(lesson, true).contains("Type a sentence."));
}

/// The switch is there for a document with a lesson alone, and the one for the solution once it is on.
void TestLessonHandout::inTheDialog() {
    LabWindow& w = window();
    const auto dialogOf = [&](const QString& name) {
        w.controller().openExample(name); // closes a dialog
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        w.actions()[ActionId::export_handout].trigger();
        return w.findChild<FigureDialog*>();
    };
    FigureDialog* none = dialogOf("sky-is-blue");
    QVERIFY(none && !LabWindow::button(*none, "as a lesson"));
    FigureDialog* dialog = dialogOf("why-softmax");
    QVERIFY(dialog);
    QAbstractButton* lesson = LabWindow::button(*dialog, "as a lesson");
    QAbstractButton* solution = switch_named(*dialog, "with the solution");
    QVERIFY(lesson && !lesson->isChecked());
    QVERIFY(solution && !solution->isVisible());
    const auto texts = [&] { return read_svg(svg_of(dialog->drawing())).texts.join(' ').simplified(); };
    QVERIFY(!texts().contains("Can a share be more than the whole?"));
    lesson->click();
    QVERIFY(texts().contains("Can a share be more than the whole?"));
    QVERIFY(solution->isVisible() && LabWindow::button(*dialog, "fit on one page"));
    QVERIFY(!LabWindow::button(*dialog, "Scores"));
    QCOMPARE(dialog->windowTitle(), QString("Handout of “Why softmax”"));
    const Experiment document = w.document().whole();
    QCOMPARE(texts(), sheet_texts(document, false));
    solution->click();
    QCOMPARE(texts(), sheet_texts(document, true));
    lesson->click();
    QVERIFY(!solution->isVisible() && !texts().contains("Can a share be more than the whole?"));
}

/// Who is playing can print the sheet, not the answers.
void TestLessonHandout::whilePlayed() {
    LabWindow& w = window();
    w.controller().openExample("why-softmax");
    w.lesson().goTo(2);
    w.actions()[ActionId::export_handout].trigger();
    auto* dialog = w.findChild<FigureDialog*>();
    QVERIFY(dialog);
    QAbstractButton* lesson = LabWindow::button(*dialog, "as a lesson");
    QVERIFY(lesson);
    lesson->click();
    QAbstractButton* solution = switch_named(*dialog, "with the solution");
    QVERIFY(solution && !solution->isVisible());
    QCOMPARE(read_svg(svg_of(dialog->drawing())).texts.join(' ').simplified(),
             sheet_texts(w.document().whole(), false));
}

LAB_WINDOW_TEST(TestLessonHandout)
#include "tst_lesson_handout.moc"
