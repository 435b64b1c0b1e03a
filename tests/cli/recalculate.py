#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Computes spreadsheets again, and compares every number.

    recalculate.py FOLDER python|libreoffice

By LibreOffice, or by Python, which knows no more of formulas than these spreadsheets have.
FOLDER holds spreadsheets, NAME.xlsx, and for each NAME.json: {"write": {"W_Q!B8": 1.5, …}, "expect": {"Q!B8": 0.25, …}}.
The numbers to write are put into the cells, and the results that the file has beside its formulas are taken out, so
that none of them can be mistaken for a new one. A number is right within 1e-9 of the largest
magnitude that is expected on its sheet, or of 1; a text has to be that text. Prints a line for each fault; without one,
"N spreadsheets agree, M cells".
"""
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
import zipfile

TOLERANCE = 1e-9
MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
ALWAYS_RECALCULATE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>
"""


def sheet_files(archive):
    """The file of each sheet, by the sheet's name."""
    relations = ElementTree.fromstring(archive.read("xl/_rels/workbook.xml.rels"))
    targets = {each.get("Id"): each.get("Target") for each in relations}
    book = ElementTree.fromstring(archive.read("xl/workbook.xml"))
    files = {}
    for sheet in book.iter(MAIN + "sheet"):
        target = targets[sheet.get(RELATION)]
        files[sheet.get("name")] = target.lstrip("/") if target.startswith("/") else "xl/" + target
    return files


def without_results(source, target, numbers):
    """Copies a spreadsheet without the results of its formulas, and with other numbers."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        names = {file: name for name, file in sheet_files(old).items()}
        for file in old.namelist():
            data = old.read(file)
            if file in names:
                tree = ElementTree.fromstring(data)
                for cell in tree.iter(MAIN + "c"):
                    value, place = cell.find(MAIN + "v"), f"{names[file]}!{cell.get('r')}"
                    if cell.find(MAIN + "f") is not None and value is not None and place not in numbers:
                        cell.remove(value)
                        cell.attrib.pop("t", None)
                    elif place in numbers:
                        for part in list(cell):
                            cell.remove(part)
                        cell.attrib.pop("t", None)
                        ElementTree.SubElement(cell, MAIN + "v").text = repr(numbers[place])
                data = ElementTree.tostring(tree, encoding="UTF-8", xml_declaration=True)
            new.writestr(file, data)


def cells_of(path):
    """Numbers and texts by place; an error is a text that begins with #."""
    with zipfile.ZipFile(path) as archive:
        texts = []
        if "xl/sharedStrings.xml" in archive.namelist():
            shared = ElementTree.fromstring(archive.read("xl/sharedStrings.xml"))
            texts = ["".join(part.text or "" for part in each.iter(MAIN + "t")) for each in shared]
        cells = {}
        for name, file in sheet_files(archive).items():
            for cell in ElementTree.fromstring(archive.read(file)).iter(MAIN + "c"):
                value, kind = cell.find(MAIN + "v"), cell.get("t", "n")
                if value is None:
                    continue
                known = texts[int(value.text)] if kind == "s" else value.text if kind != "n" else float(value.text)
                cells[f"{name}!{cell.get('r')}"] = known
        return cells


def faults(name, expected, cells):
    largest = {}
    for place, value in expected.items():
        if not isinstance(value, str):
            sheet = place.split("!")[0]
            largest[sheet] = max(largest.get(sheet, 1), abs(value))
    for place, value in expected.items():
        found = cells.get(place)
        is_right = (
            found == value
            if isinstance(value, str) or not isinstance(found, float)
            else abs(found - value) <= TOLERANCE * largest[place.split("!")[0]]
        )
        if not is_right:
            yield f"{name}: {place} is {found!r}, expected {value!r}"


HIDDEN = -math.inf  # the text, for Python: it has the weight 0 without being asked


def numbers_of(arguments):
    for each in arguments:
        yield from numbers_of(each) if isinstance(each, list) else () if each == HIDDEN else (each,)


def product(rows, columns):
    return [[sum(a * b for a, b in zip(row, column)) for column in zip(*columns)] for row in rows]


FUNCTIONS = {
    "SUM": lambda *of: sum(numbers_of(of)),
    "MAX": lambda *of: max(numbers_of(of), default=0),
    "SUMSQ": lambda *of: sum(each * each for each in numbers_of(of)),
    "SUMPRODUCT": lambda a, b: sum(x * y for x, y in zip(numbers_of([a]), numbers_of([b]))),
    "MMULT": product,
    "ISTEXT": lambda value: value == HIDDEN,
    "EXP": math.exp, "SQRT": math.sqrt, "TANH": math.tanh, "SIN": math.sin, "COS": math.cos,
}
PLACE = re.compile(r"(?:\b(\w+)!)?\b([A-Z]{1,3})(\d+)(?::([A-Z]{1,3})(\d+))?\b")


