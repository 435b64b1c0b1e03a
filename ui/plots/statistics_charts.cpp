// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/statistics_charts.h"

#include "core/number_format.h"
#include "ui/plots/head_colours.h"
#include "ui/theme.h"

#include <qcustomplot.h>

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

QString chartText(const char* text) {
    return QCoreApplication::translate("StatisticsCharts", text);
}

/// Finds a place for one small text after another, where it covers the least of what is drawn.
class TextPlaces {
public:
    explicit TextPlaces(const QRectF& area) : m_area(area) {}

    void avoid(const QLineF& line) { m_lines.push_back(line); }
    void avoid(const QRectF& rect) { m_rects.push_back(rect); }

    /// Of texts with these centres, the first the best, the place that is in nothing's way.
    QRectF take(QSizeF size, const std::vector<QPointF>& centres) {
        QRectF best;
        double least = HUGE_VAL;
        double later = 0;
        for (const QPointF& centre : centres) {
            QRectF place(QPointF(), size);
            place.moveCenter(centre);
            const double left = std::clamp(place.left(), m_area.left(), m_area.right() - size.width());
            const double cost = costOf(place.translated(left - place.left(), 0)) +
                                std::abs(left - place.left()) / size.width() + (later += 0.01);
            if (cost < least) {
                least = cost;
                best = place.translated(left - place.left(), 0);
            }
        }
        avoid(best);
        return best;
    }

private:
    double costOf(const QRectF& place) const {
        double cost = m_area.contains(place) ? 0 : 20;
        for (const QRectF& rect : m_rects)
            cost += rect.intersects(place) ? 5 : 0;
        for (const QLineF& line : m_lines)
            cost += crosses(line, place) ? 4 : 0;
        return cost;
    }
    static bool crosses(const QLineF& line, const QRectF& place) {
        if (place.contains(line.p1()) || place.contains(line.p2()))
            return true;
        for (const QLineF& side :
             {QLineF(place.topLeft(), place.topRight()), QLineF(place.bottomLeft(), place.bottomRight()),
              QLineF(place.topLeft(), place.bottomLeft()), QLineF(place.topRight(), place.bottomRight())}) {
            if (line.intersects(side, nullptr) == QLineF::BoundedIntersection)
                return true;
        }
        return false;
    }

    QRectF m_area;
    std::vector<QLineF> m_lines;
    std::vector<QRectF> m_rects;
};

