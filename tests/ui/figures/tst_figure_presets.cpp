// SPDX-License-Identifier: GPL-3.0-or-later
//
// Presets of the figure dialog: the size of every kind of file, shapes that are filled, and one colour bar
// where ranges agree.
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "tests/ui/figures/svg_elements.h"
#include "ui/document/view_settings.h"
#include "ui/figures/draw_figure.h"
#include "ui/figures/figure_dialog.h"
#include "ui/figures/figure_shape.h"
#include "ui/plots/shared/board_layout.h"
#include "ui/widgets/pill_button.h"
#include "ui/window/figure_export.h"
#include "ui/window/menu/actions.h"

#include <QDoubleSpinBox>
#include <QFile>
#include <QRegularExpression>
#include <QSettings>

#include <cmath>

using namespace lab;
using namespace lab::test;

namespace {

/// The smallest rectangle around what is drawn on white.
QRect drawn_on(const QImage& image) {
    QRect found;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (image.pixelColor(x, y) != QColor(Qt::white))
                found |= QRect(x, y, 1, 1);
    return found;
}

FigureLook shaped(double width, double shape) {
    FigureLook look;
    look.width = width;
    look.shape = shape;
    return look;
}

} // namespace

class TestFigurePresets : public WindowTest {
    Q_OBJECT

private slots:
    void sizes_data();
    void sizes();
    void customOnceChanged();
    void remembered();
    void fillsTheShape_data();
    void fillsTheShape();
    void boardWraps();
    void lettersAreNotEnlarged();
    void oneBar_data();
    void oneBar();
    void whichMatrices();

private:
    FigureDialog* open(const Figure& figure) {
        window().figureExport().save(figure);
        return window().findChild<FigureDialog*>();
    }
    static PillButton* pill(const FigureDialog& dialog, const QString& text) {
        return qobject_cast<PillButton*>(LabWindow::button(dialog, text));
    }
    static QDoubleSpinBox* field(const FigureDialog& dialog, const QString& name) {
        for (QDoubleSpinBox* each : dialog.findChildren<QDoubleSpinBox*>()) {
            if (each->accessibleName() == name)
                return each;
        }
        return nullptr;
    }
    QByteArray bytes(const QString& name) const {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
};

void TestFigurePresets::sizes_data() {
    QTest::addColumn<QString>("preset");
    QTest::addColumn<QString>("view");
    QTest::addColumn<double>("millimetres");
    QTest::addColumn<double>("shape"); // 0: as the content asks
    for (const char* view : {"weights", "heads", "board", "links", "shares", "statistics"}) {
        QTest::addRow("%s, column", view) << "paper column" << view << 85.0 << 0.0;
        QTest::addRow("%s, page", view) << "page" << view << 180.0 << 0.0;
        QTest::addRow("%s, slide", view) << "slide" << view << 960 * 25.4 / 72 << 16.0 / 9;
        QTest::addRow("%s, square", view) << "square" << view << 540 * 25.4 / 72 << 1.0;
    }
}

/// As PNG, SVG and PDF, to a pixel and a tenth of a millimetre.
void TestFigurePresets::sizes() {
    QFETCH(QString, preset);
    QFETCH(QString, view);
    QFETCH(double, millimetres);
    QFETCH(double, shape);
    window().controller().openExample("two-heads");
    Figure figure;
    for (const Figure& each : allFigures()) {
        if (figureName(each) == view)
            figure = each;
    }
    FigureDialog* dialog = open(figure);
    QVERIFY(LabWindow::press(pill(*dialog, preset)));
    QVERIFY(pill(*dialog, preset)->isChecked());
    const QSizeF points = dialog->drawing().size;
    const bool mayBeWider = view != "weights" && preset == "paper column";
    const double width = points.width() / points_per_millimetre;
    QVERIFY2(mayBeWider ? width > millimetres - 0.01 : std::abs(width - millimetres) < 0.01,
             qPrintable(QString::number(width)));
    if (shape > 0)
        QVERIFY(std::abs(points.width() / points.height() - shape) < 1e-9);

    dialog->fileLine().setText(path("figure.png"));
    QFile::remove(path("figure.png"));
    dialog->accept();
    const QSize pixels = QImage::fromData(bytes("figure.png")).size();
    QVERIFY(std::abs(pixels.width() - 2 * points.width()) < 1);
    QVERIFY(std::abs(pixels.height() - 2 * points.height()) < 1);
    if (preset == "slide")
        QCOMPARE(pixels, QSize(1920, 1080));
    if (preset == "square")
        QCOMPARE(pixels, QSize(1080, 1080));

    const QByteArray svg = figureFile(dialog->drawing(), FigureFormat::svg, 2).value();
    const auto size = QRegularExpression("width=\"([0-9.]+)mm\" height=\"([0-9.]+)mm\"")
                          .match(QString::fromUtf8(svg.left(2000)));
    QVERIFY(size.hasMatch());
    QVERIFY(std::abs(size.captured(1).toDouble() - width) < 0.1);
    QVERIFY(std::abs(size.captured(2).toDouble() - points.height() / points_per_millimetre) < 0.1);

    const QByteArray pdf = figureFile(dialog->drawing(), FigureFormat::pdf, 2).value();
    const auto page =
        QRegularExpression("/MediaBox \\[0 0 ([0-9.]+) ([0-9.]+)\\]").match(QString::fromLatin1(pdf));
    QVERIFY(page.hasMatch());
    QVERIFY(std::abs(page.captured(1).toDouble() - points.width()) < 1);
    QVERIFY(std::abs(page.captured(2).toDouble() - points.height()) < 1);
}

void TestFigurePresets::customOnceChanged() {
    window().controller().openExample("two-heads");
    FigureDialog* dialog = open(StageFigure{});
    PillButton* custom = pill(*dialog, "custom");
    QVERIFY(custom->isChecked());
    const auto choose = [&](const char* text) {
        return LabWindow::press(pill(*dialog, text)) && pill(*dialog, text)->isChecked() &&
               !custom->isChecked() && !custom->isEnabled();
    };
    const auto is = [&](const char* text) { return pill(*dialog, text)->isChecked(); };
    QVERIFY(choose("paper column"));
    QCOMPARE(field(*dialog, "Width in millimetres")->value(), 85.0);
    QVERIFY(is("millimetres") && is("as its content"));
    field(*dialog, "Width in millimetres")->setValue(90);
    QVERIFY(is("custom") && !is("paper column"));
    QCOMPARE(dialog->settings().millimetres, 90.0);
    QVERIFY(choose("slide"));
    QVERIFY(is("16:9"));
    QVERIFY(!field(*dialog, "Font size in points")->isEnabled()); // letters are as large as fit
    QVERIFY(LabWindow::press(pill(*dialog, "1:1")));
    QVERIFY(is("custom"));
    QVERIFY(std::abs(dialog->drawing().size.width() - dialog->drawing().size.height()) < 1e-6);
    QVERIFY(choose("square"));
    QVERIFY(LabWindow::press(pill(*dialog, "pixels")));
    QVERIFY(is("custom"));
    QVERIFY(choose("page"));
    QVERIFY(is("as its content") && field(*dialog, "Font size in points")->isEnabled());
    QVERIFY(LabWindow::press(pill(*dialog, "SVG"))); // the size stays that of a page
    QVERIFY(is("page"));
}

void TestFigurePresets::remembered() {
    window().controller().openExample("two-heads");
    FigureDialog* dialog = open(StageFigure{});
    QVERIFY(LabWindow::press(pill(*dialog, "slide")));
    dialog->fileLine().setText(path("remembered.png"));
    dialog->accept();
    QTRY_VERIFY(!window().findChild<FigureDialog*>());
    QSettings settings;
    dialog = open(StageFigure{});
    dialog->settings().save(settings);
    QVERIFY(FigureSettings::load(settings) == dialog->settings());
    QVERIFY(pill(*dialog, "slide")->isChecked());
    QCOMPARE(figureImageSize(dialog->drawing(), 2), QSize(1920, 1080));
}

void TestFigurePresets::fillsTheShape_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<double>("shape");
    for (const char* example : {"sky-is-blue", "two-heads", "numeric-decoder"}) {
        QTest::addRow("%s, wide", example) << example << wideShape;
        QTest::addRow("%s, square", example) << example << double(squareShape);
    }
}

