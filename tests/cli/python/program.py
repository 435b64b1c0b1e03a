# SPDX-License-Identifier: GPL-3.0-or-later
"""What the program is started for: stages, figures, the window, checks."""

import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest.mock
from pathlib import Path

import numpy as np
from support import MODULE, Case, lab, small


class Computing(Case):
    def test_shapes(self):
        rng = np.random.RandomState(2)
        module = {"q_proj.weight": rng.randn(8, 6), "k_proj.weight": rng.randn(4, 6), "v_proj.weight": rng.randn(6, 6),
                  "o_proj.weight": rng.randn(5, 12)}
        doc = lab.document(module, rng.randn(3, 6), "a b c", source=rng.randn(7, 6), heads=4)
        stages = lab.compute(doc)
        shapes = {"inputs": (3, 6), "source_inputs": (7, 6), "queries": (4, 3, 2), "keys": (4, 7, 2),
                  "values": (4, 7, 3),
                  "scores": (4, 3, 7), "scaled_scores": (4, 3, 7), "masked_scores": (4, 3, 7), "weights": (4, 3, 7),
                  "head_outputs": (4, 3, 3), "concat": (3, 12), "output": (3, 5)}
        self.assertEqual({name: stage.shape for name, stage in stages.items()}, shapes)
        self.assertTrue(all(stage.dtype == np.float64 for stage in stages.values()))
        self.assertEqual((stages.tokens, stages.source_tokens, stages.notes), (["a", "b", "c"], list("1234567"), []))
        self.assertEqual(list(lab.compute(doc, "output", "weights")), ["weights", "output"])

    def test_large_matrices(self):
        """Beside the document, not as text: the same bits."""
        rng = np.random.RandomState(3)
        module = {name + "_proj.weight": rng.randn(48, 48).astype(np.float32) for name in "qkvo"}
        doc = lab.document(module, rng.randn(40, 48), [f"t{i}" for i in range(40)], heads=4)
        added = rng.randn(4, 40, 40)
        added[1, 2, 3] = -np.inf
        doc.setdefault("scores", {})["additive"] = added
        arrays = {}
        packed = lab._packed(doc, arrays)
        self.assertEqual(len(arrays), 9)
        self.assertLess(len(lab._json(packed)), 5000)
        path = os.path.join(self.folder, "text.attn")
        lab.save(doc, path)
        text, beside = lab.compute(path), lab.compute(doc)
        self.assertEqual(list(text), list(beside))
        for name, stage in text.items():
            np.testing.assert_array_equal(stage, beside[name])
        self.assertEqual(beside["masked_scores"][1, 2, 3], -np.inf)
        for wrong in (np.nan, np.inf, "1"):
            doc["projection"]["W_Q"][3][4] = wrong
            with self.subTest(wrong=wrong), self.assertRaises(lab.AttentionLabError):
                lab.compute(doc)

    def test_read_while_computed(self):
        doc = small(causal=True)
        path = os.path.join(self.folder, "small.attn")
        lab.save(doc, path)
        file = os.path.join(self.folder, "result.npz")
        lab._run(None, "compute", path, "-o", file)
        with np.load(file) as arrays:
            given = lab._computed(None, path)
            self.assertEqual(list(given), arrays.files)
            for name, array in given.items():
                self.assertEqual((array.dtype, array.shape), (arrays[name].dtype, arrays[name].shape))
                np.testing.assert_array_equal(array, arrays[name])
        for output in ("weights", r"weights\n\223NUM", r"weights\n\223NUMPY\001\000\002\000{}"):
            with self.subTest(output=output):
                end = f"printf '{output}'; echo 'attention-lab: memory: not enough' >&2; exit "
                with self.refused("memory: not enough"):
                    lab.compute(small(), program=self.fake_program(text=end + "1"))
                with self.refused("the program ended within an array"):
                    lab.compute(small(), program=self.fake_program(text=end + "0"))

    def test_sweep(self):
        rng = np.random.RandomState(4)
        doc = lab.document({name + "_proj.weight": rng.randn(8, 8) for name in "qkv"}, rng.randn(5, 8), "a b c d e",
                           heads=2)
        for key, values in (("normalization.temperature", [0.5, np.float32(2), 1]), ("mask.causal", [True, False]),
                            ("normalization.kind", ["softmax", "sparsemax"]), ("scores.scale", ["1/sqrt(d_k)", 0.25]),
                            ("heads", [{"count": 1}, {"count": 4}]),
                            ("dropout", [{"rate": rate, "generator": "pytorch", "seed": 1} for rate in (0.25, 0.5)])):
            with self.subTest(key=key):
                found = lab.sweep(doc, key, values)
                self.assertEqual(len(found), len(values))
                for value, stages in zip(values, found):
                    one = json.loads(json.dumps(doc))
                    group, _, name = key.rpartition(".")
                    (one.setdefault(group, {}) if group else one)[name] = \
                        value.item() if isinstance(value, np.generic) else value
                    expected = lab.compute(one)
                    self.assertEqual(list(stages), list(expected))
                    for stage, numbers in expected.items():
                        np.testing.assert_allclose(stages[stage], numbers, rtol=1e-12, atol=1e-14)
        self.assertEqual([list(each) for each in lab.sweep(doc, "mask.causal", [True], "weights", "output")],
                         [["weights", "output"]])
        self.assertEqual(lab.sweep(doc, "mask.causal", []), [])
        for key, value in (("mask.casual", True), ("normalization.temperature", -1), ("scores.scale", math.nan),
                           ("heads.count", 3)):
            with self.subTest(key=key), self.assertRaises(lab.AttentionLabError):
                lab.sweep(doc, key, [value])

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

    def test_attention_alone(self):
        rng = np.random.RandomState(5)
        for heads, n_q, n_k in ((1, 3, 3), (12, 64, 64), (2, 3, 5)):
            with self.subTest(heads=heads, n_q=n_q, n_k=n_k):
                weights = rng.rand(heads, n_q, n_k)
                weights[:, 0, -1] = 0
                weights /= weights.sum(axis=-1, keepdims=True)
                doc = lab.document(attention=weights[None], tokens=[f"t{i}" for i in range(n_q)])
                computed = lab.compute(doc, "weights")["weights"]
                self.assertLess(np.abs(computed - weights).max(), 1e-12)
                self.assertTrue((computed[:, 0, -1] == 0).all())
        self.assertEqual(lab.document(attention=np.eye(2))["sequence"]["text"], "1 2")

    def test_faults_in_words(self):
        doc = small()
        doc["mask"] = {"custom": [[1]]}
        with self.refused("mask.custom: 1 × 1, expected 2 × 2 (queries × keys)"):
            lab.compute(doc)
        with self.assertRaisesRegex(lab.AttentionLabError, '^there is no stage "weight"; there are inputs, '):
            lab.compute(small(), "weight")
        with self.refused("expected what document() returns, or the path of such a file, not list"):
            lab.compute([])
        missing = self.folder / "none.attn"
        with self.refused(f"{str(missing)!r} cannot be read: No such file or directory"):
            lab.compute(missing)
        not_a_program = self.fake_program(text="")
        not_a_program.write_bytes(b"neither a script nor a program")
        with self.refused(f"{str(not_a_program)!r} cannot be started: Exec format error"):
            lab.compute(small(), program=not_a_program)
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
                subprocess.run([os.environ["ATTENTION_LAB"], "export", self.folder / "a.attn", "-o",
                                self.folder / "a.svg",
                                "--view", options.get("view", "weights"), *arguments], check=True)
                self.assertEqual(figure._repr_svg_(), (self.folder / "a.svg").read_text(encoding="utf-8"))
                self.assertIn("<svg", figure.svg)
                self.assertIsNone(figure._repr_png_())

    def test_large_one_is_shown_as_pixels(self):
        figure = lab.figure(small())
        with unittest.mock.patch.object(lab, "_LARGEST_SHOWN_SVG", len(figure.svg) - 1):
            self.assertIsNone(figure._repr_svg_())
            self.assertEqual(figure._repr_png_()[:4], b"\x89PNG")

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
        fake = self.fake_program(text=f"printf '%s\\n' $# \"$@\" > '{record}.part'; mv '{record}.part' '{record}'; "
                                 f"exec sleep 60")
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
            with self.refused("there is no display for a window (neither DISPLAY nor WAYLAND_DISPLAY is set); "
                              "figure() and "
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
            return subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE,
                                  check=True).stdout.decode().strip()

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
                         "the program attention-lab was not found: neither beside this module nor in PATH. Say where "
                         "it is "
                         "with program=, attention_lab.program or the environment variable ATTENTION_LAB")

    real = os.environ.get("ATTENTION_LAB", "attention-lab")


