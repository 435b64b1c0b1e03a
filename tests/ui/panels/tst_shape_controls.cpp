// SPDX-License-Identifier: GPL-3.0-or-later
//
// Resizing, adding and removing biases and output weights, choosing the kind of projection, and whole
// sessions.
#include "core/experiment/is_same.h"
#include "core/experiment/validate.h"
#include "core/io/experiment_json.h"
#include "core/io/file.h"
#include "tests/support/compare.h"
#include "tests/support/document_results.h"
#include "tests/support/test_program.h"
#include "tests/ui/panels/parameters_by_hand.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/edits/shape_edits.h"
#include "ui/document/examples.h"
#include "ui/panels/parameters/random_form.h"
#include "ui/window/strips/head_strip.h"

using namespace lab;
using namespace lab::test;

using P = ParameterId;

class TestShapeControls : public WindowTest {
    Q_OBJECT

private slots:
    void sizes_data();
    void sizes();
    void refusals_data();
    void refusals();
    void headsTyped();
    void biases();
    void outputWeights();
    void kindsAndBack_data();
    void kindsAndBack();
    void shownFields_data();
    void shownFields();
    void columnsNotation();
    void allHeads();
    void sessionAndBack();
    void sessionFromNothing();

private:
    LabDocument& document() { return window().document(); }
    const Experiment& experiment() { return window().document().experiment(); }
    QString step() { return window().document().undoStack().undoText(); }
    int steps() { return window().document().undoStack().count(); }
    ShapeControls& shape() { return window().parameters().shape(); }
    void undo() { window().press_key(Qt::Key_Z, Qt::ControlModifier); }
};

void TestShapeControls::sizes_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<Size>("size");
    QTest::addColumn<int>("wanted");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* what, const char* example, Size size, int wanted, const char* text) {
        QTest::newRow(what) << example << size << wanted << QString::fromUtf8(text);
    };
    row("more features", "sky-is-blue", Size::d_model, 5, "d_model 2 → 5");
    row("fewer features", "two-heads", Size::d_model, 3, "d_model 8 → 3");
    row("wider keys", "sky-is-blue", Size::d_k, 4, "d_k 2 → 4");
    row("narrower keys", "two-heads", Size::d_k, 1, "d_k 4 → 1");
    row("wider values", "sky-is-blue", Size::d_v, 3, "d_v 2 → 3");
    row("heads", "sky-is-blue", Size::heads, 3, "heads 1 → 3");
    row("one head", "two-heads", Size::heads, 1, "heads 2 → 1");
    row("shared keys", "two-heads", Size::kv_heads, 1, "key/value heads 2 → 1");
    row("wider output", "two-heads", Size::d_out, 9, "d_out 8 → 9");
    row("features without weights", "journey-without-weights", Size::d_model, 7, "d_model 3 → 7");
    row("heads without weights", "journey-without-weights", Size::heads, 3, "heads 1 → 3");
}

void TestShapeControls::sizes() {
    QFETCH(QString, name);
    QFETCH(Size, size);
    QFETCH(int, wanted);
    QFETCH(QString, text);
    LabWindow& w = window();
    w.controller().openExample(name);
    const Experiment before = experiment();
    const Experiment expected = with_size(before, size, wanted).value();
    type_size(w, size, QString::number(wanted));
    QCOMPARE(step(), text);
    QCOMPARE(steps(), 1);
    QCOMPARE(difference(experiment(), expected).value_or(""), std::string());
    QCOMPARE(size_of(experiment(), size), Index{wanted});
    QCOMPARE(test::disagreement(document()), std::string());
    QVERIFY(shape().field(size).hasFocus()); // ready to type the next number
    undo();
    QCOMPARE(difference(experiment(), before).value_or(""), std::string());
    QCOMPARE(shape().field(size).text(), QString::number(size_of(before, size)));
    QVERIFY(!w.isWindowModified());
}

void TestShapeControls::refusals_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<Size>("size");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char* what, const char* example, Size size, const char* typed,
                        const char* reason) {
        QTest::newRow(what) << example << size << typed << QString::fromUtf8(reason);
    };
    row("heads that do not divide", "journey-without-weights", Size::heads, "2",
        "heads can’t be 2: it must be a divisor of d_model: 1, 3; unchanged");
    row("groups that do not divide", "two-heads", Size::kv_heads, "3",
        "key/value heads can’t be 3: it must be a divisor of the number of heads: 1, 2");
    row("none", "sky-is-blue", Size::heads, "0", "heads can’t be 0: it must be a whole number from 1");
    row("less than none", "sky-is-blue", Size::d_k, "-2", "d_k can’t be −2");
    row("a half", "sky-is-blue", Size::heads, "1.5", "heads must be a whole number; unchanged");
    row("letters", "sky-is-blue", Size::d_model, "three", "“three” is no finite number");
    row("nothing", "sky-is-blue", Size::d_v, " ", "Enter a number");
    row("a comma", "sky-is-blue", Size::d_v, "1,000", "could mean two numbers");
    row("beyond counting", "sky-is-blue", Size::d_model, "1e300", "d_model must be a whole number");
    row("too many", "sky-is-blue", Size::d_k, "100001", "d_k can’t be 100001");
    row("no room", "sky-is-blue", Size::d_model, "100000", "d_model can’t be 100000: it must be less");
}

