// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/menu/actions.h"

#include <QWidget>

namespace lab {

namespace {

struct Descriptor {
    ActionId id;
    const char* name; // for tests and assistive tools
    QString text;
    QString tip; // the text if empty
    QList<QKeySequence> keys;
    bool checkable = false;
};

QList<QKeySequence> standard(QKeySequence::StandardKey key) {
    return QKeySequence::keyBindings(key);
}

QList<Descriptor> documentActions() {
    return {
        {ActionId::menu,
         "menu",
         Actions::tr("Menu"),
         Actions::tr("Everything this window can do; the Alt key alone opens it, too"),
         {QKeySequence(Qt::Key_F10)}},
        {ActionId::create, "create", Actions::tr("New"), Actions::tr("Start an empty document"),
         standard(QKeySequence::New)},
        {ActionId::open, "open", Actions::tr("Open…"), Actions::tr("Open a document"),
         standard(QKeySequence::Open)},
        {ActionId::save, "save", Actions::tr("Save"), Actions::tr("Save the document"),
         standard(QKeySequence::Save)},
        {ActionId::save_as,
         "saveAs",
         Actions::tr("Save as…"),
         Actions::tr("Save the document to another file"),
         {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S)}},
        {ActionId::describe,
         "describe",
         Actions::tr("Title and description…"),
         Actions::tr("Edit the title and the description"),
         {}},
        {ActionId::undo, "undo", Actions::tr("Undo"), Actions::tr("Undo"), standard(QKeySequence::Undo)},
        {ActionId::redo,
         "redo",
         Actions::tr("Redo"),
         Actions::tr("Redo"),
         {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)}},
        {ActionId::revert,
         "revert",
         Actions::tr("Revert"),
         Actions::tr("Restore the document as opened, except its snapshots; can be undone"),
         {}},
        {ActionId::snapshot,
         "snapshot",
         Actions::tr("Snapshot"),
         Actions::tr("Keep the current state, to compare with later"),
         {QKeySequence(Qt::CTRL | Qt::Key_T)}},
        {ActionId::keep_scene,
         "keepScene",
         Actions::tr("Keep as scene"),
         Actions::tr("Keep the current state with what the window shows, as a part of a lesson"),
         {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_T)}},
        {ActionId::next_scene,
         "nextScene",
         Actions::tr("Next scene"),
         Actions::tr("Go to the next scene of the lesson"),
         {QKeySequence(Qt::ALT | Qt::Key_PageDown)}},
        {ActionId::previous_scene,
         "previousScene",
         Actions::tr("Previous scene"),
         Actions::tr("Go back to the scene before"),
         {QKeySequence(Qt::ALT | Qt::Key_PageUp)}},
        {ActionId::lesson,
         "lesson",
         Actions::tr("Start lesson"),
         Actions::tr("Begin the document’s lesson where it was left, or put the keyboard into it"),
         {QKeySequence(Qt::Key_F12)}},
        {ActionId::leave_lesson,
         "leaveLesson",
         Actions::tr("Leave the lesson"),
         Actions::tr("Go back to the document; the lesson goes on from here when you come back"),
         {}},
        {ActionId::edit_lesson,
         "editLesson",
         Actions::tr("Edit lesson"),
         Actions::tr("Make the scenes a lesson: texts, questions, and what may be edited"),
         {QKeySequence(Qt::SHIFT | Qt::Key_F12)}},
        {ActionId::snapshot_strip,
         "snapshotStrip",
         Actions::tr("Strip of snapshots and scenes"),
         Actions::tr("Show or hide the snapshots in a row below the page, where there are any"),
         {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L)},
         true},
        {ActionId::copy_weights,
         "copyWeights",
         Actions::tr("Copy attention weights as picture"),
         QString(),
         {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)}},
        {ActionId::export_figure,
         "exportFigure",
         Actions::tr("Figure…"),
         Actions::tr(
             "Save a figure of the page, a matrix, all heads or the whole computation as PNG, SVG or PDF"),
         {QKeySequence(Qt::CTRL | Qt::Key_E)}},
        {ActionId::export_film,
         "exportFilm",
         Actions::tr("Film…"),
         Actions::tr("Save the computation step by step as PDF, moving GIF or numbered pictures"),
         {}},
        {ActionId::export_handout,
         "exportHandout",
         Actions::tr("Handout…"),
         Actions::tr(
             "Save the whole document on a page or two of A4, as PDF: sentence, settings, parameters, "
             "and every matrix with its formula"),
         {}},
        {ActionId::export_numbers,
         "exportNumbers",
         Actions::tr("All numbers (.npz)…"),
         Actions::tr("Save every parameter and every matrix by name, for NumPy"),
         {}},
        {ActionId::export_script,
         "exportScript",
         Actions::tr("As a program…"),
         Actions::tr("Save the computation as a Python program or a notebook, with NumPy or PyTorch"),
         {}},
        {ActionId::export_spreadsheet,
         "exportSpreadsheet",
         Actions::tr("Spreadsheet…"),
         Actions::tr(
             "Save the computation as a spreadsheet: a sheet for each stage, with formulas that follow "
             "every changed number"),
         {}},
        {ActionId::copy_links, "copyLinks", Actions::tr("Copy links as picture"), QString(), {}},
        {ActionId::find_token,
         "findToken",
         Actions::tr("Find a token…"),
         Actions::tr("Mark the tokens with a part of a word, or the one at a position, and go to them"),
         {QKeySequence(Qt::CTRL | Qt::Key_F)}},
        {ActionId::check_numbers,
         "checkNumbers",
         Actions::tr("Check my numbers…"),
         Actions::tr("Whether numbers of your own are those of a matrix, and if not, what went wrong"),
         {QKeySequence(Qt::Key_F4)}},
        {ActionId::check_everything,
         "checkEverything",
         Actions::tr("Check everything…"),
         Actions::tr(
             "Which of all arrays of your own computation is the first that is not right, from a file"),
         {}},
        {ActionId::why_scaled,
         "whyScaled",
         Actions::tr("Why 1/√d_k"),
         Actions::tr("What would become of the scores and of softmax without the division"),
         {}},
    };
}