/// What is drawn is inside the page and reaches across it or down it, but for the margins.
void TestFigurePresets::fillsTheShape() {
    QFETCH(QString, example);
    QFETCH(double, shape);
    LabDocument document;
    document.openExample(example);
    for (const Figure& figure :
         {Figure(StageFigure{}), Figure(BoardFigure{}), Figure(HeadsFigure{}), Figure(StatisticsFigure{})}) {
        const FigureDrawing drawing = drawingOf(document, figure, shaped(600, shape));
        const QImage image = figureImage(drawing, 1);
        const QRect content = drawn_on(image);
        const double across = double(content.width()) / image.width();
        const double down = double(content.height()) / image.height();
        QVERIFY2(std::max(across, down) > 0.8,
                 qPrintable(QStringLiteral("%1: %2 × %3").arg(figureName(figure)).arg(across).arg(down)));
        QVERIFY(image.rect().adjusted(1, 1, -1, -1).contains(content));
    }
}

/// A board is laid out wide for a slide and in more rows for a square: it fills more of each than the other
/// layout would.
void TestFigurePresets::boardWraps() {
    LabDocument document;
    document.openExample("two-heads");
    const auto share = [&](double shape) {
        const QImage image = figureImage(drawingOf(document, BoardFigure{}, shaped(800, shape)), 1);
        const QRect content = drawn_on(image);
        return QSizeF(content.width(), content.height());
    };
    const QSizeF wide = share(wideShape);
    const QSizeF square = share(squareShape);
    QVERIFY(wide.width() / wide.height() > 1.5);
    QVERIFY(square.width() / square.height() < 1.25 && square.width() / square.height() > 0.75);
    QVERIFY(wide.width() * wide.height() > 0.6 * 800 * 450);
    QVERIFY(square.width() * square.height() > 0.6 * 800 * 800);
}

