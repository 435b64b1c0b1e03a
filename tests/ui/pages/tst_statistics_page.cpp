// SPDX-License-Identifier: GPL-3.0-or-later
//
// The Statistics page: its numbers, its controls and its accessible description.
#include "core/base/number_format.h"
#include "core/edits/sentence.h"
#include "core/engine/pipeline.h"
#include "core/experiment/parameter.h"
#include "tests/support/golden.h"
#include "tests/support/lab_window.h"
#include "tests/support/sample.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/pages/statistics/statistics_page.h"
#include "ui/plots/shared/stage_texts.h"
#include "ui/plots/statistics/statistics_plot.h"
#include "ui/widgets/pill_button.h"
#include "ui/window/page_stack.h"
#include "ui/window/strips/head_strip.h"

#include <QAccessible>
#include <QLabel>
#include <QMenu>
#include <QScrollBar>

using namespace lab;
using namespace lab::test;

class TestStatisticsPage : public WindowTest {
    Q_OBJECT

private slots:
    void saysTheNumbers_data();
    void saysTheNumbers();
    void equalWeights_data();
    void equalWeights();
    void notebook();
    void rowsWithoutEntropy_data();
    void rowsWithoutEntropy();
    void saysWhatTheNormDoes_data();
    void saysWhatTheNormDoes();
    void whyScaled_data();
    void whyScaled();
    void chosenByHand();
    void chosenByKeyboard();
    void followsEdits();
    void followsTheHead();
    void inColumns();
    void emptied();
    void nothingForNobody();
    void hasRoom_data();
    void hasRoom();
    void curves();
    void ownNumbers_data();
    void ownNumbers();

private:
    StatisticsPage& panel() { return window().pages().get<StatisticsPage>(); }
    StatisticsPlot& plot() { return panel().plot(); }
    void open(const char* golden) {
        window().document().replace(load_golden(golden).experiment, {});
        window().press_key(Qt::Key_6, Qt::ControlModifier);
    }
    /// The accessible description.
    QString said() { return QAccessible::queryAccessibleInterface(&plot())->text(QAccessible::Description); }
    /// The first mismatch between the table and the computed document.
    QString disagreement();
    QPoint lineOf(StageId stage) {
        const auto& lines = plot().content().lines;
        const auto found = std::ranges::find(lines, stage, &StatisticsLine::stage);
        return plot().drawing().lineRect(std::size_t(found - lines.begin())).center().toPoint();
    }
};

QString TestStatisticsPage::disagreement() {
    const Experiment& experiment = window().document().experiment();
    const Trace trace = compute(experiment).value();
    if (plot().content().lines.empty())
        return "no lines";
    for (const StatisticsLine& line : plot().content().lines) {
        const MatrixStatistics expected = statistics_of(trace.stage(line.stage, window().selection().head()));
        const QString text =
            QStringLiteral("%1: mean %2, variance %3, minimum %4, maximum %5")
                .arg(stageTitle(line.stage), statisticText(expected.mean), statisticText(expected.variance),
                     statisticText(expected.lowest), statisticText(expected.highest));
        // Both computations may round differently in the last shown decimal.
        if (std::abs(line.numbers.variance - expected.variance) > 1e-9 * (1 + expected.variance))
            return "another variance of " + line.title;
        if (!said().contains(line.title + ": mean "))
            return "nothing is said of " + line.title;
        if (line.stage == StageId::scores && !said().contains(text))
            return "not said: " + text;
    }
    return {};
}

void TestStatisticsPage::equalWeights_data() {
    QTest::addColumn<int>("words");
    QTest::addColumn<NormalizationKind>("kind");
    QTest::addColumn<double>("lowest");
    QTest::addColumn<double>("highest");
    QTest::newRow("twelve words") << 12 << NormalizationKind::softmax << 1.0 / 24 << 1.0 / 8;
    QTest::newRow("two words") << 2 << NormalizationKind::softmax << 0.25 << 0.75;
    QTest::newRow("one word") << 1 << NormalizationKind::softmax << 0.5 << 1.0;
    QTest::newRow("one word, sparsemax") << 1 << NormalizationKind::sparsemax << 0.5 << 1.0;
    QTest::newRow("sigmoid") << 3 << NormalizationKind::sigmoid << 0.25 << 0.75;
}

