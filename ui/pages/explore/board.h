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
    /// Scrolls to a cell of the shown head. Does nothing if its card is hidden.
    void reveal(const CellRef& cell);
    Density density() const { return m_density; }
    void setCovered(int height) override;
    /// A figure of the attention weights of the shown head.
    std::optional<Figure> figure() const override;
    /// How long the stages on the board took to compute after the last change, in milliseconds.
    double lastComputation() const { return m_milliseconds; }

signals:
    void refreshed();

protected:
    void relayout() override;
    void restyle() override;
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
    void updateControls();
    bool updateDescription();
    int layOutDescription(int top, int width);
    QSize room() const;
    BoardArrangement chooseDensity(const std::vector<Unit>& shown, int header);
    /// `folded`: the controls on the cards take as little room as possible.
    BoardArrangement arrangeAt(Density density, bool folded, const std::vector<Unit>& shown);
    QSize matrixLimit() const;
    std::vector<Unit> shownUnits() const;
    std::vector<QSize> sizes(Density density, const std::vector<Unit>& units) const;

    QWidget* m_content;
    FoldHeader* m_about; ///< folds the description if it is about another sentence or notation
    QLabel* m_description;
    bool m_folds = false; // the description can be folded
    std::vector<Unit> m_units;
    std::vector<ControlRow*> m_controls;
    Density m_density = Density::digits;
    std::vector<QSize> m_laidOut;  // the sizes that the current layout was made for
    std::optional<int> m_decimals; // the document's setting at that layout
    int m_covered = 0;
    bool m_away = false; // hidden because another page is shown
    double m_milliseconds = 0;
    std::uint64_t m_newest = 0; ///< the revision that m_milliseconds is about
    QElapsedTimer m_computing;  ///< valid while requested stages are being computed
};

} // namespace lab
