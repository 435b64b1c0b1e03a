// SPDX-License-Identifier: GPL-3.0-or-later
//
// A thin line at the bottom of the slide: which keys there are, or what was refused. It fades after a while,
// and comes back when the pointer is on it.
#pragma once

#include "ui/look/motion.h"

#include <QStringList>
#include <QTimer>
#include <QWidget>

namespace lab {

class Theme;

class HelpLine : public QWidget {
    Q_OBJECT
public:
    explicit HelpLine(Theme& theme, QWidget* parent = nullptr);

    /// Shows which keys there are, as many of them as there is room for.
    void showKeys(const QStringList& keys);
    void say(const QString& text);
    const QString& text() const { return m_text; }
    /// From 0, when it has faded, to 1.
    double opacity() const;

    QSize sizeHint() const override;

signals:
    /// The pointer is on it: which keys are there?
    void asked();

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;

private:
    void setText(const QStringList& parts);

    const Theme& m_theme;
    QString m_text;
    QStringList m_parts; ///< of the text, the last ones of which can be left out
    QTimer m_stays;
    Movement m_fading;
    bool m_gone = true;
};

} // namespace lab
