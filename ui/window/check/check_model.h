// SPDX-License-Identifier: GPL-3.0-or-later
//
// The user's own numbers as a table to type into, as the document's notation shows them; each with a tick or
// with how it differs, once that is known.
#pragma once

#include "core/analysis/diagnosis/checked_cells.h"
#include "core/experiment/stage.h"
#include "ui/plots/shared/labels.h"

#include <QAbstractTableModel>

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace lab {

class Theme;

class CheckModel : public QAbstractTableModel {
    Q_OBJECT
public:
    explicit CheckModel(const Theme& theme, QObject* parent = nullptr)
        : QAbstractTableModel(parent), m_theme(theme) {}

    /// Names rows and columns as those of a stage, if the table has its shape; otherwise by numbers. An empty
    /// table gets the shape; one that is filled in part keeps what falls into it. nullopt: one cell.
    void setStage(const Experiment& experiment, const std::optional<Asked>& asked);
    /// Replaces all numbers, which are in rows notation.
    void setNumbers(const Experiment& experiment, const std::optional<Asked>& asked, PrintedArray given);
    void clear();
    /// Types into a cell; an empty text empties it. False, if it is no number: nothing has changed.
    bool setText(const QModelIndex& index, const QString& text);
    /// What is known about the numbers: about all that have not changed since the question was asked. A cell
    /// to look at is marked until it changes.
    void setAnswer(std::optional<CheckedCells> cells,
                   const std::optional<std::pair<Index, Index>>& lookAt = {});

    /// The first cell that is known to be wrong; invalid if there is none.
    QModelIndex firstWrong() const;
    /// The cell to look at; invalid if there is none.
    QModelIndex marked() const;

    bool isEmpty() const;
    bool isWhole() const;
    /// In rows notation, see CheckQuestion.
    PrintedArray given() const;
    const std::vector<bool>& filled() const { return m_filled; }
    bool isTransposed() const { return m_transposed; }
    /// Whether a stage is asked for, so that there may be something to say of each number.
    bool isCompared() const { return m_compared; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

signals:
    /// Numbers have changed.
    void edited();
    /// A text is no number, and why.
    void refused(const QString& reason);

private:
    using Place = std::pair<Index, Index>;

    Place placeOf(const QModelIndex& index) const;
    QModelIndex indexOf(const Place& place) const;
    bool isMarked(const Place& place) const { return m_marked == place && !m_changed[at(place)]; }
    std::size_t at(const Place& place) const {
        return static_cast<std::size_t>(place.first * m_numbers.cols() + place.second);
    }
    void resize(Index rows, Index columns, Index heads);
    void nameAxes(const Experiment& experiment, const std::optional<Asked>& asked);
    /// Whether the number is right; nullopt if that is not known.
    std::optional<bool> verdict(const Place& place) const;
    QString numberText(const Place& place) const;
    QString differenceText(const Place& place) const;
    QString spoken(const Place& place) const;

    const Theme& m_theme;
    Matrix m_numbers, m_lastDigits; ///< NaN where a cell is empty
    Index m_heads = 0;
    int m_decimals = 4; ///< of numbers that were not typed
    std::vector<bool> m_filled;
    std::map<Place, QString> m_typed;
    std::vector<bool> m_changed; ///< since the answer
    std::optional<CheckedCells> m_cells;
    std::optional<Place> m_marked;
    int m_comparedDecimals = 4; ///< of the most exact number, when the question was answered
    Labels m_rowLabels, m_columnLabels;
    bool m_transposed = false;
    bool m_compared = false;
};

} // namespace lab
