// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/strips/notice_strip.h"

#include "ui/look/announce.h"
#include "ui/look/theme.h"
#include "ui/text/whole_calls.h"
#include "ui/widgets/flow_layout.h"
#include "ui/window/strips/formula_line.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace lab {

namespace {
constexpr double besideAbove = 760; // points of width from which the buttons are beside the text
}

/// A label as high as its own text or the reserved text, whichever is higher.
class NoticeText : public QLabel {
public:
    using QLabel::QLabel;

    void reserve(const QString& text) {
        if (std::exchange(m_reserved, text) != text)
            updateGeometry();
    }
    int heightForWidth(int width) const override {
        const QRect room(0, 0, width, QWIDGETSIZE_MAX);
        const int reserved = m_reserved.isEmpty()
                                 ? 0
                                 : fontMetrics().boundingRect(room, Qt::TextWordWrap, m_reserved).height();
        return std::max(QLabel::heightForWidth(width), reserved);
    }

private:
    QString m_reserved;
};

NoticeStrip::NoticeStrip(const Theme& theme, QWidget* parent)
    : QFrame(parent), m_theme(theme), m_formula(new FormulaLine(theme, this)), m_text(new NoticeText(this)),
      m_buttons(new QWidget(this)), m_layout(new QBoxLayout(QBoxLayout::LeftToRight, this)) {
    setAutoFillBackground(true);
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* row = new FlowLayout(m_buttons);
    row->setContentsMargins({});
    auto* column = new QVBoxLayout;
    column->addWidget(m_formula);
    column->addWidget(m_text, 1);
    column->setSpacing(0);
    m_layout->addLayout(column, 1);
    m_layout->addWidget(m_buttons);
    connect(&theme, &Theme::changed, this, &NoticeStrip::restyle);
    restyle();
}

QString NoticeStrip::text() const {
    return isVisible() ? m_text->accessibleName() : QString();
}

void NoticeStrip::addWidget(QWidget* widget) {
    m_buttons->layout()->addWidget(widget);
}

QPushButton* NoticeStrip::addButton(const QString& text, const QString& tip) {
    auto* button = new QPushButton(text, m_buttons);
    button->setToolTip(tip);
    addWidget(button);
    return button;
}

void NoticeStrip::say(const QString& text, const QString& tip) {
    const bool isOther = m_text->accessibleName() != text;
    m_text->setText(withWholeCalls(text));
    m_text->setAccessibleName(text);
    if (isOther && isVisible())
        announce(*this, text);
    m_text->setToolTip(tip);
}

void NoticeStrip::showFormula(const std::optional<Formula>& formula) {
    m_formula->setFormula(formula);
}

void NoticeStrip::reserve(const QString& text) {
    m_text->reserve(withWholeCalls(text));
}

void NoticeStrip::restyle() {
    QPalette colours = palette();
    colours.setColor(QPalette::Window, m_theme.colours().accentSoft);
    colours.setColor(QPalette::WindowText, m_theme.colours().text);
    setPalette(colours);
    m_text->setFont(m_theme.font(TextRole::body));
    m_layout->setContentsMargins(m_theme.px(12), m_theme.px(6), m_theme.px(12), m_theme.px(6));
    m_layout->setSpacing(m_theme.px(6));
    m_buttons->layout()->setSpacing(m_theme.px(6));
    arrange();
}

void NoticeStrip::arrange() {
    const bool beside = width() >= m_theme.px(besideAbove);
    m_layout->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_layout->setStretch(0, beside ? 1 : 0);
    m_layout->setAlignment(m_buttons, beside && m_isLowest ? Qt::AlignBottom : Qt::Alignment());
}

void NoticeStrip::showEvent(QShowEvent* event) {
    QFrame::showEvent(event);
    announce(*this, m_text->accessibleName());
}

void NoticeStrip::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    arrange();
}

} // namespace lab
