// SPDX-License-Identifier: GPL-3.0-or-later
//
// Dialog that exports a figure: what is drawn, with an exact preview, and its destination.
#pragma once

#include "ui/figures/figure_settings.h"

#include <QDialog>

class QBoxLayout;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QScrollArea;

namespace lab {

class FigureForm;
class FigurePreview;
class LabDocument;
class Theme;

class FigureDialog : public QDialog {
    Q_OBJECT
public:
    /// `marks`: of what is inspected, drawn if the settings say so.
    FigureDialog(LabDocument& document, const Theme& theme, const Figure& figure, const QString& folder,
                 const FigureSettings& settings, std::vector<StageMarks> marks, QWidget* parent = nullptr);

    QString file() const;
    const FigureSettings& settings() const;
    const FigureDrawing& drawing() const { return m_drawing; }
    const FigurePreview& preview() const { return *m_preview; }
    QLineEdit& fileLine() const { return *m_file; }
    QLineEdit& titleLine() const;
    QDoubleSpinBox& scaleBox() const;

    /// Writes the figure. If that fails or is cancelled, stays open and shows why.
    void accept() override;

signals:
    /// The outcome of an action that leaves the dialog open.
    void messageRequested(const QString& message);

private:
    void addFile(const QString& folder);
    void addCopies();
    void addButtons();
    void followFigure(const QString& before);
    void followFormat();
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

    LabDocument& m_document;
    const Theme& m_theme;
    QString m_toReplace; ///< existing file that the user was warned about
    FigureDrawing m_drawing;
    QBoxLayout* m_columns;
    FigurePreview* m_preview;
    QScrollArea* m_scroll;
    FigureForm* m_form;
    QLabel* m_size;
    QLabel* m_message;
    QLineEdit* m_file = nullptr;
};

} // namespace lab
