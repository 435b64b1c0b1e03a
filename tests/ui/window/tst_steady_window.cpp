// SPDX-License-Identifier: GPL-3.0-or-later
//
// Layout stability: masks, warnings, titles and going back and forth do not move anything under the pointer.
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "tests/ui/pages/cards_by_hand.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/figures/figure_dialog.h"
#include "ui/pages/explore/override_editor.h"
#include "ui/window/menu/actions.h"
#include "ui/window/status_line.h"
#include "ui/window/strips/title_strip.h"
#include "ui/window/top_bar.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>

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

/// Until nothing on the board moves any more: on a busy machine that takes a while.
void waitForRest(const LabWindow& w) {
    QString moves;
    do {
        const Places before = places_inside(w.board());
        QTest::qWait(20);
        moves = moved(before, places_inside(w.board()));
    } while (!moves.isEmpty());
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

bool says(const LabWindow& w, StageId id, const QString& text) {
    for (const QLabel* label : w.board().card(id)->findChildren<QLabel*>()) {
        if (label->isVisible() && label->text().contains(text))
            return true;
    }
    return false;
}

} // namespace

class TestSteadyWindow : public WindowTest {
    Q_OBJECT

private slots:
    void thereAndBack_data();
    void thereAndBack();
    void theBarUnderATitle();
    void cardsStay_data();
    void cardsStay();
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
    for (const StageInfo& each : all_stages()) {
        if (w.board().card(each.id)->isVisible())
            w.board().reveal(each.id); // unfolds it
    }
    before(w);
    w.selection().clearInspected(); // closes the explanation, which covers a narrow board
    waitForRest(w);
    const QWidget& content = *w.board().widget();
    const Places first = cards(w);
    const Places pills = places_inside(*w.board().card(StageId::masked_scores));
    const QSize whole = content.size();
    QVERIFY(first.size() > 14);
    hand(w);
    w.selection().clearInspected();
    waitForRest(w);
    QVERIFY(said.isEmpty() || says(w, stage, said));
    QVERIFY2(moved(first, cards(w)).isEmpty(), qPrintable(moved(first, cards(w))));
    QCOMPARE(content.size(), whole);
    // The toggle does not move either, so that it can be clicked again.
    const QString pushed = moved(pills, places_inside(*w.board().card(StageId::masked_scores)), false);
    QVERIFY2(!pushed.contains("PillButton"), qPrintable(pushed));
    if (w.document().undoStack().canUndo())
        w.document().undo();
    waitForRest(w);
    QVERIFY2(moved(first, cards(w)).isEmpty(), qPrintable(moved(first, cards(w))));
}

/// Independent of the desktop's setting for dialog buttons.
void TestSteadyWindow::dialogsHaveNoStockIcons() {
    LabWindow& w = window();
    w.controller().create(); // the changes of an example are kept without a question
    w.type_sentence("the sea");
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
