// SPDX-License-Identifier: GPL-3.0-or-later
//
// The part of the window under the bars: parameters at the left, the board beside them, the explanation at
// the right, each as wide as somebody drags its edge. In a narrow window the explanation lies over the lower
// part of the board, in a narrower one the parameters are a drawer over it.
#pragma once

#include "ui/window/column_widths.h"

#include <QRect>
#include <QString>
#include <QWidget>

namespace lab {

class EdgeHandle;
class Theme;

/// What stands around the page of a mode.
struct PageParts {
    bool parameters = true;  ///< at its left; otherwise they are a drawer over it, however wide the window
    bool explanation = true; ///< of what is inspected
    bool heads = true;       ///< a pill for each above it
    QString hint = {};       ///< above it, what can be done there, while nothing is inspected
    QString plainHint = {};  ///< the same where no explanation is shown; empty: the hint promises none
};

class WindowLayout : public QWidget {
    Q_OBJECT
public:
    /// Takes all of them over. `strip` stands above the board.
    WindowLayout(QWidget* parameters, QWidget* strip, QWidget* board, QWidget* explanation,
                 const Theme& theme, QWidget* parent = nullptr);

    void setWidths(const ColumnWidths& widths);
    void setDrawerOpen(bool open);
    void setParts(const PageParts& parts);
    /// Whether the parameters are a drawer.
    bool hasDrawer() const { return m_narrow; }
    /// Something that takes the lower part of the board's place, as high as it likes to be or nearly half; it
    /// is taken over, and what was there before goes. Without one the board has it all.
    void setSheet(QWidget* sheet);
    /// Whether the strip stands above the board; otherwise it is somebody else's for now.
    void setStripHere(bool here);
    /// Whether there is an explanation at all.
    void setExplaining(bool explaining);
    /// Whether there is something to explain: without it the explanation covers nothing.
    void setExplanationWanted(bool wanted);
    /// Where the explanation would lie over the board, in global coordinates; empty where it has a column.
    QRect explanationSheet() const;
    void relayout();

signals:
    /// So much of the board's lower part lies under the explanation.
    void boardCovered(int height);
    /// The parameters are a drawer now, or no longer.
    void drawerChanged();
    /// Somebody wants them otherwise.
    void widthsChanged(const lab::ColumnWidths& widths);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    int sheetHeight(int width, int room) const;
    bool hasColumn() const;
    QRect sheetOverBoard() const;
    void addEdges();
    void want(const ColumnWidths& widths);
    int parametersWidth() const;
    int explanationWidth() const;
    void placeEdge(EdgeHandle* edge, int middle, bool shown) const;

    QWidget* m_parameters;
    QWidget* m_strip;
    QWidget* m_board;
    QWidget* m_explanation;
    QWidget* m_sheet = nullptr;
    const Theme& m_theme;
    EdgeHandle* m_parametersEdge = nullptr;
    EdgeHandle* m_explanationEdge = nullptr;
    ColumnWidths m_widths;
    bool m_narrow = false;
    bool m_drawerOpen = false;
    bool m_stripHere = true;
    bool m_explaining = true;
    PageParts m_parts;
    bool m_explanationWanted = false;
};

} // namespace lab
