// SPDX-License-Identifier: GPL-3.0-or-later
//
// Layout stability: masks, warnings, titles and going back and forth do not move anything under the pointer,
// and texts remain correct while numbers change.
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "tests/ui/pages/cards_by_hand.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/edits/token_edits.h"
#include "ui/document/examples.h"
#include "ui/figures/figure_dialog.h"
#include "ui/pages/explore/override_editor.h"
#include "ui/panels/explanation/explanation_browser.h"
#include "ui/panels/explanation/explanation_panel.h"
#include "ui/window/actions.h"
#include "ui/window/status_line.h"
#include "ui/window/strips/head_strip.h"
#include "ui/window/strips/title_strip.h"
#include "ui/window/top_bar.h"

#include <QClipboard>
#include <QCursor>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QHelpEvent>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QTextBlock>
#include <QTextLayout>
#include <QToolTip>

#include <functional>

using namespace lab;
using namespace lab::test;

namespace {

using Hand = std::function<void(LabWindow&)>;

struct Place {
    QString name;
    QRect area;
};
using Places = QMap<const QWidget*, Place>;

/// The positions of all visible widgets below `parent`, except in the status bar, whose text varies.
Places places(const QWidget& parent) {
    Places found;
    for (const QWidget* each : parent.findChildren<QWidget*>()) {
        const auto* status = parent.findChild<StatusLine*>();
        if (!each->isVisible() || each->isWindow() || each->window() != parent.window() ||
            (status && status->isAncestorOf(each)))
            continue;
        const auto* button = qobject_cast<const QAbstractButton*>(each);
        const auto* label = qobject_cast<const QLabel*>(each);
        found[each] = {
            QStringLiteral("%1 “%2”").arg(each->metaObject()->className(), button  ? button->text()
                                                                           : label ? label->text()
                                                                                   : each->objectName()),
            QRect(each->mapTo(parent.window(), QPoint()), each->size())};
    }
    return found;
}

/// The widgets that were there before and have moved.
QString moved(const Places& before, const Places& now, bool allAreThere = true) {
    QStringList moves;
    for (auto it = before.begin(); it != before.end(); ++it) {
        if (!now.contains(it.key())) {
            if (allAreThere)
                moves += it->name + " is gone";
            continue;
        }
        const QRect a = it->area, b = now[it.key()].area;
        if (a != b)
            moves += QStringLiteral("%1 from %2,%3 %4×%5 to %6,%7 %8×%9")
                         .arg(it->name)
                         .arg(a.x())
                         .arg(a.y())
                         .arg(a.width())
                         .arg(a.height())
                         .arg(b.x())
                         .arg(b.y())
                         .arg(b.width())
                         .arg(b.height());
    }
    return moves.join('\n');
}

/// The same, relative to the widget's top left corner.
Places places_inside(const QWidget& parent) {
    Places found = places(parent);
    const QPoint origin = parent.mapTo(parent.window(), QPoint());
    for (Place& each : found)
        each.area.translate(-origin);
    return found;
}

/// The cards of Explore and the operations between them, in board coordinates, so independent of scrolling.
Places cards(const LabWindow& w) {
    Places found = places_inside(*w.board().widget());
    for (auto it = found.begin(); it != found.end();) {
        const bool wanted = it.key()->inherits("lab::StageCard") || it.key()->inherits("lab::OperationLabel");
        it = wanted ? std::next(it) : found.erase(it);
    }
    return found;
}

/// Toggles a mask by its pill, or through the menu if pills are folded.
void mask(LabWindow& w, const char* name) {
    const StageCard& card = *w.board().card(StageId::masked_scores);
    if (w.press(w.button(card, name)))
        return;
    for (const PillButton* pill : card.findChildren<PillButton*>()) {
        if (pill->accessibleName() != "More masks")
            continue;
        for (QAction* action : pill->menu()->actions()) {
            if (action->text() == name)
                return action->trigger();
        }
    }
    QFAIL(name);
}

QWidget* edge(const LabWindow& w, const char* name) {
    for (QWidget* each : w.findChildren<QWidget*>()) {
        if (each->accessibleName() == QString::fromUtf8(name) && each->isVisible())
            return each;
    }
    return nullptr;
}

void drag(QWidget* widget, int by) {
    const QPoint middle = widget->rect().center();
    const QPoint before = widget->mapToGlobal(middle);
    QTest::mousePress(widget, Qt::LeftButton, {}, middle);
    for (const int part : {1, 2}) // the handle itself moves along
        QTest::mouseMove(widget, widget->mapFromGlobal(before + QPoint(by * part / 2, 0)));
    QTest::mouseRelease(widget, Qt::LeftButton, {}, widget->mapFromGlobal(before + QPoint(by, 0)));
}

/// Overrides a cell by double-clicking and typing.
void fix(LabWindow& w, StageId id, StoredCell cell, const QString& text) {
    MatrixHeatmap& heatmap = w.heatmap(id);
    const QPoint at = heatmap.cellRect(cell).center().toPoint();
    QTest::mouseClick(&heatmap, Qt::LeftButton, {}, at);
    QTest::mouseDClick(&heatmap, Qt::LeftButton, {}, at);
    QTest::mouseRelease(&heatmap, Qt::LeftButton, {}, at);
    QLineEdit* editor = w.board().card(id)->overrideEditor().editor();
    QVERIFY(editor);
    editor->selectAll();
    QTest::keyClicks(editor, text);
    QTest::keyClick(editor, Qt::Key_Return);
}

/// A point on a row's or column's label, next to its first cell.
QPoint name_at(const MatrixHeatmap& heatmap, bool row, Index index) {
    const QRectF cell = heatmap.cellRect(row ? StoredCell{index, 0} : StoredCell{0, index});
    return (row ? QPointF(cell.left() - 6, cell.center().y()) : QPointF(cell.center().x(), cell.top() - 6))
        .toPoint();
}

bool says(const LabWindow& w, StageId id, const QString& text) {
    for (const QLabel* label : w.board().card(id)->findChildren<QLabel*>()) {
        if (label->isVisible() && label->text().contains(text))
            return true;
    }
    return false;
}

} // namespace

