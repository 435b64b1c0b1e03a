#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests of resources/python/attention_lab.py: `python_module.py CLASS` runs the tests of a class below.

ATTENTION_LAB is the program. Needs NumPy; the classes TorchModules and Manual need PyTorch, and are skipped without it
unless LAB_EXHAUSTIVE is set. Then they also try every kind of module in more sizes.
"""

import contextlib
import copy
import importlib.util
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import time
import unittest
import warnings
from pathlib import Path

import numpy as np

sys.dont_write_bytecode = True
SOURCES = Path(__file__).resolve().parent.parent.parent
DATA = SOURCES / "tests" / "data" / "python"
MODULE = SOURCES / "resources" / "python" / "attention_lab.py"
sys.path[:0] = [str(MODULE.parent), str(DATA)]
import attention_lab as lab  # noqa: E402

EXHAUSTIVE = bool(os.environ.get("LAB_EXHAUSTIVE"))
needs_torch = unittest.skipUnless(EXHAUSTIVE or importlib.util.find_spec("torch"), "PyTorch is not installed")
warnings.simplefilter("error")


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
        self.folder = Path(self.enterContext_(tempfile.TemporaryDirectory()))

    def enterContext_(self, context):  # unittest has its own from Python 3.11 on
        entered = context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)
        return entered

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


class StoredModules(Case):
    """Documents of modules that were stored, computed by the program: the module's own output and weights."""

    def compare(self, doc, held):
        computed = lab.compute(doc, "weights", "output")
        self.assertClose(computed["weights"], held["weights"])
        self.assertClose(computed["output"], held["output"])

    def test_every_kind(self):
        kinds = sorted(path.stem for path in DATA.glob("*.npz") if not path.stem.startswith("masks"))
        self.assertEqual(len(kinds), 19)
        for kind in kinds:
            with self.subTest(kind):
                module, held = stored(kind)
                said = {"rotary": True} if kind == "meta" else {}
                doc = lab.document(module, held["x"], words(len(held["x"])), **said)
                self.compare(doc, held)
                self.compare(lab.document(module, held["x"][None], **said), held)  # a batch of one
                # What a dictionary does not say is said; its arrays are found below any prefix.
                arrays = {f"layers.3.{name}": value for name, value in module.state_dict().items()}
                asked = {key: doc["scores"][key] for key in ("rotary", "rotary_base", "rotary_layout", "rotary_dims")
                         if key in doc.get("scores", {})}
                again = lab.document({**arrays, "layers.3.norm.weight": np.ones(2)}, held["x"], words(len(held["x"])),
                                     heads=doc["heads"]["count"], causal=doc.get("mask", {}).get("causal", False), **asked)
                self.assertEqual(again["projection"], doc["projection"])
                self.assertEqual(again["heads"], doc["heads"])
                if kind not in ("gemma-2", "gpt-2-by-layer"):  # their scale and softcap stand in no array
                    self.compare(again, held)

    def test_masks(self):
        for kind in ("masks-cross", "masks-bool", "masks-float", "masks-padding"):
            with self.subTest(kind):
                module, held = stored(kind)
                masks = {name: held[name] for name in ("attn_mask", "key_padding_mask", "source") if name in held}
                doc = lab.document(module, held["x"], **masks)
                self.compare(doc, held)
                if "source" in held:
                    self.assertEqual(len(doc["source"]["tokens"]), 6)

    def test_masks_where_they_stand_in_the_document(self):
        hide, add = np.array([[False, True], [False, False]]), np.array([[0.5, -np.inf], [0, 1]])
        self.assertEqual(small(attn_mask=hide)["mask"], {"custom": [[1, 0], [1, 1]]})
        self.assertEqual(small(attn_mask=hide[None, None])["mask"], {"custom": [[1, 0], [1, 1]]})
        self.assertEqual(small(key_padding_mask=[True, False])["mask"], {"padding": [0]})
        self.assertEqual(small(attn_mask=add)["scores"], {"additive": [[0.5, "-inf"], [0.0, 1.0]]})
        self.assertEqual(small(attn_mask=add, key_padding_mask=[2.0, 0.0])["scores"],
                         {"additive": [[2.5, "-inf"], [2.0, 1.0]]})
        self.assertEqual(small(causal=True)["mask"], {"causal": True})
        two = {"arrays": {"W_V": np.ones((2, 2))}, "heads": 2}
        self.assertEqual(small(attn_mask=np.stack([hide, hide]), **two)["mask"], {"custom": [[1, 0], [1, 1]]})
        self.assertEqual(small(attn_mask=np.stack([hide, ~hide]), **two)["scores"]["additive"],
                         [[[0.0, "-inf"], [0.0, 0.0]], [["-inf", 0.0], ["-inf", "-inf"]]])

    def test_both_families_of_matrices(self):
        rng = np.random.RandomState(7)
        Q, K, V, W_O = rng.randn(3, 4), rng.randn(5, 2), rng.randn(5, 3), rng.randn(6, 2)
        doc = lab.document({"Q": Q, "K": K, "V": V, "W_O": W_O}, None, "x y z", source_tokens=words(5), heads=2)
        self.assertEqual((doc["projection"]["kind"], doc["heads"]), ("direct", {"count": 2, "kv_count": 1}))
        scores = np.stack([Q[:, :2] @ K.T, Q[:, 2:] @ K.T]) / np.sqrt(2)
        weights = np.exp(scores) / np.exp(scores).sum(-1, keepdims=True)
        self.assertClose(lab.compute(doc)["output"], np.hstack(list(weights @ V)) @ W_O)
        # The names of a document, with biases; bare names are in × out.
        doc = lab.document({"W_Q": np.eye(2)[:, :1], "W_K": np.eye(2)[:, 1:], "W_V": np.eye(2), "b_V": [1, 2]},
                           [[1, 0.5], [0.25, 2]], offset=3, title="named")
        computed = lab.compute(doc)
        self.assertClose(computed["queries"], [[[1], [0.25]]])
        self.assertClose(computed["values"], [[[2, 2.5], [1.25, 4]]])
        self.assertEqual((doc["title"], doc["sequence"]), ("named", {"tokenizer": "manual", "tokens": ["1", "2"], "offset": 3}))

    def test_settings_of_layers(self):
        """A window is that of the layer, and is left out where the sentence is shorter."""
        rng = np.random.RandomState(3)
        arrays = {f"{name}.weight": rng.randn(4, 4) for name in ("q_proj", "k_proj", "v_proj", "o_proj")}
        kinds = ["sliding_attention", "full_attention"]
        cases = (({"sliding_window": 2}, {"window": 2}), ({"sliding_window": 6}, {}), ({"sliding_window": None}, {}),
                 ({"config": Fake(sliding_window=2)}, {"window": 2}),
                 ({"config": Fake(sliding_window=2, use_sliding_window=False)}, {}),
                 ({"config": Fake(sliding_window=2, layer_types=kinds), "layer_idx": 0}, {"window": 2}),
                 ({"config": Fake(sliding_window=2, layer_types=kinds), "layer_idx": 1}, {}))
        for attributes, expected in cases:
            with self.subTest(str(attributes)):
                doc = lab.document(Fake(arrays, num_heads=2, is_causal=True, **attributes), rng.randn(6, 4))
                self.assertEqual(doc["mask"], {"causal": True, **expected})
        bases = {"sliding_attention": {"rope_type": "default", "rope_theta": 100.0},
                 "full_attention": {"rope_type": "default", "rope_theta": 5000.0, "partial_rotary_factor": 0.5}}
        half = {"rotary": True, "rotary_layout": "half"}
        cases = (({"rope_theta": 7.0}, {**half, "rotary_base": 7.0}),
                 ({"rotary_emb": Fake(base=9.0)}, {**half, "rotary_base": 9.0}),
                 ({"rotary_emb": Fake()}, {**half, "rotary_base": 10000.0}),
                 ({"config": Fake(rope_parameters=bases["full_attention"])},
                  {**half, "rotary_base": 5000.0, "rotary_dims": 2}),
                 ({"config": Fake(rope_parameters=bases, layer_types=kinds), "layer_idx": 0}, {**half, "rotary_base": 100.0}),
                 ({"config": Fake(rope_theta=7.0, rope_local_base_freq=3.0), "is_sliding": True}, {**half, "rotary_base": 3.0}),
                 ({"rope_theta": 7.0, "use_rope": 0}, None), ({}, None))
        for attributes, expected in cases:
            with self.subTest(str(attributes)):
                doc = lab.document(Fake(arrays, num_heads=1, is_causal=False, **attributes), rng.randn(2, 4))
                self.assertEqual(doc.get("scores"), expected)

    def test_norm_below_another_name(self):
        arrays = {"W_query": np.eye(4), "W_key": np.eye(4), "W_value": np.eye(4), "q_norm.scale": [1.0, 2.0],
                  "k_norm.scale": [3.0, 4.0]}
        doc = lab.document(Fake(arrays, num_heads=2, q_norm=Fake(eps=1e-5), k_norm=Fake(eps=1e-5)), np.ones((2, 4)))
        self.assertEqual(doc["scores"], {"qk_norm": {"kind": "rms", "epsilon": 1e-5, "g_Q": [1.0, 2.0], "g_K": [3.0, 4.0]}})

    def test_several_places(self):
        """A module inside others is found; where there are several, they are listed."""
        module, held = stored("multihead")
        block = {f"block.attn.{name}": value for name, value in module.state_dict().items()}
        inner = Fake(block, block=Fake(attn=module))
        self.assertEqual(lab.document(inner, held["x"]), lab.document(module, held["x"]))
        two = {**block, **{f"other.{name}": value for name, value in module.state_dict().items()}}
        with self.refused("attention is found in 2 places; choose one with prefix=: 'block.attn', 'other'"):
            lab.document(two, held["x"])
        for prefix in ("block.attn", "block", "other."):
            self.assertEqual(lab.document(two, held["x"], prefix=prefix, heads=2)["projection"],
                             lab.document(module, held["x"])["projection"])

    def test_unused_arrays_are_named(self):
        arrays = {"query.weight": np.eye(2), "key.weight": np.eye(2), "value.weight": np.eye(2),
                  "distance_embedding.weight": np.eye(2)}
        with self.assertWarnsRegex(UserWarning, "^these arrays of the module are not used: distance_embedding.weight$"):
            lab.document(Fake(arrays, num_heads=1), np.eye(2))

    def test_training_is_noted(self):
        arrays = {"in_proj_weight": np.ones((6, 2)), "out_proj.weight": np.eye(2)}
        module = Fake(arrays, num_heads=1, dropout=0.25, training=True)
        with self.assertWarnsRegex(UserWarning, r"^the module is in training mode, with dropout 0.25: .*eval\(\)"):
            doc = lab.document(module, np.eye(2))
        self.assertIn("dropout 0.25", doc["description"])
        module.training = False
        self.assertNotIn("description", lab.document(module, np.eye(2)))


