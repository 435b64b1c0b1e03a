// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/keys/key_bindings.h"

#include <algorithm>

namespace lab {

namespace {

using enum KeyContext;
using enum KeyCommand;

const QList<QKeyCombination> enter{Qt::Key_Return, Qt::Key_Enter};
const QList<QKeyCombination> enterOrSpace{Qt::Key_Return, Qt::Key_Enter, Qt::Key_Space};
const QList<QKeyCombination> deletion{Qt::Key_Delete, Qt::Key_Backspace};

bool matches(QKeyCombination binding, const QKeyEvent& event) {
    return static_cast<int>(binding.key()) == event.key() &&
           (event.modifiers() & binding.keyboardModifiers()) == binding.keyboardModifiers();
}

} // namespace

const QList<KeyBinding>& keyBindings() {
    static const QList<KeyBinding> bindings{
        {button, choose, enter},
        {button, down, {Qt::Key_Down}}, // opens a menu
        {token, left, {Qt::ALT | Qt::Key_Left}},
        {token, right, {Qt::ALT | Qt::Key_Right}},
        {token, edit, {Qt::Key_F2}},
        {token, remove, {Qt::Key_Delete}},
        {token_text, cancel, {Qt::Key_Escape}},
        {thumbnail, choose, enterOrSpace},
        {card, choose, enter},
        {heatmap, left, {Qt::Key_Left}},
        {heatmap, right, {Qt::Key_Right}},
        {heatmap, up, {Qt::Key_Up}},
        {heatmap, down, {Qt::Key_Down}},
        {heatmap, first, {Qt::Key_Home}},
        {heatmap, last, {Qt::Key_End}},
        {heatmap, tell, {Qt::SHIFT | Qt::Key_Return, Qt::SHIFT | Qt::Key_Enter}},
        {heatmap, choose, enter},
        {heatmap, pan, {Qt::Key_Space}},
        {heatmap, edit, {Qt::Key_F2}},
        {heatmap, remove, deletion},
        {heatmap, cancel, {Qt::Key_Escape}},
        {painting, choose, enterOrSpace},
        {painting, cancel, {Qt::Key_Escape}},
        {links, left, {Qt::Key_Left}},
        {links, right, {Qt::Key_Right}},
        {links, up, {Qt::Key_Up}},
        {links, down, {Qt::Key_Down}},
        {links, first, {Qt::Key_Home}},
        {links, last, {Qt::Key_End}},
        {links, choose, enterOrSpace},
        {plane, left, {Qt::Key_Left}},
        {plane, right, {Qt::Key_Right}},
        {plane, up, {Qt::Key_Up}},
        {plane, down, {Qt::Key_Down}},
        {plane, first, {Qt::Key_Home}},
        {plane, last, {Qt::Key_End}},
        {plane, choose, enter},
        {plane, pan, {Qt::Key_Space}},
        {KeyContext::tip, left, {Qt::SHIFT | Qt::Key_Left}},
        {KeyContext::tip, right, {Qt::SHIFT | Qt::Key_Right}},
        {KeyContext::tip, up, {Qt::SHIFT | Qt::Key_Up}},
        {KeyContext::tip, down, {Qt::SHIFT | Qt::Key_Down}},
        {KeyContext::tip, cancel, {Qt::Key_Escape}},
        {share_bars, left, {Qt::Key_Left}},
        {share_bars, right, {Qt::Key_Right}},
        {share_bars, up, {Qt::Key_Up}},
        {share_bars, down, {Qt::Key_Down}},
        {share_bars, choose, enter},
        {statistics, up, {Qt::Key_Up}},
        {statistics, down, {Qt::Key_Down}},
        {statistics, first, {Qt::Key_Home}},
        {statistics, last, {Qt::Key_End}},
        {matrix_grid, edit, enter},
        {matrix_grid, remove, deletion},
        {matrix_grid, swing, {Qt::Key_W}},
        {matrix_grid, cancel, {Qt::Key_Escape}},
        {cell_text, choose, enter},
        {cell_text, next, {Qt::Key_Tab}},
        {cell_text, previous, {Qt::Key_Backtab}},
        {override_text, up, {Qt::Key_Up}},
        {override_text, down, {Qt::Key_Down}},
        {override_text, cancel, {Qt::Key_Escape}},
        {overrides_list, remove, deletion},
        {dictionary, edit, {Qt::Key_F2, Qt::Key_Return, Qt::Key_Enter}},
        {dictionary, remove, {Qt::Key_Delete}},
        {dictionary, cancel, {Qt::Key_Escape}},
        {snapshots, edit, {Qt::Key_F2}},
        {snapshots, remove, {Qt::Key_Delete}},
        {scenes, left, {Qt::ALT | Qt::Key_Left}},
        {scenes, right, {Qt::ALT | Qt::Key_Right}},
        {scenes, previous, {Qt::Key_Left}},
        {scenes, next, {Qt::Key_Right}},
        {scenes, first, {Qt::Key_Home}},
        {scenes, last, {Qt::Key_End}},
        {scenes, edit, {Qt::Key_F2}},
        {scenes, remove, {Qt::Key_Delete}},
        {number_field, choose, enter},
        {number_field, up, {Qt::Key_Up}},
        {number_field, down, {Qt::Key_Down}},
        {number_field, cancel, {Qt::Key_Escape}},
        {slider, cancel, {Qt::Key_Escape}},
        {gallery, left, {Qt::Key_Left}},
        {gallery, right, {Qt::Key_Right}},
        {gallery, up, {Qt::Key_Up}},
        {gallery, down, {Qt::Key_Down}},
        {gallery, first, {Qt::Key_Home}},
        {gallery, last, {Qt::Key_End}},
        {gallery, choose, enter},
        {edge, left, {Qt::Key_Left}},
        {edge, right, {Qt::Key_Right}},
        {edge, reset, {Qt::Key_Home}},
        {film, play, {Qt::Key_Space}},
        {film, left, {Qt::Key_Left, Qt::Key_PageUp}}, // a clicker sends Page Up and Page Down
        {film, right, {Qt::Key_Right, Qt::Key_PageDown}},
        {film, coarser, {Qt::Key_Up}},
        {film, finer, {Qt::Key_Down}},
        {film, first, {Qt::Key_Home}},
        {film, last, {Qt::Key_End}},
        {film_cells, left, {Qt::Key_Left}},
        {film_cells, right, {Qt::Key_Right}},
        {film_cells, up, {Qt::Key_Up}},
        {film_cells, down, {Qt::Key_Down}},
        {film_cells, choose, enter},
        {film_cells, cancel, {Qt::Key_Escape}},
        {loss_curve, left, {Qt::Key_Left}},
        {loss_curve, right, {Qt::Key_Right}},
        {loss_curve, first, {Qt::Key_Home}},
        {loss_curve, last, {Qt::Key_End}},
        {presenting, next, {Qt::Key_PageDown}},
        {presenting, previous, {Qt::Key_PageUp}},
        {presenting, cover_all, {Qt::SHIFT | Qt::Key_C}},
        {presenting, KeyCommand::cover, {Qt::Key_C}},
        {presenting, open_all, {Qt::SHIFT | Qt::Key_O}},
        {presenting, KeyCommand::open, {Qt::Key_O}},
        {presenting, previous_head, {Qt::SHIFT | Qt::Key_H}},
        {presenting, next_head, {Qt::Key_H}},
        {presenting, KeyCommand::laser, {Qt::Key_L}},
        {presenting, KeyCommand::blank, {Qt::Key_B, Qt::Key_Period}}, // a clicker sends either
        {presenting, KeyCommand::explain, {Qt::Key_E}},
        {KeyContext::find, previous, {Qt::SHIFT | Qt::Key_Return, Qt::SHIFT | Qt::Key_Enter}},
        {KeyContext::find, next, enter},
        {dialogue, cancel, {Qt::Key_Escape}},
    };
    return bindings;
}

std::optional<KeyCommand> commandOf(KeyContext context, const QKeyEvent& event) {
    for (const KeyBinding& binding : keyBindings()) {
        if (binding.context == context &&
            std::ranges::any_of(binding.keys, [&](QKeyCombination key) { return matches(key, event); }))
            return binding.command;
    }
    return std::nullopt;
}

QKeySequence keyOf(KeyContext context, KeyCommand command) {
    for (const KeyBinding& binding : keyBindings()) {
        if (binding.context == context && binding.command == command)
            return QKeySequence(binding.keys.front());
    }
    return {};
}

QString keyText(KeyContext context, KeyCommand command) {
    return keyOf(context, command).toString(QKeySequence::NativeText);
}

} // namespace lab
