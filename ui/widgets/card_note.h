// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is said of a card's numbers, warnings first. Its place is as large whether anything is said or not, so
// that nothing moves when a warning comes or goes; what does not fit into it is elided, and the tooltip says
// it all.
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
