// SPDX-License-Identifier: GPL-3.0-or-later
//
// The bar at the top: the document and its examples, undo and redo, the page, the view, export. Where there
// is no room, buttons move behind "⋯" and the tabs become a menu.
#pragma once

#include "ui/document/changed_examples.h"

#include <QFrame>
#include <QList>

class QAction;
class QMenu;
class QPushButton;
class QToolButton;

namespace lab {

class Actions;
class GalleryPopup;
class LabDocument;
class TabSwitch;
class Theme;

class TopBar : public QFrame {
    Q_OBJECT
public:
    TopBar(LabDocument& document, const Actions& actions, const Theme& theme, QWidget* parent = nullptr);

    /// Says on the button Present how many scenes there are to walk through.
    void setScenes(std::size_t count);
    /// What the button Present opens; nullptr: it presents. It must outlive the bar.
    void setPresentMenu(QMenu* menu);
    /// The entries of the menu of changed examples, newest last.
    void setChangedExamples(const std::vector<ChangedExamples::Entry>& examples);

signals:
    void exampleChosen(const QString& name);
    void recentChosen(const QString& file);
    void changedExampleChosen(std::size_t which);
    void messageRequested(const QString& message);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    void fillDocumentMenu();
    void fillRecentMenu(QMenu& menu);
    void openGallery();
    void fillViewMenu();
    void fillSnapshotMenu();
    void fillExportMenu();
    void restyle();
    /// Puts each button into the bar or behind "⋯". The title gets the remaining width.
    void arrange();
    void fitTitle(int room);

    struct Foldable {
        QWidget* button;
        QAction* entry; ///< does the same in the menu
    };

    LabDocument& m_document;
    const Actions& m_actions;
    const Theme& m_theme;
    QPushButton* m_title;
    QMenu* m_changedExamples;
    GalleryPopup* m_gallery = nullptr; ///< nullptr before it is first opened
    QToolButton* m_undo;
    QToolButton* m_redo;
    QToolButton* m_parameters;
    TabSwitch* m_tabs;
    QPushButton* m_revert;
    QPushButton* m_view;
    QPushButton* m_snapshot;
    QPushButton* m_export;
    QPushButton* m_present;
    QToolButton* m_more;
    QMenu* m_moreMenu;
    int m_titleRim = 0; ///< width of the title button without its text
    QList<const QWidget*> m_folded;
    QList<Foldable> m_foldables; // in the order of the bar
};

} // namespace lab
