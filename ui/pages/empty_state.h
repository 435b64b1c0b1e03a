// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a page shows while the document has nothing to compute: what to do, and, where there is no sentence at
// all, the examples.
#pragma once

#include <QWidget>

class QLabel;

namespace lab {

class Gallery;
class Theme;

class EmptyState : public QWidget {
    Q_OBJECT
public:
    EmptyState(const Theme& theme, QWidget* parent);

    void setText(const QString& text);
    /// Whether the examples stand below the text. They are made when they are first offered.
    void setOffersExamples(bool offers);
    void setMargin(int margin);
    /// nullptr before examples are offered.
    Gallery* gallery() const { return m_gallery; }

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;

signals:
    void exampleChosen(const QString& name);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void layOut();
    int widthOfGallery(int width) const;

    const Theme& m_theme;
    QLabel* m_text;
    Gallery* m_gallery = nullptr;
    bool m_offers = false;
    int m_margin = 0;
};

} // namespace lab
