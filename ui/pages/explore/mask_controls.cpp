// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/explore/mask_controls.h"

#include "core/experiment/masks.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/edits/option_edits.h"
#include "ui/document/edits/token_edits.h"
#include "ui/document/lab_document.h"
#include "ui/pages/explore/paints.h"
#include "ui/widgets/pill_button.h"

#include <QLayout>
#include <QMenu>
#include <QMouseEvent>

#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace lab {

namespace {
constexpr Index firstNumber = 2; // a window of a token and its neighbours
constexpr double largestNumber = 1e9;
constexpr TokenIndex mostKeys = 100; // limits the length of the menu
constexpr Index mostNumbers = 12;
} // namespace

MaskControls::MaskControls(LabDocument& document, const Theme& theme, StageCard& card)
    : ControlRow(theme), m_document(document), m_none(addPill(tr("None"))), m_causal(addPill(tr("Causal"))) {
    m_none->setToolTip(tr("Every token attends to every token"));
    m_causal->setToolTip(
        tr("No token attends to a later one: a decoder predicts the next word, so no position "
           "may look at it"));
    connect(m_none, &QAbstractButton::clicked, this, [this] {
        removeMasks(m_document);
        refresh(); // a click on the checked pill must not uncheck it
    });
    connect(m_causal, &QAbstractButton::clicked, this, [this](bool on) { setCausal(m_document, on); });
    addNumbered(&Mask::window, {.pill = tr("Window"),
                                .tip = tr("Each token attends only to near ones, before and after"),
                                .letter = QStringLiteral("w"),
                                .name = tr("Width of the window"),
                                .hint = tr("w: hides keys w or more positions from the query"),
                                .problem = tr("A window must be a whole number from 1; unchanged"),
                                .set = tr("Window %1"),
                                .removed = tr("No window")});
    addPadding();
    addBrush(card);
    addMore();
    addFields();
    add(m_clear);
}

void MaskControls::addNumbered(std::optional<Index> Mask::*rule, const RuleTexts& texts) {
    PillButton* pill = addPill(texts.pill);
    pill->setToolTip(texts.tip);
    const auto set = [this, rule, texts](std::optional<Index> number) {
        setOption(
            m_document, [=](Experiment& experiment) { experiment.mask.*rule = number; },
            number ? texts.set.arg(*number) : texts.removed);
    };
    connect(pill, &QAbstractButton::clicked, this,
            [set](bool on) { set(on ? std::optional(firstNumber) : std::nullopt); });
    m_numbered.push_back({rule, texts, set, pill});
}

/// Added after the pills, because they come and go. Their room is reserved.
void MaskControls::addFields() {
    for (NumberedRule& each : m_numbered) {
        each.field =
            addField(each.texts.letter, each.texts.name,
                     {[problem = each.texts.problem](double number) {
                          return number >= 1 && number <= largestNumber && number == std::floor(number)
                                     ? QString()
                                     : problem;
                      },
                      1, 3});
        each.field->setToolTip(each.texts.hint);
        connect(each.field, &NumberField::entered, this,
                [set = each.set](double number) { set(static_cast<Index>(number)); });
    }
}

/// Offers the numbers in a menu while the field is hidden. A window of as many keys as there are hides
/// nothing, so the list ends there.
void MaskControls::fillNumbers(QMenu& menu, const NumberedRule& rule) const {
    menu.clear();
    const Experiment& experiment = m_document.experiment();
    const auto last = std::min(static_cast<Index>(key_tokens(experiment).size()), mostNumbers);
    std::vector<Index> numbers;
    for (Index number = 1; number <= last; ++number)
        numbers.push_back(number);
    const std::optional<Index> present = experiment.mask.*rule.value;
    if (present && *present > last)
        numbers.push_back(*present);
    for (const Index number : numbers) {
        QAction* action = menu.addAction(QString::number(number), [set = rule.set, number] { set(number); });
        action->setCheckable(true);
        action->setChecked(number == present);
    }
}

void MaskControls::addPadding() {
    m_padding = addPill(tr("Padding"));
    m_padding->setToolTip(tr("Keys that no token attends to"));
    auto* menu = new QMenu;
    menu->setToolTipsVisible(true);
    menu->installEventFilter(this);
    connect(menu, &QMenu::aboutToShow, this, &MaskControls::fillPadding);
    m_padding->setMenu(menu);
    m_padding->setCheckable(true);
}

void MaskControls::addBrush(StageCard& card) {
    m_brush = new CellBrush(m_document, card, maskPaint(m_document), this);
    m_paint = addPill(tr("Paint"));
    m_paint->setToolTip(
        tr("Paint a mask of your own: click or drag over cells, or over the names of rows and "
           "columns; Shift paints a block. Space paints with the keyboard, Escape ends it."));
    m_clear = new PillButton(m_theme, PillButton::Kind::plain, tr("Clear"), this);
    m_clear->setSmall();
    m_clear->setAccessibleName(tr("Clear the painted mask"));
    connect(m_paint, &QAbstractButton::clicked, m_brush, &CellBrush::setOn);
    connect(m_brush, &CellBrush::toggled, this, [this](bool on) {
        m_paint->setChecked(on);
        fold();
    });
    connect(m_brush, &CellBrush::messageRequested, this, &ControlRow::refused);
    connect(m_clear, &QAbstractButton::clicked, this, [this] { removeCustomMask(m_document); });
}

