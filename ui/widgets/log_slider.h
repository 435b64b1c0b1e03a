// SPDX-License-Identifier: GPL-3.0-or-later
//
// A slider over the numbers between two powers of ten, as wide for each tenfold.
#pragma once

#include <QAbstractSlider>

namespace lab {

class Theme;

class LogSlider : public QAbstractSlider {
    Q_OBJECT
public:
    /// From 10^lowest to 10^highest.
    LogSlider(const Theme& theme, int lowest, int highest, QWidget* parent = nullptr);

    /// Shows a number, or the end nearest to it. It is not a step of the hand: nothing is sent.
    void setNumber(double number);
    /// The number where the handle stands, three digits long.
    double number() const;
    /// Takes the handle out of the hand, which has to press again.
    void letGo();

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    /// The hand moved the handle and still has it. One of the next two follows, unless letGo() is called.
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
    double knobCentre() const;
    void dragTo(double centre);

    const Theme& m_theme;
    bool m_dragging = false;
    bool m_moved = false;
    double m_grab = 0; ///< from the centre of the handle to where the hand took it
};

} // namespace lab
