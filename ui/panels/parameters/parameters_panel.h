// SPDX-License-Identifier: GPL-3.0-or-later
//
// The left column: everything that can be edited, as an accordion of grids.
#pragma once

#include "core/parameter.h"
#include "core/stage_id.h"

#include <QScrollArea>

#include <vector>

class QLabel;

namespace lab {

class LabDocument;
class OverridesList;
class ParameterSection;
class Selection;
class ShapeControls;
class Theme;

class ParametersPanel : public QScrollArea {
    Q_OBJECT
public:
    ParametersPanel(LabDocument& document, Selection& selection, const Theme& theme,
                    QWidget* parent = nullptr);

    ParameterSection* section(ParameterId id) const;
    /// The section that a widget is part of, or nullptr.
    ParameterSection* sectionAround(const QWidget* widget) const;
    /// See MatrixModel::updateLook().
    void updateLook();
    ShapeControls& shape() const { return *m_shape; }
    /// Scrolls to a number.
    void reveal(const ParameterCell& cell);
    OverridesList& overrides() const { return *m_overrides; }

signals:
    void refused(const QString& reason);
    void messageRequested(const QString& message);
    /// The user wants to see a stage.
    void stageRequested(lab::StageId stage);
    void dictionaryWanted();
    /// The user chose or edits a number.
    void numberChosen(const lab::ParameterCell& cell);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    void restyle();

    LabDocument& m_document;
    const Theme& m_theme;
    QLabel* m_heading;
    QLabel* m_hint;
    ShapeControls* m_shape;
    std::vector<ParameterSection*> m_sections;
    OverridesList* m_overrides;
};

} // namespace lab
