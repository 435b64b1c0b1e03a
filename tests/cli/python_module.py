#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests of resources/python/attention_lab.py, which are in tests/cli/python.

    python_module.py            runs all; python_module.py CLASS, or CLASS.test, runs these
    python_module.py --list     prints the names of the classes

ATTENTION_LAB is the program. Needs NumPy; TorchModules and Manual need PyTorch, Notebook needs IPython, and they are
skipped without it unless LAB_EXHAUSTIVE is set. Then modules are also tried in more sizes.
"""

import os
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
os.environ.setdefault("ATTENTION_LAB", str(HERE.parent.parent / "build" / "release" / "attention-lab"))
sys.path.insert(0, str(HERE / "python"))
from documents import Numbers, StoredModules  # noqa: E402
from program import Checks, Computing, Figures, FindingTheProgram, Windows  # noqa: E402
from refusals import Refused  # noqa: E402
from torch_modules import Manual, Notebook, TorchModules  # noqa: E402

CLASSES = (StoredModules, Numbers, Refused, Computing, Figures, Windows, FindingTheProgram, Checks, TorchModules,
           Manual, Notebook)

if __name__ == "__main__":
    if sys.argv[1:] == ["--list"]:
        print("\n".join(each.__name__ for each in CLASSES))
    else:
        unittest.main()
