// SPDX-License-Identifier: GPL-3.0-or-later
//
// The explanation of the inspected number: its text and its links.
#include "core/number_format.h"
#include "core/pipeline.h"
#include "tests/support/golden.h"
#include "tests/support/lab_window.h"
#include "tests/support/sample.h"
#include "tests/support/test_program.h"
#include "ui/document/examples.h"
#include "ui/panels/explanation/explanation_browser.h"
#include "ui/panels/explanation/explanation_links.h"
#include "ui/panels/explanation/explanation_panel.h"
#include "ui/widgets/number_delegate.h"
#include "ui/widgets/pill_button.h"
#include "ui/window/strips/head_strip.h"

#include <QClipboard>
#include <QMenu>
#include <QScrollBar>
#include <QTextBlock>

using namespace lab;
using namespace lab::test;

class TestExplanation : public WindowTest {
    Q_OBJECT

private slots:
    void theOutputOfSky();
    void everyStage_data();
    void everyStage();
    void followsTheHand();
    void parameterAlone();
    void staysAfterEnter_data();
    void staysAfterEnter();
    void withTheInspectedCell();
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

private:
    ExplanationPanel& panel() { return window().explanation(); }
    ExplanationBrowser& browser() { return panel().browser(); }
    QString text() { return browser().toPlainText().replace(QChar(QChar::Nbsp), QLatin1Char(' ')); }
    /// Clicks the page's link to that target.
    bool click(const QString& link);
    bool click(const Source& source) { return click(linkTo(source)); }
};

namespace {

constexpr CellRef cell(StageId stage, Index row, Index column, HeadIndex head = 0) {
    return {stage, head, row, column};
}

QString shown(double value) {
    return QString::fromStdString(display(value, 4));
}

} // namespace

bool TestExplanation::click(const QString& link) {
    for (QTextBlock block = browser().document()->begin(); block.isValid(); block = block.next()) {
        for (auto part = block.begin(); !part.atEnd(); ++part) {
            if (part.fragment().charFormat().anchorHref() != link)
                continue;
            QTextCursor at(browser().document());
            at.setPosition(part.fragment().position() + 1);
            browser().setTextCursor(at);
            browser().ensureCursorVisible();
            const QPoint place = browser().cursorRect(at).center() - QPoint(2, 0);
            QTest::mouseClick(browser().viewport(), Qt::LeftButton, {}, place);
            return true;
        }
    }
    return false;
}

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
}

void TestExplanation::parameterAlone() {
    window().document().openExample("sky-is-blue");
    QTest::mouseClick(window().grid(ParameterId::W_Q).viewport(), Qt::LeftButton, {},
                      window().cell_of(ParameterId::W_Q, 0, 1));
    QVERIFY2(text().contains("What it affects"), qPrintable(text()));
    QVERIFY(text().contains("W_Q[1,2]") && text().contains("feature 2 of every token"));
    QVERIFY(!text().contains("derivative"));
    // The keyboard cursor moves the inspection along.
    QTest::keyClick(&window().grid(ParameterId::W_Q), Qt::Key_Down);
    QVERIFY(window().selection().inspectedParameter() == (ParameterCell{ParameterId::W_Q, 1, 1}));
    // Its dependents are highlighted on the board.
    QVERIFY(window().heatmap(StageId::queries).marks().dependents == std::vector({Block{0, 1, 3, 1}}));
    QVERIFY(window().heatmap(StageId::keys).marks().dependents.empty());
}

void TestExplanation::staysAfterEnter_data() {
    QTest::addColumn<Notation>("notation");
    QTest::addColumn<Qt::Key>("key");
    QTest::newRow("rows, Enter") << Notation::rows << Qt::Key_Return;
    QTest::newRow("columns, Enter") << Notation::columns << Qt::Key_Return;
    QTest::newRow("rows, Tab") << Notation::rows << Qt::Key_Tab;
    QTest::newRow("columns, Tab") << Notation::columns << Qt::Key_Tab;
}

