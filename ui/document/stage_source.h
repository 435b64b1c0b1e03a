// SPDX-License-Identifier: GPL-3.0-or-later
//
// What plots and figures read: an experiment and its stages.
#pragma once

#include "core/engine/live_trace.h"

#include <QObject>

#include <optional>
#include <vector>

namespace lab {

/// A QObject, so that lazily evaluated contents can hold a QPointer to it.
class StageSource : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    virtual const Experiment& experiment() const = 0;
    /// The current stage, or a `stale` one while it is being computed. The rows `first`, if given, are
    /// computed first. `head` applies to stages with one matrix per head.
    virtual StageView view(StageId id, HeadIndex head = 0, std::optional<Rows> first = {}) = 0;
    /// The current stage, however long that takes.
    virtual StageView completeView(StageId id, HeadIndex head = 0) = 0;
    /// As much of a stage as is known without computing anything.
    virtual StageView cachedView(StageId id, HeadIndex head = 0) const = 0;
    /// The budget for n_q × n_k matrices: see LiveTrace.
    virtual double keptBytes() const { return usual_kept_bytes; }
    /// Whether keptBytes() is enough for the matrices of every head. Only then may all heads be shown at
    /// once.
    bool keepsEveryHead() const { return keeps_every_head(dimensions(experiment()), keptBytes()); }
    /// Whether a number is being dragged.
    virtual bool isPreviewing() const { return false; }
    /// A stage as it was before the current drag; empty if there is none.
    virtual StageView viewBefore(StageId id, HeadIndex head = 0) const = 0;
    /// The numbers of covered cells, in ascending order, without 0 and numbers that are not finite. Anything
    /// shown beside this document may not give them away. nullopt while they are being computed.
    virtual std::optional<std::vector<double>> numbersUnderCover() { return std::vector<double>(); }
    /// The largest magnitude of all parameters in use.
    virtual double maxParameterMagnitude() = 0;
};

} // namespace lab
