// SPDX-License-Identifier: GPL-3.0-or-later
//
// The effect of each option of the format, checked with independent loops over random experiments.
#include "core/engine/pipeline.h"
#include "core/experiment/masks.h"
#include "core/experiment/normalizers.h"
#include "core/experiment/parameter.h"
#include "core/stages/05_scaled_scores.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/magnitudes.h"
#include "tests/support/oracle.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <complex>
#include <limits>

using namespace lab;
using namespace lab::test;

#define VERIFY_NEAR(actual, expected) QCOMPARE(near(actual, expected), std::string())

class TestOptions : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void positions();
    void rotation();
    void alibiSlopes_data();
    void alibiSlopes();
    void bias();
    void softcapNothingReaches();
    void capKeepsWithin();
    void addedZeros();
    void addedInfinityHides();
    void masks();
    void weightsAreShares();
    void overridesReplaceOneCell();
    void laterOverrideHolds();
};

void TestOptions::positions() {
    RandomExperiments random(1);
    for (int round = 0; round < many_experiments; ++round) {
        Experiment e = random.next(ProjectionKind::linear);
        e.overrides.clear();
        const Trace t = compute(e).value();
        const Index d_model = e.embedding.dimension;
        const bool given = e.embedding.inputs == InputKind::rows;
        const auto check = [&](const std::vector<std::string>& tokens, Index offset, const MatrixPtr& rows,
                               const Matrix& x) {
            Matrix expected(static_cast<Index>(tokens.size()), d_model);
            for (Index p = 0; p < expected.rows(); ++p) {
                for (Index c = 0; c < d_model; ++c) {
                    const double vector =
                        given ? (*rows)(p, c) : (*e.embedding.table->find(tokens[std::size_t(p)])->values)(c);
                    const double angle =
                        double(offset + p) / std::pow(10000, 2 * std::floor(double(c) / 2) / double(d_model));
                    double position = 0;
                    if (e.embedding.position.kind == PositionKind::sinusoidal)
                        position = c % 2 == 0 ? std::sin(angle) : std::cos(angle);
                    else if (e.embedding.position.kind == PositionKind::learned)
                        position = (*e.embedding.position.table)(offset + p, c);
                    expected(p, c) = vector + position;
                }
            }
            VERIFY_NEAR(x, expected);
        };
        check(t.tokens, e.sequence.offset, e.embedding.X, t.stage(StageId::inputs));
        if (e.source)
            check(t.source_tokens, e.source->offset, e.embedding.X_source, t.stage(StageId::source_inputs));
        QCOMPARE(t.stage(StageId::source_inputs).size() > 0, e.source.has_value());
    }
}

// A pair of columns is a complex number, and rotating it is a multiplication.
void TestOptions::rotation() {
    RandomExperiments random(2);
    for (int round = 0; round < many_experiments; ++round) {
        Experiment turned = random.next();
        turned.overrides.clear();
        turned.scores.rotary = true;
        Experiment still = turned;
        still.scores.rotary = false;
        const Trace a = compute(turned).value();
        const Trace b = compute(still).value();
        const bool apart = turned.scores.rotary_layout == RotaryLayout::half;
        const auto check = [&](Index offset, const Matrix& actual, Matrix expected) {
            const Index width = turned.scores.rotary_dims.value_or(expected.cols());
            for (Index p = 0; p < expected.rows(); ++p) {
                for (Index t = 0; t < width / 2; ++t) {
                    const Index i = apart ? t : 2 * t, j = apart ? t + width / 2 : 2 * t + 1;
                    const auto& own = turned.scores.rotary_frequencies;
                    const double frequency =
                        own.empty() ? std::pow(turned.scores.rotary_base, -2 * double(t) / double(width))
                                    : own.at(static_cast<std::size_t>(t));
                    const double theta = double(offset + p) * frequency;
                    const std::complex<double> pair =
                        std::complex(expected(p, i), expected(p, j)) * std::polar(1.0, theta);
                    expected(p, i) = pair.real();
                    expected(p, j) = pair.imag();
                }
            }
            VERIFY_NEAR(actual, expected);
        };
        const Index first = turned.sequence.offset;
        for (HeadIndex head = 0; head < a.heads(); ++head) {
            check(first, a.stage(StageId::queries, head), b.stage(StageId::queries, head));
            check(turned.source ? turned.source->offset : first, a.stage(StageId::keys, head),
                  b.stage(StageId::keys, head));
            QVERIFY(same_bits(a.stage(StageId::values, head), b.stage(StageId::values, head)));
            QVERIFY(first != 0 ||
                    a.stage(StageId::queries, head).row(0) == b.stage(StageId::queries, head).row(0));
        }
    }
}

