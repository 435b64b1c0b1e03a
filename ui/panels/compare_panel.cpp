// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/compare_panel.h"

#include "core/analysis/setting_changes.h"
#include "ui/document/lab_document.h"
#include "ui/document/snapshot_options.h"
#include "ui/panels/changes_list.h"
#include "ui/panels/compare_choice.h"
#include "ui/panels/matrix_notes.h"
#include "ui/plots/head_colours.h"
#include "ui/plots/matrix_heatmap.h"
#include "ui/selection.h"
#include "ui/theme.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/pill_button.h"

#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QResizeEvent>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace lab {

namespace {

using Kind = CompareAgainst::Kind;

constexpr int untilCompareVeiled = 200; // milliseconds
constexpr std::size_t mostChanges = 6;
constexpr int leastPixels = 3; // of a cell
constexpr double pageRim = 12, cardGap = 12;

/// As wide as its card wants to be, whatever text is in it.
class CardPlace : public QWidget {
public:
    using QWidget::QWidget;
    bool hasHeightForWidth() const override { return false; }
};

/// The partner of a row or column on one side, counted on the other.
std::optional<Index> partner(const Alignment& alignment, Index index, Index Alignment::Pair::*from,
                             Index Alignment::Pair::*to) {
    for (const Alignment::Pair& pair : alignment.pairs) {
        if (pair.*from == index)
            return pair.*to;
    }
    return std::nullopt;
}

std::optional<Index> placeOf(const Alignment& alignment, Index now) {
    const auto found = std::ranges::find(alignment.pairs, now, &Alignment::Pair::now);
    if (found == alignment.pairs.end())
        return std::nullopt;
    return found - alignment.pairs.begin();
}

/// "from −0.64 to 0.64", the ends of its colours.
QString scaleText(const HeatmapContent& content) {
    const ColourScale scale = content.scale();
    return ComparePanel::tr("from %1 to %2").arg(barEnd(scale, false), barEnd(scale, true));
}

/// How many rows cards of those sizes take, and how high they are together.
std::pair<int, int> flowed(const std::vector<QSize>& sizes, int room, int gap) {
    int rows = 0;
    int height = 0;
    int line = 0;
    int x = room + 1;
    for (const QSize& size : sizes) {
        if (x + size.width() > room) {
            height += line + (rows > 0 ? gap : 0);
            ++rows;
            line = 0;
            x = 0;
        }
        x += size.width() + gap;
        line = std::max(line, size.height());
    }
    return {rows, height + line};
}

} // namespace

ComparePanel::ComparePanel(LabDocument& document, Selection& selection, const Theme& theme, QWidget* parent)
    : Page(document, selection, theme, parent), m_choice(new CompareChoice(document, theme)),
      m_said(new QLabel), m_problem(new QLabel), m_take(new QPushButton(tr("Take a snapshot"))),
      m_field(new QWidget), m_changes(new ChangesList(theme)) {
    setAccessibleName(tr("Compare"));
    build();
    connect(m_choice, &CompareChoice::changed, this, &ComparePanel::refreshIfSeen);
    connect(m_choice, &CompareChoice::refused, this, &ComparePanel::refused);
    connect(m_take, &QPushButton::clicked, this, &ComparePanel::snapshotWanted);
    connect(m_changes, &ChangesList::asked, this, [this](int which) {
        const LargeChange& change = m_largest[static_cast<std::size_t>(which)];
        if (const auto cell = cellAt(2, {change.row, change.column}))
            m_selection.hold(*cell);
    });
    connect(&selection, &Selection::heldChanged, this, &ComparePanel::updateMarks);
    connect(&selection, &Selection::hoveredChanged, this, &ComparePanel::updateMarks);
    m_untilVeiled.setSingleShot(true);
    connect(&m_untilVeiled, &QTimer::timeout, this, [this] {
        for (MatrixCard* card : cards())
            card->heatmap().setVeil(tr("being computed …"));
    });
    restyle();
}

