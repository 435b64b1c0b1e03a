// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the menu of a card offers while a lesson is made: questions about its numbers.
#pragma once

#include "core/experiment/stage.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <optional>

class QMenu;

namespace lab {

class LabDocument;

/// Where the menu was asked for.
struct AskPlace {
    StageId stage = StageId::inputs;
    HeadIndex head = 0;
    std::optional<CellRef> cell; ///< of that stage; nullopt: none
};

/// Adds the questions that can be asked there; `add` gets the chosen one, without an id. Where the menu has
/// entries already, they follow behind a line.
void addQuestions(QMenu& menu, LabDocument& document, const AskPlace& at,
                  const std::function<void(const nlohmann::ordered_json&)>& add);

} // namespace lab
