// SPDX-License-Identifier: GPL-3.0-or-later
//
// One of the window's modes: a page that scrolls, follows the document, and has a figure to export.
#pragma once

#include "ui/plots/figure.h"

#include <QScrollArea>

#include <optional>

class QLabel;
class QMenu;

namespace lab {

class LabDocument;
class Selection;
class Theme;

class Page : public QScrollArea {
    Q_OBJECT
public:
    /// Shown above the page's content and scrolling with it, in small windows; null: nothing.
    virtual void setHeader(QWidget* header) = 0;
    /// The lowest `height` pixels lie under the explanation. Nothing moves; what is covered can be scrolled
    /// up.
    virtual void setCovered(int height);
    /// What a figure of the page shows; nothing while the page shows no numbers.
    virtual std::optional<Figure> figure() const = 0;

signals:
    void exportRequested(const lab::Figure& figure);
    void copyRequested(const lab::Figure& figure);
    /// An entry was rejected, and why.
    void refused(const QString& reason);

protected:
    Page(LabDocument& document, Selection& selection, const Theme& theme, QWidget* parent);

    /// Shown instead of the page's content while the document is empty.
    QLabel& emptyState() const { return *m_empty; }
    /// Updates its text. Returns whether the document is empty.
    bool updateEmptyState();
    /// Applies the theme. Derived classes call it at the end of their constructors.
    virtual void restyle();
    void addFigureActions(QMenu& menu, const Figure& figure);
    /// A menu that saves or copies figure(), at a point of the screen.
    void showFigureMenu(const QPoint& where);

    LabDocument& m_document;
    Selection& m_selection;
    const Theme& m_theme;

private:
    QLabel* m_empty;
};

} // namespace lab
