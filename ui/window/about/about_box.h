// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the program is, and what a report of a fault should say about where it runs.
#pragma once

#include <QString>

class QWidget;

namespace lab {

class Theme;

/// The version, the libraries, the system and the screens. No names of people, computers, files or folders.
QString systemReport(const QWidget& window, const Theme& theme);

/// Shows version, licence and libraries beside the window, with a button that copies systemReport().
void showAboutBox(QWidget& window, const Theme& theme);

} // namespace lab
