// SPDX-License-Identifier: GPL-3.0-or-later
//
// A folder with a document, in which `attention-lab check` runs.
#pragma once

#include "tests/support/process.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace lab::test {

/// X is the identity, so Q = W_Q and K = W_K. The scores are [[1, 0], [0, 2]], scaled by 1/√2, and the second
/// key is hidden from the first query.
inline constexpr const char* causal_document = R"({"format": "attention-lab", "version": 1,
    "sequence": {"tokenizer": "whitespace", "text": "a b"},
    "embedding": {"table": {"a": [1, 0], "b": [0, 1]}}, "mask": {"causal": true},
    "projection": {"kind": "linear", "W_Q": [[1, 0], [0, 2]], "W_K": [[1, 0], [0, 1]], "W_V": [[1], [2]]}})";

class CheckFolder {
public:
    CheckFolder() { write("doc.attn", causal_document); }

    /// Of a file in it; its own, if the name is empty.
    QString path(const QString& name = {}) const {
        return name.isEmpty() ? m_folder.path() : m_folder.filePath(name);
    }
    void write(const QString& name, const QByteArray& bytes) const {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    }
    /// FOLDER stands for its path.
    Run check(QStringList arguments) const {
        arguments.replaceInStrings("FOLDER", m_folder.path());
        return run_program(QStringList{"check"} + arguments);
    }

private:
    QTemporaryDir m_folder;
};

} // namespace lab::test
