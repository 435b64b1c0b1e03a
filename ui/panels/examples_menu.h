// SPDX-License-Identifier: GPL-3.0-or-later
//
// The documents that come with the program, each with its attention weights and what it is about.
#pragma once

#include <QMenu>

namespace lab {

class Theme;

/// Its entries are made when it is first shown: nobody who starts the program waits for them.
class ExamplesMenu : public QMenu {
    Q_OBJECT
public:
    explicit ExamplesMenu(const Theme& theme, QWidget* parent = nullptr);

signals:
    void chosen(const QString& name);

private:
    void fill();

    const Theme& m_theme;
};

} // namespace lab
