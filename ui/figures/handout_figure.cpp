// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/figure_kinds.h"
#include "ui/figures/figure_parts.h"
#include "ui/figures/handout_text.h"

#include "core/summary.h"
#include "ui/document/stage_source.h"
#include "ui/look/rich_text.h"
#include "ui/plots/shared/stage_texts.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace lab {

namespace {

// Points.
constexpr QSizeF handoutPaper{595.28, 841.89}; // A4
constexpr double handoutMargin = 34;
constexpr double footerHeight = 14;
// Theme's points.
constexpr double betweenBlocks = 14;
constexpr double belowHeading = 5;
constexpr double belowLine = 3;
/// How much smaller letters may become to fit on two pages, with numbers in matrices of at most so many
/// cells. Only if nothing else helps are they too small to be read with ease.
struct HandoutFit {
    double scale;
    Index mostCells;
};
constexpr Index anyNumberOfCells = std::numeric_limits<Index>::max();
constexpr std::array handoutFits{HandoutFit{1, anyNumberOfCells},
                                 HandoutFit{0.8, anyNumberOfCells},
                                 HandoutFit{0.65, anyNumberOfCells},
                                 HandoutFit{0.8, 200},
                                 HandoutFit{0.65, 200},
                                 HandoutFit{0.8, 80},
                                 HandoutFit{0.65, 80},
                                 HandoutFit{0.8, 0},
                                 HandoutFit{0.65, 0},
                                 HandoutFit{0.5, 0},
                                 HandoutFit{0.35, 0}};
constexpr int mostHandoutPages = 2;
constexpr double tallestOnPage = 0.4;                ///< of the page's height, of a matrix without numbers
constexpr int fewThumbnails = 4, manyThumbnails = 6; // in a row

class HandoutSheetText {
    Q_DECLARE_TR_FUNCTIONS(Handout)
};

/// A text as wide as the page, or a matrix.
struct HandoutItem {
    QString html;
    TextRole role = TextRole::body;
    std::optional<SheetPart> part; ///< whose heading is `html`
    int thumbnails = 0;            ///< in a row of them; 0: it is none
    bool keepsWithNext = false;    ///< a heading is not the last on its page
};

/// Where an item goes: `at` is within the room inside the margins.
struct HandoutPlace {
    int page = 0;
    QPointF at;
    std::unique_ptr<QTextDocument> text; ///< of a matrix: its heading
    std::unique_ptr<FigureSheet> sheet;
    double below = 0;  ///< where the sheet begins
    double shrunk = 1; ///< how large it is drawn
    QSizeF size;
};

Labels handoutNumbers(Index count) {
    QStringList numbers;
    for (Index i = 1; i <= count; ++i)
        numbers += QString::number(i);
    return Labels(std::move(numbers));
}

/// What the rows and columns of a parameter are.
void labelParameter(const Experiment& e, ParameterId id, HeatmapContent& content) {
    content.rowLabels = featureLabels(content.matrix->rows());
    content.columnLabels = featureLabels(content.matrix->cols());
    content.rowAxis = content.columnAxis = HandoutSheetText::tr("feature");
    const auto rows = [&](const QString& axis, const Labels& labels) {
        content.rowAxis = axis;
        content.rowLabels = labels;
    };
    if (id == ParameterId::E)
        rows(HandoutSheetText::tr("word"), tokenLabels(distinct_tokens(e)));
    else if (id == ParameterId::Q || id == ParameterId::X)
        rows(HandoutSheetText::tr("token"), tokenLabels(e.sequence));
    else if (id == ParameterId::K || id == ParameterId::V || id == ParameterId::X_source)
        rows(HandoutSheetText::tr("token"), tokenLabels(key_sequence(e)));
    else if (id == ParameterId::position)
        rows(HandoutSheetText::tr("position"), handoutNumbers(content.matrix->rows()));
    else if (is_bias(id))
        rows(HandoutSheetText::tr("bias"), Labels({QStringLiteral("+ b")}));
    else if (is_gain(id))
        rows(HandoutSheetText::tr("gain"), Labels({QStringLiteral("× g")}));
    if (id == ParameterId::sink) {
        const bool isShared = content.matrix->cols() == 1;
        rows(HandoutSheetText::tr("sink"), Labels({HandoutSheetText::tr("sink")}));
        content.columnAxis = HandoutSheetText::tr("head");
        content.columnLabels =
            isShared ? Labels({HandoutSheetText::tr("all")}) : handoutNumbers(content.matrix->cols());
    }
    if (id == ParameterId::additive) {
        rows(HandoutSheetText::tr("query"), tokenLabels(e.sequence));
        content.columnAxis = HandoutSheetText::tr("key");
        content.columnLabels = tokenLabels(key_sequence(e));
    }
}

/// A parameter as a matrix with labels, in the notation of the document. Of added scores, those of the head.
HeatmapContent handoutParameter(StageSource& stages, ParameterId id, HeadIndex head) {
    const Experiment& e = stages.experiment();
    const auto& additive = e.scores.additive;
    HeatmapContent content;
    content.matrix = id == ParameterId::additive
                         ? additive[additive.size() == 1 ? 0 : static_cast<std::size_t>(head)]
                         : parameter(e, id);
    content.summary = std::make_shared<const MatrixSummary>(summarize(*content.matrix));
    content.style = numberStyle(stages, head);
    content.transposed = e.notation == Notation::columns;
    labelParameter(e, id, content);
    return content;
}

QString handoutMatrixHeading(const Theme& theme, const QString& title, const QString& formula) {
    return QStringLiteral("<b>%1</b>&nbsp; <span style=\"color:%2\">%3</span>")
        .arg(title, theme.colours().muted.name(), formula);
}

HandoutItem handoutHeading(const QString& text) {
    HandoutItem item;
    item.html = QStringLiteral("<b>%1</b>").arg(text.toHtmlEscaped());
    item.role = TextRole::heading;
    item.keepsWithNext = true;
    return item;
}

HandoutItem handoutLine(const QString& html) {
    HandoutItem item;
    item.html = html;
    return item;
}

HandoutItem handoutMatrix(HeatmapContent content, const QString& heading) {
    HandoutItem item;
    item.html = heading;
    item.part = SheetPart{std::move(content), {}, {}};
    return item;
}

/// What the handout shows, from top to bottom.
std::vector<HandoutItem> handoutItems(StageSource& stages, HeadIndex head, const FigureLook& look,
                                      const Theme& theme) {
    const Experiment& e = stages.experiment();
    std::vector<HandoutItem> items;
    if (const QString title = look.title.value_or(handoutTitle(e)); !title.isEmpty())
        items.push_back(handoutHeading(title));
    for (const QString& line : handoutTokens(e) + handoutSettings(e, head))
        items.push_back(handoutLine(line));
    const std::size_t before = items.size();
    for (const ParameterInfo& each : all_parameters()) {
        if (!is_read(e, each.id) || !parameter(e, each.id))
            continue;
        QString title = QString::fromUtf8(each.title.data());
        if (each.id == ParameterId::additive && e.scores.additive.size() > 1)
            title = HandoutSheetText::tr("%1, head %2").arg(title).arg(head + 1);
        // The others' symbol is a word of their title.
        const bool hasSymbol = each.id != ParameterId::additive && each.id != ParameterId::sink;
        items.push_back(handoutMatrix(
            handoutParameter(stages, each.id, head),
            handoutMatrixHeading(theme, title, hasSymbol ? parameterSymbol(each.id) : QString())));
    }
    if (items.size() > before)
        items.insert(items.begin() + static_cast<std::ptrdiff_t>(before),
                     handoutHeading(HandoutSheetText::tr("Parameters")));
    items.push_back(handoutHeading(e.heads.count == 1
                                       ? HandoutSheetText::tr("Stages")
                                       : HandoutSheetText::tr("Stages, head %1").arg(head + 1)));
    for (const StageId id : boardStages(e))
        items.push_back(
            handoutMatrix(figureContent(stages, id, head),
                          handoutMatrixHeading(theme, stageTitle(id), formulaText(e, id, head, false))));
    if (e.heads.count > 1) {
        items.push_back(handoutHeading(HandoutSheetText::tr("Weights of every head")));
        const int inARow = e.heads.count <= fewThumbnails ? fewThumbnails : manyThumbnails;
        for (HeadIndex each = 0; each < e.heads.count; ++each) {
            items.push_back(handoutMatrix(figureContent(stages, StageId::weights, each),
                                          HandoutSheetText::tr("<b>Head %1</b>").arg(each + 1)));
            items.back().thumbnails = inARow;
        }
    }
    return items;
}

/// The items on pages, at one scale.
class HandoutPages {
public:
    HandoutPages(const std::vector<HandoutItem>& items, const Theme& theme, const FigureLook& look,
                 double unit, Index mostCells)
        : m_theme(theme), m_unit(unit), m_mostCells(mostCells),
          m_room((handoutPaper - QSizeF(2 * handoutMargin, 2 * handoutMargin + footerHeight)) / unit) {
        for (const HandoutItem& item : items)
            add(item, look);
        endRow();
        arrange();
    }

