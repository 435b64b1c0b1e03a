// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/edits/snapshot_edits.h"

#include "core/edits/snapshots.h"
#include "ui/document/kept_view.h"
#include "ui/document/lab_document.h"
#include "ui/text/short_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace lab {

namespace {

class Snapshots {
    Q_DECLARE_TR_FUNCTIONS(SnapshotEdits)
};

constexpr Change ofSnapshots{Field::snapshots, {}};

QString nameOf(const Experiment& experiment, std::size_t which) {
    return shortText(experiment.snapshots[which].name);
}

} // namespace

QString takeSnapshot(LabDocument& document) {
    Experiment next = with_snapshot(document.commitPending());
    QString name = nameOf(next, next.snapshots.size() - 1);
    document.apply({std::move(next), ofSnapshots, Snapshots::tr("Snapshot “%1”").arg(name)});
    return name;
}

QString takeScene(LabDocument& document, const KeptView& scene, const QString& wanted) {
    Experiment next =
        with_snapshot(document.commitPending(), withKeptView(nullptr, scene), wanted.toStdString());
    QString name = nameOf(next, next.snapshots.size() - 1);
    document.noteScene(next.snapshots.back().experiment);
    document.apply({std::move(next), ofSnapshots, Snapshots::tr("Scene “%1”").arg(name)});
    return name;
}

void moveSnapshot(LabDocument& document, std::size_t which, std::size_t to) {
    const Experiment& before = document.commitPending();
    if (to != which && to < before.snapshots.size())
        document.apply({with_snapshot_moved(before, which, to), ofSnapshots,
                        Snapshots::tr("“%1” moved").arg(nameOf(before, which))});
}

void updateScene(LabDocument& document, std::size_t which, const KeptView& scene) {
    const Experiment& before = document.commitPending();
    const JsonPtr view = before.snapshots[which].experiment->view;
    const QString text = Snapshots::tr("“%1” updated").arg(nameOf(before, which));
    Experiment next = with_snapshot_updated(before, which, withKeptView(view, scene));
    document.noteScene(next.snapshots[which].experiment);
    document.apply({std::move(next), ofSnapshots, text});
}

/// The current scene stays the current one.
void renumberScenes(LabDocument& document) {
    const Experiment& before = document.commitPending();
    const auto current = std::ranges::find(before.snapshots, document.scene(), &Snapshot::experiment);
    const auto which = current - before.snapshots.begin();
    Experiment next = with_scenes_renumbered(before);
    if (current != before.snapshots.end())
        document.noteScene(next.snapshots[static_cast<std::size_t>(which)].experiment);
    document.apply({std::move(next), ofSnapshots, Snapshots::tr("These numbers in every scene")});
}

void dropView(LabDocument& document, std::size_t which) {
    const Experiment& before = document.commitPending();
    const QString text = Snapshots::tr("“%1” without its view").arg(nameOf(before, which));
    document.apply({with_view_dropped(before, which), ofSnapshots, text});
}

QString renameSnapshot(LabDocument& document, std::size_t which, const QString& name) {
    const Experiment& before = document.commitPending();
    Result<Experiment> next = with_snapshot_renamed(before, which, name.toStdString());
    if (!next)
        return name.trimmed().isEmpty()
                   ? Snapshots::tr("A snapshot needs a name")
                   : Snapshots::tr("Another snapshot is named “%1”").arg(shortText(name.trimmed()));
    const QString text = Snapshots::tr("Renamed snapshot “%1” to “%2”")
                             .arg(nameOf(before, which), nameOf(next.value(), which));
    document.apply({std::move(next).value(), ofSnapshots, text});
    return {};
}

void setNotes(LabDocument& document, std::size_t which, const QString& notes) {
    const Experiment& before = document.commitPending();
    const QString text = Snapshots::tr("Notes of “%1”").arg(nameOf(before, which));
    document.applyTyped({with_notes(before, which, notes.toStdString()), ofSnapshots, text});
}

void removeSnapshot(LabDocument& document, std::size_t which) {
    const Experiment& before = document.commitPending();
    const QString text = Snapshots::tr("Snapshot “%1” deleted").arg(nameOf(before, which));
    document.apply({without_snapshot(before, which), ofSnapshots, text});
}

void goBackTo(LabDocument& document, const Snapshot& kept) {
    const Experiment& before = document.commitPending();
    document.apply(
        {with_snapshot_restored(before, kept), {}, Snapshots::tr("Back to “%1”").arg(shortText(kept.name))});
}

void becomeVariant(LabDocument& document, Variation variation, const std::string& name) {
    Variants variants = variants_of(document.commitPending(), variation);
    const auto found = std::ranges::find(variants.list, name, &Variant::name);
    if (found == variants.list.end())
        return;
    document.apply({std::move(found->experiment),
                    {info(variation).field, {}},
                    Snapshots::tr("%1: %2").arg(QString::fromUtf8(info(variation).title.data()),
                                                QString::fromStdString(name))});
}

} // namespace lab
