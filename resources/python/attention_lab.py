# SPDX-License-Identifier: GPL-3.0-or-later
"""Attention Lab from Python: a module's attention in the window, and its numbers back as arrays.

    import attention_lab as lab
    doc = lab.document(mha, x, ["the", "cat", "sat"])    # mha: a torch.nn.MultiheadAttention, x: 3 × d_model
    lab.open_window(doc)                                 # the window, with these numbers
    lab.compute(doc)["weights"]                          # every head's attention weights, H × n_q × n_k

Needs Python 3.8 and NumPy 1.20 or newer. PyTorch is never imported: tensors and modules are taken as they come, arrays
and dictionaries of arrays just as well. This one file can be copied to where your code is.

The program is looked for in this order: the argument `program`; `attention_lab.program`, if set; the environment
variable ATTENTION_LAB; beside this file, where both are installed or in the source tree (build/release); PATH.

Letters in shapes: n_q queries, n_k keys (n_q without a source), d_model features, H heads, G key/value heads, d_k and
d_v columns a head. Rows are tokens, Q = X·W. Heads, rows and columns count from 0.
"""

import contextlib
import json
import math
import numbers
import os
import re
import shutil
import subprocess
import sys
import tempfile
import warnings
import zipfile
from collections.abc import Mapping

import numpy as np

__all__ = ["AttentionLabError", "check", "check_all", "compute", "document", "figure", "open_window", "program", "save",
           "sweep"]

program = None  #: where the program is, if it is not found by itself

_LARGEST = 4_000_000  # numbers in one document
_LARGEST_SHOWN_SVG = 2_000_000  # characters


class AttentionLabError(ValueError):
    """What was found and what was expected, in one sentence."""


# Reading arrays -------------------------------------------------------------------------------------------------------

def _counted(count, noun):
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _shape(array):
    return " × ".join(map(str, array.shape)) or "a single number"


def _array(value, name):
    """A tensor, an array or nested lists as an array of numbers or truth values, with its own dtype."""
    try:
        if hasattr(value, "detach"):  # a tensor, wherever it is; NumPy has no bfloat16
            value = value.detach().cpu()
            value = (value.float() if "bfloat16" in str(value.dtype) else value).numpy()
        array = np.asarray(value)
    except (NotImplementedError, RuntimeError, TypeError, ValueError) as error:
        raise AttentionLabError(f"{name} cannot be read as an array: {error}") from None
    if array.dtype.kind not in "fiub":
        raise AttentionLabError(f"{name} holds {array.dtype}, not numbers")
    return array


def _numbers(value, name, minus_infinity=False):
    """Finite float64; float32 becomes the double of the same value. −∞ only where the caller takes it."""
    array = _array(value, name).astype(np.float64)
    wrong = ~np.isfinite(array)
    if minus_infinity:
        wrong &= array != -np.inf
    if wrong.any():
        place = tuple(int(i) for i in np.argwhere(wrong)[0])
        raise AttentionLabError(f"{name} has {array[place]} at {place}; a document holds finite numbers")
    return array


def _rows(value, name, batch_axis):
    """n × d; a batch of one is taken out of its batch."""
    array = _numbers(value, name)
    if array.ndim == 3:
        count = array.shape[batch_axis]
        if count != 1:
            one = f"{name}[:1]" if batch_axis == 0 else f"{name}[:, :1]"
            if batch_axis == 1 and len(array) == 1:
                one = f"{name}[0] if it is one sentence"
            why = " (batch_first is False)" if batch_axis == 1 else ""
            raise AttentionLabError(f"{name} is {_shape(array)}, a batch of {count}{why}; take one, such as {one}")
        array = array.squeeze(batch_axis)
    if array.ndim != 2 or 0 in array.shape:
        raise AttentionLabError(f"{name} is {_shape(array)}; expected one row a token: n × d_model")
    return array


def _sentence(tokens, count, name, rows):
    """The tokens as a document has them. Their number is that of the rows."""
    if tokens is None:
        tokens = [str(i + 1) for i in range(count)]
    try:
        tokens = tokens.split() if isinstance(tokens, str) else list(tokens)
    except TypeError:
        raise AttentionLabError(f"{name} is {tokens!r}; expected a list of texts, or one text") from None
    for token in tokens:
        if not isinstance(token, str):
            raise AttentionLabError(f"{name} holds {token!r}; tokens are text, so decode numbers of a tokenizer first")
    if len(tokens) != count:
        raise AttentionLabError(f"{name} holds {len(tokens)}, and {rows} has {_counted(count, 'row')}: one row a token "
                                "is needed")
    text = " ".join(tokens)
    if text.split() == tokens:  # a sentence can be typed in the window, a list of tokens cannot
        return {"tokenizer": "whitespace", "text": text}
    return {"tokenizer": "manual", "tokens": tokens}


# Modules and dictionaries ---------------------------------------------------------------------------------------------

# The ways in which Q, K and V are named, and the names of what comes after the heads. NAME stands for NAME.weight,
# stored out × in as torch.nn.Linear does, or for NAME alone, which is in × out.
_FAMILIES = (
    ("W_Q W_K W_V", ("W_O",)),
    ("in_proj_weight", ("out_proj",)),                            # torch.nn.MultiheadAttention
    ("q_proj_weight k_proj_weight v_proj_weight", ("out_proj",)),  # the same, with kdim or vdim
    ("c_attn", ("c_proj",)),                                      # GPT-2: Q, K and V side by side
    ("q_proj k_proj v_proj", ("o_proj", "out_proj")),             # Llama, Mistral, Qwen, Gemma, gpt-oss
    ("query key value", ("output.dense", "out")),                 # BERT
    ("W_query W_key W_value", ("out_proj",)),                     # S. Raschka
    ("wq wk wv", ("wo",)),                                        # Meta's Llama
    ("to_q to_k to_v", ("to_out.0",)),                            # diffusers
    ("Q K V", ("W_O",)),                                          # the matrices themselves
)

_KNOWN = ("torch.nn.MultiheadAttention; c_attn, c_proj (GPT-2, nanoGPT); q_proj, k_proj, v_proj, o_proj (Llama and "
          "others); query, key, value (BERT); W_query, W_key, W_value, out_proj; wq, wk, wv, wo; to_q, to_k, to_v, "
          "to_out; W_Q, W_K, W_V, W_O; Q, K, V")


def _has(arrays, name):
    return name in arrays or name + ".weight" in arrays


