#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Print-outs of matrices, a file each format, with the numbers that are in them: what NumPy prints is printed by
NumPy, other formats are written as their documentation shows them. Written by hand and not made here are
refused.prints, print-outs that must not be read, and the files that no add() below names.

    python3 tests/data/prints/make.py

A file has print-outs, each after a line with its name and before one that says its shape and what else is known of
it, and its numbers, one row a line.
"""
import pathlib
import re

import numpy as np

here = pathlib.Path(__file__).resolve().parent
files = {}
inf = float("inf")

weights = [[0.01033063, 0.93817879, 0.05149058], [0.39547237, 0.30593451, 0.29859312],
           [0.63668914, 0.03831451, 0.32499635]]
scores = [[1.5, -0.25, 12.125], [-3.0625, 0.5, 0.0]]
row = [[0.1, 0.2, 0.3, 0.4]]
column = [[0.125], [-2.5], [3.0]]
tiny = [[0.000012345, 1.5], [-250000.0, 3.0]]
masked = [[0.7071, -inf], [0.25, 1.4142]]
heads = [[[0.75, 0.25], [0.5, 0.5]], [[0.125, 0.875], [0.0, 1.0]]]
tokens = ["the", "cat", "sat", "down"]


def add(file, name, text, rows, shape="", known=""):
    """`rows`: texts or numbers."""
    numbers = "\n".join(" ".join(str(n) for n in each) for each in rows)
    shape = shape or f"{len(rows)} x {len(rows[0])}"
    known = " " + known if known else ""
    files.setdefault(file, []).append(f"=====> {name}\n{text.rstrip(chr(10))}\n=====: {shape}{known}\n{numbers}\n")


def texts(matrix, digits=6):
    return [[("-inf" if n == -inf else f"{n:.{digits}f}") for n in each] for each in matrix]


def general(matrix, digits=6):
    """As C's %g and what rounds to significant digits."""
    return [[("-inf" if n == -inf else f"{n:.{digits}g}") for n in each] for each in matrix]


def as_printed(text):
    """The numbers in what NumPy has printed, row by row."""
    number = r"-?inf|[-+]?\d+\.?\d*(?:e[-+]?\d+)?"
    lists = re.findall(r"\[([^\[\]]+)\]", text)
    return [re.findall(number, each) for each in lists]


def lists(rows, between=", ", open="[", close="]", lines=True, indent=1):
    parts = [open + between.join(each) + close for each in rows]
    separator = between.rstrip() + ("\n" + " " * indent if lines else " ")
    return open + separator.join(parts) + close


