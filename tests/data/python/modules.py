# SPDX-License-Identifier: GPL-3.0-or-later
"""Attention modules, each with the names and the conventions of a library or a book, computed as those say.

Nothing here reads documents: what these modules give is what documents made of them are compared with. Each forward
returns the output (n_q × d_out) and every head's attention weights (H × n_q × n_k) for one sentence (n × d_model).
Needs torch (tried: 1.13).
"""

import math

import torch
from torch import nn

INFINITY = float("inf")


def heads_of(x, count):
    """n × (count·k) -> count × n × k."""
    return x.view(x.shape[0], count, -1).transpose(0, 1)


def side_by_side(x):
    """H × n × k -> n × (H·k)."""
    return x.transpose(0, 1).reshape(x.shape[1], -1)


def later(n):
    """n × n, True where the key comes after the query."""
    return torch.ones(n, n, dtype=torch.bool).triu(1)


class Config:
    """The configuration of a model, which its modules share."""

    def __init__(self, **values):
        self.__dict__.update(values)


class Conv1D(nn.Module):
    """A linear map whose weight is stored in × out."""

    def __init__(self, out, into):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(into, out) * 0.4)
        self.bias = nn.Parameter(torch.randn(out) * 0.3)

    def forward(self, x):
        return x @ self.weight + self.bias


class GPT2Attention(nn.Module):
    """The names of Hugging Face's GPT-2."""

    def __init__(self, d, heads, inverse_layer=None, is_cross=False):
        super().__init__()
        self.num_heads = heads
        self.is_cross_attention = is_cross
        self.scale_attn_weights = True
        self.scale_attn_by_inverse_layer_idx, self.layer_idx = inverse_layer is not None, inverse_layer or 0
        self.c_attn, self.c_proj = Conv1D(2 * d if is_cross else 3 * d, d), Conv1D(d, d)
        if is_cross:
            self.q_attn = Conv1D(d, d)
        self.attn_dropout = nn.Dropout(0.1)

    def forward(self, x, memory=None):
        d = x.shape[1]
        if self.is_cross_attention:
            parts = [self.q_attn(x), *self.c_attn(memory).split(d, dim=1)]
        else:
            parts = self.c_attn(x).split(d, dim=1)
        q, k, v = (heads_of(part, self.num_heads) for part in parts)
        scores = q @ k.transpose(1, 2) / math.sqrt(q.shape[-1])
        if self.scale_attn_by_inverse_layer_idx:
            scores = scores / (self.layer_idx + 1)
        if not self.is_cross_attention:
            scores = scores.masked_fill(later(len(x)), -INFINITY)
        weights = scores.softmax(-1)
        return self.c_proj(side_by_side(self.attn_dropout(weights) @ v)), weights


class CausalSelfAttention(nn.Module):
    """The names of nanoGPT."""

    def __init__(self, d, heads, bias=True):
        super().__init__()
        self.c_attn, self.c_proj = nn.Linear(d, 3 * d, bias=bias), nn.Linear(d, d, bias=bias)
        self.n_head, self.n_embd, self.dropout = heads, d, 0.0
        self.register_buffer("bias", torch.ones(16, 16).tril().view(1, 1, 16, 16))

    def forward(self, x):
        q, k, v = (heads_of(part, self.n_head) for part in self.c_attn(x).chunk(3, dim=1))
        n = len(x)
        scores = (q @ k.transpose(1, 2)) * (1.0 / math.sqrt(k.shape[-1]))
        weights = scores.masked_fill(self.bias[0, :, :n, :n] == 0, -INFINITY).softmax(-1)
        return self.c_proj(side_by_side(weights @ v)), weights


class RMSNorm(nn.Module):
    """Multiplies by its weight, or as Gemma does by 1 + weight."""

    def __init__(self, size, eps=1e-6, adds_one=False):
        super().__init__()
        self.weight = nn.Parameter((0 if adds_one else 1) + 0.4 * torch.randn(size))
        self.variance_epsilon, self.adds_one = eps, adds_one

    def forward(self, x):
        gain = 1 + self.weight if self.adds_one else self.weight
        return gain * (x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.variance_epsilon))