class _Module:
    """A module or a dictionary of arrays: its arrays below the prefix, and what else it tells about itself."""

    def __init__(self, module, prefix):
        arrays, self.module = _arrays_of(module), None if isinstance(module, Mapping) else module
        arrays = {str(name): value for name, value in arrays.items() if value is not None}
        self.heads_apart = None
        self.prefix, self.family = self._place(arrays, prefix)
        self.arrays = {name[len(self.prefix):]: value for name, value in arrays.items() if name.startswith(self.prefix)}
        # BERT's output.dense stands beside `self`, in which query, key and value are.
        if self.prefix.endswith("self."):
            beside = self.prefix[:-len("self.")] + "output.dense."
            self.arrays.update({name[len(beside) - len("output.dense."):]: value for name, value in arrays.items()
                                if name.startswith(beside)})
        for part in filter(None, self.prefix.split(".")):
            inner = getattr(self.module, part, None)
            if inner is None and part.isdigit() and hasattr(self.module, "__getitem__"):
                inner = self.module[int(part)]
            self.module = inner
        self.used = set()

    def _place(self, arrays, prefix):
        found = {}
        for names, _ in _FAMILIES:
            names = names.split()
            for name in arrays:
                stem = name[:-len(".weight")] if name.endswith(".weight") else name
                if stem == names[0] or stem.endswith("." + names[0]):
                    before = stem[:len(stem) - len(names[0])]
                    if all(_has(arrays, before + each) for each in names):
                        found.setdefault(before, names)
        if prefix is not None:
            wanted = prefix.rstrip(".") + "." if prefix else ""
            exact = {wanted: found[wanted]} if wanted in found else {}
            found = exact or {at: names for at, names in found.items() if at.startswith(wanted)}
        # A list of modules with one head each, whose outputs stand side by side.
        lists = {re.sub(r"heads\.\d+\.$", "", at) for at in found if re.search(r"(^|\.)heads\.\d+\.$", at)}
        if len(found) > 1 and len(lists) == 1 and all("heads." in at for at in found):
            at = lists.pop()
            self.heads_apart = [name[len(at):] for name in sorted(found, key=lambda name: int(name.split(".")[-2]))]
            return at, next(iter(found.values()))
        if len(found) == 1:
            return next(iter(found.items()))
        if found:
            places = ", ".join(repr(at.rstrip(".")) for at in found)
            raise AttentionLabError(f"attention is found in {len(found)} places; choose one with prefix=: {places}")
        names = ", ".join(list(arrays)[:12]) + (", …" if len(arrays) > 12 else "")
        below = f" below {prefix!r}" if prefix else ""
        raise AttentionLabError(f"no attention is known by these names{below}: {names or 'none'}. Known are {_KNOWN}")

    def get(self, *names, default=None):
        """The first of these attributes that the module, or else its configuration, has."""
        for owner in (self.module, getattr(self.module, "config", None)):
            for name in names:
                value = getattr(owner, name, None)
                if value is not None:
                    return value
        return default

    def number(self, *names):
        """The same for numbers; others of that name (`heads` may be a list of modules) are passed over."""
        for name in names:
            value = self.get(name)
            if isinstance(value, numbers.Real) and not isinstance(value, bool):
                return value
        return None

    def name(self):
        return "" if self.module is None else type(self.module).__name__

    def layer_type(self):
        """What newer models call each of their layers: "sliding_attention", "full_attention"; None elsewhere."""
        kinds, layer = self.get("layer_types"), self.get("layer_idx")
        return kinds[layer] if kinds and layer is not None else self.get("layer_type", "attention_type")

    def array(self, name):
        """None where there is none."""
        if name not in self.arrays:
            return None
        self.used.add(name)
        return _numbers(self.arrays[name], name)

    def linear(self, name):
        """in × out and the bias, each None where there is none."""
        weight = self.array(name + ".weight")
        weight = self.array(name) if weight is None else self._matrix(weight, name + ".weight").T
        bias = self.array("b_" + name[2:]) if re.fullmatch("W_[QKVO]", name) else self.array(name + ".bias")
        return (None if weight is None else self._matrix(weight, name)), bias

    @staticmethod
    def _matrix(array, name):
        if array.ndim != 2:
            raise AttentionLabError(f"{name} is {_shape(array)}; expected a matrix")
        return array


_ROLES = ("W_Q", "W_K", "W_V", "W_O", "b_Q", "b_K", "b_V", "b_O", "Q", "K", "V", "g_Q", "g_K", "sink")


def _arrays_of(module):
    if isinstance(module, Mapping):
        return module
    if callable(getattr(module, "state_dict", None)):
        return module.state_dict()
    raise AttentionLabError(f"{type(module).__name__} is neither a module nor a dictionary of arrays")


def _mapped(module, roles, prefix):
    """The arrays that `map` names, by what it says that they are, as a dictionary has them."""
    if not isinstance(roles, Mapping):
        raise AttentionLabError(f"map is {roles!r}; expected a dictionary, as {{'W_Q': 'encoder.query'}}")
    arrays, made = {str(name): value for name, value in _arrays_of(module).items()}, {}
    for said, name in roles.items():
        parts, name = str(said).split(","), str(name)
        for role in parts:
            if role not in _ROLES:
                raise AttentionLabError(f"map has {role!r}; expected {', '.join(_ROLES)}")
            if role in made:
                raise AttentionLabError(f"map has {role} twice")
        is_turned = name.endswith(":transposed")
        name = name[:-len(":transposed")] if is_turned else name
        places = (name, f"{prefix or ''}.{name}", f"{prefix or ''}{name}")
        found = next((each for each in places if each in arrays), None)
        if found is None:
            there = ", ".join(list(arrays)[:12]) + (", …" if len(arrays) > 12 else "")
            raise AttentionLabError(f"map says that {said} is {name!r}, and there is no such array; there are {there}")
        array = _numbers(arrays[found], found)
        if parts[0][0] not in "WQKV":
            array = array.ravel()
        elif array.ndim != 2:
            raise AttentionLabError(f"{found} is {_shape(array)}; expected a matrix")
        array = array.T if is_turned else array
        if array.shape[-1] % len(parts):
            raise AttentionLabError(f"{found} is {_shape(array)}; its columns are not {len(parts)} equal parts, for "
                                    f"{said}")
        made.update(zip(parts, np.split(array, len(parts), -1)))
    if not any(made.keys() >= whole for whole in ({"W_Q", "W_K", "W_V"}, {"Q", "K", "V"})):
        raise AttentionLabError(f"map says what {' and '.join(made) or 'nothing'} is; expected W_Q, W_K and W_V, or Q, "
                                "K and V, and what there is besides")
    names = {"g_Q": "q_norm.weight", "g_K": "k_norm.weight", "sink": "sinks"}
    return {names.get(role, role): array for role, array in made.items()}


def _thirds(array, names, axis):
    if array is None:
        return [None] * len(names)
    if array.shape[axis] % len(names):
        raise AttentionLabError(f"Q, K and V do not have the same width in an array that is {_shape(array)}")
    return np.split(array, len(names), axis)


def _projection(found):
    """[W_Q, W_K, W_V], [b_Q, b_K, b_V], each in × out, None where there is none."""
    first = found.family[0]
    if first == "in_proj_weight":
        weights = _thirds(found.array(first), "QKV", 0)
        return [each.T for each in weights], _thirds(found.array("in_proj_bias"), "QKV", 0)
    if first == "q_proj_weight":
        weights = [found.array(name).T for name in found.family]
        return weights, _thirds(found.array("in_proj_bias"), "QKV", 0)
    if first == "c_attn":
        weight, bias = found.array("c_attn.weight"), found.array("c_attn.bias")
        weight = found.array("c_attn") if weight is None else weight
        query = found.array("q_attn.weight")  # cross-attention of GPT-2: its c_attn holds K and V
        found.is_conv = query is not None or weight.shape[1] == 3 * weight.shape[0]
        if not found.is_conv and weight.shape[0] != 3 * weight.shape[1]:
            raise AttentionLabError(f"c_attn is {_shape(weight)}; expected d × 3d or 3d × d")
        weight = weight if found.is_conv else weight.T
        if query is None:
            return _thirds(weight, "QKV", 1), _thirds(bias, "QKV", 0)
        return [query, *_thirds(weight, "KV", 1)], [found.array("q_attn.bias"), *_thirds(bias, "KV", 0)]
    if found.heads_apart:
        each = [[found.linear(head + name) for head in found.heads_apart] for name in found.family]
        return ([np.hstack([weight for weight, _ in heads]) for heads in each],
                [None if heads[0][1] is None else np.hstack([bias for _, bias in heads]) for heads in each])
    weights, biases = zip(*(found.linear(name) for name in found.family))
    return list(weights), list(biases)


