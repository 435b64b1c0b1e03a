// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/parameter_section.h"

#include "ui/document/lab_document.h"
#include "ui/models/matrix_model.h"
#include "ui/panels/matrix_grid.h"
#include "ui/panels/stage_texts.h"
#include "ui/theme.h"
#include "ui/widgets/fold_header.h"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>

namespace lab {

ParameterSection::ParameterSection(LabDocument& document, Selection& selection, const Theme& theme,
                                   ParameterId id, std::optional<ParameterId> bias, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_id(id),
      m_model(new MatrixModel(document, selection, id, bias, this)),
      m_grid(new MatrixGrid(document, m_model, theme, this)),
      m_header(new FoldHeader(theme, QString::fromUtf8(info(id).title.data()), this)),
      m_problem(new QLabel(this)) {
    setObjectName(QString::fromUtf8(info(id).name.data()));
    m_grid->setAccessibleName(QString::fromUtf8(info(id).title.data()));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addWidget(m_grid);
    column->addWidget(m_problem);
    m_problem->setWordWrap(true);
    m_problem->hide();
    m_grid->installEventFilter(this);
    connect(m_header, &QAbstractButton::toggled, this, [this](bool open) { setFolded(!open); });
    connect(m_grid, &MatrixGrid::refused, this, [this](const QString& reason) {
        m_problem->setText(reason);
        m_problem->show();
        emit refused(reason);
    });
    connect(m_grid, &MatrixGrid::told, this, &ParameterSection::told);
    connect(&document, &LabDocument::changed, m_problem, &QWidget::hide);
    connect(m_model, &QAbstractItemModel::modelReset, this, &ParameterSection::refresh);
    connect(&theme, &Theme::changed, this, &ParameterSection::restyle);
    restyle();
    refresh();
}

void ParameterSection::setFolded(bool folded) {
    m_folded = folded;
    m_header->setChecked(!folded);
    refresh();
}

void ParameterSection::refresh() {
    const bool present = m_model->isPresent();
    m_header->setEnabled(present);
    m_header->setSymbol(parameterSymbol(m_id));
    m_header->setShape(present ? m_model->shapeText() : tr("none"));
    m_grid->setVisible(present && !m_folded);
}

void ParameterSection::restyle() {
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, m_theme.colours().error);
    m_problem->setPalette(colours);
    m_problem->setFont(m_theme.font(TextRole::small));
}

bool ParameterSection::eventFilter(QObject* watched, QEvent* event) {
    // The reason for a refusal goes when the hand leaves the grid.
    if (watched == m_grid && event->type() == QEvent::FocusOut)
        m_problem->hide();
    return QWidget::eventFilter(watched, event);
}

} // namespace lab
