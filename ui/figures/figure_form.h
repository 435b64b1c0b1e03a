// SPDX-License-Identifier: GPL-3.0-or-later
//
// Controls of the figure dialog that decide what is drawn: which figure, its format, size and appearance.
#pragma once

#include "ui/figures/figure_settings.h"
#include "ui/widgets/choice_pills.h"

#include <QWidget>

#include <functional>

class QCheckBox;
class QDoubleSpinBox;
class QFormLayout;
class QLineEdit;
class QSpinBox;

namespace lab {

class PillButton;
class Theme;

class FigureForm : public QWidget {
    Q_OBJECT
public:
    FigureForm(const Experiment& experiment, const Theme& theme, const Figure& figure,
               const FigureSettings& settings, std::vector<StageMarks> marks);

    const Figure& figure() const { return m_figure; }
    const FigureSettings& settings() const { return m_settings; }
    void setFormat(FigureFormat format);
    /// Includes the title typed, if any.
    FigureLook look() const;
    bool isImage() const { return m_settings.format == FigureFormat::png; }
    /// Shows its title, and the controls that apply to it.
    void showDrawing(const FigureDrawing& drawing);

    QFormLayout& rows() const { return *m_rows; }
    /// Adds a row whose controls are laid out one after the other.
    QWidget* addRow(const QString& caption);
    QLineEdit& titleLine() const { return *m_title; }
    QDoubleSpinBox& scaleBox() const { return *m_scale; }

signals:
    /// Another figure in place of the one of that name; changed() follows.
    void figureChosen(const QString& before);
    /// changed() follows.
    void formatChosen();
    void changed();

private:
    PillButton* addChoice(QWidget* row, const QString& text, const std::function<void()>& choose,
                          const std::function<bool()>& isSet);
    QCheckBox* addSwitch(QWidget* row, const QString& text, bool FigureSettings::*setting);
    QDoubleSpinBox* addNumber(QWidget* row, const QString& name, const QString& unit, double least,
                              double most, double FigureSettings::*setting, int decimals = 1);
    void addView(const Experiment& experiment);
    void addFormat();
    void addPresets();
    void addWidth();
    void addShape();
    void addLook();
    void choose(const Figure& figure);
    void restyle();

    const Theme& m_theme;
    Figure m_figure;
    FigureSettings m_settings;
    std::vector<StageMarks> m_marks; ///< of what is inspected in the window
    ChoicePills m_choices;
    QFormLayout* m_rows;
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
};

} // namespace lab
