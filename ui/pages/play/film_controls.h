// SPDX-License-Identifier: GPL-3.0-or-later
//
// What plays the film: buttons, speed, the track, order and grain. On one line where it has room.
#pragma once

#include "ui/look/icons.h"
#include "ui/widgets/choice_pills.h"

#include <QWidget>

class QLabel;

namespace lab {

class FilmButton;
class FilmPlayer;
class FilmTrack;
class PillButton;
class Theme;

class FilmControls : public QWidget {
    Q_OBJECT
public:
    FilmControls(FilmPlayer& player, const Theme& theme, QWidget* parent = nullptr);

    FilmTrack& track() const { return *m_track; }
    /// Shows another step of the same film.
    void refresh();
    /// Keeps the track on a line of its own, so that the names of its ticks have room.
    void setTrackAlone(bool alone) { m_trackAlone = alone; }
    /// Only the buttons and the track, on one line.
    void setThin(bool thin);
    /// Leaves `width` pixels free at the right of the thin line. Returns false if the track would then be too
    /// short, or if the controls are not thin.
    bool setRoomAtEnd(int width);
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override { return place(width, false); }

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void addButtons();
    void addSpeed();
    void addChoices();
    FilmButton* addButton(Sign sign, bool main, const QString& name, const QString& key);
    int place(int width, bool forReal) const;

    FilmPlayer& m_player;
    const Theme& m_theme;
    ChoicePills m_pills;
    QWidget* m_buttons;
    FilmButton* m_start = nullptr;
    FilmButton* m_back = nullptr;
    FilmButton* m_play = nullptr;
    FilmButton* m_forward = nullptr;
    FilmButton* m_end = nullptr;
    PillButton* m_speed = nullptr;
    FilmTrack* m_track;
    QLabel* m_step;
    QWidget* m_orders;
    QWidget* m_grains;
    bool m_trackAlone = false;
    bool m_thin = false;
    int m_roomAtEnd = 0;
};

} // namespace lab
