// SPDX-License-Identifier: GPL-3.0-or-later
//
// A parameter under the hand: a table of coloured numbers to type into, or to drag sideways.
#pragma once

#include <QFont>
#include <QPersistentModelIndex>
#include <QTableView>

#include <optional>

namespace lab {

class LabDocument;
class MatrixModel;
class Theme;

class MatrixGrid : public QTableView {
    Q_OBJECT
public:
    /// `model` is the grid's from here on.
    MatrixGrid(LabDocument& document, MatrixModel* model, const Theme& theme, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    /// A text was refused, and why.
    void refused(const QString& reason);

protected:
    bool event(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Scrub {
        QPersistentModelIndex index;
        double start; ///< the value when the hand took it
        double step;  ///< per pixel at 100 %
        QPointF from;
        bool moving = false;
    };

    void restyle();
    void resizeCells();
    /// The part of it that a number can change.
    void resizeColumns();
    void scrubTo(QPointF position, Qt::KeyboardModifiers modifiers);

    LabDocument& m_document;
    MatrixModel* m_model;
    const Theme& m_theme;
    std::optional<Scrub> m_scrub;
    int m_widestHeader = 0;
};

/// The change of a number per pixel of dragging: 1, 2 or 5 times a power of ten, near a fiftieth of the
/// number or of the largest one in its matrix, so that a hand's breadth changes what can be seen.
double scrubStep(double value, double magnitude);

} // namespace lab
