// SPDX-License-Identifier: GPL-3.0-or-later
//
// The Links page: its ribbons match the document's weights, also after edits.
#include "core/engine/pipeline.h"
#include "tests/support/test_program.h"
#include "tests/support/words.h"
#include "tests/ui/pages/cards_by_hand.h"
#include "tests/ui/pages/links_by_hand.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/plots/shared/head_colours.h"
#include "ui/text/short_text.h"
#include "ui/window/menu/actions.h"
#include "ui/window/strips/head_strip.h"

#include <QHelpEvent>
#include <QToolTip>

#include <cmath>
#include <set>

using namespace lab;
using namespace lab::test;

class TestLinks : public LinksTest {
    Q_OBJECT

private slots:
    void ribbonsAreTheWeights_data();
    void ribbonsAreTheWeights();
    void editsMoveTheRibbons();
    void colourOfTheHead();
    void saidInWords_data();
    void saidInWords();
    void hiddenBy_data();
    void hiddenBy();
    void manyTokens();
    void wordsOfAnyKind();
    void headingsOfTwoSentences();
    void olderWeights();
    void emptied();
    void nothingForNobody();

private:
    /// The first mismatch between the ribbons and the computed document.
    QString disagreement();
};

QString TestLinks::disagreement() {
    const Trace trace = compute(window().document().experiment()).value();
    const HeadIndex head = window().selection().head();
    const Matrix& weights = trace.stage(StageId::weights, head);
    std::size_t count = 0;
    for (Index query = 0; query < weights.rows(); ++query) {
        for (Index key = 0; key < weights.cols(); ++key) {
            const double weight = weights(query, key);
            const LinkRibbon* drawn = ribbon(query, key);
            const QString place = QStringLiteral("%1→%2: ").arg(query).arg(key);
            if ((weight != 0) != (drawn != nullptr))
                return place + (drawn ? "a ribbon too many" : "no ribbon");
            if (!drawn)
                continue;
            ++count;
            const auto starts = [&](LinkToken token, QPointF from) {
                const QRectF bar = scene().geometry.bar(token);
                return from.y() >= bar.top() - 1e-6 && from.y() + drawn->width <= bar.bottom() + 1e-6;
            };
            if (!starts({LinkSide::query, query}, drawn->from) || !starts({LinkSide::key, key}, drawn->to))
                return place + "not on its bars";
            if (!std::isfinite(weight)) {
                if (std::isfinite(drawn->link.weight) || drawn->style != Qt::DotLine || drawn->width != 0)
                    return place + "looks like a number";
                continue;
            }
            if (std::abs(drawn->link.weight - weight) > 1e-9 * std::abs(weight) + 1e-12)
                return place + "another weight";
            if (drawn->style != (weight < 0 ? Qt::DashLine : Qt::SolidLine))
                return place + "another style";
            if (drawn->colour.rgb() != headInk(head, theme().colours().panel, 4.5).rgb())
                return place + "another colour";
        }
    }
    return count == scene().ribbons.size() ? QString() : "more ribbons than weights";
}

void TestLinks::ribbonsAreTheWeights_data() {
    QTest::addColumn<QString>("name");
    for (const char* name :
         {"sky-is-blue", "causal", "cross", "window-cross", "cross-causal-padding", "one-token", "sparsemax",
          "custom-with-empty-row", "sum-normalised", "naive-overflow", "huge-scores", "two-heads",
          "override-lifts-a-mask", "column-vectors-with-biases"})
        QTest::newRow(name) << QString(name);
}

void TestLinks::ribbonsAreTheWeights() {
    QFETCH(QString, name);
    LabWindow& w = window();
    openGolden(name.toUtf8());
    openLinks();
    showAll();
    for (HeadIndex head = 0; head < w.document().experiment().heads.count; ++head) {
        w.selection().setHead(head);
        QCOMPARE(disagreement(), QString());
        QVERIFY(!scene().ribbons.empty());
    }
}

