// SPDX-License-Identifier: GPL-3.0-or-later
//
// Figures from the command line for a purpose: presets of their size, and marks.
#include "tests/support/fatal_messages.h"
#include "tests/support/process.h"
#include "tests/support/test_program.h"
#include "ui/document/examples.h"

#include <QFile>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <string_view>

using namespace lab;
using namespace lab::test;

class TestExportPresets : public QObject {
    Q_OBJECT
private slots:
    void init() { make_messages_fatal(); }
    void presets_data();
    void presets();
    void marks_data();
    void marks();

private:
    QString path(const QString& name) const { return m_folder.filePath(name); }
    QString exampleFile(const QString& name) const {
        QFile file(path(name + ".attn"));
        if (file.open(QIODevice::WriteOnly))
            file.write(exampleText(name));
        return file.fileName();
    }

    QTemporaryDir m_folder;
};

void TestExportPresets::presets_data() {
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QSize>("pixels"); // a height of 0: as the content asks
    QTest::newRow("column") << QStringList{"--preset", "column"} << QSize(482, 0);
    QTest::newRow("page") << QStringList{"--preset", "page"} << QSize(1021, 0);
    QTest::newRow("slide") << QStringList{"--preset", "slide"} << QSize(1920, 1080);
    QTest::newRow("square") << QStringList{"--preset", "square"} << QSize(1080, 1080);
    QTest::newRow("another scale") << QStringList{"--preset", "slide", "--scale", "1"} << QSize(960, 540);
    QTest::newRow("another width") << QStringList{"--preset", "square", "--width-mm", "127"}
                                   << QSize(720, 720);
    QTest::newRow("with letters") << QStringList{"--preset", "slide", "--font-size", "12"}
                                  << QSize(1920, 1080);
}

void TestExportPresets::presets() {
    QFETCH(QStringList, options);
    QFETCH(QSize, pixels);
    for (const char* view : {"weights", "board"}) {
        const Run run = run_program(
            QStringList{"export", exampleFile("two-heads"), "--view", view, "-o", path("preset.png")} +
            options);
        QVERIFY2(run.code == 0, run.err.constData());
        const QSize found = QImage(path("preset.png")).size();
        // A board whose letters do not fit a column is wider.
        if (pixels.height() > 0 || view == std::string_view("weights"))
            QCOMPARE(found.width(), pixels.width());
        if (pixels.height() > 0)
            QCOMPARE(found.height(), pixels.height());
    }
}

void TestExportPresets::marks_data() {
    QTest::addColumn<QString>("view");
    for (const char* view : {"weights", "queries", "heads", "average", "maximum", "share", "board"})
        QTest::newRow(view) << view;
}

/// A row, a column and a cell each change the picture.
void TestExportPresets::marks() {
    QFETCH(QString, view);
    std::vector<QImage> images;
    for (const QStringList& options :
         {QStringList{}, {"--mark", "1,"}, {"--mark", ",1"}, {"--mark", "1,1"}}) {
        const Run run = run_program(
            QStringList{"export", exampleFile("two-heads"), "--view", view, "-o", path("mark.png")} +
            options);
        QVERIFY2(run.code == 0, run.err.constData());
        const QImage image(path("mark.png"));
        QVERIFY(std::ranges::find(images, image) == images.end());
        images.push_back(image);
    }
}

LAB_GUILESS_TEST(TestExportPresets)
#include "tst_export_presets.moc"
