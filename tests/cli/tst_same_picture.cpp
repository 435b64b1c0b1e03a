// SPDX-License-Identifier: GPL-3.0-or-later
//
// The window and the command line write byte-identical figures.
#include "tests/support/lab_window.h"
#include "tests/support/process.h"
#include "tests/support/test_program.h"
#include "ui/document/examples.h"
#include "ui/figures/figure_dialog.h"
#include "ui/figures/film/film_dialog.h"
#include "ui/figures/film/film_form.h"
#include "ui/pages/links/links_page.h"
#include "ui/window/figure_export.h"

#include <QFile>

using namespace lab;
using namespace lab::test;

class TestSamePicture : public WindowTest {
    Q_OBJECT

private slots:
    // Films first: a PDF's bytes depend on the fonts that its process has used before, which a handout does
    // more of.
    void film_data();
    void film();
    void windowAndCommandLine_data();
    void windowAndCommandLine();

private:
    QByteArray bytes(const QString& name) const {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
};

void TestSamePicture::windowAndCommandLine_data() {
    QTest::addColumn<QString>("view");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QStringList>("pressed"); // in the dialog
    QTest::addColumn<QStringList>("options"); // which say the same
    for (const char* view : {"weights", "output", "links", "heads", "board", "statistics", "geometry-scores",
                             "geometry-output"}) {
        for (const char* kind : {"png", "svg"})
            QTest::addRow("%s as %s", view, kind) << view << kind << QStringList() << QStringList();
    }
    for (const char* kind : {"png", "svg"})
        QTest::addRow("who wins where as %s", kind)
            << "geometry-scores" << kind << QStringList() << QStringList{"--regions"};
    QTest::newRow("handout") << "handout"
                             << "pdf" << QStringList() << QStringList();
    QTest::newRow("a part of a handout")
        << "handout"
        << "pdf" << QStringList{"Queries", "Keys", "Values", "fit on one page"}
        << QStringList{"--one-page", "--stages",
                       "inputs, scores, scaled_scores, masked_scores, weights, head_outputs, concat, output"};
    for (const char* preset : {"paper column", "page", "slide", "square"})
        QTest::addRow("board for %s", preset)
            << "board"
            << "svg" << QStringList{preset} << QStringList{"--preset", QString(preset).section(' ', -1)};
}

void TestSamePicture::windowAndCommandLine() {
    QFETCH(QString, view);
    QFETCH(QString, kind);
    QFETCH(QStringList, pressed);
    QFETCH(QStringList, options);
    LabWindow& w = window();
    w.controller().openExample("two-heads");
    w.selection().setHead(1);
    for (Figure each : allFigures()) {
        if (auto* plane = std::get_if<GeometryFigure>(&each))
            plane->regions = options.contains(QStringLiteral("--regions"));
        if (figureName(each) == view)
            w.figureExport().save(view == "links" ? *w.links().figure() : ofHead(each, 1));
    }
    auto* dialog = w.findChild<FigureDialog*>();
    QVERIFY(dialog);
    for (const QString& each : pressed) {
        QAbstractButton* button = LabWindow::button(*dialog, each);
        QVERIFY2(button, qPrintable(each));
        button->click();
    }
    QFile::remove(path("window." + kind));
    dialog->fileLine().setText(path("window." + kind));
    dialog->accept();
    QVERIFY(!bytes("window." + kind).isEmpty());
    QFile document(path("two-heads.attn"));
    QVERIFY(document.open(QIODevice::WriteOnly));
    document.write(exampleText("two-heads"));
    document.close();
    const QStringList arguments{"export", document.fileName(),    "--view", view, "--head", "1",
                                "-o",     path("command." + kind)};
    const Run run = run_program(arguments + options);
    // The dialog says this, too.
    const bool isSmall = options.contains(QStringLiteral("--one-page"));
    QCOMPARE(run.err.contains("letters of 4.0 pt are too small to read"), isSmall);
    QCOMPARE(run.code, 0);
    QVERIFY(bytes("command." + kind) == bytes("window." + kind));
}

void TestSamePicture::film_data() {
    QTest::addColumn<QString>("kind");
    for (const char* kind : {"pdf", "gif", "png"})
        QTest::newRow(kind) << kind;
}

/// The films of the dialog and of the command are the same, byte for byte.
void TestSamePicture::film() {
    QFETCH(QString, kind);
    LabWindow& w = window();
    w.controller().openExample("two-heads");
    w.selection().setHead(1);
    w.figureExport().saveFilm();
    auto* dialog = w.findChild<FilmDialog*>();
    QVERIFY(dialog);
    QVERIFY(LabWindow::press(LabWindow::button(*dialog, "row")));
    dialog->form().fromBox().setValue(20);
    dialog->form().toBox().setValue(24);
    dialog->fileLine().setText(path("window." + kind));
    dialog->accept();
    QFile document(path("two-heads.attn"));
    QVERIFY(document.open(QIODevice::WriteOnly));
    document.write(exampleText("two-heads"));
    document.close();
    QStringList arguments{"film", document.fileName(),    "--head", "1", "--from", "20", "--to", "24",
                          "-o",   path("command." + kind)};
    if (kind == "gif")
        arguments += "--motion";
    const Run run = run_program(arguments);
    QCOMPARE(run.err, QByteArray());
    const QString end = kind == "png" ? "-0004.png" : "." + kind;
    QVERIFY(!bytes("window" + end).isEmpty());
    QVERIFY(bytes("command" + end) == bytes("window" + end));
}

LAB_WINDOW_TEST(TestSamePicture)
#include "tst_same_picture.moc"
