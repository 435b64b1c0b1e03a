// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers saved from a card, a parameter and the menu: what is in the files, and what is said.
#include "core/engine/pipeline.h"
#include "core/io/csv.h"
#include "core/io/data_file.h"
#include "core/io/npy.h"
#include "core/spreadsheet/spreadsheet.h"
#include "tests/support/compare.h"
#include "tests/support/lab_window.h"
#include "tests/support/menu_click.h"
#include "tests/support/test_program.h"
#include "tests/ui/panels/parameters_by_hand.h"
#include "ui/document/edits/added_score_edits.h"
#include "ui/document/edits/shape_edits.h"
#include "ui/document/lab_document.h"
#include "ui/plots/shared/spreadsheet_look.h"
#include "ui/selection/selection.h"
#include "ui/window/data_export.h"
#include "ui/window/menu/actions.h"
#include "ui/window/status_line.h"
#include "ui/window/strips/banner.h"

#include <QFileDialog>
#include <QMessageBox>
#include <QPushButton>
#include <QToolButton>

using namespace lab;
using namespace lab::test;

namespace {

using P = ParameterId;

} // namespace

class TestSaveNumbers : public WindowTest {
    Q_OBJECT

private slots:
    void ofACard_data();
    void ofACard();
    void ofAParameter_data();
    void ofAParameter();
    void everything();
    void asSpreadsheet();
    void remembers();
    void refused_data();
    void refused();
    void writeProtected();
    void nothingToSave();
    void covered();

private:
    void choose(QMenu* menu, const QString& text);
    /// Types into the open file dialog and presses Return.
    void answer(const QString& file);
    QByteArray read(const QString& file) const;
    QFileDialog* dialog() { return window().findChild<QFileDialog*>(); }
};

void TestSaveNumbers::choose(QMenu* menu, const QString& text) {
    for (QAction* action : menu ? menu->actions() : QList<QAction*>()) {
        if (action->text() == text)
            return click_entry(*menu, action);
    }
    QFAIL(qPrintable("no entry " + text));
}

void TestSaveNumbers::answer(const QString& file) {
    QVERIFY(dialog() && dialog()->isVisible());
    auto* name = dialog()->findChild<QLineEdit*>("fileNameEdit");
    name->setText(file);
    QTest::keyClick(name, Qt::Key_Return);
    QTRY_VERIFY(!dialog());
}

QByteArray TestSaveNumbers::read(const QString& file) const {
    QFile opened(file);
    return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray();
}

void TestSaveNumbers::ofACard_data() {
    QTest::addColumn<StageId>("stage");
    QTest::addColumn<HeadIndex>("head"); // whose numbers are saved
    QTest::addColumn<QString>("title");
    QTest::newRow("queries of the shown head") << StageId::queries << HeadIndex(1) << "Queries, head 2";
    QTest::newRow("output") << StageId::output << HeadIndex(0) << "Output";
}

void TestSaveNumbers::ofACard() {
    QFETCH(StageId, stage);
    QFETCH(HeadIndex, head);
    QFETCH(QString, title);
    LabWindow& w = window();
    w.controller().openExample("two-heads");
    w.selection().setHead(1);
    const Matrix expected = compute(w.document().experiment()).value().stage(stage, head);
    for (const QString& suffix : QStringList{".csv", ".tsv", ".npy", ".tex", ".md"}) {
        QTest::mouseClick(w.board().card(stage)->findChild<QToolButton*>(), Qt::LeftButton);
        choose(qobject_cast<QMenu*>(QApplication::activePopupWidget()), "Save numbers…");
        QVERIFY(dialog());
        QCOMPARE(dialog()->windowTitle(), "Save the numbers of " + title);
        const QString file = path("numbers" + suffix);
        QFile::remove(file);
        answer(file);
        QTRY_COMPARE(w.status().text(), "Saved " + file);
        const std::string bytes = read(file).toStdString();
        if (suffix == ".npy")
            QVERIFY(same_bits(read_npy(bytes).value(), expected));
        else if (suffix == ".csv" || suffix == ".tsv")
            QVERIFY(same_bits(read_csv(bytes, CsvKind::csv).value(), expected));
        else
            QVERIFY(bytes.starts_with(suffix == ".md"
                                          ? "<!-- Attention Lab: each token is a column -->\n\n|  |"
                                          : "% Attention Lab: each token is a column\n\\begin{bmatrix}\n"));
    }
}

