// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/statistics/statistics_drawing.h"

#include "core/number_format.h"
#include "ui/look/rich_text.h"
#include "ui/look/theme.h"

#include <qcustomplot.h>

#include <QCoreApplication>
#include <QTextDocument>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

// Theme's points.
constexpr double betweenParts = 22;
constexpr double leastBeside = 240; // of a histogram beside the table
constexpr double widestHistogram = 760;
constexpr double histogramHeight = 150;
constexpr double tallestHistogram = 260;
constexpr double leastPanel = 190; // of one of three side by side
constexpr double widestPanel = 420;
constexpr double panelHeight = 190;
constexpr double widestText = 820;
constexpr double tallestRows = 330; // before they continue in another column

class StatisticsWords {
    Q_DECLARE_TR_FUNCTIONS(StatisticsDrawing)
};

} // namespace

StatisticsDrawing::StatisticsDrawing(const Theme& theme) : m_theme(theme), m_charts(theme) {}

StatisticsDrawing::~StatisticsDrawing() = default;

void StatisticsDrawing::set(StatisticsContent content, const Form& form) {
    m_content = std::move(content);
    m_form = form;
    m_words.clear();
    m_size = {};
    m_histogram = {};
    m_panels = {};
    m_stages = m_rows = {};
    if (m_content.lines.empty())
        return;
    m_charts.setContent(m_content);
    Place place{0, form.width};
    if (!form.title.isEmpty())
        place.y += write(form.title.toHtmlEscaped(), true, false, 0, 0, form.width) + m_theme.px(10);
    addStages(place);
    addScaling(place);
    if (form.numbers)
        addRows(place);
    m_size.setHeight(place.y);
    m_size.setWidth(std::max(m_size.width(), form.width));
}

int StatisticsDrawing::write(const QString& html, bool heading, bool quiet, int x, int y, int width) {
    auto text = richText(html, m_theme.font(heading ? TextRole::strong : TextRole::small));
    text->setTextWidth(width);
    const int height = static_cast<int>(std::ceil(text->size().height()));
    m_size.setWidth(std::max(m_size.width(), x + static_cast<int>(std::ceil(text->idealWidth()))));
    m_words.push_back(
        {std::move(text), QPointF(x, y), quiet ? m_theme.colours().muted : m_theme.colours().text});
    return height;
}

int StatisticsDrawing::addParagraphs(const QStringList& texts, int x, int y, int width) {
    const int top = y;
    const int line = std::min(width, m_theme.px(widestText));
    for (const QString& text : texts)
        y += write(text, false, true, x, y, line) + m_theme.px(4);
    return y - top;
}

std::vector<NumberTable::Line> StatisticsDrawing::stageLines() const {
    std::vector<NumberTable::Line> lines;
    for (const StatisticsLine& line : m_content.lines) {
        const MatrixStatistics& numbers = line.numbers;
        lines.push_back({line.title,
                         {statisticText(numbers.mean, numbers.mean_is_rounding),
                          statisticText(numbers.variance, numbers.variance_is_rounding),
                          statisticText(numbers.lowest), statisticText(numbers.highest)}});
    }
    return lines;
}

std::vector<NumberTable::Line> StatisticsDrawing::rowLines() const {
    std::vector<NumberTable::Line> lines;
    const auto& numbers = m_content.numbers;
    for (std::size_t i = 0; i < numbers.sums.size(); ++i) {
        NumberTable::Line line{m_content.chosen.rowLabels.shown(static_cast<Index>(i)),
                               {statisticText(numbers.sums[i].sum, numbers.sums[i].is_rounding)}};
        if (numbers.weights)
            line.numbers +=
                {statisticText(numbers.weights->entropies[i]), statisticText(numbers.weights->diagonal[i])};
        lines.push_back(std::move(line));
    }
    return lines;
}

QString StatisticsDrawing::histogramHeading() const {
    const Index cells = m_content.chosen.matrix ? m_content.chosen.matrix->size() : 0;
    const QString title = m_content.chosen.title.toHtmlEscaped();
    const auto& counts = m_content.numbers.histogram.counts;
    Index shown = 0;
    for (const Index count : counts)
        shown += count;
    if (shown < cells)
        return StatisticsWords::tr("%1: %2 of %3 cells").arg(title).arg(shown).arg(cells);
    return cells == 1 ? StatisticsWords::tr("%1: 1 cell").arg(title)
                      : StatisticsWords::tr("%1: %2 cells").arg(title).arg(cells);
}

/// The table, with the histogram beside it, or below it if there is no room.
void StatisticsDrawing::addStages(Place& place) {
    const int gap = m_theme.px(betweenParts);
    int tableHeight = 0;
    int tableWidth = 0;
    if (m_form.numbers) {
        m_stages = NumberTable(m_theme,
                               {StatisticsWords::tr("mean"), StatisticsWords::tr("variance"),
                                StatisticsWords::tr("minimum"), StatisticsWords::tr("maximum")},
                               stageLines(), place.width, QWIDGETSIZE_MAX);
        m_stagesPlace = QPointF(0, place.y);
        tableWidth = m_stages.size().width();
        m_size.setWidth(std::max(m_size.width(), tableWidth));
        tableHeight = m_stages.size().height() + m_theme.px(6);
        tableHeight += addParagraphs(m_content.tableNotes(), 0, place.y + tableHeight,
                                     std::max(tableWidth, std::min(place.width, m_theme.px(360))));
    }
    const int beside = place.width - tableWidth - gap;
    if (m_form.numbers && beside >= m_theme.px(leastBeside)) {
        const int height = std::clamp(tableHeight, m_theme.px(histogramHeight), m_theme.px(tallestHistogram));
        addHistogram({tableWidth + gap, place.y, std::min(beside, m_theme.px(widestHistogram)), height});
        place.y += std::max(tableHeight, height) + gap;
        return;
    }
    place.y += tableHeight + (m_form.numbers ? gap : 0);
    const int heading = m_theme.px(24);
    addHistogram({0, place.y, std::min(place.width, m_theme.px(widestHistogram)),
                  m_theme.px(histogramHeight) + heading});
    place.y += m_theme.px(histogramHeight) + heading + gap;
}

