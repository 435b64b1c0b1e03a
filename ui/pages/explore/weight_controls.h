// SPDX-License-Identifier: GPL-3.0-or-later
//
// The normaliser and its temperature. On the card of attention weights.
#pragma once

#include "ui/widgets/control_row.h"

namespace lab {

class LabDocument;
class LogSlider;

class WeightControls : public ControlRow {
    Q_OBJECT
public:
    WeightControls(LabDocument& document, const Theme& theme);
    void refresh() override;
    void setFolded(bool folded) override;

private:
    void addTemperature();

    LabDocument& m_document;
    PillButton* m_kind;
    LogSlider* m_slider;
    NumberField* m_temperature;
};

} // namespace lab
