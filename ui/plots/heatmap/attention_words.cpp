// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/heatmap/attention_words.h"

#include "core/base/covered.h"
#include "core/base/number_format.h"
#include "ui/document/stage_source.h"
#include "ui/plots/heatmap/heatmap_content.h"
#include "ui/selection/selection.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <functional>

namespace lab {

namespace {

class AttentionText {
    Q_DECLARE_TR_FUNCTIONS(AttentionWords)
};

constexpr std::size_t mostEqualNamed = 3;

/// A weight is named too if it is lower than the largest by no more than this share of it: their colours and
/// the widths of their ribbons can hardly be told apart. A share, and no fixed distance, because with many
/// keys all weights are small.
constexpr double closePart = 0.1;

/// The weights of a token, which it gives to all keys or gets from all queries.
struct Line {
    const HeatmapContent& content;
    Index token = 0;
    bool gives = true;
    bool isSelf = true; ///< queries and keys are the same tokens

    Index count() const { return gives ? content.matrix->cols() : content.matrix->rows(); }
    StoredCell cell(Index other) const { return gives ? StoredCell{token, other} : StoredCell{other, token}; }
    double weight(Index other) const { return content.numberOf(cell(other)); }
    bool isVisible(Index other) const { return !content.isHidden(cell(other)) || weight(other) != 0; }
    QString name() const { return (gives ? content.rowLabels : content.columnLabels).quoted(token); }
    QString nameOf(Index other) const {
        if (isSelf && other == token)
            return AttentionText::tr("itself");
        return (gives ? content.columnLabels : content.rowLabels).quoted(other);
    }
    template<class Test>
    std::vector<Index> where(const Test& test) const {
        std::vector<Index> found;
        for (Index other = 0; other < count(); ++other) {
            if (test(other))
                found.push_back(other);
        }
        return found;
    }
};

/// Three decimals, more of small numbers, or as many as were chosen.
QString numberText(const HeatmapContent& content, double number) {
    constexpr double least = 1e-5; // below, decimals would show a 0
    constexpr int digits = 3;
    if (number > 0 && number < least)
        return QString::fromStdString(brief(rounded_to_digits(number, digits)));
    const int decimals = std::max(decimals_for(std::abs(number), digits), content.style.decimals.value_or(0));
    return QString::fromStdString(display(number, decimals));
}

/// How far weights of equal words may differ, which are summed in different orders.
double roundingOf(double weight) {
    return 1e-12 * std::abs(weight);
}

/// The first ones by name: "“a”, “b” and itself", "“a” and 4 others".
QString namesOf(const Line& line, const std::vector<Index>& tokens) {
    QString names = line.nameOf(tokens.front());
    if (tokens.size() > mostEqualNamed)
        return AttentionText::tr("%1 and %2 others").arg(names).arg(tokens.size() - 1);
    for (std::size_t i = 1; i < tokens.size(); ++i)
        names = (i + 1 < tokens.size() ? AttentionText::tr("%1, %2") : AttentionText::tr("%1 and %2"))
                    .arg(names, line.nameOf(tokens[i]));
    return names;
}

/// The text if there is no largest weight: none is above 0, or some are unknown.
QString withoutLargest(const Line& line) {
    const auto covered = line.where([&](Index other) { return is_covered(line.weight(other)); });
    if (!covered.empty())
        return (line.gives ? AttentionText::tr("%1: weights that it gives are covered")
                           : AttentionText::tr("%1: weights that it gets are covered"))
            .arg(line.name());
    if (!line.where([&](Index other) { return !std::isfinite(line.weight(other)); }).empty())
        return (line.gives ? AttentionText::tr("%1: not all weights that it gives are finite")
                           : AttentionText::tr("%1: not all weights that it gets are finite"))
            .arg(line.name());
    if (line.where([&](Index other) { return line.isVisible(other); }).empty())
        return (line.gives ? AttentionText::tr("every key is hidden from %1")
                           : AttentionText::tr("%1 is hidden from every query"))
            .arg(line.name());
    if (line.where([&](Index other) { return line.weight(other) != 0; }).empty())
        return (line.gives ? AttentionText::tr("%1 looks at nothing: all its weights are 0")
                           : AttentionText::tr("nothing looks at %1: all its weights are 0"))
            .arg(line.name());
    return {};
}

/// `equal` are those with the largest weight, among so many that are visible.
QString withLargest(const Line& line, const std::vector<Index>& equal, std::size_t visible) {
    const QString number = numberText(line.content, line.weight(equal.front()));
    if (!line.where([&](Index other) { return line.weight(other) < 0; }).empty())
        return (line.gives ? AttentionText::tr("%1 gives its largest weight, %2, to %3; some are below 0")
                           : AttentionText::tr("%1 gets its largest weight, %2, from %3; some are below 0"))
            .arg(line.name(), number, namesOf(line, equal));
    if (visible == 1)
        return (line.gives ? AttentionText::tr("%1 sees only %2, %3")
                           : AttentionText::tr("%1 is seen only by %2, %3"))
            .arg(line.name(), namesOf(line, equal), number);
    if (equal.size() == visible && visible > mostEqualNamed)
        return (line.gives
                    ? AttentionText::tr("%1 looks equally at all %2 keys that it sees, %3 each")
                    : AttentionText::tr("%1 is looked at equally by all %2 queries that see it, %3 each"))
            .arg(line.name())
            .arg(visible)
            .arg(number);
    if (equal.size() == visible)
        return (line.gives ? AttentionText::tr("%1 looks equally at %2, %3 each")
                           : AttentionText::tr("%1 is looked at equally by %2, %3 each"))
            .arg(line.name(), namesOf(line, equal), number);
    if (equal.size() > 1)
        return (line.gives ? AttentionText::tr("%1 looks most, and equally, at %2, %3 each")
                           : AttentionText::tr("%1 is looked at most, and equally, by %2, %3 each"))
            .arg(line.name(), namesOf(line, equal), number);
    return (line.gives ? AttentionText::tr("%1 looks most at %2, %3")
                       : AttentionText::tr("%1 is looked at most by %2, %3"))
        .arg(line.name(), namesOf(line, equal), number);
}

/// The text, and how many of the weights it tells of are overridden.
QString withOverridden(const Line& line, const QString& text, const std::vector<Index>& tokens) {
    const auto overridden = std::ranges::count_if(
        tokens, [&](Index other) { return line.content.isOverridden(line.cell(other)); });
    if (overridden == 0)
        return text;
    return overridden == static_cast<std::ptrdiff_t>(tokens.size())
               ? AttentionText::tr("%1 (overridden)").arg(text)
               : AttentionText::tr("%1 (%2 of them overridden)").arg(text).arg(overridden);
}

/// Adds the next largest weights to the text, if they are close to the largest. Adds nothing if a weight is
/// below 0: closeness is a ratio, which has no meaning then.
QString withClose(const Line& line, const QString& text, double largest) {
    const auto isClose = [&](Index other) {
        const double weight = line.weight(other);
        return line.isVisible(other) && weight < largest - roundingOf(largest) &&
               weight >= (1 - closePart) * largest;
    };
    const std::vector<Index> close = line.where(isClose);
    if (close.empty() || !line.where([&](Index other) { return line.weight(other) < 0; }).empty())
        return text;
    const auto weightOf = [&](Index other) { return line.weight(other); };
    const double next = weightOf(*std::ranges::max_element(close, {}, weightOf));
    const std::vector<Index> equal = line.where(
        [&](Index other) { return isClose(other) && line.weight(other) >= next - roundingOf(next); });
    const QString number = numberText(line.content, next);
    QString followed = (equal.size() > 1 ? AttentionText::tr("%1, closely followed by %2, %3 each")
                        : number == numberText(line.content, largest)
                            ? AttentionText::tr("%1, closely followed by %2, also %3")
                            : AttentionText::tr("%1, closely followed by %2, %3"))
                           .arg(text, namesOf(line, equal), number);
    followed = withOverridden(line, followed, equal);
    const std::size_t more = close.size() - equal.size();
    return more == 0 ? followed : AttentionText::tr("%1, and %2 more").arg(followed).arg(more);
}

/// Adds what the sink takes of the token's attention, unless that is less than the largest weight, or
/// unknown.
QString withSink(const Line& line, const QString& text, double largest) {
    const std::vector<double>& shares = line.content.sinkShares;
    if (!line.gives || shares.empty())
        return text;
    const double share = shares[static_cast<std::size_t>(line.token)];
    if (!(share >= largest - roundingOf(largest)))
        return text;
    const QString number = numberText(line.content, share);
    return (largest <= 0                             ? AttentionText::tr("%1; the sink takes %2")
            : share <= largest + roundingOf(largest) ? AttentionText::tr("%1; the sink takes as much, %2")
                                                     : AttentionText::tr("%1; the sink takes more, %2"))
        .arg(text, number);
}

QString lineInWords(const Line& line) {
    const QString without = withoutLargest(line);
    if (!without.isEmpty())
        return withSink(line, without, 0);
    const std::vector<Index> visible = line.where([&](Index other) { return line.isVisible(other); });
    const auto weightOf = [&](Index other) { return line.weight(other); };
    const double largest = weightOf(*std::ranges::max_element(visible, {}, weightOf));
    const auto equal = line.where([&](Index other) {
        return line.isVisible(other) && line.weight(other) >= largest - roundingOf(largest);
    });
    QString text = withOverridden(line, withLargest(line, equal, visible.size()), equal);
    if (equal.size() == 1)
        text = withClose(line, text, largest);
    return withSink(line, text, largest);
}

constexpr double leastShareNamed = 0.05;
constexpr std::size_t mostTold = 20;

QString countInWords(std::size_t count) {
    const QStringList words{AttentionText::tr("one"),   AttentionText::tr("two"),
                            AttentionText::tr("three"), AttentionText::tr("four"),
                            AttentionText::tr("five"),  AttentionText::tr("six"),
                            AttentionText::tr("seven"), AttentionText::tr("eight"),
                            AttentionText::tr("nine"),  AttentionText::tr("ten")};
    return count >= 1 && count <= static_cast<std::size_t>(words.size())
               ? words[static_cast<Index>(count) - 1]
               : QString::number(count);
}

/// Whole per cent. What is not all is not said to be.
QString perCent(double share) {
    const long long rounded = std::llround(share * 100);
    return rounded == 100 && share < 1 - 1e-9 ? AttentionText::tr("over 99 %")
                                              : AttentionText::tr("%1 %").arg(rounded);
}

struct NamedShare {
    QString name;
    double share;
    bool isOverridden = false;
};

/// The shares of a row, the largest first: of the keys that the query sees, and of the sink.
std::vector<NamedShare> sharesOf(const Line& line) {
    std::vector<NamedShare> shares;
    for (Index other = 0; other < line.count(); ++other) {
        if (line.isVisible(other))
            shares.push_back({line.content.columnLabels.value(other), line.weight(other),
                              line.content.isOverridden(line.cell(other))});
    }
    if (!line.content.sinkShares.empty())
        shares.push_back(
            {AttentionText::tr("the sink"), line.content.sinkShares[static_cast<std::size_t>(line.token)]});
    std::ranges::stable_sort(shares, std::greater(), &NamedShare::share);
    return shares;
}

QString sharesInWords(const Line& line, const std::vector<NamedShare>& shares) {
    QStringList parts;
    for (const NamedShare& each : shares) {
        const bool isTold = parts.isEmpty() || each.share >= leastShareNamed;
        if (!isTold || static_cast<std::size_t>(parts.size()) == mostTold)
            break;
        const QString part = AttentionText::tr("%1 %2").arg(each.name, perCent(each.share));
        parts += each.isOverridden ? AttentionText::tr("%1 (overridden)").arg(part) : part;
    }
    const std::size_t others = shares.size() - static_cast<std::size_t>(parts.size());
    if (others > 0)
        parts +=
            (others == 1 ? AttentionText::tr("%1 other below 5 %") : AttentionText::tr("%1 others below 5 %"))
                .arg(countInWords(others));
    const auto hidden = line.where([&](Index other) { return !line.isVisible(other); }).size();
    if (hidden > 0)
        parts += AttentionText::tr("%1 hidden").arg(countInWords(hidden));
    return AttentionText::tr("%1: %2").arg(line.name(), parts.join(QStringLiteral(", ")));
}

QString numbersInWords(const HeatmapContent& content, Index row) {
    QStringList parts;
    const Index columns = content.matrix->cols();
    for (Index column = 0; column < std::min(columns, static_cast<Index>(mostTold)); ++column)
        parts += AttentionText::tr("%1 %2").arg(content.columnLabels.value(column),
                                                content.describeNumber({row, column}));
    if (columns > static_cast<Index>(mostTold))
        parts += AttentionText::tr("and %1 more").arg(columns - static_cast<Index>(mostTold));
    return AttentionText::tr("%1: %2").arg(content.describeRow(row), parts.join(QStringLiteral(", ")));
}

/// Whether a film that shows the weights step by step has come to all of these.
bool isKnownInFilm(const Selection& selection, const Dimensions& d, TokenIndex token, bool gives) {
    const std::optional<Index>& known = selection.knownWeights();
    return !known || *known >= (gives ? (token + 1) * d.n_k : (d.n_q - 1) * d.n_k + token + 1);
}

bool isCached(const StageSource& stages, StageId stage, HeadIndex head) {
    const StageView view = stages.cachedView(stage, head);
    return view.matrix && !view.stale;
}

} // namespace

QString rowInWords(const HeatmapContent& content, Index row) {
    if (!content.has({row, 0}))
        return {};
    const Line line{content, row, true, false};
    if (!content.rowsSumTo1)
        return numbersInWords(content, row);
    if (QString without = withoutLargest(line); !without.isEmpty())
        return without;
    const std::vector<NamedShare> shares = sharesOf(line);
    const bool areShares = std::ranges::all_of(shares, [](const NamedShare& each) {
        return each.share >= 0 && each.share <= 1 + 1e-9; // neither overridden by others nor unknown
    });
    return areShares ? sharesInWords(line, shares) : numbersInWords(content, row);
}

QString attentionInWords(StageSource& stages, const Selection& selection) {
    const auto& token = selection.inspectedToken();
    const Experiment& experiment = stages.experiment();
    if (!token || is_empty(experiment))
        return {};
    const Dimensions d = dimensions(experiment);
    const HeadIndex head = selection.head();
    const bool isSelf = !experiment.source;
    const bool gives = isSelf ? selection.looking() == Looking::at : token->side == Side::sentence;
    if (!isKnownInFilm(selection, d, token->token, gives))
        return {};
    const bool few = d.n_q * d.n_k <= mostForSentence; // others are computed if a page shows them
    if (!few && !(isCached(stages, StageId::masked_scores, head) && isCached(stages, StageId::weights, head)))
        return {};
    const HeatmapContent content = stageContent(stages, StageId::weights, head, false);
    if (!content.matrix || content.stale || content.matrix->rows() != d.n_q ||
        content.matrix->cols() != d.n_k)
        return {};
    QString text = lineInWords({content, token->token, gives, isSelf});
    if (experiment.dropout && experiment.dropout->rate > 0)
        text = AttentionText::tr("before dropout, %1").arg(text);
    return d.H > 1 ? AttentionText::tr("in head %1, %2").arg(head + 1).arg(text) : text;
}

} // namespace lab