void ComparePanel::build() {
    auto* column = new QVBoxLayout(&body());
    column->addWidget(m_choice);
    for (QLabel* text : {m_said, m_problem}) {
        text->setWordWrap(true);
        text->setTextFormat(Qt::PlainText);
        column->addWidget(text);
    }
    column->addWidget(m_take, 0, Qt::AlignLeft);
    column->addWidget(m_field);
    column->addStretch(1);
    auto* flow = new FlowLayout(m_field);
    flow->setContentsMargins({});
    flow->addWidget(m_changes);
}

HeadIndex ComparePanel::head() const {
    return info(m_choice->stage()).per_head ? m_selection.head() : 0;
}

/// The document that holds that experiment, one for each place. Replaced only where it has become another.
LabDocument& ComparePanel::other(std::size_t which, const Experiment& experiment) {
    while (m_others.size() <= which) {
        m_others.push_back(std::make_unique<LabDocument>());
        connect(m_others.back().get(), &LabDocument::computed, this, &ComparePanel::refreshIfSeen);
        connect(m_others.back().get(), &LabDocument::outOfMemory, this, [this] {
            for (MatrixCard* card : cards())
                card->heatmap().setVeil(tr("too large for this machine’s memory"));
        });
        m_others.back()->replace(experiment, {});
    }
    LabDocument& document = *m_others[which];
    if (!is_same(document.experiment(), experiment))
        document.replace(experiment, {});
    return document;
}

void ComparePanel::dropOthers(std::size_t from) {
    m_others.resize(std::min(m_others.size(), from));
}

void ComparePanel::refresh() {
    m_choice->refresh();
    m_shows = false;
    switch (m_choice->chosen().kind) {
    case Kind::nothing:
        showNothing();
        break;
    case Kind::variation:
        showVariants();
        break;
    case Kind::snapshot:
    case Kind::opened:
    case Kind::file:
        showCompared();
        break;
    }
}

/// In place of the cards.
void ComparePanel::say(const QString& problem, bool offersSnapshot) {
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    m_take->setVisible(offersSnapshot);
    m_field->setVisible(problem.isEmpty());
    if (!problem.isEmpty())
        m_said->hide();
}

void ComparePanel::showNothing() {
    dropOthers(0);
    say(tr("There is no snapshot yet. Take one, go on editing, and see here what has become of the numbers. "
           "Or vary one thing above, and see the variants side by side."),
        true);
}

void ComparePanel::showCompared() {
    const Snapshot kept = m_choice->chosen().kept;
    const Experiment& now = m_document.experiment();
    const QString name = QString::fromStdString(kept.name);
    const StageId stage = m_choice->stage();
    const QString why = whyNotCompared(*kept.experiment, now, name, stage, head());
    say(why, false);
    if (!why.isEmpty())
        return;
    dropOthers(1);
    Compared all = compared(other(0, *kept.experiment), m_document, name, stage, head());
    m_shows = true;
    setAge(!all.isWhole() || all.difference.stale);
    if (!all.isWhole())
        return; // what was shown stays meanwhile
    m_compared = std::move(all);
    m_largest = largest_changes(m_compared.numbers, mostChanges);
    usePlaces(3);
    fill(0, m_compared.before, name, stage);
    fill(1, m_compared.now, tr("Now"), stage);
    fill(2, m_compared.difference, tr("Difference"), StageId::inputs);
    QStringList changes;
    for (const LargeChange& each : m_largest)
        changes += changeText(m_compared, each);
    m_changes->setChanges(changes);
    m_changes->show();
    QStringList settings;
    for (const std::string& each : setting_changes(*kept.experiment, now))
        settings += QString::fromStdString(each);
    QStringList texts = loneTexts(m_compared);
    if (!settings.isEmpty())
        texts.prepend(tr("From “%1” to now: %2.").arg(name, settings.join(QStringLiteral("; "))));
    texts += tr("Colours of all three: %1.").arg(scaleText(m_compared.difference));
    m_said->setText(texts.join(QLatin1Char(' ')));
    m_said->show();
    layOut();
    updateMarks();
}

