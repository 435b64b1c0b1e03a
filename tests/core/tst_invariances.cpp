// SPDX-License-Identifier: GPL-3.0-or-later
//
// Changes that must not change any number, over random experiments with every option.
#include "core/edits/qk_norm.h"
#include "core/engine/pipeline.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace lab;
using namespace lab::test;

namespace {

/// The first stage in which two traces are not bitwise equal, by name, or an empty string.
std::string first_difference(const Experiment& experiment, const Trace& a, const Trace& b) {
    for (const StageInfo& stage : all_stages()) {
        for (HeadIndex head = 0; head < (stage.per_head ? experiment.heads.count : 1); ++head) {
            if (!same_bits(a.stage(stage.id, head), b.stage(stage.id, head)))
                return std::string(stage.name);
        }
    }
    return {};
}

bool is_overridden(const Experiment& e, StageId stage, HeadIndex head, Index row, Index column) {
    return std::ranges::any_of(e.overrides, [&](const Override& each) {
        return each.stage == stage && each.head == head && each.row == row && each.column == column;
    });
}

} // namespace

#define VERIFY_NEAR(actual, expected) QCOMPARE(near(actual, expected), std::string())

class TestInvariances : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void permutedSource();
    void groupsShareKeys();
    void constantInARowOfScores();
    void scaleAndTemperature();
    void layoutsArePermutations();
    void positionsAreRelative();
    void lastRowAlone();
    void notationChangesNoNumber();
    void keptKeysChangeNoNumber();
    void unusedParametersChangeNoNumber();
    void lengthOfNormalizedRows();
    void normForgetsTheScaleOfWeights();
    void gainsOfOne();
};

// Without anything position-dependent, the order of the source tokens does not matter.
void TestInvariances::permutedSource() {
    RandomExperiments random(8);
    int tried = 0;
    while (tried < many_experiments) {
        Experiment e = random.next();
        if (!e.source || !has_inputs(e))
            continue;
        ++tried;
        e.overrides.clear();
        e.dropout.reset(); // draws belong to places
        e.mask = {};
        e.embedding.position.kind = PositionKind::none;
        e.scores.rotary = false;
        e.scores.bias = ScoreBias::none;
        e.scores.additive.clear();
        e.normalization.kind = random.coin() ? NormalizationKind::softmax : NormalizationKind::sparsemax;
        const Trace before = compute(e).value();
        auto& tokens = e.source->tokens;
        e.source->tokenizer = Tokenizer::manual;
        std::vector<Index> order(tokens.size());
        std::iota(order.begin(), order.end(), 0);
        for (std::size_t i = 1; i < order.size(); ++i)
            std::swap(order[i], order[std::size_t(random.between(0, Index(i)))]);
        std::vector<std::string> permuted;
        for (const Index from : order)
            permuted.push_back(before.source_tokens[std::size_t(from)]);
        tokens = permuted;
        if (e.embedding.X_source)
            e.embedding.X_source = share((*e.embedding.X_source)(order, Eigen::all));
        const Trace after = compute(e).value();
        for (HeadIndex head = 0; head < after.heads(); ++head) {
            for (std::size_t to = 0; to < order.size(); ++to) {
                VERIFY_NEAR(after.stage(StageId::keys, head).row(Index(to)),
                            before.stage(StageId::keys, head).row(order[to]));
                VERIFY_NEAR(after.stage(StageId::weights, head).col(Index(to)),
                            before.stage(StageId::weights, head).col(order[to]));
            }
        }
        VERIFY_NEAR(after.stage(StageId::output), before.stage(StageId::output));
    }
}

