// SPDX-License-Identifier: GPL-3.0-or-later
//
// Right numbers in every arrangement are right, however many digits they show, and are said to be so
// arranged.
#include "core/analysis/diagnosis/checked_cells.h"
#include "core/analysis/diagnosis/diagnosis_words.h"
#include "core/analysis/diagnosis/judge.h"
#include "core/io/matrix_text.h"
#include "tests/support/diagnosed.h"
#include "tests/support/fatal_messages.h"
#include "tests/support/mistaken.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <optional>

using namespace lab;
using namespace lab::test;

namespace {

/// A single matrix, or one for each place in the first dimension.
using Arrays = std::vector<Matrix>;

/// What is handed in, in an arrangement; nullopt where the experiment has no such numbers. The experiment may
/// be changed before numbers are computed.
struct ArrangedCase {
    Arrangement arrangement;
    bool is_columns = false; ///< the document is in columns notation
    std::optional<Arrays> (*arrange)(const Experiment& e, const Oracle& oracle, Asked& asked);
};

Arrays heads_of_stage(const Experiment& e, const Oracle& oracle, StageId stage) {
    Arrays heads;
    for (HeadIndex head = 0; head < e.heads.count; ++head)
        heads.push_back(numbers_of(oracle, stage, head));
    return heads;
}

Matrix beside(const Arrays& all) {
    Matrix wide(all.front().rows(), 0);
    for (const Matrix& each : all) {
        Matrix next(wide.rows(), wide.cols() + each.cols());
        next << wide, each;
        wide = std::move(next);
    }
    return wide;
}

bool has_many_heads(const Experiment& e, const Asked& asked) {
    return info(asked.stage).per_head && e.heads.count > 1;
}

std::optional<Arrays> side_by_side(const Experiment& e, const Oracle& oracle, Asked& asked) {
    if (!has_many_heads(e, asked))
        return std::nullopt;
    return Arrays{beside(heads_of_stage(e, oracle, asked.stage))};
}

std::optional<Arrays> tokens_first(const Experiment& e, const Oracle& oracle, Asked& asked) {
    if (!has_many_heads(e, asked))
        return std::nullopt;
    const Arrays heads = heads_of_stage(e, oracle, asked.stage);
    Arrays tokens;
    for (Index row = 0; row < heads.front().rows(); ++row) {
        Matrix& token = tokens.emplace_back(e.heads.count, heads.front().cols());
        for (HeadIndex head = 0; head < e.heads.count; ++head)
            token.row(head) = heads[static_cast<std::size_t>(head)].row(row);
    }
    return tokens.size() > 1 ? std::optional(std::move(tokens)) : std::nullopt;
}

std::optional<Arrays> of_each_group(const Experiment& e, const Oracle& oracle, Asked& asked) {
    if (e.heads.kv_count == e.heads.count || e.heads.kv_count == 1)
        return std::nullopt;
    asked.stage = asked.head % 2 == 0 ? StageId::keys : StageId::values;
    // Numbers that somebody replaced in one head are not those of its group.
    if (!e.overrides.empty())
        return std::nullopt;
    Arrays groups;
    for (HeadIndex head = 0; head < e.heads.count; head += e.heads.count / e.heads.kv_count)
        groups.push_back(numbers_of(oracle, asked.stage, head));
    return groups;
}

std::optional<Arrays> fused(const Experiment& e, const Oracle& oracle, Asked& asked) {
    const Dimensions d = dimensions(e);
    if (d.n_q != d.n_k)
        return std::nullopt;
    Arrays all;
    for (const StageId stage : {StageId::queries, StageId::keys, StageId::values}) {
        for (Matrix& each : heads_of_stage(e, oracle, stage))
            all.push_back(std::move(each));
    }
    asked.stage = std::array{StageId::queries, StageId::keys,
                             StageId::values}[static_cast<std::size_t>(asked.head % 3)];
    return Arrays{beside(all)};
}

std::optional<Arrays> averaged(const Experiment& e, const Oracle& oracle, Asked& asked) {
    if (!has_many_heads(e, asked))
        return std::nullopt;
    const Arrays heads = heads_of_stage(e, oracle, asked.stage);
    Matrix sum = heads.front();
    for (std::size_t i = 1; i < heads.size(); ++i)
        sum += heads[i];
    return Arrays{sum / static_cast<double>(heads.size())};
}

std::optional<Arrays> batch_of_one(const Experiment&, const Oracle& oracle, Asked& asked) {
    const Matrix numbers = numbers_of(oracle, asked.stage, asked.head);
    if (numbers.rows() == 1)
        return std::nullopt; // n × 1 × d is 1 × 1 × d, which nobody can tell from d numbers
    Arrays rows;
    for (Index row = 0; row < numbers.rows(); ++row)
        rows.push_back(numbers.row(row));
    return rows;
}

std::optional<Arrays> as_columns(const Experiment&, const Oracle& oracle, Asked& asked) {
    return Arrays{numbers_of(oracle, asked.stage, asked.head).transpose()};
}

std::optional<Arrays> stand_ins(const Experiment&, const Oracle& oracle, Asked& asked) {
    asked.stage = StageId::masked_scores;
    Matrix numbers = numbers_of(oracle, asked.stage, asked.head);
    bool has_any = false;
    for (double& number : numbers.reshaped()) {
        if (std::isinf(number) && number < 0) {
            number = -1e9;
            has_any = true;
        }
    }
    return has_any ? std::optional(Arrays{numbers}) : std::nullopt;
}

std::string text_of_arrays(const Arrays& arrays, int decimals) {
    if (arrays.size() == 1)
        return bracketed(arrays.front(), "%.*e", decimals);
    std::string text = "[";
    for (const Matrix& each : arrays)
        text += (text.size() > 1 ? ", " : "") + bracketed(each, "%.*e", decimals);
    return text + "]";
}

bool is_beside_others(const Diagnosis& diagnosis) {
    return std::ranges::find(diagnosis.arrangement, Arrangement::fused) != diagnosis.arrangement.end();
}

} // namespace

