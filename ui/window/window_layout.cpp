// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/window_layout.h"

#include "ui/look/theme.h"
#include "ui/widgets/edge_handle.h"
#include "ui/widgets/retire.h"

#include <QEvent>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace lab {

namespace {
// In points.
constexpr double drawerBelow = 800;            // width below which the parameters are a drawer
constexpr double explanationColumnFrom = 1200; // width from which the explanation has a column
constexpr double drawerWidth = 300;            // if available
constexpr double mostShareOfHeight = 0.45;     // for the panel below the page, and for the overlay
constexpr double mostShareForBoth = 0.5;       // for a panel that replaces the overlay
constexpr double leastBottomPanelHeight = 150; // if available
constexpr double mostOverlayHeight = 260;
constexpr double leastParameters = 180;
constexpr double leastExplanation = 240;
constexpr double leastGuide = 290, mostGuide = 420; // unless the user has chosen a width
constexpr double mostOfColumn = 640;
constexpr double asideMargin = 12;
constexpr double leastForPage = 360; // that dragging leaves for the page
// While presenting, where letters are larger: of the width for the parameters, and the most of it.
constexpr double presentedShare = 0.3;
constexpr double mostPresentedShare = 0.4;
constexpr double presentedGuideFrom = 600; // points of width; below it, page and guide would share the height
} // namespace

WindowLayout::WindowLayout(QWidget* parameters, QWidget* strip, QWidget* page, QWidget* explanation,
                           const Theme& theme, QWidget* parent)
    : QWidget(parent), m_parameters(parameters), m_strip(strip), m_page(page), m_explanation(explanation),
      m_asideArea(new QScrollArea(this)), m_asideMargins(new QWidget), m_theme(theme) {
    m_asideArea->setFrameShape(QFrame::NoFrame);
    m_asideArea->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_asideArea->setWidget(m_asideMargins);
    m_asideArea->hide();
    for (QWidget* each : {parameters, strip, page, explanation})
        each->setParent(this);
    addEdges();
    strip->installEventFilter(this);
    connect(&theme, &Theme::changed, this, [this] {
        restyle();
        relayout();
    });
    restyle();
}

void WindowLayout::restyle() {
    QPalette colours = palette();
    colours.setColor(QPalette::Window, m_theme.colours().panel);
    m_asideArea->setPalette(colours);
}

void WindowLayout::addEdges() {
    m_parametersEdge = new EdgeHandle(m_theme, tr("Width of inputs and weights"), this);
    m_explanationEdge = new EdgeHandle(m_theme, tr("Width of the explanation"), this);
    connect(m_parametersEdge, &EdgeHandle::moved, this, [this](int by) {
        want({(parametersWidth() + by) * 100.0 / m_theme.scale(), m_widths.explanation});
    });
    connect(m_explanationEdge, &EdgeHandle::moved, this, [this](int by) {
        want({m_widths.parameters, (explanationWidth() - by) * 100.0 / m_theme.scale()});
    });
    connect(m_parametersEdge, &EdgeHandle::resetRequested, this, [this] {
        want({std::nullopt, m_widths.explanation});
    });
    connect(m_explanationEdge, &EdgeHandle::resetRequested, this, [this] {
        want({m_widths.parameters, std::nullopt});
    });
}

void WindowLayout::setWidths(const ColumnWidths& widths) {
    m_widths = widths;
    relayout();
}

void WindowLayout::want(const ColumnWidths& widths) {
    m_widths = widths;
    // Clamp to the available room. Otherwise the edge would not follow when it is dragged back.
    if (m_widths.parameters)
        m_widths.parameters = parametersWidth() * 100.0 / m_theme.scale();
    if (m_widths.explanation && hasColumn())
        m_widths.explanation = explanationWidth() * 100.0 / m_theme.scale();
    relayout();
    emit widthsChanged(m_widths);
}

