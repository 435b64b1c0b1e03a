// SPDX-License-Identifier: GPL-3.0-or-later
//
// The left column: everything that can be edited, as an accordion of grids. What only some documents have
// gets a section when a document has it.
#pragma once

#include "core/experiment/parameter.h"
#include "core/experiment/stage_id.h"
#include "core/io/named_arrays.h"
#include "ui/selection/shown_pull.h"

#include <QScrollArea>

#include <optional>
#include <vector>

class QLabel;

namespace lab {

class FoldHeader;
class LabDocument;
class OverridesList;
class ParameterSection;
class PullLegend;
class Selection;
class ShapeControls;
class Theme;

class ParametersPanel : public QScrollArea {
    Q_OBJECT
public:
    ParametersPanel(LabDocument& document, Selection& selection, const Theme& theme,
                    QWidget* parent = nullptr);

    /// Made if it is not there yet. nullptr for a bias, which is in the section of its matrix.
    ParameterSection* section(ParameterId id);
    /// The section that a widget is part of, or nullptr.
    ParameterSection* sectionAround(const QWidget* widget) const;
    /// See MatrixModel::updateLook().
    void updateLook();
    ShapeControls& shape() const { return *m_shape; }
    /// Scrolls to a number.
    void reveal(const ParameterCell& cell);
    /// Shows beside each number how strongly it pulls, until it is told otherwise; null: nothing. Whoever
    /// computes it says so again when the document has changed.
    void setPull(const ShownPullPtr& pull);
    /// While only these are changed by a fit, the others are behind a line that opens them; nullopt: all are
    /// shown.
    void setTrained(const std::optional<std::vector<ParameterId>>& trained);
    /// That line: checked while they are shown. nullptr until it is needed.
    FoldHeader* fixedLine() const { return m_fixedLine; }
    PullLegend& pullLegend() const { return *m_legend; }
    OverridesList& overrides() const { return *m_overrides; }

signals:
    void refused(const QString& reason);
    void messageRequested(const QString& message);
    /// See GridClipboard.
    void layerPasted(const lab::NamedArraysPtr& arrays);
    /// The user wants to see a stage.
    void stageRequested(lab::StageId stage);
    void dictionaryWanted();
    /// See ParameterSection.
    void numbersRequested(lab::ParameterId id, lab::HeadIndex head);
    /// The user chose or edits a number.
    void numberChosen(const lab::ParameterCell& cell);
    /// The user wants to see a number that the legend names.
    void numberWanted(const lab::ParameterCell& cell);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    ParameterSection* make(std::size_t row);
    bool isFixed(std::size_t row) const;
    bool hasRoomFor(std::size_t row) const;
    void showFixedLine();
    void openFixed(const ParameterSection& section);
    void refresh();
    void showAddedScores(const Change& change);
    void restyle();
    void placeLegend();

    LabDocument& m_document;
    Selection& m_selection;
    const Theme& m_theme;
    QLabel* m_heading;
    QLabel* m_hint;
    ShapeControls* m_shape;
    std::vector<ParameterSection*> m_sections; ///< in the order of their rows; null until it is needed
    OverridesList* m_overrides;
    PullLegend* m_legend;
    ShownPullPtr m_pull;
    std::optional<std::vector<ParameterId>> m_trained;
    FoldHeader* m_fixedLine = nullptr;
};

} // namespace lab
