// SPDX-License-Identifier: GPL-3.0-or-later
//
// What would raise the inspected number: wedges beside the parameters, the list in the explanation, and a
// step.
#include "core/edits/cell_overrides.h"
#include "core/engine/pipeline.h"
#include "core/experiment/is_same.h"
#include "core/io/experiment_json.h"
#include "tests/core/gradients.h"
#include "tests/support/lessons.h"
#include "tests/support/test_program.h"
#include "tests/ui/panels/explanation_by_hand.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/lesson/lesson_player.h"
#include "ui/panels/explanation/pull_bar.h"
#include "ui/panels/parameters/pull_delegate.h"
#include "ui/panels/parameters/pull_legend.h"
#include "ui/panels/parameters/shape_controls.h"
#include "ui/selection/pull_of_inspected.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/pill_button.h"
#include "ui/widgets/toggle_switch.h"
#include "ui/window/menu/actions.h"
#include "ui/window/status_line.h"

#include <QRegularExpression>
#include <QSignalSpy>
#include <QTextDocument>

using namespace lab;
using namespace lab::test;

class TestWhatRaises : public ExplanationTest {
    Q_OBJECT

private slots:
    void wedges_data();
    void wedges();
    void everyMatrix();
    void wedgeAreas();
    void numbersStayReadable_data();
    void numbersStayReadable();
    void list();
    void allOfMany();
    void noneOfValues();
    void nothingPulls_data();
    void nothingPulls();
    void saturated();
    void spoken();
    void step_data();
    void step();
    void lastStep();
    void outcomeGoes_data();
    void outcomeGoes();
    void lengthIsRefused();
    void locked();
    void follows();
    void covered_data();
    void covered();
    void whileAQuestionIsOpen();
    void lastHintOfAGoal_data();
    void lastHintOfAGoal();
    void lastHintAsksWhatIsOpen();
    void switches();
    void kept();
    void notInspected();
    void onTheWorker();
    void anotherDocument();
    void ofALoss();

private:
    LabWindow& open(const Experiment& e) {
        window().document().replace(e, {});
        return window();
    }
    LabWindow& open(const char* example) {
        window().document().openExample(example);
        return window();
    }
    void switchOn() { QTest::keyClick(&window(), Qt::Key_F8, Qt::ShiftModifier); }
    PullOfInspected& pull() { return window().pull(); }
    PullBar& bar() { return panel().pullBar(); }
    PullLegend& legend() { return window().parameters().pullLegend(); }
    /// The wedge beside a number of a grid; nullopt: it has no lane.
    std::optional<double> wedge(ParameterId id, int row, int column) {
        const QVariant share = window().grid(id).model()->index(row, column).data(PullDelegate::PullRole);
        return share.isValid() ? std::optional(share.toDouble()) : std::nullopt;
    }
    std::vector<ParameterId> pulled();
};

namespace {

const CellRef weightOfBlue{StageId::weights, 0, 1, 2};

QString plain(const QLabel& label) {
    QTextDocument text;
    text.setHtml(label.text());
    return text.toPlainText().replace(QChar(QChar::Nbsp), QLatin1Char(' ')).remove(QChar(0x2060));
}

} // namespace

/// The parameters of which a number has a wedge.
std::vector<ParameterId> TestWhatRaises::pulled() {
    std::vector<ParameterId> ids;
    for (const auto& [id, slopes] : pull().found()->pull.slopes) {
        if (!slopes.isZero(0))
            ids.push_back(id);
    }
    return ids;
}

void TestWhatRaises::wedges_data() {
    QTest::addColumn<CellRef>("cell");
    QTest::addColumn<Notation>("notation");
    using enum StageId;
    for (const Notation notation : {Notation::rows, Notation::columns}) {
        const char* side = notation == Notation::rows ? "rows" : "columns";
        for (const CellRef& cell :
             {weightOfBlue, CellRef{inputs, 0, 0, 1}, CellRef{queries, 0, 2, 0}, CellRef{keys, 0, 1, 1},
              CellRef{values, 0, 0, 0}, CellRef{scores, 0, 0, 2}, CellRef{scaled_scores, 0, 2, 2},
              CellRef{masked_scores, 0, 2, 0}, CellRef{head_outputs, 0, 1, 1}, CellRef{output, 0, 2, 1}})
            QTest::newRow(qPrintable(QString("%1, %2").arg(info(cell.stage).name.data(), side)))
                << cell << notation;
    }
}

