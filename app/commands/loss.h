// SPDX-License-Identifier: GPL-3.0-or-later
//
// A loss as the command line names it: --loss, --target and --head.
#pragma once

#include "app/commands/command_parser.h"
#include "core/engine/target.h"

#include <optional>
#include <string>

namespace lab {

struct LossRequest {
    std::string name; ///< "weights" or "output"
    HeadIndex head = 0;
    std::string wanted; ///< the file with what is wanted
};

/// Adds --loss and --target.
void add_loss_options(CommandParser& parser);
/// Adds --target alone, for weights.
void add_target_option(CommandParser& parser);
/// What is wrong with their values, both of which must be set, whatever the document; nullopt if nothing is.
std::optional<QString> problem_of_loss(const QCommandLineParser& parser);
/// What is wrong with the name of a file with what is wanted; nullopt if nothing is.
std::optional<QString> problem_of_wanted(const QString& file);
/// The values of these options.
LossRequest loss_request(const QCommandLineParser& parser, HeadIndex head);

/// Reads what is wanted of that document. An error's file is empty if it is about the document.
Result<Target> read_loss(const Experiment& experiment, const LossRequest& request);

} // namespace lab
