// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lays out widgets side by side, each vertically centred in its line or at its top, and wraps at the
// available width.
#pragma once

#include <QLayout>
#include <QList>

namespace lab {

class FlowLayout : public QLayout {
    Q_OBJECT
public:
    explicit FlowLayout(QWidget* parent = nullptr) : QLayout(parent) {}
    ~FlowLayout() override;

    /// Cards are: their tops are in line, whatever their heights.
    void setTopAligned(bool top) { m_isTopAligned = top; }
    void addItem(QLayoutItem* item) override { m_items.append(item); }
    int count() const override { return static_cast<int>(m_items.size()); }
    QLayoutItem* itemAt(int index) const override { return m_items.value(index); }
    QLayoutItem* takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override { return place(QRect(0, 0, width, 0), false); }
    QSize minimumSize() const override;
    QSize sizeHint() const override;
    void setGeometry(const QRect& rect) override;

private:
    int place(const QRect& rect, bool forReal) const;
    void centre(const QList<QLayoutItem*>& line, int height) const;

    QList<QLayoutItem*> m_items;
    bool m_isTopAligned = false;
};

} // namespace lab
