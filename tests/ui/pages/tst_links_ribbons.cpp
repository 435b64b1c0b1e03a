// SPDX-License-Identifier: GPL-3.0-or-later
//
// The ribbons of the page Links: heights, threshold, every head at once, and what can be read of them.
#include "core/pipeline.h"
#include "tests/support/test_program.h"
#include "tests/ui/pages/links_by_hand.h"
#include "ui/plots/shared/head_colours.h"

#include <QImage>
#include <QPainter>

#include <cmath>

using namespace lab;
using namespace lab::test;

class TestLinksRibbons : public LinksTest {
    Q_OBJECT

private slots:
    void heightsAreSums_data();
    void heightsAreSums();
    void barsAreTiled_data() { heightsAreSums_data(); }
    void barsAreTiled();
    void hiddenWeights();
    void negativeWeights();
    void weakerLinks_data();
    void weakerLinks();
    void thresholdFollowsTheKeys();
    void equalWeightsReachOneInN();
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

private:
    void openEveryHead(bool every) {
        LinksLook look = scene().look;
        look.everyHead = every;
        window().findChild<PageChoices*>()->setLinks(look);
    }
    /// The sum of the magnitudes of a token's weights.
    double sumOf(const Trace& trace, LinkToken token);
    double lengthOf(LinkToken token) {
        const QRectF bar = scene().geometry.bar(token);
        return scene().look.layout == LinksLayout::columns ? bar.height() : bar.width();
    }
};

double TestLinksRibbons::sumOf(const Trace& trace, LinkToken token) {
    double sum = 0;
    for (const LinksHead& head : scene().content.drawn) {
        const Matrix& weights = trace.stage(StageId::weights, head.head);
        const Index count = token.side == LinkSide::query ? weights.cols() : weights.rows();
        for (Index i = 0; i < count; ++i) {
            const double weight =
                token.side == LinkSide::query ? weights(token.index, i) : weights(i, token.index);
            sum += std::isfinite(weight) ? std::abs(weight) : 0;
        }
    }
    return sum;
}

void TestLinksRibbons::heightsAreSums_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<LinksLayout>("layout");
    QTest::addColumn<bool>("everyHead");
    for (const char* name : {"sky-is-blue", "causal", "cross", "one-token", "custom-with-empty-row",
                             "sum-normalised", "overrides", "override-hides-a-row", "override-lifts-a-mask",
                             "naive-overflow", "huge-scores", "sparsemax"}) {
        QTest::addRow("%s", name) << QString(name) << LinksLayout::columns << false;
        QTest::addRow("%s, top to bottom", name) << QString(name) << LinksLayout::lines << false;
    }
    for (const LinksLayout layout : {LinksLayout::columns, LinksLayout::lines})
        QTest::addRow("every head, %s", layout == LinksLayout::columns ? "left to right" : "top to bottom")
            << QStringLiteral("two-heads") << layout << true;
}

/// Both sides are on one scale.
void TestLinksRibbons::heightsAreSums() {
    QFETCH(QString, name);
    QFETCH(LinksLayout, layout);
    QFETCH(bool, everyHead);
    openGolden(name.toUtf8());
    openLinks();
    window().findChild<PageChoices*>()->setLinks({{}, layout, false, everyHead});
    const Trace trace = compute(window().document().experiment()).value();
    const double scale = scene().geometry.perWeight() / scene().content.unit;
    QVERIFY(scale > 0 || scene().content.finite() == Extremes{}); // all may be NaN
    for (const LinkSide side : {LinkSide::query, LinkSide::key}) {
        for (Index i = 0; i < scene().content.count(side); ++i) {
            const double expected = scale * sumOf(trace, {side, i});
            QVERIFY2(
                std::abs(lengthOf({side, i}) - expected) < 1e-6,
                qPrintable(QStringLiteral("%1: %2, not %3").arg(i).arg(lengthOf({side, i})).arg(expected)));
        }
    }
    QVERIFY(scene().geometry.bar({LinkSide::query, 0}).top() >= 0);
}

