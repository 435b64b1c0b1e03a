// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/mask_rules.h"

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

using Hidden = std::optional<Index>;

constexpr std::array all_rules{
    MaskRule{[](const Mask& mask) { return mask.causal; }, hide_later,
             [](const Mask&, Hidden) { return say(phrase::causal); }, &phrase::hidden_as_later},
    MaskRule{[](const Mask& mask) { return mask.window.has_value(); }, hide_distant,
             [](const Mask& mask, Hidden) { return say(phrase::window, *mask.window); }},
    MaskRule{[](const Mask& mask) { return !mask.padding.empty(); }, hide_padding,
             [](const Mask&, Hidden key) {
                 return key ? say(phrase::padding_of_key, *key + 1) : say(phrase::padding);
             }},
    MaskRule{[](const Mask& mask) { return mask.custom != nullptr; }, hide_zeros,
             [](const Mask&, Hidden key) { return say(key ? phrase::custom_mask : phrase::custom); }},
};

} // namespace

std::span<const MaskRule> mask_rules() {
    return all_rules;
}

} // namespace lab
