// SPDX-License-Identifier: GPL-3.0-or-later
//
// The bar at the top: the document and its examples, undo and redo, the view, export.
#pragma once

#include "core/stage.h"

#include <QFrame>

class QMenu;
class QPushButton;
class QToolButton;

namespace lab {

class Actions;
class LabDocument;
class Theme;

class TopBar : public QFrame {
    Q_OBJECT
public:
    TopBar(LabDocument& document, const Actions& actions, const Theme& theme, QWidget* parent = nullptr);

signals:
    void exampleChosen(const QString& name);
    void exportRequested(lab::StageId stage);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fillDocumentMenu();
    void fillViewMenu();
    void fillExportMenu();
    void refresh();
    void restyle();
    void fitTitle();

    LabDocument& m_document;
    const Actions& m_actions;
    const Theme& m_theme;
    QPushButton* m_title;
    QToolButton* m_undo;
    QToolButton* m_redo;
    QToolButton* m_parameters;
    QPushButton* m_reset;
    QPushButton* m_view;
    QPushButton* m_export;
    QMenu* m_exportMenu;
    QAction* m_resetInMenu = nullptr;
    QAction* m_exportInMenu = nullptr;
};

} // namespace lab
