// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace lab {

/// Hides a widget and deletes it from the event loop. Nothing in ui/ deletes a widget at once: to deliver a
/// change of style, font or palette, QApplication iterates over a list of all widgets made beforehand. A
/// layout or resize that this triggers must not delete one of them.
inline void retire(QWidget* widget) {
    if (!widget)
        return;
    widget->hide();
    widget->deleteLater();
}

} // namespace lab
