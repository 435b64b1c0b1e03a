// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/card_header.h"

#include "ui/look/icons.h"
#include "ui/look/rich_text.h"
#include "ui/look/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QTextDocument>
#include <QToolButton>

#include <cmath>
#include <utility>

namespace lab {

namespace {

constexpr double dotSide = 9;

constexpr int mostMeasured = 64;

int richWidth(const QFont& font, const QString& html) {
    return static_cast<int>(std::ceil(richText(html, font)->idealWidth()));
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

CardHeader::CardHeader(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_row(new QHBoxLayout(this)), m_dot(new QLabel(this)),
      m_title(new QLabel(this)), m_formula(new QLabel(this)), m_note(new QLabel(this)),
      m_menu(new QToolButton(this)) {
    m_title->setTextFormat(Qt::PlainText);
    m_formula->setTextFormat(Qt::RichText);
    m_menu->setAutoRaise(true);
    m_menu->setFocusPolicy(Qt::TabFocus);
    for (QWidget* each : std::initializer_list<QWidget*>{m_dot, m_title, m_formula})
        m_row->addWidget(each);
    m_row->addStretch();
    m_row->addWidget(m_note);
    m_row->addWidget(m_menu);
    m_row->setContentsMargins({});
    connect(m_menu, &QToolButton::clicked, this,
            [this] { emit menuRequested(m_menu->mapToGlobal(QPoint(0, m_menu->height()))); });
    connect(&theme, &Theme::changed, this, &CardHeader::restyle);
    restyle();
}

void CardHeader::setTitle(const QString& title, const QString& brief) {
    if (title == m_whole && brief == m_brief)
        return;
    m_whole = title;
    m_brief = brief;
    m_menu->setAccessibleName(tr("Menu of %1").arg(title));
    showTexts();
}

void CardHeader::setTitleTip(const QString& tip) {
    if (std::exchange(m_titleTip, tip) != tip)
        showTexts();
}

void CardHeader::setDot(const QColor& colour) {
    if (colour == m_dotColour)
        return;
    m_dotColour = colour;
    showTexts();
}

void CardHeader::setFormula(const QString& formula, const QString& tip) {
    if (tip != m_formula->toolTip())
        m_formula->setToolTip(tip);
    if (formula == m_formula->text())
        return;
    m_formula->setText(formula);
    showTexts();
}

void CardHeader::setNote(const QString& note, const QString& brief, const QString& tip) {
    if (note == m_wholeNote && brief == m_briefNote && tip == m_note->toolTip())
        return;
    m_note->setToolTip(tip);
    m_wholeNote = note;
    m_briefNote = brief;
    showTexts();
}

QString CardHeader::noteTip() const {
    return m_note->toolTip();
}

void CardHeader::addControl(QWidget* control) {
    m_row->insertWidget(m_row->indexOf(m_menu), control);
}

void CardHeader::addAfterTitle(QWidget* widget) {
    m_row->insertWidget(m_row->indexOf(m_formula) + 1, widget, 1);
}

void CardHeader::setMenuTip(const QString& tip) {
    m_menu->setToolTip(tip);
}

void CardHeader::setNarrow(std::optional<int> width) {
    m_narrow = width;
    showTexts();
}

void CardHeader::setFormulaRoom(const QString& widest) {
    m_formulaRoom = widest;
}

int CardHeader::wholeWidth() const {
    const int width = widthWith(m_formula->text(), m_wholeNote);
    return m_formulaRoom.isEmpty() ? width : std::max(width, widthWith(m_formulaRoom, m_wholeNote));
}

int CardHeader::widthWith(const QString& formula, const QString& note) const {
    const int gap = m_row->spacing();
    int width = QFontMetrics(m_title->font()).horizontalAdvance(m_whole) + m_menu->width() + 2 * gap;
    if (m_dotColour.isValid())
        width += m_theme.px(dotSide) + gap;
    if (!note.isEmpty())
        width += QFontMetrics(m_note->font()).horizontalAdvance(note) + gap;
    if (!formula.isEmpty())
        width += formulaWidth(formula) + gap;
    return width;
}

int CardHeader::formulaWidth(const QString& formula) const {
    if (const auto known = m_formulaWidths.constFind(formula); known != m_formulaWidths.cend())
        return *known;
    if (m_formulaWidths.size() >= mostMeasured)
        m_formulaWidths.clear();
    return m_formulaWidths[formula] = richWidth(m_formula->font(), formula);
}

int CardHeader::height(bool narrow) const {
    const int title = m_title->sizeHint().height();
    return narrow ? title : std::max(title, m_menu->height());
}

/// Empty if it does not fit into the narrow card.
QString CardHeader::briefNote() const {
    const int title = QFontMetrics(m_title->font()).horizontalAdvance(m_brief) + m_theme.px(dotSide + 12);
    const int note = QFontMetrics(m_note->font()).horizontalAdvance(m_briefNote);
    return title + note <= m_narrow.value_or(0) ? m_briefNote : QString();
}

void CardHeader::showTexts() {
    m_title->setText(m_narrow && !m_brief.isEmpty() ? m_brief : m_whole);
    QStringList whole{m_whole + QStringLiteral(": ") + m_wholeNote, m_note->toolTip()};
    whole.removeAll(QString());
    m_title->setToolTip(m_narrow ? whole.join(QLatin1Char('\n')) : m_titleTip);
    m_dot->setVisible(m_dotColour.isValid());
    if (m_dotColour.isValid())
        m_dot->setPixmap(dotPicture(m_dotColour, m_theme.px(dotSide), devicePixelRatioF()));
    m_note->setText(m_narrow ? briefNote() : m_wholeNote);
    m_note->setVisible(!m_note->text().isEmpty());
    m_formula->setVisible(!m_narrow && !m_formula->text().isEmpty());
    m_menu->setVisible(!m_narrow);
}

void CardHeader::restyle() {
    m_title->setFont(m_theme.font(TextRole::strong));
    m_formula->setFont(m_theme.font(TextRole::formula));
    m_formulaWidths.clear();
    m_note->setFont(m_theme.font(TextRole::small));
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, m_theme.colours().muted);
    m_formula->setPalette(quiet);
    m_note->setPalette(quiet);
    m_menu->setIcon(icon(Sign::more, m_theme.colours().muted, m_theme.px(16), devicePixelRatioF()));
    m_menu->setIconSize({m_theme.px(16), m_theme.px(16)});
    m_menu->setFixedSize(m_theme.px(22), m_theme.px(20));
    m_row->setSpacing(m_theme.px(6));
    showTexts();
}

} // namespace lab
