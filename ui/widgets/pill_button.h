// SPDX-License-Identifier: GPL-3.0-or-later
//
// A rounded button with a short text: a choice among few, a token, a word that can be pressed.
#pragma once

#include <QAbstractButton>

namespace lab {

class Theme;

class PillButton : public QAbstractButton {
    Q_OBJECT
public:
    enum class Kind {
        choice, ///< filled with the accent where it is chosen
        chip,   ///< a token, with its number in front
        plain,  ///< a text without a shape until the pointer is on it
    };
    PillButton(const Theme& theme, Kind kind, const QString& text, QWidget* parent = nullptr);

    /// A small number in front of the text, for chips.
    void setBadge(const QString& badge);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    int badgeWidth() const;
    /// The text, shortened where it would be longer than any reader wants in a row of chips.
    QString shownText() const;

    const Theme& m_theme;
    Kind m_kind;
    QString m_badge;
};

} // namespace lab
