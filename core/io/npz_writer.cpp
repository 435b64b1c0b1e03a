// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/npz_writer.h"

#include <zip.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <system_error>

namespace lab {

namespace {

/// Answers a question for a size alone.
zip_int64_t tell_size(void* answer, zip_uint64_t size) {
    auto* const stat = static_cast<zip_stat_t*>(answer);
    zip_stat_init(stat);
    stat->valid = ZIP_STAT_SIZE;
    stat->size = size;
    return sizeof *stat;
}

/// Where libzip puts the file together. It owns nothing.
class ZipOutput {
public:
    explicit ZipOutput(std::FILE* file) : m_file(file) { zip_error_init(&m_error); }
    ~ZipOutput() { zip_error_fini(&m_error); }
    ZipOutput(const ZipOutput&) = delete;
    ZipOutput& operator=(const ZipOutput&) = delete;

    static zip_int64_t answer(void* self, void* data, zip_uint64_t length, zip_source_cmd_t command) {
        return static_cast<ZipOutput*>(self)->answer(data, length, command);
    }

private:
    zip_int64_t failed(int code) {
        zip_error_set(&m_error, code, errno);
        return -1;
    }
    zip_int64_t answer(void* data, zip_uint64_t length, zip_source_cmd_t command);
    zip_int64_t seek(void* data, zip_uint64_t length);

    std::FILE* m_file;
    zip_error_t m_error{};
};

zip_int64_t ZipOutput::seek(void* data, zip_uint64_t length) {
    const off_t now = ::ftello(m_file);
    if (now < 0 || ::fseeko(m_file, 0, SEEK_END) != 0)
        return failed(ZIP_ER_SEEK);
    const auto end = static_cast<zip_uint64_t>(::ftello(m_file));
    const zip_int64_t wanted =
        zip_source_seek_compute_offset(static_cast<zip_uint64_t>(now), end, data, length, &m_error);
    return wanted < 0 ? -1 : ::fseeko(m_file, wanted, SEEK_SET) != 0 ? failed(ZIP_ER_SEEK) : 0;
}

zip_int64_t ZipOutput::answer(void* data, zip_uint64_t length, zip_source_cmd_t command) {
    switch (command) {
    case ZIP_SOURCE_SUPPORTS:
        return zip_source_make_command_bitmap(
            ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR,
            ZIP_SOURCE_FREE, ZIP_SOURCE_SEEK, ZIP_SOURCE_TELL, ZIP_SOURCE_BEGIN_WRITE,
            ZIP_SOURCE_COMMIT_WRITE, ZIP_SOURCE_ROLLBACK_WRITE, ZIP_SOURCE_WRITE, ZIP_SOURCE_SEEK_WRITE,
            ZIP_SOURCE_TELL_WRITE, ZIP_SOURCE_REMOVE, -1);
    case ZIP_SOURCE_STAT:
        return tell_size(data, 0); // new and empty
    case ZIP_SOURCE_ERROR:
        return zip_error_to_data(&m_error, data, length);
    case ZIP_SOURCE_WRITE:
        return std::fwrite(data, 1, length, m_file) == length ? static_cast<zip_int64_t>(length)
                                                              : failed(ZIP_ER_WRITE);
    case ZIP_SOURCE_SEEK:
    case ZIP_SOURCE_SEEK_WRITE:
        return seek(data, length);
    case ZIP_SOURCE_TELL:
    case ZIP_SOURCE_TELL_WRITE:
        return ::ftello(m_file);
    case ZIP_SOURCE_COMMIT_WRITE:
        return std::fflush(m_file) == 0 ? 0 : failed(ZIP_ER_WRITE);
    default: // nothing to read, nothing to open or close
        return 0;
    }
}

/// One member, as libzip reads it. No exception may pass through libzip: it is kept.
class ZipMember {
public:
    explicit ZipMember(const NpzMember& member) : m_member(member) {
        m_bytes = m_member.bytes();
        m_size = m_bytes->size();
    }

    static zip_int64_t answer(void* self, void* data, zip_uint64_t length, zip_source_cmd_t command) {
        return static_cast<ZipMember*>(self)->answer(data, length, command);
    }
    std::exception_ptr failure() const { return m_failure; }

private:
    zip_int64_t answer(void* data, zip_uint64_t length, zip_source_cmd_t command);
    void open();
    zip_int64_t read(char* data, std::size_t length);

