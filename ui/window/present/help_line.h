// SPDX-License-Identifier: GPL-3.0-or-later
//
// A thin line at the bottom of the slide: which keys there are, or what was refused. It fades after a while,
// and comes back when the pointer is on it.
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
    /// It shares its line with a page’s own controls: fewer keys.
    void setBrief(bool brief);
    /// How wide it is with the fewer keys.
    int widthOfKeys() const;
    const QString& text() const { return m_text; }
    /// From 0, when it has faded, to 1.
    double opacity() const;

    QSize sizeHint() const override;

signals:
    /// Another text, which may need another width.
    void said();

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;

private:
    void setText(const QString& text);
    QString briefKeys() const;
    QFont lineFont() const;
    int widthOf(const QString& text) const;

    const Theme& m_theme;
    QString m_text;
    QTimer m_stays;
    Movement m_fading;
    bool m_gone = true;
    bool m_brief = false;
    bool m_showsKeys = true;
};

} // namespace lab
