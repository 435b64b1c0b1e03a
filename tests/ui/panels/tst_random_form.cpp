// SPDX-License-Identifier: GPL-3.0-or-later
//
// The form for random numbers: its choices, what is drawn, and drawing again.
#include "core/edits/random_parameters.h"
#include "core/experiment/is_same.h"
#include "tests/support/compare.h"
#include "tests/support/test_program.h"
#include "tests/ui/panels/parameters_by_hand.h"
#include "ui/document/edits/shape_edits.h"
#include "ui/panels/parameters/random_form.h"

using namespace lab;
using namespace lab::test;

using P = ParameterId;

class TestRandomForm : public WindowTest {
    Q_OBJECT

private slots:
    void offered_data();
    void offered();
    void notes_data();
    void notes();
    void seeds_data();
    void seeds();
    void drawn_data();
    void drawn();
    void again();
    void formsGo();

private:
    LabDocument& document() { return window().document(); }
    const Experiment& experiment() { return window().document().experiment(); }
    QString step() { return window().document().undoStack().undoText(); }
    int steps() { return window().document().undoStack().count(); }
    ParameterSection& section(P id) { return *window().parameters().section(id); }
    RandomForm& randomForm(P id);
};

RandomForm& TestRandomForm::randomForm(P id) {
    choose_for(window(), id, "Random");
    auto* form = qobject_cast<RandomForm*>(section(id).form());
    if (!form)
        qFatal("no form");
    return *form;
}

void TestRandomForm::offered_data() {
    QTest::addColumn<P>("id");
    QTest::addColumn<int>("heads");
    QTest::addColumn<bool>("output");
    QTest::addColumn<QStringList>("distributions");
    QTest::addColumn<QStringList>("scopes");
    const QStringList plain{"uniform", "*normal"};
    const QStringList weights{"uniform", "*normal", "Linear layer"};
    const QString three = "*W_Q, W_K, W_V";
    const QString heads = "W_Q, W_K, W_V head by head";
    const QString four = "W_Q, W_K, W_V, W_O";
    QTest::newRow("vectors") << P::E << 2 << true << plain << QStringList{"*this matrix"};
    QTest::newRow("weights") << P::W_K << 1 << false << weights << QStringList{"this matrix", three};
    QTest::newRow("heads") << P::W_V << 2 << false << weights << QStringList{"this matrix", three, heads};
    QTest::newRow("all") << P::W_Q << 2 << true << weights << QStringList{"this matrix", three, four, heads};
    QTest::newRow("output") << P::W_O << 2 << true << weights << QStringList{"*this matrix", four};
}

/// The entries of the form's menus, with a star before the chosen one.
void TestRandomForm::offered() {
    QFETCH(P, id);
    QFETCH(int, heads);
    QFETCH(bool, output);
    QFETCH(QStringList, distributions);
    QFETCH(QStringList, scopes);
    setSize(document(), Size::heads, heads);
    setOutputWeights(document(), output);
    const RandomForm& form = randomForm(id);
    const auto texts = [](const PillButton& pill) {
        QStringList list;
        for (const QAction* each : pill.menu()->actions()) {
            if (each->isVisible())
                list += (each->isChecked() ? "*" : "") + each->text();
        }
        return list;
    };
    QCOMPARE(texts(form.generator()), (QStringList{"*PyTorch", "NumPy"}));
    QCOMPARE(texts(form.distribution()), distributions);
    QCOMPARE(texts(form.scope()), scopes);
    QCOMPARE(form.scope().isVisible(), id != P::E);
    QCOMPARE(form.seed().text(), QStringLiteral("123"));
}

void TestRandomForm::notes_data() {
    QTest::addColumn<int>("d_k");
    QTest::addColumn<QString>("generator");
    QTest::addColumn<QString>("distribution");
    QTest::addColumn<QString>("note");
    QTest::newRow("uniform") << 2 << "PyTorch"
                             << "uniform"
                             << "";
    QTest::newRow("few") << 7 << "PyTorch"
                         << "normal"
                         << "Numbers drawn at once: 14. From 16 on, PyTorch";
    QTest::newRow("many") << 8 << "PyTorch"
                          << "normal"
                          << "Numbers drawn at once: 16. Below 16, PyTorch";
    QTest::newRow("NumPy") << 7 << "NumPy"
                           << "normal"
                           << "";
    QTest::newRow("no layers") << 2 << "NumPy"
                               << "Linear layer"
                               << "NumPy has no linear layers";
}

void TestRandomForm::notes() {
    QFETCH(int, d_k);
    QFETCH(QString, generator);
    QFETCH(QString, distribution);
    QFETCH(QString, note);
    RandomForm& form = randomForm(P::W_Q);
    for (const auto& [pill, text] :
         {std::pair(&form.generator(), generator), std::pair(&form.distribution(), distribution)}) {
        QTest::mouseClick(pill, Qt::LeftButton);
        choose(pill->menu(), text);
        QCOMPARE(pill->text(), text);
    }
    type_size(window(), Size::d_k, QString::number(d_k)); // while the form is open
    QVERIFY2(note.isEmpty() ? form.note().isEmpty() : form.note().startsWith(note), qPrintable(form.note()));
    if (distribution != "Linear layer")
        return;
    const Experiment before = experiment();
    QTest::mouseClick(&form.draw(), Qt::LeftButton);
    QVERIFY(problem(window(), P::W_Q).contains("Not drawn: linear of NumPy"));
    QVERIFY(is_same(experiment(), before));
}

