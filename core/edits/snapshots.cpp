// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edits/snapshots.h"

#include "core/base/text_position.h"
#include "core/experiment/is_same.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace lab {

namespace {

bool has_name(const std::vector<Snapshot>& snapshots, const std::string& name) {
    return std::ranges::find(snapshots, name, &Snapshot::name) != snapshots.end();
}

/// That name, or the same with a number behind it.
std::string free_name(const std::vector<Snapshot>& snapshots, const std::string& wanted) {
    std::string name = wanted;
    for (std::size_t number = 2; has_name(snapshots, name); ++number)
        name = wanted + " (" + std::to_string(number) + ")";
    return name;
}

/// Counts the snapshots of the same kind.
std::string counted_name(const std::vector<Snapshot>& snapshots, bool scene) {
    const auto numbered = [&](std::size_t number) {
        return (scene ? "Scene " : "Snapshot ") + std::to_string(number);
    };
    const auto alike =
        std::ranges::count_if(snapshots, [&](const Snapshot& each) { return is_scene(each) == scene; });
    auto number = static_cast<std::size_t>(alike) + 1;
    while (has_name(snapshots, numbered(number)))
        ++number;
    return numbered(number);
}

/// What belongs to a document as a whole: that it is a lesson, and how far somebody has come in it.
constexpr std::array keys_of_whole{"lesson", "progress"};

/// The experiment with what another one is as a whole.
Experiment with_whole_of(Experiment experiment, const Experiment& other) {
    const auto has = [](const Experiment& e, const char* key) {
        return e.unknown_keys && e.unknown_keys->is_object() && e.unknown_keys->contains(key);
    };
    const auto differs = [&](const char* key) {
        return has(experiment, key) != has(other, key) ||
               (has(other, key) && experiment.unknown_keys->at(key) != other.unknown_keys->at(key));
    };
    if (std::ranges::none_of(keys_of_whole, differs))
        return experiment;
    auto keys = experiment.unknown_keys ? *experiment.unknown_keys : nlohmann::ordered_json::object();
    for (const char* key : keys_of_whole) {
        keys.erase(key);
        if (has(other, key))
            keys[key] = other.unknown_keys->at(key);
    }
    experiment.unknown_keys =
        keys.empty() ? nullptr : std::make_shared<const nlohmann::ordered_json>(std::move(keys));
    return experiment;
}

/// The experiment as a snapshot holds it.
std::shared_ptr<const Experiment> kept(const Experiment& experiment, const JsonPtr& view) {
    Experiment state = with_whole_of(experiment, {});
    state.snapshots.clear();
    state.view = view;
    return std::make_shared<const Experiment>(std::move(state));
}

constexpr const char* lesson_key = "lesson";
constexpr const char* notes_key = "notes";
constexpr const char* id_key = "id";

/// The entry of a snapshot's `lesson`; null if there is none.
nlohmann::ordered_json lesson_entry(const Snapshot& snapshot, const char* key) {
    if (!snapshot.unknown_keys || !snapshot.unknown_keys->is_object())
        return nullptr;
    const auto lesson = snapshot.unknown_keys->find(lesson_key);
    return lesson != snapshot.unknown_keys->end() && lesson->is_object()
               ? lesson->value(key, nlohmann::ordered_json())
               : nullptr;
}

/// The first of "scene-1", "scene-2", … that no snapshot has.
std::string free_id(const std::vector<Snapshot>& snapshots) {
    for (std::size_t number = 1;; ++number) {
        std::string id = "scene-" + std::to_string(number);
        if (std::ranges::none_of(snapshots,
                                 [&](const Snapshot& each) { return lesson_entry(each, id_key) == id; }))
            return id;
    }
}

} // namespace

bool is_scene(const Snapshot& snapshot) {
    const JsonPtr& view = snapshot.experiment->view;
    return view && view->is_object() && view->contains("page");
}

