// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/learn/loss_curve.h"

#include "core/base/number_format.h"
#include "ui/keys/key_bindings.h"
#include "ui/look/theme.h"
#include "ui/plots/learn/learn_content.h"
#include "ui/text/subscripts.h"

#include <QLabel>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lab {

namespace {

// In points.
constexpr double leastCurveHeight = 120, leastCurveWidth = 220;
constexpr double curveWidth = 2, knobSize = 10;
constexpr int paleAlpha = 90;
constexpr double roomForKnob = 0.012; // of the axis, at its ends

/// 1, 2 and 5 times powers of ten within the range; if these are too few, its ends as well.
QSharedPointer<QCPAxisTickerText> ticksOfLogarithm(const QCPRange& range) {
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    int count = 0;
    const int first = static_cast<int>(std::floor(std::log10(range.lower)));
    const int last = static_cast<int>(std::ceil(std::log10(range.upper)));
    const int powers = std::max(1, (last - first) / 6); // between two that are written
    for (int power = first; power <= last; ++power) {
        for (const double step : {1.0, 2.0, 5.0}) {
            const double tick = step * std::pow(10.0, power);
            const bool isWritten = last - first <= 3 || (step == 1.0 && (power - first) % powers == 0);
            if (!isWritten || tick < range.lower || tick > range.upper)
                continue;
            ticker->addTick(tick, QString::fromStdString(brief(rounded_to_digits(tick, 1))));
            ++count;
        }
    }
    if (count < 2) {
        for (const double end : {range.lower, range.upper})
            ticker->addTick(end, QString::fromStdString(brief(rounded_to_digits(end, 3))));
    }
    return ticker;
}

/// Step numbers, which are whole.
class StepTicker : public QCPAxisTicker {
protected:
    double getTickStep(const QCPRange& range) override {
        return std::max(1.0, std::round(QCPAxisTicker::getTickStep(range)));
    }
    int getSubTickCount(double /*tickStep*/) override { return 0; }
    QString getTickLabel(double tick, const QLocale& /*locale*/, QChar /*format*/,
                         int /*precision*/) override {
        return QString::fromStdString(brief(std::round(tick)));
    }
};

} // namespace

LossCurve::LossCurve(const Theme& theme, QWidget* parent)
    : QCustomPlot(parent), m_theme(theme), m_before(addGraph()), m_after(addGraph()), m_knob(addGraph()),
      m_place(new QCPItemStraightLine(this)), m_number(new QCPItemText(this)),
      m_lowest(new QCPItemStraightLine(this)), m_lowestText(new QLabel(this)), m_hint(new QCPItemText(this)) {
    setFocusPolicy(Qt::NoFocus); // until there is a curve
    setAccessibleName(tr("Loss"));
    setMouseTracking(true);
    setAttribute(Qt::WA_NoMousePropagation, false); // which QCustomPlot sets: the wheel is the page's
    setInteractions(QCP::Interactions());
    xAxis->setTicker(QSharedPointer<StepTicker>::create());
    yAxis->grid()->setZeroLinePen(Qt::NoPen);
    xAxis->grid()->setVisible(false);
    m_hint->position->setType(QCPItemPosition::ptAxisRectRatio);
    m_hint->position->setCoords(0.5, 0.5);
    m_number->setPositionAlignment(Qt::AlignLeft | Qt::AlignBottom);
    m_lowestText->setTextFormat(Qt::RichText);
    m_lowestText->setAttribute(Qt::WA_TransparentForMouseEvents);
    connect(this, &QCustomPlot::afterReplot, this, &LossCurve::placeLowestText);
    m_number->setClipToAxisRect(false);
    connect(&theme, &Theme::changed, this, &LossCurve::restyle);
    restyle();
}

void LossCurve::setContent(const LossCurveContent& content) {
    if (content == m_content)
        return;
    m_content = content;
    setFocusPolicy(m_content.losses.empty() ? Qt::NoFocus : Qt::StrongFocus); // there is nothing to go along
    drawCurve();
}

bool LossCurve::isLogarithmic() const {
    return !m_content.mayBeNegative && !m_content.losses.empty() && m_content.losses.front() > 0;
}

bool LossCurve::hasZero() const {
    return std::ranges::find(m_content.losses, 0.0) != m_content.losses.end();
}

/// Where a loss is on the axis.
double LossCurve::drawn(double loss) const {
    return isLogarithmic() ? std::max(loss, yAxis->range().lower) : loss;
}

