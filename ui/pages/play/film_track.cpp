// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/play/film_track.h"

#include "ui/look/theme.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lab {

namespace {

constexpr double labelGap = 5;                                       // points
constexpr FilmPlace mostSteps = std::numeric_limits<int>::max() / 2; // of a slider

std::optional<std::size_t> tickAt(const std::vector<FilmTrack::Label>& labels, QPointF point) {
    const auto found =
        std::ranges::find_if(labels, [&](const FilmTrack::Label& each) { return each.area.contains(point); });
    return found == labels.end() ? std::nullopt : std::optional(found->tick);
}

} // namespace

FilmTrack::FilmTrack(const Theme& theme, QWidget* parent) : QAbstractSlider(parent), m_theme(theme) {
    setOrientation(Qt::Horizontal);
    setFocusPolicy(Qt::TabFocus);
    setAccessibleName(tr("Place in the film"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setMouseTracking(true);
    connect(&theme, &Theme::changed, this, [this] { updateGeometry(); });
}

void FilmTrack::setFilm(FilmPlace size, std::vector<Tick> ticks) {
    m_size = std::max<FilmPlace>(size, 1);
    m_ticks = std::move(ticks);
    m_setting = true;
    setRange(0, static_cast<int>(std::min(m_size, mostSteps)));
    m_setting = false;
    update();
}

void FilmTrack::setPlace(FilmPlace place, bool isBeforeTick) {
    m_isBeforeTick = isBeforeTick;
    m_place = std::clamp<FilmPlace>(place, 0, m_size);
    m_setting = true;
    setValue(static_cast<int>(static_cast<double>(m_place) / static_cast<double>(m_size) * maximum()));
    m_setting = false;
    update();
}

/// Screen readers set the value.
void FilmTrack::sliderChange(SliderChange change) {
    QAbstractSlider::sliderChange(change);
    if (change == SliderValueChange && !m_setting && maximum() > 0)
        emit scrubbed(static_cast<FilmPlace>(
            std::llround(static_cast<double>(value()) / maximum() * static_cast<double>(m_size))));
}

double FilmTrack::left() const {
    return m_theme.px(9);
}

double FilmTrack::right() const {
    return std::max<double>(width() - m_theme.px(9), left() + 1);
}

double FilmTrack::tickX(FilmPlace place) const {
    return left() + (right() - left()) * static_cast<double>(place) / static_cast<double>(m_size);
}

double FilmTrack::xOf(FilmPlace place) const {
    return place <= 0 || place >= m_size ? tickX(place) : (tickX(place - 1) + tickX(place)) / 2;
}

void FilmTrack::setLow(bool low) {
    m_low = low;
    updateGeometry();
    update();
}

QSize FilmTrack::sizeHint() const {
    return {m_theme.px(320),
            QFontMetrics(m_theme.font(TextRole::small)).height() + m_theme.px(m_low ? 17 : 22)};
}

QSize FilmTrack::minimumSizeHint() const {
    return {m_theme.px(120), sizeHint().height()};
}

std::size_t FilmTrack::current() const {
    std::size_t current = m_ticks.size();
    for (std::size_t i = 0; i < m_ticks.size(); ++i) {
        if (i == 0 || m_ticks[i].place < m_place || (m_isBeforeTick && m_ticks[i].place == m_place))
            current = i;
    }
    return current;
}

FilmTrack::Label FilmTrack::labelOf(std::size_t tick, bool isShort) const {
    const QFontMetricsF metrics(m_theme.font(TextRole::small));
    const Tick& its = m_ticks[tick];
    const QString text = isShort && !its.shortName.isEmpty() ? its.shortName : its.name;
    const double width = metrics.horizontalAdvance(text);
    const double x = std::clamp(tickX(its.place) - m_theme.px(1), 0.0, std::max(this->width() - width, 0.0));
    return {tick, QRectF(x, 0, width, metrics.height()), text};
}

std::vector<FilmTrack::Label> FilmTrack::usualLabels() const {
    const double gap = m_theme.px(labelGap);
    std::vector<Label> all;
    double next = 1e9; // where the label on the right begins
    for (std::size_t i = m_ticks.size(); i-- > 0;) {
        Label label = labelOf(i, false);
        if (label.area.right() + gap > next)
            label = labelOf(i, true);
        next = label.area.left();
        all.push_back(label);
    }
    std::vector<Label> labels;
    for (auto label = all.rbegin(); label != all.rend(); ++label) {
        if (labels.empty() || label->area.left() >= labels.back().area.right() + gap)
            labels.push_back(*label);
    }
    return labels;
}

std::vector<FilmTrack::Label> FilmTrack::labels() const {
    const std::size_t own = current();
    if (own == m_ticks.size())
        return {};
    std::vector<Label> labels = usualLabels();
    if (std::ranges::find(labels, own, &Label::tick) != labels.end())
        return labels;
    const double gap = m_theme.px(labelGap);
    const auto isInWay = [gap](const Label& of) {
        return [gap, &of](const Label& each) {
            return each.area.right() + gap > of.area.left() && each.area.left() < of.area.right() + gap;
        };
    };
    const Label whole = labelOf(own, false), brief = labelOf(own, true);
    const bool isWhole =
        std::ranges::count_if(labels, isInWay(whole)) <= std::ranges::count_if(labels, isInWay(brief));
    const Label shown = isWhole ? whole : brief;
    std::erase_if(labels, isInWay(shown));
    labels.insert(std::ranges::upper_bound(labels, own, {}, &Label::tick), shown);
    return labels;
}

void FilmTrack::paintTicks(QPainter& painter, double line) const {
    const Colours& colours = m_theme.colours();
    painter.setPen(QPen(colours.muted, 1));
    double last = -1e9;
    for (const Tick& tick : m_ticks) {
        const double x = tickX(tick.place);
        if (x - last < m_theme.px(2)) // many queries: more would be a bar
            continue;
        painter.drawLine(QPointF(x, line - m_theme.px(6)), QPointF(x, line + m_theme.px(6)));
        last = x;
    }
    painter.setFont(m_theme.font(TextRole::small));
    const std::size_t own = current();
    for (const Label& each : labels()) {
        painter.setPen(each.tick == own ? colours.text : colours.muted);
        painter.drawText(each.area, Qt::AlignLeft | Qt::AlignVCenter, each.text);
    }
}

void FilmTrack::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Colours& colours = m_theme.colours();
    const double knob = m_theme.px(7), line = height() - knob - m_theme.px(3);
    const double thick = m_theme.px(4);
    const auto bar = [&](double from, double to, const QColor& colour) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawRoundedRect(QRectF(from, line - thick / 2, to - from, thick), thick / 2, thick / 2);
    };
    bar(left(), right(), colours.border);
    paintTicks(painter, line);
    const double x = m_isBeforeTick ? tickX(m_place) : xOf(m_place);
    bar(left(), x, colours.accent);
    painter.setPen(QPen(colours.accent, m_theme.px(2)));
    painter.setBrush(colours.panel);
    painter.drawEllipse(QPointF(x, line), knob - 1, knob - 1);
    if (!hasFocus())
        return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colours.accent, m_theme.px(1)));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), m_theme.px(4), m_theme.px(4));
}

void FilmTrack::scrub(double x) {
    const double share = std::clamp((x - left()) / (right() - left()), 0.0, 1.0);
    const double steps = share * static_cast<double>(m_size);
    constexpr double still = 0.25; // of a step, that leads to the beginning
    const FilmPlace place = steps < still ? 0 : std::min<FilmPlace>(std::llround(steps + 0.5), m_size);
    if (place != m_place)
        emit scrubbed(place);
}

/// The keys are the film's, the wheel scrolls the page.
void FilmTrack::keyPressEvent(QKeyEvent* event) {
    event->ignore();
}

void FilmTrack::wheelEvent(QWheelEvent* event) {
    event->ignore();
}

void FilmTrack::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return event->ignore();
    if (const auto tick = tickAt(labels(), event->position())) {
        emit beginChosen(m_ticks[*tick].place);
        return;
    }
    setSliderDown(true);
    scrub(event->position().x());
}

void FilmTrack::mouseMoveEvent(QMouseEvent* event) {
    if (isSliderDown())
        return scrub(event->position().x());
    setCursor(tickAt(labels(), event->position()) ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void FilmTrack::mouseReleaseEvent(QMouseEvent* /*event*/) {
    setSliderDown(false);
}

} // namespace lab
