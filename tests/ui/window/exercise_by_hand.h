// SPDX-License-Identifier: GPL-3.0-or-later
//
// What tests do in an exercise.
#pragma once

#include "core/base/covered.h"
#include "core/base/number_format.h"
#include "tests/support/lab_window.h"
#include "ui/document/lesson/lesson_player.h"
#include "ui/formula/formula_line.h"
#include "ui/panels/lesson/lesson_panel.h"
#include "ui/panels/lesson/question_card.h"
#include "ui/widgets/card_header.h"
#include "ui/window/lesson_guide.h"
#include "ui/window/strips/covered_strip.h"

#include <QContextMenuEvent>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>

namespace lab::test {

class ExerciseTest : public WindowTest {
protected:
    AskedStep& askedStep() { return window().lesson().asked(); }
    /// Where it is asked, once something has been.
    LessonPanel& panel() { return *window().lessonGuide().panel(); }
    QuestionCard& card() { return *panel().cards().front(); }
    QLineEdit& field() { return *card().field(); }
    bool isAsked() {
        const LessonPanel* its = window().lessonGuide().panel();
        return its && its->isVisible() && askedStep().isOn();
    }
    /// What says that numbers are covered without being asked for.
    CoveredStrip& strip() { return *window().findChild<CoveredStrip*>(); }
    /// What is said of the last answer, or else which cells are covered, and below it the question and how
    /// many are left. If nothing is asked, what is covered.
    QString said() {
        if (!askedStep().isOn())
            return strip().text();
        QStringList lines{card().said()};
        if (lines.front().isEmpty() && panel().nameLabel().text() != "Ask me")
            lines.front() = panel().nameLabel().text();
        lines += (card().asked() + ' ' + card().todo()).trimmed();
        lines.removeAll(QString());
        return lines.join('\n');
    }
    /// The formula above that.
    QString painted() {
        const auto& formula = card().formula().formula();
        return formula ? QString::fromStdString(plain(*formula)) : QString();
    }
    double number(Index row, Index column) {
        return *window().document().numberUnder({StageId::weights, 0, row, column});
    }
    static QString text(double number, int decimals) {
        return QString::fromStdString(display(number, decimals));
    }
    bool isCovered(Index row, Index column) {
        return is_covered((*window().heatmap(StageId::weights).content().matrix)(row, column));
    }
    void press(const QString& button) {
        const LessonPanel* asking = window().lessonGuide().panel();
        const QWidget& of = asking && asking->isVisible() ? static_cast<QWidget&>(panel()) : strip();
        QVERIFY2(LabWindow::press(LabWindow::button(of, button)), qPrintable(button));
    }
    void type(const QString& answer) {
        QVERIFY(field().hasFocus());
        type_letters(field(), answer);
        QTest::keyClick(&field(), Qt::Key_Return);
    }
    void point(StageId id, StoredCell cell) {
        MatrixHeatmap& heatmap = window().heatmap(id);
        const QPointF at = heatmap.cellRect(cell).center();
        QMouseEvent move(QEvent::MouseMove, at, heatmap.mapToGlobal(at), Qt::NoButton, Qt::NoButton, {});
        QApplication::sendEvent(&heatmap, &move);
    }
    /// By the menu of the card, opened on a cell.
    void askForRow(Index row) {
        StageCard* card = window().board().card(StageId::weights);
        MatrixHeatmap& heatmap = card->heatmap();
        const QPoint at = heatmap.cellRect({row, 0}).center().toPoint();
        QContextMenuEvent asks(QContextMenuEvent::Mouse, heatmap.mapTo(card, at), heatmap.mapToGlobal(at));
        QApplication::sendEvent(card, &asks);
        chooseIn(*card, {"This cell", "This row", "The whole stage"}, 1);
    }
    /// The menu that a right-click opens there.
    static QMenu* menuAt(QWidget& takesIt, const QWidget& where, const QPoint& at) {
        QContextMenuEvent asks(QContextMenuEvent::Mouse, where.mapTo(&takesIt, at), where.mapToGlobal(at));
        QApplication::sendEvent(&takesIt, &asks);
        return qobject_cast<QMenu*>(QApplication::activePopupWidget());
    }
    /// The same on a cell of a card.
    static QMenu* menuOn(MatrixHeatmap& heatmap, StoredCell cell) {
        return menuAt(*heatmap.parentWidget(), heatmap, heatmap.cellRect(cell).center().toPoint());
    }
    /// Chooses an entry and, if there are more, one of its entries.
    void choose(QMenu* menu, const QStringList& path) {
        QVERIFY(menu);
        QAction* chosen = nullptr;
        const QMenu* in = menu;
        for (const QString& text : path) {
            QVERIFY2(in, qPrintable(text));
            const QList<QAction*> all = in->actions();
            const auto found = std::ranges::find(all, text, [](const QAction* each) { return each->text(); });
            QVERIFY2(found != all.end(), qPrintable(text));
            chosen = *found;
            in = chosen->menu();
        }
        menu->close();
        window().activateWindow(); // some platforms leave it to the menu that was open
        QTRY_VERIFY(window().isActiveWindow());
        chosen->trigger();
        QCoreApplication::processEvents();
    }
    /// By the ⋯ of the card.
    void askByDots(StageId id, int entry) {
        StageCard* card = window().board().card(id);
        QTest::mouseClick(card->findChild<CardHeader*>()->findChild<QToolButton*>(), Qt::LeftButton);
        chooseIn(*card, {"A cell", "A row", "The whole stage"}, entry);
    }
    /// One of the entries of Ask me in the open menu.
    void chooseIn(const StageCard& of, const QStringList& entries, int wanted) {
        QMenu* menu = nullptr;
        for (QMenu* each : of.findChildren<QMenu*>()) {
            if (each->isVisible())
                menu = each;
        }
        QVERIFY(menu);
        QAction* entry = nullptr;
        for (QAction* each : menu->actions()) {
            if (each->menu() && each->text() == "Ask me")
                entry = each;
        }
        QVERIFY(entry);
        QStringList offered;
        for (const QAction* each : entry->menu()->actions())
            offered += each->text();
        QCOMPARE(offered, entries);
        QAction* chosen = entry->menu()->actions()[wanted];
        menu->close();
        window().activateWindow(); // some platforms leave it to the menu that was open
        QTRY_VERIFY(window().isActiveWindow());
        chosen->trigger();
        QCoreApplication::processEvents();
        QVERIFY(isAsked());
    }
};

} // namespace lab::test