void ComparePanel::showVariants() {
    const Variation variation = m_choice->chosen().variation;
    const StageId stage = m_choice->stage();
    say({}, false);
    Variants variants = variants_of(m_document.experiment(), variation);
    dropOthers(variants.list.size());
    std::vector<VariantMatrix> matrices;
    bool isWhole = true;
    bool isStale = false;
    for (std::size_t i = 0; i < variants.list.size(); ++i) {
        LabDocument& document =
            variants.list[i].is_present ? m_document : other(i, variants.list[i].experiment);
        for (const HeadIndex each : shownHeads(variants.list[i], variation, stage, head())) {
            matrices.push_back(variantMatrix(document, m_document, variants, variation, i, stage, each));
            isWhole = isWhole && matrices.back().content.matrix;
            isStale = isStale || matrices.back().content.stale;
        }
    }
    m_shows = true;
    setAge(!isWhole || isStale);
    if (!isWhole)
        return;
    shareScale(matrices);
    m_variants = std::move(variants);
    m_matrices = std::move(matrices);
    usePlaces(m_matrices.size());
    for (std::size_t i = 0; i < m_matrices.size(); ++i) {
        const VariantMatrix& each = m_matrices[i];
        const bool isPresent = m_variants.list[each.variant].is_present;
        const bool repeats = i > 0 && m_matrices[i - 1].variant == each.variant;
        fill(i, each.content, each.title, stage);
        Place& shown = place(i);
        shown.card->setChosen(isPresent);
        shown.card->header().setNote(isPresent ? tr("now") : QString());
        const bool byHead = variation == Variation::heads && info(stage).per_head;
        shown.card->header().setDot(byHead ? headColour(each.head) : QColor());
        shown.use->setVisible(!isPresent && !repeats);
    }
    m_changes->hide();
    QStringList texts{tr("Colours: %1.").arg(scaleText(m_matrices.front().content))};
    if (!m_variants.left_out.empty())
        texts.prepend(QString::fromStdString(m_variants.left_out));
    m_said->setText(texts.join(QLatin1Char(' ')));
    m_said->show();
    layOut();
    updateMarks();
}

ComparePanel::Place& ComparePanel::place(std::size_t which) {
    while (m_places.size() <= which) {
        Place made{new CardPlace(m_field), nullptr, nullptr};
        auto* column = new QVBoxLayout(made.whole);
        column->setContentsMargins({});
        column->setSpacing(0);
        made.card = new MatrixCard(m_theme, made.whole);
        made.use = new PillButton(m_theme, PillButton::Kind::plain, tr("Use this"), made.whole);
        made.use->setSmall();
        made.use->setToolTip(tr("Make the document this variant; undo takes that back"));
        column->addWidget(made.card);
        column->addWidget(made.use, 0, Qt::AlignLeft);
        column->addStretch();
        auto* flow = static_cast<FlowLayout*>(m_field->layout());
        flow->removeWidget(m_changes);
        flow->addWidget(made.whole);
        flow->addWidget(m_changes);
        m_places.push_back(made);
        connectCard(m_places.size() - 1);
    }
    return m_places[which];
}

void ComparePanel::connectCard(std::size_t which) {
    const Place& made = m_places[which];
    const MatrixHeatmap& heatmap = made.card->heatmap();
    connect(&heatmap, &MatrixHeatmap::cellHovered, this, [this, which](std::optional<StoredCell> cell) {
        m_selection.setHovered(cell ? cellAt(which, *cell) : std::nullopt);
    });
    connect(&heatmap, &MatrixHeatmap::cursorMoved, this, [this, which](StoredCell cell) {
        if (const auto ref = cellAt(which, cell))
            m_selection.setHovered(ref);
    });
    connect(&heatmap, &MatrixHeatmap::cellClicked, this, [this, which](StoredCell cell) {
        if (const auto ref = cellAt(which, cell))
            m_selection.toggleHeld(*ref);
    });
    connect(made.card, &MatrixCard::menuRequested, this,
            [this, which](const QPoint& where) { showMenu(which, where); });
    connect(made.use, &QAbstractButton::clicked, this, [this, which] { use(which); });
}

