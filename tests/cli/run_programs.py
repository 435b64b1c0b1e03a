#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs exported programs, and compares all that they compute with the results of `attention-lab compute`.

    run_programs.py FOLDER LIBRARY... [--nbclient]

FOLDER holds NAME.json, a result, and for each LIBRARY (numpy, pytorch) NAME.LIBRARY.py and NAME.LIBRARY.ipynb.
Each program runs in a namespace of its own, of a notebook its code cells in order. Afterwards every stage of the
result must be a variable of that name and of type float64, with the same cells not finite, and elsewhere
|a - b| <= 1e-12 times the largest finite magnitude of that matrix; of a stage with heads each is a matrix. What is
printed must read back as exactly `output`. With --nbclient, Jupyter itself runs the notebooks, and what its last
cell prints is compared. Where a PyTorch program says what
draws its dropout, PyTorch is asked. Prints a line for each fault; without one, "N documents agree".
"""
import contextlib
import io
import json
import pathlib
import re
import sys

import numpy as np

TOLERANCE = 1e-12


def numbers(value):
    """An array of what JSON has as numbers and the texts "inf", "-inf" and "nan"."""
    if isinstance(value, list):
        return [numbers(each) for each in value]
    return float(value)


def as_array(value):
    return np.asarray(value.numpy() if hasattr(value, "numpy") else value)


def differs(actual, expected):
    """Why a matrix is not the expected one; None if it is."""
    if actual.shape != expected.shape:
        return f"is {actual.shape}, expected {expected.shape}"
    finite = np.isfinite(expected)
    if not np.array_equal(actual[~finite], expected[~finite], equal_nan=True) or not np.isfinite(actual[finite]).all():
        return f"is not finite elsewhere: {actual.tolist()}, expected {expected.tolist()}"
    largest = np.abs(expected[finite]).max(initial=0)
    error = np.abs(actual[finite] - expected[finite]).max(initial=0)
    return None if error <= TOLERANCE * largest else f"differs by {error:g}, of at most {largest:g}"


def faults(variables, printed, stages):
    for name, value in stages.items():
        expected = np.array(numbers(value))
        if name not in variables:
            yield f"{name} is missing"
            continue
        actual = as_array(variables[name])
        if actual.dtype != np.float64:
            yield f"{name} is of {actual.dtype}"
        if expected.ndim == 3 and len(expected) == 1 and actual.ndim == 2:
            actual = actual[None]
        for head, matrix in enumerate(expected if expected.ndim == 3 else [expected]):
            why = differs(actual[head] if expected.ndim == 3 else actual, matrix)
            if why:
                yield f"{name}, head {head}, {why}"
    yield from print_faults(printed, as_array(variables["output"]))


def print_faults(printed, output):
    rows = [eval(line, {"inf": np.inf, "nan": np.nan}) for line in printed.splitlines()]
    if not np.array_equal(np.array(rows), output, equal_nan=True):
        yield f"prints {printed!r}"


def draw_faults(text, variables):
    """Whether PyTorch draws what a comment says that it draws: where it can, the kept weights."""
    seed = re.search(r"# After torch.manual_seed\((\d+)\)", text)
    call = re.search(r"#   (torch.nn.functional.dropout.*)", text)
    if not seed:
        return
    import torch

    if torch.backends.mkl.is_available():
        return
    torch.manual_seed(int(seed[1]))
    if not np.array_equal(as_array(eval(call[1], variables)), as_array(variables["kept"])):
        yield "PyTorch keeps other weights"


def run(source, variables):
    exec(compile(source, "program", "exec"), variables)


def cells(notebook):
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]


def by_jupyter(path, stages):
    import nbclient
    import nbformat

    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    nbclient.NotebookClient(notebook, timeout=60, kernel_name="python3").execute()
    printed = "".join(output["text"] for output in notebook.cells[-1].outputs if output.get("name") == "stdout")
    rows = [eval(line, {"inf": np.inf, "nan": np.nan}) for line in printed.splitlines()]
    why = differs(np.array(rows), np.array(numbers(stages["output"])))
    if why:
        yield f"Jupyter prints what {why}"


def all_faults(folder, libraries, jupyter):
    for path in sorted(folder.glob("*.json")):
        stages = json.loads(path.read_text("utf-8"))["stages"]
        for library in libraries:
            for kind in "py", "ipynb":
                name = f"{path.stem}.{library}.{kind}"
                text = (folder / name).read_text("utf-8")
                sources = [text] if kind == "py" else cells(json.loads(text))
                variables, printed = {}, io.StringIO()
                try:
                    with contextlib.redirect_stdout(printed):
                        for source in sources:
                            run(source, variables)
                    yield from (f"{name}: {fault}" for fault in faults(variables, printed.getvalue(), stages))
                    if library == "pytorch" and kind == "py":
                        yield from (f"{name}: {fault}" for fault in draw_faults(text, variables))
                    if jupyter and kind == "ipynb":
                        yield from (f"{name}: {fault}" for fault in by_jupyter(folder / name, stages))
                except Exception as error:
                    yield f"{name}: {type(error).__name__}: {error}"


def main():
    np.seterr(all="ignore")
    folder = pathlib.Path(sys.argv[1])
    found = list(all_faults(folder, [each for each in sys.argv[2:] if each != "--nbclient"], "--nbclient" in sys.argv))
    print("\n".join(found) if found else f"{len(list(folder.glob('*.json')))} documents agree")
    sys.exit(1 if found else 0)


main()
