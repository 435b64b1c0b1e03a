// SPDX-License-Identifier: GPL-3.0-or-later
//
// A thin line at the bottom of the slide: which keys there are, or what was refused. It fades after a while,
// and comes back when the pointer is on it. Which scene of how many is shown stands there, too, and stays.
#pragma once

#include "ui/look/motion.h"

#include <QTimer>
#include <QWidget>

namespace lab {

class Theme;

class HelpLine : public QWidget {
    Q_OBJECT
public:
    explicit HelpLine(Theme& theme, QWidget* parent = nullptr);

    /// Shows which keys there are.
    void showKeys();
    void say(const QString& text);
    const QString& text() const { return m_text; }
    /// "2 of 5"; empty: none.
    void setCount(const QString& count);
    const QString& count() const { return m_count; }
    /// From 0, when it has faded, to 1.
    double opacity() const;

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;

private:
    void setText(const QString& text);
    void describe();

    const Theme& m_theme;
    QString m_text, m_count;
    QTimer m_stays;
    Movement m_fading;
    bool m_gone = true;
};

} // namespace lab