void TestOptions::alibiSlopes_data() {
    QTest::addColumn<HeadIndex>("heads");
    QTest::addColumn<std::vector<double>>("slopes");
    using Slopes = std::vector<double>;
    QTest::newRow("1") << HeadIndex(1) << Slopes{1.0 / 256};
    QTest::newRow("2") << HeadIndex(2) << Slopes{1.0 / 16, 1.0 / 256};
    QTest::newRow("3") << HeadIndex(3) << Slopes{1.0 / 16, 1.0 / 256, 1.0 / 4};
    QTest::newRow("4") << HeadIndex(4) << Slopes{1.0 / 4, 1.0 / 16, 1.0 / 64, 1.0 / 256};
    QTest::newRow("6") << HeadIndex(6) << Slopes{1.0 / 4, 1.0 / 16, 1.0 / 64, 1.0 / 256, 1.0 / 2, 1.0 / 8};
    QTest::newRow("8") << HeadIndex(8) << Slopes{1.0 / 2,  1.0 / 4,  1.0 / 8,   1.0 / 16,
                                                 1.0 / 32, 1.0 / 64, 1.0 / 128, 1.0 / 256};
    // The odd-numbered slopes for twice as many heads: 2^(−0.5), 2^(−1.5) and so on.
    const double root = std::sqrt(0.5);
    QTest::newRow("12") << HeadIndex(12)
                        << Slopes{1.0 / 2,   1.0 / 4,   1.0 / 8, 1.0 / 16, 1.0 / 32, 1.0 / 64,
                                  1.0 / 128, 1.0 / 256, root,    root / 2, root / 4, root / 8};
}

void TestOptions::alibiSlopes() {
    QFETCH(HeadIndex, heads);
    QFETCH(std::vector<double>, slopes);
    for (HeadIndex head = 0; head < heads; ++head)
        QVERIFY(std::abs(alibi_slope(head, heads) - slopes[std::size_t(head)]) <= 1e-15);
}

void TestOptions::bias() {
    RandomExperiments random(3);
    for (int round = 0; round < many_experiments; ++round) {
        Experiment e = random.next();
        e.overrides.clear();
        const Trace t = compute(e).value();
        const double factor = scale_factor(e.scores, t.stage(StageId::queries).cols());
        const Index ahead = e.source ? e.sequence.offset - e.source->offset : 0;
        for (HeadIndex head = 0; head < e.heads.count; ++head) {
            Matrix expected = t.stage(StageId::scores, head);
            for (Index i = 0; i < expected.rows(); ++i) {
                for (Index j = 0; j < expected.cols(); ++j) {
                    expected(i, j) *= factor;
                    if (const auto& c = e.scores.softcap)
                        expected(i, j) = *c * std::tanh(expected(i, j) / *c);
                    if (e.scores.bias == ScoreBias::alibi)
                        expected(i, j) -= alibi_slope(head, e.heads.count) * std::abs(double(i + ahead - j));
                    if (!e.scores.additive.empty())
                        expected(i, j) +=
                            (*e.scores.additive[e.scores.additive.size() > 1 ? std::size_t(head) : 0])(i, j);
                }
            }
            VERIFY_NEAR(t.stage(StageId::scaled_scores, head), expected);
        }
    }
}