void TestLinks::editsMoveTheRibbons() {
    LabWindow& w = window();
    openLinks();
    showAll();
    QCOMPARE(disagreement(), QString());
    const double before = ribbon(2, 0)->width;
    QAbstractItemModel& model = *w.grid(ParameterId::W_Q).model();
    QVERIFY(model.setData(model.index(0, 0), "3"));
    QVERIFY(ribbon(2, 0)->width != before);
    QCOMPARE(disagreement(), QString());
    w.press_key(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(ribbon(2, 0)->width, before);
    // Also during a drag.
    w.document().preview(ParameterId::W_K, 0, 0, 5);
    QCOMPARE(disagreement(), QString());
    w.document().cancelPreview();
    QCOMPARE(ribbon(2, 0)->width, before);
    setCausal(w.document(), true);
    QCOMPARE(scene().ribbons.size(), 6U);
    w.type_sentence("sky is very blue");
    QCOMPARE(scene().ribbons.size(), 10U);
    QCOMPARE(disagreement(), QString());
    // The pointer rests where a token has been removed.
    moveTo(labelOf(LinkSide::query, 3));
    w.type_sentence("sky");
    QCOMPARE(strong(), QStringLiteral("0→0"));
}

void TestLinks::colourOfTheHead() {
    LabWindow& w = window();
    openGolden("two-heads");
    openLinks();
    showAll();
    const QRgb first = ribbon(0, 2)->colour.rgb();
    QVERIFY(w.press(w.button(w.heads(), "Head 2")));
    QVERIFY(ribbon(0, 2)->colour.rgb() != first);
    QCOMPARE(disagreement(), QString());
    QCOMPARE(plot().accessibleName(), QStringLiteral("Links of head 2"));
    // Thin lines are visible in both themes, and the eight colours are distinct.
    std::set<QRgb> colours;
    for (HeadIndex head = 0; head < 8; ++head) {
        colours.insert(headColour(head).rgb());
        QCOMPARE(headColour(head + 8), headColour(head));
        for (const Colours& look : {lightColours(), darkColours()})
            QVERIFY(contrast(headInk(head, look.panel), look.panel) >= 3);
    }
    QCOMPARE(colours.size(), 8U);
}

void TestLinks::saidInWords_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("text");
    QTest::newRow("nothing to attend to") << "custom-with-empty-row"
                                          << "No ribbon begins at “tail”: every key is hidden from it";
    QTest::newRow("hidden") << "causal"
                            << "Links hidden by the mask (causal): 10 of 25";
    QTest::newRow("no numbers") << "naive-overflow"
                                << "not finite numbers, NaN first at “on” → “on”";
    QTest::newRow("below 0") << "sum-normalised"
                             << "Dashed ribbons are weights below 0, as high as their magnitude";
}

void TestLinks::saidInWords() {
    QFETCH(QString, name);
    QFETCH(QString, text);
    openLinks();
    QVERIFY(!said().contains(text));
    openGolden(name.toUtf8());
    QVERIFY2(said().contains(text), qPrintable(said()));
}

/// A link is counted under what hides it: a rule of the mask, or else an override.
void TestLinks::hiddenBy_data() {
    QTest::addColumn<bool>("causal");
    QTest::addColumn<int>("width"); // of a window; 0: none
    QTest::addColumn<QList<StoredCell>>("overridden");
    QTest::addColumn<QString>("text");
    const QString causal = QStringLiteral("Links hidden by the mask (causal): 10 of 25");
    const QString one = QStringLiteral("Links hidden by a −∞ that was typed or added: 1 of 25");
    const QString two = QStringLiteral("Links hidden by a −∞ that was typed or added: 2 of 25");
    using Cells = QList<StoredCell>;
    QTest::newRow("nothing") << false << 0 << Cells{} << QString();
    QTest::newRow("the mask") << true << 0 << Cells{} << causal;
    QTest::newRow("an override") << false << 0 << Cells{{2, 1}} << one;
    QTest::newRow("overrides") << false << 0 << Cells{{2, 1}, {0, 4}} << two;
    QTest::newRow("both") << true << 0 << Cells{{2, 1}} << causal + QStringLiteral("  ·  ") + one;
    QTest::newRow("the mask and an override of the same cell") << true << 0 << Cells{{0, 1}} << causal;
    QTest::newRow("an override under a mask that hides nothing") << false << 9 << Cells{{2, 1}} << one;
}

