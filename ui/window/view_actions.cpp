// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/view_actions.h"

#include "ui/document/edits/option_edits.h"
#include "ui/document/lab_document.h"
#include "ui/look/theme.h"
#include "ui/window/menu/actions.h"

#include <QWidget>

#include <algorithm>
#include <array>
#include <utility>

namespace lab {

namespace {
constexpr std::array scales{80, 90, 100, 110, 125, 150, 175, 200, 250, 300};
}

ViewActions::ViewActions(LabDocument& document, Theme& theme, std::function<SizedTheme()> sized,
                         const Actions& actions, QWidget* window)
    : QObject(window), m_document(document), m_theme(theme), m_sized(std::move(sized)), m_actions(actions) {
    const auto on = [&](ActionId id, auto does) { connect(&actions[id], &QAction::triggered, this, does); };
    on(ActionId::theme_system, [this] { m_theme.setMode(ColourMode::system); });
    on(ActionId::theme_light, [this] { m_theme.setMode(ColourMode::light); });
    on(ActionId::theme_dark, [this] { m_theme.setMode(ColourMode::dark); });
    on(ActionId::notation_rows, [this] { setNotation(m_document, Notation::rows); });
    on(ActionId::notation_columns, [this] { setNotation(m_document, Notation::columns); });
    on(ActionId::larger, [this] {
        const auto [sizedTheme, normal, largest] = m_sized();
        const auto next = std::ranges::upper_bound(scales, sizedTheme.scale());
        setScale(next == scales.end() ? largest : *next);
    });
    on(ActionId::smaller, [this] {
        const auto here = std::ranges::lower_bound(scales, m_sized().theme.scale());
        setScale(here == scales.begin() ? scales.front() : *std::prev(here));
    });
    on(ActionId::normal_size, [this] { setScale(m_sized().normal); });
    on(ActionId::full_screen, [window](bool full) {
        // A maximised window comes back as one.
        window->setWindowState(window->windowState().setFlag(Qt::WindowFullScreen, full));
    });
    on(ActionId::high_contrast, [this](bool high) { setHighContrast(high); });
    on(ActionId::reduce_motion, [this](bool reduced) { setReducedMotion(reduced); });
    connect(&theme.motion(), &Motion::changed, this, &ViewActions::updateChecks);
    connect(&document, &LabDocument::changed, this, &ViewActions::updateChecks);
    connect(&theme, &Theme::changed, this, &ViewActions::updateChecks);
    updateChecks();
}

void ViewActions::setScale(int percent) {
    const auto [theme, normal, largest] = m_sized();
    theme.setScale(std::min(percent, largest));
    emit messageRequested(tr("Everything at %1 %").arg(theme.scale()));
}

/// What the desktop says is not kept as a choice, so that the window follows the desktop again.
void ViewActions::setReducedMotion(bool reduced) {
    Motion& motion = m_theme.motion();
    motion.choose(reduced == motion.isReducedByDesktop() ? std::nullopt : std::optional(reduced));
}

void ViewActions::setHighContrast(bool high) {
    m_theme.chooseContrast(high == m_theme.isContrastByDesktop() ? std::nullopt : std::optional(high));
}

void ViewActions::updateChecks() {
    m_actions[ActionId::reduce_motion].setChecked(m_theme.motion().isReduced());
    m_actions[ActionId::high_contrast].setChecked(m_theme.isHighContrast());
    const bool rows = m_document.experiment().notation == Notation::rows;
    m_actions[rows ? ActionId::notation_rows : ActionId::notation_columns].setChecked(true);
    switch (m_theme.mode()) {
    case ColourMode::system:
        m_actions[ActionId::theme_system].setChecked(true);
        break;
    case ColourMode::light:
        m_actions[ActionId::theme_light].setChecked(true);
        break;
    case ColourMode::dark:
        m_actions[ActionId::theme_dark].setChecked(true);
        break;
    }
}

} // namespace lab
