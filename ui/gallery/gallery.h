// SPDX-License-Identifier: GPL-3.0-or-later
//
// The bundled examples as cards, in an order that teaches. The arrow keys move between them.
#pragma once

#include "ui/document/lesson/kept_progress.h"

#include <QWidget>

#include <vector>

class QKeyEvent;

namespace lab {

class ExampleCard;
class Theme;

/// Creating it reads and computes every example: make one only when it is shown.
class Gallery : public QWidget {
    Q_OBJECT
public:
    explicit Gallery(const Theme& theme, QWidget* parent = nullptr);

    const std::vector<ExampleCard*>& cards() const { return m_cards; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;

signals:
    void chosen(const QString& name);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    int columnsIn(int width) const;
    /// The cards in rows as wide as `width`. Returns the height of all of them.
    int arrange(int width, bool place) const;
    void moveTo(std::size_t card);

    const Theme& m_theme;
    std::vector<ExampleCard*> m_cards;
    KeptProgress m_kept;
};

} // namespace lab
