// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/play/caption_view.h"

#include "core/number_format.h"
#include "ui/keys/key_bindings.h"
#include "ui/look/theme.h"

#include <QFocusEvent>
#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace lab {

namespace {

constexpr std::array sizes{22.0, 19.0, 17.0, 15.0, 13.0}; // points, the largest that fits

QString nameOf(const Source& source) {
    if (const auto* cell = std::get_if<CellRef>(&source)) {
        const std::string_view title = info(cell->stage).title;
        return QString::fromUtf8(title.data(), static_cast<qsizetype>(title.size()));
    }
    const std::string_view title = info(std::get<ParameterCell>(source).id).title;
    return QString::fromUtf8(title.data(), static_cast<qsizetype>(title.size()));
}

} // namespace

CaptionView::CaptionView(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    setMouseTracking(true);
    setFocusPolicy(Qt::TabFocus);
    connect(&theme, &Theme::changed, this, &CaptionView::layOut);
}

void CaptionView::setCaption(const Caption& caption, int decimals, const QString& remark) {
    m_words = QString::fromStdString(text_of(caption.words));
    m_numbers = caption.numbers;
    m_text = QString::fromStdString(caption.text);
    m_remark = remark;
    m_decimals = decimals;
    layOut();
}

void CaptionView::setText(const QString& text) {
    m_words = m_text = text;
    m_numbers = formula::row({});
    m_remark.clear();
    layOut();
}

int CaptionView::preferredHeight() const {
    return m_theme.px(78);
}

CaptionView::Form CaptionView::formAt(double size) const {
    Form form;
    form.pixels = m_theme.px(size);
    QFont font = m_theme.font(TextRole::formula);
    font.setItalic(false);
    font.setPixelSize(form.pixels);
    const QFontMetricsF metrics(font), small(m_theme.font(TextRole::small));
    const double pad = m_theme.px(12), line = m_theme.px(4);
    const double room = std::max<double>(width() - 2 * pad - m_theme.px(16), m_theme.px(80));
    const bool hasNumbers = !m_numbers.parts.empty();
    const QString words = hasNumbers ? m_words + QStringLiteral(":  ") : m_words;
    const double wide = metrics.horizontalAdvance(words) + 1;
    if (hasNumbers)
        form.layout = std::make_shared<FormulaLayout>(m_numbers, m_theme,
                                                      FormulaLayout::Style{form.pixels, m_decimals, room});
    const QSizeF numbers = form.layout ? form.layout->size() : QSizeF();
    const bool isOneLine = wide + numbers.width() <= room && numbers.height() < 3.2 * metrics.height();
    double across = 0, down = 0;
    if (isOneLine) {
        down = std::max(metrics.height(), numbers.height());
        across = wide + numbers.width();
        form.words = {0, (down - metrics.height()) / 2, wide, metrics.height()};
        form.numbers = {wide, (down - numbers.height()) / 2};
    } else {
        form.words = metrics.boundingRect({0, 0, room, 1e5}, Qt::TextWordWrap, words);
        form.words.setWidth(form.words.width() + 1);
        across = std::max(form.words.width(), numbers.width());
        down = form.words.height() + (hasNumbers ? line + numbers.height() : 0);
        form.words.moveLeft((across - form.words.width()) / 2);
        form.numbers = {(across - numbers.width()) / 2, form.words.height() + line};
    }
    if (!m_remark.isEmpty()) {
        form.remark = small.boundingRect({0, 0, room, 1e5}, Qt::TextWordWrap, m_remark);
        form.remark.setWidth(form.remark.width() + 1);
        across = std::max(across, form.remark.width());
        form.remark.moveTo((across - form.remark.width()) / 2, down + line);
        down += line + form.remark.height();
    }
    form.box = {0, 0, across + 2 * pad, down + 2 * line};
    form.box.moveCenter(QRectF(rect()).center());
    const QPointF origin = form.box.topLeft() + QPointF(pad, line);
    form.words.translate(origin);
    form.numbers += origin;
    form.remark.translate(origin);
    return form;
}

void CaptionView::layOut() {
    for (const double size : sizes) {
        m_form = formAt(size);
        if (m_form.box.height() <= height())
            break;
    }
    const auto count = static_cast<int>(links().size());
    m_link = hasFocus() ? std::min(m_link, count - 1) : -1;
    setFocusPolicy(count > 0 ? Qt::TabFocus : Qt::NoFocus);
    setAccessibleName(m_text);
    describeLink();
    update();
}