class Numbers(Case):
    """Numbers are kept exactly, whatever holds them; files are replaced whole."""

    def test_exactly(self):
        rng = np.random.RandomState(5)
        for dtype in ("float16", "float32", "float64", ">f4", "int8"):
            values = (rng.randn(3, 3) * 10).astype(dtype)
            doc = lab.document({"W_Q": values, "W_K": np.asfortranarray(values), "W_V": values.tolist()}, values, words(3))
            lab.save(doc, self.folder / "a.attn")
            read = json.loads((self.folder / "a.attn").read_text(encoding="utf-8"))
            self.assertEqual(read, doc)
            for name in ("W_Q", "W_K", "W_V"):
                self.assertTrue((np.array(read["projection"][name]) == values.astype(np.float64)).all())
            self.assertTrue((lab.compute(self.folder / "a.attn", "inputs")["inputs"] == values).all())

    def test_tokens(self):
        doc = small()
        self.assertEqual(doc["sequence"], {"tokenizer": "whitespace", "text": "a b"})
        tokens = ["Ġthe", "😀 \"\\\n", "", "x"]
        doc = lab.document({"W_Q": [[1.0]], "W_K": [[1.0]], "W_V": [[1.0]]}, np.ones((4, 1)), tokens)
        self.assertEqual(lab.compute(doc, "weights").tokens, tokens)
        doc["sequence"]["tokens"][0] = "\ud800"
        with self.refused(r"the document has text that is not Unicode: '\ud800'"):
            lab.save(doc, self.folder / "a.attn")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_rows_stand_on_lines(self):
        lab.save(small(), self.folder / "a.attn")
        text = (self.folder / "a.attn").read_text(encoding="utf-8")
        self.assertIn('    "X": [\n      [1.0, 0.5],\n      [0.25, 2.0]\n    ]', text)

    def test_arrays_may_stand_in_the_document(self):
        doc = small()
        doc["scores"] = {"additive": np.array([[0.0, -np.inf], [1.5, 0.0]]), "softcap": np.float32(3)}
        doc["mask"] = {"padding": np.array([1]), "causal": True}
        lab.save(doc, self.folder / "a.attn")
        read = json.loads((self.folder / "a.attn").read_text(encoding="utf-8"))
        self.assertEqual(read["scores"], {"additive": [[0.0, "-inf"], [1.5, 0.0]], "softcap": 3.0})
        self.assertEqual(read["mask"], {"padding": [1], "causal": True})
        self.assertEqual(lab.compute(doc, "masked_scores")["masked_scores"][0, 0, 1], -np.inf)

    def test_whole_or_not_at_all(self):
        path = self.folder / "a.attn"
        lab.save(small(), path)
        path.chmod(0o640)
        before = path.read_bytes()
        for wrong in (float("nan"), float("inf"), object()):
            doc = small()
            doc["scores"] = {"scale": wrong}
            with self.assertRaisesRegex(lab.AttentionLabError, "^the document cannot be written: "):
                lab.save(doc, path)
            self.assertEqual(path.read_bytes(), before)
        link = self.folder / "link.attn"
        link.symlink_to(path)
        lab.save(small(title="new"), str(link))
        self.assertTrue(link.is_symlink())
        self.assertEqual(json.loads(path.read_text())["title"], "new")
        self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o640)
        with self.assertRaises(FileNotFoundError):
            lab.save(small(), self.folder / "none" / "a.attn")
        (self.folder / "full").mkdir()
        (self.folder / "full" / "x").write_text("")
        with self.assertRaises(OSError):
            lab.save(small(), self.folder / "full")
        self.assertEqual(sorted(each.name for each in self.folder.iterdir()), ["a.attn", "full", "link.attn"])