void TestInvariances::groupsShareKeys() {
    RandomExperiments random(9);
    for (int round = 0; round < many_experiments; ++round) {
        const Experiment e = random.next();
        const Trace t = compute(e).value();
        const Index size = e.heads.count / e.heads.kv_count;
        for (HeadIndex head = 0; head < e.heads.count; ++head) {
            const HeadIndex first = head / size * size;
            for (const StageId stage : {StageId::keys, StageId::values}) {
                const Matrix& own = t.stage(stage, head);
                for (Index row = 0; row < own.rows(); ++row) {
                    for (Index column = 0; column < own.cols(); ++column) {
                        // Overriding one head's key or value leaves the rest of its group unchanged.
                        if (!is_overridden(e, stage, head, row, column) &&
                            !is_overridden(e, stage, first, row, column) &&
                            std::ranges::none_of(e.overrides, [](const Override& each) {
                                return each.stage == StageId::inputs || each.stage == StageId::source_inputs;
                            }))
                            QCOMPARE(own(row, column), t.stage(stage, first)(row, column));
                    }
                }
            }
        }
    }
}

void TestInvariances::constantInARowOfScores() {
    RandomExperiments random(10);
    for (int round = 0; round < many_experiments; ++round) {
        Experiment e = random.next(ProjectionKind::direct);
        e.overrides.clear();
        e.scores.softcap.reset();
        e.normalization.kind = random.coin() ? NormalizationKind::softmax : NormalizationKind::sparsemax;
        e.normalization.sink = nullptr; // which the constant is not added to
        const Trace before = compute(e).value();
        const Index row = random.between(0, before.stage(StageId::scores).rows() - 1);
        const double constant = 10 * random.number();
        for (Index column = 0; column < before.stage(StageId::scores).cols(); ++column) {
            const double score = before.stage(StageId::scores)(row, column) + constant;
            e.overrides.push_back({StageId::scores, 0, row, column, score, nullptr});
        }
        const Matrix after = compute(e).value().stage(StageId::weights);
        QVERIFY((after - before.stage(StageId::weights)).cwiseAbs().maxCoeff() < 1e-11);
    }
}

void TestInvariances::scaleAndTemperature() {
    RandomExperiments random(11);
    for (int round = 0; round < many_experiments; ++round) {
        Experiment e = random.next();
        e.overrides.clear();
        e.scores.bias = ScoreBias::none;
        e.scores.softcap.reset();
        e.scores.additive.clear();
        e.scores.scale = 0.25 + std::abs(random.number());
        const double temperature = e.normalization.temperature = double(random.between(1, 16)) / 4;
        const Trace hot = compute(e).value();
        e.normalization.temperature = 1;
        if (e.normalization.kind != NormalizationKind::sum)
            e.scores.scale = *e.scores.scale / temperature;
        if (const MatrixPtr& sink = e.normalization.sink)
            e.normalization.sink = share(*sink / temperature);
        const Trace scaled = compute(e).value();
        for (HeadIndex head = 0; head < hot.heads(); ++head) {
            // Sums near 0 amplify rounding, so the results may differ there.
            if (hot.stage(StageId::weights, head).cwiseAbs().maxCoeff() < 100)
                QVERIFY((hot.stage(StageId::weights, head) - scaled.stage(StageId::weights, head))
                            .cwiseAbs()
                            .maxCoeff() < 1e-9);
        }
    }
}

/// What turns as pairs across halves, turns as neighbours once the columns of W_Q and W_K are put side by
/// side.
void TestInvariances::layoutsArePermutations() {
    RandomExperiments random(15);
    for (int round = 0; round < many_experiments; ++round) {
        Experiment halves = random.next(ProjectionKind::linear);
        halves.overrides.clear();
        halves.scores.rotary = true;
        halves.scores.rotary_layout = RotaryLayout::half;
        const Index d_k = dimensions(halves).d_k;
        const Index pairs = halves.scores.rotary_dims.value_or(d_k) / 2;
        const auto side_by_side = [&](MatrixPtr& matrix) {
            if (!matrix)
                return;
            Matrix next = *matrix;
            for (Index head = 0; head < matrix->cols(); head += d_k) {
                for (Index pair = 0; pair < pairs; ++pair) {
                    next.col(head + 2 * pair) = matrix->col(head + pair);
                    next.col(head + 2 * pair + 1) = matrix->col(head + pair + pairs);
                }
            }
            matrix = share(std::move(next));
        };
        Experiment neighbours = halves;
        neighbours.scores.rotary_layout = RotaryLayout::interleaved;
        for (MatrixPtr* each : {&neighbours.projection.W_Q, &neighbours.projection.W_K,
                                &neighbours.projection.b_Q, &neighbours.projection.b_K})
            side_by_side(*each);
        if (auto& norm = neighbours.scores.qk_norm) {
            side_by_side(norm->g_Q);
            side_by_side(norm->g_K);
        }
        const Trace a = compute(halves).value(), b = compute(neighbours).value();
        for (HeadIndex head = 0; head < a.heads(); ++head) {
            VERIFY_NEAR(a.stage(StageId::scores, head), b.stage(StageId::scores, head));
            for (Index pair = 0; pair < pairs; ++pair)
                VERIFY_NEAR(a.stage(StageId::queries, head).col(pair),
                            b.stage(StageId::queries, head).col(2 * pair));
        }
    }
}