def numpy_prints():
    shapes = {"weights": weights, "scores": scores, "a row": row, "a column": column, "masked": masked, "tiny": tiny}
    for name, matrix in shapes.items():
        array = np.array(matrix)
        for file, text in (("numpy-str", str(array)), ("numpy-repr", repr(array))):
            add(file, name, text, as_printed(text))
        single = array.astype(np.float32)
        add("numpy-repr", name + ", float32", repr(single), as_printed(repr(single)), known="float32")
    for precision in (2, 4):
        with np.printoptions(precision=precision, suppress=True):
            add("numpy-str", f"{precision} decimals", str(np.array(weights)), as_printed(str(np.array(weights))))
            text = repr(np.array(scores))
            add("numpy-repr", f"{precision} decimals", text, as_printed(text))
    with np.printoptions(linewidth=30):
        wide = np.arange(1, 13, dtype=float).reshape(2, 6) / 8
        flat = str(wide)
        add("numpy-str", "wrapped", flat, [[f"{n}" for n in each] for each in wide.tolist()])
    with np.printoptions(sign="+", floatmode="fixed"):
        add("numpy-str", "with signs", str(np.array(scores)), as_printed(str(np.array(scores))))
    three = np.array(heads)
    for file, text in (("numpy-str", str(three)), ("numpy-repr", repr(three))):
        add(file, "heads", text, as_printed(text), "2 x 2 x 2")
    add("numpy-repr", "half", repr(np.array(row, dtype=np.float16)),
        as_printed(repr(np.array(row, dtype=np.float16))), known="float16")
    add("numpy-repr", "whole", repr(np.array([[1, 0], [0, 1]])), [["1", "0"], ["0", "1"]])
    add("numpy-repr", "truths", repr(np.tril(np.ones((2, 2), bool))), [["1", "0"], ["1", "1"]])
    add("numpy-repr", "a name", "w = " + repr(np.array(scores)), as_printed(repr(np.array(scores))))
    for name, matrix in shapes.items():
        add("python-lists", name, str(matrix), [[f"{n}" for n in each] for each in matrix])
    each_row = "\n".join(str(np.array(each)) for each in weights)
    add("rows-one-by-one", "arrays", each_row, as_printed(each_row))
    add("rows-one-by-one", "lists", "\n".join(map(str, weights)), as_printed("\n".join(map(str, weights))))
    add("rows-one-by-one", "with commas", ",\n".join(map(str, weights)), as_printed("\n".join(map(str, weights))))
    add("rows-one-by-one", "with commas, the last one, too", ",\n".join(map(str, scores)) + ",",
        as_printed("\n".join(map(str, scores))))
    add("rows-one-by-one", "with empty lines", "\n\n".join(map(str, scores)), as_printed("\n".join(map(str, scores))))
    tensors = "\n".join("tensor(" + str(each) + ")" for each in scores)
    add("rows-one-by-one", "tensors", tensors, as_printed("\n".join(map(str, scores))))
    scalars = "[" + ", ".join("[" + ", ".join(f"np.float64({n})" for n in each) + "]" for each in weights) + "]"
    add("numpy-scalars", "float64", scalars, [[f"{n}" for n in each] for each in weights])
    add("numpy-scalars", "float32", scalars.replace("float64", "float32"), [[f"{n}" for n in each] for each in weights])
    add("numpy-scalars", "minus infinity", "[[np.float64(0.5), np.float64(-inf)]]", [["0.5", "-inf"]])
    add("numpy-scalars", "in code", "[[0.5, -np.inf], [float('-inf'), 0.25]]", [["0.5", "-inf"], ["-inf", "0.25"]])
    add("numpy-scalars", "truths", "[[np.True_, np.False_]]", [["1", "0"]])
    add("numpy-scalars", "tensors", "[[tensor(0.25), tensor(0.75)], [tensor(0.5), tensor(0.5)]]",
        [["0.25", "0.75"], ["0.5", "0.5"]])
    add("numpy-scalars", "a list of arrays", "[array([0.25, 0.75]), array([0.5, 0.5])]",
        [["0.25", "0.75"], ["0.5", "0.5"]])
    add("numpy-scalars", "fractions", "[[Fraction(1, 2), Fraction(1, 4)]]", [["0.5", "0.25"]])


