// SPDX-License-Identifier: GPL-3.0-or-later
//
// How the page Links looks: every head at once, contrasts, numbers, and the room that it takes.
#include "tests/support/test_program.h"
#include "tests/support/words.h"
#include "tests/ui/pages/links_by_hand.h"
#include "ui/document/edits/option_edits.h"
#include "ui/plots/shared/colour_scale.h"
#include "ui/plots/shared/head_colours.h"

#include <QElapsedTimer>
#include <QImage>
#include <QPainter>

#include <cmath>

using namespace lab;
using namespace lab::test;

class TestLinksLook : public LinksTest {
    Q_OBJECT

private slots:
    void everyHead();
    void everyHeadByMouseAndKeys();
    void contrasts_data();
    void contrasts();
    void numbersHaveRoom_data();
    void numbersHaveRoom();
    void fillsThePage_data();
    void fillsThePage();
    void paintedAsInFigures_data();
    void paintedAsInFigures();
    void hundredsOfTokens();
    void whatTheSinkTakes_data();
    void whatTheSinkTakes();
};

void TestLinksLook::everyHead() {
    LabWindow& w = window();
    openGolden("two-heads");
    openLinks();
    showAll();
    const std::size_t one = scene().ribbons.size();
    QVERIFY(w.press(w.button(w.links(), "Every head")));
    QCOMPARE(scene().content.drawn.size(), 2U);
    QVERIFY(scene().ribbons.size() > one);
    QCOMPARE(plot().accessibleName(), QStringLiteral("Links of every head"));
    QCOMPARE(scene().geometry.legend().size(), 2U);
    for (const LinkRibbon& each : scene().ribbons)
        QCOMPARE(each.colour.rgb(), headInk(each.link.head, theme().colours().panel, 4.5).rgb());
    // Between the same tokens, heads lie side by side.
    const LinkRibbon *first = ribbon(0, 1, 0), *second = ribbon(0, 1, 1);
    QVERIFY(std::abs(first->from.y() + first->width - second->from.y()) < 1e-6);
    QVERIFY(std::abs(first->to.y() + first->width - second->to.y()) < 1e-6);
    // A number at a token is the sum over the heads.
    moveTo(labelOf(LinkSide::query, 0));
    const double sum = first->link.weight + second->link.weight;
    QCOMPARE(scene().numberAt({LinkSide::key, 1})->text, QStringLiteral("Σ %1").arg(sum, 0, 'f', 4));
    QVERIFY(w.press(w.button(w.links(), "Shown head")));
    QCOMPARE(scene().ribbons.size(), one);
    QVERIFY(scene().geometry.legend().empty());
    // There is nothing to choose with one head.
    openGolden("causal");
    QVERIFY(!w.button(w.links(), "Every head"));
}

void TestLinksLook::everyHeadByMouseAndKeys() {
    LabWindow& w = window();
    openGolden("two-heads");
    openLinks();
    openEveryHead(true);
    showAll();
    const LinkRibbon* thickest = nullptr;
    for (const LinkRibbon& each : scene().ribbons) {
        if (each.link.head == 1 && (!thickest || each.width > thickest->width))
            thickest = &each;
    }
    const Link link = thickest->link;
    const QPointF place = thickest->middle(0.03, LinksLayout::columns);
    moveTo(place);
    QVERIFY((w.selection().hovered() == CellRef{StageId::weights, 1, link.query, link.key}));
    QCOMPARE(scene().emphasised.size(), 1U);
    QVERIFY2(plot().accessibleDescription().startsWith("head 2, “"),
             qPrintable(plot().accessibleDescription()));
    QCOMPARE(w.selection().head(), 0);
    QTest::mouseClick(&plot(), Qt::LeftButton, {}, place.toPoint());
    QVERIFY((w.selection().inspected() == CellRef{StageId::weights, 1, link.query, link.key}));
    QCOMPARE(w.selection().head(), 1);
    moveTo({1, 1});
    QCOMPARE(scene().emphasised.size(), 1U);
    QCOMPARE(scene().emphasised.front().link.head, HeadIndex(1));
    w.press_key(Qt::Key_Escape);
    // By keys, the heads of a pair follow each other.
    plot().setFocus(Qt::TabFocusReason);
    w.press_key(Qt::Key_Home);
    w.press_key(Qt::Key_Right);
    w.press_key(Qt::Key_Home);
    QVERIFY(plot().cursorLink() && plot().cursorLink()->key == 0 && plot().cursorLink()->head == 0);
    w.press_key(Qt::Key_Down);
    QVERIFY(plot().cursorLink()->key == 0 && plot().cursorLink()->head == 1);
    w.press_key(Qt::Key_Return);
    QVERIFY((w.selection().inspected() == CellRef{StageId::weights, 1, 0, 0}));
    // A link that is hidden takes the cursor back to its token.
    setThreshold("9");
    plot().setFocus(Qt::TabFocusReason);
    QVERIFY(!plot().cursorLink());
}

void TestLinksLook::contrasts_data() {
    QTest::addColumn<ColourMode>("mode");
    QTest::newRow("light") << ColourMode::light;
    QTest::newRow("dark") << ColourMode::dark;
}

