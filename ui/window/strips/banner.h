// SPDX-License-Identifier: GPL-3.0-or-later
//
// Shows an error across the window, until it is closed or something succeeds.
#pragma once

#include <QFrame>

class QLabel;

namespace lab {

class PillButton;
class Theme;

class Banner : public QFrame {
    Q_OBJECT
public:
    explicit Banner(const Theme& theme, QWidget* parent = nullptr);

    void say(const QString& message);
    QString text() const;

private:
    void restyle();

    const Theme& m_theme;
    QLabel* m_text;
    PillButton* m_close;
};

} // namespace lab