/// Each wedge is the derivative by finite differences, as a share of the largest of all grids.
void TestWhatRaises::wedges() {
    QFETCH(CellRef, cell);
    QFETCH(Notation, notation);
    LabWindow& w = open("sky-is-blue");
    setNotation(w.document(), notation);
    w.click(cell.stage, {cell.row, cell.column});
    QVERIFY(w.selection().inspected() == cell);
    QVERIFY(!wedge(ParameterId::E, 0, 0));
    switchOn();
    const Experiment& e = w.document().experiment();
    double largest = 0;
    for (const ParameterId id : {ParameterId::E, ParameterId::W_Q, ParameterId::W_K, ParameterId::W_V}) {
        const MatrixModel& model = w.parameters().section(id)->model();
        for (int row = 0; row < model.rowCount(); ++row) {
            for (int column = 0; column < model.columnCount(); ++column) {
                const ParameterCell at = model.cellOf(model.index(row, column));
                const double is = *measured(e, cell, id, at.row, at.column);
                QVERIFY(wedge(id, row, column));
                const double shown = *wedge(id, row, column) * pull().shown()->pull.largest;
                QVERIFY2(std::abs(is - shown) < 1e-7, qPrintable(place_in(id, at.row, at.column, shown, is)));
                largest = std::max(largest, std::abs(*wedge(id, row, column)));
            }
        }
    }
    QCOMPARE(largest, 1.0);
    switchOn();
    QVERIFY(!wedge(ParameterId::E, 0, 0) && !legend().isVisible());
}

/// In a document that has nearly everything, each grid has lanes, also one that is made later.
void TestWhatRaises::everyMatrix() {
    Experiment e = flowing_document();
    add_norm(e, QkNormKind::rms, 1e-5, true);
    add_scores(e, false);
    e.normalization.sink = share(Matrix{{0.5, -0.2}});
    open(e);
    switchOn();
    window().selection().inspect(CellRef{StageId::output, 0, 1, 0});
    using enum ParameterId;
    for (const ParameterId id : {E, W_Q, W_K, W_V, W_O, g_Q, g_K, sink, additive}) {
        QVERIFY2(wedge(id, 0, 0), info(id).name.data());
        bool isPulled = false;
        const QAbstractItemModel& model = *window().grid(id).model();
        for (int i = 0; i < model.rowCount() * model.columnCount(); ++i)
            isPulled = isPulled || *wedge(id, i / model.columnCount(), i % model.columnCount()) != 0;
        QVERIFY2(isPulled, info(id).name.data());
    }
    setPosition(window().document(), PositionKind::learned);
    QVERIFY(wedge(position, 1, 0) && *wedge(position, 1, 0) != 0);
    const int bias = window().grid(W_O).model()->rowCount() - 1;
    QVERIFY(*wedge(W_O, bias, 0) != 0);
}

/// The area of a wedge is the derivative.
void TestWhatRaises::wedgeAreas() {
    const QRectF lane(10, 20, 12, 30);
    const auto area = [&](double share) {
        const QPolygonF p = PullDelegate::wedge(lane, share);
        if (p.size() != 3)
            return 0.0;
        const QPointF a = p[1] - p[0], b = p[2] - p[0];
        return std::abs(a.x() * b.y() - a.y() * b.x()) / 2;
    };
    for (const double share : {1.0, 0.5, 0.1, 0.01, -0.3, -1.0}) {
        QVERIFY(std::abs(area(share) / area(1) - std::abs(share)) < 1e-9);
        const QPolygonF shape = PullDelegate::wedge(lane, share);
        QVERIFY(lane.contains(shape.boundingRect()));
        QCOMPARE(shape[0].y() < lane.center().y(), share > 0);
    }
    QCOMPARE(PullDelegate::wedge(lane, 0.009).size(), 2);
    QCOMPARE(PullDelegate::wedge(lane, -1e-9).size(), 2);
}

void TestWhatRaises::numbersStayReadable_data() {
    QTest::addColumn<int>("scale");
    for (const int scale : {100, 300})
        QTest::newRow(qPrintable(QString::number(scale))) << scale;
}

/// Numbers have as much room beside the lane as without it.
void TestWhatRaises::numbersStayReadable() {
    QFETCH(int, scale);
    openWindow({1600, 1000}, scale);
    LabWindow& w = open("sky-is-blue");
    w.selection().inspect(weightOfBlue);
    const int before = w.grid(ParameterId::W_Q).columnWidth(0);
    switchOn();
    const int now = w.grid(ParameterId::W_Q).columnWidth(0);
    QVERIFY2(now - PullDelegate::laneWidth(theme()) >=
                 std::min(before, w.parameters()
                                      .section(ParameterId::W_Q)
                                      ->model()
                                      .widestShownNumber(QFontMetrics(theme().font(TextRole::number)))),
             qPrintable(QString("%1, was %2").arg(now).arg(before)));
    switchOn();
    QCOMPARE(w.grid(ParameterId::W_Q).columnWidth(0), before);
}

