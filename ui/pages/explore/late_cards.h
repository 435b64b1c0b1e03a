// SPDX-License-Identifier: GPL-3.0-or-later
//
// Thumbnails of large matrices while a number is dragged: each is refreshed in a pass of the event loop of
// its own. All at once would hold up the pointer.
#pragma once

#include <QTimer>

#include <vector>

namespace lab {

class StageCard;

class LateCards {
public:
    LateCards();

    static bool isSlow(const StageCard& card);
    /// Refreshes the card after those that already wait.
    void add(StageCard& card);
    void remove(const StageCard& card);

private:
    void refreshNext();

    std::vector<StageCard*> m_waiting; // each once
    QTimer m_next;
};

} // namespace lab