class LlamaLikeAttention(nn.Module):
    """q_proj, k_proj, v_proj, o_proj and what the models of today add, as Hugging Face's configurations name it."""

    def __init__(self, d, heads, groups, k, bias=False, norm=None, sinks=False, **config):
        super().__init__()
        self.config = Config(num_attention_heads=heads, num_key_value_heads=groups, hidden_size=d, **config)
        self.head_dim, self.layer_idx, self.is_causal, self.attention_dropout = k, 0, True, 0.0
        self.scaling = getattr(self.config, "query_pre_attn_scalar", k) ** -0.5
        self.q_proj, self.k_proj = nn.Linear(d, heads * k, bias=bias), nn.Linear(d, groups * k, bias=bias)
        self.v_proj, self.o_proj = nn.Linear(d, groups * k, bias=bias), nn.Linear(heads * k, d, bias=bias)
        if norm:
            self.q_norm, self.k_norm = (RMSNorm(k, adds_one=norm == "adds one") for _ in range(2))
        if sinks:
            self.sinks = nn.Parameter(torch.randn(heads))

    def turned(self, x):
        """Rotated over halves, the first `partial_rotary_factor` of each head alone."""
        size = int(x.shape[-1] * getattr(self.config, "partial_rotary_factor", 1))
        base = self.config.rope_theta
        steps = torch.arange(0, size, 2, dtype=torch.float64) / size
        angle = torch.arange(x.shape[1], dtype=torch.float64)[:, None] * base ** -steps  # n × size/2
        cos, sin = angle.cos().to(x.dtype), angle.sin().to(x.dtype)
        first, second, rest = x[..., :size // 2], x[..., size // 2:size], x[..., size:]
        return torch.cat([first * cos - second * sin, second * cos + first * sin, rest], dim=-1)

    def forward(self, x):
        heads, groups = self.config.num_attention_heads, self.config.num_key_value_heads
        q, k = heads_of(self.q_proj(x), heads), heads_of(self.k_proj(x), groups)
        v = heads_of(self.v_proj(x), groups).repeat_interleave(heads // groups, dim=0)
        if hasattr(self, "q_norm"):
            q, k = self.q_norm(q), self.k_norm(k)
        q, k = self.turned(q), self.turned(k).repeat_interleave(heads // groups, dim=0)
        scores = q @ k.transpose(1, 2) * self.scaling
        cap = getattr(self.config, "attn_logit_softcapping", None)
        scores = torch.tanh(scores / cap) * cap if cap else scores
        i, j = torch.arange(len(x))[:, None], torch.arange(len(x))[None, :]
        hidden = (j > i) | (i - j >= (getattr(self.config, "sliding_window", None) or INFINITY))
        scores = scores.masked_fill(hidden, -INFINITY)
        if hasattr(self, "sinks"):
            scores = torch.cat([scores, self.sinks.view(-1, 1, 1).expand(heads, len(x), 1)], dim=-1)
        weights = scores.softmax(-1)[..., :len(x)]
        return self.o_proj(side_by_side(weights @ v)), weights


class SelfAttention_v1(nn.Module):
    """S. Raschka's first: parameters that are used as x @ W, no output projection, nothing hidden."""

    def __init__(self, d, k):
        super().__init__()
        self.W_query, self.W_key, self.W_value = (nn.Parameter(torch.rand(d, k)) for _ in range(3))

    def forward(self, x):
        q, k, v = x @ self.W_query, x @ self.W_key, x @ self.W_value
        weights = torch.softmax(q @ k.T / k.shape[-1] ** 0.5, dim=-1)
        return weights @ v, weights[None]


class CausalAttention(nn.Module):
    """The same with nn.Linear, a causal mask and dropout."""

    def __init__(self, d, k, length=16, dropout=0.1, bias=False):
        super().__init__()
        self.W_query, self.W_key, self.W_value = (nn.Linear(d, k, bias=bias) for _ in range(3))
        self.dropout = nn.Dropout(dropout)
        self.register_buffer("mask", torch.triu(torch.ones(length, length), diagonal=1))

    def forward(self, x):
        q, k, v = self.W_query(x), self.W_key(x), self.W_value(x)
        hidden = self.mask.bool()[:len(x), :len(x)]
        weights = torch.softmax((q @ k.T).masked_fill(hidden, -INFINITY) / k.shape[-1] ** 0.5, dim=-1)
        return self.dropout(weights) @ v, weights[None]


class MultiHeadAttentionWrapper(nn.Module):
    """Heads that are modules of their own, side by side."""

    def __init__(self, d, k, heads):
        super().__init__()
        self.heads = nn.ModuleList([CausalAttention(d, k, bias=True) for _ in range(heads)])

    def forward(self, x):
        outputs, weights = zip(*(head(x) for head in self.heads))
        return torch.cat(outputs, dim=-1), torch.cat(weights)


class MultiHeadAttention(nn.Module):
    """All heads in one matrix, and out_proj."""

    def __init__(self, d, out, heads, length=16, bias=False):
        super().__init__()
        self.num_heads, self.head_dim = heads, out // heads
        self.W_query, self.W_key, self.W_value = (nn.Linear(d, out, bias=bias) for _ in range(3))
        self.out_proj, self.dropout = nn.Linear(out, out), nn.Dropout(0.1)
        self.register_buffer("mask", torch.triu(torch.ones(length, length), diagonal=1))

    def forward(self, x):
        q, k, v = (heads_of(linear(x), self.num_heads) for linear in (self.W_query, self.W_key, self.W_value))
        scores = (q @ k.transpose(1, 2)).masked_fill(self.mask.bool()[:len(x), :len(x)], -INFINITY)
        weights = torch.softmax(scores / self.head_dim ** 0.5, dim=-1)
        return self.out_proj(side_by_side(self.dropout(weights) @ v)), weights


class BertSelf(nn.Module):
    def __init__(self, d, heads):
        super().__init__()
        self.num_attention_heads, self.attention_head_size = heads, d // heads
        self.query, self.key, self.value = (nn.Linear(d, d) for _ in range(3))

    def forward(self, x):
        q, k, v = (heads_of(linear(x), self.num_attention_heads) for linear in (self.query, self.key, self.value))
        weights = (q @ k.transpose(1, 2) / math.sqrt(self.attention_head_size)).softmax(-1)
        return side_by_side(weights @ v), weights


class BertAttention(nn.Module):
    """BERT's, up to output.dense; the sum with x and the LayerNorm that follow are not part of attention."""

    def __init__(self, d, heads):
        super().__init__()
        self.self = BertSelf(d, heads)
        self.output = nn.Module()
        self.output.dense = nn.Linear(d, d)

    def forward(self, x):
        mixed, weights = self.self(x)
        return self.output.dense(mixed), weights


class PlainAttention(nn.Module):
    """Projections under names of choice, as Meta's Llama (wq …) and diffusers (to_q …) have them.

    turns: rotated as Meta's are, by complex numbers of which a pair of neighbours is one; base 10000.
    """

    def __init__(self, d, heads, names, count, turns=False):
        super().__init__()
        setattr(self, count, heads)
        self.plain_heads, self.plain_names, self.turns = heads, names, turns
        for name in names[:3]:
            setattr(self, name, nn.Linear(d, d, bias=False))
        last = nn.Linear(d, d)
        setattr(self, names[3].split(".")[0], nn.Sequential(last) if "." in names[3] else last)

    def forward(self, x):
        q, k, v = (heads_of(getattr(self, name)(x), self.plain_heads) for name in self.plain_names[:3])
        if self.turns:
            size = q.shape[-1]
            steps = torch.arange(0, size, 2, dtype=torch.float64) / size
            angle = torch.outer(torch.arange(len(x), dtype=torch.float64), 10000.0 ** -steps).to(x.dtype)
            turn = torch.polar(torch.ones_like(angle), angle)
            q, k = (torch.view_as_real(torch.view_as_complex(part.reshape(*part.shape[:2], -1, 2)) * turn).flatten(2)
                    for part in (q, k))
        weights = (q @ k.transpose(1, 2) / math.sqrt(q.shape[-1])).softmax(-1)
        return getattr(self, self.plain_names[3].split(".")[0])(side_by_side(weights @ v)), weights


def multihead(d, heads, **options):
    """torch.nn.MultiheadAttention, with biases that are not 0 as they are at first."""
    module = nn.MultiheadAttention(d, heads, **options)
    for name, parameter in module.named_parameters():
        if name.endswith("bias"):
            nn.init.normal_(parameter, std=0.3)
    return module


# Every kind, made for about these sizes: d_model (a multiple of H) and the number of heads.
KINDS = {
    "multihead": lambda d, H: multihead(d, H, batch_first=True),
    "multihead-no-bias": lambda d, H: multihead(d, H, bias=False, batch_first=True),
    "gpt-2": lambda d, H: GPT2Attention(d, H),
    "gpt-2-by-layer": lambda d, H: GPT2Attention(d, H, inverse_layer=2),
    "nanogpt": lambda d, H: CausalSelfAttention(d, H),
    "nanogpt-no-bias": lambda d, H: CausalSelfAttention(d, H, bias=False),
    "llama": lambda d, H: LlamaLikeAttention(d, 2 * H, H, 4, rope_theta=10000.0),
    "qwen-2": lambda d, H: LlamaLikeAttention(d, H, 1, 6, bias=True, rope_theta=1000000.0, use_sliding_window=False,
                                              sliding_window=None),
    "qwen-3": lambda d, H: LlamaLikeAttention(d, 2 * H, H, 4, norm="plain", rope_theta=1000000.0),
    "gemma-3": lambda d, H: LlamaLikeAttention(d, H, H, 4, norm="adds one", rope_theta=10000.0,
                                               query_pre_attn_scalar=9),
    "gemma-2": lambda d, H: LlamaLikeAttention(d, H, 1, 4, rope_theta=10000.0, query_pre_attn_scalar=3,
                                               sliding_window=3,
                                               attn_logit_softcapping=2.0),
    "partial": lambda d, H: LlamaLikeAttention(d, H, H, 8, rope_theta=500.0, partial_rotary_factor=0.5),
    "gpt-oss": lambda d, H: LlamaLikeAttention(d, 2 * H, 2, 4, bias=True, sinks=True, rope_theta=150000.0),
    "self-attention-v1": lambda d, H: SelfAttention_v1(d, H + 1),
    "causal-attention": lambda d, H: CausalAttention(d, H + 1),
    "heads-apart": lambda d, H: MultiHeadAttentionWrapper(d, 3, H),
    "multi-head-attention": lambda d, H: MultiHeadAttention(d, 3 * H, H, bias=True),
    "bert": lambda d, H: BertAttention(d, H),
    "meta": lambda d, H: PlainAttention(4 * H, H, ("wq", "wk", "wv", "wo"), "n_heads", turns=True),
    "diffusers": lambda d, H: PlainAttention(d, H, ("to_q", "to_k", "to_v", "to_out.0"), "heads"),
}

# What a module of that kind does not say itself.
SAID = {"meta": {"rotary": True}}


def width_of(kind, d, H):
    """d_model of the module that KINDS makes."""
    return 4 * H if kind == "meta" else d


def result_of(kind, module, x):
    """The output and every head's weights of a module for x: n × d_model."""
    with torch.no_grad():
        if kind.startswith("multihead"):
            output, weights = module(x[None], x[None], x[None], average_attn_weights=False)
            return output[0], weights[0]
        return module(x)
