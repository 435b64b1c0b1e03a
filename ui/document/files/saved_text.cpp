// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/files/saved_text.h"

#include <QCoreApplication>

namespace lab {

namespace {
struct SavedText {
    Q_DECLARE_TR_FUNCTIONS(SavedText)
};
} // namespace

std::optional<Error> streamProblem(const std::string& file) {
    if (!is_stream(file))
        return std::nullopt;
    return Error{file, {}, "is a pipe or a device", "a file, which keeps what is written"};
}

QString savedText(const QString& name, const WriteReport& report) {
    if (report.in_place.empty())
        return SavedText::tr("Saved %1").arg(name);
    return SavedText::tr("Saved %1, written into the old file because %2")
        .arg(name, QString::fromStdString(report.in_place));
}

} // namespace lab
