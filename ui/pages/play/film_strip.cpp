// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/play/film_strip.h"

#include "ui/document/stage_source.h"
#include "ui/look/theme.h"
#include "ui/pages/play/scene_button.h"
#include "ui/plots/film/scene_content.h"
#include "ui/plots/film/scene_names.h"
#include "ui/widgets/retire.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>

namespace lab {

namespace {

constexpr double widestButton = 84; // points
constexpr double between = 16;      // room of an arrow

/// Queries, keys and values are computed side by side, not one from the other.
bool isBeside(const Scene& scene, const Scene& next) {
    const auto isProjected = [](StageId stage) {
        return stage == StageId::queries || stage == StageId::keys || stage == StageId::values;
    };
    const auto isInput = [](StageId stage) {
        return stage == StageId::inputs || stage == StageId::source_inputs;
    };
    return (isProjected(scene.stage) && isProjected(next.stage) && scene.stage != next.stage) ||
           (isInput(scene.stage) && isInput(next.stage));
}

} // namespace

FilmStrip::FilmStrip(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    setAccessibleName(tr("Scenes of the film"));
}

void FilmStrip::setFilm(StageSource& stages, const Film& film) {
    const std::vector<Scene>& scenes = film.scenes();
    while (m_buttons.size() < scenes.size()) {
        auto* button = new SceneButton(m_theme, this);
        connect(button, &QAbstractButton::clicked, this,
                [this, button] { emit sceneChosen(button->scene()); });
        button->show();
        m_buttons.push_back(button);
    }
    while (m_buttons.size() > scenes.size()) {
        retire(m_buttons.back());
        m_buttons.pop_back();
    }
    for (std::size_t i = 0; i < scenes.size(); ++i)
        m_buttons[i]->setScene(scenes[i],
                               {sceneName(stages.experiment(), scenes[i]),
                                shortSceneName(stages.experiment(), scenes[i]),
                                sceneTitle(stages.experiment(), scenes[i])},
                               resultContent(stages, scenes[i]));
    layOut();
    update();
}

void FilmStrip::setPlace(const Film& film, FilmPlace place, const Scene& shown) {
    for (SceneButton* button : m_buttons)
        button->setState(film.known(place, button->scene()), button->scene() == shown);
}

int FilmStrip::preferredHeight() const {
    return m_theme.px(64) + QFontMetrics(m_theme.font(TextRole::small)).height();
}

void FilmStrip::layOut() {
    if (m_buttons.empty())
        return;
    const auto count = static_cast<int>(m_buttons.size());
    const int margin = m_theme.px(10), gap = m_theme.px(between);
    const int each = std::clamp((width() - 2 * margin - (count - 1) * gap) / count, m_theme.px(20),
                                m_theme.px(widestButton));
    int x = margin;
    for (SceneButton* button : m_buttons) {
        button->setGeometry(x, m_theme.px(5), each, height() - m_theme.px(10));
        x += each + gap;
    }
}

void FilmStrip::resizeEvent(QResizeEvent* /*event*/) {
    layOut();
}

void FilmStrip::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    const Colours& colours = m_theme.colours();
    painter.fillRect(rect(), colours.side);
    painter.fillRect(QRect(0, height() - 1, width(), 1), colours.border);
    painter.setPen(colours.muted);
    painter.setFont(m_theme.font(TextRole::small));
    for (std::size_t i = 0; i + 1 < m_buttons.size(); ++i) {
        const QRect left = m_buttons[i]->geometry();
        const QRect gap(left.right() + 1, left.top(), m_buttons[i + 1]->x() - left.right() - 1,
                        left.height());
        if (!isBeside(m_buttons[i]->scene(), m_buttons[i + 1]->scene()))
            painter.drawText(gap, Qt::AlignCenter, QStringLiteral("→"));
    }
}

} // namespace lab
