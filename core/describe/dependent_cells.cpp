// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/describe/dependent_cells.h"

#include "core/describe/hidden_cells.h"
#include "core/experiment/normalizers.h"
#include "core/experiment/overrides.h"
#include "core/experiment/rotation.h"
#include "core/stages/03_qk_norm.h"
#include "core/stages/05_scaled_scores.h"
#include "core/stages/08_dropped_weights.h"

#include <algorithm>

namespace lab {

namespace {

class Spreading {
public:
    Spreading(const Experiment& experiment, const NumberAt& seed)
        : m_experiment(experiment), m_seed(seed), m_d(dimensions(experiment)), m_overrides(experiment),
          m_rotation(experiment), m_hidden(experiment, seed), m_concat_zeros(m_d.n_q, m_d.H * m_d.d_v) {
        if (may_hide(seed))
            m_as_is.emplace(experiment, std::nullopt);
    }

    std::vector<DependentMatrix> run() {
        for (const StageId stage : {StageId::inputs, StageId::source_inputs}) {
            if (has_stage(m_experiment, stage))
                (stage == StageId::inputs ? m_inputs : m_source) = inputs(stage);
        }
        CellSet concat = none(StageId::concat);
        for (HeadIndex head = 0; head < m_d.H; ++head) {
            const CellSet z = through_head(head);
            for (Index row = 0; row < m_d.n_q; ++row) {
                for (const Columns& run : z.row(row).runs())
                    concat.row(row).add(head * m_d.d_v + run.first, run.count);
            }
        }
        concat = kept(StageId::concat, 0, std::move(concat));
        kept(StageId::output, 0, output(concat));
        std::ranges::stable_sort(m_found, {}, &DependentMatrix::stage);
        return std::move(m_found);
    }

private:
    const ParameterCell* parameter_of_seed() const { return std::get_if<ParameterCell>(&m_seed); }
    static bool may_hide(const NumberAt& seed) {
        if (const auto* number = std::get_if<ParameterCell>(&seed))
            return number->id == ParameterId::additive;
        const StageId stage = std::get<CellRef>(seed).stage;
        return stage == StageId::scores || stage == StageId::scaled_scores || stage == StageId::masked_scores;
    }
    bool is_seed(ParameterId id) const { return parameter_of_seed() && parameter_of_seed()->id == id; }

    CellSet none(StageId stage) const {
        return {length(info(stage).rows, m_d), length(info(stage).columns, m_d)};
    }

    /// What remains without overridden cells, which is kept if it is not empty. A computed cell that is the
    /// beginning of all is added for the later stages, and not kept.
    CellSet kept(StageId stage, HeadIndex head, CellSet cells) {
        const auto overridden = overridden_cells(stage, head);
        if (overridden)
            cells.remove(*overridden);
        if (!cells.is_empty()) {
            const bool of_weights = stage == StageId::masked_scores || holds_weights(stage);
            m_found.push_back({stage, head, cells, overridden,
                               stage == StageId::scaled_scores ? m_hidden.in_scaled(head)
                               : of_weights                    ? m_hidden.in_masked(head)
                                                               : nullptr,
                               stage == StageId::dropped_weights ? m_dropped : nullptr});
        }
        if (const auto* cell = std::get_if<CellRef>(&m_seed);
            cell && cell->stage == stage && cell->head == head)
            cells.add(cell->row, cell->column);
        return cells;
    }

    DependentMatrix::Cells overridden_cells(StageId stage, HeadIndex head) const {
        std::shared_ptr<CellSet> cells;
        for (const Override* each : m_overrides.of(stage, head)) {
            if (!cells)
                cells = std::make_shared<CellSet>(none(stage));
            cells->add(each->row, each->column);
        }
        return cells;
    }

