// SPDX-License-Identifier: GPL-3.0-or-later
//
// Operates the page Play as a user would.
#pragma once

#include "tests/support/lab_window.h"
#include "ui/pages/play/caption_view.h"
#include "ui/pages/play/film_controls.h"
#include "ui/pages/play/film_player.h"
#include "ui/pages/play/film_strip.h"
#include "ui/pages/play/film_track.h"
#include "ui/pages/play/play_page.h"
#include "ui/pages/play/scene_button.h"
#include "ui/pages/play/scene_view.h"
#include "ui/window/page_stack.h"

#include <QTest>

namespace lab::test {

class PlayTest : public WindowTest {
protected:
    PlayPage& page() { return window().pages().get<PlayPage>(); }
    FilmPlayer& player() { return page().player(); }
    const Film& film() { return *player().film(); }
    SceneView& scene() { return page().scene(); }
    const ScenePanel& result() { return scene().content().panels.front(); }
    void openPlay(const char* example) {
        window().document().openExample(example);
        window().press_key(Qt::Key_2, Qt::ControlModifier);
        QCoreApplication::processEvents();
    }
    void press(Qt::Key key) { window().press_key(key); }
    QAbstractButton* namedButton(const QString& name) {
        for (QAbstractButton* each : page().findChildren<QAbstractButton*>()) {
            if (each->accessibleName() == name && each->isVisible())
                return each;
        }
        return nullptr;
    }
    QPoint placeOf(const ScenePanel& panel, StoredCell cell) {
        return scene().geometryOfScene().rect(panel, cell).center().toPoint();
    }
    /// The first place at which a stage of the shown head begins.
    FilmPlace beginOf(StageId stage) {
        for (const Scene& each : film().scenes()) {
            if (each.stage == stage)
                return film().begin(each);
        }
        return -1;
    }
};

} // namespace lab::test
