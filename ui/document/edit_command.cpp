// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/edit_command.h"

#include "core/experiment/is_same.h"
#include "ui/document/lab_document.h"
#include "ui/document/view/learn_view.h"

#include <utility>

namespace lab {

namespace {
constexpr qint64 pause = 1000; // milliseconds after which typing starts a new step
}

EditCommand::EditCommand(LabDocument& document, Step step, bool typed)
    : QUndoCommand(step.text), m_document(document), m_other(std::move(step.next)), m_change(step.change),
      m_typed(typed) {
    if (changesWanted(step))
        m_wanted = wantedIn(m_other.view);
    m_age.start();
}

EditCommand::EditCommand(LabDocument& document, Experiment before, const Change& change, const QString& text)
    : QUndoCommand(text), m_document(document), m_other(std::move(before)), m_change(change), m_isDone(true) {
}

EditCommand::EditCommand(LabDocument& document, JsonPtr wanted, const QString& text)
    : QUndoCommand(text), m_document(document), m_change{Field::description, {}}, m_wanted(std::move(wanted)),
      m_wantsOnly(true) {}

EditCommand::EditCommand(LabDocument& document, Step step, ScenePlace before, ScenePlace after,
                         JsonPtr wanted)
    : EditCommand(document, std::move(step), false) {
    m_wanted = std::move(wanted);
    m_leavesEdits = document.isModified();
    m_places = {std::move(before), std::move(after)};
}

void EditCommand::redo() {
    if (!std::exchange(m_isDone, false))
        exchange();
}

void EditCommand::exchange() {
    const Experiment current = m_document.experiment(); // with what is wanted before
    if (m_wanted) {
        const JsonPtr view = current.view;
        const JsonPtr before = wantedIn(view);
        if (!isSameWanted(before, *m_wanted))
            m_document.setView(withWantedIn(view, *m_wanted));
        m_wanted = before;
    }
    if (m_wantsOnly)
        return;
    m_document.put(m_other, m_change);
    m_other = current;
    if (m_places)
        std::swap(m_places->first, m_places->second);
}

bool EditCommand::isOpen(const QString& name) const {
    return m_typed && text() == name && !m_age.hasExpired(pause);
}

bool EditCommand::mergeWith(const QUndoCommand* next) {
    // `next` is already applied: the document has the result of both, and this command keeps the state before
    // both.
    const auto* later = static_cast<const EditCommand*>(next);
    if (!isOpen(later->text()))
        return false;
    m_age = later->m_age;
    m_change = merged(m_change, later->m_change);
    setObsolete(is_same(m_other, m_document.experiment()));
    return true;
}

} // namespace lab
