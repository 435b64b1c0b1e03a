// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checks all statements of cards, tooltips and screen readers about cells against an oracle of plain loops.
// With LAB_EXHAUSTIVE set, on thousands of experiments.
#include "core/experiment/masks.h"
#include "tests/support/lab_window.h"
#include "tests/support/shown_table.h"
#include "tests/support/test_program.h"
#include "tests/support/truth.h"
#include "ui/document/lab_document.h"
#include "ui/pages/matrix_warnings.h"
#include "ui/panels/explanation/explanation_browser.h"
#include "ui/panels/explanation/explanation_panel.h"
#include "ui/plots/links/links_choice.h"
#include "ui/plots/statistics/statistics_content.h"

#include <cmath>

using namespace lab;
using namespace lab::test;

class TestTruthOfCards : public WindowTest {
    Q_OBJECT

private slots:
    void cards();
    void overflowInTheExample();
    void overflowIsNotHatched();
    void saturationIsNamed();
    void zeroIsZero();
};

namespace {

using S = StageId;

QString fault_of(LabDocument& document) {
    const Experiment& e = document.experiment();
    const Truth truth(e);
    if (truth.oracle().depends_on_order())
        return {};
    for (const StageInfo& stage : all_stages()) {
        for (HeadIndex head = 0; has_stage(e, stage.id) && head < (stage.per_head ? e.heads.count : 1);
             ++head) {
            for (const StageInfo& each : all_stages())
                document.completeView(each.id, each.per_head ? head : 0);
            const HeatmapContent content = stageContent(document, stage.id, head, false);
            const QString where = QStringLiteral("%1, head %2: ").arg(stage.name.data()).arg(head);
            for (Index row = 0; row < content.matrix->rows(); ++row) {
                for (Index column = 0; column < content.matrix->cols(); ++column) {
                    const QString fault = truth.fault_of_description({stage.id, head, row, column},
                                                                     content.describe({row, column}));
                    if (!fault.isEmpty())
                        return where + fault;
                    const bool dropout = stage.id == S::dropped_weights;
                    const bool pair = stage.id == S::masked_scores || stage.id == S::weights || dropout;
                    const bool hidden = pair && truth.oracle().is_hidden(head, row, column);
                    if (pair && content.isHidden({row, column}) != hidden)
                        return where + "hatched, or not";
                    const bool weighs0 =
                        hidden && !truth.oracle().at(S::weights, head, row, column).overridden;
                    const bool dropped = dropout && !truth.oracle().is_kept(head, row, column) && !weighs0 &&
                                         !truth.oracle().at(stage.id, head, row, column).overridden;
                    if (content.isDropped({row, column}) != dropped)
                        return where + "crossed out, or not";
                }
            }
            QStringList notes = matrixWarnings(content, stage.id);
            if (const QString remark = sinkRemark(content); !remark.isEmpty())
                notes += remark;
            for (const QString& note : notes) {
                if (QString fault = truth.fault_of_note(stage.id, head, note); !fault.isEmpty())
                    return where + fault;
            }
        }
    }
    return {};
}

/// “Sky is blue” with an overflowing product.
void overflowExample(LabDocument& document) {
    document.openExample("sky-is-blue");
    document.setValue(ParameterId::W_Q, 0, 0, 1e200);
    document.setValue(ParameterId::W_K, 0, 0, -1e200);
}

} // namespace

void TestTruthOfCards::cards() {
    RandomExperiments random(22);
    LabDocument document;
    for (int round = 0; round < truth_rounds(); ++round) {
        document.replace(telling_experiment(random), {});
        const QString fault = fault_of(document);
        QVERIFY2(fault.isEmpty(), qPrintable(QStringLiteral("round %1: %2").arg(round).arg(fault)));
    }
}

void TestTruthOfCards::overflowInTheExample() {
    LabDocument document;
    overflowExample(document);
    for (const S stage : {S::scores, S::scaled_scores, S::masked_scores, S::weights}) {
        const HeatmapContent content = stageContent(document, stage, 0, false);
        const QString notes = matrixWarnings(content, stage).join('\n');
        QVERIFY2(notes.contains("overflow that began"), qPrintable(notes));
        QVERIFY2(stage == S::scores || notes.contains("overflow that began in Scores, “sky” → “sky”"),
                 qPrintable(notes));
        QVERIFY2(!notes.contains("hidden"), qPrintable(notes));
        QVERIFY(!content.isHidden({0, 0}));
        QVERIFY2(!content.describe({0, 0}).contains("hidden"), qPrintable(content.describe({0, 0})));
    }
    const LinksContent links = linksContent(document, 0);
    const QString warnings = linksNotes(links, {}).warnings.join('\n');
    QVERIFY2(warnings.contains("every score is −∞: overflow that began in Scores") &&
                 !warnings.contains("hidden"),
             qPrintable(warnings));
    QVERIFY(links.numberText(0, 0) != "hidden");
    QVERIFY(fault_of(document).isEmpty());
    const auto input = statisticsInput(document, S::weights, 0, true);
    const QString words = statisticsContent(*input, statisticsNumbers(*input)).describe();
    QVERIFY2(words.contains("overflow that began in Scores, “sky” → “sky”") && !words.contains("hidden"),
             qPrintable(words));
}

/// On the board, as drawn and as read by screen readers.
void TestTruthOfCards::overflowIsNotHatched() {
    overflowExample(window().document());
    for (const S stage : {S::masked_scores, S::weights}) {
        QVERIFY(!window().heatmap(stage).content().isHidden({0, 0}));
        QVERIFY(shown_name(window().heatmap(stage), 0, 0).contains("overflow that began in Scores"));
    }
    window().click(S::weights, {0, 0});
    const QString text = window().explanation().browser().toPlainText();
    QVERIFY2(text.contains("overflow that began in Scores") && !text.contains("is hidden"), qPrintable(text));
}

void TestTruthOfCards::saturationIsNamed() {
    window().document().openExample("sky-is-blue");
    window().document().setValue(ParameterId::W_Q, 0, 0, 1000);
    window().document().setValue(ParameterId::W_K, 0, 0, 1000);
    window().selection().inspect(CellRef{S::weights, 0, 0, 0});
    window().explanation().follow(ParameterCell{ParameterId::W_Q, 0, 0});
    const QString text = window().explanation().browser().toPlainText();
    QVERIFY2(text.contains("Softmax is saturated") && text.contains("practically 0") &&
                 !text.contains("0.00000000"),
             qPrintable(text));
}

void TestTruthOfCards::zeroIsZero() {
    Experiment e;
    e.sequence = {Tokenizer::manual, "", {"a"}};
    e.projection.kind = ProjectionKind::direct;
    e.projection.Q = share(Matrix{{0.1, 0.2, -0.3}});
    e.projection.K = share(Matrix{{1, 1, 1}});
    e.projection.V = share(Matrix{{0.1}});
    LabDocument document;
    document.replace(e, {});
    const HeatmapContent content = stageContent(document, S::scores, 0, false);
    QVERIFY2(content.describe({0, 0}).contains(": 0 (within rounding, computed as "),
             qPrintable(content.describe({0, 0})));
    const auto input = statisticsInput(document, S::queries, 0, true);
    const StatisticsContent statistics = statisticsContent(*input, statisticsNumbers(*input));
    QVERIFY2(statistics.describe().contains("mean ≈ 0"), qPrintable(statistics.describe()));
    QVERIFY(statistics.tableNotes().join('\n').contains("the mean is 0 within rounding, computed as "));
}

LAB_WINDOW_TEST(TestTruthOfCards)
#include "tst_truth_of_cards.moc"
