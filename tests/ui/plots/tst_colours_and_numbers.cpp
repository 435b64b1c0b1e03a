// SPDX-License-Identifier: GPL-3.0-or-later
//
// Colour and number settings, chosen as a user would, and everything that follows them: cards, grids,
// dictionary, figures and the file.
#include "core/base/number_format.h"
#include "core/io/file.h"
#include "tests/support/document_files.h"
#include "tests/support/figures.h"
#include "tests/support/shown_table.h"
#include "tests/support/test_program.h"
#include "tests/ui/window/view_by_hand.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/panels/dictionary/dictionary_panel.h"
#include "ui/panels/dictionary/dictionary_table.h"
#include "ui/plots/heatmap/colour_bar.h"
#include "ui/window/figure_export.h"
#include "ui/window/menu/actions.h"

#include <QClipboard>
#include <QPainter>

#include <cmath>

using namespace lab;
using namespace lab::test;

class TestColoursAndNumbers : public WindowTest {
    Q_OBJECT

private slots:
    void coloursAndDecimals();
    void decimalsEverywhere_data();
    void decimalsEverywhere();
    void eachPaletteOnTheBoard_data();
    void eachPaletteOnTheBoard();
    void sharedRange();
    void sharedRangeOfPictures();
    void sharedRangeFollowsTheRelease();
    void sharedRangeOfAHead();
    void fixedRange();
    void refusedReach();
    void dictionaryFollows();
    void evenBar();

private:
    ViewPopover& popover() { return view_popover(window()); }
    bool choose(const QString& text) { return choose_view(window(), text); }
    ViewSettings settings() { return settings_of(window()); }
    /// The visible cards with signed numbers.
    QList<MatrixHeatmap*> signedCards();
    QColor gridColour(ParameterId id) {
        return window().grid(id).model()->index(0, 0).data(Qt::BackgroundRole).value<QColor>();
    }
    QString gridText(ParameterId id) {
        return window().grid(id).model()->index(0, 0).data(Qt::DisplayRole).toString();
    }
};

QList<MatrixHeatmap*> TestColoursAndNumbers::signedCards() {
    QList<MatrixHeatmap*> cards;
    for (const StageInfo& stage : all_stages()) {
        MatrixHeatmap& heatmap = window().heatmap(stage.id);
        if (heatmap.isVisible() && heatmap.content().kind == ColourScale::Kind::diverging)
            cards += &heatmap;
    }
    return cards;
}

/// The whole path from choosing the settings to saving and reopening the file.
void TestColoursAndNumbers::coloursAndDecimals() {
    LabWindow& w = window();
    setCausal(w.document(), true);
    const QString file = path("viewed.attn");
    QVERIFY(!save(w.document(), file));
    const QImage before = picture_of(w.document(), StageFigure{StageId::weights, 0}, theme(), 1);
    QVERIFY(choose("cividis"));
    QVERIFY(choose("purple–orange"));
    QVERIFY(choose("5"));
    // The cards: numbers, accessible names and colours.
    MatrixHeatmap& heatmap = w.heatmap(StageId::weights);
    QCOMPARE(heatmap.metrics().decimals, 5);
    QCOMPARE(heatmap.content().scale().colour(1), QColor(0xfe, 0xe8, 0x38));
    QVERIFY2(shown_name(heatmap, 0, 0).endsWith(": 1.00000"), qPrintable(shown_name(heatmap, 0, 0)));
    QVERIFY(w.heatmap(StageId::scores).content().scale().colour(1e9) == QColor(0xb3, 0x58, 0x06));
    popover().close();
    const QPoint inCell = heatmap.cellRect({0, 0}).topLeft().toPoint() + QPoint(6, 6);
    QCOMPARE(heatmap.grab().toImage().pixelColor(inCell), QColor(0xfe, 0xe8, 0x38));
    // The grids.
    const double first = w.value(ParameterId::W_Q);
    QCOMPARE(gridText(ParameterId::W_Q), QString::fromStdString(display(first, 5)));
    // Figures.
    const QImage after = picture_of(w.document(), StageFigure{StageId::weights, 0}, theme(), 1);
    QVERIFY(after.width() > before.width()); // more digits
    w.press_key(Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    const QImage copied = QGuiApplication::clipboard()->image();
    QCOMPARE(copied.convertToFormat(after.format()),
             picture_of(w.document(), StageFigure{StageId::weights, 0}, theme(), 2));
    QVERIFY(w.status().viewButton().text().endsWith(", 5 decimals"));
    // The document: nothing to undo and no unsaved changes, but saved with the next save.
    QVERIFY(!w.document().isModified());
    QVERIFY(!w.isWindowModified());
    w.press_key(Qt::Key_S, Qt::ControlModifier);
    QTRY_VERIFY(read_file(file.toStdString()).value().find("cividis") != std::string::npos);
    w.controller().openExample("two-heads");
    QTRY_COMPARE(w.heatmap(StageId::weights).content().style,
                 NumberStyle{}); // opens once saving has finished
    QVERIFY(!open(w.document(), file));
    QCOMPARE(w.heatmap(StageId::weights).metrics().decimals, 5);
    QCOMPARE(w.heatmap(StageId::weights).content().scale().colour(1), QColor(0xfe, 0xe8, 0x38));
}

void TestColoursAndNumbers::decimalsEverywhere_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("decimals");
    for (const QSize size : {QSize(1440, 900), QSize(1024, 700)}) {
        for (const int decimals : {0, 1, 2, 3, 8})
            QTest::addRow("%d in %d × %d", decimals, size.width(), size.height()) << size << decimals;
    }
}

