# SPDX-License-Identifier: GPL-3.0-or-later
"""What somebody does who hears the program and does not see it, from the first word to a figure. Writes what was done
and what was said on the way, line by line."""

import os
import sys
import warnings

warnings.simplefilter("ignore")  # older names of the library, which Debian 12 and 13 both have

from reader import NotThere, Reader, cell, enabled, find  # noqa: E402


def write_a_sentence(reader, app):
    field = find(reader, app, "text", "Sentence")
    reader.do("Goes to the sentence, and types “ today” behind it.")
    reader.go_to(field)
    reader.key("End")
    reader.type(" today")
    find(reader, app, "check box", "Token 4, today")
    reader.do("Takes that back.")
    reader.press(find(reader, app, "push button", "Undo", begins=True))
    reader.heard("Undone")


def change_a_weight(reader, app):
    grid = find(reader, app, "table", "Query weights")
    reader.do("Goes to W_Q[1,2] and types 0.5.")
    reader.go_to(grid)
    reader.press(cell(grid, "d1", "d2"))
    reader.heard("W_Q[1,2]")
    reader.key("Return")
    reader.heard("text field")
    reader.type("0.5")
    reader.key("Return")
    reader.heard("largest change")


def read_a_weight(reader, app):
    weights = find(reader, app, "table", "Attention weights")
    reader.do("Goes through the attention weights by arrow keys.")
    reader.go_to(weights)
    reader.key("Down", 2)
    reader.heard("query “blue”")
    its = cell(weights, "query “blue”", "key “sky”")
    reader.do(f"Reads the weight of “blue” on “sky”: {its.get_name()}.")
    reader.do("Has the row said in a sentence (Shift Enter).")
    reader.key("Shift Return")
    reader.heard("“blue”: ")
    return its


def explain(reader, app, its):
    reader.do("Opens its explanation, and follows it back to an embedding.")
    reader.press(its, "Press")
    page = find(reader, app, "list", "Where the number comes from")

    def line(text):
        for i in range(page.get_child_count()):
            item = page.get_child_at_index(i)
            if text in item.get_name():
                return item
        return None

    def follow(name, beginning):
        def link():
            for i in range(page.get_child_count()):
                item = page.get_child_at_index(i)
                for j in range(item.get_child_count()):
                    if item.get_child_at_index(j).get_name().startswith(name):
                        return item.get_child_at_index(j)
            return None

        reader.do(f"Follows “{name}”.")
        reader.press(reader.until(link, f"no link “{name}”"))
        reader.until(lambda: line(beginning), f"no explanation of {beginning}")
        for i in range(1, 4):
            reader.hear(page.get_child_at_index(i).get_name())

    reader.until(lambda: line("Compare query and key"), "no explanation")
    for i in range(page.get_child_count()):
        reader.hear(page.get_child_at_index(i).get_name())
    follow("Queries: “blue”, feature 1", "Q_blue,1 =")
    follow("Inputs: “blue”, feature 1", "X_blue,1 =")
    follow("E[blue,1]", "Head output every feature")


def play(reader, app):
    reader.do("Plays ten steps.")
    reader.press(find(reader, app, "radio button", "Play"))
    forward = find(reader, app, "push button", "One step forward", begins=True)
    for _ in range(10):
        count = len(reader.lines)
        reader.press(forward)
        reader.until(lambda: len(reader.lines) > count, "no caption was said")
    reader.press(find(reader, app, "radio button", "Explore"))


def answer(reader, app):
    reader.do("Has the row of “blue” asked for, and types the three weights.")
    weights = find(reader, app, "table", "Attention weights")
    its = weights.get_table_iface()
    numbers = [its.get_accessible_at(2, i).get_name() for i in range(3)]
    reader.go_to(weights)
    reader.key("Menu")
    reader.choose("Ask me", "This row")
    reader.heard("which number?")
    for number in numbers:
        reader.do(f"Types {number}.")
        reader.type(number)
        reader.key("Return")
        reader.heard("✓")


def undo_all(reader, app):
    reader.do("Takes everything back.")
    for _ in range(20):
        undo = find(reader, app, "push button", "Undo", begins=True)
        if not enabled(undo):
            return
        count = len(reader.lines)
        reader.press(undo)
        reader.until(lambda: len(reader.lines) > count, "nothing was said")
    raise NotThere("Undo never ends")


def export(reader, app):
    reader.do("Saves the weights as a figure.")
    reader.go_to(find(reader, app, "push button", "Export"))
    reader.key("Space")
    reader.choose("Figure…")
    reader.heard("File, text field")
    reader.press(find(reader, app, "push button", "Save"))
    reader.until(lambda: os.path.exists(os.path.expanduser("~/weights.png")), "there is no file")
    reader.heard("aved")


def main(transcript):
    reader = Reader()
    app = reader.application("attention-lab")
    reader.activate(find(reader, app, "label", "INPUTS AND WEIGHTS"))
    reader.heard("Inputs and weights")
    reader.lines.clear()
    try:
        write_a_sentence(reader, app)
        change_a_weight(reader, app)
        its = read_a_weight(reader, app)
        explain(reader, app, its)
        play(reader, app)
        answer(reader, app)
        undo_all(reader, app)
        export(reader, app)
    except NotThere as missing:
        print(missing, file=sys.stderr)
        return 1
    with open(transcript, "w", encoding="utf-8") as file:
        file.write("\n".join(reader.lines).replace(os.path.expanduser("~"), "~") + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
