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

    /// It is wide enough for that text, too, which may take the place of its own at any time.
    void reserve(const QString& text);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void restyle();

    const Theme& m_theme;
    QString m_reserved;
    int m_reservedWidth = 0;
};

} // namespace lab
