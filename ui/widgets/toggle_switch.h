// SPDX-License-Identifier: GPL-3.0-or-later
//
// A switch with its text beside it.
#pragma once

#include <QAbstractButton>

namespace lab {

class Theme;

class ToggleSwitch : public QAbstractButton {
    Q_OBJECT
public:
    ToggleSwitch(const Theme& theme, const QString& text, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme& m_theme;
};

} // namespace lab
