// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lab {

/// Which of the panels beside a page are open.
struct OpenPanels {
    bool parameters = true; ///< in a window that is wide enough to have a column for them
    bool explanation = true;
    bool operator==(const OpenPanels&) const = default;
};

} // namespace lab