def _output(found):
    """W_O (in × out) and b_O, None where there are none."""
    for names, outputs in _FAMILIES:
        if names.split() != found.family:
            continue
        for name in outputs:
            weight, bias = found.linear(name)
            if weight is None:
                continue
            # c_proj is stored as its c_attn is, whatever its name.
            turned = found.family == ["c_attn"] and found.is_conv == (name + ".weight" in found.arrays)
            return (weight.T if turned else weight), bias
    return None, None


def _refuse_unsayable(found):
    for name in ("bias_k", "bias_v"):
        if name in found.arrays:
            raise AttentionLabError(f"the module has {name}, a row without a token; a document cannot say that")
    if found.get("add_zero_attn", default=False):
        raise AttentionLabError("the module has add_zero_attn=True, a key of zeros without a token; a document cannot "
                                "say that")
    kind = found.get("position_embedding_type", default="absolute")
    if found.family[0] == "query" and kind != "absolute":
        raise AttentionLabError(f"the module adds positions of the kind {kind!r} to its scores; a document cannot say "
                                "that")


def _dropout(found):
    """The largest rate with which this module would drop something now: 0 when it is not training."""
    if not getattr(found.module, "training", False):
        return 0
    parts = found.module.modules() if callable(getattr(found.module, "modules", None)) else [found.module]
    rates = [getattr(part, "p", None) for part in parts if "Dropout" in type(part).__name__]
    rates += [getattr(found.module, name, None) for name in ("dropout", "attention_dropout")]
    return max((float(rate) for rate in rates if isinstance(rate, numbers.Real)), default=0)


# Settings that only the module knows ----------------------------------------------------------------------------------

def _head_counts(found, widths, heads, kv_heads):
    """H and G from what was asked, else from the module, else from the widths of Q and K."""
    told = found.number("num_heads", "n_head", "num_attention_heads", "n_heads", "n_local_heads", "heads")
    width = found.number("head_dim", "attention_head_size")
    if heads is None and found.heads_apart:
        heads = len(found.heads_apart)
    elif heads is None and told is None and width:
        heads = widths[0] // int(width)
    elif heads is None and told is None and "sinks" in found.arrays:
        heads = _array(found.arrays["sinks"], "sinks").size
    elif heads is None and told is None and found.module is not None and found.family[0] != "W_query":
        raise AttentionLabError("the module does not say how many heads it has; say it with heads=")
    count = heads if heads is not None else told if told is not None else 1
    for name, value in (("heads", count), ("kv_heads", kv_heads)):
        if value is not None and (isinstance(value, bool) or not isinstance(value, numbers.Integral) or value < 1):
            raise AttentionLabError(f"{name} is {value!r}; expected a whole number from 1")
    count = int(count)
    if widths[0] % count:
        raise AttentionLabError(f"queries have {_counted(widths[0], 'column')}, which {count} heads cannot share "
                                "evenly")
    d_k = widths[0] // count
    groups = widths[1] // d_k
    fits = groups >= 1 and widths[1] == groups * d_k and widths[2] % groups == 0 and count % groups == 0
    if not fits or kv_heads not in (None, groups):
        raise AttentionLabError(f"queries, keys and values have {widths[0]}, {widths[1]} and {widths[2]} columns, "
                                f"which does not fit {_counted(count, 'head')}"
                                + (f" with {kv_heads} for keys and values" if kv_heads else ""))
    return count, groups


