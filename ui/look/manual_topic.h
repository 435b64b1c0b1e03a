// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which page of the manual is about a part of the window.
#pragma once

#include <QString>
#include <QVariant>
#include <QWidget>

namespace lab {

inline constexpr const char* manualTopicProperty = "manualTopic";

inline void setManualTopic(QWidget& part, const QString& page) {
    part.setProperty(manualTopicProperty, page);
}

/// The page about the smallest part that the widget is in; empty if none has one. `widget` may be nullptr.
inline QString manualTopic(const QWidget* widget) {
    for (const QWidget* each = widget; each; each = each->parentWidget()) {
        if (QString page = each->property(manualTopicProperty).toString(); !page.isEmpty())
            return page;
    }
    return {};
}

} // namespace lab
