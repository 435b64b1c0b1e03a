// SPDX-License-Identifier: GPL-3.0-or-later
//
// Chooses what is shown of all heads, and in which order.
#pragma once

#include "ui/plots/heads/heads_content.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace lab {

class FlowLayout;
class PageChoices;
class Theme;

/// "entropy 0.66 bits", "to previous 0.82"; "entropy –" if there is no such number.
QString orderingText(const HeadPattern& pattern, HeadOrder order);
/// The number alone: "0.66 bits".
QString orderingBrief(const HeadPattern& pattern, HeadOrder order);
/// Why there is no such number; empty if there is one. `hasSink`: in the head's softmax.
QString orderingProblem(const HeadPattern& pattern, HeadOrder order, bool hasSink);

class HeadsControls : public QWidget {
    Q_OBJECT
public:
    HeadsControls(PageChoices& choices, const Theme& theme, QWidget* parent = nullptr);

    /// Offers the stages that the experiment has.
    void offerStagesOf(const Experiment& experiment);
    /// The caption about the colours.
    void setCaption(const QString& text);

private:
    void showLook();
    void restyle();

    PageChoices& m_choices;
    const Theme& m_theme;
    FlowLayout* m_flow;
    QPushButton* m_stage;
    QPushButton* m_order;
    QPushButton* m_over;
    QLabel* m_caption;
};

} // namespace lab
