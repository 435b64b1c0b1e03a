// SPDX-License-Identifier: GPL-3.0-or-later
//
// A rounded button with a short text: a choice among few, a token, a word that can be pressed.
#pragma once

#include <QAbstractButton>
#include <QList>

class QMenu;

namespace lab {

class Theme;

class PillButton : public QAbstractButton {
    Q_OBJECT
public:
    enum class Kind {
        choice, ///< filled with the accent where it is chosen
        chip,   ///< a token, with its number in front
        plain,  ///< a text without a shape until the pointer is on it
    };
    PillButton(const Theme& theme, Kind kind, const QString& text, QWidget* parent = nullptr);

    /// A small number in front of the text, for chips.
    void setBadge(const QString& badge);
    /// A dot of that colour in front of the text.
    void setDot(const QColor& colour);
    /// Strikes the text out.
    void setStruck(bool struck);
    bool isStruck() const { return m_struck; }
    /// The button opens a menu from now on, which it owns, and shows that it does. A choice is then drawn as
    /// chosen, its text says what; made checkable again it is where it is checked, and a click changes
    /// nothing.
    void setMenu(QMenu* menu);
    QMenu* menu() const { return m_menu; }
    /// The button opens something else than a menu, and shows that it opens something.
    void setShowsArrow();
    /// Colours, as a small bar in front of the text; for choices of colours.
    void setSwatch(const QList<QColor>& colours);
    const QList<QColor>& swatch() const { return m_swatch; }
    /// Its text is never shortened.
    void setNeverElided();
    /// In small letters, for where pills stand among other things.
    void setSmall();

    /// A longer text goes on in more lines, instead of being shortened.
    void setWrapping();

    bool hasHeightForWidth() const override { return m_wraps; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void nextCheckState() override;
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QFont textFont() const;
    int badgeWidth() const;
    int swatchWidth() const;
    void paintSwatch(QPainter& painter, const QRectF& bar, const QColor& outline) const;
    int dotWidth() const;
    int arrowWidth() const;
    int margins() const;
    /// The text, shortened where it would be longer than any reader wants in a row of chips.
    QString shownText() const;

    const Theme& m_theme;
    Kind m_kind;
    QString m_badge;
    QColor m_dot; // invalid: none
    QMenu* m_menu = nullptr;
    QList<QColor> m_swatch;
    bool m_opens = false; ///< a menu or something else
    bool m_small = false;
    bool m_whole = false;
    bool m_wraps = false;
    bool m_struck = false;
};

} // namespace lab