void TestLinks::hiddenBy() {
    QFETCH(bool, causal);
    QFETCH(int, width);
    QFETCH(QList<StoredCell>, overridden);
    QFETCH(QString, text);
    Experiment experiment = load_golden("causal").experiment;
    experiment.mask.causal = causal;
    if (width > 0)
        experiment.mask.window = width;
    for (const StoredCell cell : overridden)
        experiment.overrides.push_back({StageId::scores, 0, cell.row, cell.column, -HUGE_VAL, nullptr});
    window().document().replace(experiment, {});
    openLinks();
    showAll();
    QStringList hidden;
    for (const QString& each : said().split(QLatin1Char('\n'))) {
        if (each.contains(QLatin1String("hidden")))
            hidden += each;
    }
    QCOMPARE(hidden.join(QLatin1Char('\n')), text);
    QCOMPARE(disagreement(), QString());
}

void TestLinks::manyTokens() {
    LabWindow& w = window();
    w.document().setText(different_words(70));
    openLinks();
    const Index strongest = scene().counts.reaching;
    QCOMPARE(strongest + scene().counts.weaker, Index(4900));
    QCOMPARE(Index(scene().ribbons.size()), strongest);
    QVERIFY2(!said().contains("strongest of"), qPrintable(said()));
    QVERIFY(w.press(weakerButton()));
    QCOMPARE(Index(scene().ribbons.size()), mostLinks);
    QVERIFY2(said().contains("The 4,000 strongest of 4,900 links are drawn"), qPrintable(said()));
    QCOMPARE(weaker(), QStringLiteral("%1 of %2 weaker links shown · hide")
                           .arg(groupedNumber(mostLinks - strongest), groupedNumber(scene().counts.weaker)));
    // No omitted link is stronger than a drawn one.
    const Matrix& weights = *scene().content.weights.matrix;
    const double weakest = scene().ribbons.back().link.weight;
    QCOMPARE((weights.array() > weakest).count() < mostLinks, true);
    // With one token picked, all its links are drawn.
    moveTo(labelOf(LinkSide::query, 2));
    QCOMPARE(strong().split(' ').size(), 70);
    QScrollBar& bar = *w.links().verticalScrollBar();
    QVERIFY(bar.maximum() > 0);
    plot().setFocus();
    w.press_key(Qt::Key_Home);
    w.press_key(Qt::Key_End);
    QVERIFY((plot().cursor() == LinkToken{LinkSide::query, 69}));
    const QPoint last = plot().mapTo(w.links().viewport(), labelOf(LinkSide::query, 69));
    QVERIFY(w.links().viewport()->rect().contains(last));
    QVERIFY(bar.value() > 0);
    QTest::mouseClick(w.button(w.links(), "Top to bottom"), Qt::LeftButton);
    QVERIFY(w.links().horizontalScrollBar()->maximum() > 0);
}