/// A small document uses the chosen decimals in any window, with folded cards if necessary. Cells are as wide
/// as their numbers.
void TestColoursAndNumbers::decimalsEverywhere() {
    QFETCH(QSize, size);
    QFETCH(int, decimals);
    LabWindow& w = openWindow(size);
    QVERIFY(choose(QString::number(decimals)));
    popover().close();
    QVERIFY(!isColourOnly(w.board().card(StageId::weights)->cardSize().density));
    for (const StageInfo& stage : all_stages()) {
        const MatrixHeatmap& heatmap = w.heatmap(stage.id);
        if (!heatmap.isVisible() || w.board().card(stage.id)->isThumbnail())
            continue;
        QCOMPARE(heatmap.metrics().decimals, decimals);
        const QFontMetricsF metrics(heatmap.metrics().numberFont);
        const double value = (*heatmap.content().matrix)(0, 0);
        QVERIFY(metrics.horizontalAdvance(QString::fromStdString(display(value, decimals))) <=
                heatmap.metrics().cell.width());
    }
    const MatrixGrid& grid = w.grid(ParameterId::W_Q);
    const QFontMetrics metrics(theme().font(TextRole::number));
    for (int column = 0; column < 2; ++column) {
        const QString text = grid.model()->index(0, column).data(Qt::DisplayRole).toString();
        QVERIFY2(metrics.horizontalAdvance(text) + 2 <= grid.columnWidth(column), qPrintable(text));
    }
}

void TestColoursAndNumbers::eachPaletteOnTheBoard_data() {
    QTest::addColumn<Palette>("palette");
    QTest::addColumn<StageId>("stage");
    for (const Palette palette : weightPalettes())
        QTest::newRow(qPrintable(info(palette).name())) << palette << StageId::weights;
    for (const Palette palette : signedPalettes())
        QTest::newRow(qPrintable(info(palette).name())) << palette << StageId::scores;
}

void TestColoursAndNumbers::eachPaletteOnTheBoard() {
    QFETCH(Palette, palette);
    QFETCH(StageId, stage);
    LabWindow& w = window();
    PillButton* pill = qobject_cast<PillButton*>(LabWindow::button(popover(), info(palette).name()));
    QVERIFY(pill);
    // Its swatch shows the palette from lowest to highest.
    const auto stops = ColourScale::stops(palette);
    QCOMPARE(pill->swatch().size(), qsizetype(stops.size()));
    QCOMPARE(pill->swatch().constFirst(), QColor::fromRgb(stops.front()));
    QVERIFY(LabWindow::press(pill));
    QVERIFY(pill->isChecked());
    popover().close();
    MatrixHeatmap& heatmap = w.heatmap(stage);
    const QImage image = heatmap.grab().toImage();
    const Matrix& matrix = *heatmap.content().matrix;
    for (Index row = 0; row < matrix.rows(); ++row) {
        for (Index column = 0; column < matrix.cols(); ++column) {
            const double part = stage == StageId::weights
                                    ? matrix(row, column)
                                    : 0.5 + 0.5 * matrix(row, column) / heatmap.content().scale().highest();
            const double place = part * double(stops.size() - 1);
            const auto low = std::min<std::size_t>(std::size_t(place), stops.size() - 2);
            const QColor expected = QColor::fromRgb(stops[low + (place - double(low) > 0.5 ? 1 : 0)]);
            const QColor found =
                image.pixelColor(heatmap.cellRect({row, column}).topLeft().toPoint() + QPoint(6, 6));
            const QColor other = QColor::fromRgb(stops[low + (place - double(low) > 0.5 ? 0 : 1)]);
            const auto between = [&](int (QColor::*channel)() const) {
                const auto [least, most] = std::minmax({(expected.*channel)(), (other.*channel)()});
                return (found.*channel)() >= least - 1 && (found.*channel)() <= most + 1;
            };
            QVERIFY2(between(&QColor::red) && between(&QColor::green) && between(&QColor::blue),
                     qPrintable(found.name()));
        }
    }
}

