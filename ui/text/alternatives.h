// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace lab {

/// ".png, .svg or .pdf".
QString alternatives(QStringList texts);

} // namespace lab
