// SPDX-License-Identifier: GPL-3.0-or-later
//
// As what a document was last saved as a program, kept between sessions.
#pragma once

#include "core/script/script_file.h"

class QSettings;

namespace lab {

struct ScriptChoices {
    ScriptLibrary library = ScriptLibrary::pytorch;
    ScriptFormat format = ScriptFormat::python;
    bool operator==(const ScriptChoices&) const = default;

    /// Invalid values fall back to the defaults.
    static ScriptChoices load(const QSettings& settings);
    void save(QSettings& settings) const;
};

} // namespace lab
