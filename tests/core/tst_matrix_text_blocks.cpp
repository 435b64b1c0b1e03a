// SPDX-License-Identifier: GPL-3.0-or-later
//
// Matrices pasted from spreadsheets and from LaTeX.
#include "tests/support/fatal_messages.h"
#include "tests/support/matrix_text_cases.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace lab;
using namespace lab::test;
using Text = std::string;

namespace {
constexpr const char* ambiguous =
    ": a comma that may part two numbers or be a decimal comma, expected a space "
    "after each comma that parts, or points in decimal numbers";
constexpr const char* uneven = ": an empty line, expected a row of numbers: one matrix, with an empty line "
                               "between all of its rows or none";
} // namespace

class TestMatrixTextBlocks : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void blocks_data();
    void blocks() { check_accepted(); }
    void refusedBlocks_data();
    void refusedBlocks() { check_refused(); }
    void refusedCommas_data();
    void refusedCommas() { check_refused(); }
    void latex_data();
    void latex() { check_accepted(); }
    void refusedLatex_data();
    void refusedLatex() { check_refused(); }
};

void TestMatrixTextBlocks::blocks_data() {
    add_accepted_columns();
    const Matrix square{{1, 2}, {3, 4}};
    const Matrix decimals{{1.5, 2.25}, {3, -4.5}};
    accepts("one number", "5", Matrix{{5}});
    accepts("one decimal", " 5.25\n", Matrix{{5.25}});
    accepts("assigned", "w = 5", Matrix{{5}});
    accepts("spaces", "1 2\n3 4", square);
    accepts("many spaces", "\n\n   1   2  \n  3    4\n \n", square);
    accepts("CR LF", "1 2\r\n3 4\r\n", square);
    accepts("CR", "1 2\r3 4\r", square);
    accepts("byte-order mark",
            "\xef\xbb\xbf"
            "1 2\n3 4",
            square);
    accepts("named", "W =\n\n     1     2\n     3     4\n\n", square);
    accepts("comments before", "# two rows\n# two columns\n1 2\n3 4", square);
    accepts("minus signs", "\u22121 -2 +3\n", Matrix{{-1, -2, 3}});
    accepts("empty lines", "1 2\n\n3 4", square);
    accepts("empty lines, tabs", "1\t2\r\n \r\n3\t4", square);
    accepts("fractions", "1/2 -1/4", Matrix{{0.5, -0.25}});
    accepts("quotation marks", "\"1\"\t\"2\"\n\"3\"\t\"4\"", square);
    accepts("decimal commas after a label", "sky 1,5\nis 2,25", Matrix{{1.5}, {2.25}});

    accepts("tabs", "1\t2\n3\t4\n", square);
    accepts("tabs, points", "1.5\t2.25\n3\t-4.5", decimals);
    accepts("tabs, decimal commas", "1,5\t2,25\n3\t-4,5", decimals);
    accepts("tabs and spaces", "1 \t 2\n 3\t4 ", square);
    accepts("semicolons", "1;2\n3;4", square);
    accepts("semicolons, points", "1.5;2.25\n3;-4.5\n", decimals);
    accepts("semicolons, decimal commas", "1,5; 2,25\n3; -4,5\n", decimals);
    accepts("semicolons, decimal comma after a minus sign", "\u22121,5;2", Matrix{{-1.5, 2}});
    accepts("semicolons, decimal comma first", ",5;-,25", Matrix{{0.5, -0.25}});
    accepts("semicolons, exponents", "1,5e3;2E-2", Matrix{{1500, 0.02}});
    // Some of these commas could group thousands. The other numbers show that they are decimal.
    accepts("surely decimal by a leading zero", "0,123;1,234", Matrix{{0.123, 1.234}});
    accepts("surely decimal by the digits", "1,234;2,5", Matrix{{1.234, 2.5}});
    accepts("surely decimal by many digits", "1,234;2,3456", Matrix{{1.234, 2.3456}});
    accepts("surely decimal by a long whole", "1234,567;1", Matrix{{1234.567, 1}});

    accepts("commas", "1,2,3\n4,5,6", Matrix{{1, 2, 3}, {4, 5, 6}});
    accepts("commas, some of them tight", "1,2,3, 4", Matrix{{1, 2, 3, 4}});
    accepts("commas, some of them tight, ragged otherwise", "1, 2\n3,4", square);
    accepts("commas with spaces", "1, 2\n3, 4", square);
    accepts("commas with spaces around", "1 , 2\n3 ,4", square);
    accepts("commas and points", "1.5,2.25\n3,-4.5", decimals);
    accepts("commas and a leading point", ".5,.25", Matrix{{0.5, 0.25}});
    accepts("commas and a minus", "1,-2", Matrix{{1, -2}});
    accepts("commas, a group impossible", "0.123,0.456", Matrix{{0.123, 0.456}});
    accepts("commas, the points decimal", "1.5, 2,5", Matrix{{1.5, 2, 5}});
    accepts("commas, one sure row", "1,2\n3,-4", Matrix{{1, 2}, {3, -4}});
    accepts("spaces, decimal commas", "1,5 2,25\n3 -4,5", decimals);
    accepts("spaces, one decimal comma", "1 2,5", Matrix{{1, 2.5}});
    accepts("a column of decimal commas", "1,5\n2\n3,25", Matrix{{1.5}, {2}, {3.25}});
}

