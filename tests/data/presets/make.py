#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Attention as well-known models compute it: writes the NAME.json beside this script.

Each family is PyTorch in float64 that follows the model's own definition: its layout of the weights, its
rotation, its mask. The document beside it says the same in this program's terms; nothing here reads documents.
A second, different computation (second_ways.py) confirms each result before it is written. Needs torch (tried: 1.13).

Where the definitions come from:
transformer  Vaswani et al. 2017, "Attention Is All You Need", 3.2 and 3.5; biases as in torch.nn.MultiheadAttention
gpt-2        Radford et al. 2019; Hugging Face's GPT2Attention: c_attn holds Q, K and V side by side, in x out
llama-3      Llama Team 2024, "The Llama 3 Herd of Models"; configuration of Meta-Llama-3-8B: rope_theta 500000
mistral      Jiang et al. 2023, "Mistral 7B"; configuration of Mistral-7B-v0.1: rope_theta 10000, sliding_window 4096
gemma-2      Gemma Team 2024, "Gemma 2"; configuration of gemma-2-27b: attn_logit_softcapping 50, rope_theta 10000,
             query_pre_attn_scalar 144 = hidden_size / heads, which is not head_dim; even layers are local
qwen-3       Qwen Team 2025, "Qwen3 Technical Report"; configuration of Qwen3-8B: rope_theta 1000000, rms_norm_eps 1e-6
gpt-oss      OpenAI 2025, "gpt-oss-120b & gpt-oss-20b Model Card"; configuration of gpt-oss-20b: rope_theta 150000,
             even layers are local. YaRN's scaling of the rotation is left out
t5           Raffel et al. 2020, "Exploring the Limits of Transfer Learning", 2.1; configuration of t5-small:
             relative_attention_num_buckets 32, maximum distance 128
bloom        Press et al. 2022, "Train Short, Test Long" (ALiBi); Hugging Face's BloomAttention: query_key_value
             holds the Q, K and V of one head after the other

Sizes are small, and windows are 3, so that they show in a short sentence. A window of w lets a query see the w keys
that end with its own: j <= i and i - j < w, as in Hugging Face's masks and in Mistral's rolling cache. (The plain
mask in Mistral's first reference code lets it see one key more.) What surrounds attention in a block (layer norms,
the residual, the factor sqrt(d_model) on embeddings) is left out: "inputs" are what the attention receives.

Shapes: n tokens, d = d_model, H query heads, G key/value heads, k = d_k = d_v.
"""

import math
from pathlib import Path

import torch
from documents import document, named, stages, text_of
from second_ways import (alibi_of_four, by_a_longer_vector, by_complex_numbers, by_gate, by_torch, check_t5_buckets,
                         confirm, one_by_one, sinusoids, t5_bias, with_rolling_cache)
from torch.nn import functional as F

torch.set_default_dtype(torch.float64)

HERE = Path(__file__).resolve().parent
INFINITY = float("inf")


def draw(*shape, spread=0.5, around=0.0):
    """Normal numbers with four decimals, which are exactly what their decimal text reads back as."""
    return torch.round((around + spread * torch.randn(*shape)) * 10000) / 10000


def heads(x, count):
    """n x (count*k) -> count x n x k."""
    return x.view(x.shape[0], count, -1).transpose(0, 1)


def side_by_side(x):
    """H x n x k -> n x (H*k)."""
    return x.transpose(0, 1).reshape(x.shape[1], -1)


def vectors(text, d, spread=1.0):
    """A vector for each different word: {word: d}, and the sentence's n x d."""
    words = text.split()
    table = {word: draw(d, spread=spread) for word in dict.fromkeys(words)}
    return table, torch.stack([table[word] for word in words])


# Rotation as Hugging Face's Llama has it: column t turns with column t + k/2.

def angles(n, k, base):
    """n x k, the angles of the first half repeated in the second."""
    inverse = 1.0 / base ** (torch.arange(0, k, 2) / k)
    half = torch.outer(torch.arange(n), inverse)
    return torch.cat([half, half], dim=1)


