// SPDX-License-Identifier: GPL-3.0-or-later
//
// The board: every stage as a card, in the order of the computation.
#pragma once

#include "core/experiment/change.h"
#include "core/experiment/stage.h"
#include "ui/pages/explore/board_fitter.h"
#include "ui/pages/explore/late_cards.h"
#include "ui/pages/placed_page.h"
#include "ui/pages/presentable.h"

#include <QElapsedTimer>

#include <optional>
#include <utility>
#include <vector>

namespace lab {

class BoardConnectors;
class ControlRow;
class PageChoices;

class Board : public PlacedPage, public Presentable {
    Q_OBJECT
public:
    Board(LabDocument& document, Selection& selection, PageChoices& choices, const Theme& theme,
          QWidget* parent = nullptr);

    StageCard* card(StageId id) const;
    /// Scrolls to a card, and unfolds it.
    void reveal(StageId id);
    /// Scrolls to a cell of the shown head, and unfolds its card. Does nothing if its card is hidden.
    void reveal(const CellRef& cell);
    /// Scrolls to a cell only as far as is needed to see it, if its card is unfolded.
    void keepInSight(const CellRef& cell);
    /// Shows one card alone, as large as fits, until showAll(). Its stage must be on the board.
    void showAlone(StageId id);
    void showAll();
    /// Shows the cards of no other stages; nullopt: of all. What is not on the board stays away.
    void setStages(const std::optional<std::vector<StageId>>& stages);
    const std::optional<std::vector<StageId>>& stages() const { return m_stages; }
    /// Unfolds the cards of these stages, too, whose numbers somebody needs now, unless that is undone.
    void setNeededStages(const std::vector<StageId>& stages);
    /// Whether the card of a stage is there, or would be if no other one were shown alone.
    bool shows(StageId id) const;
    /// The stage whose card is shown alone.
    std::optional<StageId> alone() const { return m_alone; }
    /// The title of the stage shown alone; empty if all cards are shown.
    QString subject() const override;
    /// Frames a card, and no other one. nullopt: none.
    void frame(std::optional<StageId> id);
    void setCovered(int height) override;
    Presentable& presentable() override { return *this; }
    void setPresented(bool presented) override;
    /// Cards keep their sizes; the page scrolls to the number and to what it is computed from. A card shown
    /// alone gets smaller, to make room for the explanation.
    bool setExplained(bool explained, int height) override;
    /// A widget right of the last rows of cards if it fits there, or else below all of them. It tells by
    /// a LayoutRequest that its height for a width has changed; 0 hides it. The board becomes its parent.
    /// nullptr: none.
    void setDescription(QWidget* description);
    /// Scrolls to it, if it is there.
    void revealDescription();
    std::vector<StageBlock> shownMatrices() const override;
    std::optional<StageBlock> matrixAt(const QPoint& global) const override;
    /// Does nothing in a window in which the user works with all cards: nothing may move there.
    void bringIntoSight(const CellRef& cell) override;
    /// A figure of the attention weights of the shown head.
    std::optional<Figure> figure() const override;
    /// How long the stages on the board took to compute after the last change, in milliseconds.
    double lastComputation() const { return m_milliseconds; }

signals:
    void refreshed();
    /// A card is shown alone, or no longer.
    void aloneChanged();
    void stagesChanged();
    /// The menu of a card is about to be shown: see StageCard.
    void cardMenuMade(QMenu* menu, lab::StageId stage, const std::optional<lab::CellRef>& cell);

protected:
    void relayout() override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void fitRoom() override;
    void wheelEvent(QWheelEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void addControls(StageId id, ControlRow* controls);
    void addNormControls();
    void refresh(const Change& change);
    void forgetMatrices();
    bool isInSight(const StageCard& card) const;
    bool showsWeights() const;
    void updateControls();
    void showExplained();
    void beginToFollow();
    void followWeights();
    QRect descriptionPlace(const BoardArrangement& arrangement, int width) const;
    QSize room() const;
    QSize roomForLook() const;
    /// What a look was chosen for.
    struct Basis {
        int scale = 0; ///< per cent
        QSize window;
        std::vector<StageId> stages;
        QList<QSize> shapes; ///< of their matrices
        std::optional<int> decimals;
        bool operator==(const Basis&) const = default;
    };
    Basis basis(const std::vector<BoardCard>& shown) const;
    bool keepsLook(const BoardFitter& fitter, const Basis& now);
    void chooseLook(const std::vector<BoardCard>& shown, int header);
    void place(const std::vector<BoardCard>& shown, int header);
    void fitContent();
    void showOperations(const std::vector<BoardCard>& shown, const BoardFitter& fitter);
    bool isLaidOut(const std::vector<BoardCard>& shown) const;
    void setUnfolded(StageId id, bool unfolded);
    std::vector<StageId> wantedUnfolded() const;
    std::vector<BoardCard> shownCards() const;
    BoardFitter fitter(const std::vector<BoardCard>& shown, QSize room, int header) const;
    void toggleAlone(StageId id);
    void follow(const CellRef& cell);
    void showSameParts();
    void dropAlone();
    void layOutAnew();
    QPoint shift(const BoardArrangement& arrangement, int header) const;

    PageChoices& m_choices;
    QWidget* m_content;
    BoardConnectors* m_connectors;
    QWidget* m_description = nullptr;
    std::vector<BoardCard> m_cards; ///< of all stages
    std::vector<ControlRow*> m_controls;
    bool m_hasNormControls = false; ///< made when a document has a norm
    LateCards m_late;
    Basis m_basis;
    QSize m_stepsIn;                     ///< word by word: the room that the look was chosen for
    BoardLook m_chosen;                  ///< of the cards that are shown, by their sizes
    BoardLook m_look;                    ///< and by what the user has unfolded
    std::vector<QSize> m_laidOut;        // the sizes that the current layout was made for; empty: none was
    QSize m_needed;                      // by that layout
    std::pair<QSize, QSize> m_laidOutIn; // its room and its window
    int m_scale = 100;                   // per cent, of that layout
    bool m_placing = false;              // relayout() is at work
    bool m_follows = false;              // keeps the weights in sight, until something else scrolls
    int m_home = 0;                      // where the page was before that
    int m_covered = 0;
    std::optional<StageId> m_alone;
    std::optional<std::vector<StageId>> m_stages; ///< absent: all
    std::vector<StageId> m_neededStages;          ///< see setNeededStages()
    std::vector<StageId> m_foldedOfStep;          ///< those of them that somebody has folded since
    QPoint m_placeBefore;                         ///< how far the page was scrolled before a card was alone
    bool m_presented = false;
    int m_explanation = 0; ///< height of the line below the page that explains the inspected number
    bool m_away = false;   // hidden because another page is shown
    double m_milliseconds = 0;
    std::uint64_t m_newest = 0; ///< the revision that m_milliseconds is about
    QElapsedTimer m_computing;  ///< valid while requested stages are being computed
};

} // namespace lab