void TestShapeControls::refusals() {
    QFETCH(QString, name);
    QFETCH(Size, size);
    QFETCH(QString, typed);
    QFETCH(QString, reason);
    LabWindow& w = window();
    w.controller().openExample(name);
    if (typed == "100000") // so that the weights would be too large
        setSize(document(), Size::d_k, 2000);
    const int before = steps();
    const Experiment old = experiment();
    type_size(w, size, typed);
    QVERIFY2(w.status().text().contains(reason), qPrintable(w.status().text()));
    QCOMPARE(steps(), before);
    QVERIFY(is_same(experiment(), old));
    NumberField& field = shape().field(size);
    QCOMPARE(field.text(), typed); // for correction
    QVERIFY(field.toolTip().contains(reason));
    QTest::keyClick(&field, Qt::Key_Tab);
    QCOMPARE(field.text(), QString::number(size_of(old, size)));
    QVERIFY(!field.toolTip().contains(reason));
    QCOMPARE(steps(), before);
}

void TestShapeControls::headsTyped() {
    LabWindow& w = window();
    const Experiment before = experiment();
    QVERIFY(!shape().field(Size::kv_heads).isVisible());
    type_size(w, Size::heads, "3");
    QCOMPARE(w.heads().heads().size(), std::size_t{3});
    QVERIFY(w.heads().heads()[2]->isVisible());
    for (const P id : {P::W_Q, P::W_K, P::W_V}) {
        QVERIFY(same_bits(matrix_of(w, id).leftCols(2), *parameter(before, id)));
        QCOMPARE(matrix_of(w, id).cols(), Index{6});
    }
    QCOMPARE(step(), QStringLiteral("heads 1 → 3"));
    QTest::mouseClick(w.heads().heads()[2], Qt::LeftButton);
    QCOMPARE(w.grid(P::W_Q).model()->headerData(0, Qt::Horizontal).toString(), QStringLiteral("d1"));
    QCOMPARE(w.grid(P::W_Q).model()->headerData(0, Qt::Horizontal, Qt::ToolTipRole).toString(),
             QStringLiteral("d1 of head 3: column 5 of W_Q"));
    QVERIFY(!shape().field(Size::kv_heads).isVisible());
    type_size(w, Size::kv_heads, "2");
    QVERIFY2(w.status().text().contains("a divisor of the number of heads: 1, 3"),
             qPrintable(w.status().text()));
    type_size(w, Size::kv_heads, "1");
    QCOMPARE(matrix_of(w, P::W_K).cols(), Index{2});
    undo();
    undo();
    QVERIFY(is_same(experiment(), before));
    QCOMPARE(w.heads().heads().size(), std::size_t{1});
    QVERIFY(!w.heads().heads()[0]->isVisible());
    QVERIFY(!w.isWindowModified());
}

void TestShapeControls::biases() {
    LabWindow& w = window();
    const Experiment before = experiment();
    QVERIFY(!shape().biases().isChecked());
    QVERIFY(w.press(&shape().biases()));
    QCOMPARE(step(), QStringLiteral("Biases added"));
    for (const P id : {P::b_Q, P::b_K, P::b_V})
        QVERIFY(parameter(experiment(), id));
    QCOMPARE(w.grid(P::W_Q).model()->rowCount(), 3);
    QVERIFY(shape().biases().isChecked());
    QVERIFY(w.press(&shape().biases()));
    QCOMPARE(step(), QStringLiteral("Biases removed"));
    QVERIFY(is_same(experiment(), before));
    QCOMPARE(steps(), 2);
    // An existing bias is kept.
    setBias(document(), P::b_K, true);
    document().setValue(P::b_K, 0, 1, 7.5);
    QVERIFY(!shape().biases().isChecked());
    QVERIFY(w.press(&shape().biases()));
    QCOMPARE(matrix_of(w, P::b_K)(0, 1), 7.5);
    QVERIFY(hasBiases(experiment()));
    while (w.isWindowModified())
        undo();
    QVERIFY(is_same(experiment(), before));
}

