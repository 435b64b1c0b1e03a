// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/present/notes.h"

#include "core/base/text_limits.h"
#include "core/edits/snapshots.h"
#include "core/experiment/change.h"
#include "ui/document/edits/snapshot_edits.h"
#include "ui/document/lab_document.h"
#include "ui/document/scenes.h"
#include "ui/keys/key_bindings.h"
#include "ui/keys/shortcut_override.h"
#include "ui/look/theme.h"
#include "ui/text/short_text.h"
#include "ui/widgets/pill_button.h"

#include <QGridLayout>
#include <QLabel>
#include <QLocale>
#include <QPainter>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QTime>
#include <QVBoxLayout>

#include <algorithm>

namespace lab {

namespace {

// In points.
constexpr double notesSize = 17; // of letters, read from a step away
constexpr double leastNotes = 36, mostNotes = 108;
constexpr double sceneWidth = 260;

constexpr int shareOfWindow = 7; // one part of so many of the window’s height is for the text
constexpr int shareOfWidth = 4;  // and of its width for the scene

/// "7:05", "1:07:05"
QString duration(qint64 milliseconds) {
    const qint64 seconds = milliseconds / 1000;
    const QString rest = QStringLiteral("%1").arg(seconds % 60, 2, 10, QLatin1Char('0'));
    const qint64 minutes = seconds / 60;
    if (minutes < 60)
        return QStringLiteral("%1:%2").arg(minutes).arg(rest);
    return QStringLiteral("%1:%2:%3").arg(minutes / 60).arg(minutes % 60, 2, 10, QLatin1Char('0')).arg(rest);
}

QLabel* plainLabel(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    return label;
}

} // namespace

Notes::Notes(LabDocument& document, Scenes& scenes, const Theme& theme, QWidget* parent)
    : QFrame(parent), m_document(document), m_scenes(scenes), m_theme(theme), m_time(new QLabel(this)),
      m_elapsed(new PillButton(theme, PillButton::Kind::chip, {}, this)), m_text(new QScrollArea(this)),
      m_description(plainLabel(nullptr)), m_ofScene(new QPlainTextEdit(this)), m_scene(plainLabel(this)),
      m_next(plainLabel(this)), m_keys(new QLabel(this)) {
    setObjectName(QStringLiteral("notes"));
    setAccessibleName(tr("Notes"));
    setAutoFillBackground(true);
    m_elapsed->setToolTip(tr("How long the class has been looking; a click begins at zero again"));
    m_elapsed->setNeverElided();
    m_text->setAccessibleName(tr("Notes: the document’s description"));
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setWidgetResizable(true);
    m_text->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_text->setFocusPolicy(Qt::TabFocus);
    m_text->setWidget(m_description);
    m_ofScene->setAccessibleName(tr("Notes of this scene"));
    m_ofScene->setFrameShape(QFrame::NoFrame);
    m_ofScene->setTabChangesFocus(true);
    m_ofScene->installEventFilter(this);
    connect(m_ofScene, &QPlainTextEdit::textChanged, this, [this] {
        if (const auto now = m_scenes.current(); now && m_ofScene->hasFocus())
            setNotes(m_document, m_scenes.indices()[*now], m_ofScene->toPlainText());
    });
    m_keys->setTextFormat(Qt::PlainText);
    m_keys->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    auto* clock = new QVBoxLayout;
    clock->addWidget(m_time, 0, Qt::AlignLeft);
    clock->addWidget(m_elapsed, 0, Qt::AlignLeft);
    clock->addStretch();
    auto* where = new QVBoxLayout;
    where->addWidget(m_scene);
    where->addWidget(m_next);
    where->addStretch();
    auto* grid = new QGridLayout(this);
    grid->addLayout(clock, 0, 0);
    grid->addWidget(m_text, 0, 1);
    grid->addWidget(m_ofScene, 0, 1);
    grid->addLayout(where, 0, 2);
    grid->addWidget(m_keys, 1, 0, 1, 3);
    grid->setColumnStretch(1, 1);
    connect(m_elapsed, &QAbstractButton::clicked, this, [this] {
        m_since.restart();
        showTime();
    });
    connect(&m_tick, &QTimer::timeout, this, &Notes::showTime);
    connect(&document, &LabDocument::changed, this, [this](const Change& change) {
        if (!change.block) // a changed number affects no text
            refresh();
    });
    connect(&scenes, &Scenes::changed, this, &Notes::showScene);
    connect(&theme, &Theme::changed, this, &Notes::restyle);
    m_since.start();
    m_tick.start(250); // so that no second is skipped
    setBlank(false);
    refresh();
    showScene();
    showTime();
    restyle();
}

void Notes::setBlank(bool blank) {
    m_isBlank = blank;
    m_keysText = blank ? tr("The class sees nothing. %1 shows the page again.")
                             .arg(keyText(KeyContext::presenting, KeyCommand::blank))
                       : m_keysOfPage;
    fit();
}

void Notes::setKeys(const QStringList& keys) {
    m_keysOfPage = keys.join(QStringLiteral(" · "));
    setBlank(m_isBlank);
}

void Notes::refresh() {
    const QString text = shortText(m_document.experiment().description, shownOfText);
    m_description->setText(
        text.isEmpty() ? tr("No notes. They are the document’s description: “Title and description…” in "
                            "the document’s menu.")
                       : text);
    m_description->setEnabled(!text.isEmpty());
    const QString hint = tr("Type notes for this scene here: only you see them.");
    m_ofScene->setPlaceholderText(text.isEmpty() ? hint : hint + QStringLiteral("\n\n") + text);
    fit();
}

/// The text of the current scene, or the document's where there is no scene. Too long for a field, it is
/// shortened and cannot be edited.
void Notes::showNotes() {
    const std::optional<std::size_t> now = m_scenes.current();
    m_text->setVisible(!now);
    m_ofScene->setVisible(now.has_value());
    if (!now)
        return;
    const QString whole =
        QString::fromStdString(notes_of(m_document.experiment().snapshots[m_scenes.indices()[*now]]));
    m_ofScene->setReadOnly(whole.size() > static_cast<qsizetype>(most_in_field));
    const QString shown = m_ofScene->isReadOnly() ? shortText(whole, shownOfText) : whole;
    if (m_ofScene->toPlainText() == shown)
        return;
    const QSignalBlocker blocker(m_ofScene);
    m_ofScene->setPlainText(shown);
}

bool Notes::eventFilter(QObject* watched, QEvent* event) {
    return leavesToWindow(event) || takesEscape(event) || QFrame::eventFilter(watched, event);
}

void Notes::keyPressEvent(QKeyEvent* event) {
    if (commandOf(KeyContext::dialogue, *event) == KeyCommand::cancel)
        emit keyboardFreed();
    else
        QFrame::keyPressEvent(event);
}

void Notes::showScene() {
    const std::optional<std::size_t> now = m_scenes.current();
    const std::optional<std::size_t> next = m_scenes.next();
    m_scene->setText(
        now ? tr("Scene %1 of %2: %3").arg(*now + 1).arg(m_scenes.indices().size()).arg(m_scenes.name(*now))
            : QString());
    m_next->setText(next  ? tr("Next: %1").arg(m_scenes.name(*next))
                    : now ? tr("This is the last scene")
                          : QString());
    m_scene->setVisible(!m_scene->text().isEmpty());
    m_next->setVisible(!m_next->text().isEmpty());
    showNotes();
}

void Notes::showTime() {
    const QString time = QLocale().toString(QTime::currentTime(), QLocale::ShortFormat);
    if (time != m_time->text())
        m_time->setText(time);
    const QString elapsed = duration(m_since.elapsed());
    const QString text = tr("%1 so far").arg(elapsed);
    if (text != m_elapsed->text()) {
        m_elapsed->setText(text);
        m_elapsed->setAccessibleName(tr("Presenting for %1; a click begins at zero again").arg(elapsed));
    }
}

void Notes::setRoom(int height) {
    m_room = height;
    fit();
}

/// As high as the text, within bounds, and whole lines.
void Notes::fit() {
    const int least = m_theme.px(leastNotes);
    const int most = std::clamp(m_room / shareOfWindow, least, m_theme.px(mostNotes));
    const int line = m_description->fontMetrics().lineSpacing();
    const int whole = std::clamp(m_description->heightForWidth(m_text->width()), least, most);
    m_text->setFixedHeight(std::max(line, whole / line * line));
    m_ofScene->setFixedHeight(most); // nothing moves while notes are typed, or from scene to scene
    m_keys->setText(m_keys->fontMetrics().elidedText(m_keysText, Qt::ElideRight, m_keys->width()));
    m_keys->setToolTip(m_keys->text() == m_keysText ? QString() : m_keysText);
}

void Notes::setSceneWidth() {
    for (QLabel* each : {m_scene, m_next})
        each->setFixedWidth(std::min(m_theme.px(sceneWidth), width() / shareOfWidth));
}

void Notes::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    setSceneWidth();
    layout()->activate(); // so that the text has its width
    fit();
}

