// SPDX-License-Identifier: GPL-3.0-or-later
//
// Inputs given by row: what they are computed from, how they follow the sentence and the sizes, and the way
// from vectors of words to rows and back.
#include "core/edits/input_kind.h"

#include "core/analysis/setting_changes.h"
#include "core/describe/explain.h"
#include "core/describe/not_finite.h"
#include "core/edits/projection_kind.h"
#include "core/edits/sentence.h"
#include "core/edits/shapes.h"
#include "core/edits/tokens.h"
#include "core/engine/pipeline.h"
#include "core/experiment/parameter.h"
#include "core/random/seeded_vector.h"
#include "core/stages/01_tokens.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/fault.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace lab;
using namespace lab::test;

namespace {

/// "a b a" with three different rows, and a table that knows only "a", as (7, 8).
Experiment by_row() {
    Experiment e;
    e.sequence = make_sequence("a b a");
    e.projection.kind = ProjectionKind::identity;
    e.embedding.dimension = 2;
    e.embedding.inputs = InputKind::rows;
    e.embedding.X = share(Matrix{{1, 2}, {3, 4}, {5, 6}});
    EmbeddingTable table;
    table.set("a", {std::make_shared<const RowVector>(RowVector{{7, 8}}), false});
    e.embedding.table = std::make_shared<const EmbeddingTable>(table);
    return e;
}

/// The first stage with another number than before, by name; empty if there is none.
std::string changed_stage(const Experiment& before, const Experiment& after) {
    const Trace a = compute(before).value();
    const Trace b = compute(after).value();
    for (const StageInfo& stage : all_stages()) {
        for (HeadIndex head = 0; head < (stage.per_head ? before.heads.count : 1); ++head) {
            if (has_stage(before, stage.id) && !same_bits(a.stage(stage.id, head), b.stage(stage.id, head)))
                return std::string(stage.name);
        }
    }
    return {};
}

/// A random experiment that looks its inputs up, or is given them.
Experiment random_one(RandomExperiments& random, InputKind inputs) {
    for (;;) {
        Experiment e = random.next();
        if (has_inputs(e) && e.embedding.inputs == inputs)
            return e;
    }
}

std::string said(const Experiment& before, const Experiment& after) {
    std::string text;
    for (const Said& each : setting_changes(before, after))
        text += (text.empty() ? "" : "; ") + text_of(each);
    return text;
}

} // namespace

class TestInputKind : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void thereAndBack();
    void ofDifferentRows();
    void rowsTravel();
    void newTokens();
    void sourceOnAndOff();
    void otherWidths();
    void whileQKVAreGiven();
    void seedStaysOutOfIt();
    void explained();
    void whatDiffers();
};

/// No number changes on the way to rows, nor on the way back, where everything is as before.
void TestInputKind::thereAndBack() {
    RandomExperiments random(91);
    for (int round = 0; round < many_experiments / 2; ++round) {
        Experiment e = random_one(random, InputKind::tokens);
        e.origin = nullptr;
        const Experiment rows = with_inputs_by_row(e);
        QCOMPARE(fault(rows), std::string());
        QCOMPARE(changed_stage(e, rows), std::string());
        QVERIFY(!parameter(rows, ParameterId::E));
        QCOMPARE(bool(parameter(rows, ParameterId::X_source)), e.source.has_value());
        QVERIFY(!word_with_other_rows(rows));
        QVERIFY(!difference(with_inputs_by_word(rows), e));
    }
    for (int round = 0; round < many_experiments / 2; ++round) {
        const Experiment rows = random_one(random, InputKind::rows);
        if (word_with_other_rows(rows))
            continue;
        const Experiment words = with_inputs_by_word(rows);
        QCOMPARE(fault(words), std::string());
        QCOMPARE(changed_stage(rows, words), std::string());
    }
}

