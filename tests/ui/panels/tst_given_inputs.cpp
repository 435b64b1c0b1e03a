// SPDX-License-Identifier: GPL-3.0-or-later
//
// Inputs with one row per position, in the window: the way there and back, editing, and what is said of them.
#include "tests/support/compare.h"
#include "tests/support/shown_table.h"
#include "tests/support/test_program.h"
#include "tests/ui/panels/parameters_by_hand.h"
#include "ui/document/edits/option_edits.h"
#include "ui/panels/dictionary/dictionary_panel.h"
#include "ui/panels/dictionary/dictionary_table.h"
#include "ui/plots/film/scene_content.h"
#include "ui/plots/shared/stage_texts.h"
#include "ui/widgets/fold_header.h"

using namespace lab;
using namespace lab::test;

using P = ParameterId;

class TestGivenInputs : public WindowTest {
    Q_OBJECT

private slots:
    void thereAndBack();
    void oneRowIsEdited();
    void differentRows_data();
    void differentRows();
    void sourceHasItsOwn();
    void revertedWithItsTokens();
    void dictionaryIsNotUsed();
    void said_data();
    void said();
    void filmed();

private:
    LabDocument& document() { return window().document(); }
    const Experiment& experiment() { return window().document().experiment(); }
    bool shows(P id) { return window().parameters().section(id)->isVisible(); }
    QString heading(P id, int row) {
        return window().grid(id).model()->headerData(row, Qt::Vertical).toString();
    }
    /// "the sky the" by row.
    void openRows();
};

void TestGivenInputs::openRows() {
    window().type_sentence("the sky the");
    choose_for(window(), P::E, "One row per position");
}

void TestGivenInputs::thereAndBack() {
    LabWindow& w = window();
    w.type_sentence("the sky the");
    const Experiment before = experiment();
    const Matrix output = shown_values(w.heatmap(StageId::output));
    const int steps = document().undoStack().count();
    QVERIFY(shows(P::E) && !shows(P::X));
    choose_for(w, P::E, "One row per position");
    QCOMPARE(document().undoStack().count(), steps + 1);
    QCOMPARE(document().undoStack().undoText(), QStringLiteral("One row per position"));
    QVERIFY(!shows(P::E) && shows(P::X) && !shows(P::X_source));
    QCOMPARE(heading(P::X, 0), QStringLiteral("the(1)"));
    QCOMPARE(heading(P::X, 2), QStringLiteral("the(3)"));
    QVERIFY(same_bits(shown_values(w.heatmap(StageId::output)), output));
    choose_for(w, P::X, "One vector per word");
    QCOMPARE(document().undoStack().undoText(), QStringLiteral("One vector per word"));
    QVERIFY(shows(P::E) && !shows(P::X));
    QCOMPARE(difference(experiment(), before).value_or(""), std::string());
    document().undo();
    QVERIFY(shows(P::X));
    document().undo();
    QCOMPARE(difference(experiment(), before).value_or(""), std::string());
}

/// A number of a row changes that row alone, although its word stands twice; the sentence takes it along.
void TestGivenInputs::oneRowIsEdited() {
    LabWindow& w = window();
    openRows();
    const Matrix inputs = shown_values(w.heatmap(StageId::inputs));
    QVERIFY(w.grid(P::X).model()->setData(w.grid(P::X).model()->index(2, 1), "7.5"));
    Matrix expected = inputs;
    expected(2, 1) = 7.5;
    QVERIFY(same_bits(shown_values(w.heatmap(StageId::inputs)), expected));
    QCOMPARE(document().undoStack().undoText().section(' ', 0, 0), QStringLiteral("X[the(3),2]"));
    paste_into(w, P::X, "1 2\n3 4\n5 6");
    QCOMPARE(w.value(P::X, 2, 0), 5.0);
    w.type_sentence("blue the sky the");
    QCOMPARE(matrix_of(w, P::X).rows(), Index{4});
    QCOMPARE(w.value(P::X, 3, 0), 5.0);
    QCOMPARE(w.value(P::X, 1, 0), 1.0);
    choose_for(w, P::X, "Zeros");
    QVERIFY(matrix_of(w, P::X).isZero(0));
}

void TestGivenInputs::differentRows_data() {
    QTest::addColumn<int>("row");
    QTest::addColumn<QString>("reason");
    QTest::newRow("of a word that stands once") << 1 << QString();
    QTest::newRow("of a word that stands twice") << 2 << "The rows of “the” differ";
}

void TestGivenInputs::differentRows() {
    QFETCH(int, row);
    QFETCH(QString, reason);
    openRows();
    document().setValue(P::X, row, 0, 9);
    QMenu* menu = open_menu(window(), P::X);
    QAction* back = entry(menu, "One vector per word");
    QCOMPARE(back->isEnabled(), reason.isEmpty());
    QVERIFY2(back->toolTip().contains(reason), qPrintable(back->toolTip()));
    menu->close();
}

