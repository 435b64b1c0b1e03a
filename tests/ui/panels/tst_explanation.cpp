// SPDX-License-Identifier: GPL-3.0-or-later
//
// The explanation of the inspected number: its text and its links.
#include "core/engine/pipeline.h"
#include "core/experiment/parameter.h"
#include "tests/support/golden.h"
#include "tests/support/sample.h"
#include "tests/support/test_program.h"
#include "tests/ui/panels/explanation_by_hand.h"
#include "ui/document/examples.h"
#include "ui/panels/explanation/inline_images.h"
#include "ui/plots/shared/stage_about.h"
#include "ui/widgets/card_header.h"
#include "ui/widgets/number_delegate.h"
#include "ui/window/preferences.h"
#include "ui/window/strips/head_strip.h"

#include <QClipboard>
#include <QLabel>
#include <QPainter>
#include <QScrollBar>

#include <array>
#include <limits>

using namespace lab;
using namespace lab::test;

class TestExplanation : public ExplanationTest {
    Q_OBJECT

private slots:
    void theOutputOfSky();
    void everyStage_data();
    void everyStage();
    void followsTheHand();
    void largeDocument();
    void marks();
    void hidden();
    void formulasCanBeClicked();
    void columns();
    void heads();
    void copies_data();
    void copies();
    void sheet();
    void switchedOff();
    void aboutTheStage();
    void bars_data();
    void bars();
    void capHasNumbers_data();
    void capHasNumbers();
    void scoreAsArrows_data();
    void scoreAsArrows();
};

/// In "Sky is blue" the first output number of "sky" is a sum of weights times values. Its links lead back to
/// the vector of "sky".
void TestExplanation::theOutputOfSky() {
    window().document().openExample("sky-is-blue");
    const Trace trace = compute(window().document().experiment()).value();
    QVERIFY(text().contains("Click any number"));
    window().click(StageId::output, {0, 0});
    QVERIFY2(text().contains("0.1460"), qPrintable(text()));
    const Matrix& weights = trace.stage(StageId::weights, 0);
    const Matrix& values = trace.stage(StageId::values, 0);
    const auto words = window().document().experiment().sequence.tokens;
    QVERIFY(panel().explanation());
    const ExplanationStep& sum = panel().explanation()->steps.front();
    QCOMPARE(sum.terms.size(), std::size_t(3));
    for (Index key = 0; key < 3; ++key) {
        const auto k = static_cast<std::size_t>(key);
        QCOMPARE(sum.terms[k].name, words[k]);
        const QString row = shown(weights(0, key)) + " × " + shown(values(key, 0));
        QVERIFY2(text().contains(row), qPrintable(row));
    }
    QVERIFY(click(cell(StageId::values, 0, 0)));
    QVERIFY(window().selection().inspected() == cell(StageId::values, 0, 0));
    QVERIFY(text().contains("the value of “sky”"));
    QVERIFY(click(cell(StageId::inputs, 0, 0)));
    QVERIFY(click(ParameterCell{ParameterId::E, 0, 0}));
    QVERIFY(window().selection().inspectedParameter() == (ParameterCell{ParameterId::E, 0, 0}));
    QVERIFY2(text().contains("feature 1 of the vector of “sky”"), qPrintable(text()));
    QVERIFY(text().contains(shown(window().value(ParameterId::E))));
    // The trail is shown at the top and leads back.
    QCOMPARE(panel().trail().size(), std::size_t(3));
    QVERIFY(click(trailLink(1)));
    QVERIFY(window().selection().inspected() == cell(StageId::values, 0, 0));
    QVERIFY(LabWindow::press(&panel().backButton()));
    QVERIFY(window().selection().inspected() == cell(StageId::output, 0, 0));
    QVERIFY(panel().trail().empty() && !panel().backButton().isVisible());
    window().press_key(Qt::Key_Escape);
    QVERIFY(text().contains("Click any number"));
}

void TestExplanation::everyStage_data() {
    QTest::addColumn<Experiment>("experiment");
    std::size_t number = 0;
    for (const QString& name : exampleNames()) {
        if (in_sample(number++, 4))
            QTest::newRow(qPrintable(name)) << example(name);
    }
    for (const std::string& name : golden_names()) {
        if (in_sample(number++, 4))
            QTest::newRow(name.c_str()) << load_golden(name).experiment;
    }
}

