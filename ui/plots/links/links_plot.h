// SPDX-License-Identifier: GPL-3.0-or-later
//
// Queries and keys joined by lines, under mouse and keyboard.
#pragma once

#include "ui/plots/links/links_drawing.h"

#include <QWidget>

namespace lab {

class LinksPlot : public QWidget {
    Q_OBJECT
public:
    explicit LinksPlot(const Theme& theme, QWidget* parent = nullptr);

    void setContent(LinksContent content);
    void setLook(const LinksLook& look);
    /// What is picked out while neither pointer nor keyboard do.
    void setInspected(const LinksFocus& focus);
    /// How much can be seen at once.
    void setRoom(QSize room);
    /// Covers what is shown, which is an older answer; says why. An empty reason takes it away.
    void setVeil(const QString& reason);
    bool isVeiled() const { return !m_veil.isEmpty(); }

    /// What is drawn, all of it.
    const LinksScene& scene() const { return m_scene; }
    /// Where the keyboard is, as far as somebody uses it.
    std::optional<LinkToken> cursor() const;

    QSize sizeHint() const override { return m_scene.geometry.size(); }
    QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void linkHovered(std::optional<lab::Link> link);
    void linkClicked(lab::Link link);
    void tokenClicked(lab::LinkToken token);
    /// Where the keyboard has gone, which should be in sight.
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

    Target targetAt(QPointF position) const;
    void setTarget(const Target& target);
    void moveCursor(LinkToken to);
    void rebuild();
    void updateFocus();
    void updateDescription();
    QString toolTipOf(const Target& target) const;

    const Theme& m_theme;
    LinksScene m_scene;
    LinksFocus m_inspected;
    QSize m_room;
    std::optional<QPointF> m_pointer; ///< unless the keyboard was used since it moved
    Target m_target;
    Target m_pressed;
    LinkToken m_cursor;
    bool m_keys = false; ///< the keyboard is used, so where it is shows
    QString m_veil;
};

} // namespace lab
