// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a desktop says through its settings portal is heard and followed, and a bus without one is harmless.
#include "tests/support/test_program.h"
#include "ui/look/desktop_settings.h"

#include "ui/look/theme.h"

#include <QDBusMetaType>
#include <QProcess>
#include <QSignalSpy>

using namespace lab;
using namespace lab::test;

namespace {

using Groups = QMap<QString, QVariantMap>;

/// The part of a settings portal that programs ask.
class FakePortal : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.portal.Settings")
public:
    explicit FakePortal(Groups groups) : m_groups(std::move(groups)) {}

public slots:
    QMap<QString, QVariantMap> ReadAll(const QStringList& wanted) const {
        Groups found;
        for (const QString& each : wanted) {
            if (m_groups.contains(each))
                found[each] = m_groups[each];
        }
        return found;
    }

signals:
    void SettingChanged(const QString& group, const QString& key, const QDBusVariant& value);

private:
    Groups m_groups;
};

} // namespace

class TestDesktopSettings : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase();
    void isHeard_data();
    void isHeard();
    void isFollowed();
    void theUserDecides();
    void withoutPortal();

private:
    /// Another connection to the bus of this test.
    QDBusConnection connection(const QString& name) { return QDBusConnection::connectToBus(m_address, name); }
    /// Puts a portal on the bus.
    void serve(FakePortal& portal);

    QProcess m_bus;
    QString m_address;
};

void TestDesktopSettings::initTestCase() {
    qDBusRegisterMetaType<Groups>();
    m_bus.start("dbus-daemon", {"--session", "--nofork", "--print-address"});
    QVERIFY2(m_bus.waitForStarted(), "needs the program dbus-daemon");
    QVERIFY(m_bus.waitForReadyRead());
    m_address = QString::fromUtf8(m_bus.readLine()).trimmed();
}

void TestDesktopSettings::cleanupTestCase() {
    for (const char* name : {"portal", "program"})
        QDBusConnection::disconnectFromBus(name);
    m_bus.terminate();
    m_bus.waitForFinished();
}

void TestDesktopSettings::serve(FakePortal& portal) {
    QDBusConnection bus = connection("portal");
    bus.registerService("org.freedesktop.portal.Desktop");
    QVERIFY(bus.registerObject("/org/freedesktop/portal/desktop", &portal,
                               QDBusConnection::ExportAllSlots | QDBusConnection::ExportAllSignals));
}

void TestDesktopSettings::isHeard_data() {
    QTest::addColumn<Groups>("groups");
    QTest::addColumn<std::optional<bool>>("dark");
    QTest::addColumn<std::optional<bool>>("contrast");
    QTest::addColumn<std::optional<bool>>("reduced");
    using Said = std::optional<bool>;
    const QString all = "org.freedesktop.appearance", gnome = "org.gnome.desktop.interface";
    const QString access = "org.gnome.desktop.a11y.interface", kde = "org.kde.kdeglobals.KDE";
    QTest::newRow("dark") << Groups{{all, {{"color-scheme", 1U}}}} << Said(true) << Said() << Said();
    QTest::newRow("light") << Groups{{all, {{"color-scheme", 2U}}}} << Said(false) << Said() << Said();
    QTest::newRow("contrast") << Groups{{all, {{"contrast", 1U}}}} << Said() << Said(true) << Said();
    QTest::newRow("no contrast") << Groups{{all, {{"contrast", 0U}, {"color-scheme", 1U}}}} << Said(true)
                                 << Said(false) << Said();
    QTest::newRow("reduced") << Groups{{all, {{"reduced-motion", 1U}}}} << Said() << Said() << Said(true);
    QTest::newRow("GNOME: still") << Groups{{gnome, {{"enable-animations", false}}}} << Said() << Said()
                                  << Said(true);
    QTest::newRow("GNOME: moving") << Groups{{gnome, {{"enable-animations", true}}}} << Said() << Said()
                                   << Said(false);
    QTest::newRow("GNOME: contrast") << Groups{{access, {{"high-contrast", true}}}} << Said() << Said(true)
                                     << Said();
    QTest::newRow("KDE: still") << Groups{{kde, {{"AnimationDurationFactor", "0"}}}} << Said() << Said()
                                << Said(true);
    QTest::newRow("KDE: moving") << Groups{{kde, {{"AnimationDurationFactor", "0.5"}}}} << Said() << Said()
                                 << Said(false);
    QTest::newRow("wrapped twice") << Groups{{all, {{"contrast", QVariant::fromValue(QDBusVariant(1U))}}}}
                                   << Said() << Said(true) << Said();
    QTest::newRow("what all say alike counts first")
        << Groups{{all, {{"contrast", 1U}, {"reduced-motion", 0U}}},
                  {access, {{"high-contrast", false}}},
                  {gnome, {{"enable-animations", false}}}}
        << Said() << Said(true) << Said(false);
}

