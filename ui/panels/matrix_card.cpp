// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/matrix_card.h"

#include "ui/plots/matrix_heatmap.h"
#include "ui/theme.h"
#include "ui/widgets/icons.h"

#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QTextDocument>
#include <QToolButton>

#include <cmath>

namespace lab {

namespace {

constexpr double dotSide = 9;

int richWidthOf(const QLabel& label) {
    QTextDocument text;
    text.setDefaultFont(label.font());
    text.setDocumentMargin(0);
    text.setHtml(label.text());
    return static_cast<int>(std::ceil(text.idealWidth()));
}

QPixmap dotPicture(const QColor& colour, int side, double ratio) {
    const int pixels = qRound(side * ratio);
    QPixmap picture(pixels, pixels);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawEllipse(QRectF(0.5, 0.5, pixels - 1, pixels - 1));
    painter.end();
    picture.setDevicePixelRatio(ratio);
    return picture;
}

} // namespace

MatrixCard::MatrixCard(const Theme& theme, QWidget* parent)
    : QFrame(parent), m_theme(theme), m_dot(new QLabel(this)), m_title(new QLabel(this)),
      m_formula(new QLabel(this)), m_note(new QLabel(this)), m_warning(new QLabel(this)),
      m_menu(new QToolButton(this)), m_heatmap(new MatrixHeatmap(theme, this)), m_header(new QHBoxLayout),
      m_column(new QVBoxLayout(this)) {
    m_formula->setTextFormat(Qt::RichText);
    m_menu->setAutoRaise(true);
    m_menu->setFocusPolicy(Qt::TabFocus);
    m_menu->setToolTip(tr("Save or copy this matrix as a picture"));
    for (QWidget* each : std::initializer_list<QWidget*>{m_dot, m_title, m_formula})
        m_header->addWidget(each);
    m_header->addStretch();
    m_header->addWidget(m_note);
    m_header->addWidget(m_menu);
    m_column->addLayout(m_header);
    m_column->addWidget(m_heatmap);
    m_warning->setWordWrap(true);
    m_warning->setTextFormat(Qt::PlainText);
    m_column->addWidget(m_warning);
    m_column->addStretch();
    connect(m_menu, &QToolButton::clicked, this,
            [this] { emit menuRequested(m_menu->mapToGlobal(QPoint(0, m_menu->height()))); });
    connect(&theme, &Theme::changed, this, &MatrixCard::restyle);
    restyle();
}

void MatrixCard::setTitle(const QString& title, const QString& brief) {
    if (title == m_whole && brief == m_brief)
        return;
    m_whole = title;
    m_brief = brief;
    m_menu->setAccessibleName(tr("Menu of %1").arg(title));
    showTexts();
}

void MatrixCard::setDot(const QColor& colour) {
    if (colour == m_dotColour)
        return;
    m_dotColour = colour;
    showTexts();
}

void MatrixCard::setFormula(const QString& formula) {
    if (formula == m_formula->text())
        return;
    m_formula->setText(formula);
    showTexts();
}

void MatrixCard::setNote(const QString& note, const QString& brief) {
    if (note == m_wholeNote && brief == m_briefNote)
        return;
    m_wholeNote = note;
    m_briefNote = brief;
    showTexts();
}

QString MatrixCard::note() const {
    return m_wholeNote;
}

void MatrixCard::setWarning(const QString& warning) {
    m_warning->setText(warning);
    m_warning->setVisible(!warning.isEmpty() && !m_size.thumbnail);
}

void MatrixCard::setChosen(bool chosen) {
    if (std::exchange(m_chosen, chosen) != chosen)
        update();
}

void MatrixCard::setCardSize(const CardSize& size) {
    m_size = size;
    m_heatmap->setForm(form(size));
    m_heatmap->setDensity(size.density);
    m_column->setContentsMargins(rims(size.thumbnail.has_value()));
    showTexts();
    setFixedSize(sizeFor(size));
}

HeatmapForm MatrixCard::form(const CardSize& size) const {
    HeatmapForm form;
    form.colourBar = false; // the page says the scale once for all of them
    if (size.thumbnail) {
        form.axisNames = form.labels = false;
        form.seamless = true;
        form.width = *size.thumbnail;
    }
    return form;
}

QMargins MatrixCard::rims(bool thumbnail) const {
    const int rim = m_theme.px(thumbnail ? 5 : 10);
    return {rim, m_theme.px(thumbnail ? 3 : 6), m_theme.px(thumbnail ? 5 : 6), m_theme.px(6)};
}

int MatrixCard::headerWidth() const {
    const int gap = m_theme.px(6);
    int width = QFontMetrics(m_title->font()).horizontalAdvance(m_whole) + m_menu->width() + 2 * gap;
    if (m_dotColour.isValid())
        width += m_theme.px(dotSide) + gap;
    if (!m_wholeNote.isEmpty())
        width += QFontMetrics(m_note->font()).horizontalAdvance(m_wholeNote) + gap;
    if (!m_formula->text().isEmpty())
        width += richWidthOf(*m_formula) + gap;
    return width;
}

/// Empty where a thumbnail has no room for it.
QString MatrixCard::briefNote() const {
    const int title = QFontMetrics(m_title->font()).horizontalAdvance(m_brief) + m_theme.px(dotSide + 24);
    const int note = QFontMetrics(m_note->font()).horizontalAdvance(m_briefNote);
    return title + note <= m_size.thumbnail.value_or(0) ? m_briefNote : QString();
}

QSize MatrixCard::sizeFor(const CardSize& size) const {
    const QMargins around = rims(size.thumbnail.has_value());
    const QSize matrix = heatmapMetrics(m_heatmap->content(), m_theme, size.density, form(size)).size;
    const int title = m_title->sizeHint().height();
    int width = matrix.width();
    int height =
        matrix.height() + m_theme.px(3) + (size.thumbnail ? title : std::max(title, m_menu->height()));
    if (!size.thumbnail) {
        width = std::max(width, headerWidth());
        if (!m_warning->text().isEmpty())
            height += m_warning->heightForWidth(width) + m_theme.px(3);
    }
    return QSize(width, height).grownBy(around);
}

void MatrixCard::showTexts() {
    const bool thumbnail = m_size.thumbnail.has_value();
    m_title->setText((thumbnail && !m_brief.isEmpty() ? m_brief : m_whole).toHtmlEscaped());
    m_title->setToolTip(thumbnail ? m_whole + QStringLiteral(": ") + m_wholeNote : QString());
    m_dot->setVisible(m_dotColour.isValid());
    if (m_dotColour.isValid())
        m_dot->setPixmap(dotPicture(m_dotColour, m_theme.px(dotSide), devicePixelRatioF()));
    m_note->setText(thumbnail ? briefNote() : m_wholeNote);
    m_note->setVisible(!m_note->text().isEmpty());
    for (QLabel* label : {m_formula, m_warning})
        label->setVisible(!thumbnail && !label->text().isEmpty());
    m_menu->setVisible(!thumbnail);
}

void MatrixCard::restyle() {
    m_title->setFont(m_theme.font(TextRole::strong));
    m_formula->setFont(m_theme.font(TextRole::formula));
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, m_theme.colours().muted);
    m_formula->setPalette(quiet);
    m_note->setPalette(quiet);
    QPalette warning = palette();
    warning.setColor(QPalette::WindowText, m_theme.colours().error);
    m_warning->setPalette(warning);
    for (QLabel* label : {m_note, m_warning})
        label->setFont(m_theme.font(TextRole::small));
    m_menu->setIcon(icon(Sign::more, m_theme.colours().muted, m_theme.px(16), devicePixelRatioF()));
    m_menu->setIconSize({m_theme.px(16), m_theme.px(16)});
    m_menu->setFixedSize(m_theme.px(22), m_theme.px(20));
    m_column->setSpacing(m_theme.px(3));
    m_header->setSpacing(m_theme.px(6));
    setCardSize(m_size);
}

void MatrixCard::paintEvent(QPaintEvent* /*event*/) {
    const Colours& c = m_theme.colours();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_chosen ? c.accent : c.border, m_chosen ? 2 : 1));
    painter.setBrush(c.panel);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), m_theme.px(10), m_theme.px(10));
}

void MatrixCard::contextMenuEvent(QContextMenuEvent* event) {
    emit menuRequested(event->globalPos());
}

void MatrixCard::mouseReleaseEvent(QMouseEvent* event) {
    QFrame::mouseReleaseEvent(event);
    if (event->button() == Qt::LeftButton && rect().contains(event->pos()))
        emit clicked();
}

} // namespace lab
