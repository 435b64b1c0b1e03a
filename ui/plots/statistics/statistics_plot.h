// SPDX-License-Identifier: GPL-3.0-or-later
//
// Interactive widget for a head's statistics. A line of the table chooses the stage that the rest describes.
#pragma once

#include "ui/plots/statistics/statistics_drawing.h"

#include <QWidget>

namespace lab {

class StatisticsPlot : public QWidget {
    Q_OBJECT
public:
    explicit StatisticsPlot(const Theme& theme, QWidget* parent = nullptr);

    void setContent(StatisticsContent content);
    const StatisticsContent& content() const { return m_drawing.content(); }
    const StatisticsDrawing& drawing() const { return m_drawing; }
    /// The available width; content that needs more is wider.
    void setRoom(int width);
    /// While presenting: divides the content into pages of that height and shows one of them. 0: shows all
    /// content at once.
    void setPageHeight(int height);
    /// Turns `by` pages. Returns false if there is no such page.
    bool turn(int by);
    /// Turns to the page that explains why scores are scaled.
    void turnToScaling() { show(m_drawing.pageOfScaling()); }
    /// Veils stale content and shows the reason. An empty reason removes the veil.
    void setVeil(const QString& reason);
    /// The line of the chosen stage.
    std::optional<std::size_t> chosenLine() const;

    QSize sizeHint() const override { return m_drawing.size(); }
    QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void stageChosen(lab::StageId stage);
    /// The keyboard cursor moved to `place`, which should be made visible.
    void cursorMoved(QRectF place);
    /// Another page is shown, or there are more or fewer.
    void pagesChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void rebuild(StatisticsContent content);
    bool show(int page);
    void point(std::optional<std::size_t> line);

    const Theme& m_theme;
    StatisticsDrawing m_drawing;
    int m_room = 0, m_pageHeight = 0;
    std::optional<std::size_t> m_pointed, m_pressed; ///< lines of the table
    bool m_keys = false;                             ///< the keyboard is in use, so its cursor is shown
    QString m_veil;
};

} // namespace lab
