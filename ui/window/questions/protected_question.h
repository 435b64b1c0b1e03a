// SPDX-License-Identifier: GPL-3.0-or-later
//
// Asks before a write-protected file is replaced.
#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace lab {

/// Calls one of both, or neither if the answer is Cancel. Without `saveAs` there is no such answer.
void askAboutProtected(const QString& file, QWidget* window, std::function<void()> saveAnyway,
                       std::function<void()> saveAs = {});

} // namespace lab
