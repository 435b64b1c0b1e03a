// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/view_popover.h"

#include "core/base/number_format.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/lab_document.h"
#include "ui/look/theme.h"
#include "ui/plots/shared/colour_scale.h"
#include "ui/selection/selection.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/pill_button.h"

#include <QLabel>
#include <QScreen>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lab {

namespace {

constexpr double usualWeightLimit = 0.5; // that is offered

QList<QColor> swatchOf(Palette palette, bool onDark) {
    QList<QColor> colours;
    for (const QRgb each : ColourScale::stops(palette, onDark))
        colours += QColor::fromRgb(each);
    return colours;
}

} // namespace

ViewPopover::ViewPopover(LabDocument& document, const Selection& selection, const Theme& theme,
                         QWidget* parent)
    : PopupFrame(theme, parent), m_document(document), m_selection(selection), m_choices(theme),
      m_column(new QVBoxLayout(content())), m_heading(new QLabel(tr("Colours and numbers"), content())) {
    setAccessibleName(m_heading->text());
    m_column->addWidget(m_heading);
    addPalettes(tr("Weights"), weightPalettes(), &ViewSettings::weights);
    addPalettes(tr("Signed numbers"), signedPalettes(), &ViewSettings::ofSigned);
    addWeightRange();
    addRange();
    addDecimals();
    addNotation();
    addNormal();
    connect(&document, &LabDocument::viewChanged, this, &ViewPopover::refresh);
    connect(&document, &LabDocument::changed, this, &ViewPopover::refresh);
    connect(&theme, &Theme::changed, this, &ViewPopover::restyle);
    restyle();
    refresh();
}

QWidget* ViewPopover::addRow(const QString& caption) {
    auto* label = new QLabel(caption, content());
    auto* row = new QWidget(content());
    row->setAccessibleName(caption);
    auto* flow = new FlowLayout(row);
    flow->setContentsMargins({});
    m_captions.push_back(label);
    m_column->addWidget(label);
    m_column->addWidget(row);
    return row;
}

PillButton* ViewPopover::addChoice(QWidget* row, const QString& text, const std::function<void()>& choose,
                                   const std::function<bool()>& isSet) {
    PillButton* pill = m_choices.add(row, text, isSet);
    connect(pill, &QAbstractButton::clicked, this, choose);
    return pill;
}

void ViewPopover::addPalettes(const QString& caption, const std::vector<Palette>& palettes,
                              Palette ViewSettings::*setting) {
    QWidget* row = addRow(caption);
    for (const Palette palette : palettes) {
        PillButton* pill = addChoice(
            row, info(palette).name(),
            [this, setting, palette] {
                change([=](ViewSettings& settings) { settings.*setting = palette; });
            },
            [this, setting, palette] { return viewSettings(m_document.experiment()).*setting == palette; });
        m_palettes.emplace_back(pill, palette);
    }
}

void ViewPopover::addWeightRange() {
    QWidget* row = addRow(tr("Range of weights"));
    const auto add = [&](const QString& text, WeightRange range, const QString& hint) {
        PillButton* pill = addChoice(
            row, text,
            [this, range] {
                change([=](ViewSettings& settings) {
                    settings.weightRange = range;
                    settings.weightLimit = 1;
                });
            },
            [this, range] { return viewSettings(m_document.experiment()).weightRange == range; });
        pill->setToolTip(hint);
    };
    add(tr("automatic"), WeightRange::automatic,
        tr("0 to 1; logarithmic with more than %1 keys, whose weights are small").arg(mostKeysFrom0To1));
    add(tr("0 to 1"), WeightRange::unit, tr("The same range for all weights"));
    add(tr("0 to the largest"), WeightRange::largest, tr("For long sentences, whose weights are all small"));
    add(tr("logarithmic"), WeightRange::logarithmic,
        tr("From a thousandth of the largest weight to the largest, in equal ratios"));
    PillButton* fixed = addChoice(
        row, tr("0 to"), [this] { setWeightLimit(m_weightLimit->number()); },
        [this] { return viewSettings(m_document.experiment()).weightRange == WeightRange::fixed; });
    fixed->setToolTip(tr("The range entered beside this"));
    m_weightLimit = addLimit(row, tr("Range of weights"), [this](double number) { setWeightLimit(number); });
}

void ViewPopover::setWeightLimit(double limit) {
    change([limit](ViewSettings& settings) {
        settings.weightRange = WeightRange::fixed;
        settings.weightLimit = limit;
    });
}

NumberField* ViewPopover::addLimit(QWidget* row, const QString& name,
                                   const std::function<void(double)>& apply) {
    const auto problem = [](double number) {
        return number > 0 ? QString() : tr("The range must be a number above 0; unchanged");
    };
    auto* field = new NumberField(m_theme, {problem, 0, 6}, row);
    field->setAccessibleName(name);
    row->layout()->addWidget(field);
    connect(field, &NumberField::refused, this, &ViewPopover::refused);
    connect(field, &NumberField::entered, this, apply);
    return field;
}

