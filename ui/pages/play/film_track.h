// SPDX-License-Identifier: GPL-3.0-or-later
//
// The film from its beginning to its end, with a tick where each stage begins. Clicked or dragged, it goes to
// that place; a click on a name goes to where that stage begins.
#pragma once

#include "core/film/film.h"

#include <QAbstractSlider>
#include <QRectF>
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
        QString shortName = {}; ///< where the whole name has no room; empty: there is none
        bool operator==(const Tick&) const = default;
    };
    void setFilm(FilmPlace size, std::vector<Tick> ticks);
    /// `isBeforeTick`: a stage begins there, and is shown before its first step.
    void setPlace(FilmPlace place, bool isBeforeTick);
    FilmPlace place() const { return m_place; }
    const std::vector<Tick>& ticks() const { return m_ticks; }
    /// The tick of the stage that is shown; ticks().size() if there is none.
    std::size_t current() const;
    /// The position of a step on the track, from the left: in the middle of its segment, between the ticks of
    /// its own stage and of the next.
    double xOf(FilmPlace place) const;

    /// The stage names on the track that have room; a short name rather than none. They are the same in every
    /// step, except that the current stage's name replaces those in its way.
    struct Label {
        std::size_t tick;
        QRectF area;
        QString text;
    };
    std::vector<Label> labels() const;

    /// True: the track is only as high as the names of its ticks require.
    void setLow(bool low);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void scrubbed(lab::FilmPlace place);
    /// The beginning of a stage is wanted.
    void beginChosen(lab::FilmPlace place);

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
    double tickX(FilmPlace place) const;
    /// The labels that have room, regardless of the current step.
    std::vector<Label> usualLabels() const;
    Label labelOf(std::size_t tick, bool isShort) const;
    void paintTicks(QPainter& painter, double line) const;
    void scrub(double x);

    const Theme& m_theme;
    FilmPlace m_size = 1, m_place = 0;
    std::vector<Tick> m_ticks;
    bool m_isBeforeTick = false;
    bool m_low = false;
    bool m_setting = false;
};

} // namespace lab
