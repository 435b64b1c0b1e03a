#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes KIND.npz beside this script: a module's arrays and what it gives, so that tests need no PyTorch.

Each holds `state:NAME` for every array of the module's state_dict(), `x`, `output`, `weights`, for cross-attention
`source`, for masks what the module was called with, and `attributes`: what the module says about itself, as JSON, by
the path of the module within ("" is the module, "config" its configuration). Everything is in float32 as modules are, but
for output and weights, which the same module gives in float64. Needs torch (tried: 1.13).
"""

import json
from pathlib import Path

import numpy as np
import torch
from modules import KINDS, multihead, result_of, width_of

HERE = Path(__file__).resolve().parent
SAYS = ("num_heads", "n_head", "num_attention_heads", "num_key_value_heads", "n_heads", "heads", "head_dim",
        "attention_head_size", "batch_first", "scaling", "is_causal", "rope_theta", "partial_rotary_factor",
        "sliding_window", "use_sliding_window", "attn_logit_softcapping", "scale_attn_weights",
        "scale_attn_by_inverse_layer_idx", "layer_idx", "is_cross_attention", "variance_epsilon", "training")


def said(owner):
    values = {name: getattr(owner, name, None) for name in SAYS}
    return {name: value for name, value in values.items() if isinstance(value, (bool, int, float))}


def write(kind, module, x, output, weights, **more):
    attributes = {path: said(part) for path, part in module.named_modules()}
    if hasattr(module, "config"):
        attributes["config"] = said(module.config)
    arrays = {f"state:{name}": value.numpy() for name, value in module.state_dict().items()}
    more = {name: value.numpy() for name, value in more.items()}
    np.savez_compressed(HERE / f"{kind}.npz", attributes=np.array(json.dumps(attributes)), x=x.numpy(),
                        output=output.numpy(), weights=weights.numpy(), **arrays, **more)


def precisely(module, call):
    """What call(module in float64) gives; the module itself stays in float32."""
    with torch.no_grad():
        result = call(module.double())
    module.float()
    return result


def masked(module, x, source, **masks):
    """The output and weights of torch.nn.MultiheadAttention, sizes as it has them."""
    def call(precise):
        floats = {name: mask.double() if mask.is_floating_point() else mask for name, mask in masks.items()}
        memory = x if source is None else source
        return precise(x.double(), memory.double(), memory.double(), average_attn_weights=False, **floats)
    output, weights = precisely(module, call)
    return output.squeeze(1), weights.squeeze(0)


def main():
    for seed, (kind, make) in enumerate(KINDS.items(), start=1):
        if kind == "gemma-3":
            continue  # its norm is tried by calling it, which takes PyTorch
        torch.manual_seed(seed)
        module, x = make(6, 2).eval(), torch.randn(5, width_of(kind, 6, 2))
        write(kind, module, x, *precisely(module, lambda precise: result_of(kind, precise, x.double())))
    torch.manual_seed(100)
    module, x, source = multihead(8, 2).eval(), torch.randn(4, 1, 8), torch.randn(6, 1, 8)
    write("masks-cross", module, x, *masked(module, x, source), source=source)
    hidden = torch.rand(4, 6) < 0.4
    hidden[:, 2] = False
    write("masks-bool", module, x, *masked(module, x, source, attn_mask=hidden), source=source, attn_mask=hidden)
    added = torch.randn(2, 4, 6)
    added[1, 2, :3] = -torch.inf
    padding = torch.tensor([[0., 0, 0.5, 0, 0, -torch.inf]])
    # PyTorch 1.13 does not add two masks of floats as later ones do.
    write("masks-float", module, x, *masked(module, x, source, attn_mask=added.double() + padding), source=source,
          attn_mask=added, key_padding_mask=padding)
    causal = torch.ones(4, 4, dtype=torch.bool).triu(1)
    padding = torch.tensor([[False, False, True, False]])
    write("masks-padding", module, x, *masked(module, x, None, attn_mask=causal, key_padding_mask=padding),
          attn_mask=causal, key_padding_mask=padding)


if __name__ == "__main__":
    main()
