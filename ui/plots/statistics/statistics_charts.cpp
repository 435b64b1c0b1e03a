// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/statistics/statistics_charts.h"

#include "core/base/number_format.h"
#include "ui/look/theme.h"
#include "ui/plots/shared/head_colours.h"
#include "ui/plots/statistics/label_placer.h"

#include <qcustomplot.h>

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

// In the theme's points.
constexpr double ownRadius = 4; // of a dot
constexpr double ringAround = 3;
constexpr double furthestNumber = 8; // from its dot
constexpr double roundLabel = 2;

// Costs of places.
constexpr double costOfNone = 60, tooMuch = 100;

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
    return near < far ? 3 * near / far : tooMuch;
}

struct Choice {
    QRectF place; ///< empty: left out
    double cost = 0;
};

/// What places of the numbers of both dots cost together: the text of the higher dot is not the lower one.
double together(const Choice& one, const Choice& other, QPointF dot, QPointF otherDot) {
    double cost = one.cost + other.cost;
    if (one.place.isEmpty() || other.place.isEmpty())
        return cost;
    if (one.place.intersects(other.place))
        cost += tooMuch;
    const double order = (otherDot.y() - dot.y()) * (other.place.center().y() - one.place.center().y());
    return order < 0 ? cost + tooMuch : cost;
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
    bool areNumbersSaid = false; ///< in the sentences below, too
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
    panel.areNumbersSaid =
        what == &ScalingPoint::variance ||
        (content.n_k > 1 && !std::isnan(own.unscaled.*what) && !std::isnan(own.scaled.*what));
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

/// As high as digits are, so that a label fits between lines.
QSizeF StatisticsCharts::labelSize(const QString& text) const {
    const QFontMetricsF metrics(m_theme.font(TextRole::small));
    const double round = 2 * m_theme.px(roundLabel);
    return {metrics.horizontalAdvance(text) + round, metrics.capHeight() + round};
}

QRectF StatisticsCharts::plotArea(int panel) const {
    return m_panels[static_cast<std::size_t>(panel)]->plot->axisRect()->rect();
}

std::vector<QLineF> StatisticsCharts::curveLines(int panel) const {
    const Panel& its = *m_panels[static_cast<std::size_t>(panel)];
    std::vector<QLineF> lines;
    for (const Curve& curve : its.curves) {
        for (std::size_t i = 1; i < curve.points.size(); ++i)
            lines.emplace_back(pixelOf(its, curve.points[i - 1]), pixelOf(its, curve.points[i]));
    }
    return lines;
}

double StatisticsCharts::radiusOf(const std::vector<OwnNumber>& numbers, const OwnNumber& number) const {
    const double radius = m_theme.px(ownRadius);
    const bool meet = numbers.size() == 2 &&
                      QLineF(numbers.front().dot, numbers.back().dot).length() < 2 * radius + m_theme.px(2);
    return number.isScaled && meet ? radius + m_theme.px(ringAround) : radius;
}

std::vector<StatisticsCharts::OwnNumber> StatisticsCharts::ownNumbers(int panel) const {
    const Panel& its = *m_panels[static_cast<std::size_t>(panel)];
    std::vector<OwnNumber> numbers;
    for (const Curve& curve : its.curves) {
        if (curve.own)
            numbers.push_back({pixelOf(its, *curve.own), curve.ownText, {}, &curve == &its.curves[1]});
    }
    placeNumbers(panel, numbers);
    return numbers;
}

/// The best pair: the best place for one may leave no good place for the other.
void StatisticsCharts::placeNumbers(int panel, std::vector<OwnNumber>& numbers) const {
    if (numbers.empty())
        return;
    LabelPlacer placer(plotArea(panel));
    for (const QLineF& line : curveLines(panel))
        placer.avoid(line);
    for (const OwnNumber& each : numbers) {
        const double radius = radiusOf(numbers, each);
        placer.avoid(QRectF(each.dot - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius)));
    }
    const bool maybeLeftOut = m_panels[static_cast<std::size_t>(panel)]->areNumbersSaid;
    const auto choicesOf = [&](const OwnNumber& number, const OwnNumber& other) {
        std::vector<Choice> all{{QRectF(), maybeLeftOut ? costOfNone : 10 * tooMuch}};
        for (const QRectF& place : placesAround(number.dot, radiusOf(numbers, number) + m_theme.px(1),
                                                labelSize(number.text), m_theme.px(furthestNumber))) {
            Choice choice{place, 0.02 * static_cast<double>(all.size())};
            choice.cost += &other == &number ? 0 : ambiguity(place, number.dot, other.dot);
            choice.cost += placer.isFree(place) ? 0 : tooMuch;
            if (choice.cost < (maybeLeftOut ? costOfNone : 10 * tooMuch))
                all.push_back(choice);
        }
        return all;
    };
    const auto first = choicesOf(numbers.front(), numbers.back());
    const auto second =
        numbers.size() > 1 ? choicesOf(numbers.back(), numbers.front()) : std::vector<Choice>{{}};
    double least = HUGE_VAL;
    for (const Choice& one : first) {
        for (const Choice& other : second) {
            const double cost = together(one, other, numbers.front().dot, numbers.back().dot);
            if (cost >= least)
                continue;
            least = cost;
            numbers.back().place = other.place;
            numbers.front().place = one.place;
        }
    }
}