void TestMatrixTextBlocks::refusedBlocks_data() {
    add_refused_columns();
    refuses("empty", "", "no numbers, expected a matrix");
    refuses("blank", " \t\r\n", "no numbers, expected a matrix");
    refuses("only a name", "W = ", "no numbers, expected a matrix");
    refuses("a piece of a bracket", "⎦", "no numbers, expected a matrix");
    refuses("brackets around nothing", "A = ⎡  ⎤\n    ⎣  ⎦", "no numbers, expected a matrix");
    refuses("UTF-16",
            Text("\xff\xfe"
                 "1\0",
                 4),
            "UTF-16 text, expected UTF-8");
    refuses("a word", "hello", "line 1, column 1: \"hello\", expected a number");
    refuses("a comparison", "W == 1", "line 1, column 1: \"W\", expected a number");
    refuses("nan", "1 nan", "line 1, column 3: \"nan\", expected a finite number");
    refuses("infinity", "1\n\u2212inf", "line 2, column 1: \"\u2212inf\", expected a finite number");
    refuses("overflow", "1;1,5e999", Text("line 1, column 3: \"1,5e999\"") + out_of_range);
    refuses("ragged", "1 2\n3 4\n5", "line 3, column 1: a row of 1, expected 2 numbers, as in the first row");
    refuses("ragged, tabs", "1\t2\n3\t4\t5",
            "line 2, column 1: a row of 3, expected 2 numbers, as in the first row");
    refuses("ragged, commas", "1,2,3\n4,5",
            "line 2, column 1: a row of 2, expected 3 numbers, as in the first row");
    refuses("one empty line", "1 2\n3 4\n\n5 6", Text("line 3, column 1") + uneven);
    refuses("one empty line, tabs", "1\t2\r\n \r\n3\t4\r\n5\t6", Text("line 2, column 1") + uneven);
    refuses("empty cell", "1\t\t2", "line 1, column 3: an empty cell, expected a number");
    refuses("empty first cell", "\t1\t2", "line 1, column 1: an empty cell, expected a number");
    refuses("empty last cell", "1;2;\n3;4;", "line 1, column 5: an empty cell, expected a number");
    refuses("comma last", "1, 2,", "line 1, column 6: an empty cell, expected a number");
    refuses("two separators", "1 2\t3", "line 1, column 1: \"1 2\", expected a number");
    refuses("mixed separators", "1, 2 3", "line 1, column 4: \"2 3\", expected a number");
    refuses("common factor", "W =\n\n   2.0e+03 *\n\n    1.0    2.0",
            "line 3, column 12: a common factor, expected every number in full, as after \"format long g\"");
    refuses("abbreviated", "1 2 ... 9", Text("line 1, column 5") + abbreviated);
    refuses("abbreviated rows", "1 2\n…\n3 4", Text("line 2, column 1") + abbreviated);
}