/// Without the hairline beside it.
int WindowLayout::parametersWidth() const {
    if (m_presented) {
        const int most = qRound(mostPresentedShare * width());
        const int wanted = m_widths.parameters ? m_theme.px(*m_widths.parameters)
                                               : std::clamp(qRound(presentedShare * width()), m_theme.px(218),
                                                            m_theme.px(300));
        return std::min(most, std::max(wanted, m_theme.px(leastParameters)));
    }
    if (!m_widths.parameters)
        return std::clamp(width() / 5, m_theme.px(218), m_theme.px(300));
    const int others = m_theme.px(leastForPage) + (hasColumn() ? m_theme.px(leastExplanation) : 0);
    const int most = std::min(m_theme.px(mostOfColumn), width() - others);
    return std::clamp(m_theme.px(*m_widths.parameters), m_theme.px(leastParameters),
                      std::max(most, m_theme.px(leastParameters)));
}

int WindowLayout::explanationWidth() const {
    if (m_guide && m_isGuideWide && !m_widths.explanation)
        return std::clamp(width() / 4, m_theme.px(leastGuide), m_theme.px(mostGuide));
    if (!m_widths.explanation)
        return std::clamp(width() / 5, m_theme.px(290), m_theme.px(400));
    const int most =
        std::min(m_theme.px(mostOfColumn), width() - m_theme.px(leastForPage) - parametersWidth());
    return std::clamp(m_theme.px(*m_widths.explanation), m_theme.px(leastExplanation),
                      std::max(most, m_theme.px(leastExplanation)));
}

void WindowLayout::placeEdge(EdgeHandle* edge, int middle, bool shown) const {
    edge->setVisible(shown);
    edge->setGeometry(middle - edge->breadth() / 2, 0, edge->breadth(), height() - lowestStripHeight());
    edge->raise();
}

void WindowLayout::setDrawerOpen(bool open) {
    m_drawerOpen = open;
    relayout();
    if (open && m_narrow)
        m_parameters->setFocus();
}

void WindowLayout::setOpenPanels(const OpenPanels& open) {
    m_open = open;
    relayout();
}

void WindowLayout::setBottomPanel(QWidget* panel, bool replacesOverlay) {
    if (m_bottomPanel) {
        retire(m_bottomPanel);
    }
    m_bottomPanel = panel;
    m_replacesOverlay = panel && replacesOverlay;
    if (panel) {
        panel->setParent(this);
        panel->installEventFilter(this);
        panel->show();
    }
    relayout();
}

void WindowLayout::setAside(QWidget* aside) {
    m_aside = aside;
    if (aside) {
        aside->setParent(m_asideMargins);
        aside->installEventFilter(this);
        aside->show();
    }
    relayout();
}

void WindowLayout::setGuide(QWidget* guide, QWidget* back, bool isWide) {
    if (m_guide && m_guide != guide) {
        m_guide->hide();
        m_back->hide();
    }
    m_guide = guide;
    m_back = back;
    m_isGuideWide = isWide;
    for (QWidget* each : {guide, back}) {
        if (each)
            each->setParent(this);
    }
    relayout();
}

bool WindowLayout::hasGuideColumn() const {
    return m_guide && width() >= m_theme.px(m_presented ? presentedGuideFrom : drawerBelow);
}

/// The guide, or the explanation in its place with the way back above it.
void WindowLayout::placeGuide(const QRect& column, bool isExplained) {
    m_guide->setVisible(!isExplained);
    m_back->setVisible(isExplained);
    const int high = isExplained ? m_back->sizeHint().height() : 0;
    m_back->setGeometry(column.x(), column.y(), column.width(), high);
    m_guide->setGeometry(column);
    m_explanation->setGeometry(column.adjusted(0, high, 0, 0));
    m_asideArea->hide();
}