def _frequencies(options, base, width):
    """Those of the base, one for each pair, as `options` scale them: by a factor, or as Llama 3.1 does."""
    def number(name):
        if not isinstance(options.get(name), numbers.Real):
            raise AttentionLabError(f"its rotary positions are scaled by {_scaling(options)!r} without {name!r}")
        return float(options[name])

    frequencies = base ** (-2 * np.arange(width // 2) / width)
    slowed = frequencies / number("factor")
    if _scaling(options) == "linear":
        return slowed
    turns = number("original_max_position_embeddings") * frequencies / (2 * math.pi)
    low, high = number("low_freq_factor"), number("high_freq_factor")
    kept = np.clip((turns - low) / (high - low), 0, 1)
    return (1 - kept) * slowed + kept * frequencies


def _scaling(options):
    return options.get("rope_type", options.get("type", "default"))


def _rotation(found, d_k, rotary, base, layout, dims, frequencies):
    """What `scores` says of rotary positions, from the arguments, else from the module."""
    options = found.get("rope_parameters", "rope_scaling", default={})
    options = options.get(found.layer_type(), options) if isinstance(options, Mapping) else {}
    has_rotary = found.family[0] == "q_proj" and bool(found.get("use_rope", default=True)) and (
        found.get("rotary_emb", "rope_theta", "rope_parameters") is not None)
    is_scaled = base is None and frequencies is None and _scaling(options) in ("linear", "llama3")
    if rotary is None:
        kind = _scaling(options)
        if has_rotary and kind != "default" and base is None and frequencies is None and not is_scaled:
            raise AttentionLabError(f"its rotary positions are scaled by {kind!r}, which is not known; say them with "
                                    "rotary_frequencies=, take them without with rotary=True, or leave them out with "
                                    "rotary=False")
        rotary = has_rotary or base is not None or frequencies is not None
    if not rotary:
        return {}
    if base is None:
        local = found.number("rope_local_base_freq") if found.get("is_sliding", default=False) else None
        base = local or options.get("rope_theta") or found.number("rope_theta")
        base = base or getattr(found.get("rotary_emb"), "base", None) or 10000
    if dims is None:
        factor = options.get("partial_rotary_factor") or found.number("partial_rotary_factor") or 1
        dims = int(d_k * factor) if factor != 1 else None
    if layout is None:
        layout = "interleaved" if found.family[0] == "wq" else "half"
    if layout not in ("half", "interleaved"):
        raise AttentionLabError(f"rotary_layout is {layout!r}; expected 'half' or 'interleaved'")
    made = {"rotary": True, "rotary_base": float(base), "rotary_layout": layout}
    if dims is not None:
        made["rotary_dims"] = int(dims)
    if is_scaled:
        frequencies = _frequencies(options, float(base), d_k if dims is None else dims)
    if frequencies is not None:
        made["rotary_frequencies"] = _numbers(frequencies, "rotary_frequencies").ravel().tolist()
    return made


def _norm_gain(norm, gain, epsilon, d_k, name):
    """The gains by which this norm multiplies. Some models add 1 to what they store: where it can be, it is tried."""
    if gain.shape != (d_k,):
        raise AttentionLabError(f"{name} has {_counted(gain.size, 'gain')}; a document has norms of each head alone, "
                                f"with {d_k} here")
    tensor = getattr(norm, "weight", getattr(norm, "scale", None))
    if not callable(norm) or not hasattr(tensor, "new_tensor"):
        return gain
    row = np.linspace(-1, 2, d_k) + 0.25
    found = _array(norm(tensor.new_tensor(row.tolist())), name)
    row /= math.sqrt(np.mean(row ** 2) + epsilon)
    gains = min((gain, 1 + gain), key=lambda each: np.abs(found - row * each).max())
    if np.allclose(found, row * gains, rtol=0.02, atol=0.02 * np.abs(gains).max()):
        return gains
    raise AttentionLabError(f"{name} is a {type(norm).__name__}, which is not x / √(mean(x²) + ε) times its gains")


def _query_key_norm(found, d_k):
    made = {"kind": "rms"}
    for key, name in (("g_Q", "q_norm"), ("g_K", "k_norm")):
        norm = getattr(found.module, name, None)
        gain = found.array(name + ".weight")
        gain = found.array(name + ".scale") if gain is None else gain
        if gain is None:
            if norm is not None and type(norm).__name__ != "Identity":
                raise AttentionLabError(f"{name} is a {type(norm).__name__} without gains, which is not known")
            continue
        told = [getattr(norm, each, None) for each in ("variance_epsilon", "eps", "epsilon")]
        # torch.nn.RMSNorm without eps takes that of its numbers' type.
        of_type = float(np.finfo(np.float32).eps) if hasattr(norm, "eps") else 1e-6
        epsilon = float(next((value for value in told if value is not None), of_type))
        if made.setdefault("epsilon", epsilon) != epsilon:
            raise AttentionLabError("q_norm and k_norm have a different ε; a document has one for both")
        made[key] = _norm_gain(norm, gain, epsilon, d_k, name).tolist()
    if len(made) == 3:
        raise AttentionLabError("of q_norm and k_norm there is only one; a document norms both")
    return {} if len(made) == 1 else {"qk_norm": made}


def _scale(found, d_k):
    scale = found.number("scaling") if found.family[0] in ("q_proj", "query") else None
    scale = found.number("scale") if found.family[0] == "to_q" else scale
    if found.family[0] == "c_attn":
        usual = 1 / math.sqrt(d_k) if found.get("scale_attn_weights", default=True) else 1.0
        scale = usual / (found.get("layer_idx", default=0) + 1 if found.get("scale_attn_by_inverse_layer_idx") else 1)
    if scale is None or math.isclose(scale, 1 / math.sqrt(d_k), rel_tol=1e-12):
        return {}
    return {"scale": float(scale)}


def _is_causal(found, has_source):
    """Whether the module hides later keys by itself."""
    # S. Raschka's buffer (not 0 hides) and GPT-2's (0 hides).
    first = found.heads_apart[0] if found.heads_apart else ""
    for name, seen in ((first + "mask", 0), ("bias", 1)):
        if name in found.arrays and np.ndim(found.arrays[name]) in (2, 4):
            array = _array(found.arrays[name], name) != 0
            if (array.reshape(array.shape[-2:]) != (np.tri(*array.shape[-2:]) == seen)).any():
                raise AttentionLabError(f"the module's {name} is not the causal mask; give the mask as attn_mask=, and "
                                        "causal=False")
            return True
    if found.module is None or has_source:
        return False
    if found.family[0] == "c_attn":
        return True
    return bool(found.get("is_causal", "is_decoder", default=found.get("rotary_emb", "rope_theta") is not None))


def _window(found):
    """The window of this layer, None where it sees everything."""
    if found.family[0] != "q_proj":
        return None
    if hasattr(found.module, "sliding_window"):
        return found.module.sliding_window
    if found.get("use_sliding_window") is False or found.layer_type() == "full_attention":
        return None
    return found.number("sliding_window")


# Masks ----------------------------------------------------------------------------------------------------------------

def _signed(matrix):
    """Nested lists, with −∞ as a document writes it."""
    return [_signed(row) if row.ndim else "-inf" if row == -np.inf else float(row) for row in matrix]


def _mask(value, name, shapes):
    """A mask of one of these shapes, once leading sizes of 1 are dropped: truth values, or finite numbers and −∞."""
    array = _array(value, name)
    while array.ndim > len(shapes[0]) and array.shape[0] == 1 and array.shape not in shapes:
        array = array[0]
    if array.shape not in shapes:
        wanted = " or ".join(" × ".join(map(str, shape)) for shape in shapes)
        raise AttentionLabError(f"{name} is {_shape(array)}; expected {wanted}")
    if array.dtype.kind not in "fb":
        raise AttentionLabError(f"{name} holds {array.dtype}; expected truth values, of which True hides, or floats, "
                                "which are added to the scores")
    return array if array.dtype.kind == "b" else _numbers(array, name, minus_infinity=True)


def _masks(attn_mask, key_padding_mask, H, n_q, n_k):
    """What `mask` and `scores` of the document say."""
    mask, added = {}, None
    if attn_mask is not None:
        given = _mask(attn_mask, "attn_mask", [(n_q, n_k), (H, n_q, n_k)])
        given = given[0] if given.ndim == 3 and (given == given[:1]).all() else given
        if given.dtype.kind == "b" and given.ndim == 2:
            mask["custom"] = (~given).astype(int).tolist()
        else:
            added = np.where(given, -np.inf, 0.0) if given.dtype.kind == "b" else given
    if key_padding_mask is not None:
        given = _mask(key_padding_mask, "key_padding_mask", [(n_k,)])
        if given.dtype.kind == "b":
            mask["padding"] = np.flatnonzero(given).tolist()
        else:
            added = (np.zeros((n_q, n_k)) if added is None else added) + given
    return mask, {} if added is None else {"additive": _signed(added)}


# The document ---------------------------------------------------------------------------------------------------------

def document(module=None, x=None, tokens=None, *, attention=None, causal=None, attn_mask=None, key_padding_mask=None, source=None,
             source_tokens=None, heads=None, kv_heads=None, prefix=None, rotary=None, rotary_base=None,
             rotary_layout=None, rotary_dims=None, rotary_frequencies=None, offset=0, title="", map=None):
    """The attention document of a module and its inputs: a dictionary, to be changed, saved, computed or opened.

    module: torch.nn.MultiheadAttention; a module with c_attn and c_proj (GPT-2, nanoGPT), q_proj, k_proj, v_proj and
        o_proj (Llama, Mistral, Qwen, Gemma, gpt-oss …), query, key and value (BERT), W_query, W_key, W_value and
        out_proj (or `heads` of them), wq, wk, wv and wo, or to_q, to_k, to_v and to_out; one that holds exactly one of
        these; or a dictionary of arrays with such names, as state_dict() gives it. NAME.weight is stored out × in; a
        bare NAME is used as X·W. Of a dictionary, heads, masks and rotary positions are what you say.
    x: n_q × d_model, what the module receives, one row a token. A batch of one is taken out of its batch (the second
        size where the module has batch_first=False). None for a dictionary with Q, K and V themselves: n_q × H·d_k,
        n_k × G·d_k, n_k × G·d_v.
    tokens: n_q texts, or one text that white space splits; without, 1, 2, …
    causal: whether keys after the query are hidden; without, what the module itself does.
    attn_mask: n_q × n_k or H × n_q × n_k, as torch.nn.MultiheadAttention takes it: True hides, floats are added to the
        scaled scores (−∞ hides).
    key_padding_mask: n_k; True hides that key from every query, floats are added.
    source, source_tokens: n_k × d_model and n_k texts, of which keys and values are made (cross-attention).
    map: which array is which, where names do not tell, as the command's `import --map` has it:
        {"W_Q": "encoder.query", "W_K": "encoder.key:transposed", …}, with :transposed for outputs × inputs, and
        "W_Q,W_K,W_V" for equal parts side by side. W_Q, W_K and W_V, or Q, K and V, and of W_O, b_Q, b_K, b_V, b_O,
        g_Q, g_K and sink what there is. Then a module's arrays alone count: what it says of itself, you say.
    heads, kv_heads: H and G, where the module does not say.
    prefix: where the attention is, if there is more than one: "h.0.attn".
    rotary, rotary_base, rotary_layout ("half" or "interleaved"), rotary_dims: without, what the module itself does.
        Models whose rotary positions are not part of the module need rotary=True.
    rotary_frequencies: d_k/2 numbers, or rotary_dims/2, in place of those of the base, as a model's inv_freq.
    offset: the position of the first token.
    attention: weights that a model gave, n_q × n_k or H × n_q × n_k, in place of module and x: the document gives
        exactly these. A batch of one is taken out of its batch. Only tokens, source_tokens and title go with it.

    Numbers are kept exactly: a float32 weight is written as that very value. Dropout is left out; where the module
    would drop now, a warning says so. Faults are AttentionLabError, in one sentence.
    """
    if attention is not None:
        if module is not None or x is not None or source is not None:
            raise AttentionLabError("attention is given itself, so module, x and source have no part")
        return _captured(attention, tokens, source_tokens, title)
    if module is None:
        raise AttentionLabError("expected a module, a dictionary of arrays, or attention=")
    found = _Module(module, prefix) if map is None else _Module(_mapped(module, map, prefix), None)
    _refuse_unsayable(found)
    weights, biases = _projection(found)
    W_O, b_O = _output(found)
    is_direct = found.family == ["Q", "K", "V"]
    axis = 1 if found.get("batch_first") is False else 0
    X, memory = _inputs(x, source, weights, is_direct, axis)
    _refuse_large([X, memory, *weights, W_O])
    n_q = len(weights[0] if is_direct else X)
    n_k = len(weights[1]) if is_direct else len(X if memory is None else memory)
    H, G = _head_counts(found, [each.shape[1] for each in weights], heads, kv_heads)
    d_k, d_v = weights[0].shape[1] // H, weights[2].shape[1] // G
    if W_O is not None and W_O.shape[0] != H * d_v:
        raise AttentionLabError(f"the output projection takes {W_O.shape[0]} columns, and the heads give {H * d_v}")

    made = {"format": "attention-lab", "version": 1, "title": title or found.name()}
    made["sequence"] = _sentence(tokens, n_q, "tokens", "Q" if is_direct else "x")
    if memory is not None or (is_direct and source_tokens is not None):
        made["source"] = _sentence(source_tokens, n_k, "source_tokens", "K" if is_direct else "source")
    elif source_tokens is not None:
        raise AttentionLabError("source_tokens are given, but no source")
    for key in ("sequence", "source"):
        if offset and key in made:
            made[key]["offset"] = offset
    if not is_direct:
        made["embedding"] = {"inputs": "rows", "X": X.tolist()}
        if memory is not None:
            made["embedding"]["X_source"] = memory.tolist()
    made["heads"] = {"count": H, "kv_count": G}
    made["projection"] = {"kind": "direct"} if is_direct else {"kind": "linear"}
    names = ("Q", "K", "V") if is_direct else ("W_Q", "W_K", "W_V", "b_Q", "b_K", "b_V")
    for name, array in zip(names + ("W_O", "b_O"), (*weights, *(() if is_direct else biases), W_O, b_O)):
        if array is not None:
            made["projection"][name] = array.tolist()

    mask, additive = _masks(attn_mask, key_padding_mask, H, n_q, n_k)
    softcap = found.number("attn_logit_softcapping")
    made["scores"] = {**_scale(found, d_k), **_rotation(found, d_k, rotary, rotary_base, rotary_layout, rotary_dims,
                                                        rotary_frequencies),
                      **_query_key_norm(found, d_k), **({"softcap": float(softcap)} if softcap else {}), **additive}
    is_causal = _is_causal(found, memory is not None) if causal is None else bool(causal)
    window = _window(found)
    made["mask"] = {**({"causal": True} if is_causal else {}),
                    **({"window": int(window)} if window and is_causal and window < n_k else {}), **mask}
    if "rotary_frequencies" in made["scores"]:
        made["version"] = 2
    sinks = found.array("sinks")
    made["normalization"] = {} if sinks is None else {"sink": sinks.ravel().tolist()}
    _note_what_is_left_out(found, made)
    return {key: value for key, value in made.items() if value != {}}


def _captured(attention, tokens, source_tokens, title):
    """A document that gives these weights: queries and keys are zeros, and ln of the weights is added to the scores."""
    weights = _numbers(attention, "attention")
    if weights.ndim == 4 and len(weights) == 1:
        weights = weights[0]
    if weights.ndim == 2:
        weights = weights[np.newaxis]
    if weights.ndim != 3 or 0 in weights.shape:
        raise AttentionLabError(f"attention is {_shape(weights)}; expected n_q × n_k, or H × n_q × n_k with a matrix for "
                                "each head; of a batch take one, such as attention[0]")
    _refuse_large([weights])
    off = np.abs(weights.sum(axis=-1) - 1)
    if (weights < 0).any() or off.max() > 0.01:
        head, row = (int(i) for i in np.unravel_index(off.argmax(), off.shape))
        raise AttentionLabError("attention has weights below 0" if (weights < 0).any() else
                                f"attention sums to {weights[head, row].sum():g} in head {head}, row {row}; expected "
                                "1, as softmax makes it, before dropout")
    heads, n_q, n_k = weights.shape
    with np.errstate(divide="ignore"):
        added = np.log(weights)
    is_cross = n_q != n_k or source_tokens is not None
    made = {"format": "attention-lab", "version": 1, "title": title or "Attention alone",
            "sequence": _sentence(tokens, n_q, "tokens", "attention")}
    if is_cross:
        made["source"] = _sentence(source_tokens, n_k, "source_tokens", "attention")
    zeros = {name: np.zeros((n, heads)).tolist() for name, n in (("Q", n_q), ("K", n_k), ("V", n_k))}
    return {**made, "heads": {"count": heads, "kv_count": heads}, "projection": {"kind": "direct", **zeros},
            "scores": {"scale": 1, "additive": (added if heads > 1 else added[0]).tolist()},
            "origin": {"additive": {"captured": "weights"}}}


def _inputs(x, source, weights, is_direct, batch_axis):
    """X and X_source as arrays, or None for a direct document and without a source."""
    if is_direct:
        if x is not None or source is not None:
            raise AttentionLabError("Q, K and V are given themselves, so x and source have no part: pass x=None")
        if len(weights[1]) != len(weights[2]):
            raise AttentionLabError(f"K has {len(weights[1])} rows and V {len(weights[2])}; expected one each a token")
        return None, None
    X = _rows(x, "x", batch_axis)
    memory = None if source is None else _rows(source, "source", batch_axis)
    for name, rows in (("x", X), ("source", X if memory is None else memory)):
        if rows.shape[1] != X.shape[1]:
            raise AttentionLabError(f"x has {X.shape[1]} features and {name} {rows.shape[1]}; a document has one "
                                    "d_model for both")
    if weights[0].shape[0] != X.shape[1]:
        raise AttentionLabError(f"x has {_counted(X.shape[1], 'feature')} a token, and the module takes d_model = "
                                f"{weights[0].shape[0]}")
    for name, weight in zip(("keys", "values"), weights[1:]):
        if weight.shape[0] != X.shape[1]:
            raise AttentionLabError(f"the module makes its {name} of {weight.shape[0]} features and its queries of "
                                    f"{X.shape[1]} (kdim, vdim); a document has one d_model for all. Give Q, K and V "
                                    "themselves")
    return X, memory


def _refuse_large(arrays):
    size = sum(array.size for array in arrays if array is not None)
    if size > _LARGEST:
        raise AttentionLabError(f"this layer has {size:,} numbers, and a document at most {_LARGEST:,}; take a "
                                "smaller layer, or cut some heads out of its arrays and give them as a dictionary")


def _note_what_is_left_out(found, made):
    rate = _dropout(found)
    if rate:
        made["description"] = f"Made while the module was training with dropout {rate:g}, which is left out here."
        warnings.warn(f"the module is in training mode, with dropout {rate:g}: the document has no dropout. After "
                      "module.eval() the module computes the same", stacklevel=3)
    buffers = re.compile(r"(.*\.)?(mask|masked_bias|inv_freq)|bias")
    unused = [name for name in found.arrays if name not in found.used and not buffers.fullmatch(name)]
    if unused and found.module is not None:
        warnings.warn("these arrays of the module are not used: " + ", ".join(unused[:12]), stacklevel=3)


# Files ----------------------------------------------------------------------------------------------------------------

def _json(value, indent=0):
    """JSON with one row of numbers a line. Floats are written in the shortest form that reads back exactly."""
    inner = " " * (indent + 2)
    if isinstance(value, Mapping):
        lines = [f"{inner}{json.dumps(str(key), ensure_ascii=False)}: {_json(each, indent + 2)}"
                 for key, each in value.items()]
        return "{\n" + ",\n".join(lines) + "\n" + " " * indent + "}" if lines else "{}"
    if hasattr(value, "detach") or isinstance(value, (np.ndarray, np.generic)):
        value = _array(value, "the document").tolist()
    if isinstance(value, (list, tuple)):
        if any(isinstance(each, (list, tuple, Mapping)) or getattr(each, "ndim", 0) for each in value):
            return "[\n" + ",\n".join(inner + _json(each, indent + 2) for each in value) + "\n" + " " * indent + "]"
        value = ["-inf" if isinstance(each, float) and each == -math.inf else each for each in value]
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise AttentionLabError(f"the document cannot be written: {error}") from None


def _content(doc):
    """The bytes of a document, which is a dictionary or the path of a file."""
    if isinstance(doc, (str, os.PathLike)):
        with _said_plainly(f"{os.fspath(doc)!r} cannot be read"), open(doc, "rb") as file:
            return file.read()
    if not isinstance(doc, Mapping) or doc.get("format") != "attention-lab":
        raise AttentionLabError(f"expected what document() returns, or the path of such a file, not "
                                f"{type(doc).__name__}")
    try:
        return (_json(doc) + "\n").encode("utf-8")
    except UnicodeEncodeError as error:
        text = error.object[error.start:error.end]
        raise AttentionLabError(f"the document has text that is not Unicode: {text!r}") from None


_LARGE = 1024  # numbers of a matrix that is not written as text


def _packed(value, arrays):
    """The same document with {"array": NAME} in place of its large matrices, which `arrays` gets by these names.
    What is no matrix of finite numbers and −∞ stays, and is complained about where it is written as text."""
    if isinstance(value, Mapping):
        return {key: _packed(each, arrays) for key, each in value.items()}
    if hasattr(value, "detach") or isinstance(value, np.ndarray):
        value = _array(value, "the document")
        matrix = value if value.ndim == 2 and value.dtype == np.float64 else None
        if matrix is None and value.ndim > 2:
            return [_packed(each, arrays) for each in value]
    elif isinstance(value, (list, tuple)) and value and isinstance(value[0], (list, tuple, Mapping)):
        matrix = None
        if value[0] and isinstance(value[0], (list, tuple)) and isinstance(value[0][0], float):
            with contextlib.suppress(ValueError):  # rows of several lengths
                matrix = np.array(value)
        if matrix is None or matrix.dtype != np.float64 or matrix.ndim != 2:
            return [_packed(each, arrays) for each in value]
    else:
        return value
    if matrix is None or matrix.size < _LARGE or not (np.isfinite(matrix) | (matrix == -np.inf)).all():
        return value
    name = f"a{len(arrays)}"
    arrays[name] = matrix
    return {"array": name}


@contextlib.contextmanager
def _given(doc):
    """The path of a document, and the arguments that say which arrays belong to it."""
    arrays = {}
    if isinstance(doc, Mapping):
        packed = _packed(doc, arrays)
    with _on_disk(_content(packed if arrays else doc)) as path:
        if not arrays:
            yield path, []
            return
        file = os.path.join(os.path.dirname(path), "arrays.npz")
        np.savez(file, **arrays)
        yield path, ["--arrays", file]


@contextlib.contextmanager
def _said_plainly(what):
    """An error of the system, such as a missing file, as one of ours."""
    try:
        yield
    except OSError as error:
        raise AttentionLabError(f"{what}: {error.strerror or error}") from None


def _write_whole(path, content):
    """Replaces a file whole or not at all, keeping its permissions, and what a link points to rather than the link."""
    path = os.path.realpath(os.fspath(path))
    part = f"{path}.{os.urandom(4).hex()}.part"
    try:
        with _said_plainly(f"{path!r} cannot be written"):
            _write_part(path, part, content)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(part)
        raise


def _write_part(path, part, content):
    with open(part, "xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    if os.path.exists(path):
        shutil.copymode(path, part)
    os.replace(part, path)


def save(doc, path):
    """Writes a document, UTF-8, whole or not at all. Every number reads back as the same double."""
    _write_whole(path, _content(doc))


# The program ----------------------------------------------------------------------------------------------------------

def _program(asked):
    for name, path in (("program", asked), ("attention_lab.program", program),
                       ("ATTENTION_LAB", os.environ.get("ATTENTION_LAB"))):
        if path:
            found = shutil.which(os.path.expanduser(os.fspath(path)))
            if not found:
                raise AttentionLabError(f"{name} is {os.fspath(path)!r}, and there is no program of that name")
            return found
    here = os.path.dirname(os.path.realpath(__file__))
    # share/attention-lab/python beside bin, or resources/python of the sources.
    for path in ("../../../bin/attention-lab", "../../build/release/attention-lab"):
        found = shutil.which(os.path.normpath(os.path.join(here, path)))
        if found:
            return found
    found = shutil.which("attention-lab")
    if not found:
        raise AttentionLabError("the program attention-lab was not found: neither beside this module nor in PATH. Say "
                                "where it is with program=, attention_lab.program or the environment variable "
                                "ATTENTION_LAB")
    return found


@contextlib.contextmanager
def _on_disk(content):
    with tempfile.TemporaryDirectory(prefix="attention-lab-") as folder:
        path = os.path.join(folder, "document.attn")
        with open(path, "wb") as file:
            file.write(content)
        yield path


def _run(asked, command, path, *arguments, answers=(0,)):
    """What the program prints, if its exit code is one of the answers. Its complaint about the document becomes an
    error."""
    found = _program(asked)
    with _said_plainly(f"{found!r} cannot be started"):
        done = subprocess.run([found, command, path, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)
    _raise_if_failed(done.returncode, done.stderr, path, answers)
    return done.stdout


def _raise_if_failed(code, said, path, answers=(0,)):
    if code < 0:
        raise AttentionLabError(f"the program ended by signal {-code}")
    if code not in answers:
        said = said.decode("utf-8", "replace").strip().splitlines() or ["the program failed and said nothing"]
        said = said[0].replace(path + ": ", "").replace(os.path.dirname(path) + os.sep, "")
        raise AttentionLabError(said[len("attention-lab: "):] if said.startswith("attention-lab: ") else said)


def _computed(asked, path, *arguments):
    """What the command `compute` gives, names and arrays, read while it computes: no file is written."""
    found, arrays, array = _program(asked), {}, ()
    with tempfile.TemporaryFile() as said:
        with _said_plainly(f"{found!r} cannot be started"):
            running = subprocess.Popen([found, "compute", path, "--npy", *arguments], stdin=subprocess.DEVNULL,
                                       stdout=subprocess.PIPE, stderr=said)
        with running:
            _widen(running.stdout)
            for name in iter(running.stdout.readline, b""):
                array = _next_array(running.stdout)
                if array is None:
                    break
                arrays[name[:-1].decode("utf-8")] = array
        said.seek(0)
        _raise_if_failed(running.returncode, said.read(), path)
    if array is None:
        raise AttentionLabError("the program ended within an array")
    return arrays


def _widen(pipe):
    """Of Linux's usual 64 KiB, the two programs would wait for each other half of the time."""
    if sys.platform.startswith("linux"):
        import fcntl  # not everywhere
        with contextlib.suppress(OSError):
            fcntl.fcntl(pipe, getattr(fcntl, "F_SETPIPE_SZ", 1031), 1 << 20)


def _next_array(stream):
    """The next .npy file of a stream, read to where it stays; None if the stream ends before."""
    try:
        np.lib.format.read_magic(stream)
        shape, _, dtype = np.lib.format.read_array_header_1_0(stream)
    except ValueError:
        return None
    array = np.empty(shape, dtype)
    if array.nbytes and stream.readinto(memoryview(array.reshape(-1).view(np.uint8))) != array.nbytes:
        return None
    return array


class Stages(dict):
    """Arrays by the stages' names, in the order of the computation; `tokens`, `source_tokens` (None without a source),
    and `notes`: what was reported in words, such as the first number that is not finite."""

    def __init__(self, result):
        texts = {name: result[name].tolist() for name in ("tokens", "source_tokens", "notes") if name in result}
        super().__init__((name, result[name]) for name in result if name not in texts)
        self.tokens, self.source_tokens = texts["tokens"], texts.get("source_tokens")
        self.notes = texts.get("notes", [])


def compute(doc, *stages, program=None):
    """Every stage of a document (a dictionary or a path), or those that are named, as float64 arrays by their names.

    inputs n_q × d_model, source_inputs n_k × d_model; queries H × n_q × d_k, keys H × n_k × d_k, values H × n_k × d_v;
    scores, scaled_scores, masked_scores, weights and (with dropout) dropped_weights H × n_q × n_k; head_outputs
    H × n_q × d_v; concat n_q × H·d_v; output n_q × d_out.
    """
    arguments = [argument for stage in stages for argument in ("--stage", str(stage))]
    with _given(doc) as (path, besides):
        return Stages(_computed(program, path, *arguments, *besides))


def sweep(doc, key, values, *stages, program=None):
    """The stages of a document with one value after another: a dictionary of arrays for each, as compute() gives
    them. `key` is written as in the manual's Document format, "normalization.temperature" or "mask.causal". One call
    for all is much faster than one for each: what does not change is computed once.
    """
    values = list(values)
    if not values:
        return []
    arguments = [argument for stage in stages for argument in ("--stage", str(stage))]
    for value in values:
        value = value.item() if isinstance(value, np.generic) or hasattr(value, "detach") else value
        try:
            arguments += ["--vary", f"{key}={value if isinstance(value, str) else json.dumps(value, allow_nan=False)}"]
        except (TypeError, ValueError) as error:
            raise AttentionLabError(f"{key} cannot be {value!r}: {error}") from None
    with _given(doc) as (path, besides):
        found = [{} for _ in values]
        for name, array in _computed(program, path, *arguments, *besides).items():
            place, stage = name.split("/")
            found[int(place)][stage] = array
    return found


class Figure:
    """A figure that notebooks show, as PNG if it is above 2 MB as SVG. `svg` is its text; save() writes .svg, .png or .pdf."""

    def __init__(self, content, arguments, program):
        self._content, self._arguments, self._program = content, arguments, program
        self.svg = self._drawn(".svg").decode("utf-8")

    def _drawn(self, extension):
        with _on_disk(self._content) as path:
            out = os.path.join(os.path.dirname(path), "figure" + extension)
            _run(self._program, "export", path, "-o", out, *self._arguments)
            with open(out, "rb") as file:
                return file.read()

    def _repr_svg_(self):
        return self.svg if self._is_light() else None

    def _repr_png_(self):
        return None if self._is_light() else self._drawn(".png")

    def _is_light(self):
        """Notebooks keep what they show; of a large figure they get a picture of pixels."""
        return len(self.svg) <= _LARGEST_SHOWN_SVG

    def save(self, path):
        """Writes the figure, whole or not at all; the extension says as what."""
        extension = os.path.splitext(os.fspath(path))[1].lower()
        if extension not in (".svg", ".png", ".pdf"):
            raise AttentionLabError(f"{os.fspath(path)!r} does not end with .svg, .png or .pdf")
        _write_whole(path, self.svg.encode("utf-8") if extension == ".svg" else self._drawn(extension))


def figure(doc, view="weights", *, program=None, **options):
    """What `attention-lab export --view` draws: a stage, "heads", "links", "board", "statistics" … Notebooks show it.

    Options are those of the command, with _ for -: head=0, theme="dark", preset="column", width_mm=85, font_size=8,
    title="Head 1", against="before"; mark=(2, 0) frames a cell, (2, None) a row, (None, 0) a column; numbers=False
    leaves colours alone.
    """
    arguments = ["--view", str(view)]
    for name, value in options.items():
        if name == "numbers":
            name, value = "no_numbers", not value
        if name == "mark" and not isinstance(value, str):
            value = ",".join("" if each is None else str(each) for each in value)
        if value is None or value is False:
            continue
        option = "--" + name.replace("_", "-")
        arguments.append(option if value is True else f"{option}={value}")
    return Figure(_content(doc), arguments, program)


class Window:
    """A window that was opened: its `process`, and the file at `path` that it shows. After Save in the window,
    compute(window.path) has what was changed there. The file is kept in the folder for temporary files."""

    def __init__(self, path, process):
        self.path, self.process = path, process


_windows = []  # keeps what belongs to a running program alive


def open_window(doc, *, program=None):
    """Opens the program's window with a document, without waiting for it. Returns a Window."""
    found, content = _program(program), _content(doc)
    displays = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    if sys.platform.startswith("linux") and not any(os.environ.get(name) for name in displays):
        raise AttentionLabError("there is no display for a window (neither DISPLAY nor WAYLAND_DISPLAY is set); "
                                "figure() and compute() need none")
    path = os.path.join(tempfile.mkdtemp(prefix="attention-lab-"), "document.attn")
    with open(path, "wb") as file:
        file.write(content)
    process = subprocess.Popen([found, path], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               start_new_session=True)
    _windows[:] = [window for window in _windows if window.process.poll() is None]
    _windows.append(Window(path, process))
    return _windows[-1]


# Checking -------------------------------------------------------------------------------------------------------------

class Check:
    """True where numbers are right, in whatever arrangement. `said` is what the command `check` says, a sentence each;
    `verdict` one word for it: "right", "mistake", "nearly", "line", "slip", "differs", "shape" or "may_be_chance";
    `arrangement` lists the arrangements in which right numbers are right, `mistakes` the known mistakes that make wrong
    ones. `first` is the first cell that differs, (row, column) or (head, row, column), or None; `found` and `expected`
    are its numbers, `wrong` and `cells` counts, `tolerance` what was allowed at most."""

    def __init__(self, answer, cells, has_heads):
        self.verdict, self.said, self.tolerance = answer["verdict"], answer["said"], answer["tolerance"]
        self.arrangement, self.mistakes = answer["arrangement"], answer["mistakes"]
        self.cells = answer["cells"] or cells
        self.wrong = self.cells - answer["right"]
        self.first = self.found = self.expected = None
        if answer["first"]:
            cell = answer["first"]
            place = (cell["row"], cell["column"])
            self.first = (cell["head"], *place) if has_heads else place
            self.found, self.expected = float(cell["given"]), float(cell["expected"])

    def __bool__(self):
        return self.verdict == "right"

    def __repr__(self):
        return ". ".join(self.said)


def _is_plain(value):
    """Whether nested lists hold nothing but numbers of Python, whose digits are seen."""
    if isinstance(value, (list, tuple)):
        return all(map(_is_plain, value))
    return isinstance(value, numbers.Real) and not isinstance(value, np.generic)


def _written(value):
    """Nested lists of numbers as text, all digits of each."""
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_written, value)) + "]"
    return repr(float(value)) if isinstance(value, (float, bool)) else str(value)


def _stacked(value, name):
    """Lists of arrays or tensors as one array, of the type of what they hold."""
    if isinstance(value, (list, tuple)) and not _is_plain(value):
        try:
            return np.stack([_stacked(each, name) for each in value])
        except AttentionLabError:
            raise
        except ValueError as error:
            raise AttentionLabError(f"{name} cannot be read as an array: {error}") from None
    return _array(value, name)


def _holds_bfloat16(value):
    if isinstance(value, (list, tuple)):
        return any(map(_holds_bfloat16, value))
    return "bfloat16" in str(getattr(value, "dtype", ""))


def _asked(path, stage, data, head, tolerance, program):
    """What `check --json` answers of numbers in a file beside the document."""
    if isinstance(data, np.ndarray):
        file = os.path.join(os.path.dirname(path), "data.npy")
        np.save(file, data)
    else:
        file = os.path.join(os.path.dirname(path), "data.txt")
        with open(file, "w", encoding="utf-8") as text:
            text.write(_written(data))
    arguments = ["--stage", stage, "--data", file, "--json"]
    if head is not None:
        arguments += ["--head", str(head)]
    if tolerance is not None:
        arguments += ["--tolerance", repr(float(tolerance))]
    return json.loads(_run(program, "check", path, *arguments, answers=(0, 1)).decode("utf-8"))


def check(doc, stage, data, head=None, tolerance=None, *, program=None):
    """Whether numbers are those of a stage of a document. The answer is true or false, and says why in words: those of
    the command `check`, which is asked.

    data is one head's matrix, by default head 0's, all heads' as H × rows × columns, of which head chooses one if it is
    given, or the matrix of a stage without heads; or the same in another arrangement: heads side by side, tokens before heads, averaged over the heads, a batch
    of one. A list of arrays counts as one array. Without a tolerance, lists are judged by the digits that they show (of
    the cell that shows most, at least two decimals), and arrays by their dtype's.
    """
    if head is not None and stage in ("inputs", "source_inputs", "concat", "output"):
        raise AttentionLabError(f"{stage} belongs to no head")
    if head is not None and not (isinstance(head, numbers.Integral) and head >= 0):
        raise AttentionLabError(f"there is no head {head!r}; heads count from 0")
    is_list = isinstance(data, (list, tuple)) and _is_plain(data)
    array = _stacked(data, "data")
    if array.dtype.kind == "f" and array.dtype.itemsize > 8:
        array = array.astype(np.float64)
    with _on_disk(_content(doc)) as path:
        answer = _asked(path, stage, data if is_list else array, head, tolerance, program)
        finite = np.abs(array[np.isfinite(array)].astype(np.float64))
        if answer["verdict"] != "right" and tolerance is None and _holds_bfloat16(data) and finite.size:
            # NumPy has no bfloat16: its precision is lost in the array, and counts as the tolerance.
            answer = _asked(path, stage, array, head, 2.0 ** -7 * float(finite.max()), program)
    return Check(answer, array.size, array.ndim > 2)


class CheckAll:
    """True where all arrays are right. `arrays` has a Check for each by its name, in order of computation; those that
    are right for earlier arrays, which are not the document's, have the names of these in their `for_own`. `first` is
    the name of the first that is not right, `nan` that of the first with a NaN, or None; `parameters` are names of
    weights and inputs that are not the document's, `unknown` those that no stage has. `said` is what the command
    `check --all` says."""

    def __init__(self, answer, arrays):
        self.said, self.unknown, self.parameters = answer["said"], answer["unknown"], answer["parameters"]
        self.first, self.verdict = answer["first"], answer["verdict"]
        self.nan = answer["nan"] and answer["nan"]["name"]
        self.arrays = {}
        for each in answer["arrays"]:
            array = arrays[each["name"]]
            self.arrays[each["name"]] = check = Check(each, array.size, array.ndim > 2)
            check.stage, check.for_own = each["stage"], each["for"]

    def __bool__(self):
        return self.verdict == "right"

    def __repr__(self):
        lines = list(self.said)
        for name, check in self.arrays.items():
            lines.append(f"{name}: {check!r}" if name == check.stage else f"{name} ({check.stage}): {check!r}")
        return "\n".join(lines)


def check_all(doc, arrays, head=None, *, program=None):
    """Which of the arrays of a computation of one's own is the first that is not right, and whether the later ones are
    right for those before them.

    arrays is a dictionary: the names of the stages, or usual ones ("Q", "K", "V", "attn"), and what check() takes for
    each. A parameter ("W_Q") is compared with the document's.
    """
    if head is not None and not (isinstance(head, numbers.Integral) and head >= 0):
        raise AttentionLabError(f"there is no head {head!r}; heads count from 0")
    stacked = {str(name): _stacked(value, str(name)) for name, value in arrays.items()}
    for name, array in stacked.items():
        if array.dtype.kind == "f" and array.dtype.itemsize > 8:
            stacked[name] = array.astype(np.float64)
    with _on_disk(_content(doc)) as path:
        file = os.path.join(os.path.dirname(path), "all.npz")
        with zipfile.ZipFile(file, "w") as archive:
            # Not numpy.savez(): there, "file" is no name for an array.
            for name, array in stacked.items():
                with archive.open(name + ".npy", "w", force_zip64=True) as member:
                    np.lib.format.write_array(member, np.asarray(array), allow_pickle=False)
        arguments = ["--all", file, "--json"] + ([] if head is None else ["--head", str(head)])
        answer = json.loads(_run(program, "check", path, *arguments, answers=(0, 1)).decode("utf-8"))
    return CheckAll(answer, stacked)
