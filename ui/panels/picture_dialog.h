// SPDX-License-Identifier: GPL-3.0-or-later
//
// Saves a view as a picture: where, and how large.
#pragma once

#include "ui/plots/figure.h"

#include <QDialog>

class QDoubleSpinBox;
class QLabel;
class QLineEdit;

namespace lab {

class LabDocument;
class Theme;

class PictureDialog : public QDialog {
    Q_OBJECT
public:
    PictureDialog(LabDocument& document, const Theme& theme, const DrawnView& view, const QString& folder,
                  double scale, QWidget* parent = nullptr);

    QString file() const;
    double scale() const;
    QLineEdit& fileLine() const { return *m_file; }
    QDoubleSpinBox& scaleBox() const { return *m_scale; }

    /// Writes the picture; stays open and says why where it cannot.
    void accept() override;

private:
    void browse();
    void updateSize();
    bool isImage() const;

    Figure m_figure;
    QLineEdit* m_file;
    QDoubleSpinBox* m_scale;
    QLabel* m_size;
    QLabel* m_problem;
};

} // namespace lab
