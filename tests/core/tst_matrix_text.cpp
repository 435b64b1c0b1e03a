// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pasted matrices in brackets, and what holds for every notation.
#include "tests/support/fatal_messages.h"
#include "tests/support/matrix_text_cases.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <chrono>

using namespace lab;
using namespace lab::test;
using Text = std::string;

class TestMatrixText : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void brackets_data();
    void brackets() { check_accepted(); }
    void calls_data();
    void calls() { check_accepted(); }
    void refusedBrackets_data();
    void refusedBrackets() { check_refused(); }
    void refusedContents_data();
    void refusedContents() { check_refused(); }
    void randomMatricesComeBack_data();
    void randomMatricesComeBack();
    void nothingIsQuadratic_data();
    void nothingIsQuadratic();
};

void TestMatrixText::brackets_data() {
    add_accepted_columns();
    const Matrix square{{1, 2}, {3, 4}};
    const Matrix row{{1, 2, 3}};
    const Matrix column{{1}, {2}};
    const Matrix one{{5}};
    accepts("list", "[[1, 2], [3, 4]]", square);
    accepts("tight", "[[1,2],[3,4]]", square);
    accepts("several lines", "\n [\n  [1, 2],\r\n  [3, 4]\n ]\n\n", square);
    accepts("trailing commas", "[[1, 2,], [3, 4,],]", square);
    accepts("tuples", "((1, 2), (3, 4))", square);
    accepts("tuples in a list", "[(1, 2), (3, 4),]", square);
    accepts("tuples of one", "[(1,), (2,)]", column);
    accepts("comments", "# W\nW = [ # rows:\n[1, 2], # first\n[3, 4] # second\n] # end", square);
    accepts("rows parted by commas, numbers by spaces", "[[1 2], [3 4]]", square);
    accepts("rows parted by nothing", "[[1 2][3 4]]", square);
    accepts("one dimension", "[1, 2, 3]", row);
    accepts("column", "[[1], [2]]", column);
    accepts("a leading dimension of 1", "[[[1, 2], [3, 4]]]", square);
    accepts("six leading dimensions of 1", "[[[[[[[[1, 2], [3, 4]]]]]]]]", square);
    accepts("as deep as it goes", Text(32, '[') + "5" + Text(32, ']'), one);
    accepts("a row in three dimensions", "[[[1, 2, 3]]]", row);
    accepts("numbers",
            "[[1., .5, +1, -0.5, 1e3, 1E-3, 1e+2, -0.0, 5e-324, \u22122, 1.7976931348623157e308, 007]]",
            Matrix{{1, 0.5, 1, -0.5, 1000, 0.001, 100, -0.0, 5e-324, -2, 1.7976931348623157e308, 7}});
    accepts("booleans", "[[True, False], [False, True]]", Matrix{{1, 0}, {0, 1}});
    accepts("assigned", "W = [[1, 2], [3, 4]]", square);
    accepts("assigned to a member", "self.layer_1.W_Q=[[1, 2], [3, 4]]", square);
    accepts("assigned to another script", "Вес = [[1, 2], [3, 4]]", square);
    accepts("byte-order mark", "\xef\xbb\xbf[[1, 2], [3, 4]]", square);
    accepts("rows by semicolons", "[1, 2; 3, 4]", square);
    accepts("a column by semicolons", "[1;2]", column);
    accepts("rows one by one", "[1, 2]\n[3, 4]", square);
    accepts("a statement", "W = [[1, 2], [3, 4]];", square);
    accepts("a semicolon in a comment", "[[1, 2], # first; second\n[3, 4]]", square);
    accepts("fractions", "[[1/2, -3/4]]", Matrix{{0.5, -0.75}});
}

