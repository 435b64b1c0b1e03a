// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/explore/mask_controls.h"

#include "core/edits/masks.h"
#include "ui/document/edits/mask_edits.h"
#include "ui/document/edits/token_edits.h"
#include "ui/document/lab_document.h"
#include "ui/pages/explore/mask_brush.h"
#include "ui/widgets/pill_button.h"

#include <QLayout>
#include <QMenu>
#include <QMouseEvent>

#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace lab {

namespace {
constexpr Index firstWindow = 2; // a token and its neighbours
constexpr double widestWindow = 1e9;
constexpr TokenIndex mostKeys = 100; // limits the length of the menu
constexpr Index mostWidths = 12;

/// Offers the widths in a menu while the field is hidden. A width of as many keys as there are hides nothing,
/// so the list ends there.
void fillWidths(QMenu& menu, LabDocument& document) {
    menu.clear();
    const Experiment& experiment = document.experiment();
    const auto last = std::min(static_cast<Index>(key_tokens(experiment).size()), mostWidths);
    std::vector<Index> widths;
    for (Index width = 1; width <= last; ++width)
        widths.push_back(width);
    const std::optional<Index> present = experiment.mask.window;
    if (present && *present > last)
        widths.push_back(*present);
    for (const Index width : widths) {
        QAction* action =
            menu.addAction(QString::number(width), [&document, width] { setWindow(document, width); });
        action->setCheckable(true);
        action->setChecked(width == present);
    }
}
} // namespace

MaskControls::MaskControls(LabDocument& document, const Theme& theme, StageCard& card)
    : ControlRow(theme), m_document(document), m_none(addPill(tr("None"))), m_causal(addPill(tr("Causal"))) {
    m_none->setToolTip(tr("Every token attends to every token"));
    m_causal->setToolTip(tr("No token attends to a later one"));
    connect(m_none, &QAbstractButton::clicked, this, [this] {
        removeMasks(m_document);
        refresh(); // a click on the checked pill must not uncheck it
    });
    connect(m_causal, &QAbstractButton::clicked, this, [this](bool on) { setCausal(m_document, on); });
    addWindow();
    addPadding();
    addBrush(card);
    addMore();
    addWidth();
    add(m_clear);
}

void MaskControls::addWindow() {
    m_window = addPill(tr("Window"));
    m_window->setToolTip(tr("Each token attends only to near ones, before and after"));
    connect(m_window, &QAbstractButton::clicked, this,
            [this](bool on) { setWindow(m_document, on ? std::optional(firstWindow) : std::nullopt); });
}

/// Added after the pills, because it comes and goes. Its room is reserved.
void MaskControls::addWidth() {
    m_width = addField(QStringLiteral("w"), tr("Width of the window"),
                       {[](double number) {
                            return number >= 1 && number <= widestWindow && number == std::floor(number)
                                       ? QString()
                                       : tr("A window must be a whole number from 1; unchanged");
                        },
                        1, 3});
    m_width->setToolTip(tr("w: hides keys w or more positions from the query"));
    connect(m_width, &NumberField::entered, this,
            [this](double width) { setWindow(m_document, static_cast<Index>(width)); });
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
    m_brush = new MaskBrush(m_document, card, this);
    m_paint = addPill(tr("Paint"));
    m_paint->setToolTip(
        tr("Paint a mask of your own: click or drag over cells, or over the names of rows and "
           "columns; Shift paints a block. Space paints with the keyboard, Escape ends it."));
    m_clear = new PillButton(m_theme, PillButton::Kind::plain, tr("Clear"), this);
    m_clear->setSmall();
    m_clear->setAccessibleName(tr("Clear the painted mask"));
    connect(m_paint, &QAbstractButton::clicked, m_brush, &MaskBrush::setOn);
    connect(m_brush, &MaskBrush::toggled, this, [this](bool on) {
        m_paint->setChecked(on);
        fold();
    });
    connect(m_brush, &MaskBrush::messageRequested, this, &ControlRow::refused);
    connect(m_clear, &QAbstractButton::clicked, this, [this] { removeCustomMask(m_document); });
}

void MaskControls::addMore() {
    m_more = addPill({});
    m_more->setAccessibleName(tr("More masks"));
    m_more->setToolTip(tr("Window width, padding and painted mask"));
    auto* menu = new QMenu;
    menu->setToolTipsVisible(true);
    QMenu* widths = menu->addMenu(tr("Width of the window"));
    connect(widths, &QMenu::aboutToShow, this, [this, widths] { fillWidths(*widths, m_document); });
    menu->addAction(tr("Padding…"), this,
                    [this] { m_padding->menu()->popup(m_more->mapToGlobal(QPoint(0, m_more->height()))); })
        ->setToolTip(m_padding->toolTip());
    m_paintEntry = menu->addAction(tr("Paint"));
    m_paintEntry->setCheckable(true);
    m_paintEntry->setToolTip(m_paint->toolTip());
    connect(m_paintEntry, &QAction::triggered, m_brush, &MaskBrush::setOn);
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
    int width = -layout()->spacing();
    for (const QWidget* each : std::array<const QWidget*, 4>{m_none, m_causal, m_window, m_more})
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
    for (QWidget* each : {m_width->parentWidget(), static_cast<QWidget*>(m_clear)})
        keepRoom(each, !m_folded);
    setShown(m_width, mask.window && !m_folded);
    m_clear->setVisible(painted && !m_folded); // as soon as the brush is on, so that nothing moves later
}

void MaskControls::fillPadding() {
    QMenu& menu = *m_padding->menu();
    menu.clear();
    const Experiment& experiment = m_document.experiment();
    const auto count = static_cast<TokenIndex>(key_tokens(experiment).size());
    for (TokenIndex key = 0; key < std::min(count, mostKeys); ++key) {
        QString word = tokenText(experiment, keySide(experiment), key);
        QAction* action = menu.addAction(
            tr("%1  %2").arg(key + 1).arg(word.replace(QLatin1Char('&'), QLatin1String("&&"))));
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
    m_window->setChecked(mask.window.has_value());
    if (mask.window)
        m_width->setNumber(static_cast<double>(*mask.window));
    m_padding->setChecked(!mask.padding.empty());
    const Index hidden = mask.custom ? (mask.custom->array() == 0).count() : 0;
    m_clear->setEnabled(hidden > 0);
    m_clear->setToolTip(
        hidden == 1 ? tr("Shows the cell hidden by painting; other rules still apply")
                    : tr("Shows the %1 cells hidden by painting; other rules still apply").arg(hidden));
    fold();
}

} // namespace lab
