// SPDX-License-Identifier: GPL-3.0-or-later
//
// The bundled documents, one menu per group: a single menu would be higher than a small screen. Each entry
// shows the attention weights and what the document is about.
#pragma once

#include "ui/document/examples.h"

#include <QMenu>

namespace lab {

class Theme;

/// The entries are created when the menu is first shown, to keep startup fast.
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
