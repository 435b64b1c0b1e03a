# SPDX-License-Identifier: GPL-3.0-or-later
"""With PyTorch: real modules, and the Python of the manual. With IPython: what a notebook shows."""

import os
import re
import warnings

import numpy as np
from support import EXHAUSTIVE, SOURCES, Case, lab, needs, small, words


@needs("torch")
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
        self.assertTrue(lab.check(doc, "inputs", x.detach().bfloat16()))
        with self.assertRaisesRegex(lab.AttentionLabError, "^x cannot be read as an array: "):
            lab.document(module, torch.empty(3, 4, device="meta"))
        gpt = modules.GPT2Attention(4, 2)
        with self.assertWarnsRegex(UserWarning, "training mode, with dropout 0.1"):
            lab.document(gpt, torch.randn(3, 4))
        cross, source = modules.GPT2Attention(4, 2, is_cross=True).double().eval(), torch.randn(5, 4).double()
        x = torch.randn(3, 4).double()
        self.assertTrue(lab.check(lab.document(cross, x, source=source), "output", cross(x, source)[0],
                                  tolerance=1e-12))
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


@needs("torch")
class Manual(Case):
    """The page of the manual and the README: each Python block runs, one after the other."""

    def test_blocks_run(self):
        page = (SOURCES / "resources" / "manual" / "python.md").read_text(encoding="utf-8")
        blocks = re.findall(r"```python\n(.*?)```", page, re.S)
        self.assertGreater(len(blocks), 3)
        fake = self.fake_program("window/attention-lab", 'case "$1" in compute|export|check) exec "$REAL" "$@";; esac; exit '
                                 '0')
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        os.chdir(self.folder)
        names = {}
        with self.environment(REAL=os.environ["ATTENTION_LAB"], ATTENTION_LAB=fake, DISPLAY=":7"):
            for block in blocks:
                exec(compile(block, "python.md", "exec"), names)
        for window in lab._windows:
            self.assertEqual(window.process.wait(30), 0)


@needs("IPython")
class Notebook(Case):
    def test_shows_the_figure(self):
        from IPython.core.formatters import DisplayFormatter
        figure = lab.figure(small(), "weights")
        shown, _ = DisplayFormatter().format(figure)
        self.assertEqual(shown["image/svg+xml"], figure.svg)
