// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace lab {

/// Hides a widget that is not needed any more and has it deleted from the event loop. Nothing in ui/ deletes
/// a widget at once: while a change of style, font or palette is delivered, QApplication walks a list of all
/// widgets that was made beforehand, and what it leads to (a layout, a resize) must not end one of them.
inline void retire(QWidget* widget) {
    if (!widget)
        return;
    widget->hide();
    widget->deleteLater();
}

} // namespace lab