void TestColoursAndNumbers::sharedRange() {
    LabWindow& w = window();
    QVERIFY(choose("shared"));
    double largest = 0;
    for (const ParameterId id : {ParameterId::E, ParameterId::W_Q, ParameterId::W_K, ParameterId::W_V})
        largest = std::max(largest, parameter(w.document().experiment(), id)->cwiseAbs().maxCoeff());
    QVERIFY(signedCards().size() > 5);
    for (const MatrixHeatmap* each : signedCards())
        largest = std::max(largest, each->content().summary->finite.magnitude());
    for (const MatrixHeatmap* each : signedCards())
        QCOMPARE(each->content().scale().highest(), largest);
    QCOMPARE(w.heatmap(StageId::weights).content().scale().highest(), 1.0); // weights have their own range
    NumberStyle style;
    style.colourLimit = largest;
    const ColourScale scale = ColourScale::of(ColourScale::Kind::diverging, {}, style);
    for (const ParameterId id : {ParameterId::E, ParameterId::W_Q, ParameterId::W_V})
        QCOMPARE(gridColour(id), scale.colour(w.value(id)));
    QVERIFY(w.status().viewButton().text().contains("shared ±"));
}

/// Also when nothing has been computed yet, and when the largest number is in a later stage.
void TestColoursAndNumbers::sharedRangeOfPictures() {
    LabWindow& w = window();
    w.controller().openExample("two-heads");
    QVERIFY(choose("shared"));
    for (const StageId id : {StageId::inputs, StageId::queries, StageId::output}) {
        LabDocument fresh;
        fresh.replace(w.document().experiment(), {});
        QCOMPARE(picture_of(fresh, StageFigure{id, 1}, theme(), 1),
                 picture_of(w.document(), StageFigure{id, 1}, theme(), 1));
    }
}

void TestColoursAndNumbers::sharedRangeFollowsTheRelease() {
    LabWindow& w = window();
    QVERIFY(choose("shared"));
    popover().close();
    const QColor before = gridColour(ParameterId::W_K);
    const double limitBefore = w.heatmap(StageId::scores).content().scale().highest();
    w.document().preview(ParameterId::W_V, 0, 0, 80); // during a drag it stays
    for (const MatrixHeatmap* each : signedCards())
        QCOMPARE(each->content().scale().highest(), limitBefore);
    QCOMPARE(gridColour(ParameterId::W_K), before);
    w.document().commitPreview();
    const double colourLimit = w.heatmap(StageId::scores).content().scale().highest();
    QVERIFY(colourLimit >= 80);
    for (const MatrixHeatmap* each : signedCards())
        QCOMPARE(each->content().scale().highest(), colourLimit);
    QVERIFY(gridColour(ParameterId::W_K) != before);
    QCOMPARE(w.grid(ParameterId::W_K).model()->index(0, 0).data(Qt::BackgroundRole).value<QColor>(),
             ColourScale::of(ColourScale::Kind::diverging, {}, w.heatmap(StageId::scores).content().style)
                 .colour(w.value(ParameterId::W_K)));
    w.document().undo();
    QCOMPARE(gridColour(ParameterId::W_K), before);
    // Hidden and overflowing numbers do not count.
    setCausal(w.document(), true);
    QVERIFY(std::isfinite(w.heatmap(StageId::scores).content().scale().highest()));
    QVERIFY(w.heatmap(StageId::scores).content().scale().highest() < 80);
}

/// After switching heads, all cards still agree, including those without heads and figures of them.
void TestColoursAndNumbers::sharedRangeOfAHead() {
    LabWindow& w = window();
    w.controller().openExample("two-heads");
    QVERIFY(choose("shared"));
    for (const HeadIndex head : {1, 0}) {
        w.selection().setHead(head);
        const double colourLimit = sharedColourLimit(w.document(), head);
        for (const MatrixHeatmap* each : signedCards())
            QCOMPARE(each->content().scale().highest(), colourLimit);
        QGuiApplication::clipboard()->clear();
        w.figureExport().copy(StageFigure{StageId::output, w.selection().head()});
        const QImage expected = picture_of(w.document(), StageFigure{StageId::output, head}, theme(), 2);
        QCOMPARE(QGuiApplication::clipboard()->image().convertToFormat(expected.format()), expected);
    }
}

