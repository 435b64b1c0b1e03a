// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

namespace lab {

/// What the desktop asks of all programs. Absent: it says nothing about it.
struct DesktopWishes {
    std::optional<bool> dark;
    std::optional<bool> highContrast;
    std::optional<bool> reducedMotion;
    bool operator==(const DesktopWishes&) const = default;
};

} // namespace lab
