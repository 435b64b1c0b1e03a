// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/svg_titles.h"

#include "core/base/text_limits.h"
#include "core/base/text_position.h"

#include <QRegularExpression>

#include <algorithm>

namespace lab {

namespace {

struct TextElement {
    qsizetype end = 0; ///< of its content
    QString text;      ///< as written, with entities
};

std::vector<TextElement> textElements(const QString& svg) {
    static const QRegularExpression element(QStringLiteral("<text[^>]*>([^<]*)</text>"));
    std::vector<TextElement> elements;
    for (auto found = element.globalMatch(svg); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        elements.push_back({match.capturedEnd(1), match.captured(1)});
    }
    return elements;
}

} // namespace

QByteArray withTitles(const QByteArray& svg, const std::vector<CutText>& cut) {
    if (cut.empty())
        return svg;
    QString text = QString::fromUtf8(svg);
    const std::vector<TextElement> elements = textElements(text);
    std::vector<std::pair<qsizetype, QString>> titles; // where, and what
    std::size_t next = 0;
    for (const CutText& each : cut) {
        const QString drawn = each.drawn.toHtmlEscaped();
        for (std::size_t first = next; first < elements.size(); ++first) {
            QString written;
            std::size_t end = first;
            while (end < elements.size() && written.size() < drawn.size())
                written += elements[end++].text;
            if (written != drawn)
                continue;
            for (std::size_t i = first; i < end; ++i)
                titles.emplace_back(elements[i].end, each.whole.toHtmlEscaped());
            next = end;
            break;
        }
    }
    for (auto title = titles.rbegin(); title != titles.rend(); ++title)
        text.insert(title->first, QStringLiteral("<title>%1</title>").arg(title->second));
    return text.toUtf8();
}

QByteArray withDocumentTitle(QByteArray svg, const QString& title) {
    const QByteArray opening = "<title>";
    const qsizetype start = svg.indexOf(opening) + opening.size();
    return svg.replace(start, svg.indexOf("</title>") - start, title.toHtmlEscaped().toUtf8());
}

QByteArray asXml(const QByteArray& svg) {
    QByteArray xml;
    xml.reserve(svg.size());
    const auto isPlain = [](char c) {
        return (c >= 0x20 && c < 0x7f) || c == '\t' || c == '\n' || c == '\r';
    };
    for (std::string_view rest(svg.constData(), static_cast<std::size_t>(svg.size())); !rest.empty();) {
        const auto plain = std::ranges::find_if_not(rest, isPlain) - rest.begin(); // nearly all of it
        xml.append(rest.data(), plain);
        rest.remove_prefix(static_cast<std::size_t>(plain));
        if (rest.empty())
            break;
        const auto byte = static_cast<unsigned char>(rest.front());
        const std::string character(rest.substr(0, std::max<std::size_t>(character_length(rest), 1)));
        rest.remove_prefix(character.size());
        if (printable(character) == character) {
            xml.append(character.data(), static_cast<qsizetype>(character.size()));
            continue;
        }
        // A space goes before the character: at the beginning of a text, Qt would drop U+FEFF.
        const uint codePoint = QString::fromStdString(' ' + character).toUcs4().constLast();
        if (byte < 0x20)
            xml += QString(QChar(0x2400 + byte)).toUtf8();
        else if (codePoint == 0xfffe || codePoint == 0xffff)
            xml += "\xef\xbf\xbd";
        else
            xml += "&#" + QByteArray::number(codePoint) + ';';
    }
    return xml;
}

} // namespace lab