Q_DECLARE_METATYPE(Hand)

class TestSteadyWindow : public WindowTest {
    Q_OBJECT

private slots:
    void thereAndBack_data();
    void thereAndBack();
    void theBarUnderATitle();
    void cardsStay_data();
    void cardsStay();
    void edgesAreDragged_data();
    void edgesAreDragged();
    void edgesHaveLimits();
    void edgesAreRemembered();
    void edgesFoldAsBefore();
    void numbersAreWhole_data();
    void numbersAreWhole();
    void tipsFollowTheNumber();
    void theHintKeepsItsPromise();
    void namesInspectTokens();
    void namesOfFeaturesAreNothing();
    void keyValueHeads();
    void dialogsHaveNoStockIcons();
};

void TestSteadyWindow::thereAndBack_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<Hand>("way");
    const auto keys = [](Qt::Key key, int times) {
        return [key, times](LabWindow& w) {
            for (int i = 0; i < times; ++i) {
                w.press_key(key, Qt::ControlModifier);
                QTest::qWait(1);
            }
            w.press_key(Qt::Key_0, Qt::ControlModifier);
        };
    };
    const std::pair<const char*, Hand> ways[] = {
        {"three larger", keys(Qt::Key_Plus, 3)},
        {"the largest", keys(Qt::Key_Plus, 12)},
        {"smaller", keys(Qt::Key_Minus, 2)},
        {"dark and light",
         [](LabWindow& w) {
             w.actions()[ActionId::theme_dark].trigger();
             QTest::qWait(1);
             w.actions()[ActionId::theme_light].trigger();
         }},
    };
    for (const QSize size : {QSize(1600, 1000), QSize(1440, 900), QSize(1024, 700), QSize(700, 600)}) {
        for (const auto& [name, way] : ways)
            QTest::addRow("%s at %d × %d", name, size.width(), size.height()) << size << way;
    }
}

