// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rides of the monkey in processes of their own, several at once: what one of them does to itself stays
// there.
#pragma once

#include "tests/support/event_list.h"

#include <QStringList>

#include <optional>

namespace lab::test {

struct Ride {
    QString name;
    QStringList arguments; ///< of this program
};

struct RideEnd {
    QString fault; ///< of which kind: "a signal", "a sanitizer", "a failed check", "no end"; empty where all
                   ///< is well
    QByteArray output;
};

/// Runs what `next` gives until it gives nothing, `together` at once, and calls `ended` for each.
void runRides(const std::function<std::optional<Ride>()>& next,
              const std::function<void(const Ride&, const RideEnd&)>& ended, int together);

RideEnd replay(const EventList& events, const QString& folder);

/// A failed ride for a person to read: how it ended, and what is left of its events when those are deleted
/// that do not matter, which also stand in `file` from now on.
QByteArray report(const RideEnd& end, const EventList& events, const QString& file);

} // namespace lab::test
