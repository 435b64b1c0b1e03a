// SPDX-License-Identifier: GPL-3.0-or-later
//
// Layers that PyTorch has computed and saved (tests/data/import), and files of arrays made by hand.
#pragma once

#include "core/import/document_values.h"
#include "core/import/imported.h"
#include "core/io/array_files.h"

#include <nlohmann/json.hpp>

#include <bit>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace lab::test {

inline std::filesystem::path import_data(const std::string& file) {
    return std::filesystem::path(LAB_TEST_DATA) / "import" / file;
}

/// What whoever imports does with a file, without looking at the plan.
inline Result<Experiment> import_arrays(const NamedArrays& arrays, const ImportChoices& choices) {
    const Result<ImportPlan> plan = import_plan(arrays, choices);
    if (!plan)
        return plan.error();
    return imported(plan.value(), arrays, choices);
}

/// A file, the options that `import` needs for it, and what the layer's output is.
struct ImportCase {
    std::string file;
    std::vector<std::string> options;
    nlohmann::ordered_json output;
};

inline std::vector<ImportCase> import_cases() {
    std::ifstream stream(import_data("cases.json"));
    std::vector<ImportCase> cases;
    for (const auto& each : nlohmann::ordered_json::parse(stream))
        cases.push_back({each.at("file"), each.at("options"), each.at("output")});
    return cases;
}

/// The document of a case, through the functions that the command calls.
inline Result<Experiment> import_case(const ImportCase& from) {
    ImportChoices choices;
    std::vector<DocumentValue> values;
    for (std::size_t i = 0; i + 1 < from.options.size(); i += 2) {
        const std::string& option = from.options[i];
        const std::string& value = from.options[i + 1];
        if (option == "--prefix")
            choices.prefix = value;
        else if (option == "--tokens")
            choices.tokens = value;
        else if (option == "--source-tokens")
            choices.source_tokens = value;
        else if (option == "--heads")
            choices.heads = std::stol(value);
        else if (option == "--kv-heads")
            choices.kv_heads = std::stol(value);
        else
            values.push_back(document_value(value).value());
    }
    const Result<NamedArraysPtr> arrays = open_arrays(import_data(from.file));
    if (!arrays)
        return arrays.error();
    const Result<Experiment> experiment = import_arrays(*arrays.value(), choices);
    return experiment ? with_values(experiment.value(), values) : experiment;
}

/// A tensor with its bytes.
struct Tensor {
    std::string name, type, shape; ///< "W_Q", "F32", "[2,3]"
    std::string bytes;
};

inline std::string little_endian(std::uint64_t number, std::size_t size) {
    std::string bytes;
    for (std::size_t i = 0; i < size; ++i)
        bytes += static_cast<char>(i < 8 ? number >> (8 * i) & 0xffU : 0U);
    return bytes;
}

/// Numbers as 32-bit floats.
inline std::string floats(const std::vector<float>& numbers) {
    std::string bytes;
    for (const float number : numbers)
        bytes += little_endian(std::bit_cast<std::uint32_t>(number), 4);
    return bytes;
}

/// A .safetensors file with this header.
inline std::string safetensors(const std::string& header, const std::string& data) {
    return little_endian(header.size(), 8) + header + data;
}

/// A valid one.
inline std::string safetensors(const std::vector<Tensor>& tensors) {
    std::string header = "{", data;
    for (const Tensor& each : tensors) {
        header += (data.empty() && header.size() == 1 ? "\"" : ",\"") + each.name + "\":{\"dtype\":\"" +
                  each.type + "\",\"shape\":" + each.shape + ",\"data_offsets\":[" +
                  std::to_string(data.size()) + "," + std::to_string(data.size() + each.bytes.size()) + "]}";
        data += each.bytes;
    }
    return safetensors(header + "}", data);
}

/// A .npy file, which is not padded.
inline std::string npy_file(const std::string& type, const std::string& shape, const std::string& data) {
    const std::string header =
        "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }\n";
    return std::string("\x93NUMPY\x01\x00", 8) + little_endian(header.size(), 2) + header + data;
}

/// A member of an archive, stored as it is.
struct ZipMember {
    std::string name, content;
    std::uint64_t declared = 0; ///< its inflated size, if that is not true
    unsigned flags = 0;         ///< 1: encrypted
    unsigned method = 0;        ///< 0: stored, 8: deflated
};

/// CRC-32 as ZIP has it (reflected polynomial 0xedb88320).
inline std::uint32_t crc_32(const std::string& bytes) {
    std::uint32_t crc = 0xffffffffU;
    for (const char c : bytes) {
        crc ^= static_cast<unsigned char>(c);
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? 0xedb88320U : 0U);
    }
    return ~crc;
}

/// A ZIP archive, written by hand after the format's description (APPNOTE.TXT 4.3), so that it can be wrong.
inline std::string zip_archive(const std::vector<ZipMember>& members) {
    std::string file, directory;
    for (const ZipMember& each : members) {
        const std::uint64_t size = each.declared != 0 ? each.declared : each.content.size();
        const std::string common = little_endian(20, 2) + little_endian(each.flags, 2) +
                                   little_endian(each.method, 2) + little_endian(0, 4) +
                                   little_endian(crc_32(each.content), 4) +
                                   little_endian(each.content.size(), 4) + little_endian(size, 4) +
                                   little_endian(each.name.size(), 2) + little_endian(0, 2);
        directory += "PK\x01\x02" + little_endian(20, 2) + common + little_endian(0, 2 + 2 + 2 + 4) +
                     little_endian(file.size(), 4) + each.name;
        file += "PK\x03\x04" + common + each.name + each.content;
    }
    const std::string count = little_endian(members.size(), 2);
    return file + directory + "PK\x05\x06" + little_endian(0, 4) + count + count +
           little_endian(directory.size(), 4) + little_endian(file.size(), 4) + little_endian(0, 2);
}

/// A deflated text that ends in zeros (RFC 1951, one block with fixed codes): about 13 bits for each 258
/// zeros.
class Deflated {
public:
    Deflated(const std::string& start, std::size_t zeros) {
        bits(1 + 2, 3); // the last block; fixed codes
        for (const char c : start)
            literal(static_cast<unsigned char>(c));
        literal(0);
        for (std::size_t left = zeros - 1; left >= 258; left -= 258) {
            code(0xc0 + 285 - 280, 8); // 258 bytes …
            code(0, 5);                // … from 1 before
        }
        code(0, 7); // the end
        bits(0, 7);
    }
    const std::string& bytes() const { return m_bytes; }

private:
    void literal(unsigned value) {
        if (value < 144)
            code(0x30 + value, 8);
        else
            code(0x190 + value - 144, 9);
    }
    /// Codes stand from their highest bit on, numbers from their lowest.
    void code(unsigned value, int length) {
        for (int i = length - 1; i >= 0; --i)
            bits(value >> static_cast<unsigned>(i) & 1U, 1);
    }
    void bits(unsigned value, int count) {
        for (int i = 0; i < count; ++i) {
            m_byte |= (value >> static_cast<unsigned>(i) & 1U) << m_count;
            if (++m_count == 8) {
                m_bytes += static_cast<char>(m_byte);
                m_byte = m_count = 0;
            }
        }
    }

    std::string m_bytes;
    unsigned m_byte = 0, m_count = 0;
};

} // namespace lab::test
