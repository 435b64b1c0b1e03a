# SPDX-License-Identifier: GPL-3.0-or-later
#
# Opens exported numbers in NumPy and compares them with the document and with what `compute` says.
#
#   check_data.py FOLDER    each folder in it holds document.attn, result.json, all.npz and, for some
#                           arrays, NAME.npy, NAME.csv and NAME.tsv
#
# Prints what is wrong, and how much was compared.
import io
import json
import pathlib
import sys
import zipfile

import numpy as np


class Wrong(Exception):
    pass


def expect(condition, message):
    if not condition:
        raise Wrong(message)


def number(value):
    return float(value)  # "inf", "-inf" and "nan" are strings


def array_of(value):
    if isinstance(value, list):
        return np.array([array_of(each) for each in value], dtype=np.float64)
    return np.float64(number(value))


def same(a, b):
    """The same shape and bits, but that NaN is NaN and -0 counts as itself."""
    a, b = np.asarray(a), np.asarray(b)
    return (
        a.shape == b.shape
        and np.array_equal(a, b, equal_nan=True)
        and np.array_equal(np.signbit(a) & ~np.isnan(a), np.signbit(b) & ~np.isnan(b))
    )


def parameters(document):
    """What the document's own text says, by the names of the arrays."""
    given = {}
    projection = document["projection"]
    kind = projection["kind"]
    names = {"linear": ["W_Q", "W_K", "W_V", "b_Q", "b_K", "b_V"], "direct": ["Q", "K", "V"], "identity": []}
    for name in names[kind] + ["W_O", "b_O"]:
        if name in projection:
            given[name] = projection[name]
    embedding = document.get("embedding", {})
    tokens = {"": "sequence", "_source": "source"}
    if kind != "direct":
        for suffix, key in tokens.items():
            if key not in document:
                continue
            if embedding.get("inputs") == "rows":
                given["X" + suffix] = embedding["X" + suffix]
            else:
                given["X" + suffix] = [embedding["table"][token] for token in TOKENS[key]]
        if embedding.get("inputs") != "rows":
            given["E"] = [embedding["table"][word] for word in words_of_e()]
        position = embedding.get("position", {})
        if position.get("kind") == "learned":
            given["position"] = position["table"]
    scores = document.get("scores", {})
    if "additive" in scores:
        given["additive"] = scores["additive"]
    for name in ("g_Q", "g_K"):
        if name in scores.get("qk_norm", {}):
            given[name] = scores["qk_norm"][name]
    normalization = document.get("normalization", {})
    if "sink" in normalization and normalization.get("kind", "softmax").startswith("softmax"):
        given["sink"] = normalization["sink"]
    if "custom" in document.get("mask", {}):
        given["mask"] = document["mask"]["custom"]
    return given


TOKENS = {}


def words_of_e():
    """Each word once: those of the queries first, unless they are some of the source's in a row."""
    queries, keys = TOKENS["sequence"], TOKENS.get("source", [])
    is_part = any(keys[i : i + len(queries)] == queries for i in range(len(keys) - len(queries) + 1))
    return list(dict.fromkeys(keys + queries if is_part else queries + keys))


def check_npz(folder, document, result):
    with zipfile.ZipFile(folder / "all.npz") as archive:
        expect(archive.testzip() is None, "a member's CRC is wrong")
        for member in archive.infolist():
            expect(member.date_time == (1980, 1, 1, 0, 0, 0), f"{member.filename} has a time")
            expect(member.compress_type == zipfile.ZIP_STORED, f"{member.filename} is compressed")
            file = archive.read(member)
            if tuple(map(int, np.__version__.split(".")[:2])) >= (1, 24):
                own = io.BytesIO()
                np.save(own, np.load(io.BytesIO(file), allow_pickle=False))
                expect(own.getvalue() == file, f"{member.filename} is not what NumPy would write")
    arrays = np.load(folder / "all.npz", allow_pickle=False)
    TOKENS.clear()
    TOKENS["sequence"] = result["tokens"]
    if "source_tokens" in result:
        TOKENS["source"] = result["source_tokens"]
    texts = {"tokens": TOKENS["sequence"]}
    if "source" in TOKENS:
        texts["source_tokens"] = TOKENS["source"]
    numbers = parameters(document)
    if "E" in numbers:
        texts["E_tokens"] = words_of_e()
    for name, stage in result["stages"].items():
        numbers[name] = stage
    for name, expected in texts.items():
        expect(arrays[name].dtype.kind == "U", f"{name} is no text")
        # NumPy drops NULs at the end of a text.
        expect(arrays[name].tolist() == [each.rstrip("\0") for each in expected], f"{name} differs")
    for name, expected in numbers.items():
        expect(name in arrays, f"{name} is missing")
        expect(arrays[name].dtype == np.float64, f"{name} is {arrays[name].dtype}")
        expect(same(arrays[name], array_of(expected)), f"{name} differs")
    more = set(arrays.files) - set(texts) - set(numbers)
    kind = document.get("embedding", {}).get("position", {}).get("kind")
    expect(more == ({"position"} if kind == "sinusoidal" and "X" in arrays else set()), f"there is more: {more}")
    if "position" in arrays and not document.get("overrides"):
        offset = document["sequence"].get("offset", 0)
        rows = arrays["position"][offset : offset + len(arrays["X"])]
        expect(np.allclose(arrays["X"] + rows, arrays["inputs"], rtol=1e-12, atol=1e-12), "X + position")
    return arrays


def check_files(folder, arrays):
    count = 0
    for file in sorted(folder.glob("*.*")):
        if file.name in ("all.npz", "document.attn", "result.json"):
            continue
        whole = arrays[file.stem]
        if file.suffix == ".npy":
            expect(same(np.load(file, allow_pickle=False), whole), f"{file.name} differs")
        else:
            separator = {".csv": ",", ".tsv": "\t"}[file.suffix]
            read = np.loadtxt(file, delimiter=separator, ndmin=2)
            expected = np.atleast_2d(whole[0] if whole.ndim == 3 else whole)
            expect(same(read, expected), f"{file.name} differs")
        count += 1
    return count


def main():
    documents = files = wrong = 0
    for folder in sorted(pathlib.Path(sys.argv[1]).iterdir()):
        if not folder.is_dir():
            continue
        documents += 1
        try:
            document = json.loads((folder / "document.attn").read_text("utf-8"))
            result = json.loads((folder / "result.json").read_text("utf-8"))
            files += check_files(folder, check_npz(folder, document, result))
        except (Wrong, KeyError, ValueError) as problem:
            wrong += 1
            print(f"{folder.name}: {type(problem).__name__} {problem}", file=sys.stderr)
    print(f"{documents} documents, {files} files")
    sys.exit(1 if wrong else 0)


main()
