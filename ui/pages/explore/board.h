// SPDX-License-Identifier: GPL-3.0-or-later
//
// The board: every stage as a card, in the order of the computation.
#pragma once

#include "core/change.h"
#include "core/stage.h"
#include "ui/pages/placed_page.h"
#include "ui/plots/heatmap/heatmap_metrics.h"
#include "ui/plots/shared/board_layout.h"

#include <QElapsedTimer>

#include <optional>
#include <vector>

namespace lab {

class BoardDescription;
class ControlRow;
class OperationLabel;
class PageChoices;
class StageCard;

class Board : public PlacedPage {
    Q_OBJECT
public:
    Board(LabDocument& document, Selection& selection, PageChoices& choices, const Theme& theme,
          QWidget* parent = nullptr);

    StageCard* card(StageId id) const;
    /// Scrolls to a card.
    void reveal(StageId id);
    /// Scrolls to a cell of the shown head. Does nothing if its card is hidden.
    void reveal(const CellRef& cell);
    Density density() const { return m_look.density; }
    /// Of the cells, compared with the least size at their density.
    double enlargement() const { return m_look.enlargement; }
    void setCovered(int height) override;
    /// A figure of the attention weights of the shown head.
    std::optional<Figure> figure() const override;
    /// How long the stages on the board took to compute after the last change, in milliseconds.
    double lastComputation() const { return m_milliseconds; }

signals:
    void refreshed();

protected:
    void relayout() override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    struct Unit {
        StageCard* card;
        OperationLabel* operation;
    };

    void addControls(StageId id, ControlRow* controls);
    void refresh(const Change& change);
    bool isInSight(const StageCard& card) const;
    bool showsWeights() const;
    void updateControls();
    void beginToFollow();
    void followWeights();
    QRect descriptionPlace(const BoardArrangement& arrangement, int width) const;
    QSize room() const;
    QSize roomForLook() const;
    struct Look {
        Density density = Density::digits;
        bool folded = false; ///< the controls on the cards take as little room as possible
        double enlargement = 1;
    };
    Look chooseLook(const std::vector<Unit>& shown, int header);
    double chooseEnlargement(const Look& look, const std::vector<Unit>& shown, int header);
    BoardArrangement arrangeAt(const Look& look, const std::vector<Unit>& shown, QSize room);
    QSize matrixLimit(QSize room) const;
    std::vector<Unit> shownUnits() const;
    std::vector<QSize> sizes(const Look& look, const std::vector<Unit>& units, QSize room) const;

    QWidget* m_content;
    BoardDescription* m_description;
    std::vector<Unit> m_units;
    std::vector<ControlRow*> m_controls;
    Look m_look;
    std::vector<QSize> m_laidOut;  // the sizes that the current layout was made for; empty: none was
    int m_scale = 100;             // per cent, of that layout
    bool m_placing = false;        // relayout() is at work
    bool m_follows = false;        // keeps the weights in sight, until something else scrolls
    int m_home = 0;                // where the page was before that
    std::optional<int> m_decimals; // the document's setting at that layout
    int m_covered = 0;
    bool m_away = false; // hidden because another page is shown
    double m_milliseconds = 0;
    std::uint64_t m_newest = 0; ///< the revision that m_milliseconds is about
    QElapsedTimer m_computing;  ///< valid while requested stages are being computed
};

} // namespace lab
