// SPDX-License-Identifier: GPL-3.0-or-later
//
// Interactive widget for one plane of a query.
#pragma once

#include "ui/plots/geometry/plane_drawing.h"

#include <QWidget>

namespace lab {

class PlanePlot : public QWidget {
    Q_OBJECT
public:
    PlanePlot(PlaneKind kind, const Theme& theme, QWidget* parent = nullptr);

    PlaneKind kind() const { return m_kind; }
    /// While a number is dragged, the part of the plane that is seen stays.
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

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return leastPlaneSize(m_theme); }

signals:
    void tipHovered(std::optional<std::size_t> tip);
    void tipClicked(std::size_t tip);
    /// isZoomed() has changed.
    void zoomChanged();

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
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void layOut();
    void setPart(const std::optional<PlanePart>& part);
    void hover(std::optional<std::size_t> tip);
    void describe();

    PlaneKind m_kind;
    const Theme& m_theme;
    PlaneDrawing m_drawing;
    PlaneScene m_scene;
    FootNumbers m_numbers = FootNumbers::none;
    std::optional<PlanePart> m_part; ///< chosen by the user
    std::optional<TokenIndex> m_lit;
    std::optional<std::size_t> m_hovered, m_pressed;
    std::optional<QPointF> m_panFrom;
    std::size_t m_cursor = 0;
    bool m_keys = false; ///< the keyboard is in use, so its cursor is shown
    bool m_spaceDown = false;
    QString m_veil;
};

} // namespace lab
