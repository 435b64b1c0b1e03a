// SPDX-License-Identifier: GPL-3.0-or-later
//
// Each head's share of the output, on a card.
#pragma once

#include "ui/widgets/card_frame.h"

namespace lab {

class CardHeader;
class ShareBarsPlot;
struct SharesContent;

class SharesCard : public CardFrame {
    Q_OBJECT
public:
    explicit SharesCard(const Theme& theme, QWidget* parent = nullptr);

    ShareBarsPlot& plot() const { return *m_plot; }
    /// `formula` is rich text beside the title.
    void setContent(SharesContent content, const QString& formula);
    /// The width of the card. It is wider if its header needs more.
    void setWidth(int width);
    /// The size is fixed: see measure().
    bool hasHeightForWidth() const override { return false; }

signals:
    /// The context menu was requested at `where`, in global coordinates.
    void menuRequested(const QPoint& where);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void restyle();
    void measure();

    CardHeader* m_header;
    ShareBarsPlot* m_plot;
    int m_width = 0;
};

} // namespace lab
