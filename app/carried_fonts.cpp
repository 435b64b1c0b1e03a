// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/carried_fonts.h"

#include <QByteArray>

#include <filesystem>
#include <system_error>

namespace lab {

void use_carried_fonts() {
    namespace fs = std::filesystem;
    // fontconfig would look there, or where the environment says.
    std::error_code failed;
    if (fs::exists("/etc/fonts/fonts.conf", failed) || qEnvironmentVariableIsSet("FONTCONFIG_FILE") ||
        qEnvironmentVariableIsSet("FONTCONFIG_PATH"))
        return;
    const fs::path program = fs::read_symlink("/proc/self/exe", failed);
    const fs::path fonts = program.parent_path().parent_path() / "share/attention-lab/fonts/fonts.conf";
    if (!failed && fs::exists(fonts, failed))
        qputenv("FONTCONFIG_FILE", fonts.c_str());
}

} // namespace lab