void MaskControls::addMore() {
    m_more = addPill({});
    m_more->setAccessibleName(tr("More masks"));
    m_more->setToolTip(tr("Window width, padding and painted mask"));
    auto* menu = new QMenu;
    menu->setToolTipsVisible(true);
    for (const NumberedRule& each : m_numbered) {
        QMenu* numbers = menu->addMenu(each.texts.name);
        connect(numbers, &QMenu::aboutToShow, this, [this, numbers, each] { fillNumbers(*numbers, each); });
    }
    menu->addAction(tr("Padding…"), this,
                    [this] { m_padding->menu()->popup(m_more->mapToGlobal(QPoint(0, m_more->height()))); })
        ->setToolTip(m_padding->toolTip());
    m_paintEntry = menu->addAction(tr("Paint"));
    m_paintEntry->setCheckable(true);
    m_paintEntry->setToolTip(m_paint->toolTip());
    connect(m_paintEntry, &QAction::triggered, m_brush, &CellBrush::setOn);
    m_clearEntry =
        menu->addAction(tr("Clear the painted mask"), this, [this] { removeCustomMask(m_document); });
    m_more->setMenu(menu);
    m_more->setCheckable(true); // checked while one of its masks is active
}

void MaskControls::setFolded(bool folded) {
    if (std::exchange(m_folded, folded) != folded)
        fold();
}

/// A single line when folded.
int MaskControls::leastWidth() const {
    if (!m_folded)
        return ControlRow::leastWidth();
    std::vector<const QWidget*> pills{m_none, m_causal, m_more};
    for (const NumberedRule& each : m_numbered)
        pills.push_back(each.pill);
    int width = -layout()->spacing();
    for (const QWidget* each : pills)
        width += each->sizeHint().width() + layout()->spacing();
    return width;
}

/// Active masks do not change the size of the card, folded or not. Pills that are folded are in the menu.
void MaskControls::fold() {
    const Mask& mask = m_document.experiment().mask;
    const bool painted = mask.custom || m_brush->isOn();
    m_padding->setVisible(!m_folded);
    m_paint->setVisible(!m_folded);
    m_more->setVisible(m_folded);
    m_more->setChecked(!mask.padding.empty() || painted);
    m_paintEntry->setChecked(m_brush->isOn());
    m_clearEntry->setEnabled(m_clear->isEnabled());
    keepRoom(m_clear, !m_folded);
    for (const NumberedRule& each : m_numbered) {
        keepRoom(each.field->parentWidget(), !m_folded);
        setShown(each.field, mask.*each.value && !m_folded);
    }
    m_clear->setVisible(painted && !m_folded); // as soon as the brush is on, so that nothing moves later
}

void MaskControls::fillPadding() {
    QMenu& menu = *m_padding->menu();
    menu.clear();
    const Experiment& experiment = m_document.experiment();
    const auto count = static_cast<TokenIndex>(key_tokens(experiment).size());
    const Index first = first_positions(experiment).key;
    for (TokenIndex key = 0; key < std::min(count, mostKeys); ++key) {
        QString word = tokenText(experiment, keySide(experiment), key);
        QAction* action = menu.addAction(
            tr("%1  %2").arg(first + key + 1).arg(word.replace(QLatin1Char('&'), QLatin1String("&&"))));
        action->setCheckable(true);
        action->setChecked(is_padding(experiment.mask, key));
        connect(action, &QAction::triggered, this,
                [this, key](bool hidden) { setPadding(m_document, key, hidden); });
    }
    if (count > mostKeys)
        menu.addAction(tr("For more keys, right-click their tokens"))->setEnabled(false);
}

/// Keeps the menu open while keys are ticked with the mouse: padding is rarely a single key.
bool MaskControls::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::MouseButtonRelease) {
        auto* menu = static_cast<QMenu*>(watched);
        QAction* action = menu->actionAt(static_cast<QMouseEvent*>(event)->position().toPoint());
        if (action && action->isEnabled()) {
            action->trigger();
            return true;
        }
    }
    return ControlRow::eventFilter(watched, event);
}

void MaskControls::refresh() {
    const Mask& mask = m_document.experiment().mask;
    m_none->setChecked(!has_mask(mask));
    m_causal->setChecked(mask.causal);
    for (const NumberedRule& each : m_numbered) {
        const std::optional<Index> number = mask.*each.value;
        each.pill->setChecked(number.has_value());
        if (number)
            each.field->setNumber(static_cast<double>(*number));
    }
    m_padding->setChecked(!mask.padding.empty());
    const Index hidden = mask.custom ? (mask.custom->array() == 0).count() : 0;
    m_clear->setEnabled(hidden > 0);
    m_clear->setToolTip(
        hidden == 1 ? tr("Shows the cell hidden by painting; other rules still apply")
                    : tr("Shows the %1 cells hidden by painting; other rules still apply").arg(hidden));
    fold();
}

} // namespace lab