/// The axis has the one number, and nothing that no weight can be.
void TestStatisticsPage::equalWeights() {
    QFETCH(int, words);
    QFETCH(NormalizationKind, kind);
    QFETCH(double, lowest);
    QFETCH(double, highest);
    Experiment e = with_text(load_golden("sky-is-blue").experiment,
                             QString("word ").repeated(words).trimmed().toStdString());
    e.normalization.kind = kind;
    if (kind == NormalizationKind::sigmoid)
        e = with_cells(e, ParameterId::W_Q, 0, 0, Matrix(Matrix::Zero(2, 2)));
    window().document().replace(e, {});
    window().press_key(Qt::Key_6, Qt::ControlModifier);
    QTest::mouseClick(&plot(), Qt::LeftButton, {}, lineOf(StageId::weights));
    const auto edges = [&] { return plot().content().numbers.histogram.edges; };
    QTRY_COMPARE(edges().size(), std::size_t(2));
    QTRY_VERIFY(std::abs(edges().front() - lowest) < 1e-9 && std::abs(edges().back() - highest) < 1e-9);
}

void TestStatisticsPage::saysTheNumbers_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"sky-is-blue", "two-heads", "causal", "cross", "one-token", "numeric-decoder",
                             "custom-with-empty-row", "sum-normalised", "sparsemax", "naive-overflow",
                             "alibi-three-heads", "column-vectors-with-biases"})
        QTest::newRow(name) << QString(name);
}

void TestStatisticsPage::saysTheNumbers() {
    QFETCH(QString, name);
    open(name.toUtf8());
    QTRY_COMPARE(disagreement(), QString());
    // For each stage: the bins count its cells and the sums cover its rows.
    for (std::size_t i = 0; i < plot().content().lines.size(); ++i) {
        const StatisticsLine line = plot().content().lines[i];
        QTest::mouseClick(&plot(), Qt::LeftButton, {}, lineOf(line.stage));
        QTRY_COMPARE(plot().content().stage, line.stage);
        const StatisticsNumbers& numbers = plot().content().numbers;
        Index cells = 0;
        for (const Index count : numbers.histogram.counts)
            cells += count;
        QCOMPARE(cells, line.numbers.finite);
        QCOMPARE(Index(numbers.sums.size()), plot().content().chosen.matrix->rows());
        QCOMPARE(numbers.weights.has_value(), line.stage == StageId::weights);
        QVERIFY(said().contains(line.title + ": mean"));
        QVERIFY(said().contains("(chosen)"));
    }
}

void TestStatisticsPage::notebook() {
    open("numeric-encoder");
    QTRY_VERIFY(said().contains("Scores: mean 0.025195, variance 6.837565"));
    QVERIFY(said().contains("Scaled scores: mean 0.008908, variance 0.854696"));
    QVERIFY(said().contains("sum 1.000000, entropy "));
    QVERIFY(said().contains("variance goes from 6.838 to 0.8547"));
    open("custom-with-empty-row");
    QTRY_VERIFY(said().contains("−∞, and left out"));
    QVERIFY(said().contains("have no entropy"));
}

void TestStatisticsPage::rowsWithoutEntropy_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<Notation>("notation");
    QTest::addColumn<QString>("text");
    const QString rows =
        QStringLiteral("Rows whose weights are not shares that add up to 1 have no entropy: ");
    const QString columns =
        QStringLiteral("Columns whose weights are not shares that add up to 1 have no entropy: ");
    QTest::newRow("one row") << "custom-with-empty-row" << Notation::rows << rows + "1 of 5.";
    QTest::newRow("one column") << "custom-with-empty-row" << Notation::columns << columns + "1 of 5.";
    QTest::newRow("rows") << "sum-normalised" << Notation::rows << rows + "3 of 5.";
    QTest::newRow("all columns") << "naive-overflow" << Notation::columns << columns + "4 of 4.";
    QTest::newRow("none") << "causal" << Notation::rows << QString();
}

void TestStatisticsPage::rowsWithoutEntropy() {
    QFETCH(QString, name);
    QFETCH(Notation, notation);
    QFETCH(QString, text);
    Experiment experiment = load_golden(name.toStdString()).experiment;
    experiment.notation = notation;
    window().document().replace(experiment, {});
    window().press_key(Qt::Key_6, Qt::ControlModifier);
    QTRY_VERIFY(said().contains("Means: entropy"));
    QCOMPARE(said().contains("no entropy"), !text.isEmpty());
    QVERIFY2(said().contains(text), qPrintable(said()));
}

