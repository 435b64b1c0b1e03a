// SPDX-License-Identifier: GPL-3.0-or-later
//
// Recorded window events, one per line, that can be read, replayed and minimised.
#pragma once

#include <QJsonArray>
#include <QString>

#include <functional>
#include <vector>

namespace lab::test {

/// A verb followed by its arguments, see EventPlayer: ["click", "lab::PillButton", "Head 2", 0, 500, 500, ""]
using Event = QJsonArray;
using EventList = std::vector<Event>;

QByteArray lineOf(const Event& event);
/// Skips empty lines and lines starting with '#'. Returns no events if the file cannot be read.
EventList readEvents(const QString& file);
bool writeEvents(const QString& file, const EventList& events);

/// Removes events as long as `fails` stays true, which it must be for `events`. Tries halves first and single
/// events last, with at most `tries` calls.
EventList shrunk(EventList events, const std::function<bool(const EventList&)>& fails, int tries);

} // namespace lab::test