void TestShapeControls::outputWeights() {
    LabWindow& w = window();
    const Experiment before = experiment();
    ParameterSection* section = w.parameters().section(P::W_O);
    QVERIFY(section->addButton().isVisible() && !section->menuButton().isVisible());
    QVERIFY(!shape().field(Size::d_out).isVisible());
    QVERIFY(w.press(&section->addButton()));
    QCOMPARE(step(), QStringLiteral("W_O added"));
    QVERIFY(!section->addButton().isVisible() && w.grid(P::W_O).isVisible());
    QVERIFY(shape().field(Size::d_out).isVisible());
    QCOMPARE(disagreement(w), std::string());
    choose_for(w, P::W_O, "Remove W_O");
    QCOMPARE(step(), QStringLiteral("W_O removed"));
    QCOMPARE(steps(), 2);
    QVERIFY(is_same(experiment(), before));
    QVERIFY(section->addButton().isVisible() && !w.grid(P::W_O).isVisible());
}

void TestShapeControls::kindsAndBack_data() {
    QTest::addColumn<int>("heads");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("there");
    QTest::addColumn<QString>("back");
    QTest::newRow("identity") << 1 << "Identity" << QString() << QString();
    QTest::newRow("identity, heads that do not divide") << 3 << "Identity"
                                                        << "Heads 3 → 2: without weights they share"
                                                        << "Heads 2 → 3, as they were before";
    QTest::newRow("direct") << 1 << "Direct" << QString() << QString();
    QTest::newRow("direct, heads") << 3 << "Direct" << QString() << QString();
}

void TestShapeControls::kindsAndBack() {
    QFETCH(int, heads);
    QFETCH(QString, kind);
    QFETCH(QString, there);
    QFETCH(QString, back);
    const auto says = [this](const QString& text) {
        QTest::qWait(100); // wait for the board's own status messages
        return text.isEmpty() ? !window().status().text().contains("Heads")
                              : window().status().text().startsWith(text);
    };
    LabWindow& w = window();
    setSize(document(), Size::heads, heads);
    setBiases(document(), true);
    setOutputWeights(document(), true);
    const Experiment before = experiment();
    const int first = steps();
    choose_kind(w, kind);
    QVERIFY2(says(there), qPrintable(w.status().text()));
    QCOMPARE(step(), QStringLiteral("Projection: ") + kind);
    QCOMPARE(shape().kind().text(), kind);
    QVERIFY(validate(experiment()).empty());
    QCOMPARE(disagreement(w), std::string());
    choose_kind(w, "Linear");
    QVERIFY2(says(back), qPrintable(w.status().text()));
    QCOMPARE(steps(), first + 2);
    QCOMPARE(experiment().heads.count, before.heads.count);
    for (const ParameterInfo& each : all_parameters()) {
        const MatrixPtr old = parameter(before, each.id);
        const MatrixPtr now = parameter(experiment(), each.id);
        QVERIFY2(!old == !now && (!old || same_bits(*old, *now)), each.name.data());
    }
    choose_kind(w, "Linear"); // already chosen
    QCOMPARE(steps(), first + 2);
    undo();
    undo();
    QCOMPARE(difference(experiment(), before).value_or(""), std::string());
    QCOMPARE(shape().kind().text(), QStringLiteral("Linear"));
}

void TestShapeControls::shownFields_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<bool>("output");
    QTest::addColumn<QStringList>("fields");
    QTest::newRow("linear") << "Linear" << false << QStringList{"d_model", "d_k", "d_v", "heads"};
    QTest::newRow("identity") << "Identity" << false << QStringList{"d_model", "heads"};
    QTest::newRow("direct") << "Direct" << false << QStringList{"d_k", "d_v", "heads"};
    QTest::newRow("identity, W_O") << "Identity" << true << QStringList{"d_model", "heads", "d_out"};
    QTest::newRow("direct, W_O") << "Direct" << true << QStringList{"d_k", "d_v", "heads", "d_out"};
}

void TestShapeControls::shownFields() {
    QFETCH(QString, kind);
    QFETCH(bool, output);
    QFETCH(QStringList, fields);
    LabWindow& w = window();
    setSize(document(), Size::heads, 2);
    setOutputWeights(document(), output);
    if (kind != "Linear")
        choose_kind(w, kind);
    QStringList shown;
    for (const SizeInfo& each : all_sizes()) {
        if (shape().field(each.size).isVisible())
            shown += QString::fromUtf8(each.name.data());
    }
    QCOMPARE(shown, fields);
    QCOMPARE(shape().biases().isVisible(), kind == "Linear");
    QCOMPARE(shape().allHeads().isVisible(), kind != "Identity");
    for (const P id : {P::E, P::W_Q, P::Q})
        QCOMPARE(w.parameters().section(id)->isVisible(), id == P::E   ? kind != "Direct"
                                                          : id == P::Q ? kind == "Direct"
                                                                       : kind == "Linear");
}

