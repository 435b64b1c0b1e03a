// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/event_list.h"

#include <QFile>
#include <QJsonDocument>

#include <algorithm>

namespace lab::test {

QByteArray lineOf(const Event& event) {
    return QJsonDocument(event).toJson(QJsonDocument::Compact) + '\n';
}

EventList readEvents(const QString& file) {
    EventList events;
    QFile lines(file);
    if (!lines.open(QIODevice::ReadOnly))
        return events;
    while (!lines.atEnd()) {
        const QByteArray line = lines.readLine().trimmed();
        if (!line.isEmpty() && !line.startsWith('#'))
            events.push_back(QJsonDocument::fromJson(line).array());
    }
    return events;
}

bool writeEvents(const QString& file, const EventList& events) {
    QFile lines(file);
    return lines.open(QIODevice::WriteOnly) &&
           std::ranges::all_of(events, [&](const Event& each) { return lines.write(lineOf(each)) > 0; });
}

EventList shrunk(EventList events, const std::function<bool(const EventList&)>& fails, int tries) {
    std::size_t length = events.size() / 2;
    while (length > 0) {
        bool deleted = false;
        for (std::size_t first = 0; first < events.size();) {
            if (tries-- <= 0)
                return events;
            EventList rest = events;
            const auto begin = rest.begin() + static_cast<std::ptrdiff_t>(first);
            rest.erase(begin, begin + static_cast<std::ptrdiff_t>(std::min(length, events.size() - first)));
            if (fails(rest)) {
                events = std::move(rest);
                deleted = true;
            } else {
                first += length;
            }
        }
        if (length == 1 && !deleted)
            break;
        length = std::max<std::size_t>(1, length / 2);
    }
    return events;
}

} // namespace lab::test
