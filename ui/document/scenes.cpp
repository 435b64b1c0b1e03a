// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/scenes.h"

#include "core/edits/snapshots.h"
#include "ui/document/edit_command.h"
#include "ui/document/lab_document.h"
#include "ui/text/short_text.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace lab {

Scenes::Scenes(LabDocument& document, std::function<KeptView()> look, QObject* parent)
    : QObject(parent), m_document(document), m_look(std::move(look)) {
    connect(&document, &LabDocument::changed, this, [this](const Change& change) {
        if (change.field == Field::snapshots || change.field == Field::everything)
            refresh();
    });
    connect(&document, &LabDocument::placeWanted, this, &Scenes::refresh);
    refresh();
}

void Scenes::refresh() {
    m_indices.clear();
    m_current.reset();
    const std::vector<Snapshot>& snapshots = m_document.experiment().snapshots;
    for (std::size_t i = 0; i < snapshots.size(); ++i) {
        if (!is_scene(snapshots[i]))
            continue;
        if (snapshots[i].experiment == m_document.scene())
            m_current = m_indices.size();
        m_indices.push_back(i);
    }
    if (m_current)
        m_last = *m_current;
    emit changed();
}

std::optional<std::size_t> Scenes::next() const {
    std::size_t following = 0;
    if (m_current)
        following = *m_current + 1;
    else if (m_document.scene()) // deleted: the next one has taken its place
        following = m_last;
    return following < m_indices.size() ? std::optional(following) : std::nullopt;
}

std::optional<std::size_t> Scenes::previous() const {
    const std::size_t from = m_current ? *m_current : m_document.scene() ? m_last : 0;
    return from > 0 && from <= m_indices.size() ? std::optional(from - 1) : std::nullopt;
}

QString Scenes::name(std::size_t scene) const {
    return shortText(m_document.experiment().snapshots[m_indices[scene]].name);
}

void Scenes::goTo(std::size_t scene) {
    if (m_document.played())
        return emit sceneWanted(m_indices[scene]);
    const Experiment before = m_document.commitPending();
    emit leaving();
    const Snapshot& snapshot = before.snapshots[m_indices[scene]];
    m_replacesEdits = hasEdits(before) && !has_same_numbers(before, *snapshot.experiment);
    m_document.goTo(
        {with_snapshot_restored(before, snapshot), {}, tr("To scene “%1”").arg(shortText(snapshot.name))},
        place(), {snapshot.experiment, snapshot.experiment->view});
    m_replacesEdits = false;
}

ScenePlace Scenes::place() const {
    return {m_document.scene(), withKeptView(nullptr, m_look())};
}

Scenes::Start Scenes::start() const {
    return {m_document.commitPending(), place(), m_document.undoStack().index()};
}

/// Undo would otherwise lead through the scenes before it comes to what was done before them.
bool Scenes::hasOnlyScenesSince(int step) const {
    const QUndoStack& stack = m_document.undoStack();
    for (int i = step; i < stack.index(); ++i) {
        if (!static_cast<const EditCommand*>(stack.command(i))->place())
            return false;
    }
    return stack.index() >= step;
}

void Scenes::leave(const Start& start) {
    if (hasOnlyScenesSince(start.step)) {
        while (m_document.undoStack().index() > start.step)
            m_document.undo();
    }
    const Experiment now = m_document.commitPending();
    if (!has_same_numbers(now, start.experiment) && hasEdits(now))
        return;
    const Snapshot there{{}, std::make_shared<const Experiment>(start.experiment), {}};
    m_document.goTo({with_snapshot_restored(now, there), {}, tr("Back from the scenes")}, place(),
                    start.place);
}

/// Since the document was opened, or has come to the numbers of a scene.
bool Scenes::hasEdits(const Experiment& now) const {
    return !has_same_numbers(now, m_document.opened()) &&
           std::ranges::none_of(now.snapshots, [&](const Snapshot& each) {
               return is_scene(each) && has_same_numbers(now, *each.experiment);
           });
}

QString Scenes::whyNoStep(int by) const {
    return m_indices.empty() ? tr("There is no scene yet: Snapshot ▸ Keep as scene makes one")
           : by > 0          ? tr("This is the last scene")
                             : tr("There is no scene before this one");
}

bool Scenes::step(int by) {
    if (m_document.played()) {
        emit stepWanted(by);
        return true;
    }
    const auto scene = by > 0 ? next() : previous();
    if (scene)
        goTo(*scene);
    return scene.has_value();
}

} // namespace lab
