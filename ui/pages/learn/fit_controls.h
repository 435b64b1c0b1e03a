// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plays a fit, keeps or cancels it, and chooses how it goes.
#pragma once

#include "ui/widgets/choice_pills.h"
#include "ui/widgets/control_row.h"

#include <functional>

class QHBoxLayout;
class QLabel;

namespace lab {

class FilmButton;
class FitRun;
class LabDocument;
struct LearnView;
enum class Sign;

class FitControls : public ControlRow {
    Q_OBJECT
public:
    FitControls(LabDocument& document, FitRun& fit, const Theme& theme);

    void refresh() override;
    /// The keyboard goes to what plays the fit.
    void takeKeyboard();

signals:
    /// A control of the fit that has ended had the keyboard, and goes.
    void keyboardFreed();

private:
    void addButtons();
    void addSteps();
    void addSpeed();
    void addChoices();
    void addEnd();
    void choose(const std::function<void(LearnView&)>& set);
    FilmButton* addButton(QHBoxLayout& row, Sign sign, bool main, const QString& name);

    LabDocument& m_document;
    FitRun& m_fit;
    ChoicePills m_pills;
    QWidget* m_buttons;
    FilmButton* m_start = nullptr;
    FilmButton* m_back = nullptr;
    FilmButton* m_play = nullptr;
    FilmButton* m_forward = nullptr;
    QLabel* m_step;
    PillButton* m_speed;
    NumberField* m_rate = nullptr;
    NumberField* m_steps = nullptr;
    QWidget* m_optimisers = nullptr;
    PillButton* m_cancel = nullptr;
    PillButton* m_keep = nullptr;
};

} // namespace lab
