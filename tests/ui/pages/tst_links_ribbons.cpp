// SPDX-License-Identifier: GPL-3.0-or-later
//
// The ribbons of the page Links: their heights, and which are hidden.
#include "core/engine/pipeline.h"
#include "tests/support/sample.h"
#include "tests/support/test_program.h"
#include "tests/ui/pages/links_by_hand.h"

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

private:
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
    std::size_t index = 0;
    for (const char* name : {"sky-is-blue", "causal", "cross", "one-token", "custom-with-empty-row",
                             "sum-normalised", "override-lifts-a-mask", "naive-overflow", "sparsemax"}) {
        for (const char* threshold : {"", "0", "0.01", "0.3", "5"}) {
            if (in_sample(index++, 2))
                QTest::addRow("%s, %s", name, *threshold ? threshold : "1/n")
                    << QString(name) << QString(threshold) << false;
        }
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

LAB_WINDOW_TEST(TestLinksRibbons)
#include "tst_links_ribbons.moc"
