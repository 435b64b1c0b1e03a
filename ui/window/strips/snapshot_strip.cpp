// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/strips/snapshot_strip.h"

#include "core/edits/snapshots.h"
#include "ui/document/edits/snapshot_edits.h"
#include "ui/document/lab_document.h"
#include "ui/document/lesson.h"
#include "ui/keys/shortcut_override.h"
#include "ui/look/theme.h"
#include "ui/text/short_text.h"
#include "ui/widgets/menus.h"
#include "ui/widgets/pill_button.h"
#include "ui/widgets/retire.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMouseEvent>
#include <QScrollArea>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace lab {

namespace {

constexpr double renamedWidth = 240; // points
constexpr double arrowStep = 200;    // points that an arrow scrolls

} // namespace

SnapshotStrip::SnapshotStrip(LabDocument& document, Lesson& lesson, const Theme& theme, QWidget* parent)
    : QFrame(parent), m_document(document), m_lesson(lesson), m_theme(theme), m_row(new QWidget),
      m_places(new QHBoxLayout(m_row)), m_area(new QScrollArea(this)),
      m_left(new PillButton(theme, PillButton::Kind::plain, tr("‹"), this)),
      m_right(new PillButton(theme, PillButton::Kind::plain, tr("›"), this)),
      m_add(new PillButton(theme, PillButton::Kind::plain, tr("+ Scene"), this)),
      m_close(new PillButton(theme, PillButton::Kind::plain, tr("✕"), this)), m_name(new QLineEdit(m_row)),
      m_marker(new QWidget(m_row)) {
    setObjectName(QStringLiteral("snapshotStrip"));
    setAccessibleName(tr("Snapshots and scenes"));
    setAutoFillBackground(true);
    m_places->setContentsMargins({});
    m_places->addStretch();
    m_area->setWidget(m_row);
    m_area->setWidgetResizable(true);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setFocusPolicy(Qt::NoFocus);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_area->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_area->viewport()->installEventFilter(this); // the wheel
    auto* line = new QHBoxLayout(this);
    line->addWidget(m_left);
    line->addWidget(m_area, 1);
    for (PillButton* each : {m_right, m_add, m_close})
        line->addWidget(each);
    for (PillButton* each : {m_left, m_right, m_add, m_close})
        each->setSmall();
    for (PillButton* each : {m_left, m_right}) // the keyboard goes along the row by itself
        each->setFocusPolicy(Qt::NoFocus);
    m_left->setAccessibleName(tr("Scroll to the left"));
    m_right->setAccessibleName(tr("Scroll to the right"));
    m_add->setToolTip(tr("Keep the document as it is now, and what the window shows"));
    m_close->setToolTip(tr("Close this strip; the snapshots stay"));
    m_close->setAccessibleName(tr("Close this strip"));
    m_name->setAccessibleName(tr("Name of the snapshot"));
    m_name->hide();
    m_name->installEventFilter(this);
    m_marker->setAutoFillBackground(true);
    m_marker->hide();
    connect(m_left, &QAbstractButton::clicked, this, [this] { scroll(-m_theme.px(arrowStep)); });
    connect(m_right, &QAbstractButton::clicked, this, [this] { scroll(m_theme.px(arrowStep)); });
    connect(m_add, &QAbstractButton::clicked, this, &SnapshotStrip::sceneWanted);
    connect(m_close, &QAbstractButton::clicked, this, &SnapshotStrip::closeWanted);
    connect(m_name, &QLineEdit::returnPressed, this, [this] { endRename(true); });
    connect(m_area->horizontalScrollBar(), &QScrollBar::rangeChanged, this, &SnapshotStrip::arrange);
    connect(m_area->horizontalScrollBar(), &QScrollBar::valueChanged, this, &SnapshotStrip::arrange);
    connect(&lesson, &Lesson::changed, this, &SnapshotStrip::refresh);
    connect(&theme, &Theme::changed, this, &SnapshotStrip::restyle);
    refresh();
    restyle();
}