class Computing(Case):
    def test_shapes(self):
        rng = np.random.RandomState(2)
        module = {"q_proj.weight": rng.randn(8, 6), "k_proj.weight": rng.randn(4, 6), "v_proj.weight": rng.randn(6, 6),
                  "o_proj.weight": rng.randn(5, 12)}
        doc = lab.document(module, rng.randn(3, 6), "a b c", source=rng.randn(7, 6), heads=4)
        stages = lab.compute(doc)
        shapes = {"inputs": (3, 6), "source_inputs": (7, 6), "queries": (4, 3, 2), "keys": (4, 7, 2), "values": (4, 7, 3),
                  "scores": (4, 3, 7), "scaled_scores": (4, 3, 7), "masked_scores": (4, 3, 7), "weights": (4, 3, 7),
                  "head_outputs": (4, 3, 3), "concat": (3, 12), "output": (3, 5)}
        self.assertEqual({name: stage.shape for name, stage in stages.items()}, shapes)
        self.assertTrue(all(stage.dtype == np.float64 for stage in stages.values()))
        self.assertEqual((stages.tokens, stages.source_tokens, stages.notes), (["a", "b", "c"], list("1234567"), []))
        self.assertEqual(list(lab.compute(doc, "output", "weights")), ["weights", "output"])

    def test_not_finite(self):
        doc = small(causal=True)
        doc["overrides"] = [{"stage": "queries", "row": 1, "column": 0, "value": 1e308},
                            {"stage": "keys", "row": 1, "column": 0, "value": 1e308}]
        stages = lab.compute(doc)
        self.assertEqual(stages["masked_scores"][0, 0, 1], -np.inf)
        self.assertEqual(stages["scores"][0, 1, 1], np.inf)
        self.assertTrue(np.isnan(stages["weights"][0, 1, 1]))
        self.assertIsNone(stages.source_tokens)
        self.assertEqual(len(stages.notes), 1)

    def test_faults_in_words(self):
        doc = small()
        doc["mask"] = {"custom": [[1]]}
        with self.refused("mask.custom: 1 × 1, expected 2 × 2 (queries × keys)"):
            lab.compute(doc)
        with self.assertRaisesRegex(lab.AttentionLabError, '^there is no stage "weight"; there are inputs, '):
            lab.compute(small(), "weight")
        with self.refused("expected what document() returns, or the path of such a file, not list"):
            lab.compute([])
        with self.assertRaises(FileNotFoundError):
            lab.compute(self.folder / "none.attn")
        with self.refused("the program ended by signal 9"):
            lab.compute(small(), program=self.fake_program(text="kill -9 $$"))
        with self.refused("the program failed and said nothing"):
            lab.compute(small(), program=self.fake_program(text="exit 3"))