void TestSaveNumbers::ofAParameter_data() {
    QTest::addColumn<ParameterId>("menu");
    QTest::addColumn<QString>("entry");
    QTest::addColumn<ParameterId>("saved");
    QTest::newRow("weights") << P::W_K << "Save numbers…" << P::W_K;
    QTest::newRow("bias") << P::W_K << "Save numbers of the bias…" << P::b_K;
    QTest::newRow("vectors") << P::E << "Save numbers…" << P::E;
    QTest::newRow("added scores") << P::additive << "Save numbers…" << P::additive;
}

/// All heads of a matrix that they share columns of; of added scores, those of the head that is shown.
void TestSaveNumbers::ofAParameter() {
    QFETCH(ParameterId, menu);
    QFETCH(QString, entry);
    QFETCH(ParameterId, saved);
    LabWindow& w = window();
    w.controller().openExample("two-heads");
    setBias(w.document(), P::b_K, true);
    setAddedScores(w.document(), true);
    setAddedScoresPerHead(w.document(), true, 0);
    w.document().apply({with_cell(w.document().experiment(), P::additive, 1, 8, 2.5),
                        {Field::additive, {}},
                        QStringLiteral("edited")});
    w.selection().setHead(1);
    choose(open_menu(w, menu), entry);
    const QString file = path("parameter.csv");
    QFile::remove(file);
    answer(file);
    QTRY_COMPARE(w.status().text(), "Saved " + file);
    const Experiment& e = w.document().experiment();
    const Matrix expected = saved == P::additive ? *e.scores.additive[1] : *parameter(e, saved);
    QVERIFY(same_bits(read_csv(read(file).toStdString(), CsvKind::csv).value(), expected));
}

void TestSaveNumbers::everything() {
    LabWindow& w = window();
    w.controller().openExample("two-heads");
    auto* button = w.findChild<QPushButton*>("exportMenu");
    QTimer::singleShot(0, this, [&] {
        choose(button->menu(), "All numbers (.npz)…");
        button->menu()->close();
    });
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY(dialog());
    QCOMPARE(dialog()->windowTitle(), QStringLiteral("Save all numbers"));
    answer(path("all.npz"));
    QTRY_COMPARE(w.status().text(), "Saved " + path("all.npz"));
    std::string expected;
    all_data(w.document().experiment()).value().write([&](std::string_view piece) {
        expected += piece;
        return true;
    });
    QVERIFY(read(path("all.npz")).toStdString() == expected);
    w.type_sentence({});
    QVERIFY(!w.actions()[ActionId::export_numbers].isEnabled());
}

void TestSaveNumbers::asSpreadsheet() {
    LabWindow& w = window();
    w.controller().openExample("two-heads");
    auto* button = w.findChild<QPushButton*>("exportMenu");
    QTimer::singleShot(0, this, [&] {
        choose(button->menu(), "Spreadsheet…");
        button->menu()->close();
    });
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY(dialog());
    QCOMPARE(dialog()->windowTitle(), QStringLiteral("Save as a spreadsheet"));
    QCOMPARE(QFileInfo(dialog()->selectedFiles().constFirst()).fileName(),
             w.document().displayName() + ".xlsx");
    answer(path("sheets.xlsx"));
    QTRY_COMPARE(w.status().text(), "Saved " + path("sheets.xlsx"));
    const Experiment& e = w.document().experiment();
    QVERIFY(read(path("sheets.xlsx")).toStdString() == spreadsheet_file(e, spreadsheetLook(e)).value());
    w.type_sentence({});
    QVERIFY(!w.actions()[ActionId::export_spreadsheet].isEnabled());
}

/// The next dialog begins in the same folder, with the same format.
void TestSaveNumbers::remembers() {
    LabWindow& w = window();
    QVERIFY(QDir(path({})).mkdir("elsewhere"));
    choose(open_menu(w, P::W_Q), "Save numbers…");
    QVERIFY(dialog()->selectedNameFilter().endsWith("(*.csv)"));
    answer(path("elsewhere/W.npy"));
    QTRY_COMPARE(w.status().text(), "Saved " + path("elsewhere/W.npy"));
    choose(open_menu(w, P::W_K), "Save numbers…");
    QVERIFY(dialog()->selectedNameFilter().endsWith("(*.npy)"));
    QCOMPARE(QFileInfo(dialog()->selectedFiles().constFirst()).fileName(), QStringLiteral("W_K.npy"));
    QCOMPARE(dialog()->directory().dirName(), QStringLiteral("elsewhere"));
    // Another format is chosen: the name follows.
    dialog()->selectNameFilter(dialog()->nameFilters().at(3));
    emit dialog()->filterSelected(dialog()->nameFilters().at(3));
    QCOMPARE(QFileInfo(dialog()->selectedFiles().constFirst()).fileName(), QStringLiteral("W_K.tex"));
    auto* name = dialog()->findChild<QLineEdit*>("fileNameEdit");
    QTest::keyClick(name, Qt::Key_Escape);
    QTRY_VERIFY(!dialog());
    QVERIFY(!QFile::exists(path("elsewhere/W_K.tex")));
}