void TestStatisticsPage::saysWhatTheNormDoes_data() {
    QTest::addColumn<double>("key"); // the first number of K
    QTest::addColumn<QString>("text");
    // Queries (3, 4) and (0, 0), of which the norm makes (0.6, 0.8); as are the keys, which are the same.
    const QString begin = QStringLiteral("Queries and keys are normalised: ");
    QTest::newRow("finite") << 3.0
                            << begin + "the standard deviation of the scaled scores is 0.433013 and would be "
                                       "10.825318 without that, the largest of them, without its sign, is "
                                       "1.000000 and would be 25.000000.";
    QTest::newRow("squares overflow") << 1e154
                                      << begin + "the largest of the scaled scores, without its sign, is "
                                                 "0.600000 and would be ";
    QTest::newRow("a score overflows") << 1e308 << "Scores that are not finite are left out.";
}

void TestStatisticsPage::saysWhatTheNormDoes() {
    QFETCH(double, key);
    QFETCH(QString, text);
    Experiment experiment;
    experiment.sequence = {Tokenizer::manual, "", {"sky", "is"}};
    experiment.projection.kind = ProjectionKind::direct;
    experiment.projection.Q = share(Matrix{{3, 4}, {0, 0}});
    experiment.projection.K = share(Matrix{{key, 4}, {0, 0}});
    experiment.projection.V = share(Matrix{{1}, {2}});
    experiment.scores.scale = 1;
    window().document().replace(experiment, {});
    window().press_key(Qt::Key_6, Qt::ControlModifier);
    QTRY_VERIFY(said().contains("multiplies its scores") || said().contains("does not scale its scores"));
    QVERIFY(!said().contains("normalised"));
    experiment.scores.qk_norm = QkNorm{QkNormKind::l2, 1e-6};
    window().document().replace(experiment, {});
    QTRY_VERIFY2(said().contains(text), qPrintable(said()));
}

void TestStatisticsPage::whyScaled_data() {
    QTest::addColumn<bool>("byMenu");
    QTest::addColumn<bool>("presented");
    QTest::newRow("menu") << true << false;
    QTest::newRow("button") << false << false;
    QTest::newRow("presenting") << true << true;
}

/// Found by its name, from any page: the part comes into sight, or while presenting its page.
void TestStatisticsPage::whyScaled() {
    QFETCH(bool, byMenu);
    QFETCH(bool, presented);
    LabWindow& w = openWindow({900, 600});
    if (presented)
        w.press_key(Qt::Key_F5);
    if (byMenu) {
        QCOMPARE(w.actions()[ActionId::why_scaled].text(), QString("Why 1/√d_k"));
        w.actions()[ActionId::why_scaled].trigger();
    } else {
        w.press_key(Qt::Key_6, Qt::ControlModifier);
        QTRY_VERIFY(plot().isVisible() && plot().content().study);
        QVERIFY(w.press(w.button(panel(), "Why 1/√d_k")));
    }
    QCOMPARE(w.pages().pageName(), QString("pageStatistics"));
    const auto top = [&] {
        return plot().mapTo(panel().viewport(), QPoint(0, plot().drawing().scalingTop())).y();
    };
    QTRY_VERIFY(plot().isVisible() && plot().content().study);
    if (presented) {
        QVERIFY(plot().drawing().pageOfScaling() > 0);
        QTRY_COMPARE(plot().drawing().page(), plot().drawing().pageOfScaling());
    } else {
        QTRY_VERIFY2(top() >= -5 && top() < panel().viewport()->height() / 2,
                     qPrintable(QString::number(top())));
    }
}

void TestStatisticsPage::chosenByHand() {
    open("sky-is-blue");
    QTRY_VERIFY(!plot().content().lines.empty());
    QCOMPARE(plot().content().stage, StageId::weights);
    QTest::mouseMove(&plot(), lineOf(StageId::keys));
    QCOMPARE(plot().cursor().shape(), Qt::PointingHandCursor);
    QTest::mouseClick(&plot(), Qt::LeftButton, {}, lineOf(StageId::keys));
    QTRY_COMPARE(plot().content().stage, StageId::keys);
    QCOMPARE(panel().stages().text(), QStringLiteral("Keys"));
    QCOMPARE(std::get<StatisticsFigure>(*panel().figure()).stage, StageId::keys);
    // Pressing on one line and releasing on another selects nothing.
    QTest::mousePress(&plot(), Qt::LeftButton, {}, lineOf(StageId::scores));
    QTest::mouseRelease(&plot(), Qt::LeftButton, {}, lineOf(StageId::values));
    QTest::qWait(30);
    QCOMPARE(plot().content().stage, StageId::keys);
    // The same through the menu.
    for (QAction* action : panel().stages().menu()->actions()) {
        if (action->text() == "Scores")
            action->trigger();
    }
    QTRY_COMPARE(plot().content().stage, StageId::scores);
    QCOMPARE(std::get<StatisticsFigure>(*panel().figure()).stage, StageId::scores);
}

