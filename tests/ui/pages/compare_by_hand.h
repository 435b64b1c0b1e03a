// SPDX-License-Identifier: GPL-3.0-or-later
//
// Operates the Compare page as a user would, and reads what it shows.
#pragma once

#include "core/edits/snapshots.h"
#include "tests/support/lab_window.h"
#include "tests/support/menu_click.h"
#include "tests/support/shown_table.h"
#include "ui/pages/compare/changes_list.h"
#include "ui/pages/compare/compare_page.h"
#include "ui/pages/matrix_card.h"
#include "ui/pages/page_choices.h"
#include "ui/widgets/pill_button.h"

#include <QLabel>
#include <QMenu>

namespace lab::test {

class CompareTest : public WindowTest {
protected:
    ComparePage& page() { return window().compare(); }
    ComparisonChoice& choice() { return window().findChild<PageChoices*>()->comparison(); }
    void open(const char* example) { window().document().openExample(example); }
    void turnTo() { window().press_key(Qt::Key_5, Qt::ControlModifier); }
    void press(const QString& text) {
        QVERIFY2(window().press(LabWindow::button(page(), text)), qPrintable(text));
    }
    void choose_stage(const QString& title);
    MatrixHeatmap& heatmap(std::size_t which) { return page().cards()[which]->heatmap(); }
    /// Its numbers, transposed back to storage order if necessary.
    Matrix shown(std::size_t which) {
        Matrix numbers = shown_values(heatmap(which));
        if (heatmap(which).content().transposed)
            numbers.transposeInPlace();
        return numbers;
    }
    void click(std::size_t which, StoredCell cell) {
        QTest::mouseClick(&heatmap(which), Qt::LeftButton, {},
                          heatmap(which).cellRect(cell).center().toPoint());
    }
    QString said() {
        QStringList texts;
        for (const QLabel* each : page().findChildren<QLabel*>()) {
            if (each->isVisible())
                texts += each->text();
        }
        return texts.join('\n');
    }
    QStringList changes() {
        QStringList texts;
        for (const PillButton* each : page().changes().entries())
            texts += each->text();
        return texts;
    }
    QStringList titles() {
        QStringList texts;
        for (const MatrixCard* each : page().cards())
            texts += each->header().title();
        return texts;
    }
    QStringList snapshots() {
        QStringList names;
        for (const Snapshot& each : window().document().experiment().snapshots) {
            if (!is_scene(each)) // of the first example
                names += QString::fromStdString(each.name);
        }
        return names;
    }
};

inline void CompareTest::choose_stage(const QString& title) {
    for (PillButton* pill : page().findChildren<PillButton*>()) {
        if (!pill->menu() || !pill->isVisible())
            continue;
        QTest::mouseClick(pill, Qt::LeftButton);
        for (QAction* action : pill->menu()->actions()) {
            if (action->text().section('\t', 0, 0) == title)
                return click_entry(*pill->menu(), action);
        }
    }
    QFAIL(qPrintable(title));
}

} // namespace lab::test