    CellSet inputs(StageId stage) {
        CellSet cells = none(stage);
        const bool of_source = stage == StageId::source_inputs;
        const Sequence& sequence = of_source ? *m_experiment.source : m_experiment.sequence;
        if (is_seed(ParameterId::E) && !has_given_inputs(m_experiment)) {
            const auto& [id, row, column] = *parameter_of_seed();
            const std::string word = distinct_tokens(m_experiment)[static_cast<std::size_t>(row)];
            for (Index i = 0; i < cells.rows(); ++i) {
                if (sequence.tokens[static_cast<std::size_t>(i)] == word)
                    cells.add(i, column);
            }
        } else if (is_seed(of_source ? ParameterId::X_source : ParameterId::X)) {
            cells.add(parameter_of_seed()->row, parameter_of_seed()->column);
        } else if (is_seed(ParameterId::position)) {
            const Index row = parameter_of_seed()->row - sequence.offset;
            if (row >= 0 && row < cells.rows())
                cells.add(row, parameter_of_seed()->column);
        }
        return kept(stage, 0, std::move(cells));
    }

    /// Whether the number may be one of the head's scores or weights, or belong to them.
    bool begins_in(HeadIndex head) const {
        const auto* cell = std::get_if<CellRef>(&m_seed);
        return cell ? cell->head == head : is_seed(ParameterId::additive) || is_seed(ParameterId::sink);
    }

    /// The outputs of a head.
    CellSet through_head(HeadIndex head) {
        const CellSet q = projected(StageId::queries, head), k = projected(StageId::keys, head),
                      v = projected(StageId::values, head);
        if (q.is_empty() && k.is_empty() && v.is_empty() && !begins_in(head) && !is_seed(ParameterId::W_O))
            return none(StageId::head_outputs);
        CellSet scores = none(StageId::scores);
        const PlaceSet keys = k.any_of_rows();
        for (Index row = 0; row < m_d.n_q; ++row) {
            if (q.row(row).is_empty())
                scores.row(row) = keys;
            else
                scores.row(row).add_all();
        }
        scores = kept(StageId::scores, head, std::move(scores));
        const CellSet scaled = kept(StageId::scaled_scores, head, scaled_scores(head, std::move(scores)));
        CellSet masked = scaled;
        masked.remove(*m_hidden.in_masked(head));
        masked = kept(StageId::masked_scores, head, std::move(masked));
        CellSet used = kept(StageId::weights, head, weights(head, masked));
        if (m_experiment.dropout) {
            m_dropped = dropped(head);
            used.remove(*m_dropped);
            used = kept(StageId::dropped_weights, head, std::move(used));
        }
        return kept(StageId::head_outputs, head, head_output(head, used, v));
    }

    /// Queries, keys or values of a head.
    CellSet projected(StageId stage, HeadIndex head) {
        CellSet cells = none(stage);
        add_parameter(stage, head, cells);
        if (has_inputs(m_experiment)) {
            const CellSet& x = inputs_of(m_experiment, stage) == StageId::inputs ? m_inputs : m_source;
            for (Index row = 0; row < cells.rows(); ++row) {
                if (x.row(row).is_empty())
                    continue;
                if (m_experiment.projection.kind == ProjectionKind::linear) {
                    cells.row(row).add_all();
                    continue;
                }
                for (Index column = 0; column < cells.columns(); ++column) {
                    if (x.contains(row, head * cells.columns() + column))
                        cells.add(row, column);
                }
            }
        }
        if (is_normalized(m_experiment, stage)) {
            for (Index row = 0; row < cells.rows(); ++row) {
                if (!cells.row(row).is_empty())
                    cells.row(row).add_all();
            }
            if (is_seed(gains_of(stage)))
                cells.add({0, parameter_of_seed()->column, cells.rows(), 1});
        }
        if (stage != StageId::values)
            turn(stage, cells);
        return kept(stage, head, std::move(cells));
    }