/// The ribbons of a token lie side by side on its bar, from one end to the other.
void TestLinksRibbons::barsAreTiled() {
    QFETCH(QString, name);
    QFETCH(LinksLayout, layout);
    QFETCH(bool, everyHead);
    openGolden(name.toUtf8());
    openLinks();
    window().findChild<PageChoices*>()->setLinks({0, layout, false, everyHead});
    const auto along = [&](QPointF place) { return layout == LinksLayout::columns ? place.y() : place.x(); };
    for (const LinkSide side : {LinkSide::query, LinkSide::key}) {
        for (Index i = 0; i < scene().content.count(side); ++i) {
            std::vector<std::pair<double, double>> pieces;
            for (const LinkRibbon& each : scene().ribbons) {
                const bool query = side == LinkSide::query;
                if ((query ? each.link.query : each.link.key) != i || each.style == Qt::DotLine)
                    continue;
                const double start = along(query ? each.from : each.to);
                pieces.emplace_back(start, start + each.width);
            }
            std::ranges::sort(pieces);
            double place = along(scene().geometry.bar({side, i}).topLeft());
            for (const auto& [start, end] : pieces) {
                QVERIFY(std::abs(start - place) < 1e-6);
                place = end;
            }
            QVERIFY(std::abs(place - along(scene().geometry.bar({side, i}).bottomRight())) < 1e-6);
        }
    }
}

/// A hidden weight has no ribbon, and its tokens' bars are shorter by it.
void TestLinksRibbons::hiddenWeights() {
    Experiment experiment = load_golden("sky-is-blue").experiment;
    window().document().replace(experiment, {});
    openLinks();
    showAll();
    QVERIFY(ribbon(0, 1));
    const double before = lengthOf({LinkSide::key, 1}) / lengthOf({LinkSide::query, 0});
    experiment.overrides.push_back({StageId::masked_scores, 0, 0, 1, -HUGE_VAL, nullptr});
    window().document().replace(experiment, {});
    QVERIFY(!ribbon(0, 1));
    QVERIFY(lengthOf({LinkSide::key, 1}) / lengthOf({LinkSide::query, 0}) < before);
    QCOMPARE(scene().numberAt({LinkSide::query, 0})->text, QStringLiteral("Σ 1.00"));
}

/// They are as high as their magnitude, dashed, and said.
void TestLinksRibbons::negativeWeights() {
    openGolden("sum-normalised");
    openLinks();
    showAll();
    int negative = 0;
    for (const LinkRibbon& each : scene().ribbons) {
        const double expected =
            scene().geometry.perWeight() * std::abs(each.link.weight) / scene().content.unit;
        QVERIFY(std::abs(each.width - expected) < 1e-9 && each.width > 0);
        QCOMPARE(each.style, each.link.weight < 0 ? Qt::DashLine : Qt::SolidLine);
        negative += each.link.weight < 0;
    }
    QCOMPARE(negative, 6);
    QVERIFY2(said().contains("Dashed ribbons are weights below 0, as high as their magnitude"),
             qPrintable(said()));
    QVERIFY(scene().numberAt({LinkSide::query, 0})->text.startsWith("Σ|w| "));
    for (const LinksScene::Number& number : scene().numbers) {
        if (number.text.startsWith(QChar(0x2212)))
            return;
    }
    QFAIL("no ribbon shows a negative number");
}

void TestLinksRibbons::weakerLinks_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("threshold"); // empty: as it starts
    QTest::addColumn<bool>("everyHead");
    for (const char* name : {"sky-is-blue", "causal", "cross", "one-token", "custom-with-empty-row",
                             "sum-normalised", "override-lifts-a-mask", "naive-overflow", "sparsemax"}) {
        for (const char* threshold : {"", "0", "0.01", "0.3", "5"})
            QTest::addRow("%s, %s", name, *threshold ? threshold : "1/n")
                << QString(name) << QString(threshold) << false;
    }
    QTest::addRow("one of two heads") << "two-heads"
                                      << "" << false;
    QTest::addRow("every head") << "two-heads"
                                << "" << true;
}

/// What is said of weaker links is true; a click shows them, another hides them, and none moves.
void TestLinksRibbons::weakerLinks() {
    QFETCH(QString, name);
    QFETCH(QString, threshold);
    QFETCH(bool, everyHead);
    openGolden(name.toUtf8());
    openLinks();
    openEveryHead(everyHead);
    if (!threshold.isEmpty())
        setThreshold(threshold);
    const Trace trace = compute(window().document().experiment()).value();
    const double least =
        threshold.isEmpty() ? 1.0 / double(scene().content.count(LinkSide::key)) : threshold.toDouble();
    qsizetype links = 0, weak = 0;
    for (const LinksHead& head : scene().content.drawn) {
        for (const double weight : trace.stage(StageId::weights, head.head).reshaped()) {
            links += weight != 0;
            weak += weight != 0 && std::abs(weight) < least - 1e-12;
        }
    }
    const auto drawn = [this] { return qsizetype(scene().ribbons.size()); };
    const QString noun =
        weak == 1 ? QStringLiteral("1 weaker link") : QStringLiteral("%1 weaker links").arg(weak);
    QCOMPARE(drawn(), links - weak);
    QCOMPARE(weaker(), weak == 0 ? QString() : noun + QStringLiteral(" hidden · show"));
    if (weak == 0)
        return;
    const std::vector<LinkRibbon> strongOnes = scene().ribbons;
    QVERIFY(window().press(weakerButton()));
    QCOMPARE(weaker(), noun + QStringLiteral(" shown · hide"));
    QCOMPARE(drawn(), links);
    for (const LinkRibbon& each : strongOnes) {
        const LinkRibbon* now = ribbon(each.link.query, each.link.key, each.link.head);
        QVERIFY(now && now->from == each.from && now->to == each.to && now->width == each.width);
    }
    QVERIFY(window().press(weakerButton()));
    QCOMPARE(weaker(), noun + QStringLiteral(" hidden · show"));
    QCOMPARE(drawn(), links - weak);
}

