// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is drawn in a figure: rectangles and text, with the requested width and font size.
#include "core/base/number_format.h"
#include "core/io/experiment_json.h"
#include "tests/support/golden.h"
#include "tests/support/test_program.h"
#include "tests/support/words.h"
#include "tests/ui/figures/svg_elements.h"
#include "ui/document/examples.h"
#include "ui/document/lab_document.h"
#include "ui/figures/draw_figure.h"

#include <QApplication>
#include <QTest>

#include <cmath>

using namespace lab;
using namespace lab::test;

class TestFigures : public QObject {
    Q_OBJECT

private slots:
    void cellsAreRectangles_data();
    void cellsAreRectangles();
    void widthInMillimetres_data();
    void widthInMillimetres();
    void fontSize_data();
    void fontSize();
    void numbersWhereTheyHaveRoom();
    void titles();
    void backgrounds();
    void links();
    void linksOfEveryHead();
    void everyHead_data();
    void everyHead();
    void headsOnOneScale();
    void board_data();
    void board();
    void withAndWithout();
    void wholeOfCutLabels_data();
    void wholeOfCutLabels();
};

void TestFigures::cellsAreRectangles_data() {
    QTest::addColumn<int>("tokens");
    QTest::addColumn<StageId>("stage");
    for (const int tokens : {1, 6, 64}) {
        QTest::addRow("weights, %d", tokens) << tokens << StageId::weights;
        QTest::addRow("queries, %d", tokens) << tokens << StageId::queries;
    }
}

void TestFigures::cellsAreRectangles() {
    QFETCH(int, tokens);
    QFETCH(StageId, stage);
    LabDocument document;
    document.setText(different_words(tokens));
    FigureLook look;
    look.width = 85 * points_per_millimetre;
    look.fontSize = 8;
    const FigureDrawing figure = drawingOf(document, StageFigure{stage, 0}, look);
    const Index cells = document.view(stage).matrix->size();
    const SvgElements drawing = read_svg(svg_of(figure));
    QVERIFY(drawing.is_whole);
    QCOMPARE(drawing.images, 0);
    QVERIFY2(drawing.rectangles >= cells && drawing.rectangles < cells + 50,
             qPrintable(QString::number(drawing.rectangles)));
    QVERIFY(drawing.texts.contains("w0"));
    const QByteArray pdf = figureFile(figure, FigureFormat::pdf, 1).value();
    QVERIFY(pdf.startsWith("%PDF-"));
    QVERIFY(!pdf.contains("/Subtype /Image"));
    QVERIFY(pdf.contains("/FontFile2"));
}

void TestFigures::widthInMillimetres_data() {
    QTest::addColumn<QString>("name");
    for (const QString& name : exampleNames())
        QTest::newRow(qPrintable(name)) << name;
}

/// Every stage of every example fits the width of a column and of a page to a hundredth of a millimetre, and
/// the height of a page's text area.
void TestFigures::widthInMillimetres() {
    QFETCH(QString, name);
    LabDocument document;
    document.openExample(name);
    for (const double millimetres : {85.0, 180.0}) {
        for (const StageInfo& stage : all_stages()) {
            if (!has_stage(document.experiment(), stage.id))
                continue;
            FigureLook look;
            look.width = millimetres * points_per_millimetre;
            look.fontSize = 8;
            const FigureDrawing figure = drawingOf(document, StageFigure{stage.id, 0}, look);
            const double width = figure.size.width() / points_per_millimetre;
            QVERIFY2(std::abs(width - millimetres) < 0.01,
                     qPrintable(QStringLiteral("%1: %2").arg(stage.name.data()).arg(width)));
            const double height = figure.size.height() / points_per_millimetre;
            QVERIFY2(height < 240, qPrintable(QStringLiteral("%1: %2").arg(stage.name.data()).arg(height)));
        }
    }
}

void TestFigures::fontSize_data() {
    QTest::addColumn<double>("size");
    for (const double size : {6.0, 8.0, 9.0, 12.5})
        QTest::addRow("%g", size) << size;
}