void TestSaveNumbers::refused_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("says");
    QTest::newRow("extension") << "W.xlsx"
                               << "Not saved: the file name must end in .csv, .tsv, .npy, .tex, .md";
    QTest::newRow("lost bytes") << QStringLiteral("W\uFFFD.csv") << "stands for bytes that are not text";
    QTest::newRow("folder") << "locked.csv/W.csv"
                            << "Not saved: ";
}

void TestSaveNumbers::refused() {
    QFETCH(QString, file);
    QFETCH(QString, says);
    LabWindow& w = window();
    QFile blocking(path("locked.csv"));
    QVERIFY(blocking.open(QIODevice::WriteOnly));
    choose(open_menu(w, P::W_Q), "Save numbers…");
    QVERIFY(dialog());
    // Typed, the dialog itself would refuse some of these.
    emit dialog()->fileSelected(path(file));
    dialog()->reject();
    QTRY_VERIFY(w.banner().isVisible());
    QVERIFY2(w.banner().text().contains(says), qPrintable(w.banner().text()));
    QVERIFY(!QFile::exists(path(file)));
}

void TestSaveNumbers::writeProtected() {
    LabWindow& w = window();
    const QString file = path("protected.csv");
    const QByteArray answers[]{"Cancel", "Save anyway"};
    for (const QByteArray& answer : answers) {
        QFile old(file);
        QVERIFY(old.remove() || !old.exists());
        QVERIFY(old.open(QIODevice::WriteOnly) && old.write("old") == 3);
        old.setPermissions(QFile::ReadOwner);
        old.close();
        choose(open_menu(w, P::W_Q), "Save numbers…");
        emit dialog()->fileSelected(file);
        dialog()->reject();
        QTRY_VERIFY(w.findChild<QMessageBox*>());
        auto* question = w.findChild<QMessageBox*>();
        QCOMPARE(question->text(), QStringLiteral("“protected.csv” is write-protected."));
        QVERIFY(!LabWindow::button(*question, "Save as…"));
        QCOMPARE(read(file), QByteArray("old"));
        QVERIFY(LabWindow::press(LabWindow::button(*question, answer)) ||
                LabWindow::press(LabWindow::button(*question, '&' + answer)));
        QTRY_VERIFY(!w.findChild<QMessageBox*>());
        if (answer == "Cancel")
            QCOMPARE(read(file), QByteArray("old"));
    }
    QTRY_COMPARE(w.status().text(), "Saved " + file);
    QVERIFY(same_bits(read_csv(read(file).toStdString(), CsvKind::csv).value(),
                      *parameter(w.document().experiment(), P::W_Q)));
    QCOMPARE(QFile::permissions(file) & (QFile::WriteOwner | QFile::WriteGroup | QFile::WriteOther),
             QFile::Permissions());
}

void TestSaveNumbers::nothingToSave() {
    LabWindow& w = window();
    w.type_sentence({});
    choose(open_menu(w, P::W_Q), "Save numbers…");
    QVERIFY(!dialog());
    QVERIFY(w.status().text().startsWith("Nothing to save: type a sentence first"));
}

/// A file would give away what is covered; parameters are shown all the same.
void TestSaveNumbers::covered() {
    LabWindow& w = window();
    w.document().coverCells({StageId::weights, 0, {0, 0, 1, 1}});
    auto* all = w.findChild<QAction*>("exportNumbers");
    for (QAction* each : {w.findChild<QAction*>("exportSpreadsheet"), all}) {
        w.status().clearMessage();
        each->trigger();
        QVERIFY2(w.status().text().startsWith("Not saved: some numbers are covered"),
                 qPrintable(w.status().text()));
        QVERIFY(!dialog());
    }
    choose(open_menu(w, P::W_Q), "Save numbers…");
    QVERIFY(dialog());
    dialog()->reject();
    QTRY_VERIFY(!dialog());
    w.document().uncover();
    all->trigger();
    QVERIFY(dialog());
    dialog()->reject();
}

LAB_WINDOW_TEST(TestSaveNumbers)
#include "tst_save_numbers.moc"
