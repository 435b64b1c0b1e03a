#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Has LibreOffice compute spreadsheets again, and compares every number.

    recalculate.py FOLDER

FOLDER holds spreadsheets, NAME.xlsx, and for each NAME.json: {"write": {"W_Q!B8": 1.5, …}, "expect": {"Q!B8": 0.25, …}}.
The numbers to write are put into the cells, and the results that the file has beside its formulas are taken out, so
that none of them can be mistaken for a result of LibreOffice's. A number is right within 1e-9 of the largest
magnitude that is expected on its sheet, or of 1; a text has to be that text. Prints a line for each fault; without one,
"N spreadsheets agree, M cells".
"""
import json
import pathlib
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


def main():
    folder = pathlib.Path(sys.argv[1])
    names = sorted(path.stem for path in folder.glob("*.json"))
    asked = {name: json.loads((folder / f"{name}.json").read_text("utf-8")) for name in names}
    found, count = [], 0
    with tempfile.TemporaryDirectory() as work:
        profile, bare, done = (pathlib.Path(work, each) for each in ("profile", "bare", "done"))
        for each in profile / "user", bare, done:
            each.mkdir(parents=True)
        (profile / "user/registrymodifications.xcu").write_text(ALWAYS_RECALCULATE, "utf-8")
        for name in names:
            without_results(folder / f"{name}.xlsx", bare / f"{name}.xlsx", asked[name]["write"])
        subprocess.run(
            ["soffice", "--headless", f"-env:UserInstallation={profile.as_uri()}", "--convert-to", "xlsx", "--outdir",
             str(done), *(str(bare / f"{name}.xlsx") for name in names)],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        for name in names:
            expected = asked[name]["expect"]
            count += len(expected)
            found += faults(name, expected, cells_of(done / f"{name}.xlsx"))
    print("\n".join(found) if found else f"{len(names)} spreadsheets agree, {count} cells")
    sys.exit(1 if found else 0)


main()
