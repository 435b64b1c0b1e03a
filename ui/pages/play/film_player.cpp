// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/play/film_player.h"

#include "ui/document/lab_document.h"
#include "ui/selection/selection.h"

#include <algorithm>

namespace lab {

namespace {

constexpr double frame = 1.0 / 60; // seconds; shorter beats go together

} // namespace

FilmPlayer::FilmPlayer(LabDocument& document, Selection& selection, QObject* parent)
    : QObject(parent), m_document(document), m_selection(selection), m_view(filmView(document.experiment())) {
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &FilmPlayer::playOn);
    connect(&document, &LabDocument::changed, this, &FilmPlayer::followDocument);
    connect(&document, &LabDocument::viewChanged, this, &FilmPlayer::followView);
    connect(&selection, &Selection::headChanged, this, &FilmPlayer::followHead);
    rebuild({});
}

FilmGrain FilmPlayer::grain() const {
    return m_view.grain.value_or(usualGrain(m_document.experiment()));
}

std::optional<FilmStep> FilmPlayer::stepHere() const {
    return m_film && m_view.place > 0 ? std::optional(m_film->step(m_view.place)) : std::nullopt;
}

/// Makes the film of the present experiment. With `at`, goes to that step, or to the nearest one that there
/// is, and from the end to the end; otherwise keeps the place as far as possible.
void FilmPlayer::rebuild(std::optional<FilmStep> at) {
    const Experiment& experiment = m_document.experiment();
    const bool isEnd = at && m_film && m_view.place == m_film->size();
    if (is_empty(experiment)) {
        m_film.reset();
        pause();
        return;
    }
    FilmSettings settings{m_view.order, grain(), {}, {}, {}};
    if (experiment.heads.count > 1)
        settings.head = std::min(m_selection.head(), experiment.heads.count - 1);
    m_film.emplace(experiment, settings);
    if (at && settings.head && info(at->scene.stage).per_head)
        at->scene.head = *settings.head;
    else if (at)
        at->scene.head = 0;
    const FilmPlace place = isEnd ? m_film->size() : at ? m_film->place_of(*at) : m_view.place;
    m_view.place = std::clamp<FilmPlace>(place, 0, m_film->size());
}

/// An edited number keeps the place. Another document comes with its own.
void FilmPlayer::followDocument() {
    const std::optional<FilmStep> at = stepHere();
    const FilmView view = filmView(m_document.experiment());
    const bool isOther = view != m_view && m_film;
    m_view = view;
    rebuild(isOther ? std::nullopt : at);
    setFilmView(m_document, m_view);
    schedule();
    emit filmChanged();
}

void FilmPlayer::followView() {
    const FilmView view = filmView(m_document.experiment());
    if (view == m_view)
        return;
    const bool isOther = view.order != m_view.order || view.grain != m_view.grain;
    m_view = view;
    rebuild({});
    if (isOther)
        emit filmChanged();
    else
        emit moved(false);
}

void FilmPlayer::followHead() {
    change(stepHere());
}

/// After a change of what the film depends on.
void FilmPlayer::change(const std::optional<FilmStep>& at) {
    rebuild(at);
    setFilmView(m_document, m_view);
    emit filmChanged();
}

void FilmPlayer::show(FilmView view, bool glides) {
    m_view = view;
    setFilmView(m_document, view);
    emit moved(glides);
}

void FilmPlayer::goTo(FilmPlace place) {
    pause();
    if (!m_film)
        return;
    FilmView view = m_view;
    view.place = std::clamp<FilmPlace>(place, 0, m_film->size());
    if (view != m_view)
        show(view, view.place == m_view.place + 1);
}

void FilmPlayer::goTo(const Scene& scene) {
    if (m_film)
        goTo(m_film->begin(scene) + 1);
}

void FilmPlayer::step(int by) {
    goTo(m_view.place + by);
}

void FilmPlayer::setOrder(FilmOrder order) {
    if (order == m_view.order)
        return;
    pause();
    const std::optional<FilmStep> at = stepHere();
    m_view.order = order;
    change(at);
}

void FilmPlayer::setGrain(FilmGrain grain) {
    if (grain == this->grain())
        return;
    pause();
    const std::optional<FilmStep> at = stepHere();
    m_view.grain = grain;
    change(at);
}

void FilmPlayer::changeGrain(int by) {
    const int wanted = static_cast<int>(grain()) + by;
    if (wanted >= 0 && wanted <= static_cast<int>(FilmGrain::term))
        setGrain(static_cast<FilmGrain>(wanted));
}

void FilmPlayer::play() {
    if (!m_film || isPlaying())
        return;
    if (m_view.place == m_film->size())
        goTo(0);
    m_timer.start(0); // playing, as schedule() wants it
    schedule();
    emit playingChanged();
}

void FilmPlayer::pause() {
    if (!isPlaying())
        return;
    m_timer.stop();
    emit playingChanged();
}

void FilmPlayer::togglePlaying() {
    isPlaying() ? pause() : play();
}

void FilmPlayer::setSpeed(double speed) {
    if (speed == m_speed)
        return;
    m_speed = speed;
    schedule();
    emit speedChanged();
}

/// Waits for the next step, or for several that follow each other faster than the screen.
void FilmPlayer::schedule() {
    if (!isPlaying())
        return;
    double seconds = 0;
    m_next = m_view.place;
    while (seconds < frame * m_speed) {
        const std::optional<Film::Beat> beat = m_film->beat(m_next);
        if (!beat)
            break;
        m_next = beat->next;
        seconds += beat->seconds;
    }
    if (m_next == m_view.place)
        return pause();
    m_timer.start(static_cast<int>(1000 * seconds / m_speed));
}

void FilmPlayer::playOn() {
    FilmView view = m_view;
    view.place = std::min(m_next, m_film->size());
    const bool glides = view.place == m_view.place + 1;
    m_timer.start(0); // still playing while the others look
    show(view, glides);
    schedule();
}

} // namespace lab
