// SPDX-License-Identifier: GPL-3.0-or-later
//
// What tests do with scenes.
#pragma once

#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/document/edits/snapshot_edits.h"
#include "ui/pages/links/links_page.h"
#include "ui/widgets/pill_button.h"
#include "ui/window/page_stack.h"
#include "ui/window/scenes/window_view.h"
#include "ui/window/status_line.h"
#include "ui/window/strips/snapshot_strip.h"

#include <QContextMenuEvent>
#include <QMenu>

namespace lab::test {

class ScenesTest : public WindowTest {
protected:
    LabWindow& plain(QSize size = {1400, 900});
    LabDocument& document() { return window().document(); }
    SnapshotStrip& strip() { return *window().snapshotStrip(); }
    PillButton& pill(std::size_t which) { return *strip().pills()[which]; }
    void next() { window().press_key(Qt::Key_PageDown, Qt::AltModifier); }
    void previous() { window().press_key(Qt::Key_PageUp, Qt::AltModifier); }
    void keep() {
        window().press_key(Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
        window().press_key(Qt::Key_Escape); // it keeps its name
    }
    /// Three scenes: on Explore, Play and Links.
    void keepThree();
    QString page() { return window().pages().pageName(); }
    QString said() { return window().status().text(); }
    QStringList names() {
        QStringList all;
        for (const Snapshot& each : document().experiment().snapshots)
            all += QString::fromStdString(each.name);
        return all;
    }
    QStringList shown() {
        QStringList all;
        for (const PillButton* each : strip().pills())
            all += each->badge() + QStringLiteral(" ") + each->text();
        return all;
    }
    void choose(std::size_t which, const QString& entry);
};

inline LabWindow& ScenesTest::plain(QSize size) {
    LabWindow& w = openWindow(size);
    Experiment e = w.document().experiment();
    e.snapshots.clear();
    w.document().replace(e, {});
    w.pages().currentWidget()->setFocus();
    return w;
}

inline void ScenesTest::keepThree() {
    plain();
    keep();
    window().press_key(Qt::Key_2, Qt::ControlModifier);
    keep();
    window().pages().open<LinksPage>();
    keep();
    QCOMPARE(names(), (QStringList{"Explore", "Inputs", "Links"}));
    for (std::size_t i = 0; i < 3; ++i)
        QVERIFY(renameSnapshot(document(), i, QStringLiteral("Scene %1").arg(i + 1)).isEmpty());
    QVERIFY(strip().isVisible());
    QCoreApplication::processEvents();
}

inline void ScenesTest::choose(std::size_t which, const QString& entry) {
    const QPoint at = pill(which).rect().center();
    QContextMenuEvent asks(QContextMenuEvent::Mouse, at, pill(which).mapToGlobal(at));
    QApplication::sendEvent(&pill(which), &asks);
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(menu);
    QAction* chosen = nullptr;
    for (QAction* each : menu->actions()) {
        if (each->text().startsWith(entry))
            chosen = each;
    }
    QVERIFY2(chosen, qPrintable(entry));
    QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(chosen).center());
    QVERIFY(!QApplication::activePopupWidget());
}

} // namespace lab::test
