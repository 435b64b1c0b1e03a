# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether two results of `compute` hold the same numbers, to 12 digits of the largest: processors round differently."""
import json
import sys


def numbers(value):
    if isinstance(value, dict):
        for key in sorted(value):
            yield from numbers(value[key])
    elif isinstance(value, list):
        for each in value:
            yield from numbers(each)
    elif isinstance(value, float):
        yield value


first, second = ([*numbers(json.load(open(path, encoding="utf-8")))] for path in sys.argv[1:])
assert first and len(first) == len(second), (len(first), len(second))
largest = max(map(abs, second))
difference = max(abs(a - b) for a, b in zip(first, second))
print(f"{len(first)} numbers, at most {difference:.1e} apart, the largest {largest:.3g}")
assert difference <= 1e-12 * largest