def python_of_if(formula):
    """A formula that is one IF, as Python: of the two results only one is computed."""
    if not formula.startswith("IF("):
        return formula
    parts, depth = [""], 0
    for letter in formula[3:-1]:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    condition, yes, no = parts
    return f"({yes}) if ({condition}) else ({no})"


def column_number(letters):
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - ord("A") + 1
    return number


def column_letters(number):
    return "" if number == 0 else column_letters((number - 1) // 26) + chr(ord("A") + (number - 1) % 26)


class Evaluated:
    """The cells of a spreadsheet, computed when they are asked for."""

    def __init__(self, path):
        self.values, self.formulas = dict(cells_of(path)), {}
        self.values = {place: HIDDEN if value == "−∞" else value for place, value in self.values.items()}
        with zipfile.ZipFile(path) as archive:
            for name, file in sheet_files(archive).items():
                for cell in ElementTree.fromstring(archive.read(file)).iter(MAIN + "c"):
                    formula = cell.find(MAIN + "f")
                    if formula is not None and f"{name}!{cell.get('r')}" not in self.values:
                        self.formulas[f"{name}!{cell.get('r')}"] = formula.text
            book = ElementTree.fromstring(archive.read("xl/workbook.xml"))
            self.names = {each.get("name"): each.text.replace("$", "") for each in book.iter(MAIN + "definedName")}

    def value(self, place):
        if place not in self.values:
            self.values[place] = self.compute(self.formulas[place], place.split("!")[0])
        return self.values[place]

    def range(self, sheet, left, top, right, bottom):
        columns = range(column_number(left), column_number(right) + 1)
        return [[self.value(f"{sheet}!{column_letters(column)}{row}") for column in columns]
                for row in range(int(top), int(bottom) + 1)]

    def compute(self, formula, sheet):
        def source(found):
            of, left, top, right, bottom = found.groups()
            of = of or sheet
            return f"range_of({of!r}, {left!r}, {top}, {right!r}, {bottom})" if right else f"value('{of}!{left}{top}')"

        text = python_of_if(formula.replace('"−∞"', "HIDDEN").replace("=0", "==0").replace("^", "**"))
        known = {name: self.value(place) for name, place in self.names.items() if name in formula}
        return eval(PLACE.sub(source, text), {**FUNCTIONS, **known, "HIDDEN": HIDDEN, "value": self.value, "range_of": self.range})

    def all(self):
        for place in self.formulas:
            try:
                self.value(place)
            except (ArithmeticError, ValueError, KeyError, TypeError) as error:
                self.values[place] = f"#{type(error).__name__} in {self.formulas[place]}"
        return {place: "−∞" if value == HIDDEN else float(value) if isinstance(value, int) else value
                for place, value in self.values.items()}


def by_libreoffice(files, work):
    """The cells of each file as LibreOffice computes them."""
    profile, done = work / "profile", work / "done"
    (profile / "user").mkdir(parents=True)
    (profile / "user/registrymodifications.xcu").write_text(ALWAYS_RECALCULATE, "utf-8")
    subprocess.run(
        ["soffice", "--headless", f"-env:UserInstallation={profile.as_uri()}", "--convert-to", "xlsx", "--outdir",
         str(done), *map(str, files)],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )
    return [cells_of(done / file.name) for file in files]


def main():
    folder, program = pathlib.Path(sys.argv[1]), sys.argv[2]
    names = sorted(path.stem for path in folder.glob("*.json"))
    found, count = [], 0
    with tempfile.TemporaryDirectory() as work:
        files, asked = [], []
        for name in names:
            asked.append(json.loads((folder / f"{name}.json").read_text("utf-8")))
            files.append(pathlib.Path(work, f"{name}.xlsx"))
            without_results(folder / f"{name}.xlsx", files[-1], asked[-1]["write"])
        python = program == "python"
        all_cells = [Evaluated(file).all() for file in files] if python else by_libreoffice(files, pathlib.Path(work))
        for name, each, cells in zip(names, asked, all_cells):
            count += len(each["expect"])
            found += faults(name, each["expect"], cells)
    print("\n".join(found) if found else f"{len(names)} spreadsheets agree, {count} cells")
    sys.exit(1 if found else 0)


main()
