# SPDX-License-Identifier: GPL-3.0-or-later
"""Each family's numbers, computed in another way than in make.py, which compares the two.

Shapes: n tokens, d = d_model, H query heads, G key/value heads, k = d_k = d_v.
"""

import math

import torch
from torch.nn import functional as F


def confirm(first, second):
    torch.testing.assert_close(first, second, rtol=1e-12, atol=1e-12)


def by_torch(inputs, W, b, mask, count):
    """Output and weights of torch.nn.MultiheadAttention.

    W = [W_Q, W_K, W_V, W_O], each in x out; b likewise, or None. A mask is True where it hides, or added.
    """
    layer = torch.nn.MultiheadAttention(inputs.shape[1], count, bias=b is not None, batch_first=True)
    with torch.no_grad():
        layer.in_proj_weight.copy_(torch.cat([w.T for w in W[:3]]))
        layer.out_proj.weight.copy_(W[3].T)
        if b is not None:
            layer.in_proj_bias.copy_(torch.cat(b[:3]))
            layer.out_proj.bias.copy_(b[3])
        output, weights = layer(inputs[None], inputs[None], inputs[None], attn_mask=mask, average_attn_weights=False)
    return output[0], weights[0]


def one_by_one(queries, keys, values, logit, sees):
    """Head outputs, number by number: each row weighs the keys for which sees(i, j) by exp of logit(q . k).

    Queries are H x n x k, keys and values G x n x k: the first H/G queries share the first key, and so on.
    """
    out = torch.zeros(queries.shape[0], queries.shape[1], values.shape[2])
    for h, i in ((h, i) for h in range(out.shape[0]) for i in range(out.shape[1])):
        g, terms = h // (queries.shape[0] // keys.shape[0]), []
        for j in (j for j in range(keys.shape[1]) if sees(i, j)):
            product = math.fsum(a * b for a, b in zip(queries[h, i].tolist(), keys[g, j].tolist()))
            terms.append((math.exp(logit(product)), values[g, j]))
        out[h, i] = sum(e * value for e, value in terms) / math.fsum(e for e, _ in terms)
    return out


def sinusoids(n, d):
    """Positions n x d: each pair of columns begins at (0, 1) and turns on by its own angle with every word."""
    table = torch.zeros(n, d)
    for t in range(d // 2):
        pair, step = 1j, 10000 ** (-2 * t / d)
        for p in range(n):
            table[p, 2 * t], table[p, 2 * t + 1] = pair.real, pair.imag
            pair *= complex(math.cos(step), -math.sin(step))
    return table


def by_complex_numbers(queries, keys, base):
    """Scores of queries and keys (H x n x k) that are not yet turned, as Meta's code for Llama has them.

    There, neighbouring columns are one complex number, which a factor turns. Hugging Face's columns are Meta's in
    another order, which is undone here; it is the same for both, so that the scores are the same.
    """
    def turned(x):
        count, n, k = x.shape
        order = [column for t in range(k // 2) for column in (t, t + k // 2)]
        pairs = torch.view_as_complex(x[:, :, order].reshape(count, n, k // 2, 2).contiguous())
        theta = torch.tensor([[p * base ** (-2 * t / k) for t in range(k // 2)] for p in range(n)])
        return pairs * torch.polar(torch.ones_like(theta), theta)

    return (turned(queries) @ turned(keys).conj().transpose(1, 2)).real


def by_a_longer_vector(x, weight, epsilon):
    """RMS norm of the last axis of x: with sqrt(k*epsilon) as one more number, the vector's length is k's root of
    mean square and epsilon together."""
    k = x.shape[-1]
    more = torch.full((*x.shape[:-1], 1), math.sqrt(k * epsilon))
    return F.normalize(torch.cat([x, more], dim=-1), dim=-1)[..., :k] * math.sqrt(k) * weight


def with_rolling_cache(queries, keys, values, window):
    """Head outputs as in Mistral 7B, section 2: token i is kept in place i mod w, over the one that was there."""
    H, n, k = queries.shape
    kept_keys, kept_values = torch.zeros(H, window, k), torch.zeros(H, window, k)
    out = torch.zeros(H, n, k)
    for i in range(n):
        kept_keys[:, i % window], kept_values[:, i % window] = keys[:, i], values[:, i]
        filled = min(i + 1, window)
        scores = torch.einsum("hk,hwk->hw", queries[:, i], kept_keys[:, :filled]) / math.sqrt(k)
        out[:, i] = torch.einsum("hw,hwk->hk", scores.softmax(-1), kept_values[:, :filled])
    return out


def by_gate(masked, sinks):
    """Weights with a sink: those without it, times a gate a row, which compares all keys together with the sink."""
    return masked.softmax(-1) * torch.sigmoid(masked.logsumexp(-1, keepdim=True) - sinks.view(-1, 1, 1))


def t5_bucket(distance):
    """T5's bucket without logarithms: from 8 on, step s begins where (far/8)^8 reaches 16^s."""
    far = abs(distance)
    step = far if far < 8 else 8 + max(s for s in range(8) if far ** 8 >= 8 ** 8 * 16 ** s)
    return step + (16 if distance > 0 else 0)


def t5_bias(learned, n):
    """H x n x n from 32 x H: a key after its query has a bucket above 16."""
    return torch.stack([torch.stack([learned[t5_bucket(key - query)] for key in range(n)]) for query in range(n)]
                       ).permute(2, 0, 1)


def alibi_of_four(n):
    """-slope * distance for 4 heads, 4 x n x n, with the slopes of the ALiBi paper's rule written out."""
    away = [[-abs(query - key) for key in range(n)] for query in range(n)]
    return torch.tensor([1 / 4, 1 / 16, 1 / 64, 1 / 256]).view(4, 1, 1) * torch.tensor(away)


def check_t5_buckets(buckets):
    """Worked out by hand: 8 exact distances, then ranges that begin at 8, 12, 16, 23, 32, 46, 64 and 91."""
    by_hand = {0: 0, -1: 1, 1: 17, -7: 7, 7: 23, -8: 8, 8: 24, -11: 8, -12: 9, 15: 25, 16: 26, -22: 10, -23: 11, 31: 27,
               -32: 12, -45: 12, -46: 13, 63: 29, 64: 30, -90: 14, -91: 15, -128: 15, 1000: 31}
    for distance, bucket in by_hand.items():
        assert buckets(torch.tensor(distance)) == bucket, distance
    for distance in range(-300, 301):
        assert buckets(torch.tensor(distance)) == t5_bucket(distance), distance
