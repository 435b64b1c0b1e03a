// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/sentence/token_editor.h"

#include "core/base/text_limits.h"
#include "ui/keys/shortcut_override.h"
#include "ui/keys/taken_gesture.h"
#include "ui/look/theme.h"
#include "ui/text/short_text.h"
#include "ui/widgets/pill_button.h"
#include "ui/widgets/retire.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QLineEdit>
#include <QMouseEvent>

#include <algorithm>
#include <utility>

namespace lab {

TokenEditor::TokenEditor(const Theme& theme, QWidget* row, const std::vector<PillButton*>& chips,
                         const std::vector<std::string>& tokens)
    : m_theme(theme), m_row(row), m_chips(chips), m_tokens(tokens), m_marker(new QWidget(row)) {
    m_marker->setAutoFillBackground(true);
    m_marker->hide();
}

void TokenEditor::add(PillButton* chip) {
    chip->installEventFilter(this);
}

std::optional<TokenIndex> TokenEditor::tokenOf(const QObject* chip) const {
    const auto found = std::ranges::find(m_chips, chip);
    return found == m_chips.end() ? std::nullopt : std::optional<TokenIndex>(found - m_chips.begin());
}

bool TokenEditor::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_editor) {
        const auto* typed = event->type() == QEvent::KeyPress ? static_cast<QKeyEvent*>(event) : nullptr;
        if (takesEscape(event))
            return true;
        // The editor's own context menu takes the focus only for a moment.
        const bool left = event->type() == QEvent::FocusOut &&
                          static_cast<QFocusEvent*>(event)->reason() != Qt::PopupFocusReason;
        if (left || (typed && commandOf(KeyContext::token_text, *typed) == KeyCommand::cancel)) {
            finishEditing(left);
            return true;
        }
        return false;
    }
    const auto token = tokenOf(watched);
    if (!token)
        return false;
    switch (event->type()) {
    case QEvent::MouseButtonPress:
        return press(*token, *static_cast<QMouseEvent*>(event));
    case QEvent::MouseButtonDblClick:
        m_drag.reset();
        edit(*token);
        return true;
    case QEvent::MouseMove:
        return drag(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseButtonRelease:
        return drop(*static_cast<QMouseEvent*>(event));
    case QEvent::ContextMenu:
        emit menuWanted(*token, static_cast<QContextMenuEvent*>(event)->globalPos());
        return true;
    case QEvent::KeyPress: {
        const auto command = commandOf(KeyContext::token, *static_cast<QKeyEvent*>(event));
        return command && pressKey(*token, *command);
    }
    default:
        return false;
    }
}

bool TokenEditor::press(TokenIndex token, const QMouseEvent& event) {
    if (event.button() == Qt::LeftButton)
        m_drag = Drag{token, event.globalPosition().toPoint()};
    return false;
}

bool TokenEditor::drag(const QMouseEvent& event) {
    if (!m_drag || !(event.buttons() & Qt::LeftButton))
        return false;
    const QPoint now = event.globalPosition().toPoint();
    if (!m_drag->moving && (now - m_drag->from).manhattanLength() < QApplication::startDragDistance())
        return false;
    m_drag->moving = true;
    m_drag->gap = gapAt(m_row->mapFromGlobal(now));
    showGap();
    return true;
}

bool TokenEditor::drop(const QMouseEvent& event) {
    const std::optional<Drag> drag = std::exchange(m_drag, std::nullopt);
    m_marker->hide();
    if (!drag || !drag->moving)
        return false;
    // A drag is not a click.
    m_chips[static_cast<std::size_t>(drag->token)]->setDown(false);
    const TokenIndex to = drag->gap > drag->token ? drag->gap - 1 : drag->gap;
    if (to != drag->token && !isTakenAway(event))
        move(drag->token, to);
    return true;
}

bool TokenEditor::pressKey(TokenIndex token, KeyCommand command) {
    if (command == KeyCommand::edit)
        edit(token);
    else if (command == KeyCommand::remove)
        emit removed(token);
    else
        move(token, token + (command == KeyCommand::left ? -1 : 1));
    return true;
}

/// The focus stays with the token. Does nothing at the ends of the sentence.
void TokenEditor::move(TokenIndex token, TokenIndex to) {
    if (to < 0 || to >= static_cast<TokenIndex>(m_chips.size()))
        return;
    emit moved(token, to);
    m_chips[static_cast<std::size_t>(to)]->setFocus();
}

/// The chip before which a drop at `point` would go; the number of chips for the end.
TokenIndex TokenEditor::gapAt(QPoint point) const {
    for (std::size_t i = 0; i < m_chips.size(); ++i) {
        const QRect chip = m_chips[i]->geometry();
        if (point.y() < chip.top() || (point.y() <= chip.bottom() && point.x() < chip.center().x()))
            return static_cast<TokenIndex>(i);
    }
    return static_cast<TokenIndex>(m_chips.size());
}

void TokenEditor::showGap() {
    const bool end = m_drag->gap == static_cast<TokenIndex>(m_chips.size());
    const QRect chip = m_chips[static_cast<std::size_t>(end ? m_drag->gap - 1 : m_drag->gap)]->geometry();
    const int width = m_theme.px(3);
    const int x = end ? chip.right() + m_theme.px(2) : chip.left() - m_theme.px(2) - width;
    QPalette colours;
    colours.setColor(QPalette::Window, m_theme.colours().accent);
    m_marker->setPalette(colours);
    m_marker->setGeometry(std::max(x, 0), chip.top(), width, chip.height());
    m_marker->show();
    m_marker->raise();
}

void TokenEditor::edit(TokenIndex token) {
    finishEditing(true);
    const PillButton* chip = m_chips[static_cast<std::size_t>(token)];
    const QString text = QString::fromStdString(m_tokens[static_cast<std::size_t>(token)]);
    if (text.size() > static_cast<qsizetype>(most_in_field)) { // QLineEdit would truncate it
        emit refused(tr("A token of %1 characters is too long to be edited; you can remove it")
                         .arg(groupedNumber(text.size())));
        return;
    }
    emit opened();
    m_edited = token;
    m_editor = new QLineEdit(text, m_row);
    m_editor->setFont(m_theme.font(TextRole::body));
    m_editor->setAccessibleName(chip->accessibleName());
    QRect place = chip->geometry();
    place.setWidth(std::max(place.width(), m_theme.px(120)));
    place.moveRight(std::min(place.right(), std::max(m_row->width() - 1, place.width() - 1)));
    m_editor->setGeometry(place);
    m_editor->selectAll();
    m_editor->installEventFilter(this);
    connect(m_editor, &QLineEdit::returnPressed, this, [this] { finishEditing(true); });
    m_editor->show();
    m_editor->setFocus();
}

void TokenEditor::finishEditing(bool keep) {
    QLineEdit* editor = std::exchange(m_editor, nullptr);
    if (!editor)
        return;
    const TokenIndex token = m_edited;
    const QString text = editor->text();
    const QString before = QString::fromStdString(m_tokens[static_cast<std::size_t>(token)]);
    if (editor->hasFocus())
        m_chips[static_cast<std::size_t>(token)]->setFocus();
    retire(editor);
    if (keep && text != before)
        emit typed(token, text);
}

void TokenEditor::letGo() {
    m_drag.reset();
    m_marker->hide();
    finishEditing(false);
}

} // namespace lab
