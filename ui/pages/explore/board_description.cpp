// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/explore/board_description.h"

#include "core/experiment.h"
#include "ui/document/lab_document.h"
#include "ui/look/theme.h"
#include "ui/pages/explore/step_list.h"
#include "ui/text/short_text.h"
#include "ui/widgets/fold_header.h"

#include <QLabel>
#include <QSignalBlocker>

#include <algorithm>
#include <utility>

namespace lab {

namespace {

constexpr double underHeader = 4;  // points
constexpr double aboveSteps = 8;   // points
constexpr double besideSteps = 24; // points
constexpr double besideFrom = 560; // points of width from which the steps are beside the text

/// Whether the description, unchanged, was written for other tokens or another notation.
bool isOfAnother(const Experiment& now, const Experiment& opened) {
    const bool sameSource =
        now.source ? opened.source && now.source->tokens == opened.source->tokens : !opened.source;
    return now.description == opened.description &&
           (now.sequence.tokens != opened.sequence.tokens || !sameSource || now.notation != opened.notation);
}

} // namespace

BoardDescription::BoardDescription(LabDocument& document, Selection& selection, const Theme& theme,
                                   QWidget* parent)
    : QWidget(parent), m_theme(theme),
      m_header(new FoldHeader(theme, tr("About the document as opened"), this)), m_text(new QLabel(this)),
      m_steps(new StepList(document, selection, theme, this)) {
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_header->hide();
    connect(m_header, &QAbstractButton::toggled, this, [this] {
        layOut();
        emit resized();
    });
    connect(m_steps, &StepList::changed, this, [this, &document] {
        refresh(document.experiment(), document.opened());
        layOut();
        emit resized();
    });
    connect(&theme, &Theme::changed, this, &BoardDescription::restyle);
    restyle();
}

bool BoardDescription::refresh(const Experiment& now, const Experiment& opened) {
    // The steps replace the line of the description that they come from.
    const QString text =
        shortText(m_steps->hasSteps() ? withoutTry(now.description) : now.description, shownOfText);
    const bool folds = !text.isEmpty() && isOfAnother(now, opened);
    if (text == m_text->text() && folds == m_folds && m_steps->isVisibleTo(this) == m_steps->hasSteps())
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

int BoardDescription::headerHeight() const {
    if (!m_folds || isEmpty())
        return 0;
    return m_header->sizeHint().height() + (isUnfolded() ? m_theme.px(underHeader) : 0);
}

BoardDescription::Parts BoardDescription::partsIn(int width) const {
    const bool withText = isUnfolded();
    const bool withSteps = m_steps->hasSteps();
    const bool beside = withText && withSteps && width >= m_theme.px(besideFrom);
    const int top = headerHeight();
    const int each = beside ? (width - m_theme.px(besideSteps)) / 2 : width;
    Parts parts;
    parts.text = {0, top, each, withText ? m_text->heightForWidth(each) : 0};
    parts.steps = {beside ? width - each : 0, top, each, withSteps ? m_steps->heightForWidth(each) : 0};
    if (!beside)
        parts.steps.moveTop(top + parts.text.height() + (withSteps ? m_theme.px(aboveSteps) : 0));
    return parts;
}

int BoardDescription::heightForWidth(int width) const {
    const Parts parts = partsIn(width);
    return std::max(parts.text.bottom(), parts.steps.bottom()) + 1;
}

void BoardDescription::layOut() {
    m_header->setVisible(m_folds && !isEmpty());
    m_text->setVisible(isUnfolded());
    m_steps->setVisible(m_steps->hasSteps());
    const QSize header = m_header->sizeHint();
    m_header->setGeometry(0, 0, std::min(header.width(), width()), header.height());
    const Parts parts = partsIn(width());
    m_text->setGeometry(parts.text);
    m_steps->setGeometry(parts.steps);
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
