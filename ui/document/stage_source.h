// SPDX-License-Identifier: GPL-3.0-or-later
//
// What plots and figures read: an experiment and its stages.
#pragma once

#include "core/live_trace.h"

#include <QObject>

#include <optional>

namespace lab {

/// An object of Qt, so that contents that are asked later can hold a QPointer to it.
class StageSource : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    virtual const Experiment& experiment() const = 0;
    /// A stage as it is now, or `stale` while it is being computed; rows `first`, where they are given, come
    /// first. `head` counts for stages that have one matrix a head.
    virtual StageView view(StageId id, HeadIndex head = 0, std::optional<Rows> first = {}) = 0;
    /// A stage as it is now, however long that takes.
    virtual StageView completeView(StageId id, HeadIndex head = 0) = 0;
    /// As much of a stage as is known without computing anything.
    virtual StageView knownView(StageId id, HeadIndex head = 0) const = 0;
    /// A stage as it was before the drag that is going on; empty otherwise.
    virtual StageView viewBefore(StageId id, HeadIndex head = 0) const = 0;
    /// The largest magnitude of all parameters that are read.
    virtual double maxParameterMagnitude() = 0;
};

} // namespace lab