QPointF LossCurve::knob() const {
    if (m_content.losses.empty())
        return {};
    const auto at = static_cast<std::size_t>(m_content.shown);
    return {placeOf(m_content.shown), yAxis->coordToPixel(drawn(m_content.losses[at]))};
}

double LossCurve::placeOf(Index step) const {
    return xAxis->coordToPixel(static_cast<double>(step));
}

QSize LossCurve::sizeHint() const {
    return minimumSizeHint(); // the page gives it what is left
}

QSize LossCurve::minimumSizeHint() const {
    return {m_theme.px(leastCurveWidth), m_theme.px(leastCurveHeight)};
}

void LossCurve::restyle() {
    const Colours& c = m_theme.colours();
    const double width = m_theme.px(curveWidth);
    setBackground(QBrush(c.panel));
    QColor pale = c.accent;
    pale.setAlpha(paleAlpha);
    m_before->setPen(QPen(c.accent, width));
    m_after->setPen(QPen(pale, width));
    m_knob->setLineStyle(QCPGraph::lsNone);
    m_knob->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssDisc, QPen(c.accent, width), c.panel, m_theme.px(knobSize)));
    m_place->setPen(QPen(pale, 1));
    m_lowest->setPen(QPen(c.text, 1, Qt::DashLine));
    m_number->setFont(m_theme.font(TextRole::strong));
    m_number->setColor(c.accent);
    m_lowestText->setFont(m_theme.font(TextRole::small));
    QPalette ink = m_lowestText->palette();
    ink.setColor(QPalette::WindowText, c.text);
    m_lowestText->setPalette(ink);
    m_hint->setFont(m_theme.font(TextRole::body));
    m_hint->setColor(c.muted);
    for (QCPAxis* axis : {xAxis, yAxis}) {
        axis->setBasePen(QPen(c.border, 1));
        axis->setTickPen(QPen(c.border, 1));
        axis->setSubTicks(false);
        axis->setTickLabelFont(m_theme.font(TextRole::small));
        axis->setTickLabelColor(c.muted);
        axis->setTickLength(0, m_theme.px(3));
    }
    yAxis->grid()->setPen(QPen(c.border, 1));
    drawCurve();
    updateGeometry();
}

