#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How fast this is beside PyTorch, measured in one run, against the goals; README.md says what is compared.

Exit codes: 0 every goal is met, 1 one is missed, 2 something is missing or could not be measured.
"""

import argparse
import json
import math
import os
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD_COMMAND = "cmake --preset bench && cmake --build --preset bench"
FORWARDS = ["6/8/2", "64/64/4", "512/512/8", "1024/768/12"]
LARGE = "1024/768/12"
THREADS = [1, 2]

# How many times as fast as PyTorch's forward of that size; None: only shown.
FASTER = {
    "forward/6/8/2": 10,
    "forward/64/64/4": 1.5,
    "forward/512/512/8": 1,
    "forward/1024/768/12": 1,
    "edit_w_q/1024/768/12": 15,
    "edit_w_v/1024/768/12": 50,
    "edit_w_o/1024/768/12": 50,
    "edit_mask/1024/768/12": 50,
    "edit_x/1024/768/12": None,
    "edit_temperature/1024/768/12": None,
}

# The 95th percentile, in milliseconds, at most.
WITHIN = {
    "latency/64/64/4": 8,
    "scrub_block/1024/768/12": 16,
}


class Missing(Exception):
    """What cannot be measured here, and what helps."""


# ---- PyTorch's side, in a process of its own -------------------------------------------------------------


def worker(threads: int) -> None:
    """Reads "N D H SECONDS" from each line of input, answers with the seconds that a forward takes."""
    try:
        import torch
    except ImportError:
        print(json.dumps({"error": f"no PyTorch in {sys.executable}"}), flush=True)
        return
    torch.set_num_threads(threads)
    torch.set_default_dtype(torch.float64)

    def forward(x, w_q, w_k, w_v, w_o, heads):
        n, d_model = x.shape
        d_k = d_model // heads
        queries = (x @ w_q).view(n, heads, d_k).transpose(0, 1)
        keys = (x @ w_k).view(n, heads, d_k).transpose(0, 1)
        values = (x @ w_v).view(n, heads, d_k).transpose(0, 1)
        scores = queries @ keys.transpose(1, 2)
        scaled = scores * (1 / math.sqrt(d_k))
        masked = scaled  # there is no mask, so nobody would copy it
        weights = torch.softmax(masked, dim=-1)
        head_outputs = weights @ values
        concat = head_outputs.transpose(0, 1).reshape(n, d_model)
        output = concat @ w_o
        return queries, keys, values, scores, scaled, masked, weights, head_outputs, concat, output

    maps = Path("/proc/self/maps").read_text(encoding="utf-8")
    blas = next((name for name in ["openblas", "mkl", "blis"] if name in maps), None)
    print(json.dumps({"version": torch.__version__, "blas": blas}), flush=True)

    inputs = {}
    with torch.no_grad():
        for line in sys.stdin:
            n, d_model, heads = (int(number) for number in line.split()[:3])
            seconds = float(line.split()[3])
            if (n, d_model) not in inputs:
                generator = torch.Generator().manual_seed(1)
                matrices = [torch.randn(n, d_model, generator=generator)]
                matrices += [torch.randn(d_model, d_model, generator=generator) / d_model**0.5 for _ in range(4)]
                inputs[n, d_model] = matrices
            matrices = inputs[n, d_model]
            forward(*matrices, heads)
            count = 0
            begin = now = time.perf_counter()
            while now - begin < seconds:
                forward(*matrices, heads)
                count += 1
                now = time.perf_counter()
            print(json.dumps((now - begin) / count), flush=True)


class PyTorch:
    def __init__(self, threads: int, keep_memory: bool):
        environment = dict(os.environ)
        # OpenBLAS has threads of its own, which torch.set_num_threads does not reach.
        for name in ["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS"]:
            environment[name] = str(threads)
        if keep_memory:
            environment["MALLOC_MMAP_THRESHOLD_"] = environment["MALLOC_TRIM_THRESHOLD_"] = str(1 << 33)
            environment["MALLOC_TOP_PAD_"] = str(1 << 29)
        self.threads = threads
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--worker", str(threads)],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.about = self.answer()
        if "error" in self.about:
            raise Missing(
                f"{self.about['error']}: apt-get install python3-torch libopenblas0-pthread, "
                f"then start this with Debian's own Python: /usr/bin/python3 {sys.argv[0]}"
            )
        if not self.about["blas"]:
            raise Missing(
                "PyTorch runs on the reference BLAS here, many times slower than it has to be: "
                "apt-get install libopenblas0-pthread"
            )

    def answer(self):
        line = self.process.stdout.readline()
        if not line:
            raise Missing("PyTorch's process ended; the reason stands above")
        return json.loads(line)

    def measure(self, size: str, seconds: float) -> float:
        self.process.stdin.write(f"{size.replace('/', ' ')} {seconds}\n")
        self.process.stdin.flush()
        return self.answer()

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait()


# ---- Our side: the benchmark programs --------------------------------------------------------------------


def run_benchmark(program: Path, name: str, seconds: float) -> dict:
    """One benchmark, as Google Benchmark's JSON has it."""
    command = [
        str(program),
        f"--benchmark_filter=^{re.escape(name)}(/|$)",
        f"--benchmark_min_time={seconds}",
        "--benchmark_format=json",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        found = json.loads(done.stdout)["benchmarks"]
    except (ValueError, KeyError):
        found = []
    if done.returncode != 0 or len(found) != 1:
        said = (done.stderr.strip() or "nothing").splitlines()[-1]
        raise Missing(f"{program.name} did not measure {name} (it said: {said}); is it up to date? {BUILD_COMMAND}")
    if found[0].get("error_occurred"):
        raise Missing(f"{name}: {found[0]['error_message']}")
    return found[0]


def seconds_of(result: dict) -> float:
    return result["real_time"] * {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}[result["time_unit"]]


# ---- The comparison --------------------------------------------------------------------------------------


def duration(seconds: float) -> str:
    for unit, factor in [("s", 1), ("ms", 1e3), ("µs", 1e6)]:
        if seconds * factor >= 1:
            break
    return f"{seconds * factor:.3g} {unit}"


def both(values: list) -> str:
    return f"{duration(min(values))} ({duration(statistics.median(values))})"


def compare(arguments: argparse.Namespace) -> int:
    core = arguments.build / "tests/bench/bench_core"
    window = arguments.build / "tests/bench/bench_window"
    faster = {name: goal for name, goal in FASTER.items() if arguments.only in name}
    within = {name: goal for name, goal in WITHIN.items() if arguments.only in name}
    for program in ([core] if faster else []) + ([window] if within else []):
        if not program.exists():
            raise Missing(f"{program} is not there; in the project's folder: {BUILD_COMMAND}")

    sizes = [size for size in FORWARDS if any(name.endswith(f"/{size}") for name in faster)]
    peers = [PyTorch(threads, arguments.keep_memory) for threads in THREADS] if sizes else []
    theirs = {(size, peer.threads): [] for size in sizes for peer in peers}
    ours = {name: [] for name in [*faster, *within]}
    for current in range(arguments.rounds):
        print(f"round {current + 1} of {arguments.rounds} …", file=sys.stderr)
        for size in sizes:
            for peer in peers:
                theirs[size, peer.threads].append(peer.measure(size, arguments.seconds))
            for name in faster:
                if name.endswith(f"/{size}"):
                    ours[name].append(seconds_of(run_benchmark(core, name, arguments.seconds)))
        for name in within:
            ours[name].append(run_benchmark(window, name, arguments.seconds)["p95"] / 1e3)
    for peer in peers:
        peer.close()

    if peers:
        about = peers[0].about
        memory = ", its memory kept from forward to forward" if arguments.keep_memory else ""
        print(f"PyTorch {about['version']} with {about['blas']}{memory}; float64, X given, every stage kept.")
    print(f"The smallest of {arguments.rounds} rounds, in parentheses the median; ratios are of the smallest.\n")
    rows = [("", "ours", "PyTorch's forward", "times as fast", "goal", "")]
    missed = 0
    for name, goal in faster.items():
        size = name.split("/", 1)[1]
        best = min(peers, key=lambda peer: min(theirs[size, peer.threads]))
        peer_times = theirs[size, best.threads]
        ratio = min(peer_times) / min(ours[name])
        verdict = "" if goal is None else "met" if ratio >= goal else "MISSED"
        missed += verdict == "MISSED"
        threads = f"{both(peer_times)}, {best.threads} thread{'s' if best.threads > 1 else ''}"
        rows.append((name, both(ours[name]), threads, f"{ratio:.3g}", "" if goal is None else f"≥ {goal}", verdict))
    for name, goal in within.items():
        verdict = "met" if min(ours[name]) * 1e3 <= goal else "MISSED"
        missed += verdict == "MISSED"
        rows.append((f"{name} p95", both(ours[name]), "", "", f"≤ {goal} ms", verdict))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        print("  ".join(text.ljust(width) for text, width in zip(row, widths)).rstrip())
    print(f"\n{missed} goal(s) missed" if missed else "\nevery goal met")
    return 1 if missed else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=ROOT / "build/bench", help="where the benchmarks were built")
    parser.add_argument("--rounds", type=int, default=5, help="how often each is measured, in turn (5)")
    parser.add_argument("--seconds", type=float, default=0.3, help="how long each is measured in a round (0.3)")
    parser.add_argument("--only", default="", help="only what has this in its name")
    parser.add_argument("--keep-memory", action="store_true", help="tell PyTorch's allocator to give nothing back")
    parser.add_argument("--worker", type=int, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.worker:
        worker(arguments.worker)
        return 0
    try:
        return compare(arguments)
    except Missing as missing:
        print(f"{sys.argv[0]}: {missing}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
