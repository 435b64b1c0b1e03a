// SPDX-License-Identifier: GPL-3.0-or-later
//
// The operation between two cards: a formula above an arrow.
#pragma once

#include <QLabel>

namespace lab {

class Theme;

class OperationLabel : public QLabel {
    Q_OBJECT
public:
    explicit OperationLabel(const Theme& theme, QWidget* parent = nullptr);

    /// Makes the label wide enough for `text` too, which may replace its own text at any time.
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