def tensors():
    for name, matrix in {"weights": weights, "scores": scores, "masked": masked, "a row": row}.items():
        rows = texts(matrix, 4)
        inside = lists(rows, indent=8)
        add("pytorch", name, f"tensor({inside})", rows)
        add("pytorch", name + ", bfloat16", f"tensor({inside}, dtype=torch.bfloat16)", rows, known="bfloat16")
        add("pytorch", name + ", on a GPU", f"tensor({inside}, device='cuda:0', grad_fn=<SoftmaxBackward0>)", rows)
        shape = f"({len(rows)}, {len(rows[0])})"
        flat = lists(rows, " ")
        add("tensorflow", name, f"tf.Tensor(\n{flat}, shape={shape}, dtype=float32)", rows, known="float32")
        add("tensorflow", name + ", repr",
            f"<tf.Tensor: shape={shape}, dtype=float16, numpy=\narray({inside}, dtype=float16)>", rows, known="float16")
        add("tensorflow", name + ", variable",
            f"<tf.Variable 'W:0' shape={shape} dtype=float32, numpy=\narray({inside}, dtype=float32)>", rows,
            known="float32")
        add("jax", name, f"Array({inside}, dtype=float32)", rows, known="float32")
        add("jax", name + ", old", f"DeviceArray({inside}, dtype=bfloat16)", rows, known="bfloat16")
        add("mxnet", name, f"\n{flat}\n<NDArray {len(rows)}x{len(rows[0])} @cpu(0)>", rows)
        add("paddle", name, f"Tensor(shape=[{len(rows)}, {len(rows[0])}], dtype=float32, place=Place(cpu), "
            f"stop_gradient=True,\n       {inside})", rows, known="float32")
        lines = "\n".join(" " + "  ".join(each) for each in rows)
        add("libtorch", name, f"{lines}\n[ CPUFloatType{{{len(rows)},{len(rows[0])}}} ]", rows)
        add("libtorch", name + ", old", f"\n{lines}\n[torch.FloatTensor of size {len(rows)}x{len(rows[0])}]", rows)
    both = [lists(texts(each, 4)) for each in heads]
    rows = sum((texts(each, 4) for each in heads), [])
    add("pytorch", "heads", "tensor([" + ",\n\n        ".join(both) + "])", rows, "2 x 2 x 2")
    add("pytorch", "parameter", f"Parameter containing:\ntensor({lists(texts(scores, 4))}, requires_grad=True)",
        texts(scores, 4))
    add("pytorch", "shape first", f"torch.Size([2, 3])\ntensor({lists(texts(scores, 4))})", texts(scores, 4))
    add("jax", "sharded", "Array([[0.5, 0.5]], dtype=float32, sharding=SingleDeviceSharding(device=CpuDevice(id=0)))",
        [["0.5", "0.5"]], known="float32")


def sessions():
    w = lists(texts(weights, 8), " ")
    comma = lists(texts(weights, 8))
    rows = texts(weights, 8)
    for name, text in {
            "python": f">>> print(w)\n{w}", "python, the prompt after it": f">>> print(w)\n{w}\n>>> ",
            "python, several lines": f">>> for head in w:\n...     print(head)\n...\n{w}",
            "python, an import first": f">>> import numpy as np\n>>> w\narray({comma})",
            "python, only a command": ">>> w = np.array(" + comma.replace("\n", "\n...") + ")",
            "python, a command of lines": ">>> w = [" + ",\n...      ".join("[" + ", ".join(r) + "]" for r in rows) + "]",
            "ipython": f"Out[7]:\narray({comma})", "ipython, one line": f"Out[12]: array({comma})",
            "ipython, with input": f"In [7]: w\nOut[7]:\ntensor({comma})",
            "jupyter": f"[7]:\narray({comma})", "sage": f"sage: w\n{w}",
            "a caption": f"Attention weights:\n{w}", "a caption with a head": f"weights (head 0):\ntensor({comma})",
            "a listing": f"```python\nw = np.array({comma})\n```", "a comment": f"# the weights\n{comma}",
            "a comment of MATLAB": f"% the weights\n{w}"}.items():
        add("sessions", name, text, rows)


