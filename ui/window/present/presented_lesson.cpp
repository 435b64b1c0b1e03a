// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/present/presented_lesson.h"

#include "ui/document/lab_document.h"
#include "ui/document/lesson/lesson_player.h"
#include "ui/document/scenes.h"

#include <optional>
#include <utility>

namespace lab {

namespace {

/// The step that is the scene that was gone to last; nullopt: none is.
std::optional<std::size_t> currentStep(const LessonPlayer& player, const Scenes& scenes) {
    if (!scenes.current())
        return std::nullopt;
    for (std::size_t step = 0; step < player.stepCount(); ++step) {
        if (player.snapshotOf(step) == scenes.indices()[*scenes.current()])
            return step;
    }
    return std::nullopt;
}

} // namespace

void PresentedLesson::begin(bool atFirst) {
    if (!m_player.hasLesson() || m_document.isFitting())
        return; // what a fit has found would be lost
    m_wasPlayed = m_player.isOn();
    if (m_wasPlayed && (m_player.isBegun() || m_player.isTrial()))
        return;
    const std::optional<std::size_t> step = m_wasPlayed ? m_player.current()
                                            : atFirst   ? std::optional<std::size_t>(0)
                                                        : currentStep(m_player, m_scenes);
    if (!step)
        return;
    m_isOn = true;
    m_player.tryFrom(*step);
}

void PresentedLesson::end() {
    if (!std::exchange(m_isOn, false) || !m_player.isOn() || !m_player.isTrial())
        return;
    const std::size_t step = m_player.current();
    m_player.leaveThen([this, step] {
        if (m_wasPlayed)
            m_player.goTo(step);
    });
}

} // namespace lab