class Figures(Case):
    def test_is_what_the_command_draws(self):
        doc = small(causal=True)
        lab.save(doc, self.folder / "a.attn")
        cases = (({}, []), ({"view": "heads", "theme": "dark"}, ["--theme", "dark"]),
                 ({"view": "weights", "head": 0, "mark": (1, None), "title": "It's\nthis", "width_mm": 60.5},
                  ["--head", "0", "--mark", "1,", "--title", "It's\nthis", "--width-mm", "60.5"]),
                 ({"view": "scores", "numbers": False, "mark": (0, 1), "font_size": 7, "preset": None},
                  ["--no-numbers", "--mark", "0,1", "--font-size", "7"]),
                 ({"view": "scores", "numbers": True, "mark": ",0"}, ["--mark", ",0"]))
        for options, arguments in cases:
            with self.subTest(str(options)):
                figure = lab.figure(doc, **options)
                subprocess.run([os.environ["ATTENTION_LAB"], "export", self.folder / "a.attn", "-o", self.folder / "a.svg",
                                "--view", options.get("view", "weights"), *arguments], check=True)
                self.assertEqual(figure._repr_svg_(), (self.folder / "a.svg").read_text(encoding="utf-8"))
                self.assertIn("<svg", figure.svg)

    def test_saved(self):
        doc = small()
        figure = lab.figure(doc, "weights")
        doc["title"] = "changed afterwards"
        doc["embedding"]["X"][0][0] = 99.0
        for extension, magic in ((".svg", b"<?xml"), (".png", b"\x89PNG"), (".PDF", b"%PDF")):
            path = self.folder / ("a" + extension)
            figure.save(path)
            self.assertEqual(path.read_bytes()[:len(magic)], magic)
        self.assertEqual((self.folder / "a.svg").read_text(encoding="utf-8"), figure.svg)
        self.assertEqual(lab.figure(small(), "weights").svg, figure.svg)
        with self.refused("'a.jpg' does not end with .svg, .png or .pdf"):
            figure.save("a.jpg")

    def test_faults_in_words(self):
        for options, message in (({"view": "nothing"}, '^there is no view "nothing"'), ({"colour": "red"}, "colour"),
                                 ({"head": 3}, "head 3"), ({"theme": "pink"}, "pink")):
            with self.assertRaisesRegex(lab.AttentionLabError, message):
                lab.figure(small(), **options)


class Windows(Case):
    def test_opens_without_waiting(self):
        record = self.folder / "record"
        fake = self.fake_program(text=f"printf '%s\\n' $# \"$@\" > '{record}.part'; mv '{record}.part' '{record}'; exec sleep 60")
        with self.environment(DISPLAY=":7", TMPDIR=str(self.folder)):
            tempfile.tempdir = None  # read TMPDIR again
            self.addCleanup(setattr, tempfile, "tempdir", None)
            window = lab.open_window(small(title="shown"), program=fake)
        try:
            deadline = time.monotonic() + 30
            while not record.exists() and time.monotonic() < deadline:
                time.sleep(0.02)
            self.assertEqual(record.read_text().splitlines(), ["1", window.path])
            self.assertIsNone(window.process.poll())
            self.assertEqual(json.loads(Path(window.path).read_text())["title"], "shown")
            self.assertTrue(window.path.startswith(str(self.folder)) and window.path.endswith(".attn"))
            # What the window saves there can be computed.
            lab.save(small(causal=True), window.path)
            self.assertEqual(lab.compute(window.path, "weights")["weights"][0, 0, 1], 0)
        finally:
            window.process.kill()
            window.process.wait()

    def test_no_display(self):
        with self.environment(DISPLAY=None, WAYLAND_DISPLAY=None, QT_QPA_PLATFORM=None):
            with self.refused("there is no display for a window (neither DISPLAY nor WAYLAND_DISPLAY is set); figure() and "
                              "compute() need none"):
                lab.open_window(small())

    def test_the_window_itself(self):
        with self.environment(QT_QPA_PLATFORM="offscreen", HOME=self.folder, XDG_CONFIG_HOME=self.folder,
                              XDG_DATA_HOME=self.folder):
            window = lab.open_window(small())
        try:
            with self.assertRaises(subprocess.TimeoutExpired):
                window.process.wait(1.5)
        finally:
            window.process.terminate()
            window.process.wait(30)