    int count() const { return m_places.back().page + 1; }
    bool hasOnlyColours() const { return m_hasOnlyColours; }
    std::vector<CutText> paint(QCPPainter& painter, int page, const DrawProgress& progress) const;

private:
    /// Items side by side.
    struct Line {
        std::vector<std::size_t> places;
        QSizeF size;
        double gap = 0; ///< below it
        bool keepsWithNext = false;
    };

    void add(const HandoutItem& item, const FigureLook& look);
    std::unique_ptr<FigureSheet> sheetOf(const HandoutItem& item, const FigureLook& look);
    void put(HandoutPlace place, double gap, bool alone, bool keepsWithNext);
    void endRow();
    void arrange();

    const Theme& m_theme;
    double m_unit;
    Index m_mostCells; ///< of a matrix with numbers
    QSizeF m_room;     ///< theme's points
    std::vector<HandoutPlace> m_places;
    std::vector<Line> m_lines;
    Line m_line;
    bool m_hasOnlyColours = false;
};

/// With numbers if they fit, else three colour maps fit side by side.
std::unique_ptr<FigureSheet> HandoutPages::sheetOf(const HandoutItem& item, const FigureLook& look) {
    FigureSheet::Form form;
    const bool isThumbnail = item.thumbnails > 0;
    form.width = static_cast<int>(m_room.width());
    form.fills = isThumbnail;
    form.numbers = look.numbers && !isThumbnail && item.part->content.matrix->size() <= m_mostCells;
    form.heatmap = heatmapForm(look);
    form.heatmap.colourBar = form.heatmap.colourBar && !isThumbnail;
    form.heatmap.axisNames = form.heatmap.axisNames && !isThumbnail;
    if (isThumbnail)
        form.partRoom = FigureSheet::columnWidth(m_theme, form.width, item.thumbnails);
    auto sheet = std::make_unique<FigureSheet>(m_theme, std::vector{*item.part}, form);
    const bool fits = !isColourOnly(sheet->density()) && sheet->size().height() < m_room.height() / 2;
    if (isThumbnail || fits)
        return sheet;
    m_hasOnlyColours = true;
    form.numbers = false;
    form.partRoom = FigureSheet::columnWidth(m_theme, form.width, 3);
    return std::make_unique<FigureSheet>(m_theme, std::vector{*item.part}, form);
}

void HandoutPages::add(const HandoutItem& item, const FigureLook& look) {
    HandoutPlace place;
    place.text = richText(item.html, m_theme.font(item.role));
    if (item.part) {
        place.sheet = sheetOf(item, look);
        const QSizeF sheet = place.sheet->size();
        if (isColourOnly(place.sheet->density()))
            place.shrunk = std::min(1.0, tallestOnPage * m_room.height() / sheet.height());
        place.below = std::ceil(place.text->size().height()) + m_theme.px(belowLine);
        place.size = {std::max(place.text->idealWidth(), sheet.width() * place.shrunk),
                      place.below + sheet.height() * place.shrunk};
        put(std::move(place), m_theme.px(betweenBlocks), false, false);
        return;
    }
    place.text->setTextWidth(m_room.width());
    place.size = place.text->size();
    put(std::move(place), m_theme.px(item.keepsWithNext ? belowHeading : belowLine), true,
        item.keepsWithNext);
}

void HandoutPages::put(HandoutPlace place, double gap, bool alone, bool keepsWithNext) {
    const double between = m_line.places.empty() ? 0 : m_theme.px(betweenBlocks);
    if (alone || m_line.size.width() + between + place.size.width() > m_room.width())
        endRow();
    const double left = m_line.places.empty() ? 0 : m_line.size.width() + between;
    place.at.setX(left);
    m_line.size = {left + place.size.width(), std::max(m_line.size.height(), place.size.height())};
    m_line.gap = gap;
    m_line.keepsWithNext = keepsWithNext;
    m_line.places.push_back(m_places.size());
    m_places.push_back(std::move(place));
    if (alone)
        endRow();
}

void HandoutPages::endRow() {
    if (!m_line.places.empty())
        m_lines.push_back(std::exchange(m_line, {}));
}

void HandoutPages::arrange() {
    int page = 0;
    double top = 0;
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        const Line& line = m_lines[i];
        double needed = line.size.height();
        if (line.keepsWithNext && i + 1 < m_lines.size())
            needed += line.gap + m_lines[i + 1].size.height();
        // A heading after a matrix stands off a little.
        if (line.keepsWithNext && top > 0)
            top += m_theme.px(belowHeading);
        if (top > 0 && top + needed > m_room.height()) {
            ++page;
            top = 0;
        }
        for (const std::size_t place : line.places) {
            m_places[place].page = page;
            m_places[place].at.setY(top);
        }
        top += line.size.height() + line.gap;
    }
}

