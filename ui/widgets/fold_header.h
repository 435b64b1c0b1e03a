// SPDX-License-Identifier: GPL-3.0-or-later
//
// A line with a name, a symbol and a shape that folds what is under it.
#pragma once

#include <QAbstractButton>

namespace lab {

class Theme;

class FoldHeader : public QAbstractButton {
    Q_OBJECT
public:
    /// Checked: unfolded.
    FoldHeader(const Theme& theme, const QString& title, QWidget* parent = nullptr);

    /// Rich text, shown after the title.
    void setSymbol(const QString& symbol);
    void setShape(const QString& shape);
    /// What is to be known besides, shown before the shape where there is room.
    void setNote(const QString& note);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme& m_theme;
    QString m_symbol;
    QString m_shape;
    QString m_note;
};

} // namespace lab
