// SPDX-License-Identifier: GPL-3.0-or-later
//
// One parameter in the left column: a header that folds it and opens its menu, its grid, and between them any
// form of the menu or question about pasting.
#pragma once

#include "core/experiment/parameter.h"
#include "core/io/named_arrays.h"
#include "ui/document/files/file_tasks.h"
#include "ui/selection/shown_pull.h"

#include <QWidget>

#include <optional>

class QLabel;
class QToolButton;
class QVBoxLayout;

namespace lab {

class FoldHeader;
class LabDocument;
class InputForm;
class MatrixGrid;
class MatrixMenu;
class MatrixModel;
class PasteStrip;
class PillButton;
class Selection;
class Theme;

class ParameterSection : public QWidget {
    Q_OBJECT
public:
    ParameterSection(LabDocument& document, Selection& selection, const Theme& theme, ParameterId id,
                     std::optional<ParameterId> bias, QWidget* parent = nullptr);

    ParameterId id() const { return m_id; }
    MatrixGrid& grid() const { return *m_grid; }
    MatrixModel& model() const { return *m_model; }
    bool isFolded() const { return m_folded; }
    void setFolded(bool folded);
    QToolButton& menuButton() const { return *m_menuButton; }
    /// Adds the parameter if the document has none. Only for W_O.
    PillButton& addButton() const { return *m_add; }
    /// Shows how many words are in no sentence, and opens the dictionary. Only for E.
    PillButton& moreWords() const { return *m_words; }
    PasteStrip& pasteStrip() const { return *m_paste; }
    /// The open form, or nullptr.
    InputForm* form() const { return m_form; }

    /// Shows wedges beside the numbers, or why there are none; null: neither.
    void setPull(const ShownPullPtr& pull);
    /// The sentence that says why nothing pulls; empty if none is shown.
    QString pullNote() const;

    /// Reads the numbers of a matrix file into the grid, as if they were pasted.
    void readFile(const QString& file);

signals:
    void refused(const QString& reason);
    void messageRequested(const QString& message);
    /// See GridClipboard.
    void layerPasted(const lab::NamedArraysPtr& arrays);
    void dictionaryWanted();
    /// The numbers should be saved; if heads have their own, those of `head`.
    void numbersRequested(lab::ParameterId id, lab::HeadIndex head);
    /// The user chose or edits a number.
    void numberChosen(const lab::ParameterCell& cell);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void addHeader(QVBoxLayout* column);
    void connectParts();
    void refresh();
    void showLock();
    void showNoPull();
    void updateWords(const Change& change);
    void restyle();
    void refuse(const QString& reason);
    void showMenu();
    void showForm(InputForm* form);
    void closeForm();
    void askForFile();

    LabDocument& m_document;
    const Theme& m_theme;
    ParameterId m_id;
    MatrixModel* m_model;
    MatrixGrid* m_grid;
    MatrixMenu* m_menu;
    FoldHeader* m_header;
    QToolButton* m_menuButton;
    PillButton* m_add;
    PillButton* m_words;
    PasteStrip* m_paste;
    InputForm* m_form = nullptr;
    QLabel* m_problem;
    QLabel* m_noPull; ///< why nothing pulls
    ShownPullPtr m_pull;
    bool m_folded = false;
    int m_reading = 0; ///< counts files: only the last one matters
    FileTasks m_files; ///< reads them
};

} // namespace lab
