// SPDX-License-Identifier: GPL-3.0-or-later
//
// Measures the cards of the board, and finds the look with which it fits its page.
#pragma once

#include "ui/pages/explore/board_look.h"
#include "ui/plots/shared/board_layout.h"

#include <functional>
#include <map>
#include <optional>
#include <tuple>

namespace lab {

class ControlRow;
class OperationLabel;
class StageCard;
class Theme;

/// Points round the cards together, and between them.
inline constexpr double boardMargin = 12;
inline constexpr double boardSpacing = 8;

/// A stage on the board, and the operation that leads to it.
struct BoardCard {
    StageCard* card;
    OperationLabel* operation;
};

class BoardFitter {
public:
    enum class Place {
        page,
        slide, ///< while presenting: all matrices that are not folded have numbers
        alone, ///< the only card fills the room, without an operation before it
    };
    /// `cards`: those shown, in order. `room`: of the page, below `header` pixels. Measuring folds and
    /// unfolds `controls`.
    BoardFitter(const Theme& theme, const std::vector<BoardCard>& cards,
                const std::vector<ControlRow*>& controls, QSize room, int header, Place place = Place::page);

    /// What ends below the cards, in pixels: the description.
    using Ending = std::function<int(const BoardArrangement&)>;
    /// The best look of looksInOrder() with which everything fits the page, with the largest cells that do.
    /// If none does, whatever can fold is folded, and the page scrolls; on a slide, the operations between
    /// the cards go, then all cards but that of the weights fold, then names of columns are turned and
    /// numbers become smaller, and if even these do not fit, the matrices that usually do not fold show a
    /// part, as many rows as fit, and then columns.
    /// `keepsCards`: on a slide, none folds as long as smaller numbers can be read.
    BoardLook bestLook(bool keepsDecimals, bool keepsCards, const Ending& ending);
    /// The look of a card alone: with numbers, and with the largest cells that fit, with turned names of
    /// columns if they do not fit otherwise. Where even the smallest do not, or the presentation is enlarged,
    /// a part of the matrix is visible.
    BoardLook aloneLook() const;
    struct Wishes {
        std::vector<StageId> unfolded; ///< stages that are shown as cards though they fold
        bool reads = false;            ///< matrices show numbers and pan, instead of being visible as a whole
    };
    /// Whether everything fits the page with that look.
    bool areInSight(const BoardLook& look) const;
    /// A look with what the user wants on top, for which the page scrolls.
    BoardLook withWishes(BoardLook look, const Wishes& wishes) const;

    /// For each card its size and that of its operation.
    std::vector<QSize> sizes(const BoardLook& look) const;
    /// `sizes`: of that look.
    BoardArrangement arranged(const BoardLook& look, const std::vector<QSize>& sizes) const;
    /// The operations from the card before, on the page, to this one: some may be of folded cards. Empty:
    /// none.
    QString operationBefore(std::size_t card, const BoardLook& look) const;

private:
    bool fits(const BoardLook& look);
    std::optional<BoardLook> firstThatFits(std::vector<BoardLook> looks);
    bool isInSight(const BoardArrangement& arrangement) const;
    void shrink(BoardLook& look) const;
    void setWindows(BoardLook& look) const;
    std::optional<BoardLook> weightsAlone(BoardLook look, int thumbnail, CardSize size) const;
    std::optional<BoardLook> smallerCards(const BoardLook& folded) const;
    std::optional<BoardLook> smallerLook(const BoardLook& folded, int thumbnail) const;
    void preferLargeNumbers(BoardLook& look, const Ending& ending) const;
    bool isWhole(std::size_t card, const CardSize& size, QSize limit) const;
    bool areWhole(const BoardLook& look) const;
    QSize cachedSize(std::size_t card, const CardSize& size, bool controlsFolded);
    void enlarge(BoardLook& look, const Ending& ending) const;
    bool startsRow(std::size_t card, const BoardLook& look) const;
    QSize operationSize(std::size_t card, const BoardLook& look) const;
    QSize matrixLimit() const;
    CardSize wholeSize(std::size_t card, Density largest) const;

    const Theme& m_theme;
    const std::vector<BoardCard>& m_cards;
    const std::vector<ControlRow*>& m_controls;
    QSize m_room;
    int m_header;
    Place m_place;
    std::map<std::tuple<std::size_t, Density, bool, bool>, QSize> m_sizes; ///< measured so far
};

} // namespace lab
