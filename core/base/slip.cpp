// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/slip.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

namespace lab {

namespace {

std::string lower(std::string_view text) {
    std::string low(text);
    std::ranges::transform(low, low.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return low;
}

/// Whether `longer`, which has one letter more, becomes `shorter` by leaving one out.
bool has_one_more(std::string_view longer, std::string_view shorter) {
    const auto [in_longer, in_shorter] = std::ranges::mismatch(longer.substr(0, shorter.size()), shorter);
    const auto same = static_cast<std::size_t>(in_shorter - shorter.begin());
    return longer.substr(same + 1) == shorter.substr(same);
}

/// Whether two texts of one length differ in one letter, or in two neighbours that are exchanged.
bool has_one_other(std::string_view a, std::string_view b) {
    std::vector<std::size_t> differ;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i] != b[i])
            differ.push_back(i);
    }
    // One of few letters that is replaced makes another word rather than a slip.
    constexpr std::size_t least = 5;
    if (differ.size() == 1)
        return a.size() >= least;
    return differ.size() == 2 && differ[1] == differ[0] + 1 && a[differ[0]] == b[differ[1]] &&
           a[differ[1]] == b[differ[0]];
}

} // namespace

bool is_slip(std::string_view typed, std::string_view word) {
    constexpr std::size_t least_beginning = 3;
    const std::string low = lower(typed), known = lower(word);
    if (low == known)
        return true;
    if (low.size() == known.size())
        return has_one_other(low, known);
    if (low.size() == known.size() + 1) {
        // What is added to one or two letters makes another word, "V2", unless it doubles one.
        const bool is_doubled = std::ranges::adjacent_find(low) != low.end();
        return has_one_more(low, known) && (known.size() >= least_beginning || is_doubled);
    }
    if (low.size() + 1 == known.size())
        return has_one_more(known, low);
    return low.size() >= least_beginning && known.starts_with(low);
}

} // namespace lab
