// SPDX-License-Identifier: GPL-3.0-or-later
//
// A matrix on a card of its own, with a title: where matrices are looked at side by side.
#pragma once

#include "ui/plots/heatmap_metrics.h"

#include <QFrame>

#include <optional>

class QHBoxLayout;
class QLabel;
class QToolButton;
class QVBoxLayout;

namespace lab {

class MatrixHeatmap;
class Theme;

/// How much room there is for one of several cards.
struct CardSize {
    Density density = Density::two_decimals;
    /// A thumbnail, whose cells are as wide as that makes them and which has neither words nor a menu;
    /// absent: as its density wants.
    std::optional<int> thumbnail = {};
    bool operator==(const CardSize&) const = default;
};

class MatrixCard : public QFrame {
    Q_OBJECT
public:
    explicit MatrixCard(const Theme& theme, QWidget* parent = nullptr);

    MatrixHeatmap& heatmap() const { return *m_heatmap; }

    /// `brief` is what a thumbnail has room for; empty: the title itself.
    void setTitle(const QString& title, const QString& brief = {});
    QString title() const { return m_whole; }
    void setDot(const QColor& colour);
    /// Rich text beside the title; empty: none.
    void setFormula(const QString& formula);
    /// At the right of the title; `brief` is for a thumbnail that has room for it.
    void setNote(const QString& note, const QString& brief = {});
    QString note() const;
    /// Under the matrix, what its reader should be told first; empty: nothing.
    void setWarning(const QString& warning);
    /// In a frame that tells it from the others.
    void setChosen(bool chosen);
    bool isChosen() const { return m_chosen; }

    void setCardSize(const CardSize& size);
    /// How large the card is at a size, with every cell in sight.
    QSize sizeFor(const CardSize& size) const;
    /// It is as large as it is told to be.
    bool hasHeightForWidth() const override { return false; }

signals:
    /// Its menu is wanted, at a point of the screen.
    void menuRequested(const QPoint& where);
    /// The card was clicked outside its cells.
    void clicked();

protected:
    void paintEvent(QPaintEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    void restyle();
    void showTexts();
    HeatmapForm form(const CardSize& size) const;
    QMargins rims(bool thumbnail) const;
    int headerWidth() const;
    QString briefNote() const;

    const Theme& m_theme;
    QLabel* m_dot;
    QLabel* m_title;
    QLabel* m_formula;
    QLabel* m_note;
    QLabel* m_warning;
    QToolButton* m_menu;
    MatrixHeatmap* m_heatmap;
    QHBoxLayout* m_header;
    QVBoxLayout* m_column;
    QString m_whole, m_brief;
    QString m_wholeNote, m_briefNote;
    QColor m_dotColour; // invalid: none
    CardSize m_size;
    bool m_chosen = false;
};

} // namespace lab