void TestDesktopSettings::isHeard() {
    QFETCH(Groups, groups);
    QFETCH(std::optional<bool>, dark);
    QFETCH(std::optional<bool>, contrast);
    QFETCH(std::optional<bool>, reduced);
    FakePortal portal(groups);
    serve(portal);
    DesktopSettings settings(connection("program"));
    const DesktopWishes expected{dark, contrast, reduced};
    QTRY_VERIFY(settings.wishes() == expected);
}

/// At once when it changes, in colours and in movement.
void TestDesktopSettings::isFollowed() {
    FakePortal portal({{"org.freedesktop.appearance", {{"color-scheme", 2U}}}});
    serve(portal);
    Theme theme;
    DesktopSettings settings(connection("program"));
    connect(&settings, &DesktopSettings::changed, &theme, &Theme::followDesktop);
    QTRY_VERIFY(settings.wishes().dark.has_value());
    QSignalSpy dressed(&theme, &Theme::changed), moves(&theme.motion(), &Motion::changed);
    const auto say = [&](const QString& group, const QString& key, const QVariant& value) {
        emit portal.SettingChanged(group, key, QDBusVariant(value));
    };
    QCOMPARE(&theme.colours(), &lightColours());
    say("org.freedesktop.appearance", "contrast", 1U);
    QTRY_COMPARE(&theme.colours(), &lightContrastColours());
    say("org.freedesktop.appearance", "color-scheme", 1U);
    QTRY_COMPARE(&theme.colours(), &darkContrastColours());
    say("org.freedesktop.appearance", "contrast", 0U);
    QTRY_COMPARE(&theme.colours(), &darkColours());
    QCOMPARE(dressed.size(), 3);
    QCOMPARE(moves.size(), 0);
    say("org.gnome.desktop.interface", "enable-animations", false);
    QTRY_VERIFY(theme.motion().isReduced());
    QCOMPARE(moves.size(), 1);
    QCOMPARE(dressed.size(), 3); // nothing to paint anew
}

/// What the user has chosen stays.
void TestDesktopSettings::theUserDecides() {
    Theme theme;
    theme.setMode(ColourMode::light);
    theme.chooseContrast(false);
    theme.motion().choose(false);
    theme.followDesktop({true, true, true});
    QCOMPARE(&theme.colours(), &lightColours());
    QVERIFY(!theme.motion().isReduced());
    theme.chooseContrast(std::nullopt);
    theme.motion().choose(std::nullopt);
    QCOMPARE(&theme.colours(), &lightContrastColours());
    QVERIFY(theme.motion().isReduced());
    theme.followDesktop({});
    QCOMPARE(&theme.colours(), &lightColours());
}

void TestDesktopSettings::withoutPortal() {
    QDBusConnection::disconnectFromBus("portal");
    const DesktopSettings unanswered(connection("program"));
    const DesktopSettings busless(QDBusConnection("no such bus"));
    QTest::qWait(50);
    QVERIFY(unanswered.wishes() == DesktopWishes{} && busless.wishes() == DesktopWishes{});
}

LAB_WINDOW_TEST(TestDesktopSettings)
#include "tst_desktop_settings.moc"
