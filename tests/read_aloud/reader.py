# SPDX-License-Identifier: GPL-3.0-or-later
"""A small screen reader, for tests: it hears what the program tells assistive technology, and does what a
blind person's does: find something by role and name, go to it, press it, type.

It is no model of any one reader. What it says of something that gets the keyboard is what all of them say: the
name, the role, the state, and in a table the headers of a row and a column that are new.
"""

import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

PATIENCE = 60  # seconds; only a program that hangs takes so long

ROLES = {"push button": "button", "check box": "check box", "text": "text field", "table": "table",
         "list": "list", "link": "link", "menu item": "menu item", "slider": "slider"}


KEYS = {"Return": 0xFF0D, "Escape": 0xFF1B, "Tab": 0xFF09, "Left": 0xFF51, "Up": 0xFF52, "Right": 0xFF53,
        "Down": 0xFF54, "Home": 0xFF50, "End": 0xFF57, "Menu": 0xFF67, "Space": 0x20}
CODES = {"Shift": 50, "Control": 37}  # of the keys that are held, on every X server


class NotThere(Exception):
    """What was looked for or expected did not come."""


class Reader:
    def __init__(self):
        Atspi.init()
        self.lines = []  # all that was done and said
        self._last_cell = None
        self._focus = None
        self._listener = Atspi.EventListener.new(self._hear)
        for event in ("object:state-changed:focused", "object:state-changed:showing"):
            self._listener.register(event)
        self._context = GLib.MainContext.default()

    # What is heard.

    def _hear(self, event):
        try:
            if event.type.endswith("showing"):
                if event.detail1 and event.source.get_role() == Atspi.Role.NOTIFICATION:
                    self._say(event.source.get_name())
            elif event.detail1:
                self._focus = event.source
                self._say(self._description(event.source))
        except GLib.Error:
            pass  # it is gone again

    def _say(self, text):
        if text and (not self.lines or self.lines[-1] != "  " + text):
            self.lines.append("  " + text)

    def _description(self, thing):
        if thing.get_role() == Atspi.Role.TABLE_CELL:
            return self._cell(thing)
        self._last_cell = None
        role = thing.get_role_name()
        parts = [thing.get_name(), ROLES.get(role, role)]
        states = thing.get_state_set()
        if role == "check box":
            parts.append("checked" if states.contains(Atspi.StateType.CHECKED) else "not checked")
        text = thing.get_text_iface() if role == "text" else None
        if text:
            parts.append(Atspi.Text.get_text(text, 0, Atspi.Text.get_character_count(text)) or "empty")
        return ", ".join(part for part in parts if part)

    def _cell(self, cell):
        whole = cell.get_parent()
        table = whole.get_table_iface()
        index = cell.get_index_in_parent()
        row, column = table.get_row_at_index(index), table.get_column_at_index(index)
        before, self._last_cell = self._last_cell, (whole, row, column)
        parts = []
        if not before or before[0] != whole:
            parts.append(f"{whole.get_name()}, table of {table.get_n_rows()} rows and {table.get_n_columns()} columns")
            before = None
        if not before or before[1] != row:
            parts.append(name_of(table.get_row_header(row)))
        if not before or before[2] != column:
            parts.append(name_of(table.get_column_header(column)))
        parts.append(cell.get_name())
        return ", ".join(part for part in parts if part)

    # What is done.

    def do(self, what):
        """Notes what is done next."""
        self.lines.append(what)

    def hear(self, text):
        """Notes what is read by going to it without the keyboard."""
        self._say(text)

    def until(self, condition, what):
        """Waits until the condition holds, and returns what it gives."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            while self._context.iteration(False):
                pass
            try:
                found = condition()
            except GLib.Error:
                found = None
            if found:
                return found
            time.sleep(0.01)
        raise NotThere(f"{what}; the last lines were:\n" + "\n".join(self.lines[-8:]))

    def application(self, name):
        desktop = Atspi.get_desktop(0)

        def its():
            for i in range(desktop.get_child_count()):
                each = desktop.get_child_at_index(i)
                if each and each.get_name() == name:
                    return each
            return None

        return self.until(its, f"no application {name}")

    def heard(self, text):
        """Waits until something is said that contains the text, since the last thing done."""

        def said():
            for line in reversed(self.lines):
                if not line.startswith("  "):
                    return None
                if text in line:
                    return line
            return None

        return self.until(said, f"“{text}” was not said")

    def press(self, thing, name=None):
        """Does the first of its actions, or the one of that name."""
        action = thing.get_action_iface()
        names = [Atspi.Action.get_action_name(action, i) for i in range(Atspi.Action.get_n_actions(action))]
        Atspi.Action.do_action(action, names.index(name) if name else 0)

    def activate(self, thing):
        """Clicks on it, as nobody needs to do where a window manager gives a new window the keyboard."""
        place = Atspi.Component.get_extents(thing.get_component_iface(), Atspi.CoordType.SCREEN)
        Atspi.generate_mouse_event(place.x + place.width // 2, place.y + place.height // 2, "b1c")

    def go_to(self, thing):
        Atspi.Component.grab_focus(thing.get_component_iface())
        self.until(lambda: self._focus == thing or thing.get_state_set().contains(Atspi.StateType.FOCUSED),
                   f"the keyboard did not go to {thing.get_name()}")

    def key(self, name, times=1):
        """Presses a key, as "Down" or "Shift Return"."""
        *held, last = name.split()
        for _ in range(times):
            for each in held:
                Atspi.generate_keyboard_event(CODES[each], None, Atspi.KeySynthType.PRESS)
            Atspi.generate_keyboard_event(KEYS[last], None, Atspi.KeySynthType.SYM)
            for each in held:
                Atspi.generate_keyboard_event(CODES[each], None, Atspi.KeySynthType.RELEASE)

    def choose(self, *names):
        """Goes down an open menu to the entry that begins so, opens it, and so on; Enter at the last one."""
        for name in names:
            for _ in range(30):
                before = self._focus
                self.key("Down")
                self.until(lambda: self._focus != before, f"the menu has no “{name}”")
                if self._focus.get_name().startswith(name):
                    break
            if name != names[-1]:
                before = self._focus
                self.key("Right")
                self.until(lambda: self._focus != before, f"“{name}” does not open")
                if self._focus.get_name().startswith(names[-1]):
                    break
        self.key("Return")

    def type(self, text):
        Atspi.generate_keyboard_event(0, text, Atspi.KeySynthType.STRING)


def enabled(thing):
    return thing.get_state_set().contains(Atspi.StateType.ENABLED)


def name_of(thing):
    return thing.get_name() if thing else ""


def all_below(thing):
    """The thing and everything in it, in the order of the tree."""
    yield thing
    if thing.get_role() == Atspi.Role.TABLE:
        return  # its cells are asked for one by one
    for i in range(thing.get_child_count()):
        child = thing.get_child_at_index(i)
        if child:
            yield from all_below(child)


def find(reader, root, role, name, begins=False):
    """The thing of that role and name, as soon as it is shown."""

    def its():
        for each in all_below(root):
            named = each.get_name() or ""
            fits = named.startswith(name) if begins else named == name
            if each.get_role_name() == role and fits and each.get_state_set().contains(Atspi.StateType.SHOWING):
                return each
        return None

    return reader.until(its, f"no {role} “{name}”")


def cell(table, row, column):
    """The cell whose headers these are."""
    its = table.get_table_iface()
    rows = [name_of(its.get_row_header(i)) for i in range(its.get_n_rows())]
    columns = [name_of(its.get_column_header(i)) for i in range(its.get_n_columns())]
    return its.get_accessible_at(rows.index(row), columns.index(column))