void TestFigurePresets::lettersAreNotEnlarged() {
    LabDocument document;
    document.openExample("sky-is-blue");
    FigureLook look = shaped(960, wideShape);
    look.fontSize = 14;
    QVERIFY(drawingOf(document, StageFigure{}, look).fontSize > 20);
    look.enlarges = false;
    QVERIFY(std::abs(drawingOf(document, StageFigure{}, look).fontSize - 14) < 0.01);
    // Said as it is drawn.
    const FigureDrawing drawing = drawingOf(document, StageFigure{}, shaped(960, wideShape));
    const SvgElements svg = read_svg(svg_of(drawing));
    QVERIFY(std::abs(svg.font_sizes[svg.texts.indexOf("sky")] - drawing.fontSize) < 0.05);
}

void TestFigurePresets::oneBar_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<StageId>("stage");
    QTest::newRow("weights, 0 to 1") << "two-heads" << StageId::weights;
    QTest::newRow("queries, on one scale") << "two-heads" << StageId::queries;
}

/// Every head has the same range: one bar, drawn once, with both its ends.
void TestFigurePresets::oneBar() {
    QFETCH(QString, example);
    QFETCH(StageId, stage);
    LabDocument document;
    document.openExample(example);
    FigureLook look;
    look.numbers = false;
    const auto rectangles = [&](bool bar) {
        look.colourBar = bar;
        return read_svg(svg_of(drawingOf(document, HeadsFigure{stage}, look))).rectangles;
    };
    look.colourBar = true;
    const int one = read_svg(svg_of(drawingOf(document, StageFigure{stage, 0}, look))).rectangles;
    look.colourBar = false;
    const int none = read_svg(svg_of(drawingOf(document, StageFigure{stage, 0}, look))).rectangles;
    QVERIFY(one > none);
    QCOMPARE(rectangles(true) - rectangles(false), one - none);
    look.colourBar = true;
    const QStringList texts = read_svg(svg_of(drawingOf(document, HeadsFigure{stage}, look))).texts;
    QVERIFY(!texts.join('|').contains("without a bar"));
}

/// A board whose matrices have ranges of their own has as many bars as matrices; on a shared range, the
/// signed ones have one, which says so, and the weights keep theirs.
void TestFigurePresets::whichMatrices() {
    LabDocument document;
    document.openExample("sky-is-blue");
    FigureLook look;
    look.numbers = false;
    const auto bars = [&](QString& texts) {
        int count[2];
        for (const bool bar : {false, true}) {
            look.colourBar = bar;
            const SvgElements svg = read_svg(svg_of(drawingOf(document, BoardFigure{}, look)));
            count[bar] = svg.rectangles;
            texts = svg.texts.join('|');
        }
        look.colourBar = true;
        const int one = read_svg(svg_of(drawingOf(document, StageFigure{}, look))).rectangles;
        look.colourBar = false;
        return (count[1] - count[0]) /
               (one - read_svg(svg_of(drawingOf(document, StageFigure{}, look))).rectangles);
    };
    QString texts;
    QCOMPARE(bars(texts), int(boardStages(document.experiment()).size()));
    QVERIFY(!texts.contains("without a bar"));
    ViewSettings settings = viewSettings(document.experiment());
    settings.range = ColourRange::shared;
    setViewSettings(document, settings);
    QCOMPARE(bars(texts), 2);
    QVERIFY(texts.contains("Matrices without a bar:"));
}

LAB_WINDOW_TEST(TestFigurePresets)
#include "tst_figure_presets.moc"
