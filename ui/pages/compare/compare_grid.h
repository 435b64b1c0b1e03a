// SPDX-License-Identifier: GPL-3.0-or-later
//
// The cards of the page Compare, all laid out at one size, followed by one more widget.
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
    /// Takes ownership of `last`, which is placed after the cards.
    CompareGrid(const Theme& theme, QWidget* last, QWidget* parent = nullptr);

    /// Shows `count` cards, none of them chosen, without notes, dots or “Apply” buttons.
    void use(std::size_t count);
    MatrixCard& card(std::size_t which) const { return *m_places[which].card; }
    std::vector<MatrixCard*> cards() const;
    /// `warning`: see MatrixCard::setWarning().
    void fill(std::size_t which, HeatmapContent content, const QString& title, const QString& warning);
    /// Shows “Apply” under a card.
    void offer(std::size_t which);
    /// Veils all cards as out of date. An empty reason removes the veil.
    void setVeil(const QString& reason);
    /// Lays the cards out for a page `width` pixels wide, of which `screen` pixels of height are visible.
    void layOut(int width, int screen);
    /// The same while presenting, within `room`: all numbers in the largest letters that fit, or, if these
    /// cannot be read, parts of the matrices that say which part they are. The last widget is shown only if
    /// `wantsLast`, and if it fits.
    void layOutForClass(QSize room, bool wantsLast);
    void restyle();

signals:
    void cellHovered(std::size_t which, std::optional<lab::StoredCell> cell);
    void cellClicked(std::size_t which, lab::StoredCell cell);
    void menuRequested(std::size_t which, const QPoint& where);
    /// “Apply” was clicked.
    void applyRequested(std::size_t which);

protected:
    void wheelEvent(QWheelEvent* event) override;

private:
    /// A card with the button under it.
    struct Place {
        QWidget* whole;
        MatrixCard* card;
        PillButton* use;
    };

    void addPlace();
    CardSize cardSize(int width, int screen) const;
    std::vector<QSize> sizesAt(const CardSize& size) const;
    std::vector<QSize> partsIn(QSize room) const;

    const Theme& m_theme;
    FlowLayout* m_flow;
    QWidget* m_last;
    std::vector<Place> m_places; ///< never shrinks: unused cards are hidden
    std::size_t m_count = 0;     ///< cards in use
    bool m_showsParts = false;   ///< of their matrices
};

} // namespace lab
