// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/matrix_card.h"

#include "ui/look/theme.h"
#include "ui/plots/heatmap/matrix_heatmap.h"

#include <QContextMenuEvent>
#include <QLabel>
#include <QVBoxLayout>

namespace lab {

MatrixCard::MatrixCard(const Theme& theme, QWidget* parent)
    : CardFrame(theme, parent), m_header(new CardHeader(theme, this)),
      m_heatmap(new MatrixHeatmap(theme, this)), m_warning(new QLabel(this)),
      m_column(new QVBoxLayout(this)) {
    m_header->setMenuTip(tr("Save or copy this matrix as a picture"));
    m_warning->setWordWrap(true);
    m_warning->setTextFormat(Qt::PlainText);
    for (QWidget* each : std::initializer_list<QWidget*>{m_header, m_heatmap, m_warning})
        m_column->addWidget(each);
    m_column->addStretch();
    connect(m_header, &CardHeader::menuRequested, this, &MatrixCard::menuRequested);
    connect(&theme, &Theme::changed, this, &MatrixCard::restyle);
    restyle();
}

void MatrixCard::setWarning(const QString& warning) {
    m_warning->setText(warning);
    m_warning->setVisible(!warning.isEmpty() && !m_size.thumbnail);
}

void MatrixCard::setColourBar(bool has) {
    m_hasColourBar = has;
    setCardSize(m_size);
}

void MatrixCard::setFooter(QWidget* footer) {
    m_footer = footer;
    m_column->insertWidget(m_column->indexOf(m_heatmap) + 1, footer);
    setCardSize(m_size);
}

void MatrixCard::setCardSize(const CardSize& size) {
    m_size = size;
    m_heatmap->setLook(size.density, form(size));
    m_header->setNarrow(size.thumbnail);
    m_column->setContentsMargins(rims(size.thumbnail.has_value()));
    setWarning(m_warning->text());
    if (m_footer)
        m_footer->setVisible(!size.thumbnail);
    setFixedSize(sizeFor(size));
}

HeatmapForm MatrixCard::form(const CardSize& size) const {
    if (size.thumbnail)
        return thumbnailForm(*size.thumbnail);
    HeatmapForm form;
    form.enlargement = size.enlargement;
    form.turned = size.turned;
    form.snug = size.snug;
    form.colourBar = m_hasColourBar;
    return form;
}

QMargins MatrixCard::rims(bool thumbnail) const {
    return {m_theme.px(thumbnail ? 5 : 10), m_theme.px(thumbnail ? 3 : 6), m_theme.px(thumbnail ? 5 : 6),
            m_theme.px(6)};
}

QSize MatrixCard::sizeFor(const CardSize& size) const {
    const bool thumbnail = size.thumbnail.has_value();
    const QSize matrix = heatmapMetrics(m_heatmap->content(), m_theme, size.density, form(size)).size;
    int width = matrix.width();
    int height = matrix.height() + m_theme.px(3) + m_header->height(thumbnail);
    if (!thumbnail) {
        width = std::max(width, m_header->wholeWidth());
        if (m_footer) {
            width = std::max(width, m_footer->sizeHint().width());
            height += m_footer->sizeHint().height() + m_theme.px(3);
        }
        if (!m_warning->text().isEmpty())
            height += m_warning->heightForWidth(width) + m_theme.px(3);
    }
    return QSize(width, height).grownBy(rims(thumbnail));
}

bool MatrixCard::namesAll(const CardSize& size) const {
    return !size.thumbnail &&
           !heatmapMetrics(m_heatmap->content(), m_theme, size.density, form(size)).labelsLeftOut;
}

void MatrixCard::restyle() {
    QPalette warning = palette();
    warning.setColor(QPalette::WindowText, m_theme.colours().error);
    m_warning->setPalette(warning);
    m_warning->setFont(m_theme.font(TextRole::small));
    m_column->setSpacing(m_theme.px(3));
    setCardSize(m_size);
}

void MatrixCard::contextMenuEvent(QContextMenuEvent* event) {
    const bool isOnCell =
        event->reason() == QContextMenuEvent::Keyboard && m_heatmap->hasFocus() && m_heatmap->hasCursor();
    emit menuRequested(
        isOnCell ? m_heatmap->mapToGlobal(m_heatmap->cellRect(m_heatmap->cursor()).center().toPoint())
                 : event->globalPos());
}

void MatrixCard::mouseReleaseEvent(QMouseEvent* event) {
    CardFrame::mouseReleaseEvent(event);
    if (event->button() == Qt::LeftButton && rect().contains(event->pos()))
        emit clicked();
}

} // namespace lab