void TestInputKind::ofDifferentRows() {
    Experiment e = by_row();
    QCOMPARE(word_with_other_rows(e).value_or(""), std::string("a"));
    e = with_cells(e, ParameterId::X, 2, 0, Matrix{{1, 2}});
    QVERIFY(!word_with_other_rows(e));
    const Experiment words = with_inputs_by_word(e);
    QCOMPARE(value_at(words, ParameterId::E, 0, 1), 2.0);
    QCOMPARE(value_at(words, ParameterId::E, 1, 0), 3.0);
    QVERIFY(!words.embedding.X);
    // The source counts, too.
    e = with_cell(with_source(e, true), ParameterId::X_source, 1, 0, 0);
    QCOMPARE(word_with_other_rows(e).value_or(""), std::string("b"));
}

/// The row of a token that stays is the same, wherever it stands now.
void TestInputKind::rowsTravel() {
    RandomExperiments random(92);
    for (int round = 0; round < many_experiments / 2; ++round) {
        const Experiment before = random_one(random, InputKind::rows);
        const Side side = before.source && random.coin() ? Side::source : Side::sentence;
        if (sequence_of(before, side).tokenizer == Tokenizer::manual)
            continue;
        const Experiment after = with_text(before, random.sentence(0), side);
        QCOMPARE(fault(after), std::string());
        const ParameterId id = side == Side::source ? ParameterId::X_source : ParameterId::X;
        const ParameterId other = side == Side::source ? ParameterId::X : ParameterId::X_source;
        const std::vector<TokenIndex> origins =
            aligned(sequence_of(before, side).tokens, sequence_of(after, side).tokens);
        for (std::size_t i = 0; i < origins.size(); ++i) {
            if (origins[i] >= 0)
                QVERIFY(parameter(after, id)->row(Index(i)) == parameter(before, id)->row(origins[i]));
        }
        QCOMPARE(bool(parameter(after, other)), bool(parameter(before, other)));
        if (parameter(before, other))
            QVERIFY(same_bits(*parameter(after, other), *parameter(before, other)));
        QCOMPARE(after.embedding.table->entries().size(), before.embedding.table->entries().size());
    }
}

void TestInputKind::newTokens() {
    const Experiment e = by_row();
    const Experiment after = with_text(e, "c a b a a");
    const Matrix& x = *after.embedding.X;
    QVERIFY(x.row(0) == seeded_token(e.embedding, "c"));
    QVERIFY(x.middleRows(1, 2) == e.embedding.X->topRows(2));
    QVERIFY((x.row(3) == RowVector{{7, 8}})); // as in the table
    QVERIFY(x.row(4) == e.embedding.X->row(2));
    QVERIFY(!after.embedding.table->find("c"));
    // A seeded vector goes with its last token, as it does where vectors are looked up.
    EmbeddingTable seeded;
    seeded.set("b", {std::make_shared<const RowVector>(seeded_token(e.embedding, "b")), true});
    Experiment with_seeded = e;
    with_seeded.embedding.table = std::make_shared<const EmbeddingTable>(seeded);
    QVERIFY(with_text(with_seeded, "b").embedding.table->find("b"));
    QVERIFY(!with_text(with_seeded, "a").embedding.table->find("b"));
    const Experiment moved = with_token_moved(e, Side::sentence, 0, 2);
    QVERIFY((*moved.embedding.X == Matrix{{3, 4}, {5, 6}, {1, 2}}));
    const Experiment fewer = with_token_removed(e, Side::sentence, 0);
    QVERIFY((*fewer.embedding.X == Matrix{{3, 4}, {5, 6}}));
    const Experiment letters = with_tokenizer(e, Tokenizer::characters);
    QVERIFY(same_bits(*letters.embedding.X, *e.embedding.X));
    QVERIFY(with_text(e, "").embedding.X->rows() == 0);
}

void TestInputKind::sourceOnAndOff() {
    const Experiment e = by_row();
    const Experiment cross = with_source(e, true);
    QVERIFY(same_bits(*cross.embedding.X_source, *e.embedding.X));
    const Experiment edited = with_cell(cross, ParameterId::X_source, 1, 1, 9);
    QCOMPARE(value_at(edited, ParameterId::X, 1, 1), 4.0);
    const Experiment alone = with_source(edited, false);
    QVERIFY(!alone.embedding.X_source);
    QVERIFY(!difference(alone, e));
}

