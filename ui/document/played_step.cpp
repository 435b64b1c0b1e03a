// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/played_step.h"

#include "core/experiment/said.h"
#include "core/lesson/permits.h"
#include "ui/document/cover.h"

#include <QCoreApplication>

#include <algorithm>

namespace lab {

namespace {

struct PlayedStepTexts {
    Q_DECLARE_TR_FUNCTIONS(PlayedStep)
};

/// Whether the parts that belong to the lesson as a whole are the same.
bool hasSameWhole(const Experiment& a, const Experiment& b) {
    return a.title == b.title && a.description == b.description &&
           std::ranges::equal(a.snapshots, b.snapshots, [](const Snapshot& x, const Snapshot& y) {
               return x.experiment == y.experiment && x.name == y.name && x.unknown_keys == y.unknown_keys;
           });
}

} // namespace

PlayedStep::PlayedStep(Experiment start, Experiment now, std::optional<std::vector<std::string>> allow)
    : m_start(std::move(start)), m_left(std::move(now)), m_allow(std::move(allow)) {}

// QUndoStack emits while being destroyed.
PlayedStep::~PlayedStep() {
    m_history.disconnect();
}

bool PlayedStep::locks(std::string_view name) const {
    return m_allow && std::ranges::find(*m_allow, name) == m_allow->end();
}

QString PlayedStep::whyLocked(const Experiment& next) const {
    if (!hasSameWhole(m_start, next))
        return PlayedStepTexts::tr(
            "Title, description and scenes belong to the lesson; leave it to change them");
    const auto locked = permits(m_start, next, m_allow);
    return locked ? QString::fromStdString(text_of(*locked)) : QString();
}

QString PlayedStep::whyLocked(const Cover& now, const Cover& next) const {
    const bool opens = std::ranges::any_of(
        m_asked, [&](const StageBlock& each) { return next.countIn(each) < now.countIn(each); });
    return opens ? PlayedStepTexts::tr("This is asked for: answer the question, or press Show me")
                 : QString();
}

} // namespace lab
