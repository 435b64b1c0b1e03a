// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/array_files.h"

#include "core/base/text_position.h"
#include "core/io/file_bytes.h"
#include "core/io/npy.h"

#include <zip.h>

#include <algorithm>
#include <cstdlib>
#include <new>
#include <unordered_set>

namespace lab {

namespace {

constexpr std::string_view npy_extension = ".npy";
constexpr std::uint64_t most_inflated = std::uint64_t{1} << 30; // bytes of a member
constexpr zip_uint64_t most_members = 100'000;

struct CloseArchive {
    void operator()(zip_t* archive) const { zip_discard(archive); }
};
struct CloseMember {
    void operator()(zip_file_t* member) const { zip_fclose(member); }
};
using Archive = std::unique_ptr<zip_t, CloseArchive>;
using Member = std::unique_ptr<zip_file_t, CloseMember>;

Error no_archive() {
    return {{}, "no .npz file", "an archive that numpy.savez has written"};
}

Error archive_error(zip_error_t& error) {
    const std::string reason = zip_error_strerror(&error);
    const int code = zip_error_code_zip(&error);
    zip_error_fini(&error);
    if (code == ZIP_ER_NOZIP)
        return no_archive();
    if (code == ZIP_ER_MEMORY)
        return {{}, "needs more memory than there is", "a smaller archive"};
    return {{}, "a damaged archive (" + reason + ")", "one that numpy.savez has written"};
}

Error damaged(std::string what) {
    return {{}, "damaged: " + std::move(what), "an archive that numpy.savez has written"};
}

/// Reads up to `most` bytes from where the member is. Fails if they cannot be inflated.
Result<std::string> inflated(zip_file_t* member, std::uint64_t most) {
    constexpr std::uint64_t piece = std::uint64_t{1} << 20;
    std::string bytes;
    while (bytes.size() < most) {
        const std::size_t begin = bytes.size();
        bytes.resize(begin + static_cast<std::size_t>(std::min<std::uint64_t>(piece, most - begin)));
        const zip_int64_t got = zip_fread(member, bytes.data() + begin, bytes.size() - begin);
        if (got < 0)
            return damaged(zip_file_strerror(member));
        bytes.resize(begin + static_cast<std::size_t>(got));
        if (got == 0)
            break;
    }
    return bytes;
}

/// Whether the name of a member has control characters as it is stored. libzip takes such a name for one in
/// the code page of DOS, where they are signs, as "←" for Escape; it has made blanks of NULs.
bool has_stored_control_characters(zip_t* archive, zip_uint64_t index) {
    const char* const stored = zip_get_name(archive, index, ZIP_FL_ENC_RAW);
    return !stored || has_control_characters(stored);
}

class NpzArrays : public NamedArrays {
public:
    NpzArrays(std::string file, Archive archive, std::vector<ArrayInfo> arrays,
              std::vector<NpyHeader> headers)
        : NamedArrays(std::move(file), std::move(arrays)), m_archive(std::move(archive)),
          m_headers(std::move(headers)) {}

protected:
    Result<Matrix> read_matrix(const ArrayInfo& array, const ArrayShape& shape, ArrayUse use) const override {
        const NpyHeader& header = m_headers[array.index];
        const Result<std::string> bytes = content(array, header);
        if (!bytes)
            return bytes.error();
        const auto& [heads, matrix] = shape;
        return read_stored({header.type, matrix.rows, matrix.columns, header.by_columns, heads},
                           std::string_view(bytes.value()).substr(header.size), numbers_for(use));
    }

    Result<std::vector<std::string>> read_text_array(const ArrayInfo& array,
                                                     std::size_t count) const override {
        const NpyHeader& header = m_headers[array.index];
        const Result<std::string> bytes = content(array, header);
        if (!bytes)
            return bytes.error();
        return read_stored_texts(header.type, count, std::string_view(bytes.value()).substr(header.size));
    }

private:
    /// The whole member. It is inflated only if its declared size is that of the array.
    Result<std::string> content(const ArrayInfo& array, const NpyHeader& header) const {
        // The count is limited, and so is the length of a text.
        const std::uint64_t size =
            header.size + std::uint64_t{element_count(array.shape).value()} * header.type.size;
        zip_stat_t stat{};
        if (zip_stat_index(m_archive.get(), array.index, 0, &stat) != 0)
            return damaged(zip_strerror(m_archive.get()));
        if (stat.size != size)
            return Error{"data", std::to_string(stat.size) + " bytes",
                         std::to_string(size) + ", for " + dimensions_text(array.shape) + " of " +
                             array.type};
        if (size > most_inflated)
            return Error{"data", std::to_string(size) + " bytes", "at most 1 GiB"};
        const Member member(zip_fopen_index(m_archive.get(), array.index, 0));
        if (!member)
            return damaged(zip_strerror(m_archive.get()));
        // Reading past the end checks the sum over the data.
        Result<std::string> bytes = inflated(member.get(), size + 1);
        if (bytes && bytes.value().size() != size)
            return damaged(std::to_string(bytes.value().size()) + " bytes of " + std::to_string(size));
        return bytes;
    }

