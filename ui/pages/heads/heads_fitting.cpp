// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/heads/heads_fitting.h"

#include "ui/look/theme.h"
#include "ui/pages/heads/head_grid.h"
#include "ui/plots/heatmap/matrix_heatmap.h"

#include <algorithm>
#include <array>

namespace lab {

namespace {

constexpr std::array thumbnails{260.0, 220.0, 190.0, 160.0, 135.0, 110.0, 90.0, 76.0}; // points of width
/// How much of the page the heads may take. `bestPart` leaves room below for all heads combined, but showing
/// numbers at all is worth `largestPart`.
constexpr double bestPart = 0.48, largestPart = 0.95, colourPart = 0.66;

struct SizeChoice {
    CardSize size;
    double part; ///< of the page
};

/// Best first.
std::vector<SizeChoice> sizeChoices(const Theme& theme) {
    std::vector<SizeChoice> choices;
    for (const double part : {bestPart, largestPart}) {
        for (const Density density : {Density::digits, Density::two_decimals})
            choices.push_back({{density}, part});
    }
    for (const Density density : {Density::large_colour, Density::colour, Density::small_colour})
        choices.push_back({{density}, colourPart});
    for (const double thumbnail : thumbnails)
        choices.push_back({{Density::small_colour, 1, theme.px(thumbnail)}, colourPart});
    return choices;
}

} // namespace

HeadCardSize sizeInWindow(const std::vector<MatrixCard*>& heads, const HeadGrid& grid, QSize room,
                          const Theme& theme) {
    // Measure the widest numbers and the longest title.
    const auto widest = std::ranges::max_element(heads, {}, [](const MatrixCard* each) {
        const SummaryPtr& summary = each->heatmap().content().summary;
        return summary ? summary->finite.magnitude() : 0;
    });
    HeadCardSize size;
    for (const SizeChoice& choice : sizeChoices(theme)) {
        size = {choice.size, (*widest)->sizeFor(choice.size).expandedTo(heads.back()->sizeFor(choice.size))};
        if (size.card.width() <= room.width() &&
            grid.heightWith(size.card, room.width()) <= choice.part * room.height())
            break;
    }
    return size;
}

HeadCardSize sizePresented(const std::vector<MatrixCard*>& heads, const HeadGrid& grid, QSize room,
                           const Theme& theme) {
    const auto measured = [&](const CardSize& size) {
        HeadCardSize all{size, {}};
        for (const MatrixCard* each : heads)
            all.card = all.card.expandedTo(each->sizeFor(size));
        return all;
    };
    const auto fits = [&](const CardSize& size) {
        const QSize card = measured(size).card;
        return card.width() <= room.width() && grid.heightWith(card, room.width()) <= room.height();
    };
    if (const auto numbers = largestNumbers(theme, fits))
        return measured(*numbers);
    for (const Density density : {Density::large_colour, Density::colour, Density::small_colour}) {
        if (fits({density}))
            return measured(largestFitting(density, theme, fits));
    }
    int good = theme.px(thumbnails.back()); // taken even if it does not fit
    for (int bad = room.width(); bad - good > 1;) {
        const int middle = (good + bad) / 2;
        (fits({Density::small_colour, 1, middle}) ? good : bad) = middle;
    }
    return measured({Density::small_colour, 1, good});
}

bool fitCard(MatrixCard& card, QSize room, bool grows, const Theme& theme) {
    const auto fits = [&](const CardSize& size) {
        return card.sizeFor(size).boundedTo(room) == card.sizeFor(size);
    };
    auto size = grows ? largestNumbers(theme, fits) : std::nullopt;
    for (auto density = allDensities.begin(); !size && density != allDensities.end(); ++density) {
        if (fits({*density}) || *density == allDensities.back())
            size = grows ? largestFitting(*density, theme, fits) : CardSize{*density};
    }
    card.setCardSize(*size);
    card.setFixedSize(card.sizeFor(*size).boundedTo(room));
    return !isColourOnly(size->density);
}

} // namespace lab
