// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/statistics/statistics_charts.h"

#include "core/number_format.h"
#include "ui/look/theme.h"
#include "ui/plots/shared/head_colours.h"
#include "ui/plots/statistics/label_placer.h"

#include <qcustomplot.h>

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

constexpr double ownRadius = 4; // of a dot, in the theme's points

class ChartText {
    Q_DECLARE_TR_FUNCTIONS(StatisticsCharts)
};

/// Formats numbers as everywhere in the program, with a real minus sign.
class NumberTicker : public QCPAxisTicker {
protected:
    QString getTickLabel(double tick, const QLocale& /*locale*/, QChar /*format*/,
                         int /*precision*/) override {
        return QString::fromStdString(brief(tick));
    }
    QVector<double> createTickVector(double step, const QCPRange& range) override {
        QVector<double> ticks = QCPAxisTicker::createTickVector(step, range);
        for (double& tick : ticks)
            tick = std::abs(tick) < step * 1e-6 ? 0 : tick; // adding up steps may miss 0
        return ticks;
    }
};

/// "1", "4", "16", … at their logarithms.
QSharedPointer<QCPAxisTickerText> powersOf(double base, double lowest, double highest, int step) {
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    for (int power = static_cast<int>(std::ceil(lowest)); power <= highest; ++power) {
        if (power % step == 0)
            ticker->addTick(power, QString::fromStdString(brief(std::pow(base, power))));
    }
    return ticker;
}

/// 1, 2 or 5 times a power of ten, not below `least`. At least 1, because cells are counted.
double wholeStep(double least) {
    for (double power = 1;; power *= 10) {
        for (const double step : {1.0, 2.0, 5.0}) {
            if (step * power >= least)
                return step * power;
        }
    }
}

/// With enough decimals to tell a small number from 0 or from another one.
QString ownText(double value) {
    constexpr int usual = 3;
    return QString::fromStdString(display(value, decimals_for(std::abs(value), usual)));
}

double distance(const QRectF& rect, QPointF point) {
    const double x = std::max({rect.left() - point.x(), point.x() - rect.right(), 0.0});
    const double y = std::max({rect.top() - point.y(), point.y() - rect.bottom(), 0.0});
    return std::hypot(x, y);
}

/// The cost of a number being mistaken for that of the other dot: prohibitive if the other dot is nearer,
/// otherwise proportional to near / far.
double ambiguity(const QRectF& text, QPointF own, QPointF other) {
    const double near = distance(text, own);
    const double far = distance(text, other);
    return near < far ? 3 * near / far : 100;
}

/// Candidate centres for a number at a dot, best first.
std::vector<QPointF> centresAround(QPointF dot, QSizeF size, double radius, std::optional<QPointF> other) {
    const double aside = radius + size.width() / 2;
    const double away = radius + size.height() / 2;
    std::vector<QPointF> centres;
    if (other) { // beside both dots, in the same vertical order
        const double below = other->y() - dot.y();
        const double overlap = std::max(0.0, size.height() - std::abs(below)) / 2;
        for (const double side : {aside, -aside})
            centres.push_back(dot + QPointF(side, below > 0 ? -overlap : overlap));
    }
    for (const double far : {1.0, 1.6}) {
        for (const QPointF& side :
             {QPointF(aside, 0), QPointF(-aside, 0), QPointF(0, -away), QPointF(0, away),
              QPointF(aside, -away), QPointF(aside, away), QPointF(-aside, -away), QPointF(-aside, away)})
            centres.push_back(dot + far * side);
    }
    return centres;
}

void paintPlot(QCustomPlot& plot, QCPPainter& painter, const QRectF& place) {
    painter.save();
    painter.translate(place.topLeft());
    plot.toPainter(&painter, qRound(place.width()), qRound(place.height()));
    painter.restore();
}

/// Is only drawn by paintPlot(), and not into buffers as well, which QCustomPlot's constructor asks for.
class PaintedPlot : public QCustomPlot {
public:
    PaintedPlot() { mReplotting = true; }
};

} // namespace

struct StatisticsCharts::Curve {
    QString name;
    QColor colour;
    std::vector<QPointF> points; ///< in the plot's coordinates
    std::optional<QPointF> own;  ///< this experiment's point
    QString ownText;
};

