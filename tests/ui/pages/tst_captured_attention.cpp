// SPDX-License-Identifier: GPL-3.0-or-later
//
// A document of attention that was captured: what has no meaning there is not offered.
#include "core/describe/explain.h"
#include "core/experiment/captured_attention.h"
#include "core/film/film.h"
#include "core/io/experiment_json.h"
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "tests/ui/pages/heads_by_hand.h"
#include "ui/document/fixed_stages.h"
#include "ui/figures/draw_figure.h"
#include "ui/figures/figure_drawing.h"
#include "ui/pages/page_choices.h"
#include "ui/plots/figure.h"
#include "ui/plots/heads/share_bars_plot.h"
#include "ui/plots/shared/board_layout.h"
#include "ui/plots/shared/stage_texts.h"

#include <QMenu>
#include <QPushButton>

using namespace lab;
using namespace lab::test;

namespace {

/// Two heads over two words, with values or without.
Experiment captured(const char* values) {
    const std::string text = R"({"format": "attention-lab", "version": 1, "heads": {"count": 2},
        "sequence": {"tokenizer": "whitespace", "text": "sky is"},
        "projection": {"kind": "direct", "Q": [[0, 0], [0, 0]], "K": [[0, 0], [0, 0]], "V": )" +
                             std::string(values) + R"(},
        "scores": {"scale": 1, "additive": [[[-1, -0.4], [-0.7, -0.7]], [[-0.1, -2.3], [-0.2, -1.7]]]},
        "origin": {"additive": {"captured": "weights"}}})";
    return read_experiment(text).value();
}

} // namespace

class TestCapturedAttention : public HeadsTest {
    Q_OBJECT

private slots:
    void alone();
    void everywhere();
    void withValues();
};

void TestCapturedAttention::alone() {
    LabWindow& w = window();
    open(captured("[[0, 0], [0, 0]]"));
    // Of heads: their weights, and no output.
    QVERIFY(heads().overHeads().isVisible() && !heads().shares().isVisible());
    w.press_key(Qt::Key_1, Qt::ControlModifier);
    QTest::qWait(20);
    using Stages = std::vector<StageId>;
    const Experiment& alone = w.document().experiment();
    QCOMPARE(boardStages(alone), (Stages{StageId::masked_scores, StageId::weights}));
    const std::vector<Scene> scenes = Film(alone, {.head = 0}).scenes();
    QVERIFY(std::ranges::all_of(scenes, [](const Scene& scene) {
        return scene.stage == StageId::masked_scores || scene.stage == StageId::weights;
    }));
    QCOMPARE(scenes.back().stage, StageId::weights);
    QVERIFY(w.board().card(StageId::weights)->isVisible());
    QVERIFY(!w.board().card(StageId::queries)->isVisible());
    QVERIFY(w.parameters().section(ParameterId::additive)->isVisible());
    for (const ParameterId id : {ParameterId::Q, ParameterId::K, ParameterId::V})
        QVERIFY(!w.parameters().section(id)->isVisible());
    // Nothing is compared that would be the same.
    using Variations = std::vector<Variation>;
    ComparisonChoice& comparison = w.findChild<PageChoices*>()->comparison();
    const Variations given{Variation::mask, Variation::normalizer, Variation::temperature, Variation::sink,
                           Variation::dropout};
    QCOMPARE(comparison.variations(), given);
    // What is edited is no longer what was captured: then everything counts. Undo brings it back.
    const Experiment before = w.document().experiment();
    Experiment edited = before;
    edited.origin = nullptr;
    w.document().apply({edited, {}, "edited"});
    QVERIFY(w.board().card(StageId::queries)->isVisible());
    QCOMPARE(comparison.variations().size(), all_variations().size());
    comparison.choose({CompareAgainst::Kind::variation, {}, Variation::scale});
    w.document().undo();
    QCOMPARE(comparison.variations(), given);
    QVERIFY(comparison.chosen().kind == CompareAgainst::Kind::nothing);
    QVERIFY(!w.board().card(StageId::queries)->isVisible());
}

/// No page and no figure asks for numbers that are not there.
void TestCapturedAttention::everywhere() {
    LabWindow& w = window();
    w.document().replace(captured("[[0, 0], [0, 0]]"), {});
    for (int page = 1; page <= 9; ++page) {
        w.press_key(Qt::Key(Qt::Key_0 + page), Qt::ControlModifier);
        QTest::qWait(20);
    }
    FixedStages stages(w.document().experiment());
    int drawn = 0;
    for (const Figure& figure : allFigures()) {
        if (hasFigure(stages.experiment(), figure)) {
            QVERIFY(!drawingOf(stages, figure, figureLook(theme())).title.isEmpty());
            ++drawn;
        }
    }
    QVERIFY(drawn > 5);
    // Nor is a number explained by a product of zeros.
    const CellRef weight{StageId::weights, 1, 0, 1};
    const Explanation said = explain(
        stages.experiment(),
        [&](StageId stage, HeadIndex head) -> const Matrix& {
            return *stages.completeView(stage, head).matrix;
        },
        weight);
    for (const ExplanationStep& step : said.steps)
        QVERIFY(step.stage == StageId::masked_scores || step.stage == StageId::weights);
    QVERIFY(said.steps.size() > 1);
    QVERIFY(!hasFigure(stages.experiment(), SharesFigure{}));
    w.press_key(Qt::Key_4, Qt::ControlModifier);
    for (const QAction* each : w.findChild<QPushButton*>("headsStage")->menu()->actions()) {
        const bool isOfAttention = each->text() == stageTitle(StageId::masked_scores) ||
                                   each->text() == stageTitle(StageId::weights);
        QCOMPARE(each->isVisible(), isOfAttention);
    }
}

/// The output says something then.
void TestCapturedAttention::withValues() {
    const Experiment with = captured("[[1, 2], [3, 4]]");
    QVERIFY(gives_captured(with) && !is_attention_alone(with));
    QVERIFY(boardStages(with).size() > 2);
}

LAB_WINDOW_TEST(TestCapturedAttention)
#include "tst_captured_attention.moc"
