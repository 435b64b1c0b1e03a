// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/learn/fit_controls.h"

#include "ui/document/edits/wanted_edits.h"
#include "ui/document/lab_document.h"
#include "ui/document/learn/fit_run.h"
#include "ui/document/view/learn_view.h"
#include "ui/look/theme.h"
#include "ui/pages/film_button.h"
#include "ui/widgets/menus.h"
#include "ui/widgets/pill_button.h"

#include <QHBoxLayout>
#include <QLabel>

#include <algorithm>
#include <array>
#include <cmath>

namespace lab {

namespace {

constexpr std::array fitSpeeds{FitSpeed::slow, FitSpeed::frame, FitSpeed::fast};

QString fitSpeedText(FitSpeed speed) {
    return speed == FitSpeed::slow    ? FitControls::tr("4 steps a second")
           : speed == FitSpeed::frame ? FitControls::tr("a step a frame")
                                      : FitControls::tr("10 steps a frame");
}

QString stepsProblem(double number) {
    const bool isRight =
        number >= 1 && number <= static_cast<double>(mostFitSteps) && number == std::floor(number);
    return isRight ? QString()
                   : FitControls::tr("Steps are a whole number from 1 to %1; unchanged").arg(mostFitSteps);
}

} // namespace

FitControls::FitControls(LabDocument& document, FitRun& fit, const Theme& theme)
    : ControlRow(theme), m_document(document), m_fit(fit), m_pills(theme), m_buttons(new QWidget(this)),
      m_step(new QLabel(this)) {
    setAccessibleName(tr("Finding weights"));
    addButtons();
    addSteps();
    addSpeed();
    addChoices();
    addEnd();
    connect(&fit, &FitRun::changed, this, &FitControls::refresh);
    connect(&theme, &Theme::changed, this, &FitControls::refresh); // the room of the step
    refresh();
}

FilmButton* FitControls::addButton(QHBoxLayout& row, Sign sign, bool main, const QString& name) {
    auto* button = new FilmButton(m_theme, sign, main, m_buttons);
    button->setAccessibleName(name);
    button->setToolTip(name);
    row.addWidget(button);
    return button;
}

void FitControls::addButtons() {
    auto* row = new QHBoxLayout(m_buttons);
    row->setContentsMargins({});
    m_start = addButton(*row, Sign::to_start, false, tr("Back to the start"));
    m_back = addButton(*row, Sign::back, false, tr("One step back"));
    m_play = addButton(*row, Sign::play, true, tr("Play"));
    m_forward = addButton(*row, Sign::forward, false, tr("One step"));
    for (FilmButton* each : {m_back, m_forward})
        each->setAutoRepeat(true);
    connect(m_start, &QAbstractButton::clicked, this, [this] { m_fit.goTo(0); });
    connect(m_back, &QAbstractButton::clicked, this, [this] { m_fit.step(-1); });
    connect(m_play, &QAbstractButton::clicked, this, [this] { m_fit.setPlaying(!m_fit.isPlaying()); });
    connect(m_forward, &QAbstractButton::clicked, this, [this] { m_fit.step(1); });
    add(m_buttons);
}

/// "step 37 of 200", of which the last can be typed before.
void FitControls::addSteps() {
    m_steps = addField({}, tr("Steps at most"), {stepsProblem, 50, 4, true, false, false});
    addBefore(m_steps, m_step);
    connect(m_steps, &NumberField::entered, this, [this](double steps) {
        choose([steps](LearnView& learn) { learn.steps = static_cast<Index>(steps); });
    });
}

void FitControls::choose(const std::function<void(LearnView&)>& set) {
    LearnView learn = learnView(m_document.experiment()).learn;
    set(learn);
    setLearnChoices(m_document, learn);
}

void FitControls::addSpeed() {
    m_speed = addPill({});
    m_speed->setNeverElided();
    m_speed->setMenu(choiceMenu(
        m_speed, fitSpeeds, fitSpeedText, [](FitSpeed) { return QString(); },
        [this](FitSpeed speed) { m_fit.setSpeed(speed); }));
    m_speed->setToolTip(tr("How fast steps are taken"));
}

/// What a fit begins with: while one runs, it has been chosen.
void FitControls::addChoices() {
    m_optimisers = new QWidget(this);
    m_optimisers->setAccessibleName(tr("Optimiser"));
    auto* row = new QHBoxLayout(m_optimisers);
    row->setContentsMargins({});
    const auto optimiser = [&](const QString& text, Optimiser which, const QString& tip) {
        PillButton* pill = m_pills.add(m_optimisers, text, [this, which] {
            return learnView(m_document.experiment()).learn.optimiser == which;
        });
        pill->setToolTip(tip);
        connect(pill, &QAbstractButton::clicked, this,
                [this, which] { choose([which](LearnView& learn) { learn.optimiser = which; }); });
    };
    optimiser(tr("Adam"), Optimiser::adam,
              tr("Each parameter’s step follows from the means of its gradients and of their squares"));
    optimiser(tr("SGD"), Optimiser::sgd, tr("Each step is minus the rate times the gradient"));
    add(m_optimisers);
    m_rate = addField(tr("rate"), tr("Learning rate"),
                      {[](double number) { return positiveProblem(FitControls::tr("The rate"), number); }, 0,
                       5, false, false, false});
    m_rate->setToolTip(tr("How far a step goes"));
    connect(m_rate, &NumberField::entered, this,
            [this](double rate) { choose([rate](LearnView& learn) { learn.rate = rate; }); });
}

void FitControls::addEnd() {
    const auto chip = [this](const QString& text, const char* name, const QString& tip) {
        auto* pill = new PillButton(m_theme, PillButton::Kind::chip, text, this);
        pill->setSmall();
        pill->setNeverElided();
        pill->setObjectName(QLatin1String(name));
        pill->setToolTip(tip);
        keepRoom(pill); // the row has as many lines without a fit
        add(pill);
        return pill;
    };
    m_cancel = chip(tr("Cancel"), "cancelFit", tr("Everything is as it was before (Esc)"));
    m_keep = chip(tr("Keep these weights"), "keepFit", tr("The step that is shown becomes one edit"));
    connect(m_cancel, &QAbstractButton::clicked, &m_fit, &FitRun::cancel);
    connect(m_keep, &QAbstractButton::clicked, &m_fit, &FitRun::keep);
}

void FitControls::takeKeyboard() {
    (m_play->isEnabled() ? static_cast<QWidget*>(m_play) : m_cancel)->setFocus(Qt::TabFocusReason);
}

void FitControls::refresh() {
    const LearnView learn = learnView(m_document.experiment()).learn;
    const bool active = m_fit.isActive();
    const bool plays = m_fit.isPlaying();
    const bool has = active && !m_fit.losses().empty();
    const QWidget* focused = window()->focusWidget();
    const auto ofFit = std::initializer_list<QWidget*>{m_buttons, m_cancel, m_keep};
    const bool goes = !active && focused && std::ranges::any_of(ofFit, [&](const QWidget* each) {
        return each == focused || each->isAncestorOf(focused);
    });
    if (goes)
        emit keyboardFreed(); // hiding or disabling would give it to any other control
    m_play->setSign(plays ? Sign::pause : Sign::play);
    const QString name = plays ? tr("Pause") : tr("Play");
    m_play->setAccessibleName(name);
    m_play->setToolTip(active ? name : tr("“Find weights” begins; this then plays and pauses its steps"));
    const bool canPlay = has && (plays || m_fit.canStep());
    if (has && !canPlay && (m_play->hasFocus() || m_forward->hasFocus()))
        m_keep->setFocus(Qt::OtherFocusReason); // it ended
    m_play->setEnabled(canPlay);
    m_forward->setEnabled(has && m_fit.canStep());
    for (FilmButton* each : {m_start, m_back})
        each->setEnabled(has && m_fit.shownStep() > 0);
    const auto stepText = [](Index step) { return tr("step %1 of").arg(step); };
    const Index most = active ? m_fit.mostSteps() : learn.steps;
    m_step->setText(stepText(active ? m_fit.shownStep() : 0));
    // Nothing moves while it gets more digits.
    m_step->setMinimumWidth(m_step->fontMetrics().horizontalAdvance(stepText(most)) + m_theme.px(2));
    m_buttons->setEnabled(active);
    for (QWidget* each : {m_cancel, m_keep})
        each->setVisible(active);
    m_keep->setEnabled(has);
    m_speed->setText(fitSpeedText(m_fit.speed()));
    m_speed->setAccessibleName(tr("Speed: %1").arg(fitSpeedText(m_fit.speed())));
    checkChoice(*m_speed->menu(), fitSpeeds, m_fit.speed());
    for (QWidget* each : std::initializer_list<QWidget*>{m_optimisers, m_rate, m_steps})
        each->setEnabled(!active);
    m_rate->setNumber(learn.rate);
    m_steps->setNumber(static_cast<double>(most));
    m_pills.refresh();
}

} // namespace lab
