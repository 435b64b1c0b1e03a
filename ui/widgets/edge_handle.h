// SPDX-License-Identifier: GPL-3.0-or-later
//
// The draggable edge between two columns, which the arrow keys move too. A double click or Home restores the
// default widths.
#pragma once

#include <QWidget>

#include <optional>

namespace lab {

class Theme;

class EdgeHandle : public QWidget {
    Q_OBJECT
public:
    EdgeHandle(const Theme& theme, const QString& name, QWidget* parent);

    /// Width of the handle, which is centred on the hairline between the columns.
    int breadth() const;

signals:
    /// The user moves the edge by that many pixels, positive to the right.
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
    std::optional<int> m_grip; ///< x of the mouse press, from the left side of the handle
};

} // namespace lab
