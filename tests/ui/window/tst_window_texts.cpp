// SPDX-License-Identifier: GPL-3.0-or-later
//
// Texts of the window: numbers stay on one line, tooltips and hints stay true, and labels of tokens can be
// clicked.
#include "tests/support/test_program.h"
#include "tests/ui/pages/cards_by_hand.h"
#include "ui/document/edits/shape_edits.h"
#include "ui/pages/links/links_page.h"
#include "ui/panels/explanation/explanation_browser.h"
#include "ui/panels/explanation/explanation_panel.h"
#include "ui/window/strips/head_strip.h"

#include <QClipboard>
#include <QCursor>
#include <QHelpEvent>
#include <QLabel>
#include <QRegularExpression>
#include <QTextBlock>
#include <QTextLayout>
#include <QToolTip>

using namespace lab;
using namespace lab::test;

class TestWindowTexts : public WindowTest {
    Q_OBJECT

private slots:
    void numbersAreWhole_data();
    void numbersAreWhole();
    void tipsFollowTheNumber();
    void theHintKeepsItsPromise();
    void namesInspectTokens();
    void namesOfFeaturesAreNothing();
    void keyValueHeads();
};

void TestWindowTexts::numbersAreWhole_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("scale");
    for (const QSize size : {QSize(1200, 800), QSize(1440, 900), QSize(1024, 700), QSize(480, 700)}) {
        for (const int scale : {100, 250})
            QTest::addRow("%d × %d at %d %%", size.width(), size.height(), scale) << size << scale;
    }
}

/// Neither numbers nor products of two numbers are wrapped, on any explanation page.
void TestWindowTexts::numbersAreWhole() {
    QFETCH(QSize, size);
    QFETCH(int, scale);
    LabWindow& w = openWindow(size, scale);
    static const QString number = QStringLiteral("[−+-]?\\d[\\d.]*(e[−+-]?\\d+)?");
    const QRegularExpression whole(number + QStringLiteral("((\\s|\\x{a0})×(\\s|\\x{a0})") + number +
                                   QStringLiteral(")*"));
    QStringList broken;
    int lines = 0;
    for (const char* name : {"sky-is-blue", "two-heads", "journey-self-attention-v2"}) {
        w.controller().openExample(name);
        for (const StageInfo& stage : all_stages()) {
            if (!w.board().card(stage.id)->isVisible())
                continue;
            w.selection().clearInspected();
            w.selection().inspect({stage.id, 0, 1, 1});
            QTRY_VERIFY(w.explanation().explanation());
            const QTextDocument& page = *w.explanation().browser().document();
            QVERIFY(page.size().width() > 0); // triggers the layout
            for (QTextBlock block = page.begin(); block.isValid(); block = block.next()) {
                const QString text = block.text();
                QList<std::pair<int, int>> wholes;
                for (auto it = whole.globalMatch(text); it.hasNext();) {
                    const auto match = it.next();
                    wholes += {match.capturedStart(), match.capturedEnd()};
                }
                for (int i = 0; i + 1 < block.layout()->lineCount(); ++i) {
                    const QTextLine line = block.layout()->lineAt(i);
                    const int end = line.textStart() + line.textLength();
                    ++lines;
                    for (const auto& [from, to] : wholes) {
                        if (from < end && end < to)
                            broken += QStringLiteral("%1 %2: %3 | %4")
                                          .arg(name, stage.name.data(), text.left(end), text.mid(end));
                    }
                }
            }
        }
    }
    QVERIFY(lines > 0);
    QVERIFY2(broken.isEmpty(), qPrintable("\n" + broken.join('\n')));
    // Copied text has ordinary spaces.
    w.explanation().browser().selectAll();
    w.explanation().browser().copy();
    const QString copied = QGuiApplication::clipboard()->text();
    QVERIFY(copied.contains(" × ") && !copied.contains(QChar::Nbsp) && !copied.contains(QChar(0x2060)));
}

void TestWindowTexts::tipsFollowTheNumber() {
    LabWindow& w = window();
    MatrixGrid& grid = w.grid(ParameterId::W_Q);
    const QModelIndex index = grid.model()->index(0, 0);
    const QPoint at = w.cell_of(ParameterId::W_Q);
    const auto shown = [&] { return grid.model()->data(index, Qt::ToolTipRole).toString(); };
    grid.setFocus();
    grid.setCurrentIndex(index);
    QCursor::setPos(grid.viewport()->mapToGlobal(at));
    QHelpEvent ask(QEvent::ToolTip, at, grid.viewport()->mapToGlobal(at));
    QApplication::sendEvent(grid.viewport(), &ask);
    const QString before = shown();
    QTRY_COMPARE(QToolTip::text(), before);
    QTest::keyPress(&grid, Qt::Key_W);
    QTRY_VERIFY(shown() != before);
    QVERIFY(!QToolTip::isVisible() || QToolTip::text() == shown());
    QTest::qWait(100);
    QVERIFY(!QToolTip::isVisible() || QToolTip::text() == shown());
    QTest::keyRelease(&grid, Qt::Key_W);
    QVERIFY(!QToolTip::isVisible() || QToolTip::text() == before);
    QToolTip::hideText();
    // The same over a dependent result.
    MatrixHeatmap& heatmap = w.heatmap(StageId::queries);
    const QPoint cell = heatmap.cellRect({0, 0}).center().toPoint();
    QHelpEvent askThere(QEvent::ToolTip, cell, heatmap.mapToGlobal(cell));
    QApplication::sendEvent(&heatmap, &askThere);
    QTRY_VERIFY(QToolTip::isVisible());
    const QString result = QToolTip::text();
    QTest::keyPress(&grid, Qt::Key_W);
    QTRY_VERIFY(!QToolTip::isVisible() || QToolTip::text() != result);
    QTest::keyRelease(&grid, Qt::Key_W);
    QToolTip::hideText();
}