/// After Enter the cursor moves on, but the typed number stays explained.
void TestExplanation::staysAfterEnter() {
    QFETCH(Notation, notation);
    QFETCH(Qt::Key, key);
    window().document().openExample("sky-is-blue");
    Experiment e = window().document().experiment();
    e.notation = notation;
    window().document().replace(e, {});
    MatrixGrid& grid = window().grid(ParameterId::W_Q);
    const auto about = [&] { return window().selection().inspectedParameter(); };
    const auto type = [&](const char* number) {
        QTest::keyClicks(grid.focusProxy() ? grid.focusProxy() : &grid, number);
        QWidget* editor = window().focusWidget();
        QVERIFY(qobject_cast<QLineEdit*>(editor));
        QTest::keyClick(editor, key);
        QTRY_VERIFY(!qobject_cast<QLineEdit*>(window().focusWidget())); // closes asynchronously
    };
    const ParameterCell first{ParameterId::W_Q, 0, 0};
    QTest::mouseClick(grid.viewport(), Qt::LeftButton, {}, window().cell_of(ParameterId::W_Q));
    QVERIFY(about() == first);
    type("2");
    QCOMPARE(window().value(ParameterId::W_Q), 2.0);
    const auto cell = [&] {
        return window().parameters().section(ParameterId::W_Q)->model().cellOf(grid.currentIndex());
    };
    const ParameterCell second = cell();
    QVERIFY(!(second == first));
    QVERIFY(about() == first);
    QVERIFY2(text().contains("W_Q[1,1]"), qPrintable(text()));
    // Typing the next number, or moving with the arrow keys, changes what is explained.
    type("3");
    QVERIFY(about() == second);
    QTest::keyClick(&grid, Qt::Key_Up);
    QTest::keyClick(&grid, Qt::Key_Left);
    QTest::keyClick(&grid, Qt::Key_Right);
    QVERIFY(about() == cell());
    // With an inspected cell, the derivative is with respect to the typed number.
    const CellRef inspected{StageId::weights, 0, 2, 0};
    window().selection().clearInspected();
    window().selection().inspect(inspected);
    QTest::mouseClick(grid.viewport(), Qt::LeftButton, {}, window().cell_of(ParameterId::W_Q));
    QVERIFY(panel().sensitivity());
    const QString before = text().mid(text().indexOf("∂/∂")).section(" = ", 0, 0);
    type("1");
    const QString after = text().mid(text().indexOf("∂/∂")).section(" = ", 0, 0);
    QVERIFY(!before.isEmpty());
    QCOMPARE(after, before);
}

/// The derivative of the inspected cell, next to those with respect to the matrix's other numbers.
void TestExplanation::withTheInspectedCell() {
    window().document().openExample("sky-is-blue");
    const CellRef inspected = cell(StageId::weights, 2, 0);
    window().selection().inspect(inspected);
    panel().follow(ParameterCell{ParameterId::W_K, 0, 1});
    const Experiment& e = window().document().experiment();
    const double step = 1e-6;
    const auto at = [&](double by) {
        const double value = value_at(e, ParameterId::W_K, 0, 1) + by;
        return compute(with_cell(e, ParameterId::W_K, 0, 1, value)).value().stage(StageId::weights, 0)(2, 0);
    };
    const double slope = (at(step) - at(-step)) / (2 * step);
    QVERIFY(panel().sensitivity());
    QVERIFY(std::abs(panel().sensitivity()->slopes(0, 1) - slope) < 1e-8);
    QVERIFY2(text().contains("(per unit change)"), qPrintable(text()));
    for (const char* other : {"W_K[1,1]", "W_K[1,2]", "W_K[2,1]", "W_K[2,2]"})
        QVERIFY2(text().contains(other), other);
    QVERIFY(click(ParameterCell{ParameterId::W_K, 1, 1}));
    QVERIFY(text().contains("W_K[2,2]") && window().selection().inspected() == inspected);
    QVERIFY(click(inspected)); // back to the cell
    QVERIFY(!window().selection().inspectedParameter());
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

/// Every stage has a description.
void TestExplanation::aboutTheStage() {
    window().document().replace(load_golden("cross").experiment, {});
    window().selection().inspect(cell(StageId::scores, 0, 0));
    const QString without = text();
    QVERIFY(click(aboutLink()));
    for (const StageInfo& stage : all_stages()) {
        if (!has_stage(window().document().experiment(), stage.id))
            continue;
        window().selection().inspect(cell(stage.id, 0, 0));
        QVERIFY2(text().section("What this stage does", 1).size() > 100, stage.name.data());
        QVERIFY(!text().contains("SPDX"));
    }
    QVERIFY(click(aboutLink()));
    QVERIFY(text().section("What this stage does", 1).size() < 10);
}

LAB_WINDOW_TEST(TestExplanation)
#include "tst_explanation.moc"