def languages():
    matrices = {"weights": weights, "scores": scores, "a row": row, "masked": masked, "tiny": tiny}
    for name, matrix in matrices.items():
        six = general(matrix)
        n, m = len(six), len(six[0])
        julia = [[x.replace("inf", "Inf") for x in each] for each in six]
        block = "\n".join(" " + "  ".join(each) for each in julia)
        add("julia", name, f"{n}×{m} Matrix{{Float64}}:\n{block}", six, known="float64")
        add("julia", name + ", old", f"julia> A\n{n}×{m} Array{{Float32,2}}:\n{block}", six, known="float32")
        literal = "[" + "; ".join(" ".join(each) for each in julia) + "]"
        add("julia-literals", name, "A = " + literal, six)
        add("julia-literals", name + ", Float32", "Float32" + literal, six, known="float32")
        add("matlab-literals", name, "A = " + literal + ";", six)
        add("matlab-literals", name + ", with commas", "A = [" + "; ".join(", ".join(each) for each in julia) + "];",
            six)
        add("matlab-literals", name + ", lines", "A = [\n" + ";\n".join("  " + " ".join(each) for each in julia) +
            "\n];", six)
        five = texts(matrix, 4) if name != "tiny" else general(matrix, 5)
        lines = "\n".join("   " + "   ".join(x.replace("inf", "Inf") for x in each) for each in five)
        add("matlab", name, f"A =\n\n{lines}\n", five)
        add("matlab", name + ", ans", f">> softmax(S)\n\nans =\n\n{lines}\n", five)
        add("octave", name, f"octave:3> A\nA =\n\n{lines}\n\n", five)
        braces = lists([[x.replace("inf", "Infinity").replace("e-05", "*^-5") for x in each] for each in six],
                       open="{", close="}", lines=False)
        plain = [[x.replace("e-05", "e-5") for x in each] for each in six]
        add("mathematica", name, braces, plain)
        add("mathematica", name + ", output", f"Out[3]= {braces}", plain)
        add("mathematica", name + ", input", f"A = {braces};", plain)
        add("sympy", name, f"Matrix({lists(six, lines=False)})", six)
    add("mathematica", "precision", "{{0.5`, 0.25`15.9}, {1.5`*^-3, 2.}}", [["0.5", "0.25"], ["1.5e-3", "2."]])
    add("mathematica", "fractions", "{{1/3, 2/3}, {1/2, 1/2}}", [["1/3", "2/3"], ["1/2", "1/2"]])
    add("julia-literals", "fractions", "[1//3 2//3; 1//2 1//2]", [["1/3", "2/3"], ["1/2", "1/2"]])
    add("julia", "a vector", "3-element Vector{Float64}:\n 0.125\n -2.5\n 3.0", [["0.125"], ["-2.5"], ["3.0"]],
        known="float64")
    add("matlab-literals", "continued", "A = [0.5 0.25; ...\n     1 0];", [["0.5", "0.25"], ["1", "0"]])
    add("matlab-literals", "rows by lines", "A = [0.5 0.25\n     1 0];", [["0.5", "0.25"], ["1", "0"]])
    add("matlab-literals", "a comment", "A = [0.5 0.25; % first\n     1 0]; % done", [["0.5", "0.25"], ["1", "0"]])
    add("sympy", "fractions", "Matrix([[1/3, 2/3], [1/2, 1/2]])", [["1/3", "2/3"], ["1/2", "1/2"]])
    add("c-arrays", "with an end", "{{0.5, 0.25}, {1.0, 0.0}};", [["0.5", "0.25"], ["1.0", "0.0"]])
    add("c-arrays", "assigned", "W = {\n  {0.5, 0.25},\n  {1.0, 0.0},\n};", [["0.5", "0.25"], ["1.0", "0.0"]])
    for name, matrix in {"weights": weights, "scores": scores}.items():
        add("eigen", name, "\n".join(" ".join(f"{x:>10}" for x in each) for each in general(matrix)), general(matrix))


