// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/strips/snapshot_strip.h"

#include "core/edits/snapshots.h"
#include "ui/document/edits/snapshot_edits.h"
#include "ui/document/lab_document.h"
#include "ui/document/lesson/lesson_player.h"
#include "ui/document/scenes.h"
#include "ui/look/theme.h"
#include "ui/text/short_text.h"
#include "ui/widgets/pill_button.h"
#include "ui/widgets/retire.h"

#include <QApplication>
#include <QGridLayout>
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

SnapshotStrip::SnapshotStrip(LabDocument& document, Scenes& scenes, const LessonPlayer& lesson,
                             const Theme& theme, QWidget* parent)
    : QFrame(parent), m_document(document), m_scenes(scenes), m_lesson(lesson), m_theme(theme),
      m_row(new QWidget), m_places(new QHBoxLayout(m_row)), m_grid(new QGridLayout(this)),
      m_area(new QScrollArea(this)), m_lessonButton(new PillButton(theme, PillButton::Kind::plain, {}, this)),
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
    m_grid->addWidget(m_lessonButton, 1, 0);
    m_grid->addWidget(m_area, 1, 1);
    m_grid->setColumnStretch(1, 1);
    for (PillButton* each : {m_left, m_right, m_add, m_close})
        m_grid->addWidget(each, 1, m_grid->columnCount());
    for (PillButton* each : {m_lessonButton, m_left, m_right, m_add, m_close})
        each->setSmall();
    for (PillButton* each : {m_left, m_right}) {
        each->setFocusPolicy(Qt::NoFocus); // the keyboard goes along the row by itself
        QSizePolicy keepsItsPlace = each->sizePolicy();
        keepsItsPlace.setRetainSizeWhenHidden(true);
        each->setSizePolicy(keepsItsPlace);
    }
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
    connect(m_lessonButton, &QAbstractButton::clicked, this, &SnapshotStrip::lessonWanted);
    connect(&lesson, &LessonPlayer::lessonChanged, this, &SnapshotStrip::showLesson);
    connect(&lesson, &LessonPlayer::stepChanged, this, &SnapshotStrip::showLesson);
    connect(m_add, &QAbstractButton::clicked, this, &SnapshotStrip::sceneWanted);
    connect(m_close, &QAbstractButton::clicked, this, &SnapshotStrip::closeWanted);
    connect(m_name, &QLineEdit::returnPressed, this, [this] { endRename(true); });
    connect(m_area->horizontalScrollBar(), &QScrollBar::rangeChanged, this, &SnapshotStrip::arrange);
    connect(m_area->horizontalScrollBar(), &QScrollBar::valueChanged, this, &SnapshotStrip::arrange);
    connect(&scenes, &Scenes::changed, this, &SnapshotStrip::refresh);
    connect(&theme, &Theme::changed, this, &SnapshotStrip::restyle);
    refresh();
    showLesson();
    restyle();
    arrange();
    m_wentOn = false;
}

void SnapshotStrip::showLesson() {
    m_lessonButton->setText(m_lesson.startText());
    m_lessonButton->setVisible(m_lesson.hasLesson() && !m_lesson.isOn());
}

void SnapshotStrip::addPill() {
    auto* pill = new PillButton(m_theme, PillButton::Kind::chip, {}, m_row);
    pill->setCheckable(true);
    pill->setSmall();
    pill->setWholeWhereThereIsRoom();
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
    const auto scenes = m_scenes.indices().size();
    for (std::size_t i = 0; i < snapshots.size(); ++i) {
        const QString name = shortText(snapshots[i].name);
        const bool isScene = is_scene(snapshots[i]);
        m_pills[i]->setText(name);
        m_pills[i]->setBadge(isScene ? QString::number(++scene) : QString());
        m_pills[i]->setHollow(!isScene);
        m_pills[i]->setAccessibleName(isScene ? tr("Scene %1 of %2, %3").arg(scene).arg(scenes).arg(name)
                                              : tr("Snapshot, %1").arg(name));
        m_pills[i]->setToolTip(
            (isScene ? tr("%1\nA scene: numbers and what the window showed. Click to go there, drag to move "
                          "it, double-click to rename it, right-click for more")
                     : tr("%1\nA snapshot: numbers only. Click to restore them, drag to move it, "
                          "double-click to rename it, right-click for more"))
                .arg(name));
    }
    mark();
    if (hadFocus && !m_pills.empty())
        focusPill(m_pills.size() - 1);
}

/// Checks the current scene's pill. If a pill has the keyboard focus, the focus follows to the pill of
/// another scene that becomes current. Tab reaches the focused pill, or the current scene's.
void SnapshotStrip::mark() {
    const std::optional<std::size_t> now = current();
    const bool isOther = std::exchange(m_marked, m_document.scene()) != m_document.scene();
    m_wentOn = m_wentOn || (isOther && !isVisible());
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
    keepInSight();
}

/// The pill with the keyboard, or else that of the current scene.
void SnapshotStrip::keepInSight() {
    const auto focused = indexOf(QApplication::focusWidget());
    const auto shown = focused ? focused : current();
    if (shown && *shown < m_pills.size() && isVisible())
        m_area->ensureWidgetVisible(m_pills[*shown], m_theme.px(20), 0);
}

std::optional<std::size_t> SnapshotStrip::current() const {
    const auto scene = m_scenes.current();
    return scene ? std::optional(m_scenes.indices()[*scene]) : std::nullopt;
}

std::optional<std::size_t> SnapshotStrip::indexOf(const QObject* pill) const {
    const auto found = std::ranges::find(m_pills, pill);
    return found == m_pills.end() ? std::nullopt
                                  : std::optional(static_cast<std::size_t>(found - m_pills.begin()));
}

void SnapshotStrip::go(std::size_t which) {
    const auto scene = std::ranges::find(m_scenes.indices(), which);
    if (scene != m_scenes.indices().end()) {
        m_scenes.goTo(static_cast<std::size_t>(scene - m_scenes.indices().begin()));
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

void SnapshotStrip::scroll(int pixels) {
    QScrollBar* bar = m_area->horizontalScrollBar();
    bar->setValue(bar->value() + pixels);
}

/// An arrow is shown where there is more on its side. It keeps its place, so that this changes no layout.
void SnapshotStrip::arrange() {
    const QScrollBar* bar = m_area->horizontalScrollBar();
    m_left->setVisible(bar->value() > bar->minimum());
    m_right->setVisible(bar->value() < bar->maximum());
}

void SnapshotStrip::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    keepInSight();
}

void SnapshotStrip::restyle() {
    m_name->setFont(m_theme.font(TextRole::small));
    m_name->setFixedWidth(m_theme.px(renamedWidth));
    m_places->setSpacing(m_theme.px(6));
    m_grid->setContentsMargins(m_theme.px(12), m_theme.px(3), m_theme.px(12), m_theme.px(3));
    m_grid->setSpacing(m_theme.px(6));
    m_area->setFixedHeight(std::max(m_add->sizeHint().height(), m_name->sizeHint().height()));
}

} // namespace lab
