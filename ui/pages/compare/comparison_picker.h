// SPDX-License-Identifier: GPL-3.0-or-later
//
// Chooses what Compare mode compares the document with, and which stage: pills in two rows. Snapshots are
// renamed and deleted here.
#pragma once

#include "core/analysis/variants.h"
#include "core/stage_id.h"
#include "ui/document/files/document_files.h"
#include "ui/widgets/choice_pills.h"

#include <QWidget>

#include <memory>
#include <optional>

class QLineEdit;

namespace lab {

class FlowLayout;
class LabDocument;
class Theme;

struct CompareAgainst {
    enum class Kind { nothing, snapshot, opened, file, variation };
    Kind kind = Kind::nothing;
    Snapshot kept; ///< for snapshot, opened and file
    Variation variation = Variation::mask;
};

class ComparisonPicker : public QWidget {
    Q_OBJECT
public:
    ComparisonPicker(LabDocument& document, const Theme& theme, QWidget* parent = nullptr);

    const CompareAgainst& chosen() const { return m_chosen; }
    StageId stage() const { return m_stage; }
    /// Updates the pills to the document's snapshots.
    void refresh();
    /// Reads a document, without opening it, and compares with it.
    void compareWithFile(const QString& file);

signals:
    /// The comparison or its stage changed.
    void changed();
    void refused(const QString& reason);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void followDocument();
    void keepOpened();
    void choose(CompareAgainst against);
    void rebuildPills();
    void addSnapshots();
    void addVariations();
    void addCaption(const QString& text);
    void buildSecondRow();
    void showSecondRow();
    void askForFile();
    std::optional<std::size_t> chosenSnapshot() const;
    void beginRename();
    void endRename(bool take);
    void removeChosen();
    void restyle();

    LabDocument& m_document;
    const Theme& m_theme;
    CompareAgainst m_chosen;
    StageId m_stage = StageId::weights;
    std::vector<Snapshot> m_snapshots;          ///< that have a pill
    std::shared_ptr<const Experiment> m_opened; ///< the document as it was opened
    std::optional<Snapshot> m_file;             ///< the last document read
    QWidget* m_first = nullptr;                 ///< rebuilt when the snapshots change
    std::unique_ptr<ChoicePills> m_pills;
    std::vector<PillButton*> m_snapshotPills;
    QWidget* m_second;
    PillButton* m_stagePill;
    PillButton* m_rename;
    PillButton* m_delete;
    PillButton* m_goBack;
    QLineEdit* m_name;
    DocumentFiles m_files;
};

} // namespace lab
