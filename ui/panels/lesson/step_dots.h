// SPDX-License-Identifier: GPL-3.0-or-later
//
// A dash for each step of a lesson: done, shown now, or still to come. A click goes there.
#pragma once

#include <QWidget>

#include <cstddef>
#include <optional>
#include <vector>

namespace lab {

class Theme;

class StepDots : public QWidget {
    Q_OBJECT
public:
    explicit StepDots(const Theme& theme, QWidget* parent = nullptr);

    struct Dot {
        QString name; ///< of the step
        bool isDone = false;
    };
    void setDots(std::vector<Dot> dots, std::size_t current);
    QRect rectOf(std::size_t dot) const;

    QSize sizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

signals:
    void chosen(std::size_t step);

protected:
    bool event(QEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    std::size_t inRow(int width) const;
    std::optional<std::size_t> dotAt(QPoint point) const;

    const Theme& m_theme;
    std::vector<Dot> m_dots;
    std::size_t m_current = 0;
};

} // namespace lab
