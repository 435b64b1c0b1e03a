// SPDX-License-Identifier: GPL-3.0-or-later
//
// Refuses text that is too long for the field that it is pasted or dropped into. Qt's fields take seconds to
// minutes for fifty megabytes, or truncate them, so such text never reaches them. Nor does pasting reach them
// while the clipboard has no text: they would delete what is selected.
#pragma once

#include <QClipboard>
#include <QObject>

class QContextMenuEvent;
class QWidget;

namespace lab {

/// Watches every text field of the window and its dialogs: keys, context menus, the middle button, drag and
/// drop, and input methods.
class TextLimit : public QObject {
    Q_OBJECT
public:
    explicit TextLimit(QWidget* window);

signals:
    /// The text was refused, and why. For a field in another window a tooltip is shown instead.
    void refused(const QString& message);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// Why the text cannot be added to the field's content; empty if it can.
    static QString problemOf(const QWidget& field, const QString& text);
    /// Reports the problem. False if there is none.
    bool reject(QWidget& field, const QString& problem);
    bool refusesClipboard(QWidget& field, QClipboard::Mode mode);
    bool filterKey(QWidget& field, QEvent* event);
    /// If the clipboard text is too long: shows the field's own menu, with a Paste that refuses it.
    bool showMenu(QWidget& field, const QContextMenuEvent& event);

    QWidget* m_window;
};

/// Why a text is too long to be pasted, in a sentence; empty if it is not.
QString pasteProblem(const QString& text);

} // namespace lab