void TestLinksLook::contrasts() {
    QFETCH(ColourMode, mode);
    theme().setMode(mode);
    openGolden("two-heads");
    openLinks();
    const QColor panel = theme().colours().panel;
    const auto blended = [&](const QColor& colour) {
        const auto mixed = [&](int back, int front) {
            return int(std::lround(back + (front - back) * double(colour.alphaF())));
        };
        return QColor(mixed(panel.red(), colour.red()), mixed(panel.green(), colour.green()),
                      mixed(panel.blue(), colour.blue()));
    };
    for (HeadIndex head = 0; head < 8; ++head)
        QVERIFY(contrast(headInk(head, panel, 4.5), panel) >= 4.5);
    openEveryHead(true);
    QVERIFY(!scene().ribbons.empty());
    for (const LinkRibbon& each : scene().ribbons) // all of them are 1/n or more
        QVERIFY(contrast(blended(each.colour), panel) >= 2.99);
    for (const LinksScene::Number& number : scene().numbers)
        QVERIFY(number.ink.isValid());
    moveTo({1, 1}); // the pointer may have been there
    moveTo(labelOf(LinkSide::query, 0));
    QVERIFY(!scene().emphasised.empty());
    for (const LinkRibbon& each : scene().emphasised) {
        QCOMPARE(each.colour.alpha(), 255);
        QVERIFY(contrast(each.colour, panel) >= 4.5);
    }
}

void TestLinksLook::numbersHaveRoom_data() {
    QTest::addColumn<LinksLayout>("layout");
    QTest::addColumn<QString>("example"); // some of whose ribbons are too thin for a number
    QTest::addColumn<QString>("text");    // other words for it, unless empty
    QTest::newRow("left to right") << LinksLayout::columns << "two-heads-about-it"
                                   << "";
    QTest::newRow("top to bottom") << LinksLayout::lines << "sky-is-blue"
                                   << "some are too thin";
}

/// A number lies on its ribbon, and none on another.
void TestLinksLook::numbersHaveRoom() {
    QFETCH(LinksLayout, layout);
    QFETCH(QString, example);
    QFETCH(QString, text);
    openWindow({1440, 900}).document().openExample(example);
    window().selection().clearInspected();
    if (!text.isEmpty())
        window().document().setText(text);
    openLinks();
    window().findChild<PageChoices*>()->setLinks({0, layout, false, false});
    QVERIFY(!scene().numbers.empty());
    QVERIFY(scene().numbers.size() < scene().ribbons.size());
    for (const LinksScene::Number& number : scene().numbers) {
        const auto own = std::ranges::find_if(scene().ribbons, [&](const LinkRibbon& each) {
            return scene().content.numberText(each.link.weight) == number.text;
        });
        QVERIFY(own != scene().ribbons.end());
        for (const QPointF corner : {number.place.topLeft(), number.place.topRight(),
                                     number.place.bottomLeft(), number.place.bottomRight()}) {
            const double bend = bendAt(fractionAt(corner, scene().geometry.span(), layout));
            QVERIFY(own->distance(corner, bend, layout) < 1);
        }
        for (const LinksScene::Number& other : scene().numbers)
            QVERIFY(&other == &number || !other.place.intersects(number.place));
    }
}

void TestLinksLook::fillsThePage_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QString>("text");
    QTest::addColumn<LinksLayout>("layout");
    for (const QSize size : {QSize(1024, 700), QSize(1600, 1000)}) {
        for (const char* text : {"one", "sky is blue", "a b c d e f g h"}) {
            for (const LinksLayout layout : {LinksLayout::columns, LinksLayout::lines})
                QTest::addRow("%d × %d, %s, %d", size.width(), size.height(), text, int(layout))
                    << size << QString(text) << layout;
        }
    }
}

void TestLinksLook::fillsThePage() {
    QFETCH(QSize, size);
    QFETCH(QString, text);
    QFETCH(LinksLayout, layout);
    LabWindow& w = openWindow(size);
    w.document().setText(text);
    openLinks();
    w.findChild<PageChoices*>()->setLinks({{}, layout, false, false});
    QTest::qWait(20);
    const QRect card = w.links().plot().parentWidget()->geometry();
    const QSize room = w.links().viewport()->size();
    const int margin = card.left();
    QCOMPARE(card.width(), room.width() - 2 * margin);
    QVERIFY(std::abs(card.bottom() + 1 + margin - room.height()) <= 2);
    QVERIFY(plot().height() > room.height() / 2);
    QVERIFY(plot().width() > room.width() * 8 / 10);
    QCOMPARE(w.links().verticalScrollBar()->maximum(), 0);
    QCOMPARE(w.links().horizontalScrollBar()->maximum(), 0);
}

void TestLinksLook::paintedAsInFigures_data() {
    QTest::addColumn<int>("tokens");
    QTest::addColumn<bool>("focus");
    for (const int tokens : {3, 20}) { // the ribbons of twenty are painted once and kept
        for (const bool focus : {false, true})
            QTest::addRow("%d tokens%s", tokens, focus ? ", one inspected" : "") << tokens << focus;
    }
}

