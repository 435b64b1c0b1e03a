// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the parts of the page Learn are, and how large.
#include "ui/document/learn/fit_run.h"
#include "ui/look/theme.h"
#include "ui/pages/learn/fit_controls.h"
#include "ui/pages/learn/fit_notes.h"
#include "ui/pages/learn/learn_cards.h"
#include "ui/pages/learn/learn_page.h"
#include "ui/pages/learn/parameter_pills.h"
#include "ui/pages/learn/wanted_strokes.h"
#include "ui/pages/learn/wanted_tools.h"
#include "ui/pages/matrix_card.h"
#include "ui/plots/heatmap/matrix_heatmap.h"
#include "ui/plots/learn/loss_curve.h"

#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lab {

namespace {

constexpr double leastShareOfCards = 0.45, presentedShareOfCards = 0.5; // of the height of the page

constexpr int leastNumbers = 75, leastPresentedNumbers = 50; // per cent of their usual size

} // namespace

void LearnPage::setPresented(bool presented) {
    if (std::exchange(m_presented, presented) == presented)
        return;
    m_tools->setPresented(presented);
    m_parameters->setVisible(!presented);
    m_notes->setSteady(false);
    m_notes->setLines(presented ? 0 : usualLines);
    refreshIfVisible();
    layOut();
}

void LearnPage::layOut() {
    const QMargins around = body().layout()->contentsMargins();
    const int gap = body().layout()->spacing();
    // A scroll bar that comes makes nothing narrower.
    const int bar = style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, this);
    const int width = this->width() - bar - around.left() - around.right();
    m_tools->setVisible(!m_presented || !m_fit.isActive()); // a slide has no room for what cannot be used
    const int tools = m_tools->isVisibleTo(&body()) ? m_tools->heightForWidth(width) + gap : 0;
    const int page = height() - headerHeight(); // an explanation may cover a part of it
    const int left = page - around.top() - around.bottom() - tools - gap - curveHeight(width);
    const double share = m_presented ? presentedShareOfCards : leastShareOfCards; // then the page scrolls
    const int least = static_cast<int>(share * height());
    const QSize room(width, std::max(left, least));
    const MatrixPtr& shown = weightsCard().heatmap().content().matrix; // also while others are computed
    const Steady now{
        room, page, m_theme.px(100), m_presented, shown ? shown->rows() : 0, shown ? shown->cols() : 0};
    // Notes come and go with the steps, and with what is painted: the cards stay under the pointer.
    if ((m_fit.isActive() || m_strokes->isPainting()) && m_steady == now)
        return m_cards->keepSize(width);
    m_steady = now;
    m_cards->layOut(room, m_presented ? room.height() : page,
                    m_presented ? leastPresentedNumbers : leastNumbers);
    placeControls(m_cards->sizeHint().height() > left);
}

/// The least height of the card of the curve, with notes as long as they usually are.
int LearnPage::curveHeight(int width) const {
    const QMargins around = m_curveCard->layout()->contentsMargins();
    const int inside = width - around.left() - around.right();
    int height = around.top() + around.bottom();
    for (const QWidget* each :
         std::initializer_list<const QWidget*>{m_curveHeader, m_curve, m_controls, m_parameters}) {
        if (each->isHidden())
            continue;
        const bool wraps = each == m_controls || each == m_parameters;
        height += wraps ? each->heightForWidth(inside) : each->minimumSizeHint().height();
        height += m_curveCard->layout()->spacing();
    }
    return height + m_notes->leastHeight();
}

/// Where the page scrolls, what stops the fit is as near to the cards as can be.
void LearnPage::placeControls(bool areAboveCurve) {
    auto* column = static_cast<QVBoxLayout*>(m_curveCard->layout());
    const bool areThere = (column->indexOf(m_controls) < column->indexOf(m_curve)) == areAboveCurve;
    if (areThere)
        return;
    column->removeWidget(m_controls);
    column->insertWidget(column->indexOf(m_curve) + (areAboveCurve ? 0 : 1), m_controls);
}

void LearnPage::restyle() {
    ColumnPage::restyle();
    const int margin = m_theme.px(10);
    body().layout()->setContentsMargins(margin, margin, margin, margin);
    body().layout()->setSpacing(m_theme.px(8));
    m_curveCard->layout()->setContentsMargins(m_theme.px(12), m_theme.px(6), m_theme.px(8), m_theme.px(10));
    m_curveCard->layout()->setSpacing(m_theme.px(6));
}

void LearnPage::resizeEvent(QResizeEvent* event) {
    ColumnPage::resizeEvent(event);
    layOut();
}

} // namespace lab
