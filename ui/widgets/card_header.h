// SPDX-License-Identifier: GPL-3.0-or-later
//
// The first line of a card: a dot, its title, a formula, a note at the right, and its menu.
#pragma once

#include <QColor>
#include <QHash>
#include <QWidget>

#include <optional>

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace lab {

class Theme;

class CardHeader : public QWidget {
    Q_OBJECT
public:
    explicit CardHeader(const Theme& theme, QWidget* parent = nullptr);

    /// `brief` is what a narrow card has room for; empty: the title itself.
    void setTitle(const QString& title, const QString& brief = {});
    const QString& title() const { return m_whole; }
    /// Invalid: none.
    void setDot(const QColor& colour);
    /// Rich text beside the title; empty: none. `tip` is shown over it.
    void setFormula(const QString& formula, const QString& tip = {});
    /// At the right; `brief` is for a narrow card that has room for it.
    void setNote(const QString& note, const QString& brief = {});
    const QString& note() const { return m_wholeNote; }
    /// Puts a control between the note and the menu.
    void addControl(QWidget* control);
    /// Puts a widget after the title that takes all the room there is.
    void addAfterTitle(QWidget* widget);
    /// What its menu's button says of itself.
    void setMenuTip(const QString& tip);

    /// A card so wide has briefs alone and no menu; absent: it has everything.
    void setNarrow(std::optional<int> width);
    /// How wide everything is, and how high it is in a narrow card or another.
    int wholeWidth() const;
    int height(bool narrow) const;
    /// How wide everything would be with another formula and note.
    int widthWith(const QString& formula, const QString& note) const;

signals:
    /// Its menu is wanted, at a point of the screen.
    void menuRequested(const QPoint& where);

private:
    void restyle();
    void showTexts();
    QString briefNote() const;
    int formulaWidth(const QString& formula) const;

    const Theme& m_theme;
    QHBoxLayout* m_row;
    QLabel* m_dot;
    QLabel* m_title;
    QLabel* m_formula;
    QLabel* m_note;
    QToolButton* m_menu;
    QString m_whole, m_brief;
    QString m_wholeNote, m_briefNote;
    QColor m_dotColour;
    std::optional<int> m_narrow;
    /// Rich text takes long to measure, and each layout asks for the width of the same few formulas again.
    mutable QHash<QString, int> m_formulaWidths;
};

} // namespace lab
