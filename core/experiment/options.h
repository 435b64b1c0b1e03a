// SPDX-License-Identifier: GPL-3.0-or-later
//
// The options of a document that are one value or one list of numbers each, described once. Reading, writing,
// validate(), is_same() and the comparison of settings go through this table: a new option is a field of the
// experiment, an entry here and its use in a stage.
//
// Elsewhere: matrices and other lists, and what decides which other fields are read (tokenizer,
// projection.kind, embedding.position.kind).
#pragma once

#include "core/experiment/change.h"
#include "core/experiment/experiment.h"
#include "core/experiment/phrases.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace lab {

/// Off by default.
struct Flag {
    bool (*get)(const Experiment&);
    void (*set)(Experiment&, bool);
};

/// One of an enumeration's values.
struct Choice {
    struct Value {
        const char* name; ///< in the document
        Phrase<0> words;  ///< where settings are compared
    };
    std::span<const Value> values; ///< in the order of the enumeration; the first is the default
    std::size_t (*get)(const Experiment&);
    void (*set)(Experiment&, std::size_t);
};

/// A finite number above 0.
struct PositiveNumber {
    double (*get)(const Experiment&);
    void (*set)(Experiment&, double);
    double preset; ///< the default
};

/// A finite number; 0 by default.
struct AnyNumber {
    double (*get)(const Experiment&);
    void (*set)(Experiment&, double);
};

/// A finite number above 0; absent by default.
struct OptionalPositive {
    std::optional<double> (*get)(const Experiment&);
    void (*set)(Experiment&, std::optional<double>);
};

/// A finite number, or what `absent` stands for, which is the default.
struct OptionalNumber {
    std::optional<double> (*get)(const Experiment&);
    void (*set)(Experiment&, std::optional<double>);
    const char* absent;                         ///< in the document
    Said (*words)(std::optional<double> value); ///< where settings are compared
};

/// A whole number of at least `least`; absent by default.
struct OptionalWhole {
    std::optional<Index> (*get)(const Experiment&);
    void (*set)(Experiment&, std::optional<Index>);
    Index least;
    bool is_even = false;                    ///< odd ones are refused
    const Phrase<0>* absent = &phrase::none; ///< in words
};

/// Finite numbers; none by default.
struct NumberList {
    std::vector<double> (*get)(const Experiment&);
    void (*set)(Experiment&, std::vector<double>);
};

struct Option {
    std::string_view
        group;            ///< the object in the document that holds it: "scores"; "" for the document itself
    std::string_view key; ///< "rotary_base"
    std::string_view title; ///< at the beginning of a sentence about it: "The rotary base"
    Field field;            ///< what changes with it
    std::variant<Flag, Choice, PositiveNumber, AnyNumber, OptionalPositive, OptionalNumber, OptionalWhole,
                 NumberList>
        value;
    /// What is said where settings are compared and it differs: "rotary base {0} → {1}". Null if the option
    /// is compared with others as one, or changes no number.
    const Phrase<2>* compared_as = nullptr;
    /// Whether it has an effect; null if it always has.
    bool (*applies)(const Experiment&) = nullptr;

    std::string place() const; ///< "scores.rotary_base"
};

/// In the order in which they are written.
std::span<const Option> all_options();

/// Whether both have the same value.
bool is_same(const Option& option, const Experiment& a, const Experiment& b);

/// The value in words, for example "on", "softmax", "10000".
Said words_of(const Option& option, const Experiment& experiment);

/// "1/√d_k", "not scaled", "× 0.25".
Said name_of_scale(std::optional<double> scale);

} // namespace lab
