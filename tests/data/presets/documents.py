# SPDX-License-Identifier: GPL-3.0-or-later
"""Documents and results as this program reads and writes them."""

import json
import math

import torch


def document(title, description, text, embedding, projection, **keys):
    return {"format": "attention-lab", "version": 1, "title": title, "description": description,
            "sequence": {"tokenizer": "whitespace", "text": text}, "embedding": embedding,
            "projection": {"kind": "linear", **projection}, **keys}


def named(W, b=None):
    names = ("Q", "K", "V", "O")
    made = {f"W_{name}": matrix for name, matrix in zip(names, W)}
    return made | ({f"b_{name}": row for name, row in zip(names, b)} if b else {})


def stages(*matrices):
    names = ("inputs", "queries", "keys", "values", "scores", "scaled_scores", "masked_scores", "weights",
             "head_outputs", "concat", "output")
    return {name: matrix for name, matrix in zip(names, matrices) if matrix is not None}


def plain(value):
    """Tensors as lists, infinities as text, whole numbers without a point."""
    if isinstance(value, torch.Tensor):
        return plain(value.tolist())
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, float):
        return "-inf" if value == -math.inf else int(value) if value == int(value) else value
    return value


def text_of(value, indent=0):
    """JSON with one row of numbers a line."""
    value = plain(value)
    inner = " " * (indent + 1)
    if isinstance(value, dict):
        lines = [f"{inner}{json.dumps(key)}: {text_of(item, indent + 1)}" for key, item in value.items()]
        return "{\n" + ",\n".join(lines) + "\n" + " " * indent + "}"
    if isinstance(value, list) and value and isinstance(value[0], list):
        return "[\n" + ",\n".join(inner + text_of(item, indent + 1) for item in value) + "\n" + " " * indent + "]"
    return json.dumps(value, ensure_ascii=False)
