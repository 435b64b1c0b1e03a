// SPDX-License-Identifier: GPL-3.0-or-later
//
// Started by tst_shrinking.cpp alone: a test that fails on random experiments.
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace lab;
using namespace lab::test;

class TestPlantedFailure : public QObject {
    Q_OBJECT

private slots:
    void fails_data() {
        QTest::addColumn<int>("rounds");
        QTest::newRow("words (a row)") << many_experiments;
    }
    void fails();
    void isNotRandom() { QVERIFY(false); }
};

void TestPlantedFailure::fails() {
    QFETCH(int, rounds);
    RandomExperiments random(1);
    for (int round = 0; round < rounds; ++round) {
        const Experiment e = random.next();
        QVERIFY2(e.sequence.tokens.size() < 3 || !e.mask.causal, "three tokens and a causal mask");
    }
}

LAB_APPLESS_TEST(TestPlantedFailure)
#include "tst_planted_failure.moc"
