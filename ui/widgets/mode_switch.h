// SPDX-License-Identifier: GPL-3.0-or-later
//
// A few choices side by side in one frame, of which one is chosen: what the window shows.
#pragma once

#include <QWidget>

class QAction;
class QButtonGroup;

namespace lab {

class Theme;

class ModeSwitch : public QWidget {
    Q_OBJECT
public:
    /// `choices` are checkable and exclude each other; the switch says and follows which is checked.
    ModeSwitch(const Theme& theme, const QList<QAction*>& choices, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void restyle();

    const Theme& m_theme;
    QButtonGroup* m_group;
};

} // namespace lab
