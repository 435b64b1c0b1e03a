// SPDX-License-Identifier: GPL-3.0-or-later
//
// Interactive widget for queries and keys joined by ribbons.
#pragma once

#include "ui/look/theme.h"
#include "ui/plots/links/links_drawing.h"

#include <QPixmap>
#include <QWidget>

#include <array>
#include <vector>

namespace lab {

class LinksPlot : public QWidget {
    Q_OBJECT
public:
    explicit LinksPlot(const Theme& theme, QWidget* parent = nullptr);

    void setContent(LinksContent content);
    void setLook(const LinksLook& look);
    /// The focus while neither pointer nor keyboard sets one.
    void setInspected(const LinksFocus& focus);
    /// The size that can be seen at once.
    void setRoom(QSize room);
    /// True: an audience reads the plot. Letters are as large as fits, and never smaller than the theme's.
    /// What still does not fit is seen part by part, with no word cut, and counted.
    void setForClass(bool isForClass);
    /// Whether everything fits.
    bool isWhole() const;
    /// Veils stale content and shows the reason. An empty reason removes the veil.
    void setVeil(const QString& reason);
    bool isVeiled() const { return !m_veil.isEmpty(); }

    /// Everything that is drawn, and in which letters.
    const LinksScene& scene() const { return m_scene; }
    const Theme& letters() const { return m_letters; }
    /// The keyboard cursor, if the keyboard is in use: on a token, or on one of its links.
    std::optional<LinkToken> cursor() const;
    std::optional<Link> cursorLink() const;

    QSize sizeHint() const override { return m_scene.geometry.size(); }
    QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void linkHovered(std::optional<lab::Link> link);
    void linkClicked(lab::Link link);
    void tokenClicked(lab::LinkToken token);
    /// The keyboard cursor moved to `place`, which should be made visible.
    void cursorMoved(QRectF place);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    /// What the pointer is on.
    struct Target {
        std::optional<LinkToken> token;
        std::optional<Link> link;
        bool isSame(const Target& other) const;
    };

    /// All ribbons as they were painted last, because thousands take long to paint.
    struct Layer {
        QPixmap pixmap;
        QRect area;
    };

    Target targetAt(QPointF position) const;
    void setTarget(const Target& target);
    bool isCursorShown() const;
    std::vector<Link> linksOfCursor() const;
    void moveCursor(LinkToken to);
    void moveCursorTo(const Link& link);
    void moveAcross(LinkSide towards);
    void moveAlong(Index by);
    void moveToEnd(bool last);
    void choose();
    /// The link under the pointer or the keyboard's cursor.
    std::optional<Link> hoveredLink() const;
    void announceHovered(bool again = false);
    void rebuild();
    void fitLetters();
    LinksMarks marks() const;
    void paintRibbons(QPainter& painter, const QRect& exposed);
    void updateFocus();
    void updateDescription();
    QString toolTipOf(const Target& target) const;

    const Theme& m_theme;
    Theme m_letters; ///< the same, in a scale of its own
    LinksScene m_scene;
    bool m_isForClass = false;
    LinksFocus m_inspected;
    QSize m_room;
    std::optional<QPointF> m_pointer; ///< empty if the keyboard was used since it moved
    Target m_target;
    Target m_pressed;
    LinkToken m_cursor;
    std::optional<Link> m_cursorLink; ///< the link of that token that the keyboard is on
    bool m_keys = false;              ///< the keyboard is in use, so its cursor is shown
    std::optional<Link> m_announced;  ///< by linkHovered()
    std::array<Layer, 2> m_layers;    ///< without and with a focus
    QString m_veil;
};

} // namespace lab
