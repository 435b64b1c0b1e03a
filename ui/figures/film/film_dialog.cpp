// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/film/film_dialog.h"

#include "ui/document/stage_source.h"
#include "ui/figures/figure_preview.h"
#include "ui/figures/film/film_form.h"
#include "ui/figures/units.h"
#include "ui/text/short_text.h"

#include <qcustomplot.h>

#include <QDir>
#include <QProgressDialog>
#include <QSignalBlocker>
#include <QSlider>

#include <cmath>
#include <limits>

namespace lab {

namespace {

constexpr int filmProgressDelay = 400; // milliseconds until the progress dialog appears
constexpr int progressSteps = 1000;

/// A preview and, below it, a slider through the pages.
QWidget* previewWith(FigurePreview* picture, QSlider* slider) {
    auto* whole = new QWidget;
    auto* column = new QVBoxLayout(whole);
    column->setContentsMargins({});
    column->addWidget(picture, 1);
    column->addWidget(slider);
    return whole;
}

int asInt(FilmPlace place) {
    return static_cast<int>(std::min<FilmPlace>(place, std::numeric_limits<int>::max()));
}

} // namespace

FilmDialog::FilmDialog(StageSource& stages, const Theme& theme, const FilmSettings& film, FilmPlace place,
                       const QString& folder, const FilmChoices& choices, QWidget* parent)
    : FilmDialog(stages, theme, new FigurePreview(theme), new QSlider(Qt::Horizontal),
                 new FilmForm(stages.experiment(), theme, film, choices), place, folder, parent) {}

FilmDialog::FilmDialog(StageSource& stages, const Theme& theme, FigurePreview* preview, QSlider* slider,
                       FilmForm* form, FilmPlace place, const QString& folder, QWidget* parent)
    : ExportDialog(theme, previewWith(preview, slider), form, parent), m_stages(stages), m_form(form),
      m_preview(preview), m_slider(slider) {
    m_slider->setAccessibleName(tr("Step"));
    addFile(QDir(folder).filePath(QStringLiteral("film") + suffix()));
    addButtons();
    connect(m_form, &FilmForm::formatChosen, this, &FilmDialog::followFormat);
    connect(m_form, &FilmForm::changed, this, [this] { refresh(m_slider->value()); });
    connect(m_slider, &QSlider::valueChanged, this, &FilmDialog::showPage);
    refresh(place);
}

const FilmChoices& FilmDialog::choices() const {
    return m_form->choices();
}

QString FilmDialog::suffix() const {
    return QString::fromLatin1(info(choices().format).ending);
}

QStringList FilmDialog::suffixes() const {
    return filmEndings();
}

QString FilmDialog::kind() const {
    return tr("Films");
}

void FilmDialog::takeSuffix(const QString& file) {
    const auto format = filmFormat(file);
    if (format && *format != choices().format)
        m_form->setFormat(*format);
}

void FilmDialog::refresh(FilmPlace shown) {
    m_pages = std::make_shared<const FilmPages>(m_stages, m_form->film(), m_form->background());
    setWindowTitle(tr("Film of “%1”").arg(m_pages->title()));
    m_form->showFilm(m_pages->film().size());
    const FilmFileLook look = m_form->look();
    const QSignalBlocker once(m_slider);
    m_slider->setRange(asInt(look.from), asInt(look.to));
    m_slider->setValue(asInt(shown));
    forgetMessage();
    showSize(sizeText());
    showPage();
}

void FilmDialog::showPage() {
    const auto page = std::make_shared<const FilmPage>(m_pages->page(m_slider->value()));
    FigureDrawing drawing;
    drawing.size = filmPageSize;
    drawing.background = m_pages->isTransparent() ? QColor(Qt::transparent) : QColor(Qt::white);
    drawing.title = tr("Step %1").arg(page->place);
    drawing.draw = [pages = m_pages, page](QCPPainter& painter, const DrawProgress& /*progress*/) {
        pages->draw(painter, *page);
        return std::vector<CutText>();
    };
    m_preview->setDrawing(drawing, FigureFormat::png);
}

FilmPlace FilmDialog::steps() const {
    const FilmFileLook look = m_form->look();
    return look.to - look.from + 1;
}

QString FilmDialog::sizeText() const {
    const FilmFileLook look = m_form->look();
    const QString count = groupedNumber(static_cast<qsizetype>(steps()));
    const QSize pixels = filmImageSize(look.width);
    if (look.format == FilmFormat::pdf) {
        const auto millimetres = [](int length) {
            return std::lround(length * pointsPerInch / 96 / pointsPerMillimetre);
        };
        return tr("%1 pages of %2 × %3 mm")
            .arg(count)
            .arg(millimetres(pixels.width()))
            .arg(millimetres(pixels.height()));
    }
    QString size = tr("%1 × %2 pixels").arg(pixels.width()).arg(pixels.height());
    if (info(look.format).moves) {
        if (steps() > mostFilmSteps)
            return size;
        const auto seconds = QString::number(filmSeconds(m_pages->film(), look), 'f', 0);
        return look.motion ? tr("%1 s, as Play shows it, %2").arg(seconds, size)
                           : tr("%1 s, %2 frames, %3").arg(seconds, count, size);
    }
    if (steps() > mostFilmSteps || !filmFormat(file()))
        return tr("%1 pictures of %2").arg(count, size);
    const auto name = [this](FilmPlace number) {
        return QFileInfo(QString::fromStdString(filmPicture(file().toStdString(), static_cast<int>(number))))
            .fileName();
    };
    return tr("%1 pictures, %2 to %3, of %4").arg(count, name(1), name(steps()), size);
}

QString FilmDialog::obstacle() const {
    if (steps() <= mostFilmSteps)
        return {};
    return tr("%1 steps are too many, at most %2 can be saved: choose fewer steps, one stage, one head or "
              "larger steps")
        .arg(groupedNumber(static_cast<qsizetype>(steps())), groupedNumber(mostFilmSteps));
}

QString FilmDialog::written() const {
    return info(choices().format).bytes ? file()
                                        : QString::fromStdString(filmPicture(file().toStdString(), 1));
}

QString FilmDialog::write(IfProtected ifProtected, WriteReport& report) {
    QProgressDialog progress(tr("Drawing %1 steps…").arg(groupedNumber(static_cast<qsizetype>(steps()))),
                             tr("Cancel"), 0, progressSteps, this);
    progress.setWindowModality(Qt::WindowModal);
    progress.setMinimumDuration(filmProgressDelay);
    const auto pages = m_pages;
    const auto advance = [&](double done) {
        progress.setValue(static_cast<int>(done * (progressSteps - 1)));
        return !progress.wasCanceled();
    };
    const Result<int> files = writeFilm(*pages, m_form->look(), file().toStdString(), advance, ifProtected,
                                        &report, [this](DiskWork work) { return onDisk(std::move(work)); });
    if (!files)
        return QString::fromStdString(files.error().message());
    return files.value() == 0 ? tr("Nothing was written") : QString();
}

} // namespace lab
