// SPDX-License-Identifier: GPL-3.0-or-later
//
// The manual: the pages of resources/manual, compiled into the program, with a search over all of them.
#pragma once

#include <QDialog>

class QLineEdit;
class QListWidget;
class QTextBrowser;

namespace lab {

class Theme;

class ManualWindow : public QDialog {
    Q_OBJECT
public:
    ManualWindow(const Theme& theme, QWidget* parent);

    /// Shows the page, given by its name without ".md".
    void openPage(const QString& page);

    QLineEdit& searchField() const { return *m_search; }
    QListWidget& pages() const { return *m_pages; }
    QTextBrowser& text() const { return *m_text; }

private:
    /// Lists the pages that contain every search word, first those with a heading or an entry of that name,
    /// then those that have the words in a row; all pages if none is entered.
    void search();
    void showPage(int row);
    /// Goes to the heading or entry of that name, or else to the first occurrence.
    void findFirst();
    /// Goes to the next occurrence of the search words in a row or, where there is none, of the first one,
    /// wrapping at the end.
    void findNext();
    void restyle();

    const Theme& m_theme;
    QLineEdit* m_search;
    QListWidget* m_pages;
    QTextBrowser* m_text;
};

} // namespace lab
