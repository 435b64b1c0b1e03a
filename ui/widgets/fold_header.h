// SPDX-License-Identifier: GPL-3.0-or-later
//
// A header line with a title, a symbol and a shape, which folds the section below it.
#pragma once

#include <QAbstractButton>

#include <memory>

class QTextDocument;

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
    /// A short note such as "head 2", shown before the shape, and what stands for it where room is short:
    /// "h2".
    void setNote(const QString& note, const QString& brief = {});

    /// What fits into a width. The note is always shown, and the symbol or the whole title. The shape is
    /// dropped first, then the note is brief, then the symbol is dropped if the title is whole without it,
    /// and at last the title is elided.
    struct Parts {
        QString title, after;             ///< after the symbol, at the right end
        double left = 0, symbolWidth = 0; ///< 0: without the symbol
    };
    Parts partsIn(int width) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void sayAll();
    std::unique_ptr<QTextDocument> symbolText() const;

    const Theme& m_theme;
    QString m_symbol;
    QString m_shape;
    QString m_note, m_briefNote;
};

} // namespace lab
