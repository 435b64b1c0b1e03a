// SPDX-License-Identifier: GPL-3.0-or-later
//
// The documents that come with the program, a menu for each group of them: all in one would be higher than a
// small screen. Each document stands there with its attention weights and what it is about.
#pragma once

#include "ui/document/examples.h"

#include <QMenu>

namespace lab {

class Theme;

/// Its entries are made when it is first shown: nobody who starts the program waits for them.
class ExamplesMenu : public QMenu {
    Q_OBJECT
public:
    ExamplesMenu(const Theme& theme, ExampleGroup group, QWidget* parent = nullptr);

signals:
    void chosen(const QString& name);

private:
    void fill();

    const Theme& m_theme;
    const ExampleGroup m_group;
};

} // namespace lab
