// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/compare/compare_page.h"

#include "core/analysis/setting_changes.h"
#include "core/base/covered.h"
#include "core/experiment/is_same.h"
#include "ui/document/edits/snapshot_edits.h"
#include "ui/document/lab_document.h"
#include "ui/look/theme.h"
#include "ui/pages/compare/changes_list.h"
#include "ui/pages/compare/compare_grid.h"
#include "ui/pages/compare/comparison_picker.h"
#include "ui/pages/matrix_warnings.h"
#include "ui/pages/page_choices.h"
#include "ui/pages/stale_veil.h"
#include "ui/plots/heatmap/matrix_heatmap.h"
#include "ui/plots/shared/head_colours.h"
#include "ui/plots/shared/stage_texts.h"
#include "ui/selection/selection.h"
#include "ui/text/short_text.h"
#include "ui/widgets/pill_button.h"

#include <QHBoxLayout>
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

constexpr std::size_t mostChanges = 6;
constexpr double pageRim = 12;

/// Whether there are several matrices, all with exactly the same numbers.
bool areAlike(const std::vector<VariantMatrix>& matrices) {
    const auto differs = [&](const VariantMatrix& each) {
        const Matrix& a = *matrices.front().content.matrix;
        const Matrix& b = *each.content.matrix;
        return a.rows() != b.rows() || a.cols() != b.cols() ||
               !std::equal(a.data(), a.data() + a.size(), b.data(), sameNumber);
    };
    return matrices.size() > 1 && std::ranges::none_of(matrices, differs);
}

/// Of matrices that are alike, as far as they are not covered.
QString saidOfAlike(const Matrix& numbers) {
    const auto isCovered = [](double number) { return is_covered(number); };
    if (numbers.size() > 0 && std::all_of(numbers.data(), numbers.data() + numbers.size(), isCovered))
        return ComparePage::tr("All these numbers are covered: whether they differ is not told.");
    return has_covered(numbers)
               ? ComparePage::tr(
                     "Identical where they are not covered: what varies makes no difference there.")
               : ComparePage::tr("Identical: what varies makes no difference to these numbers.");
}

/// The part of the comparison that a card shows.
Compared::Part partOf(std::size_t which) {
    return which == 0   ? Compared::Part::before
           : which == 1 ? Compared::Part::now
                        : Compared::Part::difference;
}

/// The ends of a card's colour scale: "from −0.64 to 0.64". A drag keeps those that the card had.
QString scaleText(const MatrixCard& card) {
    const ColourScale scale = card.heatmap().content().scale();
    return ComparePage::tr("from %1 to %2").arg(barEnd(scale, false), barEnd(scale, true));
}

QString notesOf(const HeatmapContent& content, StageId stage) {
    return matrixWarnings(content, stage).join(QLatin1Char('\n'));
}

} // namespace

ComparePage::ComparePage(LabDocument& document, Selection& selection, PageChoices& choices,
                         const Theme& theme, QWidget* parent)
    : ColumnPage(document, selection, theme, parent), m_choice(choices.comparison()),
      m_picker(new ComparisonPicker(document, choices.comparison(), theme)),
      m_choose(new PillButton(theme, PillButton::Kind::plain, {})), m_line(new QHBoxLayout),
      m_notes(new QLabel), m_problem(new QLabel), m_take(new QPushButton(tr("Take a snapshot"))),
      m_changes(new ChangesList(theme)), m_grid(new CompareGrid(theme, m_changes)),
      m_veil(new StaleVeil(
          document, [this](const QString& reason) { m_grid->setVeil(reason); }, this)) {
    setAccessibleName(tr("Compare"));
    build();
    connect(&m_choice, &ComparisonChoice::changed, this, [this] {
        m_picks = false;
        refreshIfVisible();
    });
    connect(m_choose, &QAbstractButton::clicked, this, [this] {
        m_picks = true;
        layOut();
    });
    connect(m_picker, &ComparisonPicker::refused, this, &ComparePage::refused);
    connect(m_take, &QPushButton::clicked, this, &ComparePage::snapshotWanted);
    connect(m_changes, &ChangesList::entryClicked, this, [this](int which) {
        const LargeChange& change = m_largest[static_cast<std::size_t>(which)];
        if (const auto cell = cellAt(2, {change.row, change.column}))
            m_selection.inspect(*cell);
    });
    connect(&selection, &Selection::inspectedChanged, this, &ComparePage::updateMarks);
    connect(&selection, &Selection::hoveredChanged, this, &ComparePage::updateMarks);
    connect(m_grid, &CompareGrid::cellHovered, this,
            [this](std::size_t which, std::optional<StoredCell> cell) {
                m_selection.setHovered(cell ? cellAt(which, *cell) : std::nullopt);
            });
    connect(m_grid, &CompareGrid::cellClicked, this, [this](std::size_t which, StoredCell cell) {
        if (const auto ref = cellAt(which, cell))
            m_selection.toggleInspected(*ref);
    });
    connect(m_grid, &CompareGrid::menuRequested, this, &ComparePage::showMenu);
    connect(m_grid, &CompareGrid::applyRequested, this, &ComparePage::use);
    restyle();
}