void TestMatrixText::calls_data() {
    add_accepted_columns();
    const Matrix square{{1, 2}, {3, 4}};
    const Matrix row{{1, 2, 3}};
    const Matrix one{{5}};
    accepts("numpy", "[[1. 2.]\n [3. 4.]]", square);
    accepts("numpy, padded", "[[ 1.  -2.5]\n [ 3.e+00   4. ]]", Matrix{{1, -2.5}, {3, 4}});
    accepts("numpy, one dimension", "[1. 2. 3.]", row);
    accepts("numpy, wrapped rows", "[[1 2\n  3]\n [4 5\n  6]]", Matrix{{1, 2, 3}, {4, 5, 6}});
    accepts("numpy, three dimensions", "[[[1. 2.]\n  [3. 4.]]]", square);
    accepts("numpy, repr", "array([[1., 2.],\n       [3., 4.]])", square);
    accepts("numpy, repr with a type", "array([[1., 2.],\n       [3., 4.]], dtype=float32)", square);
    accepts("numpy, scalar", "array(5.)", one);
    accepts("numpy, call", "w = np.array([[1, 2], [3, 4]], dtype=np.float64, copy=False,)", square);
    accepts("numpy, tuple in a call", "np.array((1, 2, 3))", row);
    accepts("numpy, matrix", "matrix([[1, 2],\n        [3, 4]])", square);
    accepts("numpy, asarray", "numpy.asarray([1, 2, 3])", row);
    accepts("jax", "Array([[1., 2.],\n       [3., 4.]], dtype=float32)", square);

    accepts("tensor", "tensor([[1., 2.],\n        [3., 4.]])", square);
    accepts("tensor with a gradient", "tensor([[1., 2.],\n        [3., 4.]], grad_fn=<AddmmBackward0>)",
            square);
    accepts("tensor with an old gradient", "tensor([1., 2., 3.], grad_fn=<Sum object at 0x7f, at least>)",
            row);
    accepts("tensor with a type", "tensor([[1., 2.],\n        [3., 4.]], dtype=torch.float64)", square);
    accepts("tensor with several settings",
            "tensor([[1., 2.],\n        [3., 4.]], device='cuda:0', dtype=torch.float64,\n"
            "       requires_grad=True)",
            square);
    accepts("tensor, double quotes", "tensor([1, 2, 3], device=\"mps:0\")", row);
    accepts("tensor, scalar", "tensor(5)", one);
    accepts("tensor, scalar with a gradient", "tensor(5., grad_fn=<MeanBackward0>)", one);
    accepts("tensor, minus sign", "tensor(\u22125.)", Matrix{{-5}});
    accepts("tensor, boolean", "tensor(True)", Matrix{{1}});
    accepts("tensor, batch", "tensor([[[1., 2.],\n         [3., 4.]]])", square);
    accepts("tensor, call", "torch.tensor(\n    [[1, 2],\n     [3, 4]],\n    dtype=torch.float32,\n)",
            square);
    accepts("tensor, old call", "torch.FloatTensor([[1, 2], [3, 4]])", square);
    accepts("parameter", "Parameter containing:\ntensor([[1., 2.],\n        [3., 4.]], requires_grad=True)",
            square);
    accepts("parameter, call", "W = nn.Parameter(torch.tensor([[1., 2.], [3., 4.]]), requires_grad=False)",
            square);
    accepts("parameter of a scalar", "nn.Parameter(torch.tensor(5.))", one);
}