/// The first and last cell of every matrix can be explained. The core's tests cover all cells.
void TestExplanation::everyStage() {
    QFETCH(Experiment, experiment);
    window().document().replace(experiment, {});
    const Dimensions d = dimensions(experiment);
    for (const StageInfo& stage : all_stages()) {
        for (HeadIndex head = 0; has_stage(experiment, stage.id) && head < (stage.per_head ? d.H : 1);
             ++head) {
            const CellRef last =
                cell(stage.id, length(stage.rows, d) - 1, length(stage.columns, d) - 1, head);
            for (const CellRef& each : {cell(stage.id, 0, 0, head), last}) {
                window().selection().inspect(each);
                const auto& explanation = panel().explanation();
                // A head that is not shown may be computed on the worker thread.
                QTRY_VERIFY2(explanation && explanation->cell == each, stage.name.data());
                const double value =
                    window().document().view(each.stage, each.head).matrix->coeff(each.row, each.column);
                QVERIFY(explanation->value == value || std::isnan(value));
                QVERIFY(text().contains(QString::fromStdString(text_of(explanation->place))));
            }
        }
    }
}

/// Dragging a number updates the text immediately.
void TestExplanation::followsTheHand() {
    window().document().openExample("sky-is-blue");
    window().click(StageId::weights, {2, 2});
    const QString before = text();
    QVERIFY(before.contains("0.3441"));
    QWidget* viewport = window().grid(ParameterId::W_Q).viewport();
    const QPoint from = window().cell_of(ParameterId::W_Q);
    QTest::mousePress(viewport, Qt::LeftButton, {}, from);
    QVERIFY2(text().contains("(per unit change)"), qPrintable(text()));
    QTest::mouseMove(viewport, from + QPoint(40, 0));
    QTest::mouseMove(viewport, from + QPoint(80, 0));
    QVERIFY(window().document().isPreviewing());
    const double weight = (*window().document().view(StageId::weights).matrix)(2, 2);
    QCOMPARE(panel().explanation()->value, weight);
    QVERIFY(text().contains(shown(weight)) && text() != before);
    QTest::mouseRelease(viewport, Qt::LeftButton, {}, from + QPoint(80, 0));
    window().document().undo();
    QVERIFY(text().contains("0.3441"));
    QVERIFY(window().selection().inspected().has_value());
    window().selection().clearInspected(); // and with it the question how it changes with W_Q
    window().click(StageId::weights, {1, 1});
    QVERIFY2(panel().explanation() && !text().contains("(per unit change)"), qPrintable(text()));
}

/// What takes longer than a frame is computed on a worker thread and correct.
void TestExplanation::largeDocument() {
    QString sentence;
    for (int i = 0; i < 120; ++i)
        sentence += QString("word%1 ").arg(i);
    window().document().openExample("sky-is-blue");
    window().document().setText(sentence);
    const Experiment e = window().document().experiment();
    QVERIFY(multiplications_of_sensitivity(e) > 0);
    window().selection().inspect(cell(StageId::output, 3, 1));
    QTRY_VERIFY(panel().explanation().has_value());
    QVERIFY(text().contains("smaller ones"));
    panel().follow(ParameterCell{ParameterId::W_V, 0, 0});
    QTRY_VERIFY(panel().sensitivity().has_value());
    const auto expected = sensitivity_of(e, cell(StageId::output, 3, 1), ParameterId::W_V);
    QCOMPARE(panel().sensitivity()->slopes, expected->slopes);
}