void ComparePanel::usePlaces(std::size_t count) {
    if (count > 0)
        place(count - 1);
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        Place& each = m_places[i];
        each.inUse = i < count;
        each.whole->setVisible(each.inUse);
        each.use->hide();
        each.card->setChosen(false);
        each.card->header().setNote({});
        each.card->header().setDot({});
    }
}

void ComparePanel::fill(std::size_t which, HeatmapContent content, const QString& title, StageId warns) {
    MatrixCard& card = *place(which).card;
    card.header().setTitle(title);
    card.setWarning(matrixNotes(content, warns).join(QLatin1Char('\n')));
    card.heatmap().setContent(std::move(content));
}

std::vector<MatrixCard*> ComparePanel::cards() const {
    std::vector<MatrixCard*> cards;
    for (const Place& each : m_places) {
        if (each.inUse && m_shows)
            cards.push_back(each.card);
    }
    return cards;
}

/// Numbers where the cards have room side by side, or one below the other on few screens; else colours side
/// by side, and where even those have no room, three thumbnails a row.
CardSize ComparePanel::cardSize(int room) const {
    const int gap = m_theme.px(cardGap);
    const int screen = viewport()->height();
    // `height` 0: side by side.
    const auto fits = [&](Density density, int height) {
        std::vector<QSize> sizes;
        int widest = 0;
        for (const MatrixCard* card : cards()) {
            sizes.push_back(card->sizeFor({density}));
            widest = std::max(widest, sizes.back().width());
        }
        const auto [rows, high] = flowed(sizes, room, gap);
        return widest <= room && (rows <= 1 || high <= height);
    };
    using Try = std::pair<Density, int>;
    for (const auto& [density, height] :
         {Try{Density::digits, 0}, Try{Density::two_decimals, 0}, Try{Density::digits, screen},
          Try{Density::two_decimals, 4 * screen}, Try{Density::large_colour, 0}, Try{Density::colour, 0},
          Try{Density::small_colour, 0}}) {
        if (fits(density, height))
            return {density};
    }
    const int thumbnail = (room - 2 * gap) / 3 - m_theme.px(10);
    const Index most = cards().front()->heatmap().content().mapping().shownColumns();
    if (thumbnail >= static_cast<int>(most) * leastPixels)
        return {Density::small_colour, thumbnail};
    return {Density::small_colour};
}

void ComparePanel::layOut() {
    const int rim = m_theme.px(pageRim);
    const int room = std::max(viewport()->width() - 2 * rim, m_theme.px(100));
    const CardSize size = cardSize(room);
    for (MatrixCard* card : cards()) {
        card->setCardSize(size);
        if (card->width() > room) // it pans inside
            card->setFixedSize(QSize(room, std::min(card->height(), viewport()->height())));
    }
    m_field->updateGeometry();
}

void ComparePanel::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    if (isVisible() && m_shows)
        layOut();
}

/// What is older than the document is veiled when nothing newer has come for a while.
void ComparePanel::setAge(bool isOld) {
    if (!isOld) {
        m_untilVeiled.stop();
        for (MatrixCard* card : cards())
            card->heatmap().setVeil({});
    } else if (!m_untilVeiled.isActive()) {
        m_untilVeiled.start(untilCompareVeiled);
    }
}

std::optional<StoredCell> ComparePanel::toNow(std::size_t which, StoredCell cell) const {
    if (m_choice->chosen().kind == Kind::variation || which == 1)
        return cell;
    const auto& [rows, columns] = m_compared.numbers.alignment;
    if (which == 2) {
        const auto in = [](const Alignment& axis, Index index) {
            return static_cast<std::size_t>(index) < axis.pairs.size();
        };
        if (!in(rows, cell.row) || !in(columns, cell.column))
            return std::nullopt;
        return StoredCell{rows.pairs[static_cast<std::size_t>(cell.row)].now,
                          columns.pairs[static_cast<std::size_t>(cell.column)].now};
    }
    using Pair = Alignment::Pair;
    const auto row = partner(rows, cell.row, &Pair::before, &Pair::now);
    const auto column = partner(columns, cell.column, &Pair::before, &Pair::now);
    return row && column ? std::optional(StoredCell{*row, *column}) : std::nullopt;
}

