// SPDX-License-Identifier: GPL-3.0-or-later
//
// Matrices written as text: what other programs take, and what reads back to the last bit.
#include "core/io/matrix_text.h"
#include "core/io/matrix_writer.h"
#include "tests/support/compare.h"

#include <QTest>

#include <limits>
#include <random>

using namespace lab;
using namespace lab::test;

class TestMatrixWriter : public QObject {
    Q_OBJECT

private slots:
    void forms_data();
    void forms();
    void readsBack_data();
    void readsBack();
};

void TestMatrixWriter::forms_data() {
    QTest::addColumn<int>("form");
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char* name, MatrixForm form, const std::string& text) {
        QTest::newRow(name) << int(form) << text;
    };
    row("tsv", MatrixForm::tsv, "1\t-0.5\n1e-07\t3\n");
    row("html", MatrixForm::html,
        "<table>\n<tr><td>1</td><td>-0.5</td></tr>\n<tr><td>1e-07</td><td>3</td></tr>\n</table>\n");
    row("numpy", MatrixForm::numpy, "np.array([[1, -0.5],\n          [1e-07, 3]])\n");
    row("pytorch", MatrixForm::pytorch,
        "torch.tensor([[1, -0.5],\n              [1e-07, 3]], dtype=torch.float64)\n");
    row("python", MatrixForm::python, "[[1, -0.5],\n [1e-07, 3]]\n");
    row("latex", MatrixForm::latex, "\\begin{bmatrix}\n1 & -0.5 \\\\\n1e-07 & 3\n\\end{bmatrix}\n");
    row("markdown", MatrixForm::markdown, "|  |  |\n|---|---|\n| 1 | -0.5 |\n| 1e-07 | 3 |\n");
}

void TestMatrixWriter::forms() {
    QFETCH(int, form);
    QFETCH(std::string, expected);
    Matrix matrix(2, 2);
    matrix << 1, -0.5, 1e-7, 3;
    QCOMPARE(write_matrix(matrix, MatrixForm(form)), expected);
}

void TestMatrixWriter::readsBack_data() {
    QTest::addColumn<int>("form");
    QTest::newRow("tsv") << int(MatrixForm::tsv);
    QTest::newRow("numpy") << int(MatrixForm::numpy);
    QTest::newRow("pytorch") << int(MatrixForm::pytorch);
    QTest::newRow("python") << int(MatrixForm::python);
    QTest::newRow("latex") << int(MatrixForm::latex);
}

void TestMatrixWriter::readsBack() {
    QFETCH(int, form);
    std::mt19937 random(1);
    const auto check = [&](const Matrix& matrix) {
        const std::string text = write_matrix(matrix, MatrixForm(form));
        const Result<Matrix> read = read_matrix_text(text);
        QVERIFY2(read, text.c_str());
        QVERIFY2(same_bits(read.value(), matrix), text.c_str());
    };
    for (int round = 0; round < 300; ++round) {
        Matrix matrix(1 + round % 5, 1 + round / 5 % 5);
        for (double& number : matrix.reshaped())
            number = std::ldexp(std::normal_distribution()(random), int(random() % 2000) - 1000);
        check(matrix);
    }
    Matrix edges(2, 4);
    edges << 0.0, -0.0, 5e-324, std::numeric_limits<double>::max(), 0.1, 1e22, 123456789012345680.0, -1;
    check(edges);
}

QTEST_APPLESS_MAIN(TestMatrixWriter)
#include "tst_matrix_writer.moc"
