// SPDX-License-Identifier: GPL-3.0-or-later
//
// A note over the window, with an arrow to something beside it and a button that closes it. Whatever it lies
// on can be clicked through it.
#pragma once

#include "ui/window/marks/callout_place.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace lab {

class Theme;

class Callout : public QWidget {
    Q_OBJECT
public:
    /// Hidden at first.
    Callout(const Theme& theme, const QString& text, QWidget* parent);

    /// What its box may be like: on one line, or on two.
    std::vector<QSize> sizes() const;
    int arrowLength() const;
    void showAt(const CalloutPlace& place);
    /// Hides it, with its button.
    void leave();
    /// Hides both and deletes them.
    void retireAll();
    /// The note without its arrow, in its parent's coordinates.
    QRect box() const { return m_place.box; }
    QPoint tip() const { return m_place.tip; }
    QToolButton& closeButton() const { return *m_close; }

signals:
    void closed();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void restyle();
    int buttonRoom() const;

    const Theme& m_theme;
    QLabel* m_text;
    QToolButton* m_close; // a sibling: clicks go through the callout and its children
    CalloutPlace m_place;
};

} // namespace lab
