// SPDX-License-Identifier: GPL-3.0-or-later
//
// Preview of a figure as it will be saved, as large as the widget allows.
#pragma once

#include "ui/figures/figure_file.h"

#include <QImage>
#include <QWidget>

class QLabel;
class QToolButton;

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
    void turn(int pages);
    QWidget* makePager();
    QRect figureArea() const;

    const Theme& m_theme;
    FigureDrawing m_drawing;
    FigureFormat m_format = FigureFormat::png;
    QImage m_image;
    int m_page = 0;
    QWidget* m_pager = nullptr; ///< below a figure of several pages
    QLabel* m_pageText = nullptr;
    QToolButton* m_previous = nullptr;
    QToolButton* m_next = nullptr;
};

} // namespace lab
