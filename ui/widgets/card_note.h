// SPDX-License-Identifier: GPL-3.0-or-later
//
// Notes on a card's numbers, warnings first, and something to do about them. The label keeps its size when it
// is empty, so that nothing moves when a warning appears or disappears. Text that does not fit is elided; the
// tooltip has all of it.
#pragma once

#include <QColor>
#include <QLabel>
#include <QStringList>

class QAbstractButton;

namespace lab {

class NoteLink;

/// As much of a text as fits, without a part of a word unless it is the first, and an ellipsis.
QString elidedAfterWord(const QString& text, const QFontMetrics& metrics, int width);

class CardNote : public QLabel {
    Q_OBJECT
public:
    explicit CardNote(QWidget* parent = nullptr);

    void setNotes(const QStringList& warnings, const QStringList& remarks);
    void setColours(const QColor& warning, const QColor& remark);
    /// A link at the right end of the first line; an empty text removes it. "Why: what to do", of which a
    /// narrow note shows only what to do, and a narrower one nothing.
    void setOffer(const QString& text, const QString& tip = {});
    /// nullptr if there was never one.
    QAbstractButton* offer() const;
    /// The width at which the offer's text is whole; 0: there is no offer.
    int offerWidth() const;
    /// The width at which the offer still says what to do.
    int leastOfferWidth() const;

    QSize sizeHint() const override { return {0, fontMetrics().height()}; }
    QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void offerTaken();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void updateText();
    void placeOffer();
    int widthOfOffer(const QString& text) const;
    int offerRoom() const;

    QStringList m_warnings, m_remarks;
    NoteLink* m_offer = nullptr;
    QColor m_warning, m_remark;
};

} // namespace lab
