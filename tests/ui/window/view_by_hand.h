// SPDX-License-Identifier: GPL-3.0-or-later
//
// Colours and numbers, chosen from the status line as a person does.
#pragma once

#include "tests/support/lab_window.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/pill_button.h"
#include "ui/window/status_line.h"
#include "ui/window/view_popover.h"

namespace lab::test {

/// Where the settings are chosen; opened by a click on the status line where it is not open yet.
inline ViewPopover& view_popover(LabWindow& w) {
    if (!w.status().view() || !w.status().view()->isVisible())
        QTest::mouseClick(&w.status().viewButton(), Qt::LeftButton);
    return *w.status().view();
}

/// Presses the choice of that name. False where there is none.
inline bool choose_view(LabWindow& w, const QString& text) {
    return LabWindow::press(LabWindow::button(view_popover(w), text));
}

inline ViewSettings settings_of(LabWindow& w) {
    return viewSettings(w.document().experiment());
}

} // namespace lab::test