void TestStatisticsPage::chosenByKeyboard() {
    open("sky-is-blue");
    QTRY_VERIFY(!plot().content().lines.empty());
    plot().setFocus(Qt::TabFocusReason);
    QTest::keyClick(&plot(), Qt::Key_Up);
    QTRY_COMPARE(plot().content().stage, StageId::masked_scores);
    QVERIFY(said().contains("(chosen)"));
    QTest::keyClick(&plot(), Qt::Key_Home);
    QTRY_COMPARE(plot().content().stage, plot().content().lines.front().stage);
    QTest::keyClick(&plot(), Qt::Key_Up);
    QTest::keyClick(&plot(), Qt::Key_End);
    QTRY_COMPARE(plot().content().stage, StageId::output);
}

void TestStatisticsPage::followsEdits() {
    open("sky-is-blue");
    QTRY_COMPARE(disagreement(), QString());
    const QString before = said();
    QAbstractItemModel& model = *window().grid(ParameterId::W_Q).model();
    QVERIFY(model.setData(model.index(0, 0), "3"));
    QTRY_VERIFY(said() != before);
    QTRY_COMPARE(disagreement(), QString());
    window().press_key(Qt::Key_Z, Qt::ControlModifier);
    QTRY_COMPARE(said(), before);
    // Also during a drag.
    for (const double value : {2.0, 3.0, 4.0})
        window().document().preview(ParameterId::W_K, 0, 0, value);
    QTRY_COMPARE(disagreement(), QString());
    QVERIFY(said() != before);
    window().document().cancelPreview();
    QTRY_COMPARE(said(), before);
    setCausal(window().document(), true);
    QTRY_VERIFY(said().contains("Masked scores: 3 cells are −∞, and left out."));
}

void TestStatisticsPage::followsTheHead() {
    open("two-heads");
    QTRY_COMPARE(disagreement(), QString());
    const QString before = said();
    QVERIFY(window().press(window().button(window().heads(), "Head 2")));
    QTRY_VERIFY(said() != before);
    QTRY_COMPARE(disagreement(), QString());
    QCOMPARE(std::get<StatisticsFigure>(*panel().figure()).head, 1);
    // With a single head there is no concatenation, so the weights are shown instead.
    QTest::mouseClick(&plot(), Qt::LeftButton, {}, lineOf(StageId::concat));
    QTRY_COMPARE(plot().content().stage, StageId::concat);
    open("sky-is-blue");
    QTRY_COMPARE(disagreement(), QString());
    QCOMPARE(plot().content().stage, StageId::weights);
}

void TestStatisticsPage::inColumns() {
    open("sky-is-blue");
    QTRY_VERIFY(said().contains("row “sky”: sum 1.000000"));
    Experiment experiment = window().document().experiment();
    experiment.notation = Notation::columns;
    window().document().replace(experiment, {});
    QTRY_VERIFY(said().contains("column “sky”: sum 1.000000"));
}

void TestStatisticsPage::emptied() {
    open("sky-is-blue");
    QTRY_VERIFY(plot().isVisible());
    window().type_sentence({});
    QTRY_VERIFY(!plot().isVisible());
    QStringList texts;
    for (const QLabel* label : panel().findChildren<QLabel*>()) {
        if (label->isVisible())
            texts += label->text();
    }
    QVERIFY2(texts.join(' ').contains("sentence"), qPrintable(texts.join('\n')));
    window().type_sentence("sky is");
    QTRY_VERIFY(plot().isVisible());
    QTRY_COMPARE(disagreement(), QString());
}

void TestStatisticsPage::nothingForNobody() {
    open("sky-is-blue");
    QTRY_COMPARE(disagreement(), QString());
    QTRY_VERIFY(plot().content().study); // it comes later, once
    const QString before = said();
    window().press_key(Qt::Key_1, Qt::ControlModifier);
    window().document().setValue(ParameterId::W_Q, 0, 0, 5);
    QTest::qWait(50);
    QCOMPARE(said(), before);
    window().press_key(Qt::Key_6, Qt::ControlModifier);
    QTRY_VERIFY(said() != before);
    QTRY_COMPARE(disagreement(), QString());
}

void TestStatisticsPage::hasRoom_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("scale");
    QTest::newRow("narrow") << QSize(480, 640) << 100;
    QTest::newRow("1024") << QSize(1024, 700) << 100;
    QTest::newRow("large") << QSize(3840, 2160) << 100;
    QTest::newRow("large letters") << QSize(1024, 700) << 300;
    QTest::newRow("small letters") << QSize(1024, 700) << 80;
}