    /// What a weight, a bias or a given number changes in a head.
    void add_parameter(StageId stage, HeadIndex head, CellSet& cells) const {
        const ParameterCell* seed = parameter_of_seed();
        const auto fields = info(stage).fields;
        if (!seed || !is_projection(seed->id) || !is_read(m_experiment, seed->id) ||
            std::ranges::find(fields, info(seed->id).field) == fields.end())
            return;
        const Index width = projection_matrix(m_experiment.projection, seed->id)->cols();
        const Columns own = head_columns(width, info(seed->id).split, m_experiment.heads, head);
        const Index column = seed->column - own.first;
        if (column < 0 || column >= own.count)
            return;
        if (m_experiment.projection.kind == ProjectionKind::direct)
            cells.add(seed->row, column);
        else
            cells.add({0, column, cells.rows(), 1});
    }

    /// Adds the partners of columns that turn.
    void turn(StageId stage, CellSet& cells) const {
        const FirstPositions first = first_positions(m_experiment);
        const Index position = stage == StageId::queries ? first.query : first.key;
        for (Index row = 0; row < cells.rows(); ++row) {
            if (position + row == 0)
                continue;
            for (Index each = 0; each < m_rotation.pairs(); ++each) {
                const auto [a, b] = m_rotation.pair(each);
                if (cells.contains(row, a) || cells.contains(row, b)) {
                    cells.add(row, a);
                    cells.add(row, b);
                }
            }
        }
    }

    CellSet scaled_scores(HeadIndex head, CellSet cells) const {
        if (scale_factor(m_experiment.scores, m_d.d_k) == 0)
            cells = none(StageId::scaled_scores);
        if (const auto hidden = m_hidden.in_scaled(head))
            cells.remove(*hidden);
        if (is_seed(ParameterId::additive)) {
            const ParameterCell& seed = *parameter_of_seed();
            if (m_experiment.scores.additive.size() == 1 || seed.column / m_d.n_k == head)
                cells.add(seed.row, seed.column % m_d.n_k);
        }
        return cells;
    }

    CellSet weights(HeadIndex head, const CellSet& masked) const {
        if (normalizer(m_experiment).each_alone)
            return masked;
        const bool sinks = sink_of(m_experiment.normalization, head).has_value();
        const bool by_sink =
            sinks && is_seed(ParameterId::sink) &&
            (m_experiment.normalization.sink->cols() == 1 || parameter_of_seed()->column == head);
        CellSet cells = none(StageId::weights);
        for (Index row = 0; row < m_d.n_q; ++row) {
            if (masked.row(row).is_empty() && !by_sink)
                continue;
            const PlaceSet visible = m_hidden.visible(head, row);
            if (sinks || may_reveal(head, row) || !changes_alike(head, masked.row(row), visible))
                cells.row(row) = visible;
        }
        return cells;
    }

    /// Whether the number hides a key of that row now, which it need not do when it is another.
    bool may_reveal(HeadIndex head, Index row) const {
        return m_as_is && !(m_as_is->visible(head, row) == m_hidden.visible(head, row));
    }

    /// Whether a row keeps its weights because its visible scores change by the same amount.
    bool changes_alike(HeadIndex head, const PlaceSet& changing, const PlaceSet& visible) const {
        if (visible.count() == 1)
            return true;
        if (!(changing == visible))
            return false;
        const Scores& scores = m_experiment.scores;
        const bool is_shift = normalizer(m_experiment).ignores_common_shift();
        if (is_seed(ParameterId::b_K) && is_shift && !scores.qk_norm && !scores.softcap) {
            const Index width = m_experiment.projection.b_K->cols();
            const Index column = parameter_of_seed()->column -
                                 head_columns(width, Split::groups, m_experiment.heads, head).first;
            const std::optional<Index> pair = m_rotation.pair_of(column);
            if (!pair || m_rotation.frequency(*pair) == 0)
                return true;
        }
        const bool nothing_added = scores.bias == ScoreBias::none && scores.additive.empty();
        return (is_shift || nothing_added) && m_rotation.pairs() == 0 &&
               are_alike(StageId::keys, head, visible, std::nullopt);
    }

