// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/film/gif_file.h"

#include <QRect>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

// Neither header says that it is C.
extern "C" {
#include <gif_lib.h>
#include <libimagequant.h>
}

namespace lab {

namespace {

constexpr int colours = 255; // one more stands for "as before"
constexpr GifByteType unchanged = colours;
constexpr int sampledFrames = 48; // from which the palette is made

struct Release {
    void operator()(liq_attr* attributes) const { liq_attr_destroy(attributes); }
    void operator()(liq_image* image) const { liq_image_destroy(image); }
    void operator()(liq_histogram* histogram) const { liq_histogram_destroy(histogram); }
    void operator()(liq_result* result) const { liq_result_destroy(result); }
    void operator()(ColorMapObject* map) const { GifFreeMapObject(map); }
};
template<class T>
using Owned = std::unique_ptr<T, Release>;

/// The only fault that the libraries report of what is given to them here.
void require(bool allocated) {
    if (!allocated)
        throw std::bad_alloc();
}

/// Reduces frames to one palette.
class SharedPalette {
public:
    explicit SharedPalette(QSize size) : m_size(size), m_attributes(liq_attr_create()) {
        require(m_attributes != nullptr);
        liq_set_max_colors(m_attributes.get(), colours);
        m_histogram.reset(liq_histogram_create(m_attributes.get()));
        require(m_histogram != nullptr);
    }

    void sample(const QImage& frame) {
        const QImage pixels = frame.convertToFormat(QImage::Format_RGBA8888);
        const Owned<liq_image> image = imageOf(pixels);
        require(liq_histogram_add_image(m_histogram.get(), m_attributes.get(), image.get()) == LIQ_OK);
    }

    void settle() {
        liq_result* result = nullptr;
        require(liq_histogram_quantize(m_histogram.get(), m_attributes.get(), &result) == LIQ_OK);
        m_result.reset(result);
        liq_set_dithering_level(result, 0); // dots would change from frame to frame
    }

    /// An index for each pixel.
    std::vector<GifByteType> indexed(const QImage& frame) const {
        const QImage pixels = frame.convertToFormat(QImage::Format_RGBA8888);
        const Owned<liq_image> image = imageOf(pixels);
        std::vector<GifByteType> indices(static_cast<std::size_t>(m_size.width()) *
                                         static_cast<std::size_t>(m_size.height()));
        require(liq_write_remapped_image(m_result.get(), image.get(), indices.data(), indices.size()) ==
                LIQ_OK);
        return indices;
    }

    /// For the file, whose palettes have a power of two of colours.
    Owned<ColorMapObject> map() const {
        Owned<ColorMapObject> map(GifMakeMapObject(256, nullptr));
        require(map != nullptr);
        const liq_palette* palette = liq_get_palette(m_result.get());
        for (unsigned i = 0; i < palette->count; ++i)
            map->Colors[i] = {palette->entries[i].r, palette->entries[i].g, palette->entries[i].b};
        return map;
    }

private:
    Owned<liq_image> imageOf(const QImage& pixels) const {
        std::vector<void*> lines;
        lines.reserve(static_cast<std::size_t>(m_size.height()));
        for (int y = 0; y < pixels.height(); ++y)
            lines.push_back(const_cast<uchar*>(pixels.constScanLine(y)));
        m_lines = std::move(lines);
        Owned<liq_image> image(liq_image_create_rgba_rows(m_attributes.get(), m_lines.data(), m_size.width(),
                                                          m_size.height(), 0));
        require(image != nullptr);
        return image;
    }