void TestSteadyWindow::thereAndBack() {
    QFETCH(QSize, size);
    QFETCH(Hand, way);
    LabWindow& w = openWindow(size);
    QTest::qWait(20);
    const Places before = places(w);
    QVERIFY(before.size() > 60);
    way(w);
    const auto changed = [&] {
        const Places now = places(w);
        return moved(before, now) + moved(now, before);
    };
    QTRY_VERIFY2(changed().isEmpty(), qPrintable(changed()));
}

void TestSteadyWindow::theBarUnderATitle() {
    LabWindow& w = window();
    w.actions()[ActionId::describe].trigger();
    auto& bar = *w.findChild<TopBar*>();
    QTest::qWait(10);
    const Places before = places(bar);
    auto* title = w.titleStrip().findChild<QLineEdit*>();
    title->selectAll();
    for (int i = 0; i < 6; ++i) { // a single letter is short, even with the modified marker
        QTest::keyClicks(title, i == 0 ? "S" : "ome title that grows ");
        QTest::qWait(1);
        QVERIFY2(moved(before, places(bar)).isEmpty(), qPrintable(moved(before, places(bar))));
    }
    QVERIFY(bar.findChild<QPushButton*>("documentMenu")->text().endsWith("…"));
}

void TestSteadyWindow::cardsStay_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<Hand>("before");
    QTest::addColumn<Hand>("hand");
    QTest::addColumn<StageId>("stage");
    QTest::addColumn<QString>("said"); ///< on the stage's card
    using W = LabWindow;
    using enum StageId;
    const Hand nothing = [](W&) {};
    const auto pill = [](const char* name) { return Hand([name](W& w) { mask(w, name); }); };
    struct Row {
        const char* name;
        Hand before, hand;
        StageId stage = masked_scores;
        const char* said = "";
    };
    const Row rows[] = {
        {"causal", nothing, pill("Causal")},
        {"causal off", pill("Causal"), pill("None")},
        {"a window", nothing, pill("Window")},
        {"causal and a window", pill("Causal"), pill("Window")},
        {"painting", nothing, pill("Paint")},
        {"padding", nothing, [](W& w) { setPadding(w.document(), 1, true); }, masked_scores,
         "padding of key"},
        {"a row hidden", pill("Paint"),
         [](W& w) {
             MatrixHeatmap& heatmap = w.heatmap(masked_scores);
             QTest::mouseClick(&heatmap, Qt::LeftButton, {}, name_at(heatmap, true, 1));
         },
         masked_scores, "Every key is hidden"},
        {"an override", nothing,
         [](W& w) {
             fix(w, scores, {0, 1}, "0.25");
         },
         scores, "overridden"},
        {"an overridden weight", nothing,
         [](W& w) {
             fix(w, weights, {1, 1}, "0.9");
         },
         weights, "no longer sum to 1"},
        {"an overridden output", nothing,
         [](W& w) {
             fix(w, output, {1, 1}, "0.2");
         },
         output, "overridden"},
        {"NaN",
         [](W& w) {
             choose_on(w, weights, "Divide by the sum");
             fix(w, scores, {1, 0}, "0");
             fix(w, scores, {1, 1}, "0");
         },
         [](W& w) {
             fix(w, scores, {1, 2}, "0");
         },
         weights, "NaN first"},
    };
    for (const QSize size : {QSize(1600, 1000), QSize(1024, 700), QSize(700, 600)}) {
        for (const Row& row : rows)
            QTest::addRow("%s at %d × %d", row.name, size.width(), size.height())
                << size << row.before << row.hand << row.stage << QString(row.said);
    }
}