void TestInputKind::otherWidths() {
    const Experiment e = with_source(by_row(), true);
    Dimensions to = dimensions(e);
    to.d_model = to.d_k = to.d_v = 3;
    const Experiment wide = with_sizes(e, to).value();
    QCOMPARE(fault(wide), std::string());
    QVERIFY(wide.embedding.X->leftCols(2) == *e.embedding.X);
    QCOMPARE((*wide.embedding.X)(1, 2), seeded_token(wide.embedding, "b")(2));
    QCOMPARE(wide.embedding.X_source->cols(), Index{3});
    to.d_model = to.d_k = to.d_v = 1;
    QVERIFY(*with_sizes(e, to).value().embedding.X == e.embedding.X->leftCols(1));
}

/// Rows are kept, not used, while Q, K and V are given, and follow the sentence meanwhile.
void TestInputKind::whileQKVAreGiven() {
    const Experiment e = by_row();
    const Experiment direct = with_projection_kind(e, ProjectionKind::direct).value();
    QVERIFY(!parameter(direct, ParameterId::X) && !parameter(direct, ParameterId::E));
    const Experiment again =
        with_projection_kind(with_text(direct, "b c a"), ProjectionKind::identity).value();
    QCOMPARE(fault(again), std::string());
    QVERIFY((again.embedding.X->row(0) == RowVector{{3, 4}}));
    QVERIFY(again.embedding.X->row(1) == seeded_token(e.embedding, "c"));
    QVERIFY((again.embedding.X->row(2) == RowVector{{5, 6}}));
    // A document may come without rows, or with rows that do not fit.
    for (const MatrixPtr& rows : {MatrixPtr(), share(Matrix::Ones(7, 5))}) {
        Experiment other = direct;
        other.embedding.X = rows;
        for (const char* text : {"a b a", "a c", ""}) {
            const Experiment back =
                with_projection_kind(with_text(other, text), ProjectionKind::identity).value();
            QCOMPARE(fault(back), std::string());
        }
    }
}

void TestInputKind::seedStaysOutOfIt() {
    const Experiment e = by_row();
    const Experiment other = with_seed(e, 5);
    QVERIFY(same_bits(*other.embedding.X, *e.embedding.X));
    QVERIFY(with_text(other, "a b a c").embedding.X->row(3) == seeded_token(other.embedding, "c"));
}

void TestInputKind::explained() {
    Experiment e = by_row();
    const auto step = [&](Index row) {
        const Trace trace = compute(e).value();
        return explain(e, stages_of(trace), {StageId::inputs, 0, row, 1}).steps.front();
    };
    QCOMPARE(text_of(step(2).title), std::string("Take the row that is given"));
    const Operand row = step(2).terms.front().factors.front();
    QCOMPARE(row.symbol + " " + row.index, std::string("X_rows a(3),2"));
    QVERIFY(row.source == Source(ParameterCell{ParameterId::X, 2, 1}));
    e.embedding.position.kind = PositionKind::sinusoidal;
    QCOMPARE(text_of(step(2).title), std::string("Add the position to the row that is given"));
    QCOMPARE(step(2).terms.front().name, std::string("row"));
    QCOMPARE(step(2).result, 6 + std::cos(2.0));
}

void TestInputKind::whatDiffers() {
    const Experiment e = by_row();
    Experiment other = with_cell(e, ParameterId::X, 0, 0, 9);
    QCOMPARE(said(e, other), std::string("numbers of X"));
    other.embedding.X = share(Matrix{{1, 2}, {3, 4}, {1, 2}});
    other = with_inputs_by_word(other);
    QCOMPARE(said(e, other), std::string("inputs given row by row → inputs looked up by word"));
    QCOMPARE(said(other, e), std::string("inputs looked up by word → inputs given row by row"));
    QCOMPARE(said(e, with_source(e, true)), std::string("with a second sentence"));
}

LAB_GUILESS_TEST(TestInputKind)
#include "tst_input_kind.moc"
