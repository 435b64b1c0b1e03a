// SPDX-License-Identifier: GPL-3.0-or-later
//
// An option of a question: its letter, and as many lines of text as it needs.
#pragma once

#include <QAbstractButton>

namespace lab {

class Theme;

class OptionButton : public QAbstractButton {
    Q_OBJECT
public:
    OptionButton(const Theme& theme, const QString& letter, QWidget* parent = nullptr);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;

protected:
    void nextCheckState() override {} // whoever judges the answer sets it
    void keyPressEvent(QKeyEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QRect textRect(int width) const;
    void restyle();

    const Theme& m_theme;
    const QString m_letter;
};

} // namespace lab
