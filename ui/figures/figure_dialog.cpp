// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/figure_dialog.h"

#include "core/io/file.h"
#include "ui/document/files/file_name.h"
#include "ui/document/lab_document.h"
#include "ui/figures/figure_form.h"
#include "ui/figures/figure_preview.h"
#include "ui/figures/units.h"
#include "ui/look/theme.h"
#include "ui/plots/heatmap/heatmap_metrics.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QProgressDialog>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>

#include <cmath>
#include <utility>

namespace lab {

namespace {

constexpr int progressDelay = 400; // milliseconds until the progress dialog appears

QString suffixOf(FigureFormat format) {
    return format == FigureFormat::png   ? QStringLiteral(".png")
           : format == FigureFormat::svg ? QStringLiteral(".svg")
                                         : QStringLiteral(".pdf");
}

QString millimetres(double points) {
    return QString::number(points / pointsPerMillimetre, 'f', 0);
}

} // namespace

FigureDialog::FigureDialog(LabDocument& document, const Theme& theme, const Figure& figure,
                           const QString& folder, const FigureSettings& settings,
                           std::vector<StageMarks> marks, QWidget* parent)
    : QDialog(parent), m_document(document), m_theme(theme),
      m_columns(new QBoxLayout(QBoxLayout::LeftToRight)), m_preview(new FigurePreview(theme, this)),
      m_scroll(new QScrollArea(this)),
      m_form(new FigureForm(document.experiment(), theme, figure, settings, std::move(marks))),
      m_size(new QLabel(this)), m_message(new QLabel(this)) {
    m_scroll->setWidget(m_form);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_message->setWordWrap(true);
    m_message->hide();
    m_size->setWordWrap(true);
    m_columns->addWidget(m_preview, 3);
    m_columns->addWidget(m_scroll, 2);
    auto* whole = new QVBoxLayout(this);
    whole->addLayout(m_columns, 1);
    m_form->rows().addRow(m_size);
    addFile(folder);
    addCopies();
    whole->addWidget(m_message);
    addButtons();
    restyle();
    connect(m_form, &FigureForm::figureChosen, this, &FigureDialog::followFigure);
    connect(m_form, &FigureForm::formatChosen, this, &FigureDialog::followFormat);
    connect(m_form, &FigureForm::changed, this, &FigureDialog::refresh);
    followFigure(figureName(figure));
    refresh();
    m_file->setFocus();
    m_file->selectAll();
}

const FigureSettings& FigureDialog::settings() const {
    return m_form->settings();
}

QLineEdit& FigureDialog::titleLine() const {
    return m_form->titleLine();
}

QDoubleSpinBox& FigureDialog::scaleBox() const {
    return m_form->scaleBox();
}

void FigureDialog::addFile(const QString& folder) {
    m_file = new QLineEdit(m_form);
    m_file->setAccessibleName(tr("File"));
    auto* browseButton = new QPushButton(tr("Browse…"), m_form);
    browseButton->setAutoDefault(false);
    m_form->rows().addRow(tr("File"), m_file);
    m_form->rows().addRow(QString(), browseButton);
    browseButton->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    m_file->setText(QDir(folder).filePath(figureName(m_form->figure()) + suffixOf(settings().format)));
    connect(browseButton, &QPushButton::clicked, this, &FigureDialog::browse);
    connect(m_file, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_toReplace.clear();
        m_message->hide();
        if (const auto format = figureFormat(text); format && *format != settings().format)
            m_form->setFormat(*format);
    });
}

void FigureDialog::addCopies() {
    QWidget* row = m_form->addRow(tr("Clipboard"));
    const auto add = [&](const QString& text, void (FigureDialog::*copy)()) {
        auto* button = new QPushButton(text, row);
        button->setAutoDefault(false);
        row->layout()->addWidget(button);
        connect(button, &QPushButton::clicked, this, copy);
    };
    add(tr("Copy as image"), &FigureDialog::copyImage);
    add(tr("Copy as SVG"), &FigureDialog::copySvg);
}

void FigureDialog::addButtons() {
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
    layout()->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &FigureDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &FigureDialog::reject);
    connect(&m_theme, &Theme::changed, this, &FigureDialog::restyle);
}

QString FigureDialog::file() const {
    return m_file->text();
}

/// The file name follows unless the user has changed it.
void FigureDialog::followFigure(const QString& before) {
    const QFileInfo info(m_file->text());
    if (info.completeBaseName() == before)
        m_file->setText(
            QDir(info.path()).filePath(figureName(m_form->figure()) + suffixOf(settings().format)));
}

void FigureDialog::followFormat() {
    const QString name = m_file->text();
    if (figureFormat(name))
        m_file->setText(name.left(name.lastIndexOf(QLatin1Char('.'))) + suffixOf(settings().format));
}

void FigureDialog::refresh() {
    m_drawing = drawingOf(m_document, m_form->figure(), m_form->look());
    setWindowTitle(tr("Figure of “%1”").arg(m_drawing.title));
    m_form->showDrawing(m_drawing);
    m_preview->setDrawing(m_drawing, settings().format);
    m_toReplace.clear();
    m_message->hide();
    showSize();
}