class FindingTheProgram(Case):
    """The first of: argument, attribute, environment, beside the module, PATH."""

    def found(self, module, setup="", **environment):
        """What _run starts, in a Python of its own: the programs here print their own names."""
        code = (f"import sys; sys.dont_write_bytecode = True; sys.path.insert(0, {str(module.parent)!r})\n"
                f"import attention_lab as lab\n{setup}\n"
                "try:\n    print(lab._program(None))\nexcept lab.AttentionLabError as error:\n    print(error)")
        with self.environment(**{"ATTENTION_LAB": None, **environment}):
            return subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, check=True).stdout.decode().strip()

    def copied(self, folder):
        path = self.folder / folder / "attention_lab.py"
        path.parent.mkdir(parents=True)
        shutil.copy(MODULE, path)
        return path

    def test_in_this_order(self):
        alone, installed = self.copied("alone"), self.copied("usr/share/attention-lab/python")
        sources = self.copied("src/resources/python")
        first, beside = self.fake_program("first/lab"), self.fake_program("usr/bin/attention-lab")
        built, on_path = self.fake_program("src/build/release/attention-lab"), self.fake_program("path/attention-lab")
        path = f"{on_path.parent}:{os.environ['PATH']}"
        self.assertEqual(self.found(installed, f"lab.program = {str(first)!r}", ATTENTION_LAB=built), str(first))
        self.assertEqual(self.found(installed, ATTENTION_LAB=built, PATH=path), str(built))
        self.assertEqual(self.found(installed, PATH=path), str(beside))
        self.assertEqual(self.found(sources, PATH=path), str(built))
        self.assertEqual(self.found(alone, PATH=path), str(on_path))
        self.assertEqual(self.found(alone, "lab.program = 'attention-lab'", PATH=path), str(on_path))
        with self.environment(ATTENTION_LAB="/nowhere"):
            lab.compute(small(), program=shutil.which(self.real))
            with self.refused("ATTENTION_LAB is '/nowhere', and there is no program of that name"):
                lab.compute(small())
        with self.refused("program is '/none/lab', and there is no program of that name"):
            lab.compute(small(), program="/none/lab")
        self.assertEqual(self.found(alone, PATH=str(self.folder)),
                         "the program attention-lab was not found: neither beside this module nor in PATH. Say where it is "
                         "with program=, attention_lab.program or the environment variable ATTENTION_LAB")

    real = os.environ.get("ATTENTION_LAB", "attention-lab")


class Checks(Case):
    def setUp(self):
        super().setUp()
        rng = np.random.RandomState(4)
        self.doc = lab.document({"W_Q": rng.randn(4, 4), "W_K": rng.randn(4, 4), "W_V": rng.randn(4, 4)}, rng.randn(3, 4),
                                heads=2, causal=True)
        self.weights = lab.compute(self.doc, "weights")["weights"]

    def test_right(self):
        weights = self.weights
        for data, asked in ((weights, {}), (weights[None], {}), (weights[0], {}), (weights[1], {"head": 1}),
                            (weights[1:], {"head": 1}), (weights.astype(np.float32), {}), (weights.astype(np.float16), {}),
                            (weights.tolist(), {}), (np.round(weights[0], 4).tolist(), {}),
                            (np.round(weights[0], 2).tolist(), {}), (weights + 0.09, {"tolerance": 0.1})):
            verdict = lab.check(self.doc, "weights", data, **asked)
            self.assertTrue(verdict, repr(verdict))
            self.assertRegex(repr(verdict), r"^right: all \d+ cells of weights agree within [0-9.e-]+$")
            self.assertEqual((verdict.first, verdict.wrong, verdict.cells), (None, 0, np.size(data)))
        self.assertTrue(lab.check(self.doc, "masked_scores", lab.compute(self.doc)["masked_scores"]))
        self.assertTrue(lab.check(self.doc, "output", lab.compute(self.doc)["output"][None]))

    def test_wrong(self):
        data = self.weights.copy()
        data[1, 2, 0] += 2e-6
        data[1, 2, 1] += 0.5
        verdict = lab.check(self.doc, "weights", data)
        self.assertFalse(verdict)
        self.assertEqual((verdict.first, verdict.wrong, verdict.cells), ((1, 2, 0), 2, 18))
        self.assertEqual((verdict.found, verdict.expected), (data[1, 2, 0], self.weights[1, 2, 0]))
        self.assertEqual(repr(verdict), "wrong: 2 of 18 cells of weights differ by more than 1e-06, first row 2, column 0 of "
                         f"head 1: {data[1, 2, 0]:.10g} instead of {self.weights[1, 2, 0]:.10g}")
        self.assertFalse(lab.check(self.doc, "weights", self.weights[1]))
        self.assertEqual(repr(lab.check(self.doc, "weights", self.weights[:, :2])),
                         "wrong: weights is 3 × 3, the data are 2 × 2 × 3")
        self.assertEqual(repr(lab.check(self.doc, "output", [1.0])), "wrong: output is 3 × 4, the data are 1")
        average = lab.check(self.doc, "weights", self.weights.mean(0))
        self.assertTrue(repr(average).endswith("; these are the average of all heads (average_attn_weights=False gives each)"))
        # Not finite where the stage is, and the other way round.
        masked = lab.compute(self.doc)["masked_scores"][0]
        for cell, value in (((0, 1), -1e9), ((0, 1), np.inf), ((0, 1), np.nan), ((0, 0), -np.inf)):
            data = masked.copy()
            data[cell] = value
            self.assertEqual(lab.check(self.doc, "masked_scores", data).first, cell)

    def test_tolerances(self):
        """Half of the last digit shown, at least two decimals; arrays: their dtype's."""
        largest = 1.0  # of these weights: the first query sees itself alone
        for data, tolerance in ((self.weights[0].tolist(), 1e-6), ([[0.5] * 3] * 3, 0.005), ([[1] * 3] * 3, 0.005),
                                ([[0.1234, 0.5, 0.5]] * 3, 5e-5), ([[1e-05, 0.5, 0.5]] * 3, 5e-6),
                                (np.ones((3, 3), np.float16), 2.0 ** -10), (np.ones((3, 3), np.float32), 1e-6),
                                (np.ones((3, 3), int), 1e-6)):
            self.assertAlmostEqual(lab.check(self.doc, "weights", data).tolerance, tolerance * largest, delta=1e-12)

    def test_refused(self):
        for call, message in (((self.doc, "output", self.weights, 0), "output belongs to no head"),
                              ((self.doc, "weights", self.weights, 2), "there is no head 2; heads are 0 to 1"),
                              ((self.doc, "weights", "0.5"), "data holds <U3, not numbers")):
            with self.refused(message):
                lab.check(*call)


