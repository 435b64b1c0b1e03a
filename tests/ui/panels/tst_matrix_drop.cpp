// SPDX-License-Identifier: GPL-3.0-or-later
//
// Dropping files of numbers on a matrix, and elsewhere in the window.
#include "core/experiment/is_same.h"
#include "core/io/file.h"
#include "tests/support/compare.h"
#include "tests/support/drops.h"
#include "tests/support/test_program.h"
#include "tests/ui/panels/parameters_by_hand.h"
#include "ui/document/edits/shape_edits.h"
#include "ui/window/strips/banner.h"

#include <QDropEvent>
#include <QMessageBox>
#include <QMimeData>

using namespace lab;
using namespace lab::test;

using P = ParameterId;

namespace {

/// A hand-written .npy file with a matrix of doubles.
std::string npy_bytes(const Matrix& matrix) {
    std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (" +
                         std::to_string(matrix.rows()) + ", " + std::to_string(matrix.cols()) + "), }";
    header.resize(117, ' ');
    const std::string begin("\x93NUMPY\x01\x00\x76\x00", 10);
    std::string bytes = begin + header + '\n';
    for (const double value : matrix.reshaped<Eigen::RowMajor>())
        bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
    return bytes;
}

} // namespace

class TestMatrixDrop : public WindowTest {
    Q_OBJECT

private slots:
    void onAMatrix_data();
    void onAMatrix();
    void asks();
    void oneHead();
    void faulty_data();
    void faulty();
    void elsewhere();
    void absentMatrix();
    void severalAtOnce();

private:
    LabDocument& document() { return window().document(); }
    QString file(const QString& name, const std::string& bytes);
    /// Sends drag and drop events as the platform does. False if the drop is not accepted.
    bool drop(QWidget* on, const QStringList& names);
    bool dropOn(P id, const QString& name) { return drop(window().grid(id).viewport(), {name}); }
};

QString TestMatrixDrop::file(const QString& name, const std::string& bytes) {
    if (write_file(path(name).toStdString(), bytes))
        qFatal("cannot write %s", qPrintable(name));
    return name;
}

bool TestMatrixDrop::drop(QWidget* on, const QStringList& names) {
    QMimeData data;
    QList<QUrl> urls;
    for (const QString& name : names)
        urls += QUrl::fromLocalFile(path(name));
    data.setUrls(urls);
    return drop_data(on, data);
}

void TestMatrixDrop::onAMatrix_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<std::string>("bytes");
    Matrix numbers(2, 2);
    numbers << 1.5, -2, 3, 0.25;
    const auto row = [](const char* name, const std::string& bytes) { QTest::newRow(name) << name << bytes; };
    row("m.npy", npy_bytes(numbers));
    row("m.csv", "1.5,-2\n3,0.25\n");
    row("CAPITALS.CSV", "1.5,-2\n3,0.25\n");
    row("m.tsv", "1.5\t-2\n3\t0.25\n");
    row("m.txt", "tensor([[1.5, -2.], [3., 0.25]])");
    row("m & n.txt", "1.5 -2\n3 0.25");
}

void TestMatrixDrop::onAMatrix() {
    QFETCH(QString, name);
    QFETCH(std::string, bytes);
    file(name, bytes);
    LabWindow& w = window();
    const Experiment before = document().experiment();
    Matrix expected(2, 2);
    expected << 1.5, -2, 3, 0.25;
    int steps = 0;
    // Both on a grid and on a section.
    for (QWidget* on : {w.grid(P::W_K).viewport(), static_cast<QWidget*>(w.parameters().section(P::W_V))}) {
        QVERIFY(drop(on, {name}));
        ++steps;
        QTRY_COMPARE(document().undoStack().count(), steps);
    }
    QVERIFY(same_bits(matrix_of(w, P::W_K), expected));
    QVERIFY(same_bits(matrix_of(w, P::W_V), expected));
    QCOMPARE(document().undoStack().undoText(), QStringLiteral("W_V: 2 × 2 pasted"));
    QVERIFY(!w.banner().isVisible());
    document().undo();
    document().undo();
    QVERIFY(is_same(document().experiment(), before));
}

void TestMatrixDrop::asks() {
    file("wide.csv", "1,2,3\n4,5,6\n");
    LabWindow& w = window();
    QVERIFY(dropOn(P::W_Q, "wide.csv"));
    QTRY_VERIFY(w.parameters().section(P::W_Q)->pasteStrip().isVisible());
    QCOMPARE(asked(w, P::W_Q),
             (QStringList{QStringLiteral("d_k 2 → 3"), QStringLiteral("transposed: d_model 2 → 3")}));
    answer(w, P::W_Q, QStringLiteral("d_k 2 → 3"));
    QCOMPARE(w.value(P::W_Q, 1, 2), 6.0);
    QCOMPARE(matrix_of(w, P::W_K).cols(), Index{3});
    QCOMPARE(document().undoStack().count(), 1);
}