void TestMatrixTextBlocks::refusedCommas_data() {
    add_refused_columns();
    refuses("ambiguous number", "1,5", Text("line 1, column 2") + ambiguous);
    refuses("ambiguous columns", "1,2\n3,4", Text("line 1, column 2") + ambiguous);
    refuses("ambiguous, commas twice", "1,5, 2,5", Text("line 1, column 2") + ambiguous);
    refuses("ambiguous group", "1.234,5", Text("line 1, column 6") + ambiguous);
    refuses("ambiguous exponent", "1,5e3", Text("line 1, column 2") + ambiguous);
    refuses("thousands or decimal", "1,234;5,678",
            "line 1, column 1: \"1,234\", whose comma may be decimal or group thousands, expected a decimal "
            "point");
    refuses("thousands or decimal, spaces", "7 1,234\n5,678 8",
            "line 1, column 3: \"1,234\", whose comma may be decimal or group thousands, expected a decimal "
            "point");
    refuses("thousands", "1,234,567;1",
            "line 1, column 1: \"1,234,567\", expected a number without group separators");
    refuses("groups by points", "1.234,5;1",
            "line 1, column 1: \"1.234,5\", expected a number without group separators");
    refuses("groups by no-break spaces", "1\u00a0234,5\t1",
            "line 1, column 1: \"1\u00a0234,5\" with a no-break space, expected a number without group "
            "separators");
    refuses("groups by apostrophes", "1'234\t1", "line 1, column 1: \"1'234\", expected a number");
    refuses("comma after points", "1.5\t2\n2,5\t1",
            "line 2, column 1: \"2,5\", expected a decimal point, as in the numbers before");
    refuses("point after commas", "2,5;1\n1.5;2",
            "line 2, column 1: \"1.5\", expected a decimal comma, as in \"2,5\"");
    refuses("comma without digits", "1,;2",
            "line 1, column 1: \"1,\", expected a number without group separators");
    refuses("a percentage", "5%\t1",
            "line 1, column 4: \"1\", expected a percent sign behind this number, too, or behind none");
    refuses("a long word", Text(1000, 'x'),
            "line 1, column 1: \"" + Text(40, 'x') + "…\", expected a number");
    refuses("not UTF-8", "\xff\xc3x\x01", "line 1, column 1: \"\ufffd\ufffdx\ufffd\", expected a number");
    refuses("a NUL", Text("1\0", 2), "line 1, column 1: \"1\ufffd\", expected a number");
    refuses("a quotation mark", "\"1\t2", "line 1, column 1: \"\"1\", expected a number");
    refuses("a division by zero", "1/0",
            "line 1, column 1: \"1/0\", expected a fraction that is a finite number");
}

void TestMatrixTextBlocks::latex_data() {
    add_accepted_columns();
    const Matrix square{{1, 2}, {3, 4}};
    for (const char* name : {"matrix", "pmatrix", "bmatrix", "Bmatrix", "vmatrix", "Vmatrix", "smallmatrix"})
        accepts(name, Text("\\begin{") + name + "} 1 & 2 \\\\ 3 & 4 \\end{" + name + "}", square);
    accepts("tight", "\\begin{bmatrix}1&2\\\\3&4\\end{bmatrix}", square);
    accepts("several lines", "\\begin{bmatrix}\n  1 & 2 \\\\\n  3 & 4 \\\\\n\\end{bmatrix}\n", square);
    accepts("one row", "\\begin{bmatrix} 1 & 2 \\end{bmatrix}", Matrix{{1, 2}});
    accepts("one column", "\\begin{bmatrix} 1 \\\\ 2 \\end{bmatrix}", Matrix{{1}, {2}});
    accepts("one number", "\\begin{pmatrix}-1.5e-3\\end{pmatrix}", Matrix{{-1.5e-3}});
    accepts("spacing", "\\begin{bmatrix} 1 & 2 \\\\[2pt] 3 & 4 \\\\*[1ex] \\end{bmatrix}", square);
    accepts("array", "\\begin{array}{cc} 1 & 2 \\\\ 3 & 4 \\end{array}", square);
    accepts("array with lines",
            "\\begin{array}[t]{|c@{\\quad}c|}\\hline 1 & 2 \\\\\\hline\\hline 3 & 4 \\\\ \\hline\\end{array}",
            square);
    accepts("starred", "\\begin{pmatrix*}[r] 1 & 2 \\\\ 3 & 4 \\end{pmatrix*}", square);
    accepts("delimiters", "\\left[ \\begin{array}{rr} 1 & 2 \\\\ 3 & 4 \\end{array} \\right]", square);
    accepts("delimiters with names", "\\left\\lbrack\\begin{matrix} 1 & 2 \\\\ 3 & 4 \\end{matrix}\\right\\}",
            square);
    accepts("dollars", "$\\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix}$", square);
    accepts("two dollars", "$$\nW_Q = \\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix},\n$$", square);
    accepts("displayed", "\\[ W = \\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix}. \\]", square);
    accepts("inline", "\\(\\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix}\\)", square);
    accepts("equation",
            "\\begin{equation}\\label{eq:w}\n\\mathbf{W}^{(1)} = \\begin{bmatrix} 1 & 2 \\\\ 3 & 4 "
            "\\end{bmatrix}\n"
            "\\end{equation}",
            square);
    accepts("align", "\\begin{align*} W &= \\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix} \\end{align*}",
            square);
    accepts("assigned to a formula", "softmax(x=1) = \\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix}",
            square);
    accepts("comments", "% W\n\\begin{bmatrix} 1 & 2 \\\\ % first\n3 & % second\n4\\end{bmatrix}", square);
    accepts("decimal commas", "\\begin{bmatrix} 1,5 & 2{,}25 \\\\ 3 & -4 \\end{bmatrix}",
            Matrix{{1.5, 2.25}, {3, -4}});
    accepts("minus sign", "\\begin{bmatrix} \u22121 & 2 \\end{bmatrix}", Matrix{{-1, 2}});
}

