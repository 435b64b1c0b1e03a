// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the document is compared with, and which stage. Follows the document: a new snapshot becomes the
// chosen one.
#pragma once

#include "core/analysis/variants.h"
#include "core/experiment/experiment.h"
#include "core/experiment/stage_id.h"

#include <QObject>

#include <memory>
#include <optional>
#include <vector>

namespace lab {

class LabDocument;

struct CompareAgainst {
    enum class Kind { nothing, snapshot, opened, file, variation };
    Kind kind = Kind::nothing;
    Snapshot kept; ///< for snapshot, opened and file
    Variation variation = Variation::mask;
};

class ComparisonChoice : public QObject {
    Q_OBJECT
public:
    explicit ComparisonChoice(LabDocument& document, QObject* parent = nullptr);

    const CompareAgainst& chosen() const { return m_chosen; }
    /// The chosen snapshot's index in the document; nullopt if something else is chosen.
    std::optional<std::size_t> chosenSnapshot() const;
    /// Variants are compared at the present stage, or if that does not depend on what varies, at the first
    /// one that does.
    void choose(CompareAgainst against);

    /// One that the document has.
    StageId stage() const { return m_stage; }
    void setStage(StageId stage);

    /// The snapshots that are offered: of the scenes only those with other numbers than the document as
    /// opened and than what is offered before them.
    const std::vector<Snapshot>& snapshots() const { return m_snapshots; }
    /// What can be swept in the document; see telling_variations().
    const std::vector<Variation>& variations() const { return m_variations; }
    /// The document as it was opened.
    const std::shared_ptr<const Experiment>& opened() const { return m_opened; }
    /// The last other document that was chosen.
    const std::optional<Snapshot>& file() const { return m_file; }
    /// Offers another document, and chooses it.
    void setFile(Snapshot file);

signals:
    /// Other snapshots, sweeps or documents are offered, or one has another name; changed() follows.
    void offersChanged();
    /// What is compared or the stage may have changed.
    void changed();

private:
    void followFile();
    void followSnapshots();
    void followStages();
    void followVariations();
    std::vector<Snapshot> offered() const;
    void followVariation();

    LabDocument& m_document;
    CompareAgainst m_chosen;
    StageId m_stage = StageId::weights;
    std::vector<Snapshot> m_seen;      ///< all of the document, when they were last looked at
    std::vector<Snapshot> m_snapshots; ///< of them, those that are offered
    std::vector<Variation> m_variations;
    std::shared_ptr<const Experiment> m_opened;
    std::optional<Snapshot> m_file;
};

} // namespace lab
