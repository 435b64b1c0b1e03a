// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/figure_form.h"

#include "core/edits/snapshots.h"
#include "core/lesson/lesson_step.h"
#include "ui/look/theme.h"
#include "ui/plots/heatmap/heatmap_metrics.h"
#include "ui/plots/shared/board_layout.h"
#include "ui/plots/shared/stage_texts.h"
#include "ui/widgets/pill_button.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QMenu>
#include <QSignalBlocker>

#include <algorithm>

namespace lab {

namespace {

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
        const bool isTold = !stage || std::ranges::find(stages, stage->stage) != stages.end();
        if (!compare && isTold && hasFigure(experiment, figure))
            figures.push_back(figure);
        for (std::size_t i = 0; compare && i < experiment.snapshots.size(); ++i) {
            const Snapshot& kept = experiment.snapshots[i];
            if (is_scene(kept) && has_same_numbers(*kept.experiment, experiment))
                continue; // it was kept for what it shows
            if (const Figure with = CompareFigure{compare->stage, 0, kept}; hasFigure(experiment, with))
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

FigureForm::FigureForm(const Experiment& experiment, const Theme& theme, const Figure& figure,
                       const FigureSettings& settings, std::vector<StageMarks> marks)
    : ExportForm(theme), m_figure(figure), m_settings(settings), m_marks(std::move(marks)) {
    addView(experiment);
    addHeads(experiment);
    addFormat();
    addPages(experiment);
    addPresets();
    addWidth();
    addShape();
    addLook();
}

void FigureForm::addView(const Experiment& experiment) {
    QWidget* row = addRow(tr("View"));
    m_figures = new PillButton(m_theme, PillButton::Kind::choice, QString(), row);
    auto* menu = new QMenu(m_figures);
    for (const Figure& figure : figuresOf(experiment, m_figure)) {
        const auto* stage = std::get_if<StageFigure>(&figure);
        if (std::holds_alternative<HeadsFigure>(figure))
            menu->addSeparator();
        QAction* action = menu->addAction(stage ? stageTitle(stage->stage) : figureTitle(experiment, figure));
        action->setData(figureName(figure));
        connect(action, &QAction::triggered, this,
                [this, figure] { choose(ofHead(figure, m_head->value() - 1)); });
    }
    m_figures->setMenu(menu);
    m_figures->setAccessibleName(tr("View"));
    row->layout()->addWidget(m_figures);
    m_head = new QSpinBox(row);
    m_head->setRange(1, static_cast<int>(experiment.heads.count));
    m_head->setPrefix(tr("head "));
    m_head->setAccessibleName(tr("Head"));
    m_head->setValue(static_cast<int>(headOf(m_figure).value_or(0)) + 1);
    m_head->setHidden(experiment.heads.count == 1);
    row->layout()->addWidget(m_head);
    connect(m_head, &QSpinBox::valueChanged, this, [this](int head) {
        m_figure = ofHead(m_figure, head - 1);
        emit changed();
    });
}

/// Which heads are on a sheet of them, at least one. In the order in which the page has them.
void FigureForm::addHeads(const Experiment& experiment) {
    constexpr HeadIndex most = 64; // more boxes would fill the dialog
    const HeadIndex count = experiment.heads.count;
    if (count == 1 || count > most)
        return;
    const auto* asked = std::get_if<HeadsFigure>(&m_figure);
    m_order = asked ? asked->order : std::vector<HeadIndex>();
    const std::size_t chosen = m_order.size();
    for (HeadIndex head = 0; head < count; ++head) {
        if (std::ranges::find(m_order, head) == m_order.end())
            m_order.push_back(head);
    }
    m_headsRow = addRow(tr("Heads"));
    for (HeadIndex head = 0; head < count; ++head) {
        auto* box = new QCheckBox(QString::number(head + 1), m_headsRow);
        const auto place = static_cast<std::size_t>(std::ranges::find(m_order, head) - m_order.begin());
        box->setChecked(chosen == 0 || place < chosen);
        box->setAccessibleName(tr("Head %1").arg(head + 1));
        m_headsRow->layout()->addWidget(box);
        m_heads.push_back(box);
        connect(box, &QCheckBox::toggled, this, [this, box](bool on) {
            if (!on && std::ranges::none_of(m_heads, &QCheckBox::isChecked))
                return box->setChecked(true);
            takeHeads();
            emit changed();
        });
    }
}

void FigureForm::takeHeads() {
    auto* sheet = std::get_if<HeadsFigure>(&m_figure);
    if (!sheet || m_heads.empty())
        return;
    sheet->order.clear();
    if (std::ranges::all_of(m_heads, &QCheckBox::isChecked) && std::ranges::is_sorted(m_order))
        return; // as they come
    for (const HeadIndex head : m_order) {
        if (m_heads[static_cast<std::size_t>(head)]->isChecked())
            sheet->order.push_back(head);
    }
}

void FigureForm::addFormat() {
    QWidget* row = addRow(tr("Format"));
    for (std::size_t i = 0; i < figureFormats().size(); ++i) {
        const auto format = static_cast<FigureFormat>(i);
        PillButton* choice = addChoice(
            row, QString::fromLatin1(info(format).name),
            [this, format] {
                m_settings.format = format;
                emit formatChosen();
            },
            [this, format] { return m_settings.format == format; });
        if (!info(format).hasPages)
            m_notForPages += choice;
    }
    m_scale = addNumber(row, tr("Scale"), tr(" px/pt"), FigureSettings::leastScale, FigureSettings::mostScale,
                        m_settings.scale);
    m_notForPages += m_scale;
}

void FigureForm::addPages(const Experiment& experiment) {
    m_stagesRow = addRow(tr("Stages"));
    for (const StageId id : boardStages(experiment)) {
        auto* box = new QCheckBox(stageTitle(id), m_stagesRow);
        box->setChecked(true);
        m_stagesRow->layout()->addWidget(box);
        m_stages.emplace_back(id, box);
        connect(box, &QCheckBox::toggled, this, [this] {
            takeHandout();
            emit changed();
        });
    }
    m_pagesRow = addRow(tr("Pages"));
    addSwitch(m_pagesRow, tr("fit on one page"), m_settings.onePage);
    if (!read_lesson(experiment).steps.empty())
        addLesson();
}

void FigureForm::addLesson() {
    m_lessonRow = addRow(tr("Lesson"));
    const auto add = [this](const QString& text, const QString& tip) {
        auto* box = new QCheckBox(text, m_lessonRow);
        box->setToolTip(tip);
        m_lessonRow->layout()->addWidget(box);
        connect(box, &QCheckBox::toggled, this, [this] {
            takeHandout();
            emit changed();
        });
        return box;
    };
    m_lesson = add(tr("as a lesson"), tr("Its steps and questions, with boxes and lines to write on"));
    m_solution = add(tr("with the solution"), tr("The numbers and the right options instead"));
}

void FigureForm::setSolutionOffered(bool offered) {
    m_isSolutionOffered = offered;
}

/// A handout shows the stages that are ticked, or the lesson.
void FigureForm::takeHandout() {
    auto* handout = std::get_if<HandoutFigure>(&m_figure);
    if (!handout)
        return;
    handout->leftOut.clear();
    for (const auto& [stage, box] : m_stages) {
        if (!box->isChecked())
            handout->leftOut.push_back(stage);
    }
    handout->isLesson = m_lesson && m_lesson->isChecked();
    handout->hasSolution = handout->isLesson && m_isSolutionOffered && m_solution->isChecked();
}

/// A preset is what the width and the shape say: a change of either of them shows another one, or none.
void FigureForm::addPresets() {
    QWidget* row = addRow(tr("Size for"));
    m_notForPages += row;
    const auto add = [&](const QString& text, FigurePreset which, const QString& tip) {
        const PresetSize& preset = *std::ranges::find(figurePresets, which, &PresetSize::preset);
        addChoice(
            row, text,
            [this, &preset] {
                m_settings.apply(preset);
                const QSignalBlocker quiet(m_millimetres); // it rounds
                m_millimetres->setValue(m_settings.millimetres);
            },
            [this, &preset] { return m_settings.isAs(preset); })
            ->setToolTip(tip);
    };
    add(tr("paper column"), FigurePreset::column, tr("85 mm wide"));
    add(tr("page"), FigurePreset::page, tr("180 mm wide"));
    add(tr("slide"), FigurePreset::slide, tr("16:9, filled"));
    add(tr("square"), FigurePreset::square, tr("1:1, filled"));
    m_custom = addChoice(
        row, tr("custom"), [] {},
        [this] {
            return std::ranges::none_of(figurePresets,
                                        [this](const PresetSize& each) { return m_settings.isAs(each); });
        });
    m_custom->setToolTip(tr("As the width and the shape below say"));
}

void FigureForm::addShape() {
    QWidget* row = addRow(tr("Shape"));
    m_notForPages += row;
    const auto add = [&](const QString& text, FigureSettings::Shape shape) {
        addChoice(
            row, text, [this, shape] { m_settings.shape = shape; },
            [this, shape] { return m_settings.shape == shape; });
    };
    add(tr("as its content"), FigureSettings::Shape::content);
    add(tr("16:9"), FigureSettings::Shape::wide);
    add(tr("1:1"), FigureSettings::Shape::square);
    QWidget* letters = addRow(tr("Font size"));
    m_fontSize = addNumber(letters, tr("Font size in points"), tr(" pt"), leastFontSize, mostFontSize,
                           m_settings.fontSize);
}

void FigureForm::addWidth() {
    using Width = FigureSettings::Width;
    QWidget* row = addRow(tr("Width"));
    m_notForPages += row;
    const auto add = [&](const QString& text, Width width) {
        addChoice(
            row, text, [this, width] { m_settings.width = width; },
            [this, width] { return m_settings.width == width; });
    };
    add(tr("automatic"), Width::content);
    add(tr("millimetres"), Width::millimetres);
    add(tr("pixels"), Width::pixels);
    m_millimetres = addNumber(row, tr("Width in millimetres"), tr(" mm"), FigureSettings::leastMillimetres,
                              FigureSettings::mostMillimetres, m_settings.millimetres);
    m_pixels = addNumber(row, tr("Width in pixels"), tr(" px"), FigureSettings::leastPixels,
                         FigureSettings::mostPixels, m_settings.pixels, 0);
}

void FigureForm::addLook() {
    using Background = FigureLook::Background;
    QWidget* background = addRow(tr("Background"));
    m_notForPages += background;
    const auto add = [&](const QString& text, Background which) {
        addChoice(
            background, text, [this, which] { m_settings.background = which; },
            [this, which] { return figureLook(m_settings, m_theme).background == which; });
    };
    add(tr("light"), Background::light);
    add(tr("dark"), Background::dark);
    add(tr("transparent"), Background::transparent);
    QWidget* shown = addRow(tr("Include"));
    addSwitch(shown, tr("numbers"), m_settings.numbers);
    m_colourBar = addSwitch(shown, tr("colour bar"), m_settings.colourBar);
    m_axisNames = addSwitch(shown, tr("axis labels"), m_settings.axisNames);
    m_marksBox = addSwitch(shown, tr("marks"), m_settings.marks);
    m_notForPages += m_marksBox;
    m_marksBox->setToolTip(tr("Frames what is inspected, as on the page"));
    QCheckBox* titled = addSwitch(shown, tr("title"), m_settings.title);
    m_cellsAsImage = addSwitch(shown, tr("rasterise cells"), m_settings.cellsAsImage);
    m_cellsAsImage->setToolTip(tr("Makes a smaller file that opens quickly; text and lines stay vector"));
    m_title = new QLineEdit(this);
    m_title->setAccessibleName(tr("Title"));
    m_title->setEnabled(m_settings.title);
    rows().addRow(tr("Title"), m_title);
    connect(titled, &QCheckBox::toggled, m_title, &QWidget::setEnabled);
    connect(m_title, &QLineEdit::textChanged, this, &FigureForm::changed);
}

void FigureForm::choose(const Figure& figure) {
    const QString before = figureName(m_figure);
    m_figure = figure;
    takeHandout();
    takeHeads();
    emit figureChosen(before);
    if (hasPages(figure) && !info(m_settings.format).hasPages) {
        m_settings.format = FigureFormat::pdf;
        emit formatChosen();
    }
    emit changed();
}

QString FigureForm::formatProblem() const {
    return hasPages(m_figure) && !info(m_settings.format).hasPages
               ? tr("A handout has pages: it is saved as PDF")
               : QString();
}

void FigureForm::setFormat(FigureFormat format) {
    m_settings.format = format;
    emit changed();
}

FigureLook FigureForm::look() const {
    const QString title = m_title->text().trimmed();
    FigureLook look = figureLook(m_settings, m_theme, title.isEmpty() ? std::nullopt : std::optional(title));
    if (m_settings.marks)
        look.marks = m_marks;
    if (hasPages(m_figure)) // for paper
        look.background = FigureLook::Background::light;
    return look;
}

void FigureForm::showDrawing(const FigureDrawing& drawing) {
    m_title->setPlaceholderText(drawing.title);
    m_figures->setText(drawing.title);
    m_choices.refresh();
    const bool inPixels = m_settings.width == FigureSettings::Width::pixels;
    m_pixels->setVisible(inPixels);
    m_millimetres->setVisible(!inPixels);
    m_millimetres->setEnabled(m_settings.width == FigureSettings::Width::millimetres);
    m_custom->setEnabled(m_custom->isChecked());
    const bool isShaped = m_settings.shape != FigureSettings::Shape::content;
    for (QWidget* each : m_notForPages) {
        if (rows().indexOf(each) >= 0)
            rows().setRowVisible(each, !hasPages(m_figure));
        else
            each->setVisible(!hasPages(m_figure));
    }
    const auto* handout = std::get_if<HandoutFigure>(&m_figure);
    const bool isLesson = handout && handout->isLesson;
    m_head->setEnabled(headOf(m_figure).has_value() && !isLesson);
    if (m_stagesRow) {
        rows().setRowVisible(m_stagesRow, hasPages(m_figure) && !isLesson);
        rows().setRowVisible(m_pagesRow, hasPages(m_figure));
    }
    if (m_lessonRow) {
        rows().setRowVisible(m_lessonRow, hasPages(m_figure));
        m_solution->setVisible(isLesson && m_isSolutionOffered);
    }
    if (m_headsRow)
        rows().setRowVisible(m_headsRow, std::holds_alternative<HeadsFigure>(m_figure));
    m_fontSize->setEnabled(!isShaped || hasPages(m_figure));
    m_fontSize->setToolTip(isShaped && !hasPages(m_figure) ? tr("In this shape, letters are as large as fit")
                                                           : QString());
    m_marksBox->setEnabled(hasMarks(m_figure, m_marks));
    const bool hasMatrix =
        !std::holds_alternative<LinksFigure>(m_figure) && !std::holds_alternative<StatisticsFigure>(m_figure);
    const bool isPlane = std::holds_alternative<GeometryFigure>(m_figure);
    m_colourBar->setEnabled(hasMatrix && !isPlane);
    m_axisNames->setEnabled(hasMatrix);
    m_cellsAsImage->setVisible(!isImage() && !hasPages(m_figure) && drawing.largest > manyCells);
}

} // namespace lab
