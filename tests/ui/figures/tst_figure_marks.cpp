// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rows, columns and cells that a figure frames.
#include "tests/support/lab_window.h"
#include "tests/support/test_program.h"
#include "tests/ui/figures/svg_elements.h"
#include "ui/figures/draw_figure.h"
#include "ui/figures/figure_dialog.h"
#include "ui/window/figure_export.h"

#include <QCheckBox>

#include <cmath>

using namespace lab;
using namespace lab::test;

namespace {

/// The smallest rectangle around the pixels of the marks' colour.
QRect marked(const QImage& image) {
    QRect found;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (image.pixelColor(x, y) == lightColours().inspected)
                found |= QRect(x, y, 1, 1);
    return found;
}

} // namespace

class TestFigureMarks : public WindowTest {
    Q_OBJECT

private slots:
    void marks_data();
    void marks();
    void whereMarksAre();
    void marksOfWhatIsInspected();

private:
    FigureDialog* open(const Figure& figure) {
        window().figureExport().save(figure);
        return window().findChild<FigureDialog*>();
    }
    static QCheckBox* marksBox(const FigureDialog& dialog) {
        for (QCheckBox* each : dialog.findChildren<QCheckBox*>()) {
            if (each->text() == "marks")
                return each;
        }
        return nullptr;
    }
};

void TestFigureMarks::marks_data() {
    QTest::addColumn<Figure>("figure");
    QTest::newRow("stage") << Figure(StageFigure{StageId::weights, 0});
    QTest::newRow("heads") << Figure(HeadsFigure{});
    QTest::newRow("average") << Figure(OverHeadsFigure{});
    QTest::newRow("share") << Figure(HeadShareFigure{});
    QTest::newRow("board") << Figure(BoardFigure{});
}

/// A row, a column and a cell are framed in every kind of file, and nothing is without being asked for.
void TestFigureMarks::marks() {
    QFETCH(Figure, figure);
    LabDocument document;
    document.openExample("two-heads");
    const QByteArray ink = lightColours().inspected.name().toLatin1();
    const auto draw = [&](std::optional<Index> row, std::optional<Index> column) {
        FigureLook look;
        if (row || column)
            look.marks = marksAt(document.experiment(), figure, row, column).value();
        return drawingOf(document, figure, look);
    };
    QVERIFY(!svg_of(draw({}, {})).contains(ink));
    QVERIFY(marked(figureImage(draw({}, {}), 1)).isEmpty());
    std::vector<QByteArray> files;
    for (const auto& [row, column] :
         {std::pair<std::optional<Index>, std::optional<Index>>{1, {}}, {{}, 1}, {1, 1}}) {
        files.push_back(svg_of(draw(row, column)));
        QVERIFY(files.back().contains(ink));
        QVERIFY(!marked(figureImage(draw(row, column), 2)).isEmpty());
        QVERIFY(figureFile(draw(row, column), FigureFormat::pdf, 1).value() !=
                figureFile(draw({}, {}), FigureFormat::pdf, 1).value());
    }
    QVERIFY(files[0] != files[1] && files[1] != files[2] && files[0] != files[2]);
    QVERIFY(!marksAt(document.experiment(), figure, 1000, {}));
    QVERIFY(!marksAt(document.experiment(), figure, {}, 1000));
}

void TestFigureMarks::whereMarksAre() {
    LabDocument document;
    document.openExample("sky-is-blue");
    const Figure figure = StageFigure{StageId::weights, 0};
    const auto place = [&](std::optional<Index> row, std::optional<Index> column) {
        FigureLook look;
        look.marks = marksAt(document.experiment(), figure, row, column).value();
        return marked(figureImage(drawingOf(document, figure, look), 2));
    };
    const QRect row = place(1, {}), column = place({}, 1), cell = place(1, 1);
    QVERIFY(row.width() > 2 * cell.width() && column.height() > 2 * cell.height());
    QVERIFY(std::abs(row.center().y() - cell.center().y()) <= 2);
    QVERIFY(std::abs(column.center().x() - cell.center().x()) <= 2);
    QVERIFY(place(0, 1).bottom() <= cell.center().y() && place(2, 1).top() >= cell.center().y());
    QVERIFY(place(1, 0).right() <= cell.center().x() && place(1, 2).left() >= cell.center().x());
}

/// What is inspected in the window is framed if the switch is on, as on the page.
void TestFigureMarks::marksOfWhatIsInspected() {
    LabWindow& w = window();
    w.controller().openExample("sky-is-blue");
    w.selection().clearInspected();
    FigureDialog* dialog = open(StageFigure{});
    QVERIFY(!marksBox(*dialog)->isEnabled()); // nothing to frame
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(!w.findChild<FigureDialog*>());
    w.selection().inspect(CellRef{StageId::weights, 0, 2, 1});
    dialog = open(StageFigure{});
    QVERIFY(marksBox(*dialog)->isEnabled() && !marksBox(*dialog)->isChecked());
    QVERIFY(marked(figureImage(dialog->drawing(), 2)).isEmpty());
    marksBox(*dialog)->click();
    const auto expected = [&](const Figure& figure, std::optional<Index> row, std::optional<Index> column) {
        FigureLook look;
        look.marks = marksAt(w.document().experiment(), figure, row, column).value();
        return marked(figureImage(drawingOf(w.document(), figure, look), 2));
    };
    QCOMPARE(marked(figureImage(dialog->drawing(), 2)), expected(StageFigure{}, 2, 1));
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(!w.findChild<FigureDialog*>());
    w.selection().clearInspected();
    w.selection().toggleInspectedToken({1, Side::sentence});
    dialog = open(StageFigure{StageId::queries, 0});
    marksBox(*dialog)->setChecked(true);
    QCOMPARE(marked(figureImage(dialog->drawing(), 2)), expected(StageFigure{StageId::queries, 0}, 1, {}));
}

LAB_WINDOW_TEST(TestFigureMarks)
#include "tst_figure_marks.moc"
