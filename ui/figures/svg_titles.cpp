// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/svg_titles.h"

#include <QRegularExpression>

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

QByteArray asXml(QByteArray svg) {
    for (qsizetype i = 0; i < svg.size(); ++i) {
        const auto byte = static_cast<unsigned char>(svg[i]);
        if (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r')
            svg.replace(i, 1, QString(QChar(0x2400 + byte)).toUtf8());
    }
    svg.replace("\xef\xbf\xbe", "\xef\xbf\xbd"); // U+FFFE
    return svg.replace("\xef\xbf\xbf", "\xef\xbf\xbd");
}

} // namespace lab
