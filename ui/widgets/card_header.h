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

    /// `brief` replaces the title in a narrow card; empty: the title itself.
    void setTitle(const QString& title, const QString& brief = {});
    const QString& title() const { return m_whole; }
    /// The tooltip of the title where the whole of it is shown.
    void setTitleTip(const QString& tip);
    /// An invalid colour removes the dot.
    void setDot(const QColor& colour);
    /// Rich text beside the title; empty: none. `tip` is its tooltip.
    void setFormula(const QString& formula, const QString& tip = {});
    /// Leaves room for this formula, so that nothing moves while another one gets as long; empty: none.
    void setFormulaRoom(const QString& widest);
    /// Right-aligned. `brief` is shown in a narrow card if it fits.
    void setNote(const QString& note, const QString& brief = {}, const QString& tip = {});
    const QString& note() const { return m_wholeNote; }
    /// The tooltip of the note.
    QString noteTip() const;
    /// Puts a control between the note and the menu.
    void addControl(QWidget* control);
    /// Inserts a widget after the title and the formula. It takes all the remaining width.
    void addAfterTitle(QWidget* widget);
    /// Tooltip of the menu button.
    void setMenuTip(const QString& tip);

    /// In a narrow card, of this width, only the brief texts are shown and no menu. Absent: everything is
    /// shown.
    void setNarrow(std::optional<int> width);
    /// Width with everything shown, and height in a narrow or a normal card.
    int wholeWidth() const;
    int height(bool narrow) const;
    /// Width with everything shown, for another formula and note.
    int widthWith(const QString& formula, const QString& note) const;

signals:
    /// The menu was requested. `where` is in global coordinates.
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
    QString m_titleTip;
    QString m_formulaRoom;
    QString m_whole, m_brief;
    QString m_wholeNote, m_briefNote;
    QColor m_dotColour;
    std::optional<int> m_narrow;
    /// Cache: rich text is slow to measure, and every layout asks for the same few formulas.
    mutable QHash<QString, int> m_formulaWidths;
};

} // namespace lab