void TestSteadyWindow::cardsStay() {
    QFETCH(QSize, size);
    QFETCH(Hand, before);
    QFETCH(Hand, hand);
    QFETCH(StageId, stage);
    QFETCH(QString, said);
    LabWindow& w = openWindow(size);
    before(w);
    w.selection().clearInspected(); // closes the explanation, which covers a narrow board
    QTest::qWait(10);
    const QWidget& content = *w.board().widget();
    const Places first = cards(w);
    const Places pills = places_inside(*w.board().card(StageId::masked_scores));
    const QSize whole = content.size();
    QVERIFY(first.size() > 14);
    hand(w);
    w.selection().clearInspected();
    QTest::qWait(10);
    QVERIFY(said.isEmpty() || says(w, stage, said));
    QVERIFY2(moved(first, cards(w)).isEmpty(), qPrintable(moved(first, cards(w))));
    QCOMPARE(content.size(), whole);
    // The toggle does not move either, so that it can be clicked again.
    const QString pushed = moved(pills, places_inside(*w.board().card(StageId::masked_scores)), false);
    QVERIFY2(!pushed.contains("PillButton"), qPrintable(pushed));
    if (w.document().undoStack().canUndo())
        w.document().undo();
    QTest::qWait(10);
    QVERIFY2(moved(first, cards(w)).isEmpty(), qPrintable(moved(first, cards(w))));
}

void TestSteadyWindow::edgesAreDragged_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("by");
    QTest::addColumn<int>("parameters");
    QTest::addColumn<int>("explanation");
    QTest::newRow("parameters wider") << "Width of inputs and weights" << 70 << 70 << 0;
    QTest::newRow("parameters narrower") << "Width of inputs and weights" << -60 << -60 << 0;
    QTest::newRow("explanation wider") << "Width of the explanation" << -90 << 0 << 90;
    QTest::newRow("explanation narrower") << "Width of the explanation" << 40 << 0 << -40;
}

void TestSteadyWindow::edgesAreDragged() {
    QFETCH(QString, name);
    QFETCH(int, by);
    QFETCH(int, parameters);
    QFETCH(int, explanation);
    LabWindow& w = window();
    QWidget* handle = edge(w, qPrintable(name));
    QVERIFY(handle);
    const int left = w.parameters().width(), right = w.explanation().width(), board = w.board().width();
    const auto widths = [&] {
        return QList{w.parameters().width(), w.explanation().width(), w.board().width()};
    };
    drag(handle, by);
    const QList dragged{left + parameters, right + explanation, board - parameters - explanation};
    QCOMPARE(widths(), dragged);
    // Widths scale with the text size.
    theme().setScale(110);
    QVERIFY(std::abs(w.parameters().width() - qRound(1.1 * (left + parameters))) <= 40);
    theme().setScale(100);
    QCOMPARE(widths(), dragged);
    // Double-clicking resets the widths. The arrow keys move the handle, too.
    QTest::mouseDClick(handle, Qt::LeftButton);
    QCOMPARE(widths(), (QList{left, right, board}));
    handle->setFocus(Qt::TabFocusReason);
    w.press_key(Qt::Key_Left);
    QCOMPARE(w.board().width(), board + (parameters != 0 ? 16 : -16));
    w.press_key(Qt::Key_Right);
    QCOMPARE(widths(), (QList{left, right, board}));
    w.press_key(Qt::Key_Right);
    w.press_key(Qt::Key_Home);
    QCOMPARE(widths(), (QList{left, right, board}));
}

void TestSteadyWindow::edgesHaveLimits() {
    LabWindow& w = window();
    for (const char* name : {"Width of inputs and weights", "Width of the explanation"}) {
        for (const int by : {3000, -3000}) {
            QVERIFY(edge(w, name));
            drag(edge(w, name), by);
            QVERIFY2(w.board().width() >= 300, name);
            QVERIFY2(w.parameters().width() >= 150, name);
            QVERIFY2(w.explanation().width() >= 200, name);
        }
    }
}

