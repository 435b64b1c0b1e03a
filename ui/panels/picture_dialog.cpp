// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/picture_dialog.h"

#include "core/io/file.h"
#include "ui/document/lab_document.h"
#include "ui/plots/figure_file.h"
#include "ui/theme.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace lab {

PictureDialog::PictureDialog(LabDocument& document, const Theme& theme, const DrawnView& view,
                             const QString& folder, double scale, QWidget* parent)
    : QDialog(parent), m_figure(figureOf(document, view, figureLook(theme))), m_file(new QLineEdit(this)),
      m_scale(new QDoubleSpinBox(this)), m_size(new QLabel(this)), m_problem(new QLabel(this)) {
    setWindowTitle(tr("Save “%1” as a picture").arg(m_figure.title));
    m_file->setText(QDir(folder).filePath(viewName(view) + QStringLiteral(".png")));
    m_file->setMinimumWidth(theme.px(320));
    m_file->setAccessibleName(tr("File"));
    m_scale->setLocale(QLocale::c());
    m_scale->setRange(0.5, 16);
    m_scale->setSingleStep(0.5);
    m_scale->setDecimals(1);
    m_scale->setValue(scale);
    m_scale->setAccessibleName(tr("Scale"));
    QPalette red = m_problem->palette();
    red.setColor(QPalette::WindowText, theme.colours().error);
    m_problem->setPalette(red);
    m_problem->setWordWrap(true);
    m_problem->hide();

    auto* browseButton = new QPushButton(tr("Browse…"), this);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
    auto* grid = new QGridLayout(this);
    grid->addWidget(new QLabel(tr("File"), this), 0, 0);
    grid->addWidget(m_file, 0, 1);
    grid->addWidget(browseButton, 0, 2);
    grid->addWidget(new QLabel(tr("Scale"), this), 1, 0);
    grid->addWidget(m_scale, 1, 1, Qt::AlignLeft);
    grid->addWidget(m_size, 2, 1);
    grid->addWidget(m_problem, 3, 0, 1, 3);
    grid->addWidget(buttons, 4, 0, 1, 3);
    connect(browseButton, &QPushButton::clicked, this, &PictureDialog::browse);
    connect(m_file, &QLineEdit::textChanged, this, &PictureDialog::updateSize);
    connect(m_scale, &QDoubleSpinBox::valueChanged, this, &PictureDialog::updateSize);
    connect(buttons, &QDialogButtonBox::accepted, this, &PictureDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &PictureDialog::reject);
    updateSize();
    m_file->setFocus();
    m_file->selectAll();
}

QString PictureDialog::file() const {
    return m_file->text();
}

/// Whatever else it ends with is refused.
bool PictureDialog::isImage() const {
    return figureFormat(m_file->text()).value_or(FigureFormat::png) == FigureFormat::png;
}

double PictureDialog::scale() const {
    return m_scale->value();
}

void PictureDialog::updateSize() {
    const QSize size = figureImageSize(m_figure, scale());
    const auto millimetres = [](double points) { return QString::number(points * 25.4 / 72, 'f', 0); };
    m_scale->setEnabled(isImage());
    m_size->setText(
        isImage()
            ? tr("%1 × %2 pixels").arg(size.width()).arg(size.height())
            : tr("%1 × %2 mm").arg(millimetres(m_figure.size.width()), millimetres(m_figure.size.height())));
}

void PictureDialog::browse() {
    auto* dialog = new QFileDialog(this, windowTitle(), m_file->text(), tr("Pictures (*.png *.svg *.pdf)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setOption(QFileDialog::DontConfirmOverwrite); // nothing is written until Save
    dialog->setDefaultSuffix(QStringLiteral("png"));
    connect(dialog, &QFileDialog::fileSelected, m_file, &QLineEdit::setText);
    dialog->open();
}

void PictureDialog::accept() {
    const auto refuse = [this](const QString& why) {
        m_problem->setText(why);
        m_problem->show();
    };
    const auto format = figureFormat(m_file->text());
    if (!format)
        return refuse(tr("The file's name has to end with .png, .svg or .pdf"));
    if (const auto problem = scaleProblem(m_figure, scale()); problem && isImage())
        return refuse(*problem);
    const QByteArray bytes = figureFile(m_figure, *format, scale());
    if (const auto error = write_file(file().toStdString(), bytes.toStdString()))
        return refuse(QString::fromStdString(error->message()));
    QDialog::accept();
}

} // namespace lab