void TestLinks::wordsOfAnyKind() {
    LabWindow& w = window();
    const QString longWord(80, 'x');
    w.document().setText(QStringLiteral("كلب 猫 ") + longWord);
    openLinks();
    const QFont font = theme().font(TextRole::body);
    for (const LinkSide side : {LinkSide::query, LinkSide::key}) {
        const auto shown = [&](TokenIndex index) {
            return scene().content.labels(side).elided(index, font,
                                                       scene().geometry.label({side, index}).width());
        };
        QCOMPARE(shown(0), QStringLiteral("كلب"));
        QCOMPARE(shown(1), QStringLiteral("猫"));
        QVERIFY(shown(2).endsWith(QChar(0x2026)));
    }
    QVERIFY(plot().width() <= w.links().viewport()->width());
    moveTo(labelOf(LinkSide::query, 2));
    const QPoint place = labelOf(LinkSide::query, 2);
    QHelpEvent help(QEvent::ToolTip, place, plot().mapToGlobal(place));
    QCoreApplication::sendEvent(&plot(), &help);
    QVERIFY(QToolTip::text().contains(longWord));
    // Right-to-left text is isolated, so that the surrounding text keeps its order.
    QVERIFY(plot().accessibleDescription().contains(QChar(0x2068)));
}

void TestLinks::headingsOfTwoSentences() {
    openLinks();
    QCOMPARE(scene().content.heading(LinkSide::query), QStringLiteral("query"));
    QCOMPARE(scene().content.heading(LinkSide::key), QStringLiteral("key"));
    openGolden("cross");
    QVERIFY(scene().content.heading(LinkSide::query).contains("first sentence"));
    QVERIFY(scene().content.heading(LinkSide::key).contains("second sentence"));
    for (const int scale : {80, 300}) {
        theme().setScale(scale);
        const QFontMetrics metrics(theme().font(TextRole::small));
        for (const LinkSide side : {LinkSide::query, LinkSide::key})
            QVERIFY(metrics.horizontalAdvance(scene().content.heading(side)) <=
                    scene().geometry.heading(side).width());
    }
}

void TestLinks::olderWeights() {
    LabWindow& w = window();
    w.document().setText(different_words(300));
    openLinks();
    QTRY_VERIFY(!scene().ribbons.empty() && !scene().content.weights.stale);
    w.document().setFrame(0);
    const double before = scene().ribbons.front().link.weight;
    w.document().setValue(ParameterId::W_Q, 0, 0, 30);
    QVERIFY(w.document().view(StageId::weights).stale);
    QCOMPARE(scene().ribbons.front().link.weight, before);
    QTRY_VERIFY(!w.document().view(StageId::weights).stale);
    QTRY_VERIFY(scene().ribbons.front().link.weight != before);
    QVERIFY(!plot().isVeiled());
    for (const LinkRibbon& each : scene().ribbons)
        QVERIFY(std::isfinite(each.link.weight));
    // Other tokens, for which nothing has been computed yet.
    w.document().setText("w1 w2");
    QTRY_COMPARE(scene().counts.reaching + scene().counts.weaker, Index(4));
}

void TestLinks::emptied() {
    LabWindow& w = window();
    openLinks();
    moveTo(labelOf(LinkSide::query, 2));
    w.type_sentence({});
    QVERIFY(!plot().isVisible());
    QVERIFY2(said().contains("Type a sentence"), qPrintable(said()));
    QVERIFY(!w.actions()[ActionId::export_figure].isEnabled());
    w.press_key(Qt::Key_B);
    QVERIFY(plot().isVisible());
    QCOMPARE(scene().ribbons.size(), 1U);
}

void TestLinks::nothingForNobody() {
    LabWindow& w = window();
    openLinks();
    showAll();
    const MatrixPtr before = w.heatmap(StageId::output).content().matrix;
    w.document().setValue(ParameterId::W_V, 0, 0, 4);
    QCOMPARE(w.heatmap(StageId::output).content().matrix, before);
    w.press_key(Qt::Key_1, Qt::ControlModifier);
    QCOMPARE(::disagreement(w), std::string());
    w.document().setValue(ParameterId::W_Q, 0, 0, 4);
    openLinks();
    QCOMPARE(disagreement(), QString());
}

LAB_WINDOW_TEST(TestLinks)
#include "tst_links.moc"
