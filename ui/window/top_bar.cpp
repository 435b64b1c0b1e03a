// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/top_bar.h"

#include "ui/document/lab_document.h"
#include "ui/gallery/gallery_popup.h"
#include "ui/keys/key_bindings.h"
#include "ui/look/icons.h"
#include "ui/look/theme.h"
#include "ui/widgets/tab_switch.h"
#include "ui/window/menu/actions.h"
#include "ui/window/menu/main_menu.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPushButton>
#include <QToolButton>

namespace lab {

namespace {
constexpr double readableTitle = 110; // points of text, before anything is left out
constexpr double widestTitle = 180;   // points of text
} // namespace

TopBar::TopBar(LabDocument& document, const Actions& actions, const Theme& theme, MainMenu& menu,
               QWidget* parent)
    : QFrame(parent), m_document(document), m_actions(actions), m_theme(theme), m_menu(menu),
      m_menuButton(new QToolButton(this)), m_title(new QPushButton(this)), m_undo(new QToolButton(this)),
      m_redo(new QToolButton(this)), m_tabs(new TabSwitch(theme, actions.pages(), this)),
      m_revert(new QPushButton(tr("Revert"), this)), m_view(new QPushButton(tr("View"), this)),
      m_snapshot(new QPushButton(tr("Snapshot"), this)), m_export(new QPushButton(tr("Export"), this)),
      m_present(new QPushButton(tr("Present"), this)) {
    setAutoFillBackground(true);
    // The content must not set the width: the bar arranges it for the width of the window.
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* row = new QHBoxLayout(this);
    for (QWidget* each : std::initializer_list<QWidget*>{m_menuButton, m_title, m_undo, m_redo, m_tabs})
        row->addWidget(each);
    row->addStretch();
    for (QWidget* each : {m_revert, m_view, m_snapshot, m_export, m_present})
        row->addWidget(each);
    m_menuButton->setObjectName(QStringLiteral("menuButton"));
    m_tabs->button().setObjectName(QStringLiteral("pageMenu"));
    m_title->setObjectName(QStringLiteral("documentMenu"));
    m_view->setObjectName(QStringLiteral("viewMenu"));
    m_snapshot->setObjectName(QStringLiteral("snapshotMenu"));
    m_export->setObjectName(QStringLiteral("exportMenu"));
    m_present->setObjectName(QStringLiteral("presentButton"));
    m_menuButton->setDefaultAction(&actions[ActionId::menu]);
    m_undo->setDefaultAction(&actions[ActionId::undo]);
    m_redo->setDefaultAction(&actions[ActionId::redo]);
    for (QToolButton* button : {m_menuButton, m_undo, m_redo}) {
        button->setToolButtonStyle(Qt::ToolButtonIconOnly);
        button->setFocusPolicy(Qt::TabFocus);
    }
    m_title->setMenu(&menu.document());
    m_view->setMenu(&menu.view());
    m_snapshot->setMenu(&menu.snapshots());
    m_export->setMenu(&menu.exports());
    m_revert->setToolTip(actions[ActionId::revert].toolTip());
    connect(m_revert, &QPushButton::clicked, &actions[ActionId::revert], &QAction::trigger);
    connect(m_present, &QPushButton::clicked, this, [this] {
        if (!m_present->menu())
            m_actions[ActionId::present].trigger();
    });
    connect(&actions[ActionId::menu], &QAction::triggered, this, &TopBar::openMenu);
    connect(&menu, &MainMenu::galleryWanted, this, &TopBar::openGallery);
    connect(&document, &LabDocument::fileChanged, this, &TopBar::arrange);
    connect(&document, &LabDocument::changed, this, [this](const Change& change) {
        if (change.field == Field::description)
            arrange();
    });
    connect(&document, &LabDocument::modifiedChanged, this, &TopBar::arrange);
    connect(&theme, &Theme::changed, this, &TopBar::restyle);
    restyle();
}

/// Opens the menu for the mouse and for its key alike. The first entry is marked, so that the arrow keys
/// continue from it.
void TopBar::openMenu() {
    m_menu.popup(m_menuButton->mapToGlobal(QPoint(0, m_menuButton->height())));
    // Marked as active by its own function, the entry would unfold.
    QKeyEvent down(QEvent::KeyPress, Qt::Key_Down, Qt::NoModifier);
    QCoreApplication::sendEvent(&m_menu, &down);
}

void TopBar::setChoosesScreen(bool chooses) {
    m_present->setMenu(chooses ? &m_menu.present() : nullptr);
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
    // The bar shows the number alone: the title needs the room.
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

void TopBar::arrange() {
    const QMargins margins = layout()->contentsMargins();
    bool compact = false;
    const auto needs = [&](const QWidget* each) {
        return (each == m_tabs ? m_tabs->widthAs(compact) : each->sizeHint().width()) + layout()->spacing();
    };
    const std::initializer_list<QWidget*> buttons{m_undo, m_redo,     m_tabs,   m_revert,
                                                  m_view, m_snapshot, m_export, m_present};
    int room = width() - margins.left() - margins.right() - needs(m_menuButton);
    for (const QWidget* each : buttons)
        room -= needs(each);
    const int readable = m_titleRim + m_theme.px(readableTitle);
    QList<const QWidget*> left;
    const auto leaveOut = [&](std::initializer_list<const QWidget*> least) {
        for (const QWidget* each : least) {
            if (room >= readable)
                return;
            room += needs(each);
            left += each;
        }
    };
    // The least used first.
    leaveOut({m_revert, m_export, m_view, m_snapshot, m_present});
    if (room < readable) {
        room += m_tabs->widthAs(false) - m_tabs->widthAs(true);
        compact = true;
    }
    leaveOut({m_redo, m_tabs, m_undo});
    m_tabs->setCompact(compact);
    for (QWidget* each : buttons)
        each->setVisible(!left.contains(each));
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
    m_actions[ActionId::menu].setIcon(sign(Sign::menu));
    for (QToolButton* button : {m_menuButton, m_undo, m_redo})
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