def turned(x, base):
    """H x n x k, rotated by position."""
    theta = angles(x.shape[1], x.shape[2], base)
    first, second = x.chunk(2, dim=-1)
    return x * theta.cos() + torch.cat([-second, first], dim=-1) * theta.sin()


def shared(x, times):
    """G x n x k -> H x n x k: each key/value head serves `times` queries that follow each other."""
    return x.repeat_interleave(times, dim=0)


def may_see(n, window=None):
    """n x n, True where the query of that row sees the key of that column."""
    i, j = torch.arange(n)[:, None], torch.arange(n)[None, :]
    return (j <= i) if window is None else (j <= i) & (j > i - window)


def hide(scores, seen):
    return scores.masked_fill(~seen, -INFINITY)


# The families. Each returns its document and its stages.

def transformer():
    text, d, H = "every word looks at every other", 8, 2
    table, x = vectors(text, d)
    n, k = x.shape[0], d // H
    W, b = [draw(d, d) for _ in range(4)], [draw(d, spread=0.3) for _ in range(4)]
    position = torch.zeros(n, d)
    for p in range(n):
        for i in range(d // 2):
            position[p, 2 * i] = math.sin(p / 10000 ** (2 * i / d))
            position[p, 2 * i + 1] = math.cos(p / 10000 ** (2 * i / d))
    confirm(position, sinusoids(n, d))
    inputs = x + position
    Q, K, V = (heads(inputs @ W[i] + b[i], H) for i in range(3))
    scores = Q @ K.transpose(1, 2)
    scaled = scores / math.sqrt(k)
    weights = scaled.softmax(-1)
    out = weights @ V
    concat = side_by_side(out)
    output = concat @ W[3] + b[3]
    for mine, theirs in zip((output, weights), by_torch(inputs, W, b, None, H)):
        confirm(mine, theirs)
    return document("Transformer, encoder", "Vaswani et al. 2017.", text,
                    {"table": table, "position": {"kind": "sinusoidal"}}, named(W, b), heads={"count": H}), stages(
                        inputs, Q, K, V, scores, scaled, scaled, weights, out, concat, output)


def gpt2():
    text, d, H = "your journey starts with one step", 8, 4
    table, x = vectors(text, d)
    n = x.shape[0]
    wpe = draw(n, d, spread=0.4)
    c_attn, c_attn_bias = draw(d, 3 * d), draw(3 * d, spread=0.3)
    c_proj, c_proj_bias = draw(d, d), draw(d, spread=0.3)
    inputs = x + wpe
    Q, K, V = (heads(part, H) for part in (inputs @ c_attn + c_attn_bias).split(d, dim=1))
    scores = Q @ K.transpose(1, 2)
    scaled = scores / math.sqrt(d // H)
    masked = hide(scaled, may_see(n))
    weights = masked.softmax(-1)
    out = weights @ V
    concat = side_by_side(out)
    output = concat @ c_proj + c_proj_bias
    W, b = [*c_attn.split(d, dim=1), c_proj], [*c_attn_bias.split(d), c_proj_bias]
    for mine, theirs in zip((output, weights), by_torch(inputs, W, b, ~may_see(n), H)):
        confirm(mine, theirs)
    return document("GPT-2", "Learned positions, causal, biases everywhere.", text,
                    {"table": table, "position": {"kind": "learned", "table": wpe}}, named(W, b),
                    heads={"count": H}, mask={"causal": True}), stages(
                        inputs, Q, K, V, scores, scaled, masked, weights, out, concat, output)


def grouped(d, H, G, k, spread=0.5):
    """Weights of q_proj, k_proj, v_proj and o_proj, here in x out."""
    return [draw(d, H * k, spread=spread), draw(d, G * k, spread=spread), draw(d, G * k), draw(H * k, d)]


def llama3():
    text, d, H, G, base = "the cat sat on the mat", 12, 2, 1, 500000.0
    k = d // H
    table, x = vectors(text, d)
    W = grouped(d, H, G, k)
    Q, K = heads(x @ W[0], H), shared(heads(x @ W[1], G), H // G)
    V = shared(heads(x @ W[2], G), H // G)
    expected = by_complex_numbers(Q, K, base)
    Q, K = turned(Q, base), turned(K, base)
    scores = Q @ K.transpose(1, 2)
    confirm(scores, expected)
    scaled = scores / math.sqrt(k)
    masked = hide(scaled, may_see(x.shape[0]))
    weights = masked.softmax(-1)
    out = weights @ V
    concat = side_by_side(out)
    confirm(out, one_by_one(Q, K[:1], V[:1], lambda s: s / math.sqrt(k), lambda i, j: j <= i))
    return document("Llama 3", "Rotation over halves with base 500000, grouped queries, causal.", text,
                    {"table": table}, named(W), heads={"count": H, "kv_count": G},
                    scores={"rotary": True, "rotary_layout": "half", "rotary_base": 500000},
                    mask={"causal": True}), stages(
                        x, Q, K, V, scores, scaled, masked, weights, out, concat, concat @ W[3])


def mistral():
    text, d, H, G, base, window = "a window moves along with every word", 12, 4, 2, 10000.0, 3
    k = 4
    table, x = vectors(text, d)
    W = grouped(d, H, G, k)
    Q, K = turned(heads(x @ W[0], H), base), turned(heads(x @ W[1], G), base)
    K, V = shared(K, H // G), shared(heads(x @ W[2], G), H // G)
    scores = Q @ K.transpose(1, 2)
    scaled = scores / math.sqrt(k)
    masked = hide(scaled, may_see(x.shape[0], window))
    weights = masked.softmax(-1)
    out = weights @ V
    concat = side_by_side(out)
    confirm(out, with_rolling_cache(Q, K, V, window))
    return document("Mistral", "Mistral-7B-v0.1 with a window of 3 in place of 4096.", text,
                    {"table": table}, named(W), heads={"count": H, "kv_count": G},
                    scores={"rotary": True, "rotary_layout": "half", "rotary_base": 10000},
                    mask={"causal": True, "window": window}), stages(
                        x, Q, K, V, scores, scaled, masked, weights, out, concat, concat @ W[3])


def gemma2(window):
    text, d, H, G, base, cap = "no score here can pass fifty", 12, 4, 2, 10000.0, 50.0
    k, query_pre_attn_scalar = 4, d // H
    scale = query_pre_attn_scalar ** -0.5
    table, x = vectors(text, d)
    W = grouped(d, H, G, k, spread=1.3)
    Q, K = turned(heads(x @ W[0], H), base), turned(heads(x @ W[1], G), base)
    V = heads(x @ W[2], G)
    expected = one_by_one(Q, K, V, lambda s: cap * math.tanh(s * scale / cap),
                          lambda i, j: 0 <= i - j < (window or INFINITY))
    K, V = shared(K, H // G), shared(V, H // G)
    scores = Q @ K.transpose(1, 2)
    scaled = scores * scale
    capped = torch.tanh(scaled / cap) * cap
    masked = hide(capped, may_see(x.shape[0], window))
    weights = masked.softmax(-1)
    out = weights @ V
    concat = side_by_side(out)
    confirm(out, expected)
    return document("Gemma 2, local layer" if window else "Gemma 2, global layer",
                    "Scores are capped at 50 and scaled by 1/sqrt(query_pre_attn_scalar) = 1/sqrt(3).", text,
                    {"table": table}, named(W), heads={"count": H, "kv_count": G},
                    scores={"scale": scale, "softcap": 50, "rotary": True, "rotary_layout": "half"},
                    mask={"causal": True, **({"window": window} if window else {})}), stages(
                        x, Q, K, V, scores, capped, masked, weights, out, concat, concat @ W[3])


def qwen3():
    text, d, H, G, base, epsilon = "first the norm and then the turn", 8, 4, 2, 1000000.0, 1e-6
    k, n = 4, len(text.split())
    table, _ = vectors(text, d)
    x = draw(n, d, spread=1)  # a hidden state a position: both "the" have their own
    W = grouped(d, H, G, k)
    q_norm, k_norm = draw(k, spread=0.4, around=1), draw(k, spread=0.4, around=1)

    def rms(y, weight):
        return weight * (y * torch.rsqrt(y.pow(2).mean(-1, keepdim=True) + epsilon))

    Q, K = heads(x @ W[0], H), heads(x @ W[1], G)
    expected = by_complex_numbers(by_a_longer_vector(Q, q_norm, epsilon),
                                  shared(by_a_longer_vector(K, k_norm, epsilon), H // G), base)
    Q, K = turned(rms(Q, q_norm), base), shared(turned(rms(K, k_norm), base), H // G)
    V = shared(heads(x @ W[2], G), H // G)
    scores = Q @ K.transpose(1, 2)
    confirm(scores, expected)
    scaled = scores * k ** -0.5
    masked = hide(scaled, may_see(n))
    weights = masked.softmax(-1)
    out = weights @ V
    concat = side_by_side(out)
    confirm(out, one_by_one(Q, K[::H // G], V[::H // G], lambda s: s / math.sqrt(k), lambda i, j: j <= i))
    return document("Qwen 3", "Each head's queries and keys are normed, then turned with base 1000000.", text,
                    {"table": table, "inputs": "rows", "X": x}, named(W), heads={"count": H, "kv_count": G},
                    scores={"rotary": True, "rotary_layout": "half", "rotary_base": 1000000,
                            "qk_norm": {"kind": "rms", "epsilon": epsilon, "g_Q": q_norm, "g_K": k_norm}},
                    mask={"causal": True}), stages(
                        x, Q, K, V, scores, scaled, masked, weights, out, concat, concat @ W[3])


def gpt_oss(window):
    text, d, H, G, base = "attention may go to no word", 8, 4, 2, 150000.0
    k, n = 4, len(text.split())
    table, _ = vectors(text, d)
    x = draw(n, d, spread=1)
    W = grouped(d, H, G, k)
    b = [draw(width, spread=0.3) for width in (H * k, G * k, G * k, d)]
    sinks = draw(H, spread=1.5)
    Q, K = turned(heads(x @ W[0] + b[0], H), base), turned(heads(x @ W[1] + b[1], G), base)
    K, V = shared(K, H // G), shared(heads(x @ W[2] + b[2], G), H // G)
    scores = Q @ K.transpose(1, 2)
    scaled = scores * k ** -0.5
    masked = hide(scaled, may_see(n, window))
    with_sink = torch.cat([masked, sinks.view(H, 1, 1).expand(H, n, 1)], dim=-1)  # H x n x (n+1)
    weights = with_sink.softmax(-1)[:, :, :-1]
    out = weights @ V
    concat = side_by_side(out)
    confirm(weights, by_gate(masked, sinks))
    return document("gpt-oss, local layer" if window else "gpt-oss, global layer",
                    "A learned sink a head; YaRN's scaling of the rotation is left out.", text,
                    {"table": table, "inputs": "rows", "X": x}, named(W, b), heads={"count": H, "kv_count": G},
                    scores={"rotary": True, "rotary_layout": "half", "rotary_base": 150000},
                    mask={"causal": True, **({"window": window} if window else {})},
                    normalization={"sink": sinks}), stages(
                        x, Q, K, V, scores, scaled, masked, weights, out, concat, concat @ W[3] + b[3])


def t5_buckets(distance):
    """The bucket of key position - query position, of 32, as T5's encoder has them (n x n -> n x n)."""
    later = (distance > 0).long() * 16
    far = distance.abs()
    logarithmic = 8 + (torch.log(far.clamp(min=1) / 8) / math.log(128 / 8) * 8).long()
    return later + torch.where(far < 8, far, logarithmic.clamp(max=15))


def t5(text, title, d):
    H = 2
    k = d // H
    characters = " " not in text
    table, x = vectors(" ".join(text) if characters else text, d)
    n = x.shape[0]
    W = grouped(d, H, H, k, spread=0.35)
    relative_attention_bias = draw(32, H, spread=1)
    i, j = torch.arange(n)[:, None], torch.arange(n)[None, :]
    bias = relative_attention_bias[t5_buckets(j - i)].permute(2, 0, 1)  # H x n x n
    confirm(bias, t5_bias(relative_attention_bias, n))
    Q, K, V = (heads(x @ w, H) for w in W[:3])
    scores = Q @ K.transpose(1, 2)
    biased = scores + bias
    weights = biased.softmax(-1)
    out = weights @ V
    concat = side_by_side(out)
    output = concat @ W[3]
    # MultiheadAttention divides by sqrt(k), which larger queries undo.
    for mine, theirs in zip((output, weights), by_torch(x, [W[0] * math.sqrt(k), *W[1:]], None, bias, H)):
        confirm(mine, theirs)
    made = document(title, "Not scaled; a learned number for each of 32 ranges of distance is added.", text,
                    {"table": table}, named(W), heads={"count": H}, scores={"scale": 1, "additive": bias})
    if characters:
        made["sequence"]["tokenizer"] = "characters"
    return made, stages(x, Q, K, V, scores, biased, biased, weights, out, concat, output)


def bloom():
    text, d, H = "what is near weighs more here", 8, 4
    k = d // H
    table, x = vectors(text, d)
    n = x.shape[0]
    fused, fused_bias = draw(3 * d, d), draw(3 * d, spread=0.3)  # out x in: head, then Q, K or V, then k
    dense, dense_bias = draw(d, d), draw(d, spread=0.3)          # out x in
    parts = F.linear(x, fused, fused_bias).view(n, H, 3, k)
    Q, K, V = (parts[:, :, part].transpose(0, 1) for part in range(3))
    slopes = torch.tensor([2.0 ** (-8.0 * (h + 1) / H) for h in range(H)])
    scores = Q @ K.transpose(1, 2)
    alibi = slopes.view(H, 1, 1) * torch.arange(n)  # the position of the key alone
    masked = hide(scores / math.sqrt(k) + alibi, may_see(n))
    weights = masked.softmax(-1)
    out = weights @ V
    concat = side_by_side(out)
    output = F.linear(concat, dense, dense_bias)
    W = [fused.view(H, 3, k, d)[:, part].reshape(d, d).T for part in range(3)] + [dense.T]
    b = [fused_bias.view(H, 3, k)[:, part].reshape(d) for part in range(3)] + [dense_bias]
    for mine, theirs in zip((output, weights), by_torch(x, W, b, hide(alibi_of_four(n), may_see(n)), H)):
        confirm(mine, theirs)
    # Its scores with bias differ from slope * -|i - j| by a number a row, which softmax takes away.
    made = stages(x, Q, K, V, scores, None, None, weights, out, concat, output)
    return document("BLOOM", "ALiBi, causal, biases everywhere.", text, {"table": table}, named(W, b),
                    heads={"count": H}, scores={"bias": "alibi"}, mask={"causal": True}), made


FAMILIES = {
    "transformer": transformer,
    "gpt-2": gpt2,
    "llama-3": llama3,
    "mistral": mistral,
    "gemma-2-local": lambda: gemma2(3),
    "gemma-2-global": lambda: gemma2(None),
    "qwen-3": qwen3,
    "gpt-oss-local": lambda: gpt_oss(3),
    "gpt-oss-global": lambda: gpt_oss(None),
    "t5": lambda: t5("words know how far they are apart", "T5, encoder", 8),
    "t5-far": lambda: t5("relativepositions", "T5, encoder, distances up to 16", 6),
    "bloom": bloom,
}


def main():
    check_t5_buckets(t5_buckets)
    for seed, (name, family) in enumerate(FAMILIES.items(), start=1):
        torch.manual_seed(seed)
        made, computed = family()
        tokens = list(made["sequence"]["text"]) if name == "t5-far" else made["sequence"]["text"].split()
        result = {"format": "attention-lab-result", "version": 1, "tokens": tokens, "stages": computed}
        text = text_of({"document": made, "result": result})
        (HERE / f"{name}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