void TestMatrixText::refusedBrackets_data() {
    add_refused_columns();
    refuses("ragged", "[[1, 2],\n [3]]",
            "line 2, column 2: a row of 1, expected 2 numbers, as in the first row");
    refuses("ragged, longer", "[[1, 2], [3, 4, 5]]",
            "line 1, column 10: a row of 3, expected 2 numbers, as in the first row");
    refuses("ragged, numpy", "[[1. 2.]\n [3. 4. 5.]]",
            "line 2, column 2: a row of 3, expected 2 numbers, as in the first row");
    refuses("ragged lists", "[[[1], [2]], [[3]]]",
            "line 1, column 14: a list of 1, expected 2, as in the first list");
    refuses(
        "three dimensions", "[[[1, 2]], [[3, 4]]]",
        "line 1, column 1: an array of shape (2, 1, 2), expected two dimensions, after leading ones of 1");
    refuses("empty", "[]", "line 1, column 1: an empty list, expected at least one number");
    refuses("empty row", "[[1], []]", "line 1, column 7: an empty list, expected at least one number");
    refuses("number beside lists", "[[1, 2], 3]", "line 1, column 10: \"3\" beside lists, expected a list");
    refuses("list beside numbers", "[1, [2]]", "line 1, column 5: a list beside numbers, expected a number");
    refuses("not closed", "[[1, 2], [3, 4]", "line 1, column 16: the end of the text, expected \"]\"");
    refuses("not closed, tuple", "(1, 2", "line 1, column 6: the end of the text, expected \")\"");
    refuses("closed twice", "[[1, 2]]]", "line 1, column 9: \"]\", expected the end of the text");
    refuses("closed by the other", "[[1, 2)]", "line 1, column 7: \")\", expected \"]\"");
    refuses("rubbish", "[[1, 2]].T", "line 1, column 9: \".\", expected the end of the text");
    refuses("rubbish, factor", "[[1, 2]] * 2", "line 1, column 10: \"*\", expected the end of the text");
    refuses("another list", "[1, 2] [3, 4]", "line 1, column 8: \"[\", expected the end of the text");
    refuses("another matrix", "[[1, 2]]\n[[3, 4]]", "line 2, column 1: a second matrix, expected one matrix");
    refuses("no comma", "[1, 2 3]", "line 1, column 7: \"3\", expected \",\" or \"]\"");
    refuses("null", "[[1, null]]", "line 1, column 6: \"null\", expected a finite number");
    refuses("a difference", "[1, 2 -3]", "line 1, column 7: \"-\", expected \",\" or \"]\"");
    refuses("a comma too late", "[1 2, 3]",
            "line 1, column 5: \",\", expected white space, as between the items before");
    refuses("tuple without commas", "(1 2)", "line 1, column 4: \"2\", expected \",\" or \")\"");
    refuses("comma first", "[,1]", "line 1, column 2: \",\", expected a number or a list");
    refuses("two commas", "[1,,2]", "line 1, column 4: \",\", expected a number or a list");
    refuses("semicolons and commas for rows", "[1, 2; 3, 4], [5, 6]",
            "line 1, column 13: \",\", expected the end of the text");
    refuses("parentheses", "[(1), (2)]",
            "line 1, column 2: parentheses around one value, expected brackets, or a comma after the value");
}

