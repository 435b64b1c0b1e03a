// SPDX-License-Identifier: GPL-3.0-or-later
//
// How many weights are dropped, and which: the rate and the seed. On the card of weights after dropout.
#pragma once

#include "ui/widgets/control_row.h"

namespace lab {

class LabDocument;

class DropoutControls : public ControlRow {
    Q_OBJECT
public:
    DropoutControls(LabDocument& document, const Theme& theme);
    void refresh() override;

private:
    LabDocument& m_document;
    NumberField* m_rate;
    SeedField* m_seed;
    PillButton* m_again;
};

} // namespace lab
