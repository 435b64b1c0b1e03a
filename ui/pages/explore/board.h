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

class QLabel;

namespace lab {

class ControlRow;
class FoldHeader;
class OperationLabel;
class StageCard;

class Board : public PlacedPage {
    Q_OBJECT
public:
    Board(LabDocument& document, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

    StageCard* card(StageId id) const;
    /// Scrolls to a card.
    void reveal(StageId id);
    /// Scrolls to a cell, where its card is of that head.
    void reveal(const CellRef& cell);
    Density density() const { return m_density; }
    void setCovered(int height) override;
    /// The attention weights of the shown head.
    std::optional<Figure> figure() const override;
    /// How long the stages on the board took to compute after the last change, in milliseconds.
    double lastComputation() const { return m_milliseconds; }

signals:
    void refreshed();

protected:
    void relayout() override;
    void restyle() override;
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
    void updateControls();
    bool updateDescription();
    int layOutDescription(int top, int width);
    QSize room() const;
    BoardArrangement chooseDensity(const std::vector<Unit>& shown, int header);
    /// `folded`: the controls on the cards take as little room as they can.
    BoardArrangement arrangeAt(Density density, bool folded, const std::vector<Unit>& shown);
    QSize matrixLimit() const;
    std::vector<Unit> shownUnits() const;
    std::vector<QSize> sizes(Density density, const std::vector<Unit>& units) const;

    QWidget* m_content;
    FoldHeader* m_about; ///< unfolds the description where it speaks of another sentence or notation
    QLabel* m_description;
    bool m_folds = false; // the description
    std::vector<Unit> m_units;
    std::vector<ControlRow*> m_controls;
    Density m_density = Density::digits;
    std::vector<QSize> m_laidOut;  // the sizes that the present layout was made for
    std::optional<int> m_decimals; // that were chosen then
    int m_covered = 0;
    bool m_scrolledBefore = false; ///< it was covered: there was a bar already
    bool m_away = false;           // something else is shown in its place
    double m_milliseconds = 0;
    std::uint64_t m_newest = 0; ///< revision of what took so long
    QElapsedTimer m_computing;  ///< since when something has been asked for that is still being computed
};

} // namespace lab
