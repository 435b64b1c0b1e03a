// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lines on the board from the matrices that an operation reads to the card it leads to, where no arrow
// between two neighbours says so: from one row to the next, and from the inputs to the keys and values.
#pragma once

#include "core/experiment/stage_id.h"

#include <QPolygonF>
#include <QRect>
#include <QWidget>

#include <vector>

namespace lab {

class Theme;

/// A card on the board, as it is placed.
struct PlacedCard {
    StageId stage;
    QRect card;
    QRect operation; ///< empty: none
    bool inStrip = false;
};

struct Connector {
    StageId from, to;
    QPolygonF line;
    bool arrow = false; ///< ends with an arrow head at the card; otherwise at the operation before it
};

/// `gap`: pixels between two rows.
std::vector<Connector> connectors(const std::vector<PlacedCard>& cards, double gap);

class BoardConnectors : public QWidget {
    Q_OBJECT
public:
    BoardConnectors(const Theme& theme, QWidget* parent);

    void setConnectors(const std::vector<Connector>& connectors);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme& m_theme;
    std::vector<Connector> m_connectors;
};

} // namespace lab