/// A cap that no score comes near changes nothing but roundings.
void TestOptions::softcapNothingReaches() {
    RandomExperiments random(13);
    for (int round = 0; round < many_experiments; ++round) {
        Experiment e = random.next();
        e.overrides.clear(); // −∞ would be capped
        e.scores.softcap.reset();
        const Trace without = compute(e).value();
        e.scores.softcap = 1e300;
        const Trace with = compute(e).value();
        const Trace terms = magnitudes(e, with);
        for (HeadIndex head = 0; head < with.heads(); ++head)
            QCOMPARE(beyond_rounding(with.stage(StageId::scaled_scores, head),
                                     without.stage(StageId::scaled_scores, head),
                                     terms.stage(StageId::scaled_scores, head))
                         .value_or(""),
                     std::string());
    }
}

void TestOptions::capKeepsWithin() {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    QCOMPARE(capped(0, 3), 0.0);
    QCOMPARE(capped(infinity, 3), 3.0);
    QCOMPARE(capped(-infinity, 3), -3.0);
    QVERIFY(std::isnan(capped(std::numeric_limits<double>::quiet_NaN(), 3)));
    QCOMPARE(cap_slope(0, 3), 1.0);
    QCOMPARE(cap_slope(infinity, 3), 0.0);
    QVERIFY(cap_slope(60, 3) > 0); // 1 − tanh² is lost there
    for (const double x : {-1e9, -4.0, -0.1, 0.2, 7.0, 1e300}) {
        QVERIFY(std::abs(capped(x, 3)) <= 3 && capped(x, 3) * x > 0);
        const double measured = (capped(x + 1e-6, 3) - capped(x - 1e-6, 3)) / 2e-6;
        QVERIFY(std::abs(cap_slope(x, 3) - measured) < 1e-8);
    }
}

void TestOptions::addedZeros() {
    RandomExperiments random(14);
    for (int round = 0; round < many_experiments; ++round) {
        Experiment e = random.next();
        e.scores.additive.clear();
        const Trace without = compute(e).value();
        const Dimensions d = dimensions(e);
        e.scores.additive.assign(random.coin() ? std::size_t(d.H) : 1,
                                 share(Matrix(Matrix::Zero(d.n_q, d.n_k))));
        const Trace with = compute(e).value();
        for (const StageInfo& stage : all_stages()) {
            for (HeadIndex head = 0; head < (stage.per_head ? d.H : 1); ++head)
                VERIFY_NEAR(with.stage(stage.id, head), without.stage(stage.id, head));
        }
    }
}

/// Just like a 0 of the custom mask.
void TestOptions::addedInfinityHides() {
    RandomExperiments random(15);
    for (int round = 0; round < many_experiments; ++round) {
        Experiment e = random.next();
        e.overrides.clear();
        e.scores.additive.clear();
        e.mask.custom = nullptr;
        const Dimensions d = dimensions(e);
        Matrix custom = Matrix::Ones(d.n_q, d.n_k);
        Matrix added = Matrix::Zero(d.n_q, d.n_k);
        for (Index i = 0; i < custom.size(); ++i) {
            if (random.between(0, 2) > 0)
                continue;
            custom.data()[i] = 0;
            added.data()[i] = -std::numeric_limits<double>::infinity();
        }
        Experiment masked = e;
        masked.mask.custom = share(std::move(custom));
        e.scores.additive = {share(std::move(added))};
        const Trace by_mask = compute(masked).value();
        const Trace by_adding = compute(e).value();
        for (HeadIndex head = 0; head < by_mask.heads(); ++head)
            QVERIFY(
                same_bits(by_mask.stage(StageId::weights, head), by_adding.stage(StageId::weights, head)));
    }
}