class Refused(Case):
    """What a document cannot say, and what does not fit, in plain words."""

    def test_words(self):
        mha = {"in_proj_weight": np.ones((12, 4)), "in_proj_bias": np.ones(12), "out_proj.weight": np.eye(4),
               "out_proj.bias": np.ones(4)}
        plain = {"q_proj.weight": np.ones((8, 4)), "k_proj.weight": np.ones((4, 4)), "v_proj.weight": np.ones((4, 4))}
        normed = {**plain, "q_norm.weight": np.ones(4), "k_norm.weight": np.ones(4)}
        x, eye = np.ones((3, 4)), np.eye(4)
        kdim = {"q_proj_weight": eye, "k_proj_weight": np.ones((4, 6)), "v_proj_weight": np.ones((4, 6)), "out_proj.weight": eye}
        causal = {"W_query": eye, "W_key": eye, "W_value": eye}
        last = Fake(mha, num_heads=2, batch_first=False)
        scaled = Fake(plain, num_heads=2, config=Fake(rope_theta=1e4, rope_scaling={"rope_type": "yarn"}))
        cases = (
            ((mha, np.ones((2, 3, 4))), {}, "x is 2 × 3 × 4, a batch of 2; take one, such as x[:1]"),
            ((last, np.ones((3, 2, 4))), {}, "x is 3 × 2 × 4, a batch of 2 (batch_first is False); take one, such as x[:, :1]"),
            ((mha, np.ones(4)), {}, "x is 4; expected one row a token: n × d_model"),
            ((mha, np.ones((0, 4))), {}, "x is 0 × 4; expected one row a token: n × d_model"),
            ((mha, np.ones((3, 5))), {}, "x has 5 features a token, and the module takes d_model = 4"),
            ((mha, np.full((3, 4), np.nan)), {}, "x has nan at (0, 0); a document holds finite numbers"),
            ((mha, [["a"]]), {}, "x holds <U1, not numbers"),
            ((mha, x * 1j), {}, "x holds complex128, not numbers"),
            ((mha, x, "a b"), {}, "tokens holds 2, and x has 3 rows: one row a token is needed"),
            ((mha, x[:1], ["a", "b"]), {}, "tokens holds 2, and x has 1 row: one row a token is needed"),
            ((mha, x, [5, 6, 7]), {}, "tokens holds 5; tokens are text, so decode numbers of a tokenizer first"),
            ((mha, x, 3), {}, "tokens is 3; expected a list of texts, or one text"),
            ((mha, x), {"source": np.ones((2, 5))}, "x has 4 features and source 5; a document has one d_model for both"),
            ((mha, x), {"source": x, "source_tokens": "a"},
             "source_tokens holds 1, and source has 3 rows: one row a token is needed"),
            ((mha, x), {"source_tokens": "a"}, "source_tokens are given, but no source"),
            ((mha, x), {"heads": 3}, "queries have 4 columns, which 3 heads cannot share evenly"),
            ((mha, x), {"heads": 0}, "heads is 0; expected a whole number from 1"),
            ((mha, x), {"heads": 2.0}, "heads is 2.0; expected a whole number from 1"),
            ((mha, x), {"heads": 2, "kv_heads": 1},
             "queries, keys and values have 4, 4 and 4 columns, which does not fit 2 heads with 1 for keys and values"),
            ((plain, x), {"heads": 1}, "queries, keys and values have 8, 4 and 4 columns, which does not fit 1 head"),
            ((Fake(plain), x), {}, "the module does not say how many heads it has; say it with heads="),
            (({**plain, "o_proj.weight": np.ones((4, 4))}, x), {"heads": 2},
             "the output projection takes 4 columns, and the heads give 8"),
            (({**mha, "bias_k": np.ones(4)}, x), {},
             "the module has bias_k, a row without a token; a document cannot say that"),
            ((Fake(mha, num_heads=2, add_zero_attn=True), x), {},
             "the module has add_zero_attn=True, a key of zeros without a token; a document cannot say that"),
            ((kdim, x), {}, "the module makes its keys of 6 features and its queries of 4 (kdim, vdim); a document has one "
                            "d_model for all. Give Q, K and V themselves"),
            (({"query": eye, "key": eye, "value": eye}, x), {"prefix": "a.b"},
             "no attention is known by these names below 'a.b': query, key, value. Known are " + lab._KNOWN),
            (({"weight": eye, "bias": eye[0]}, x), {},
             "no attention is known by these names: weight, bias. Known are " + lab._KNOWN),
            (({}, x), {}, "no attention is known by these names: none. Known are " + lab._KNOWN),
            ((5, x), {}, "int is neither a module nor a dictionary of arrays"),
            (({"c_attn.weight": np.ones((4, 5))}, x), {}, "c_attn is 4 × 5; expected d × 3d or 3d × d"),
            (({**causal, "mask": np.ones((3, 3))}, x), {},
             "the module's mask is not the causal mask; give the mask as attn_mask=, and causal=False"),
            ((mha, x), {"attn_mask": np.ones((2, 3), bool)}, "attn_mask is 2 × 3; expected 3 × 3 or 1 × 3 × 3"),
            ((mha, x), {"attn_mask": np.ones((3, 3), int)},
             "attn_mask holds int64; expected truth values, of which True hides, or floats, which are added to the scores"),
            ((mha, x), {"attn_mask": np.full((3, 3), np.inf)}, "attn_mask has inf at (0, 0); a document holds finite numbers"),
            ((mha, x), {"key_padding_mask": np.ones((2, 3), bool)}, "key_padding_mask is 2 × 3; expected 3"),
            ((scaled, x), {}, "its rotary positions are scaled by 'yarn', which a document cannot say; rotary=True takes them "
                              "without, rotary=False leaves them out"),
            ((plain, x), {"heads": 2, "rotary": True, "rotary_layout": "halves"},
             "rotary_layout is 'halves'; expected 'half' or 'interleaved'"),
            ((Fake(mha, num_heads=2, position_embedding_type="relative_key"), x), {}, None),
            (({**normed, "q_norm.weight": np.ones(8)}, x), {"heads": 2},
             "q_norm has 8 gains; a document has norms of each head alone, with 4 here"),
            (({**plain, "k_norm.weight": np.ones(4)}, x), {"heads": 2},
             "of q_norm and k_norm there is only one; a document norms both"),
            ((Fake(normed, num_heads=2, q_norm=Fake(eps=1e-5), k_norm=Fake(eps=1e-6)), x), {},
             "q_norm and k_norm have a different ε; a document has one for both"),
            ((Fake(plain, num_heads=2, q_norm=Fake()), x), {}, "q_norm is a Fake without gains, which is not known"),
            (({"Q": x, "K": x, "V": x}, x), {}, "Q, K and V are given themselves, so x and source have no part: pass x=None"),
            (({"Q": x, "K": x, "V": x[:2]}, None), {}, "K has 3 rows and V 2; expected one each a token"),
            (({"W_Q": np.ones((1200, 1200)), "W_K": np.ones((1200, 1200)), "W_V": np.ones((1200, 1200))},
              np.ones((2, 1200))), {}, "this layer has 4,322,402 numbers, and a document at most 4,000,000; take a smaller "
             "layer, or cut some heads out of its arrays and give them as a dictionary"),
        )
        for arguments, options, message in cases:
            with self.subTest(message):
                if message is None:  # only BERT's names go with that setting
                    lab.document(*arguments, **options)
                    continue
                with self.refused(message):
                    lab.document(*arguments, **options)
        bert = Fake({"query": eye, "key": eye, "value": eye}, num_heads=2, position_embedding_type="relative_key")
        with self.refused("the module adds positions of the kind 'relative_key' to its scores; a document cannot say that"):
            lab.document(bert, x)
        # With an answer of your own, what is scaled is taken.
        self.assertEqual(lab.document(scaled, x, rotary=False).get("scores"), None)
        self.assertEqual(lab.document(scaled, x, rotary=True)["scores"]["rotary_base"], 1e4)


