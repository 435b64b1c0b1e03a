// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/actions.h"

#include <QWidget>

namespace lab {

namespace {

struct Descriptor {
    ActionId id;
    const char* name; // for tests and assistive tools
    const char* text;
    const char* tip;
    QList<QKeySequence> keys;
    bool checkable = false;
};

QList<QKeySequence> standard(QKeySequence::StandardKey key) {
    return QKeySequence::keyBindings(key);
}

QList<Descriptor> descriptors() {
    return {
        {ActionId::create, "create", "New", "Start an empty document", standard(QKeySequence::New)},
        {ActionId::open, "open", "Open…", "Open a document", standard(QKeySequence::Open)},
        {ActionId::save, "save", "Save", "Save the document", standard(QKeySequence::Save)},
        {ActionId::save_as,
         "saveAs",
         "Save as…",
         "Save the document to another file",
         {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S)}},
        {ActionId::describe, "describe", "Title and description…", "Edit the title and the description", {}},
        {ActionId::undo, "undo", "Undo", "Undo", standard(QKeySequence::Undo)},
        {ActionId::redo,
         "redo",
         "Redo",
         "Redo",
         {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)}},
        {ActionId::reset,
         "reset",
         "Revert",
         "Restore the document as opened, except its snapshots; can be undone",
         {}},
        {ActionId::snapshot,
         "snapshot",
         "Snapshot",
         "Keep the current state, to compare with later",
         {QKeySequence(Qt::CTRL | Qt::Key_T)}},
        {ActionId::copy_weights,
         "copyWeights",
         "Copy attention weights as picture",
         "",
         {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)}},
        {ActionId::export_figure,
         "exportFigure",
         "Figure…",
         "Save a figure of the page, a matrix, all heads or the whole computation as PNG, SVG or PDF",
         {QKeySequence(Qt::CTRL | Qt::Key_E)}},
        {ActionId::copy_links, "copyLinks", "Copy links as picture", "", {}},
        {ActionId::theme_system, "themeSystem", "Match system", "", {}, true},
        {ActionId::theme_light, "themeLight", "Light", "", {}, true},
        {ActionId::theme_dark, "themeDark", "Dark", "", {}, true},
        {ActionId::notation_rows, "notationRows", "Tokens as rows (X W)", "", {}, true},
        {ActionId::notation_columns, "notationColumns", "Tokens as columns (W X)", "", {}, true},
        {ActionId::view_settings,
         "viewSettings",
         "Colours and numbers…",
         "Palettes, ranges, decimals and notation",
         {}},
        {ActionId::larger,
         "larger",
         "Larger",
         "",
         {QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::CTRL | Qt::Key_Equal)}},
        {ActionId::smaller, "smaller", "Smaller", "", {QKeySequence(Qt::CTRL | Qt::Key_Minus)}},
        {ActionId::normal_size, "normalSize", "Normal size", "", {QKeySequence(Qt::CTRL | Qt::Key_0)}},
        {ActionId::full_screen, "fullScreen", "Full screen", "", {QKeySequence(Qt::Key_F11)}, true},
        {ActionId::parameters,
         "parameters",
         "Inputs and weights",
         "Show or hide the numbers you can edit",
         {QKeySequence(Qt::Key_F9)},
         true},
        {ActionId::explanation,
         "explanation",
         "Explain the inspected number",
         "Show or hide how the inspected number is computed",
         {QKeySequence(Qt::Key_F8)},
         true},
        {ActionId::stop_inspecting,
         "stopInspecting",
         "Stop inspecting",
         "Stop inspecting a number or token",
         {QKeySequence(Qt::Key_Escape)}},
        {ActionId::manual, "manual", "Manual", "", {QKeySequence(Qt::Key_F1)}},
        {ActionId::manual_keys, "manualKeys", "Gestures and keys", "", {}},
        {ActionId::about, "about", "About Attention Lab", "", {}},
        {ActionId::quit, "quit", "Quit", "", {QKeySequence(Qt::CTRL | Qt::Key_Q)}},
    };
}

} // namespace

Actions::Actions(QWidget* window) : QObject(window), m_window(window), m_modes(new QActionGroup(this)) {
    for (const Descriptor& descriptor : descriptors()) {
        const QString text = tr(descriptor.text);
        QAction* action =
            add(descriptor.name, text, *descriptor.tip ? tr(descriptor.tip) : text, descriptor.keys);
        action->setCheckable(descriptor.checkable);
        m_actions[static_cast<std::size_t>(descriptor.id)] = action;
    }
    for (const auto& choices : {QList{ActionId::theme_system, ActionId::theme_light, ActionId::theme_dark},
                                QList{ActionId::notation_rows, ActionId::notation_columns}}) {
        auto* group = new QActionGroup(this);
        for (const ActionId id : choices)
            group->addAction(&(*this)[id]);
    }
}

QAction* Actions::add(const char* name, const QString& text, const QString& tip,
                      const QList<QKeySequence>& keys) {
    auto* action = new QAction(text, m_window);
    action->setObjectName(QString::fromLatin1(name));
    action->setShortcuts(keys);
    const QString key = action->shortcut().toString(QKeySequence::NativeText);
    action->setToolTip(key.isEmpty() ? tip : tr("%1 (%2)").arg(tip, key));
    m_window->addAction(action);
    return action;
}

QAction& Actions::addMode(const ModeText& mode) {
    QAction* action = add(mode.name, mode.text, mode.tip, {mode.key});
    action->setCheckable(true);
    action->setChecked(m_modes->actions().isEmpty());
    m_modes->addAction(action);
    return *action;
}

} // namespace lab