/// Rotary positions, ALiBi and masks ask how far apart two tokens are, not where they are.
void TestInvariances::positionsAreRelative() {
    RandomExperiments random(16);
    for (int round = 0; round < many_experiments; ++round) {
        Experiment here = random.next();
        here.overrides.clear();
        here.embedding.position = {};
        Experiment there = here;
        const Index by = random.between(1, 50);
        there.sequence.offset += by;
        if (there.source)
            there.source->offset += by;
        const Trace a = compute(here).value(), b = compute(there).value();
        for (HeadIndex head = 0; head < a.heads(); ++head) {
            VERIFY_NEAR(a.stage(StageId::scores, head), b.stage(StageId::scores, head));
            VERIFY_NEAR(a.stage(StageId::scaled_scores, head), b.stage(StageId::scaled_scores, head));
            QVERIFY((a.stage(StageId::masked_scores, head).array().isInf() ==
                     b.stage(StageId::masked_scores, head).array().isInf())
                        .all());
        }
    }
}

/// As a key cache does it: the last tokens are the only queries, and what came before them are keys.
void TestInvariances::lastRowAlone() {
    RandomExperiments random(17);
    for (int tried = 0; tried < many_experiments;) {
        Experiment whole = random.next();
        if (whole.source)
            continue;
        ++tried;
        whole.overrides.clear();
        whole.dropout.reset(); // its draws are those of other cells
        const auto count = Index(whole.sequence.tokens.size());
        const Index last = random.between(1, count);
        Experiment step = whole;
        step.source = whole.sequence;
        step.sequence.tokenizer = Tokenizer::manual;
        step.sequence.tokens.erase(step.sequence.tokens.begin(), step.sequence.tokens.end() - last);
        step.sequence.offset += count - last;
        step.embedding.X_source = whole.embedding.X;
        std::vector<MatrixPtr*> of_queries{&step.projection.Q, &step.mask.custom, &step.embedding.X};
        for (MatrixPtr& each : step.scores.additive)
            of_queries.push_back(&each);
        for (MatrixPtr* each : of_queries) {
            if (*each)
                *each = share((*each)->bottomRows(last));
        }
        const Trace a = compute(whole).value(), b = compute(step).value();
        for (HeadIndex head = 0; head < a.heads(); ++head) {
            VERIFY_NEAR(b.stage(StageId::queries, head), a.stage(StageId::queries, head).bottomRows(last));
            VERIFY_NEAR(b.stage(StageId::scaled_scores, head),
                        a.stage(StageId::scaled_scores, head).bottomRows(last));
            QVERIFY((a.stage(StageId::masked_scores, head).bottomRows(last).array().isInf() ==
                     b.stage(StageId::masked_scores, head).array().isInf())
                        .all());
            if (whole.normalization.kind != NormalizationKind::sum) { // sums near 0 amplify rounding
                VERIFY_NEAR(b.stage(StageId::weights, head),
                            a.stage(StageId::weights, head).bottomRows(last));
                VERIFY_NEAR(b.stage(StageId::head_outputs, head),
                            a.stage(StageId::head_outputs, head).bottomRows(last));
            }
        }
    }
}

