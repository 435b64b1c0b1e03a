// SPDX-License-Identifier: GPL-3.0-or-later
//
// The area below the bars: parameters at the left, the page, the explanation at the right, with draggable
// edges. In a narrow window the explanation covers the lower part of the page. In a narrower one the
// parameters are a drawer over it.
#pragma once

#include "ui/window/column_widths.h"
#include "ui/window/open_panels.h"

#include <QRect>
#include <QWidget>

class QScrollArea;

namespace lab {

class EdgeHandle;
class Theme;

class WindowLayout : public QWidget {
    Q_OBJECT
public:
    /// Takes ownership of all of them. `strip` is above the page.
    WindowLayout(QWidget* parameters, QWidget* strip, QWidget* page, QWidget* explanation, const Theme& theme,
                 QWidget* parent = nullptr);

    void setWidths(const ColumnWidths& widths);
    void setOpenPanels(const OpenPanels& open);
    /// Whether the parameters are a drawer, since the window is too narrow for a column.
    bool hasDrawer() const { return m_narrow; }
    bool isDrawerOpen() const { return m_drawerOpen; }
    void setDrawerOpen(bool open);
    /// Shows a widget below the page, at its preferred height or nearly half the area at most. Takes
    /// ownership of it and deletes the previous one. nullptr: the page has the whole area. `replacesOverlay`:
    /// the explanation does not cover it or the page.
    void setBottomPanel(QWidget* panel, bool replacesOverlay = false);
    /// A widget across the lowest part of the area, as high as its width needs, while it is not hidden. It
    /// covers the page, so that nothing moves on it. Takes ownership of it.
    void setLowestStrip(QWidget* strip);
    /// Whether the strip is above the page; otherwise another widget contains it.
    void setStripHere(bool here);
    /// True: the page gets the whole area. The strip and everything below the page are hidden, and the drawer
    /// closes. False: shows all of them again as they were.
    void setPresented(bool presented);
    /// A widget below the explanation in its column, which it leaves at least half of. It tells by a
    /// LayoutRequest that its height for a width has changed. The layout becomes its parent. nullptr: none.
    void setAside(QWidget* aside);
    /// A widget in the column of the explanation, which then takes its place only while there is something to
    /// explain, below `back`, which leads back. Where the window has no room for a column, it is at the
    /// bottom. The layout becomes their parent. nullptr: none; both are hidden. `isWide`: wider than the
    /// explanation, unless the user has chosen a width; otherwise nothing on the page moves in its place.
    void setGuide(QWidget* guide, QWidget* back, bool isWide = true);
    bool hasGuide() const { return m_guide != nullptr; }
    /// Whether the explanation has a column at the right.
    bool hasExplanationColumn() const { return m_explained; }
    /// Whether there is something to explain; otherwise the explanation does not cover the page.
    void setExplanationWanted(bool wanted);
    /// Where the explanation would cover the page, in global coordinates; empty if it has a column or is not
    /// shown.
    QRect explanationOverlay() const;
    void relayout();

signals:
    /// The explanation covers the lowest `height` pixels of the page.
    void pageCovered(int height);
    /// The parameters became a drawer or stopped being one.
    void drawerChanged();
    /// hasExplanationColumn() changed.
    void explanationColumnChanged();
    /// The user changed the widths.
    void widthsChanged(const lab::ColumnWidths& widths);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    int bottomPanelHeight(int width, int room) const;
    bool hasBottomPanel() const;
    bool hasColumn() const;
    bool mayCover() const;
    /// Where the explanation covers the page, if it does.
    QRect overlayRect() const;
    bool hasGuideColumn() const;
    void placeGuide(const QRect& column, bool isExplained);
    int lowestStripHeight() const;
    void addEdges();
    void want(const ColumnWidths& widths);
    int placeLowestStrip();
    int parametersWidth() const;
    int explanationWidth() const;
    void restyle();
    void placeColumn(const QRect& column);
    void placeEdge(EdgeHandle* edge, int middle, bool shown) const;

    QWidget* m_parameters;
    QWidget* m_strip;
    QWidget* m_page;
    QWidget* m_explanation;
    QWidget* m_bottomPanel = nullptr;
    QWidget* m_lowestStrip = nullptr;
    bool m_replacesOverlay = false;
    QScrollArea* m_asideArea;
    QWidget* m_asideMargins; // in it, around the aside
    QWidget* m_aside = nullptr;
    QWidget* m_guide = nullptr;
    QWidget* m_back = nullptr; ///< from the explanation to the guide
    bool m_isGuideWide = true;
    const Theme& m_theme;
    EdgeHandle* m_parametersEdge = nullptr;
    EdgeHandle* m_explanationEdge = nullptr;
    ColumnWidths m_widths;
    bool m_narrow = false;
    bool m_explained = false;
    bool m_drawerOpen = false;
    bool m_stripHere = true;
    bool m_presented = false;
    bool m_drawerBefore = false; ///< was open before presenting
    OpenPanels m_open;
    bool m_explanationWanted = false;
};

} // namespace lab
