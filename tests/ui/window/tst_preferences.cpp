// SPDX-License-Identifier: GPL-3.0-or-later
//
// Preferences are restored as saved, and invalid values in the settings file are harmless.
#include "tests/support/test_program.h"
#include "ui/window/preferences.h"

#include "tests/support/document_files.h"
#include "tests/support/lab_window.h"
#include "ui/window/menu/actions.h"

#include <QProxyStyle>
#include <QSettings>

using namespace lab;
using namespace lab::test;

class TestPreferences : public WindowTest {
    Q_OBJECT

private slots:
    void roundTrip_data();
    void roundTrip();
    void figures();
    void nothingRemembered();
    void outOfRange_data();
    void outOfRange();
    void theWindowRemembers();
    void reducedMotion_data();
    void reducedMotion();
    void highContrast_data();
    void highContrast();
};

void TestPreferences::roundTrip_data() {
    QTest::addColumn<int>("scale");
    QTest::addColumn<ColourMode>("mode");
    QTest::addColumn<QByteArray>("geometry");
    QTest::addColumn<QString>("folder");
    QTest::addColumn<double>("picture_scale");
    QTest::newRow("as delivered") << 100 << ColourMode::system << QByteArray() << QString() << 2.0;
    QTest::newRow("light") << 80 << ColourMode::light << QByteArray("\0\1\xff", 3) << "/a folder/ü" << 0.5;
    QTest::newRow("dark") << 300 << ColourMode::dark << QByteArray("x") << "/" << 16.0;
    QTest::newRow("a fraction") << 125 << ColourMode::light << QByteArray("@x") << "@a,b;c" << 3.7;
}

void TestPreferences::roundTrip() {
    QFETCH(int, scale);
    QFETCH(ColourMode, mode);
    QFETCH(QByteArray, geometry);
    QFETCH(QString, folder);
    QFETCH(double, picture_scale);
    Preferences saved;
    saved.scale = scale;
    saved.mode = mode;
    saved.geometry = geometry;
    saved.folder = folder;
    saved.figure.scale = picture_scale;
    saved.save();
    const Preferences loaded = Preferences::load();
    QCOMPARE(loaded.scale, scale);
    QCOMPARE(loaded.mode, mode);
    QCOMPARE(loaded.geometry, geometry);
    QCOMPARE(loaded.folder, folder);
    QVERIFY(loaded.figure == saved.figure);
    QVERIFY(QSettings().fileName().startsWith(path("settings"))); // not the user's own settings
}

/// Each setting is remembered independently of the others.
void TestPreferences::figures() {
    QSettings().clear();
    FigureSettings all;
    QVERIFY(FigureSettings::load(QSettings()) == all);
    const auto isRemembered = [&] {
        QSettings settings;
        all.save(settings);
        return FigureSettings::load(settings) == all;
    };
    for (bool FigureSettings::*each :
         {&FigureSettings::numbers, &FigureSettings::title, &FigureSettings::colourBar,
          &FigureSettings::axisNames, &FigureSettings::cellsAsImage, &FigureSettings::marks}) {
        all.*each = !(all.*each);
        QVERIFY(isRemembered());
    }
    for (double FigureSettings::*each : {&FigureSettings::fontSize, &FigureSettings::scale,
                                         &FigureSettings::millimetres, &FigureSettings::pixels}) {
        all.*each += 1.5;
        QVERIFY(isRemembered());
    }
    all.format = FigureFormat::pdf;
    all.width = FigureSettings::Width::pixels;
    all.shape = FigureSettings::Shape::square;
    all.background = FigureLook::Background::transparent;
    QVERIFY(isRemembered());
}

void TestPreferences::nothingRemembered() {
    QSettings().clear();
    const Preferences loaded = Preferences::load();
    QCOMPARE(loaded.scale, 100);
    QCOMPARE(loaded.mode, ColourMode::system);
    QVERIFY(loaded.figure == FigureSettings{});
    QVERIFY(loaded.geometry.isEmpty() && loaded.folder.isEmpty());
}

void TestPreferences::outOfRange_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<QVariant>("value");
    QTest::newRow("scale, too large") << "scale" << QVariant(100000);
    QTest::newRow("scale, negative") << "scale" << QVariant(-5);
    QTest::newRow("scale, no number") << "scale" << QVariant("large");
    QTest::newRow("colours, none") << "colours" << QVariant(17);
    QTest::newRow("figure, too large") << "figure/scale" << QVariant(1e9);
    QTest::newRow("figure, no number") << "figure/scale" << QVariant("nan");
    QTest::newRow("figure, no such format")
        << "figure/format" << QVariant(qulonglong(figureFormats().size()));
    QTest::newRow("figure, no such background") << "figure/background" << QVariant(-1);
    QTest::newRow("figure, no such width") << "figure/width" << QVariant("wide");
    QTest::newRow("figure, no such shape") << "figure/shape" << QVariant(3);
    QTest::newRow("figure, no letters") << "figure/fontSize" << QVariant(0);
    QTest::newRow("geometry, not ours") << "geometry" << QVariant(QByteArray("junk"));
}

