// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/explore/board_description.h"

#include "core/experiment.h"
#include "ui/look/theme.h"
#include "ui/text/short_text.h"
#include "ui/widgets/fold_header.h"

#include <QLabel>
#include <QSignalBlocker>

#include <algorithm>
#include <utility>

namespace lab {

namespace {

constexpr double underHeader = 4; // points

/// Whether the description, unchanged, was written for other tokens or another notation.
bool isOfAnother(const Experiment& now, const Experiment& opened) {
    const bool sameSource =
        now.source ? opened.source && now.source->tokens == opened.source->tokens : !opened.source;
    return now.description == opened.description &&
           (now.sequence.tokens != opened.sequence.tokens || !sameSource || now.notation != opened.notation);
}

} // namespace

BoardDescription::BoardDescription(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme),
      m_header(new FoldHeader(theme, tr("About the document as opened"), this)), m_text(new QLabel(this)) {
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_header->hide();
    connect(m_header, &QAbstractButton::toggled, this, [this] {
        layOut();
        emit folded();
    });
    connect(&theme, &Theme::changed, this, &BoardDescription::restyle);
    restyle();
}

bool BoardDescription::refresh(const Experiment& now, const Experiment& opened) {
    const QString text = shortText(now.description, shownOfText);
    const bool folds = !text.isEmpty() && isOfAnother(now, opened);
    if (text == m_text->text() && folds == m_folds)
        return false;
    m_text->setText(text);
    if (std::exchange(m_folds, folds) != folds) {
        const QSignalBlocker silent(m_header); // the board lays out anyway
        m_header->setChecked(false);
    }
    layOut();
    return true;
}

bool BoardDescription::isEmpty() const {
    return m_text->text().isEmpty();
}

bool BoardDescription::isUnfolded() const {
    return !isEmpty() && (!m_folds || m_header->isChecked());
}

int BoardDescription::heightForWidth(int width) const {
    const int header = m_folds && !isEmpty() ? m_header->sizeHint().height() : 0;
    if (!isUnfolded())
        return header;
    return header + (header > 0 ? m_theme.px(underHeader) : 0) + m_text->heightForWidth(width);
}

void BoardDescription::layOut() {
    m_header->setVisible(m_folds && !isEmpty());
    m_text->setVisible(isUnfolded());
    int top = 0;
    if (m_folds) {
        const QSize size = m_header->sizeHint();
        m_header->setGeometry(0, 0, std::min(size.width(), width()), size.height());
        top = size.height() + m_theme.px(underHeader);
    }
    m_text->setGeometry(0, top, width(), std::max(0, height() - top));
}

void BoardDescription::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    layOut();
}

void BoardDescription::restyle() {
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, m_theme.colours().muted);
    m_text->setPalette(colours);
    m_text->setFont(m_theme.font(TextRole::body));
    layOut();
}

} // namespace lab
