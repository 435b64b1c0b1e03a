// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/figure_dialog.h"

#include "core/io/file.h"
#include "ui/document/files/file_name.h"
#include "ui/document/lab_document.h"
#include "ui/figures/figure_preview.h"
#include "ui/figures/units.h"
#include "ui/look/theme.h"
#include "ui/plots/heatmap/heatmap_metrics.h"
#include "ui/plots/shared/board_layout.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/pill_button.h"

#include <QCheckBox>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QProgressDialog>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>

#include <algorithm>
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

/// Whether both are the same entry in the list of figures.
bool isSameKind(const Figure& a, const Figure& b) {
    const auto* compare = std::get_if<CompareFigure>(&a);
    return a.index() == b.index() && figureName(a) == figureName(b) &&
           (!compare || compare->against.name == std::get<CompareFigure>(b).against.name);
}

/// The document's figures, for its first head, including a comparison with each snapshot. `asked` replaces
/// its own entry, or is appended.
std::vector<Figure> figuresOf(const Experiment& experiment, const Figure& asked) {
    const std::vector<StageId> stages = boardStages(experiment);
    std::vector<Figure> figures;
    for (const Figure& figure : allFigures()) {
        const auto* stage = std::get_if<StageFigure>(&figure);
        const auto* compare = std::get_if<CompareFigure>(&figure);
        if (!compare && (!stage || std::ranges::find(stages, stage->stage) != stages.end()))
            figures.push_back(figure);
        for (std::size_t i = 0; compare && i < experiment.snapshots.size(); ++i) {
            if (const Figure with = CompareFigure{compare->stage, 0, experiment.snapshots[i]};
                hasFigure(experiment, with))
                figures.push_back(with);
        }
    }
    const auto same = [&](const Figure& figure) { return isSameKind(figure, asked); };
    if (const auto found = std::ranges::find_if(figures, same); found != figures.end())
        *found = asked;
    else
        figures.push_back(asked);
    return figures;
}

} // namespace

FigureDialog::FigureDialog(LabDocument& document, const Theme& theme, const Figure& figure,
                           const QString& folder, const FigureSettings& settings, QWidget* parent)
    : QDialog(parent), m_document(document), m_theme(theme), m_figure(figure), m_asked(figure),
      m_folder(folder), m_settings(settings), m_choices(theme),
      m_columns(new QBoxLayout(QBoxLayout::LeftToRight)), m_preview(new FigurePreview(theme, this)),
      m_scroll(new QScrollArea(this)), m_controls(new QWidget), m_form(new QFormLayout(m_controls)),
      m_size(new QLabel(this)), m_message(new QLabel(this)) {
    m_scroll->setWidget(m_controls);
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
    addView();
    addFormat();
    addWidth();
    addLook();
    m_form->addRow(m_size);
    addFile();
    addCopies();
    whole->addWidget(m_message);
    addButtons();
    restyle();
    setShownFigure(figure);
    m_file->setFocus();
    m_file->selectAll();
}

QWidget* FigureDialog::addRow(const QString& caption) {
    auto* row = new QWidget(m_controls);
    row->setAccessibleName(caption);
    auto* flow = new FlowLayout(row);
    flow->setContentsMargins({});
    flow->setSpacing(m_theme.px(5));
    m_form->addRow(caption, row);
    return row;
}

void FigureDialog::addChoice(QWidget* row, const QString& text, const std::function<void()>& choose,
                             const std::function<bool()>& isSet) {
    const PillButton* pill = m_choices.add(row, text, isSet);
    connect(pill, &QAbstractButton::clicked, this, [this, choose] {
        choose();
        refresh();
    });
}

QCheckBox* FigureDialog::addSwitch(QWidget* row, const QString& text, bool FigureSettings::*setting) {
    auto* box = new QCheckBox(text, row);
    box->setChecked(m_settings.*setting);
    row->layout()->addWidget(box);
    connect(box, &QCheckBox::toggled, this, [this, setting](bool checked) {
        m_settings.*setting = checked;
        refresh();
    });
    return box;
}

