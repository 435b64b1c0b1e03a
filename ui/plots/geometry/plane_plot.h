// SPDX-License-Identifier: GPL-3.0-or-later
//
// Interactive widget for one plane of a query.
#pragma once

#include "ui/plots/geometry/plane_drawing.h"

#include <QWidget>

namespace lab {

enum class KeyCommand;

class PlanePlot : public QWidget {
    Q_OBJECT
public:
    PlanePlot(PlaneKind kind, const Theme& theme, QWidget* parent = nullptr);

    PlaneKind kind() const { return m_kind; }
    /// While a number is dragged, the part of the plane that is seen stays, or becomes wider where a vector
    /// would be out of sight; not while a tip of this plane is dragged.
    void setContent(PlaneContent content);
    void setNumbers(FootNumbers numbers);
    /// The key whose vectors stand out while the pointer is on none.
    void setLit(std::optional<TokenIndex> key);
    /// Veils stale content and shows the reason. An empty reason removes the veil.
    void setVeil(const QString& reason);
    bool isVeiled() const { return !m_veil.isEmpty(); }

    const PlaneScene& scene() const { return m_scene; }
    const Theme& theme() const { return m_theme; }
    PlaneMarks marks() const;
    /// The tip that the keyboard is on, if it is in use.
    std::optional<std::size_t> cursor() const;
    /// Moves the keyboard's cursor, as the arrow keys do.
    void setCursorTip(std::size_t tip);
    /// Whether a part is seen that the user has chosen.
    bool isZoomed() const { return m_part.has_value(); }
    /// Shows everything again.
    void showWhole();

    /// Whether a tip is being dragged, or moved by keys.
    bool isDragging() const { return m_drag.has_value(); }
    /// Ends the drag, without a signal: it was refused, or is over.
    void letGo();

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return leastPlaneSize(m_theme); }

signals:
    void tipHovered(std::optional<std::size_t> tip);
    void tipClicked(std::size_t tip);
    /// While a tip is dragged, or moved by keys: where it is wanted.
    void tipDragged(std::size_t tip, QPointF place);
    /// The drag is over. `keeps`: with an undo step, else everything is as before.
    void dragEnded(bool keeps);
    /// isZoomed() has changed.
    void zoomChanged();
    /// What is said of the regions has changed.
    void regionsNoted();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void layOut();
    void showRegions();
    void light();
    void setPart(const std::optional<PlanePart>& part);
    void hover(std::optional<std::size_t> tip);
    void describe();
    void showPointer();
    bool dragTo(QPointF pixel);
    void endDrag(bool keeps);
    bool moveTipBy(QKeyEvent& event);
    void moveCursorBy(KeyCommand command);

    PlaneKind m_kind;
    const Theme& m_theme;
    PlaneDrawing m_drawing;
    PlaneScene m_scene;
    FootNumbers m_numbers = FootNumbers::none;
    std::optional<PlanePart> m_part; ///< chosen by the user
    std::optional<TokenIndex> m_lit;
    std::optional<TokenIndex> m_regionsOf; ///< the key that the regions were made for
    std::optional<std::size_t> m_hovered;
    /// Where a tip was pressed, and how far from it.
    struct Pressed {
        std::size_t tip;
        QPointF at, off;
    };
    std::optional<Pressed> m_pressed;
    /// A tip that is dragged. `off`: how far from the pointer, in pixels; none: by keys.
    struct Drag {
        std::size_t tip;
        QPointF place; ///< where it is wanted
        std::optional<QPointF> off;
    };
    std::optional<Drag> m_drag;
    std::optional<QPointF> m_panFrom;
    std::size_t m_cursor = 0;
    bool m_keys = false; ///< the keyboard is in use, so its cursor is shown
    bool m_spaceDown = false;
    QString m_veil;
    QString m_noted; ///< what was said last of the regions
};

} // namespace lab
