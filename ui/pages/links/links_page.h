// SPDX-License-Identifier: GPL-3.0-or-later
//
// The window's mode Links: attention weights of the shown head as lines, and how they are to be seen.
#pragma once

#include "ui/plots/figure.h"

#include <QScrollArea>
#include <QTimer>

class QLabel;
class QMenu;
class QToolButton;

namespace lab {

class LabDocument;
class LinksControls;
class LinksPlot;
class Selection;

class LinksPage : public QScrollArea {
    Q_OBJECT
public:
    LinksPage(LabDocument& document, Selection& selection, const Theme& theme, QWidget* parent = nullptr);

    LinksPlot& plot() const { return *m_plot; }
    const LinksLook& look() const;
    /// What is inspected, as far as it stands for links.
    LinksFocus inspected() const;
    /// What a picture of it is drawn of.
    LinksFigure picture() const;

    /// What stands above the card and scrolls with it, in small windows; null takes it away.
    void setHeader(QWidget* header);
    /// So much of its lower part lies under something else: it makes do with the rest.
    void setCovered(int height);

signals:
    void exportRequested(const lab::Figure& view);
    void copyRequested(const lab::Figure& view);
    /// What was typed into a control will not do, and why.
    void refused(const QString& reason);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void connectPlot();
    void refresh();
    void updateTexts();
    void showAge(const LinksContent& content);
    bool isOfTheDocument() const;
    void restyle();
    void relayout();
    void showMenu(const QPoint& where);

    LabDocument& m_document;
    Selection& m_selection;
    const Theme& m_theme;
    QWidget* m_content;
    QWidget* m_header = nullptr;
    QLabel* m_empty;
    QFrame* m_card;
    QLabel* m_title;
    QLabel* m_of; ///< of which head
    QToolButton* m_menu;
    LinksControls* m_controls;
    LinksPlot* m_plot;
    QLabel* m_warnings;
    QLabel* m_remarks;
    MatrixPtr m_shown;
    QTimer m_untilOutdated; ///< runs while the weights are an older answer, and nobody need be told yet
};

} // namespace lab
