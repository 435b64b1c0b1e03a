// SPDX-License-Identifier: GPL-3.0-or-later
//
// With several heads, a head's feature has the same name in the weights as in their results, and headings say
// which head they belong to.
#include "tests/support/golden.h"
#include "tests/support/test_program.h"
#include "tests/ui/panels/parameters_by_hand.h"
#include "ui/panels/explanation/explanation_browser.h"
#include "ui/panels/explanation/explanation_panel.h"
#include "ui/widgets/fold_header.h"

using namespace lab;
using namespace lab::test;

class TestHeadNames : public WindowTest {
    Q_OBJECT

private slots:
    void features_data();
    void features();
    void allHeads();
    void sharedKeys();
    void explained();
    void headings_data();
    void headings();

private:
    void open(const char* golden, Notation notation) {
        Experiment e = load_golden(golden).experiment;
        e.notation = notation;
        window().document().replace(e, {});
    }
    QString header(ParameterId id, int section, int role = Qt::DisplayRole) {
        const bool columns = window().document().experiment().notation == Notation::columns;
        return window()
            .grid(id)
            .model()
            ->headerData(section, columns ? Qt::Vertical : Qt::Horizontal, role)
            .toString();
    }
};

void TestHeadNames::features_data() {
    QTest::addColumn<QByteArray>("golden");
    QTest::addColumn<Notation>("notation");
    for (const char* golden : {"two-heads", "four-heads-output-biases", "grouped-query", "multi-query",
                               "direct-two-heads-source", "sky-is-blue"}) {
        QTest::addRow("%s, rows", golden) << QByteArray(golden) << Notation::rows;
        QTest::addRow("%s, columns", golden) << QByteArray(golden) << Notation::columns;
    }
}

void TestHeadNames::features() {
    QFETCH(QByteArray, golden);
    QFETCH(Notation, notation);
    open(golden, notation);
    const Experiment& e = window().document().experiment();
    const bool given = e.projection.kind == ProjectionKind::direct;
    const std::pair<ParameterId, StageId> pairs[] = {
        {given ? ParameterId::Q : ParameterId::W_Q, StageId::queries},
        {given ? ParameterId::K : ParameterId::W_K, StageId::keys},
        {given ? ParameterId::V : ParameterId::W_V, StageId::values}};
    for (HeadIndex head = 0; head < e.heads.count; ++head) {
        window().selection().setHead(head);
        for (const auto& [id, stage] : pairs) {
            const Labels& labels = window().heatmap(stage).content().columnLabels;
            const MatrixModel& model = window().parameters().section(id)->model();
            QCOMPARE(model.shownColumns().count, window().heatmap(stage).content().matrix->cols());
            for (int i = 0; i < static_cast<int>(model.shownColumns().count); ++i)
                QCOMPARE(header(id, i), labels.value(i));
        }
    }
}

/// When all heads are shown side by side, each name includes its head. The tooltip gives the position in the
/// full matrix.
void TestHeadNames::allHeads() {
    open("two-heads", Notation::rows);
    window().selection().setHead(1);
    QCOMPARE(header(ParameterId::W_Q, 0), QStringLiteral("d1"));
    QCOMPARE(header(ParameterId::W_Q, 0, Qt::ToolTipRole), QStringLiteral("d1 of head 2: column 5 of W_Q"));
    const QAbstractItemModel& model = *window().grid(ParameterId::W_Q).model();
    const QString tip = model.index(0, 0).data(Qt::ToolTipRole).toString();
    QVERIFY2(tip.startsWith("W_Q[1,5] = ") && tip.contains("(d1 of head 2)"), qPrintable(tip));
    QVERIFY(window().press(&window().parameters().shape().allHeads()));
    QCOMPARE(header(ParameterId::W_Q, 3), QStringLiteral("h1 d4"));
    QCOMPARE(header(ParameterId::W_Q, 4), QStringLiteral("h2 d1"));
    open("two-heads", Notation::columns);
    QCOMPARE(header(ParameterId::W_Q, 4, Qt::ToolTipRole), QStringLiteral("d1 of head 2: row 5 of W_Q"));
}

void TestHeadNames::sharedKeys() {
    open("grouped-query", Notation::rows); // four heads that share keys in pairs
    window().selection().setHead(3);
    QCOMPARE(header(ParameterId::W_K, 0), QStringLiteral("d1"));
    const Index width = window().parameters().section(ParameterId::W_K)->model().shownColumns().count;
    QCOMPARE(header(ParameterId::W_K, 0, Qt::ToolTipRole),
             QStringLiteral("d1 of heads 3–4: column %1 of W_K").arg(width + 1));
    QVERIFY(window().press(&window().parameters().shape().allHeads()));
    QCOMPARE(header(ParameterId::W_K, static_cast<int>(width)), QStringLiteral("h3–4 d1"));
}

void TestHeadNames::explained() {
    open("two-heads", Notation::rows);
    window().selection().setHead(1);
    select_cell(window(), ParameterId::W_Q, 1, 2);
    const QString text = window().explanation().browser().toPlainText();
    QVERIFY2(text.contains("how much feature 2 of a token counts for feature 3 of the query, in head 2"),
             qPrintable(text));
}

void TestHeadNames::headings_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("scale");
    QTest::newRow("as it opens") << QSize(1440, 900) << 100;
    QTest::newRow("1024") << QSize(1024, 700) << 100;
    QTest::newRow("narrow") << QSize(480, 640) << 100;
    QTest::newRow("small letters") << QSize(1024, 700) << 80;
    QTest::newRow("large letters") << QSize(1440, 900) << 300;
}

/// Every heading shows its head, and its symbol or its whole title, whatever else must be shortened.
void TestHeadNames::headings() {
    QFETCH(QSize, size);
    QFETCH(int, scale);
    openWindow(size, scale);
    open("two-heads", Notation::rows);
    window().selection().setHead(1);
    const QFontMetricsF small(theme().font(TextRole::small));
    const QFontMetricsF strong(theme().font(TextRole::strong));
    for (const ParameterId id : {ParameterId::W_Q, ParameterId::W_K, ParameterId::W_V}) {
        const auto* header = window().parameters().section(id)->findChild<FoldHeader*>();
        // It is never narrower than its minimum size hint.
        for (const int width : {header->width(), header->minimumSizeHint().width(), theme().px(160),
                                theme().px(200), theme().px(240), theme().px(300), theme().px(500)}) {
            if (width < header->minimumSizeHint().width())
                continue;
            const FoldHeader::Parts parts = header->partsIn(width);
            QVERIFY2(parts.after.startsWith("head 2") || parts.after == "h2", qPrintable(parts.after));
            QVERIFY2(parts.title == header->text() || parts.after == "h2", qPrintable(parts.title));
            QVERIFY(parts.symbolWidth > 0 || parts.title == header->text());
            const double used = parts.left + strong.horizontalAdvance(parts.title) + parts.symbolWidth +
                                small.horizontalAdvance(parts.after);
            QVERIFY2(used <= width, qPrintable(QString("%1 of %2").arg(used).arg(width)));
        }
        QVERIFY(header->partsIn(theme().px(500))
                    .after.endsWith(header->accessibleDescription().section(" · ", 1)));
        if (size.width() >= 1024 && scale <= 100)
            QCOMPARE(header->partsIn(header->width()).title, header->text());
        QVERIFY(header->width() >= header->minimumSizeHint().width() || !header->isVisible());
    }
}

LAB_WINDOW_TEST(TestHeadNames)
#include "tst_head_names.moc"
