// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edits/snapshots.h"

#include <algorithm>

namespace lab {

namespace {

bool has_name(const std::vector<Snapshot>& snapshots, const std::string& name) {
    return std::ranges::find(snapshots, name, &Snapshot::name) != snapshots.end();
}

std::string free_name(const std::vector<Snapshot>& snapshots) {
    const auto numbered = [](std::size_t number) { return "Snapshot " + std::to_string(number); };
    std::size_t number = snapshots.size() + 1;
    while (has_name(snapshots, numbered(number)))
        ++number;
    return numbered(number);
}

std::string without_blanks(const std::string& text) {
    constexpr const char* white = " \t\r\n";
    const std::size_t first = text.find_first_not_of(white);
    return first == std::string::npos ? std::string()
                                      : text.substr(first, text.find_last_not_of(white) - first + 1);
}

} // namespace

Experiment with_snapshot(const Experiment& experiment) {
    Experiment kept = experiment;
    kept.snapshots.clear();
    kept.view = nullptr;
    Experiment next = experiment;
    next.snapshots.push_back(
        {free_name(next.snapshots), std::make_shared<const Experiment>(std::move(kept)), nullptr});
    return next;
}

Result<Experiment> with_snapshot_renamed(const Experiment& experiment, std::size_t which,
                                         const std::string& name) {
    const std::string wanted = without_blanks(name);
    Experiment next = experiment;
    std::string& now = next.snapshots[which].name;
    if (wanted.empty())
        return Error{{}, "name", "nothing", "a name"};
    if (wanted != now && has_name(next.snapshots, wanted))
        return Error{{}, "name", "the name of another snapshot", "a name that no other has"};
    now = wanted;
    return next;
}

Experiment without_snapshot(const Experiment& experiment, std::size_t which) {
    Experiment next = experiment;
    next.snapshots.erase(next.snapshots.begin() + static_cast<std::ptrdiff_t>(which));
    return next;
}

Experiment with_snapshot_restored(const Experiment& experiment, const Snapshot& snapshot) {
    Experiment next = *snapshot.experiment;
    next.snapshots = experiment.snapshots;
    return next;
}

} // namespace lab
