// SPDX-License-Identifier: GPL-3.0-or-later
//
// A strip across the window with a message and buttons for what can be done about it.
#pragma once

#include <QFrame>

class QBoxLayout;
class QLabel;
class QPushButton;

namespace lab {

class Theme;

class NoticeStrip : public QFrame {
    Q_OBJECT
public:
    explicit NoticeStrip(const Theme& theme, QWidget* parent = nullptr);

    /// The message; empty while hidden.
    QString text() const;

protected:
    /// Appends a button.
    QPushButton* addButton(const QString& text, const QString& tip);
    void say(const QString& text, const QString& tip);
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void restyle();
    void arrange();

    const Theme& m_theme;
    QLabel* m_text;
    QWidget* m_buttons;
    QBoxLayout* m_layout;
};

} // namespace lab