void SnapshotStrip::addPill() {
    auto* pill = new PillButton(m_theme, PillButton::Kind::chip, {}, m_row);
    pill->setSmall();
    pill->installEventFilter(this);
    const std::size_t which = m_pills.size();
    connect(pill, &QAbstractButton::clicked, this, [this, which] { go(which); });
    m_places->insertWidget(static_cast<int>(which), pill);
    pill->show();
    m_pills.push_back(pill);
}

/// The pills stay, so that the keyboard stays at its place.
void SnapshotStrip::refresh() {
    const std::vector<Snapshot>& snapshots = m_document.experiment().snapshots;
    m_drag.reset();
    m_marker->hide();
    const auto renamed = std::ranges::find(snapshots, m_renamed, &Snapshot::experiment);
    if (m_renamed && renamed == snapshots.end())
        endRename(false);
    bool hadFocus = false;
    while (m_pills.size() > snapshots.size()) {
        hadFocus = hadFocus || m_pills.back()->hasFocus();
        retire(m_pills.back());
        m_pills.pop_back();
    }
    while (m_pills.size() < snapshots.size())
        addPill();
    int scene = 0;
    const auto scenes = m_lesson.scenes().size();
    for (std::size_t i = 0; i < snapshots.size(); ++i) {
        const QString name = shortText(snapshots[i].name);
        const bool isScene = is_scene(snapshots[i]);
        m_pills[i]->setText(name);
        m_pills[i]->setBadge(isScene ? QString::number(++scene) : QString());
        m_pills[i]->setAccessibleName(isScene ? tr("Scene %1 of %2, %3").arg(scene).arg(scenes).arg(name)
                                              : tr("Snapshot, %1").arg(name));
        m_pills[i]->setToolTip(
            (isScene ? tr("%1\nA scene: numbers and what the window showed. Click to go there, drag to move "
                          "it, right-click for more")
                     : tr("%1\nA snapshot: numbers only. Click to restore them, drag to move it, "
                          "right-click for more"))
                .arg(name));
    }
    mark();
    if (hadFocus && !m_pills.empty())
        focusPill(m_pills.size() - 1);
    arrange();
}

/// The current scene is checked. A keyboard that is on a pill goes along to another scene; Tab reaches that
/// pill, or the current scene's.
void SnapshotStrip::mark() {
    const std::optional<std::size_t> now = current();
    const bool isOther = std::exchange(m_marked, m_document.scene()) != m_document.scene();
    if (const auto from = indexOf(QApplication::focusWidget()); from && now && isOther && from != now)
        return focusPill(*now);
    const auto focused =
        std::ranges::find_if(m_pills, [](const PillButton* each) { return each->hasFocus(); });
    const std::size_t stop =
        focused != m_pills.end() ? static_cast<std::size_t>(focused - m_pills.begin()) : now.value_or(0);
    for (std::size_t i = 0; i < m_pills.size(); ++i) {
        m_pills[i]->setChecked(now == i);
        m_pills[i]->setFocusPolicy(i == stop ? Qt::StrongFocus : Qt::ClickFocus);
    }
    if (now && *now < m_pills.size() && focused == m_pills.end() && isVisible())
        m_area->ensureWidgetVisible(m_pills[*now], m_theme.px(20), 0);
}

std::optional<std::size_t> SnapshotStrip::current() const {
    const auto scene = m_lesson.current();
    return scene ? std::optional(m_lesson.scenes()[*scene]) : std::nullopt;
}

std::optional<std::size_t> SnapshotStrip::indexOf(const QObject* pill) const {
    const auto found = std::ranges::find(m_pills, pill);
    return found == m_pills.end() ? std::nullopt
                                  : std::optional(static_cast<std::size_t>(found - m_pills.begin()));
}

void SnapshotStrip::go(std::size_t which) {
    const auto scene = std::ranges::find(m_lesson.scenes(), which);
    if (scene != m_lesson.scenes().end()) {
        m_lesson.goTo(static_cast<std::size_t>(scene - m_lesson.scenes().begin()));
    } else {
        const Snapshot kept = m_document.experiment().snapshots[which];
        goBackTo(m_document, kept);
        emit messageRequested(tr("Back to “%1”; Undo leads here again").arg(shortText(kept.name)));
    }
    mark(); // a click has toggled it
}

