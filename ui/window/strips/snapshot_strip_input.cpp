// SPDX-License-Identifier: GPL-3.0-or-later
//
// What mouse and keys do in the strip of snapshots.
#include "core/lesson/lesson_edits.h"
#include "ui/document/edits/snapshot_edits.h"
#include "ui/document/lab_document.h"
#include "ui/document/scenes.h"
#include "ui/keys/shortcut_override.h"
#include "ui/keys/taken_gesture.h"
#include "ui/look/theme.h"
#include "ui/text/short_text.h"
#include "ui/widgets/menus.h"
#include "ui/widgets/pill_button.h"
#include "ui/window/strips/scene_notes.h"
#include "ui/window/strips/snapshot_strip.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QScrollArea>

#include <algorithm>
#include <utility>

namespace lab {

namespace {
constexpr double dragStep = 20; // points that a drag beyond the end scrolls
}

void SnapshotStrip::move(std::size_t which, std::size_t to) {
    if (to >= m_pills.size() || to == which)
        return;
    moveSnapshot(m_document, which, to);
    focusPill(to);
}

void SnapshotStrip::act(std::size_t which, KeyCommand command) {
    switch (command) {
    case KeyCommand::previous:
        return focusPill(which - 1); // of the first one: none
    case KeyCommand::next:
        return focusPill(which + 1);
    case KeyCommand::first:
        return focusPill(0);
    case KeyCommand::last:
        return focusPill(m_pills.size() - 1);
    case KeyCommand::left:
        return move(which, which - 1);
    case KeyCommand::right:
        return move(which, which + 1);
    case KeyCommand::edit:
        return beginRename(which);
    case KeyCommand::remove:
        return removeSnapshot(m_document, which);
    default:
        return;
    }
}

void SnapshotStrip::openMenu(std::size_t which, const QPoint& where) {
    const bool isScene = !m_pills[which]->badge().isEmpty();
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto add = [&](const QString& text, KeyCommand command) {
        const QString key = keyText(KeyContext::scenes, command);
        return menu->addAction(menuEntry(text, key), this, [this, which, command] { act(which, command); });
    };
    menu->addAction(isScene ? tr("Go to this scene") : tr("Restore"), this, [this, which] { go(which); });
    menu->addSeparator();
    add(tr("Rename…"), KeyCommand::edit);
    if (isScene)
        menu->addAction(tr("Notes for the speaker…"), this, [this, which] { editNotes(which); });
    add(tr("Move to the left"), KeyCommand::left)->setEnabled(which > 0);
    add(tr("Move to the right"), KeyCommand::right)->setEnabled(which + 1 < m_pills.size());
    menu->addSeparator();
    menu->addAction(is_step(m_document.experiment().snapshots[which]) ? tr("Edit this step of the lesson")
                                                                      : tr("Make it a step of a lesson"),
                    this,
                    [this, which] {
                        go(which);
                        emit stepWanted(which);
                    })
        ->setEnabled(!m_document.played());
    menu->addSeparator();
    menu->addAction(isScene ? tr("Replace with what is shown now")
                            : tr("Replace with what is shown now, as a scene"),
                    this, [this, which] { updateScene(m_document, which, m_scenes.look()); });
    if (isScene)
        menu->addAction(tr("Keep the numbers only"), this, [this, which] { dropView(m_document, which); });
    menu->addAction(tr("Take the numbers of now into every scene"), this,
                    [this] { renumberScenes(m_document); })
        ->setEnabled(!m_scenes.indices().empty());
    menu->addSeparator();
    add(tr("Delete"), KeyCommand::remove);
    menu->popup(where);
}

bool SnapshotStrip::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_name)
        return filterName(*event);
    if (watched == m_area->viewport()) {
        if (event->type() != QEvent::Wheel)
            return false;
        const QPoint turned = static_cast<QWheelEvent*>(event)->angleDelta();
        scroll(-(turned.y() != 0 ? turned.y() : turned.x()));
        return true;
    }
    const auto which = indexOf(watched);
    return which && filterPill(*which, *event);
}

/// When the window gets the keyboard focus back, as after presenting, the focus returns to the pill it was
/// on. If another scene is current by now, this moves the focus on to that scene's pill.
bool SnapshotStrip::leadOn(std::size_t which, const QFocusEvent& event) {
    const std::optional<std::size_t> now = current();
    const bool isAway = std::exchange(m_wentOn, false) && event.reason() == Qt::ActiveWindowFocusReason;
    if (!isAway || !now || *now == which || *now >= m_pills.size())
        return false;
    m_pills[*now]->setFocus(m_pills[which]->hasRing() ? Qt::TabFocusReason : Qt::MouseFocusReason);
    mark();
    return true;
}

bool SnapshotStrip::filterPill(std::size_t which, QEvent& event) {
    switch (event.type()) {
    case QEvent::FocusIn:
        return leadOn(which, static_cast<QFocusEvent&>(event));
    case QEvent::MouseButtonPress: {
        const auto& mouse = static_cast<QMouseEvent&>(event);
        if (mouse.button() == Qt::LeftButton)
            m_drag = Drag{which, mouse.globalPosition().toPoint()};
        return false;
    }
    case QEvent::MouseButtonDblClick: // the first click has gone there
        m_drag.reset();
        beginRename(which);
        return true;
    case QEvent::MouseMove:
        return drag(static_cast<QMouseEvent&>(event));
    case QEvent::MouseButtonRelease:
        return drop(static_cast<QMouseEvent&>(event));
    case QEvent::ShortcutOverride:
        return m_drag && m_drag->moving && takesEscape(&event);
    case QEvent::ContextMenu:
        openMenu(which, static_cast<QContextMenuEvent&>(event).globalPos());
        return true;
    case QEvent::KeyPress: {
        const auto& key = static_cast<QKeyEvent&>(event);
        if (m_drag && m_drag->moving && commandOf(KeyContext::dialogue, key) == KeyCommand::cancel) {
            m_pills[m_drag->from]->setDown(false);
            m_drag.reset();
            m_marker->hide();
            return true;
        }
        const auto command = commandOf(KeyContext::scenes, key);
        if (command)
            act(which, *command);
        return command.has_value();
    }
    default:
        return false;
    }
}

