// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/figure_sheet.h"

#include "ui/look/rich_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

constexpr double betweenMatrices = 18; // theme's points from one matrix to the next
constexpr double dotSize = 9;
constexpr double aboveFooter = 8;
constexpr double widestOperation = 50;
constexpr double tallestSheet = 1.5; // times the width, if cells show only colours
constexpr double sharedBarLength = 72;

} // namespace

FigureSheet::FigureSheet(const Theme& theme, const std::vector<SheetPart>& parts, const Form& form)
    : m_theme(theme), m_title(form.title), m_footer(form.footer) {
    for (const SheetPart& part : parts) {
        Piece piece{std::make_unique<MatrixHeatmap>(theme),
                    written(part.heading, TextRole::body),
                    written(part.operation, TextRole::formula),
                    part.dot,
                    part.startsRow,
                    part.joinsPrevious};
        piece.heatmap->setContent(part.content);
        piece.heatmap->setMarks(part.marks);
        m_pieces.push_back(std::move(piece));
    }
    const QFontMetrics title(theme.font(TextRole::strong));
    m_top = form.title.isEmpty() ? 0 : title.height() + theme.px(10);
    if (form.heatmap.colourBar)
        shareBar();
    measure(form);
    m_size = m_arrangement.size + QSize(0, m_top);
    if (m_shared)
        measureBar();
    if (!form.title.isEmpty())
        m_size.setWidth(std::max(m_size.width(), title.horizontalAdvance(form.title)));
    m_bottom = m_size.height();
    if (!m_footer.isEmpty())
        m_size.setHeight(m_bottom + theme.px(aboveFooter) + footerArea().height());
}

void FigureSheet::shareBar() {
    // Boyer and Moore's vote: if more than half have the same scale, it is the one that is left.
    std::optional<ColourScale> common;
    int votes = 0;
    for (const Piece& piece : m_pieces) {
        const ColourScale scale = piece.heatmap->scale();
        if (votes == 0)
            common = scale;
        votes += scale.isSameAs(*common) ? 1 : -1;
    }
    const auto shares = [&](const Piece& piece) { return piece.heatmap->scale().isSameAs(*common); };
    const auto total = static_cast<std::ptrdiff_t>(m_pieces.size());
    if (total < 2 || 2 * std::ranges::count_if(m_pieces, shares) <= total)
        return;
    m_shared = common;
    for (Piece& piece : m_pieces)
        piece.hasBar = !shares(piece);
    if (std::ranges::any_of(m_pieces, &Piece::hasBar))
        m_sharedNote = QCoreApplication::translate("Figure", "Matrices without a bar:");
}

void FigureSheet::measureBar() {
    const QFont font = m_theme.font(TextRole::small);
    const QFontMetrics metrics(font);
    const int note = m_sharedNote.isEmpty() ? 0 : metrics.horizontalAdvance(m_sharedNote) + m_theme.px(6);
    m_bar = QRectF(note, m_size.height() + m_theme.px(aboveFooter),
                   colourBarWidth(*m_shared, m_theme, font, m_theme.px(sharedBarLength)), metrics.height());
    m_size = m_size.expandedTo({static_cast<int>(std::ceil(m_bar.right())), 0});
    m_size.setHeight(static_cast<int>(std::ceil(m_bar.bottom())));
}

