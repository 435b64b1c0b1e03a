#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The core of the package beside the one that was built for this machine, in turn in one run.

    cmake --preset bench && cmake --build --preset bench --target bench_core
    cmake --preset package -DLAB_BENCH=ON && cmake --build --preset package --target bench_core
    tests/bench/compare_package.py

Each round runs the native benchmark, then that of the package with the core for each kind of processor that this one
can be; the smallest time of the rounds counts. Ends with 1 where the package as it runs here has less than 90 % of the
native speed, with 2 where something could not be measured. Builds nothing.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
NATIVE = ROOT / "build/bench/tests/bench/bench_core"
PACKAGE = ROOT / "build/package/tests/bench/bench_core"
LOADER = "/lib64/ld-linux-x86-64.so.2"
LEVELS = ("x86-64-v4", "x86-64-v3", "x86-64")
GOAL = 0.9


def levels_here():
    """The kinds of processors that have a core of their own and that this processor can be, the best first."""
    said = subprocess.run([LOADER, "--help"], capture_output=True, text=True, check=True).stdout
    return [level for level in LEVELS if level == "x86-64" or re.search(rf"{level} \(supported", said)]


def seconds(command, name):
    said = subprocess.run([*map(str, command), f"--benchmark_filter=^{name}/real_time$", "--benchmark_min_time=0.1", "--benchmark_format=json"],
                          capture_output=True, text=True, check=True).stdout
    found = json.loads(said)["benchmarks"][0]
    return found["real_time"] * {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1}[found["time_unit"]]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--benchmark", default="forward/1024/768/12")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--native", type=pathlib.Path, default=NATIVE)
    asked = parser.parse_args()
    sides = {"native": [asked.native]}
    for level in levels_here():
        sides[level] = [LOADER, "--glibc-hwcaps-mask", level, PACKAGE]
    taken = {side: [] for side in sides}
    try:
        for _ in range(asked.rounds):
            for side, command in sides.items():
                taken[side].append(seconds(command, asked.benchmark))
    except (OSError, subprocess.CalledProcessError, ValueError, LookupError) as error:
        print(f"could not be measured: {error}", file=sys.stderr)
        return 2
    best = {side: min(times) for side, times in taken.items()}
    for side, time in best.items():
        median = sorted(taken[side])[len(taken[side]) // 2]
        print(f"{side:10} {time * 1e3:8.1f} ms (median {median * 1e3:.1f}), {best['native'] / time:.0%} of the native speed")
    return 0 if best["native"] / best[levels_here()[0]] >= GOAL else 1


sys.exit(main())