int WindowLayout::bottomPanelHeight(int width, int room) const {
    if (!hasBottomPanel())
        return 0;
    const double share = m_replacesOverlay ? mostShareForBoth : mostShareOfHeight;
    const int most = std::max(qRound(share * room), std::min(m_theme.px(leastBottomPanelHeight), room));
    const int wanted = m_bottomPanel->hasHeightForWidth() ? m_bottomPanel->heightForWidth(width)
                                                          : m_bottomPanel->sizeHint().height();
    return std::min(wanted, most);
}

void WindowLayout::setLowestStrip(QWidget* strip) {
    m_lowestStrip = strip;
    strip->setParent(this);
    strip->installEventFilter(this);
    relayout();
}

int WindowLayout::lowestStripHeight() const {
    return m_lowestStrip && !m_lowestStrip->isHidden() ? m_lowestStrip->height() : 0;
}

/// Returns how high it is.
int WindowLayout::placeLowestStrip() {
    if (!m_lowestStrip || m_lowestStrip->isHidden())
        return 0;
    m_lowestStrip->resize(width(), m_lowestStrip->height()); // which may change how it is arranged
    const int high = std::min(m_lowestStrip->heightForWidth(width()), height());
    m_lowestStrip->setGeometry(0, height() - high, width(), high);
    return high;
}

void WindowLayout::setStripHere(bool here) {
    m_stripHere = here;
    if (here) {
        m_strip->setParent(this);
        m_strip->show();
    }
    relayout();
}

void WindowLayout::setPresented(bool presented) {
    if (std::exchange(m_presented, presented) == presented)
        return;
    if (m_bottomPanel)
        m_bottomPanel->setVisible(!presented);
    if (presented)
        m_drawerBefore = m_drawerOpen;
    m_drawerOpen = !presented && m_drawerBefore;
    relayout();
}

void WindowLayout::setExplanationWanted(bool wanted) {
    if (std::exchange(m_explanationWanted, wanted) != wanted && (m_guide || !hasColumn()))
        relayout();
}

bool WindowLayout::hasBottomPanel() const {
    return m_bottomPanel && !m_bottomPanel->isHidden();
}

bool WindowLayout::hasColumn() const {
    return width() >= m_theme.px(explanationColumnFrom);
}

QRect WindowLayout::overlayRect() const {
    const int lowest = height() - lowestStripHeight();
    const int high = std::min(m_theme.px(mostOverlayHeight), qRound(mostShareOfHeight * lowest));
    return {m_page->x(), lowest - high, m_page->width(), high};
}

/// Whether an explanation covers the page, if there is one.
bool WindowLayout::mayCover() const {
    return m_open.explanation && !hasColumn() && !m_replacesOverlay && !hasGuideColumn();
}

QRect WindowLayout::explanationOverlay() const {
    return mayCover() ? QRect(mapToGlobal(overlayRect().topLeft()), overlayRect().size()) : QRect();
}

