// SPDX-License-Identifier: GPL-3.0-or-later
//
// The statistics of a head, under mouse and keyboard: a line of the table chooses the stage that the rest is
// about.
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
    /// How wide it may be; what needs more is wider.
    void setRoom(int width);
    /// Covers what is shown, which is an older answer; says why. An empty reason takes it away.
    void setVeil(const QString& reason);

    QSize sizeHint() const override { return m_drawing.size(); }
    QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void stageChosen(lab::StageId stage);
    /// Where the keyboard has gone, which should be in sight.
    void cursorMoved(QRectF place);

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
    void point(std::optional<std::size_t> line);
    std::optional<std::size_t> chosenLine() const;

    const Theme& m_theme;
    StatisticsDrawing m_drawing;
    int m_room = 0;
    std::optional<std::size_t> m_pointed, m_pressed; ///< lines of the table
    bool m_keys = false;                             ///< the keyboard is used, so where it is shows
    QString m_veil;
};

} // namespace lab