void TestWhatRaises::list() {
    LabWindow& w = open("sky-is-blue");
    w.click(StageId::weights, {1, 2});
    QVERIFY(!text().contains("by its slope"));
    QVERIFY(LabWindow::press(&bar().toggle()));
    QVERIFY2(text().contains("What would raise it"), qPrintable(text()));
    QVERIFY(pull().found());
    QCOMPARE(pull().found()->pull.count, Index(14));
    const std::vector<ParameterCell> all = strongest(pull().found()->pull, 100);
    QCOMPARE(all.size(), std::size_t(14));
    const auto rows = [&] {
        std::vector<ParameterCell> listed;
        QStringList lines;
        for (const QString& line : text().split('\n'))
            lines += line.trimmed();
        for (const ParameterCell& each : all) {
            const QString name = nameInList(w.document().experiment(), each);
            if (lines.contains(name))
                listed.push_back(each);
        }
        return listed;
    };
    QVERIFY(rows() == std::vector<ParameterCell>(all.begin(), all.begin() + 5));
    QVERIFY2(text().contains(QRegularExpression("E\\[is,1\\]\\s+▼ −0.1")) && text().contains("+0.0026"),
             qPrintable(text()));
    QCOMPARE(plain(legend()),
             QString("▲ more raises it   ▼ less raises it\nLargest: 0.0026 for each 0.1, in E[is,1]"));
    QVERIFY2(text().contains("All 14"), qPrintable(text()));
    QVERIFY(click(allPullsLink()));
    QVERIFY(rows() == all);
    QVERIFY(click(allPullsLink()));
    QVERIFY(rows().size() == 5);
    // A name leads to its parameter, and the wedges stay.
    QVERIFY(click(all[1]));
    QVERIFY(w.selection().inspectedParameter() == all[1]);
    QVERIFY(w.selection().inspected() == weightOfBlue && wedge(ParameterId::E, 0, 0));
    emit legend().linkActivated("number");
    QVERIFY(w.selection().inspectedParameter() == all[0]);
}

/// Of thousands, not all are listed, and the page says so.
void TestWhatRaises::allOfMany() {
    open("sky-is-blue");
    Experiment e = with_text(window().document().experiment(), "sky is blue and we see it now");
    e.projection.W_Q = share(some_matrix(2, 60) / 4);
    e.projection.W_K = share(some_matrix(2, 60) / 5);
    open(e);
    switchOn();
    window().selection().inspect(CellRef{StageId::scores, 0, 1, 2});
    QTRY_VERIFY(pull().canStep());
    const Index count = pull().found()->pull.count;
    QVERIFY(count > 200);
    QVERIFY2(text().contains("The 200 strongest"), qPrintable(text()));
    QVERIFY(click(allPullsLink()));
    QVERIFY2(text().contains(QString("The 200 strongest of %1.").arg(count)), qPrintable(text()));
}

void TestWhatRaises::noneOfValues() {
    LabWindow& w = open("sky-is-blue");
    w.selection().inspect(weightOfBlue);
    const auto note = [&](ParameterId id) { return w.parameters().section(id)->pullNote(); };
    QCOMPARE(note(ParameterId::W_V), QString());
    switchOn();
    QCOMPARE(note(ParameterId::W_V), QString("No pull: values come after the weights."));
    QCOMPARE(note(ParameterId::W_Q), QString());
    QCOMPARE(*wedge(ParameterId::W_V, 0, 0), 0.0);
    w.parameters().section(ParameterId::W_V)->setFolded(true);
    QCOMPARE(note(ParameterId::W_V), QString());
    w.parameters().section(ParameterId::W_V)->setFolded(false);
    w.selection().inspect(CellRef{StageId::output, 0, 1, 0});
    QCOMPARE(note(ParameterId::W_V), QString());
    w.selection().inspect(CellRef{StageId::queries, 0, 1, 0});
    QCOMPARE(note(ParameterId::W_K), QString("No pull: the number is computed without W_K."));
}

void TestWhatRaises::nothingPulls_data() {
    QTest::addColumn<lab::test::Edit>("edit");
    QTest::addColumn<CellRef>("cell");
    QTest::addColumn<QString>("why");
    QTest::newRow("override") << lab::test::Edit([](Experiment& e) {
        e.overrides = {{StageId::weights, 0, 1, 2, 0.5, {}}};
    }) << weightOfBlue << "No pull: the number is overridden.";
    QTest::newRow("hidden") << lab::test::Edit([](Experiment& e) { e.mask.causal = true; }) << weightOfBlue
                            << "No pull: the key is hidden from the query.";
    QTest::newRow("one key") << lab::test::Edit([](Experiment& e) { e.mask.causal = true; })
                             << CellRef{StageId::weights, 0, 0, 0}
                             << "No pull: only one key is visible to the query, so that its weight is 1.";
}

