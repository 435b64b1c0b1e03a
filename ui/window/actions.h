// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every action of a menu or shortcut, with one descriptor each.
#pragma once

#include <QAction>
#include <QObject>

#include <array>

namespace lab {

enum class ActionId {
    create,
    open,
    save,
    save_as,
    describe,
    undo,
    redo,
    reset,
    snapshot,
    copy_weights,
    export_figure,
    copy_links,
    mode_explore,
    mode_links,
    mode_heads,
    mode_compare,
    mode_statistics,
    theme_system,
    theme_light,
    theme_dark,
    notation_rows,
    notation_columns,
    view_settings,
    larger,
    smaller,
    normal_size,
    full_screen,
    parameters,
    explanation,
    stop_inspecting,
    manual,
    manual_keys,
    about,
    quit,
    count,
};

/// The actions of one window, which connects them.
class Actions : public QObject {
    Q_OBJECT
public:
    /// `window` gets the shortcuts.
    explicit Actions(QWidget* window);

    /// The mode actions, in the order of the top bar.
    QList<QAction*> modes() const;

    QAction& operator[](ActionId id) const { return *m_actions[static_cast<std::size_t>(id)]; }

private:
    std::array<QAction*, static_cast<std::size_t>(ActionId::count)> m_actions{};
};

} // namespace lab
