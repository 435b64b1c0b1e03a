// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/figure_dialog.h"

#include "core/io/file.h"
#include "ui/document/lab_document.h"
#include "ui/figures/draw_figure.h"
#include "ui/figures/figure_form.h"
#include "ui/figures/figure_preview.h"
#include "ui/figures/units.h"
#include "ui/plots/heatmap/heatmap_metrics.h"

#include <QClipboard>
#include <QDir>
#include <QFormLayout>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMimeData>
#include <QProgressDialog>
#include <QPushButton>

#include <cmath>
#include <utility>

namespace lab {

namespace {

constexpr int progressDelay = 400; // milliseconds until the progress dialog appears

QString millimetres(double points) {
    return QString::number(points / pointsPerMillimetre, 'f', 0);
}

} // namespace

FigureDialog::FigureDialog(LabDocument& document, const Theme& theme, const Figure& figure,
                           const QString& folder, const FigureSettings& settings,
                           std::vector<StageMarks> marks, QWidget* parent)
    : FigureDialog(document, theme, new FigurePreview(theme),
                   new FigureForm(document.experiment(), theme, figure, settings, std::move(marks)), folder,
                   parent) {}

FigureDialog::FigureDialog(LabDocument& document, const Theme& theme, FigurePreview* preview,
                           FigureForm* form, const QString& folder, QWidget* parent)
    : ExportDialog(theme, preview, form, parent), m_document(document), m_preview(preview), m_form(form) {
    addFile(QDir(folder).filePath(figureName(form->figure()) + suffix()));
    addCopies();
    addButtons();
    // Who plays the lesson is to find the answers.
    m_form->setSolutionOffered(!document.played());
    connect(m_form, &FigureForm::figureChosen, this, &FigureDialog::followFigure);
    connect(m_form, &FigureForm::formatChosen, this, &FigureDialog::followFormat);
    connect(m_form, &FigureForm::changed, this, &FigureDialog::refresh);
    refresh();
}

const FigureSettings& FigureDialog::settings() const {
    return m_form->settings();
}

const Figure& FigureDialog::figure() const {
    return m_form->figure();
}

QLineEdit& FigureDialog::titleLine() const {
    return m_form->titleLine();
}

QDoubleSpinBox& FigureDialog::scaleBox() const {
    return m_form->scaleBox();
}

void FigureDialog::addCopies() {
    QWidget* row = m_form->addRow(tr("Clipboard"));
    m_copies = row;
    const auto add = [&](const QString& text, void (FigureDialog::*copy)()) {
        auto* button = new QPushButton(text, row);
        button->setAutoDefault(false);
        row->layout()->addWidget(button);
        connect(button, &QPushButton::clicked, this, copy);
    };
    add(tr("Copy as image"), &FigureDialog::copyImage);
    add(tr("Copy as SVG"), &FigureDialog::copySvg);
}

/// The file name follows unless the user has changed it.
void FigureDialog::followFigure(const QString& before) {
    const QFileInfo info(file());
    if (info.completeBaseName() == before)
        fileLine().setText(QDir(info.path()).filePath(figureName(m_form->figure()) + suffix()));
}

QString FigureDialog::suffix() const {
    return QString::fromLatin1(info(settings().format).ending);
}

QStringList FigureDialog::suffixes() const {
    return figureEndings();
}

QString FigureDialog::kind() const {
    return tr("Figures");
}

void FigureDialog::takeSuffix(const QString& file) {
    const auto format = figureFormat(file);
    if (format && *format != settings().format)
        m_form->setFormat(*format);
}

void FigureDialog::refresh() {
    m_drawing = drawingOf(m_document, m_form->figure(), m_form->look());
    setWindowTitle((m_drawing.drawPage ? tr("Handout of “%1”") : tr("Figure of “%1”")).arg(m_drawing.title));
    m_form->showDrawing(m_drawing);
    m_form->rows().setRowVisible(m_copies, !m_drawing.drawPage);
    m_preview->setDrawing(m_drawing, settings().format);
    forgetMessage();
    showSize(sizeText());
}

QString FigureDialog::sizeText() const {
    const QSize pixels = figureImageSize(m_drawing, settings().scale);
    const QString width = millimetres(m_drawing.size.width());
    const QString height = millimetres(m_drawing.size.height());
    if (m_drawing.drawPage)
        return pagesText();
    QString text = tr("%1 × %2 mm").arg(width, height);
    if (m_form->isImage())
        text = tr("%1 × %2 pixels: %3 at %4 dpi")
                   .arg(pixels.width())
                   .arg(pixels.height())
                   .arg(text)
                   .arg(std::lround(settings().scale * pointsPerInch));
    else if (m_drawing.largest > manyCells && !settings().cellsAsImage)
        text =
            tr("%1 × %2 mm, with %3 rectangles: a large file that opens slowly; turn on “rasterise cells”.")
                .arg(width, height)
                .arg(m_drawing.cells);
    QStringList said{text};
    if (m_form->look().shape)
        said += tr("Letters of %1 pt, as large as fit.").arg(QString::number(m_drawing.fontSize, 'f', 1));
    if (const auto asked = m_form->look().width; asked && m_drawing.size.width() > *asked + 0.5)
        said += tr("Wider than requested: this font needs %1 mm.").arg(width);
    if (m_drawing.numbersLeftOut)
        said += tr("Numbers don’t fit: widen the figure or reduce the font.");
    if (m_drawing.labelsLeftOut)
        said += tr("Not every label fits, so some are left out: widen the figure or reduce the font.");
    return said.join(QLatin1Char('\n'));
}

QString FigureDialog::pagesText() const {
    const QString width = millimetres(m_drawing.size.width());
    const QString height = millimetres(m_drawing.size.height() / m_drawing.pages);
    QStringList said{m_drawing.pages == 1
                         ? tr("1 page of %1 × %2 mm").arg(width, height)
                         : tr("%1 pages of %2 × %3 mm").arg(m_drawing.pages).arg(width, height)};
    const auto* handout = std::get_if<HandoutFigure>(&m_form->figure());
    const bool isLesson = handout && handout->isLesson;
    const QString letters = QString::number(m_drawing.fontSize, 'f', 1);
    if (isTooSmallToRead(m_drawing.fontSize))
        said += (isLesson ? tr("Letters of %1 pt are too small to read: let it have several pages.")
                          : tr("Letters of %1 pt are too small to read: leave out stages, or let it have "
                               "several pages."))
                    .arg(letters);
    else if (std::abs(m_drawing.fontSize - settings().fontSize) > 0.05)
        said += tr("Letters of %1 pt, so that they fit and can be read.").arg(letters);
    if (settings().onePage && m_drawing.pages > 1 && handout)
        said += isLesson ? tr("All of it cannot be read on one page.")
                         : tr("All of it cannot be read on one page: leave out stages.");
    if (m_drawing.numbersLeftOut)
        said += tr("Where numbers don’t fit, colours stand alone.");
    return said.join(QLatin1Char('\n'));
}

std::optional<Result<QByteArray>> FigureDialog::drawn(FigureFormat format) {
    QProgressDialog progress(tr("Drawing %1 cells…").arg(m_drawing.cells), tr("Cancel"), 0,
                             static_cast<int>(m_drawing.cells) + 1, this);
    progress.setWindowModality(Qt::WindowModal);
    progress.setMinimumDuration(progressDelay);
    int done = 0;
    Result<QByteArray> bytes = figureFile(m_drawing, format, settings().scale, [&](Index cells) {
        done += static_cast<int>(cells);
        progress.setValue(done);
        return !progress.wasCanceled();
    });
    if (progress.wasCanceled())
        return std::nullopt;
    return bytes;
}

void FigureDialog::copyImage() {
    if (const auto problem = scaleProblem(m_drawing, FigureFormat::png, settings().scale))
        return showError(*problem);
    QGuiApplication::clipboard()->setImage(figureImage(m_drawing, settings().scale));
    showInfo(tr("The figure is on the clipboard"));
}

/// Also as text, because not every editor accepts image/svg+xml.
void FigureDialog::copySvg() {
    const auto bytes = drawn(FigureFormat::svg);
    if (!bytes)
        return;
    const QByteArray& svg = bytes->value(); // vectors need no writer of images
    auto* mime = new QMimeData;
    mime->setData(QStringLiteral("image/svg+xml"), svg);
    mime->setText(QString::fromUtf8(svg));
    QGuiApplication::clipboard()->setMimeData(mime);
    showInfo(tr("The figure is on the clipboard, as SVG"));
}

QString FigureDialog::obstacle() const {
    if (QString problem = m_form->formatProblem(); !problem.isEmpty())
        return problem;
    return scaleProblem(m_drawing, settings().format, settings().scale).value_or(QString());
}

QString FigureDialog::write(IfProtected ifProtected, WriteReport& report) {
    const auto bytes = drawn(settings().format);
    if (!bytes)
        return tr("Nothing was written");
    if (!*bytes)
        return QString::fromStdString(bytes->error().message());
    const auto error = writeOnDisk(bytes->value().toStdString(), ifProtected, report);
    return error ? QString::fromStdString(error->message()) : QString();
}

} // namespace lab
