// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/desktop_settings.h"

#include <QDBusMessage>
#include <QDBusMetaType>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QVariantMap>

namespace lab {

namespace {

using SettingGroups = QMap<QString, QVariantMap>;

const QString portal = QStringLiteral("org.freedesktop.portal.Desktop");
const QString portalPath = QStringLiteral("/org/freedesktop/portal/desktop");
const QString portalSettings = QStringLiteral("org.freedesktop.portal.Settings");

const QString appearance = QStringLiteral("org.freedesktop.appearance");
const QString gnome = QStringLiteral("org.gnome.desktop.interface");
const QString gnomeAccess = QStringLiteral("org.gnome.desktop.a11y.interface");
const QString kde = QStringLiteral("org.kde.kdeglobals.KDE");

QString pathOf(const QString& group, const QString& key) {
    return group + QLatin1Char('/') + key;
}

/// Some desktops wrap a value once more.
QVariant plain(QVariant value) {
    while (value.userType() == qMetaTypeId<QDBusVariant>())
        value = value.value<QDBusVariant>().variant();
    return value;
}

} // namespace

DesktopSettings::DesktopSettings(const QDBusConnection& bus, QObject* parent) : QObject(parent), m_bus(bus) {
    if (!m_bus.isConnected())
        return;
    qDBusRegisterMetaType<SettingGroups>();
    m_bus.connect(portal, portalPath, portalSettings, QStringLiteral("SettingChanged"), this,
                  SLOT(note(QString, QString, QDBusVariant)));
    ask();
}

void DesktopSettings::ask() {
    QDBusMessage call =
        QDBusMessage::createMethodCall(portal, portalPath, portalSettings, QStringLiteral("ReadAll"));
    call << QStringList{appearance, gnome, gnomeAccess, kde};
    auto* answer = new QDBusPendingCallWatcher(m_bus.asyncCall(call), this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [this, answer] {
        answer->deleteLater();
        const QDBusPendingReply<SettingGroups> reply = *answer;
        if (reply.isError())
            return;
        const SettingGroups groups = reply.value();
        for (auto group = groups.begin(); group != groups.end(); ++group) {
            for (auto each = group->begin(); each != group->end(); ++each)
                m_values[pathOf(group.key(), each.key())] = plain(each.value());
        }
        update();
    });
}

void DesktopSettings::note(const QString& group, const QString& key, const QDBusVariant& value) {
    m_values[pathOf(group, key)] = plain(value.variant());
    update();
}

/// What all desktops say alike counts before what one of them says in its own way.
void DesktopSettings::update() {
    const auto value = [this](const QString& group, const char* key) {
        return m_values.value(pathOf(group, QLatin1String(key)));
    };
    DesktopWishes wishes;
    constexpr int prefersDark = 1, prefersLight = 2;
    if (const int scheme = value(appearance, "color-scheme").toInt();
        scheme == prefersDark || scheme == prefersLight)
        wishes.dark = scheme == prefersDark;
    if (const QVariant contrast = value(appearance, "contrast"); contrast.isValid())
        wishes.highContrast = contrast.toInt() == 1;
    if (const QVariant high = value(gnomeAccess, "high-contrast"); high.isValid() && !wishes.highContrast)
        wishes.highContrast = high.toBool();
    if (const QVariant reduced = value(appearance, "reduced-motion"); reduced.isValid())
        wishes.reducedMotion = reduced.toInt() == 1;
    if (const QVariant moves = value(gnome, "enable-animations"); moves.isValid() && !wishes.reducedMotion)
        wishes.reducedMotion = !moves.toBool();
    if (const QVariant factor = value(kde, "AnimationDurationFactor");
        factor.isValid() && !wishes.reducedMotion)
        wishes.reducedMotion = factor.toDouble() == 0;
    if (wishes == m_wishes)
        return;
    m_wishes = wishes;
    emit changed(m_wishes);
}

} // namespace lab