void TestMatrixTextBlocks::refusedLatex_data() {
    add_refused_columns();
    const Text matrix = "\\begin{bmatrix} 1 & 2 \\end{bmatrix}";
    const Text no_matrix = "expected a matrix, such as \\begin{bmatrix}";
    refuses("ragged", "\\begin{bmatrix} 1 & 2 \\\\\n 3 \\end{bmatrix}",
            "line 2, column 2: a row of 1, expected 2 numbers, as in the first row");
    refuses("not closed", "\\begin{bmatrix} 1 & 2",
            "line 1, column 22: the end of the text, expected \"\\end{bmatrix}\"");
    refuses("closed by another", "\\begin{bmatrix} 1 \\end{pmatrix}",
            "line 1, column 19: \"\\end\", expected \"\\end{bmatrix}\"");
    refuses("empty", "\\begin{bmatrix}\\end{bmatrix}", "line 1, column 16: an empty cell, expected a number");
    refuses("empty cell", "\\begin{bmatrix} 1 & & 3 \\end{bmatrix}",
            "line 1, column 21: an empty cell, expected a number");
    refuses("empty row", "\\begin{bmatrix} 1 \\\\ \\\\ 3 \\end{bmatrix}",
            "line 1, column 22: an empty cell, expected a number");
    refuses("cut off", "\\begin{bmatrix} 1 &", "line 1, column 20: the end of the text, expected a number");
    refuses("dots", "\\begin{bmatrix} 1 & \\cdots & 3 \\end{bmatrix}",
            "line 1, column 21: \"\\cdots\", expected every number of the matrix");
    refuses("ellipsis", "\\begin{bmatrix} 1 & ... \\end{bmatrix}", Text("line 1, column 21") + abbreviated);
    refuses("letters", "\\begin{bmatrix} a & b \\end{bmatrix}",
            "line 1, column 17: \"a\", expected a number");
    refuses("fraction of letters", "\\begin{bmatrix} \\frac{a}{2} \\end{bmatrix}",
            "line 1, column 17: \"\\frac{a}{2}\", expected a number");
    refuses("nan", "\\begin{bmatrix} nan \\end{bmatrix}",
            "line 1, column 17: \"nan\", expected a finite number");
    refuses("transposed", matrix + "^T", "line 1, column 36: \"^\", expected the end of the text");
    refuses("two matrices", matrix + matrix, "line 1, column 36: \"\\begin\", expected the end of the text");
    refuses("equation", matrix + " = W", "line 1, column 37: \"=\", expected the end of the text");
    refuses("factor", "\\frac{1}{2} " + matrix, "line 1, column 1: \"\\frac\", " + no_matrix);
    refuses("factor after a name", "W = 2 " + matrix, "line 1, column 5: \"2\", " + no_matrix);
    refuses("factor in dollars", "$-" + matrix + "$", "line 1, column 2: \"-\", " + no_matrix);
    refuses("no matrix", "\\begin{equation} 1 \\end{equation}", "line 1, column 18: \"1\", " + no_matrix);
    refuses("nothing in a formula", "\\begin{equation}",
            "line 1, column 17: the end of the text, " + no_matrix);
    refuses("dollar not closed", "$" + matrix, "line 1, column 37: the end of the text, expected \"$\"");
    refuses("formula not closed", "\\begin{equation}" + matrix,
            "line 1, column 52: the end of the text, expected \"\\end{equation}\"");
    refuses("closed by the other", "\\[" + matrix + "\\)", "line 1, column 38: \"\\)\", expected \"\\]\"");
    refuses("no right", "\\left[" + matrix, "line 1, column 42: the end of the text, expected \"\\right\"");
    refuses("no left", matrix + "\\right]", "line 1, column 36: \"\\right\", expected the end of the text");
    refuses("array without columns", "\\begin{array} 1 & 2 \\end{array}",
            "line 1, column 15: \"1\", expected the columns of the array, as in {cc}");
    refuses("columns not closed", "\\begin{array}{cc 1 & 2 \\end{array",
            "line 1, column 14: \"{\" without its end, expected \"}\"");
    refuses("option not closed", "\\begin{array}[t{cc} 1 \\end{array}",
            "line 1, column 14: \"[\", expected its \"]\"");
    refuses("thousands or decimal", "\\begin{bmatrix} 1{,}234 & 2 \\end{bmatrix}",
            "line 1, column 17: \"1,234\", whose comma may be decimal or group thousands, expected a decimal "
            "point");
}

LAB_APPLESS_TEST(TestMatrixTextBlocks)
#include "tst_matrix_text_blocks.moc"
