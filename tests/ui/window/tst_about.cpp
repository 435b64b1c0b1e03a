// SPDX-License-Identifier: GPL-3.0-or-later
//
// What Help leads to besides the manual: About, what it copies for a report, and the sheet of all keys. And
// the icon.
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "ui/keys/key_bindings.h"
#include "ui/look/program_icon.h"
#include "ui/window/about/about_box.h"
#include "ui/window/about/key_sheet.h"
#include "ui/window/menu/actions.h"

#include <QClipboard>
#include <QDialog>
#include <QDir>
#include <QMessageBox>
#include <QPushButton>
#include <QSysInfo>
#include <QTextBrowser>

using namespace lab;
using namespace lab::test;

class TestAbout : public WindowTest {
    Q_OBJECT

private slots:
    void about();
    void copiesForAReport();
    void keySheet();
    void everyKeyHasWords();
    void programHasAnIcon();
};

void TestAbout::about() {
    QCoreApplication::setApplicationVersion(QStringLiteral("98.7.6"));
    window().actions()[ActionId::about].trigger();
    auto* box = window().findChild<QMessageBox*>();
    QVERIFY(box && box->isVisible() && !box->isModal());
    for (const QString text :
         {"Attention Lab 98.7.6", "GNU General Public License", qVersion(), "Eigen 3", "QCustomPlot", "ICU",
          "nlohmann-json", "libzip", "libxlsxwriter", "giflib", "libimagequant", "Nothing is sent anywhere"})
        QVERIFY2(box->text().contains(text), qPrintable(text));
    box->close();
}

/// The button copies, and the box stays. No name of a person, a file or a folder is copied.
void TestAbout::copiesForAReport() {
    QCoreApplication::setApplicationVersion(QStringLiteral("98.7.6"));
    qputenv("USER", "ada-lovelace");
    window().actions()[ActionId::about].trigger();
    auto* box = window().findChild<QMessageBox*>();
    auto* copies = box->findChild<QPushButton*>(QStringLiteral("copyForReport"));
    QVERIFY(copies);
    QGuiApplication::clipboard()->clear();
    QTest::mouseClick(copies, Qt::LeftButton);
    QVERIFY(box->isVisible());
    const QString text = QGuiApplication::clipboard()->text();
    QCOMPARE(text, systemReport(window(), theme()));
    for (const QString& part :
         {QStringLiteral("Attention Lab 98.7.6"), QString::fromLatin1(qVersion()),
          QSysInfo::currentCpuArchitecture(), QSysInfo::kernelType(), QGuiApplication::platformName(),
          QStringLiteral("px a point"), QStringLiteral("size 100 %")})
        QVERIFY2(text.contains(part), qPrintable(part + "\n" + text));
    for (const QString& part : {QStringLiteral("ada-lovelace"), QDir::homePath(), QDir::currentPath(),
                                QDir::tempPath(), QCoreApplication::applicationDirPath()})
        QVERIFY2(!text.contains(part), qPrintable(part));
    box->close();
}

/// Every key of the window and of the widgets is on the sheet, which opens once.
void TestAbout::keySheet() {
    QCOMPARE(window().actions()[ActionId::key_sheet].shortcut(), QKeySequence("Ctrl+?"));
    window().actions()[ActionId::key_sheet].trigger();
    auto* sheet = window().findChild<QDialog*>(QStringLiteral("keySheet"));
    QVERIFY(sheet && sheet->isVisible() && !sheet->isModal());
    window().actions()[ActionId::key_sheet].trigger();
    QCOMPARE(window().findChildren<QDialog*>(QStringLiteral("keySheet")).size(), qsizetype(1));
    const QString text = sheet->findChild<QTextBrowser*>()->toPlainText();
    int found = 0;
    for (const QAction* action : window().findChildren<QAction*>()) {
        if (action->objectName().isEmpty() || action->shortcut().isEmpty())
            continue;
        QVERIFY2(text.contains(action->shortcut().toString(QKeySequence::NativeText)),
                 qPrintable(action->objectName()));
        QString name = action->text();
        QVERIFY2(text.contains(name.remove('&').remove("…")), qPrintable(name));
        ++found;
    }
    QVERIFY(found > 20);
    for (const KeyBinding& binding : keyBindings()) {
        for (const QKeyCombination key : binding.keys)
            QVERIFY(text.contains(QKeySequence(key).toString(QKeySequence::NativeText)));
    }
    QTest::keyClick(sheet, Qt::Key_Escape);
    QVERIFY(!sheet->isVisible());
}

/// Each place has a title of its own, each key says what it does.
void TestAbout::everyKeyHasWords() {
    const QList<KeyGroup> groups = keyGroups({});
    QSet<QString> titles;
    qsizetype keys = 0;
    for (const KeyGroup& group : groups) {
        QVERIFY(!group.title.isEmpty() && !titles.contains(group.title));
        titles.insert(group.title);
        for (const KeyGroup::Line& line : group.lines) {
            QVERIFY(!line.does.isEmpty());
            keys += line.keys.count(QStringLiteral(", ")) + 1;
        }
    }
    qsizetype expected = 0;
    QSet<int> places;
    for (const KeyBinding& binding : keyBindings()) {
        expected += binding.keys.size();
        places.insert(static_cast<int>(binding.context));
    }
    QCOMPARE(keys, expected);
    QCOMPARE(titles.size(), places.size() + 1);
}

void TestAbout::programHasAnIcon() {
    const QIcon icon = programIcon();
    QVERIFY(icon.availableSizes().contains(QSize(16, 16)));
    const QImage image = icon.pixmap(64, 64).toImage();
    QVERIFY(qAlpha(image.pixel(0, 0)) < 128);
    QVERIFY(QColor(image.pixel(12, 12)).lightness() > 100); // the first cell, which is yellow
    QVERIFY(image.pixel(12, 12) != image.pixel(32, 12));
}

LAB_WINDOW_TEST(TestAbout)
#include "tst_about.moc"
