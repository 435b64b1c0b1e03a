// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/labels.h"

#include "ui/document/short_text.h"
#include "ui/text_width.h"

#include <QFontMetrics>

#include <algorithm>
#include <deque>

namespace lab {

namespace {

/// More than one document has at a time: tokens of two sequences, features of inputs, heads and outputs.
constexpr std::size_t mostRemembered = 8;

/// The labels of `key`, made only where none of the last ones were for the same.
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
    QStringList texts;
    // For the font that was asked for last.
    mutable QFont font;
    mutable int widest = -1;
};

Labels::Labels(QStringList texts)
    : m_shared(std::make_shared<const Shared>(Shared{std::move(texts), {}, -1})) {}

QString Labels::value(Index index) const {
    return m_shared ? m_shared->texts.value(index) : QString();
}

QString Labels::elided(Index index, const QFont& font, double width) const {
    // To measure a text takes about as long as to draw it, and mostly all have room.
    const bool allFit = widest(font) + 1 <= width;
    return allFit ? value(index) : QFontMetricsF(font).elidedText(value(index), Qt::ElideRight, width);
}

int Labels::widest(const QFont& font) const {
    if (!m_shared)
        return 0;
    if (m_shared->widest < 0 || m_shared->font != font) {
        const TextWidth width(font);
        m_shared->font = font;
        m_shared->widest = 0;
        for (const QString& text : m_shared->texts)
            m_shared->widest = std::max(m_shared->widest, width(text));
    }
    return m_shared->widest;
}

Labels tokenLabels(const std::vector<std::string>& tokens) {
    static std::deque<std::pair<std::vector<std::string>, Labels>> last;
    return remembered(last, tokens, [&] {
        QStringList texts;
        for (const std::string& token : tokens)
            texts += shortText(token);
        return Labels(std::move(texts));
    });
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

} // namespace lab