/// Numbers as everywhere in the program, with a real minus sign.
class NumberTicker : public QCPAxisTicker {
protected:
    QString getTickLabel(double tick, const QLocale& /*locale*/, QChar /*format*/,
                         int /*precision*/) override {
        return QString::fromStdString(brief(tick));
    }
    QVector<double> createTickVector(double step, const QCPRange& range) override {
        QVector<double> ticks = QCPAxisTicker::createTickVector(step, range);
        for (double& tick : ticks)
            tick = std::abs(tick) < step * 1e-6 ? 0 : tick; // a sum of steps may miss it
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

/// 1, 2 or 5 times a power of ten, not below `least`: cells are counted in whole ones.
double wholeStep(double least) {
    for (double power = 1;; power *= 10) {
        for (const double step : {1.0, 2.0, 5.0}) {
            if (step * power >= least)
                return step * power;
        }
    }
}

void paintPlot(QCustomPlot& plot, QCPPainter& painter, const QRectF& place) {
    painter.save();
    painter.translate(place.topLeft());
    plot.toPainter(&painter, qRound(place.width()), qRound(place.height()));
    painter.restore();
}

} // namespace

struct StatisticsCharts::Curve {
    QString name;
    QColor colour;
    std::vector<QPointF> points; ///< in the plot's coordinates
    std::optional<QPointF> own;  ///< where the experiment stands
    QString ownText;
};

struct StatisticsCharts::Panel {
    std::unique_ptr<QCustomPlot> plot = std::make_unique<QCustomPlot>();
    std::array<Curve, 2> curves; ///< unscaled, scaled
};

StatisticsCharts::StatisticsCharts(const Theme& theme)
    : m_theme(theme), m_histogram(std::make_unique<QCustomPlot>()) {
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
        axis->setRange(0, 5); // QCustomPlot's own; who has numbers sets another
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
    // A tick at the end may be a rounding beyond it.
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
    panel.curves = {Curve{chartText("unscaled"), headInk(1, m_theme.colours().panel), {}, {}, {}},
                    Curve{chartText("÷ √dₖ"), headInk(0, m_theme.colours().panel), {}, {}, {}}};
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
        if (std::isfinite(point.y()) && !(i == 1 && own.factor == 1)) { // else both are one
            curve.own = point;
            curve.ownText = QString::fromStdString(display(here.*what, logarithmic ? 2 : 3));
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
    paintLabels(its, painter);
    painter.restore();
}

/// The experiment's own points, and what each curve is called, where there is room for it.
void StatisticsCharts::paintLabels(const Panel& panel, QCPPainter& painter) const {
    const QRectF area = panel.plot->axisRect()->rect();
    TextPlaces places(area);
    const auto at = [&](const QPointF& point) {
        return QPointF(panel.plot->xAxis->coordToPixel(point.x()),
                       panel.plot->yAxis->coordToPixel(point.y()));
    };
    const double radius = m_theme.px(4);
    for (const Curve& curve : panel.curves) {
        for (std::size_t i = 1; i < curve.points.size(); ++i)
            places.avoid(QLineF(at(curve.points[i - 1]), at(curve.points[i])));
        if (curve.own)
            places.avoid(QRectF(at(*curve.own) - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius)));
    }
    painter.setFont(m_theme.font(TextRole::small));
    const QFontMetricsF metrics(painter.font());
    const auto write = [&](const QString& text, const QColor& colour, const std::vector<QPointF>& centres,
                           const QSizeF& size) {
        painter.setPen(colour);
        painter.drawText(places.take(size, centres), Qt::AlignCenter, text);
    };
    const auto sizeOf = [&](const QString& text) {
        return QSizeF(metrics.horizontalAdvance(text) + m_theme.px(4), metrics.height());
    };
    painter.setRenderHint(QPainter::Antialiasing);
    for (const Curve& curve : panel.curves) {
        if (!curve.own)
            continue;
        const bool scaled = &curve == &panel.curves[1];
        painter.setPen(QPen(m_theme.colours().text, m_theme.px(1.5)));
        painter.setBrush(scaled ? m_theme.colours().panel : m_theme.colours().text);
        painter.drawEllipse(at(*curve.own), radius, radius);
    }
    for (const Curve& curve : panel.curves) {
        if (!curve.own)
            continue;
        const QSizeF size = sizeOf(curve.ownText);
        const QPointF point = at(*curve.own);
        const double aside = radius + size.width() / 2;
        const double away = radius + size.height() / 2;
        std::vector<QPointF> centres;
        for (const double far : {1.0, 1.6}) {
            for (const QPointF& side :
                 {QPointF(aside, 0), QPointF(-aside, 0), QPointF(0, -away), QPointF(0, away),
                  QPointF(aside, -away), QPointF(aside, away), QPointF(-aside, -away), QPointF(-aside, away)})
                centres.push_back(point + far * side);
        }
        write(curve.ownText, m_theme.colours().text, centres, size);
    }
    for (const Curve& curve : panel.curves) {
        if (curve.points.empty())
            continue; // not computed yet
        const QSizeF size = sizeOf(curve.name);
        std::vector<QPointF> centres;
        const double above = size.height() / 2 + m_theme.px(3);
        const double beside = size.width() / 2 + m_theme.px(3);
        for (const QPointF& side : {QPointF(0, -above), QPointF(0, above), QPointF(beside, -above / 2),
                                    QPointF(beside, -above), QPointF(-beside, above)}) {
            // Not where both begin.
            for (auto point = curve.points.rbegin(); point < curve.points.rend() - 3; ++point)
                centres.push_back(at(*point) + side);
        }
        write(curve.name, curve.colour, centres, size);
    }
}

} // namespace lab