void ViewPopover::addRange() {
    QWidget* row = addRow(tr("Range of signed numbers"));
    const auto add = [&](const QString& text, ColourRange range, const QString& hint) {
        PillButton* pill = addChoice(
            row, text,
            [this, range] {
                change([this, range](ViewSettings& settings) {
                    settings.range = range;
                    settings.colourLimit = range == ColourRange::fixed ? m_limit->number() : 1;
                });
            },
            [this, range] { return viewSettings(m_document.experiment()).range == range; });
        pill->setToolTip(hint);
    };
    add(tr("each matrix"), ColourRange::per_matrix, tr("Each matrix has its own range"));
    add(tr("shared"), ColourRange::shared, tr("One range for all matrices, so that colours can be compared"));
    add(tr("fixed ±"), ColourRange::fixed, tr("The range entered beside this"));
    m_limit = addLimit(row, tr("Colour range"), [this](double number) {
        change([number](ViewSettings& settings) {
            settings.range = ColourRange::fixed;
            settings.colourLimit = number;
        });
    });
}

void ViewPopover::addDecimals() {
    QWidget* row = addRow(tr("Decimals"));
    const auto add = [&](const QString& text, std::optional<int> decimals) {
        return addChoice(
            row, text,
            [this, decimals] { change([=](ViewSettings& settings) { settings.decimals = decimals; }); },
            [this, decimals] { return viewSettings(m_document.experiment()).decimals == decimals; });
    };
    add(tr("auto"), {})->setToolTip(tr("As many as fit each matrix"));
    for (int decimals = 0; decimals <= mostShownDecimals; ++decimals)
        add(QString::number(decimals), decimals);
}

void ViewPopover::addNotation() {
    QWidget* row = addRow(tr("Notation"));
    const auto add = [&](const QString& text, Notation notation) {
        addChoice(
            row, text, [this, notation] { setNotation(m_document, notation); },
            [this, notation] { return m_document.experiment().notation == notation; });
    };
    add(tr("tokens as rows (X W)"), Notation::rows);
    add(tr("tokens as columns (W X)"), Notation::columns);
}

void ViewPopover::addNormal() {
    m_normal = new PillButton(m_theme, PillButton::Kind::chip, tr("Reset"), content());
    m_normal->setSmall();
    m_normal->setToolTip(tr("Colours, range and decimals as in a new document"));
    m_column->addSpacing(0); // see restyle()
    m_column->addWidget(m_normal, 0, Qt::AlignLeft);
    connect(m_normal, &QAbstractButton::clicked, this,
            [this] { change([](ViewSettings& settings) { settings = {}; }); });
}

void ViewPopover::change(const std::function<void(ViewSettings&)>& how) {
    ViewSettings settings = viewSettings(m_document.experiment());
    how(settings);
    setViewSettings(m_document, settings);
}

/// The initial fixed range: the one shown now, to two digits.
double ViewPopover::usualColourLimit() const {
    const double colourLimit = sharedColourLimit(m_document, m_selection.head());
    const double number =
        colourLimit > 0 ? rounded(colourLimit, 1 - static_cast<int>(std::floor(std::log10(colourLimit)))) : 0;
    return number > 0 && std::isfinite(number) ? number : 1;
}

void ViewPopover::refresh() {
    if (!isVisible())
        return; // openAt() does it
    const ViewSettings settings = viewSettings(m_document.experiment());
    const bool fixed = settings.range == ColourRange::fixed;
    m_choices.refresh();
    m_limit->setEnabled(fixed);
    m_limit->setNumber(fixed ? settings.colourLimit : usualColourLimit());
    const bool hasWeightLimit = settings.weightRange == WeightRange::fixed;
    m_weightLimit->setEnabled(hasWeightLimit);
    m_weightLimit->setNumber(hasWeightLimit ? settings.weightLimit : usualWeightLimit);
    m_normal->setEnabled(settings != ViewSettings{});
}

void ViewPopover::restyle() {
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, m_theme.colours().muted);
    for (QLabel* each : m_captions) {
        each->setFont(m_theme.font(TextRole::small));
        each->setPalette(quiet);
        each->setContentsMargins(0, m_theme.px(6), 0, 0);
    }
    for (const auto& [pill, palette] : m_palettes)
        pill->setSwatch(swatchOf(palette, m_theme.colours().dark));
    m_heading->setFont(m_theme.font(TextRole::strong));
    const int margin = m_theme.px(14);
    m_column->setContentsMargins(margin, m_theme.px(10), margin, margin);
    m_column->itemAt(m_column->indexOf(m_normal) - 1)->spacerItem()->changeSize(0, m_theme.px(4));
    m_column->setSpacing(m_theme.px(5));
    for (QLayout* each : content()->findChildren<QLayout*>())
        each->setSpacing(m_theme.px(5));
    if (isVisible())
        place();
}

void ViewPopover::openAt(QPoint corner) {
    m_corner = corner;
    place();
    m_choices.refresh();
    m_choices.firstSet()->setFocus();
    show();
    refresh();
}

/// As large as its content, which scrolls if the screen is smaller.
void ViewPopover::place() {
    const QRect room = parentWidget()->screen()->availableGeometry().adjusted(2, 2, -2, -2);
    const QSize most = within(room.size());
    int width = std::min(content()->sizeHint().width(), most.width());
    int height = content()->heightForWidth(width);
    if (height > most.height()) {
        width = std::min(width + scrollBarWidth(), most.width());
        height = most.height();
    }
    QRect shape = around({width, height});
    shape.moveBottomRight(m_corner);
    placeIn(room, shape);
}

} // namespace lab
