// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/learn/fit_notes.h"

#include "ui/look/theme.h"
#include "ui/text/subscripts.h"
#include "ui/widgets/pill_button.h"

#include <QHBoxLayout>
#include <QLabel>

#include <algorithm>

namespace lab {

FitNotes::FitNotes(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_label(new QLabel(this)),
      m_cure(new PillButton(theme, PillButton::Kind::chip, {}, this)) {
    m_label->setWordWrap(true);
    m_label->setTextFormat(Qt::RichText);
    m_label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_cure->setObjectName(QStringLiteral("cure"));
    m_cure->setSmall();
    m_cure->setNeverElided();
    m_cure->setHasSymbols();
    auto* row = new QHBoxLayout(this); // the button takes no height of its own
    row->setContentsMargins({});
    row->addWidget(m_label, 1);
    row->addWidget(m_cure, 0, Qt::AlignTop);
    connect(m_cure, &QAbstractButton::clicked, this, &FitNotes::cureWanted);
    connect(&theme, &Theme::changed, this, &FitNotes::showNotes);
    showNotes();
}

void FitNotes::setNotes(const std::vector<FitNote>& notes, const QString& cure) {
    m_notes = notes;
    m_cure->setText(cure);
    m_cure->setVisible(!cure.isEmpty());
    showNotes();
}

void FitNotes::setSteady(bool steady) {
    m_isSteady = steady;
    if (!steady)
        m_label->setMinimumHeight(leastHeight());
}

void FitNotes::setLines(int lines) {
    m_lines = lines;
    showNotes();
}

int FitNotes::leastHeight() const {
    return m_lines * QFontMetrics(m_theme.font(TextRole::body)).lineSpacing();
}

QString FitNotes::text() const {
    QStringList lines;
    for (const FitNote& each : m_notes)
        lines += each.text;
    return lines.join(QLatin1Char('\n'));
}

void FitNotes::showNotes() {
    QStringList lines;
    for (const FitNote& each : m_notes) {
        const QColor dot = each.isProblem ? m_theme.colours().inspected : m_theme.colours().accent;
        lines += QStringLiteral("<span style=\"color:%1\">%2</span>&nbsp; %3")
                     .arg(dot.name(), each.isProblem ? QStringLiteral("○") : QStringLiteral("●"),
                          withSubscripts(each.text));
    }
    const QString html = QStringLiteral("<p>%1</p>").arg(lines.join(QStringLiteral("<br>")));
    m_label->setFont(m_theme.font(TextRole::body));
    m_label->setVisible(!m_notes.empty() || m_lines > 0);
    if (m_label->text() != html)
        m_label->setText(html);
    if (m_isSteady)
        m_label->setMinimumHeight(
            std::max(m_label->minimumHeight(), m_label->heightForWidth(m_label->width())));
    else
        m_label->setMinimumHeight(leastHeight());
    m_label->setAccessibleName(text());
    layout()->setSpacing(m_theme.px(8));
}

} // namespace lab
