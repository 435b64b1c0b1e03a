// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/explore/board_fitter.h"

#include "ui/look/largest.h"
#include "ui/look/theme.h"
#include "ui/pages/explore/operation_label.h"
#include "ui/pages/explore/stage_card.h"
#include "ui/pages/slide_numbers.h"
#include "ui/plots/heatmap/matrix_heatmap.h"
#include "ui/widgets/control_row.h"

#include <QStringList>

#include <algorithm>
#include <functional>
#include <numeric>

namespace lab {

namespace {

constexpr double thumbnailWidth = 56, slideThumbnail = 44; // points
constexpr int shrinkingSteps = 30;
constexpr double shrinkingFactor = 0.95;
constexpr int enlargementSteps = 32;       // from the least to the largest cells
constexpr double mostForLabelColumn = 1.5; // times their size, however large the cells are
constexpr double aroundMatrix = 16;        // points of width in a card
constexpr double mostAlone = 6;            // enlargement of a card alone
constexpr int stepsAlone = 256;
constexpr Index leastInWindow = 2; // rows and columns

/// About the size of a card when its matrix is enlarged.
QSize enlargedCard(QSize least, const HeatmapMetrics& matrix, double enlargement, const Theme& theme) {
    const QMargins& frame = matrix.margins;
    const QSizeF cells = QSizeF(matrix.size.shrunkBy(frame)) * enlargement;
    const double labels = std::min(enlargement, mostForLabelColumn);
    const double width = frame.left() * labels + cells.width() + theme.px(aroundMatrix);
    const double height = (frame.top() + frame.bottom()) * labels + cells.height() - matrix.size.height();
    return {std::max(least.width(), qRound(width)), least.height() + qRound(height)};
}

/// Whether all that is not folded has numbers.
bool hasNumbers(const BoardLook& look) {
    return std::ranges::all_of(
        look.cards, [](const CardSize& card) { return card.thumbnail || !isColourOnly(card.density); });
}

/// The enlargement of the numbers on the first card that shows some; 1 if no card does.
double letterEnlargement(const BoardLook& look) {
    const auto found = std::ranges::find_if(
        look.cards, [](const CardSize& card) { return !card.thumbnail && !isColourOnly(card.density); });
    return found == look.cards.end() ? 1 : found->enlargement;
}

bool hasThumbnails(const BoardLook& look) {
    return std::ranges::any_of(look.cards, [](const CardSize& card) { return card.thumbnail.has_value(); });
}

double leastEnlargement(const BoardLook& look) {
    double least = mostAlone;
    for (const CardSize& card : look.cards)
        least = card.thumbnail ? least : std::min(least, card.enlargement);
    return least;
}

/// With names of columns that take no width.
CardSize turned(double enlargement) {
    return {.density = Density::two_decimals, .enlargement = enlargement, .turned = true};
}

/// What of the room for a card alone its matrix cannot have. A card with fewer decimals has less around them.
QSize aroundAlone(const StageCard& card, Density density, const Theme& theme, int width) {
    const int margins = theme.px(2 * boardMargin);
    const int frame = card.sizeFor({density}, {width, 0}).height();
    return {theme.px(aroundMatrix) + margins, frame + margins};
}

/// Where no operation stands before it, a matrix may be wider than BoardFitter::matrixLimit().
QSize wholeMatrixSize(const StageCard& card, const CardSize& size) {
    HeatmapForm form;
    form.enlargement = size.enlargement;
    form.turned = size.turned;
    return card.heatmap().sizeFor(size.density, form);
}

/// The size of a matrix of which only so many cells are visible.
QSize windowOf(const HeatmapMetrics& whole, const HeatmapMapping& mapping, Index rows, Index columns) {
    const auto hidden = [](Index all, Index shown) {
        return static_cast<double>(std::max<Index>(0, all - shown));
    };
    const QSizeF without(whole.cell.width() * hidden(mapping.shownColumns(), columns),
                         whole.cell.height() * hidden(mapping.shownRows(), rows));
    return whole.size - QSize(static_cast<int>(without.width()), static_cast<int>(without.height()));
}

} // namespace

BoardFitter::BoardFitter(const Theme& theme, const std::vector<BoardCard>& cards,
                         const std::vector<ControlRow*>& controls, QSize room, int header, Place place)
    : m_theme(theme), m_cards(cards), m_controls(controls), m_room(room), m_header(header), m_place(place) {}

std::optional<BoardLook> BoardFitter::firstThatFits(std::vector<BoardLook> looks) {
    auto fitting = std::ranges::find_if(looks, [this](const BoardLook& each) { return fits(each); });
    if (m_place == Place::slide && fitting == looks.end()) { // the formulas of the cards say them, too
        for (BoardLook& each : looks)
            each.withoutOperations = true;
        fitting = std::ranges::find_if(looks, [this](const BoardLook& each) { return fits(each); });
    }
    return fitting == looks.end() ? std::nullopt : std::optional(*fitting);
}

BoardLook BoardFitter::bestLook(bool keepsDecimals, bool keepsCards, const Ending& ending) {
    std::vector<BoardMatrix> matrices;
    for (const BoardCard& each : m_cards)
        matrices.push_back({each.card->stage(), each.card->heatmap().content().mapping().shownColumns()});
    const int thumbnail = m_theme.px(m_place == Place::slide ? slideThumbnail : thumbnailWidth);
    std::vector<BoardLook> looks = looksInOrder(matrices, thumbnail, keepsDecimals);
    if (m_place == Place::slide)
        std::erase_if(looks, [](const BoardLook& look) { return !hasNumbers(look); });
    std::optional<BoardLook> fitting;
    if (m_place == Place::slide && keepsCards && !looks.empty()) {
        std::vector<BoardLook> whole = looks;
        std::erase_if(whole, hasThumbnails);
        fitting = firstThatFits(whole);
        BoardLook smallest = whole.empty() ? looks.front() : whole.back();
        smallest.withoutOperations = true;
        if (const auto smaller = fitting ? std::nullopt : smallerCards(smallest))
            return *smaller;
    }
    if (!fitting)
        fitting = firstThatFits(looks);
    BoardLook best;
    if (fitting) {
        best = *fitting;
        enlarge(best, ending);
        if (m_place == Place::slide && !keepsDecimals)
            preferLargeNumbers(best, ending);
    } else if (m_place == Place::slide) {
        best = foldedLook(matrices, thumbnail);
        best.withoutOperations = true;
        if (const auto weights = weightsAlone(best, thumbnail, {Density::two_decimals}))
            best = *weights;
        else if (const auto whole = smallerLook(best, thumbnail))
            best = *whole;
        else
            setWindows(best);
    } else {
        best = foldedLook(matrices, thumbnail);
        for (std::size_t i = 0; i < m_cards.size(); ++i) {
            if (!best.cards[i].thumbnail)
                best.cards[i] = wholeSize(i, keepsDecimals ? Density::digits : Density::two_decimals);
        }
        shrink(best);
    }
    return best;
}

/// The look with all cards folded except the weights, which are worth more as a whole than in part beside the
/// output. nullopt: the weights do not fit at that size.
std::optional<BoardLook> BoardFitter::weightsAlone(BoardLook look, int thumbnail, CardSize size) const {
    for (std::size_t i = 0; i < m_cards.size(); ++i) {
        look.cards[i] = {.density = Density::small_colour, .thumbnail = thumbnail};
        if (m_cards[i].card->stage() != StageId::weights)
            continue;
        look.cards[i] = size;
        look.cards[i].window = wholeMatrixSize(*m_cards[i].card, size);
    }
    if (!isInSight(arranged(look, sizes(look))))
        return std::nullopt;
    return look;
}

/// The look `folded` made smaller: names of columns are turned and take no width, and numbers are smaller
/// than is easily read from the last row of seats, so that nothing is cut off. nullopt: that is not enough.
std::optional<BoardLook> BoardFitter::smallerCards(const BoardLook& folded) const {
    const auto smaller = [&](double enlargement) {
        BoardLook look = folded;
        for (CardSize& card : look.cards)
            card = card.thumbnail ? card : turned(enlargement);
        return look;
    };
    const auto all = slideEnlargement([&](double each) { return areInSight(smaller(each)); });
    return all ? std::optional(smaller(*all)) : std::nullopt;
}

/// Smaller cards, or else the weights alone. nullopt: neither fits.
std::optional<BoardLook> BoardFitter::smallerLook(const BoardLook& folded, int thumbnail) const {
    if (auto all = smallerCards(folded))
        return all;
    const auto weights = [&](double enlargement) {
        return weightsAlone(folded, thumbnail, turned(enlargement));
    };
    const auto most = slideEnlargement([&](double each) { return weights(each).has_value(); });
    return most ? weights(*most) : std::nullopt;
}

/// The largest numbers with which the matrix is visible as a whole or, in a presentation of another size than
/// normal, would be at the normal one: larger letters shall not make them smaller.
BoardLook BoardFitter::aloneLook() const {
    const auto limit = [this](Density density, double zoom) {
        return m_room * zoom - aroundAlone(*m_cards.front().card, density, m_theme, m_room.width());
    };
    const auto fits = [&, zoom = m_theme.presentedZoom()](const CardSize& size) {
        return isWhole(0, size, limit(size.density, zoom));
    };
    const auto largestAlone = [&](Density density) {
        const auto at = [density](int step) {
            return CardSize{density, 1 + (mostAlone - 1) * step / stepsAlone};
        };
        if (!fits(at(0)))
            return CardSize{density, 0};
        return at(largest(0, stepsAlone, [&](int step) { return fits(at(step)); }));
    };
    const CardSize digits = largestAlone(Density::digits), brief = largestAlone(Density::two_decimals);
    CardSize size = digits.enlargement >= brief.enlargement ? digits : brief;
    if (brief.enlargement == 0) {
        const auto isWholeAt = [&](double enlargement) { return fits(turned(enlargement)); };
        // While presenting, letters are so large that smaller ones can be read, too.
        const std::optional<double> whole = m_theme.isPresented() ? slideEnlargement(isWholeAt)
                                            : isWholeAt(1)        ? std::optional(1.0)
                                                                  : std::nullopt;
        size = whole ? turned(*whole) : CardSize{Density::two_decimals};
    }
    size.window = limit(size.density, 1).expandedTo({1, 1});
    BoardLook look;
    look.cards = {size};
    return look;
}

/// While presenting, large numbers matter more than their third decimal: drops it if that enlarges them.
void BoardFitter::preferLargeNumbers(BoardLook& look, const Ending& ending) const {
    BoardLook brief = look;
    for (CardSize& card : brief.cards) {
        if (!card.thumbnail)
            card = {Density::two_decimals};
    }
    enlarge(brief, ending);
    if (leastEnlargement(brief) > leastEnlargement(look))
        look = brief;
}

BoardLook BoardFitter::withWishes(BoardLook look, const Wishes& wishes) const {
    const double letters = letterEnlargement(look);
    for (std::size_t i = 0; i < m_cards.size(); ++i) {
        CardSize& size = look.cards[i];
        const StageId stage = m_cards[i].card->stage();
        if (size.thumbnail && std::ranges::find(wishes.unfolded, stage) != wishes.unfolded.end()) {
            size = wholeSize(i, Density::digits);
            const CardSize alike{size.density, letters};
            if (!isColourOnly(size.density) && isWhole(i, alike, matrixLimit()))
                size = alike;
            look.unfolded.push_back(stage);
        }
        if ((wishes.reads || m_place == Place::slide) && !size.thumbnail && isColourOnly(size.density))
            size = {Density::two_decimals};
    }
    return look;
}

/// Makes cells without numbers smaller until everything fits, as far as that helps.
void BoardFitter::shrink(BoardLook& look) const {
    BoardLook smaller = look;
    for (int step = 0; step < shrinkingSteps; ++step) {
        for (CardSize& card : smaller.cards) {
            if (!card.thumbnail && isColourOnly(card.density))
                card.enlargement *= shrinkingFactor;
        }
        if (isInSight(arranged(smaller, sizes(smaller)))) {
            look = smaller;
            return;
        }
    }
}

/// Matrices with numbers, of which as many rows as fit are visible, and then as many columns.
void BoardFitter::setWindows(BoardLook& look) const {
    std::vector<std::pair<std::size_t, HeatmapMetrics>> matrices;
    Index mostRows = leastInWindow, mostColumns = leastInWindow;
    for (std::size_t i = 0; i < m_cards.size(); ++i) {
        if (look.cards[i].thumbnail)
            continue;
        look.cards[i] = {Density::two_decimals};
        const HeatmapContent& content = m_cards[i].card->heatmap().content();
        matrices.emplace_back(i, heatmapMetrics(content, m_theme, Density::two_decimals));
        mostRows = std::max(mostRows, content.mapping().shownRows());
        mostColumns = std::max(mostColumns, content.mapping().shownColumns());
    }
    const auto shows = [&](Index rows, Index columns) {
        for (const auto& [card, whole] : matrices)
            look.cards[card].window =
                windowOf(whole, m_cards[card].card->heatmap().content().mapping(), rows, columns);
        return isInSight(arranged(look, sizes(look)));
    };
    const Index rows =
        largest(leastInWindow, mostRows, [&](Index count) { return shows(count, leastInWindow); });
    shows(rows, largest(leastInWindow, mostColumns, [&](Index count) { return shows(rows, count); }));
}

/// The largest size, up to density `largest`, at which the matrix is visible as a whole.
CardSize BoardFitter::wholeSize(std::size_t card, Density largest) const {
    for (const Density density : allDensities) {
        if (density >= largest && isWhole(card, {density}, matrixLimit()))
            return {density};
    }
    const MatrixHeatmap& heatmap = m_cards[card].card->heatmap();
    const HeatmapMetrics least = heatmapMetrics(heatmap.content(), m_theme, Density::small_colour);
    const HeatmapMapping mapping = heatmap.content().mapping();
    const QSizeF cells(least.cell.width() * static_cast<double>(mapping.shownColumns()),
                       least.cell.height() * static_cast<double>(mapping.shownRows()));
    const QSizeF room = QSizeF(matrixLimit()) - (QSizeF(least.size) - cells);
    return {Density::small_colour,
            std::min({1.0, room.width() / cells.width(), room.height() / cells.height()})};
}

/// Whether the matrix is visible as a whole in this room, instead of panning inside its card.
bool BoardFitter::isWhole(std::size_t card, const CardSize& size, QSize limit) const {
    const QSize matrix = wholeMatrixSize(*m_cards[card].card, size);
    return size.thumbnail || matrix.boundedTo(limit) == matrix;
}

bool BoardFitter::areWhole(const BoardLook& look) const {
    for (std::size_t i = 0; i < m_cards.size(); ++i) {
        if (!isWhole(i, look.cards[i], matrixLimit()))
            return false;
    }
    return true;
}

bool BoardFitter::fits(const BoardLook& look) {
    if (!areWhole(look))
        return false;
    std::vector<QSize> sizes;
    for (std::size_t i = 0; i < m_cards.size(); ++i) {
        sizes.push_back(cachedSize(i, look.cards[i], look.controlsFolded));
        sizes.push_back(operationSize(i, look));
    }
    return isInSight(arranged(look, sizes));
}

bool BoardFitter::areInSight(const BoardLook& look) const {
    return look.cards.size() == m_cards.size() && areWhole(look) && isInSight(arranged(look, sizes(look)));
}

bool BoardFitter::isInSight(const BoardArrangement& arrangement) const {
    const int margin = m_theme.px(boardMargin); // need not be visible below the last card
    return m_header + arrangement.size.height() - margin <= m_room.height() &&
           arrangement.size.width() <= m_room.width();
}

QSize BoardFitter::cachedSize(std::size_t card, const CardSize& size, bool controlsFolded) {
    const auto [known, isNew] =
        m_sizes.try_emplace({card, size.density, size.thumbnail.has_value(), controlsFolded}, QSize());
    if (isNew) {
        for (ControlRow* each : m_controls)
            each->setFolded(controlsFolded);
        known->second = m_cards[card].card->sizeFor(size, matrixLimit());
    }
    return known->second;
}

/// Sets the largest enlargement with which everything is still visible, the description too if it is beside
/// cells of the least size.
void BoardFitter::enlarge(BoardLook& look, const Ending& ending) const {
    double most = 1;
    for (const CardSize& card : look.cards) {
        if (!card.thumbnail)
            most = std::max(most, mostEnlargement(card.density, m_theme));
    }
    const auto mostOf = [this](Density density) { // letters are as large on cards with fewer decimals
        return mostEnlargement(isColourOnly(density) ? density : Density::digits, m_theme);
    };
    const auto enlarged = [&](int step) {
        BoardLook larger = look;
        for (CardSize& card : larger.cards) {
            if (!card.thumbnail)
                card.enlargement = std::min(1 + (most - 1) * step / enlargementSteps, mostOf(card.density));
        }
        return larger;
    };
    const std::vector<QSize> least = sizes(look);
    const auto ends = [&](int step, bool described) { // the y coordinate that has to be visible
        const BoardLook larger = enlarged(step);
        const BoardArrangement arrangement = arranged(larger, step == 0 ? least : sizes(larger));
        if (arrangement.size.width() > m_room.width() || !areWhole(larger))
            return m_room.height() + 1;
        const int cards = m_header + arrangement.size.height() - m_theme.px(boardMargin);
        return described ? std::max(cards, m_header + ending(arrangement)) : cards;
    };
    const bool described = ends(0, true) <= m_room.height();
    // Each try loads fonts, which takes longer than anything else here. The present sizes tell about which
    // one fits, so the tries begin there.
    std::vector<HeatmapMetrics> matrices;
    for (std::size_t i = 0; i < m_cards.size(); ++i)
        matrices.push_back(
            heatmapMetrics(m_cards[i].card->heatmap().content(), m_theme, look.cards[i].density));
    const int likely = largest(0, enlargementSteps, [&](int step) {
        const BoardLook larger = enlarged(step);
        std::vector<QSize> about = least;
        for (std::size_t i = 0; i < m_cards.size(); ++i) {
            if (!larger.cards[i].thumbnail)
                about[2 * i] = enlargedCard(least[2 * i], matrices[i], larger.cards[i].enlargement, m_theme);
        }
        const BoardArrangement arrangement = arranged(larger, about);
        return isInSight(arrangement) && (!described || m_header + ending(arrangement) <= m_room.height());
    });
    look = enlarged(largest(
        0, enlargementSteps, [&](int step) { return ends(step, described) <= m_room.height(); },
        std::optional(likely)));
}

std::vector<QSize> BoardFitter::sizes(const BoardLook& look) const {
    for (ControlRow* each : m_controls)
        each->setFolded(look.controlsFolded);
    std::vector<QSize> sizes;
    for (std::size_t i = 0; i < m_cards.size(); ++i) {
        sizes.push_back(m_cards[i].card->sizeFor(look.cards[i], matrixLimit()));
        sizes.push_back(operationSize(i, look));
    }
    return sizes;
}

/// All folded cards are on top, which leaves most room; where the user has unfolded some, each stands in the
/// order of the computation.
BoardArrangement BoardFitter::arranged(const BoardLook& look, const std::vector<QSize>& sizes) const {
    std::vector<std::size_t> order(m_cards.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (look.unfolded.empty())
        std::ranges::stable_sort(order, std::ranges::greater{},
                                 [&](std::size_t i) { return look.cards[i].thumbnail.has_value(); });
    std::vector<BoardUnit> units;
    for (const std::size_t i : order) {
        BoardUnit unit = boardUnit(m_cards[i].card->stage(), sizes[2 * i + 1], sizes[2 * i]);
        unit.inStrip = look.cards[i].thumbnail.has_value();
        unit.startsRow = startsRow(i, look);
        units.push_back(unit);
    }
    BoardArrangement arrangement =
        arrange(units, m_room.width(), m_theme.px(boardMargin), m_theme.px(boardSpacing));
    const std::vector<BoardPlace> placed = arrangement.places;
    for (std::size_t at = 0; at < order.size(); ++at)
        arrangement.places[order[at]] = placed[at];
    return arrangement;
}

/// A folded card leaves its place at the beginning of a row to the next one.
bool BoardFitter::startsRow(std::size_t card, const BoardLook& look) const {
    for (std::size_t i = card + 1; i-- > 0;) {
        if (i < card && !look.cards[i].thumbnail)
            return false;
        if (boardUnit(m_cards[i].card->stage(), {}, {}).startsRow)
            return true;
    }
    return true;
}

QString BoardFitter::operationBefore(std::size_t card, const BoardLook& look) const {
    QString own = m_cards[card].operation->operation();
    if (look.cards[card].thumbnail || look.withoutOperations || m_place == Place::alone)
        return {};
    if (startsRow(card, look))
        return own;
    QStringList operations;
    for (std::size_t i = card; i > 0 && look.cards[i - 1].thumbnail; --i)
        operations.prepend(m_cards[i - 1].operation->operation());
    operations.append(own);
    operations.removeAll(QString());
    if (operations.size() > 1)
        operations.removeAll(QStringLiteral("="));
    return operations.join(QStringLiteral("<br>")); // side by side they would take too much room
}

QSize BoardFitter::operationSize(std::size_t card, const BoardLook& look) const {
    const QString text = operationBefore(card, look);
    return text.isEmpty() ? QSize() : m_cards[card].operation->sizeFor(text);
}

/// The largest size of a matrix, leaving room for its card and the operation before it. A larger matrix pans
/// inside its card.
QSize BoardFitter::matrixLimit() const {
    if (m_place == Place::alone) {
        const QSize around = aroundAlone(*m_cards.front().card, Density::digits, m_theme, m_room.width());
        return (m_room - around).expandedTo({1, 1});
    }
    const QSize limit = m_room - QSize(m_theme.px(140), m_theme.px(110));
    return limit.expandedTo({m_theme.px(160), m_theme.px(160)});
}

} // namespace lab
