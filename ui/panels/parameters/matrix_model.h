// SPDX-License-Identifier: GPL-3.0-or-later
//
// A parameter as an editable table, in the notation of the document: a matrix, with its bias as one more row.
#pragma once

#include "core/parameter.h"
#include "ui/plots/shared/colour_scale.h"
#include "ui/plots/shared/labels.h"

#include <QAbstractTableModel>

#include <optional>
#include <vector>

class QFontMetrics;

namespace lab {

class LabDocument;
class Selection;

class MatrixModel : public QAbstractTableModel {
    Q_OBJECT
public:
    /// `bias` may name a parameter that the document does not have; it then shows no row.
    MatrixModel(LabDocument& document, Selection& selection, ParameterId id, std::optional<ParameterId> bias,
                QObject* parent = nullptr);

    /// A number of the table, as the document counts it.
    using Cell = ParameterCell;
    Cell cellOf(const QModelIndex& index) const;
    /// Invalid where it is not shown.
    QModelIndex indexOf(const Cell& cell) const;
    double valueOf(const QModelIndex& index) const;
    /// Numbers of one parameter, from a cell of it on.
    struct Part {
        ParameterId id;
        Index row, column;
        Matrix numbers;
    };
    /// Numbers as the table shows them, from a cell of it on, as the document counts them: those of the
    /// matrix and those of its bias.
    std::vector<Part> parts(int row, int column, const Matrix& shown) const;
    /// Whether one row, or in columns notation one column, is the bias.
    bool hasBias() const { return m_bias != nullptr; }
    /// Whether the document's rows are shown as columns.
    bool isTransposed() const;
    ParameterId id() const { return m_id; }
    std::optional<ParameterId> biasId() const { return m_biasId; }
    /// The head whose columns are shown alone; none where all are.
    std::optional<HeadIndex> shownHead() const;
    /// The columns of the document's matrix that are shown.
    Columns shownColumns() const { return m_columns; }
    QString name() const { return QString::fromUtf8(info(m_id).name.data()); }
    /// The largest magnitude of the matrix, by which a step of scrubbing is chosen.
    double magnitude() const;
    /// Whether the document has the parameter.
    bool isPresent() const { return m_matrix != nullptr; }
    /// How wide the widest number is, or one of ordinary size.
    int widestNumber(const QFontMetrics& metrics) const;

    /// "2 × 2", the bias aside: "2 × 2 + b".
    QString shapeText() const;

    /// Whether all heads' columns are shown, or only the selected head's.
    void setAllHeads(bool all);
    bool allHeads() const { return m_allHeads; }
    /// Takes the colours and decimals that the document's numbers are shown with now, which other matrices
    /// may have a part in.
    void updateLook();

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// Takes a number as text. What is none changes nothing: refused() then says why.
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

signals:
    void refused(const QString& reason);

private:
    void refresh(const Change& change);
    bool hasShapeOf(const MatrixPtr& matrix) const;
    void reload();
    /// Takes the one number of the matrix, or of the bias, that changed.
    void reloadCell(ParameterId id, Index row, Index column);
    void reloadBias();
    void updateScale();
    bool isLinked(const Cell& cell) const;
    void sayAllChanged();
    QString rowName(Index row) const; // as stored
    QString columnName(Index column) const;
    QString columnTip(Index column) const;
    QString describe(const Cell& cell) const;

    LabDocument& m_document;
    Selection& m_selection;
    ParameterId m_id;
    std::optional<ParameterId> m_biasId;
    MatrixPtr m_matrix;
    std::shared_ptr<Matrix> m_vectors; ///< the matrix where it is E, which the document keeps as vectors
    MatrixPtr m_bias;
    MatrixSummary m_summary, m_biasSummary;
    Columns m_columns;
    NumberStyle m_look;
    ColourScale m_scale;
    int m_decimals = 4;
    bool m_allHeads = false;
    std::vector<std::string> m_tokens; // of the rows of E
    Labels m_rowNames;                 // of the matrix
};

} // namespace lab