void TestSteadyWindow::edgesAreRemembered() {
    LabWindow& w = openWindow({1600, 900});
    QVERIFY(edge(w, "Width of inputs and weights"));
    drag(edge(w, "Width of inputs and weights"), 50);
    drag(edge(w, "Width of the explanation"), -70);
    const int left = w.parameters().width(), right = w.explanation().width();
    w.close();
    MainWindow next(theme(), Preferences::load());
    next.resize(1600, 900);
    next.show();
    QTRY_COMPARE(next.parameters().width(), left);
    QTRY_COMPARE(next.explanation().width(), right);
}

void TestSteadyWindow::edgesFoldAsBefore() {
    LabWindow& w = openWindow({1600, 900});
    QVERIFY(edge(w, "Width of inputs and weights"));
    drag(edge(w, "Width of inputs and weights"), 200);
    drag(edge(w, "Width of the explanation"), -200);
    w.resize(1200, 900);
    QVERIFY(w.explanation().isVisible());
    QVERIFY(w.board().width() >= 350);
    w.resize(1199, 900);
    QVERIFY(!w.explanation().isVisible()); // now an overlay, shown on demand
    QVERIFY(!edge(w, "Width of the explanation"));
    w.resize(799, 900);
    QVERIFY(!w.parameters().isVisible());
    QVERIFY(!edge(w, "Width of inputs and weights"));
    w.resize(1600, 900);
    QVERIFY(w.parameters().isVisible() && w.explanation().isVisible());
}

void TestSteadyWindow::numbersAreWhole_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("scale");
    for (const QSize size : {QSize(1200, 800), QSize(1440, 900), QSize(1024, 700), QSize(480, 700)}) {
        for (const int scale : {100, 250})
            QTest::addRow("%d × %d at %d %%", size.width(), size.height(), scale) << size << scale;
    }
}

/// Neither numbers nor products of two numbers are wrapped, on any explanation page.
void TestSteadyWindow::numbersAreWhole() {
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

void TestSteadyWindow::tipsFollowTheNumber() {
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

void TestSteadyWindow::theHintKeepsItsPromise() {
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
    w.press_key(Qt::Key_2, Qt::ControlModifier);
    w.press_key(Qt::Key_1, Qt::ControlModifier);
    QVERIFY(hint().contains("F8"));
    w.press_key(Qt::Key_F8);
    QCOMPARE(hint(), before);
    QVERIFY(w.explanation().isVisible());
}

void TestSteadyWindow::namesInspectTokens() {
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
void TestSteadyWindow::namesOfFeaturesAreNothing() {
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

void TestSteadyWindow::keyValueHeads() {
    LabWindow& w = window();
    w.controller().openExample("two-heads");
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

/// Independent of the desktop's setting for dialog buttons.
void TestSteadyWindow::dialogsHaveNoStockIcons() {
    LabWindow& w = window();
    setCausal(w.document(), true); // makes closing ask
    const auto check = [&](QDialog* dialog) {
        QVERIFY(dialog);
        QTRY_VERIFY(dialog->isVisible());
        const auto boxes = dialog->findChildren<QDialogButtonBox*>();
        QVERIFY(!boxes.isEmpty());
        for (const QDialogButtonBox* box : boxes) {
            for (const QAbstractButton* button : box->buttons())
                QVERIFY2(button->icon().isNull(), qPrintable(button->text()));
        }
        dialog->close();
        QTest::qWait(1);
    };
    w.actions()[ActionId::export_figure].trigger();
    check(w.findChild<FigureDialog*>());
    w.actions()[ActionId::save_as].trigger();
    check(w.findChild<QFileDialog*>());
    w.actions()[ActionId::create].trigger();
    check(w.findChild<QMessageBox*>());
}

LAB_WINDOW_TEST(TestSteadyWindow)
#include "tst_steady_window.moc"
