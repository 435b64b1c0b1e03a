// SPDX-License-Identifier: GPL-3.0-or-later
//
// The film of the document and where it stands: plays it, and follows the document. The place, the order and
// the grain are those of the document's `view`.
#pragma once

#include "core/film/film.h"
#include "ui/document/film_view.h"

#include <QObject>
#include <QTimer>

#include <array>
#include <optional>

namespace lab {

class LabDocument;
class Selection;

inline constexpr std::array filmSpeeds{0.25, 0.5, 1.0, 2.0, 4.0, 8.0};

class FilmPlayer : public QObject {
    Q_OBJECT
public:
    /// Plays the film of the document: that of the shown head, if there are several.
    FilmPlayer(LabDocument& document, Selection& selection, QObject* parent = nullptr);

    /// nullptr while the document is empty.
    const Film* film() const { return m_film ? &*m_film : nullptr; }
    /// Whether the film is of the document as it is now. Not so while others are still being told of a
    /// change, which the film follows then.
    bool isCurrent() const;
    FilmPlace place() const { return m_view.place; }
    /// Whether what the next step computes is shown, before that step. Otherwise, except at the beginning,
    /// what the last one has computed is.
    bool isBeforeScene() const { return m_view.isBeforeScene; }
    /// The step whose scene is shown is that to this place.
    FilmPlace shownStep() const;
    FilmOrder order() const { return m_view.order; }
    FilmGrain grain() const;
    bool isPlaying() const { return m_timer.isActive(); }
    double speed() const { return m_speed; }
    /// The place that was shown before, if playing led from there to here.
    std::optional<FilmPlace> before() const { return m_before; }
    /// How long the present place is shown while the film plays; none while it does not.
    std::optional<double> seconds() const {
        return isPlaying() ? std::optional(m_seconds / m_speed) : std::nullopt;
    }

    void play();
    void pause();
    /// From the end, begins again.
    void togglePlaying();
    void setSpeed(double speed);
    /// Stops playing, as every step that the user takes.
    void goTo(FilmPlace place);
    /// Goes to the step where the stage `scene` begins; for the current query, if each query has its own.
    void goTo(const Scene& scene);
    /// Goes to a step where a stage of the film begins, and shows that stage before the step.
    void goToBegin(FilmPlace place);
    void step(int by);
    /// Setting the order or the grain does not stop a film that is playing.
    void setOrder(FilmOrder order);
    void setGrain(FilmGrain grain);
    /// 1: finer; −1: coarser.
    void changeGrain(int by);

signals:
    /// Another order, grain, head or experiment: the steps are others, and so may be the place.
    void filmChanged();
    /// Another place of the same film. `glides`: one step forward, which may be shown as motion.
    void moved(bool glides);
    void playingChanged();
    void speedChanged();

private:
    void followDocument();
    void followView();
    void followHead();
    void rebuild(std::optional<FilmStep> at);
    void change(const std::optional<FilmStep>& at);
    std::optional<FilmStep> stepHere() const;
    bool isBegin(FilmPlace place) const;
    void show(FilmView view, bool glides);
    void playOn();
    void stay();

    LabDocument& m_document;
    Selection& m_selection;
    std::optional<Film> m_film;
    Experiment m_filmed; ///< what it is of
    FilmView m_view;     ///< as it is in the document
    JsonPtr m_seen;      ///< the document's view when it was last looked at
    double m_speed = 1;
    QTimer m_timer;
    std::optional<FilmPlace> m_before;
    std::optional<FilmStep> m_emptied; ///< what was shown when the sentence became empty; none: the beginning
    double m_seconds = 0;              ///< that the present place is shown while the film plays, at speed 1
};

} // namespace lab
