// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/film/film_form.h"

#include "ui/look/theme.h"
#include "ui/plots/film/scene_names.h"
#include "ui/plots/shared/stage_texts.h"
#include "ui/text/short_text.h"
#include "ui/widgets/pill_button.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>
#include <array>

namespace lab {

namespace {

/// The first scene of each stage that a film of the whole computation has, in its order.
std::vector<Scene> filmedStages(const Experiment& experiment) {
    const Film film(experiment, {});
    std::vector<Scene> firsts;
    for (const Scene& scene : film.scenes()) {
        if (std::ranges::find(firsts, scene.stage, &Scene::stage) == firsts.end())
            firsts.push_back(scene);
    }
    return firsts;
}

} // namespace

FilmForm::FilmForm(const Experiment& experiment, const Theme& theme, const FilmSettings& film,
                   const FilmChoices& choices)
    : ExportForm(theme), m_film(film), m_saved(choices) {
    addFormat();
    addOrder();
    addParts(experiment);
    addSteps();
    addLook();
}

void FilmForm::addFormat() {
    QWidget* row = addRow(tr("Format"));
    for (std::size_t i = 0; i < filmFormats().size(); ++i) {
        const auto format = static_cast<FilmFormat>(i);
        addChoice(
            row, QString::fromLatin1(info(format).name),
            [this, format] {
                m_saved.format = format;
                emit formatChosen();
            },
            [this, format] { return m_saved.format == format; })
            ->setToolTip(info(format).tip());
    }
}

void FilmForm::addOrder() {
    QWidget* orders = addRow(tr("Order"));
    const auto addOrder = [&](const QString& text, FilmOrder order) {
        addChoice(
            orders, text, [this, order] { m_film.order = order; },
            [this, order] { return m_film.order == order; });
    };
    addOrder(tr("by stage"), FilmOrder::by_stage);
    addOrder(tr("by query"), FilmOrder::by_query);
    QWidget* grains = addRow(tr("A step adds a"));
    const std::array names{tr("stage"), tr("row"), tr("cell"), tr("term")};
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto grain = static_cast<FilmGrain>(i);
        addChoice(
            grains, names[i], [this, grain] { m_film.grain = grain; },
            [this, grain] { return m_film.grain == grain; });
    }
}

/// Which stages, head and query.
void FilmForm::addParts(const Experiment& experiment) {
    QWidget* row = addRow(tr("Only"));
    m_stage = new PillButton(m_theme, PillButton::Kind::choice, tr("all stages"), row);
    m_stage->setAccessibleName(tr("Stage"));
    auto* menu = new QMenu(m_stage);
    const auto offer = [&](const QString& title, const std::vector<StageId>& stages) {
        connect(menu->addAction(title), &QAction::triggered, this, [this, title, stages] {
            m_film.stages = stages;
            m_stage->setText(title);
            emit changed();
        });
    };
    offer(tr("all stages"), {});
    menu->addSeparator();
    for (const Scene& scene : filmedStages(experiment))
        offer(stageTitle(scene.stage), {scene.stage});
    m_stage->setMenu(menu);
    row->layout()->addWidget(m_stage);

    const auto addPart = [&](const QString& all, const QString& one, const QString& name, Index count,
                             std::optional<Index>& part) {
        auto* box = new QSpinBox(row);
        box->setRange(0, static_cast<int>(count));
        box->setSpecialValueText(all);
        box->setPrefix(one);
        box->setAccessibleName(name);
        box->setValue(part ? static_cast<int>(*part) + 1 : 0);
        box->setHidden(count == 1);
        row->layout()->addWidget(box);
        connect(box, &QSpinBox::valueChanged, this, [this, &part](int number) {
            part = number == 0 ? std::nullopt : std::optional<Index>(number - 1);
            emit changed();
        });
        return box;
    };
    m_head = addPart(tr("all heads"), tr("head "), tr("Head"), experiment.heads.count, m_film.head);
    m_query = addPart(tr("all queries"), tr("query "), tr("Query"), dimensions(experiment).n_q, m_film.query);
    m_query->setToolTip(tr("The position of a word whose row is shown"));
}

void FilmForm::addSteps() {
    QWidget* row = addRow(tr("Steps"));
    m_fromBox = addNumber(row, tr("First step"), QString(), 1, 1, m_from, 0);
    row->layout()->addWidget(new QLabel(tr("to"), row));
    m_toBox = addNumber(row, tr("Last step"), QString(), 1, 1, m_to, 0);
    connect(m_fromBox, &QDoubleSpinBox::valueChanged, m_toBox,
            [this](double from) { m_toBox->setValue(std::max(from, m_toBox->value())); });
    connect(m_toBox, &QDoubleSpinBox::valueChanged, m_fromBox,
            [this](double to) { m_fromBox->setValue(std::min(to, m_fromBox->value())); });
}

void FilmForm::addLook() {
    using Background = FigureLook::Background;
    QWidget* row = addRow(tr("Width"));
    m_width =
        addNumber(row, tr("Width in pixels"), tr(" px"), leastFilmWidth, mostFilmWidth, m_saved.width, 0);
    QWidget* motion = addRow(tr("Motion"));
    m_motion = addSwitch(motion, tr("between the steps"), m_saved.motion);
    m_speed =
        addNumber(motion, tr("Speed"), tr(" × as fast"), leastFilmSpeed, mostFilmSpeed, m_saved.speed, 2);
    QWidget* background = addRow(tr("Background"));
    const auto add = [&](const QString& text, Background which) {
        return addChoice(
            background, text, [this, which] { m_saved.background = which; },
            [this, which] { return this->background() == which; });
    };
    add(tr("light"), Background::light);
    add(tr("dark"), Background::dark);
    m_transparent = add(tr("transparent"), Background::transparent);
}

void FilmForm::setFormat(FilmFormat format) {
    m_saved.format = format;
    emit changed();
}

FigureLook::Background FilmForm::background() const {
    const FigureLook::Background usual = figureLook(m_theme).background;
    const FigureLook::Background chosen = m_saved.background.value_or(usual);
    return info(m_saved.format).isOpaque && chosen == FigureLook::Background::transparent ? usual : chosen;
}

FilmFileLook FilmForm::look() const {
    FilmFileLook look;
    look.format = m_saved.format;
    look.width = m_saved.width;
    look.from = static_cast<FilmPlace>(m_from);
    look.to = static_cast<FilmPlace>(m_to);
    look.motion = info(m_saved.format).moves && m_saved.motion;
    look.speed = m_saved.speed;
    return look;
}

void FilmForm::showFilm(FilmPlace size) {
    if (std::exchange(m_size, size) != size) {
        const QSignalBlocker from(m_fromBox), to(m_toBox);
        const auto last = static_cast<double>(size);
        m_fromBox->setMaximum(last);
        m_toBox->setMaximum(last);
        m_fromBox->setValue(m_from = 1);
        m_toBox->setValue(m_to = last);
    }
    const FilmFormatInfo& format = info(m_saved.format);
    m_motion->setEnabled(format.moves);
    m_motion->setToolTip(format.moves ? QString() : tr("Only a GIF moves"));
    m_speed->setEnabled(format.moves && m_saved.motion);
    m_transparent->setEnabled(!format.isOpaque);
    m_transparent->setToolTip(format.isOpaque ? tr("A GIF is light or dark") : QString());
    m_choices.refresh();
}

} // namespace lab