/// The operands of the inspected or hovered number are highlighted on the cards and in the parameters.
void TestExplanation::marks() {
    window().document().openExample("sky-is-blue");
    const auto operands = [&](StageId id) { return window().heatmap(id).marks().operands; };
    const auto linked = [&](ParameterId id, int row, int column) {
        const QAbstractItemModel& model = *window().grid(id).model();
        return model.index(row, column).data(NumberDelegate::LinkedRole).toBool();
    };
    window().click(StageId::head_outputs, {1, 0});
    QVERIFY(operands(StageId::weights) == std::vector({Block{1, 0, 1, 3}}));
    QVERIFY(operands(StageId::values) == std::vector({Block{0, 0, 3, 1}}));
    QVERIFY(operands(StageId::keys).empty());
    QVERIFY(window().heatmap(StageId::output).marks().dependents == std::vector({Block{1, 0, 1, 1}}));
    window().click(StageId::scores, {2, 1});
    QVERIFY(operands(StageId::queries) == std::vector({Block{2, 0, 1, 2}}));
    QVERIFY(operands(StageId::keys) == std::vector({Block{1, 0, 1, 2}}));
    // Hovering takes precedence over inspecting.
    MatrixHeatmap& queries = window().heatmap(StageId::queries);
    QTest::mouseMove(&queries, queries.cellRect({0, 1}).center().toPoint());
    QVERIFY(operands(StageId::inputs) == std::vector({Block{0, 0, 1, 2}}));
    QVERIFY(linked(ParameterId::W_Q, 0, 1) && linked(ParameterId::W_Q, 1, 1) &&
            !linked(ParameterId::W_Q, 0, 0));
    window().selection().setHovered(std::nullopt);
    QVERIFY(operands(StageId::inputs).empty() && !linked(ParameterId::W_Q, 0, 1));
    window().press_key(Qt::Key_Escape);
    QVERIFY(operands(StageId::keys).empty());
}

void TestExplanation::hidden() {
    window().document().replace(load_golden("causal").experiment, {});
    window().selection().inspect(cell(StageId::weights, 0, 1));
    QVERIFY2(text().contains("hidden: causal"), qPrintable(text()));
    QVERIFY(text().contains("a hidden key weighs exactly 0"));
}

void TestExplanation::formulasCanBeClicked() {
    window().document().openExample("sky-is-blue");
    window().click(StageId::scores, {0, 0});
    // Find the name of a query in the page, which is a link to it.
    std::optional<QPoint> place;
    const QRect area = browser().viewport()->rect();
    for (int y = area.top(); y < area.bottom() && !place; y += 2) {
        for (int x = area.left(); x < area.right() && !place; x += 2) {
            if (browser().sourceAt({x, y}) == std::optional<Source>(cell(StageId::queries, 0, 1)))
                place = QPoint(x + 2, y + 2);
        }
    }
    QVERIFY(place);
    QTest::mouseClick(browser().viewport(), Qt::LeftButton, {}, *place);
    QVERIFY(window().selection().inspected() == cell(StageId::queries, 0, 1));
}

void TestExplanation::columns() {
    window().document().openExample("column-vectors-with-biases");
    window().selection().inspect(cell(StageId::queries, 0, 1));
    const ExplanationStep& step = panel().explanation()->steps.back();
    const std::string word = window().document().experiment().sequence.tokens[0];
    QCOMPARE(plain(step.rule.parts.front()), "Q_2," + word);
    QVERIFY(plain(step.rule).find("(W_Q)_2,1") != std::string::npos);
    QVERIFY(text().contains(
        sourceName(window().document().experiment(), cell(StageId::queries, 0, 1)).section(": ", 1)));
}

void TestExplanation::heads() {
    window().document().openExample("two-heads");
    window().selection().inspect(cell(StageId::weights, 1, 0, 1));
    QCOMPARE(window().selection().head(), HeadIndex(1));
    QVERIFY2(text().contains("ATTENTION WEIGHTS, HEAD 2"), qPrintable(text()));
    // Showing another head does not change what is inspected.
    QTest::mouseClick(window().heads().heads().front(), Qt::LeftButton);
    QVERIFY(text().contains("ATTENTION WEIGHTS, HEAD 2"));
    window().selection().inspect(cell(StageId::concat, 0, 0));
    QVERIFY(text().contains("from head 1"));
}

void TestExplanation::copies_data() {
    QTest::addColumn<QString>("entry");
    QTest::addColumn<QString>("expected");
    QTest::newRow("text") << "As text"
                          << "1 Compare query and key";
    QTest::newRow("Markdown") << "As Markdown"
                              << "## 1 Compare query and key";
    QTest::newRow("LaTeX") << "As LaTeX"
                           << "\\begin{align*}";
}

