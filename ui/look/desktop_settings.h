// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the desktop asks of all programs, by its settings portal on the session bus. Qt 6.4 itself passes on
// next to nothing of it.
#pragma once

#include "ui/look/desktop_wishes.h"

#include <QDBusConnection>
#include <QDBusVariant>
#include <QHash>
#include <QObject>

namespace lab {

class DesktopSettings : public QObject {
    Q_OBJECT
public:
    /// Asks on that bus and goes on listening. Never waits: where nothing answers, nothing is ever said.
    explicit DesktopSettings(const QDBusConnection& bus, QObject* parent = nullptr);

    const DesktopWishes& wishes() const { return m_wishes; }

signals:
    /// The wishes are different now.
    void changed(const lab::DesktopWishes& wishes);

private slots:
    void note(const QString& group, const QString& key, const QDBusVariant& value);

private:
    void ask();
    void update();

    QDBusConnection m_bus;
    QHash<QString, QVariant> m_values; ///< by group and key
    DesktopWishes m_wishes;
};

} // namespace lab
