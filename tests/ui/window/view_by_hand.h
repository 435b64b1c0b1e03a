// SPDX-License-Identifier: GPL-3.0-or-later
//
// Chooses colours and numbers from the status line, as a user would.
#pragma once

#include "tests/support/lab_window.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/pill_button.h"
#include "ui/window/status_line.h"
#include "ui/window/view_popover.h"

namespace lab::test {

/// The settings popover, opened by a click on the status line if necessary.
inline ViewPopover& view_popover(LabWindow& w) {
    if (!w.status().view() || !w.status().view()->isVisible())
        QTest::mouseClick(&w.status().viewButton(), Qt::LeftButton);
    return *w.status().view();
}

/// Clicks the choice with that name. False if there is none.
inline bool choose_view(LabWindow& w, const QString& text) {
    return LabWindow::press(LabWindow::button(view_popover(w), text));
}

inline ViewSettings settings_of(LabWindow& w) {
    return viewSettings(w.document().experiment());
}

} // namespace lab::test
