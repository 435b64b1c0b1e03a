// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the cells of Wanted look like: where any number will do, where a key is hidden, and what is only left
// in a row.
#pragma once

#include <QWidget>

#include <vector>

namespace lab {

class Theme;
struct HeatmapContent;

class WantedLegend : public QWidget {
    Q_OBJECT
public:
    explicit WantedLegend(const Theme& theme);

    /// `hides`: whether a mask hides cells.
    void setContent(const HeatmapContent& content, bool hides);
    QSize sizeHint() const override;
    /// "any, hidden, the rest".
    QString text() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    enum class Sign { any, hidden, rest };
    static QString textOf(Sign sign);
    void paintSign(QPainter& painter, Sign sign, const QRectF& cell) const;

    const Theme& m_theme;
    std::vector<Sign> m_signs;
    QRgb m_rest = 0;
};

} // namespace lab