void TestFigures::fontSize() {
    QFETCH(double, size);
    LabDocument document;
    document.openExample("sky-is-blue");
    FigureLook look;
    look.fontSize = size;
    const SvgElements drawing = read_svg(svg_of(drawingOf(document, StageFigure{StageId::weights, 0}, look)));
    for (const char* label : {"sky", "blue"}) {
        const qsizetype place = drawing.texts.indexOf(label);
        QVERIFY(place >= 0);
        QVERIFY2(std::abs(drawing.font_sizes[place] - size) < 0.01,
                 qPrintable(QString::number(drawing.font_sizes[place])));
    }
}

/// Uses the most digits that fit the width: all, two decimals, or colours alone.
void TestFigures::numbersWhereTheyHaveRoom() {
    LabDocument document;
    document.openExample("sky-is-blue");
    const auto texts = [&](std::optional<double> millimetres, bool numbers) {
        FigureLook look;
        if (millimetres)
            look.width = *millimetres * points_per_millimetre;
        look.numbers = numbers;
        return read_svg(svg_of(drawingOf(document, StageFigure{StageId::weights, 0}, look))).texts;
    };
    QVERIFY(texts({}, true).contains("0.280"));
    QVERIFY(texts(85, true).contains("0.280"));
    QVERIFY(texts(48, true).contains("0.28"));
    QVERIFY(!texts(15, true).contains("0.28"));
    QVERIFY(texts(15, true).contains("sky"));
    for (const QString& text : texts({}, false))
        QVERIFY2(!text.startsWith("0."), qPrintable(text));
}

void TestFigures::titles() {
    LabDocument document;
    document.openExample("two-heads");
    const auto drawing = [&](const Figure& view, std::optional<QString> title) {
        FigureLook look;
        look.title = std::move(title);
        return read_svg(svg_of(drawingOf(document, view, look))).texts.join(' ');
    };
    for (const Figure& view : {Figure(StageFigure{StageId::weights, 1}), Figure(LinksFigure{1, {}, {}})}) {
        QVERIFY(drawing(view, {}).contains("Attention weights, head 2"));
        QVERIFY(drawing(view, "Figure 1").contains("Figure 1"));
        QVERIFY(!drawing(view, "Figure 1").contains("Attention weights"));
        QVERIFY(!drawing(view, "").contains("Attention weights"));
    }
}

void TestFigures::backgrounds() {
    LabDocument document;
    document.openExample("sky-is-blue");
    const auto figure = [&](FigureLook::Background background) {
        FigureLook look;
        look.background = background;
        return drawingOf(document, StageFigure{StageId::weights, 0}, look);
    };
    using Background = FigureLook::Background;
    QCOMPARE(figureImage(figure(Background::light), 1).pixelColor(0, 0), QColor(Qt::white));
    QVERIFY(figureImage(figure(Background::dark), 1).pixelColor(0, 0).lightness() < 64);
    QCOMPARE(figureImage(figure(Background::transparent), 1).pixelColor(0, 0).alpha(), 0);
    const int behind = read_svg(svg_of(figure(Background::light))).rectangles;
    QCOMPARE(read_svg(svg_of(figure(Background::transparent))).rectangles, behind - 1);
}

void TestFigures::links() {
    LabDocument document;
    document.openExample("sky-is-blue");
    FigureLook look;
    look.width = 85 * points_per_millimetre;
    const FigureDrawing figure = drawingOf(document, LinksFigure{0, {}, {}}, look);
    QVERIFY(figure.size.width() >= *look.width);
    const SvgElements drawing = read_svg(svg_of(figure));
    QVERIFY(drawing.is_whole && drawing.images == 0);
    for (const char* text : {"sky", "is", "blue", "query", "key"})
        QVERIFY2(drawing.texts.contains(text), text);
    QVERIFY(!figureFile(figure, FigureFormat::pdf, 1).value().contains("/Subtype /Image"));
}

