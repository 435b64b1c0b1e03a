// SPDX-License-Identifier: GPL-3.0-or-later
//
// A page of the window: it scrolls, follows the document and has a figure to export.
#pragma once

#include "core/describe/operands.h"
#include "ui/plots/figure.h"

#include <QScrollArea>

#include <optional>
#include <vector>

class QMenu;

namespace lab {

class EmptyState;
class LabDocument;
class Presentable;
class Selection;
class Theme;

class Page : public QScrollArea {
    Q_OBJECT
public:
    /// A header above the content that scrolls with it, in small windows. Null: none.
    virtual void setHeader(QWidget* header) = 0;
    /// The explanation covers the lowest `height` pixels. Nothing moves, and what is covered can be scrolled
    /// into view.
    virtual void setCovered(int height);
    virtual Presentable& presentable() = 0;
    /// What of the page is shown, in a word or two: a stage. Empty: all of it.
    virtual QString subject() const { return {}; }
    /// The figure of the page; nullopt while the page shows no numbers.
    virtual std::optional<Figure> figure() const = 0;

signals:
    /// The colour ranges of the page, "from 0 to 1, …", where they are not those of the board. Empty when it
    /// is left, or shows no colours.
    void coloursShown(const QString& ranges);
    void exportRequested(const lab::Figure& figure);
    void copyRequested(const lab::Figure& figure);
    /// The numbers of a stage should be saved; of that head, if it has one matrix a head.
    void numbersRequested(lab::StageId stage, lab::HeadIndex head);
    /// The user wants to compare numbers of their own with a stage; `head` matters for stages with one matrix
    /// per head.
    void checkRequested(lab::StageId stage, lab::HeadIndex head);
    /// The user wants these cells to be covered, but not to be asked for.
    void coverRequested(const lab::StageBlock& block);
    /// An entry was rejected, and why.
    void refused(const QString& reason);
    void subjectChanged();
    /// The user wants an example instead of an empty document.
    void exampleChosen(const QString& name);

protected:
    Page(LabDocument& document, Selection& selection, const Theme& theme, QWidget* parent);

    /// Shown instead of the page's content while the document is empty.
    EmptyState& emptyState() const { return *m_empty; }
    /// Updates what emptyState() says. Returns whether the document is empty.
    bool updateEmptyState();
    /// Every stage that is computed, for the shown head.
    std::vector<StageBlock> everyMatrix() const;
    /// Applies the theme. Derived classes call it at the end of their constructors.
    virtual void restyle();
    /// Adds the entries that save and copy a figure. For a stage, also those that save its numbers and check
    /// the user's own.
    void addFigureActions(QMenu& menu, const Figure& figure);
    void addCheckAction(QMenu& menu, StageId stage, HeadIndex head);
    /// Opens a menu that saves or copies figure(), at `where` in global coordinates.
    void showFigureMenu(const QPoint& where);

    LabDocument& m_document;
    Selection& m_selection;
    const Theme& m_theme;

private:
    EmptyState* m_empty;
};

} // namespace lab
