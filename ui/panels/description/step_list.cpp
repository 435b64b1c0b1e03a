// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/description/step_list.h"

#include "ui/document/lab_document.h"
#include "ui/look/icons.h"
#include "ui/look/theme.h"
#include "ui/selection/selection.h"
#include "ui/widgets/retire.h"

#include <QLabel>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace lab {

namespace {

constexpr double stepMark = 14;    // points: the side of a tick or circle
constexpr double besideMark = 6;   // points
constexpr double betweenSteps = 3; // points

} // namespace

StepList::StepList(LabDocument& document, Selection& selection, const Theme& theme, QWidget* parent)
    : QWidget(parent), m_document(document), m_selection(selection), m_theme(theme),
      m_heading(new QLabel(tr("Try"), this)) {
    setAccessibleName(m_heading->text());
    connect(&document, &LabDocument::exampleOpened, this, &StepList::restart);
    connect(&document, &LabDocument::fileChanged, this, [this] { // saved, it is no longer an example
        if (update())
            emit changed();
    });
    connect(&document, &LabDocument::changed, this, &StepList::update);
    connect(&selection, &Selection::headChanged, this, &StepList::update);
    connect(&theme, &Theme::changed, this, &StepList::restyle);
    restart();
}

void StepList::restart() {
    for (const Row& row : m_rows)
        retire(row.label);
    m_rows.clear();
    m_before = m_document.experiment();
    for (const ExampleStep& step : exampleSteps(m_document.exampleName())) {
        auto* label = new QLabel(step.text, this);
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        label->show();
        m_rows.push_back({step, label});
    }
    update();
    restyle();
    emit changed();
}

/// Finds out whether the steps still apply, and which are done. Returns whether hasSteps() has changed.
bool StepList::update() {
    const bool applies = !m_rows.empty() && !m_document.exampleName().isEmpty() &&
                         m_document.experiment().description == m_document.opened().description &&
                         hasWordsOf(m_document.experiment(), m_document.opened()) &&
                         hasSettingsOf(m_document.experiment(), m_document.opened());
    if (applies)
        tick();
    m_before = m_document.experiment();
    return std::exchange(m_applies, applies) != applies;
}

void StepList::tick() {
    const ExampleState state{m_document.experiment(), m_before, m_document.opened(), m_selection.head()};
    for (Row& row : m_rows) {
        row.begun = row.begun || !row.step.isBegun || row.step.isBegun(state);
        if (row.done || !row.begun || !row.step.isDone(state))
            continue;
        row.done = true;
        restyle();
    }
}

int StepList::textLeft() const {
    return m_theme.px(stepMark) + m_theme.px(besideMark);
}

int StepList::heightForWidth(int width) const {
    int height = m_heading->sizeHint().height();
    for (const Row& row : m_rows)
        height += m_theme.px(betweenSteps) + row.label->heightForWidth(std::max(1, width - textLeft()));
    return height;
}

void StepList::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    int top = m_heading->sizeHint().height();
    m_heading->setGeometry(0, 0, width(), top);
    const int room = std::max(1, width() - textLeft());
    for (const Row& row : m_rows) {
        top += m_theme.px(betweenSteps);
        const int height = row.label->heightForWidth(room);
        row.label->setGeometry(textLeft(), top, room, height);
        top += height;
    }
}

void StepList::paintEvent(QPaintEvent* /*event*/) {
    const Colours& c = m_theme.colours();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double side = m_theme.px(stepMark);
    for (const Row& row : m_rows) {
        const double line = row.label->fontMetrics().height();
        const QRectF mark(0, row.label->y() + (line - side) / 2, side, side);
        if (row.done) {
            paintSign(painter, Sign::done, mark, c.accent);
        } else {
            painter.setPen(QPen(c.muted, 1.2));
            painter.drawEllipse(mark.adjusted(2, 2, -2, -2));
        }
    }
}

void StepList::restyle() {
    m_heading->setFont(m_theme.font(TextRole::strong));
    for (const Row& row : m_rows) {
        QPalette colours = palette();
        colours.setColor(QPalette::WindowText, row.done ? m_theme.colours().muted : m_theme.colours().text);
        row.label->setPalette(colours);
        row.label->setFont(m_theme.font(TextRole::body));
        row.label->setAccessibleName(row.done ? tr("Done: %1").arg(row.step.text) : row.step.text);
    }
    QWidget::update();
}

} // namespace lab
