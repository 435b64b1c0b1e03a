// SPDX-License-Identifier: GPL-3.0-or-later
//
// The page Geometry: a query among the keys, and its output among the values.
#pragma once

#include "ui/pages/column_page.h"
#include "ui/pages/geometry/tip_dragging.h"
#include "ui/pages/presentable.h"
#include "ui/plots/geometry/geometry_content.h"

#include <array>

class QBoxLayout;
class QFrame;
class QLabel;

namespace lab {

class CardHeader;
class GeometryControls;
class HeadPlanes;
class PageChoices;
class PlanePlot;
class StaleVeil;

class GeometryPage : public ColumnPage, public Presentable {
    Q_OBJECT
public:
    GeometryPage(LabDocument& document, Selection& selection, PageChoices& choices, const Theme& theme,
                 QWidget* parent = nullptr);

    PlanePlot& plot(PlaneKind kind) const { return *cardOf(kind).plot; }
    GeometryControls& controls() const { return *m_controls; }
    HeadPlanes& heads() const { return *m_heads; }
    /// What is said below a plane: of a drag, and what has to be known to read it.
    QString notes(PlaneKind kind) const;
    /// The query that is shown: of what is pointed at, of what is inspected, or the chosen one.
    TokenIndex query() const;
    /// Whether the planes are side by side.
    bool isAbreast() const;

    std::optional<Figure> figure() const override;
    Presentable& presentable() override { return *this; }
    void setPresented(bool presented) override;
    std::vector<StageBlock> shownMatrices() const override;
    std::optional<StageBlock> matrixAt(const QPoint& global) const override;

protected:
    void refresh() override;
    void restyle() override;
    void resizeEvent(QResizeEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    struct Card {
        PlaneKind kind;
        QFrame* frame;
        CardHeader* header;
        PlanePlot* plot;
        QLabel* notes;
        QStringList about = {}; ///< what has to be known to read it
    };

    const Card& cardOf(PlaneKind kind) const { return m_cards[kind == PlaneKind::scores ? 0 : 1]; }
    Card makeCard(PlaneKind kind);
    void connectPlot(PlanePlot& plot);
    void follow();
    void keepQuery();
    void point(const PlanePlot& plot, std::optional<std::size_t> tip);
    void inspect(const PlanePlot& plot, std::size_t tip);
    std::optional<TokenIndex> litKey() const;
    CellRef cellOf(const PlaneTip& tip) const;
    void showNotes();
    Figure figureOf(PlaneKind kind) const;
    void showMenu(PlaneKind kind, const QPoint& where);
    void fitRoom();
    bool isLow() const;

    PageChoices& m_choices;
    GeometryControls* m_controls;
    HeadPlanes* m_heads;
    QBoxLayout* m_planes;
    std::array<Card, 2> m_cards;
    StaleVeil* m_veil;
    std::optional<ShownPlanes> m_shown;
    TipDragging* m_dragging;
    bool m_presented = false;
    bool m_wasLow = false; ///< isLow(), when it was last laid out
};

} // namespace lab
