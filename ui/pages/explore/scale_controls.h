// SPDX-License-Identifier: GPL-3.0-or-later
//
// The factor on the scores, and positions that act on them (rotary and ALiBi). On the card of scaled scores.
#pragma once

#include "ui/widgets/control_row.h"

class QAction;

namespace lab {

class LabDocument;
class ToggleSwitch;

class ScaleControls : public ControlRow {
    Q_OBJECT
public:
    ScaleControls(LabDocument& document, const Theme& theme);
    void refresh() override;
    void setFolded(bool folded) override;

private:
    QString turningProblem(double columns) const;

    LabDocument& m_document;
    ToggleSwitch* m_scale;
    NumberField* m_number;
    PillButton* m_more;
    QAction* m_rotary;
    QAction* m_halves; ///< while queries and keys are rotated
    QAction* m_alibi;
    NumberField* m_base;
    NumberField* m_turning; ///< how many columns turn; as many as there are: all
};

} // namespace lab