// Any combination of masks, also with sequences of different lengths.
void TestOptions::masks() {
    RandomExperiments random(4);
    int rectangular = 0;
    for (int round = 0; round < many_experiments; ++round) {
        Experiment e = random.next();
        e.overrides.clear();
        e.scores.additive.clear();
        const Trace t = compute(e).value();
        const Oracle oracle(e);
        for (HeadIndex head = 0; head < t.heads(); ++head) {
            const Matrix& masked = t.stage(StageId::masked_scores, head);
            rectangular += masked.rows() != masked.cols();
            for (Index i = 0; i < masked.rows(); ++i) {
                for (Index j = 0; j < masked.cols(); ++j) {
                    QCOMPARE(is_hidden(masked(i, j)), !oracle.rules(i, j).empty());
                    QVERIFY(is_hidden(masked(i, j)) ||
                            masked(i, j) == t.stage(StageId::scaled_scores, head)(i, j));
                }
            }
        }
    }
    QVERIFY(rectangular > many_experiments / 10);
}

void TestOptions::weightsAreShares() {
    RandomExperiments random(5);
    std::size_t empty = 0;
    for (int round = 0; round < many_experiments; ++round) {
        Experiment e = random.next();
        std::erase_if(e.overrides, [](const Override& each) { return each.stage != StageId::masked_scores; });
        const Trace t = compute(e).value();
        for (HeadIndex head = 0; head < t.heads(); ++head) {
            for (Index i = 0; i < t.stage(StageId::weights, head).rows(); ++i) {
                const RowVector weights = t.stage(StageId::weights, head).row(i);
                const RowVector masked = t.stage(StageId::masked_scores, head).row(i);
                double visible = 0;
                for (Index j = 0; j < weights.size(); ++j) {
                    if (is_hidden(masked(j)))
                        QVERIFY(weights(j) == 0);
                    else
                        ++visible;
                }
                empty += visible == 0;
                if (visible == 0)
                    QVERIFY((weights.array() == 0).all());
                else if (e.normalization.kind == NormalizationKind::sigmoid ||
                         sink_of(e.normalization, HeadIndex(head)))
                    QVERIFY((weights.array() >= 0).all() && (weights.array() <= 1).all());
                else if (e.normalization.kind == NormalizationKind::softmax ||
                         e.normalization.kind == NormalizationKind::sparsemax)
                    QVERIFY((weights.array() >= 0).all() && std::abs(weights.sum() - 1) < 1e-12);
                else if (weights.allFinite()) // sums near 0 give large weights of either sign
                    QVERIFY(std::abs(weights.sum() - 1) <= 1e-12 * std::max(1.0, weights.cwiseAbs().sum()));
            }
        }
    }
    QVERIFY(empty > 0);
}

// The overridden cell has its value. The rest of its stage and all earlier stages are unchanged.
void TestOptions::overridesReplaceOneCell() {
    RandomExperiments random(6);
    for (int round = 0; round < many_experiments; ++round) {
        Experiment e = random.next();
        while (e.overrides.empty())
            e = random.next();
        e.overrides.resize(1);
        const Override overriding = e.overrides.front();
        const Trace with = compute(e).value();
        Experiment free = e;
        free.overrides.clear();
        const Trace without = compute(free).value();
        for (const StageInfo& stage : all_stages()) {
            for (HeadIndex head = 0; head < (stage.per_head ? e.heads.count : 1); ++head) {
                const Matrix& a = with.stage(stage.id, head);
                const Matrix& b = without.stage(stage.id, head);
                if (stage.id < overriding.stage ||
                    (stage.id == overriding.stage && head != overriding.head)) {
                    QVERIFY(same_bits(a, b));
                } else if (stage.id == overriding.stage) {
                    Matrix expected = b;
                    expected(overriding.row, overriding.column) = overriding.value;
                    QVERIFY(same_bits(a, expected));
                }
            }
        }
    }
}

void TestOptions::laterOverrideHolds() {
    RandomExperiments random(7);
    Experiment e = random.plain(ProjectionKind::linear);
    e.overrides = {{StageId::output, 0, 0, 0, 1, nullptr}, {StageId::output, 0, 0, 0, 2, nullptr}};
    QCOMPARE(compute(e).value().stage(StageId::output)(0, 0), 2.0);
}

LAB_APPLESS_TEST(TestOptions)
#include "tst_options.moc"
