// SPDX-License-Identifier: GPL-3.0-or-later
//
// All keys that widgets handle themselves, by the place where they hold. The window's own shortcuts come from
// its actions; a widget's key goes first.
#pragma once

#include <QKeyEvent>
#include <QKeySequence>
#include <QList>
#include <QString>

#include <optional>

namespace lab {

/// The kind of widget that has the focus. Within a context, each key does one thing.
enum class KeyContext {
    button,         ///< any pill, a token's chip included
    token,          ///< besides those of a button
    token_text,     ///< while a token is typed
    thumbnail,      ///< a folded card
    card,           ///< a stage’s card itself, not its matrix
    heatmap,        ///< any matrix that is drawn
    painting,       ///< a heatmap whose mask is painted: goes first
    links,          ///< ribbons from queries to keys
    plane,          ///< a query's vector among the keys, or its output among the values
    tip,            ///< the vector of a plane that the keyboard is on: goes first
    share_bars,     ///< how the heads share the output
    statistics,     ///< the list of stages
    matrix_grid,    ///< numbers that can be edited
    cell_text,      ///< while a number of a grid is typed
    override_text,  ///< while an override is typed
    overrides_list, ///< all overridden cells
    dictionary,     ///< all words that have vectors
    snapshots,      ///< the buttons that choose one
    scenes,         ///< the strip of snapshots, besides those of a button
    number_field,   ///< one number
    slider,         ///< while it is dragged
    gallery,        ///< the cards of the examples
    edge,           ///< the edge of a column, which makes it wider or narrower
    film,           ///< the page Play, wherever the keyboard is otherwise unused
    film_cells,     ///< while a cursor is on the cells of Play: goes first
    loss_curve,     ///< the curve of a fit
    presenting,     ///< the whole screen, outside text fields: goes first
    find,           ///< the field that finds a token
    dialogue,       ///< forms, strips and lines of text that open inside the window
};

enum class KeyCommand {
    left,
    right,
    up,
    down,
    first,
    last,
    choose, ///< inspect, press, apply: the main thing
    next,
    previous,
    edit,
    remove,
    reset,
    pan,
    swing, ///< a number swings while the key is down
    play,
    coarser,
    finer,
    cover, ///< the matrix under the pointer
    cover_all,
    open, ///< what is covered of the matrix under the pointer
    open_all,
    next_head,
    previous_head,
    laser,
    blank,
    explain,
    tell, ///< says a row in a sentence
    cancel,
};

struct KeyBinding {
    KeyContext context;
    KeyCommand command;
    QList<QKeyCombination> keys; ///< the first one is shown in menus
};

const QList<KeyBinding>& keyBindings();

/// What a key does in a context. Modifiers that a binding does not name make no difference.
std::optional<KeyCommand> commandOf(KeyContext context, const QKeyEvent& event);

/// The key that menus show for a command. Empty if the context does not know it.
QKeySequence keyOf(KeyContext context, KeyCommand command);

/// The same, as sentences name it.
QString keyText(KeyContext context, KeyCommand command);

} // namespace lab