void TestLinksRibbons::thresholdFollowsTheKeys() {
    LabWindow& w = window();
    openGolden("causal");
    openLinks();
    const auto* field = w.links().findChild<NumberField*>();
    QCOMPARE(field->number(), 0.2);
    w.type_sentence("sky is blue");
    QCOMPARE(field->text(), QStringLiteral("0.333"));
    QCOMPARE(scene().counts.threshold, 1.0 / 3);
    setThreshold("0.1");
    w.type_sentence("sky is very blue");
    QCOMPARE(field->number(), 0.1);
    QVERIFY(w.press(w.button(w.links(), "1/n")));
    QCOMPARE(field->number(), 0.25);
    QVERIFY(w.press(weakerButton()));
    setThreshold("0.2"); // hides what is weaker again
    QVERIFY(!scene().look.showsWeaker);
}

void TestLinksRibbons::equalWeightsReachOneInN() {
    for (const int count : {1, 3, 6, 7, 11, 49}) {
        QStringList words;
        for (int i = 0; i < count; ++i)
            words += QStringLiteral("same");
        window().document().setText(words.join(' '));
        openLinks();
        QCOMPARE(scene().counts.reaching, Index(count) * count);
        QCOMPARE(weaker(), QString());
    }
}

void TestLinksRibbons::everyHead() {
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

void TestLinksRibbons::everyHeadByMouseAndKeys() {
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

void TestLinksRibbons::contrasts_data() {
    QTest::addColumn<ColourMode>("mode");
    QTest::newRow("light") << ColourMode::light;
    QTest::newRow("dark") << ColourMode::dark;
}

void TestLinksRibbons::contrasts() {
    QFETCH(ColourMode, mode);
    theme().setMode(mode);
    LabWindow& w = window();
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
    Experiment eight = w.document().experiment();
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

void TestLinksRibbons::numbersHaveRoom_data() {
    QTest::addColumn<LinksLayout>("layout");
    QTest::newRow("left to right") << LinksLayout::columns;
    QTest::newRow("top to bottom") << LinksLayout::lines;
}

/// A number lies on its ribbon, and none on another.
void TestLinksRibbons::numbersHaveRoom() {
    QFETCH(LinksLayout, layout);
    openLinks();
    window().findChild<PageChoices*>()->setLinks({0, layout, false, false});
    QVERIFY(!scene().numbers.empty());
    QVERIFY(scene().numbers.size() <= scene().ribbons.size());
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

void TestLinksRibbons::fillsThePage_data() {
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

void TestLinksRibbons::fillsThePage() {
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

void TestLinksRibbons::paintedAsInFigures_data() {
    QTest::addColumn<int>("tokens");
    QTest::addColumn<bool>("focus");
    for (const int tokens : {3, 20}) { // the ribbons of twenty are painted once and kept
        for (const bool focus : {false, true})
            QTest::addRow("%d tokens%s", tokens, focus ? ", one inspected" : "") << tokens << focus;
    }
}

void TestLinksRibbons::paintedAsInFigures() {
    QFETCH(int, tokens);
    QFETCH(bool, focus);
    LabWindow& w = window();
    QStringList words;
    for (int i = 0; i < tokens; ++i)
        words += QStringLiteral("w%1").arg(i);
    w.document().setText(words.join(' '));
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
void TestLinksRibbons::hundredsOfTokens() {
    LabWindow& w = window();
    QStringList words;
    for (int i = 0; i < 300; ++i)
        words += QStringLiteral("w%1").arg(i);
    w.document().setText(words.join(' '));
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

LAB_WINDOW_TEST(TestLinksRibbons)
#include "tst_links_ribbons.moc"
