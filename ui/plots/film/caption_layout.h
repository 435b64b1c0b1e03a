// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lays out what a step of the film says, in letters as large as fit, and paints it: in a window or on paper.
#pragma once

#include "core/film/caption.h"
#include "ui/formula/formula_layout.h"

#include <QRectF>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

class QPainter;

namespace lab {

class Theme;

struct CaptionText {
    QString words;
    Formula numbers = formula::row({}); ///< after the words, on the same line if there is room; may be empty
    int decimals = 4;
    QString remark = {}; ///< in small letters below; may be empty
};
CaptionText captionText(const Caption& caption, int decimals, const QString& remark);

/// `box`: in a box round the text. `slide`: for an audience, in a box that fills the room and stays as it is:
/// one line, or the words above the numbers if one line is too short. Letters on a slide are never too small
/// for the last row of seats: where there is no room, terms in the middle are left out.
enum class CaptionForm { box, slide };

class CaptionLayout {
public:
    CaptionLayout() = default;
    /// In the middle of `room`. The theme must outlive the layout. Letters are no larger than those of fit()
    /// `least`.
    CaptionLayout(const CaptionText& text, const Theme& theme, const QRectF& room,
                  CaptionForm form = CaptionForm::box, int least = 0);

    /// 0: the largest letters, in one line if the form is a slide; the more, the smaller.
    int fit() const { return m_fit; }

    /// Where it is. It is taller than the room if the smallest letters are too large.
    const QRectF& box() const { return m_box; }
    /// The words and numbers in it, and the height of their letters in pixels.
    QRectF content() const;
    int letters() const { return m_font.pixelSize(); }
    void draw(QPainter& painter, const Theme& theme) const;
    /// The source of the number at a point; empty if there is none.
    std::optional<Source> sourceAt(QPointF point) const;
    /// Every number with a source, and where it is, in the order of reading.
    std::vector<FormulaLayout::Link> links() const;

private:
    void fitBox(const CaptionText& text, const Theme& theme, const QRectF& room);
    void fitSlide(const CaptionText& text, const Theme& theme, const QRectF& room, int least);
    bool arrange(const CaptionText& text, const Theme& theme, const QRectF& room, double size,
                 bool breaksNumbers = true);

    int m_fit = 0;
    QFont m_font;
    QString m_words, m_remark; ///< as drawn
    QRectF m_box, m_wordsPlace, m_remarkPlace;
    QPointF m_numbersPlace;
    std::shared_ptr<const FormulaLayout> m_numbers; ///< null: no numbers
};

} // namespace lab
