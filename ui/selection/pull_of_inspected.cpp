// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/selection/pull_of_inspected.h"

#include "core/base/number_format.h"
#include "core/edits/step_along.h"
#include "core/engine/pipeline.h"
#include "ui/document/lab_document.h"
#include "ui/selection/selection.h"

#include <QScopedValueRollback>

#include <algorithm>
#include <new>
#include <utility>

namespace lab {

namespace {

/// What is computed on the window's thread, so that it follows a drag within the frame.
constexpr double mostInFrame = 3e7; // multiplications: a few milliseconds

/// nullptr if there is not enough memory.
std::shared_ptr<const PullOfCell> computedPull(const Experiment& experiment, const CellRef& of) try {
    const Result<Trace> trace = compute(experiment);
    return trace ? std::make_shared<const PullOfCell>(pull_of(experiment, trace.value().kept(), of))
                 : nullptr;
} catch (const std::bad_alloc&) {
    return nullptr;
}

bool hasShapes(const Experiment& experiment, const Pull& pull) {
    return std::ranges::all_of(pull.slopes, [&](const auto& each) {
        const MatrixPtr matrix = parameter(experiment, each.first);
        return matrix && matrix->rows() == each.second.rows() && matrix->cols() == each.second.cols();
    });
}

/// The field that a step along these slopes changes, or everything.
Change changeOf(const Pull& pull) {
    Change change;
    int moved = 0;
    for (const auto& [id, slopes] : pull.slopes) {
        if (!slopes.isZero(0) && ++moved == 1)
            change.field = info(id).field;
    }
    return moved == 1 ? change : Change{};
}

} // namespace

PullOfInspected::PullOfInspected(LabDocument& document, Selection& selection, QObject* parent)
    : QObject(parent), m_document(document), m_selection(selection) {
    connect(&selection, &Selection::inspectedChanged, this, [this] {
        if (!m_found || m_selection.inspected() != m_found->of)
            drop();
        refresh();
    });
    connect(&selection, &Selection::inspectedKnownChanged, this, &PullOfInspected::refresh);
    connect(&document, &LabDocument::coverChanged, this, &PullOfInspected::refresh);
    connect(&document, &LabDocument::changed, this, [this](const Change& change) {
        if (change.field == Field::snapshots || change.field == Field::description)
            return;
        m_holds = true;
        if (!m_isStepping) {
            m_outcome.reset();
            if (reshapes(change)) // what was found may be of other words
                drop();
        }
        refresh();
    });
}

void PullOfInspected::connectLast() {
    connect(&m_document, &LabDocument::changed, this, [this] {
        m_holds = false;
        if (std::exchange(m_isPending, false))
            emit changed();
    });
}

void PullOfInspected::setLoss(ShownPullPtr loss) {
    m_loss = std::move(loss);
    say();
}

void PullOfInspected::say() {
    if (m_holds)
        m_isPending = true;
    else
        emit changed();
}

QString PullOfInspected::whySilent() const {
    if (!m_document.cover().isEmpty())
        return tr("Not shown while numbers are covered.");
    if (m_isAsked && !isHint())
        return tr("Not shown while a question is open.");
    return m_lacksMemory ? tr("Not shown: there is not enough memory to compute it.") : QString();
}

void PullOfInspected::setAsked(bool asked) {
    if (std::exchange(m_isAsked, asked) == asked)
        return;
    refresh();
    emit changed();
}

void PullOfInspected::setHint(const std::optional<CellRef>& goal) {
    if (std::exchange(m_hint, goal) == goal)
        return;
    refresh();
    emit changed();
}

bool PullOfInspected::isHint() const {
    return m_hint && m_selection.inspected() == m_hint;
}

bool PullOfInspected::isWanted() const {
    return isOn() && m_selection.inspected() && m_selection.isInspectedKnown() && whySilent().isEmpty() &&
           !is_empty(m_document.experiment()) && has_cell(m_document.experiment(), *m_selection.inspected());
}

void PullOfInspected::setOn(bool on) {
    if (std::exchange(m_isOn, on) == on)
        return;
    refresh();
    emit changed();
}

/// Forgets what was found, of another number or under a cover.
void PullOfInspected::drop() {
    ++m_wanted;
    m_outcome.reset();
    m_isStale = false;
    const bool had = m_found || m_shown;
    m_found.reset();
    m_shown.reset();
    if (had)
        say();
}

void PullOfInspected::refresh() {
    m_lacksMemory = false;
    if (!isWanted())
        return drop();
    if (m_found &&
        (m_found->of != *m_selection.inspected() || !hasShapes(m_document.experiment(), m_found->pull)))
        drop();
    ++m_wanted;
    m_isStale = true;
    const Experiment& experiment = m_document.experiment();
    if (multiplications_of_sensitivity(experiment) <= mostInFrame)
        return take(computedPull(experiment, *m_selection.inspected()));
    find();
    say();
}

void PullOfInspected::find() {
    if (std::exchange(m_isFinding, true))
        return; // the answer that comes is late, and asks again
    m_tasks.start([this, experiment = m_document.experiment(), of = *m_selection.inspected(),
                   wanted = m_wanted]() -> TaskThread::Then {
        return [this, wanted, found = computedPull(experiment, of)] {
            m_isFinding = false;
            if (wanted == m_wanted)
                take(found);
            else if (isWanted())
                find();
        };
    });
}

/// Without what a step of a lesson locks.
void PullOfInspected::take(std::shared_ptr<const PullOfCell> found) {
    m_isStale = false;
    m_lacksMemory = !found;
    std::set<ParameterId> locked;
    for (const ParameterInfo& each : all_parameters()) {
        if (m_document.locks(each.name))
            locked.insert(each.id);
    }
    if (found && !locked.empty()) {
        auto open = std::make_shared<PullOfCell>(*found);
        leave_out(*open, [&](ParameterId id) { return locked.contains(id); });
        found = std::move(open);
    }
    m_found = std::move(found);
    m_shown = m_found ? std::make_shared<const ShownPull>(ShownPull{m_found->pull, ShownPull::At::number,
                                                                    m_found->none, m_found->nothing, locked})
                      : nullptr;
    if (m_outcome && !m_outcome->after && m_found)
        m_outcome->after = m_found->value;
    say();
}

void PullOfInspected::step(double length) {
    if (!canStep())
        return;
    const std::shared_ptr<const PullOfCell> from = m_found;
    const Pull& pull = from->pull;
    Result<Experiment> next = step_along(m_document.commitPending(), pull.slopes, pull.length, length);
    if (!next)
        return emit refused(tr("%1 would get %2: take %3")
                                .arg(QString::fromStdString(next.error().place),
                                     QString::fromStdString(next.error().found),
                                     QString::fromStdString(next.error().expected)));
    const QScopedValueRollback stepping(m_isStepping, true);
    m_outcome = Outcome{from->value, from->value + length * pull.length};
    const int before = m_document.undoStack().index();
    m_document.apply({std::move(next).value(), changeOf(pull),
                      tr("Step of %1 that raises a number").arg(QString::fromStdString(brief(length)))});
    if (m_document.undoStack().index() == before) { // locked, or too short to change anything
        m_outcome.reset();
        emit changed();
    }
}

} // namespace lab