void TestInvariances::notationChangesNoNumber() {
    RandomExperiments random(12);
    for (int round = 0; round < many_experiments; ++round) {
        Experiment e = random.next();
        e.notation = Notation::rows;
        const Trace rows = compute(e).value();
        e.notation = Notation::columns;
        QCOMPARE(first_difference(e, rows, compute(e).value()), std::string());
    }
}

void TestInvariances::keptKeysChangeNoNumber() {
    RandomExperiments random(13);
    for (int round = 0; round < many_experiments; ++round) {
        Experiment e = random.next();
        const Trace before = compute(e).value();
        e.origin = e.view = e.unknown_keys = nullptr;
        e.inactive_projections.clear();
        e.snapshots.clear();
        e.title.clear();
        e.description.clear();
        QCOMPARE(first_difference(e, before, compute(e).value()), std::string());
    }
}

// Parameters of another kind of projection or an unused position table are stored but have no effect.
void TestInvariances::unusedParametersChangeNoNumber() {
    RandomExperiments random(14);
    for (int round = 0; round < many_experiments; ++round) {
        Experiment e = random.next(ProjectionKind::identity);
        const Trace before = compute(e).value();
        e.projection.W_Q = share(Matrix::Ones(2, 3));
        e.projection.Q = share(Matrix::Ones(1, 1));
        if (e.embedding.position.kind != PositionKind::learned)
            e.embedding.position.table = share(Matrix::Ones(1, 1));
        if (!e.scores.rotary) {
            e.scores.rotary_base = 3;
            e.scores.rotary_layout = RotaryLayout::half;
            e.scores.rotary_dims = 100;
        }
        QCOMPARE(first_difference(e, before, compute(e).value()), std::string());
    }
}

/// Without ε and gains, each row of queries and keys has a root mean square, or a length, of 1; also when it
/// is rotated, which keeps lengths.
void TestInvariances::lengthOfNormalizedRows() {
    RandomExperiments random(15);
    for (int round = 0; round < many_experiments; ++round) {
        Experiment e = random.next();
        e.overrides.clear();
        const QkNormKind kind = random.coin() ? QkNormKind::rms : QkNormKind::l2;
        e.scores.qk_norm = QkNorm{kind, 0};
        const Trace t = compute(e).value();
        const double length =
            kind == QkNormKind::l2 ? 1 : std::sqrt(double(t.stage(StageId::queries).cols()));
        for (const StageId stage : {StageId::queries, StageId::keys}) {
            for (HeadIndex head = 0; head < t.heads(); ++head) {
                const Matrix& matrix = t.stage(stage, head);
                for (Index row = 0; row < matrix.rows(); ++row)
                    QVERIFY(std::abs(matrix.row(row).norm() - length) < 1e-12 * length);
            }
        }
    }
}

void TestInvariances::normForgetsTheScaleOfWeights() {
    RandomExperiments random(16);
    for (int round = 0; round < many_experiments; ++round) {
        Experiment e = random.next(ProjectionKind::linear);
        e.overrides.clear();
        random.add_norm(e);
        e.scores.qk_norm->epsilon = 0;
        const Trace before = compute(e).value();
        e.projection.W_Q = share(*e.projection.W_Q * 7);
        if (e.projection.b_Q)
            e.projection.b_Q = share(*e.projection.b_Q * 7);
        const Trace after = compute(e).value();
        for (HeadIndex head = 0; head < after.heads(); ++head)
            VERIFY_NEAR(after.stage(StageId::queries, head), before.stage(StageId::queries, head));
    }
}

void TestInvariances::gainsOfOne() {
    RandomExperiments random(17);
    for (int round = 0; round < many_experiments; ++round) {
        Experiment e = random.next();
        random.add_norm(e);
        e.scores.qk_norm->g_Q = e.scores.qk_norm->g_K = nullptr;
        const Trace without = compute(e).value();
        e = with_gains(with_gains(e, ParameterId::g_Q, true), ParameterId::g_K, true);
        QVERIFY(e.scores.qk_norm->g_Q && e.scores.qk_norm->g_K);
        QCOMPARE(first_difference(e, without, compute(e).value()), std::string());
    }
}

LAB_APPLESS_TEST(TestInvariances)
#include "tst_invariances.moc"
