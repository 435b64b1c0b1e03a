// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/edits/snapshot_edits.h"

#include "core/edits/snapshots.h"
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
