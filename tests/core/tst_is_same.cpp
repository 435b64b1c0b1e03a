// SPDX-License-Identifier: GPL-3.0-or-later
//
// Equality of experiments: every part counts, compared by value and not by identity.
#include "core/experiment/experiment.h"

#include "core/experiment/is_same.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/one_change.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <functional>
#include <limits>

using namespace lab;
using namespace lab::test;

Q_DECLARE_METATYPE(OneChange)

class TestIsSame : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void copies();
    void randomPairs();
    void oneChange_data();
    void oneChange();
    void viewDoesNotCount();
    void bitsOfNumbers();
};

void TestIsSame::copies() {
    RandomExperiments random(71);
    for (int i = 0; i < many_experiments; ++i) {
        const Experiment experiment = random.next();
        QVERIFY(is_same(experiment, experiment));
        const Experiment copy = clone(experiment);
        QCOMPARE(difference(experiment, copy).value_or(""), std::string());
        QVERIFY(is_same(experiment, copy) && is_same(copy, experiment));
    }
}

void TestIsSame::randomPairs() {
    RandomExperiments random(72);
    Experiment before = random.next();
    for (int i = 0; i < many_experiments; ++i) {
        const Experiment next = random.next();
        QCOMPARE(is_same(before, next), !difference(before, next));
        before = next;
    }
}

void TestIsSame::oneChange_data() {
    QTest::addColumn<OneChange>("change");
    for (const OneChange& each : every_change())
        QTest::newRow(each.name.c_str()) << each;
}

void TestIsSame::oneChange() {
    QFETCH(OneChange, change);
    RandomExperiments random(73);
    for (int i = 0; i < many_experiments / 20; ++i) {
        // A mutation may add a part before changing it, so the last comparison starts from `changed`, which
        // has it.
        const Experiment experiment = random.next();
        Experiment changed = clone(experiment);
        change.make(changed);
        QVERIFY(difference(experiment, changed));
        QVERIFY(!is_same(experiment, changed) && !is_same(changed, experiment));
        Experiment again = clone(changed);
        QVERIFY(is_same(changed, again));
        change.make(again);
        QCOMPARE(is_same(changed, again), !difference(changed, again));
    }
}

/// View settings are neither undone nor unsaved changes.
void TestIsSame::viewDoesNotCount() {
    RandomExperiments random(75);
    for (int i = 0; i < many_experiments / 20; ++i) {
        const Experiment experiment = random.next();
        Experiment other = clone(experiment);
        other.view = another_object(other.view);
        QCOMPARE(difference(experiment, other).value_or(""), std::string("view"));
        QVERIFY(is_same(experiment, other) && is_same(other, experiment));
    }
}

/// 0 and −0 differ in a matrix, and NaN equals NaN.
void TestIsSame::bitsOfNumbers() {
    RandomExperiments random(74);
    const auto with = [e = random.plain(ProjectionKind::linear)](double value) {
        Experiment other = e;
        other.projection.W_Q = share(Matrix::Constant(2, 3, value));
        return other;
    };
    QVERIFY(!is_same(with(0.0), with(-0.0)));
    QVERIFY(is_same(with(0.0), with(0.0)));
    QVERIFY(is_same(with(std::nan("")), with(std::nan(""))));
    QVERIFY(!is_same(with(1.0), with(std::nextafter(1.0, 2.0))));
}

LAB_APPLESS_TEST(TestIsSame)
#include "tst_is_same.moc"
