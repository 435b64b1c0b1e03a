// SPDX-License-Identifier: GPL-3.0-or-later
//
// Paints the custom mask: a stroke hides cells, or shows them if it began on a hidden one.
#pragma once

#include "core/experiment.h"
#include "core/types.h"
#include "ui/plots/heatmap/heatmap_mapping.h"

#include <QObject>

#include <optional>
#include <vector>

class QKeyEvent;
class QMouseEvent;

namespace lab {

class LabDocument;
class MatrixHeatmap;
class StageCard;

class MaskBrush : public QObject {
    Q_OBJECT
public:
    /// `card`: that of the masked scores.
    MaskBrush(LabDocument& document, StageCard& card, QObject* parent);

    /// While on, mouse and keyboard paint instead of inspecting cells: a cell, a row or column by its label,
    /// or with Shift the block from where the stroke began. A stroke is one undo step.
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
    bool isHidden(const Block& cells) const;
    bool isPainted(const Block& cells) const;

    struct Stroke {
        Experiment before;
        Block first, last;
        bool shows = false;
        std::vector<Block> painted;
    };

    LabDocument& m_document;
    StageCard& m_card;
    MatrixHeatmap& m_heatmap; ///< the card's
    bool m_on = false;
    std::optional<Stroke> m_stroke;
};

} // namespace lab