void Notes::paintEvent(QPaintEvent* event) {
    QFrame::paintEvent(event);
    QPainter(this).fillRect(0, 0, width(), 1, m_theme.colours().border);
}

void Notes::restyle() {
    QFont text = m_theme.font(TextRole::body);
    text.setPixelSize(m_theme.px(notesSize));
    m_description->setFont(text);
    m_ofScene->setFont(text);
    m_next->setFont(text);
    text.setWeight(QFont::DemiBold);
    m_scene->setFont(text);
    m_time->setFont(m_theme.font(TextRole::sentence));
    m_keys->setFont(m_theme.font(TextRole::small));
    QPalette colours = palette();
    colours.setColor(QPalette::Window, m_theme.colours().side);
    setPalette(colours);
    QPalette field = m_ofScene->palette();
    field.setColor(QPalette::Base, m_theme.colours().page);
    m_ofScene->setPalette(field);
    colours.setColor(QPalette::WindowText, m_theme.colours().muted);
    m_keys->setPalette(colours);
    m_next->setPalette(colours);
    setSceneWidth();
    setRoom(m_room);
    auto* grid = static_cast<QGridLayout*>(layout());
    grid->setContentsMargins(m_theme.px(12), m_theme.px(8), m_theme.px(12), m_theme.px(6));
    grid->setHorizontalSpacing(m_theme.px(20));
    grid->setVerticalSpacing(m_theme.px(4));
}

} // namespace lab