/// What is not drawn is said; heads are told apart by their colours in a legend.
void TestFigures::linksOfEveryHead() {
    LabDocument document;
    document.openExample("two-heads");
    const auto texts = [&](const LinksLook& look, FigureLook form = {}) {
        return read_svg(svg_of(drawingOf(document, LinksFigure{1, look, {}}, form))).texts.join('\n');
    };
    const QString one = texts({});
    QVERIFY2(one.contains("weaker links hidden") && !one.contains("show"), qPrintable(one));
    QVERIFY(one.contains("Attention weights, head 2") && !one.contains("Head 1"));
    QVERIFY(!texts({{}, LinksLayout::columns, true, false}).contains("weaker"));
    QVERIFY(!texts({0, LinksLayout::columns, false, false}).contains("weaker"));
    for (const LinksLayout layout : {LinksLayout::columns, LinksLayout::lines}) {
        const QString every = texts({{}, layout, false, true});
        for (const char* text : {"Attention weights, every head", "Head 1", "Head 2", "weaker links hidden"})
            QVERIFY2(every.contains(text), text);
    }
    const auto sheet = [&](const std::vector<HeadIndex>& heads) {
        return figureTitle(example("twelve-heads"), HeadsFigure{StageId::weights, heads});
    };
    QCOMPARE(sheet({}), QString("Attention weights, every head"));
    QCOMPARE(sheet({3, 0}), QString("Attention weights, heads 4, 1"));
    QCOMPARE(sheet({2}), QString("Attention weights, head 3"));
    FigureLook plain;
    plain.numbers = false;
    QVERIFY(one.contains(QChar(0x3a3))); // a sum
    QVERIFY(!texts({}, plain).contains(QChar(0x3a3)) && !texts({}, plain).contains("0."));
    QCOMPARE(figureTitle(document.experiment(), LinksFigure{1, {{}, LinksLayout::columns, false, true}, {}}),
             QStringLiteral("Links, every head"));
}

void TestFigures::everyHead_data() {
    QTest::addColumn<int>("heads");
    QTest::addColumn<double>("millimetres"); // 0: automatic
    for (const int heads : {1, 2, 3, 4, 12, 64}) {
        for (const double millimetres : {0.0, 180.0})
            QTest::addRow("%d heads, %g mm", heads, millimetres) << heads << millimetres;
    }
}

/// One rectangle per cell of every head, with a heading for each head if there are several.
void TestFigures::everyHead() {
    QFETCH(int, heads);
    QFETCH(double, millimetres);
    LabDocument document;
    QStringList vectors;
    for (const char* token : {"a", "b", "c"})
        vectors += QStringLiteral("\"%1\": [%2]").arg(QString(token), QStringList(heads, "0.5").join(','));
    const QString text = QStringLiteral(R"({"format": "attention-lab", "version": 1,
        "sequence": {"tokenizer": "whitespace", "text": "a b c"},
        "embedding": {"dimension": %1, "table": {%2}},
        "projection": {"kind": "identity"}, "heads": {"count": %1}})")
                             .arg(heads)
                             .arg(vectors.join(','));
    const Result<Experiment> read = read_experiment(text.toStdString());
    QVERIFY2(read, read ? "" : read.error().message().c_str());
    document.replace(read.value(), {});
    FigureLook look;
    look.numbers = false;
    look.colourBar = false;
    if (millimetres > 0)
        look.width = millimetres * points_per_millimetre;
    const FigureDrawing figure = drawingOf(document, HeadsFigure{}, look);
    QCOMPARE(figure.cells, Index(9 * heads));
    const SvgElements drawing = read_svg(svg_of(figure));
    QVERIFY(drawing.is_whole);
    QCOMPARE(drawing.images, 0);
    QCOMPARE(drawing.rectangles, 9 * heads + 1); // plus the background
    QCOMPARE(drawing.texts.count("a"), 2 * heads);
    for (int head = 1; head <= heads; ++head)
        QCOMPARE(drawing.texts.count(QStringLiteral("Head %1").arg(head)), heads == 1 ? 0 : 1);
    if (millimetres > 0)
        QVERIFY(std::abs(figure.size.width() - *look.width) < 0.05);
}