void TestPreferences::outOfRange() {
    QFETCH(QString, key);
    QFETCH(QVariant, value);
    QSettings().clear();
    QSettings().setValue(key, value);
    const Preferences loaded = Preferences::load();
    QVERIFY(loaded.scale >= Theme::smallestScale && loaded.scale <= Theme::largestScale);
    QVERIFY(loaded.mode == ColourMode::system);
    FigureSettings figure = loaded.figure;
    if (figure.background) {
        QVERIFY(*figure.background == FigureLook::Background::light);
        figure.background.reset();
    }
    QVERIFY(figure == FigureSettings{});
    MainWindow fromThere(theme(), loaded);
    QVERIFY(fromThere.width() >= fromThere.minimumWidth());
}

void TestPreferences::theWindowRemembers() {
    QSettings().clear();
    LabWindow& w = openWindow({780, 640}); // Qt 6.8 does not restore a size larger than the screen
    w.press_key(Qt::Key_Plus, Qt::ControlModifier);
    w.actions()[ActionId::theme_dark].trigger();
    QVERIFY(!save(w.document(), path("here.attn")));
    w.controller().openExample("two-heads");
    w.controller().openFile(path("here.attn"));
    QTRY_COMPARE(w.document().file(), path("here.attn"));
    w.close();
    const Preferences loaded = Preferences::load();
    QCOMPARE(loaded.scale, 110);
    QCOMPARE(loaded.mode, ColourMode::dark);
    QCOMPARE(loaded.folder, QFileInfo(path("here.attn")).absolutePath());
    MainWindow next(theme(), loaded);
    QCOMPARE(next.size(), QSize(780, 640));
}

void TestPreferences::reducedMotion_data() {
    QTest::addColumn<bool>("desktop_reduces");
    QTest::newRow("the desktop moves things") << false;
    QTest::newRow("the desktop does not") << true;
}

/// As the desktop says until the user says otherwise, which is remembered.
void TestPreferences::reducedMotion() {
    QFETCH(bool, desktop_reduces);
    class Desktop : public QProxyStyle {
    public:
        explicit Desktop(int duration) : m_duration(duration) {}
        int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                      QStyleHintReturn* data) const override {
            return hint == SH_Widget_Animation_Duration ? m_duration
                                                        : QProxyStyle::styleHint(hint, option, widget, data);
        }

    private:
        int m_duration;
    };
    QSettings().clear();
    Motion& motion = theme().motion();
    motion.choose({});
    QApplication::setStyle(new Desktop(desktop_reduces ? 0 : 200));
    LabWindow& w = openWindow({900, 700});
    QAction& action = w.actions()[ActionId::reduce_motion];
    QCOMPARE(motion.isReduced(), desktop_reduces);
    QCOMPARE(action.isChecked(), desktop_reduces);
    action.trigger();
    QCOMPARE(motion.isReduced(), !desktop_reduces);
    w.close();
    QCOMPARE(Preferences::load().reducedMotion, std::optional(!desktop_reduces));
    w.show();
    action.trigger(); // as the desktop says again, and from then on whatever it says
    QCOMPARE(motion.isReduced(), desktop_reduces);
    w.close();
    QVERIFY(!Preferences::load().reducedMotion);
    theme().applyToApplication();
}

void TestPreferences::highContrast_data() {
    QTest::addColumn<bool>("desktop_asks");
    QTest::newRow("the desktop says nothing") << false;
    QTest::newRow("the desktop asks for it") << true;
}

/// Like movement.
void TestPreferences::highContrast() {
    QFETCH(bool, desktop_asks);
    QSettings().clear();
    theme().chooseContrast({});
    theme().followDesktop({{}, desktop_asks, {}});
    LabWindow& w = openWindow({900, 700});
    QAction& action = w.actions()[ActionId::high_contrast];
    QCOMPARE(action.isChecked(), desktop_asks);
    action.trigger();
    QCOMPARE(theme().isHighContrast(), !desktop_asks);
    QCOMPARE(QApplication::palette().color(QPalette::WindowText), theme().colours().text);
    w.close();
    QCOMPARE(Preferences::load().highContrast, std::optional(!desktop_asks));
    w.show();
    action.trigger();
    QCOMPARE(theme().isHighContrast(), desktop_asks);
    w.close();
    QVERIFY(!Preferences::load().highContrast);
    theme().followDesktop({});
}

LAB_WINDOW_TEST(TestPreferences)
#include "tst_preferences.moc"