    QSize m_size;
    mutable std::vector<void*> m_lines; // the image points to them
    Owned<liq_attr> m_attributes;
    Owned<liq_histogram> m_histogram;
    Owned<liq_result> m_result;
};

/// The smallest rectangle outside of which two frames are equal; one pixel at least, since a frame must have
/// one.
QRect changed(const std::vector<GifByteType>& before, const std::vector<GifByteType>& now, QSize size) {
    int left = size.width(), right = -1, top = size.height(), bottom = -1;
    for (int y = 0; y < size.height(); ++y) {
        const auto start = static_cast<std::ptrdiff_t>(y) * size.width();
        const auto first = now.begin() + start, last = first + size.width();
        const auto [differs, other] = std::mismatch(first, last, before.begin() + start);
        if (differs == last)
            continue;
        int end = size.width() - 1;
        while (now[static_cast<std::size_t>(start + end)] == before[static_cast<std::size_t>(start + end)])
            --end;
        left = std::min(left, static_cast<int>(differs - first));
        right = std::max(right, end);
        top = std::min(top, y);
        bottom = y;
    }
    return right < 0 ? QRect(0, 0, 1, 1) : QRect(QPoint(left, top), QPoint(right, bottom));
}

int append(GifFileType* gif, const GifByteType* bytes, int count) {
    static_cast<QByteArray*>(gif->UserData)->append(reinterpret_cast<const char*>(bytes), count);
    return count;
}

/// Writes the parts of the file one after another.
class Writer {
public:
    Writer(QSize size, const ColorMapObject& map) {
        int fault = 0;
        m_gif = EGifOpen(&m_bytes, append, &fault);
        require(m_gif != nullptr);
        EGifSetGifVersion(m_gif, true);
        require(EGifPutScreenDesc(m_gif, size.width(), size.height(), 8, 0, &map) == GIF_OK);
        repeat();
    }
    ~Writer() { close(); }
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;
    Writer(Writer&&) = delete;
    Writer& operator=(Writer&&) = delete;

    void write(const std::vector<GifByteType>& frame, int width, const QRect& part, int hundredths) {
        GraphicsControlBlock control{};
        control.DisposalMode = DISPOSE_DO_NOT;
        control.DelayTime = hundredths;
        control.TransparentColor = unchanged;
        std::array<GifByteType, 4> extension{};
        EGifGCBToExtension(&control, extension.data());
        require(EGifPutExtension(m_gif, GRAPHICS_EXT_FUNC_CODE, extension.size(), extension.data()) ==
                GIF_OK);
        require(EGifPutImageDesc(m_gif, part.x(), part.y(), part.width(), part.height(), false, nullptr) ==
                GIF_OK);
        std::vector<GifByteType> line(static_cast<std::size_t>(part.width()));
        for (int y = part.top(); y <= part.bottom(); ++y) {
            std::copy_n(frame.begin() + static_cast<std::ptrdiff_t>(y) * width + part.x(), line.size(),
                        line.begin());
            require(EGifPutLine(m_gif, line.data(), part.width()) == GIF_OK);
        }
    }

    QByteArray close() {
        int fault = 0;
        if (m_gif)
            EGifCloseFile(m_gif, &fault);
        m_gif = nullptr;
        return m_bytes;
    }

private:
    /// The application extension that browsers read: repeat without end.
    void repeat() {
        constexpr std::array<GifByteType, 3> withoutEnd{1, 0, 0};
        require(EGifPutExtensionLeader(m_gif, APPLICATION_EXT_FUNC_CODE) == GIF_OK);
        require(EGifPutExtensionBlock(m_gif, 11, "NETSCAPE2.0") == GIF_OK);
        require(EGifPutExtensionBlock(m_gif, withoutEnd.size(), withoutEnd.data()) == GIF_OK);
        require(EGifPutExtensionTrailer(m_gif) == GIF_OK);
    }

    QByteArray m_bytes;
    GifFileType* m_gif = nullptr;
};

} // namespace

QByteArray gifFile(const GifMovie& movie, const std::function<bool(double)>& progress) {
    const int step = std::max(1, movie.frames / sampledFrames);
    const int sampled = (movie.frames + step - 1) / step;
    int done = 0;
    const auto goesOn = [&] { return !progress || progress(double(++done) / (sampled + movie.frames)); };

    SharedPalette palette(movie.size);
    for (int frame = 0; frame < movie.frames; frame += step) {
        palette.sample(movie.image(frame));
        if (!goesOn())
            return {};
    }
    palette.settle();
    Writer writer(movie.size, *palette.map());
    std::vector<GifByteType> before;
    for (int frame = 0; frame < movie.frames; ++frame) {
        const std::vector<GifByteType> now = palette.indexed(movie.image(frame));
        std::vector<GifByteType> shown = now;
        QRect part(QPoint(0, 0), movie.size);
        if (frame > 0) {
            part = changed(before, now, movie.size);
            for (std::size_t i = 0; i < now.size(); ++i)
                shown[i] = now[i] == before[i] ? unchanged : now[i];
        }
        writer.write(shown, movie.size.width(), part, movie.hundredths(frame));
        before = now;
        if (!goesOn())
            return {};
    }
    return writer.close();
}

} // namespace lab