    Archive m_archive;
    std::vector<NpyHeader> m_headers; ///< by the member's index; empty for what cannot be read
};

/// What an archive has.
struct Members {
    std::vector<ArrayInfo> arrays;
    std::vector<NpyHeader> headers;        ///< by the member's index
    std::unordered_set<std::string> names; ///< of all members
};

/// Reads the member's header; returns why it cannot be read.
std::optional<Error> problem_of(zip_t* archive, const zip_stat_t& stat, ArrayInfo& array, NpyHeader& header) {
    array.type = "unknown";
    if (stat.comp_method != ZIP_CM_STORE && stat.comp_method != ZIP_CM_DEFLATE)
        return Error{{},
                     "compressed by method " + std::to_string(stat.comp_method),
                     "stored or deflated, as by numpy.savez"};
    const Member member(zip_fopen_index(archive, array.index, 0));
    if (!member)
        return damaged(zip_strerror(archive));
    const Result<std::string> start = inflated(member.get(), longest_npy_header);
    if (!start)
        return start.error();
    const Result<NpyHeader> read = read_npy_header(start.value(), NpyTexts::allowed);
    if (!read)
        return read.error();
    header = read.value();
    array.shape = header.shape;
    array.type = name_of(header.type);
    array.is_text = header.type.kind == NumberType::Kind::text;
    return std::nullopt;
}

std::optional<Error> add_member(zip_t* archive, zip_uint64_t index, Members& members) {
    zip_stat_t stat{};
    constexpr zip_uint64_t needed =
        ZIP_STAT_NAME | ZIP_STAT_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD;
    if (zip_stat_index(archive, index, 0, &stat) != 0 || (stat.valid & needed) != needed)
        return damaged("member " + std::to_string(index) + " has no name or size");
    std::string name = stat.name;
    if (is_escaping_name(name) || has_stored_control_characters(archive, index))
        return Error{{}, "the member " + quoted_excerpt(name), "names of arrays"};
    if (!members.names.insert(name).second)
        return Error{{}, "the member " + quoted_excerpt(name) + " twice", "it once"};
    if (stat.encryption_method != ZIP_EM_NONE)
        return Error{{}, "the member " + quoted_excerpt(name) + ", which is encrypted", "an open one"};
    if (name == "data.pkl" || name.ends_with("/data.pkl")) // torch.save
        return pickle_error();
    if (!name.ends_with(npy_extension) || name.size() == npy_extension.size())
        return std::nullopt;
    name.resize(name.size() - npy_extension.size());
    ArrayInfo array;
    array.name = std::move(name);
    array.index = static_cast<std::size_t>(index);
    array.problem = problem_of(archive, stat, array, members.headers[array.index]);
    members.arrays.push_back(std::move(array));
    return std::nullopt;
}

Result<NamedArraysPtr> arrays_in(Archive archive, const std::string& file) {
    const auto count = static_cast<zip_uint64_t>(zip_get_num_entries(archive.get(), 0));
    if (count > most_members)
        return Error{{}, std::to_string(count) + " members", "at most " + std::to_string(most_members)};
    Members members;
    members.headers.resize(static_cast<std::size_t>(count));
    for (zip_uint64_t i = 0; i < count; ++i) {
        if (auto error = add_member(archive.get(), i, members))
            return std::move(*error);
    }
    return NamedArraysPtr(std::make_shared<NpzArrays>(file, std::move(archive), std::move(members.arrays),
                                                      std::move(members.headers)));
}

} // namespace

Result<NamedArraysPtr> open_npz(const std::filesystem::path& path) {
    const Result<FileBytes> file = FileBytes::open(path);
    if (!file)
        return file.error();
    if (file.value().size() == 0) // which libzip takes for an archive without members
        return in_file(no_archive(), path.string());
    int code = 0;
    Archive archive(zip_open(path.c_str(), ZIP_RDONLY, &code));
    if (!archive) {
        zip_error_t error;
        zip_error_init_with_code(&error, code);
        return in_file(archive_error(error), path.string());
    }
    return in_file(arrays_in(std::move(archive), path.string()), path.string());
}

Result<NamedArraysPtr> read_npz(std::string bytes) {
    if (bytes.empty())
        return no_archive();
    zip_error_t error;
    zip_error_init(&error);
    // libzip frees its own copy: it outlives this function.
    void* const copy = std::malloc(bytes.size());
    if (!copy)
        throw std::bad_alloc();
    std::ranges::copy(bytes, static_cast<char*>(copy));
    zip_source_t* const source = zip_source_buffer_create(copy, bytes.size(), 1, &error);
    if (!source) {
        std::free(copy);
        return archive_error(error);
    }
    Archive archive(zip_open_from_source(source, ZIP_RDONLY, &error));
    if (!archive) {
        zip_source_free(source);
        return archive_error(error);
    }
    zip_error_fini(&error);
    return arrays_in(std::move(archive), {});
}

} // namespace lab
