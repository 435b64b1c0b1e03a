// SPDX-License-Identifier: GPL-3.0-or-later
//
// The keys of the film, wherever in the window the keyboard is. What has the keyboard comes first: a text
// field, an open menu, a cursor on cells, a button that Tab has reached. A button that was only clicked does
// not have it.
#pragma once

#include <QObject>
#include <QPointer>
#include <QWidget>

class QKeyEvent;

namespace lab {

class FilmPlayer;

class FilmKeys : public QObject {
    Q_OBJECT
public:
    /// While `page` is visible.
    FilmKeys(FilmPlayer& player, QWidget& page);

    /// Does what the key is for. False: it is not one of the film's, or is being typed.
    bool take(const QKeyEvent& event);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    FilmPlayer& m_player;
    QWidget& m_page;
    QPointer<QWidget> m_clicked; ///< a button that has the focus since it was clicked
};

} // namespace lab
