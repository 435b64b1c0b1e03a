// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/top_bar.h"

#include "ui/document/lab_document.h"
#include "ui/gallery/gallery_popup.h"
#include "ui/keys/key_bindings.h"
#include "ui/look/icons.h"
#include "ui/look/theme.h"
#include "ui/panels/sentence/preset_menu.h"
#include "ui/widgets/menus.h"
#include "ui/widgets/tab_switch.h"
#include "ui/window/actions.h"
#include "ui/window/recent_files.h"

#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

#include <utility>

namespace lab {

namespace {
constexpr double longestFolder = 240; // points of text, for the folder of a recent document
constexpr double readableTitle = 110; // points of text, before anything folds
constexpr double widestTitle = 180;   // points of text
} // namespace

TopBar::TopBar(LabDocument& document, const Actions& actions, const Theme& theme, QWidget* parent)
    : QFrame(parent), m_document(document), m_actions(actions), m_theme(theme),
      m_title(new QPushButton(this)), m_undo(new QToolButton(this)), m_redo(new QToolButton(this)),
      m_parameters(new QToolButton(this)), m_tabs(new TabSwitch(theme, actions.pages(), this)),
      m_revert(new QPushButton(tr("Revert"), this)), m_view(new QPushButton(tr("View"), this)),
      m_snapshot(new QPushButton(tr("Snapshot"), this)), m_export(new QPushButton(tr("Export"), this)),
      m_present(new QPushButton(tr("Present"), this)), m_more(new QToolButton(this)),
      m_moreMenu(new QMenu(this)) {
    setAutoFillBackground(true);
    // The content must not set the width: the bar arranges it for the width of the window.
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* row = new QHBoxLayout(this);
    for (QWidget* each : std::initializer_list<QWidget*>{m_title, m_undo, m_redo, m_tabs, m_parameters})
        row->addWidget(each);
    row->addStretch();
    for (QWidget* each :
         std::initializer_list<QWidget*>{m_revert, m_view, m_snapshot, m_export, m_present, m_more})
        row->addWidget(each);
    m_title->setObjectName(QStringLiteral("documentMenu"));
    m_view->setObjectName(QStringLiteral("viewMenu"));
    m_snapshot->setObjectName(QStringLiteral("snapshotMenu"));
    m_export->setObjectName(QStringLiteral("exportMenu"));
    m_present->setObjectName(QStringLiteral("presentButton"));
    m_undo->setDefaultAction(&actions[ActionId::undo]);
    m_redo->setDefaultAction(&actions[ActionId::redo]);
    m_parameters->setDefaultAction(&actions[ActionId::parameters]);
    m_more->setObjectName(QStringLiteral("moreMenu"));
    m_more->setToolTip(tr("More"));
    m_more->setAccessibleName(tr("More"));
    connect(m_more, &QToolButton::clicked, this,
            [this] { m_moreMenu->popup(m_more->mapToGlobal(QPoint(0, m_more->height()))); });
    for (QToolButton* button : {m_undo, m_redo, m_parameters, m_more}) {
        button->setToolButtonStyle(Qt::ToolButtonIconOnly);
        button->setFocusPolicy(Qt::TabFocus);
    }
    m_revert->setToolTip(actions[ActionId::revert].toolTip());
    connect(m_revert, &QPushButton::clicked, &actions[ActionId::revert], &QAction::trigger);
    connect(m_present, &QPushButton::clicked, this, [this] {
        if (!m_present->menu())
            m_actions[ActionId::present].trigger();
    });
    fillDocumentMenu();
    fillViewMenu();
    fillSnapshotMenu();
    fillExportMenu();
    auto* pages = new QMenu(tr("Page"), this);
    pages->addActions(actions.pages());
    m_foldables = {{m_parameters, &actions[ActionId::parameters]},
                   {m_undo, &actions[ActionId::undo]},
                   {m_redo, &actions[ActionId::redo]},
                   {m_tabs, pages->menuAction()},
                   {m_revert, &actions[ActionId::revert]},
                   {m_view, m_view->menu()->menuAction()},
                   {m_snapshot, m_snapshot->menu()->menuAction()},
                   {m_export, m_export->menu()->menuAction()},
                   {m_present, &actions[ActionId::present]}};
    connect(&document, &LabDocument::fileChanged, this, &TopBar::arrange);
    connect(&document, &LabDocument::changed, this, [this](const Change& change) {
        if (change.field == Field::description)
            arrange();
    });
    connect(&document.undoStack(), &QUndoStack::cleanChanged, this, &TopBar::arrange);
    connect(&theme, &Theme::changed, this, &TopBar::restyle);
    restyle();
}

void TopBar::fillDocumentMenu() {
    auto* menu = new QMenu(this);
    for (const ActionId id :
         {ActionId::create, ActionId::open, ActionId::save, ActionId::save_as, ActionId::describe})
        menu->addAction(&m_actions[id]);
    menu->addSeparator();
    QMenu* recent = menu->addMenu(tr("Recent"));
    recent->setToolTipsVisible(true);
    connect(menu, &QMenu::aboutToShow, this, [this, recent] { fillRecentMenu(*recent); });
    QAction* examples = menu->addAction(tr("Examples…"), this, &TopBar::openGallery);
    examples->setObjectName(QStringLiteral("examples"));
    examples->setToolTip(tr("Open one of the documents that come with the program"));
    m_changedExamples = menu->addMenu(tr("Changed examples"));
    m_changedExamples->setEnabled(false);
    addPresets(*menu, m_document, [this](const QString& message) { emit messageRequested(message); });
    menu->addSeparator();
    QMenu* help = menu->addMenu(tr("Help"));
    help->addActions(
        {&m_actions[ActionId::manual], &m_actions[ActionId::manual_keys], &m_actions[ActionId::about]});
    menu->addAction(&m_actions[ActionId::quit]);
    m_title->setMenu(menu);
}

void TopBar::setPresentMenu(QMenu* menu) {
    m_present->setMenu(menu);
    m_foldables.back().entry = menu ? menu->menuAction() : &m_actions[ActionId::present];
    m_folded.clear(); // the entry behind “⋯” is another one
    m_moreMenu->clear();
    arrange();
}

void TopBar::setScenes(std::size_t count) {
    QAction& present = m_actions[ActionId::present];
    const QString key = present.shortcut().toString(QKeySequence::NativeText);
    const QString next = keyText(KeyContext::presenting, KeyCommand::next);
    present.setText(count == 0   ? tr("Present")
                    : count == 1 ? tr("Present · 1 scene")
                                 : tr("Present · %1 scenes").arg(count));
    const QString tip = count == 0 ? tr("The page alone on the whole screen, for a class (%1)").arg(key)
                        : count == 1
                            ? tr("The scene alone on the whole screen (%1)").arg(key)
                            : tr("The %3 scenes on the whole screen, from the first one (%1); %2 goes on")
                                  .arg(key, next)
                                  .arg(count);
    // In the bar, the number alone: the title needs the room.
    m_present->setText(count == 0 ? present.text() : tr("Present · %1").arg(count));
    m_present->setAccessibleName(present.text());
    m_present->setToolTip(tip);
    arrange();
}

void TopBar::openGallery() {
    if (!m_gallery) {
        m_gallery = new GalleryPopup(m_theme, this);
        connect(m_gallery, &GalleryPopup::chosen, this, &TopBar::exampleChosen);
    }
    m_gallery->openAt(m_title->mapToGlobal(QPoint(0, m_title->height() + m_theme.px(2))));
}

/// File names, with the folder in the shortcut column.
void TopBar::fillRecentMenu(QMenu& menu) {
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

void TopBar::setChangedExamples(const std::vector<ChangedExamples::Entry>& examples) {
    m_changedExamples->clear();
    m_changedExamples->setEnabled(!examples.empty());
    for (std::size_t i = examples.size(); i-- > 0;) {
        const QString time = examples[i].time.toString(QStringLiteral("HH:mm"));
        const QString title = QString::fromStdString(examples[i].experiment.title);
        connect(m_changedExamples->addAction(menuEntry(title, time)), &QAction::triggered, this,
                [this, i] { emit changedExampleChosen(i); });
    }
}

void TopBar::fillViewMenu() {
    auto* menu = new QMenu(tr("View"), this);
    const auto section = [&](const QString& title, std::initializer_list<ActionId> ids) {
        QMenu* part = title.isEmpty() ? menu : menu->addMenu(title);
        for (const ActionId id : ids)
            part->addAction(&m_actions[id]);
    };
    section(tr("Appearance"), {ActionId::theme_system, ActionId::theme_light, ActionId::theme_dark});
    section(tr("Notation"), {ActionId::notation_rows, ActionId::notation_columns});
    section({}, {ActionId::view_settings});
    menu->addSeparator();
    section({}, {ActionId::larger, ActionId::smaller, ActionId::normal_size, ActionId::read_numbers,
                 ActionId::full_screen, ActionId::reduce_motion});
    menu->addSeparator();
    section({}, {ActionId::present, ActionId::present_here});
    section(tr("%1 opens at a time").arg(keyText(KeyContext::presenting, KeyCommand::next)),
            {ActionId::open_cell, ActionId::open_row, ActionId::open_matrix});
    section({}, {ActionId::revert_presented});
    menu->addSeparator();
    section({}, {ActionId::explanation, ActionId::check_numbers, ActionId::why_scaled,
                 ActionId::stop_inspecting});
    m_view->setMenu(menu);
}

void TopBar::fillSnapshotMenu() {
    auto* menu = new QMenu(tr("Snapshot"), this);
    menu->addActions({&m_actions[ActionId::snapshot], &m_actions[ActionId::keep_scene]});
    menu->addSeparator();
    menu->addActions({&m_actions[ActionId::next_scene], &m_actions[ActionId::previous_scene],
                      &m_actions[ActionId::snapshot_strip]});
    m_snapshot->setMenu(menu);
}

void TopBar::fillExportMenu() {
    auto* menu = new QMenu(tr("Export"), this);
    menu->addActions({&m_actions[ActionId::export_figure], &m_actions[ActionId::export_film],
                      &m_actions[ActionId::export_handout], &m_actions[ActionId::export_numbers],
                      &m_actions[ActionId::export_script], &m_actions[ActionId::copy_weights],
                      &m_actions[ActionId::copy_links]});
    m_export->setMenu(menu);
}

void TopBar::arrange() {
    const QMargins margins = layout()->contentsMargins();
    bool compact = false;
    const auto needs = [&](const QWidget* each) {
        return (each == m_tabs ? m_tabs->widthAs(compact) : each->sizeHint().width()) + layout()->spacing();
    };
    int room = width() - margins.left() - margins.right();
    for (const Foldable& each : m_foldables)
        room -= needs(each.button);
    const int readable = m_titleRim + m_theme.px(readableTitle);
    QList<const QWidget*> folded;
    const auto fold = [&](std::initializer_list<const QWidget*> buttons) {
        for (const QWidget* each : buttons) {
            if (room >= readable)
                return;
            room += needs(each) - (folded.isEmpty() ? needs(m_more) : 0);
            folded += each;
        }
    };
    // The least used first.
    fold({m_revert, m_export, m_present, m_view, m_snapshot});
    if (room < readable) {
        room += m_tabs->widthAs(false) - m_tabs->widthAs(true);
        compact = true;
    }
    fold({m_redo, m_tabs, m_undo, m_parameters});
    m_tabs->setCompact(compact);
    const bool others = std::exchange(m_folded, folded) != folded;
    if (others) // if nothing changed, the menu may be open
        m_moreMenu->clear();
    for (const Foldable& each : m_foldables) {
        if (others && folded.contains(each.button))
            m_moreMenu->addAction(each.entry);
        each.button->setVisible(!folded.contains(each.button));
    }
    m_more->setVisible(!folded.isEmpty());
    fitTitle(room - m_titleRim);
}

void TopBar::fitTitle(int room) {
    // The dot marks unsaved changes: in full screen the window title is not visible.
    const QString name =
        m_document.displayName() + (m_document.isModified() ? QStringLiteral(" •") : QString());
    room = std::clamp(room, m_theme.px(30), m_theme.px(widestTitle));
    const QFontMetrics metrics(m_title->font());
    m_title->setFixedWidth(m_titleRim + room); // fixed, so that what is beside it never moves
    m_title->setText(metrics.elidedText(name, Qt::ElideRight, room));
    QStringList tip{m_document.file().isEmpty() ? tr("not saved to a file") : m_document.file()};
    if (m_document.isModified())
        tip += tr("with unsaved changes");
    m_title->setToolTip(tip.join(QStringLiteral("\n")));
    m_title->setAccessibleName(tr("Document: %1").arg(m_document.displayName()));
}

void TopBar::restyle() {
    m_title->setFont(m_theme.font(TextRole::heading));
    m_title->setText(QStringLiteral("X")); // the same text each time: widths of text are rounded
    m_titleRim =
        m_title->sizeHint().width() - QFontMetrics(m_title->font()).horizontalAdvance(m_title->text());
    const QSize size(m_theme.px(18), m_theme.px(18));
    const auto sign = [&](Sign which) {
        QIcon result = icon(which, m_theme.colours().text, size.width(), devicePixelRatioF());
        result.addPixmap(
            icon(which, m_theme.colours().border, size.width(), devicePixelRatioF()).pixmap(size),
            QIcon::Disabled);
        return result;
    };
    m_actions[ActionId::undo].setIcon(sign(Sign::undo));
    m_actions[ActionId::redo].setIcon(sign(Sign::redo));
    m_actions[ActionId::parameters].setIcon(sign(Sign::menu));
    m_more->setIcon(sign(Sign::more));
    for (QToolButton* button : {m_undo, m_redo, m_parameters, m_more})
        button->setIconSize(size);
    layout()->setContentsMargins(m_theme.px(12), m_theme.px(6), m_theme.px(12), m_theme.px(6));
    layout()->setSpacing(m_theme.px(6));
    arrange();
}

/// The width of a child has changed. Some report it only after the theme change.
bool TopBar::event(QEvent* event) {
    const bool handled = QFrame::event(event);
    if (event->type() == QEvent::LayoutRequest)
        arrange();
    return handled;
}

void TopBar::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    arrange();
}

} // namespace lab
