// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/picture_dialog.h"

#include "core/io/file.h"
#include "ui/document/lab_document.h"
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

PictureDialog::PictureDialog(LabDocument& document, const Theme& theme, DrawnView view, const QString& folder,
                             double scale, QWidget* parent)
    : QDialog(parent), m_document(document), m_theme(theme), m_view(std::move(view)),
      m_file(new QLineEdit(this)), m_scale(new QDoubleSpinBox(this)), m_size(new QLabel(this)),
      m_problem(new QLabel(this)) {
    setWindowTitle(tr("Save “%1” as a picture").arg(viewTitle(document.experiment(), m_view)));
    m_file->setText(QDir(folder).filePath(viewName(m_view) + QStringLiteral(".png")));
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

double PictureDialog::scale() const {
    return m_scale->value();
}

void PictureDialog::updateSize() {
    const QSize size = viewPictureSize(m_document, m_view, m_theme, scale());
    m_size->setText(tr("%1 × %2 pixels").arg(size.width()).arg(size.height()));
}

void PictureDialog::browse() {
    auto* dialog = new QFileDialog(this, windowTitle(), m_file->text(), tr("Pictures (*.png)"));
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
    if (!m_file->text().endsWith(QStringLiteral(".png"), Qt::CaseInsensitive))
        return refuse(tr("The file's name has to end with .png"));
    if (const auto problem = scaleProblem(m_document, m_view, m_theme, scale()))
        return refuse(*problem);
    const QByteArray bytes = png(viewPicture(m_document, m_view, m_theme, {scale(), false}));
    if (const auto error = write_file(file().toStdString(), bytes.toStdString()))
        return refuse(QString::fromStdString(error->message()));
    QDialog::accept();
}

} // namespace lab
