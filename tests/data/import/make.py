#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Layers of attention as programs save them, and what they compute: writes the files beside this script.

Each case is a file of arrays in one layout, NAME.npz or NAME.safetensors, and an entry in cases.json: the options
that `import` needs, and the output of PyTorch in float64 with the numbers as they are stored. torch.nn modules
compute where there is one for the layout; otherwise a few lines that follow the model's own code. Needs torch
(tried: 1.13) and numpy. Files of safetensors are written here byte by byte, after the format's description.
"""

import json
import math
import struct
from pathlib import Path

import numpy
import torch
from torch.nn import functional as F

HERE = Path(__file__).resolve().parent
TYPES = {torch.float64: "F64", torch.float32: "F32", torch.float16: "F16", torch.bfloat16: "BF16", torch.bool: "BOOL"}
torch.manual_seed(24)
torch.set_default_dtype(torch.float64)

cases = []


def stored(arrays, dtype):
    """The arrays in that type; what is computed with are these numbers."""
    return {name: array if array.dtype == torch.bool else array.to(dtype) for name, array in arrays.items()}


def raw(tensor):
    tensor = tensor.contiguous()
    return (tensor.view(torch.int16) if tensor.dtype == torch.bfloat16 else tensor).numpy().tobytes()


def write_safetensors(path, arrays, metadata=None):
    header, data = {"__metadata__": metadata} if metadata else {}, b""
    for name, tensor in arrays.items():
        content = raw(tensor)
        header[name] = {"dtype": TYPES[tensor.dtype], "shape": list(tensor.shape),
                        "data_offsets": [len(data), len(data) + len(content)]}
        data += content
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


def case(file, arrays, output, options, tokens=None, compressed=False):
    path = HERE / file
    if file.endswith(".npz"):
        named = {name: array.numpy() if torch.is_tensor(array) else array for name, array in arrays.items()}
        if tokens:
            named["tokens"] = numpy.array(tokens)
        (numpy.savez_compressed if compressed else numpy.savez)(path, **named)
    else:
        write_safetensors(path, arrays, {"format": "pt"})
    cases.append({"file": file, "options": options, "output": output.tolist()})


def draw(*shape, spread=0.5):
    return spread * torch.randn(*shape)


def heads(x, count):
    """n x (count*k) -> count x n x k."""
    return x.view(x.shape[0], count, -1).transpose(0, 1)


def attend(q, k, v, H, G, seen=None, sinks=None):
    """Rows of queries, keys and values, before they are split into heads: n x (H*k)."""
    q, k, v = heads(q, H), heads(k, G).repeat_interleave(H // G, 0), heads(v, G).repeat_interleave(H // G, 0)
    return attend_heads(q, k, v, seen, sinks)


def attend_heads(q, k, v, seen=None, sinks=None):
    scores = q @ k.transpose(1, 2) / math.sqrt(q.shape[-1])
    if seen is not None:
        scores = scores.masked_fill(~seen, -math.inf)
    if sinks is not None:
        scores = torch.cat([scores, sinks[:, None, None].expand(-1, scores.shape[1], 1)], dim=2)
    weights = scores.softmax(-1)[..., :k.shape[1]]
    return (weights @ v).transpose(0, 1).reshape(q.shape[1], -1)


def causal(n):
    return torch.ones(n, n, dtype=torch.bool).tril()


def turned(x, base=10000.0):
    """H x n x k, rotated by position as Hugging Face's Llama does."""
    n, k = x.shape[1:]
    half = torch.outer(torch.arange(n).double(), base ** (-torch.arange(0, k, 2).double() / k))
    theta = torch.cat([half, half], dim=1)
    first, second = x.chunk(2, dim=-1)
    return x * theta.cos() + torch.cat([-second, first], dim=-1) * theta.sin()


def rms(x, gain, epsilon=1e-6):
    return x / (x.pow(2).mean(-1, keepdim=True) + epsilon).sqrt() * gain


def double(arrays):
    return {name: array.double() if array.dtype != torch.bool else array for name, array in arrays.items()}


def own_names(file, dtype, compressed):
    arrays = stored({"W_Q": draw(6, 8), "W_K": draw(6, 8), "W_V": draw(6, 4), "b_Q": draw(8), "b_K": draw(8),
                     "b_V": draw(4), "W_O": draw(4, 5), "b_O": draw(5), "X": draw(3, 6)}, dtype)
    a = double(arrays)
    q, k, v = (a["X"] @ a["W_" + n] + a["b_" + n] for n in "QKV")
    case(file, arrays, attend(q, k, v, 2, 2) @ a["W_O"] + a["b_O"], ["--heads", "2"], ["the", "red house", "żółw"],
         compressed)


