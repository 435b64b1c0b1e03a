// SPDX-License-Identifier: GPL-3.0-or-later
//
// A thin line at the bottom of the slide: which keys there are, or what was refused. It fades after a while,
// and comes back when the pointer is on it, with all keys and as much room as they need. Which scene of how
// many is shown stands there, too, and stays.
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

    /// Shows which keys there are, as many of them as there is room for, and how to see the others.
    void showKeys(const QStringList& keys);
    /// Until they fade.
    bool isShowingKeys() const { return !m_isMessage && !m_gone; }
    void say(const QString& text);
    /// What say() said is out of date, and goes at once.
    void endMessage();
    const QString& text() const { return m_text; }
    /// The part of the text that has room while the pointer is not on the line.
    QString shown() const;
    /// Whether the line shows a message instead of the list of keys.
    bool isMessage() const { return m_isMessage; }
    /// "2 of 5"; empty: none.
    void setCount(const QString& count);
    const QString& count() const { return m_count; }
    /// From 0, when it has faded, to 1.
    double opacity() const;

    QSize sizeHint() const override;
    /// The width of the count, and of the gap after it; 0 without one.
    int countWidth() const;
    /// The height for the whole text, on as many lines as it needs.
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    /// Whether the pointer is on the line, so that all of the text is wanted.
    bool isPointedAt() const { return m_pointed; }
    /// True: the line lies over something else, and hides it while it is visible.
    void setOpaque(bool opaque);

signals:
    /// The text is another one, has faded or is pointed at: it needs another size.
    void said();
    /// The pointer is on it: which keys are there?
    void asked();

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    QStringList fitting(int width, const QFontMetrics& metrics) const;
    QRect textRoom() const;
    QString wrapped(int width) const;
    void setText(const QStringList& parts);
    QFont lineFont() const;
    void describe();

    const Theme& m_theme;
    QString m_text, m_count;
    QStringList m_parts; ///< of the text, the last ones of which can be left out
    QTimer m_stays;
    Movement m_fading;
    bool m_gone = true;
    bool m_opaque = false;
    bool m_isMessage = false;
    bool m_pointed = false;
};

} // namespace lab
