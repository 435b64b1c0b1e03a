// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mouse and keyboard on the matrix of wanted weights: strokes over its cells.
#pragma once

#include "core/base/types.h"

#include <QObject>

#include <functional>
#include <optional>

class QKeyEvent;
class QMouseEvent;

namespace lab {

class MatrixHeatmap;

class WantedPainter : public QObject {
    Q_OBJECT
public:
    /// `begins` is asked before a stroke: false refuses it.
    WantedPainter(MatrixHeatmap& heatmap, std::function<bool()> begins, QObject* parent);

    /// Ends a stroke without painting anything.
    void cancel();
    bool isPainting() const { return m_last.has_value(); }
    /// Whether mouse and keyboard paint, which they do at first.
    void setOn(bool on);

signals:
    /// A stroke begins on these cells: one, or a row or column whose name was clicked.
    void begun(const lab::Block& cells);
    /// It comes to more cells.
    void extended(const lab::Block& cells);
    void finished();
    void cancelled();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool press(const QMouseEvent& event);
    void drag(const QMouseEvent& event);
    bool filterKey(const QKeyEvent& event);
    bool begin(const Block& cells);
    void finish();

    MatrixHeatmap& m_heatmap;
    std::function<bool()> m_begins;
    bool m_isOn = true;
    std::optional<Block> m_last; ///< where the stroke is
};

} // namespace lab