void WindowLayout::relayout() {
    const bool narrow = width() < m_theme.px(drawerBelow);
    const bool besides = !narrow && m_open.parameters;
    const int column = parametersWidth();
    const int left = besides ? column + 1 : 0;
    const bool guides = hasGuideColumn();
    const bool explained = !m_guide && m_open.explanation && hasColumn();
    const int right = explained || guides ? explanationWidth() + 1 : 0;
    const int pageWidth = width() - left - right;
    const int strip = m_stripHere ? m_strip->heightForWidth(pageWidth) : 0;
    if (m_stripHere)
        m_strip->setGeometry(left, 0, pageWidth, strip);
    const int room = std::max(0, height() - strip);
    const int lowest = placeLowestStrip();
    const int end = height() - lowest; // of all else but the page
    const int bottom = bottomPanelHeight(pageWidth, std::max(0, room - lowest - 1));
    if (hasBottomPanel()) // with a hairline above it
        m_bottomPanel->setGeometry(left, end - bottom, pageWidth, bottom);
    // What replaces the explanation covers the page as that does, so that nothing on the page shrinks.
    const bool panelCovers = hasBottomPanel() && m_replacesOverlay;
    const int guide = m_guide && !guides ? qRound(mostShareOfHeight * room) : 0; // below the page
    const int below = std::max(hasBottomPanel() && !panelCovers ? bottom + 1 : 0, guide);
    m_page->setGeometry(left, strip, pageWidth, std::max(0, room - below));
    if (hasBottomPanel())
        m_bottomPanel->raise();
    const bool covers = m_explanationWanted && mayCover();
    const bool replaces = guides && m_explanationWanted; // the guide
    m_explanation->setVisible(explained || covers || replaces);
    const QRect atRight(width() - right + 1, 0, right - 1, end);
    if (guide > 0) {
        m_back->hide();
        m_guide->setGeometry(left, end - guide + 1, pageWidth, guide - 1);
        m_guide->show();
        m_guide->raise();
    }
    if (guides)
        placeGuide(atRight, replaces);
    else if (explained)
        placeColumn(atRight);
    else
        m_asideArea->hide();
    if (covers)
        m_explanation->setGeometry(overlayRect());
    if (covers)
        m_explanation->raise();
    const int covered = panelCovers ? bottom : covers ? std::max(0, overlayRect().height() - below) : 0;
    emit pageCovered(std::min(covered + lowest, m_page->height()));
    m_parameters->setVisible(besides || (narrow && m_drawerOpen));
    const int drawer = m_presented ? qRound(mostPresentedShare * width()) : width();
    m_parameters->setGeometry(0, 0, narrow ? std::min(drawer, m_theme.px(drawerWidth)) : column, end);
    if (narrow)
        m_parameters->raise();
    placeEdge(m_parametersEdge, column, besides);
    placeEdge(m_explanationEdge, width() - right, explained || guides);
    if (std::exchange(m_narrow, narrow) != narrow)
        emit drawerChanged();
    if (std::exchange(m_explained, explained) != explained)
        emit explanationColumnChanged();
    update();
}

/// Places the explanation, and the widget below it.
void WindowLayout::placeColumn(const QRect& column) {
    const int margin = m_theme.px(asideMargin);
    const int most = column.height() / 2;
    int width = column.width() - 2 * margin;
    int whole = m_aside ? m_aside->heightForWidth(width) : 0;
    const bool scrolls = whole + 2 * margin > most;
    if (scrolls && whole > 0) {
        width -= std::max(0, m_asideArea->verticalScrollBar()->sizeHint().width() - margin);
        whole = m_aside->heightForWidth(width);
    }
    const int height = whole == 0 ? 0 : std::min(whole + 2 * margin, most);
    m_explanation->setGeometry(column.adjusted(0, 0, 0, height == 0 ? 0 : -height - 1));
    m_asideArea->setVisible(height > 0);
    m_asideArea->setFocusPolicy(scrolls ? Qt::TabFocus : Qt::NoFocus);
    if (height == 0)
        return;
    m_asideArea->setGeometry(column.x(), column.bottom() + 1 - height, column.width(), height);
    m_asideMargins->resize(width + 2 * margin, whole + 2 * margin);
    m_aside->setGeometry(margin, margin, width, whole);
}

void WindowLayout::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    relayout();
}

void WindowLayout::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.colours().border); // the hairlines between the columns
}

bool WindowLayout::eventFilter(QObject* watched, QEvent* event) {
    const bool appears = event->type() == QEvent::ShowToParent || event->type() == QEvent::HideToParent;
    if (watched == m_lowestStrip && (appears || event->type() == QEvent::LayoutRequest))
        relayout();
    if (event->type() == QEvent::LayoutRequest &&
        (watched == m_bottomPanel || watched == m_aside || (watched == m_strip && m_stripHere)))
        relayout();
    return QWidget::eventFilter(watched, event);
}

} // namespace lab
