// SPDX-License-Identifier: GPL-3.0-or-later
//
// The derivative of a cell with respect to each parameter, compared with finite differences.
#include "core/edits/cell_overrides.h"
#include "core/edits/sentence.h"
#include "core/engine/backward.h"
#include "core/engine/pipeline.h"
#include "core/experiment/normalizers.h"
#include "core/stages/07_weights.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/golden.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

using namespace lab;
using namespace lab::test;

class TestDerivatives : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void goldenCases_data();
    void goldenCases();
    void randomExperiments();
    void whatIsFixedFollowsNothing();
    void ofItself();
};

namespace {

double value_of(const Experiment& e, const CellRef& cell) {
    if (is_sink_share(e, cell)) {
        const Trace trace = compute(e).value();
        const Matrix masked = trace.stage(StageId::masked_scores, cell.head).row(cell.row);
        return sink_shares(masked, e.normalization, cell.head).front();
    }
    return compute(e).value().stage(cell.stage, cell.head)(cell.row, cell.column);
}

Gradients derivatives_of(const Experiment& e, const CellRef& cell) {
    const Trace trace = compute(e).value();
    return derivatives(e, trace.kept(), cell);
}

CellRef random_cell(const Experiment& e, RandomExperiments& random) {
    while (true) {
        const StageInfo& stage = all_stages()[static_cast<std::size_t>(
            random.between(0, static_cast<Index>(all_stages().size()) - 1))];
        if (!has_stage(e, stage.id))
            continue;
        const Dimensions d = dimensions(e);
        if (stage.id == StageId::weights && sink_of(e.normalization, 0) && random.coin())
            return {stage.id, random.between(0, d.H - 1), random.between(0, d.n_q - 1), d.n_k};
        return {stage.id, stage.per_head ? random.between(0, d.H - 1) : 0,
                random.between(0, length(stage.rows, d) - 1),
                random.between(0, length(stage.columns, d) - 1)};
    }
}

/// The central difference quotient. Nothing near a kink or a jump, where the one-sided slopes differ, or
/// where it is not finite.
std::optional<double> slope(const Experiment& e, const CellRef& cell, ParameterId id, Index row,
                            Index column) {
    constexpr double step = 1e-5;
    const double here = value_at(e, id, row, column);
    const double middle = value_of(e, cell);
    const double above = value_of(with_cell(e, id, row, column, here + step), cell);
    const double below = value_of(with_cell(e, id, row, column, here - step), cell);
    const double right = (above - middle) / step;
    const double left = (middle - below) / step;
    const double both = (above - below) / (2 * step);
    if (!std::isfinite(both) || std::abs(right - left) > 1e-3 * (1 + std::abs(both)))
        return std::nullopt;
    return both;
}

/// What is wrong with the derivatives of a cell, checked at one random entry per parameter.
QString fault_of(const Experiment& e, const CellRef& cell, RandomExperiments& random) {
    for (const auto& [id, matrix] : derivatives_of(e, cell)) {
        const Index row = random.between(0, matrix.rows() - 1);
        const Index column = random.between(0, matrix.cols() - 1);
        const auto measured = slope(e, cell, id, row, column);
        if (measured && !(std::abs(*measured - matrix(row, column)) <= 1e-4 * (1 + std::abs(*measured))))
            return QString("%1[%2,%3] of %4[%5,%6]: %7, measured %8")
                .arg(info(id).name.data())
                .arg(row)
                .arg(column)
                .arg(info(cell.stage).name.data())
                .arg(cell.row)
                .arg(cell.column)
                .arg(matrix(row, column))
                .arg(*measured);
    }
    return {};
}

} // namespace

void TestDerivatives::goldenCases_data() {
    QTest::addColumn<QString>("name");
    for (const std::string& name : golden_names())
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

void TestDerivatives::goldenCases() {
    QFETCH(QString, name);
    const Experiment e = load_golden(name.toStdString()).experiment;
    RandomExperiments random(51);
    for (int round = 0; round < 12; ++round)
        QCOMPARE(fault_of(e, random_cell(e, random), random), QString());
}

void TestDerivatives::randomExperiments() {
    RandomExperiments random(52);
    for (int round = 0; round < many_experiments; ++round) {
        const Experiment e = random.next();
        QCOMPARE(fault_of(e, random_cell(e, random), random), QString());
    }
}

void TestDerivatives::whatIsFixedFollowsNothing() {
    RandomExperiments random(53);
    for (int round = 0; round < many_experiments / 10; ++round) {
        const Experiment e = random.next();
        const CellRef cell = random_cell(e, random);
        if (is_sink_share(e, cell))
            continue; // which has no override
        for (const auto& [id, matrix] : derivatives_of(with_override(e, cell, 0.5), cell))
            QVERIFY2(matrix.isZero(0), info(id).name.data());
    }
}

/// A number of X has derivative 1 with respect to its entry in E, and 0 with respect to all others.
void TestDerivatives::ofItself() {
    Experiment e;
    e.embedding.dimension = 2;
    e.projection.kind = ProjectionKind::identity;
    e = with_text(e, "sky is blue");
    const Gradients of = derivatives_of(e, {StageId::inputs, 0, 1, 1});
    Matrix wanted = Matrix::Zero(3, 2);
    wanted(1, 1) = 1;
    QVERIFY(of.at(ParameterId::E) == wanted);
}

LAB_GUILESS_TEST(TestDerivatives)
#include "tst_derivatives.moc"
