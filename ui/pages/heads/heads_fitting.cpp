// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/heads/heads_fitting.h"

#include "ui/look/largest.h"
#include "ui/look/theme.h"
#include "ui/pages/heads/head_grid.h"
#include "ui/plots/heatmap/matrix_heatmap.h"

#include <algorithm>

namespace lab {

namespace {

constexpr double leastThumbnail = 76; // points of width
/// How much of the page the heads may take. `bestPart` leaves room below for all heads combined, but showing
/// numbers at all, or thumbnails across the page, is worth `largestPart`.
constexpr double bestPart = 0.48, largestPart = 0.95, colourPart = 0.66;

struct SizeChoice {
    CardSize size;
    double part; ///< of the page
};

/// Without thumbnails, best first.
std::vector<SizeChoice> sizeChoices() {
    std::vector<SizeChoice> choices;
    for (const double part : {bestPart, largestPart}) {
        for (const Density density : {Density::digits, Density::two_decimals})
            choices.push_back({{density}, part});
    }
    for (const Density density : {Density::large_colour, Density::colour, Density::small_colour})
        choices.push_back({{density}, colourPart});
    return choices;
}

/// The largest thumbnail that fits; the least one is taken even if it does not. `fits` takes a CardSize.
template<class Fits>
CardSize largestThumbnail(int most, const Theme& theme, const Fits& fits) {
    const auto thumbnail = [](int width) { return CardSize{Density::small_colour, 1, width}; };
    return thumbnail(
        largest(theme.px(leastThumbnail), most - 1, [&](int width) { return fits(thumbnail(width)); }));
}

} // namespace

HeadCardSize sizeInWindow(const std::vector<MatrixCard*>& heads, const HeadGrid& grid, QSize room,
                          const Theme& theme) {
    // Measure the widest numbers and the longest title.
    const auto widest = std::ranges::max_element(heads, {}, [](const MatrixCard* each) {
        const SummaryPtr& summary = each->heatmap().content().summary;
        return summary ? summary->finite.magnitude() : 0;
    });
    const auto cardOf = [&](const CardSize& size) {
        return (*widest)->sizeFor(size).expandedTo(heads.back()->sizeFor(size));
    };
    const auto fits = [&](const CardSize& size, double part) {
        const QSize card = cardOf(size);
        return card.width() <= room.width() && grid.heightWith(card, room.width()) <= part * room.height();
    };
    for (const SizeChoice& choice : sizeChoices()) {
        if (fits(choice.size, choice.part))
            return {choice.size, cardOf(choice.size)};
    }
    const CardSize thumbnail =
        largestThumbnail(room.width(), theme, [&](const CardSize& size) { return fits(size, largestPart); });
    return {thumbnail, cardOf(thumbnail)};
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
    return measured(largestThumbnail(room.width(), theme, fits));
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
