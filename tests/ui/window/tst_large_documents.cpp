// SPDX-License-Identifier: GPL-3.0-or-later
//
// Documents whose n_q × n_k matrices are not all kept at once. Whatever page is shown and whatever is edited
// there, its numbers are those of the whole computation, and what is held of such matrices stays within the
// budget.
//
// The budget is to these 120 tokens what the usual one is to 2,000.
#include "core/analysis/variants.h"
#include "core/engine/pipeline.h"
#include "tests/bench/support/model.h"
#include "tests/support/compare.h"
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/edits/snapshot_edits.h"
#include "ui/pages/compare/compare_page.h"
#include "ui/pages/links/links_page.h"
#include "ui/pages/matrix_card.h"
#include "ui/pages/page_choices.h"
#include "ui/plots/links/links_plot.h"
#include "ui/plots/shared/stage_texts.h"
#include "ui/window/all_pages.h"
#include "ui/window/page_stack.h"

#include <QLabel>

#include <set>

using namespace lab;
using namespace lab::test;

namespace {

constexpr bench::Size size{120, 48, 12};
constexpr double a_matrix = sizeof(double) * size.tokens * size.tokens;
constexpr double budget = usual_kept_bytes * (size.tokens * size.tokens) / (2000.0 * 2000.0);
constexpr int a_minute = 60'000;

/// The stage that a heatmap shows, by its title; nullopt for others, as differences.
std::optional<StageId> stage_of(const HeatmapContent& content, HeadIndex head, const Experiment& experiment) {
    for (const StageInfo& stage : all_stages()) {
        if (content.title == stageTitle(experiment, stage.id, head))
            return stage.id;
    }
    return std::nullopt;
}

} // namespace

class TestLargeDocuments : public WindowTest {
    Q_OBJECT

private slots:
    void everyPage_data();
    void everyPage();
    void headsAfterHeads();
    void compared();
    void variantsThatAreTooLarge();
    void compareForgetsWhatItShowed();

private:
    LabDocument& document() { return window().document(); }
    ComparisonChoice& choice() { return window().findChild<PageChoices*>()->comparison(); }
    void open(bool causal);
    bool rests();
    double held();
    /// What is wrong with the shown numbers, or with what is held; empty if nothing is.
    std::string problem();
    std::string whatEditsDo();
};

void TestLargeDocuments::open(bool causal) {
    openWindow({1200, 900});
    document().setKeptBytes(budget);
    Experiment experiment = bench::model(size);
    experiment.mask.causal = causal;
    document().replace(experiment, {});
    QVERIFY(!document().keepsEveryHead());
}

bool TestLargeDocuments::rests() {
    const auto isStale = [](const MatrixHeatmap* each) {
        return each->isVisible() && (each->content().stale || each->isVeiled());
    };
    return QTest::qWaitFor(
        [&] {
            QCoreApplication::processEvents();
            const auto heatmaps = window().findChildren<MatrixHeatmap*>();
            const auto views = window().findChildren<StageCard*>();
            return std::ranges::none_of(heatmaps, isStale) &&
                   std::ranges::none_of(
                       views, [](StageCard* each) { return each->isVisible() && each->view().stale; });
        },
        a_minute);
}

/// Bytes of all such matrices: in the document, and in heatmaps that hold on to others.
double TestLargeDocuments::held() {
    document().completeView(StageId::inputs); // no worker has any then
    std::set<const Matrix*> others;
    for (const MatrixHeatmap* each : window().findChildren<MatrixHeatmap*>()) {
        const HeatmapContent& content = each->content();
        for (const MatrixPtr& matrix : {content.matrix, content.masked, content.before, content.kept}) {
            if (matrix && matrix->rows() == size.tokens && matrix->cols() == size.tokens)
                others.insert(matrix.get());
        }
    }
    for (const StageInfo& stage : all_stages()) {
        for (HeadIndex head = 0; head < size.heads; ++head)
            others.erase(document().cachedView(stage.id, head).matrix.get());
    }
    return document().bytesHeld() + a_matrix * static_cast<double>(others.size());
}