struct StatisticsCharts::Panel {
    std::unique_ptr<QCustomPlot> plot = std::make_unique<PaintedPlot>();
    std::array<Curve, 2> curves; ///< unscaled, scaled
};

StatisticsCharts::StatisticsCharts(const Theme& theme)
    : m_theme(theme), m_histogram(std::make_unique<PaintedPlot>()) {
    for (auto& panel : m_panels)
        panel = std::make_unique<Panel>();
}

StatisticsCharts::~StatisticsCharts() = default;

void StatisticsCharts::clear(QCustomPlot& plot) const {
    const Colours& colours = m_theme.colours();
    plot.clearPlottables();
    plot.setBackground(Qt::NoBrush);
    plot.plotLayout()->setMargins({});
    QCPAxisRect& rect = *plot.axisRect();
    rect.setMinimumMargins({m_theme.px(4), m_theme.px(6), m_theme.px(10), m_theme.px(4)});
    for (QCPAxis* axis : {plot.xAxis, plot.yAxis}) {
        const QPen line(colours.muted, m_theme.px(1));
        axis->setBasePen(line);
        axis->setTickPen(line);
        axis->setSubTicks(false);
        axis->setTickLength(0, m_theme.px(4));
        axis->setTickLabelFont(m_theme.font(TextRole::small));
        axis->setTickLabelColor(colours.muted);
        axis->setTickLabelPadding(m_theme.px(3));
        axis->setTicker(QSharedPointer<NumberTicker>::create());
        axis->setRange(0, 5); // QCustomPlot's default; plots with data set another
        axis->grid()->setPen(QPen(colours.border, m_theme.px(0.5), Qt::SolidLine));
        axis->grid()->setZeroLinePen(Qt::NoPen);
    }
    plot.xAxis->grid()->setVisible(false);
}

void StatisticsCharts::setContent(const StatisticsContent& content) {
    makeHistogram(content);
    makePanel(*m_panels[0], content, &ScalingPoint::variance, true);
    makePanel(*m_panels[1], content, &ScalingPoint::entropy, false);
    makePanel(*m_panels[2], content, &ScalingPoint::gradient, false);
}

void StatisticsCharts::makeHistogram(const StatisticsContent& content) {
    clear(*m_histogram);
    const Histogram& bins = content.numbers.histogram;
    if (bins.counts.empty())
        return;
    const bool hasScale = content.chosen.summary != nullptr;
    Index most = 0;
    for (std::size_t bin = 0; bin < bins.counts.size(); ++bin) {
        const double width = bins.edges[bin + 1] - bins.edges[bin];
        const double middle = bins.edges[bin] + width / 2;
        auto* bar = new QCPBars(m_histogram->xAxis, m_histogram->yAxis); // the plot owns it
        bar->setWidthType(QCPBars::wtPlotCoords);
        bar->setWidth(width);
        bar->setBrush(hasScale ? content.chosen.scale().colour(middle) : m_theme.colours().accent);
        bar->setPen(QPen(m_theme.colours().muted, m_theme.px(0.5)));
        bar->setAntialiased(false);
        bar->addData(middle, static_cast<double>(bins.counts[bin]));
        most = std::max(most, bins.counts[bin]);
    }
    // Due to rounding, a tick at the end may lie just beyond it.
    const double rounding = (bins.edges.back() - bins.edges.front()) * 1e-6;
    m_histogram->xAxis->setRange(bins.edges.front() - rounding, bins.edges.back() + rounding);
    m_histogram->yAxis->setRange(0, static_cast<double>(most) * 1.05);
    auto ticker = QSharedPointer<QCPAxisTickerFixed>::create();
    ticker->setTickStep(wholeStep(static_cast<double>(most) / 4));
    m_histogram->yAxis->setTicker(ticker);
    m_histogram->yAxis->setNumberPrecision(9);
    m_histogram->xAxis->ticker()->setTickCount(5);
}

