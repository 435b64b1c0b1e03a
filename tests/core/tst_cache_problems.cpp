// SPDX-License-Identifier: GPL-3.0-or-later
//
// What keeps a sentence from being gone through word by word, each move alone.
#include "core/edits/next_word.h"
#include "core/edits/sentence.h"
#include "tests/core/letters.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <functional>

using namespace lab;
using namespace lab::test;

namespace {

Experiment with_override(Experiment e, StageId stage, Index row, Index column) {
    e.overrides.push_back({stage, 0, row, column, 0.25, nullptr});
    return e;
}

} // namespace

class TestCacheProblems : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void problems_data();
    void problems();
};

void TestCacheProblems::problems_data() {
    QTest::addColumn<Experiment>("experiment");
    QTest::addColumn<int>("move");
    QTest::addColumn<int>("problem"); // −1: none
    const auto row = [](const char* name, const Experiment& e, CacheMove move,
                        std::optional<CacheProblem> problem) {
        QTest::newRow(name) << e << int(move) << (problem ? int(*problem) : -1);
    };
    using enum CacheMove;
    using P = CacheProblem;
    const Experiment whole = letters();
    const Experiment step = with_last_word(whole);
    for (const CacheMove move : {back, on, out})
        row(("step " + std::to_string(int(move))).c_str(), step, move, {});
    row("in", whole, in, {});
    const auto changed = [](Experiment e, const std::function<void(Experiment&)>& change) {
        change(e);
        return e;
    };
    const auto custom = [](Experiment& e) {
        e.mask.custom = share(Matrix::Zero(Index(e.sequence.tokens.size()), Index(key_tokens(e).size())));
    };
    const auto additive = [](Experiment& e) {
        e.scores.additive = {
            share(Matrix::Ones(Index(e.sequence.tokens.size()), Index(key_tokens(e).size())))};
    };
    const auto direct = [](Experiment& e) {
        e.projection.kind = ProjectionKind::direct;
        e.projection.Q = share(Matrix::Ones(Index(e.sequence.tokens.size()), 2));
        e.projection.K = e.projection.V = share(Matrix::Ones(Index(key_tokens(e).size()), 2));
    };
    row("custom mask", changed(whole, custom), in, P::custom_mask);
    row("custom mask, back", changed(step, custom), back, P::custom_mask);
    row("custom mask, on", changed(step, custom), on, P::custom_mask);
    row("custom mask, out", changed(step, custom), out, {});
    row("added", changed(whole, additive), in, P::additive);
    row("added, on", changed(step, additive), on, P::additive);
    row("given", changed(whole, direct), in, P::given_rows);
    row("given, back", changed(step, direct), back, P::given_rows);
    row("one word", changed(with_text(whole, "a"), custom), in, {});
    row("dropout", changed(whole, [](Experiment& e) { e.dropout = Dropout{0.5, 1}; }), in, P::dropout);
    row("dropout of nothing", changed(whole, [](Experiment& e) { e.dropout = Dropout{0, 1}; }), in, {});
    const Experiment padded = changed(step, [](Experiment& e) { e.mask.padding = {3}; });
    row("padding, back", padded, back, P::padding);
    row("padding, on", padded, on, {});
    row("padding of another", changed(step, [](Experiment& e) { e.mask.padding = {2}; }), back, {});
    row("override of another query", with_override(whole, StageId::weights, 1, 0), in, P::overrides);
    row("of the last one", with_override(whole, StageId::weights, 3, 0), in, {});
    row("of a key", with_override(whole, StageId::keys, 1, 0), in, {});
    row("of an input", with_override(whole, StageId::inputs, 1, 0), in, {});
    row("of the query, on", with_override(step, StageId::output, 0, 0), on, P::overrides);
    row("of the last key, back", with_override(step, StageId::values, 3, 0), back, P::overrides);
    row("of the last key, on", with_override(step, StageId::values, 3, 0), on, {});
    row("of another key, back", with_override(step, StageId::values, 2, 0), back, {});
    for (const CacheMove move : {back, on, out}) {
        row(("of the query's input " + std::to_string(int(move))).c_str(),
            with_override(step, StageId::inputs, 0, 0), move, P::inputs);
    }
    row("of the last input, on", with_last_word(with_override(whole, StageId::inputs, 3, 0)), on, {});
    row("of the last input, back", with_last_word(with_override(whole, StageId::inputs, 3, 0)), back,
        P::overrides);
    row("by hand", with_last_word(with_tokenizer(whole, Tokenizer::manual)), back, P::by_hand);
    row("by hand, on", with_last_word(with_tokenizer(whole, Tokenizer::manual)), on, {});
    const Experiment rows = changed(step, [](Experiment& e) {
        e.embedding.inputs = InputKind::rows;
        e.embedding.X = share(Matrix::Ones(1, 2));
        e.embedding.X_source = share(Matrix::Ones(4, 2));
    });
    row("rows, back", rows, back, P::input_rows);
    row("rows, on", rows, on, {});
    row("other rows, out", changed(rows, [](Experiment& e) { e.embedding.X = share(Matrix::Zero(1, 2)); }),
        out, P::inputs);
}

void TestCacheProblems::problems() {
    QFETCH(Experiment, experiment);
    QFETCH(int, move);
    const auto problem = cache_problem(experiment, CacheMove(move));
    QTEST(problem ? int(*problem) : -1, "problem");
}

LAB_APPLESS_TEST(TestCacheProblems)
#include "tst_cache_problems.moc"