std::string TestLargeDocuments::problem() {
    if (!rests())
        return "it never comes to rest";
    const Experiment& experiment = document().experiment();
    const Trace all = compute(experiment).value();
    const HeadIndex head = window().selection().head();
    const auto isRight = [&](const Matrix& matrix, StageId stage) {
        return near(matrix, all.stage(stage, info(stage).per_head ? head : 0));
    };
    for (const MatrixHeatmap* each : window().findChildren<MatrixHeatmap*>()) {
        const HeatmapContent& content = each->content();
        const auto stage = stage_of(content, head, experiment);
        if (!each->isVisible() || !stage || !content.matrix)
            continue;
        if (const std::string text = isRight(*content.matrix, *stage); !text.empty())
            return content.title.toStdString() + ": " + text;
    }
    if (const auto* links = window().findChild<LinksPage*>(); links && links->isVisible()) {
        if (!QTest::qWaitFor([&] { return !links->plot().scene().content.stale; }, a_minute))
            return "the links never come to rest";
        if (const std::string text = isRight(*links->plot().scene().content.weights.matrix, StageId::weights);
            !text.empty())
            return "links: " + text;
    }
    if (held() > budget)
        return "holds " + std::to_string(held() / a_matrix) + " matrices of " +
               std::to_string(budget / a_matrix);
    return {};
}

/// What the page does when a number of one head and one of every head is edited, dragged, and the edits
/// undone.
std::string TestLargeDocuments::whatEditsDo() {
    static double value = 0;
    for (const ParameterId id : {ParameterId::W_Q, ParameterId::E}) {
        document().setValue(id, 1, 1, value += 0.01);
        if (const std::string text = problem(); !text.empty())
            return "edited: " + text;
        for (int i = 0; i < 4; ++i) {
            document().preview(id, 2, 1, value += 0.01);
            QCoreApplication::processEvents();
        }
        if (const std::string text = problem(); !text.empty())
            return "dragged: " + text;
        document().commitPreview();
        document().undo();
        if (const std::string text = problem(); !text.empty())
            return "undone: " + text;
    }
    return {};
}

void TestLargeDocuments::everyPage_data() {
    QTest::addColumn<QString>("page");
    QTest::addColumn<bool>("causal");
    for (const PageInfo& each : allPages()) {
        const char* page = each.name;
        for (const bool causal : {false, true})
            QTest::addRow("%s%s", page, causal ? ", causal" : "") << QString(page) << causal;
    }
}

void TestLargeDocuments::everyPage() {
    QFETCH(QString, page);
    QFETCH(bool, causal);
    open(causal);
    QCOMPARE(problem().c_str(), "");
    QVERIFY(window().pages().open(page));
    QCOMPARE(whatEditsDo().c_str(), "");
    QVERIFY(window().pages().open("pageExplore"));
    QCOMPARE(problem().c_str(), "");
}

void TestLargeDocuments::headsAfterHeads() {
    open(true);
    for (const HeadIndex head : {3, 4, 5, 11, 3}) {
        window().selection().setHead(head);
        QCOMPARE(problem().c_str(), "");
    }
    QCOMPARE(whatEditsDo().c_str(), "");
}

void TestLargeDocuments::compared() {
    open(true);
    takeSnapshot(document());
    QVERIFY(window().pages().open("pageCompare"));
    for (const StageId stage : {StageId::weights, StageId::scores, StageId::output}) {
        choice().setStage(stage);
        QCOMPARE(window().compare().cards().size(), std::size_t(3));
        QCOMPARE(whatEditsDo().c_str(), "");
    }
}

void TestLargeDocuments::variantsThatAreTooLarge() {
    open(false);
    QVERIFY(window().pages().open("pageCompare"));
    const auto says = [&](const QString& part) {
        return std::ranges::any_of(window().compare().findChildren<QLabel*>(), [&](const QLabel* each) {
            return each->isVisible() && each->text().contains(part);
        });
    };
    choice().choose({CompareAgainst::Kind::variation, {}, Variation::heads});
    choice().setStage(StageId::weights);
    QVERIFY(says("matrices of 120 × 120 numbers need too much memory at once"));
    QVERIFY(window().compare().cards().empty());
    QCOMPARE(whatEditsDo().c_str(), "");
    choice().setStage(StageId::output);
    QVERIFY(!says("too much memory"));
    QTRY_VERIFY(window().compare().cards().size() > 2);
    QCOMPARE(whatEditsDo().c_str(), "");
}

void TestLargeDocuments::compareForgetsWhatItShowed() {
    open(false);
    takeSnapshot(document());
    QVERIFY(window().pages().open("pageCompare"));
    QCOMPARE(problem().c_str(), "");
    QVERIFY(window().compare().cards()[2]->heatmap().content().matrix);
    QVERIFY(window().pages().open("pageExplore"));
    for (const MatrixHeatmap* each : window().compare().findChildren<MatrixHeatmap*>())
        QVERIFY(!each->content().matrix);
    QVERIFY(window().pages().open("pageCompare"));
    QCOMPARE(problem().c_str(), "");
    QVERIFY(window().compare().cards()[2]->heatmap().content().matrix);
}

LAB_WINDOW_TEST(TestLargeDocuments)
#include "tst_large_documents.moc"
