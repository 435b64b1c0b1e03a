// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/strips/scene_notes.h"

#include "core/base/text_limits.h"
#include "core/edits/snapshots.h"
#include "ui/document/edits/snapshot_edits.h"
#include "ui/document/lab_document.h"
#include "ui/keys/key_bindings.h"
#include "ui/keys/shortcut_override.h"
#include "ui/look/theme.h"
#include "ui/text/short_text.h"

#include <QFocusEvent>
#include <QKeyEvent>

#include <algorithm>
#include <utility>

namespace lab {

namespace {
constexpr int noteLines = 3; // that are shown at once
}

SceneNotes::SceneNotes(LabDocument& document, const Theme& theme, QWidget* parent)
    : QPlainTextEdit(parent), m_document(document), m_theme(theme) {
    setFrameShape(QFrame::NoFrame);
    setTabChangesFocus(true);
    setToolTip(tr("Tab or a click elsewhere keeps the notes, Escape leaves them as they were"));
    hide();
    connect(&document, &LabDocument::changed, this, [this] {
        if (m_scene && !std::ranges::count(m_document.experiment().snapshots, m_scene, &Snapshot::experiment))
            end(false); // there is no such scene any more
    });
    connect(&theme, &Theme::changed, this, &SceneNotes::restyle);
}

void SceneNotes::open(std::size_t which) {
    end(true);
    const Snapshot& snapshot = m_document.experiment().snapshots[which];
    m_scene = snapshot.experiment;
    const QString name = shortText(snapshot.name);
    setAccessibleName(tr("Notes for the speaker: %1").arg(name));
    setPlaceholderText(tr("What you want to read at “%1” while you present it on a second screen. Only you "
                          "see it.")
                           .arg(name));
    // A text too long for its field is shown shortened and read-only.
    const QString whole = QString::fromStdString(notes_of(snapshot));
    setReadOnly(whole.size() > static_cast<qsizetype>(most_in_field));
    setPlainText(isReadOnly() ? shortText(whole, shownOfText) : whole);
    moveCursor(QTextCursor::End);
    restyle();
    show();
    setFocus(Qt::OtherFocusReason);
}

void SceneNotes::end(bool keep) {
    const std::shared_ptr<const Experiment> scene = std::exchange(m_scene, nullptr);
    if (!scene)
        return;
    const auto& snapshots = m_document.experiment().snapshots;
    const auto found = std::ranges::find(snapshots, scene, &Snapshot::experiment);
    const auto which = static_cast<std::size_t>(found - snapshots.begin());
    if (keep && document()->isModified() && found != snapshots.end())
        setNotes(m_document, which, toPlainText());
    const bool hadFocus = hasFocus();
    hide();
    if (hadFocus)
        emit keyboardFreed(which);
}

/// Undo is that of the text, which is not in the document yet.
bool SceneNotes::event(QEvent* event) {
    return takesEscape(event) || QPlainTextEdit::event(event);
}

void SceneNotes::keyPressEvent(QKeyEvent* event) {
    if (commandOf(KeyContext::dialogue, *event) == KeyCommand::cancel)
        end(false);
    else
        QPlainTextEdit::keyPressEvent(event);
}

/// A menu of its own, or a look at another program, does not end it.
void SceneNotes::focusOutEvent(QFocusEvent* event) {
    QPlainTextEdit::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason)
        end(true);
}

void SceneNotes::restyle() {
    QPalette colours = palette();
    colours.setColor(QPalette::Base, m_theme.colours().page);
    setPalette(colours);
    setFont(m_theme.font(TextRole::body));
    setFixedHeight(noteLines * fontMetrics().lineSpacing() + m_theme.px(12));
}

} // namespace lab
