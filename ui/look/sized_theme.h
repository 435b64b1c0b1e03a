// SPDX-License-Identifier: GPL-3.0-or-later
//
// A theme whose scale can be changed, with the usual scale and the largest one, in per cent.
#pragma once

namespace lab {

class Theme;

struct SizedTheme {
    Theme& theme;
    int normal, largest;
};

} // namespace lab
