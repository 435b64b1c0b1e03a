// SPDX-License-Identifier: GPL-3.0-or-later
//
// The cards of the mode Compare: as many as are asked for, of one size, and what stands after them.
#pragma once

#include "ui/pages/matrix_card.h"
#include "ui/plots/heatmap/heatmap_mapping.h"

#include <QWidget>

#include <vector>

namespace lab {

class FlowLayout;
class PillButton;

class CompareGrid : public QWidget {
    Q_OBJECT
public:
    /// Takes over what stands after the cards.
    CompareGrid(const Theme& theme, QWidget* last, QWidget* parent = nullptr);

    /// So many cards are shown, none of them chosen, without notes, dots and offers.
    void use(std::size_t count);
    /// One of them.
    MatrixCard& card(std::size_t which) const { return *m_places[which].card; }
    std::vector<MatrixCard*> cards() const;
    /// `warning`: see MatrixCard.
    void fill(std::size_t which, HeatmapContent content, const QString& title, const QString& warning);
    /// "Apply" under a card.
    void offer(std::size_t which);
    /// Covers all of them, which are an older answer; an empty reason takes it away.
    void setVeil(const QString& reason);
    /// For a page of that width, of which so much can be seen.
    void layOut(int width, int screen);
    void restyle();

signals:
    void cellHovered(std::size_t which, std::optional<lab::StoredCell> cell);
    void cellClicked(std::size_t which, lab::StoredCell cell);
    void menuRequested(std::size_t which, const QPoint& where);
    /// What was offered is wanted.
    void useWanted(std::size_t which);

private:
    /// A card with the button under it.
    struct Place {
        QWidget* whole;
        MatrixCard* card;
        PillButton* use;
    };

    void addPlace();
    CardSize cardSize(int width, int screen) const;

    const Theme& m_theme;
    FlowLayout* m_flow;
    QWidget* m_last;
    std::vector<Place> m_places; ///< as many as have ever been used
    std::size_t m_count = 0;     ///< of those that are now
};

} // namespace lab
