// SPDX-License-Identifier: GPL-3.0-or-later
//
// The operation between two cards: a formula over a line that leads on.
#pragma once

#include <QLabel>

namespace lab {

class Theme;

class OperationLabel : public QLabel {
    Q_OBJECT
public:
    explicit OperationLabel(const Theme& theme, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void restyle();

    const Theme& m_theme;
};

} // namespace lab
