// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs the monkey test's rides in separate processes, several at once, so that they cannot affect each other.
#pragma once

#include "tests/support/event_list.h"

#include <QStringList>

#include <optional>

namespace lab::test {

struct Ride {
    QString name;
    QStringList arguments; ///< arguments for this program
};

struct RideEnd {
    QString fault; ///< "a signal", "a sanitizer", "a failed check", "no end", or empty on success
    QByteArray output;
};

/// Runs the rides supplied by `next` until it returns nothing, `together` at a time. Calls `ended` for each.
void runRides(const std::function<std::optional<Ride>()>& next,
              const std::function<void(const Ride&, const RideEnd&)>& ended, int together);

RideEnd replay(const EventList& events, const QString& folder);

/// A readable report of a failed ride: how it ended, and its minimised event list, which is also written to
/// `file`.
QByteArray report(const RideEnd& end, const EventList& events, const QString& file);

} // namespace lab::test
