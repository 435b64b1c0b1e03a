// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/explore/board_look.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace lab {

namespace {

/// What folds first comes first.
const std::array<std::vector<StageId>, 8> foldingOrder{{
    {StageId::inputs, StageId::source_inputs},
    {StageId::queries, StageId::keys, StageId::values},
    {StageId::scores},
    {StageId::masked_scores},
    {StageId::scaled_scores},
    {StageId::concat},
    {StageId::dropped_weights},
    {StageId::head_outputs},
}};

std::size_t foldingRank(StageId stage) {
    const auto group = std::ranges::find_if(foldingOrder, [stage](const std::vector<StageId>& each) {
        return std::ranges::find(each, stage) != each.end();
    });
    return static_cast<std::size_t>(group - foldingOrder.begin());
}

bool folds(StageId stage) {
    return foldingRank(stage) < foldingOrder.size();
}

/// Whether two matrices hold the same kind of numbers, which are compared with each other: all of them have
/// as many decimals.
bool areAlike(StageId a, StageId b) {
    using enum StageId;
    const auto isOutput = [](StageId id) { return id == head_outputs || id == concat || id == output; };
    const auto isScore = [](StageId id) {
        return id == scores || id == scaled_scores || id == masked_scores;
    };
    return a == b || (folds(a) && foldingRank(a) == foldingRank(b)) || (isOutput(a) && isOutput(b)) ||
           (isScore(a) && isScore(b));
}

/// The cards that are not folded, the widest first; of equally wide ones those that would fold first.
std::vector<std::size_t> widestFirst(const std::vector<BoardMatrix>& matrices, const BoardLook& look) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < matrices.size(); ++i) {
        if (!look.cards[i].thumbnail)
            order.push_back(i);
    }
    std::ranges::stable_sort(order, {}, [&](std::size_t i) {
        return std::pair(-matrices[i].columns, foldingRank(matrices[i].stage));
    });
    return order;
}

/// The looks in which the same cards are folded, from all numbers to the fewest.
void addLooks(std::vector<BoardLook>& looks, const std::vector<BoardMatrix>& matrices, BoardLook look,
              bool keepsDecimals) {
    const std::vector<std::size_t> order = widestFirst(matrices, look);
    for (const std::size_t i : order)
        look.cards[i].density = Density::digits;
    looks.push_back(look);
    for (const std::size_t i : order) {
        if (keepsDecimals)
            break;
        if (look.cards[i].density == Density::two_decimals)
            continue; // with one that is alike
        for (const std::size_t each : order) {
            if (areAlike(matrices[i].stage, matrices[each].stage))
                look.cards[each].density = Density::two_decimals;
        }
        looks.push_back(look);
    }
    look.controlsFolded = true;
    looks.push_back(look);
    for (const std::size_t i : order) {
        if (!folds(matrices[i].stage))
            continue;
        look.cards[i].density = Density::large_colour;
        looks.push_back(look);
    }
}

/// The fewer the better, the first number before all others.
auto cost(const BoardLook& look) {
    int folded = 0, withoutNumbers = 0, withoutDecimals = 0;
    for (const CardSize& card : look.cards) {
        folded += card.thumbnail ? 1 : 0;
        withoutDecimals += !card.thumbnail && card.density == Density::two_decimals ? 1 : 0;
        withoutNumbers += card.thumbnail || isColourOnly(card.density) ? 1 : 0;
    }
    return std::tuple(withoutNumbers, folded, withoutDecimals, look.controlsFolded);
}

/// The look with the first `folded` groups of foldingOrder folded.
BoardLook lookWithFolded(const std::vector<BoardMatrix>& matrices, std::size_t folded, int thumbnail) {
    BoardLook look;
    for (const BoardMatrix& each : matrices) {
        CardSize size;
        if (foldingRank(each.stage) < folded)
            size = {Density::small_colour, 1, thumbnail};
        look.cards.push_back(size);
    }
    return look;
}

/// Only colours, except perhaps for the weights and the output.
BoardLook colouredLook(const std::vector<BoardMatrix>& matrices, BoardLook look, Density weights,
                       Density output) {
    look.controlsFolded = true;
    for (std::size_t i = 0; i < matrices.size(); ++i) {
        if (look.cards[i].thumbnail)
            continue;
        const StageId stage = matrices[i].stage;
        look.cards[i].density = stage == StageId::weights  ? weights
                                : stage == StageId::output ? output
                                                           : std::max(Density::large_colour, weights);
    }
    return look;
}

bool has(const std::vector<BoardMatrix>& matrices, std::size_t group) {
    return std::ranges::any_of(matrices,
                               [&](const BoardMatrix& each) { return foldingRank(each.stage) == group; });
}

} // namespace

std::vector<StageId> foldsWith(StageId stage) {
    return folds(stage) ? foldingOrder.at(foldingRank(stage)) : std::vector<StageId>{};
}

BoardLook foldedLook(const std::vector<BoardMatrix>& matrices, int thumbnail) {
    BoardLook look = lookWithFolded(matrices, foldingOrder.size(), thumbnail);
    look.controlsFolded = true;
    return look;
}

std::vector<BoardLook> looksInOrder(const std::vector<BoardMatrix>& matrices, int thumbnail,
                                    bool keepsDecimals) {
    std::vector<BoardLook> folded{lookWithFolded(matrices, 0, thumbnail)};
    for (std::size_t group = 0; group < foldingOrder.size(); ++group) {
        if (has(matrices, group))
            folded.push_back(lookWithFolded(matrices, group + 1, thumbnail));
    }
    std::vector<BoardLook> looks;
    for (const BoardLook& each : folded)
        addLooks(looks, matrices, each, keepsDecimals);
    std::ranges::stable_sort(looks, {}, cost);
    if (keepsDecimals)
        return looks;
    using enum Density;
    for (const auto& [weights, output] :
         {std::pair(two_decimals, large_colour), std::pair(large_colour, two_decimals),
          std::pair(large_colour, large_colour), std::pair(large_colour, colour), std::pair(colour, colour),
          std::pair(colour, small_colour), std::pair(small_colour, small_colour)}) {
        for (const BoardLook& each : folded)
            looks.push_back(colouredLook(matrices, each, weights, output));
    }
    return looks;
}

} // namespace lab