void StatisticsCharts::makePanel(Panel& panel, const StatisticsContent& content, double ScalingPoint::*what,
                                 bool logarithmic) {
    clear(*panel.plot);
    const auto placed = [&](const ScalingPoint& point) {
        const double value = point.*what;
        return QPointF(std::log2(static_cast<double>(point.d_k)), logarithmic ? std::log10(value) : value);
    };
    const OwnScaling& own = content.numbers.own;
    panel.curves = {Curve{ChartText::tr("unscaled"), headInk(1, m_theme.colours().panel), {}, {}, {}},
                    Curve{ChartText::tr("÷ √dₖ"), headInk(0, m_theme.colours().panel), {}, {}, {}}};
    double lowest = logarithmic ? -1 : 0;
    double highest = logarithmic ? 3.2 : 0.1;
    double right = 9;
    for (std::size_t i = 0; i < panel.curves.size(); ++i) {
        Curve& curve = panel.curves[i];
        if (content.study) {
            for (const ScalingPoint& point : i == 0 ? content.study->unscaled : content.study->scaled)
                curve.points.push_back(placed(point));
        }
        const ScalingPoint& here = i == 0 ? own.unscaled : own.scaled;
        const QPointF point = placed(here);
        if (!content.isCovered() && std::isfinite(point.y()) &&
            !(i == 1 && own.factor == 1)) { // with factor 1 both coincide
            curve.own = point;
            curve.ownText = ownText(here.*what);
        }
        std::vector<QPointF> all = curve.points;
        if (curve.own)
            all.push_back(*curve.own);
        for (const QPointF& each : all) {
            lowest = std::min(lowest, each.y());
            highest = std::max(highest, each.y());
            right = std::max(right, each.x());
        }
        auto* graph = panel.plot->addGraph();
        graph->setPen(QPen(curve.colour, m_theme.px(2), i == 0 ? Qt::SolidLine : Qt::DashLine, Qt::FlatCap));
        for (const QPointF& each : curve.points)
            graph->addData(each.x(), each.y());
    }
    const double room = (highest - lowest) * 0.18; // for the names of the curves
    panel.plot->xAxis->setRange(-0.4, right + 0.4);
    panel.plot->yAxis->setRange(lowest - (logarithmic ? 0.1 : room / 4), highest + room);
    panel.plot->xAxis->setTicker(powersOf(2, 0, right, right > 14 ? 4 : 2));
    if (logarithmic) {
        const int step = std::max(1, static_cast<int>(std::ceil((highest - lowest) / 6)));
        panel.plot->yAxis->setTicker(powersOf(10, lowest, highest + room, step));
    }
}

void StatisticsCharts::paintHistogram(QCPPainter& painter, const QRectF& place) const {
    paintPlot(*m_histogram, painter, place);
}

void StatisticsCharts::paintPanel(int panel, QCPPainter& painter, const QRectF& place) const {
    const Panel& its = *m_panels[static_cast<std::size_t>(panel)];
    paintPlot(*its.plot, painter, place);
    painter.save();
    painter.translate(place.topLeft());
    paintLabels(panel, painter);
    painter.restore();
}

QPointF StatisticsCharts::pixelOf(const Panel& panel, QPointF point) {
    return {panel.plot->xAxis->coordToPixel(point.x()), panel.plot->yAxis->coordToPixel(point.y())};
}

