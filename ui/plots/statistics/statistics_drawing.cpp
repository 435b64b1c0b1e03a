// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/statistics/statistics_drawing.h"

#include "core/base/number_format.h"
#include "ui/look/largest.h"
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
    m_stages.clear();
    m_rows.clear();
    m_pages = 1;
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
    if (isPaged()) {
        m_pages = std::max(1, (place.y + form.page - 1) / form.page);
        m_size.setHeight(form.page);
    }
    setPage(m_page);
}

void StatisticsDrawing::setPage(int page) {
    m_page = std::clamp(page, 0, m_pages - 1);
}

int StatisticsDrawing::roomBelow(const Place& place) const {
    return isPaged() ? m_form.page - place.y % m_form.page : QWIDGETSIZE_MAX;
}

/// Stays where it is at the top of a page.
void StatisticsDrawing::nextPage(Place& place) const {
    if (isPaged() && place.y % m_form.page > 0)
        place.y += roomBelow(place);
}

/// Leaves a gap between two parts, but for the top of a page.
void StatisticsDrawing::skip(Place& place, int gap) const {
    if (gap >= roomBelow(place))
        nextPage(place);
    else if (!isPaged() || place.y % m_form.page > 0)
        place.y += gap;
}

void StatisticsDrawing::keepTogether(Place& place, int height) const {
    if (height > roomBelow(place))
        nextPage(place);
}

