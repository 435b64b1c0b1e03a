# SPDX-License-Identifier: GPL-3.0-or-later
"""Documents of modules and dictionaries, without PyTorch."""

import json
import stat

import numpy as np
from support import DATA, Case, Fake, lab, small, stored, words


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
                                     heads=doc["heads"]["count"], causal=doc.get("mask", {}).get("causal", False),
                                     **asked)
                self.assertEqual(again["projection"], doc["projection"])
                self.assertEqual(again["heads"], doc["heads"])
                if kind not in ("gemma-2", "gpt-2-by-layer"):  # their scale and softcap stand in no array
                    self.compare(again, held)

    def test_three_weights_apart(self):
        module, held = stored("multihead")
        arrays = dict(module.state_dict())
        parts = np.split(np.asarray(arrays.pop("in_proj_weight")), 3)
        arrays.update(zip(("q_proj_weight", "k_proj_weight", "v_proj_weight"), parts))
        whole = lab.document(module, held["x"])
        apart = lab.document(arrays, held["x"], heads=whole["heads"]["count"])
        self.assertEqual(apart["projection"], whole["projection"])
        self.compare(apart, held)

    def test_map(self):
        """Which array is which, as somebody says it."""
        module, held = stored("multihead")
        whole = lab.document(module, held["x"])
        arrays = dict(module.state_dict())
        W_Q, W_K, W_V = np.split(np.asarray(arrays["in_proj_weight"], np.float64), 3)
        b = np.asarray(arrays["in_proj_bias"], np.float64)
        out, b_O = arrays["out_proj.weight"], arrays["out_proj.bias"]
        said = {"heads": whole["heads"]["count"]}
        apart = {"W_Q": "l.ask:transposed", "W_K": "find", "W_V": "give:transposed", "W_O": "o:transposed", "b_O": "bo",
                 "b_Q,b_K,b_V": "b"}
        named = {"l.ask": W_Q, "find": W_K.T, "give": W_V, "o": out, "bo": b_O, "b": b[None]}
        side = {"W_Q,W_K,W_V": "all", "W_O": "o:transposed", "b_O": "bo", "b_Q,b_K,b_V": "b"}
        for arrays, roles, more in ((named, apart, {}), ({**named, "all": np.hstack([W_Q.T, W_K.T, W_V.T])}, side, {}),
                                    (named, {**apart, "W_Q": "ask:transposed"}, {"prefix": "l"}),
                                    (Fake(named), apart, {})):
            with self.subTest(roles=roles):
                doc = lab.document(arrays, held["x"], map=roles, **said, **more)
                self.assertEqual(doc["projection"], whole["projection"])
                self.compare(doc, held)
        gains = {"a": [1.0, 2.0], "s": [0.5]}
        doc = small(arrays=gains, map={"W_Q": "W_Q", "W_K": "W_K", "W_V": "W_V", "g_Q": "a", "g_K": "a", "sink": "s"})
        self.assertEqual((doc["scores"]["qk_norm"]["g_K"], doc["normalization"]["sink"]), ([1, 2], [0.5]))
        direct = lab.document(named, map={"Q": "l.ask", "K": "find", "V": "give"})
        self.assertEqual((direct["projection"]["kind"], direct["projection"]["K"]), ("direct", W_K.T.tolist()))

    def test_masks(self):
        for kind in ("masks-cross", "masks-bool", "masks-float", "masks-padding"):
            with self.subTest(kind):
                module, held = stored(kind)
                masks = {name: held[name] for name in ("attn_mask", "key_padding_mask", "source") if name in held}
                doc = lab.document(module, held["x"], **masks)
                self.compare(doc, held)
                if "source" in held:
                    self.assertEqual(doc["source"]["text"], "1 2 3 4 5 6")

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
        self.assertEqual((doc["title"], doc["sequence"]), ("named", {"tokenizer": "whitespace", "text": "1 2",
                                                                     "offset": 3}))

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
                 ({"config": Fake(rope_parameters=bases, layer_types=kinds), "layer_idx": 0},
                  {**half, "rotary_base": 100.0}),
                 ({"config": Fake(rope_theta=7.0, rope_local_base_freq=3.0), "is_sliding": True},
                  {**half, "rotary_base": 3.0}),
                 ({"config": Fake(rope_theta=100.0, rope_scaling={"type": "linear", "factor": 4.0})},
                  {**half, "rotary_base": 100.0, "rotary_frequencies": [0.25, 0.025]}),
                 # of two pairs, one turns 16 times within 101 positions and the other 1.6 times
                 ({"config": Fake(rope_theta=100.0, rope_scaling={
                     "rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
                     "original_max_position_embeddings": 101})},
                  {**half, "rotary_base": 100.0, "rotary_frequencies": [1.0, 0.030217726985820842]}),
                 ({"rope_theta": 7.0, "use_rope": 0}, None), ({}, None))
        for attributes, expected in cases:
            with self.subTest(str(attributes)):
                doc = lab.document(Fake(arrays, num_heads=1, is_causal=False, **attributes), rng.randn(2, 4))
                scores = doc.get("scores")
                if expected and "rotary_frequencies" in expected:
                    self.assertClose(scores.pop("rotary_frequencies"), expected["rotary_frequencies"])
                    expected = {key: value for key, value in expected.items() if key != "rotary_frequencies"}
                    self.assertEqual(doc["version"], 2)
                self.assertEqual(scores, expected)

    def test_norm_below_another_name(self):
        arrays = {"W_query": np.eye(4), "W_key": np.eye(4), "W_value": np.eye(4), "q_norm.scale": [1.0, 2.0],
                  "k_norm.scale": [3.0, 4.0]}
        doc = lab.document(Fake(arrays, num_heads=2, q_norm=Fake(eps=1e-5), k_norm=Fake(eps=1e-5)), np.ones((2, 4)))
        self.assertEqual(doc["scores"], {"qk_norm": {"kind": "rms", "epsilon": 1e-5, "g_Q": [1.0, 2.0],
                                                     "g_K": [3.0, 4.0]}})

    def test_heads_apart_are_in_order(self):
        """Also from head 10 on, which as text comes before head 2."""
        names = [f"heads.{head}.{name}" for head in range(12) for name in ("W_query", "W_key", "W_value")]
        doc = lab.document({name: np.full((1, 1), int(name.split(".")[1])) for name in sorted(names)}, [[1.0]])
        self.assertEqual(doc["projection"]["W_Q"], [[float(head) for head in range(12)]])
        self.assertEqual(doc["heads"], {"count": 12, "kv_count": 12})

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
            doc = lab.document({"W_Q": values, "W_K": np.asfortranarray(values), "W_V": values.tolist()}, values,
                               words(3))
            lab.save(doc, self.folder / "a.attn")
            read = json.loads((self.folder / "a.attn").read_text(encoding="utf-8"))
            self.assertEqual(read, doc)
            for name in ("W_Q", "W_K", "W_V"):
                self.assertTrue((np.array(read["projection"][name]) == values.astype(np.float64)).all())
            self.assertTrue((lab.compute(self.folder / "a.attn", "inputs")["inputs"] == values).all())

    def test_tokens(self):
        for given in ("a b", " a\u00a0 b\n", "a\x1cb", ["a", "b"], ("a", "b")):
            doc = lab.document({"W_Q": [[1.0]], "W_K": [[1.0]], "W_V": [[1.0]]}, np.ones((2, 1)), given)
            self.assertEqual(doc["sequence"], {"tokenizer": "whitespace", "text": "a b"})
            self.assertEqual(lab.compute(doc, "weights").tokens, ["a", "b"])
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
        missing = self.folder.resolve() / "none" / "a.attn"
        with self.refused(f"{str(missing)!r} cannot be written: No such file or directory"):
            lab.save(small(), missing)
        (self.folder / "full").mkdir()
        (self.folder / "full" / "x").write_text("")
        with self.assertRaisesRegex(lab.AttentionLabError, "full' cannot be written: "):
            lab.save(small(), self.folder / "full")
        self.assertEqual(sorted(each.name for each in self.folder.iterdir()), ["a.attn", "full", "link.attn"])
