// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/event_target.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QApplication>

#include <algorithm>
#include <map>

namespace lab::test {

namespace {

QString typeOf(const QWidget* widget) {
    const auto* area = qobject_cast<const QAbstractScrollArea*>(widget->parentWidget());
    const bool isViewport = area && area->viewport() == widget;
    return QString::fromLatin1((isViewport ? area : widget)->metaObject()->className());
}

QString nameOf(const QWidget* widget) {
    if (const auto* button = qobject_cast<const QAbstractButton*>(widget);
        button && !button->text().isEmpty())
        return button->text();
    if (!widget->accessibleName().isEmpty())
        return widget->accessibleName();
    return widget->objectName();
}

bool isUsable(const QWidget* widget) {
    return widget->isVisible() && widget->isEnabled() && !qobject_cast<const QAbstractScrollArea*>(widget) &&
           !widget->visibleRegion().isEmpty();
}

std::vector<QWidget*> usable(const QWidget& front) {
    std::vector<QWidget*> widgets;
    for (QWidget* each : front.findChildren<QWidget*>()) {
        if (each->window() == &front && isUsable(each))
            widgets.push_back(each);
    }
    return widgets;
}

} // namespace

QWidget& frontOf(QWidget& window) {
    if (QWidget* popup = QApplication::activePopupWidget())
        return *popup;
    QWidget* modal = QApplication::activeModalWidget();
    return modal ? *modal : window;
}

std::vector<std::vector<QWidget*>> usableByClass(const QWidget& front) {
    std::map<QString, std::vector<QWidget*>> classes;
    for (QWidget* each : usable(front))
        classes[typeOf(each)].push_back(each);
    std::vector<std::vector<QWidget*>> all;
    for (auto& [type, widgets] : classes)
        all.push_back(std::move(widgets));
    return all;
}

Target describe(const QWidget& front, const QWidget* widget) {
    Target target{typeOf(widget), nameOf(widget)};
    for (const QWidget* each : usable(front)) {
        if (each == widget)
            break;
        target.which += typeOf(each) == target.type && nameOf(each) == target.name ? 1 : 0;
    }
    return target;
}

QWidget* find(const QWidget& front, const Target& target) {
    std::vector<QWidget*> likely, possible;
    for (QWidget* each : usable(front)) {
        if (typeOf(each) != target.type)
            continue;
        possible.push_back(each);
        if (nameOf(each) == target.name)
            likely.push_back(each);
    }
    const auto& found = likely.empty() ? possible : likely;
    return found.empty() ? nullptr : found[static_cast<std::size_t>(target.which) % found.size()];
}

} // namespace lab::test
