// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/subcommands.h"

#include "app/commands/command.h"

#include <array>

namespace lab {

std::span<const Subcommand> subcommands() {
    static constexpr std::array all{
        Subcommand{"compute", "FILE", "computes a document and prints every stage", run_compute},
        Subcommand{"export", "FILE", "draws a figure of a document, or writes its numbers or a program",
                   run_export, true},
        Subcommand{"compare", "A B", "draws a stage of two documents beside each other, and the difference",
                   run_compare, true},
        Subcommand{"film", "FILE", "draws the computation step by step: PDF, GIF or pictures", run_film,
                   true},
        Subcommand{"explain", "FILE", "prints how a number was computed, as Markdown", run_explain},
        Subcommand{"gradient", "FILE", "says how a number, or a loss, changes with every parameter",
                   run_gradient},
        Subcommand{"fit", "FILE", "finds parameters that make weights or the output as wanted", run_fit},
        Subcommand{"reachable", "FILE", "says whether wanted weights may come out of a head at all",
                   run_reachable},
        Subcommand{"check", "FILE", "says what is wrong with somebody's numbers", run_check, false,
                   exit_unanswered},
        Subcommand{"lesson", "FILE", "lists a lesson's steps and what is wrong with them, or judges answers",
                   run_lesson},
        Subcommand{"validate", "FILE...", "says what is wrong with documents, misspelt keys too",
                   run_validate},
        Subcommand{"import", "FILE", "makes a document from the weights of a model's layer", run_import},
        Subcommand{"set", "FILE", "replaces parameters with matrices from files", run_set},
        Subcommand{"random", "", "draws what PyTorch or NumPy draws from a seed", run_random},
        Subcommand{"examples", "", "lists the documents that come with the program", run_examples},
        Subcommand{"thumbnail", "FILE OUT", "draws a document's weights for file managers", run_thumbnail},
        Subcommand{"completion", "SHELL", "prints what bash, zsh or fish completes", run_completion},
        Subcommand{"man-page", "", "prints the manual page", run_man_page},
    };
    return all;
}

} // namespace lab