std::vector<CutText> HandoutPages::paint(QCPPainter& painter, int page, const DrawProgress& progress) const {
    std::vector<CutText> cut;
    painter.save();
    painter.translate(handoutMargin, handoutMargin);
    painter.scale(m_unit, m_unit);
    for (const HandoutPlace& place : m_places) {
        if (place.page != page)
            continue;
        painter.save();
        painter.translate(place.at);
        paintRichText(painter, *place.text, {}, m_theme.colours().text);
        if (place.sheet) {
            painter.translate(0, place.below);
            painter.scale(place.shrunk, place.shrunk);
            const std::vector<CutText> labels = place.sheet->paint(painter, progress);
            cut.insert(cut.end(), labels.begin(), labels.end());
        }
        painter.restore();
    }
    painter.setFont(m_theme.font(TextRole::small));
    painter.setPen(m_theme.colours().muted);
    const double footer = footerHeight / m_unit;
    painter.drawText(QRectF(0, m_room.height(), m_room.width(), footer), Qt::AlignRight | Qt::AlignBottom,
                     HandoutSheetText::tr("Page %1 of %2").arg(page + 1).arg(count()));
    painter.restore();
    return cut;
}

} // namespace

FigureDrawing drawn(StageSource& stages, const HandoutFigure& figure, const FigureLook& asked) {
    FigureLook look = asked;
    look.cellsAsImage = true; // of large matrices, whose cells are too small for numbers
    const std::shared_ptr<Theme> theme = figureTheme(look);
    const std::vector<HandoutItem> items = handoutItems(stages, figure.head, look, *theme);
    std::shared_ptr<const HandoutPages> pages;
    double scale = 1;
    for (const HandoutFit& fit : handoutFits) {
        scale = fit.scale;
        pages = std::make_shared<const HandoutPages>(items, *theme, look, scale * unitOf(*theme, look),
                                                     fit.mostCells);
        if (pages->count() <= mostHandoutPages)
            break;
    }
    FigureDrawing drawing;
    drawing.pages = pages->count();
    drawing.size = {handoutPaper.width(), handoutPaper.height() * drawing.pages};
    drawing.background = theme->colours().panel;
    drawing.numbersLeftOut = look.numbers && pages->hasOnlyColours();
    drawing.fontSize = scale * look.fontSize;
    for (const HandoutItem& item : items) {
        const Index cells = item.part ? item.part->content.matrix->size() : 0;
        drawing.largest = std::max(drawing.largest, cells);
        drawing.cells += cells;
    }
    drawing.drawPage = [theme, pages](QCPPainter& painter, int page, const DrawProgress& progress) {
        return pages->paint(painter, page, progress);
    };
    drawing.draw = [theme, pages](QCPPainter& painter, const DrawProgress& progress) {
        std::vector<CutText> cut;
        for (int page = 0; page < pages->count(); ++page) {
            painter.save();
            painter.translate(0, page * handoutPaper.height());
            const std::vector<CutText> labels = pages->paint(painter, page, progress);
            cut.insert(cut.end(), labels.begin(), labels.end());
            painter.restore();
        }
        return cut;
    };
    return drawing;
}

} // namespace lab
