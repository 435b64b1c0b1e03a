// SPDX-License-Identifier: GPL-3.0-or-later
//
// The bar at the top: the menu, the document and its examples, undo and redo, the page, the view, export.
// Where there is no room, the tabs become one button, and buttons are left out: the menu has everything.
#pragma once

#include <QFrame>
#include <QList>

class QPushButton;
class QToolButton;

namespace lab {

class Actions;
class GalleryPopup;
class LabDocument;
class MainMenu;
class TabSwitch;
class Theme;

class TopBar : public QFrame {
    Q_OBJECT
public:
    TopBar(LabDocument& document, const Actions& actions, const Theme& theme, MainMenu& menu,
           QWidget* parent = nullptr);

    /// Says on the button Present how many scenes there are to walk through.
    void setScenes(std::size_t count);
    /// Whether the button Present opens its menu, which lets one choose a screen; otherwise it presents.
    void setChoosesScreen(bool chooses);
    void openMenu();

signals:
    void exampleChosen(const QString& name);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    void openGallery();
    void restyle();
    /// Leaves out the buttons that there is no room for. The title gets the remaining width.
    void arrange();
    void fitTitle(int room);

    LabDocument& m_document;
    const Actions& m_actions;
    const Theme& m_theme;
    MainMenu& m_menu;
    QToolButton* m_menuButton;
    QPushButton* m_title;
    GalleryPopup* m_gallery = nullptr; ///< nullptr before it is first opened
    QToolButton* m_undo;
    QToolButton* m_redo;
    TabSwitch* m_tabs;
    QPushButton* m_revert;
    QPushButton* m_view;
    QPushButton* m_snapshot;
    QPushButton* m_export;
    QPushButton* m_present;
    int m_titleRim = 0; ///< width of the title button without its text
};

} // namespace lab