void FigureDialog::showSize() {
    const QSize pixels = figureImageSize(m_drawing, settings().scale);
    const QString width = millimetres(m_drawing.size.width());
    const QString height = millimetres(m_drawing.size.height());
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
    m_size->setText(said.join(QLatin1Char('\n')));
}

void FigureDialog::restyle() {
    QPalette plain = palette();
    plain.setColor(QPalette::Window, m_theme.colours().panel);
    setPalette(plain);
    m_scroll->viewport()->setAutoFillBackground(false);
    m_form->setAutoFillBackground(false);
    // Leave room for the window frame.
    const QSize room =
        (parentWidget() ? parentWidget()->screen()->availableSize() : QSize(1024, 700)) - QSize(20, 60);
    const bool narrow = room.width() < m_theme.px(600);
    m_columns->setStretch(0, narrow ? 2 : 3);
    m_columns->setStretch(1, narrow ? 3 : 2);
    m_columns->setDirection(narrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_form->setMinimumWidth(narrow ? 0 : m_theme.px(310));
    m_scroll->setMinimumWidth(
        narrow ? 0 : m_form->minimumWidth() + m_scroll->verticalScrollBar()->sizeHint().width());
    resize(QSize(m_theme.px(940), m_theme.px(680)).boundedTo(room));
}

void FigureDialog::showMessage(const QString& text, const QColor& colour) {
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, colour);
    m_message->setPalette(colours);
    m_message->setText(text);
    m_message->show();
}

void FigureDialog::showError(const QString& why) {
    showMessage(why, m_theme.colours().error);
}

/// Shown here, and in the window, which is still visible after the dialog is closed.
void FigureDialog::showInfo(const QString& what) {
    showMessage(what, m_theme.colours().text);
    emit messageRequested(what);
}

void FigureDialog::browse() {
    auto* dialog = new QFileDialog(this, windowTitle(), m_file->text(), tr("Figures (*.png *.svg *.pdf)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setOption(QFileDialog::DontConfirmOverwrite); // nothing is written until Save
    dialog->setDefaultSuffix(suffixOf(settings().format).mid(1));
    connect(dialog, &QFileDialog::fileSelected, m_file, &QLineEdit::setText);
    dialog->open();
}

std::optional<QByteArray> FigureDialog::drawn(FigureFormat format) {
    QProgressDialog progress(tr("Drawing %1 cells…").arg(m_drawing.cells), tr("Cancel"), 0,
                             static_cast<int>(m_drawing.cells) + 1, this);
    progress.setWindowModality(Qt::WindowModal);
    progress.setMinimumDuration(progressDelay);
    int done = 0;
    const QByteArray bytes = figureFile(m_drawing, format, settings().scale, [&](Index cells) {
        done += static_cast<int>(cells);
        progress.setValue(done);
        return !progress.wasCanceled();
    });
    if (progress.wasCanceled())
        return std::nullopt;
    return bytes;
}

void FigureDialog::copyImage() {
    if (const auto problem = scaleProblem(m_drawing, settings().scale))
        return showError(*problem);
    QGuiApplication::clipboard()->setImage(figureImage(m_drawing, settings().scale));
    showInfo(tr("The figure is on the clipboard"));
}

/// Also as text, because not every editor accepts image/svg+xml.
void FigureDialog::copySvg() {
    const auto bytes = drawn(FigureFormat::svg);
    if (!bytes)
        return;
    auto* mime = new QMimeData;
    mime->setData(QStringLiteral("image/svg+xml"), *bytes);
    mime->setText(QString::fromUtf8(*bytes));
    QGuiApplication::clipboard()->setMimeData(mime);
    showInfo(tr("The figure is on the clipboard, as SVG"));
}

/// Why the file cannot be written, as a message; empty if it can.
QString FigureDialog::obstacle() const {
    const QFileInfo info(file());
    if (info.fileName().isEmpty())
        return tr("Enter a file name");
    if (hasLostBytes(file()))
        return tr("The � in the file name stands for bytes that are not text: choose another name");
    if (!figureFormat(file()))
        return tr("The file name must end in .png, .svg or .pdf");
    if (!info.dir().exists())
        return tr("The folder %1 does not exist").arg(QDir::toNativeSeparators(info.path()));
    return m_form->isImage() ? scaleProblem(m_drawing, settings().scale).value_or(QString()) : QString();
}

void FigureDialog::accept() {
    if (const QString problem = obstacle(); !problem.isEmpty())
        return showError(problem);
    if (QFileInfo::exists(file()) && std::exchange(m_toReplace, file()) != file())
        return showError(
            tr("%1 already exists; press Save again to replace it").arg(QFileInfo(file()).fileName()));
    const auto bytes = drawn(settings().format);
    if (!bytes)
        return showError(tr("Nothing was written"));
    if (const auto error = write_file(file().toStdString(), bytes->toStdString()))
        return showError(QString::fromStdString(error->message()));
    QDialog::accept();
}

} // namespace lab
