// SPDX-License-Identifier: GPL-3.0-or-later
//
// The operation between two cards: a formula above an arrow.
#pragma once

#include <QHash>
#include <QLabel>

namespace lab {

class Theme;

class OperationLabel : public QLabel {
    Q_OBJECT
public:
    explicit OperationLabel(const Theme& theme, QWidget* parent = nullptr);

    /// What leads to its stage from the one before. The text that is shown may be of several operations.
    void setOperation(const QString& operation) { m_operation = operation; }
    const QString& operation() const { return m_operation; }
    /// Makes the label wide enough for `text` too, which may replace its own text at any time.
    void reserve(const QString& text) { m_reserved = text; }
    /// The size with another text.
    QSize sizeFor(const QString& text) const;
    QSize sizeHint() const override { return sizeFor(text()); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void restyle();
    QSize measured(const QString& text) const;

    const Theme& m_theme;
    QString m_operation;
    QString m_reserved;
    mutable QHash<QString, QSize> m_sizes; ///< measured so far: rich text is slow to measure
};

} // namespace lab
