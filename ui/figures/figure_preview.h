// SPDX-License-Identifier: GPL-3.0-or-later
//
// Preview of a figure as it will be saved, as large as the widget allows.
#pragma once

#include "ui/figures/figure_file.h"

#include <QImage>
#include <QWidget>

namespace lab {

class FigurePreview : public QWidget {
    Q_OBJECT
public:
    explicit FigurePreview(const Theme& theme, QWidget* parent = nullptr);

    /// `format`: that of the file being previewed.
    void setDrawing(const FigureDrawing& drawing, FigureFormat format);
    /// The image that is shown: the figure, scaled to fit.
    const QImage& image() const { return m_image; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void draw();

    const Theme& m_theme;
    FigureDrawing m_drawing;
    FigureFormat m_format = FigureFormat::png;
    QImage m_image;
};

} // namespace lab
