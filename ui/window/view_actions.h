// SPDX-License-Identifier: GPL-3.0-or-later
//
// How the window looks: size of everything, light or dark, whether things move, full screen, rows or columns.
// Connects these actions, and checks those that say what is the case.
#pragma once

#include "ui/look/sized_theme.h"

#include <QObject>

#include <functional>

class QWidget;

namespace lab {

class Actions;
class LabDocument;
class Theme;

class ViewActions : public QObject {
    Q_OBJECT
public:
    /// `sized`: the theme whose scale changes.
    ViewActions(LabDocument& document, Theme& theme, std::function<SizedTheme()> sized,
                const Actions& actions, QWidget* window);

signals:
    void messageRequested(const QString& message);

private:
    void updateChecks();
    void setScale(int percent);
    void setReducedMotion(bool reduced);
    void setHighContrast(bool high);

    LabDocument& m_document;
    Theme& m_theme;
    std::function<SizedTheme()> m_sized;
    const Actions& m_actions;
};

} // namespace lab
