// SPDX-License-Identifier: GPL-3.0-or-later
//
// Figures as files: their formats, resolution and size, and the progress of drawing them.
#include "tests/support/test_program.h"
#include "tests/support/words.h"
#include "tests/ui/figures/svg_elements.h"
#include "ui/document/lab_document.h"
#include "ui/figures/draw_figure.h"

#include <QApplication>
#include <QTest>

using namespace lab;
using namespace lab::test;

class TestFigureFiles : public QObject {
    Q_OBJECT

private slots:
    void manyTokens();
    void pulse();
    void resolution();
    void sharpEdges();
    void formats();
    void withoutAWriter();
};

/// With many tokens the cells can be drawn as an image. Otherwise each cell is a rectangle.
void TestFigureFiles::manyTokens() {
    LabDocument document;
    document.setText(different_words(512));
    FigureLook look;
    FigureDrawing figure = drawingOf(document, StageFigure{StageId::weights, 0}, look);
    QCOMPARE(figure.largest, Index(512 * 512));
    QVERIFY(!scaleProblem(figure, FigureFormat::png, 2)); // the automatic size is a valid image size
    QVERIFY(read_svg(svg_of(figure)).rectangles >= 512 * 512);
    look.cellsAsImage = true;
    figure = drawingOf(document, StageFigure{StageId::weights, 0}, look);
    const SvgElements drawing = read_svg(svg_of(figure));
    QCOMPARE(drawing.images, 1);
    QVERIFY(drawing.rectangles < 100);
    QVERIFY(drawing.texts.contains("w0"));
    QVERIFY(figureFile(figure, FigureFormat::pdf, 1).value().contains("/Subtype /Image"));
    // Not for a few cells.
    document.setText("a b");
    QCOMPARE(read_svg(svg_of(drawingOf(document, StageFigure{StageId::weights, 0}, look))).images, 0);
}

/// Progress is reported once for each cell, and the callback can cancel.
void TestFigureFiles::pulse() {
    LabDocument document;
    document.openExample("two-heads");
    for (const Figure& view : allFigures()) {
        if (!hasFigure(document.experiment(), view))
            continue;
        const FigureDrawing figure = drawingOf(document, view, {});
        if (figure.cells == 0)
            continue; // only lines and bars, which are quick
        Index told = 0;
        const QByteArray whole = figureFile(figure, FigureFormat::svg, 1, [&](Index cells) {
                                     told += cells;
                                     return true;
                                 }).value();
        QCOMPARE(told, figure.cells);
        const QByteArray ended =
            figureFile(figure, FigureFormat::svg, 1, [](Index) { return false; }).value();
        QVERIFY(ended.size() < whole.size());
    }
}

/// Images store their resolution, so that they have the requested width when inserted elsewhere.
void TestFigureFiles::resolution() {
    LabDocument document;
    document.openExample("sky-is-blue");
    FigureLook look;
    look.width = 85 * points_per_millimetre;
    const FigureDrawing figure = drawingOf(document, StageFigure{StageId::weights, 0}, look);
    for (const double scale : {1.0, 2.0, 300.0 / 72}) {
        const QImage image = QImage::fromData(figureFile(figure, FigureFormat::png, scale).value());
        const double millimetres = image.width() * 1000.0 / image.dotsPerMeterX();
        QVERIFY2(std::abs(millimetres - 85) < 0.4, qPrintable(QString::number(millimetres)));
        QCOMPARE(image.dotsPerMeterX(), image.dotsPerMeterY());
    }
}

/// Cell edges fall on pixel edges at any scale, so the background changes to the cell's colour without a
/// blend.
void TestFigureFiles::sharpEdges() {
    LabDocument document;
    document.openExample("sky-is-blue");
    FigureLook look;
    look.numbers = false;
    const FigureDrawing figure = drawingOf(document, StageFigure{StageId::weights, 0}, look);
    for (const double scale : {1.0, 1.5, 2.0, 2.7, 5.0}) {
        const QImage image = figureImage(figure, scale);
        const int y = int(image.height() * 0.535); // through the first row of cells
        int changes = 0;
        for (int x = image.width() / 3; x + 1 < image.width(); ++x)
            changes += image.pixel(x, y) != image.pixel(x + 1, y);
        QVERIFY2(changes <= 6, qPrintable(QStringLiteral("%1 at %2").arg(changes).arg(scale)));
    }
}

/// Each is told by its ending. An image is as large as asked for.
void TestFigureFiles::formats() {
    QVERIFY(figureFormat("a.png") == FigureFormat::png);
    QVERIFY(figureFormat("a.b.SVG") == FigureFormat::svg);
    QVERIFY(figureFormat("/x.y/a.pdf") == FigureFormat::pdf);
    QVERIFY(!figureFormat("pdf") && !figureFormat("a.jpg") && !figureFormat(""));
    LabDocument document;
    document.openExample("sky-is-blue");
    const FigureDrawing figure = drawingOf(document, StageFigure{StageId::weights, 0}, {});
    for (std::size_t i = 0; i < figureFormats().size(); ++i) {
        const auto format = static_cast<FigureFormat>(i);
        const FigureFormatInfo& its = info(format);
        QVERIFY2(figureFormat("a" + QString(its.ending)) == format, its.name);
        const QByteArray file = figureFile(figure, format, 2).value();
        QVERIFY2(!file.isEmpty(), its.name);
        if (isImage(format))
            QCOMPARE(QImage::fromData(file, its.name).size(), figureImageSize(figure, 2));
    }
}

/// A type of images that Qt has no plugin for is an error, and no empty file.
void TestFigureFiles::withoutAWriter() {
    const QImage image(2, 2, QImage::Format_RGB32);
    QVERIFY(imageFile(image, "PNG"));
    for (const char* type : {"no such type", ""}) {
        const Result<QByteArray> bytes = imageFile(image, type);
        QVERIFY2(!bytes, type);
        QCOMPARE(bytes.error().message(),
                 "Qt cannot write " + std::string(type) + " images here, expected another format");
    }
    const Result<QByteArray> of_nothing = imageFile(QImage(), "PNG");
    QVERIFY(!of_nothing);
}

LAB_WINDOW_TEST(TestFigureFiles)
#include "tst_figure_files.moc"