class Checks(Case):
    def setUp(self):
        super().setUp()
        rng = np.random.RandomState(4)
        self.doc = lab.document({"W_Q": rng.randn(4, 4), "W_K": rng.randn(4, 4), "W_V": rng.randn(4, 4)},
                                rng.randn(3, 4),
                                heads=2, causal=True)
        self.weights = lab.compute(self.doc, "weights")["weights"]

    def test_right(self):
        weights = self.weights
        for data, asked in ((weights, {}), (weights[None], {}), (weights[0], {}), (weights[1], {"head": 1}),
                            (weights[1:], {"head": 1}), (weights.astype(np.float32), {}),
                            (weights.astype(np.float16), {}), (list(weights), {}),
                            (list(weights.astype(np.float32)), {}), ([list(each) for each in weights], {}),
                            (weights.tolist(), {}), (np.round(weights[0], 4).tolist(), {}),
                            (np.round(weights[0], 2).tolist(), {}), (weights + 0.09, {"tolerance": 0.1})):
            verdict = lab.check(self.doc, "weights", data, **asked)
            self.assertTrue(verdict, repr(verdict))
            self.assertEqual(repr(verdict), "right")
            self.assertEqual((verdict.first, verdict.wrong, verdict.cells), (None, 0, np.size(data)))
        self.assertTrue(lab.check(self.doc, "masked_scores", lab.compute(self.doc)["masked_scores"]))
        self.assertTrue(lab.check(self.doc, "output", lab.compute(self.doc)["output"][None]))

    def test_arrangements(self):
        """Right in another arrangement is right, and said."""
        stages = lab.compute(self.doc)
        queries, masked = stages["queries"], stages["masked_scores"]
        for stage, data, arrangement in (
                ("weights", self.weights.mean(0), "averaged"), ("queries", np.hstack(list(queries)), "side_by_side"),
                ("queries", queries.transpose(1, 0, 2), "tokens_first"),
                ("queries", np.hstack([each for name in ("queries", "keys", "values") for each in stages[name]]), "fused"),
                ("output", stages["output"][:, None], "batch_of_one"),
                ("masked_scores", np.where(np.isinf(masked), -1e9, masked), "stand_ins"),
                ("weights", np.round(self.weights, 3), "fewer_digits")):
            verdict = lab.check(self.doc, stage, data)
            self.assertTrue(verdict, repr(verdict))
            self.assertEqual(verdict.arrangement, [arrangement])
            self.assertTrue(repr(verdict).startswith("right; "), repr(verdict))

    def test_wrong(self):
        data = self.weights.copy()
        data[1, 2, 0] += 2e-5
        data[1, 2, 1] += 0.5
        verdict = lab.check(self.doc, "weights", data)
        self.assertFalse(verdict)
        self.assertEqual((verdict.first, verdict.wrong, verdict.cells), ((1, 2, 0), 2, 18))
        self.assertEqual((verdict.found, verdict.expected), (data[1, 2, 0], self.weights[1, 2, 0]))
        self.assertEqual(verdict.verdict, "slip")
        self.assertTrue(repr(verdict).startswith("16 of 18 cells agree; the largest difference is in head 1, row 2 "),
                        repr(verdict))
        # A list of float32 arrays is judged by what it holds, not as if it showed two decimals.
        self.assertFalse(lab.check(self.doc, "weights", list((self.weights + 0.004).astype(np.float32))))
        other = lab.check(self.doc, "weights", self.weights[1])
        self.assertEqual((bool(other), other.verdict), (False, "mistake"))
        self.assertEqual(other.mistakes[0], [{"kind": "other_head", "head": 1}])
        self.assertEqual(repr(lab.check(self.doc, "weights", self.weights[:, :2])).split(". ")[0],
                         "These numbers are 2 × 2 × 3, but the attention weights are 2 × 3 × 3")
        self.assertEqual(lab.check(self.doc, "output", [1.0]).verdict, "shape")
        # Not finite where the stage is, and the other way round.
        masked = lab.compute(self.doc)["masked_scores"][0]
        for cell, value in (((0, 1), -0.5), ((0, 1), np.inf), ((0, 1), np.nan), ((0, 0), -np.inf)):
            data = masked.copy()
            data[cell] = value
            self.assertEqual(lab.check(self.doc, "masked_scores", data).first, cell)

    def test_tolerances(self):
        """Half of the last digit shown, at least two decimals; arrays: their dtype's; a little more, see the manual."""
        for data, tolerance in ((self.weights[0].tolist(), 1e-6), ([[0.5] * 3] * 3, 0.005), ([[1] * 3] * 3, 0.005),
                                ([[0.1234, 0.5, 0.5]] * 3, 5e-5), (np.ones((3, 3), np.float32), 1e-6),
                                (np.ones((3, 3), np.float16), 2.0 ** -11), (np.ones((3, 3), int), 1e-6)):
            found = lab.check(self.doc, "weights", data).tolerance
            self.assertTrue(tolerance <= found <= 1.25 * tolerance, (found, tolerance))

    def test_all(self):
        """All arrays of a computation at once: later ones are right for those before them."""
        stages = lab.compute(self.doc)
        given = {"Q": stages["queries"], "K": stages["keys"], "attn": self.weights, "file": np.ones(2)}
        verdict = lab.check_all(self.doc, given)
        self.assertTrue(verdict, repr(verdict))
        self.assertEqual((verdict.first, verdict.nan, verdict.unknown), (None, None, ["file"]))
        self.assertEqual([each.stage for each in verdict.arrays.values()], ["queries", "keys", "weights"])
        given["attn"] = self.weights.swapaxes(-1, -2)
        given["context"] = given["attn"] @ stages["values"]
        verdict = lab.check_all(self.doc, given)
        self.assertFalse(verdict)
        self.assertEqual(verdict.first, "attn")
        self.assertEqual(verdict.arrays["attn"].mistakes[0], [{"kind": "transposed"}])
        self.assertEqual((bool(verdict.arrays["context"]), verdict.arrays["context"].for_own), (True, ["attn"]))
        self.assertTrue(repr(verdict).startswith("The first array that is not right is attn (attention weights)"),
                        repr(verdict))
        self.assertIn("\nQ (queries): right", repr(verdict))
        given["attn"][1, 0, 0] = np.nan
        self.assertEqual(lab.check_all(self.doc, given).nan, "attn")
        with self.refused("all.npz: file: no array that is called as a stage, expected inputs, source_inputs, queries, "
                          "keys, values, scores, scaled_scores, masked_scores, weights, dropped_weights, head_outputs, "
                          "concat, output, or usual names: Q, K, V, attn"):
            lab.check_all(self.doc, {"file": np.ones(2)})

    def test_refused(self):
        for call, message in (((self.doc, "output", self.weights, 0), "output belongs to no head"),
                              ((self.doc, "weights", self.weights, 2), "head 2: not in this document, expected 0 to 1"),
                              ((self.doc, "weights", "0.5"), "data holds <U3, not numbers")):
            with self.refused(message):
                lab.check(*call)
