// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/menu/main_menu.h"

#include "ui/keys/key_bindings.h"
#include "ui/look/theme.h"
#include "ui/panels/sentence/preset_menu.h"
#include "ui/widgets/menus.h"
#include "ui/window/menu/actions.h"
#include "ui/window/menu/recent_files.h"

#include <QFileInfo>

namespace lab {

namespace {
constexpr double longestFolder = 240; // points of text, for the folder of a recent document
} // namespace

MainMenu::MainMenu(LabDocument& document, const Actions& actions, const Theme& theme, QWidget* parent)
    : QMenu(parent), m_actions(actions), m_theme(theme) {
    setObjectName(QStringLiteral("mainMenu"));
    m_document = addMenu(tr("&Document"));
    fillDocument(document);
    add(*addMenu(tr("&Edit")), {ActionId::undo, ActionId::redo, ActionId::revert, ActionId::find_token,
                                ActionId::context_menu, ActionId::stop_inspecting});
    QMenu* pages = addMenu(tr("&Page"));
    pages->addActions(actions.pages());
    pages->addSeparator();
    add(*pages, {ActionId::next_area, ActionId::previous_area});
    m_view = addMenu(tr("&View"));
    fillView();
    m_snapshots = addMenu(tr("&Snapshot"));
    add(*m_snapshots, {ActionId::snapshot, ActionId::keep_scene});
    m_snapshots->addSeparator();
    add(*m_snapshots, {ActionId::next_scene, ActionId::previous_scene, ActionId::snapshot_strip});
    m_snapshots->addSeparator();
    add(*m_snapshots, {ActionId::lesson, ActionId::leave_lesson, ActionId::edit_lesson});
    m_present = addMenu(tr("P&resent"));
    fillPresent();
    m_exports = addMenu(tr("E&xport"));
    add(*m_exports, {ActionId::export_figure, ActionId::export_film, ActionId::export_handout,
                     ActionId::export_numbers, ActionId::export_script, ActionId::export_spreadsheet,
                     ActionId::copy_weights, ActionId::copy_links});
    add(*addMenu(tr("&Help")),
        {ActionId::manual, ActionId::manual_keys, ActionId::key_sheet, ActionId::about});
    addSeparator();
    add(*this, {ActionId::quit});
}

void MainMenu::add(QMenu& menu, std::initializer_list<ActionId> ids) const {
    for (const ActionId id : ids)
        menu.addAction(&m_actions[id]);
}

void MainMenu::fillDocument(LabDocument& document) {
    add(*m_document,
        {ActionId::create, ActionId::open, ActionId::save, ActionId::save_as, ActionId::describe});
    m_document->addSeparator();
    QMenu* recent = m_document->addMenu(tr("Recent"));
    recent->setToolTipsVisible(true);
    connect(m_document, &QMenu::aboutToShow, this, [this, recent] { fillRecent(*recent); });
    QAction* examples = m_document->addAction(tr("Examples…"), this, &MainMenu::galleryWanted);
    examples->setObjectName(QStringLiteral("examples"));
    examples->setToolTip(tr("Open one of the documents that come with the program"));
    m_changedExamples = m_document->addMenu(tr("Changed examples"));
    m_changedExamples->setEnabled(false);
    addPresets(*m_document, document, [this](const QString& message) { emit messageRequested(message); });
}

/// File names, with the folder in the shortcut column.
void MainMenu::fillRecent(QMenu& menu) {
    menu.clear();
    const QStringList files = recentFiles();
    menu.setEnabled(!files.isEmpty());
    const QFontMetrics metrics(menu.font());
    for (const QString& file : files) {
        const QFileInfo info(file);
        const QString folder =
            metrics.elidedText(info.absolutePath(), Qt::ElideMiddle, m_theme.px(longestFolder));
        QAction* action = menu.addAction(menuEntry(info.fileName(), folder));
        action->setToolTip(file);
        connect(action, &QAction::triggered, this, [this, file] { emit recentChosen(file); });
    }
}

void MainMenu::setChangedExamples(const std::vector<ChangedExamples::Entry>& examples) {
    m_changedExamples->clear();
    m_changedExamples->setEnabled(!examples.empty());
    for (std::size_t i = examples.size(); i-- > 0;) {
        const QString time = examples[i].time.toString(QStringLiteral("HH:mm"));
        const QString title = QString::fromStdString(examples[i].experiment.title);
        connect(m_changedExamples->addAction(menuEntry(title, time)), &QAction::triggered, this,
                [this, i] { emit changedExampleChosen(i); });
    }
}

void MainMenu::fillView() {
    QMenu* appearance = m_view->addMenu(tr("Appearance"));
    add(*appearance, {ActionId::theme_system, ActionId::theme_light, ActionId::theme_dark});
    appearance->addSeparator();
    add(*appearance, {ActionId::high_contrast, ActionId::reduce_motion});
    add(*m_view->addMenu(tr("Notation")), {ActionId::notation_rows, ActionId::notation_columns});
    add(*m_view, {ActionId::view_settings});
    m_view->addSeparator();
    add(*m_view, {ActionId::larger, ActionId::smaller, ActionId::normal_size, ActionId::read_numbers,
                  ActionId::full_screen});
    m_view->addSeparator();
    add(*m_view, {ActionId::parameters, ActionId::explanation, ActionId::what_raises, ActionId::check_numbers,
                  ActionId::check_everything, ActionId::why_scaled});
    m_view->addSeparator();
    add(*m_view, {ActionId::restore_defaults});
}

void MainMenu::fillPresent() {
    add(*m_present, {ActionId::present, ActionId::present_here});
    add(*m_present->addMenu(tr("%1 opens at a time").arg(keyText(KeyContext::presenting, KeyCommand::next))),
        {ActionId::open_cell, ActionId::open_row, ActionId::open_matrix});
    add(*m_present, {ActionId::revert_presented});
}

} // namespace lab