QList<Descriptor> viewActions() {
    return {
        {ActionId::context_menu,
         "contextMenu",
         Actions::tr("Menu of what has the keyboard"),
         Actions::tr("What a right click there would open"),
         {QKeySequence(Qt::SHIFT | Qt::Key_F10)}},
        {ActionId::next_area,
         "nextArea",
         Actions::tr("Next area"),
         Actions::tr(
             "Move the keyboard to the next area: bar, sentence, inputs and weights, page, explanation"),
         {QKeySequence(Qt::Key_F6)}},
        {ActionId::previous_area,
         "previousArea",
         Actions::tr("Previous area"),
         Actions::tr("Move the keyboard to the area before"),
         {QKeySequence(Qt::SHIFT | Qt::Key_F6)}},
        {ActionId::theme_system, "themeSystem", Actions::tr("Match system"), QString(), {}, true},
        {ActionId::theme_light, "themeLight", Actions::tr("Light"), QString(), {}, true},
        {ActionId::theme_dark, "themeDark", Actions::tr("Dark"), QString(), {}, true},
        {ActionId::high_contrast,
         "highContrast",
         Actions::tr("High contrast"),
         Actions::tr("Black on white or white on black, with clear lines"),
         {},
         true},
        {ActionId::notation_rows, "notationRows", Actions::tr("Tokens as rows (X W)"), QString(), {}, true},
        {ActionId::notation_columns,
         "notationColumns",
         Actions::tr("Tokens as columns (W X)"),
         QString(),
         {},
         true},
        {ActionId::view_settings,
         "viewSettings",
         Actions::tr("Colours and numbers…"),
         Actions::tr("Palettes, ranges, decimals and notation"),
         {}},
        {ActionId::larger,
         "larger",
         Actions::tr("Larger"),
         QString(),
         {QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::CTRL | Qt::Key_Equal)}},
        {ActionId::smaller,
         "smaller",
         Actions::tr("Smaller"),
         QString(),
         {QKeySequence(Qt::CTRL | Qt::Key_Minus)}},
        {ActionId::normal_size,
         "normalSize",
         Actions::tr("Normal size"),
         QString(),
         {QKeySequence(Qt::CTRL | Qt::Key_0)}},
        {ActionId::full_screen,
         "fullScreen",
         Actions::tr("Full screen"),
         QString(),
         {QKeySequence(Qt::Key_F11)},
         true},
        {ActionId::present,
         "present",
         Actions::tr("Present"),
         Actions::tr("The page alone on the whole screen, for a class"),
         {QKeySequence(Qt::Key_F5)}},
        {ActionId::present_here,
         "presentHere",
         Actions::tr("Present from here"),
         Actions::tr("The same, with the page as it is now instead of the first scene"),
         {QKeySequence(Qt::SHIFT | Qt::Key_F5)}},
        {ActionId::open_cell, "openCell", Actions::tr("One number"), QString(), {}, true},
        {ActionId::open_row, "openRow", Actions::tr("One row"), QString(), {}, true},
        {ActionId::open_matrix, "openMatrix", Actions::tr("A whole matrix"), QString(), {}, true},
        {ActionId::revert_presented,
         "revertPresented",
         Actions::tr("Revert to before presenting"),
         Actions::tr("Undo all that was changed since presenting began, in one step"),
         {QKeySequence(Qt::CTRL | Qt::Key_F5)}},
        {ActionId::reduce_motion,
         "reduceMotion",
         Actions::tr("Reduce motion"),
         Actions::tr("Nothing moves or fades after a change"),
         {},
         true},
        {ActionId::restore_defaults,
         "restoreDefaults",
         Actions::tr("Restore defaults…"),
         Actions::tr("Text size, colours, panels and dialogs as they were at first"),
         {}},
        {ActionId::read_numbers,
         "readNumbers",
         Actions::tr("Numbers in large matrices"),
         Actions::tr("Show numbers in matrices that are too large for the page, a part at a time"),
         {QKeySequence(Qt::Key_F7)},
         true},
        {ActionId::parameters,
         "parameters",
         Actions::tr("Inputs and weights"),
         Actions::tr("Show or hide the numbers you can edit"),
         {QKeySequence(Qt::Key_F9)},
         true},
        {ActionId::explanation,
         "explanation",
         Actions::tr("Explain the inspected number"),
         Actions::tr("Show or hide how the inspected number is computed"),
         {QKeySequence(Qt::Key_F8)},
         true},
        {ActionId::what_raises,
         "whatRaises",
         Actions::tr("What would raise it"),
         Actions::tr("Show beside each parameter whether more or less of it raises the inspected number"),
         {QKeySequence(Qt::SHIFT | Qt::Key_F8)},
         true},
        {ActionId::stop_inspecting,
         "stopInspecting",
         Actions::tr("Stop inspecting"),
         Actions::tr("Stop inspecting a number or token"),
         {QKeySequence(Qt::Key_Escape)}},
        {ActionId::manual, "manual", Actions::tr("Manual"), QString(), {QKeySequence(Qt::Key_F1)}},
        {ActionId::manual_keys, "manualKeys", Actions::tr("Gestures and keys"), QString(), {}},
        {ActionId::key_sheet,
         "keySheet",
         Actions::tr("All keys"),
         Actions::tr("Every key on one sheet, place by place"),
         {QKeySequence(Qt::CTRL | Qt::Key_Question)}},
        {ActionId::about, "about", Actions::tr("About Attention Lab"), QString(), {}},
        {ActionId::quit, "quit", Actions::tr("Quit"), QString(), {QKeySequence(Qt::CTRL | Qt::Key_Q)}},
    };
}

} // namespace

Actions::Actions(QWidget* window) : QObject(window), m_window(window), m_pages(new QActionGroup(this)) {
    for (const Descriptor& descriptor : documentActions() + viewActions()) {
        QAction* action = add(descriptor.name, descriptor.text,
                              descriptor.tip.isEmpty() ? descriptor.text : descriptor.tip, descriptor.keys);
        action->setCheckable(descriptor.checkable);
        m_actions[static_cast<std::size_t>(descriptor.id)] = action;
    }
    for (const auto& choices : {QList{ActionId::theme_system, ActionId::theme_light, ActionId::theme_dark},
                                QList{ActionId::notation_rows, ActionId::notation_columns},
                                QList{ActionId::open_cell, ActionId::open_row, ActionId::open_matrix}}) {
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

QAction& Actions::addPage(const PageTab& tab) {
    QAction* action = add(tab.name, tab.text, tab.tip, {tab.key});
    action->setCheckable(true);
    action->setChecked(m_pages->actions().isEmpty());
    m_pages->addAction(action);
    return *action;
}

} // namespace lab