void TestWhatRaises::nothingPulls() {
    QFETCH(lab::test::Edit, edit);
    QFETCH(CellRef, cell);
    QFETCH(QString, why);
    open("sky-is-blue");
    Experiment e = window().document().experiment();
    edit(e);
    open(e);
    switchOn();
    window().selection().inspect(cell);
    QVERIFY2(text().contains(why), qPrintable(text()));
    QVERIFY2(plain(legend()).endsWith(why), qPrintable(plain(legend())));
    QVERIFY(!plain(legend()).contains("Largest"));
    for (const ParameterId id : {ParameterId::E, ParameterId::W_Q, ParameterId::W_V}) {
        QCOMPARE(*wedge(id, 0, 0), 0.0);
        QCOMPARE(window().parameters().section(id)->pullNote(), QString());
    }
    QVERIFY(!bar().stepButton().isVisible());
}

void TestWhatRaises::saturated() {
    LabWindow& w = open("sky-is-blue");
    setScale(w.document(), 30000);
    switchOn();
    w.selection().inspect(weightOfBlue);
    QVERIFY2(text().contains("softmax is saturated", Qt::CaseInsensitive), qPrintable(text()));
    QVERIFY(!text().contains("vanish"));
}

void TestWhatRaises::spoken() {
    LabWindow& w = open("sky-is-blue");
    w.selection().inspect(weightOfBlue);
    const auto said = [&](ParameterId id, int row, int column) {
        return w.grid(id).model()->index(row, column).data(Qt::AccessibleTextRole).toString();
    };
    QCOMPARE(said(ParameterId::E, 1, 0), QString("E[is,1] = -0.012"));
    switchOn();
    QCOMPARE(said(ParameterId::E, 1, 0), QString("E[is,1] = -0.012; less raises it, 0.0026 for each 0.1"));
    QVERIFY2(said(ParameterId::E, 2, 0).contains("; more raises it, 0.00"),
             qPrintable(said(ParameterId::E, 2, 0)));
    QVERIFY(!said(ParameterId::W_V, 0, 0).contains("raises"));
    setNotation(w.document(), Notation::columns);
    QVERIFY(said(ParameterId::E, 0, 1).contains("; less raises it, 0.0026 for each 0.1"));
    QVERIFY(!bar().length().accessibleName().isEmpty());
}

void TestWhatRaises::step_data() {
    QTest::addColumn<QString>("length");
    QTest::addColumn<CellRef>("cell");
    QTest::newRow("a tenth") << "" << weightOfBlue;
    QTest::newRow("one") << "1" << weightOfBlue;
    QTest::newRow("far beyond") << "20" << weightOfBlue;
    QTest::newRow("a little") << "1e-7" << weightOfBlue;
    QTest::newRow("of an output") << "0.3" << CellRef{StageId::output, 0, 0, 1};
    QTest::newRow("of one matrix alone") << "0.3" << CellRef{StageId::inputs, 0, 0, 1};
}