    const NpzMember& m_member;
    std::unique_ptr<NpyBytes> m_bytes;
    std::uint64_t m_size = 0;
    std::string m_piece;
    std::size_t m_taken = 0; ///< bytes of the piece
    bool m_read = false;
    std::exception_ptr m_failure;
};

void ZipMember::open() {
    if (m_read)
        m_bytes = m_member.bytes();
    m_read = false;
    m_piece.clear();
    m_taken = 0;
}

zip_int64_t ZipMember::read(char* data, std::size_t length) {
    m_read = true;
    if (m_taken == m_piece.size()) {
        m_piece = m_bytes->next();
        m_taken = 0;
    }
    const std::size_t count = std::min(length, m_piece.size() - m_taken);
    std::memcpy(data, m_piece.data() + m_taken, count);
    m_taken += count;
    return static_cast<zip_int64_t>(count);
}

zip_int64_t ZipMember::answer(void* data, zip_uint64_t length, zip_source_cmd_t command) try {
    switch (command) {
    case ZIP_SOURCE_SUPPORTS:
        return zip_source_make_command_bitmap(ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE,
                                              ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR, ZIP_SOURCE_FREE, -1);
    case ZIP_SOURCE_STAT:
        return tell_size(data, m_size);
    case ZIP_SOURCE_OPEN:
        open();
        return 0;
    case ZIP_SOURCE_READ:
        return read(static_cast<char*>(data), length);
    case ZIP_SOURCE_ERROR: {
        zip_error_t error;
        zip_error_init_with_code(&error, ZIP_ER_INTERNAL);
        return zip_error_to_data(&error, data, length);
    }
    default:
        return 0;
    }
} catch (...) {
    m_failure = std::current_exception();
    return -1;
}

/// An archive that is given up unless it is closed.
struct DiscardArchive {
    void operator()(zip_t* archive) const { zip_discard(archive); }
};
using WrittenArchive = std::unique_ptr<zip_t, DiscardArchive>;

Error no_room(zip_error_t* error) {
    return {"temporary file", {}, std::string("cannot be written: ") + zip_error_strerror(error), {}};
}

bool add_member(zip_t* archive, const std::string& name, ZipMember& member) {
    zip_source_t* const source = zip_source_function(archive, ZipMember::answer, &member);
    if (!source)
        return false;
    const zip_int64_t index = zip_file_add(archive, (name + ".npy").c_str(), source, ZIP_FL_ENC_UTF_8);
    if (index < 0) {
        zip_source_free(source);
        return false;
    }
    constexpr zip_uint16_t midnight = 0, first_of_1980 = 1 << 5 | 1; // the earliest that ZIP files have
    const auto at = static_cast<zip_uint64_t>(index);
    return zip_set_file_compression(archive, at, ZIP_CM_STORE, 0) == 0 &&
           zip_file_set_dostime(archive, at, midnight, first_of_1980, 0) == 0;
}

} // namespace

void write_arrays(const std::vector<NpzMember>& members, const TakeBytes& take) {
    for (const NpzMember& member : members) {
        const std::unique_ptr<NpyBytes> bytes = member.bytes();
        if (!take(member.name + '\n'))
            return;
        for (std::string piece = bytes->next(); !piece.empty(); piece = bytes->next()) {
            if (!take(piece))
                return;
        }
    }
}

Result<NpzFile> NpzFile::make(const std::vector<NpzMember>& members) {
    const FilePtr file(std::tmpfile(), [](std::FILE* open) {
        if (open)
            std::fclose(open);
    });
    if (!file)
        return Error{"temporary file", {}, std::string("cannot be made: ") + std::strerror(errno), {}};
    std::vector<std::unique_ptr<ZipMember>> sources; // libzip reads them when it closes the archive
    ZipOutput output(file.get());
    zip_error_t error;
    zip_error_init(&error);
    zip_source_t* const target = zip_source_function_create(ZipOutput::answer, &output, &error);
    WrittenArchive archive(target ? zip_open_from_source(target, ZIP_CREATE | ZIP_TRUNCATE, &error)
                                  : nullptr);
    if (!archive) {
        zip_source_free(target);
        return no_room(&error);
    }
    for (const NpzMember& member : members) {
        sources.push_back(std::make_unique<ZipMember>(member));
        if (!add_member(archive.get(), member.name, *sources.back()))
            return no_room(zip_get_error(archive.get()));
    }
    if (zip_close(archive.get()) != 0) {
        for (const auto& source : sources) {
            if (source->failure())
                std::rethrow_exception(source->failure());
        }
        return no_room(zip_get_error(archive.get()));
    }
    static_cast<void>(archive.release()); // closed
    return NpzFile(file);
}

void NpzFile::write(const TakeBytes& take) const {
    std::rewind(m_file.get());
    std::vector<char> buffer(1 << 16);
    std::size_t count = 0;
    while ((count = std::fread(buffer.data(), 1, buffer.size(), m_file.get())) > 0) {
        if (!take({buffer.data(), count}))
            return;
    }
    if (std::ferror(m_file.get()) != 0)
        throw std::system_error(errno, std::generic_category(), "temporary file");
}

} // namespace lab
