// SPDX-License-Identifier: GPL-3.0-or-later
//
// A small lock and a sentence at the place where somebody has tried to change what is locked: at the pointer,
// or where the keyboard is.
#pragma once

#include <QTimer>
#include <QWidget>

class QLabel;

namespace lab {

class Theme;

class LockNote : public QWidget {
    Q_OBJECT
public:
    LockNote(const Theme& theme, QWidget* window);

    /// Shows it for some seconds.
    void say(const QString& reason);
    QString text() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QPoint place() const;
    void restyle();

    const Theme& m_theme;
    QLabel* m_text;
    QTimer m_untilHidden;
    bool m_byKeyboard = false; ///< what was tried last
};

} // namespace lab
