// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/palettes.h"

#include <QCoreApplication>

#include <array>

namespace lab {

namespace {

class PaletteText {
    Q_DECLARE_TR_FUNCTIONS(ViewSettings)
};

constexpr std::array<QRgb, 9> viridis{0xff440154, 0xff472d7b, 0xff3b528b, 0xff2c728e, 0xff21918c,
                                      0xff28ae80, 0xff5ec962, 0xffaddc30, 0xfffde725};

constexpr std::array<QRgb, 10> cividis{0xff00224e, 0xff123570, 0xff3b496c, 0xff575d6d, 0xff707173,
                                       0xff8a8678, 0xffa59c74, 0xffc3b369, 0xffe1cc55, 0xfffee838};
// Neither end is paper white or the background of hidden cells.
constexpr std::array<QRgb, 2> grey{0xffdcdcdc, 0xff141414};

// After ColorBrewer's RdBu and PuOr.
constexpr std::array<QRgb, 9> blueRed{0xff2166ac, 0xff4393c3, 0xff92c5de, 0xffd1e5f0, 0xfff7f7f7,
                                      0xfffddbc7, 0xfff4a582, 0xffd6604d, 0xffb2182b};
constexpr std::array<QRgb, 9> purpleOrange{0xff542788, 0xff8073ac, 0xffb2abd2, 0xffd8daeb, 0xfff7f7f7,
                                           0xfffee0b6, 0xfffdb863, 0xffe08214, 0xffb35806};
// For a dark background: zero is nearly as dark as a card, and the ends are light.
constexpr std::array<QRgb, 9> blueRedOnDark{0xff8ecbff, 0xff5b9fe0, 0xff3b75b5, 0xff2f4f79, 0xff2a2f3a,
                                            0xff6b3538, 0xffa8443f, 0xffdd6a58, 0xffffa08c};
constexpr std::array<QRgb, 9> purpleOrangeOnDark{0xffc9b3f5, 0xff9c83d6, 0xff7059a8, 0xff483d70, 0xff2a2f3a,
                                                 0xff5f4526, 0xff97651e, 0xffd08a23, 0xffffb850};

constexpr std::array paletteTable{
    PaletteInfo{"viridis", [] { return PaletteText::tr("viridis"); }, false, viridis},
    PaletteInfo{"cividis", [] { return PaletteText::tr("cividis"); }, false, cividis},
    PaletteInfo{"grey", [] { return PaletteText::tr("grey"); }, false, grey},
    PaletteInfo{"blue_red", [] { return PaletteText::tr("blue–red"); }, true, blueRed, blueRedOnDark},
    PaletteInfo{"purple_orange", [] { return PaletteText::tr("purple–orange"); }, true, purpleOrange,
                purpleOrangeOnDark},
};

std::vector<Palette> palettesThat(bool areSigned) {
    std::vector<Palette> found;
    for (std::size_t i = 0; i < paletteTable.size(); ++i) {
        if (paletteTable[i].isSigned == areSigned)
            found.push_back(static_cast<Palette>(i));
    }
    return found;
}

} // namespace

std::span<const PaletteInfo> allPalettes() {
    return paletteTable;
}

const PaletteInfo& info(Palette palette) {
    return paletteTable[static_cast<std::size_t>(palette)];
}

std::vector<Palette> weightPalettes() {
    return palettesThat(false);
}

std::vector<Palette> signedPalettes() {
    return palettesThat(true);
}

} // namespace lab
