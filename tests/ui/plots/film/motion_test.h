// SPDX-License-Identifier: GPL-3.0-or-later
//
// Steps of the film as motion, in a room of their own.
#pragma once

#include "tests/ui/pages/play_by_hand.h"
#include "ui/plots/film/scene_motion.h"

namespace lab::test {

class MotionTest : public PlayTest {
protected:
    struct Pair {
        SceneContent before, after;
        SceneGeometry geometry;
        SceneMotion motion;
    };
    Pair stepTo(FilmPlace place, double seconds = SceneMotion::byHand) {
        Pair step{sceneContent(window().document(), film(), place - 1),
                  sceneContent(window().document(), film(), place),
                  {},
                  {}};
        step.geometry = SceneGeometry(step.after, theme(), QRectF(QPointF(), room));
        step.motion = SceneMotion(step.before, step.after, step.geometry, theme(), seconds);
        return step;
    }
    const Matrix& matrix(StageId stage) { return *window().document().completeView(stage, 0).matrix; }

    static constexpr QSize room{900, 500};
};

} // namespace lab::test
