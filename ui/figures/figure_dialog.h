// SPDX-License-Identifier: GPL-3.0-or-later
//
// Dialog that exports a figure: its appearance, with an exact preview, and its destination.
#pragma once

#include "ui/figures/figure_settings.h"
#include "ui/widgets/choice_pills.h"

#include <QDialog>

#include <functional>

class QBoxLayout;
class QCheckBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QScrollArea;
class QSpinBox;

namespace lab {

class FigurePreview;
class LabDocument;
class PillButton;
class Theme;

class FigureDialog : public QDialog {
    Q_OBJECT
public:
    FigureDialog(LabDocument& document, const Theme& theme, const Figure& figure, const QString& folder,
                 const FigureSettings& settings, QWidget* parent = nullptr);

    QString file() const;
    const FigureSettings& settings() const { return m_settings; }
    const FigureDrawing& drawing() const { return m_drawing; }
    const FigurePreview& preview() const { return *m_preview; }
    QLineEdit& fileLine() const { return *m_file; }
    QLineEdit& titleLine() const { return *m_title; }
    QDoubleSpinBox& scaleBox() const { return *m_scale; }

    /// Writes the figure. If that fails or is cancelled, stays open and shows why.
    void accept() override;

signals:
    /// The outcome of an action that leaves the dialog open.
    void messageRequested(const QString& message);

private:
    QWidget* addRow(const QString& caption);
    void addChoice(QWidget* row, const QString& text, const std::function<void()>& choose,
                   const std::function<bool()>& isSet);
    void addView();
    void addFormat();
    void addWidth();
    void addLook();
    void addFile();
    void addCopies();
    void addButtons();
    QCheckBox* addSwitch(QWidget* row, const QString& text, bool FigureSettings::*setting);
    QDoubleSpinBox* addNumber(QWidget* row, const QString& name, const QString& unit, double least,
                              double most, double FigureSettings::*setting, int decimals = 1);
    void setShownFigure(const Figure& figure);
    void setFormat(FigureFormat format);
    /// Redraws the figure and updates its size.
    void refresh();
    void showSize();
    void restyle();
    void showMessage(const QString& text, const QColor& colour);
    void showError(const QString& why);
    void showInfo(const QString& what);
    QString obstacle() const;
    void browse();
    void copyImage();
    void copySvg();
    /// The file's bytes, or nothing if the user cancels.
    std::optional<QByteArray> drawn(FigureFormat format);
    bool isImage() const { return m_settings.format == FigureFormat::png; }

    LabDocument& m_document;
    const Theme& m_theme;
    Figure m_figure, m_asked; ///< currently chosen, and as the dialog was opened
    QString m_folder;
    QString m_toReplace; ///< existing file that the user was warned about
    FigureSettings m_settings;
    FigureDrawing m_drawing;
    ChoicePills m_choices;
    QBoxLayout* m_columns;
    FigurePreview* m_preview;
    QScrollArea* m_scroll;
    QWidget* m_controls;
    QFormLayout* m_form;
    PillButton* m_figures = nullptr;
    QSpinBox* m_head = nullptr;
    QDoubleSpinBox* m_scale = nullptr;
    QDoubleSpinBox* m_millimetres = nullptr;
    QDoubleSpinBox* m_pixels = nullptr;
    QLineEdit* m_title = nullptr;
    QCheckBox* m_colourBar = nullptr;
    QCheckBox* m_axisNames = nullptr;
    QCheckBox* m_cellsAsImage = nullptr;
    QLabel* m_size;
    QLabel* m_message;
    QLineEdit* m_file = nullptr;
};

} // namespace lab