bool SnapshotStrip::drag(const QMouseEvent& event) {
    if (!m_drag || !(event.buttons() & Qt::LeftButton))
        return false;
    const QPoint now = event.globalPosition().toPoint();
    if (!m_drag->moving && (now - m_drag->begin).manhattanLength() < QApplication::startDragDistance())
        return false;
    m_drag->moving = true;
    const int x = m_row->mapFromGlobal(now).x();
    const auto after = std::ranges::find_if(
        m_pills, [&](const PillButton* each) { return x < each->geometry().center().x(); });
    m_drag->gap = static_cast<std::size_t>(after - m_pills.begin());
    const QPoint inArea = m_area->viewport()->mapFromGlobal(now);
    if (inArea.x() < 0 || inArea.x() > m_area->viewport()->width()) // further than what is shown
        scroll(inArea.x() < 0 ? -m_theme.px(dragStep) : m_theme.px(dragStep));
    showGap();
    return true;
}

bool SnapshotStrip::drop(const QMouseEvent& event) {
    const std::optional<Drag> drag = std::exchange(m_drag, std::nullopt);
    m_marker->hide();
    if (!drag || !drag->moving)
        return false;
    m_pills[drag->from]->setDown(false); // a drag is not a click
    if (!isTakenAway(event))
        move(drag->from, drag->gap > drag->from ? drag->gap - 1 : drag->gap);
    return true;
}

void SnapshotStrip::showGap() {
    const bool isEnd = m_drag->gap == m_pills.size();
    const QRect pill = m_pills[isEnd ? m_drag->gap - 1 : m_drag->gap]->geometry();
    const int width = m_theme.px(3);
    const int x = isEnd ? pill.right() + 1 - width : pill.left() - width;
    QPalette colours;
    colours.setColor(QPalette::Window, m_theme.colours().accent);
    m_marker->setPalette(colours);
    m_marker->setGeometry(std::max(x, 0), pill.top(), width, pill.height());
    m_marker->show();
    m_marker->raise();
}

void SnapshotStrip::nameLast() {
    const QPointer<QWidget> focused = QApplication::focusWidget();
    beginRename(m_pills.size() - 1);
    m_focusBefore = focused;
}

void SnapshotStrip::beginRename(std::size_t which) {
    endRename(true);
    const Snapshot& snapshot = m_document.experiment().snapshots[which];
    m_renamed = snapshot.experiment;
    m_name->setText(shortText(snapshot.name)); // a longer one would be truncated
    m_places->insertWidget(static_cast<int>(which), m_name);
    m_pills[which]->hide();
    m_name->show();
    m_name->setFocus();
    m_name->selectAll();
    m_row->layout()->activate();
    m_area->ensureWidgetVisible(m_name, m_theme.px(20), 0);
}

/// A rejected name leaves the old one, and the line open if it has the focus.
void SnapshotStrip::endRename(bool take) {
    if (!m_renamed)
        return;
    const std::shared_ptr<const Experiment> renamed = m_renamed;
    const auto& snapshots = m_document.experiment().snapshots;
    const auto found = std::ranges::find(snapshots, renamed, &Snapshot::experiment);
    const auto which = static_cast<std::size_t>(found - snapshots.begin());
    if (take && found != snapshots.end() && m_name->text() != shortText(found->name)) {
        if (const QString reason = renameSnapshot(m_document, which, m_name->text()); !reason.isEmpty()) {
            emit messageRequested(tr("%1; the name is unchanged").arg(reason));
            if (m_name->hasFocus())
                return;
        }
    }
    const bool hadFocus = m_name->hasFocus();
    m_renamed.reset(); // before the line loses the focus
    m_places->removeWidget(m_name);
    m_name->hide();
    for (PillButton* each : m_pills)
        each->show();
    const QPointer<QWidget> before = std::exchange(m_focusBefore, nullptr);
    if (hadFocus && before && before->isVisible())
        before->setFocus(Qt::PopupFocusReason); // the page need not scroll to it
    else if (hadFocus)
        focusPill(std::min(which, m_pills.size() - 1));
}

/// Above the pills, which stay where they are when it closes under a click.
void SnapshotStrip::editNotes(std::size_t which) {
    if (!m_notes) {
        m_notes = new SceneNotes(m_document, m_theme, this);
        m_grid->addWidget(m_notes, 0, 0, 1, m_grid->columnCount());
        connect(m_notes, &SceneNotes::keyboardFreed, this, &SnapshotStrip::focusPill);
    }
    m_notes->open(which);
}

void SnapshotStrip::finishTyping() {
    endRename(true);
    if (m_notes)
        m_notes->end(true);
}

bool SnapshotStrip::filterName(QEvent& event) {
    if (leavesToWindow(&event) || takesEscape(&event))
        return true;
    const bool isLeft =
        event.type() == QEvent::FocusOut && static_cast<QFocusEvent&>(event).reason() != Qt::PopupFocusReason;
    const bool isCancelled =
        event.type() == QEvent::KeyPress &&
        commandOf(KeyContext::dialogue, static_cast<QKeyEvent&>(event)) == KeyCommand::cancel;
    if (isLeft || isCancelled)
        endRename(isLeft);
    return isCancelled;
}

} // namespace lab