@needs_torch
class TorchModules(Case):
    """Real modules in random sizes: their own output and weights."""

    def sizes(self):
        rng = np.random.RandomState(11)
        for _ in range(12 if EXHAUSTIVE else 2):
            H = int(rng.randint(1, 4))
            yield int(H * rng.randint(1, 5)), H, int(rng.randint(1, 9))

    def test_every_kind(self):
        import modules
        import torch
        for seed, (d, H, n) in enumerate(self.sizes()):
            for kind, make in modules.KINDS.items():
                with self.subTest(kind=kind, d=d, H=H, n=n):
                    torch.manual_seed(seed)
                    module, x = make(d, H).eval(), torch.randn(n, modules.width_of(kind, d, H))
                    output, weights = modules.result_of(kind, module, x)
                    doc = lab.document(module, x, words(n), **modules.SAID.get(kind, {}))
                    computed = lab.compute(doc)
                    self.assertClose(computed["output"], output, 2e-6)
                    self.assertClose(computed["weights"], weights, 2e-6)
                    self.assertTrue(lab.check(doc, "output", output, tolerance=2e-6 * max(1, output.abs().max())))
                    self.assertEqual(doc, lab.document(module.double(), x, words(n), **modules.SAID.get(kind, {})))
                    output, weights = modules.result_of(kind, module, x.double())
                    self.assertClose(computed["output"], output, 1e-12)
                    self.assertClose(computed["weights"], weights, 1e-12)

    def test_multihead_attention(self):
        """Every way of calling torch.nn.MultiheadAttention that a document can say."""
        import modules
        import torch
        for seed in range(40 if EXHAUSTIVE else 8):
            torch.manual_seed(seed)
            draw = np.random.RandomState(seed)
            H, n, m = (int(draw.randint(1, 5)) for _ in range(3))
            d, first = H * int(draw.randint(1, 4)), bool(draw.randint(2))
            module = modules.multihead(d, H, bias=bool(draw.randint(2)), batch_first=first, dropout=0.3).double().eval()
            x, source = torch.randn(1, n, d, dtype=torch.float64), torch.randn(1, m, d, dtype=torch.float64)
            x, source = (x, source) if first else (x.transpose(0, 1), source.transpose(0, 1))
            source = source if draw.randint(2) else None
            keys = n if source is None else m
            shape = (n, keys) if draw.randint(2) else (H, n, keys)
            mask = torch.randn(*shape, dtype=torch.float64) if draw.randint(2) else torch.rand(*shape) < 0.3
            if mask.dtype is torch.bool:
                mask[..., 0] = False
            padding = torch.zeros(1, keys, dtype=torch.bool)
            padding[0, 1:] = torch.rand(keys - 1) < 0.3
            memory = x if source is None else source
            with torch.no_grad(), warnings.catch_warnings():
                warnings.simplefilter("ignore")  # PyTorch 2 prefers both masks to be of one type
                output, weights = module(x, memory, memory, attn_mask=mask, key_padding_mask=padding,
                                         average_attn_weights=False)
            with self.subTest(seed=seed):
                doc = lab.document(module, x, source=source, attn_mask=mask, key_padding_mask=padding)
                self.assertTrue(lab.check(doc, "output", output, tolerance=1e-12))
                self.assertTrue(lab.check(doc, "weights", weights, tolerance=1e-12))
                self.assertTrue(lab.check(doc, "weights", weights))

    def test_kinds_of_tensors(self):
        import modules
        import torch
        torch.manual_seed(1)
        for dtype in (torch.bfloat16, torch.float16, torch.float32):
            module = torch.nn.MultiheadAttention(4, 2, batch_first=True).to(dtype)
            x = torch.randn(1, 3, 4, dtype=dtype, requires_grad=True)
            with warnings.catch_warnings(record=True) as caught:  # it is training, but nothing is dropped
                doc = lab.document(module, x)
            self.assertEqual(caught, [])
            self.assertTrue((np.array(doc["projection"]["W_Q"]) == module.in_proj_weight[:4].T.double().tolist()).all())
            self.assertTrue((np.array(doc["embedding"]["X"]) == x[0].double().tolist()).all())
            self.assertTrue(lab.check(doc, "inputs", x))
        self.assertEqual(lab.check(doc, "inputs", x.detach().bfloat16(), tolerance=None).tolerance,
                         2.0 ** -7 * float(x.detach().abs().max()))
        with self.assertRaisesRegex(lab.AttentionLabError, "^x cannot be read as an array: "):
            lab.document(module, torch.empty(3, 4, device="meta"))
        gpt = modules.GPT2Attention(4, 2)
        with self.assertWarnsRegex(UserWarning, "training mode, with dropout 0.1"):
            lab.document(gpt, torch.randn(3, 4))
        cross, source = modules.GPT2Attention(4, 2, is_cross=True).double().eval(), torch.randn(5, 4).double()
        x = torch.randn(3, 4).double()
        self.assertTrue(lab.check(lab.document(cross, x, source=source), "output", cross(x, source)[0], tolerance=1e-12))
        layer = torch.nn.TransformerEncoderLayer(4, 2, 8).eval()
        self.assertEqual(lab.document(layer, x)["projection"], lab.document(layer.self_attn, x)["projection"])
        decoder = torch.nn.TransformerDecoderLayer(4, 2, 8).eval()
        with self.refused("attention is found in 2 places; choose one with prefix=: 'self_attn', 'multihead_attn'"):
            lab.document(decoder, x)
        with self.assertRaisesRegex(lab.AttentionLabError, "^no attention is known by these names: weight, bias. "):
            lab.document(torch.nn.Linear(4, 4), x)
        for options in ({"add_bias_kv": True}, {"add_zero_attn": True}, {"kdim": 3, "vdim": 3}):
            with self.assertRaises(lab.AttentionLabError):
                lab.document(torch.nn.MultiheadAttention(4, 2, **options), x)
        odd = modules.LlamaLikeAttention(4, 2, 1, 4, rope_theta=1e4)
        odd.q_norm, odd.k_norm = torch.nn.LayerNorm(4), torch.nn.LayerNorm(4)
        with self.refused("q_norm is a LayerNorm, which is not x / √(mean(x²) + ε) times its gains"):
            lab.document(odd, x)
        odd.q_norm = odd.k_norm = torch.nn.Identity()
        self.assertNotIn("qk_norm", lab.document(odd, x)["scores"])


@needs_torch
class Manual(Case):
    """The page of the manual and the README: each Python block runs, one after the other."""

    def test_blocks_run(self):
        page = (SOURCES / "resources" / "manual" / "python.md").read_text(encoding="utf-8")
        blocks = re.findall(r"```python\n(.*?)```", page, re.S)
        self.assertGreater(len(blocks), 3)
        fake = self.fake_program("window/attention-lab", 'case "$1" in compute|export) exec "$REAL" "$@";; esac; exit 0')
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        os.chdir(self.folder)
        names = {}
        with self.environment(REAL=os.environ["ATTENTION_LAB"], ATTENTION_LAB=fake, DISPLAY=":7"):
            for block in blocks:
                exec(compile(block, "python.md", "exec"), names)
        for window in lab._windows:
            self.assertEqual(window.process.wait(30), 0)


if __name__ == "__main__":
    unittest.main(verbosity=1)
