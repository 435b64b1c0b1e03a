// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the program remembers from one start to the next.
#pragma once

#include "ui/figures/figure_settings.h"
#include "ui/figures/film/film_choices.h"
#include "ui/figures/script/script_choices.h"
#include "ui/look/theme.h"
#include "ui/window/column_widths.h"
#include "ui/window/open_panels.h"
#include "ui/window/present/opens.h"

#include <QByteArray>
#include <QHash>
#include <QString>

#include <optional>

namespace lab {

struct Preferences {
    int scale = 100;
    ColourMode mode = ColourMode::system;
    // Absent: as the desktop says.
    std::optional<bool> highContrast, reducedMotion;
    QByteArray geometry;
    QString folder; ///< where the last document was opened or saved
    FigureSettings figure;
    FilmChoices film;
    ScriptChoices script;
    /// By the object name of the page's action; absent: as the page begins.
    QHash<QString, OpenPanels> panels;
    ColumnWidths columns;
    QString presentScreen;      ///< the page’s, by its name; empty: one that the window is not on
    Opens opens = Opens::row;   ///< what a clicker opens at a time
    bool snapshotStrip = false; ///< shown where there are snapshots
    bool stageAbout = false;    ///< the explanation says all about a stage, not only its first sentence
    bool whatRaises = false;    ///< wedges beside the parameters
    QString lesson;             ///< which one to go on with; empty: none was begun
    bool marksSeen = true;      ///< see FirstMarks; false before they were shown

    /// The folder that file dialogs begin in: that one, or the user's own.
    QString startFolder() const;

    /// Size, colours and movement.
    void giveTo(Theme& theme) const;

    /// As delivered, but for what is no choice: the window's place, the folder, lessons begun, marks seen.
    Preferences restored() const;

    static Preferences load();
    /// Writes nothing if nothing differs from what load() reads.
    void save() const;

    bool operator==(const Preferences&) const = default;
};

} // namespace lab
