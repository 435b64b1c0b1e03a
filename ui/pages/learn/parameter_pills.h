// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which parameters may change while weights are found.
#pragma once

#include "core/experiment/parameter.h"
#include "ui/widgets/control_row.h"

#include <optional>
#include <vector>

class QLabel;

namespace lab {

class FitRun;
class LabDocument;

/// What a parameter is called on a pill.
QString pillText(ParameterId id);
/// Why a parameter cannot change what is looked for, or may not change; empty: it can.
QString whyNotFitted(const LabDocument& document, ParameterId id);
/// What may change: what the document's view says, without what cannot.
std::vector<ParameterId> fittedParameters(const LabDocument& document);

class ParameterPills : public ControlRow {
    Q_OBJECT
public:
    ParameterPills(LabDocument& document, FitRun& fit, const Theme& theme);

    void refresh() override;

private:
    void toggle(ParameterId id);

    LabDocument& m_document;
    FitRun& m_fit;
    struct Pill {
        ParameterId id;
        PillButton* button;
    };
    std::vector<Pill> m_shown;
    QLabel* m_label;
    QLabel* m_reason;
};

} // namespace lab
