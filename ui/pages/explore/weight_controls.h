// SPDX-License-Identifier: GPL-3.0-or-later
//
// The normaliser with its temperature, its bias and the sink, dropout, and whether the weights are
// numbers or bars. On the card of attention weights.
#pragma once

#include "ui/widgets/control_row.h"

class QAction;

namespace lab {

class LabDocument;
class LogSlider;
class PageChoices;
class StageCard;

class WeightControls : public ControlRow {
    Q_OBJECT
public:
    WeightControls(LabDocument& document, PageChoices& choices, StageCard& card, const Theme& theme);
    void refresh() override;
    void setFolded(bool folded) override;
    int leastWidth() const override;

signals:
    /// The user turned dropout on. Its rate and seed are on the card of the weights after dropout.
    void dropoutTurnedOn();

private:
    void addBars(PageChoices& choices, StageCard& card);
    void addTemperature();
    void addDropout();
    void addBias();
    void addSink();
    void refreshSink();

    LabDocument& m_document;
    PillButton* m_kind;
    PillButton* m_bars;
    QAction* m_dropout = nullptr;
    LogSlider* m_slider;
    NumberField* m_temperature;
    NumberField* m_bias;
    NumberField* m_sink;
    QAction* m_hasSink;
    QAction* m_sinkForEachHead;
    bool m_folded = false;
};

} // namespace lab
