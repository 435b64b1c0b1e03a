// SPDX-License-Identifier: GPL-3.0-or-later
//
// Two boards of the same document, in two windows, that show the same place: the cards of a lesson's step, a
// card alone, the part of it that is in sight, and what is inspected.
#pragma once

#include <QObject>

namespace lab {

class Board;
class Selection;

class BoardsTogether : public QObject {
    Q_OBJECT
public:
    /// `second` begins with what `first` shows. Both and the selection must outlive this object.
    BoardsTogether(Board& first, Board& second, Selection& selection, QObject* parent);

private:
    void follow(Board& leader, Board& follower);
    void reveal(Board& board) const;

    Selection& m_selection;
};

} // namespace lab
