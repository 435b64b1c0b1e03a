// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/explore/scale_controls.h"

#include "core/edits/rotary_frequencies.h"
#include "core/experiment/rotation.h"
#include "ui/document/edits/added_score_edits.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/lab_document.h"
#include "ui/look/theme.h"
#include "ui/pages/explore/list_field.h"
#include "ui/pages/explore/paints.h"
#include "ui/widgets/menus.h"
#include "ui/widgets/pill_button.h"
#include "ui/widgets/toggle_switch.h"

#include <QLabel>
#include <QLayout>
#include <QMenu>

#include <algorithm>
#include <array>
#include <cmath>

namespace lab {

namespace {

/// Models use 30 to 50, where the scores of a few small vectors hardly change. This one shows what it does.
constexpr double firstSoftcap = 5;

constexpr std::array layouts{RotaryLayout::interleaved, RotaryLayout::half};

/// The factors of linear scaling that are offered.
constexpr std::array linearFactors{2.0, 4.0, 8.0};

QString layoutText(RotaryLayout layout) {
    return layout == RotaryLayout::interleaved ? ScaleControls::tr("interleaved layout")
                                               : ScaleControls::tr("half layout");
}

QString layoutHint(RotaryLayout layout) {
    return layout == RotaryLayout::interleaved
               ? ScaleControls::tr("Interleaved: features 1 and 2 are rotated together, 3 and 4, and so on")
               : ScaleControls::tr(
                     "Half: the first of the rotated features and the first of their second half are "
                     "rotated together, and so on, as in Hugging Face’s Llama");
}

} // namespace

ScaleControls::ScaleControls(LabDocument& document, const Theme& theme, StageCard& card)
    : ControlRow(theme), m_document(document), m_scale(new ToggleSwitch(theme, tr("Scale by 1/√dₖ"), this)) {
    add(m_scale);
    m_more = new PillButton(theme, PillButton::Kind::plain, {}, this);
    m_more->setAccessibleName(tr("More about scaling"));
    m_more->setToolTip(tr("Rotary positions, softcap, ALiBi, and added scores, which can be painted"));
    add(m_more);
    fillMenu();
    m_number = addField(QStringLiteral("×"), tr("The factor applied to the scores"), {{}, 0, 6});
    keepRoom(m_number->parentWidget());
    addRotary();
    m_cap = addField(tr("softcap"), tr("The softcap: no scaled score goes beyond it"),
                     {[](double number) { return positiveProblem(tr("The softcap"), number); }, 0, 6});
    addBrush(card);
    connect(m_scale, &QAbstractButton::clicked, this,
            [this](bool on) { setScale(m_document, on ? std::nullopt : std::optional(1.0)); });
    connect(m_number, &NumberField::entered, this, [this](double scale) { setScale(m_document, scale); });
    connect(m_softcap, &QAction::triggered, this,
            [this](bool on) { setSoftcap(m_document, on ? std::optional(firstSoftcap) : std::nullopt); });
    connect(m_cap, &NumberField::entered, this, [this](double cap) { setSoftcap(m_document, cap); });
    connect(m_added, &QAction::triggered, this, [this](bool on) { setAddedScores(m_document, on); });
    connect(m_alibi, &QAction::triggered, this,
            [this](bool on) { setScoreBias(m_document, on ? ScoreBias::alibi : ScoreBias::none); });
}

/// The base, how many features turn, and which of them together.
void ScaleControls::addRotary() {
    m_base = addField(tr("rotary base"), tr("Base of the rotary positions"),
                      {[](double number) { return positiveProblem(tr("The base"), number); }, 0, 6});
    addFrequencies();
    m_turning = addField(tr("rotated features"), tr("How many features are rotated"),
                         {[this](double columns) { return turningProblem(columns); }, 2, 3});
    m_ofAll = new QLabel(m_turning->parentWidget());
    m_turning->parentWidget()->layout()->addWidget(m_ofAll);
    m_pairs = new PillButton(m_theme, PillButton::Kind::plain, {}, this);
    m_pairs->setSmall();
    m_pairs->setMenu(choiceMenu(m_pairs, layouts, layoutText, layoutHint,
                                [this](RotaryLayout layout) { setRotaryLayout(m_document, layout); }));
    add(m_pairs);
    connect(m_rotary, &QAction::triggered, this, [this](bool on) { setRotary(m_document, on); });
    connect(m_halves, &QAction::triggered, this, [this](bool on) {
        setRotaryLayout(m_document, on ? RotaryLayout::half : RotaryLayout::interleaved);
    });
    connect(m_turning, &NumberField::entered, this, [this](double columns) {
        const bool all = columns == static_cast<double>(dimensions(m_document.experiment()).d_k);
        setRotaryDims(m_document, all ? std::nullopt : std::optional(static_cast<Index>(columns)));
    });
    connect(m_base, &NumberField::entered, this, [this](double base) { setRotaryBase(m_document, base); });
}

/// How fast each pair turns: by the base, or as a list says, which the menu fills.
void ScaleControls::addFrequencies() {
    const auto counted = [](int count) {
        return count == 1 ? tr("1 frequency") : tr("%1 frequencies").arg(count);
    };
    m_frequencies = new ListField(m_theme, 14, counted, this);
    m_frequencies->setAccessibleName(tr("Rotary frequencies"));
    m_frequencies->setToolTip(tr("For each pair of rotated features, the angle in radians from one position "
                                 "to the next, with commas between"));
    add(m_frequencies);
    connect(m_frequencies, &NumberField::refused, this, &ControlRow::refused);
    connect(m_frequencies, &ListField::listEntered, this, [this](const std::vector<double>& list) {
        setRotaryFrequencies(m_document, list, tr("Rotary frequencies"));
    });
}

/// Where the frequencies come from: the base, or a list, which an entry fills.
void ScaleControls::fillFrequencies(QMenu& menu) {
    m_howFast = menu.addMenu(tr("Rotary frequencies"));
    m_howFast->setToolTipsVisible(true);
    const auto fill = [&](const QString& text, const QString& tip, auto frequencies) {
        QAction* action = m_howFast->addAction(text);
        action->setToolTip(tip);
        connect(action, &QAction::triggered, this, [this, text, frequencies] {
            setRotaryFrequencies(m_document, frequencies(m_document.experiment()),
                                 tr("Rotary frequencies: %1").arg(text));
        });
        return action;
    };
    m_ofBase = fill(tr("From the base"), tr("The base to the power of −2t/r for pair t of r/2"),
                    [](const Experiment&) { return std::vector<double>(); });
    m_ofBase->setCheckable(true);
    fill(tr("A list, as the base gives it"), tr("To be edited: a number for each pair"), frequencies_of_base);
    for (const double factor : linearFactors)
        fill(tr("Linear scaling by %1").arg(factor),
             tr("Those of the base divided by %1, as if positions were closer together").arg(factor),
             [factor](const Experiment& e) { return linear_frequencies(e, factor); });
    fill(tr("Llama 3.1’s scaling"),
         tr("Pairs that turn fewer than 4 times within 8192 positions are slowed down, at most by 8"),
         llama_frequencies);
}

/// In the order in which they act.
void ScaleControls::fillMenu() {
    auto* menu = new QMenu;
    menu->setToolTipsVisible(true);
    const auto add = [menu](const QString& text, const QString& tip) {
        QAction* action = menu->addAction(text);
        action->setToolTip(tip);
        action->setCheckable(true);
        return action;
    };
    m_rotary =
        add(tr("Rotary positions"), tr("Rotates queries and keys by their position before their product"));
    m_halves = add(tr("Rotary layout: half"), layoutHint(RotaryLayout::half));
    fillFrequencies(*menu);
    m_softcap = add(tr("Softcap"), tr("Keeps scaled scores between −c and c: x becomes c·tanh(x/c)"));
    m_alibi = add(tr("ALiBi"), tr("Lowers a score with the distance between key and query"));
    m_added =
        add(tr("Added scores"), tr("Adds a matrix of your own, shown with the weights; −∞ hides a key"));
    m_paintEntry =
        add(tr("Paint added scores"),
            tr("Adds a number that you choose where you click or drag over cells; Escape ends it"));
    m_more->setMenu(menu);
    for (QAction* each : {m_added, m_paintEntry}) {
        connect(menu, &QMenu::aboutToShow, this, [this, each, tip = each->toolTip()] {
            const Experiment& now = m_document.experiment();
            const QString problem = now.scores.additive.empty() ? addedScoresProblem(now, false) : QString();
            each->setEnabled(problem.isEmpty());
            each->setToolTip(problem.isEmpty() ? tip : problem);
        });
    }
}

/// Adds the brush for added scores. The brush's controls stay together on one line.
void ScaleControls::addBrush(StageCard& card) {
    m_value = addField({}, tr("The added score that is painted"), {{}, 0, 4, false, true});
    const auto pill = [this](const QString& text) {
        auto* made = new PillButton(m_theme, PillButton::Kind::choice, text, m_value->parentWidget());
        made->setSmall();
        return made;
    };
    m_paint = pill(tr("Paint"));
    addBefore(m_value, m_paint);
    m_infinity = pill(QStringLiteral("−∞"));
    m_value->parentWidget()->layout()->addWidget(m_infinity);
    m_paint->setToolTip(
        tr("Paint added scores: click or drag over cells, or over the names of rows and columns; "
           "Shift paints a block. A stroke that begins where the number is already added takes "
           "it away. Space paints with the keyboard, Escape ends it."));
    m_value->setToolTip(tr("What is added where you paint: a number, or −∞, which hides a key"));
    m_value->setNumber(m_finite);
    m_infinity->setAccessibleName(tr("Paint −∞"));
    m_infinity->setToolTip(tr("Paints −∞, which hides a key"));
    m_brush = new CellBrush(m_document, card,
                            addedPaint(m_document, card, [this] { return m_value->number(); }), this);
    const auto choose = [this](double value) {
        m_value->setNumber(value);
        m_infinity->setChecked(std::isinf(value));
        if (!std::isinf(value))
            m_finite = value;
    };
    connect(m_value, &NumberField::entered, this, choose);
    connect(m_infinity, &QAbstractButton::clicked, this,
            [this, choose](bool on) { choose(on ? -HUGE_VAL : m_finite); });
    connect(m_paint, &QAbstractButton::clicked, m_brush, &CellBrush::setOn);
    connect(m_paintEntry, &QAction::triggered, m_brush, &CellBrush::setOn);
    connect(m_brush, &CellBrush::toggled, this, [this] { refreshAdded(); });
    connect(m_brush, &CellBrush::messageRequested, this, &ControlRow::refused);
}

/// As soon as the brush is on, so that nothing moves at the first stroke.
void ScaleControls::refreshAdded() {
    const bool isAdded = !m_document.experiment().scores.additive.empty();
    m_added->setChecked(isAdded);
    m_paintEntry->setChecked(m_brush->isOn());
    m_paint->setChecked(m_brush->isOn());
    setShown(m_value, isAdded || m_brush->isOn());
}

void ScaleControls::setFolded(bool folded) {
    keepRoom(m_number->parentWidget(), !folded);
}

void ScaleControls::refresh() {
    const Scores& scores = m_document.experiment().scores;
    m_scale->setChecked(!scores.scale);
    setShown(m_number, scores.scale.has_value());
    if (scores.scale)
        m_number->setNumber(*scores.scale);
    m_rotary->setChecked(scores.rotary);
    m_alibi->setChecked(scores.bias == ScoreBias::alibi);
    m_softcap->setChecked(scores.softcap.has_value());
    refreshAdded();
    setShown(m_cap, scores.softcap.has_value());
    if (scores.softcap)
        m_cap->setNumber(*scores.softcap);
    refreshRotary();
}

void ScaleControls::refreshRotary() {
    const Scores& scores = m_document.experiment().scores;
    const bool hasList = !scores.rotary_frequencies.empty();
    setShown(m_base, scores.rotary && !hasList);
    m_base->setNumber(scores.rotary_base);
    m_frequencies->setVisible(scores.rotary && hasList);
    m_frequencies->setList(scores.rotary_frequencies);
    m_howFast->menuAction()->setVisible(scores.rotary && Rotation(m_document.experiment()).pairs() > 0);
    m_ofBase->setChecked(!hasList);
    m_halves->setVisible(scores.rotary);
    m_halves->setChecked(scores.rotary_layout == RotaryLayout::half);
    const Index d_k = dimensions(m_document.experiment()).d_k;
    setShown(m_turning, scores.rotary && d_k > 2); // of one pair there is no choice
    m_turning->setNumber(static_cast<double>(scores.rotary_dims.value_or(d_k)));
    m_ofAll->setText(tr("of %1").arg(d_k));
    const QString tip =
        tr("How many features of each head’s queries and keys are rotated by position, from the "
           "first on; the others stay as they are");
    m_turning->setToolTip(
        d_k % 2 == 0 ? tip : tr("%1. With %2, the last has no partner and stays").arg(tip).arg(d_k));
    m_ofAll->setToolTip(m_turning->toolTip());
    refreshLayout();
}

/// As wide for one layout as for the other, so that nothing moves when it is chosen.
void ScaleControls::refreshLayout() {
    const Scores& scores = m_document.experiment().scores;
    const Index pairs = Rotation(m_document.experiment()).pairs();
    const QString same = pairs == 1
                             ? tr("With two rotated features there is one pair, the same in both layouts")
                             : tr("A single feature has none to be rotated with");
    m_halves->setEnabled(pairs > 1);
    m_halves->setToolTip(pairs > 1 ? layoutHint(RotaryLayout::half) : same);
    m_pairs->setVisible(scores.rotary);
    m_pairs->setEnabled(pairs > 1);
    checkChoice(*m_pairs->menu(), layouts, scores.rotary_layout);
    int widest = 0;
    for (const RotaryLayout each : layouts) {
        m_pairs->setText(layoutText(each));
        widest = std::max(widest, m_pairs->sizeHint().width());
    }
    m_pairs->setMinimumWidth(widest);
    m_pairs->setText(layoutText(scores.rotary_layout));
    m_pairs->setAccessibleName(tr("Rotary layout: %1").arg(layoutText(scores.rotary_layout)));
    m_pairs->setToolTip(pairs > 1 ? layoutHint(scores.rotary_layout) : same);
    m_pairs->updateGeometry();
}

QString ScaleControls::turningProblem(double columns) const {
    const auto d_k = static_cast<double>(dimensions(m_document.experiment()).d_k);
    const bool isEven = std::fmod(columns, 2) == 0;
    if (columns == d_k || (isEven && columns >= 2 && columns < d_k))
        return {};
    return tr("Rotated features must be an even number from 2, or %1 for all; unchanged").arg(d_k);
}

} // namespace lab
