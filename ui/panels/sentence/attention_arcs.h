// SPDX-License-Identifier: GPL-3.0-or-later
//
// Under a row of chips: the weight of each token, and arcs as thick as the weights from the token that they
// belong to.
#pragma once

#include "ui/panels/sentence/token_attention.h"

#include <QWidget>

namespace lab {

class Theme;

class AttentionArcs : public QWidget {
    Q_OBJECT
public:
    explicit AttentionArcs(const Theme& theme, QWidget* parent = nullptr);

    /// Where the tokens are: the middle of each chip, in this widget's coordinates.
    void setPlaces(std::vector<int> middles);
    /// nullopt: no token is pointed at or inspected. Only attention within one sentence has arcs.
    void setAttention(const std::optional<TokenAttention>& attention);
    /// What to do, while nothing is drawn.
    void setHint(const QString& hint);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int numbersHeight() const;
    void paintArcs(QPainter& painter, const TokenAttention::Head& head, bool isShownHead) const;
    void paintNumbers(QPainter& painter) const;

    const Theme& m_theme;
    std::vector<int> m_middles;
    std::optional<TokenAttention> m_attention;
    QString m_hint;
};

} // namespace lab
