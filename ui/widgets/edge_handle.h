// SPDX-License-Identifier: GPL-3.0-or-later
//
// The edge between two columns, which can be dragged, or moved by the arrow keys; a double click or Home
// gives the columns back the widths that they have by themselves.
#pragma once

#include <QWidget>

#include <optional>

namespace lab {

class Theme;

class EdgeHandle : public QWidget {
    Q_OBJECT
public:
    EdgeHandle(const Theme& theme, const QString& name, QWidget* parent);

    /// How wide it is; the hair line that it stands for is in its middle.
    int breadth() const;

signals:
    /// It is to move by that many pixels, right being positive.
    void moved(int by);
    void resetRequested();

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme& m_theme;
    std::optional<int> m_grip; ///< where it was taken, from its left side
};

} // namespace lab