/// Draws the experiment's own points, and the names of the curves where there is room.
void StatisticsCharts::paintLabels(int panel, QCPPainter& painter) const {
    painter.setFont(m_theme.font(TextRole::small));
    painter.setRenderHint(QPainter::Antialiasing);
    const std::vector<OwnNumber> numbers = ownNumbers(panel);
    for (const OwnNumber& each : numbers) {
        const double radius = radiusOf(numbers, each);
        painter.setPen(QPen(m_theme.colours().text, m_theme.px(1.5)));
        if (!each.isScaled)
            painter.setBrush(m_theme.colours().text);
        else if (radius > m_theme.px(ownRadius)) // a ring around the other
            painter.setBrush(Qt::NoBrush);
        else
            painter.setBrush(m_theme.colours().panel);
        painter.drawEllipse(each.dot, radius, radius);
    }
    const auto write = [&](const QRectF& place, const QString& text, const QColor& colour) {
        const double round = m_theme.px(roundLabel); // where a curve may touch it
        painter.fillRect(place.adjusted(0, round, 0, -round),
                         m_theme.colours().panel); // over lines of the grid
        painter.setPen(colour);
        painter.drawText(place, Qt::AlignCenter | Qt::TextDontClip, text);
    };
    for (const OwnNumber& each : numbers) {
        if (!each.place.isEmpty())
            write(each.place, each.text, m_theme.colours().text);
    }
    for (const CurveName& each : curveNames(panel, numbers))
        write(each.place, each.text, each.colour);
}

std::vector<StatisticsCharts::CurveName>
StatisticsCharts::curveNames(int which, const std::vector<OwnNumber>& numbers) const {
    const Panel& panel = *m_panels[static_cast<std::size_t>(which)];
    LabelPlacer placer(plotArea(which));
    for (const QLineF& line : curveLines(which))
        placer.avoid(line);
    for (const OwnNumber& each : numbers) {
        const double radius = radiusOf(numbers, each);
        placer.avoid(QRectF(each.dot - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius)));
        placer.avoid(each.place);
    }
    std::vector<CurveName> names;
    for (const Curve& curve : panel.curves) {
        if (curve.points.empty())
            continue; // not computed yet
        const QSizeF size =
            labelSize(curve.name) + QSizeF(0, m_theme.px(roundLabel)); // with what is below it
        std::vector<QPointF> centres;
        const double above = size.height() / 2 + m_theme.px(3);
        const double beside = size.width() / 2 + m_theme.px(3);
        for (const QPointF& side :
             {QPointF(0, -above), QPointF(0, above), QPointF(beside, -above / 2), QPointF(beside, -above),
              QPointF(-beside, above), QPointF(0, -1.5 * above), QPointF(0, 1.5 * above)}) {
            // Not at the start, where both curves begin.
            for (auto point = curve.points.rbegin(); point < curve.points.rend() - 3; ++point)
                centres.push_back(pixelOf(panel, *point) + side);
        }
        names.push_back({curve.name, curve.colour, placer.take(size, centres)});
    }
    return names;
}

} // namespace lab