def r_prints():
    for name, matrix in {"weights": weights, "scores": scores, "a row": row, "masked": masked}.items():
        rows = [[x.replace("inf", "Inf") for x in each] for each in texts(matrix, 7)]
        n, m = len(rows), len(rows[0])
        width = max(len(x) for each in rows for x in each)

        def table(labels, names):
            left = max(len(x) for x in labels)
            head = " " * left + "".join(" " + x.rjust(width) for x in names)
            return head + "\n" + "\n".join(
                label.ljust(left) + "".join(" " + x.rjust(width) for x in each) for label, each in zip(labels, rows))

        numbers = [[x.lower() for x in each] for each in rows]
        add("r", name, table([f"[{i + 1},]" for i in range(n)], [f"[,{j + 1}]" for j in range(m)]), numbers,
            known="labels")
        add("r", name + ", names", table(tokens[:n], tokens[:m]), numbers, known="labels")
        add("r", name + ", data frame", table([str(i + 1) for i in range(n)], [f"V{j + 1}" for j in range(m)]), numbers,
            known="labels")
        by_columns = ", ".join(rows[i][j] for j in range(m) for i in range(n))
        by_rows = ", ".join(x for each in rows for x in each)
        add("r-literals", name, f"matrix(c({by_columns}), nrow = {n})", numbers)
        add("r-literals", name + ", by rows", f"A <- matrix(c({by_rows}), ncol={m}, byrow=TRUE)", numbers)
        add("r-literals", name + ", dput", f"structure(c({by_columns}), dim = c({n}L, {m}L))", numbers)
        add("r-literals", name + ", rbind", "rbind(" + ", ".join("c(" + ", ".join(each) + ")" for each in rows) + ")",
            numbers)
        add("r-literals", name + ", cbind", "cbind(" + ", ".join(
            "c(" + ", ".join(rows[i][j] for i in range(n)) + ")" for j in range(m)) + ")", numbers)
    add("r-literals", "names", 'structure(c(0.5, 1, 0.25, 0), dim = c(2L, 2L), dimnames = list(c("a", "b"), NULL))',
        [["0.5", "0.25"], ["1", "0"]], known="labels")
    add("r-literals", "a range of sizes", "structure(c(1, 2, 3, 4, 5, 6), .Dim = 2:3)", [["1", "3", "5"], ["2", "4", "6"]])
    add("r-literals", "a vector", "c(0.25, 0.75)", [["0.25", "0.75"]])
    add("r", "a vector", "[1] 0.25 0.75", [["0.25", "0.75"]], known="labels")
    add("r", "a long vector", "[1] 0.25 0.75 0.50\n[4] 0.125 1.00", [["0.25", "0.75", "0.50", "0.125", "1.00"]],
        known="labels")
    add("r", "a wide matrix", "     [,1] [,2]\n[1,] 0.25 0.75\n[2,] 0.50 0.50\n     [,3]\n[1,] 0.10\n[2,] 0.20",
        [["0.25", "0.75", "0.10"], ["0.50", "0.50", "0.20"]], known="labels")


