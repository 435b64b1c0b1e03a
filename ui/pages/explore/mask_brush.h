// SPDX-License-Identifier: GPL-3.0-or-later
//
// The custom mask under a brush: what it passes over is hidden, or shown where it began on a hidden cell.
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
class StageCard;

class MaskBrush : public QObject {
    Q_OBJECT
public:
    /// The card is that of the masked scores.
    MaskBrush(LabDocument& document, StageCard& card, QObject* parent);

    /// While it is on, mouse and keyboard paint in place of holding cells. A cell, a row or column by its
    /// label, with Shift all between where the brush began and where it is; one stroke is one step to undo.
    void setOn(bool on);
    bool isOn() const { return m_on; }

signals:
    void turned(bool on);
    /// What a stroke could not do, and why.
    void messageRequested(const QString& message);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
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
    bool m_on = false;
    std::optional<Stroke> m_stroke;
};

} // namespace lab
