// SPDX-License-Identifier: GPL-3.0-or-later
//
// What an exercise says of a number is never longer than the text that the strip keeps room for.
#include "core/analysis/diagnosis/mistaken_trace.h"
#include "core/analysis/diagnosis/typed_number.h"
#include "core/base/number_format.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/random_experiments.h"
#include "tests/support/special_numbers.h"
#include "tests/support/test_program.h"
#include "ui/document/examples.h"
#include "ui/document/lab_document.h"
#include "ui/document/lesson/exercise.h"

#include <QTest>

#include <cmath>

using namespace lab;
using namespace lab::test;

class TestExerciseAnswers : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void noneIsLonger_data();
    void noneIsLonger();
};

namespace {

/// Numbers that somebody may type for a cell: what each mistake gives, and those of other cells.
std::vector<double> candidates(const Experiment& experiment, const CellRef& cell) {
    MistakenTrace right(experiment);
    const Matrix own = right.stage(cell.stage, cell.head);
    std::vector<double> numbers{0.123456, own(cell.row, cell.column) * 1.003};
    for (const Mistake& each : TypedNumbers::tried(experiment, cell))
        numbers.push_back(MistakenTrace(right, each).stage(cell.stage, cell.head)(cell.row, cell.column));
    numbers.push_back(-own(cell.row, cell.column));
    for (const Index other : {own.cols() - 1, cell.column})
        numbers.push_back(own(own.rows() - 1 - cell.row, other));
    for (const StageInfo& other : all_stages()) {
        const StageInfo& its = info(cell.stage);
        if (has_stage(experiment, other.id) && other.rows == its.rows && other.columns == its.columns)
            numbers.push_back(right.stage(other.id, cell.head)(cell.row, cell.column));
    }
    std::erase_if(numbers, [](double each) { return !std::isfinite(each); });
    return numbers;
}

Experiment withWeight(Experiment experiment, double number) {
    MatrixPtr& weights = experiment.projection.W_K;
    Matrix changed = *weights;
    changed(0, 0) = number;
    weights = share(std::move(changed));
    return experiment;
}

} // namespace

void TestExerciseAnswers::noneIsLonger_data() {
    QTest::addColumn<Experiment>("experiment");
    for (const QString& name : exampleNames())
        QTest::newRow(qPrintable(name)) << example(name);
    const Experiment one = example("sky-is-blue");
    for (const double number : {1e-300, -infinity}) {
        Experiment overridden = one;
        overridden.overrides.push_back({StageId::scaled_scores, 0, 1, 0, number, {}});
        QTest::addRow("a score is %s", shortest(number).c_str()) << overridden;
    }
    for (const double number : {1e-300, 1e300}) // the latter makes infinity and NaN
        QTest::addRow("a weight is %s", shortest(number).c_str()) << withWeight(one, number);
    RandomExperiments random(11);
    for (int i = 0; i < many_experiments / 10; ++i)
        QTest::addRow("random %d", i) << random.next();
}

void TestExerciseAnswers::noneIsLonger() {
    QFETCH(Experiment, experiment);
    LabDocument document;
    document.replace(experiment, {});
    Exercise exercise(document);
    const Dimensions d = dimensions(experiment);
    for (const StageInfo& stage : all_stages()) {
        if (!whyNotAsked(document, stage.id).isEmpty())
            continue;
        const HeadIndex head = stage.per_head ? d.H - 1 : 0;
        const CellRef cell{stage.id, head, length(stage.rows, d) - 1, 0};
        for (const double number : candidates(experiment, cell)) {
            ask(document, cell.stage, cell.head, {cell.row, cell.column, 1, 1});
            if (!exercise.current()) // an override: it is given
                continue;
            const QString longest = exercise.longAnswer();
            for (const QString& typed :
                 {QString::fromStdString(display(number, 4)), QString::fromStdString(brief(number))}) {
                if (!exercise.current())
                    break;
                const QString answer = exercise.answer(typed);
                QVERIFY2(answer.size() <= longest.size(), qPrintable(answer + '\n' + longest));
            }
        }
    }
}

LAB_GUILESS_TEST(TestExerciseAnswers)
#include "tst_exercise_answers.moc"