QDoubleSpinBox* FigureDialog::addNumber(QWidget* row, const QString& name, const QString& unit, double least,
                                        double most, double FigureSettings::*setting, int decimals) {
    auto* box = new QDoubleSpinBox(row);
    box->setLocale(QLocale::c());
    box->setRange(least, most);
    box->setDecimals(decimals);
    box->setSingleStep(least < 1 ? 0.5 : 1);
    box->setSuffix(unit);
    box->setValue(m_settings.*setting);
    box->setAccessibleName(name);
    row->layout()->addWidget(box);
    connect(box, &QDoubleSpinBox::valueChanged, this, [this, setting](double value) {
        m_settings.*setting = value;
        refresh();
    });
    return box;
}

void FigureDialog::addView() {
    QWidget* row = addRow(tr("View"));
    m_figures = new PillButton(m_theme, PillButton::Kind::choice, QString(), row);
    auto* menu = new QMenu(m_figures);
    for (const Figure& figure : figuresOf(m_document.experiment(), m_asked)) {
        const auto* stage = std::get_if<StageFigure>(&figure);
        if (std::holds_alternative<HeadsFigure>(figure))
            menu->addSeparator();
        QAction* action =
            menu->addAction(stage ? stageTitle(stage->stage) : figureTitle(m_document.experiment(), figure));
        action->setData(figureName(figure));
        connect(action, &QAction::triggered, this,
                [this, figure] { setShownFigure(ofHead(figure, m_head->value() - 1)); });
    }
    m_figures->setMenu(menu);
    m_figures->setAccessibleName(tr("View"));
    row->layout()->addWidget(m_figures);
    m_head = new QSpinBox(row);
    m_head->setRange(1, static_cast<int>(m_document.experiment().heads.count));
    m_head->setPrefix(tr("head "));
    m_head->setAccessibleName(tr("Head"));
    m_head->setValue(static_cast<int>(headOf(m_figure).value_or(0)) + 1);
    m_head->setHidden(m_document.experiment().heads.count == 1);
    row->layout()->addWidget(m_head);
    connect(m_head, &QSpinBox::valueChanged, this, [this](int head) {
        m_figure = ofHead(m_figure, head - 1);
        refresh();
    });
}

void FigureDialog::addFormat() {
    QWidget* row = addRow(tr("Format"));
    for (const auto& [text, format] :
         {std::pair(tr("PNG"), FigureFormat::png), std::pair(tr("SVG"), FigureFormat::svg),
          std::pair(tr("PDF"), FigureFormat::pdf)}) {
        const FigureFormat each = format;
        addChoice(
            row, text, [this, each] { setFormat(each); }, [this, each] { return m_settings.format == each; });
    }
    m_scale = addNumber(row, tr("Scale"), tr(" px/pt"), FigureSettings::leastScale, FigureSettings::mostScale,
                        &FigureSettings::scale);
}

void FigureDialog::addWidth() {
    using Width = FigureSettings::Width;
    QWidget* row = addRow(tr("Width"));
    const auto add = [&](const QString& text, Width width) {
        addChoice(
            row, text, [this, width] { m_settings.width = width; },
            [this, width] { return m_settings.width == width; });
    };
    add(tr("automatic"), Width::content);
    add(tr("millimetres"), Width::millimetres);
    add(tr("pixels"), Width::pixels);
    m_millimetres = addNumber(row, tr("Width in millimetres"), tr(" mm"), FigureSettings::leastMillimetres,
                              FigureSettings::mostMillimetres, &FigureSettings::millimetres);
    m_pixels = addNumber(row, tr("Width in pixels"), tr(" px"), FigureSettings::leastPixels,
                         FigureSettings::mostPixels, &FigureSettings::pixels, 0);
    QWidget* letters = addRow(tr("Font size"));
    addNumber(letters, tr("Font size in points"), tr(" pt"), leastFontSize, mostFontSize,
              &FigureSettings::fontSize);
}