void TestLinksLook::paintedAsInFigures() {
    QFETCH(int, tokens);
    QFETCH(bool, focus);
    LabWindow& w = window();
    w.document().setText(different_words(tokens));
    openLinks();
    showAll();
    if (focus)
        w.selection().toggleInspectedToken({1});
    QTest::qWait(20);
    const auto view = std::get<LinksFigure>(*w.links().figure());
    const LinksScene drawn = linksScene(linksContent(w.document(), view.head, view.look.everyHead), view.look,
                                        view.focus, theme(), plot().size(), false);
    QCOMPARE(drawn.geometry.size(), plot().size());
    QImage expected(plot().size(), QImage::Format_ARGB32_Premultiplied);
    expected.fill(theme().colours().panel);
    QPainter painter(&expected);
    paintLinks(painter, drawn, theme(), QRectF(expected.rect()));
    painter.end();
    const QImage page = plot().grab().toImage().convertToFormat(expected.format());
    QCOMPARE(page.size(), expected.size());
    int differences = 0;
    for (int y = 0; y < page.height(); ++y) {
        for (int x = 0; x < page.width(); ++x) {
            const QColor a = page.pixelColor(x, y), b = expected.pixelColor(x, y);
            differences += std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) > 16;
        }
    }
    QVERIFY2(differences < page.width() * page.height() / 2000, qPrintable(QString::number(differences)));
}

/// Moving the pointer along hundreds of tokens, with every link drawn, stays smooth.
void TestLinksLook::hundredsOfTokens() {
    LabWindow& w = window();
    w.document().setText(different_words(300));
    openLinks();
    QTRY_VERIFY(!scene().content.stale && scene().content.count(LinkSide::query) == 300);
    showAll();
    QCOMPARE(Index(scene().ribbons.size()), mostLinks);
    moveTo(labelOf(LinkSide::query, 0));
    plot().repaint();
    QElapsedTimer timer;
    timer.start();
    for (Index i = 1; i <= 10; ++i) {
        moveTo(labelOf(LinkSide::query, i));
        plot().repaint();
    }
    const qint64 each = timer.elapsed() / 10;
    qInfo("%lld ms for each token", static_cast<long long>(each));
    QVERIFY2(each < 300, qPrintable(QString::number(each)));
}

void TestLinksLook::whatTheSinkTakes_data() {
    QTest::addColumn<LinksLayout>("layout");
    QTest::newRow("columns") << LinksLayout::columns;
    QTest::newRow("lines") << LinksLayout::lines;
}

/// A frame after the bar of a query, up to 1, and its number where the query is pointed at.
void TestLinksLook::whatTheSinkTakes() {
    QFETCH(LinksLayout, layout);
    LabWindow& w = window();
    w.document().openExample("learned-sink");
    openLinks();
    LinksLook look = scene().look;
    look.layout = layout;
    w.findChild<PageChoices*>()->setLinks(look);
    const HeatmapContent& weights = scene().content.weights;
    QCOMPARE(weights.sinkShares.size(), std::size_t(6));
    for (TokenIndex query = 0; query < 6; ++query) {
        const LinkToken token{LinkSide::query, query};
        const QRectF bar = scene().geometry.bar(token), sink = scene().geometry.sinkBar(token);
        const bool across = layout == LinksLayout::lines;
        const double length = across ? sink.width() : sink.height();
        const double share = weights.sinkShares[std::size_t(query)];
        QVERIFY(std::abs(length - scene().geometry.perWeight() * share) < 1e-6);
        QCOMPARE(across ? sink.left() : sink.top(), across ? bar.right() : bar.bottom());
        QVERIFY(std::abs(length + (across ? bar.width() : bar.height()) - scene().geometry.perWeight()) <
                1e-6);
    }
    QVERIFY(scene().geometry.sinkBar({LinkSide::key, 0}).isEmpty());
    moveTo(labelOf(LinkSide::query, 1));
    const QString text = QStringLiteral("sink %1").arg(weights.sinkShares[1], 0, 'f', 4);
    QCOMPARE(scene().numberAt({LinkSide::query, 1})->text, text);
    QVERIFY(describe(scene().content, LinkToken{LinkSide::query, 1}).endsWith(text));
    QVERIFY(linksNotes(scene().content, scene().counts).remarks.join(' ').contains("what the sink takes"));
    QVERIFY(!linksNotes(scene().content, scene().counts).remarks.join(' ').contains("Dropout"));
    setDropout(w.document(), Dropout{0.5, 1});
    QVERIFY(linksNotes(scene().content, scene().counts)
                .remarks.contains("Dropout is on: these are the weights before it"));
    setSink(w.document(), std::nullopt);
    QVERIFY(scene().geometry.sinkBar({LinkSide::query, 1}).isEmpty());
    QVERIFY(!linksNotes(scene().content, scene().counts).remarks.join(' ').contains("sink"));
}

LAB_WINDOW_TEST(TestLinksLook)
#include "tst_links_look.moc"