void TestWindowTexts::theHintKeepsItsPromise() {
    LabWindow& w = window();
    const auto hint = [&] {
        QString text;
        for (const QLabel* label : w.heads().findChildren<QLabel*>())
            text += label->text();
        return text;
    };
    const QString before = hint();
    QVERIFY(before.contains("see how it was computed"));
    w.press_key(Qt::Key_F8);
    QVERIFY(!w.explanation().isVisible());
    QVERIFY(!hint().contains("see how it was computed"));
    QVERIFY(hint().contains("double-click") && hint().contains("F8"));
    // Also after switching pages and back.
    w.pages().open<LinksPage>();
    w.press_key(Qt::Key_1, Qt::ControlModifier);
    QVERIFY(hint().contains("F8"));
    w.press_key(Qt::Key_F8);
    QCOMPARE(hint(), before);
    QVERIFY(w.explanation().isVisible());
}

void TestWindowTexts::namesInspectTokens() {
    LabWindow& w = window();
    MatrixHeatmap& heatmap = w.heatmap(StageId::weights);
    QTest::mouseClick(&heatmap, Qt::LeftButton, {}, name_at(heatmap, true, 1));
    QVERIFY(w.selection().inspectedToken() == (InspectedToken{1, Side::sentence}));
    QVERIFY(!w.selection().inspected());
    QTest::mouseClick(&heatmap, Qt::LeftButton, {}, name_at(heatmap, false, 2));
    QVERIFY(w.selection().inspectedToken() == (InspectedToken{2, Side::sentence}));
    QTest::mouseClick(&heatmap, Qt::LeftButton, {}, name_at(heatmap, true, 2)); // the same token
    QVERIFY(!w.selection().isInspecting());
    // Pressing on one label and releasing on another is not a click.
    QTest::mousePress(&heatmap, Qt::LeftButton, {}, name_at(heatmap, true, 0));
    QTest::mouseRelease(&heatmap, Qt::LeftButton, {}, name_at(heatmap, true, 1));
    QVERIFY(!w.selection().isInspecting());
    // With a second sentence, key labels are its tokens.
    w.document().setSource(true);
    QTest::qWait(10);
    QTest::mouseClick(&heatmap, Qt::LeftButton, {}, name_at(heatmap, false, 1));
    QVERIFY(w.selection().inspectedToken() == (InspectedToken{1, Side::source}));
    QTest::mouseClick(&heatmap, Qt::LeftButton, {}, name_at(heatmap, true, 1));
    QVERIFY(w.selection().inspectedToken() == (InspectedToken{1, Side::sentence}));
}

/// Features cannot be inspected, so no frame is drawn.
void TestWindowTexts::namesOfFeaturesAreNothing() {
    LabWindow& w = window();
    MatrixHeatmap& heatmap = w.heatmap(StageId::queries);
    w.sentence().line().setFocus();
    QTest::qWait(10);
    const QImage before = heatmap.grab().toImage();
    QTest::mouseClick(&heatmap, Qt::LeftButton, {}, name_at(heatmap, false, 1));
    QVERIFY(!w.selection().isInspecting());
    QCOMPARE(heatmap.grab().toImage(), before);
    // The first key press shows the keyboard cursor.
    QTest::keyClick(&heatmap, Qt::Key_Right);
    QVERIFY(heatmap.grab().toImage() != before);
}

void TestWindowTexts::keyValueHeads() {
    LabWindow& w = window();
    setSize(w.document(), Size::heads, 4);
    setSize(w.document(), Size::kv_heads, 2); // else the field is not shown
    const QLabel* named = nullptr;
    for (const QLabel* label : w.parameters().findChildren<QLabel*>()) {
        QVERIFY(label->text() != "kv heads");
        if (label->text() == "key/value heads")
            named = label;
    }
    QVERIFY(named && named->isVisible());
    // The label has the explanation as its tooltip, too.
    QVERIFY(named->parentWidget()->toolTip().contains("keys and values"));
}

LAB_WINDOW_TEST(TestWindowTexts)
#include "tst_window_texts.moc"