/// Heads share one colour scale, which ends at the largest magnitude of all of them.
void TestFigures::headsOnOneScale() {
    LabDocument document;
    document.openExample("two-heads");
    double most = 0;
    for (const HeadIndex head : {0, 1})
        most = std::max(most, document.completeView(StageId::queries, head).matrix->cwiseAbs().maxCoeff());
    const QString end = QString::fromStdString(display(most, decimals_for(most, 2)));
    const SvgElements drawing = read_svg(svg_of(drawingOf(document, HeadsFigure{StageId::queries}, {})));
    QCOMPARE(drawing.texts.count(end), 2); // at both ends of the bar, the minus sign separate
}

void TestFigures::board_data() {
    QTest::addColumn<QString>("name");
    for (const QString& name : exampleNames())
        QTest::newRow(qPrintable(name)) << name;
}

/// Every stage is drawn with its name and all its cells.
void TestFigures::board() {
    QFETCH(QString, name);
    LabDocument document;
    document.openExample(name);
    const Experiment& experiment = document.experiment();
    FigureLook look;
    look.colourBar = false;
    const FigureDrawing figure = drawingOf(document, BoardFigure{0}, look);
    const SvgElements drawing = read_svg(svg_of(figure));
    QVERIFY(drawing.is_whole);
    Index cells = 0;
    for (const StageInfo& stage : all_stages()) {
        const bool shown =
            has_stage(experiment, stage.id) && (stage.id != StageId::concat || experiment.heads.count > 1);
        const QString title = QString::fromUtf8(stage.title.data());
        QVERIFY2(drawing.texts.contains(title) == shown, qPrintable(title + ": " + drawing.texts.join('|')));
        if (shown)
            cells += document.view(stage.id).matrix->size();
    }
    QCOMPARE(figure.cells, cells);
    QVERIFY(drawing.rectangles >= cells);
    // Also at the width of a page, however small the cells become.
    look.width = 180 * points_per_millimetre;
    const FigureDrawing page = drawingOf(document, BoardFigure{0}, look);
    QVERIFY(std::abs(page.size.width() - *look.width) < 0.05);
}

void TestFigures::withAndWithout() {
    LabDocument document;
    document.openExample("sky-is-blue");
    const auto drawing = [&](const FigureLook& look) {
        return read_svg(svg_of(drawingOf(document, StageFigure{StageId::weights, 0}, look)));
    };
    const SvgElements all = drawing({});
    QVERIFY(all.texts.join('|').contains("query"));
    FigureLook look;
    look.axisNames = false;
    const SvgElements nameless = drawing(look);
    QVERIFY(!nameless.texts.join('|').contains("query"));
    QCOMPARE(nameless.rectangles, all.rectangles);
    look.colourBar = false;
    const SvgElements bare = drawing(look);
    QVERIFY(bare.rectangles < all.rectangles);
    QVERIFY(bare.texts.contains("0.314"));
    // Omitted parts take up no space.
    const auto height = [&](const FigureLook& with) {
        return drawingOf(document, StageFigure{StageId::weights, 0}, with).size.height();
    };
    QVERIFY(height(look) < height({}) - 2 * look.fontSize);
}

void TestFigures::wholeOfCutLabels_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("long_words");
    const QString german = "Donaudampfschifffahrtsgesellschaftskapitän";
    const QString other = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk";
    QTest::newRow("none") << "sky is blue" << QStringList();
    QTest::newRow("one") << "the " + german << QStringList{german};
    QTest::newRow("two that begin alike") << german + " and " + other << QStringList{german, other};
    QTest::newRow("entities") << "<&\"antidisestablishmentarianism\"&> b"
                              << QStringList{"<&\"antidisestablishmentarianism\"&>"};
}

/// A truncated label has the full text as its SVG title, once along each axis.
void TestFigures::wholeOfCutLabels() {
    QFETCH(QString, text);
    QFETCH(QStringList, long_words);
    LabDocument document;
    document.setText(text);
    for (const Figure& view : {Figure(StageFigure{StageId::weights, 0}), Figure(HeadsFigure{})}) {
        FigureLook look;
        look.numbers = false;
        const SvgElements drawing = read_svg(svg_of(drawingOf(document, view, look)));
        QVERIFY(drawing.is_whole);
        QStringList titles = drawing.titles.mid(1); // without the file's own title
        QCOMPARE(titles, long_words + long_words);
    }
}

LAB_WINDOW_TEST(TestFigures)
#include "tst_figures.moc"
