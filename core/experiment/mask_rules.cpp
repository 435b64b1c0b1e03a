// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/mask_rules.h"

#include "core/base/comma_list.h"
#include "core/experiment/phrases.h"

#include <algorithm>
#include <array>
#include <limits>

namespace lab {

namespace {

constexpr double hidden_score = -std::numeric_limits<double>::infinity();

/// Hides the keys [first, end) from a query, limited to the cells `at`.
void hide_keys(MatrixRef masked, const Block& at, Index query, Index first, Index end) {
    first = std::clamp<Index>(first - at.column, 0, at.columns);
    end = std::clamp<Index>(end - at.column, first, at.columns);
    masked.row(query - at.row).segment(first, end - first).setConstant(hidden_score);
}

/// How much further on a query is than the key of the same index.
Index ahead(const FirstPositions& first) {
    return first.query - first.key;
}

void hide_later(const Mask& /*mask*/, const FirstPositions& first, const Block& at, MatrixRef masked) {
    for (Index query = at.row; query < at.row + at.rows; ++query)
        hide_keys(masked, at, query, query + ahead(first) + 1, at.column + at.columns);
}

void hide_distant(const Mask& mask, const FirstPositions& first, const Block& at, MatrixRef masked) {
    const Index last_query = at.row + at.rows, last_key = at.column + at.columns;
    // A window wider than any distance hides nothing, and must not overflow the sum.
    if (*mask.window >= std::max(last_query + ahead(first), last_key - ahead(first)))
        return;
    for (Index query = at.row; query < last_query; ++query) {
        const Index same = query + ahead(first); // the key at the query's position
        hide_keys(masked, at, query, 0, same - *mask.window + 1);
        hide_keys(masked, at, query, same + *mask.window, last_key);
    }
}

void hide_padding(const Mask& mask, const FirstPositions& /*first*/, const Block& at, MatrixRef masked) {
    for (const TokenIndex key : mask.padding) {
        if (key >= at.column && key < at.column + at.columns)
            masked.col(key - at.column).setConstant(hidden_score);
    }
}

void hide_zeros(const Mask& mask, const FirstPositions& /*first*/, const Block& at, MatrixRef masked) {
    masked = (mask.custom->block(at.row, at.column, at.rows, at.columns).array() == 0)
                 .select(hidden_score, masked);
}

std::vector<MaskCode> code_of_window(const Mask& mask) {
    return {{"window = " + std::to_string(*mask.window)},
            {"visible &= {lib}.abs(query_positions[:, None] - key_positions) < window"}};
}

std::vector<MaskCode> code_of_padding(const Mask& mask) {
    std::vector<TokenIndex> keys = mask.padding;
    std::ranges::sort(keys);
    // clang 14 cannot compile code that uses the result of std::ranges::unique.
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    return {{"visible[:, [" + comma_list(keys) + "]] = False", "padding"}};
}

using Hidden = std::optional<Index>;
using Code = std::vector<MaskCode>;

constexpr std::array all_rules{
    MaskRule{.name = "causal",
             .names_tokens = false,
             .reads_positions = true,
             .is_set = [](const Mask& mask) { return mask.causal; },
             .remove = [](Mask& mask) { mask.causal = false; },
             .hide = hide_later,
             .words = [](const Mask&, Hidden) { return say(phrase::causal); },
             .code =
                 [](const Mask&) {
                     return Code{{"visible &= key_positions <= query_positions[:, None]", "causal"}};
                 },
             .remark = &phrase::hidden_as_later},
    MaskRule{.name = "window",
             .names_tokens = false,
             .reads_positions = true,
             .is_set = [](const Mask& mask) { return mask.window.has_value(); },
             .remove = [](Mask& mask) { mask.window.reset(); },
             .hide = hide_distant,
             .words = [](const Mask& mask, Hidden) { return say(phrase::window, *mask.window); },
             .code = code_of_window},
    MaskRule{.name = "padding",
             .names_tokens = true,
             .reads_positions = false,
             .is_set = [](const Mask& mask) { return !mask.padding.empty(); },
             .remove = [](Mask& mask) { mask.padding.clear(); },
             .hide = hide_padding,
             .words =
                 [](const Mask&, Hidden key) {
                     return key ? say(phrase::padding_of_key, Counted{*key}) : say(phrase::padding);
                 },
             .code = code_of_padding},
    MaskRule{.name = "custom",
             .names_tokens = true,
             .reads_positions = false,
             .is_set = [](const Mask& mask) { return mask.custom != nullptr; },
             .remove = [](Mask& mask) { mask.custom.reset(); },
             .hide = hide_zeros,
             .words = [](const Mask&, Hidden key) { return say(key ? phrase::custom_mask : phrase::custom); },
             .code = [](const Mask&) { return Code{{"visible &= mask == 1"}}; }},
};

} // namespace

std::span<const MaskRule> mask_rules() {
    return all_rules;
}

} // namespace lab