void ComparePage::build() {
    auto* column = new QVBoxLayout(&body());
    column->addWidget(m_picker);
    m_choose->setSmall();
    m_choose->setNeverElided();
    m_choose->setToolTip(tr("Compare with something else, or another stage"));
    for (QLabel* text : {m_notes, m_problem}) {
        text->setWordWrap(true);
        text->setTextFormat(Qt::PlainText);
    }
    m_line->addWidget(m_choose);
    m_line->addWidget(m_notes, 1);
    column->addLayout(m_line);
    column->addWidget(m_problem);
    column->addWidget(m_take, 0, Qt::AlignLeft);
    column->addWidget(m_grid);
    column->addStretch(1);
}

HeadIndex ComparePage::head() const {
    return info(m_choice.stage()).per_head ? m_selection.head() : 0;
}

/// The document at place `which`, holding `experiment`. It is replaced only if the experiment differs.
LabDocument& ComparePage::other(std::size_t which, const Experiment& experiment) {
    while (m_others.size() <= which) {
        m_others.push_back(std::make_unique<LabDocument>());
        m_others.back()->setKeptBytes(m_document.keptBytes());
        connect(m_others.back().get(), &LabDocument::computed, this, &ComparePage::refreshIfVisible);
        m_veil->watch(*m_others.back());
        m_others.back()->replace(experiment, {});
    }
    LabDocument& document = *m_others[which];
    if (!is_same(document.experiment(), experiment))
        document.replace(experiment, {});
    return document;
}

void ComparePage::dropOthers(std::size_t from) {
    m_others.resize(std::min(m_others.size(), from));
}

/// Frees what is shown: the next refresh() shows it again.
void ComparePage::forgetMatrices() {
    dropOthers(0);
    m_compared = {};
    m_matrices.clear();
    m_grid->use(0);
    m_shows = false;
}

/// For long sentences, saves memory: the documents compared with keep only the matrices of the shown stage
/// and head.
void ComparePage::keepOnlyShown() {
    const std::pair shown{m_choice.stage(), head()};
    if (std::exchange(m_othersShow, shown) != shown && !m_document.keepsEveryHead())
        dropOthers(0);
}

/// Whether the matrices of the variants are too large to be shown at once. With most of them there is another
/// one that says which cells are hidden, and old ones are shown until all of the new ones are there.
bool ComparePage::isTooLarge(const Variants& variants) {
    constexpr double heldForEach = 4;
    constexpr double share = 0.5; // of the budget: the document has its own matrices besides
    double bytes = 0;
    Index count = 0;
    const StageInfo& stage = info(m_choice.stage());
    for (const Variant& each : variants.list) {
        const Dimensions d = dimensions(each.experiment);
        const auto cells = static_cast<double>(length(stage.rows, d) * length(stage.columns, d));
        const std::size_t heads =
            shownHeads(each, m_choice.chosen().variation, m_choice.stage(), head()).size();
        bytes += static_cast<double>(heads) * heldForEach * sizeof(double) * cells;
        count += static_cast<Index>(heads);
    }
    const bool isTooLarge = bytes > share * m_document.keptBytes();
    const Dimensions d = dimensions(m_document.experiment());
    if (isTooLarge)
        say(tr("%1 matrices of %2 × %3 numbers need too much memory at once. Shorten the sentence, or "
               "compare "
               "with a snapshot.")
                .arg(count)
                .arg(length(stage.rows, d))
                .arg(length(stage.columns, d)),
            false);
    return isTooLarge;
}