void SnapshotStrip::focusPill(std::size_t which) {
    if (which >= m_pills.size())
        return;
    m_pills[which]->setFocus(Qt::TabFocusReason);
    m_area->ensureWidgetVisible(m_pills[which], m_theme.px(20), 0);
    mark();
}

void SnapshotStrip::takeKeyboard() {
    focusPill(current().value_or(0));
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
        const QString key = keyOf(KeyContext::scenes, command).toString(QKeySequence::NativeText);
        return menu->addAction(menuEntry(text, key), this, [this, which, command] { act(which, command); });
    };
    menu->addAction(isScene ? tr("Go to this scene") : tr("Restore"), this, [this, which] { go(which); });
    menu->addSeparator();
    add(tr("Rename…"), KeyCommand::edit);
    add(tr("Move to the left"), KeyCommand::left)->setEnabled(which > 0);
    add(tr("Move to the right"), KeyCommand::right)->setEnabled(which + 1 < m_pills.size());
    menu->addSeparator();
    menu->addAction(isScene ? tr("Replace with what is shown now")
                            : tr("Replace with what is shown now, as a scene"),
                    this, [this, which] { updateScene(m_document, which, m_lesson.look()); });
    if (isScene)
        menu->addAction(tr("Keep the numbers only"), this, [this, which] { dropView(m_document, which); });
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

bool SnapshotStrip::filterPill(std::size_t which, QEvent& event) {
    switch (event.type()) {
    case QEvent::MouseButtonPress: {
        const auto& mouse = static_cast<QMouseEvent&>(event);
        if (mouse.button() == Qt::LeftButton)
            m_drag = Drag{which, mouse.globalPosition().toPoint()};
        return false;
    }
    case QEvent::MouseMove:
        return drag(static_cast<QMouseEvent&>(event));
    case QEvent::MouseButtonRelease:
        return drop();
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
        scroll(inArea.x() < 0 ? -m_theme.px(arrowStep) / 10 : m_theme.px(arrowStep) / 10);
    showGap();
    return true;
}

bool SnapshotStrip::drop() {
    const std::optional<Drag> drag = std::exchange(m_drag, std::nullopt);
    m_marker->hide();
    if (!drag || !drag->moving)
        return false;
    m_pills[drag->from]->setDown(false); // a drag is not a click
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
    if (hadFocus)
        focusPill(std::min(which, m_pills.size() - 1));
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

void SnapshotStrip::scroll(int pixels) {
    QScrollBar* bar = m_area->horizontalScrollBar();
    bar->setValue(bar->value() + pixels);
}

/// Arrows are shown where not all pills have room.
void SnapshotStrip::arrange() {
    int room = width() - layout()->contentsMargins().left() - layout()->contentsMargins().right();
    for (const PillButton* each : {m_add, m_close})
        room -= each->sizeHint().width() + layout()->spacing();
    const bool isLong = m_row->sizeHint().width() > room;
    const QScrollBar* bar = m_area->horizontalScrollBar();
    for (PillButton* each : {m_left, m_right})
        each->setVisible(isLong);
    m_left->setEnabled(bar->value() > bar->minimum());
    m_right->setEnabled(bar->value() < bar->maximum());
}

void SnapshotStrip::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    arrange();
}

bool SnapshotStrip::event(QEvent* event) {
    const bool handled = QFrame::event(event);
    if (event->type() == QEvent::LayoutRequest)
        arrange();
    return handled;
}

void SnapshotStrip::restyle() {
    m_name->setFont(m_theme.font(TextRole::small));
    m_name->setFixedWidth(m_theme.px(renamedWidth));
    m_places->setSpacing(m_theme.px(6));
    layout()->setContentsMargins(m_theme.px(12), m_theme.px(3), m_theme.px(12), m_theme.px(3));
    layout()->setSpacing(m_theme.px(6));
    m_area->setFixedHeight(std::max(m_add->sizeHint().height(), m_name->sizeHint().height()));
    arrange();
}

} // namespace lab