void TestMatrixText::refusedContents_data() {
    add_refused_columns();
    refuses("nan", "[[1, nan]]", "line 1, column 6: \"nan\", expected a finite number");
    refuses("minus inf", "tensor([-inf, 1.])", "line 1, column 9: \"-inf\", expected a finite number");
    refuses("overflow", "[1e999]", Text("line 1, column 2: \"1e999\"") + out_of_range);
    refuses("underflow", "[1e-999]", Text("line 1, column 2: \"1e-999\"") + out_of_range);
    for (const char* word :
         {"0x10", "1_000", "1j", "1e", "--1", "+-1", "1.2.3", "'1'", "None", "½", "1/2/3", "π"})
        refuses(word, Text("[") + word + "]", Text("line 1, column 2: \"") + word + "\", expected a number");
    refuses(
        "no-break space", "[1\u00a0000]",
        "line 1, column 2: \"1\u00a0000\" with a no-break space, expected a number without group separators");
    refuses("columns are characters", "[[1, 2],\n [\u22121, x]]",
            "line 2, column 7: \"x\", expected a number");
    refuses("a word", "torch.zeros(3)",
            "line 1, column 1: \"torch.zeros\", expected a list, tensor(…) or array(…)");
    refuses("a size", "torch.Tensor(3)", "line 1, column 14: \"3\", expected a bracket");
    refuses("an old gradient", "tensor([1], grad_fn=<Sum)",
            "line 1, column 21: \"<\" without its end, expected \">\"");
    refuses("a call not closed", "tensor([1]", "line 1, column 11: the end of the text, expected \")\"");
    refuses("a second argument", "np.array([1], [2])",
            "line 1, column 15: \"[\", expected a setting such as dtype=float64");
    refuses("a setting that matters", "array([1], where=[0])",
            "line 1, column 12: \"where\", expected a setting that changes no number, such as dtype=float64");
    refuses(
        "sparse", "tensor(indices=tensor([[0]]))",
        "line 1, column 8: \"indices\", expected a setting that changes no number, such as dtype=float64");
    refuses("nothing in a call", "tensor()", "line 1, column 8: nothing, expected a number");
    refuses("parameter, nothing", "Parameter containing:\n",
            "line 1, column 1: \"Parameter\", expected a number");
    refuses("parameter, a word", "Parameter containing:\nx", "line 2, column 1: \"x\", expected a number");
    refuses("too deep", Text(33, '[') + "5" + Text(33, ']'),
            "line 1, column 33: more than 32 levels of brackets, expected fewer");
    refuses("absurdly deep", Text(1'000'000, '['),
            "line 1, column 33: more than 32 levels of brackets, expected fewer");
    refuses("absurd calls", "array(array(array(array(array([1])))))",
            "line 1, column 25: \"array\", expected a list, tensor(…) or array(…)");
    refuses("numpy, abbreviated", "[[0.1 0.2 ... 0.9]]", Text("line 1, column 11") + abbreviated);
    refuses("numpy, abbreviated rows", "[[1. 2.]\n ...\n [3. 4.]]", Text("line 2, column 2") + abbreviated);
    refuses("tensor, abbreviated", "tensor([[1, ..., 2],\n        ...])",
            Text("line 1, column 13") + abbreviated);
    refuses("tensor, abbreviated rows", "tensor([[1, 2],\n        ...,\n        [3, 4]])",
            Text("line 2, column 9") + abbreviated);
    refuses("abbreviated by one character", "[1, …, 2]", Text("line 1, column 5") + abbreviated);
}

void TestMatrixText::randomMatricesComeBack_data() {
    QTest::addColumn<Printer>("print");
    QTest::newRow("list") << &printed_list;
    QTest::newRow("numpy") << &printed_numpy;
    QTest::newRow("tensor") << &printed_tensor;
    QTest::newRow("latex") << &printed_latex;
    QTest::newRow("tabs") << &printed_tsv;
    QTest::newRow("decimal commas") << &printed_with_decimal_commas;
}

void TestMatrixText::randomMatricesComeBack() {
    QFETCH(Printer, print);
    PrintableMatrices random(7);
    for (int round = 0; round < 300; ++round) {
        const Matrix matrix = random.next();
        const Text text = print(matrix);
        // A single column has no separators, so decimal commas cannot be detected.
        if (matrix.cols() == 1 && print == &printed_with_decimal_commas)
            continue;
        const Result<Matrix> back = read_matrix_text(text);
        QVERIFY2(back, (text + (back ? "" : back.error().message())).c_str());
        QVERIFY2(same_bits(back.value(), matrix), text.c_str());
    }
}