/// All parameters move along the slopes; what came of it stands beside what the slope promised.
void TestWhatRaises::step() {
    QFETCH(QString, length);
    QFETCH(CellRef, cell);
    LabWindow& w = open("sky-is-blue");
    switchOn();
    w.selection().inspect(cell);
    const Experiment before = w.document().experiment();
    if (!length.isEmpty()) {
        QTest::mouseClick(&bar().length(), Qt::LeftButton);
        bar().length().selectAll();
        QTest::keyClicks(&bar().length(), length);
    }
    const PullOfCell found = *pull().found();
    QVERIFY(LabWindow::press(&bar().stepButton()));
    const double size = length.isEmpty() ? 0.1 : length.toDouble();
    QCOMPARE(w.document().undoStack().index(), 1);
    double squares = 0;
    for (const auto& [id, slopes] : found.pull.slopes) {
        const Matrix moved = *parameter(w.document().experiment(), id) - *parameter(before, id);
        QVERIFY((moved - size * slopes / found.pull.length).isZero(1e-12));
        squares += moved.squaredNorm();
    }
    QVERIFY(std::abs(std::sqrt(squares) - size) < 1e-9);
    QVERIFY(pull().outcome() && pull().outcome()->after);
    const double after = value_with(w.document().experiment(), cell);
    QCOMPARE(pull().outcome()->before, value_with(before, cell));
    QCOMPARE(*pull().outcome()->after, after);
    QCOMPARE(pull().outcome()->promised, found.value + size * found.pull.length);
    QVERIFY(after > found.value);
    const QString said = bar().outcome();
    QVERIFY2(said.contains(". The slope promised "), qPrintable(said));
    const double off = std::abs(pull().outcome()->promised - after);
    QCOMPARE(said.contains("for small steps"), off > (after - found.value) / 2);
    QVERIFY(said.contains("for small steps") || length != "20");
    if (length.isEmpty())
        QCOMPARE(said, QString("0.3422 → 0.3483. The slope promised 0.3474."));
    QVERIFY2(said.section(" → ", 1).section(". The", 0, 0) != said.section(" → ", 0, 0), qPrintable(said));
    QTest::keyClick(&w, Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(is_same(w.document().experiment(), before));
    QCOMPARE(write_experiment(w.document().experiment()), write_experiment(before));
    QCOMPARE(bar().outcome(), QString());
    QCOMPARE(pull().found()->value, found.value);
}

void TestWhatRaises::outcomeGoes_data() {
    QTest::addColumn<int>("way");
    const char* ways[] = {"edit", "another number", "undo", "off", "cover"};
    for (int way = 0; way < 5; ++way)
        QTest::newRow(ways[way]) << way;
}

/// What came of a step is of the numbers as they were then.
void TestWhatRaises::outcomeGoes() {
    QFETCH(int, way);
    LabWindow& w = open("sky-is-blue");
    switchOn();
    w.selection().inspect(weightOfBlue);
    QVERIFY(LabWindow::press(&bar().stepButton()));
    QVERIFY(bar().outcome().contains("promised"));
    if (way == 0)
        w.document().setValue(ParameterId::W_Q, 0, 0, 1);
    else if (way == 1)
        w.click(StageId::weights, {0, 0});
    else if (way == 2)
        w.document().undo();
    else if (way == 3)
        switchOn();
    else
        w.document().coverCells({StageId::scores, 0, {0, 0, 1, 1}});
    QCOMPARE(bar().outcome(), QString());
    if (way == 3)
        switchOn();
    QCOMPARE(bar().outcome(), QString());
}

/// After a step from which none leads on, the bar stays where it is, and the keyboard in it.
void TestWhatRaises::lastStep() {
    LabWindow& w = open("sky-is-blue");
    switchOn();
    w.selection().inspect(weightOfBlue);
    bar().length().setNumber(1e4);
    bar().stepButton().setFocus();
    QVERIFY(LabWindow::press(&bar().stepButton()));
    QVERIFY(!pull().canStep());
    QVERIFY(bar().isVisible() && !bar().stepButton().isEnabled());
    QVERIFY(bar().outcome().contains("promised"));
    QVERIFY(bar().length().hasFocus());
    w.click(StageId::weights,
            {0, 0}); // the outcome has gone, and with it the bar, unless there is another step
    QCOMPARE(bar().isVisible(), pull().canStep());
}

void TestWhatRaises::lengthIsRefused() {
    LabWindow& w = open("sky-is-blue");
    switchOn();
    w.selection().inspect(weightOfBlue);
    for (const char* wrong : {"0", "-1", "nan", "1e400", "long"}) {
        QTest::mouseClick(&bar().length(), Qt::LeftButton);
        bar().length().selectAll();
        QTest::keyClicks(&bar().length(), wrong);
        QVERIFY(LabWindow::press(&bar().stepButton()));
        QCOMPARE(w.document().undoStack().index(), 0);
        QTest::keyClick(&bar().length(), Qt::Key_Escape);
    }
    QTest::mouseClick(&bar().length(), Qt::LeftButton);
    bar().length().selectAll();
    QTest::keyClicks(&bar().length(), "1e308");
    const Experiment before = w.document().experiment();
    QVERIFY(LabWindow::press(&bar().stepButton())); // its numbers are finite, what comes of them is not
    w.document().undo();
    QVERIFY(is_same(w.document().experiment(), before));
}

/// In a step of a lesson, it moves only what may change there.
void TestWhatRaises::locked() {
    LabWindow& w = window();
    const auto play = [&](const LessonJson& allow) {
        w.document().replace(with_steps({{{"id", "first"}, {"text", "Look."}, {"allow", allow}}},
                                        {{"id", "abcdefghijklmnop"}}),
                             {});
        w.lesson().startAgain();
        w.selection().inspect(CellRef{StageId::scores, 0, 1, 2});
    };
    switchOn();
    play(LessonJson::array());
    const Experiment before = w.document().experiment();
    QTRY_VERIFY(pull().found());
    QVERIFY(!pull().canStep());
    QVERIFY2(text().contains("only what is locked in this step moves the number"), qPrintable(text()));
    play(LessonJson::array({"W_Q"}));
    QTRY_VERIFY(pull().canStep());
    pull().step(0.1);
    const Experiment& after = w.document().experiment();
    QVERIFY(!is_same(after, before));
    QCOMPARE(*parameter(after, ParameterId::W_K), *parameter(before, ParameterId::W_K));
    play(nullptr);
    QTRY_VERIFY(pull().canStep());
    pull().step(0.1);
    QVERIFY(!is_same(w.document().experiment(), before));
}

/// While a number is dragged, wedges, list and legend are of the numbers as they are then.
void TestWhatRaises::follows() {
    LabWindow& w = open("sky-is-blue");
    switchOn();
    w.selection().inspect(weightOfBlue);
    MatrixGrid& grid = w.grid(ParameterId::W_Q);
    const QPoint start = w.cell_of(ParameterId::W_Q, 1, 1);
    QTest::mousePress(grid.viewport(), Qt::LeftButton, {}, start);
    double before = pull().found()->pull.largest;
    const double first = before;
    for (int by = 20; by <= 60; by += 20) {
        QTest::mouseMove(grid.viewport(), start + QPoint(by, 0));
        QVERIFY(w.document().isPreviewing());
        const Experiment& e = w.document().experiment();
        before = pull().found()->pull.largest;
        QCOMPARE(pull().found()->value, value_with(e, weightOfBlue));
        const auto is = measured(e, weightOfBlue, ParameterId::E, 1, 0);
        QVERIFY(std::abs(*wedge(ParameterId::E, 1, 0) * before - *is) < 1e-7);
        QVERIFY2(plain(legend()).contains(gainText(before)), qPrintable(plain(legend())));
    }
    QVERIFY(before != first);
    QTest::mouseRelease(grid.viewport(), Qt::LeftButton, {}, start + QPoint(60, 0));
    QVERIFY(w.selection().inspected() == weightOfBlue);
}

void TestWhatRaises::covered_data() {
    QTest::addColumn<StageBlock>("block");
    QTest::newRow("the number") << StageBlock{StageId::weights, 0, {1, 2, 1, 1}};
    QTest::newRow("an operand") << StageBlock{StageId::queries, 0, {1, 0, 1, 2}};
    QTest::newRow("something else") << StageBlock{StageId::output, 0, {0, 0, 1, 1}};
}

/// While anything is covered, nothing is told, and the reason is.
void TestWhatRaises::covered() {
    QFETCH(StageBlock, block);
    LabWindow& w = open("sky-is-blue");
    w.selection().inspect(weightOfBlue);
    switchOn();
    w.document().coverCells(block);
    const auto isSilent = [&] {
        return !pull().found() && !pull().shown() && !wedge(ParameterId::E, 1, 0) && !legend().isVisible() &&
               !text().contains("by its slope") && !bar().stepButton().isVisible();
    };
    QVERIFY(isSilent());
    QVERIFY2(text().contains("Not shown while numbers are covered."), qPrintable(text()));
    pull().step(0.1);
    QCOMPARE(w.document().undoStack().index(), 0);
    switchOn();
    switchOn();
    QVERIFY(isSilent());
    QVERIFY(!w.grid(ParameterId::E)
                 .model()
                 ->index(1, 0)
                 .data(Qt::AccessibleTextRole)
                 .toString()
                 .contains("raises"));
    w.document().uncover();
    QVERIFY(!isSilent() && wedge(ParameterId::E, 1, 0));
}

/// What is asked is not told: here, that a goal is near if a number grows.
void TestWhatRaises::whileAQuestionIsOpen() {
    LabWindow& w = window();
    const LessonJson choice{{"kind", "choice"},
                            {"id", "which"},
                            {"text", "Which?"},
                            {"options", {{{"text", "a"}, {"right", true}}, {{"text", "b"}}}}};
    w.document().replace(
        with_steps({{{"id", "first"}, {"text", "Look."}, {"ask", {choice}}}}, {{"id", "abcdefghijklmnop"}}),
        {});
    switchOn();
    w.lesson().startAgain();
    w.selection().inspect(CellRef{StageId::scores, 0, 1, 2});
    QVERIFY(w.lesson().question());
    QVERIFY(!pull().found() && !legend().isVisible());
    QVERIFY2(text().contains("Not shown while a question is open."), qPrintable(text()));
    w.lesson().show();
    QTRY_VERIFY(!w.lesson().question());
    QTRY_VERIFY(pull().found() && legend().isVisible());
}

void TestWhatRaises::lastHintOfAGoal_data() {
    QTest::addColumn<QString>("hint");
    QTest::addColumn<bool>("covers");
    QTest::newRow("after what is written") << "Look at W_Q." << false;
    QTest::newRow("nothing is written") << "" << false;
    QTest::newRow("beside covered numbers") << "Look at W_Q." << true;
}

/// For a goal it is the last hint, whatever is switched on; nothing is told where a number is covered.
void TestWhatRaises::lastHintOfAGoal() {
    QFETCH(QString, hint);
    QFETCH(bool, covers);
    LabWindow& w = window();
    LessonJson goal{{"kind", "goal"}, {"id", "more"}, {"text", "More."}, {"stage", "weights"},
                    {"row", 1},       {"column", 2},  {"at_least", 0.9}};
    if (!hint.isEmpty())
        goal["hint"] = hint.toStdString();
    LessonJson ask = LessonJson::array({goal});
    if (covers)
        ask.push_back({{"kind", "number"},
                       {"id", "score"},
                       {"text", "?"},
                       {"stage", "scores"},
                       {"row", 0},
                       {"column", 0}});
    w.document().replace(
        with_steps({{{"id", "first"}, {"text", "Look."}, {"ask", ask}}}, {{"id", "abcdefghijklmnop"}}), {});
    w.lesson().startAgain();
    QTRY_VERIFY(w.lesson().isChecked());
    QCOMPARE(w.document().cover().isEmpty(), !covers);
    QCOMPARE(w.lesson().canHint(), !hint.isEmpty() || !covers);
    if (!hint.isEmpty())
        w.lesson().showHint();
    QVERIFY(!pull().found() && !legend().isVisible() && !wedge(ParameterId::W_Q, 0, 0));
    QCOMPARE(w.lesson().canHint(), !covers);
    QCOMPARE(w.lesson().isPullNext(), !covers);
    if (covers)
        return;
    w.lesson().showHint();
    QVERIFY(!w.lesson().canHint());
    QVERIFY(w.selection().inspected() == weightOfBlue);
    QTRY_VERIFY(pull().found() && pull().found()->of == weightOfBlue);
    QVERIFY(legend().isVisible() && wedge(ParameterId::W_Q, 0, 0));
    QVERIFY(!pull().isSwitchedOn() && !pull().canStep()); // it is to be reached by hand
    // Of other numbers nothing is said, and nothing of any while one is covered.
    w.selection().inspect(CellRef{StageId::scores, 0, 0, 0});
    QVERIFY(!pull().found() && !wedge(ParameterId::W_Q, 0, 0));
    w.selection().inspect(weightOfBlue);
    QTRY_VERIFY(pull().found() != nullptr);
    w.document().coverCells(wholeMatrix(w.document().experiment(), StageId::values, 0));
    QVERIFY(!pull().found() && !wedge(ParameterId::W_Q, 0, 0));
    w.document().uncover();
    QTRY_VERIFY(pull().found() != nullptr);
    w.lesson().leave();
    QVERIFY(!pull().isOn());
}

/// It shows what the step leaves open, and is not offered where that is no parameter.
void TestWhatRaises::lastHintAsksWhatIsOpen() {
    LabWindow& w = window();
    const LessonJson goal{{"kind", "goal"}, {"id", "more"}, {"text", "More."}, {"stage", "weights"},
                          {"row", 1},       {"column", 2},  {"at_least", 0.9}};
    const auto playWith = [&](const LessonJson& allow) {
        w.document().replace(
            with_steps(
                {{{"id", "first"}, {"text", "Look."}, {"ask", LessonJson::array({goal})}, {"allow", allow}}},
                {{"id", "abcdefghijklmnop"}}),
            {});
        w.lesson().startAgain();
        QTRY_VERIFY(w.lesson().isChecked());
    };
    playWith(LessonJson::array({"mask", "options"}));
    QVERIFY(!w.lesson().canHint() && !w.lesson().isPullNext());
    playWith(LessonJson::array({"W_K"}));
    QVERIFY(w.lesson().isPullNext());
    w.lesson().showHint();
    QTRY_VERIFY(pull().found() != nullptr);
    QVERIFY(!wedge(ParameterId::W_Q, 0, 0) && wedge(ParameterId::W_K, 0, 0));
    QVERIFY(pull().found()->pull.where.id == ParameterId::W_K);
    // What is open may have no part in the number.
    playWith(LessonJson::array({"W_V"}));
    w.lesson().showHint();
    QTRY_VERIFY(pull().found() != nullptr);
    QCOMPARE(pull().found()->pull.count, Index(0));
    QVERIFY2(legend().text().contains("only what is locked in this step moves the number"),
             qPrintable(legend().text()));
    w.lesson().leave();
}

/// The switch in the panel, the key and the menu are one.
void TestWhatRaises::switches() {
    LabWindow& w = open("sky-is-blue");
    QAction& action = w.actions()[ActionId::what_raises];
    QVERIFY(!bar().toggle().isVisible());
    w.selection().inspect(weightOfBlue);
    QVERIFY(bar().toggle().isVisible() && !bar().toggle().isChecked() && !action.isChecked());
    QVERIFY(LabWindow::press(&bar().toggle()));
    QVERIFY(action.isChecked() && pull().isOn() && bar().stepButton().isVisible());
    switchOn();
    QVERIFY(!action.isChecked() && !bar().toggle().isChecked() && !bar().stepButton().isVisible());
    action.trigger();
    QVERIFY(bar().toggle().isChecked() && legend().isVisible());
    w.selection().clearInspected();
    QVERIFY(!bar().toggle().isVisible() && !bar().isVisible() && !legend().isVisible());
    QVERIFY(!wedge(ParameterId::E, 0, 0));
}

void TestWhatRaises::kept() {
    LabWindow& w = open("sky-is-blue");
    switchOn();
    w.close();
    QVERIFY(Preferences::load().whatRaises);
    openWindow({1600, 1000}, 100, Preferences::load());
    QVERIFY(pull().isOn() && window().actions()[ActionId::what_raises].isChecked());
    switchOn();
    window().close();
    QVERIFY(!Preferences::load().whatRaises);
}

void TestWhatRaises::notInspected() {
    LabWindow& w = open("sky-is-blue");
    switchOn();
    QVERIFY2(w.status().text().contains("Inspect a number"), qPrintable(w.status().text()));
    w.selection().inspect(weightOfBlue);
    w.actions()[ActionId::create].trigger();
    QTRY_VERIFY(is_empty(w.document().experiment()));
    QVERIFY(!pull().found() && !legend().isVisible());
    w.document().openExample("sky-is-blue");
    w.selection().inspect(ParameterCell{ParameterId::W_Q, 0, 0});
    QVERIFY(!pull().found() && !legend().isVisible());
}

/// A large document does not block the window; what was found before stays meanwhile, and cannot be stepped
/// along.
void TestWhatRaises::onTheWorker() {
    QString words;
    for (int i = 0; i < 1000; ++i)
        words += QString("w%1 ").arg(i % 40);
    LabWindow& w = open("sky-is-blue");
    open(with_text(w.document().experiment(), words.toStdString()));
    switchOn();
    const CellRef cell{StageId::weights, 0, 7, 9};
    w.selection().inspect(cell);
    QVERIFY(!pull().found());
    QTRY_VERIFY(pull().canStep());
    const double before = pull().found()->value;
    w.document().setValue(ParameterId::W_Q, 0, 0, 2);
    QVERIFY(pull().isStale() && !pull().canStep() && pull().found()->value == before);
    w.document().setValue(ParameterId::W_Q, 0, 0, 3);
    QTRY_VERIFY(pull().canStep());
    QCOMPARE(pull().found()->value, value_with(w.document().experiment(), cell));
    pull().step(0.1);
    QVERIFY(pull().outcome() && !pull().outcome()->after && bar().outcome().isEmpty());
    QTRY_VERIFY(pull().outcome()->after);
    QVERIFY(bar().outcome().contains("promised"));
    w.selection().clearInspected();
    QVERIFY(!pull().found());
}

/// What is found is never of another document.
void TestWhatRaises::anotherDocument() {
    LabWindow& w = open("sky-is-blue");
    switchOn();
    w.selection().inspect(weightOfBlue);
    w.document().openExample("numeric-decoder");
    QVERIFY(!pull().found() && !legend().isVisible());
    w.type_sentence("one");
    w.selection().inspect(CellRef{StageId::scores, 0, 0, 0});
    QTRY_VERIFY(pull().canStep());
    w.type_sentence("one two");
    QTRY_VERIFY(pull().canStep());
    for (const auto& [id, slopes] : pull().found()->pull.slopes)
        QCOMPARE(slopes.size(), parameter(w.document().experiment(), id)->size());
}

/// The grids show what anybody else hands them.
void TestWhatRaises::ofALoss() {
    LabWindow& w = open("sky-is-blue");
    Matrix slopes = Matrix::Zero(2, 2);
    slopes(0, 1) = -0.5;
    slopes(1, 1) = 0.25;
    auto shown = std::make_shared<const ShownPull>(
        ShownPull{*pull_of({{ParameterId::W_Q, slopes}}), ShownPull::At::loss});
    w.parameters().setPull(shown);
    QCOMPARE(*wedge(ParameterId::W_Q, 0, 1), -1.0);
    QCOMPARE(*wedge(ParameterId::W_Q, 1, 1), 0.5);
    QVERIFY(!wedge(ParameterId::W_K, 1, 1)); // it may not change
    QVERIFY(w.grid(ParameterId::W_Q)
                .model()
                ->index(0, 1)
                .data(Qt::AccessibleTextRole)
                .toString()
                .endsWith("; less lowers the loss, 0.050 for each 0.1"));
    QCOMPARE(plain(legend()), QString("▲ more lowers the loss   ▼ less lowers the loss\nLargest: 0.050 for "
                                      "each 0.1, in WQ[1,2]"));
    // Without a wedge, none is explained.
    auto still = std::make_shared<ShownPull>(*shown);
    still->pull.slopes[ParameterId::W_Q].setZero();
    still->pull.count = 0;
    w.parameters().setPull(still);
    QVERIFY2(!plain(legend()).contains("▲"), qPrintable(plain(legend())));
    w.parameters().setPull(nullptr);
    QVERIFY(!wedge(ParameterId::W_Q, 0, 1) && !legend().isVisible());
}

LAB_WINDOW_TEST(TestWhatRaises)
#include "tst_what_raises.moc"
