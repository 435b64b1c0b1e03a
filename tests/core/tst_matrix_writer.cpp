// SPDX-License-Identifier: GPL-3.0-or-later
//
// Matrices as text: their format, and that they read back unchanged.
#include "core/io/matrix_text.h"
#include "core/io/matrix_writer.h"
#include "tests/support/compare.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/printed_matrices.h"
#include "tests/support/random_experiments.h"
#include "tests/support/special_numbers.h"
#include "tests/support/test_program.h"

#include <limits>

using namespace lab;
using namespace lab::test;

namespace {

Matrix matrix(Index rows, Index columns, const std::vector<double>& numbers) {
    return Eigen::Map<const Matrix>(numbers.data(), rows, columns);
}

const std::vector readable{MatrixNotation::tsv, MatrixNotation::numpy, MatrixNotation::pytorch,
                           MatrixNotation::python, MatrixNotation::latex};

} // namespace

class TestMatrixWriter : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void writes_data();
    void writes();
    void readsBack_data();
    void readsBack();
    void readsBackRandomOnes();
    void notFinite();
};

void TestMatrixWriter::writes_data() {
    QTest::addColumn<MatrixNotation>("notation");
    QTest::addColumn<std::string>("text");
    const auto row = [](const char* name, MatrixNotation notation, const char* text) {
        QTest::newRow(name) << notation << std::string(text);
    };
    row("TSV", MatrixNotation::tsv, "1\t-0.5\n1e+300\t-0\n");
    row("HTML", MatrixNotation::html,
        "<table>\n<tr><td>1</td><td>-0.5</td></tr>\n<tr><td>1e+300</td><td>-0</td></tr>\n</table>\n");
    row("NumPy", MatrixNotation::numpy, "np.array([[1.0, -0.5],\n          [1e+300, -0.0]])\n");
    row("PyTorch", MatrixNotation::pytorch,
        "torch.tensor([[1.0, -0.5],\n              [1e+300, -0.0]], dtype=torch.float64)\n");
    row("Python", MatrixNotation::python, "[[1.0, -0.5],\n [1e+300, -0.0]]\n");
    row("LaTeX", MatrixNotation::latex, "\\begin{bmatrix}\n1 & -0.5 \\\\\n1e+300 & -0\n\\end{bmatrix}\n");
    row("Markdown", MatrixNotation::markdown, "|  |  |\n| ---: | ---: |\n| 1 | -0.5 |\n| 1e+300 | -0 |\n");
}

void TestMatrixWriter::writes() {
    QFETCH(MatrixNotation, notation);
    QFETCH(std::string, text);
    QCOMPARE(write_matrix(matrix(2, 2, {1, -0.5, 1e300, -0.0}), notation).c_str(), text.c_str());
}

void TestMatrixWriter::readsBack_data() {
    QTest::addColumn<Matrix>("numbers");
    const double huge = std::numeric_limits<double>::max();
    const double tiny = std::numeric_limits<double>::denorm_min();
    QTest::newRow("1 × 1") << matrix(1, 1, {0.1});
    QTest::newRow("1 × 1, whole") << matrix(1, 1, {7});
    QTest::newRow("1 × 1, −0") << matrix(1, 1, {-0.0});
    QTest::newRow("1 × 4") << matrix(1, 4, {1, -0.0, 3, 0.1});
    QTest::newRow("4 × 1") << matrix(4, 1, {1, -0.0, 3, 0.1});
    QTest::newRow("huge and tiny") << matrix(2, 3, {huge, -huge, tiny, -tiny, 1e21, 123456789012});
    QTest::newRow("thousands") << matrix(2, 2, {1234, 1.234, 12.345, 123456});
}

void TestMatrixWriter::readsBack() {
    QFETCH(Matrix, numbers);
    for (const MatrixNotation notation : readable) {
        const std::string text = write_matrix(numbers, notation);
        const Result<Matrix> read = read_matrix_text(text);
        QVERIFY2(read, (text + (read ? "" : read.error().message())).c_str());
        QVERIFY2(same_bits(read.value(), numbers), text.c_str());
    }
}

void TestMatrixWriter::readsBackRandomOnes() {
    PrintableMatrices random(1);
    for (int i = 0; i < many_experiments; ++i) {
        const Matrix numbers = random.next();
        for (const MatrixNotation notation : readable) {
            const std::string text = write_matrix(numbers, notation);
            const Result<Matrix> read = read_matrix_text(text);
            QVERIFY2(read && same_bits(read.value(), numbers), text.c_str());
        }
    }
}

void TestMatrixWriter::notFinite() {
    const Matrix numbers = matrix(1, 3, {infinity, -infinity, std::numeric_limits<double>::quiet_NaN()});
    QCOMPARE(write_matrix(numbers, MatrixNotation::tsv).c_str(), "inf\t-inf\tnan\n");
    QCOMPARE(write_matrix(numbers, MatrixNotation::python).c_str(),
             "[[float(\"inf\"), float(\"-inf\"), float(\"nan\")]]\n");
    QCOMPARE(write_matrix(numbers, MatrixNotation::latex).c_str(),
             "\\begin{bmatrix}\n\\infty & -\\infty & \\mathrm{NaN}\n\\end{bmatrix}\n");
}

LAB_APPLESS_TEST(TestMatrixWriter)
#include "tst_matrix_writer.moc"
