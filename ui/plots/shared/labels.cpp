// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/shared/labels.h"

#include "core/experiment/token_name.h"
#include "ui/look/text_width.h"
#include "ui/text/short_text.h"

#include <QFontMetrics>

#include <algorithm>
#include <deque>

namespace lab {

namespace {

/// More lists than one document uses: tokens of two sequences, features of inputs, heads and outputs.
constexpr std::size_t mostRemembered = 8;

QString inBrackets(const QString& position) {
    return position.isEmpty() ? position : QStringLiteral("(%1)").arg(position);
}

/// The labels of `key`, reused if they are among the last ones made.
template<class Key, class Make>
Labels remembered(std::deque<std::pair<Key, Labels>>& last, const Key& key, const Make& make) {
    const auto found = std::ranges::find(last, key, &std::pair<Key, Labels>::first);
    if (found != last.end())
        return found->second;
    last.emplace_front(key, make());
    if (last.size() > mostRemembered)
        last.pop_back();
    return last.front().second;
}

} // namespace

struct Labels::Shared {
    QStringList words, positions;
    // Cached for the last font.
    mutable QFont font;
    mutable int widest = -1;
};

Labels::Labels(QStringList texts) : Labels(std::move(texts), {}) {}

Labels::Labels(QStringList words, QStringList positions)
    : m_shared(std::make_shared<const Shared>(Shared{std::move(words), std::move(positions), {}, -1})) {}

QString Labels::word(Index index) const {
    return m_shared ? m_shared->words.value(index) : QString();
}

QString Labels::position(Index index) const {
    return m_shared ? m_shared->positions.value(index) : QString();
}

QString Labels::value(Index index) const {
    return word(index) + inBrackets(position(index));
}

QString Labels::shown(Index index) const {
    return word(index) + shownPosition(index);
}

QString Labels::shownPosition(Index index) const {
    return m_shared ? inBrackets(shortPosition(position(index), m_shared->words.size())) : QString();
}

QString Labels::quoted(Index index) const {
    return inQuotes(word(index), position(index));
}

QString Labels::elided(Index index, const QFont& font, double width) const {
    // Measuring a text takes about as long as drawing it, and usually all of them fit.
    if (widest(font) + 1 <= width)
        return shown(index);
    const QString after = shownPosition(index);
    const QFontMetricsF metrics(font);
    const double room = width - metrics.horizontalAdvance(after);
    return metrics.elidedText(word(index), Qt::ElideRight, std::max(room, 0.0)) + after;
}

Labels Labels::chosen(const std::vector<Index>& places) const {
    QStringList words, positions;
    for (const Index place : places) {
        words += word(place);
        positions += position(place);
    }
    return {std::move(words), std::move(positions)};
}

int Labels::widest(const QFont& font) const {
    if (!m_shared)
        return 0;
    if (m_shared->widest < 0 || m_shared->font != font) {
        const TextWidth width(font);
        m_shared->font = font;
        m_shared->widest = 0;
        for (qsizetype i = 0; i < m_shared->words.size(); ++i)
            m_shared->widest = std::max(m_shared->widest, width(shown(i)));
    }
    return m_shared->widest;
}

Labels tokenLabels(const std::vector<std::string>& tokens, Index offset) {
    static std::deque<std::pair<std::pair<std::vector<std::string>, Index>, Labels>> last;
    return remembered(last, std::pair(tokens, offset), [&] {
        QStringList words, positions;
        for (const TokenName& name : token_names(tokens, offset)) {
            words += QString::fromStdString(name.word);
            positions += name.position ? QString::number(first_in_window + *name.position) : QString();
        }
        return Labels(std::move(words), std::move(positions));
    });
}

Labels tokenLabels(const Sequence& sentence) {
    return tokenLabels(sentence.tokens, sentence.offset);
}

Labels featureLabels(Index count) {
    static std::deque<std::pair<Index, Labels>> last;
    return remembered(last, count, [&] {
        QStringList texts;
        for (Index i = 1; i <= count; ++i)
            texts += QStringLiteral("d%1").arg(i);
        return Labels(std::move(texts));
    });
}

Labels axisLabels(const Experiment& experiment, Axis axis, Index count) {
    if (!is_token_axis(axis))
        return featureLabels(count);
    return tokenLabels(axis == Axis::key_token ? key_sequence(experiment) : experiment.sequence);
}

QString inQuotes(const QString& word, const QString& position) {
    // Isolate a right-to-left word, so that the text around it keeps its order.
    const QString text =
        QStringLiteral("“%1”").arg(word.isRightToLeft() ? QChar(0x2068) + word + QChar(0x2069) : word);
    return position.isEmpty() ? text : text + QLatin1Char(' ') + inBrackets(position);
}

} // namespace lab