void FigureDialog::addLook() {
    using Background = FigureLook::Background;
    QWidget* background = addRow(tr("Background"));
    const auto add = [&](const QString& text, Background which) {
        addChoice(
            background, text, [this, which] { m_settings.background = which; },
            [this, which] { return figureLook(m_settings, m_theme).background == which; });
    };
    add(tr("light"), Background::light);
    add(tr("dark"), Background::dark);
    add(tr("transparent"), Background::transparent);
    QWidget* shown = addRow(tr("Include"));
    addSwitch(shown, tr("numbers"), &FigureSettings::numbers);
    m_colourBar = addSwitch(shown, tr("colour bar"), &FigureSettings::colourBar);
    m_axisNames = addSwitch(shown, tr("axis labels"), &FigureSettings::axisNames);
    QCheckBox* titled = addSwitch(shown, tr("title"), &FigureSettings::title);
    m_cellsAsImage = addSwitch(shown, tr("rasterise cells"), &FigureSettings::cellsAsImage);
    m_cellsAsImage->setToolTip(tr("Makes a smaller file that opens quickly; text and lines stay vector"));
    m_title = new QLineEdit(m_controls);
    m_title->setAccessibleName(tr("Title"));
    m_title->setEnabled(m_settings.title);
    m_form->addRow(tr("Title"), m_title);
    connect(titled, &QCheckBox::toggled, m_title, &QWidget::setEnabled);
    connect(m_title, &QLineEdit::textChanged, this, &FigureDialog::refresh);
}

void FigureDialog::addFile() {
    m_file = new QLineEdit(m_controls);
    m_file->setAccessibleName(tr("File"));
    auto* browseButton = new QPushButton(tr("Browse…"), m_controls);
    browseButton->setAutoDefault(false);
    m_form->addRow(tr("File"), m_file);
    m_form->addRow(QString(), browseButton);
    browseButton->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    m_file->setText(QDir(m_folder).filePath(figureName(m_figure) + suffixOf(m_settings.format)));
    connect(browseButton, &QPushButton::clicked, this, &FigureDialog::browse);
    connect(m_file, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_toReplace.clear();
        m_message->hide();
        if (const auto format = figureFormat(text); format && *format != m_settings.format) {
            m_settings.format = *format;
            refresh();
        }
    });
}