def module(dtype, bias=True):
    layer = torch.nn.MultiheadAttention(8, 2, bias=bias, batch_first=True)
    for parameter in layer.parameters():
        parameter.data = draw(*parameter.shape).to(dtype).double()
    return layer


def multihead_attention():
    layer, x = module(torch.float32), draw(1, 4, 8).float()
    arrays = stored(layer.state_dict(), torch.float32)
    output, _ = layer(x.double(), x.double(), x.double())
    case("multihead.npz", arrays | {"x": x}, output[0].detach(), ["--heads", "2", "--tokens", "one two three four"])
    # The same numbers under the names of a module whose keys have another width.
    q, k, v = arrays["in_proj_weight"].chunk(3)
    separate = {name: array for name, array in arrays.items() if name != "in_proj_weight"}
    separate |= {"q_proj_weight": q, "k_proj_weight": k, "v_proj_weight": v}
    case("multihead-separate.safetensors", {"layer.self_attn." + n: a.contiguous() for n, a in separate.items()} |
         {"x": x}, output[0].detach(), ["--heads", "2"])


def decoder():
    """A layer of torch.nn.TransformerDecoder: keys and values from its memory."""
    layer, x, memory = module(torch.float32, bias=False), draw(3, 8).float(), draw(5, 8).float()
    arrays = stored(layer.state_dict(), torch.float32)
    output, _ = layer(x.double()[None], memory.double()[None], memory.double()[None])
    case("decoder.npz", {"multihead_attn." + n: a for n, a in arrays.items()} | {"inputs": x, "memory": memory},
         output[0].detach(), ["--prefix", "multihead_attn", "--heads", "2", "--source-tokens", "a b c d e"])


def gpt2():
    """Twelve layers, in x out, with the buffers that Hugging Face's files have."""
    d, n, wanted = 12, 5, 7
    arrays = {}
    for layer in range(12):
        at = f"h.{layer}.attn."
        arrays |= {at + "c_attn.weight": draw(d, 3 * d), at + "c_attn.bias": draw(3 * d),
                   at + "c_proj.weight": draw(d, d), at + "c_proj.bias": draw(d),
                   f"h.{layer}.mlp.c_proj.weight": draw(4 * d, d)}
    arrays = stored(arrays, torch.float32) | {f"h.{i}.attn.bias": causal(n).view(1, 1, n, n) for i in range(12)}
    x = draw(n, d).float()
    a = double(arrays)
    at = f"h.{wanted}.attn."
    q, k, v = (x.double() @ a[at + "c_attn.weight"] + a[at + "c_attn.bias"]).split(d, dim=1)
    output = attend(q, k, v, 3, 3, causal(n)) @ a[at + "c_proj.weight"] + a[at + "c_proj.bias"]
    case("gpt2.safetensors", arrays | {"hidden_states": x}, output,
         ["--prefix", f"h.{wanted}.attn", "--heads", "3", "--set", "mask.causal=true"])


def nanogpt():
    d, n = 8, 4
    attention, projection = torch.nn.Linear(d, 3 * d), torch.nn.Linear(d, d, bias=False)
    at = "transformer.h.0.attn."
    arrays = stored({at + "c_attn.weight": attention.weight.data, at + "c_attn.bias": attention.bias.data,
                     at + "c_proj.weight": projection.weight.data, "X": draw(n, d)}, torch.float32)
    a = double(arrays)
    q, k, v = F.linear(a["X"], a[at + "c_attn.weight"], a[at + "c_attn.bias"]).split(d, dim=1)
    output = F.linear(attend(q, k, v, 2, 2, causal(n)), a[at + "c_proj.weight"])
    case("nanogpt.npz", arrays, output, ["--heads", "2", "--set", "mask.causal=true"], compressed=True)


