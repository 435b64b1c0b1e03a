// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a test that failed on a random document says of it.
#include "core/io/experiment_json.h"
#include "tests/support/random_case.h"
#include "tests/support/random_experiments.h"
#include "tests/support/shrink.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTest>

using namespace lab;
using namespace lab::test;

class TestShrinking : public QObject {
    Q_OBJECT

private slots:
    void leavesOutWhatDoesNotMatter();
    void keepsWhatMatters();
    void asksNoMoreThanItMay();
    void aFailurePrintsItsDocument();
};

void TestShrinking::leavesOutWhatDoesNotMatter() {
    RandomExperiments random(5);
    for (int round = 0; round < 5; ++round) {
        const Experiment small = shrunk(
            random.next(), [](const Experiment&) { return true; }, 2000);
        QCOMPARE(small.sequence.tokens.size(), 1);
        QVERIFY(!small.source);
        QCOMPARE(small.heads.count, 1);
        QVERIFY(small.overrides.empty());
        QVERIFY(small.title.empty());
        QVERIFY(write_experiment(small).size() < 600);
    }
}

bool matters(const Experiment& e) {
    return e.sequence.tokens.size() >= 2 && e.heads.count >= 2 && e.projection.W_Q &&
           e.projection.W_Q->maxCoeff() > 0.75;
}

void TestShrinking::keepsWhatMatters() {
    RandomExperiments random(6);
    for (int tried = 0; tried < 5;) {
        const Experiment e = random.next(ProjectionKind::linear);
        if (!matters(e))
            continue;
        ++tried;
        const Experiment small = shrunk(e, matters, 2000);
        QVERIFY(matters(small));
        QCOMPARE(small.sequence.tokens.size(), 2);
        QCOMPARE(small.heads.count, 2);
        const Matrix& kept = *small.projection.W_Q;
        QVERIFY((kept.array() == kept.array().round()).all());
    }
}

void TestShrinking::asksNoMoreThanItMay() {
    int asked = 0;
    shrunk(
        RandomExperiments(7).next(),
        [&](const Experiment&) {
            ++asked;
            return true;
        },
        10);
    QCOMPARE(asked, 10);
}

void TestShrinking::aFailurePrintsItsDocument() {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove(QStringLiteral("LAB_TEST_FOLDER")); // as if ctest had started it
    environment.remove(QString::fromLatin1(random_case_variable));
    process.setProcessEnvironment(environment);
    process.start(QCoreApplication::applicationFilePath(), {QStringLiteral("planted_failure")});
    QVERIFY(process.waitForFinished(-1));
    QCOMPARE(process.exitCode(), 2);
    const QString said = QString::fromUtf8(process.readAllStandardError());
    QCOMPARE(said.count(QStringLiteral("failed on its random document")), 1);
    QVERIFY2(said.contains(QStringLiteral("fails:words (a row) failed")), qPrintable(said));
    const QString last = said.mid(said.lastIndexOf(QStringLiteral("\n{")));
    const auto small = read_experiment(last.toStdString());
    QVERIFY2(bool(small), qPrintable(last));
    QCOMPARE(small.value().sequence.tokens.size(), 3);
    QVERIFY(small.value().mask.causal);
    QCOMPARE(small.value().heads.count, 1);
    QVERIFY(small.value().overrides.empty());
}

LAB_GUILESS_TEST(TestShrinking)
#include "tst_shrinking.moc"
