// SPDX-License-Identifier: GPL-3.0-or-later
//
// A logarithmic slider between two powers of ten.
#pragma once

#include <QAbstractSlider>

#include <optional>

namespace lab {

class Theme;

class LogSlider : public QAbstractSlider {
    Q_OBJECT
public:
    /// From 10^lowest to 10^highest.
    LogSlider(const Theme& theme, int lowest, int highest, QWidget* parent = nullptr);

    /// Shows a number, clamped to the range. Emits no signal.
    void setNumber(double number);
    /// The handle's number, to three significant digits.
    double number() const;
    /// A number that a dragged handle stays at when it comes near, marked by a tick. Keys do not stop there.
    void setDetent(double number);
    /// How long it would like to be, in points. It may get less.
    void setLength(double points);
    /// Ends a drag. The user has to press again.
    void letGo();

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    /// The handle is being dragged. dropped() or cancelled() follows, unless letGo() is called.
    void dragged(double number);
    void dropped();
    void cancelled();
    /// A key moved the handle.
    void stepped(double number);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    double knob() const;
    /// The x coordinate of the handle's centre at `steps`.
    double centreAt(int steps) const;
    void dragTo(double centre);

    const Theme& m_theme;
    bool m_dragging = false;
    bool m_moved = false;
    double m_length;
    std::optional<int> m_detent; ///< in steps
    double m_grab = 0;           ///< x of the mouse press, from the handle's centre
};

} // namespace lab
