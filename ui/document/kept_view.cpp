// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/kept_view.h"

#include "ui/document/cover.h"
#include "ui/document/view/view_json.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

constexpr const char* pageEntry = "page";
constexpr const char* headEntry = "head";
constexpr const char* aloneEntry = "card";
constexpr const char* inspectedEntry = "inspected";
constexpr const char* learnEntry = "learn";
constexpr const char* geometryEntry = "geometry";
constexpr const char* coveredEntry = "covered";
constexpr const char* cellEntry = "cell";
constexpr const char* parameterEntry = "parameter";
constexpr const char* tokenEntry = "token";
constexpr std::string_view sourceName = "source";
constexpr double mostIndex = 1e9;
constexpr std::size_t mostBlocks = 512; // each is looked at for every cell that is shown

/// A whole number of at least `least`; `missing` if there is no such field.
std::optional<Index> indexIn(const ViewJson* object, const char* key, std::optional<Index> missing,
                             Index least = 0) {
    const ViewJson* field = fieldOf(object, key);
    if (!field)
        return missing;
    if (!field->is_number())
        return std::nullopt;
    const auto number = field->get<double>();
    const bool whole = number >= static_cast<double>(least) && number <= mostIndex;
    return whole && number == std::floor(number) ? std::optional(static_cast<Index>(number)) : std::nullopt;
}

std::optional<CellRef> cellIn(const ViewJson* object) {
    const auto stage = stage_named(textOf(object, "stage"));
    const auto head = indexIn(object, "head", 0);
    const auto row = indexIn(object, "row", {});
    const auto column = indexIn(object, "column", {});
    if (!stage || !head || !row || !column)
        return std::nullopt;
    return CellRef{*stage, *head, *row, *column};
}

std::optional<StageBlock> blockIn(const ViewJson* object) {
    const std::optional<CellRef> first = cellIn(object);
    const auto rows = indexIn(object, "rows", 1, 1);
    const auto columns = indexIn(object, "columns", 1, 1);
    if (!first || !rows || !columns)
        return std::nullopt;
    return StageBlock{first->stage, first->head, {first->row, first->column, *rows, *columns}};
}

std::optional<ParameterCell> numberIn(const ViewJson* object) {
    const auto all = all_parameters();
    const auto found = std::ranges::find(all, textOf(object, "name"), &ParameterInfo::name);
    const auto row = indexIn(object, "row", {});
    const auto column = indexIn(object, "column", {});
    if (found == all.end() || !row || !column)
        return std::nullopt;
    return ParameterCell{found->id, *row, *column};
}

bool hasNumber(const Experiment& experiment, const ParameterCell& cell) {
    const MatrixPtr matrix = parameter(experiment, cell.id);
    return matrix && cell.row < matrix->rows() && cell.column < matrix->cols();
}

bool hasToken(const Experiment& experiment, const KeptToken& token) {
    const Dimensions d = dimensions(experiment);
    return token.side == Side::sentence ? token.token < d.n_q : experiment.source && token.token < d.n_k;
}

/// Reads what is inspected. False: some of it is wrong or is not there.
bool readInspected(const ViewJson* entries, const Experiment& experiment, KeptView& kept) {
    if (!entries->is_object())
        return false;
    bool isRight = true;
    if (const ViewJson* entry = fieldOf(entries, tokenEntry)) {
        const auto index = indexIn(entry, "index", {});
        const KeptToken token{index.value_or(0),
                              textOf(entry, "side") == sourceName ? Side::source : Side::sentence};
        if (index && hasToken(experiment, token)) {
            kept.token = token;
            return isRight;
        }
        isRight = false;
    }
    if (const ViewJson* entry = fieldOf(entries, cellEntry)) {
        kept.cell = cellIn(entry);
        if (!kept.cell || !has_cell(experiment, *kept.cell)) {
            kept.cell.reset();
            isRight = false;
        }
    }
    if (const ViewJson* entry = fieldOf(entries, parameterEntry)) {
        kept.parameter = numberIn(entry);
        if (!kept.parameter || !hasNumber(experiment, *kept.parameter)) {
            kept.parameter.reset();
            isRight = false;
        }
    }
    return isRight;
}

bool readCovered(const ViewJson& entries, const Experiment& experiment, KeptView& kept) {
    if (!entries.is_array())
        return false;
    bool isRight = true;
    for (const ViewJson& each : entries) {
        const std::optional<StageBlock> block = blockIn(&each);
        if (kept.covered.size() < mostBlocks && block && canCover(experiment, *block))
            kept.covered.push_back(*block);
        else
            isRight = false;
    }
    return isRight;
}

