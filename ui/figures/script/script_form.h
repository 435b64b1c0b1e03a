// SPDX-License-Identifier: GPL-3.0-or-later
//
// Controls of the program dialog: which library, and as what it is saved.
#pragma once

#include "ui/figures/export_form.h"
#include "ui/figures/script/script_choices.h"

namespace lab {

class ScriptForm : public ExportForm {
    Q_OBJECT
public:
    ScriptForm(const Theme& theme, const ScriptChoices& choices);

    const ScriptChoices& choices() const { return m_saved; }
    void setFormat(ScriptFormat format);

signals:
    /// changed() follows.
    void formatChosen();

private:
    ScriptChoices m_saved;
};

} // namespace lab