void TestMatrixText::nothingIsQuadratic_data() {
    QTest::addColumn<Text>("begin");
    QTest::addColumn<Text>("middle");
    QTest::addColumn<Text>("end");
    QTest::newRow("list") << Text("[") << Text("[1, 2],\n") << Text("]");
    QTest::newRow("row") << Text("[") << Text("1 ") << Text("]");
    QTest::newRow("comments") << Text("[1") << Text("#\n") << Text("]");
    QTest::newRow("lines") << Text("1") << Text("\n2") << Text();
    QTest::newRow("blank lines") << Text("1") << Text("\n") << Text();
    QTest::newRow("blanks") << Text("1") << Text(" ") << Text("2");
    QTest::newRow("blank cells") << Text("1\t") << Text(" ") << Text("\t2");
    QTest::newRow("commas") << Text("1,2,3") << Text("\n4,5,6") << Text();
    QTest::newRow("loose commas") << Text("1, 2") << Text(", 2") << Text(",3,4");
    QTest::newRow("decimal commas") << Text("1,5 2") << Text("\n3,5 4") << Text();
    QTest::newRow("latex") << Text("\\begin{matrix}") << Text("1&2\\\\\n") << Text("\\end{matrix}");
    QTest::newRow("openings") << Text() << Text("\\begin{equation}") << Text();
    QTest::newRow("openings without end") << Text() << Text("\\begin{") << Text();
    QTest::newRow("calls") << Text("[") << Text("array([1]),") << Text("]");
    QTest::newRow("numbers in calls") << Text("[") << Text("np.float64(1), ") << Text("]");
    QTest::newRow("calls without end") << Text("[") << Text("np.float64(1, ") << Text();
    QTest::newRow("settings") << Text("array([1]") << Text(", dtype=<x") << Text(")");
    QTest::newRow("rows one by one") << Text() << Text("[1, 2]\n") << Text();
    QTest::newRow("semicolons") << Text("[") << Text("1 2; ") << Text("3 4]");
    QTest::newRow("prompts") << Text() << Text(">>> a\n") << Text("[1]");
    QTest::newRow("prompts alone") << Text() << Text(">>>\n") << Text();
    QTest::newRow("comments before") << Text() << Text("% a\n") << Text("[1]");
    QTest::newRow("remarks before") << Text() << Text("<!-- a -->\n") << Text("[1]");
    QTest::newRow("labels") << Text("a b\n") << Text("x 1 2\n") << Text();
    QTest::newRow("parts") << Text() << Text("a b\nx 1 2\n") << Text();
    QTest::newRow("headings") << Text() << Text("a b\n") << Text();
    QTest::newRow("quotation marks") << Text("a b\n") << Text("\" ") << Text();
    QTest::newRow("R's rows") << Text("[,1]\n") << Text("[1,] 2\n") << Text();
    QTest::newRow("R's vector") << Text("c(") << Text("1, ") << Text("2)");
    QTest::newRow("R's names") << Text("structure(1, dimnames = list(") << Text("c(\"a\", ") << Text();
    QTest::newRow("a table") << Text() << Text("| 1 | 2 |\n") << Text();
    QTest::newRow("a row of a table") << Text() << Text("| 1 ") << Text("|");
    QTest::newRow("rules of a table") << Text("|1|\n") << Text("+-+\n") << Text();
    QTest::newRow("braces in a formula") << Text() << Text("{") << Text("\\begin{matrix}1\\end{matrix}");
    QTest::newRow("braces in a cell") << Text("\\begin{matrix}") << Text("{") << Text("\\end{matrix}");
    QTest::newRow("fractions in a cell")
        << Text("\\begin{matrix}") << Text("\\frac{") << Text("\\end{matrix}");
    QTest::newRow("a left side") << Text() << Text("\\left( ") << Text("= \\begin{matrix}1\\end{matrix}");
    QTest::newRow("spacings") << Text("\\begin{matrix}") << Text("1\\\\[") << Text();
}

void TestMatrixText::nothingIsQuadratic() {
    QFETCH(Text, begin);
    QFETCH(Text, middle);
    QFETCH(Text, end);
    Text text = begin;
    while (text.size() < 1'000'000)
        text += middle;
    text += end;
    const auto start = std::chrono::steady_clock::now();
    const Result<Matrix> matrix = read_matrix_text(text);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    // Takes seconds even in a debug build. Quadratic parsing would take an hour.
    QVERIFY2(took.count() < 60, matrix ? "read" : matrix.error().message().c_str());
}

LAB_APPLESS_TEST(TestMatrixText)
#include "tst_matrix_text.moc"