    /// Whether the keys or values of these tokens, or one feature of them, are the same whatever the numbers
    /// are: those of one word, wherever it stands.
    bool are_alike(StageId stage, HeadIndex head, const PlaceSet& tokens,
                   std::optional<Index> feature) const {
        if (!has_inputs(m_experiment) || has_given_inputs(m_experiment) ||
            m_experiment.embedding.position.kind != PositionKind::none)
            return false;
        const StageId x = inputs_of(m_experiment, stage);
        const auto differs = [&](const CellRef& cell) {
            return tokens.contains(cell.row) &&
                   (cell.stage == x ||
                    (cell.stage == stage && cell.head == head && (!feature || cell.column == *feature)));
        };
        if (const auto* seed = std::get_if<CellRef>(&m_seed); seed && differs(*seed))
            return false;
        const std::string* word = nullptr;
        for (Index each = 0; each < tokens.size(); ++each) {
            if (!tokens.contains(each))
                continue;
            const bool is_replaced = feature ? m_overrides.find({stage, head, each, *feature}) != nullptr
                                             : !m_overrides.of_row(stage, head, each).empty();
            if (is_replaced || !m_overrides.of_row(x, 0, each).empty())
                return false;
            const std::string& own = key_tokens(m_experiment)[static_cast<std::size_t>(each)];
            if (word && own != *word)
                return false;
            word = &own;
        }
        return true;
    }

    DependentMatrix::Cells dropped(HeadIndex head) const {
        auto cells = std::make_shared<CellSet>(none(StageId::dropped_weights));
        const Matrix keeps = kept_weights(*m_experiment.dropout, m_d, head, {0, 0, m_d.n_q, m_d.n_k});
        for (Index row = 0; row < m_d.n_q; ++row) {
            for (Index key = 0; key < m_d.n_k; ++key) {
                if (keeps(row, key) == 0)
                    cells->add(row, key);
            }
        }
        return cells;
    }

    /// The keys whose weights by which values are summed are not 0 whatever the numbers are.
    PlaceSet weighing(HeadIndex head, Index row) const {
        PlaceSet keys = m_hidden.visible(head, row);
        const auto replace = [&](StageId stage) {
            for (const Override* each : m_overrides.of_row(stage, head, row))
                each->value == 0 ? keys.remove(each->column) : keys.add(each->column);
            if (const auto* seed = std::get_if<CellRef>(&m_seed);
                seed && seed->stage == stage && seed->head == head && seed->row == row)
                keys.add(seed->column);
        };
        replace(StageId::weights);
        if (m_experiment.dropout) {
            keys.remove(m_dropped->row(row));
            replace(StageId::dropped_weights);
        }
        return keys;
    }

    /// Whether a row's weights that are not 0 have the same sum whatever the numbers are.
    bool has_constant_sum(HeadIndex head, Index row, const PlaceSet& weighing) const {
        if (!normalizer(m_experiment).sums_to_one() || sink_of(m_experiment.normalization, head) ||
            may_reveal(head, row))
            return false;
        const auto in_row = [&](const CellRef& cell) {
            return holds_weights(cell.stage) && cell.head == head && cell.row == row;
        };
        if (const auto* seed = std::get_if<CellRef>(&m_seed); seed && in_row(*seed))
            return false;
        return m_overrides.of_row(StageId::weights, head, row).empty() &&
               m_overrides.of_row(StageId::dropped_weights, head, row).empty() &&
               weighing == m_hidden.visible(head, row); // nothing is dropped
    }