Q_DECLARE_METATYPE(ArrangedCase)

class TestArrangements : public QObject {
    Q_OBJECT

private slots:
    void init() { make_messages_fatal(); }
    void right_data();
    void right();
    void wrong_data() { right_data(); }
    void wrong();
};

void TestArrangements::right_data() {
    QTest::addColumn<ArrangedCase>("arranged");
    const auto row = [](ArrangedCase each) {
        QTest::newRow(std::string(key_of(each.arrangement)).c_str()) << each;
    };
    row({Arrangement::side_by_side, false, side_by_side});
    row({Arrangement::tokens_first, false, tokens_first});
    row({Arrangement::of_each_group, false, of_each_group});
    row({Arrangement::fused, false, fused});
    row({Arrangement::averaged, false, averaged});
    row({Arrangement::batch_of_one, false, batch_of_one});
    row({Arrangement::as_columns, true, as_columns});
    row({Arrangement::stand_ins, false, stand_ins});
}

/// With 3 to 17 digits.
void TestArrangements::right() {
    QFETCH(ArrangedCase, arranged);
    RandomExperiments random(21);
    int count = 0, arranged_count = 0;
    for (int i = 0; i < 2 * many_experiments; ++i) {
        Experiment e = random.next();
        if (arranged.is_columns)
            e.notation = Notation::columns;
        const Oracle oracle(e);
        Asked asked = any_asked(random, e);
        const auto arrays = arranged.arrange(e, oracle, asked);
        if (!arrays || depends_on_rounding(e, oracle))
            continue;
        Index cells = 0;
        for (const Matrix& each : *arrays)
            cells += each.size();
        const bool is_empty_of_news = std::ranges::all_of(*arrays, is_mute);
        constexpr Index telling = 4;
        if (is_empty_of_news || cells < telling)
            continue;
        const int decimals = static_cast<int>(random.between(3, 17));
        const std::string text = text_of_arrays(*arrays, decimals);
        const PrintedArray given = read_printed_text(text, PastedNumbers::any).value();
        const auto diagnosis = judge(e, asked, given);
        QVERIFY2(diagnosis->is_right, (std::string(info(asked.stage).name) + ": " +
                                       text_of(diagnosis_words(e, *diagnosis, naming_in_files)) + " " + text)
                                          .c_str());
        // Each number is right where it stands. What stands beside them is not compared.
        using Cell = CheckedCells::Cell;
        const auto checked = checked_cells(e, given, *diagnosis);
        QVERIFY(checked && checked->expected.rows() == given.numbers.rows());
        QVERIFY2(std::ranges::count(checked->cells, Cell::wrong) == 0, text.c_str());
        QVERIFY(is_beside_others(*diagnosis) || std::ranges::count(checked->cells, Cell::not_compared) == 0);
        ++count;
        const bool is_said =
            std::ranges::find(diagnosis->arrangement, arranged.arrangement) != diagnosis->arrangement.end();
        QVERIFY2(is_said || diagnosis->arrangement.empty() || diagnosis->arrangement.size() == 1,
                 text.c_str());
        arranged_count += is_said ? 1 : 0;
    }
    qInfo("%d right, %d of them in this arrangement alone", count, arranged_count);
    QVERIFY(2 * arranged_count >= count); // a small sample may have no document with groups
}

/// A number that is off by a tenth is not right in any arrangement.
void TestArrangements::wrong() {
    QFETCH(ArrangedCase, arranged);
    RandomExperiments random(22);
    int count = 0, marked = 0;
    constexpr int enough = 30;
    for (int i = 0; i < 4 * many_experiments && count < enough; ++i) {
        Experiment e = random.next();
        if (arranged.is_columns)
            e.notation = Notation::columns;
        const Oracle oracle(e);
        Asked asked = any_asked(random, e);
        auto arrays = arranged.arrange(e, oracle, asked);
        if (!arrays || depends_on_rounding(e, oracle))
            continue;
        double largest = 0;
        for (const Matrix& each : *arrays) {
            for (const double number : each.reshaped()) {
                if (std::isfinite(number) && number > -1e8)
                    largest = std::max(largest, std::abs(number));
            }
        }
        Matrix& last = arrays->back();
        // Beside others, the numbers asked for are not the first ones.
        const Index column = arranged.arrangement == Arrangement::fused
                                 ? (asked.head % 3) * e.heads.count * dimensions(e).d_k
                                 : 0;
        double& changed = last(last.rows() - 1, column);
        if (!std::isfinite(changed) || changed < -1e8 || largest == 0)
            continue;
        changed += 0.1 * largest;
        const std::string text = text_of_arrays(*arrays, 6);
        const PrintedArray given = read_printed_text(text, PastedNumbers::any).value();
        const auto diagnosis = judge(e, asked, given);
        QVERIFY2(!diagnosis->is_right, text.c_str());
        const auto checked = checked_cells(e, given, *diagnosis);
        if (checked && diagnosis->arrangement == std::vector{arranged.arrangement}) {
            QVERIFY2(checked->at(given.numbers.rows() - 1, column) == CheckedCells::Cell::wrong,
                     text.c_str());
            ++marked;
        }
        ++count;
    }
    qInfo("%d wrong, %d of them with a mark", count, marked);
    QVERIFY(count > 0 && marked > 0);
}

LAB_APPLESS_TEST(TestArrangements)
#include "tst_arrangements.moc"
