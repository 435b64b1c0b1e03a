// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is said and shown in the panel of Check my numbers is not cut: neither lines, rows nor code.
#include "tests/support/printed_matrices.h"
#include "tests/support/test_program.h"
#include "tests/ui/window/check_by_hand.h"
#include "ui/text/subscripts.h"
#include "ui/text/whole_calls.h"

#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QTextDocument>
#include <QTextLayout>

using namespace lab;
using namespace lab::test;

using S = StageId;

class TestCheckLayout : public CheckTest {
    Q_OBJECT

private slots:
    void answerInSight_data();
    void answerInSight();
    void evenDifferences();
    void wholeCalls_data();
    void wholeCalls();
    void callsInLabels();

private:
    /// The part of the panel in which the answer scrolls.
    QScrollArea* answerArea() {
        for (auto* each : panel()->findChildren<QScrollArea*>()) {
            if (each->widget() && each->widget() == sentence()->parentWidget())
                return each;
        }
        return nullptr;
    }
    QLabel* sentence() {
        for (auto* each : panel()->findChildren<QLabel*>()) {
            if (each->accessibleName() == said().section('\n', 0, 0))
                return each;
        }
        return nullptr;
    }
};

void TestCheckLayout::answerInSight_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("scale");
    QTest::newRow("small window") << QSize(1024, 700) << 100;
    QTest::newRow("large letters") << QSize(1440, 700) << 150;
    QTest::newRow("flat") << QSize(1440, 480) << 100;
}

/// All that is said, where there is room; otherwise whole lines, with a bar to scroll by.
void TestCheckLayout::answerInSight() {
    QFETCH(QSize, size);
    QFETCH(int, scale);
    LabWindow& w = openWindow(size, scale);
    Experiment e = example("journey-trainable");
    e.notation = Notation::rows;
    w.document().replace(e, {});
    open(S::weights, 0);
    Matrix given = numbers(S::scores);
    given(1, 2) += 0.5;
    given(4, 3) -= 0.5;
    pasteText(QString::fromStdString(printed_list(given)));
    QTRY_VERIFY2(said().count('\n') > 2, qPrintable(said()));
    QVERIFY(sentence() && answerArea());
    QCoreApplication::processEvents();
    const QScrollArea& area = *answerArea();
    const int hidden = area.verticalScrollBar()->maximum();
    QTRY_COMPARE(area.verticalScrollBar()->isVisible(), hidden > 0);
    if (hidden == 0)
        return;
    // A line is cut neither in the sentence nor in what follows it.
    const int edge = area.viewport()->height();
    for (const QLabel* each : area.widget()->findChildren<QLabel*>()) {
        if (!each->isVisible() || each->y() >= edge || each->geometry().bottom() < edge)
            continue;
        QCOMPARE((edge - each->y()) % each->fontMetrics().lineSpacing(), 0);
    }
}

/// Differences have as many decimals, so that they can be compared.
void TestCheckLayout::evenDifferences() {
    Experiment e = example("two-heads");
    e.notation = Notation::rows;
    window().document().replace(e, {});
    open(S::scores, 0);
    Matrix given = numbers(S::scores);
    for (Index i = 0; i < given.size(); ++i)
        given(i / given.cols(), i % given.cols()) += 0.5 + 0.0107 * static_cast<double>(i);
    pasteText(QString::fromStdString(printed_numpy(given))); // with four decimals
    QTRY_VERIFY2(cellText(0, 0).contains("✗"), qPrintable(said()));
    static const QRegularExpression even(QStringLiteral("✗ [+−]\\d+\\.(\\d+)$"));
    QSet<qsizetype> decimals;
    for (int row = 0; row < grid().model()->rowCount(); ++row) {
        for (int column = 0; column < grid().model()->columnCount(); ++column) {
            const auto match = even.match(cellText(row, column));
            QVERIFY2(match.hasMatch(), qPrintable(cellText(row, column)));
            decimals += match.capturedLength(1);
        }
    }
    QCOMPARE(decimals.size(), 1);
}

void TestCheckLayout::wholeCalls_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("call"); // stays in one line
    QTest::newRow("tril") << "hide what np.triu(…, k=1) keeps, not np.tril(…, k=-1)"
                          << "np.tril(…, k=-1)";
    QTest::newRow("triu") << "hide what np.triu(…, k=1) keeps, not np.tril(…, k=-1)"
                          << "np.triu(…, k=1)";
    QTest::newRow("view") << "use x.view(n, H, d), then transpose"
                          << "x.view(n, H, d)";
    QTest::newRow("none") << "a sentence (with an aside, and more) of words"
                          << "";
}

/// Whatever the width.
void TestCheckLayout::wholeCalls() {
    QFETCH(QString, text);
    QFETCH(QString, call);
    const QString whole = withWholeCalls(text);
    QString plain = whole;
    plain.remove(QChar(0x2060)).replace(QChar::Nbsp, QLatin1Char(' '));
    QCOMPARE(plain, text);
    if (call.isEmpty()) {
        QCOMPARE(whole, text);
        return;
    }
    for (int width = 150; width < 400; width += 7) {
        QTextLayout layout(whole, window().font());
        layout.beginLayout();
        QStringList lines;
        for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
            line.setLineWidth(width);
            lines += whole.mid(line.textStart(), line.textLength())
                         .remove(QChar(0x2060))
                         .replace(QChar::Nbsp, QLatin1Char(' '));
        }
        layout.endLayout();
        QVERIFY2(std::ranges::any_of(lines, [&](const QString& line) { return line.contains(call); }),
                 qPrintable(lines.join('|')));
    }
}

/// In what labels show of a verdict; screen readers get the plain text.
void TestCheckLayout::callsInLabels() {
    const QString text = QStringLiteral("not np.tril(…, k=-1)");
    QTextDocument shown;
    shown.setHtml(withSubscripts(text));
    QCOMPARE(shown.toRawText(), withWholeCalls(text));
    QVERIFY(withWholeCalls(text) != text);
}

LAB_WINDOW_TEST(TestCheckLayout)
#include "tst_check_layout.moc"