/// A stage without heads has none in its entry.
ViewJson cellEntries(StageId stage, HeadIndex head, Index row, Index column) {
    ViewJson cell = ViewJson::object();
    cell["stage"] = info(stage).name;
    if (head != 0)
        cell["head"] = head;
    cell["row"] = row;
    cell["column"] = column;
    return cell;
}

ViewJson inspectedEntries(const KeptView& kept) {
    ViewJson entries = ViewJson::object();
    if (kept.token) {
        entries[tokenEntry]["index"] = kept.token->token;
        if (kept.token->side == Side::source)
            entries[tokenEntry]["side"] = sourceName;
    }
    if (const auto& cell = kept.cell)
        entries[cellEntry] = cellEntries(cell->stage, cell->head, cell->row, cell->column);
    if (const auto& cell = kept.parameter) {
        ViewJson& number = entries[parameterEntry];
        number["name"] = info(cell->id).name;
        number["row"] = cell->row;
        number["column"] = cell->column;
    }
    return unlessEmpty(std::move(entries));
}

ViewJson coveredEntries(const KeptView& kept) {
    ViewJson entries;
    for (const StageBlock& each : kept.covered) {
        ViewJson block = cellEntries(each.stage, each.head, each.block.row, each.block.column);
        block["rows"] = each.block.rows;
        block["columns"] = each.block.columns;
        entries.push_back(std::move(block));
    }
    return entries;
}

class KeptViewText {
    Q_DECLARE_TR_FUNCTIONS(KeptView)
};

} // namespace

QString saidOfEntry(const QString& entry) {
    const auto is = [&](const char* key) { return entry == QLatin1String(key); };
    return is(pageEntry)        ? KeptViewText::tr("the page")
           : is(headEntry)      ? KeptViewText::tr("the head")
           : is(aloneEntry)     ? KeptViewText::tr("the card")
           : is(inspectedEntry) ? KeptViewText::tr("what is inspected")
           : is(learnEntry)     ? KeptViewText::tr("what is wanted of the weights")
           : is(geometryEntry)  ? KeptViewText::tr("the query or the axes of Geometry")
           : is(coveredEntry)   ? KeptViewText::tr("what is covered")
                                : entry;
}

ReadView keptView(const Experiment& experiment) {
    ReadView read;
    const ViewJson* view = experiment.view.get();
    KeptView& kept = read.kept;
    kept.film = filmView(experiment);
    const auto ignore = [&](const char* key) { read.ignored += QString::fromLatin1(key); };
    const std::string_view page = textOf(view, pageEntry);
    kept.page = QString::fromUtf8(page.data(), static_cast<qsizetype>(page.size()));
    if (page.empty() && fieldOf(view, pageEntry))
        ignore(pageEntry);
    if (page == learnEntry) {
        const ReadLearnView learn = learnView(experiment);
        kept.learn = learn.learn;
        if (!learn.isRight)
            ignore(learnEntry);
    }
    if (page == geometryEntry) {
        const ReadGeometryView geometry = geometryView(experiment);
        kept.geometry = geometry.geometry;
        if (!geometry.isRight)
            ignore(geometryEntry);
    }
    if (const auto head = indexIn(view, headEntry, 0); head && *head < dimensions(experiment).H)
        kept.head = *head;
    else
        ignore(headEntry);
    if (fieldOf(view, aloneEntry)) {
        kept.alone = stage_named(textOf(view, aloneEntry));
        if (!kept.alone || !has_stage(experiment, *kept.alone)) {
            kept.alone.reset();
            ignore(aloneEntry);
        }
    }
    if (const ViewJson* entries = fieldOf(view, inspectedEntry);
        entries && !readInspected(entries, experiment, kept))
        ignore(inspectedEntry);
    if (const ViewJson* entries = fieldOf(view, coveredEntry);
        entries && !readCovered(*entries, experiment, kept))
        ignore(coveredEntry);
    return read;
}

JsonPtr withKeptView(const JsonPtr& view, const KeptView& kept) {
    Experiment held; // withFilmView() reads nothing but its view
    held.view = view;
    held.view = withFilmView(held, kept.film);
    if (kept.learn)
        held.view = withLearnView(held.view, *kept.learn);
    if (kept.geometry)
        held.view = withGeometryView(held.view, *kept.geometry);
    ViewJson entries = objectOf(held.view.get());
    writeField(entries, pageEntry, kept.page.isEmpty() ? ViewJson() : ViewJson(kept.page.toStdString()));
    writeField(entries, headEntry, kept.head == 0 ? ViewJson() : ViewJson(kept.head));
    writeField(entries, aloneEntry, kept.alone ? ViewJson(info(*kept.alone).name) : ViewJson());
    writeField(entries, inspectedEntry, inspectedEntries(kept));
    writeField(entries, coveredEntry, coveredEntries(kept));
    return viewOf(std::move(entries));
}

} // namespace lab
