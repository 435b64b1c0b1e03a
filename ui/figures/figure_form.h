// SPDX-License-Identifier: GPL-3.0-or-later
//
// Controls of the figure dialog that decide what is drawn: which figure, its format, size and appearance.
#pragma once

#include "ui/figures/export_form.h"
#include "ui/figures/figure_settings.h"

class QLineEdit;

namespace lab {

class FigureForm : public ExportForm {
    Q_OBJECT
public:
    FigureForm(const Experiment& experiment, const Theme& theme, const Figure& figure,
               const FigureSettings& settings, std::vector<StageMarks> marks);

    const Figure& figure() const { return m_figure; }
    const FigureSettings& settings() const { return m_settings; }
    void setFormat(FigureFormat format);
    /// Whether the answers of a lesson may be put on paper; at first they may.
    void setSolutionOffered(bool offered);
    /// Why the figure cannot be saved in that format; empty if it can.
    QString formatProblem() const;
    /// Includes the title typed, if any.
    FigureLook look() const;
    bool isImage() const { return lab::isImage(m_settings.format); }
    /// Shows the title of `drawing`, and the controls that apply to it.
    void showDrawing(const FigureDrawing& drawing);

    QLineEdit& titleLine() const { return *m_title; }
    QDoubleSpinBox& scaleBox() const { return *m_scale; }

signals:
    /// Another figure in place of the one of that name; changed() follows.
    void figureChosen(const QString& before);
    /// changed() follows.
    void formatChosen();

private:
    void addView(const Experiment& experiment);
    void addFormat();
    void addPresets();
    void addWidth();
    void addShape();
    void addLook();
    void addPages(const Experiment& experiment);
    void addHeads(const Experiment& experiment);
    void addLesson();
    void takeHandout();
    void takeHeads();
    void choose(const Figure& figure);

    Figure m_figure;
    FigureSettings m_settings;
    std::vector<StageMarks> m_marks; ///< of what is inspected in the window
    PillButton* m_figures = nullptr;
    QSpinBox* m_head = nullptr;
    QDoubleSpinBox* m_scale = nullptr;
    QDoubleSpinBox* m_millimetres = nullptr;
    QDoubleSpinBox* m_pixels = nullptr;
    QDoubleSpinBox* m_fontSize = nullptr;
    PillButton* m_custom = nullptr;
    QLineEdit* m_title = nullptr;
    QCheckBox* m_colourBar = nullptr;
    QCheckBox* m_axisNames = nullptr;
    QCheckBox* m_cellsAsImage = nullptr;
    QCheckBox* m_marksBox = nullptr;
    std::vector<std::pair<StageId, QCheckBox*>> m_stages; ///< of a handout
    QWidget* m_headsRow = nullptr;                        ///< for a sheet of heads
    std::vector<QCheckBox*> m_heads;
    std::vector<HeadIndex> m_order; ///< of all heads on it
    QList<QWidget*> m_notForPages;  ///< rows and controls that a figure of pages does not have
    // Rows that it alone has.
    QWidget* m_stagesRow = nullptr;
    QWidget* m_pagesRow = nullptr;
    QWidget* m_lessonRow = nullptr; ///< of a document with a lesson
    QCheckBox* m_lesson = nullptr;
    QCheckBox* m_solution = nullptr;
    bool m_isSolutionOffered = true;
};

} // namespace lab