void TestRandomForm::seeds_data() {
    QTest::addColumn<QString>("generator");
    QTest::addColumn<QString>("seed");
    QTest::addColumn<bool>("good");
    QTest::newRow("spaces") << "PyTorch"
                            << " 42 " << true;
    QTest::newRow("negative") << "PyTorch"
                              << "-1" << true;
    QTest::newRow("negative for NumPy") << "NumPy"
                                        << "-1" << false;
    QTest::newRow("large for NumPy") << "NumPy"
                                     << "4294967296" << false;
    QTest::newRow("words") << "PyTorch"
                           << "seed" << false;
    QTest::newRow("none") << "NumPy"
                          << "" << false;
    QTest::newRow("a fraction") << "PyTorch"
                                << "1.5" << false;
}

void TestRandomForm::seeds() {
    QFETCH(QString, generator);
    QFETCH(QString, seed);
    QFETCH(bool, good);
    LabWindow& w = window();
    RandomForm& form = randomForm(P::W_Q);
    QTest::mouseClick(&form.generator(), Qt::LeftButton);
    choose(form.generator().menu(), generator);
    form.seed().setText(seed);
    QTest::keyClick(&form.seed(), Qt::Key_Return);
    QCOMPARE(steps(), good ? 1 : 0);
    QCOMPARE(form.seed().text(), seed);
    QCOMPARE(problem(window(), P::W_Q).startsWith("The seed must be"), !good);
    QCOMPARE(w.status().text().startsWith("The seed must be"), !good);
}

void TestRandomForm::drawn_data() {
    QTest::addColumn<P>("id");
    QTest::addColumn<QString>("distribution");
    QTest::addColumn<QString>("scope");
    QTest::addColumn<DrawScope>("drawn");
    QTest::addColumn<QString>("text");
    QTest::newRow("one") << P::W_K << "normal"
                         << "this matrix" << DrawScope::one << "W_K: PyTorch, seed 7, normal";
    QTest::newRow("three") << P::W_K << "uniform"
                           << "W_Q, W_K, W_V" << DrawScope::projection
                           << "Random: PyTorch, seed 7, uniform for W_Q, W_K, W_V";
    QTest::newRow("layers") << P::W_Q << "Linear layer"
                            << "W_Q, W_K, W_V, W_O" << DrawScope::with_output
                            << "Random: PyTorch, seed 7, Linear layer for W_Q, W_K, W_V, W_O";
    QTest::newRow("heads") << P::W_V << "uniform"
                           << "W_Q, W_K, W_V head by head" << DrawScope::head_by_head
                           << "Random: PyTorch, seed 7, uniform for W_Q, W_K, W_V head by head";
}

void TestRandomForm::drawn() {
    QFETCH(P, id);
    QFETCH(QString, distribution);
    QFETCH(QString, scope);
    QFETCH(DrawScope, drawn);
    QFETCH(QString, text);
    LabWindow& w = window();
    w.controller().openExample("two-heads");
    const Experiment before = experiment();
    RandomForm& form = randomForm(id);
    QVERIFY(form.seed().hasFocus());
    for (const auto& [pill, entry] :
         {std::pair(&form.distribution(), distribution), std::pair(&form.scope(), scope)}) {
        QTest::mouseClick(pill, Qt::LeftButton);
        choose(pill->menu(), entry);
    }
    type_into(form.seed(), "7");
    const RandomSource source{Generator::pytorch, 7,
                              distribution == "normal"    ? Distribution::normal
                              : distribution == "uniform" ? Distribution::uniform
                                                          : Distribution::linear};
    QCOMPARE(difference(experiment(), with_random(before, id, source, drawn).value()).value_or(""),
             std::string());
    QCOMPARE(step(), text);
    QCOMPARE(steps(), 1);
    QCOMPARE(section(id).form(), &form); // stays open for the next seed
    QTest::keyClick(&form.seed(), Qt::Key_Escape);
    QVERIFY(!section(id).form() && w.grid(id).hasFocus());
    QCOMPARE(randomForm(id).scope().text(), scope); // remembers the last scope
}

void TestRandomForm::again() {
    LabWindow& w = window();
    RandomForm& form = randomForm(P::W_K);
    type_into(form.seed(), "2024");
    const Experiment drawn = experiment();
    QTest::keyClick(&form.seed(), Qt::Key_Escape);
    select_cell(w, P::W_K, 1, 0);
    QTest::keyClicks(&w.grid(P::W_K), "5");
    QTest::keyClick(w.grid(P::W_K).viewport()->findChild<QLineEdit*>(), Qt::Key_Return);
    QTRY_COMPARE(w.value(P::W_K, 1, 0), 5.0);
    choose_for(w, P::W_K, "Again: PyTorch, seed 2024, normal for W_Q, W_K, W_V");
    QCOMPARE(difference(experiment(), drawn).value_or(""), std::string());
    QCOMPARE(steps(), 3);
    // Matrices drawn together with it offer the same.
    QVERIFY(entry(open_menu(w, P::W_V), "Again: PyTorch, seed 2024")->isEnabled());
}

void TestRandomForm::formsGo() {
    LabWindow& w = window();
    randomForm(P::W_Q);
    choose_kind(w, "Identity"); // has no W_Q
    QVERIFY(!section(P::W_Q).form());
    choose_kind(w, "Linear");
    randomForm(P::W_Q);
    choose_for(w, P::W_Q, "Round"); // replaces the form
    QVERIFY(section(P::W_Q).form() && !qobject_cast<RandomForm*>(section(P::W_Q).form()));
    w.document().openExample("two-heads");
    QVERIFY(!section(P::W_Q).form());
    section(P::W_Q).setFolded(true);
    randomForm(P::W_Q); // also unfolds the section
    QVERIFY(!section(P::W_Q).isFolded());
}

LAB_WINDOW_TEST(TestRandomForm)
#include "tst_random_form.moc"
