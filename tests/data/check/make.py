#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Numbers as students hand them in, for the examples "column-vectors-with-biases" and "two-heads": four exercises
each, right and with a mistake, by NumPy alone. Writes the files beside this script, and exercises.json, which says
what each is and what there is to say about it.

    python3 tests/data/check/make.py
"""
import io
import json
import pathlib

import numpy as np

here = pathlib.Path(__file__).resolve().parent
examples = here.parents[2] / "resources" / "examples"
exercises = []


def softmax(scores, axis):
    powers = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)


class Attention:
    """Every array has the heads first."""

    def __init__(self, name, bias=True, transposed=False, axis=-1, scale=None, keys_for_values=False):
        document = json.loads((examples / (name + ".attn")).read_text())
        projection = document["projection"]
        heads = document.get("heads", {}).get("count", 1)
        table = document["embedding"]["table"]
        x = np.array([table[token] for token in document["sequence"]["text"].split()])

        def project(letter):
            weights = np.array(projection["W_" + letter])
            its = x @ (weights.T if transposed else weights)
            if bias and "b_" + letter in projection:
                its = its + np.array(projection["b_" + letter])
            return its.reshape(len(x), heads, -1).transpose(1, 0, 2)

        self.queries, self.keys, self.values = project("Q"), project("K"), project("V")
        self.scores = self.queries @ self.keys.transpose(0, 2, 1)
        self.scaled_scores = self.scores * (self.queries.shape[-1] ** -0.5 if scale is None else scale)
        self.weights = softmax(self.scaled_scores, axis)
        each = self.weights @ (self.keys if keys_for_values else self.values)
        self.output = each.transpose(1, 0, 2).reshape(len(x), -1)
        if "W_O" in projection:
            self.output = self.output @ np.array(projection["W_O"])
            if bias and "b_O" in projection:
                self.output = self.output + np.array(projection["b_O"])


def hand_in(document, stage, numbers, kind, extension, says="right", head=0):
    name = f"{document}-{stage}-{kind}.{extension}"
    if extension == "npy":
        np.save(here / name, numbers)
    elif extension == "txt":
        (here / name).write_text(np.array2string(numbers, separator=", " if kind == "right" else " ") + "\n")
    else:
        text = io.StringIO()
        np.savetxt(text, numbers, delimiter="," if extension == "csv" else "\t", fmt="%.6f")
        (here / name).write_text(text.getvalue())
    exercises.append({"document": document, "stage": stage, "head": head, "file": name, "says": says})


one, two = "column-vectors-with-biases", "two-heads"
right = Attention(one)
np.set_printoptions(precision=4, suppress=True)
hand_in(one, "queries", right.queries[0], "right", "csv")
hand_in(one, "queries", Attention(one, bias=False).queries[0], "wrong", "txt",
        "The bias is missing: add b_Q")
hand_in(one, "scaled_scores", right.scaled_scores[0], "right", "txt")
hand_in(one, "scaled_scores", right.scores[0], "wrong", "csv",
        "These are the scores before scaling: divide by √d_k = 2")
hand_in(one, "weights", right.weights[0].astype(np.float32), "right", "npy")
hand_in(one, "weights", Attention(one, axis=-2).weights[0], "wrong", "txt",
        "Softmax is taken over the queries of each key: take it over the keys of each query, row by row")
hand_in(one, "output", right.output, "right", "tsv")
hand_in(one, "output", Attention(one, keys_for_values=True).output, "wrong", "npy",
        "The keys are in place of the values")

right = Attention(two)
np.set_printoptions(precision=3, suppress=False)
hand_in(two, "keys", right.keys, "right", "npy")
hand_in(two, "keys", right.keys[::-1].astype(np.float32), "wrong", "npy", "The heads are in another order: 1, 0")
hand_in(two, "scores", right.scores[1], "right", "txt", head=1)
hand_in(two, "scores", right.scores[0], "wrong", "txt", "This is head 0, not head 1", head=1)
hand_in(two, "weights", right.weights, "right", "txt")
hand_in(two, "weights", Attention(two, scale=1 / 4).weights, "wrong", "txt",
        "The scores are divided by d_k = 4: divide by √d_k = 2")
hand_in(two, "output", right.output, "right", "npy")
hand_in(two, "output", Attention(two, transposed=True).output, "wrong", "csv",
        "The transposed weights are used, as in X·Wᵀ, in place of W_Q, W_K and W_V")
(here / "exercises.json").write_text(json.dumps(exercises, indent=1, ensure_ascii=False) + "\n")