void LossCurve::drawCurve() {
    const std::vector<double>& losses = m_content.losses;
    const bool has = !losses.empty();
    for (QCPLayerable* each :
         std::initializer_list<QCPLayerable*>{m_before, m_after, m_knob, m_place, m_number, xAxis, yAxis})
        each->setVisible(has);
    m_hint->setVisible(!has);
    m_hint->setText(m_content.hint);
    m_lowest->setVisible(false);
    m_lowestText->setVisible(false);
    setAccessibleDescription(has ? tr("step %1 of %2: loss %3")
                                       .arg(m_content.shown)
                                       .arg(m_content.most)
                                       .arg(lossNumber(losses[static_cast<std::size_t>(m_content.shown)]))
                                 : m_content.hint);
    if (has) {
        drawAxes();
        QVector<double> steps, values;
        for (std::size_t i = 0; i < losses.size(); ++i) {
            steps.append(static_cast<double>(i));
            values.append(drawn(losses[i]));
        }
        const auto shown = static_cast<qsizetype>(m_content.shown);
        m_before->setData(steps.first(shown + 1), values.first(shown + 1), true);
        m_after->setData(steps.sliced(shown), values.sliced(shown), true);
        m_knob->setData({steps[shown]}, {values[shown]}, true);
        m_place->point1->setCoords(steps[shown], values[shown]);
        m_place->point2->setCoords(steps[shown], values[shown] + 1);
        const bool isRight = m_content.shown * 4 > m_content.most * 3; // where it would leave the plot
        m_number->setPositionAlignment((isRight ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignBottom);
        m_number->setText(QStringLiteral("  %1  ").arg(lossNumber(losses[static_cast<std::size_t>(shown)])));
        m_number->position->setCoords(steps[shown], values[shown]);
        drawLowest();
    }
    if (!size().isEmpty())
        replot(QCustomPlot::rpQueuedReplot);
}

void LossCurve::drawAxes() {
    const std::vector<double>& losses = m_content.losses;
    auto [lowest, highest] = std::ranges::minmax(losses);
    if (m_content.lowest)
        lowest = std::min(lowest, *m_content.lowest);
    const auto most = static_cast<double>(std::max<Index>(m_content.most, 1));
    xAxis->setRange(-most * roomForKnob, most * (1 + roomForKnob));
    if (isLogarithmic()) {
        if (hasZero()) { // a decade below the others
            for (const double loss : losses)
                lowest = loss > 0 && (lowest <= 0 || loss / 10 < lowest) ? loss / 10 : lowest;
            lowest = std::max(lowest, std::numeric_limits<double>::min());
        }
        const double room = std::max(std::pow(highest / lowest, 0.12), 1.02);
        const double below = m_content.lowest ? roomBelow() : 0;
        yAxis->setScaleType(QCPAxis::stLogarithmic);
        yAxis->setRange(lowest / std::max(room, std::pow(highest * room / lowest, below / (1 - below))),
                        highest * room);
        yAxis->setTicker(ticksOfLogarithm(yAxis->range()));
    } else {
        const double room = std::max((highest - lowest) * 0.12, 1e-9);
        yAxis->setScaleType(QCPAxis::stLinear);
        yAxis->setRange(lowest - room, highest + room);
        yAxis->setTicker(QSharedPointer<QCPAxisTicker>::create());
    }
}

/// The part of the axis that the text below the line of the lowest loss takes.
double LossCurve::roomBelow() const {
    const double text = QFontMetricsF(m_theme.font(TextRole::small)).height() + m_theme.px(4);
    return std::min(0.4, text / std::max(axisRect()->height(), 1));
}

void LossCurve::resizeEvent(QResizeEvent* event) {
    if (event->size().isEmpty()) // QCustomPlot would paint into a picture of no size
        return;
    QCustomPlot::resizeEvent(event);
    if (m_content.lowest)
        drawCurve();
}

void LossCurve::drawLowest() {
    if (!m_content.lowest)
        return;
    m_lowest->setVisible(true);
    m_lowest->point1->setCoords(0, *m_content.lowest);
    m_lowest->point2->setCoords(1, *m_content.lowest);
    m_lowestText->setText(withSubscripts(m_content.lowestText));
    m_lowestText->setVisible(true);
}

/// Below its line, at the right end, where the axes are now.
void LossCurve::placeLowestText() {
    if (!m_content.lowest || m_content.losses.empty())
        return;
    const QSize size = m_lowestText->sizeHint();
    m_lowestText->setGeometry(QRect(
        {axisRect()->right() - size.width(), static_cast<int>(yAxis->coordToPixel(*m_content.lowest)) + 1},
        size));
}

void LossCurve::goTo(double x) {
    const auto last = static_cast<Index>(m_content.losses.size()) - 1;
    const double step = std::round(xAxis->pixelToCoord(x));
    emit stepWanted(static_cast<Index>(std::clamp(step, 0.0, static_cast<double>(last))));
}

void LossCurve::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || m_content.losses.empty())
        return event->ignore();
    m_isDragging = true;
    goTo(event->position().x());
}

void LossCurve::mouseMoveEvent(QMouseEvent* event) {
    if (m_isDragging && !m_content.losses.empty())
        goTo(event->position().x());
    setCursor(m_content.losses.empty() ? Qt::ArrowCursor : Qt::SizeHorCursor);
}

void LossCurve::mouseReleaseEvent(QMouseEvent* /*event*/) {
    m_isDragging = false;
}

/// The page scrolls; QCustomPlot would keep the event.
void LossCurve::wheelEvent(QWheelEvent* event) {
    event->ignore();
}

void LossCurve::keyPressEvent(QKeyEvent* event) {
    const auto command = commandOf(KeyContext::loss_curve, *event);
    if (!command || m_content.losses.empty())
        return event->ignore();
    if (command == KeyCommand::left || command == KeyCommand::right)
        return emit stepped(command == KeyCommand::right ? 1 : -1);
    emit stepWanted(command == KeyCommand::first ? 0 : static_cast<Index>(m_content.losses.size()) - 1);
}

void LossCurve::focusInEvent(QFocusEvent* event) {
    QCustomPlot::focusInEvent(event);
    const bool byKeyboard =
        event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    axisRect()->setBackground(byKeyboard ? QBrush(m_theme.colours().accentSoft) : QBrush(Qt::NoBrush));
    replot(QCustomPlot::rpQueuedReplot);
}

void LossCurve::focusOutEvent(QFocusEvent* event) {
    QCustomPlot::focusOutEvent(event);
    axisRect()->setBackground(QBrush(Qt::NoBrush));
    replot(QCustomPlot::rpQueuedReplot);
}

} // namespace lab
