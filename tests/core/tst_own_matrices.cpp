// SPDX-License-Identifier: GPL-3.0-or-later
//
// Setting matrices to what they are changes nothing.
#include "core/edits/set_matrices.h"
#include "core/experiment/validate.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <set>

using namespace lab;
using namespace lab::test;

namespace {

/// One row per token: the value of X or X_source before it is replaced.
Matrix vectors_of(const Experiment& e, const std::vector<std::string>& tokens) {
    Matrix rows(Index(tokens.size()), e.embedding.dimension);
    for (std::size_t i = 0; i < tokens.size(); ++i)
        rows.row(Index(i)) = *e.embedding.table->find(tokens[i])->values;
    return rows;
}

/// Every matrix that can be set, with its current value.
std::vector<Replacement> own_matrices(const Experiment& e) {
    std::vector<Replacement> list;
    const auto add = [&](const std::string& name, const Matrix& matrix) {
        list.push_back({matrix_target(name).value(), matrix});
    };
    for (const ParameterInfo& each : all_parameters()) {
        if (is_projection(each.id) && projection_matrix(e.projection, each.id))
            add(std::string(each.name), *projection_matrix(e.projection, each.id));
    }
    if (e.mask.custom)
        add("mask", *e.mask.custom);
    if (!has_inputs(e))
        return list;
    if (e.embedding.position.kind == PositionKind::learned)
        add("position", *e.embedding.position.table);
    const bool by_row = e.embedding.inputs == InputKind::rows;
    add("X", by_row ? *e.embedding.X : vectors_of(e, e.sequence.tokens));
    if (e.source)
        add("X_source", by_row ? *e.embedding.X_source : vectors_of(e, e.source->tokens));
    if (by_row)
        return list;
    for (const auto& [token, vector] : e.embedding.table->entries())
        add("embedding:" + token, *vector.values);
    return list;
}

} // namespace

class TestOwnMatrices : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void ownMatricesChangeNothing();
};

void TestOwnMatrices::ownMatricesChangeNothing() {
    RandomExperiments random(7);
    std::set<std::pair<MatrixTarget::Kind, ParameterId>> targets;
    for (int round = 0; round < 300; ++round) {
        Experiment before = random.next();
        before.origin = nullptr;
        const std::vector<Replacement> own = own_matrices(before);
        for (const Replacement& each : own) {
            targets.insert({each.target.kind, each.target.parameter});
            const Result<Experiment> after = with_matrices(before, {each});
            QVERIFY2(after, after ? "" : after.error().message().c_str());
            const auto differs = difference(after.value(), before);
            QVERIFY2(!differs, differs.value_or("").c_str());
        }
        const Result<Experiment> after = with_matrices(before, own);
        QVERIFY2(after, after ? "" : after.error().message().c_str());
        QVERIFY(!difference(after.value(), before));
    }
    QCOMPARE(targets.size(), std::size_t(16)); // 11 of `projection`, position, X, X_source, mask, tokens
}

LAB_GUILESS_TEST(TestOwnMatrices)
#include "tst_own_matrices.moc"
