// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/learn/fit_run.h"

#include "core/experiment/parameter.h"
#include "ui/document/lab_document.h"

#include <algorithm>
#include <utility>

namespace lab {

namespace {

constexpr int fitFrame = 16, slowStep = 250; // milliseconds
constexpr Index fastSteps = 10;              // in a frame
constexpr double frameOfWork = 2e6;          // multiplications that leave time to paint
constexpr double aroundNumbers = 4096;       // bytes of an experiment besides its numbers, about
constexpr double aroundToken = 256;          // the same of a token and its vector

/// About how many multiplications a step takes: forth and back, three times as many as the stages.
double workOf(const Experiment& experiment) {
    const Dimensions d = dimensions(experiment);
    const auto n_q = static_cast<double>(d.n_q), n_k = static_cast<double>(d.n_k),
               heads = static_cast<double>(d.H);
    const auto inner = static_cast<double>(d.d_k + d.d_v);
    return 3 * heads * inner * (n_q * n_k + (n_q + n_k) * static_cast<double>(d.d_model));
}

QString textOfError(const Error& error) {
    const QString place = QString::fromStdString(error.place), found = QString::fromStdString(error.found),
                  expected = QString::fromStdString(error.expected);
    return expected.isEmpty() ? FitRun::tr("%1: %2").arg(place, found)
                              : FitRun::tr("%1: %2; expected %3").arg(place, found, expected);
}

} // namespace

struct FitRun::Work {
    std::optional<Fit> fit;
    std::vector<double> losses;                                 ///< after each step that was taken
    std::vector<std::shared_ptr<const Experiment>> experiments; ///< likewise
    std::optional<Error> problem;

