// SPDX-License-Identifier: GPL-3.0-or-later
//
// What explanations count from: 1 in the window, 0 on the command line, as the arguments there. Every head,
// row, column, feature and position in a text follows, and nothing else.
#include "core/describe/explained_rows.h"
#include "core/describe/not_finite.h"
#include "core/engine/pipeline.h"
#include "core/io/explanation_text.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>

using namespace lab;
using namespace lab::test;

class TestCounting : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void everyCount();
    void byHand_data();
    void byHand();
};

namespace {

/// Where explanations count from in this test: no other number in them is as large.
constexpr Index far = 5'000'000;

/// What is counted, with the number in the last group.
const QRegularExpression& counted() {
    static const QRegularExpression pattern(QStringLiteral(
        "\\b(?:head|heads|feature|features|position|of key|from|row|column) (\\d+)\\b|" // in words
        "(?:\\bd|” \\(|–)(\\d+)\\b(?! |/)|"                                             // a term, a position
        "(?<=[A-Za-z]\\\\_)(\\d+)|(?<=,)(\\d+)(?= |\\\\|,|$)|(?<=[A-Za-z])\\((\\d+)\\)")); // an index
    return pattern;
}

QString text_with(const Experiment& e, const CellRef& cell, Index first) {
    return QString::fromStdString(write_markdown(explain(e, cell, first)));
}

} // namespace

/// The texts differ by nothing but counts, all of them by the same; what looks like a count is one.
void TestCounting::everyCount() {
    RandomExperiments random(43);
    static const QRegularExpression number(QStringLiteral("\\d+"));
    int compared = 0;
    for (int i = 0; i < many_experiments; ++i) {
        const Experiment e = random.next();
        const auto is_number = [](const std::string& token) { return token == "1"; }; // a letter of "x1"
        if (std::ranges::any_of(distinct_tokens(e), is_number))
            continue;
        const Dimensions d = dimensions(e);
        for (const StageInfo& stage : all_stages()) {
            if (!has_stage(e, stage.id))
                continue;
            const CellRef cell{stage.id, stage.per_head ? random.between(0, d.H - 1) : 0,
                               random.between(0, length(stage.rows, d) - 1),
                               random.between(0, length(stage.columns, d) - 1)};
            const QString near = text_with(e, cell, first_in_files), there = text_with(e, cell, far);
            QString back;
            qsizetype done = 0;
            for (auto each = number.globalMatch(there); each.hasNext();) {
                const QRegularExpressionMatch found = each.next();
                const qlonglong value = found.captured().toLongLong();
                back += QStringView(there).mid(done, found.capturedStart() - done);
                back += value >= far && value < far + 1000 ? QString::number(value - far) : found.captured();
                done = found.capturedEnd();
            }
            back += QStringView(there).mid(done);
            // From 0, nothing is subtracted from a position.
            back.replace(QRegularExpression(QStringLiteral("\\((\\d+) − 0\\)")), QStringLiteral("\\1"));
            QCOMPARE(back, near);
            for (auto each = counted().globalMatch(there); each.hasNext();) {
                const QRegularExpressionMatch found = each.next();
                const QString count = found.captured(found.lastCapturedIndex());
                QVERIFY2(count.toLongLong() >= far,
                         qPrintable(there.mid(std::max<qsizetype>(found.capturedStart() - 80, 0), 120) +
                                    "\n" + there));
                ++compared;
            }
        }
    }
    QVERIFY(compared > 20 * many_experiments);
}

void TestCounting::byHand_data() {
    QTest::addColumn<int>("stage");
    QTest::addColumn<QString>("from0");
    QTest::addColumn<QString>("from1");
    const auto row = [](const char* name, StageId stage, const char* from0, const char* from1) {
        QTest::newRow(name) << int(stage) << QString::fromUtf8(from0) << QString::fromUtf8(from1);
    };
    row("heading", StageId::queries, "# Queries, head 1: “the” (2), feature 0\n",
        "# Queries, head 2: “the” (3), feature 1\n");
    row("a term", StageId::queries, "| d1 | X\\_the(2),1 = ", "| d2 | X\\_the(3),2 = ");
    row("a parameter", StageId::queries, "W\\_Q\\_1,2 = ", "W\\_Q\\_2,3 = ");
    row("an angle", StageId::queries, "θ = 2 · ", "θ = (3 − 1) · ");
    row("a position", StageId::queries, "is at position 2", "is at position 3");
    row("a sinusoid", StageId::inputs, "sin(2 / 10000^(0/2))", "sin((3 − 1) / 10000^(0/2))");
    row("a head", StageId::concat, "from head 0", "from head 1");
    row("a key that is padding", StageId::masked_scores, "padding of key 0", "padding of key 1");
}

void TestCounting::byHand() {
    QFETCH(int, stage);
    QFETCH(QString, from0);
    QFETCH(QString, from1);
    Experiment e;
    e.sequence.tokenizer = Tokenizer::manual;
    e.sequence.tokens = {"the", "sky", "the"};
    e.heads = {2, 2};
    e.embedding.inputs = InputKind::rows;
    e.embedding.dimension = 2;
    e.embedding.X = std::make_shared<const Matrix>(Matrix::Constant(3, 2, 0.5));
    e.embedding.position.kind = PositionKind::sinusoidal;
    const MatrixPtr weights = std::make_shared<const Matrix>(Matrix::Constant(2, 4, 0.25));
    e.projection.W_Q = e.projection.W_K = e.projection.W_V = weights;
    e.scores.rotary = true;
    e.mask.padding = {0};
    const auto its = static_cast<StageId>(stage);
    const CellRef cell{its, info(its).per_head ? 1 : 0, 2, 0};
    const QString in_files = text_with(e, cell, first_in_files),
                  in_window = text_with(e, cell, first_in_window);
    QVERIFY2(in_files.contains(from0) && !in_files.contains(from1), qPrintable(in_files));
    QVERIFY2(in_window.contains(from1) && !in_window.contains(from0), qPrintable(in_window));
}

LAB_APPLESS_TEST(TestCounting)
#include "tst_counting.moc"
