// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/phrases.h"

#include <utility>

namespace lab {

Said list_of(std::vector<Said> all, const Phrase<2>& last) {
    Said list = std::move(all.front());
    for (std::size_t i = 1; i < all.size(); ++i)
        list = say(i + 1 < all.size() ? phrase::and_so_on : last, std::move(list), std::move(all[i]));
    return list;
}

} // namespace lab
