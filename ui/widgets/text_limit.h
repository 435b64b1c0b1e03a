// SPDX-License-Identifier: GPL-3.0-or-later
//
// Text that is too long for the field that it is pasted or dropped into. A field of Qt takes seconds to
// minutes for fifty megabytes, or cuts them, so none of them gets to see it.
#pragma once

#include <QClipboard>
#include <QObject>

class QContextMenuEvent;
class QWidget;

namespace lab {

/// Watches every field for text of the program: keys, context menus, the middle button, drag and drop, and
/// input methods.
class TextLimit : public QObject {
    Q_OBJECT
public:
    explicit TextLimit(QWidget* window);

signals:
    /// The text was not taken, and why. Of a field in another window than this one a tooltip says it instead.
    void refused(const QString& message);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// Why the text cannot come to what the field holds already; empty where it can.
    static QString problemOf(const QWidget& field, const QString& text);
    /// Whether it cannot, which is then said.
    bool rejectIfTooLarge(QWidget& field, const QString& text);
    bool refusesClipboard(QWidget& field, QClipboard::Mode mode);
    bool filterKey(QWidget& field, QEvent* event);
    /// While too long a text is on the clipboard: shows the field's own menu, whose Paste refuses it.
    bool showMenu(QWidget& field, const QContextMenuEvent& event);

    QWidget* m_window;
};

/// Why a text of that length cannot be pasted, in a sentence; empty where it can be.
QString pasteProblem(const QString& text);

} // namespace lab
