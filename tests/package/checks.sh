# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
#
# How the checks of tests/package/inside are made and counted.

failures=0

# check WHAT COMMAND... : says whether the command succeeded; what it printed, where it did not.
check() {
    local what=$1 said
    shift
    if said=$("$@" 2>&1); then
        printf 'ok      %s\n' "$what"
    else
        printf 'FAILED  %s\n' "$what"
        sed 's/^/        /' <<<"$said" | tail -n 20
        failures=$((failures + 1))
    fi
}

# as_pupil COMMAND... : as somebody who may change nothing but their own home.
as_pupil() {
    (cd /home/pupil && exec runuser -u pupil -- env HOME=/home/pupil XDG_RUNTIME_DIR=/run/pupil "$@")
}

install_packages() {
    apt-get install -q -y --no-install-recommends "$@" >>/try/apt.log 2>&1
}

# until_true SECONDS COMMAND... : whether the command succeeds within that time.
until_true() {
    local end=$((SECONDS + $1))
    shift
    until "$@" >/dev/null 2>&1; do
        ((SECONDS < end)) || return 1
        sleep 0.2
    done
}

display=:7
start_display() {
    Xvfb "$display" -screen 0 1440x900x24 >/try/xvfb.log 2>&1 &
    until_true 20 test -e "/tmp/.X11-unix/X${display#:}"
}

# shows TITLE: whether there is a window whose title contains this.
shows() {
    DISPLAY=$display xwininfo -root -tree | grep -F -- "$1"
}

# end_program: ends the windows that a check has opened, and waits until they are gone.
end_program() {
    local process
    for process in $(pidof attention-lab); do
        kill "$process"
    done
    until_true 10 bash -c '! pidof attention-lab'
}

# opens_window TITLE COMMAND... : whether the command, started on the display, shows a window with such a title.
opens_window() {
    local title=$1 status=0
    shift
    as_pupil DISPLAY="$display" "$@" >/try/window.log 2>&1 &
    until_true 30 shows "$title" || status=1
    end_program
    cat /try/window.log
    return "$status"
}

# runs_for_a_while COMMAND... : whether a window without a display is still open after some seconds.
runs_for_a_while() {
    local status=0
    as_pupil timeout 5 env "$@" || status=$?
    ((status == 124)) || return 1
}

same_numbers() {
    as_pupil "$1" compute /try/wanted/twelve-heads.attn --stage weights --stage output >/try/computed.json &&
        cmp /try/computed.json /try/wanted/twelve-heads.json
}

# The letters of a PDF name their font. A figure without letters names none.
draws() {
    local format
    for format in png svg pdf; do
        as_pupil "$1" export /try/wanted/twelve-heads.attn --view weights --head 1 -o "/home/pupil/figure.$format" || return 1
        [[ -s /home/pupil/figure.$format ]] || return 1
    done
    grep -a '/FontName /[^ ]*\(DejaVu\|Noto\)' /home/pupil/figure.pdf
}

# takes_core LEVEL PROGRAM: on a processor of that level the loader takes the core that was built for it, and the numbers
# agree with those of the best core. The loader can be told to leave out what is better.
takes_core() {
    local level=$1 program taken
    program=$(realpath -- "$2")
    taken=$("$loader" --glibc-hwcaps-mask "$level" --list "$program" | grep -F libattention-lab-core)
    printf '%s\n' "$taken"
    case $level in
        x86-64) [[ $taken != *glibc-hwcaps* ]] || return 1 ;;
        *) [[ $taken == *glibc-hwcaps/"$level"/* ]] || return 1 ;;
    esac
    "$loader" --glibc-hwcaps-mask "$level" "$program" compute /try/wanted/twelve-heads.attn --stage weights \
        --stage output >/try/computed.json || return 1
    python3 /try/agree.py /try/computed.json /try/wanted/twelve-heads.json
}

loader=/lib64/ld-linux-x86-64.so.2
check_processors() {
    local level
    for level in x86-64 x86-64-v3 x86-64-v4; do
        if [[ $level == x86-64 ]] || [[ $("$loader" --help) == *"$level (supported"* ]]; then
            check "the core for $level is taken, and computes the same" takes_core "$level" "$1"
        else
            printf 'NOT TRIED: the core for %s, which the processor of this machine does not run\n' "$level"
        fi
    done
}

# imports [FOLDER]: Python imports the module, from that folder if one is named, and the module finds its program.
imports() {
    as_pupil PYTHONPATH="${1-}" python3 -c '
import attention_lab as lab
weights = lab.compute("/try/wanted/twelve-heads.attn", "weights")["weights"]
assert weights.shape[0] == 12, weights.shape'
}

# completes WORD WANTED: bash completes the program and the beginning of a word to this.
completes() {
    as_pupil bash -c '
        source /usr/share/bash-completion/bash_completion
        _completion_loader attention-lab || [[ $? == 124 ]]
        how=$(complete -p attention-lab) || exit 1
        COMP_WORDS=(attention-lab "$1")
        COMP_CWORD=1
        COMP_LINE="attention-lab $1"
        COMP_POINT=${#COMP_LINE}
        function=${how#*-F }
        "${function%% *}" attention-lab "$1" attention-lab
        printf "%s\n" "${COMPREPLY[@]}"
        printf "%s\n" "${COMPREPLY[@]}" | grep -x -- "$2 \{0,1\}"' bash "$1" "$2"
}
