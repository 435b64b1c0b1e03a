// SPDX-License-Identifier: GPL-3.0-or-later
//
// Drags a number of "Sky is blue" in a window in which time passes by hand.
#pragma once

#include "tests/support/hand_clock.h"
#include "tests/support/lab_window.h"
#include "ui/plots/heatmap/heatmap_motion.h"

#include <optional>

namespace lab::test {

class DragTest : public WindowTest {
protected:
    /// A new window, in which time stands still.
    LabWindow& begin() {
        theme().motion().choose(false);
        m_clock.emplace(window());
        window().document().openExample("sky-is-blue");
        return window();
    }
    MatrixHeatmap& queries() { return window().heatmap(StageId::queries); }
    /// Moves W_Q[1,2], which the first column of Q does not depend on.
    void drag(double value) { window().document().preview(ParameterId::W_Q, 0, 1, value); }
    static bool hasGhosts(const MatrixHeatmap& heatmap) {
        return heatmap.motion() && !heatmap.motion()->ghosts().empty();
    }

    std::optional<HandClock> m_clock;
};

} // namespace lab::test
