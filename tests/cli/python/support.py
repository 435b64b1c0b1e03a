# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests of the Python module share: a module without PyTorch, what is stored of real ones, a test case."""

import contextlib
import importlib.util
import json
import os
import sys
import tempfile
import unittest
import warnings
from pathlib import Path

import numpy as np

SOURCES = Path(__file__).resolve().parent.parent.parent.parent
DATA = SOURCES / "tests" / "data" / "python"
MODULE = SOURCES / "resources" / "python" / "attention_lab.py"
sys.path[:0] = [str(MODULE.parent), str(DATA)]
import attention_lab as lab  # noqa: E402

warnings.simplefilter("error")
EXHAUSTIVE = bool(os.environ.get("LAB_EXHAUSTIVE"))


def needs(package):
    """Skips a class where the package is not installed, unless nothing may be skipped."""
    return unittest.skipUnless(EXHAUSTIVE or importlib.util.find_spec(package), f"{package} is not installed")


class Fake:
    """A module without PyTorch: attributes, and arrays by name as state_dict() gives them."""

    def __init__(self, arrays=None, **attributes):
        self.__dict__.update(attributes)
        if arrays is not None:
            self.state_dict = lambda: arrays


def stored(kind):
    """A module that make.py has stored, and what else is in the file."""
    with np.load(DATA / f"{kind}.npz", allow_pickle=False) as file:
        held = dict(file)
    arrays = {name[len("state:"):]: held.pop(name) for name in list(held) if name.startswith("state:")}
    attributes = json.loads(str(held.pop("attributes")))
    module = Fake(arrays)
    for path, values in attributes.items():
        part = module
        for name in filter(None, path.split(".")):
            if not hasattr(part, name):
                setattr(part, name, Fake())
            part = getattr(part, name)
        part.__dict__.update(values)
    return module, held


def words(count):
    return [f"w{i}" for i in range(count)]


def small(**more):
    """Two tokens, one head: Q = K = V = X."""
    arrays = {"W_Q": np.eye(2), "W_K": np.eye(2), "W_V": np.eye(2)}
    return lab.document({**arrays, **more.pop("arrays", {})}, [[1.0, 0.5], [0.25, 2.0]], "a b", **more)


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def assertClose(self, found, expected, relative=1e-12):
        found, expected = np.asarray(found), np.asarray(expected)
        self.assertEqual(found.shape, expected.shape)
        self.assertLessEqual(np.abs(found - expected).max(), relative * max(1.0, np.abs(expected).max()))

    @contextlib.contextmanager
    def refused(self, message):
        """What is refused in exactly these words."""
        with self.assertRaises(lab.AttentionLabError) as caught:
            yield
        self.assertEqual(str(caught.exception), message)

    @contextlib.contextmanager
    def environment(self, **values):
        before = dict(os.environ)
        for name, value in values.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = str(value)
        try:
            yield
        finally:
            os.environ.clear()
            os.environ.update(before)

    def fake_program(self, name="attention-lab", text="exit 0"):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("#!/bin/sh\n" + text + "\n", encoding="utf-8")
        path.chmod(0o755)
        return path
