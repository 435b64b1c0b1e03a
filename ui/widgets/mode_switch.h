// SPDX-License-Identifier: GPL-3.0-or-later
//
// Exclusive choices side by side in one frame, for the mode of the window.
#pragma once

#include <QWidget>

class QAction;
class QButtonGroup;

namespace lab {

class Theme;

class ModeSwitch : public QWidget {
    Q_OBJECT
public:
    /// `choices` must be checkable and exclusive. The switch shows and sets which of them is checked.
    ModeSwitch(const Theme& theme, const QList<QAction*>& choices, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void restyle();

    const Theme& m_theme;
    QButtonGroup* m_group;
};

} // namespace lab
