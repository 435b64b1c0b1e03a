# SPDX-License-Identifier: GPL-3.0-or-later
"""What is refused, and in which words."""

import numpy as np
from support import Case, Fake, lab


class Refused(Case):
    """What a document cannot say, and what does not fit, in plain words."""

    def test_attention_alone(self):
        half = np.full((2, 2, 2), 0.5)
        with self.refused("attention is given itself, so module, x and source have no part"):
            lab.document({"W_Q": half[0]}, half[0], attention=half)
        with self.refused("expected a module, a dictionary of arrays, or attention="):
            lab.document()
        with self.refused("attention sums to 1.5 in head 1, row 0; expected 1, as softmax makes it, before dropout"):
            lab.document(attention=half + [[[0, 0], [0, 0]], [[0, 0.5], [0, 0]]])
        with self.refused("attention has weights below 0"):
            lab.document(attention=[[2, -1], [0, 1]])
        with self.refused("attention is 2 × 1 × 2 × 2; expected n_q × n_k, or H × n_q × n_k with a matrix for each head; "
                          "of a batch take one, such as attention[0]"):
            lab.document(attention=half[:, None])
        with self.refused("tokens holds 3, and attention has 2 rows: one row a token is needed"):
            lab.document(attention=half, tokens="a b c")

    def test_words(self):
        mha = {"in_proj_weight": np.ones((12, 4)), "in_proj_bias": np.ones(12), "out_proj.weight": np.eye(4),
               "out_proj.bias": np.ones(4)}
        plain = {"q_proj.weight": np.ones((8, 4)), "k_proj.weight": np.ones((4, 4)), "v_proj.weight": np.ones((4, 4))}
        normed = {**plain, "q_norm.weight": np.ones(4), "k_norm.weight": np.ones(4)}
        x, eye = np.ones((3, 4)), np.eye(4)
        kdim = {"q_proj_weight": eye, "k_proj_weight": np.ones((4, 6)), "v_proj_weight": np.ones((4, 6)),
                "out_proj.weight": eye}
        causal = {"W_query": eye, "W_key": eye, "W_value": eye}
        last = Fake(mha, num_heads=2, batch_first=False)
        scaled = Fake(plain, num_heads=2, config=Fake(rope_theta=1e4, rope_scaling={"rope_type": "yarn"}))
        cases = (
            ((mha, np.ones((2, 3, 4))), {}, "x is 2 × 3 × 4, a batch of 2; take one, such as x[:1]"),
            ((last, np.ones((3, 2, 4))), {}, "x is 3 × 2 × 4, a batch of 2 (batch_first is False); take one, such as "
             "x[:, :1]"),
            ((last, np.ones((1, 3, 4))), {},
             "x is 1 × 3 × 4, a batch of 3 (batch_first is False); take one, such as x[0] if it is one sentence"),
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
            ((mha, x), {"source": np.ones((2, 5))}, "x has 4 features and source 5; a document has one d_model for "
             "both"),
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
            ((kdim, x), {}, "the module makes its keys of 6 features and its queries of 4 (kdim, vdim); a document "
             "has one "
                            "d_model for all. Give Q, K and V themselves"),
            (({"query": eye, "key": eye, "value": eye}, x), {"prefix": "a.b"},
             "no attention is known by these names below 'a.b': query, key, value. Known are " + lab._KNOWN),
            (({"weight": eye, "bias": eye[0]}, x), {},
             "no attention is known by these names: weight, bias. Known are " + lab._KNOWN),
            (({}, x), {}, "no attention is known by these names: none. Known are " + lab._KNOWN),
            ((5, x), {}, "int is neither a module nor a dictionary of arrays"),
            ((5, x), {"map": {}}, "int is neither a module nor a dictionary of arrays"),
            ((causal, x), {"map": "W_Q"}, "map is 'W_Q'; expected a dictionary, as {'W_Q': 'encoder.query'}"),
            ((causal, x), {"map": {"W_X": "W_query"}}, "map has 'W_X'; expected W_Q, W_K, W_V, W_O, b_Q, b_K, b_V, b_O, "
             "Q, K, V, g_Q, g_K, sink"),
            ((causal, x), {"map": {"W_Q": "W_query", "W_K,W_Q": "W_key"}}, "map has W_Q twice"),
            ((causal, x), {"map": {"W_Q": "query:transposed"}},
             "map says that W_Q is 'query', and there is no such array; there are W_query, W_key, W_value"),
            ((causal, x), {"map": {"W_Q": "W_query", "W_K": "W_key"}},
             "map says what W_Q and W_K is; expected W_Q, W_K and W_V, or Q, K and V, and what there is besides"),
            ((causal, x), {"map": {"W_Q,W_K,W_V": "W_key"}},
             "W_key is 4 × 4; its columns are not 3 equal parts, for W_Q,W_K,W_V"),
            (({"a": np.ones(4)}, x), {"map": {"W_Q": "a"}}, "a is 4; expected a matrix"),
            (({"c_attn.weight": np.ones((4, 5))}, x), {}, "c_attn is 4 × 5; expected d × 3d or 3d × d"),
            (({**causal, "mask": np.ones((3, 3))}, x), {},
             "the module's mask is not the causal mask; give the mask as attn_mask=, and causal=False"),
            ((mha, x), {"attn_mask": np.ones((2, 3), bool)}, "attn_mask is 2 × 3; expected 3 × 3 or 1 × 3 × 3"),
            ((mha, x), {"attn_mask": np.ones((3, 3), int)},
             "attn_mask holds int64; expected truth values, of which True hides, or floats, which are added to the "
             "scores"),
            ((mha, x), {"attn_mask": np.full((3, 3), np.inf)}, "attn_mask has inf at (0, 0); a document holds finite "
             "numbers"),
            ((mha, x), {"attn_mask": np.full((3, 3), np.nan)},
             "attn_mask has nan at (0, 0); a document holds finite numbers"),
            ((mha, x), {"key_padding_mask": np.ones((2, 3), bool)}, "key_padding_mask is 2 × 3; expected 3"),
            ((scaled, x), {}, "its rotary positions are scaled by 'yarn', which is not known; say them with "
             "rotary_frequencies=, take them without with rotary=True, or leave them out with rotary=False"),
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
            (({"Q": x, "K": x, "V": x}, x), {}, "Q, K and V are given themselves, so x and source have no part: pass "
             "x=None"),
            (({"Q": x, "K": x, "V": x[:2]}, None), {}, "K has 3 rows and V 2; expected one each a token"),
            (({"W_Q": np.ones((1200, 1200)), "W_K": np.ones((1200, 1200)), "W_V": np.ones((1200, 1200))},
              np.ones((2, 1200))), {}, "this layer has 4,322,400 numbers, and a document at most 4,000,000; take a "
             "smaller "
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
        with self.refused("the module adds positions of the kind 'relative_key' to its scores; a document cannot say "
                          "that"):
            lab.document(bert, x)
        # With an answer of your own, what is scaled is taken.
        self.assertEqual(lab.document(scaled, x, rotary=False).get("scores"), None)
        self.assertEqual(lab.document(scaled, x, rotary=True)["scores"]["rotary_base"], 1e4)
        self.assertEqual(lab.document(scaled, x, rotary_frequencies=[0.5])["scores"]["rotary_frequencies"], [0.5])