void StatisticsDrawing::addHistogram(const QRect& room) {
    const int heading = write(histogramHeading(), true, false, room.left(), room.top(), room.width());
    m_histogram = room.adjusted(0, heading + m_theme.px(4), 0, 0);
}

void StatisticsDrawing::addScaling(Place& place) {
    const int gap = m_theme.px(betweenParts);
    place.y += write(StatisticsWords::tr("Why 1/√d<sub>k</sub>"), true, false, 0, place.y, place.width) +
               m_theme.px(2);
    place.y += addParagraphs({StatisticsWords::tr("● this experiment without its scale &nbsp; ○ as it is "
                                                  "scaled &nbsp; — lines: random vectors")},
                             0, place.y, place.width);
    const std::array headings{StatisticsWords::tr("Variance of the scores"),
                              StatisticsWords::tr("Entropy of the weights, bits"),
                              StatisticsWords::tr("Gradient norm of softmax")};
    const int across = StatisticsCharts::panels;
    const bool abreast = place.width >= across * m_theme.px(leastPanel) + (across - 1) * gap;
    const int width = std::min(abreast ? (place.width - (across - 1) * gap) / across : place.width,
                               m_theme.px(widestPanel));
    int x = 0;
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        const int heading = write(headings[i], false, false, x, place.y, width);
        m_panels[i] = QRectF(x, place.y + heading, width, m_theme.px(panelHeight));
        // At the end of the line of tick labels.
        const int axis = QFontMetrics(m_theme.font(TextRole::small)).height() + m_theme.px(4);
        const int below = heading + m_theme.px(panelHeight);
        write(QStringLiteral("<div align=\"right\">d<sub>k</sub></div>"), false, true, x,
              place.y + below - axis, width);
        const bool last = i + 1 == m_panels.size();
        if (abreast && !last)
            x += width + gap;
        else
            place.y += below + m_theme.px(10);
    }
    place.y += addParagraphs(m_content.scalingTexts(), 0, place.y, place.width);
    place.y += m_form.numbers ? gap : 0;
}

void StatisticsDrawing::addRows(Place& place) {
    const bool weights = m_content.numbers.weights.has_value();
    const QString heading =
        m_content.inColumns() ? StatisticsWords::tr("Columns of: %1") : StatisticsWords::tr("Rows of: %1");
    place.y +=
        write(heading.arg(m_content.chosen.title.toHtmlEscaped()), true, false, 0, place.y, place.width) +
        m_theme.px(4);
    place.y += addParagraphs(m_content.rowNotes(), 0, place.y, place.width);
    QStringList headings{StatisticsWords::tr("sum")};
    if (weights)
        headings += {StatisticsWords::tr("entropy, bits"), StatisticsWords::tr("on the diagonal")};
    m_rows = NumberTable(m_theme, headings, rowLines(), place.width, m_theme.px(tallestRows));
    m_rowsPlace = QPointF(0, place.y);
    m_size.setWidth(std::max(m_size.width(), m_rows.size().width()));
    place.y += m_rows.size().height();
}

std::optional<std::size_t> StatisticsDrawing::lineAt(QPointF position) const {
    return m_stages.lineAt(position - m_stagesPlace);
}

QRectF StatisticsDrawing::lineRect(std::size_t line) const {
    return m_stages.lineRect(line).translated(m_stagesPlace);
}

std::vector<CutText> StatisticsDrawing::paint(QCPPainter& painter, const QRectF& exposed,
                                              const Marks& marks) const {
    std::vector<CutText> cut;
    painter.setRenderHint(QPainter::Antialiasing);
    for (const Words& words : m_words) {
        const QRectF place(words.place, words.text->size());
        if (!place.intersects(exposed))
            continue;
        paintRichText(painter, *words.text, words.place, words.colour);
    }
    const auto table = [&](const NumberTable& numbers, QPointF at, const NumberTable::Marks& its) {
        painter.save();
        painter.translate(at);
        numbers.paint(painter, m_theme, exposed.translated(-at), its, cut);
        painter.restore();
    };
    const auto line = std::ranges::find(m_content.lines, m_content.stage, &StatisticsLine::stage);
    if (line != m_content.lines.end() && m_form.numbers)
        table(m_stages, m_stagesPlace,
              {static_cast<std::size_t>(line - m_content.lines.begin()), marks.pointed, marks.cursor});
    if (m_histogram.intersects(exposed))
        m_charts.paintHistogram(painter, m_histogram);
    for (int i = 0; i < StatisticsCharts::panels; ++i) {
        const QRectF& panel = m_panels[static_cast<std::size_t>(i)];
        if (panel.intersects(exposed))
            m_charts.paintPanel(i, painter, panel);
    }
    if (m_form.numbers)
        table(m_rows, m_rowsPlace, {});
    return cut;
}

} // namespace lab
