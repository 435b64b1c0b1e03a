// SPDX-License-Identifier: GPL-3.0-or-later
//
// All words that a document has vectors for, one per row: the word, where its numbers come from, its numbers.
//
// Not a MatrixModel, which shows one parameter in the document's notation, and of E only the words in the
// sentences. This one includes words in no sentence, can be filtered, and has words as rows in any notation.
#pragma once

#include "core/base/summary.h"
#include "core/experiment/change.h"
#include "core/experiment/experiment.h"
#include "ui/plots/shared/colour_scale.h"

#include <QAbstractTableModel>

#include <unordered_set>

class QFontMetrics;

namespace lab {

class LabDocument;
class Selection;
class Theme;

class DictionaryModel : public QAbstractTableModel {
    Q_OBJECT
public:
    static constexpr int wordColumn = 0, stateColumn = 1, firstNumber = 2;

    DictionaryModel(LabDocument& document, const Selection& selection, const Theme& theme,
                    QObject* parent = nullptr);

    /// Shows only the words that contain `text`, ignoring case.
    void setFilter(const QString& text);
    const std::string& word(int row) const { return m_words[static_cast<std::size_t>(row)]; }
    /// The number of all words, shown or not.
    Index wordCount() const { return m_count; }
    Index unusedCount() const { return m_count - static_cast<Index>(m_used.size()); }
    /// The width of the widest number, but at least that of a number of ordinary size.
    int widestNumber(const QFontMetrics& metrics) const;
    /// Adopts the colours and decimals that the document's numbers now have.
    void updateLook();

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// Takes a number or a new name as text. Invalid text changes nothing and emits refused().
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    /// Why setData() would reject `text`; empty if it would not.
    QString problem(const QModelIndex& index, const QString& text) const;

signals:
    void refused(const QString& reason);
    /// The set of words may have changed.
    void wordsChanged();

private:
    void refresh(const Change& change);
    /// The words that pass the filter, those in the sentences first. Updates the counts.
    std::vector<std::string> shownWords();
    void measure();
    void updateScale();
    double valueOf(const QModelIndex& index) const;
    QString stateText(const std::string& word) const;
    QVariant numberData(const QModelIndex& index, int role) const;

    LabDocument& m_document;
    const Selection& m_selection;
    const Theme& m_theme;
    QString m_filter;
    std::vector<std::string> m_words;
    std::unordered_set<std::string> m_used;
    Index m_count = 0;
    int m_features = 0;      ///< d_model
    MatrixSummary m_summary; ///< of all numbers
    NumberStyle m_style;
    ColourScale m_scale;
    int m_decimals = 4;     ///< as many as its numbers need
    int m_mostDecimals = 4; ///< as many as they may need
};

} // namespace lab
