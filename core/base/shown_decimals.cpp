// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/shown_decimals.h"

#include "core/base/number_format.h"

#include <algorithm>

namespace lab {

int shown_decimals(std::optional<int> chosen, double largest, bool brief) {
    const int most = decimals_for(largest, brief ? 2 : 3);
    return !chosen ? most : brief ? std::min(*chosen, most) : *chosen;
}

} // namespace lab
