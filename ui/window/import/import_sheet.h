// SPDX-License-Identifier: GPL-3.0-or-later
//
// The sheet for a file of named arrays: what each array is taken for, how it is read, and what would be
// computed. Nothing changes before a button is pressed.
#pragma once

#include "core/import/import_plan.h"
#include "core/import/replacement.h"
#include "ui/document/files/file_tasks.h"
#include "ui/widgets/choice_pills.h"

#include <QDialog>
#include <QTimer>

#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class QBoxLayout;
class QComboBox;
class QFormLayout;
class QImage;
class QLabel;
class QLineEdit;
class QPushButton;
class QScrollArea;
class QTableView;

namespace lab {

class ImportTable;
class NumberField;
class PillButton;
class Theme;

class ImportSheet : public QDialog {
    Q_OBJECT
public:
    /// `name`: the file's, as it is shown; `present`: the document whose parameters may be replaced.
    ImportSheet(NamedArraysPtr arrays, const QString& name, const Experiment& present, const Theme& theme,
                QWidget* parent);
    ~ImportSheet() override;

signals:
    /// The sheet has been closed: open this as a new document.
    void openWanted(const lab::Experiment& experiment);
    /// The sheet has been closed: this is the present document with other parameters.
    void replaceWanted(const lab::Experiment& experiment);

private:
    /// What becomes of the choices.
    struct Outcome {
        Result<Experiment> read;
        std::optional<Result<Replaced>> replaced; ///< if `read` is an experiment
    };

    void addTable();
    void addPicture(QWidget* content);
    void addFields(QBoxLayout& column);
    void addLayers();
    NumberField* addHeads(const QString& text, std::optional<Index>& choice);
    void addQuestion(QBoxLayout& column);
    void addButtons(QBoxLayout& column);
    void restyle();

    /// Finds the arrays anew, after a choice.
    void plan();
    void assumeOneHead();
    bool hasLayers() const;
    /// Whether there is nothing that the choices have to solve before numbers are read.
    bool isPlanned() const { return m_plan && m_planProblem.isEmpty(); }
    /// What an array holds, as somebody says it; see ImportTable::takenFor().
    void choose(std::size_t array, const QString& roles);
    QString whyNotPlanned(const Error& error) const;
    void showPlan();
    void fitColumns();
    void showHeads();
    void showQuestion();
    void answer(bool transposed);
    void turnRound();
    void showSelected();
    void readPicture(std::size_t array);
    void showPicture(const QImage& image, const QString& text);
    void readSoon();
    void read();
    void showOutcome();
    void openDocument();
    void replaceParameters();
    bool isAnswered(bool transposed) const;
    std::optional<std::size_t> selected() const;

    const Theme& m_theme;
    NamedArraysPtr m_arrays;
    Experiment m_present;
    ImportChoices m_choices;
    std::optional<ImportPlan> m_plan; ///< what is shown; nullopt: m_planProblem says why
    QString m_planProblem;
    std::vector<std::string> m_asked;      ///< arrays that are asked about, in the order of the file
    std::optional<ImportChoices> m_turned; ///< the choices after turning the selected array round
    std::shared_ptr<const Outcome> m_outcome;

    ImportTable* m_table;
    QTableView* m_view;
    QScrollArea* m_scroll;
    QBoxLayout* m_columns;
    QWidget* m_side = nullptr;
    QFormLayout* m_fields = nullptr;
    QLabel* m_used = nullptr;
    QLabel* m_picture = nullptr;
    QLabel* m_caption = nullptr;
    QPushButton* m_turn = nullptr;
    QLabel* m_turnReason = nullptr;
    QComboBox* m_layers = nullptr; ///< nullptr if there is one
    QLineEdit* m_tokens = nullptr;
    QLineEdit* m_sourceTokens = nullptr;
    NumberField* m_heads = nullptr;
    NumberField* m_kvHeads = nullptr;
    QWidget* m_question = nullptr;
    QLabel* m_questionText = nullptr;
    ChoicePills m_answers;
    std::array<PillButton*, 2> m_pills{};
    QLabel* m_computed = nullptr;
    QLabel* m_replaced = nullptr;
    QLabel* m_problem = nullptr;
    QPushButton* m_open = nullptr;
    QPushButton* m_replace = nullptr;
    QTimer m_untilRead; ///< typing is followed by one reading
    using Count = std::shared_ptr<std::atomic<int>>;
    Count m_reading = std::make_shared<std::atomic<int>>(); ///< counts readings: only the last one matters
    Count m_drawing = std::make_shared<std::atomic<int>>(); ///< the same for pictures
    FileTasks m_tasks;
};

} // namespace lab
