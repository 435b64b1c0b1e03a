// SPDX-License-Identifier: GPL-3.0-or-later
//
// Chooses what is shown of all heads, and in which order.
#pragma once

#include "core/stage.h"
#include "ui/plots/heads/heads_content.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace lab {

class FlowLayout;
class Theme;

struct HeadsLook {
    StageId stage = StageId::weights; ///< a stage that has heads
    HeadOrder order = HeadOrder::number;
    OverHeads over = OverHeads::average;
    bool operator==(const HeadsLook&) const = default;
};

/// "entropy 0.66 bits", "to previous 0.82"; "entropy –" if there is no such number.
QString orderingText(const HeadPattern& pattern, HeadOrder order);
/// The number alone: "0.66 bits".
QString orderingBrief(const HeadPattern& pattern, HeadOrder order);

class HeadsControls : public QWidget {
    Q_OBJECT
public:
    explicit HeadsControls(const Theme& theme, QWidget* parent = nullptr);

    const HeadsLook& look() const { return m_look; }
    /// The caption about the colours.
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