void FigureDialog::addCopies() {
    QWidget* row = addRow(tr("Clipboard"));
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
void FigureDialog::setShownFigure(const Figure& figure) {
    const QString before = figureName(m_figure);
    m_figure = figure;
    const QFileInfo info(m_file->text());
    if (info.completeBaseName() == before)
        m_file->setText(QDir(info.path()).filePath(figureName(figure) + suffixOf(m_settings.format)));
    refresh();
}

void FigureDialog::setFormat(FigureFormat format) {
    m_settings.format = format;
    const QString name = m_file->text();
    if (figureFormat(name))
        m_file->setText(name.left(name.lastIndexOf(QLatin1Char('.'))) + suffixOf(format));
}

void FigureDialog::refresh() {
    const QString title = m_title->text().trimmed();
    m_drawing =
        drawingOf(m_document, m_figure,
                  figureLook(m_settings, m_theme, title.isEmpty() ? std::nullopt : std::optional(title)));
    m_title->setPlaceholderText(m_drawing.title);
    setWindowTitle(tr("Figure of “%1”").arg(m_drawing.title));
    m_figures->setText(m_drawing.title);
    m_choices.refresh();
    m_head->setEnabled(headOf(m_figure).has_value());
    const bool inPixels = m_settings.width == FigureSettings::Width::pixels;
    m_pixels->setVisible(inPixels);
    m_millimetres->setVisible(!inPixels);
    m_millimetres->setEnabled(m_settings.width == FigureSettings::Width::millimetres);
    const bool hasMatrix =
        !std::holds_alternative<LinksFigure>(m_figure) && !std::holds_alternative<StatisticsFigure>(m_figure);
    m_colourBar->setEnabled(hasMatrix);
    m_axisNames->setEnabled(hasMatrix);
    m_cellsAsImage->setVisible(!isImage() && m_drawing.largest > manyCells);
    m_preview->setDrawing(m_drawing, m_settings.format);
    m_toReplace.clear();
    m_message->hide();
    showSize();
}

void FigureDialog::showSize() {
    const QSize pixels = figureImageSize(m_drawing, m_settings.scale);
    const QString width = millimetres(m_drawing.size.width());
    const QString height = millimetres(m_drawing.size.height());
    QString text = tr("%1 × %2 mm").arg(width, height);
    if (isImage())
        text = tr("%1 × %2 pixels: %3 at %4 dpi")
                   .arg(pixels.width())
                   .arg(pixels.height())
                   .arg(text)
                   .arg(std::lround(m_settings.scale * pointsPerInch));
    else if (m_drawing.largest > manyCells && !m_settings.cellsAsImage)
        text =
            tr("%1 × %2 mm, with %3 rectangles: a large file that opens slowly; turn on “rasterise cells”.")
                .arg(width, height)
                .arg(m_drawing.cells);
    QStringList said{text};
    if (const auto asked = figureLook(m_settings, m_theme).width;
        asked && m_drawing.size.width() > *asked + 0.5)
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
    m_controls->setAutoFillBackground(false);
    m_form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    m_form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    m_form->setSpacing(m_theme.px(8));
    // Leave room for the window frame.
    const QSize room =
        (parentWidget() ? parentWidget()->screen()->availableSize() : QSize(1024, 700)) - QSize(20, 60);
    const bool narrow = room.width() < m_theme.px(600);
    m_columns->setStretch(0, narrow ? 2 : 3);
    m_columns->setStretch(1, narrow ? 3 : 2);
    m_columns->setDirection(narrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_controls->setMinimumWidth(narrow ? 0 : m_theme.px(310));
    m_scroll->setMinimumWidth(
        narrow ? 0 : m_controls->minimumWidth() + m_scroll->verticalScrollBar()->sizeHint().width());
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
    dialog->setDefaultSuffix(suffixOf(m_settings.format).mid(1));
    connect(dialog, &QFileDialog::fileSelected, m_file, &QLineEdit::setText);
    dialog->open();
}

std::optional<QByteArray> FigureDialog::drawn(FigureFormat format) {
    QProgressDialog progress(tr("Drawing %1 cells…").arg(m_drawing.cells), tr("Cancel"), 0,
                             static_cast<int>(m_drawing.cells) + 1, this);
    progress.setWindowModality(Qt::WindowModal);
    progress.setMinimumDuration(progressDelay);
    int done = 0;
    const QByteArray bytes = figureFile(m_drawing, format, m_settings.scale, [&](Index cells) {
        done += static_cast<int>(cells);
        progress.setValue(done);
        return !progress.wasCanceled();
    });
    if (progress.wasCanceled())
        return std::nullopt;
    return bytes;
}

void FigureDialog::copyImage() {
    if (const auto problem = scaleProblem(m_drawing, m_settings.scale))
        return showError(*problem);
    QGuiApplication::clipboard()->setImage(figureImage(m_drawing, m_settings.scale));
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
    return isImage() ? scaleProblem(m_drawing, m_settings.scale).value_or(QString()) : QString();
}

void FigureDialog::accept() {
    if (const QString problem = obstacle(); !problem.isEmpty())
        return showError(problem);
    if (QFileInfo::exists(file()) && std::exchange(m_toReplace, file()) != file())
        return showError(
            tr("%1 already exists; press Save again to replace it").arg(QFileInfo(file()).fileName()));
    const auto bytes = drawn(m_settings.format);
    if (!bytes)
        return showError(tr("Nothing was written"));
    if (const auto error = write_file(file().toStdString(), bytes->toStdString()))
        return showError(QString::fromStdString(error->message()));
    QDialog::accept();
}

} // namespace lab