    void take(Index steps) {
        for (Index i = 0; i < steps && !problem; ++i) {
            problem = fit->step();
            if (problem)
                return;
            losses.push_back(fit->loss());
            experiments.push_back(std::make_shared<const Experiment>(fit->experiment()));
        }
    }
};

FitRun::FitRun(LabDocument& document, QObject* parent) : QObject(parent), m_document(document) {
    m_frame.setTimerType(Qt::PreciseTimer);
    connect(&m_frame, &QTimer::timeout, this, &FitRun::play);
    connect(&document, &LabDocument::previewEnded, this, &FitRun::followDocument);
}

QString FitRun::start(const Target& target, const FitSettings& settings, Index steps) {
    cancel();
    if (!m_document.fit().begin())
        return tr("Nothing can be changed now");
    const Experiment& experiment = m_document.experiment();
    auto work = std::make_shared<Work>();
    m_isLarge = workOf(experiment) > frameOfWork;
    const Dimensions d = dimensions(experiment);
    m_bytesOfStep = aroundNumbers + aroundToken * static_cast<double>(d.n_q + d.n_k);
    for (const ParameterId id : settings.parameters) {
        if (const MatrixPtr matrix = parameter(experiment, id))
            m_bytesOfStep += static_cast<double>(matrix->size()) * sizeof(double);
    }
    m_target = target;
    m_settings = settings;
    m_mostSteps = steps;
    m_losses.clear();
    m_kept = {{0, std::make_shared<const Experiment>(experiment)}};
    m_stride = 1;
    m_shown = 0;
    m_problem.clear();
    m_work.reset();
    ++m_round;
    m_isActive = true;
    const auto make = [work, target, settings, experiment] {
        Result<Fit> made = Fit::make(experiment, target, settings);
        if (made)
            work->fit.emplace(std::move(made).value());
        else
            work->problem = made.error();
    };
    const auto begin = [this, work] {
        if (work->problem)
            return fail(textOfError(*work->problem));
        m_losses = {work->fit->loss()};
        m_work = work;
        setPlaying(true);
    };
    if (m_isLarge) {
        m_tasks.start([this, make, begin, round = m_round]() -> TaskThread::Then {
            make();
            return [this, begin, round] {
                if (round == m_round && m_isActive)
                    begin();
            };
        });
        say();
        return {};
    }
    make();
    if (work->problem) {
        QString why = textOfError(*work->problem);
        cancel();
        return why;
    }
    begin();
    return {};
}

void FitRun::keep() {
    if (m_isActive && !m_losses.empty())
        m_document.fit().keep();
}

void FitRun::cancel() {
    if (m_isActive)
        m_document.fit().cancel();
}

/// Whatever ended the preview ends the fit.
void FitRun::followDocument() {
    if (m_isActive && !m_document.isFitting())
        end();
}

void FitRun::end() {
    m_frame.stop();
    m_isPlaying = m_isActive = false;
    m_work.reset();
    m_kept.clear();
    m_losses.clear();
    m_shown = 0;
    ++m_round;
    emit changed();
}

void FitRun::fail(const QString& problem) {
    m_problem = problem;
    setPlaying(false);
    say();
}

double FitRun::bytesHeld() const {
    return m_bytesOfStep * static_cast<double>(m_kept.size());
}

bool FitRun::canStep() const {
    return m_isActive && (m_shown < lastStep() || (lastStep() < m_mostSteps && m_problem.isEmpty()));
}

void FitRun::setPlaying(bool plays) {
    m_isPlaying = plays && canStep() && !m_losses.empty();
    if (m_isPlaying)
        m_frame.start(m_speed == FitSpeed::slow ? slowStep : fitFrame);
    else
        m_frame.stop();
    say();
}

void FitRun::setSpeed(FitSpeed speed) {
    m_speed = speed;
    setPlaying(m_isPlaying);
}

void FitRun::play() {
    forward(m_speed == FitSpeed::fast ? fastSteps : 1);
    if (m_isPlaying && !canStep())
        setPlaying(false);
}

void FitRun::step(int by) {
    if (!m_isActive || m_losses.empty())
        return;
    setPlaying(false);
    if (by > 0) {
        forward(1);
        return;
    }
    const auto after = std::ranges::lower_bound(m_kept, m_shown, {}, &Kept::step);
    if (after != m_kept.begin())
        show(std::prev(after)->step, std::prev(after)->experiment);
}

void FitRun::addSteps(Index more) {
    if (!m_isActive)
        return;
    m_mostSteps += more;
    setPlaying(true);
}

/// Shows what was computed before, and computes what was not. False: there is nothing further.
bool FitRun::forward(Index steps) {
    if (!canStep() || m_losses.empty())
        return false;
    if (m_shown < lastStep()) {
        const auto next =
            std::ranges::lower_bound(m_kept, std::min(m_shown + steps, lastStep()), {}, &Kept::step);
        show(next->step, next->experiment);
    } else if (m_work) { // otherwise the thread is at it
        compute(std::min(steps, m_mostSteps - lastStep()));
    }
    return true;
}

void FitRun::compute(Index steps) {
    const std::shared_ptr<Work> work = m_work;
    if (!m_isLarge) {
        work->take(steps);
        return take(work);
    }
    m_work.reset();
    m_tasks.start([this, work, round = m_round]() -> TaskThread::Then {
        work->take(1);
        return [this, work, round] {
            if (round != m_round || !m_isActive)
                return;
            m_work = work;
            take(work);
            if (m_isPlaying && !canStep())
                setPlaying(false);
        };
    });
}

/// Takes over what was computed, and shows the last of it, unless an earlier step was gone to meanwhile.
void FitRun::take(const std::shared_ptr<Work>& work) {
    const bool isAtEnd = m_shown == lastStep();
    for (std::size_t i = 0; i < work->losses.size(); ++i) {
        m_losses.push_back(work->losses[i]);
        if (m_kept.size() > 1 && m_kept.back().step % m_stride != 0)
            m_kept.pop_back();
        m_kept.push_back({lastStep(), work->experiments[i]});
    }
    work->losses.clear();
    work->experiments.clear();
    thin();
    if (work->problem)
        m_problem =
            tr("the next one would make a weight 0, or a number that is not finite; a smaller rate may help");
    if (isAtEnd && m_shown != lastStep())
        show(lastStep(), m_kept.back().experiment);
    else
        say();
}

/// Lets go of every other step but the last.
void FitRun::thin() {
    while (bytesHeld() > m_mostBytes && m_kept.size() > 2) {
        m_stride *= 2;
        const Index last = lastStep();
        std::erase_if(m_kept, [&](const Kept& each) {
            return each.step % m_stride != 0 && each.step != last && each.step != m_shown;
        });
        if (m_stride > last)
            return;
    }
}

void FitRun::goTo(Index step) {
    if (!m_isActive || m_losses.empty())
        return;
    m_isPlaying = false;
    m_frame.stop();
    const auto nearest =
        std::ranges::min_element(m_kept, {}, [step](const Kept& each) { return std::abs(each.step - step); });
    show(nearest->step, nearest->experiment);
}

void FitRun::show(Index step, const std::shared_ptr<const Experiment>& experiment) {
    const int round = m_round;
    const Index before = std::exchange(m_shown, step);
    const QString text = step == 1 ? tr("Find weights: 1 step") : tr("Find weights: %1 steps").arg(step);
    if (before != step && !m_document.fit().show(*experiment, text)) {
        m_shown = before;
        m_isPlaying = false;
        m_frame.stop();
    }
    if (round == m_round)
        say();
}

void FitRun::say() {
    if (m_isActive) {
        const QString where =
            m_losses.empty() || m_isPlaying ? tr("Finding weights") // the line would lag behind the page
            : canStep() ? tr("Finding weights: paused at step %1 of %2").arg(m_shown).arg(m_mostSteps)
                        : tr("Finding weights: ended at step %1 of %2").arg(m_shown).arg(m_mostSteps);
        m_document.fit().setText(tr("%1 · nothing is changed until you keep it").arg(where));
    }
    emit changed();
}

} // namespace lab
