// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/text_limit.h"

#include "core/base/text_limits.h"
#include "ui/text/short_text.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QContextMenuEvent>
#include <QDropEvent>
#include <QInputMethodEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QToolTip>

#include <cmath>
#include <limits>

namespace lab {

namespace {

/// The room in an editable text field. `kept` is the length of the text that a paste does not replace.
struct TextRoom {
    qsizetype kept = 0;
    qsizetype most = 0; ///< characters
};

std::optional<TextRoom> roomOf(const QWidget* widget) {
    if (const auto* spin = qobject_cast<const QAbstractSpinBox*>(widget))
        widget = spin->findChild<QLineEdit*>();
    if (const auto* line = qobject_cast<const QLineEdit*>(widget); line && !line->isReadOnly())
        return TextRoom{line->text().size() - line->selectedText().size(), line->maxLength()};
    if (const auto* text = qobject_cast<const QPlainTextEdit*>(widget); text && !text->isReadOnly())
        return TextRoom{text->document()->characterCount() - text->textCursor().selectedText().size(),
                        static_cast<qsizetype>(most_in_field)};
    return std::nullopt;
}

/// The text field that an event of this widget is for. In a scrollable field the viewport gets the mouse
/// events.
QWidget* fieldWidget(QObject* watched) {
    auto* widget = qobject_cast<QWidget*>(watched);
    if (widget && !roomOf(widget))
        widget = widget->parentWidget();
    return widget && roomOf(widget) ? widget : nullptr;
}

/// Whether a widget is in this window or in one of its dialogs.
bool belongsTo(const QWidget* widget, const QWidget* window) {
    while (widget && widget != window)
        widget = widget->parentWidget();
    return widget;
}

/// For example "2.5 MB". Rounded up, so that a refused size never looks like an allowed one.
QString megabytes(std::size_t bytes) {
    constexpr double megabyte = 1e6;
    const double rounded = std::ceil(static_cast<double>(bytes) / megabyte * 10) / 10;
    return TextLimit::tr("%1 MB").arg(rounded);
}

} // namespace

QString pasteProblem(const QString& text) {
    // A UTF-16 unit takes at least one byte of UTF-8, so text that is far too long is never converted.
    const auto least = static_cast<std::size_t>(text.size());
    const std::size_t bytes = least > most_text ? least : static_cast<std::size_t>(text.toUtf8().size());
    if (bytes <= most_text)
        return {};
    return TextLimit::tr("This text has %1, and at most %2 can be pasted at once. Nothing was changed: paste "
                         "less of it.")
        .arg(megabytes(bytes), megabytes(most_text));
}

QString TextLimit::problemOf(const QWidget& field, const QString& text) {
    const TextRoom room = *roomOf(&field);
    if (room.most == std::numeric_limits<int>::max()) // the sentence field, which has a limit in bytes
        return pasteProblem(text);
    if (text.size() <= room.most - room.kept)
        return {};
    return tr("This text has %1 characters, and the field takes at most %2. Nothing was changed: use a "
              "shorter text.")
        .arg(groupedNumber(text.size()), groupedNumber(room.most));
}

TextLimit::TextLimit(QWidget* window) : QObject(window), m_window(window) {
    qApp->installEventFilter(this); // to see events before the fields do
}

bool TextLimit::reject(QWidget& field, const QString& problem) {
    if (problem.isEmpty())
        return false;
    if (field.window() == m_window)
        emit refused(problem);
    else
        QToolTip::showText(field.mapToGlobal(QPoint(0, field.height())), problem, &field);
    return true;
}

bool TextLimit::refusesClipboard(QWidget& field, QClipboard::Mode mode) {
    return reject(field, problemOf(field, QGuiApplication::clipboard()->text(mode)));
}

bool TextLimit::filterKey(QWidget& field, QEvent* event) {
    const auto& key = *static_cast<QKeyEvent*>(event);
    if (!key.matches(QKeySequence::Paste))
        return false;
    const bool selection =
        key.key() == Qt::Key_Insert && key.modifiers() == (Qt::ControlModifier | Qt::ShiftModifier);
    const QString text =
        QGuiApplication::clipboard()->text(selection ? QClipboard::Selection : QClipboard::Clipboard);
    // Pasting an empty text would delete what is selected.
    return reject(field,
                  text.isEmpty() ? tr("The clipboard has no text: copy some first") : problemOf(field, text));
}

bool TextLimit::showMenu(QWidget& field, const QContextMenuEvent& event) {
    if (problemOf(field, QGuiApplication::clipboard()->text()).isEmpty())
        return false;
    auto* text = qobject_cast<QPlainTextEdit*>(&field);
    auto* line = qobject_cast<QLineEdit*>(&field);
    if (!line)
        line = field.findChild<QLineEdit*>(); // a spin box's
    QMenu* menu = text ? text->createStandardContextMenu() : line->createStandardContextMenu();
    // The text is the only way to identify the action.
    const QString name = text ? QCoreApplication::translate("QWidgetTextControl", "&Paste")
                              : QCoreApplication::translate("QLineEdit", "&Paste");
    for (QAction* paste : menu->actions()) {
        if (paste->text().section(QLatin1Char('\t'), 0, 0) != name)
            continue;
        disconnect(paste, &QAction::triggered, nullptr, nullptr);
        connect(paste, &QAction::triggered, this,
                [this, &field] { refusesClipboard(field, QClipboard::Clipboard); });
    }
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->popup(event.globalPos());
    return true;
}

bool TextLimit::eventFilter(QObject* watched, QEvent* event) {
    const auto refusesFor = [&](const auto& refusal) {
        QWidget* field = fieldWidget(watched);
        return field && belongsTo(field, m_window) && refusal(*field);
    };
    switch (event->type()) {
    case QEvent::KeyPress:
        return refusesFor([&](QWidget& field) { return filterKey(field, event); });
    case QEvent::ContextMenu:
        return refusesFor(
            [&](QWidget& field) { return showMenu(field, *static_cast<QContextMenuEvent*>(event)); });
    case QEvent::MouseButtonRelease:
        return static_cast<QMouseEvent*>(event)->button() == Qt::MiddleButton &&
               QGuiApplication::clipboard()->supportsSelection() &&
               refusesFor([&](QWidget& field) { return refusesClipboard(field, QClipboard::Selection); });
    case QEvent::InputMethod:
        return refusesFor([&](QWidget& field) {
            return reject(field, problemOf(field, static_cast<QInputMethodEvent*>(event)->commitString()));
        });
    case QEvent::Drop: {
        const QMimeData* data = static_cast<QDropEvent*>(event)->mimeData();
        return data->hasText() && !data->hasUrls() &&
               refusesFor([&](QWidget& field) { return reject(field, problemOf(field, data->text())); });
    }
    default:
        return false;
    }
}

} // namespace lab
