// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is to be seen of all heads, and in which order.
#pragma once

#include "core/analysis/head_patterns.h"
#include "core/stage.h"
#include "ui/plots/heads/heads_content.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace lab {

class FlowLayout;
class Theme;

enum class HeadOrder { number, entropy, from_uniform, to_previous, to_same, to_first };

struct HeadsLook {
    StageId stage = StageId::weights; ///< which has heads
    HeadOrder order = HeadOrder::number;
    OverHeads over = OverHeads::average;
    bool operator==(const HeadsLook&) const = default;
};

/// What the heads are put in order by, of one of them; by their number it is the entropy that is told.
double orderingNumber(const HeadPattern& pattern, HeadOrder order);
/// "entropy 0.66 bits", "to the previous token 0.82"; "–" where there is no such number.
QString orderingText(const HeadPattern& pattern, HeadOrder order);
/// The number alone: "0.66 bits".
QString orderingBrief(const HeadPattern& pattern, HeadOrder order);
/// The heads in that order; equal ones by their number, those without such a number at the end.
std::vector<HeadIndex> inOrder(const std::vector<HeadPattern>& patterns, HeadOrder order);

class HeadsControls : public QWidget {
    Q_OBJECT
public:
    explicit HeadsControls(const Theme& theme, QWidget* parent = nullptr);

    const HeadsLook& look() const { return m_look; }
    /// What is said of the colours.
    void setCaption(const QString& text);

signals:
    void changed();

private:
    void set(const HeadsLook& look);
    void showLook();
    void restyle();

    const Theme& m_theme;
    HeadsLook m_look;
    FlowLayout* m_flow;
    QPushButton* m_stage;
    QPushButton* m_order;
    QPushButton* m_over;
    QLabel* m_caption;
};

} // namespace lab
