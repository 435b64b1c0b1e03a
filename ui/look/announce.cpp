// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/announce.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QApplication>
#include <QPointer>
#include <QRegularExpression>
#include <QTimer>
#include <QWidget>

#include <utility>
#include <vector>

namespace lab {

namespace {

/// Arrows and dots between numbers and names, as they are read aloud. A key’s arrow, after a comma, stays.
QString spoken(QString text) {
    static const QRegularExpression between(QStringLiteral("([^,.;:\\s]) → "));
    return text
        .remove(QChar(0x200B)) // where a long name may break
        .replace(between, QStringLiteral("\\1 to "))
        .replace(QStringLiteral(" · "), QStringLiteral(", "))
        .replace(QLatin1Char('\n'), QLatin1Char(' '));
}

#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)

void say(QWidget& window, const QString& text) {
    QAccessibleAnnouncementEvent event(&window, text);
    QAccessible::updateAccessibility(&event);
}

#else

/// Before Qt 6.8 there is no event for it. Screen readers say a notification that appears, and ask for its
/// text when they come to it: so there are some that take turns, and nobody sees them.
class Notification : public QWidget {
public:
    explicit Notification(QWidget& window) : QWidget(&window) {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setGeometry(0, 0, 1, 1);
        lower();
        show();
    }
};

class NotificationInterface : public QAccessibleWidget {
public:
    explicit NotificationInterface(QWidget& widget) : QAccessibleWidget(&widget, QAccessible::Notification) {}
};

QAccessibleInterface* makeNotification(const QString& /*className*/, QObject* object) {
    auto* its = dynamic_cast<Notification*>(object);
    return its ? new NotificationInterface(*its) : nullptr;
}

Notification& nextNotification(QWidget& window) {
    static const bool installed = (QAccessible::installFactory(makeNotification), true);
    Q_UNUSED(installed)
    constexpr std::size_t together = 4;
    static std::size_t turn = 0;
    std::vector<Notification*> all;
    for (QObject* each : window.children()) {
        if (auto* its = dynamic_cast<Notification*>(each))
            all.push_back(its);
    }
    while (all.size() < together)
        all.push_back(new Notification(window));
    return *all[turn++ % together];
}

void say(QWidget& window, const QString& text) {
    Notification& notification = nextNotification(window);
    notification.setAccessibleName(text);
    QAccessibleEvent shown(&notification, QAccessible::ObjectShow);
    QAccessible::updateAccessibility(&shown);
}

#endif

/// Whether anybody listens, as assistive technology comes and goes.
class Listening : public QAccessible::ActivationObserver {
public:
    Listening() : m_isOn(QAccessible::isActive()) { QAccessible::installActivationObserver(this); }
    ~Listening() override { QAccessible::removeActivationObserver(this); }
    void accessibilityActiveChanged(bool active) override { m_isOn = active; }
    bool isOn() const { return m_isOn; }

private:
    bool m_isOn;
};

/// What is to be said once what is going on is over.
struct Waiting {
    QPointer<QWidget> from;
    QString text;
};

std::vector<Waiting>& waiting() {
    static std::vector<Waiting> all;
    return all;
}

void sayWaiting() {
    for (const Waiting& each : std::exchange(waiting(), {})) {
        if (each.from)
            say(*each.from->window(), each.text);
    }
}

} // namespace

void announce(QWidget& from, const QString& text) {
    static Listening listening;
    if (!listening.isOn() || text.isEmpty())
        return;
    if (waiting().empty())
        QTimer::singleShot(0, qApp, sayWaiting);
    std::erase_if(waiting(), [&](const Waiting& each) { return each.from == &from; });
    waiting().push_back({&from, spoken(text)});
}

} // namespace lab