def tables():
    for name, matrix in {"weights": weights, "scores": scores, "a row": row}.items():
        rows = texts(matrix)
        n, m = len(rows), len(rows[0])
        named, counted = tokens[:m], [str(j) for j in range(m)]
        words, numbers = tokens[:n], [str(i) for i in range(n)]

        def spaced(labels, names):
            return "".join(x.rjust(12) for x in [""] + names) + "\n" + "\n".join(
                "".join(x.rjust(12) for x in [label] + each) for label, each in zip(labels, rows))

        def separated(labels, names, by, quote=""):
            lines = [[""] + names] if names else []
            lines += [[label] + each if labels else each for label, each in zip(labels or rows, rows)]
            return "\n".join(by.join(quote + x + quote for x in each) for each in lines)

        def upright(labels, names, rule=True):
            lines = [[""] + names if labels else names] + ([["---:"] * (m + bool(labels))] if rule else [])
            lines += [[label] + each if labels else each for label, each in zip(labels or rows, rows)]
            return "\n".join("| " + " | ".join(each) + " |" for each in lines)

        add("pandas", name, spaced(numbers, counted), rows, known="labels")
        add("pandas", name + ", names", spaced(words, named), rows, known="labels")
        add("pandas", name + ", names of columns", spaced(numbers, named), rows, known="labels")
        add("pandas", name + ", its size", spaced(words, named) + f"\n\n[{n} rows x {m} columns]", rows, known="labels")
        add("pandas-csv", name, separated(numbers, counted, ","), rows, known="labels")
        add("pandas-csv", name + ", names", separated(words, named, ","), rows, known="labels")
        add("pandas-csv", name + ", names of columns", separated(numbers, named, ","), rows, known="labels")
        add("csv", name, "\n".join(",".join(each) for each in rows), rows)
        add("csv", name + ", header", ",".join(named) + "\n" + "\n".join(",".join(each) for each in rows), rows,
            known="labels")
        add("csv", name + ", quotes", separated([], [], ",", '"'), rows)
        add("csv", name + ", semicolons", "\n".join(";".join(each) for each in rows).replace(".", ","), rows)
        add("csv", name + ", R's", separated([f"{i + 1}" for i in range(n)], [f"V{j + 1}" for j in range(m)], ",", '"'),
            rows, known="labels")
        add("spreadsheet", name, "\n".join("\t".join(each) for each in rows), rows)
        add("spreadsheet", name + ", names", separated(words, named, "\t"), rows, known="labels")
        add("spreadsheet", name + ", decimal commas", "\n".join("\t".join(each) for each in rows).replace(".", ","),
            rows)
        add("markdown", name, upright([], [""] * m), rows)
        add("markdown", name + ", names", upright(words, named), rows, known="labels")
        add("markdown", name + ", pandas", upright(numbers, counted), rows, known="labels")
        add("markdown", name + ", names of columns", upright([], named), rows, known="labels")
        add("markdown", name + ", without outer lines", " | ".join(named) + "\n" + " | ".join(["---"] * m) + "\n" +
            "\n".join(" | ".join(each) for each in rows) if m > 1 else upright([], named), rows, known="labels")
        line = "+" + "+".join("-" * 12 for _ in range(m)) + "+"
        cells = ["|" + "|".join(x.center(12) for x in each) + "|" for each in rows]
        add("tabulate", name, "\n".join([line] + [x for c in cells for x in (c, line)]), rows)
        head = "|" + "|".join(x.center(12) for x in named) + "|"
        add("tabulate", name + ", a heading", "\n".join([line, head, line.replace("-", "=")] +
                                                      [x for c in cells for x in (c, line)]), rows, known="labels")
        add("psql", name, " " + " | ".join(named) + "\n" + "-+-".join(["----------"] * m) + "\n" +
            "\n".join(" " + " | ".join(each) for each in rows), rows, known="labels")
        add("polars", name, f"shape: ({n}, {m})\n┌" + "┬".join(["──────────"] * m) + "┐\n│ " + " ┆ ".join(named) +
            " │\n│ " + " ┆ ".join(["---"] * m) + " │\n│ " + " ┆ ".join(["f64"] * m) + " │\n╞" +
            "╪".join(["══════════"] * m) + "╡\n" + "\n".join("│ " + " ┆ ".join(each) + " │" for each in rows) +
            "\n└" + "┴".join(["──────────"] * m) + "┘", rows, known="labels")
        add("rows", name, "\n".join(" ".join(each) for each in rows), rows)
        add("rows", name + ", empty lines", "\n\n".join(" ".join(each) for each in rows), rows)
        add("rows", name + ", commas", "\n".join(", ".join(each) for each in rows), rows)
    add("pandas", "a wide frame", "          the       cat  \\\na  0.250000  0.500000\nb  0.125000  0.750000\n\n"
        "          sat\na  1.000000\nb  0.000000".replace("\n\n", "\n"),
        [["0.250000", "0.500000", "1.000000"], ["0.125000", "0.750000", "0.000000"]], known="labels")
    add("pandas", "a name of the rows", "        the   cat\nquery\nthe    0.25  0.75\ncat    0.50  0.50",
        [["0.25", "0.75"], ["0.50", "0.50"]], known="labels")
    add("pandas", "names of both", "key     the   cat\nquery\nthe    0.25  0.75\ncat    0.50  0.50",
        [["0.25", "0.75"], ["0.50", "0.50"]], known="labels")
    add("rows", "fractions", "1/3 2/3\n1/2 1/2", [["1/3", "2/3"], ["1/2", "1/2"]])
    add("json", "two", "[[0.5, 0.25],\n [1, 0]]", [["0.5", "0.25"], ["1", "0"]])
    add("json", "null", "[\n  [1.5, null],\n  [0.25, 0.125]\n]", [["1.5", "-inf"], ["0.25", "0.125"]])
    add("json", "truths", "[[true, false], [true, true]]", [["1", "0"], ["1", "1"]])


