// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/export_data.h"

#include "app/commands/command.h"
#include "app/commands/document.h"
#include "app/commands/head_statistics.h"

#include "core/engine/streamed_trace.h"
#include "core/experiment/validate.h"

namespace lab {

namespace {

constexpr const char* all_of_them = "all";
constexpr const char* of_every_head = "head-statistics";

/// What is wrong with the request, whatever the document.
std::optional<QString> problem_of(const DataRequest& request) {
    const bool all = request.name == QLatin1String(all_of_them);
    const bool is_statistics = request.name == QLatin1String(of_every_head);
    if (!all && !is_statistics && !array_named(request.name.toStdString()))
        return QStringLiteral("there are no data \"%1\"; there are %2").arg(request.name, data_names());
    if ((all || is_statistics) && request.head)
        return QStringLiteral("--head goes with one stage or parameter, not with --data %1")
            .arg(request.name);
    const std::string out = bytes_of(request.ending);
    if (all && !is_npz(out))
        return QStringLiteral("\"%1\" does not end with %2, which --data all needs")
            .arg(request.ending, QLatin1String(all_data_extension));
    if (!all && is_npz(out))
        return QStringLiteral("\"%1\" is for --data all; one stage or parameter goes to %2")
            .arg(request.ending, QLatin1String(data_extensions));
    if (!all && !data_format(out))
        return QStringLiteral("\"%1\" does not end with %2")
            .arg(request.ending, QLatin1String(data_extensions));
    return std::nullopt;
}

} // namespace

QString data_names() {
    return QStringLiteral("%1, %2, %3")
        .arg(QString::fromStdString(array_names()), QLatin1String(of_every_head), QLatin1String(all_of_them));
}

int export_data(const DataRequest& request) {
    if (const auto problem = problem_of(request))
        return misuse(QStringLiteral("export"), *problem);
    const Result<Experiment> read = read_document(request.file);
    if (!read)
        return fail(read.error());
    const Experiment& experiment = read.value();
    if (std::optional<Error> problem = without_tokens(experiment))
        return fail_in(request.file, *problem);
    if (request.name == QLatin1String(all_of_them))
        return deliver_npz(request.file, all_data(experiment), request.out);
    if (request.name == QLatin1String(of_every_head))
        return deliver(
            head_statistics(head_patterns(StreamedTrace(experiment)), *data_format(bytes_of(request.ending))),
            request.out);
    const DocumentArray array = *array_named(request.name.toStdString());
    if (!has_array(experiment, array))
        return fail(
            {request.file, std::string(array.name),
             array.kind == ArrayKind::stage ? "not computed for this document" : "not used by this document",
             array_names(arrays_of(experiment))});
    if (std::optional<Error> problem = without_head(experiment, request.head.value_or(0)))
        return fail_in(request.file, *problem);
    const DataFormat format = *data_format(bytes_of(request.ending));
    const DocumentArrays arrays(experiment);
    return deliver(
        [&](const TakeBytes& take) { write_data(arrays, experiment, array, request.head, format, take); },
        request.out);
}

} // namespace lab
