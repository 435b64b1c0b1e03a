// SPDX-License-Identifier: GPL-3.0-or-later
//
// A rounded button with a short text: a choice, a token or a plain text button.
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
        choice, ///< filled with the accent colour when chosen
        chip,   ///< outlined: a small command or, made checkable, a token with its number in front
        plain,  ///< text only, with a background on hover
    };
    PillButton(const Theme& theme, Kind kind, const QString& text, QWidget* parent = nullptr);

    /// A small number in front of the text, for chips.
    void setBadge(const QString& badge);
    const QString& badge() const { return m_badge; }
    /// Draws a chip as an outline.
    void setHollow(bool hollow);
    bool isHollow() const { return m_hollow; }
    /// Whether it is drawn as having the keyboard: not if a click has given it that.
    bool hasRing() const { return hasFocus() && m_byKeyboard; }
    /// A dot of that colour in front of the text.
    void setDot(const QColor& colour);
    /// Fills shares of a chip from the left, one band under the other. Each has a line
    /// of its length above or below the text.
    struct Band {
        double share; ///< 0 to 1
        QColor colour, line;
        bool operator==(const Band&) const = default;
    };
    void setBands(const QList<Band>& bands);
    const QList<Band>& bands() const { return m_bands; }
    /// Marks a chip as one that was looked for.
    void setFound(bool found);
    bool isFound() const { return m_found; }
    /// Strikes the text out.
    void setStruck(bool struck);
    bool isStruck() const { return m_struck; }
    /// Makes the button open a menu, which it takes ownership of, and shows an arrow. A choice is then always
    /// drawn as chosen, with the current value as its text. Made checkable again, it is drawn as chosen only
    /// when checked, and a click does not toggle it.
    void setMenu(QMenu* menu);
    QMenu* menu() const { return m_menu; }
    /// Shows an arrow, for a button that opens something other than a menu.
    void setShowsArrow();
    /// Shows a small bar of colours in front of the text, for palette choices.
    void setSwatch(const QList<QColor>& colours);
    const QList<QColor>& swatch() const { return m_swatch; }
    /// Never elides the text.
    void setNeverElided();
    /// Shows the whole text where the layout gives it the width, and elides it otherwise.
    void setWholeWhereThereIsRoom();
    /// Uses the small font, for pills among other controls.
    void setSmall();

    /// Shows symbols such as W_Q with subscripts.
    void setHasSymbols();

    /// Wraps a long text instead of eliding it.
    void setWrapping(bool wraps = true);

    bool hasHeightForWidth() const override { return m_wraps; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void nextCheckState() override;
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QFont textFont() const;
    int badgeWidth() const;
    int swatchWidth() const;
    void paintBands(QPainter& painter, const QRectF& shape, double radius) const;
    void paintSwatch(QPainter& painter, const QRectF& bar, const QColor& outline) const;
    int dotWidth() const;
    int arrowWidth() const;
    int margins() const;
    /// The text, elided to what there is room for.
    QString shownText() const;
    /// The text, elided to `most` pixels.
    QString textWithin(int most) const;
    int aroundText() const;
    QSize sizeFor(const QString& text) const;

    const Theme& m_theme;
    Kind m_kind;
    QString m_badge;
    QColor m_dot; // invalid: none
    QMenu* m_menu = nullptr;
    QList<QColor> m_swatch;
    QList<Band> m_bands;
    bool m_opens = false; ///< a menu or something else
    bool m_small = false;
    bool m_whole = false;
    bool m_fills = false; ///< the width that it is given
    bool m_wraps = false;
    bool m_hasSymbols = false;
    bool m_struck = false;
    bool m_found = false;
    bool m_byKeyboard = true; ///< it got the keyboard by that, not by a click
    bool m_hollow = false;
};

} // namespace lab