void FigureSheet::paintBar(QCPPainter& painter) const {
    const QFont font = m_theme.font(TextRole::small);
    painter.setFont(font);
    painter.setPen(m_theme.colours().muted);
    painter.drawText(QRectF(0, m_bar.top(), m_bar.left(), m_bar.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     m_sharedNote);
    paintColourBar(painter, *m_shared, m_theme, font, m_theme.px(sharedBarLength), m_bar.topLeft(),
                   m_bar.height());
}

/// The footer's area, from the left edge of the sheet.
QRect FigureSheet::footerArea() const {
    const QRect wide(0, m_bottom + m_theme.px(aboveFooter), m_size.width(), QWIDGETSIZE_MAX);
    return QFontMetrics(m_theme.font(TextRole::small)).boundingRect(wide, Qt::TextWordWrap, m_footer);
}

int FigureSheet::columnWidth(const Theme& theme, int width, int columns) {
    return (width - (columns - 1) * theme.px(betweenMatrices)) / columns;
}

std::unique_ptr<QTextDocument> FigureSheet::written(const QString& text, TextRole role) const {
    auto document = richText(text, m_theme.font(role));
    document->setTextWidth(document->idealWidth());
    return document;
}

int FigureSheet::headingHeight(const Piece& piece) const {
    return piece.heading->isEmpty()
               ? 0
               : static_cast<int>(std::ceil(piece.heading->size().height())) + m_theme.px(3);
}

QSize FigureSheet::sizeOf(const Piece& piece) const {
    const double dot = piece.dot.isValid() ? m_theme.px(dotSize + 5) : 0;
    const auto heading = static_cast<int>(std::ceil(piece.heading->idealWidth() + dot));
    const QSize matrix = piece.heatmap->metrics().size;
    return {std::max(matrix.width(), heading), matrix.height() + headingHeight(piece)};
}

/// Lays out all matrices at a density. Returns whether they fit.
bool FigureSheet::arrangeAt(Density density, const Form& form) {
    std::vector<BoardUnit> units;
    bool fits = true;
    m_density = density;
    for (const Piece& piece : m_pieces) {
        const bool isLed = !piece.operation->isEmpty();
        const QSizeF operation = piece.operation->size();
        const QSize lead =
            isLed ? QSizeF(operation.width(), operation.height() + m_theme.px(6)).toSize() : QSize();
        const int room =
            form.partRoom.value_or(form.width - (isLed ? lead.width() + m_theme.px(betweenMatrices) : 0));
        HeatmapForm one = form.heatmap;
        one.colourBar = one.colourBar && piece.hasBar;
        piece.heatmap->setLook(density, one);
        const bool has = piece.heatmap->metrics().size.width() <= room;
        fits = fits && has;
        if (form.fills || !has) {
            one.width = room;
            piece.heatmap->setLook(density, one);
        }
        units.push_back({lead, sizeOf(piece), piece.startsRow, piece.joinsPrevious});
    }
    m_arrangement = arrange(units, form.width, 0, m_theme.px(betweenMatrices));
    return fits && m_arrangement.size.width() <= form.width;
}

bool FigureSheet::leavesOutLabels() const {
    return std::ranges::any_of(m_pieces,
                               [](const Piece& piece) { return piece.heatmap->metrics().labelsLeftOut; });
}

bool FigureSheet::isTogether() const {
    for (std::size_t i = 1; i < m_pieces.size(); ++i) {
        if (m_pieces[i].joinsPrevious &&
            m_arrangement.places[i].card.top() != m_arrangement.places[i - 1].card.top())
            return false;
    }
    return true;
}

/// Chooses the most detailed density with numbers that fits, with matrices that belong together side by side
/// if possible; otherwise the largest colour-only cells that fit.
void FigureSheet::measure(const Form& form) {
    for (const bool together : {true, false}) {
        for (const Density density : {Density::digits, Density::two_decimals}) {
            if (form.numbers && arrangeAt(density, form) && (!together || isTogether()))
                return;
        }
    }
    for (const Density density : {Density::large_colour, Density::colour, Density::small_colour}) {
        const bool fits = arrangeAt(density, form);
        if (fits && isTogether() && m_arrangement.size.height() <= tallestSheet * form.width)
            return;
    }
    if (form.partRoom)
        return;
    // Smaller still, so that three fit side by side: as many as belong together.
    Form thirds = form;
    thirds.partRoom = columnWidth(m_theme, form.width, 3) - m_theme.px(widestOperation);
    arrangeAt(Density::small_colour, thirds);
}

/// An arrow below an operation, pointing to the matrix it leads to.
void FigureSheet::drawArrow(QCPPainter& painter, const QRect& place) const {
    painter.setPen(QPen(m_theme.colours().muted, m_theme.px(1)));
    painter.setBrush(Qt::NoBrush);
    const double tip = m_theme.px(3);
    const QPointF end(place.right() + m_theme.px(betweenMatrices / 3), place.bottom() - tip);
    painter.drawLine(QPointF(place.left(), end.y()), end);
    painter.drawPolyline(QPolygonF{end + QPointF(-tip, -tip), end, end + QPointF(-tip, tip)});
}

std::vector<CutText> FigureSheet::paint(QCPPainter& painter, const DrawProgress& progress) const {
    std::vector<CutText> cut;
    const Colours& colours = m_theme.colours();
    painter.setRenderHint(QPainter::Antialiasing);
    if (!m_title.isEmpty()) {
        painter.setFont(m_theme.font(TextRole::strong));
        painter.setPen(colours.text);
        painter.drawText(QRectF(0, 0, m_size.width(), m_top), Qt::AlignLeft | Qt::AlignTop, m_title);
    }
    for (std::size_t i = 0; i < m_pieces.size(); ++i) {
        const Piece& piece = m_pieces[i];
        const QRect operation = m_arrangement.places[i].operation.translated(0, m_top);
        QPointF corner = m_arrangement.places[i].card.translated(0, m_top).topLeft();
        if (!piece.operation->isEmpty()) {
            paintRichText(painter, *piece.operation, operation.topLeft(), colours.muted);
            drawArrow(painter, operation);
        }
        double indent = 0;
        if (piece.dot.isValid()) {
            const double side = m_theme.px(dotSize);
            indent = side + m_theme.px(5);
            painter.setPen(Qt::NoPen);
            painter.setBrush(piece.dot);
            painter.drawEllipse(
                QRectF(corner + QPointF(0, (piece.heading->size().height() - side) / 2), QSizeF(side, side)));
        }
        paintRichText(painter, *piece.heading, corner + QPointF(indent, 0), colours.text);
        painter.save();
        painter.translate(corner + QPointF(0, headingHeight(piece)));
        piece.heatmap->paint(painter, progress);
        painter.restore();
        const auto& labels = piece.heatmap->cutLabels();
        cut.insert(cut.end(), labels.begin(), labels.end());
    }
    if (m_shared)
        paintBar(painter);
    if (!m_footer.isEmpty()) {
        painter.setFont(m_theme.font(TextRole::small));
        painter.setPen(colours.text);
        painter.drawText(QRectF(footerArea()).adjusted(0, 0, 1, 1),
                         Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_footer);
    }
    return cut;
}

} // namespace lab