void TestMatrixDrop::oneHead() {
    file("square.csv", "1,2\n3,4\n");
    LabWindow& w = window();
    setSize(document(), Size::heads, 2);
    setSize(document(), Size::d_k, 2);
    w.selection().setHead(1);
    const Matrix before = matrix_of(w, P::W_Q);
    select_cell(w, P::W_Q, 1, 1); // a file replaces the whole block, whatever is selected
    QVERIFY(dropOn(P::W_Q, "square.csv"));
    QTRY_COMPARE(w.value(P::W_Q, 0, 2), 1.0);
    QCOMPARE(w.value(P::W_Q, 1, 3), 4.0);
    QVERIFY(same_bits(matrix_of(w, P::W_Q).leftCols(2), before.leftCols(2)));
}

void TestMatrixDrop::faulty_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<std::string>("bytes");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char* name, const std::string& bytes, const char* reason) {
        QTest::newRow(name) << name << bytes << reason;
    };
    row("ragged.csv", "1,2\n3\n", "ragged.csv");
    row("words.csv", "1,2\n3,four\n", "four");
    row("short.npy", npy_bytes(Matrix::Ones(2, 2)).substr(0, 140), "short.npy");
    row("no.npy", "1,2\n3,4\n", "no.npy");
    row("empty.txt", "", "empty.txt");
    row("infinite.npy", npy_bytes(Matrix::Constant(2, 2, HUGE_VAL)), "infinite.npy");
}

/// The error is shown at the matrix, and nothing changes.
void TestMatrixDrop::faulty() {
    QFETCH(QString, name);
    QFETCH(std::string, bytes);
    QFETCH(QString, reason);
    file(name, bytes);
    LabWindow& w = window();
    QVERIFY(dropOn(P::W_K, name));
    QTRY_VERIFY(!problem(w, P::W_K).isEmpty());
    QVERIFY2(problem(w, P::W_K).contains(reason), qPrintable(problem(w, P::W_K)));
    QCOMPARE(w.status().text(), problem(w, P::W_K));
    QVERIFY(!w.isWindowModified());
    type_size(w, Size::d_v, "3"); // any other edit
    QCOMPARE(problem(w, P::W_K), QString());
}

void TestMatrixDrop::elsewhere() {
    file("m.csv", "1,2\n3,4\n");
    LabWindow& w = window();
    for (QWidget* on :
         {static_cast<QWidget*>(&w.sentence().line()), static_cast<QWidget*>(&w.parameters().shape())}) {
        w.banner().hide();
        QVERIFY(drop(on, {"m.csv"}));
        QVERIFY(w.banner().isVisible());
        QVERIFY2(w.banner().text().startsWith(QStringLiteral(
                     "“m.csv” holds numbers: drop it on the matrix on the left that should take them")),
                 qPrintable(w.banner().text()));
        QVERIFY(!w.isWindowModified());
        QCOMPARE(w.sentence().line().text(), QStringLiteral("sky is blue"));
    }
}

void TestMatrixDrop::absentMatrix() {
    file("m.csv", "1,2\n3,4\n");
    LabWindow& w = window();
    ParameterSection* section = w.parameters().section(P::W_O);
    QVERIFY(drop(section, {"m.csv"}));
    QVERIFY(w.banner().isVisible());
    QVERIFY(w.press(&section->addButton()));
    w.banner().hide();
    QVERIFY(drop(section, {"m.csv"}));
    QTRY_COMPARE(w.value(P::W_O, 1, 1), 4.0);
    QVERIFY(!w.banner().isVisible());
}

void TestMatrixDrop::severalAtOnce() {
    file("a.csv", "1,2\n3,4\n");
    file("b.csv", "1,2\n3,4\n");
    LabWindow& w = window();
    QVERIFY(drop(w.grid(P::W_Q).viewport(), {"a.csv", "b.csv"}));
    QVERIFY(w.banner().text().contains("Drop one at a time"));
    // Two drops in a row, before the first file has been read.
    QVERIFY(dropOn(P::W_Q, "a.csv") && dropOn(P::W_K, "b.csv"));
    QTRY_COMPARE(w.value(P::W_Q, 1, 0), 3.0);
    QTRY_COMPARE(w.value(P::W_K, 1, 0), 3.0);
    QCOMPARE(document().undoStack().count(), 2);
    // While a question is open, drops are ignored. The changes of an example are kept without one.
    w.controller().create();
    w.type_sentence("the sea");
    w.press_key(Qt::Key_N, Qt::ControlModifier);
    QVERIFY(w.findChild<QMessageBox*>());
    QVERIFY(!dropOn(P::W_V, "a.csv"));
}

LAB_WINDOW_TEST(TestMatrixDrop)
#include "tst_matrix_drop.moc"