std::optional<StoredCell> ComparePanel::fromNow(std::size_t which, StoredCell cell) const {
    if (m_choice->chosen().kind == Kind::variation || which == 1)
        return cell;
    const auto& [rows, columns] = m_compared.numbers.alignment;
    using Pair = Alignment::Pair;
    const auto along = [which](const Alignment& axis, Index now) {
        return which == 2 ? placeOf(axis, now) : partner(axis, now, &Pair::now, &Pair::before);
    };
    const auto row = along(rows, cell.row);
    const auto column = along(columns, cell.column);
    return row && column ? std::optional(StoredCell{*row, *column}) : std::nullopt;
}

/// The cell of the document that a cell of a card stands for; none where it has none.
std::optional<CellRef> ComparePanel::cellAt(std::size_t which, StoredCell cell) const {
    const Experiment& now = m_document.experiment();
    const StageId stage = m_choice->stage();
    const auto found = toNow(which, cell);
    if (!found || !m_shows || lack_of(now, stage, head()) != Lack::nothing)
        return std::nullopt;
    const Dimensions d = dimensions(now);
    if (found->row >= length(info(stage).rows, d) || found->column >= length(info(stage).columns, d))
        return std::nullopt; // of a variant with other sizes, or of an older answer
    return CellRef{stage, head(), found->row, found->column};
}

void ComparePanel::updateMarks() {
    if (!isVisible() || !m_shows)
        return;
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        if (!m_places[i].inUse)
            continue;
        MatrixHeatmap& heatmap = m_places[i].card->heatmap();
        const auto here = [&](const std::optional<CellRef>& cell) -> std::optional<StoredCell> {
            if (!cell || cell->stage != m_choice->stage() || cell->head != head())
                return std::nullopt;
            const auto found = fromNow(i, {cell->row, cell->column});
            const HeatmapMapping mapping = heatmap.content().mapping();
            return found && found->row < mapping.rows && found->column < mapping.columns ? found
                                                                                         : std::nullopt;
        };
        HeatmapMarkSet marks;
        marks.held = here(m_selection.held());
        if (const auto hovered = here(m_selection.hovered()))
            marks.operands = {Block{hovered->row, hovered->column}};
        heatmap.setMarks(marks);
    }
}

std::optional<DrawnView> ComparePanel::picture() const {
    const CompareAgainst& against = m_choice->chosen();
    if (!m_shows || !isVisible())
        return std::nullopt;
    if (against.kind == Kind::variation)
        return VariantsPicture{against.variation, m_choice->stage(), m_selection.head()};
    return ComparePicture{m_choice->stage(), m_selection.head(), against.kept};
}

void ComparePanel::showMenu(std::size_t which, const QPoint& where) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (m_choice->chosen().kind == Kind::variation &&
        !m_variants.list[m_matrices[which].variant].is_present) {
        menu->addAction(tr("Use this variant"), this, [this, which] { use(which); });
        menu->addSeparator();
    }
    if (const auto view = picture()) {
        menu->addAction(tr("Save as figure…"), this, [this, view] { emit exportRequested(*view); });
        menu->addAction(tr("Copy as picture"), this, [this, view] { emit copyRequested(*view); });
    }
    menu->popup(where);
}

void ComparePanel::use(std::size_t which) {
    if (which >= m_matrices.size())
        return;
    const std::string name = m_variants.list[m_matrices[which].variant].name;
    becomeVariant(m_document, m_choice->chosen().variation, name);
}

void ComparePanel::restyle() {
    Page::restyle();
    const int rim = m_theme.px(pageRim);
    body().layout()->setContentsMargins(rim, rim, rim, rim);
    body().layout()->setSpacing(m_theme.px(8));
    m_field->layout()->setSpacing(m_theme.px(cardGap));
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, m_theme.colours().muted);
    for (QLabel* text : {m_said, m_problem}) {
        text->setPalette(quiet);
        text->setFont(m_theme.font(text == m_said ? TextRole::small : TextRole::body));
    }
}

} // namespace lab
