// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/present/slide.h"

#include "core/number_format.h"
#include "ui/document/lab_document.h"
#include "ui/look/theme.h"
#include "ui/pages/play/caption_view.h"
#include "ui/plots/film/cell_step.h"
#include "ui/plots/film/scene_content.h"
#include "ui/selection/selection.h"
#include "ui/window/present/help_line.h"

#include <QLabel>
#include <QVBoxLayout>

namespace lab {

namespace {
constexpr double slideTitleMargin = 6; // points
}

Slide::Slide(LabDocument& document, Selection& selection, Theme& theme, QWidget* parent)
    : QWidget(parent), m_document(document), m_selection(selection), m_theme(theme),
      m_column(new QVBoxLayout(this)), m_title(new QLabel(this)), m_explanation(new CaptionView(theme, this)),
      m_help(new HelpLine(theme, this)) {
    setObjectName(QStringLiteral("slide"));
    setAutoFillBackground(true);
    m_column->setContentsMargins({});
    m_column->setSpacing(0);
    m_title->setObjectName(QStringLiteral("slideTitle"));
    m_title->setAlignment(Qt::AlignCenter);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setWordWrap(true);
    m_title->hide();
    m_column->addWidget(m_title);
    m_column->addWidget(m_explanation);
    m_column->addWidget(m_help);
    m_explanation->hide();
    connect(m_explanation, &CaptionView::cellChosen, &selection,
            [&selection](const CellRef& cell) { selection.inspect(cell); });
    connect(m_explanation, &CaptionView::parameterChosen, &selection,
            [&selection](const ParameterCell& cell) { selection.inspect(cell); });
    connect(&selection, &Selection::inspectedChanged, this, &Slide::explain);
    connect(&document, &LabDocument::changed, this, &Slide::explain);
    connect(&document, &LabDocument::computed, this, &Slide::explain);
    connect(&document, &LabDocument::viewChanged, this, &Slide::explain);
    connect(&theme, &Theme::changed, this, &Slide::restyle);
    restyle();
}

void Slide::setBody(QWidget* body) {
    m_column->insertWidget(1, body, 1);
    body->show();
}

void Slide::setTitle(const QString& title) {
    m_title->setText(title);
    m_title->setVisible(!title.isEmpty());
}

void Slide::restyle() {
    QPalette colours = palette();
    colours.setColor(QPalette::Window, m_theme.colours().page);
    setPalette(colours);
    colours.setColor(QPalette::WindowText, m_theme.colours().text);
    m_title->setPalette(colours);
    QFont large = m_theme.font(TextRole::sentence);
    large.setWeight(QFont::Bold);
    m_title->setFont(large);
    const int margin = m_theme.px(slideTitleMargin);
    m_title->setContentsMargins(4 * margin, margin / 2, 4 * margin, margin / 2);
    m_explanation->setFixedHeight(m_explanation->preferredHeight());
}

void Slide::setExplained(bool explained) {
    m_explained = explained;
    explain();
    m_explanation->setVisible(explained);
}

void Slide::explain() {
    if (!m_explained)
        return;
    const Experiment& experiment = m_document.experiment();
    const auto& parameter = m_selection.inspectedParameter();
    const auto& cell = m_selection.inspected();
    if (parameter && !cell) {
        const std::string number =
            shortest((*lab::parameter(experiment, parameter->id))(parameter->row, parameter->column));
        return m_explanation->setText(
            tr("%1 = %2, a number that is given")
                .arg(cellName(experiment, parameter->id, parameter->row, parameter->column),
                     QString::fromStdString(number)));
    }
    const std::optional<FilmStep> step = cell ? stepOf(experiment, *cell) : std::nullopt;
    const std::optional<Caption> caption = step ? captionOf(m_document, *step) : std::nullopt;
    if (caption)
        m_explanation->setCaption(*caption, captionDecimals(experiment), {});
    else
        m_explanation->setText(cell ? tr("Computing…") : tr("Click a number to see how it is computed"));
}

} // namespace lab