void TestColoursAndNumbers::fixedRange() {
    LabWindow& w = window();
    QVERIFY(!popover().colourLimit().isEnabled());
    QVERIFY(choose("fixed ±"));
    const double begun = settings().colourLimit; // starts with the current range, to two digits
    QVERIFY(std::abs(begun / sharedColourLimit(w.document(), 0) - 1) < 0.06);
    QVERIFY(popover().colourLimit().isEnabled());
    QTest::mouseClick(&popover().colourLimit(), Qt::LeftButton);
    popover().colourLimit().selectAll();
    QTest::keyClicks(&popover().colourLimit(), "0.25");
    QTest::keyClick(&popover().colourLimit(), Qt::Key_Return);
    QVERIFY(popover().isVisible());
    QCOMPARE(settings().colourLimit, 0.25);
    for (const MatrixHeatmap* each : signedCards())
        QCOMPARE(each->content().scale().highest(), 0.25);
    QCOMPARE(barEnd(w.heatmap(StageId::scores).content().scale(), true), QString("0.25"));
    QCOMPARE(w.heatmap(StageId::weights).content().scale().highest(), 1.0);
    QVERIFY(w.status().viewButton().text().contains("fixed ±0.25"));
    // The drag step still depends on the matrix's own magnitude.
    QVERIFY(w.parameters().section(ParameterId::W_Q)->model().magnitude() != 0.25);
    QVERIFY(choose("each matrix"));
    QVERIFY(settings() == ViewSettings{});
}

void TestColoursAndNumbers::refusedReach() {
    LabWindow& w = window();
    QVERIFY(choose("fixed ±"));
    const double before = settings().colourLimit;
    popover().colourLimit().setFocus();
    popover().colourLimit().selectAll();
    QTest::keyClicks(&popover().colourLimit(), "-3");
    QTest::keyClick(&popover().colourLimit(), Qt::Key_Return);
    QVERIFY2(w.status().text().contains("above 0"), qPrintable(w.status().text()));
    QCOMPARE(settings().colourLimit, before);
    QTest::keyClick(&popover().colourLimit(), Qt::Key_Escape); // first restores the text
    QVERIFY(popover().isVisible());
    QTest::keyClick(&popover().colourLimit(), Qt::Key_Escape);
    QVERIFY(!w.status().view()->isVisible());
}

void TestColoursAndNumbers::dictionaryFollows() {
    LabWindow& w = window();
    emit w.parameters().dictionaryWanted();
    const QAbstractItemModel& words = *w.dictionary()->table().model();
    const QModelIndex number = words.index(0, 2);
    const double value = number.data(Qt::EditRole).toDouble();
    const int width = w.dictionary()->table().columnWidth(2);
    QVERIFY(choose("8"));
    QCOMPARE(number.data(Qt::DisplayRole).toString(), QString::fromStdString(display(value, 8)));
    QVERIFY(w.dictionary()->table().columnWidth(2) > width);
    QVERIFY(choose("shared"));
    QVERIFY(choose("purple–orange"));
    const auto expected = [&] {
        return ColourScale::of(ColourScale::Kind::diverging, {}, w.heatmap(StageId::scores).content().style)
            .colour(value);
    };
    QCOMPARE(number.data(Qt::BackgroundRole).value<QColor>(), expected());
    const QColor before = expected();
    w.document().setValue(ParameterId::W_V, 0, 0, 80);
    QVERIFY(expected() != before);
    QCOMPARE(number.data(Qt::BackgroundRole).value<QColor>(), expected());
}

/// Wherever it begins, and as large as it may be, its edges are straight.
void TestColoursAndNumbers::evenBar() {
    const ColourScale scale = ColourScale::of(ColourScale::Kind::diverging, {-2, 2});
    const int before = theme().scale();
    for (const int size : {100, 125, 139, 160, 200, 231}) {
        theme().setScale(size);
        for (const double y : {20.0, 20.25, 20.5, 20.75}) {
            for (const double x : {10.0, 10.4, 10.5, 10.8}) {
                QImage image(120, 50, QImage::Format_ARGB32_Premultiplied);
                image.fill(Qt::black);
                QPainter painter(&image);
                painter.translate(0.5, 0.5); // as in a plot, for its lines
                paintColours(painter, scale, theme(), theme().px(24), {x, y});
                painter.end();
                for (int row = 0; row < image.height(); ++row) {
                    const bool isBar = image.pixel(20, row) != qRgb(0, 0, 0);
                    for (int column = 12; column < 34; ++column)
                        QCOMPARE(image.pixel(column, row) != qRgb(0, 0, 0), isBar);
                }
            }
        }
    }
    theme().setScale(before);
}

LAB_WINDOW_TEST(TestColoursAndNumbers)
#include "tst_colours_and_numbers.moc"
