# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# shellcheck disable=SC2034 # the lists are used by the scripts that source this file
#
# What the project needs from Debian 12 or 13 (Ubuntu has the same names), and how to get it.

# To build and to run. Qt's development package brings along the libraries, the X11 platform
# plugin and OpenGL's headers, fontconfig included.
build_packages=(
    cmake ninja-build g++
    qt6-base-dev qt6-svg-dev libqcustomplot-dev
    libeigen3-dev nlohmann-json3-dev libicu-dev libzip-dev libxlsxwriter-dev libgif-dev
    libimagequant-dev
    qt6-wayland # without it no window opens where there is Wayland and no X server beside it
    # People type any language; these have letters, CJK, emoji, and digits of equal width.
    fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji fonts-dejavu-core
)

# For the tests: what is written for Python is read and run by it. The second line judges the files that desktops read;
# the third lets a test hear what a screen reader hears: a display in memory, a session bus, and the accessibility bus
# with its library for Python.
test_packages=(
    python3 python3-numpy
    desktop-file-utils appstream libxml2-utils man-db
    xvfb dbus-daemon at-spi2-core python3-gi gir1.2-atspi-2.0
)

# For the checks of .ci/run alone.
# clang's runtime has libFuzzer; it is only recommended by clang, hence named.
check_packages=(clang-format clang-tidy clang libclang-rt-14-dev mold zsh fish)

# For .ci/run --all alone: what results are compared with and files are read by.
comparison_packages=(
    python3-torch libopenblas0-pthread python3-nbclient python3-ipykernel libbenchmark-dev poppler-utils
    libreoffice-calc-nogui
)

# For app/package: what cpack asks which libraries a package depends on, and who owns a file.
package_packages=(dpkg-dev file)
# For app/package --try besides: systems with nothing in them, and what Debian itself says of a package.
trial_packages=(debootstrap lintian)

# Prints those of the named packages that are not installed, one a line.
missing_packages() {
    local installed
    # dpkg-query fails when it does not know one of the names; that is the answer, not an error.
    installed=$(dpkg-query --show --showformat='${Package} ${db:Status-Status}\n' "$@" 2>/dev/null) || true
    local package
    for package in "$@"; do
        grep -qxF "$package installed" <<<"$installed" || printf '%s\n' "$package"
    done
}

# Installs those of the named packages that are missing. Where none is, it touches nothing: no
# network, no password.
install_missing() {
    if ! command -v dpkg-query >/dev/null; then
        printf 'This is no Debian, so nothing is installed here. What the build needs, by its Debian names: %s\n' "$*" >&2
        return 0
    fi

    local missing
    mapfile -t missing < <(missing_packages "$@")
    if ((${#missing[@]} == 0)); then
        return 0
    fi

    local as_root=()
    if ((EUID != 0)); then
        as_root=(sudo)
    fi
    if ((EUID == 0)) || command -v sudo >/dev/null; then
        printf 'Installing what is missing: %s\n' "${missing[*]}"
        # sudo drops the environment, hence env. The questions that packages ask would wait for an
        # answer that nobody gives; sudo itself asks for its password on the terminal all the same.
        if "${as_root[@]}" apt-get update -q </dev/null &&
            "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
                apt-get install -q -y --no-install-recommends "${missing[@]}" </dev/null; then
            return 0
        fi
        printf '\nThe packages could not be installed; the reason stands above.\n' >&2
    else
        printf 'Packages are missing, and only root can install them (there is no sudo here).\n' >&2
    fi
    printf 'Missing: %s\n' "${missing[*]}" >&2
    printf 'Please run this as root, then start again:\n' >&2
    printf '    apt-get update && apt-get install --no-install-recommends %s\n' "${missing[*]}" >&2
    exit 1
}
