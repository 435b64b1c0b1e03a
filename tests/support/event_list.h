// SPDX-License-Identifier: GPL-3.0-or-later
//
// What was done to a window, as data: one event a line, which can be read, replayed and shortened.
#pragma once

#include <QJsonArray>
#include <QString>

#include <functional>
#include <vector>

namespace lab::test {

/// Its verb, and then what the verb needs: see EventPlayer. ["click", "lab::PillButton", "Head 2", 0, 500,
/// 500, ""]
using Event = QJsonArray;
using EventList = std::vector<Event>;

QByteArray lineOf(const Event& event);
/// Leaves out empty lines and those that begin with '#'. Of a file that cannot be read: no events.
EventList readEvents(const QString& file);
bool writeEvents(const QString& file, const EventList& events);

/// Deletes what is not needed for `fails` to be true, which it is of `events`: halves first, single events
/// last. Asks not more than `tries` times.
EventList shrunk(EventList events, const std::function<bool(const EventList&)>& fails, int tries);

} // namespace lab::test