void TestExplanation::copies() {
    QFETCH(QString, entry);
    QFETCH(QString, expected);
    window().document().openExample("sky-is-blue");
    window().click(StageId::weights, {1, 1});
    QAction* found = nullptr;
    for (QAction* each : panel().findChildren<QAction*>()) {
        if (each->text() == entry)
            found = each;
    }
    QVERIFY(found);
    found->trigger();
    QVERIFY2(QGuiApplication::clipboard()->text().contains(expected),
             qPrintable(QGuiApplication::clipboard()->text()));
}

/// In a small window the explanation overlays the board, which does not move.
void TestExplanation::sheet() {
    openWindow({1024, 700});
    window().document().openExample("sky-is-blue");
    QVERIFY(!panel().isVisible());
    QCoreApplication::processEvents();
    const StageCard& card = *window().board().card(StageId::scores);
    const QPoint before = card.mapTo(&window(), QPoint());
    window().click(StageId::scores, {0, 0});
    QVERIFY(panel().isVisible());
    QCOMPARE(card.mapTo(&window(), QPoint()), before);
    QVERIFY(text().contains("Compare query and key"));
    // The covered part can be scrolled into view.
    QScrollBar& bar = *window().board().verticalScrollBar();
    bar.setValue(bar.maximum());
    const StageCard& last = *window().board().card(StageId::output);
    const int bottom = last.mapTo(&window(), QPoint(0, last.height())).y();
    QVERIFY(bottom <= panel().mapTo(&window(), QPoint()).y());
    window().press_key(Qt::Key_Escape);
    QVERIFY(!panel().isVisible());
}

void TestExplanation::switchedOff() {
    window().document().openExample("sky-is-blue");
    const int board = window().board().width();
    QVERIFY(panel().isVisible());
    window().press_key(Qt::Key_F8);
    QVERIFY(!panel().isVisible() && window().board().width() > board);
    window().click(StageId::scores, {0, 0});
    QVERIFY(!panel().isVisible());
    window().press_key(Qt::Key_F8);
    QVERIFY(panel().isVisible() && text().contains("Compare query and key"));
}

/// What the stage does stands under the head of the explanation, in a sentence that is also the tooltip of
/// the card's title; the rest is one click away. Whether it is open stays so, in the next window, too.
void TestExplanation::aboutTheStage() {
    window().document().replace(load_golden("cross").experiment, {});
    for (const bool open : {false, true}) {
        for (const StageInfo& stage : all_stages()) {
            const Experiment& e = window().document().experiment();
            if (!has_stage(e, stage.id))
                continue;
            const StageAbout about = stageAbout(e, stage.id);
            window().selection().inspect(cell(stage.id, 0, 0));
            const QString said = text();
            QVERIFY2(said.contains(about.lead), qPrintable(said));
            QVERIFY2(!said.contains("\n1 ") || said.indexOf(about.lead) < said.indexOf("\n1 "),
                     qPrintable(said));
            for (const QString& paragraph : about.rest)
                QVERIFY2(said.contains(paragraph) == open, qPrintable(said));
            if (const StageCard* card = window().board().card(stage.id); !card->isThumbnail()) {
                const QList<QLabel*> labels = card->findChild<CardHeader*>()->findChildren<QLabel*>();
                QVERIFY2(std::ranges::any_of(
                             labels, [&](const QLabel* each) { return each->toolTip() == about.lead; }),
                         stage.name.data());
            }
        }
        window().selection().inspect(cell(StageId::scores, 0, 0));
        if (!open)
            QVERIFY(click(aboutLink()));
    }
    window().close();
    openWindow({1600, 1000}, 100, Preferences::load());
    window().selection().inspect(cell(StageId::scores, 0, 0));
    QVERIFY(text().contains("what the query looks for. A row belongs to one query."));
    QVERIFY(click(aboutLink()));
    QVERIFY(!text().contains("A row belongs to one query."));
}

void TestExplanation::bars_data() {
    QTest::addColumn<double>("value");
    QTest::addColumn<double>("largest");
    QTest::addColumn<bool>("isEmpty");
    QTest::newRow("zero") << 0.0 << 2.0 << true;
    QTest::newRow("zero, as all are") << 0.0 << 0.0 << true;
    QTest::newRow("small") << 1e-6 << 2.0 << false;
    QTest::newRow("the largest") << -2.0 << 2.0 << false;
    QTest::newRow("not finite") << std::numeric_limits<double>::infinity() << 0.0 << false;
}

