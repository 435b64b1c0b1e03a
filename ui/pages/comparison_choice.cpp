// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/comparison_choice.h"

#include "core/edits/snapshots.h"
#include "core/experiment/is_same.h"
#include "ui/document/lab_document.h"
#include "ui/plots/shared/board_layout.h"

#include <algorithm>
#include <utility>

namespace lab {

namespace {

using Kind = CompareAgainst::Kind;

bool isSameSnapshot(const Snapshot& a, const Snapshot& b) {
    return a.experiment == b.experiment && a.name == b.name;
}

} // namespace

ComparisonChoice::ComparisonChoice(LabDocument& document, QObject* parent)
    : QObject(parent), m_document(document) {
    connect(&document, &LabDocument::changed, this, [this] {
        followSnapshots();
        followStages();
        followVariations();
    });
    connect(&document, &LabDocument::fileChanged, this, [this] {
        if (!is_same(*m_opened, m_document.opened())) // otherwise only saved under another name
            followFile();
    });
    followFile();
}

std::vector<Snapshot> ComparisonChoice::offered() const {
    std::vector<Snapshot> all;
    for (const Snapshot& each : m_document.experiment().snapshots) {
        const auto isLike = [&](const Snapshot& other) {
            return has_same_numbers(*other.experiment, *each.experiment);
        };
        if (!is_scene(each) ||
            (!has_same_numbers(*m_opened, *each.experiment) && std::ranges::none_of(all, isLike)))
            all.push_back(each);
    }
    return all;
}

/// After another document is opened, chooses its newest snapshot that is no scene. A chosen variation stays
/// chosen.
void ComparisonChoice::followFile() {
    m_opened = std::make_shared<const Experiment>(m_document.opened());
    m_seen = m_document.experiment().snapshots;
    m_snapshots = offered();
    const auto newest = std::find_if(m_snapshots.rbegin(), m_snapshots.rend(),
                                     [](const Snapshot& each) { return !is_scene(each); });
    if (m_chosen.kind != Kind::variation)
        m_chosen = newest == m_snapshots.rend() ? CompareAgainst{} : CompareAgainst{Kind::snapshot, *newest};
    followStages();
    followVariations();
    emit offersChanged();
    emit changed();
}

/// A new snapshot becomes the chosen one. If the chosen one was deleted, its neighbour is chosen.
void ComparisonChoice::followSnapshots() {
    if (std::ranges::equal(m_document.experiment().snapshots, m_seen, isSameSnapshot))
        return;
    m_seen = m_document.experiment().snapshots;
    const std::vector<Snapshot> now = offered();
    if (std::ranges::equal(now, m_snapshots, isSameSnapshot))
        return;
    const bool more = now.size() > m_snapshots.size();
    const auto before = std::ranges::find(m_snapshots, m_chosen.kept.experiment, &Snapshot::experiment);
    const auto place = static_cast<std::size_t>(before - m_snapshots.begin());
    const auto found = std::ranges::find(now, m_chosen.kept.experiment, &Snapshot::experiment);
    m_snapshots = now;
    if (more && !is_scene(now.back()))
        m_chosen = {Kind::snapshot, now.back()};
    else if (m_chosen.kind == Kind::snapshot && found != now.end())
        m_chosen.kept = *found; // it may have been renamed
    else if (m_chosen.kind == Kind::snapshot)
        m_chosen = now.empty() ? CompareAgainst{}
                               : CompareAgainst{Kind::snapshot, now[std::min(place, now.size() - 1)]};
    emit offersChanged();
    emit changed();
}

/// One that is not offered any more is chosen no longer.
void ComparisonChoice::followVariations() {
    std::vector<Variation> now = telling_variations(m_document.experiment());
    if (now == m_variations)
        return;
    m_variations = std::move(now);
    if (m_chosen.kind == Kind::variation &&
        std::ranges::find(m_variations, m_chosen.variation) == m_variations.end())
        m_chosen = {};
    emit offersChanged();
    emit changed();
}

void ComparisonChoice::followStages() {
    const std::vector<StageId> stages = boardStages(m_document.experiment());
    if (std::ranges::find(stages, m_stage) == stages.end()) {
        setStage(StageId::weights);
        followVariation();
    }
}

/// At a stage that does not depend on what varies, all variants would be alike.
void ComparisonChoice::followVariation() {
    if (m_chosen.kind != Kind::variation || depends_on(m_stage, m_chosen.variation))
        return;
    const std::vector<StageId> stages = boardStages(m_document.experiment());
    const auto found =
        std::ranges::find_if(stages, [this](StageId id) { return depends_on(id, m_chosen.variation); });
    if (found != stages.end())
        setStage(*found);
}

std::optional<std::size_t> ComparisonChoice::chosenSnapshot() const {
    const auto& snapshots = m_document.experiment().snapshots;
    const auto found = std::ranges::find(snapshots, m_chosen.kept.experiment, &Snapshot::experiment);
    if (m_chosen.kind != Kind::snapshot || found == snapshots.end())
        return std::nullopt;
    return static_cast<std::size_t>(found - snapshots.begin());
}

void ComparisonChoice::choose(CompareAgainst against) {
    m_chosen = std::move(against);
    followVariation();
    emit changed();
}

void ComparisonChoice::setStage(StageId stage) {
    if (std::exchange(m_stage, stage) != stage)
        emit changed();
}

void ComparisonChoice::setFile(Snapshot file) {
    m_file = std::move(file);
    m_chosen = {Kind::file, *m_file};
    emit offersChanged();
    emit changed();
}

} // namespace lab