def latex():
    for name, matrix in {"weights": weights, "scores": scores, "a column": column}.items():
        rows = texts(matrix, 4)
        body = " \\\\\n".join(" & ".join(each) for each in rows)
        inside = "\\begin{bmatrix}\n" + body + "\n\\end{bmatrix}"
        for kind, text in {
                "": inside, ", approx": "\\[\nA \\approx\n" + inside + ".\n\\]",
                ", boxed": "\\[\\boxed{" + inside + "}\\]",
                ", boxed equation": "\\[\\boxed{A = " + inside + "}\\]",
                ", a box after a relation": "\\[A = \\boxed{" + inside + "}\\]",
                ", chain": "$$A_{\\mathrm{all}} = \\mathrm{softmax}\\left(\\frac{QK^\\top}{\\sqrt{2}}\\right) \\approx "
                           + inside + "$$",
                ", product": "\\(K = X W_K = " + inside + "\\)",
                ", aligned": "\\begin{align*}\nA &= \\mathrm{softmax}(S) \\\\\n &\\approx " + inside + "\n\\end{align*}",
                ", delimiters": "\\left[\\begin{array}{" + "c" * len(rows[0]) + "}\n" + body + "\n\\end{array}\\right]",
                ", equation": "\\begin{equation}\\label{eq:a}\nA = " + inside + "\\quad\n\\end{equation}",
                ", tag": "\\[A = " + inside + " \\tag{3}\\]"}.items():
            add("latex", name + kind, text, rows)
    for name, text, rows in (
            ("frac13", "\\frac13 & \\frac23", [["1/3", "2/3"]]),
            ("braces", "\\frac{1}{3} & \\dfrac{2}{3} \\\\ \\tfrac{1}{2} & -\\frac{1}{2}", [["1/3", "2/3"], ["1/2", "-1/2"]]),
            ("a sign above", "\\frac{-1}{4} & 0", [["-1/4", "0"]]), ("slashes", "1/3 & 2/3", [["1/3", "2/3"]]),
            ("nicefrac", "\\nicefrac{1}{8} & 7/8", [["1/8", "7/8"]]),
            ("powers of ten", "2.5\\cdot10^{-3} & 1 \\times 10^{2}", [["2.5e-3", "1e2"]]),
            ("bold", "\\mathbf{0.5} & \\boldsymbol{-0.25}", [["0.5", "-0.25"]]),
            ("phantoms", "\\phantom{-}0.5 & -0.25", [["0.5", "-0.25"]]),
            ("braced commas", "0{,}5 & 1{,}25", [["0.5", "1.25"]]),
            ("infinity", "0.5 & -\\infty", [["0.5", "-inf"]]), ("spaces", "\\,0.5\\; & ~1", [["0.5", "1"]])):
        add("latex-numbers", name, "\\begin{pmatrix} " + text + " \\end{pmatrix}", rows)
    rows = texts(weights, 4)
    turned_rows = [list(each) for each in zip(*rows)]
    body = " \\\\\n".join(" & ".join(each) for each in rows)
    add("own-exports", "LaTeX", "% Attention Lab: each token is a column\n\\begin{bmatrix}\n" + body + "\n\\end{bmatrix}",
        rows, known="columns")
    add("own-exports", "Markdown", "<!-- Attention Lab: each token is a column -->\n\n|  |  |  |\n| ---: | ---: | ---: |\n"
        + "\n".join("| " + " | ".join(each) + " |" for each in rows), rows, known="columns")
    add("own-exports", "NumPy", "np.array([[0.5, 0.25],\n          [1.0, 0.0]])", [["0.5", "0.25"], ["1.0", "0.0"]])
    add("own-exports", "PyTorch", "torch.tensor([[0.5, 0.25],\n              [1.0, 0.0]], dtype=torch.float64)",
        [["0.5", "0.25"], ["1.0", "0.0"]], known="float64")


for make in (numpy_prints, tensors, sessions, languages, r_prints, tables, latex):
    make()
for name, cases in files.items():
    (here / (name + ".prints")).write_text("".join(cases))
print(len(files), "formats,", sum(map(len, files.values())), "print-outs")