/// A term of 0 has a bar of no length.
void TestExplanation::bars() {
    QFETCH(double, value);
    QFETCH(double, largest);
    QFETCH(bool, isEmpty);
    const auto drawn = [&](double number, double among) {
        const InlineImage bar = barImage(theme(), 60, number, among, Palette::blue_red);
        QImage image(bar.size.toSize(), QImage::Format_RGB32);
        image.fill(theme().colours().panel);
        QPainter painter(&image);
        bar.draw(painter);
        return image;
    };
    QCOMPARE(drawn(value, largest) == drawn(0, 1), isEmpty);
}

void TestExplanation::capHasNumbers_data() {
    QTest::addColumn<int>("scale");
    QTest::newRow("100 %") << 100;
    QTest::newRow("300 %") << 300;
}

/// Of caps whose pictures differ in their numbers only: the bounds and the bend, each whole.
void TestExplanation::capHasNumbers() {
    QFETCH(int, scale);
    theme().setScale(scale);
    const auto drawn = [&](double c) {
        const InlineImage picture = capImage(theme(), 300, {0.7 * c, c});
        QImage image(picture.size.toSize(), QImage::Format_RGB32);
        image.fill(theme().colours().panel);
        QPainter painter(&image);
        picture.draw(painter);
        return image;
    };
    const QImage one = drawn(50), other = drawn(30);
    std::array<QRect, 3> numbers; // in the upper, the middle and the lower third
    for (int y = 0; y < one.height(); ++y) {
        for (int x = 0; x < one.width(); ++x) {
            if (one.pixel(x, y) != other.pixel(x, y))
                numbers[std::size_t(3 * y / one.height())] |= QRect(x, y, 1, 1);
        }
    }
    const double high = QFontMetricsF(theme().font(TextRole::small)).height();
    for (const QRect& each : numbers) {
        QVERIFY(each.height() > 0.4 * high && each.height() < high);
        QVERIFY(one.rect().adjusted(0, 1, 0, -1).contains(each));
    }
    QVERIFY(numbers[0].right() < one.width() / 2 && numbers[2].left() > one.width() / 2);
    QVERIFY(numbers[1].left() > one.width() / 2 && numbers[1].right() < 0.75 * one.width());
}

void TestExplanation::scoreAsArrows_data() {
    QTest::addColumn<QString>("golden");
    QTest::addColumn<QString>("without"); // a matrix of zeros
    QTest::addColumn<bool>("covered");
    QTest::addColumn<bool>("drawn");
    QTest::newRow("two features") << "sky-is-blue"
                                  << "" << false << true;
    QTest::newRow("covered") << "sky-is-blue"
                             << "" << true << false;
    QTest::newRow("a query of 0") << "sky-is-blue"
                                  << "W_Q" << false << false;
    QTest::newRow("three features") << "journey-without-weights"
                                    << "" << false << false;
}

/// Both vectors and the foot stand beside a dot product of two features.
void TestExplanation::scoreAsArrows() {
    QFETCH(const QString, golden);
    QFETCH(const QString, without);
    QFETCH(const bool, covered);
    QFETCH(const bool, drawn);
    Experiment experiment = load_golden(golden.toStdString()).experiment;
    if (!without.isEmpty()) {
        const Matrix weights = *experiment.projection.W_Q;
        experiment =
            with_cells(experiment, ParameterId::W_Q, 0, 0, Matrix::Zero(weights.rows(), weights.cols()));
    }
    window().document().replace(experiment, {});
    if (covered)
        window().document().coverCells(StageBlock{StageId::keys, 0, {1, 0, 1, 2}});
    window().selection().inspect(CellRef{StageId::scores, 0, 2, 1});
    QTRY_VERIFY(!text().contains("Computing"));
    QCOMPARE(text().contains("how far along it the foot of k is"), drawn);
    const auto painted = [this](QPointF key) {
        const InlineImage picture = dotImage(theme(), 300, {3, 4}, key);
        QImage image(picture.size.toSize(), QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        picture.draw(painter);
        return image;
    };
    QVERIFY(painted({4, 3}) != painted({4, -3}));
    QVERIFY(!painted({0, 0}).isNull());
}

LAB_WINDOW_TEST(TestExplanation)
#include "tst_explanation.moc"
