#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Repeats fits with PyTorch, on exported programs, and compares the losses with those of `attention-lab fit`.

    run_fits.py FOLDER

FOLDER holds for each fit NAME.json, {"target", "parameters", "optimiser", "rate"} as the files of tests/data/fits
have them, NAME.csv, the losses that fit wrote, and NAME.py, the document as a program for PyTorch. The program's
own lines are run for each step, with the parameters as leaves of the graph. Losses must agree to 1e-7 of each, or
1e-12. Prints a line for each fault; without one, "N fits agree".
"""
import ast
import json
import pathlib
import sys

import torch

RELATIVE, ABSOLUTE = 1e-7, 1e-12


class Differentiable(ast.NodeTransformer):
    """The same program, so that gradients flow through it: what is given is left out, a tensor that is written into
    is a copy of its own, and the rows of a table are stacked, not read as numbers."""

    def __init__(self, given):
        self.given = given

    def visit_Assign(self, node):
        target = node.targets[0]
        if isinstance(target, ast.Name) and target.id in self.given:
            return None
        node = self.generic_visit(node)
        if isinstance(target, ast.Subscript):
            name = ast.unparse(target.value)
            return [*ast.parse(f"{name} = {name}.clone()").body, node]
        return node

    def visit_Call(self, node):
        node = self.generic_visit(node)
        reads_rows = "embedding" in self.given and isinstance(node.args[0] if node.args else None, ast.ListComp)
        if reads_rows and ast.unparse(node.func) == "torch.tensor":
            node.func = ast.parse("torch.stack", mode="eval").body
        return node


def is_print(statement):
    return isinstance(statement, ast.For) and "print(" in ast.unparse(statement)


class Program:
    def __init__(self, text, parameters):
        self.names = {"E": "embedding"}
        given = [self.names.get(name, name) for name in parameters]
        whole = ast.parse(text)
        whole.body = [each for each in whole.body if not is_print(each)]
        values = {}
        exec(compile(whole, "program", "exec"), values)
        self.words = list(values.get("embedding", {}))
        self.leaves = {}
        for name in parameters:
            value = values[self.names.get(name, name)]
            if name == "E":
                value = torch.tensor([value[word] for word in self.words])
            self.leaves[name] = value.detach().clone().requires_grad_()
        tree = ast.fix_missing_locations(Differentiable(given).visit(whole))
        self.code = compile(tree, "program", "exec")

    def run(self):
        values = {name: leaf for name, leaf in self.leaves.items() if name != "E"}
        if "E" in self.leaves:
            values["embedding"] = dict(zip(self.words, self.leaves["E"]))
        exec(self.code, values)
        return values


def wanted(rows, columns):
    numbers = torch.full((len(rows), columns), torch.nan)
    for i, row in enumerate(rows):
        for j, number in enumerate(row or []):
            if number is not None:
                numbers[i, j] = number
    return numbers


def loss_of(values, target):
    if target["loss"] == "output":
        output = values["output"]
        numbers = wanted(target["rows"], output.shape[1])
        given = ~numbers.isnan()
        return ((output - numbers)[given] ** 2).mean()
    weights = values["weights"]
    weights = weights[target["head"]] if weights.dim() == 3 else weights
    numbers = wanted(target["rows"], weights.shape[1])
    losses = []
    for row, a in zip(numbers, weights):
        if not row.isnan().all():
            shares = row.nan_to_num(0) / row.nansum()
            losses.append(-(shares[shares > 0] * a[shares > 0].log()).sum())
    return torch.stack(losses).mean()


def losses(program, fit, steps):
    make = {"adam": torch.optim.Adam, "sgd": torch.optim.SGD}[fit["optimiser"]]
    optimiser = make(program.leaves.values(), lr=fit["rate"])
    found = []
    for _ in range(steps):
        optimiser.zero_grad()
        loss = loss_of(program.run(), fit["target"])
        found.append(loss.item())
        loss.backward()
        optimiser.step()
    return found + [loss_of(program.run(), fit["target"]).item()]


def main():
    torch.set_default_dtype(torch.float64)
    folder = pathlib.Path(sys.argv[1])
    agree = 0
    for file in sorted(folder.glob("*.json")):
        fit = json.loads(file.read_text())
        ours = [float(line) for line in file.with_suffix(".csv").read_text().split()]
        program = Program(file.with_suffix(".py").read_text(), fit["parameters"])
        theirs = losses(program, fit, len(ours) - 1)
        far = [step for step, (a, b) in enumerate(zip(ours, theirs)) if not abs(a - b) <= RELATIVE * abs(b) + ABSOLUTE]
        if far:
            print(f"{file.stem}: loss {far[0]} is {ours[far[0]]}, PyTorch has {theirs[far[0]]}")
        else:
            agree += 1
    print(f"{agree} fits agree")


main()
