// SPDX-License-Identifier: GPL-3.0-or-later
//
// Each head's share of the output, on a card.
#pragma once

#include <QFrame>

class QLabel;
class QToolButton;

namespace lab {

class ShareBarsPlot;
struct SharesContent;
class Theme;

class SharesCard : public QFrame {
    Q_OBJECT
public:
    explicit SharesCard(const Theme& theme, QWidget* parent = nullptr);

    ShareBarsPlot& plot() const { return *m_plot; }
    /// `formula` is rich text beside the title.
    void setContent(SharesContent content, const QString& formula);
    /// Of the bars; the card is wider by its rim.
    void setWidth(int width);
    /// It is as large as that makes it.
    bool hasHeightForWidth() const override { return false; }

signals:
    /// Its menu is wanted, at a point of the screen.
    void menuRequested(const QPoint& where);

protected:
    void paintEvent(QPaintEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void restyle();
    void measure();

    const Theme& m_theme;
    QLabel* m_title;
    QLabel* m_formula;
    QToolButton* m_menu;
    ShareBarsPlot* m_plot;
    int m_width = 0;
};

} // namespace lab