    CellSet head_output(HeadIndex head, const CellSet& weights, const CellSet& values) {
        CellSet z = none(StageId::head_outputs);
        std::vector<PlaceSet> changing; // the tokens whose values change, for each feature
        for (Index feature = 0; feature < m_d.d_v; ++feature) {
            PlaceSet& tokens = changing.emplace_back(m_d.n_k);
            for (Index key = 0; key < m_d.n_k; ++key) {
                if (values.contains(key, feature))
                    tokens.add(key);
            }
        }
        for (Index row = 0; row < m_d.n_q; ++row) {
            const PlaceSet keys = weighing(head, row);
            const bool has_weights = !weights.row(row).is_empty();
            const bool is_constant = has_weights && has_constant_sum(head, row, keys);
            if (has_weights && !is_constant)
                z.row(row).add_all();
            for (Index feature = 0; feature < m_d.d_v && !(has_weights && !is_constant); ++feature) {
                const PlaceSet& tokens = changing[static_cast<std::size_t>(feature)];
                if ((has_weights && !are_alike(StageId::values, head, keys, feature)) ||
                    keys.intersects(tokens))
                    z.add(row, feature);
            }
            if (keys.is_empty())
                m_concat_zeros.add({row, head * m_d.d_v, 1, m_d.d_v});
        }
        note_zeros(StageId::head_outputs, head, head * m_d.d_v);
        return z;
    }

    /// Of overridden cells, which are 0 whatever the numbers are.
    void note_zeros(StageId stage, HeadIndex head, Index to_the_right) {
        for (const Override* each : m_overrides.of(stage, head)) {
            const Index column = each->column + to_the_right;
            each->value == 0 ? m_concat_zeros.add(each->row, column)
                             : m_concat_zeros.remove(each->row, column);
        }
    }

    CellSet output(const CellSet& concat) {
        const Projection& p = m_experiment.projection;
        if (!p.W_O)
            return concat;
        CellSet cells = none(StageId::output);
        note_zeros(StageId::concat, 0, 0);
        for (Index row = 0; row < m_d.n_q; ++row) {
            if (!concat.row(row).is_empty())
                cells.row(row).add_all();
            else if (is_seed(ParameterId::b_O) ||
                     (is_seed(ParameterId::W_O) && !m_concat_zeros.contains(row, parameter_of_seed()->row)))
                cells.add(row, parameter_of_seed()->column);
        }
        return cells;
    }

    const Experiment& m_experiment;
    NumberAt m_seed;
    Dimensions m_d;
    OverridesByCell m_overrides;
    Rotation m_rotation;
    HiddenCells m_hidden;
    std::optional<HiddenCells> m_as_is; ///< if the number may hide a key now
    CellSet m_inputs, m_source;         // those that change
    CellSet m_concat_zeros;             // 0 whatever the numbers are
    DependentMatrix::Cells m_dropped;   // of the head at work
    std::vector<DependentMatrix> m_found;
};

std::vector<StageBlock> blocks_of(const std::vector<DependentMatrix>& matrices) {
    std::vector<StageBlock> all;
    for (const DependentMatrix& each : matrices) {
        for (const Block& block : each.cells.blocks())
            all.push_back({each.stage, each.head, block});
    }
    return all;
}

} // namespace

std::vector<DependentMatrix> dependent_cells(const Experiment& experiment, const ParameterCell& cell) {
    return Spreading(experiment, cell).run();
}

std::vector<DependentMatrix> dependent_cells(const Experiment& experiment, const CellRef& cell) {
    if (is_sink_share(experiment, cell)) // it has no value to add
        return {};
    return Spreading(experiment, cell).run();
}

std::vector<StageBlock> dependents(const Experiment& experiment, const ParameterCell& cell) {
    return blocks_of(dependent_cells(experiment, cell));
}

std::vector<StageBlock> dependents(const Experiment& experiment, const CellRef& cell) {
    return blocks_of(dependent_cells(experiment, cell));
}

bool may_change_dependents(const Change& change) {
    return !change.block || change.field == Field::mask || change.field == Field::additive;
}

} // namespace lab