std::vector<StatisticsCharts::OwnNumber> StatisticsCharts::ownNumbers(int panel) const {
    const Panel& its = *m_panels[static_cast<std::size_t>(panel)];
    const QFontMetricsF metrics(m_theme.font(TextRole::small));
    const double radius = m_theme.px(ownRadius);
    LabelPlacer placer(its.plot->axisRect()->rect());
    std::vector<OwnNumber> numbers;
    for (const Curve& curve : its.curves) {
        for (std::size_t i = 1; i < curve.points.size(); ++i)
            placer.avoid(QLineF(pixelOf(its, curve.points[i - 1]), pixelOf(its, curve.points[i])));
        if (!curve.own)
            continue;
        const QPointF dot = pixelOf(its, *curve.own);
        placer.avoid(QRectF(dot - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius)));
        const QSizeF size(metrics.horizontalAdvance(curve.ownText) + m_theme.px(4), metrics.height());
        numbers.push_back({dot, curve.ownText, QRectF(QPointF(), size), &curve == &its.curves[1]});
    }
    const auto choicesOf = [&](std::size_t which) {
        const std::optional<QPointF> other =
            numbers.size() > 1 ? std::optional(numbers[1 - which].dot) : std::nullopt;
        const QSizeF size = numbers[which].place.size();
        auto all = placer.choices(size, centresAround(numbers[which].dot, size, radius, other));
        for (LabelPlacer::Choice& each : all)
            each.cost += other ? ambiguity(each.place, numbers[which].dot, *other) : 0;
        return all;
    };
    if (numbers.empty())
        return numbers;
    // Choose the best pair: the best place for one may leave no good place for the other.
    const auto first = choicesOf(0);
    const auto second = numbers.size() > 1 ? choicesOf(1) : std::vector<LabelPlacer::Choice>{{QRectF(), 0}};
    double least = HUGE_VAL;
    for (const LabelPlacer::Choice& one : first) {
        for (const LabelPlacer::Choice& other : second) {
            const double cost = one.cost + other.cost + (one.place.intersects(other.place) ? 50 : 0);
            if (cost >= least)
                continue;
            least = cost;
            numbers.front().place = one.place;
            if (numbers.size() > 1)
                numbers.back().place = other.place;
        }
    }
    return numbers;
}

/// Draws the experiment's own points, and the names of the curves where there is room.
void StatisticsCharts::paintLabels(int which, QCPPainter& painter) const {
    const Panel& panel = *m_panels[static_cast<std::size_t>(which)];
    const double radius = m_theme.px(ownRadius);
    LabelPlacer placer(panel.plot->axisRect()->rect());
    painter.setFont(m_theme.font(TextRole::small));
    painter.setRenderHint(QPainter::Antialiasing);
    const std::vector<OwnNumber> numbers = ownNumbers(which);
    const bool meet = numbers.size() == 2 &&
                      QLineF(numbers.front().dot, numbers.back().dot).length() < 2 * radius + m_theme.px(2);
    for (const OwnNumber& each : numbers) {
        painter.setPen(QPen(m_theme.colours().text, m_theme.px(1.5)));
        if (!each.isScaled)
            painter.setBrush(m_theme.colours().text);
        else if (meet) // a ring around the other
            painter.setBrush(Qt::NoBrush);
        else
            painter.setBrush(m_theme.colours().panel);
        const double own = each.isScaled && meet ? radius + m_theme.px(3) : radius;
        painter.drawEllipse(each.dot, own, own);
        placer.avoid(QRectF(each.dot - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius)));
    }
    painter.setPen(m_theme.colours().text);
    for (const OwnNumber& each : numbers) {
        painter.drawText(each.place, Qt::AlignCenter, each.text);
        placer.avoid(each.place);
    }
    for (const Curve& curve : panel.curves) {
        for (std::size_t i = 1; i < curve.points.size(); ++i)
            placer.avoid(QLineF(pixelOf(panel, curve.points[i - 1]), pixelOf(panel, curve.points[i])));
    }
    paintNames(panel, placer, painter);
}

void StatisticsCharts::paintNames(const Panel& panel, LabelPlacer& placer, QCPPainter& painter) const {
    const QFontMetricsF metrics(painter.font());
    for (const Curve& curve : panel.curves) {
        if (curve.points.empty())
            continue; // not computed yet
        const QSizeF size(metrics.horizontalAdvance(curve.name) + m_theme.px(4), metrics.height());
        std::vector<QPointF> centres;
        const double above = size.height() / 2 + m_theme.px(3);
        const double beside = size.width() / 2 + m_theme.px(3);
        for (const QPointF& side : {QPointF(0, -above), QPointF(0, above), QPointF(beside, -above / 2),
                                    QPointF(beside, -above), QPointF(-beside, above)}) {
            // Not at the start, where both curves begin.
            for (auto point = curve.points.rbegin(); point < curve.points.rend() - 3; ++point)
                centres.push_back(pixelOf(panel, *point) + side);
        }
        painter.setPen(curve.colour);
        painter.drawText(placer.take(size, centres), Qt::AlignCenter, curve.name);
    }
}

} // namespace lab
