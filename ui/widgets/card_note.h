// SPDX-License-Identifier: GPL-3.0-or-later
//
// Notes on a card's numbers, warnings first. The label keeps its size when it is empty, so that nothing moves
// when a warning appears or disappears. Text that does not fit is elided; the tooltip has all of it.
#pragma once

#include <QColor>
#include <QLabel>
#include <QStringList>

namespace lab {

class CardNote : public QLabel {
    Q_OBJECT
public:
    explicit CardNote(QWidget* parent = nullptr);

    void setNotes(const QStringList& warnings, const QStringList& remarks);
    void setColours(const QColor& warning, const QColor& remark);

    QSize sizeHint() const override { return {0, fontMetrics().height()}; }
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QStringList m_warnings, m_remarks;
    QColor m_warning, m_remark;
};

} // namespace lab
