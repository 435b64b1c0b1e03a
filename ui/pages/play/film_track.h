// SPDX-License-Identifier: GPL-3.0-or-later
//
// The film from its beginning to its end, with a tick where each stage begins. Clicked or dragged, it goes to
// that place.
#pragma once

#include "core/film/film.h"

#include <QAbstractSlider>
#include <QString>

#include <vector>

namespace lab {

class Theme;

class FilmTrack : public QAbstractSlider {
    Q_OBJECT
public:
    explicit FilmTrack(const Theme& theme, QWidget* parent = nullptr);

    struct Tick {
        FilmPlace place;
        QString name;
        bool operator==(const Tick&) const = default;
    };
    void setFilm(FilmPlace size, std::vector<Tick> ticks);
    void setPlace(FilmPlace place);
    FilmPlace place() const { return m_place; }
    const std::vector<Tick>& ticks() const { return m_ticks; }
    /// Where a place is, from the left.
    double xOf(FilmPlace place) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void scrubbed(lab::FilmPlace place);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void sliderChange(SliderChange change) override;

private:
    double left() const;
    double right() const;
    void paintTicks(QPainter& painter, double line) const;
    void scrub(double x);

    const Theme& m_theme;
    FilmPlace m_size = 1, m_place = 0;
    std::vector<Tick> m_ticks;
    bool m_setting = false;
};

} // namespace lab
