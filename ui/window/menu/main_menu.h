// SPDX-License-Identifier: GPL-3.0-or-later
//
// The menu of the window, with every command in it. Buttons of the top bar open parts of it.
#pragma once

#include "ui/document/files/changed_examples.h"

#include <QMenu>

#include <initializer_list>
#include <vector>

namespace lab {

class Actions;
enum class ActionId;
class LabDocument;
class Theme;

class MainMenu : public QMenu {
    Q_OBJECT
public:
    MainMenu(LabDocument& document, const Actions& actions, const Theme& theme, QWidget* parent = nullptr);

    QMenu& document() const { return *m_document; }
    QMenu& view() const { return *m_view; }
    QMenu& snapshots() const { return *m_snapshots; }
    /// Further entries may be put at its end.
    QMenu& present() const { return *m_present; }
    QMenu& exports() const { return *m_exports; }

    /// The entries of the menu of changed examples, newest last.
    void setChangedExamples(const std::vector<ChangedExamples::Entry>& examples);

signals:
    void galleryWanted();
    void recentChosen(const QString& file);
    void changedExampleChosen(std::size_t which);
    void messageRequested(const QString& message);

private:
    void add(QMenu& menu, std::initializer_list<ActionId> ids) const;
    void fillDocument(LabDocument& document);
    void fillRecent(QMenu& menu);
    void fillView();
    void fillPresent();

    const Actions& m_actions;
    const Theme& m_theme;
    QMenu* m_document;
    QMenu* m_view;
    QMenu* m_snapshots;
    QMenu* m_present;
    QMenu* m_exports;
    QMenu* m_changedExamples = nullptr;
};

} // namespace lab
