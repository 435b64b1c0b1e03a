// SPDX-License-Identifier: GPL-3.0-or-later
//
// Exclusive choices side by side in one frame, for the page of a window. Where there is no room for that,
// one button with the current choice, which opens a menu of all.
#pragma once

#include <QWidget>

class QAction;
class QButtonGroup;
class QPushButton;

namespace lab {

class Theme;

class TabSwitch : public QWidget {
    Q_OBJECT
public:
    /// `choices` must be checkable and exclusive. The switch shows and sets which of them is checked.
    TabSwitch(const Theme& theme, const QList<QAction*>& choices, QWidget* parent = nullptr);

    /// Whether to show one button instead of all choices.
    void setCompact(bool compact);
    int widthAs(bool compact) const;
    /// The one that opens a menu.
    QPushButton& button() const { return *m_button; }
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void showChoice();
    void restyle();

    const Theme& m_theme;
    QWidget* m_choices;
    QButtonGroup* m_group;
    QPushButton* m_button;
    bool m_compact = false;
};

} // namespace lab
