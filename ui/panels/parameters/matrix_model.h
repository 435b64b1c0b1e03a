// SPDX-License-Identifier: GPL-3.0-or-later
//
// A parameter as an editable table, in the notation of the document: a matrix, with its bias as one more row.
#pragma once

#include "core/experiment/parameter.h"
#include "ui/plots/shared/colour_scale.h"
#include "ui/plots/shared/labels.h"
#include "ui/selection/shown_pull.h"

#include <QAbstractTableModel>
#include <QRect>

#include <optional>
#include <vector>

class QFontMetrics;

namespace lab {

class LabDocument;
class Selection;
class Theme;

class MatrixModel : public QAbstractTableModel {
    Q_OBJECT
public:
    /// `bias` may name a parameter that the document does not have. It then has no row.
    MatrixModel(LabDocument& document, Selection& selection, const Theme& theme, ParameterId id,
                std::optional<ParameterId> bias, QObject* parent = nullptr);

    /// A cell of the table, in the document's coordinates.
    using Cell = ParameterCell;
    Cell cellOf(const QModelIndex& index) const;
    /// Invalid if the cell is not shown.
    QModelIndex indexOf(const Cell& cell) const;
    double valueOf(const QModelIndex& index) const;
    /// The numbers of some cells, as they are shown.
    Matrix numbers(const QRect& cells) const;
    /// A block of numbers of one parameter, with the place of its first cell.
    struct Part {
        ParameterId id;
        Index row, column;
        Matrix numbers;
    };
    /// Splits numbers as the table shows them, from a cell of it on, into blocks in the document's
    /// coordinates: those of the matrix and those of its bias.
    std::vector<Part> parts(int row, int column, const Matrix& shown) const;
    /// Whether there is a bias row, or in columns notation a bias column.
    bool hasBias() const { return m_bias != nullptr; }
    /// Whether the document's rows are shown as columns.
    bool isTransposed() const;
    ParameterId id() const { return m_id; }
    std::optional<ParameterId> biasId() const { return m_biasId; }
    /// The head whose columns alone are shown; none if all are.
    std::optional<HeadIndex> shownHead() const;
    /// The columns of the document's matrix that are shown.
    Columns shownColumns() const { return m_columns; }
    QString name() const { return QString::fromUtf8(info(m_id).name.data()); }
    /// The largest magnitude in the matrix, which sets the step of scrubbing. 1 if all numbers are 0.
    double magnitude() const;
    /// Whether it may hold −∞, which hides a key.
    bool mayHideKeys() const { return m_id == ParameterId::additive; }
    /// Whether the document has the parameter.
    bool isPresent() const { return m_matrix != nullptr; }
    /// The width of the widest number, but at least that of a number of ordinary size.
    int widestNumber(const QFontMetrics& metrics) const;
    /// The width of the widest number at present, with the decimals that the numbers need.
    int widestShownNumber(const QFontMetrics& metrics) const;

    /// The shape without the bias: "2 × 2", or "2 × 2 + b" if there is one.
    QString shapeText() const;

    /// Whether all heads' columns are shown, or only the selected head's.
    void setAllHeads(bool all);
    bool allHeads() const { return m_allHeads; }
    /// Each number gets a lane beside it, with a wedge. Null: no lanes.
    void setPull(ShownPullPtr pull);
    bool hasPull() const { return m_pull && (m_pull->isOf(m_id) || (hasBias() && m_pull->isOf(*m_biasId))); }

    /// Adopts the colours and decimals that the document's numbers now have. Other matrices may affect them.
    void updateLook();

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    /// A column by a row.
    QRect allCells() const { return {0, 0, columnCount(), rowCount()}; }
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// Takes a number as text. Invalid text changes nothing and emits refused().
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

signals:
    void refused(const QString& reason);

private:
    void refresh(const Change& change);
    bool hasShapeOf(const MatrixPtr& matrix) const;
    void reload();
    /// Reloads the one number of the matrix, or of the bias, that changed.
    void reloadCell(ParameterId id, Index row, Index column);
    void reloadBias();
    void updateScale();
    QString textOf(double value) const;
    void endPreview();
    QColor colourOf(double value) const;
    bool isLinked(const Cell& cell) const;
    void sayAllChanged();
    QString rowName(Index row) const; // `row` as stored
    QString columnName(Index column) const;
    QString columnTip(Index column) const;
    QString describe(const Cell& cell) const;
    double slopeOf(const Cell& cell) const;

    LabDocument& m_document;
    Selection& m_selection;
    const Theme& m_theme;
    ParameterId m_id;
    std::optional<ParameterId> m_biasId;
    MatrixPtr m_matrix;
    std::shared_ptr<Matrix> m_vectors; ///< m_matrix if it is E, which the document stores as vectors
    MatrixPtr m_bias;
    MatrixSummary m_summary, m_biasSummary;
    Columns m_columns;
    NumberStyle m_style;
    ColourScale m_scale;
    int m_decimals = 4;     ///< as many as its numbers need
    int m_mostDecimals = 4; ///< as many as they may need
    bool m_allHeads = false;
    ShownPullPtr m_pull;
    std::vector<std::string> m_tokens; // of the rows of E
    Labels m_rowNames;                 // of the matrix
    Labels m_keyNames;                 // of the columns of added scores
};

} // namespace lab
