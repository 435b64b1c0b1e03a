// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/play/film_player.h"

#include "core/experiment/is_same.h"
#include "ui/document/lab_document.h"
#include "ui/selection/selection.h"

#include <algorithm>

namespace lab {

namespace {

constexpr double frame = 1.0 / 60; // seconds; shorter beats go together

} // namespace

FilmPlayer::FilmPlayer(LabDocument& document, Selection& selection, QObject* parent)
    : QObject(parent), m_document(document), m_selection(selection), m_view(filmView(document.experiment())),
      m_seen(document.experiment().view) {
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

bool FilmPlayer::isCurrent() const {
    return m_film && is_same(m_filmed, m_document.experiment());
}

FilmPlace FilmPlayer::shownStep() const {
    return m_view.place + (m_view.isBeforeScene ? 1 : 0);
}

std::optional<FilmStep> FilmPlayer::stepHere() const {
    return m_film && shownStep() > 0 ? std::optional(m_film->step(shownStep())) : std::nullopt;
}

/// Whether a scene begins there, after others.
bool FilmPlayer::isBegin(FilmPlace place) const {
    if (place <= 0 || place >= m_film->size())
        return false;
    const FilmStep next = m_film->step(place + 1);
    return m_film->begin(next.scene, next.rows.first) == place;
}

/// Makes the film of the present experiment. With `at`, goes to that step, or to the nearest one that there
/// is, and from the end to the end; otherwise keeps the place as far as possible.
void FilmPlayer::rebuild(std::optional<FilmStep> at) {
    const Experiment& experiment = m_document.experiment();
    const bool isEnd = at && m_film && m_view.place == m_film->size();
    m_filmed = experiment;
    m_before.reset();
    if (is_empty(experiment)) {
        if (m_film)
            m_emptied = at;
        m_film.reset();
        m_view.isBeforeScene = false;
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
    const FilmPlace place = isEnd                        ? m_film->size()
                            : at && m_view.isBeforeScene ? m_film->begin(at->scene, at->rows.first)
                            : at                         ? m_film->place_of(*at)
                                                         : m_view.place;
    m_view.place = std::clamp<FilmPlace>(place, 0, m_film->size());
    m_view.isBeforeScene = m_view.isBeforeScene && isBegin(m_view.place);
}

/// An edited number keeps the place. Another document comes with its own.
void FilmPlayer::followDocument() {
    const Experiment& experiment = m_document.experiment();
    std::optional<FilmStep> at = stepHere();
    const bool isOther = experiment.view != m_seen; // no edit changes it
    if (!m_film && !isOther)                        // a sentence again
        at = m_emptied;
    m_seen = experiment.view;
    if (isOther) {
        m_view = filmView(experiment);
        pause();
    }
    rebuild(isOther ? std::nullopt : at);
    setFilmView(m_document, m_view);
    stay();
    emit filmChanged();
}

void FilmPlayer::followView() {
    m_seen = m_document.experiment().view;
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
    m_before = isPlaying() ? std::optional(m_view.place) : std::nullopt;
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
    view.isBeforeScene = false;
    if (view != m_view)
        show(view, view.place == m_view.place + 1);
}

void FilmPlayer::goTo(const Scene& scene) {
    if (m_film)
        goToBegin(m_film->begin(scene, m_film->query_at(shownStep())));
}

void FilmPlayer::goToBegin(FilmPlace place) {
    pause();
    if (!m_film)
        return;
    m_view.place = std::clamp<FilmPlace>(place, 0, m_film->size());
    m_view.isBeforeScene = isBegin(m_view.place);
    setFilmView(m_document, m_view);
    emit moved(false);
}

/// Back from before a scene, the step that led there is shown.
void FilmPlayer::step(int by) {
    goTo(m_view.place + (m_view.isBeforeScene && by < 0 ? by + 1 : by));
}

void FilmPlayer::setOrder(FilmOrder order) {
    if (order == m_view.order)
        return;
    const std::optional<FilmStep> at = stepHere();
    m_view.order = order;
    change(at);
}

void FilmPlayer::setGrain(FilmGrain grain) {
    if (grain == this->grain())
        return;
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
    m_seconds = 0; // the first step follows at once
    m_timer.start(0);
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
    stay();
    emit speedChanged();
}

/// Waits until the next step.
void FilmPlayer::stay() {
    if (isPlaying())
        m_timer.start(static_cast<int>(1000 * m_seconds / m_speed));
}

/// Takes the next step, or several that follow each other faster than the screen.
void FilmPlayer::playOn() {
    FilmView view = m_view;
    m_seconds = 0;
    while (m_seconds < frame * m_speed) {
        const std::optional<Film::Beat> beat = m_film->beat(view.place);
        if (!beat)
            break;
        view.place = beat->next;
        view.isBeforeScene = false;
        m_seconds += beat->seconds;
    }
    const bool glides = view.place == m_view.place + 1;
    m_timer.start(0); // still playing while the others look
    if (view != m_view)
        show(view, glides);
    if (m_film && m_view.place == m_film->size())
        return pause();
    stay();
}

} // namespace lab