void TestGivenInputs::sourceHasItsOwn() {
    LabWindow& w = window();
    openRows();
    document().setSource(true);
    QVERIFY(shows(P::X) && shows(P::X_source));
    document().setText("the sea", Side::source);
    QCOMPARE(heading(P::X_source, 1), QStringLiteral("sea"));
    document().setValue(P::X_source, 0, 0, 9);
    QCOMPARE(shown_values(w.heatmap(StageId::source_inputs))(0, 0), 9.0);
    QVERIFY(shown_values(w.heatmap(StageId::inputs))(0, 0) != 9.0);
    document().setSource(false);
    QVERIFY(!shows(P::X_source));
}

/// Rows of other tokens are not put back.
void TestGivenInputs::revertedWithItsTokens() {
    LabWindow& w = window();
    openRows();
    QAction* revert = entry(open_menu(w, P::X), "Revert");
    QVERIFY(!revert->isEnabled());
    QVERIFY2(revert->toolTip().contains("Not in the document as opened"), qPrintable(revert->toolTip()));
    QApplication::activePopupWidget()->close();
    document().replace(experiment(), {});
    document().setValue(P::X, 0, 0, 9);
    choose_for(w, P::X, "Revert");
    QVERIFY(w.value(P::X, 0, 0) != 9.0);
    document().setText("sea sky the");
    revert = entry(open_menu(w, P::X), "Revert");
    QVERIFY2(revert->toolTip().contains("The tokens have changed"), qPrintable(revert->toolTip()));
    QApplication::activePopupWidget()->close();
}

void TestGivenInputs::dictionaryIsNotUsed() {
    LabWindow& w = window();
    const auto note = [&]() -> QString {
        for (const QLabel* each : w.dictionary()->findChildren<QLabel*>()) {
            if (each->isVisible() && each->text().startsWith("Not used now"))
                return each->text();
        }
        return {};
    };
    openRows();
    choose_for(w, P::X, "Dictionary");
    QVERIFY(!note().isEmpty());
    document().undo();
    QVERIFY(note().isEmpty());
    document().redo();
    QVERIFY(!note().isEmpty());
    Experiment bare = experiment();
    bare.embedding.table = std::make_shared<const EmbeddingTable>();
    document().replace(bare, {}); // a table may be absent
    QCOMPARE(w.dictionary()->table().model()->rowCount(), 0);
    QVERIFY(w.press(LabWindow::button(*w.dictionary(), QStringLiteral("✕"))));
    QVERIFY(w.grid(P::X).hasFocus());
    choose_for(w, P::X, "Dictionary");
    QVERIFY(w.dictionary());
}

void TestGivenInputs::said_data() {
    QTest::addColumn<PositionKind>("position");
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("rows");
    QTest::addColumn<QString>("source");
    QTest::newRow("no positions") << PositionKind::none << "X"
                                  << "X, given"
                                  << "X<sub>source</sub>, given";
    QTest::newRow("positions") << PositionKind::learned << "X = E + P"
                               << "X = X<sub>rows</sub> + P"
                               << "X<sub>source</sub> = X<sub>source rows</sub> + P";
}

void TestGivenInputs::said() {
    QFETCH(PositionKind, position);
    QFETCH(QString, words);
    QFETCH(QString, rows);
    QFETCH(QString, source);
    setPosition(document(), position);
    QCOMPARE(formulaText(experiment(), StageId::inputs, 0), words);
    setInputs(document(), InputKind::rows);
    document().setSource(true);
    QCOMPARE(formulaText(experiment(), StageId::inputs, 0), rows);
    QCOMPARE(formulaText(experiment(), StageId::source_inputs, 0), source);
}

/// The first scene shows the rows, each with its token, and frames the one that is taken.
void TestGivenInputs::filmed() {
    openRows();
    const Film film(experiment(), {FilmOrder::by_stage, FilmGrain::row});
    const SceneContent content = sceneContent(document(), film, 3);
    const auto above = std::ranges::find(content.panels, SceneSlot::above, &ScenePanel::slot);
    QVERIFY(above != content.panels.end());
    QCOMPARE(above->title, QStringLiteral("Input rows"));
    QCOMPARE(above->symbol, QStringLiteral("X<sub>rows</sub>"));
    QCOMPARE(above->rows.value(2), QStringLiteral("the(3)"));
    QCOMPARE(above->framed, (std::vector<Block>{{2, 0, 1, above->block.columns}}));
    QCOMPARE(text_of(captionOf(document(), film.step(3))->words), std::string("Take the row of “the” (3)"));
}

LAB_WINDOW_TEST(TestGivenInputs)
#include "tst_given_inputs.moc"