void TestShapeControls::columnsNotation() {
    LabWindow& w = window();
    setNotation(document(), Notation::columns);
    type_size(w, Size::d_k, "3");
    QCOMPARE(matrix_of(w, P::W_Q).cols(), Index{3}); // stored untransposed
    QCOMPARE(w.grid(P::W_Q).model()->rowCount(), 3);
    QCOMPARE(w.parameters().section(P::W_Q)->model().shapeText(), QStringLiteral("3 × 2"));
    QVERIFY(w.press(&shape().biases()));
    QCOMPARE(w.grid(P::W_Q).model()->columnCount(), 3);
    QCOMPARE(steps(), 3); // including the notation
}

/// The columns of all heads can be shown at once.
void TestShapeControls::allHeads() {
    LabWindow& w = window();
    QVERIFY(!shape().allHeads().isVisible());
    type_size(w, Size::heads, "3");
    QCOMPARE(w.grid(P::W_Q).model()->columnCount(), 2);
    QVERIFY(w.press(&shape().allHeads()));
    QCOMPARE(w.grid(P::W_Q).model()->columnCount(), 6);
    QCOMPARE(w.grid(P::W_V).model()->columnCount(), 6);
    QCOMPARE(steps(), 1); // a view change is not a step
}

void TestShapeControls::sessionAndBack() {
    Experiment other = example("sky-is-blue");
    other = with_cell(other, P::W_Q, 0, 0, 0.5);
    QVERIFY(!write_file(path("session.attn").toStdString(), write_experiment(other)));
    LabWindow& w = window();
    w.controller().openFile(path("session.attn"));
    QTRY_COMPARE(w.document().file(), path("session.attn"));
    paste_into(w, P::W_Q, "tensor([[-0.0271, -0.3840], [-0.3940, -0.6610]], grad_fn=<MmBackward0>)");
    QCOMPARE(w.value(P::W_Q), -0.0271);
    type_size(w, Size::heads, "3");
    QVERIFY(w.press(&w.parameters().section(P::W_O)->addButton()));
    select_cell(w, P::W_K, 1, 1);
    const Experiment before = experiment();
    QTest::keyPress(&w.grid(P::W_K), Qt::Key_W);
    QTRY_VERIFY(w.value(P::W_K, 1, 1) != value_at(before, P::W_K, 1, 1));
    QTest::keyRelease(&w.grid(P::W_K), Qt::Key_W);
    QVERIFY(is_same(experiment(), before));
    choose_kind(w, "Identity");
    choose_kind(w, "Linear");
    QCOMPARE(experiment().heads.count, Index{3});
    QCOMPARE(disagreement(w), std::string());
    QCOMPARE(steps(), 5);
    for (int left = 5; left > 0; --left) {
        QVERIFY(w.isWindowModified());
        undo();
    }
    QVERIFY(!w.isWindowModified());
    QVERIFY(is_same(experiment(), read_experiment(write_experiment(other)).value()));
}

/// A notebook's self-attention, starting from an empty document.
void TestShapeControls::sessionFromNothing() {
    LabWindow& w = window();
    w.press_key(Qt::Key_N, Qt::ControlModifier);
    QTest::keyClicks(QApplication::focusWidget(), "Your journey starts with one step");
    paste_into(w, P::E,
               "tensor([[0.43, 0.15, 0.89],\n        [0.55, 0.87, 0.66],\n        [0.57, 0.85, 0.64],\n"
               "        [0.22, 0.58, 0.33],\n        [0.77, 0.25, 0.10],\n        [0.05, 0.80, 0.55]])");
    answer(w, P::E, QStringLiteral("d_model 4 → 3"));
    type_size(w, Size::d_k, "2");
    type_size(w, Size::d_v, "2");
    choose_for(w, P::W_Q, "Random");
    auto* form = qobject_cast<RandomForm*>(w.parameters().section(P::W_Q)->form());
    QVERIFY(form);
    QTest::mouseClick(&form->distribution(), Qt::LeftButton);
    choose(form->distribution().menu(), "uniform"); // torch.rand; the form proposes the rest
    QTest::mouseClick(&form->draw(), Qt::LeftButton);
    QCOMPARE(step(), QStringLiteral("Random: PyTorch, seed 123, uniform for W_Q, W_K, W_V"));
    const auto decimals = [](const Matrix& matrix) {
        QStringList numbers;
        for (const double number : matrix.topRows(2).reshaped<Eigen::RowMajor>())
            numbers += QString::number(number, 'f', 4);
        return numbers.join(' ');
    };
    const QString expected = "0.2996 0.8053 0.3061 0.8210";
    QCOMPARE(decimals(shown_values(w.heatmap(StageId::output))), expected);
    QCOMPARE(decimals(*document().completeView(StageId::output).matrix), expected);
}

LAB_WINDOW_TEST(TestShapeControls)
#include "tst_shape_controls.moc"
