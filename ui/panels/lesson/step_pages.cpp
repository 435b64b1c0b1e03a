// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/lesson/step_pages.h"

#include <algorithm>
#include <utility>

namespace lab {

namespace {

/// Side by side, as the cells of a table: one.
std::vector<StepPiece> joinedBeside(std::vector<StepPiece> pieces) {
    std::ranges::stable_sort(pieces, {}, &StepPiece::top);
    std::vector<StepPiece> all;
    for (const StepPiece& each : pieces) {
        if (!all.empty() && each.top < all.back().end - 1)
            all.back().end = std::max(all.back().end, each.end);
        else
            all.push_back(each);
    }
    return all;
}

} // namespace

StepPages::StepPages(std::vector<StepPiece> pieces, int room, int rim, int line)
    : m_pieces(joinedBeside(std::move(pieces))), m_room(room), m_rim(rim), m_line(line) {}

/// With some of what is empty above it.
int StepPages::start(std::size_t piece) const {
    const int above = piece == 0 ? 0 : m_pieces[piece - 1].end;
    return piece == 0 ? 0 : std::min(m_pieces[piece].top, std::max(above, m_pieces[piece].top - m_rim));
}

int StepPages::startAtOrAfter(int at) const {
    for (std::size_t i = 0; i < m_pieces.size(); ++i) {
        if (start(i) >= at)
            return start(i);
    }
    return at;
}

int StepPages::startAtOrBefore(int at) const {
    int found = 0;
    for (std::size_t i = 0; i < m_pieces.size() && start(i) <= at; ++i)
        found = start(i);
    return found;
}

bool StepPages::showsEnd(int at) const {
    return m_pieces.empty() || m_pieces.back().end <= at + m_room;
}

int StepPages::next(int at) const {
    if (showsEnd(at))
        return at;
    const int end = m_pieces.back().end;
    int to = startAtOrAfter(end + m_rim - m_room);
    const auto cut =
        std::ranges::find_if(m_pieces, [&](const StepPiece& each) { return each.end > at + m_room; });
    const int unseen = start(static_cast<std::size_t>(cut - m_pieces.begin()));
    if (unseen <= at) // it has no room at all
        return std::min(at + std::max(m_line, m_room - m_line), end - m_room);
    to = std::min(to, unseen);
    for (std::size_t i = 0; i < m_pieces.size() && start(i) < to; ++i) {
        if (m_pieces[i].beginsCard && start(i) - at >= m_room / 3)
            to = start(i);
    }
    return to - at < m_line ? std::min(startAtOrAfter(at + m_line), unseen) : to;
}

int StepPages::showing(int top, int end, int at) const {
    const int most = startAtOrBefore(top);
    const int least = end <= m_room ? 0 : startAtOrAfter(end + m_rim - m_room);
    if (least < most)
        return std::clamp(startAtOrBefore(at), least, most);
    return hasRoom(top, end) ? std::max(most, end - m_room) : most; // with less above it, if need be
}

std::optional<int> StepPages::cutFrom(int at) const {
    for (std::size_t i = 0; i < m_pieces.size(); ++i) {
        if (m_pieces[i].end > at + m_room)
            return start(i) > at && m_pieces[i].top < at + m_room ? std::optional(start(i)) : std::nullopt;
    }
    return std::nullopt;
}

} // namespace lab