/// The page fits its width, and its parts do not overlap.
void TestStatisticsPage::hasRoom() {
    QFETCH(QSize, size);
    QFETCH(int, scale);
    openWindow(size, scale);
    open("two-heads");
    QTRY_VERIFY(!plot().content().lines.empty());
    QTRY_VERIFY(plot().width() >= plot().sizeHint().width());
    QTRY_COMPARE(panel().horizontalScrollBar()->maximum(), 0);
    const StatisticsDrawing& drawing = plot().drawing();
    for (std::size_t i = 0; i < plot().content().lines.size(); ++i) {
        const QRectF line = drawing.lineRect(i);
        QVERIFY(QRectF(QPointF(), drawing.size()).contains(line));
        QCOMPARE(drawing.lineAt(line.center()), std::optional(i));
        QVERIFY(i == 0 || line.top() >= drawing.lineRect(i - 1).bottom());
    }
}

/// The scaling curves arrive after the numbers, for the current number of keys.
void TestStatisticsPage::curves() {
    open("sky-is-blue");
    QTRY_VERIFY_WITH_TIMEOUT(plot().content().study, 60000);
    QCOMPARE(plot().content().study->n_k, 3);
    QVERIFY(said().contains("With dk = 64 the scores of random vectors"));
    window().type_sentence("sky is blue is sky");
    QTRY_VERIFY_WITH_TIMEOUT(plot().content().study && plot().content().study->n_k == 5, 60000);
    QVERIFY(said().contains("with 5 keys each"));
}

void TestStatisticsPage::ownNumbers_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QSize>("size");
    std::size_t index = 0;
    for (const char* name :
         {"numeric-encoder", "numeric-decoder", "sky-is-blue", "two-heads", "journey-trainable",
          "custom-scale-temperature", "huge-scores", "unscaled", "causal"}) {
        if (in_sample(index++, 1))
            QTest::addRow("%s", name) << QString(name) << QSize(1440, 900);
        if (in_sample(index++, 1))
            QTest::addRow("%s, narrow", name) << QString(name) << QSize(480, 640);
    }
}

/// The number next to a dot belongs to that dot and cannot be mistaken for the other's.
void TestStatisticsPage::ownNumbers() {
    QFETCH(QString, name);
    QFETCH(QSize, size);
    openWindow(size);
    open(name.toUtf8());
    QTRY_VERIFY_WITH_TIMEOUT(plot().content().study, 60000);
    plot().grab(); // positions are known after painting
    const OwnScaling& own = plot().content().numbers.own;
    double ScalingPoint::*const what[] = {&ScalingPoint::variance, &ScalingPoint::entropy,
                                          &ScalingPoint::gradient};
    for (int panel = 0; panel < StatisticsCharts::panels; ++panel) {
        const auto numbers = plot().drawing().charts().ownNumbers(panel);
        const auto distance = [](const QRectF& text, QPointF dot) {
            const double x = std::max({text.left() - dot.x(), dot.x() - text.right(), 0.0});
            const double y = std::max({text.top() - dot.y(), dot.y() - text.bottom(), 0.0});
            return std::hypot(x, y);
        };
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            const StatisticsCharts::OwnNumber& each = numbers[i];
            const double value = (each.isScaled ? own.scaled : own.unscaled).*what[panel];
            const auto said = read_typed_number(each.text.toStdString());
            QVERIFY2(said && std::abs(*said - value) <= 0.05 * std::abs(value), qPrintable(each.text));
            const StatisticsCharts::OwnNumber& other = numbers[numbers.size() - 1 - i];
            if (&other == &each || each.place.isEmpty() || other.place.isEmpty())
                continue;
            QVERIFY(!each.place.intersects(other.place));
            if (each.dot == other.dot) // both have the same value
                continue;
            QVERIFY2(distance(each.place, each.dot) < distance(each.place, other.dot), qPrintable(each.text));
            // The higher of two dots has the larger number, and its text is not below the other's.
            const double others = (other.isScaled ? own.scaled : own.unscaled).*what[panel];
            QCOMPARE(each.dot.y() < other.dot.y(), value > others);
            if (each.dot.y() < other.dot.y())
                QVERIFY(each.place.center().y() <= other.place.center().y());
        }
        if (panel == 0 && own.factor != 1)
            QCOMPARE(numbers.size(), std::size_t(2));
    }
}

LAB_WINDOW_TEST(TestStatisticsPage)
#include "tst_statistics_page.moc"
