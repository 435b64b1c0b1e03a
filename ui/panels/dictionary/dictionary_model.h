// SPDX-License-Identifier: GPL-3.0-or-later
//
// All words that a document has vectors of, one a row: the word, where its numbers are from, its numbers.
//
// No MatrixModel: that shows the cells of one parameter in the document's notation, E's being those of the
// sentences alone. Here words stand in no sentence too, are searched for, and are rows in any notation.
#pragma once

#include "core/change.h"
#include "core/experiment.h"
#include "core/summary.h"
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

    /// Shows the words alone that have this text in them, in letters of any size.
    void setFilter(const QString& text);
    const std::string& word(int row) const { return m_words[static_cast<std::size_t>(row)]; }
    /// Of all words, shown or not.
    Index wordCount() const { return m_count; }
    Index unusedCount() const { return m_count - static_cast<Index>(m_used.size()); }
    /// How wide the widest number is, or one of ordinary size.
    int widestNumber(const QFontMetrics& metrics) const;
    /// Takes the colours and decimals that the document's numbers are shown with now.
    void updateLook();

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// Takes a number, or another name, as text. What will not do changes nothing: refused() then says why.
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    /// Why setData() would refuse, in words; empty where it would not.
    QString problem(const QModelIndex& index, const QString& text) const;

signals:
    void refused(const QString& reason);
    /// There may be other words, or more or fewer of them.
    void wordsChanged();

private:
    void refresh(const Change& change);
    /// The words, those of the sentences first; counts them all.
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
    NumberStyle m_look;
    ColourScale m_scale;
    int m_decimals = 4;
};

} // namespace lab
