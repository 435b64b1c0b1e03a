// SPDX-License-Identifier: GPL-3.0-or-later
//
// Several arrays with names in one pasted text.
#include "core/io/array_files.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace lab;
using namespace lab::test;

class TestNamedText : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void arrays_data();
    void arrays();
    void prints_data();
    void prints();
    void errors_data();
    void errors();
};

namespace {

/// "Q 2 × 3 × 2, 0.01": names, shapes, heads first if there are any, and the last digit.
QString shapes(const std::vector<NamedPrint>& prints) {
    QStringList texts;
    for (const NamedPrint& each : prints) {
        const PrintedArray& array = each.numbers;
        texts += QStringLiteral("%1 %2%3 × %4, %5")
                     .arg(QString::fromStdString(each.name),
                          array.heads > 0 ? QStringLiteral("%1 × ").arg(array.heads) : QString())
                     .arg(array.rows())
                     .arg(array.columns())
                     .arg(array.last_digit(0, 0));
    }
    return texts.join("; ");
}

/// "W_Q: 1 2; 3 4. W_K: 5."
QString written(const NamedArrays& all) {
    QStringList texts;
    for (const ArrayInfo& each : all.arrays()) {
        const Matrix matrix = all.read(each).value();
        QStringList rows;
        for (Index row = 0; row < matrix.rows(); ++row) {
            QStringList numbers;
            for (const double number : matrix.row(row))
                numbers += QString::number(number);
            rows += numbers.join(' ');
        }
        texts += QString::fromStdString(each.name) + ": " + rows.join("; ");
    }
    return texts.join(". ");
}

} // namespace

void TestNamedText::arrays_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* text, const char* expected) {
        QTest::newRow(name) << QByteArray(text) << expected;
    };
    row("lists", "W_Q = [[1, 2], [3, 4]]\nW_K = [[5]]\n", "W_Q: 1 2; 3 4. W_K: 5");
    row("printed",
        "W_Q = tensor([[1., 2.],\n        [3., 4.]], dtype=torch.float64,\n       requires_grad=True)\n"
        "W_K = array([[5, 6],\n       [7, 8]])",
        "W_Q: 1 2; 3 4. W_K: 5 6; 7 8");
    row("typed code",
        "import torch\ntorch.manual_seed(1)\n  X = torch.tensor([[1, 2]])  # X = 3\nd = 2\n"
        "Q = X @ W_Q\nprint(Q)\nif d == 2:\n    y=[[9]]\n",
        "X: 1 2. d: 2. y: 9");
    row("rows below the name", "X =\n1 2\n3 4\n\nY =\n5\t6\n", "X: 1 2; 3 4. Y: 5 6");
    row("LaTeX", "A = \\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}\nB = [1]", "A: 1 2; 3 4. B: 1");
    row("names with points", "a.q_proj.weight = [[1]]\na.k_proj.weight = [[2]]",
        "a.q_proj.weight: 1. a.k_proj.weight: 2");
    row("a row that is no numbers", "X =\n1 2\nnan 3\n4 5\nY =\n1 2\ninf 3\nZ =\n6 7\n", "Z: 6 7");
    row("the later one", "a = [[1]]\nb = [[2]]\na = [[3]]", "a: 3. b: 2");
    row("the first of a line's end", "a = [[1]]\r\nb = [[2]]\r\n", "a: 1. b: 2");
    row("one name", "W = [[1, 2]]", "");
    row("none", "1 2\n3 4", "");
    row("empty", "", "");
}

void TestNamedText::arrays() {
    QFETCH(QByteArray, text);
    QFETCH(QString, expected);
    const Result<NamedArraysPtr> read = read_named_text(text.toStdString());
    QVERIFY2(bool(read), read ? "" : read.error().message().c_str());
    QCOMPARE(written(*read.value()), expected);
}

void TestNamedText::prints_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* text, const char* expected) {
        QTest::newRow(name) << QByteArray(text) << expected;
    };
    row("captions",
        "Q: tensor([[0.12, 0.50]])\nattn:\ntensor([[[0.1250, nan]],\n\n        [[-inf, 1.0000]]])\n",
        "Q 1 × 2, 0.01; attn 2 × 1 × 2, 0.0001");
    row("names and captions", "Q = [[1.00, 2.25]]\nloss: 0.333\n>>> epoch 3\nK: [[3.5, 1.0]]",
        "Q 1 × 2, 0.01; K 1 × 2, 0.01");
    row("the later one counts", "Q: [[1.5]]\nK: [[2.5]]\nQ: [[3.25, 4.75]]", "K 1 × 1, 0.01; Q 1 × 2, 0.01");
    row("code in between", "for i in range(2):\n    pass\nQ = X @ W\nQ: [[1.5]]\nK: [[2.5]]",
        "Q 1 × 1, 0.01; K 1 × 1, 0.01");
    row("pages of MATLAB's", "Q(:,:,1) =\n 1.50 2\n\nQ(:,:,2) =\n 3 4\n\nK =\n 1.250\n",
        "Q 2 × 1 × 2, 0.01; K 1 × 1, 0.001");
    row("pages of Octave's", "Q =\n\nans(:,:,1) =\n 1 2\n\nans(:,:,2) =\n 3 4\n\nK =\n\n 1.250\n",
        "Q 2 × 1 × 2, 0.01; K 1 × 1, 0.001");
    row("one array in pages", "Q(:,:,1) =\n 1 2\nQ(:,:,2) =\n 3 4\n", "");
    row("one alone", "Q: [[1.5]]", "");
    row("none", "tensor([[1.5]])", "");
}

/// As somebody's program prints all it has computed, with how many digits it shows.
void TestNamedText::prints() {
    QFETCH(const QByteArray, text);
    QFETCH(const QString, expected);
    const Result<std::vector<NamedPrint>> read = read_named_prints(text.toStdString());
    QVERIFY2(bool(read), read ? "" : read.error().message().c_str());
    QCOMPARE(shapes(read.value()), expected);
}

void TestNamedText::errors_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("place");
    QTest::newRow("ragged") << QByteArray("a = [[1]]\nb = [[1, 2], [3]]") << "b, line 2, column 14";
    QTest::newRow("abbreviated") << QByteArray("# a\na = [[1, ..., 2]]\nb = [[1]]") << "a, line 2, column 10";
    QTest::newRow("a page is missing")
        << QByteArray("a(:,:,1) =\n 1\na(:,:,3) =\n 2\nb = [[1]]") << "a, line 3, column 1";
    QTest::newRow("infinite") << QByteArray("a = [[inf]]\nb = [[1]]") << "a, line 1, column 7";
}

void TestNamedText::errors() {
    QFETCH(QByteArray, text);
    QFETCH(QString, place);
    const Result<NamedArraysPtr> read = read_named_text(text.toStdString());
    QVERIFY(!read);
    QCOMPARE(QString::fromStdString(read.error().place), place);
}

LAB_APPLESS_TEST(TestNamedText)
#include "tst_named_text.moc"
