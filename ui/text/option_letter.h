// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstddef>

namespace lab {

/// What an option of a question is called: "A", "B", …; behind "Z", "27", "28", ….
inline QString optionLetter(std::size_t option) {
    return option < 26 ? QString(QChar(static_cast<char16_t>(u'A' + option))) : QString::number(option + 1);
}

} // namespace lab
