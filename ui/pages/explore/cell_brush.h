// SPDX-License-Identifier: GPL-3.0-or-later
//
// Paints on the cells of a card: a stroke puts something there, or takes it away if it began on it.
#pragma once

#include "core/base/types.h"
#include "core/experiment/experiment.h"
#include "ui/plots/heatmap/heatmap_mapping.h"

#include <QObject>

#include <functional>
#include <optional>
#include <vector>

class QKeyEvent;
class QMouseEvent;

namespace lab {

class LabDocument;
class MatrixHeatmap;
class StageCard;

/// What a brush paints with. Cells are those of the card's matrix.
struct Paint {
    /// Whether a stroke that begins on these cells takes away.
    std::function<bool(const Block& cells)> takesAway;
    /// Previews the cells with the paint put there, or taken away. `from` is the experiment to change: the
    /// one before the stroke, or one previewed since.
    std::function<void(const Experiment& from, const Block& cells, bool takesAway)> preview;
    /// What a stroke over these cells could not do, and why; empty if it did everything.
    std::function<QString(const std::vector<Block>& cells, bool takesAway)> remark;
};

class CellBrush : public QObject {
    Q_OBJECT
public:
    CellBrush(LabDocument& document, StageCard& card, Paint paint, QObject* parent);

    /// While on, mouse and keyboard paint instead of inspecting cells: a cell, a row or column by its label,
    /// or with Shift the block from where the stroke began. A stroke is one undo step. Only one brush of a
    /// window is on.
    void setOn(bool on);
    bool isOn() const { return m_on; }

signals:
    void toggled(bool on);
    /// How to paint, or what a stroke could not do and why.
    void messageRequested(const QString& message);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool filterWindow(QEvent& event);
    bool filterKey(const QKeyEvent& event);
    bool press(const QMouseEvent& event);
    void drag(const QMouseEvent& event);
    void begin(const Block& cells);
    void paint(const Block& cells);
    void finish();

    struct Stroke {
        Experiment before;
        Block first, last;
        bool takesAway = false;
        std::vector<Block> painted;
    };

    LabDocument& m_document;
    StageCard& m_card;
    MatrixHeatmap& m_heatmap; ///< the card's
    Paint m_paint;
    bool m_on = false;
    std::optional<Stroke> m_stroke;
};

} // namespace lab