bool has_same_numbers(const Experiment& a, const Experiment& b) {
    Experiment other = with_whole_of(b, a);
    other.title = a.title;
    other.description = a.description;
    other.snapshots = a.snapshots;
    return is_same(a, other);
}

Experiment with_snapshot(const Experiment& experiment, const JsonPtr& view, const std::string& wanted) {
    Snapshot snapshot{{}, kept(experiment, view), nullptr};
    snapshot.name = wanted.empty() ? counted_name(experiment.snapshots, is_scene(snapshot))
                                   : free_name(experiment.snapshots, wanted);
    Experiment next = experiment;
    next.snapshots.push_back(std::move(snapshot));
    return next;
}

Result<Experiment> with_snapshot_renamed(const Experiment& experiment, std::size_t which,
                                         const std::string& name) {
    const std::string wanted(trimmed(name));
    Experiment next = experiment;
    std::string& now = next.snapshots[which].name;
    if (wanted.empty())
        return Error{"name", "nothing", "a name"};
    if (wanted != now && has_name(next.snapshots, wanted))
        return Error{"name", "the name of another snapshot", "a name that no other has"};
    now = wanted;
    return next;
}

Experiment without_snapshot(const Experiment& experiment, std::size_t which) {
    Experiment next = experiment;
    next.snapshots.erase(next.snapshots.begin() + static_cast<std::ptrdiff_t>(which));
    return next;
}

Experiment with_snapshot_moved(const Experiment& experiment, std::size_t from, std::size_t to) {
    Experiment next = experiment;
    const Snapshot moved = next.snapshots[from];
    next.snapshots.erase(next.snapshots.begin() + static_cast<std::ptrdiff_t>(from));
    next.snapshots.insert(next.snapshots.begin() + static_cast<std::ptrdiff_t>(to), moved);
    return next;
}

Experiment with_snapshot_updated(const Experiment& experiment, std::size_t which, const JsonPtr& view) {
    Experiment next = experiment;
    next.snapshots[which].experiment = kept(experiment, view);
    return next;
}

Experiment with_scenes_renumbered(const Experiment& experiment) {
    Experiment next = experiment;
    for (Snapshot& each : next.snapshots) {
        if (is_scene(each))
            each.experiment = kept(experiment, each.experiment->view);
    }
    return next;
}

Experiment with_view_dropped(const Experiment& experiment, std::size_t which) {
    Experiment next = experiment;
    std::shared_ptr<const Experiment>& held = next.snapshots[which].experiment;
    held = kept(*held, nullptr);
    return next;
}

std::string notes_of(const Snapshot& snapshot) {
    const nlohmann::ordered_json notes = lesson_entry(snapshot, notes_key);
    return notes.is_string() ? notes.get<std::string>() : std::string();
}

Experiment with_notes(const Experiment& experiment, std::size_t which, const std::string& notes) {
    Experiment next = experiment;
    Snapshot& snapshot = next.snapshots[which];
    if (notes == notes_of(snapshot))
        return next;
    const JsonPtr& before = snapshot.unknown_keys;
    auto keys = before && before->is_object() ? *before : nlohmann::ordered_json::object();
    nlohmann::ordered_json& lesson = keys[lesson_key];
    if (!lesson.is_object())
        lesson = nlohmann::ordered_json::object();
    if (!lesson.contains(id_key))
        lesson[id_key] = free_id(experiment.snapshots);
    if (notes.empty())
        lesson.erase(notes_key);
    else
        lesson[notes_key] = notes;
    snapshot.unknown_keys = std::make_shared<const nlohmann::ordered_json>(std::move(keys));
    return next;
}

Experiment with_snapshot_restored(const Experiment& experiment, const Snapshot& snapshot) {
    Experiment next = with_whole_of(*snapshot.experiment, experiment);
    next.snapshots = experiment.snapshots;
    return next;
}

} // namespace lab
