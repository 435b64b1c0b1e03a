// SPDX-License-Identifier: GPL-3.0-or-later
//
// Chooses what the page Compare compares the document with, and which stage: pills in two rows. Snapshots are
// renamed and deleted here.
#pragma once

#include "ui/document/files/document_files.h"
#include "ui/pages/comparison_choice.h"
#include "ui/widgets/choice_pills.h"

#include <QWidget>

#include <memory>

class QLineEdit;

namespace lab {

class FlowLayout;
class LabDocument;
class Theme;

class ComparisonPicker : public QWidget {
    Q_OBJECT
public:
    ComparisonPicker(LabDocument& document, ComparisonChoice& choice, const Theme& theme,
                     QWidget* parent = nullptr);

    /// Reads a document, without opening it, and compares with it.
    void compareWithFile(const QString& file);

signals:
    void refused(const QString& reason);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showChoice();
    void rebuildPills();
    void addSnapshots();
    void addVariations();
    void addCaption(const QString& text);
    void buildSecondRow();
    void showSecondRow();
    void askForFile();
    void beginRename();
    void endRename(bool take);
    void removeChosen();
    void restyle();

    LabDocument& m_document;
    ComparisonChoice& m_choice;
    const Theme& m_theme;
    QWidget* m_first = nullptr; ///< rebuilt when other things are offered
    std::unique_ptr<ChoicePills> m_pills;
    QWidget* m_second;
    PillButton* m_stagePill;
    PillButton* m_rename;
    PillButton* m_delete;
    PillButton* m_goBack;
    QLineEdit* m_name;
    std::shared_ptr<const Experiment> m_renamed; ///< the snapshot whose name is being typed
    QString m_isReading;                         ///< the file that is being read; empty: none
    DocumentFiles m_files;
};

} // namespace lab