/// Says which number the keyboard is on.
void CaptionView::describeLink() {
    const auto all = links();
    setAccessibleDescription(m_link >= 0 && m_link < static_cast<int>(all.size())
                                 ? tr("Number from %1; Enter inspects it")
                                       .arg(nameOf(all[static_cast<std::size_t>(m_link)].source))
                             : m_remark.isEmpty() ? tr("What this step computes")
                                                  : m_remark);
}

std::vector<FormulaLayout::Link> CaptionView::links() const {
    std::vector<FormulaLayout::Link> links;
    if (!m_form.layout)
        return links;
    links = m_form.layout->links();
    for (FormulaLayout::Link& each : links)
        each.area.translate(m_form.numbers);
    return links;
}

std::optional<Source> CaptionView::sourceAt(QPointF point) const {
    return m_form.layout ? m_form.layout->sourceAt(point - m_form.numbers) : std::nullopt;
}

void CaptionView::follow(const Source& source) {
    if (const auto* cell = std::get_if<CellRef>(&source))
        emit cellChosen(*cell);
    else
        emit parameterChosen(std::get<ParameterCell>(source));
}

void CaptionView::resizeEvent(QResizeEvent* /*event*/) {
    layOut();
}

void CaptionView::mouseMoveEvent(QMouseEvent* event) {
    setCursor(sourceAt(event->position()) ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void CaptionView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        event->ignore();
}

void CaptionView::mouseReleaseEvent(QMouseEvent* event) {
    const auto source = sourceAt(event->position());
    if (event->button() == Qt::LeftButton && source)
        follow(*source);
}

void CaptionView::keyPressEvent(QKeyEvent* event) {
    const auto all = links();
    const bool isOn = m_link >= 0 && m_link < static_cast<int>(all.size());
    if (isOn && commandOf(KeyContext::button, *event) == KeyCommand::choose)
        follow(all[static_cast<std::size_t>(m_link)].source);
    else
        event->ignore();
}

bool CaptionView::focusNextPrevChild(bool next) {
    const int to = m_link + (next ? 1 : -1);
    if (!hasFocus() || to < 0 || to >= static_cast<int>(links().size()))
        return QWidget::focusNextPrevChild(next);
    m_link = to;
    describeLink();
    update();
    return true;
}

void CaptionView::focusInEvent(QFocusEvent* event) {
    m_link = event->reason() == Qt::BacktabFocusReason ? static_cast<int>(links().size()) - 1 : 0;
    describeLink();
    update();
}

void CaptionView::focusOutEvent(QFocusEvent* /*event*/) {
    m_link = -1;
    update();
}

void CaptionView::paintEvent(QPaintEvent* /*event*/) {
    if (m_words.isEmpty())
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Colours& colours = m_theme.colours();
    painter.setPen(QPen(colours.border, 1));
    painter.setBrush(colours.panel);
    painter.drawRoundedRect(m_form.box.adjusted(0.5, 0.5, -0.5, -0.5), m_theme.px(8), m_theme.px(8));
    QFont font = m_theme.font(TextRole::formula);
    font.setItalic(false);
    font.setPixelSize(m_form.pixels);
    painter.setFont(font);
    painter.setPen(colours.text);
    const bool hasNumbers = m_form.layout != nullptr;
    painter.drawText(m_form.words, Qt::AlignHCenter | Qt::TextWordWrap,
                     hasNumbers ? m_words + QLatin1Char(':') : m_words);
    if (hasNumbers)
        m_form.layout->draw(painter, m_form.numbers, colours.text, colours.accent);
    painter.setFont(m_theme.font(TextRole::small));
    painter.setPen(colours.muted);
    painter.drawText(m_form.remark, Qt::AlignHCenter | Qt::TextWordWrap, m_remark);
    if (m_link < 0)
        return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colours.accent, m_theme.px(2)));
    const auto all = links();
    if (m_link < static_cast<int>(all.size()))
        painter.drawRoundedRect(all[static_cast<std::size_t>(m_link)].area.adjusted(-2, -1, 2, 1),
                                m_theme.px(3), m_theme.px(3));
}

} // namespace lab
