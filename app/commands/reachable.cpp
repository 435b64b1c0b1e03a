// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"
#include "app/commands/document.h"
#include "app/commands/loss.h"

#include "core/analysis/reachable.h"
#include "core/io/json_text.h"

#include <nlohmann/json.hpp>

namespace lab {

namespace {

using ReachableJson = nlohmann::ordered_json;

const char* word_of(Reachable verdict) {
    switch (verdict) {
    case Reachable::yes:
        return "yes";
    case Reachable::no:
        return "no";
    case Reachable::unknown:
        break;
    }
    return "unknown";
}

/// What is not known is null.
template<class Number>
ReachableJson known(const std::optional<Number>& number) {
    return number ? ReachableJson(*number) : ReachableJson();
}

int answer_reachable(const std::string& file, const LossRequest& request) {
    const Result<Experiment> experiment = read_document(file);
    if (!experiment)
        return fail(experiment.error());
    const Result<Target> target = read_loss(experiment.value(), request);
    if (!target)
        return fail_about(file, target.error());
    const Reachability found = reachable(experiment.value(), std::get<WantedWeights>(target.value()));
    return deliver(to_text({{"reachable", word_of(found.verdict)},
                            {"why", text_of(found.why, first_in_files)},
                            {"d_k_needed", known(found.d_k_needed)},
                            {"smallest_error", known(found.smallest_error)}}),
                   {});
}

} // namespace

int run_reachable(const QStringList& arguments) {
    const QString name = QStringLiteral("reachable");
    CommandParser parser;
    parser.setApplicationDescription(
        QStringLiteral("Says whether wanted weights may come out of a head at all, where that can be proved: "
                       "yes, no or unknown, and why."));
    parser.addPositionalArgument(QStringLiteral("FILE"), QStringLiteral("The document."));
    add_target_option(parser);
    const QCommandLineOption head(QStringLiteral("head"), QStringLiteral("The head, from 0."),
                                  QStringLiteral("N"), QStringLiteral("0"));
    parser.addOption(head);
    if (const auto done = parse(parser, name, arguments))
        return *done;
    if (parser.positionalArguments().size() != 1)
        return misuse(name, QStringLiteral("reachable takes one file"));
    const QString wanted = parser.value(QStringLiteral("target"));
    if (wanted.isEmpty())
        return misuse(name, QStringLiteral("reachable needs --target T"));
    if (const auto problem = problem_of_wanted(wanted))
        return misuse(name, *problem);
    LossRequest request{"weights", 0, bytes_of(wanted)};
    StageId unused = StageId::weights;
    if (const auto problem = read_stage(QStringLiteral("weights"), parser.value(head), unused, request.head))
        return misuse(name, *problem);
    return answer_reachable(bytes_of(parser.positionalArguments().constFirst()), request);
}

} // namespace lab