void ComparePage::refresh() {
    m_shows = false;
    switch (m_choice.chosen().kind) {
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
    if (!m_shows) {
        m_veil->setFreshness(Freshness::current);
        showPicker();
    }
}

/// Shows `problem` instead of the cards. An empty `problem` shows the cards.
void ComparePage::say(const QString& problem, bool offersSnapshot) {
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    m_take->setVisible(offersSnapshot);
    m_grid->setVisible(problem.isEmpty());
    if (!problem.isEmpty()) {
        m_notes->hide();
        emit coloursShown({});
    }
}

void ComparePage::showNothing() {
    dropOthers(0);
    say(tr("Take a snapshot, keep editing, and see what changed. "
           "Or sweep one option above, and see the variants side by side."),
        true);
}

void ComparePage::showCompared() {
    const Snapshot kept = m_choice.chosen().kept;
    const Experiment& now = m_document.experiment();
    const QString name = shortText(kept.name);
    const StageId stage = m_choice.stage();
    const QString why = whyNotCompared(*kept.experiment, now, name, stage, head());
    say(why, false);
    if (!why.isEmpty())
        return;
    dropOthers(1);
    keepOnlyShown();
    Compared all = compared(other(0, *kept.experiment), m_document, name, stage, head());
    m_shows = true;
    m_veil->setFreshness(all.isWhole() && !all.difference.stale ? Freshness::current : Freshness::stale);
    if (!all.isWhole())
        return; // keep showing the previous result
    m_compared = std::move(all);
    m_largest = largest_changes(m_compared.numbers, mostChanges);
    m_grid->use(3);
    m_grid->fill(0, m_compared.before, name, notesOf(m_compared.before, stage));
    m_grid->fill(1, m_compared.now, tr("Now"), notesOf(m_compared.now, stage));
    // `inputs`: warnings specific to the stage are already on the other two cards.
    m_grid->fill(2, m_compared.difference, tr("Difference"), notesOf(m_compared.difference, StageId::inputs));
    QStringList changes;
    for (const LargeChange& each : m_largest)
        changes += changeText(m_compared, each);
    m_changes->setChanges(changes, has_covered(*m_compared.numbers.now));
    m_changes->show();
    QStringList settings;
    for (const Said& each : setting_changes(*kept.experiment, now))
        settings += QString::fromStdString(text_of(each));
    QStringList texts = unmatchedTexts(m_compared);
    if (!settings.isEmpty())
        texts.prepend(tr("From “%1” to now: %2.").arg(name, settings.join(QStringLiteral("; "))));
    const QString scales =
        tr("%1, the difference %2").arg(scaleText(m_grid->card(1)), scaleText(m_grid->card(2)));
    texts += tr("Colours: %1.").arg(scales);
    emit coloursShown(scales);
    if (!m_compared.before.sinkShares.empty() || !m_compared.now.sinkShares.empty())
        texts += tr("The difference is that of the keys’ weights, without what the sink takes.");
    m_notes->setText(texts.join(QLatin1Char(' ')));
    m_notes->show();
    layOut();
    updateMarks();
}

void ComparePage::showVariants() {
    const Variation variation = m_choice.chosen().variation;
    const StageId stage = m_choice.stage();
    say({}, false);
    Variants variants = variants_of(m_document.experiment(), variation);
    if (isTooLarge(variants))
        return forgetMatrices();
    dropOthers(variants.list.size());
    keepOnlyShown();
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
    m_veil->setFreshness(isWhole && !isStale ? Freshness::current : Freshness::stale);
    if (!isWhole)
        return;
    shareScale(matrices);
    m_variants = std::move(variants);
    m_matrices = std::move(matrices);
    m_grid->use(m_matrices.size());
    for (std::size_t i = 0; i < m_matrices.size(); ++i) {
        const VariantMatrix& each = m_matrices[i];
        const bool isPresent = m_variants.list[each.variant].is_present;
        const bool repeats = i > 0 && m_matrices[i - 1].variant == each.variant;
        m_grid->fill(i, each.content, each.title, notesOf(each.content, stage));
        MatrixCard& card = m_grid->card(i);
        card.setChosen(isPresent);
        card.header().setNote(isPresent ? tr("now") : QString());
        if (variation == Variation::heads && info(stage).per_head)
            card.header().setDot(headFill(each.head, m_theme.colours().panel));
        if (!isPresent && !repeats)
            m_grid->offer(i);
    }
    m_changes->hide();
    QStringList scales; // may be several: weights normalised by the sum are not on a 0 to 1 scale
    for (const MatrixCard* card : m_grid->cards())
        scales += scaleText(*card);
    scales.removeDuplicates();
    QString all;
    for (const QString& each : scales)
        all = all.isEmpty() ? each : tr("%1, or %2").arg(all, each);
    QStringList texts{tr("Colours: %1.").arg(all)};
    emit coloursShown(all);
    if (areAlike(m_matrices))
        texts.prepend(saidOfAlike(*m_matrices.front().content.matrix));
    if (!m_variants.left_out.empty())
        texts.prepend(QString::fromStdString(m_variants.left_out));
    m_notes->setText(texts.join(QLatin1Char(' ')));
    m_notes->show();
    layOut();
    updateMarks();
}

std::vector<MatrixCard*> ComparePage::cards() const {
    return m_shows ? m_grid->cards() : std::vector<MatrixCard*>();
}

void ComparePage::hideEvent(QHideEvent* event) {
    ColumnPage::hideEvent(event);
    if (event->spontaneous())
        return;
    emit coloursShown({});
    if (!is_empty(m_document.experiment()) && !m_document.keepsEveryHead())
        forgetMatrices();
}

void ComparePage::setPresented(bool presented) {
    if (std::exchange(m_presented, presented) == presented)
        return;
    m_picks = false;
    showPicker();
    refreshIfVisible();
}

/// Shows or folds the picker. It is folded once a presented page shows a comparison: the audience need not
/// see it.
void ComparePage::showPicker() {
    const CompareAgainst& chosen = m_choice.chosen();
    const bool isFolded = m_presented && m_shows && !m_picks;
    if (isFolded)
        m_choose->setText(tr("%1, %2: choose another")
                              .arg(stageTitle(m_choice.stage()), chosen.kind == Kind::variation
                                                                     ? variationTitle(chosen.variation)
                                                                     : shortText(chosen.kept.name)));
    m_choose->setVisible(isFolded);
    if (const QWidget* focused = window()->focusWidget();
        isFolded && focused && m_picker->isAncestorOf(focused))
        setFocus(Qt::OtherFocusReason); // otherwise Qt gives it to a card's menu, framed
    m_picker->setVisible(!isFolded);
}

/// While presenting: what is left of the screen.
QSize ComparePage::roomForCards() const {
    const int rim = m_theme.px(pageRim);
    const int width = viewport()->width() - 2 * rim;
    int height = viewport()->height() - headerHeight() - 2 * rim;
    const auto take = [&](const auto& item) {
        height -= body().layout()->spacing() +
                  (item.hasHeightForWidth() ? item.heightForWidth(width) : item.sizeHint().height());
    };
    if (!m_picker->isHidden())
        take(*m_picker);
    if (!m_line->isEmpty())
        take(*m_line);
    return {std::max(width, m_theme.px(100)), std::max(height, m_theme.px(100))};
}

void ComparePage::layOut() {
    showPicker();
    if (m_presented)
        return m_grid->layOutForClass(roomForCards(), m_choice.chosen().kind != Kind::variation);
    const int rim = m_theme.px(pageRim);
    m_grid->layOut(std::max(viewport()->width() - 2 * rim, m_theme.px(100)), viewport()->height());
}

void ComparePage::resizeEvent(QResizeEvent* event) {
    ColumnPage::resizeEvent(event);
    if (isVisible() && m_shows)
        layOut();
}

/// The document's cell that a cell of a card corresponds to; nullopt if there is none.
std::optional<CellRef> ComparePage::cellAt(std::size_t which, StoredCell cell) const {
    const Experiment& now = m_document.experiment();
    const StageId stage = m_choice.stage();
    const bool varies = m_choice.chosen().kind == Kind::variation;
    const auto found = varies ? std::optional(cell) : m_compared.toNow(partOf(which), cell);
    if (!found || !m_shows || lack_of(now, stage, head()) != Lack::nothing)
        return std::nullopt;
    const CellRef ref{stage, head(), found->row, found->column};
    return has_cell(now, ref) ? std::optional(ref) // or a variant with other sizes, or an outdated result
                              : std::nullopt;
}

void ComparePage::updateMarks() {
    if (!isVisible() || !m_shows)
        return;
    const bool varies = m_choice.chosen().kind == Kind::variation;
    const std::vector<MatrixCard*> cards = this->cards();
    for (std::size_t i = 0; i < cards.size(); ++i) {
        MatrixHeatmap& heatmap = cards[i]->heatmap();
        const auto here = [&](const std::optional<CellRef>& cell) -> std::optional<StoredCell> {
            if (!cell || cell->stage != m_choice.stage() || cell->head != head())
                return std::nullopt;
            const StoredCell now{cell->row, cell->column};
            const auto found = varies ? std::optional(now) : m_compared.fromNow(partOf(i), now);
            return found && heatmap.content().has(*found) ? found : std::nullopt;
        };
        HeatmapMarkSet marks;
        marks.inspected = here(m_selection.inspected());
        if (const auto hovered = here(m_selection.hovered()))
            marks.operands = {Block{hovered->row, hovered->column}};
        heatmap.setMarks(marks);
        if (m_presented && marks.inspected && !heatmap.shownPart().isEmpty())
            heatmap.reveal(*marks.inspected);
    }
}

std::optional<Figure> ComparePage::figure() const {
    const CompareAgainst& against = m_choice.chosen();
    if (!m_shows)
        return std::nullopt;
    if (against.kind == Kind::variation)
        return VariantsFigure{against.variation, m_choice.stage(), m_selection.head()};
    return CompareFigure{m_choice.stage(), m_selection.head(), against.kept};
}

void ComparePage::showMenu(std::size_t which, const QPoint& where) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (m_choice.chosen().kind == Kind::variation && !m_variants.list[m_matrices[which].variant].is_present) {
        menu->addAction(tr("Apply this variant"), this, [this, which] { use(which); });
        menu->addSeparator();
    }
    addCheckAction(*menu, m_choice.stage(), head());
    if (const auto shown = figure())
        addFigureActions(*menu, *shown);
    menu->popup(where);
}

void ComparePage::use(std::size_t which) {
    if (which >= m_matrices.size())
        return;
    const std::string name = m_variants.list[m_matrices[which].variant].name;
    becomeVariant(m_document, m_choice.chosen().variation, name);
}

void ComparePage::restyle() {
    ColumnPage::restyle();
    const int rim = m_theme.px(pageRim);
    body().layout()->setContentsMargins(rim, rim, rim, rim);
    body().layout()->setSpacing(m_theme.px(8));
    m_line->setSpacing(m_theme.px(8));
    m_grid->restyle();
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, m_theme.colours().muted);
    for (QLabel* text : {m_notes, m_problem}) {
        text->setPalette(quiet);
        text->setFont(m_theme.font(text == m_notes ? TextRole::small : TextRole::body));
    }
}

} // namespace lab
