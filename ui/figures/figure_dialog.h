// SPDX-License-Identifier: GPL-3.0-or-later
//
// Dialog that exports a figure: what is drawn, with an exact preview, and its destination.
#pragma once

#include "ui/figures/export_dialog.h"
#include "ui/figures/figure_settings.h"

class QDoubleSpinBox;

namespace lab {

class FigureForm;
class FigurePreview;
class LabDocument;
class Theme;

class FigureDialog : public ExportDialog {
    Q_OBJECT
public:
    /// `marks`: of what is inspected, drawn if the settings say so.
    FigureDialog(LabDocument& document, const Theme& theme, const Figure& figure, const QString& folder,
                 const FigureSettings& settings, std::vector<StageMarks> marks, QWidget* parent = nullptr);

    const FigureSettings& settings() const;
    const Figure& figure() const;
    const FigureDrawing& drawing() const { return m_drawing; }
    const FigurePreview& preview() const { return *m_preview; }
    QLineEdit& titleLine() const;
    QDoubleSpinBox& scaleBox() const;

protected:
    QString suffix() const override;
    QStringList suffixes() const override;
    QString kind() const override;
    void takeSuffix(const QString& file) override;
    QString obstacle() const override;
    QString write(IfProtected ifProtected, WriteReport& report) override;

private:
    FigureDialog(LabDocument& document, const Theme& theme, FigurePreview* preview, FigureForm* form,
                 const QString& folder, QWidget* parent);
    void addCopies();
    void followFigure(const QString& before);
    /// Redraws the figure and updates its size.
    void refresh();
    QString sizeText() const;
    QString pagesText() const;
    void copyImage();
    void copySvg();
    /// The file's bytes, or nothing if the user cancels.
    std::optional<Result<QByteArray>> drawn(FigureFormat format);

    LabDocument& m_document;
    FigureDrawing m_drawing;
    FigurePreview* m_preview;
    FigureForm* m_form;
    QWidget* m_copies = nullptr;
};

} // namespace lab