def by_linear(file, names, dtype, H, G, k, options, out=None, bias=False, turn=False, norm=False, sinks=False,
              x_name="hidden_states", beside=None, d=8, n=5, compressed=False):
    """Layers of torch.nn.Linear: the names of Q, K, V and the output, with their prefix."""
    widths = [H * k, G * k, G * k]
    arrays = {f"{name}.weight": draw(width, d) for name, width in zip(names, widths)}
    if bias:
        arrays |= {f"{name}.bias": draw(width) for name, width in zip(names, widths)}
    if out:
        arrays |= {f"{out}.weight": draw(d, H * k)} | ({f"{out}.bias": draw(d)} if bias else {})
    stem = names[0].rsplit(".", 1)[0] + "." if "." in names[0] else ""
    if norm:
        arrays |= {stem + "q_norm.weight": 1 + draw(k), stem + "k_norm.weight": 1 + draw(k)}
    if sinks:
        arrays |= {stem + "sinks": draw(H)}
    arrays |= {x_name: draw(1, n, d)}
    arrays = stored(arrays | (beside or {}), dtype)
    a = double(arrays)
    x = a[x_name][0]
    rows = [F.linear(x, a[f"{name}.weight"], a.get(f"{name}.bias")) for name in names]
    q, key, v = heads(rows[0], H), heads(rows[1], G), heads(rows[2], G)
    if norm:
        q, key = rms(q, a[stem + "q_norm.weight"]), rms(key, a[stem + "k_norm.weight"])
    if turn:
        q, key = turned(q), turned(key)
    key, v = key.repeat_interleave(H // G, 0), v.repeat_interleave(H // G, 0)
    output = attend_heads(q, key, v, causal(n) if turn else None, a[stem + "sinks"] if sinks else None)
    if out:
        output = F.linear(output, a[f"{out}.weight"], a.get(f"{out}.bias"))
    case(file, arrays, output, options, compressed=compressed)


def bare():
    """Parameters that are used as x @ W, as many notebooks have them."""
    arrays = stored({"W_query": draw(3, 2), "W_key": draw(3, 2), "W_value": draw(3, 4), "inputs": draw(6, 3)},
                    torch.float64)
    q, k, v = (arrays["inputs"] @ arrays["W_" + n] for n in ("query", "key", "value"))
    case("bare.npz", arrays, attend(q, k, v, 1, 1), [], "Your journey starts with one step".split())


def given():
    q, k, v = (draw(*shape).float().double() for shape in ((3, 4), (5, 4), (5, 6)))
    arrays = {"Q": numpy.asfortranarray(q.numpy()), "K": k.numpy().astype(">f8"), "V": v.numpy().astype(">f4")}
    case("given.npz", arrays, attend(q, k, v, 2, 2), ["--heads", "2"])


def main():
    own_names("own-names.npz", torch.float64, False)
    own_names("own-names-compressed.npz", torch.float32, True)
    multihead_attention()
    decoder()
    gpt2()
    nanogpt()
    rotary = ["--set", "scores.rotary=true", "--set", "scores.rotary_layout=half", "--set", "mask.causal=true"]
    at = "model.layers.3.self_attn."
    qkv = [at + "q_proj", at + "k_proj", at + "v_proj"]
    by_linear("llama.safetensors", qkv, torch.bfloat16, 4, 2, 4, ["--heads", "4"] + rotary, at + "o_proj", turn=True)
    by_linear("qwen3.safetensors", qkv, torch.float16, 4, 2, 4, rotary, at + "o_proj", turn=True, norm=True)
    by_linear("gpt-oss.safetensors", qkv, torch.bfloat16, 4, 1, 2, rotary, at + "o_proj", bias=True, turn=True,
              sinks=True)
    bert = "encoder.layer.0.attention."
    by_linear("bert.safetensors", [bert + "self.query", bert + "self.key", bert + "self.value"], torch.float16, 2, 2, 4,
              ["--heads", "2"], bert + "output.dense", bias=True,
              beside={bert + "output.LayerNorm.weight": draw(8)})
    by_linear("query-key-value.npz", ["query", "key", "value"], torch.float32, 2, 2, 3, ["--heads", "2"], "out", bias=True)
    by_linear("w-query.npz", ["W_query", "W_key", "W_value"], torch.float32, 2, 2, 4, ["--heads", "2"], "out_proj",
              x_name="x", compressed=True)
    by_linear("meta-llama.npz", [f"layers.0.attention.{n}" for n in ("wq", "wk", "wv")], torch.float16, 4, 2, 2,
              ["--kv-heads", "2"] , "layers.0.attention.wo")
    by_linear("diffusers.safetensors", [f"attn1.{n}" for n in ("to_q", "to_k", "to_v")], torch.float32, 2, 2, 4,
              ["--heads", "2"], "attn1.to_out.0", bias=True)
    bare()
    given()
    lines = ",\n".join("  " + json.dumps(each) for each in cases)
    (HERE / "cases.json").write_text("[\n" + lines + "\n]\n")


main()
