// SPDX-License-Identifier: GPL-3.0-or-later
//
// The loss of a fit over its steps. The curve is its timeline: a knob on it shows a step, and can be dragged.
#pragma once

#include "core/base/types.h"

#include <qcustomplot.h>

#include <optional>
#include <vector>

class QLabel;

namespace lab {

class Theme;

struct LossCurveContent {
    std::vector<double> losses; ///< before each step, and after the last one; empty: nothing is drawn
    Index shown = 0;            ///< the step whose parameters the document has
    Index most = 0;             ///< steps that the axis has room for
    /// A loss that none is below, above 0, and what is said of it; absent: none is known.
    std::optional<double> lowest = {};
    QString lowestText = {};
    bool mayBeNegative = false; ///< so that there may be losses that have no logarithm
    QString hint = {};          ///< in place of a curve
    bool operator==(const LossCurveContent&) const = default;
};

class LossCurve : public QCustomPlot {
    Q_OBJECT
public:
    explicit LossCurve(const Theme& theme, QWidget* parent = nullptr);

    void setContent(const LossCurveContent& content);
    const LossCurveContent& content() const { return m_content; }
    /// Whether losses are drawn by their logarithms: the first is above 0, and none is ever below. It stays
    /// so, and a loss of 0 is at the lower edge.
    bool isLogarithmic() const;
    /// Whether one of them is 0.
    bool hasZero() const;
    /// Where the knob is, in the widget.
    QPointF knob() const;
    /// Where that step is, on the axis.
    double placeOf(Index step) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    /// The user wants to see this step.
    void stepWanted(lab::Index step);
    /// The next or, with −1, the previous step.
    void stepped(int by);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void restyle();
    void drawCurve();
    void drawAxes();
    void drawLowest();
    void placeLowestText();
    double roomBelow() const;
    double drawn(double loss) const;
    void goTo(double x);

    const Theme& m_theme;
    LossCurveContent m_content;
    bool m_isDragging = false;
    QCPGraph* m_before; ///< up to the shown step
    QCPGraph* m_after;
    QCPGraph* m_knob;
    QCPItemStraightLine* m_place;
    QCPItemText* m_number;
    QCPItemStraightLine* m_lowest;
    QLabel* m_lowestText;
    QCPItemText* m_hint;
};

} // namespace lab
