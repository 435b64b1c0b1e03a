// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every action of a menu or shortcut, with one descriptor each.
#pragma once

#include <QAction>
#include <QActionGroup>
#include <QObject>

#include <array>

namespace lab {

enum class ActionId {
    menu,
    create,
    open,
    save,
    save_as,
    describe,
    undo,
    redo,
    revert,
    snapshot,
    keep_scene,
    next_scene,
    previous_scene,
    snapshot_strip,
    lesson,
    leave_lesson,
    edit_lesson,
    copy_weights,
    export_figure,
    export_film,
    export_handout,
    export_numbers,
    export_script,
    export_spreadsheet,
    copy_links,
    find_token,
    check_numbers,
    check_everything,
    why_scaled,
    context_menu,
    next_area,
    previous_area,
    theme_system,
    theme_light,
    theme_dark,
    high_contrast,
    notation_rows,
    notation_columns,
    view_settings,
    larger,
    smaller,
    normal_size,
    full_screen,
    present,
    present_here,
    open_cell,
    open_row,
    open_matrix,
    revert_presented,
    reduce_motion,
    restore_defaults,
    read_numbers,
    parameters,
    explanation,
    what_raises,
    stop_inspecting,
    manual,
    manual_keys,
    key_sheet,
    about,
    quit,
    count,
};

/// What the tab of a page says.
struct PageTab {
    const char* name; ///< for tests, assistive tools and preferences
    QString text;
    QString tip;
    QKeySequence key;
};

/// The actions of one window, which connects them.
class Actions : public QObject {
    Q_OBJECT
public:
    /// `window` gets the shortcuts.
    explicit Actions(QWidget* window);

    /// Adds the action that shows a page. One page is checked, at first the one that is added first.
    QAction& addPage(const PageTab& tab);
    /// In the order in which they were added, which is that of the top bar.
    QList<QAction*> pages() const { return m_pages->actions(); }

    QAction& operator[](ActionId id) const { return *m_actions[static_cast<std::size_t>(id)]; }

private:
    QAction* add(const char* name, const QString& text, const QString& tip, const QList<QKeySequence>& keys);

    QWidget* m_window;
    QActionGroup* m_pages;
    std::array<QAction*, static_cast<std::size_t>(ActionId::count)> m_actions{};
};

} // namespace lab
