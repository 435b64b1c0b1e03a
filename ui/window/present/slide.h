// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is on the screen while presenting: the name of the current scene, the page, one large line that
// explains the inspected number, and the keys.
#pragma once

#include <QPointer>
#include <QWidget>

class QLabel;
class QStackedWidget;
class QVBoxLayout;

namespace lab {

class CaptionView;
class HelpLine;
class LabDocument;
class Page;
class Selection;
class Theme;

class Slide : public QWidget {
    Q_OBJECT
public:
    Slide(LabDocument& document, Selection& selection, Theme& theme, QWidget* parent);

    /// Shows a widget between the title and the lines. Becomes its parent.
    void setBody(QWidget* body);
    /// The pages in it: what stands below the one that is shown depends on it.
    void setPages(QStackedWidget& pages);
    /// In large letters above the page. Empty: none, and the page has its room.
    void setTitle(const QString& title);
    QLabel& title() const { return *m_title; }
    /// Below the title: what a lesson asks. Empty: nothing.
    void setQuestion(const QString& question);
    QLabel& question() const { return *m_question; }
    HelpLine& help() const { return *m_help; }
    CaptionView& explanation() const { return *m_explanation; }
    /// Unfolds the line that explains the inspected number, or folds it.
    void setExplained(bool explained);
    bool isExplained() const { return m_explained; }

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void explain();
    void showPage(Page* page);
    bool endsWithPage() const;
    void placeHelp();
    void restyle();

    LabDocument& m_document;
    Selection& m_selection;
    const Theme& m_theme;
    QVBoxLayout* m_column;
    QLabel* m_title;
    QLabel* m_question;
    CaptionView* m_explanation;
    HelpLine* m_help;
    QPointer<Page> m_page;
    QPointer<QWidget> m_body;
    bool m_explained = false;
    bool m_pageExplains = false; ///< in a line of its own
};

} // namespace lab
