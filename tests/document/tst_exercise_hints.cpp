// SPDX-License-Identifier: GPL-3.0-or-later
//
// The hints of an exercise: no symbol is left unexplained, and the term is that of the number asked for.
#include "core/analysis/same_numbers.h"
#include "core/describe/names.h"
#include "core/experiment/parameter.h"
#include "tests/support/computed.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/random_experiments.h"
#include "tests/support/test_program.h"
#include "ui/document/examples.h"
#include "ui/text/asked_hints.h"

#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <cmath>

using namespace lab;
using namespace lab::test;

class TestExerciseHints : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void symbols();
    void weights();

private:
    static QString unexplained(const Experiment& experiment);
};

namespace {

/// Letters and words, without the subscripts.
QSet<QString> symbolsIn(QString formulas) {
    static const QRegularExpression inBrackets(QStringLiteral("_(\\((?:[^()]++|(?1))*\\))"));
    static const QRegularExpression low(QStringLiteral("_[^\\s()]+(\\(\\d+\\)[^\\s()]*)*"));
    static const QRegularExpression letters(QStringLiteral("[\\p{L}]+"));
    formulas.remove(inBrackets).remove(low);
    QSet<QString> all;
    for (auto found = letters.globalMatch(formulas); found.hasNext();)
        all.insert(found.next().captured());
    return all;
}

/// What stands on cards and beside parameters, and functions.
QSet<QString> known() {
    QSet<QString> all{"e", "cos", "sin", "tanh", "max"};
    for (const StageInfo& stage : all_stages())
        all += symbolsIn(QString::fromStdString(symbol_of(stage.id)));
    for (const ParameterInfo& parameter : all_parameters())
        all += symbolsIn(QString::fromStdString(symbol_of(parameter.id)));
    return all;
}

} // namespace

QString TestExerciseHints::unexplained(const Experiment& experiment) {
    static const QSet<QString> onScreen = known();
    const Computed computed(experiment);
    for (const StageInfo& stage : all_stages()) {
        if (!has_stage(experiment, stage.id) || copies_parameters(experiment, stage.id))
            continue;
        const Dimensions d = dimensions(experiment);
        const CellRef cell{stage.id, 0, length(stage.rows, d) - 1, 0};
        const AskedHint hint = formulaHint(experiment, computed.of(cell));
        const QString formulas = QString::fromStdString(plain(*hint.formula));
        const QString words = hint.words.section("where ", 1);
        for (const QString& symbol : symbolsIn(formulas)) {
            const QString quoted = QRegularExpression::escape(symbol);
            const bool isWord =
                QRegularExpression("(^|[ |])" + quoted + "(_\\S+)?[^,]* (is|=) ").match(words).hasMatch();
            const bool isComputed =
                QRegularExpression("(^|; )" + quoted + "(_\\S+)? = ").match(formulas).hasMatch();
            if (!onScreen.contains(symbol) && !isWord && !isComputed)
                return symbol + " in: " + formulas + ", where " + words;
        }
    }
    return {};
}

void TestExerciseHints::symbols() {
    for (const QString& name : exampleNames()) {
        for (const Notation notation : {Notation::rows, Notation::columns}) {
            Experiment e = example(name);
            e.notation = notation;
            QCOMPARE(unexplained(e), QString());
        }
    }
    RandomExperiments random(52);
    for (int i = 0; i < many_experiments / 4; ++i) {
        Experiment e = random.next();
        e.overrides.clear(); // such cells are not asked for
        QCOMPARE(unexplained(e), QString());
    }
}

/// The part of the weight that is asked for, and of no other.
void TestExerciseHints::weights() {
    const Experiment e = example("sky-is-blue");
    const Computed computed(e);
    for (Index key = 0; key < dimensions(e).n_k; ++key) {
        const ExplanationStep step = computed.of({StageId::weights, 0, 1, key}).steps.back();
        const Share& own = own_share(step);
        const QString hint = QString::fromStdString(plain(*termHint(e, step).formula));
        QVERIFY2(hint.contains(QStringLiteral("“%1”").arg(QString::fromStdString(own.key))),
                 qPrintable(hint));
        QVERIFY2(hint.endsWith(" = " + hintNumber(std::exp(own.reduced))), qPrintable(hint));
    }
}

LAB_APPLESS_TEST(TestExerciseHints)
#include "tst_exercise_hints.moc"