QPointF StatisticsDrawing::shown(QPointF place) const {
    return place - QPointF(0, m_page * m_form.page);
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

void StatisticsDrawing::addParagraphs(const QStringList& texts, Place& place, int width) {
    const int line = std::min(width, m_theme.px(widestText));
    for (const QString& text : texts) {
        int height = write(text, false, true, 0, place.y, line);
        if (height > roomBelow(place)) {
            m_words.pop_back();
            nextPage(place);
            height = write(text, false, true, 0, place.y, line);
        }
        place.y += height;
        skip(place, m_theme.px(4));
    }
}

std::vector<NumberTable::Line> StatisticsDrawing::stageLines() const {
    std::vector<NumberTable::Line> lines;
    for (const StatisticsLine& line : m_content.lines)
        lines.push_back({line.title, line.texts()});
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

std::size_t StatisticsDrawing::addTable(std::vector<Table>& tables, const QStringList& headings,
                                        const std::vector<NumberTable::Line>& lines, std::size_t first,
                                        const Place& place, int tallest) const {
    const int room = roomBelow(place);
    const auto tableOf = [&](std::size_t count) {
        const auto begin = lines.begin() + static_cast<std::ptrdiff_t>(first);
        return NumberTable(m_theme, headings, {begin, begin + static_cast<std::ptrdiff_t>(count)},
                           place.width, std::min(tallest, room));
    };
    const auto hasRoom = [&](std::size_t count) { return tableOf(count).size().height() <= room; };
    const std::size_t all = lines.size() - first;
    const std::size_t count = hasRoom(all) ? all : largest(std::size_t{1}, all - 1, hasRoom);
    tables.push_back({tableOf(count), QPointF(0, place.y), first});
    return count;
}

/// The table, with the histogram beside it, or below it if there is no room.
void StatisticsDrawing::addStages(Place& place) {
    const int gap = m_theme.px(betweenParts);
    const Place top = place;
    int tableWidth = 0;
    if (m_form.numbers) {
        const std::vector<NumberTable::Line> lines = stageLines();
        for (std::size_t first = 0; first < lines.size();) {
            if (first > 0)
                nextPage(place);
            first += addTable(m_stages, StatisticsLine::headings(), lines, first, place, QWIDGETSIZE_MAX);
            const QSize size = m_stages.back().numbers.size();
            tableWidth = std::max(tableWidth, size.width());
            place.y += size.height();
        }
        m_size.setWidth(std::max(m_size.width(), tableWidth));
        skip(place, m_theme.px(6));
        addParagraphs(m_content.tableNotes(), place,
                      std::max(tableWidth, std::min(place.width, m_theme.px(360))));
    }
    const int tableHeight = place.y - top.y;
    const int beside = place.width - tableWidth - gap;
    if (m_form.numbers && beside >= m_theme.px(leastBeside)) {
        const int height =
            isPaged() ? roomBelow(top)
                      : std::clamp(tableHeight, m_theme.px(histogramHeight), m_theme.px(tallestHistogram));
        addHistogram({tableWidth + gap, top.y, std::min(beside, m_theme.px(widestHistogram)), height});
        place.y = std::max(place.y, top.y + height);
        return skip(place, gap);
    }
    skip(place, m_form.numbers ? gap : 0);
    const int least = m_theme.px(histogramHeight) + m_theme.px(24);
    keepTogether(place, least);
    const int height = isPaged() ? roomBelow(place) : least;
    addHistogram({0, place.y, std::min(place.width, m_theme.px(widestHistogram)), height});
    place.y += height;
    skip(place, gap);
}

void StatisticsDrawing::addHistogram(const QRect& room) {
    const int heading = write(histogramHeading(), true, false, room.left(), room.top(), room.width());
    m_histogram = room.adjusted(0, heading + m_theme.px(4), 0, 0);
}

/// How many of the three plots have room side by side.
int StatisticsDrawing::panelsAbreast(int width) const {
    int across = StatisticsCharts::panels;
    const auto needed = [&] {
        return across * m_theme.px(leastPanel) + (across - 1) * m_theme.px(betweenParts);
    };
    while (across > 1 && (width < needed() || (!isPaged() && across < StatisticsCharts::panels)))
        --across;
    return across;
}

/// Paged, the plots share the height of a page of their own if that is enough for all of them, but leave room
/// for their notes if these would otherwise go to the next page.
void StatisticsDrawing::addScaling(Place& place) {
    const int usual = m_theme.px(panelHeight);
    const int across = panelsAbreast(place.width);
    int height = usual;
    if (isPaged() && across > 1) {
        const int rows = (StatisticsCharts::panels + across - 1) / across;
        const auto needed = [&](int each) {
            Place tried{0, place.width};
            const std::size_t words = m_words.size();
            addPanels(tried, each);
            m_words.erase(m_words.begin() + static_cast<std::ptrdiff_t>(words), m_words.end());
            return tried.y;
        };
        keepTogether(place, needed(usual));
        if (rows > 1)
            nextPage(place);
        height +=
            std::clamp((roomBelow(place) - needed(usual)) / rows, rows > 1 ? -usual / 3 : -usual / 4, usual);
    }
    addPanels(place, height);
    skip(place, m_form.numbers ? m_theme.px(betweenParts) : 0);
}

void StatisticsDrawing::addPanels(Place& place, int height) {
    const int gap = m_theme.px(betweenParts);
    m_scaling = place.y;
    place.y += write(StatisticsWords::tr("Why 1/√d<sub>k</sub>"), true, false, 0, place.y, place.width) +
               m_theme.px(2);
    addParagraphs({StatisticsWords::tr("● this experiment without its scale &nbsp; ○ as it is "
                                       "scaled &nbsp; — lines: random vectors")},
                  place, place.width);
    const std::array headings{StatisticsWords::tr("Variance of the scores"),
                              StatisticsWords::tr("Entropy of the weights, bits"),
                              StatisticsWords::tr("Gradient norm of softmax")};
    const int across = panelsAbreast(place.width);
    const int share = (place.width - (across - 1) * gap) / across;
    const int width = across > 1 && isPaged() ? share : std::min(share, m_theme.px(widestPanel));
    const int line = QFontMetrics(m_theme.font(TextRole::small)).height() + m_theme.px(4);
    int x = 0;
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        if (across == 1)
            keepTogether(place, line + height);
        const int heading = write(headings[i], false, false, x, place.y, width);
        m_panels[i] = QRectF(x, place.y + heading, width, height);
        // At the end of the line of tick labels.
        const int below = heading + height;
        write(QStringLiteral("<div align=\"right\">d<sub>k</sub></div>"), false, true, x,
              place.y + below - line, width);
        const auto next = static_cast<int>(i) + 1;
        if (next % across != 0 && next < StatisticsCharts::panels) {
            x += width + gap;
            continue;
        }
        x = 0;
        place.y += below;
        skip(place, m_theme.px(10));
    }
    addParagraphs(m_content.scalingTexts(), place, place.width);
}

/// Paged, the notes needed to read the rows come after them, so that each page begins with rows.
void StatisticsDrawing::addRows(Place& place) {
    QStringList headings{StatisticsWords::tr("sum")};
    if (m_content.numbers.weights)
        headings += {StatisticsWords::tr("entropy, bits"), StatisticsWords::tr("on the diagonal")};
    const std::vector<NumberTable::Line> lines = rowLines();
    const QString heading =
        m_content.inColumns() ? StatisticsWords::tr("Columns of: %1") : StatisticsWords::tr("Rows of: %1");
    const QString title = heading.arg(m_content.chosen.title.toHtmlEscaped());
    const auto writeHeading = [&](const QString& text) {
        place.y += write(text, true, false, 0, place.y, place.width) + m_theme.px(4);
    };
    const int least = 4 * QFontMetrics(m_theme.font(TextRole::strong)).height();
    for (std::size_t first = 0; first < lines.size();) {
        first > 0 ? nextPage(place) : keepTogether(place, least);
        const std::size_t words = m_words.size();
        const int top = place.y;
        writeHeading(title);
        if (!isPaged())
            addParagraphs(m_content.rowNotes(), place, place.width);
        const std::size_t count = addTable(m_rows, headings, lines, first, place,
                                           isPaged() ? QWIDGETSIZE_MAX : m_theme.px(tallestRows));
        if (count < lines.size()) {
            m_words.erase(m_words.begin() + static_cast<std::ptrdiff_t>(words), m_words.end());
            place.y = top;
            writeHeading(StatisticsWords::tr("%1, %2–%3 of %4")
                             .arg(title)
                             .arg(first + 1)
                             .arg(first + count)
                             .arg(lines.size()));
        }
        first += count;
        m_size.setWidth(std::max(m_size.width(), m_rows.back().numbers.size().width()));
        place.y += m_rows.back().numbers.size().height();
    }
    if (isPaged()) {
        skip(place, m_theme.px(6));
        addParagraphs(m_content.rowNotes(), place, place.width);
    }
}

std::optional<std::size_t> StatisticsDrawing::lineAt(QPointF position) const {
    for (const Table& table : m_stages) {
        const auto line = table.numbers.lineAt(position - shown(table.place));
        if (line)
            return table.first + *line;
    }
    return std::nullopt;
}

QRectF StatisticsDrawing::lineRect(std::size_t line) const {
    const auto after =
        std::ranges::find_if(m_stages, [line](const Table& each) { return each.first > line; });
    if (after == m_stages.begin())
        return {};
    const Table& table = *(after - 1);
    return table.numbers.lineRect(line - table.first).translated(shown(table.place));
}

int StatisticsDrawing::pageOfLine(std::size_t line) const {
    return isPaged() ? static_cast<int>(lineRect(line).top() + m_page * m_form.page) / m_form.page : 0;
}

std::vector<CutText> StatisticsDrawing::paint(QCPPainter& painter, const QRectF& shownPart,
                                              const Marks& marks) const {
    std::vector<CutText> cut;
    const QRectF exposed = isPaged()
                               ? shownPart.intersected({0, 0, double(m_size.width()), double(m_form.page)})
                                     .translated(0, m_page * m_form.page)
                               : shownPart;
    painter.save();
    painter.translate(shown({}));
    painter.setRenderHint(QPainter::Antialiasing);
    for (const Words& words : m_words) {
        const QRectF place(words.place, words.text->size());
        if (!place.intersects(exposed))
            continue;
        paintRichText(painter, *words.text, words.place, words.colour);
    }
    const auto paintTable = [&](const Table& table, const NumberTable::Marks& its) {
        const QRectF place(table.place, QSizeF(table.numbers.size()));
        if (!place.intersects(exposed))
            return;
        painter.save();
        painter.translate(table.place);
        table.numbers.paint(painter, m_theme, exposed.translated(-table.place), its, cut);
        painter.restore();
    };
    const auto line = std::ranges::find(m_content.lines, m_content.stage, &StatisticsLine::stage);
    for (const Table& table : m_stages) {
        const auto within = [&](std::optional<std::size_t> each) {
            return each && *each >= table.first ? std::optional(*each - table.first) : std::nullopt;
        };
        paintTable(table, {within(static_cast<std::size_t>(line - m_content.lines.begin())),
                           within(marks.pointed), within(marks.cursor)});
    }
    if (m_histogram.intersects(exposed))
        m_charts.paintHistogram(painter, m_histogram);
    for (int i = 0; i < StatisticsCharts::panels; ++i) {
        const QRectF& panel = m_panels[static_cast<std::size_t>(i)];
        if (panel.intersects(exposed))
            m_charts.paintPanel(i, painter, panel);
    }
    for (const Table& table : m_rows)
        paintTable(table, {});
    painter.restore();
    return cut;
}

} // namespace lab
