# Shared by the scripts of this folder; sourced, not run.
set -euo pipefail

SOURCE=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
NONO_VERSION=0.81.0
CLAUDE_VERSION=2.1.332
RUST_MINIMUM=1.95

say() { printf '%s\n' "$*"; }
die() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

ORIGINAL_PATH=$PATH

# Where tools go that no Debian package brings.
if [ "$(id -u)" = 0 ]; then
    TOOLS_PREFIX=/usr/local
else
    TOOLS_PREFIX=$HOME/.local
fi
case ":$PATH:" in
*":$TOOLS_PREFIX/bin:"*) ;;
*) PATH=$PATH:$TOOLS_PREFIX/bin ;;
esac
[ ! -d "$HOME/.cargo/bin" ] || PATH=$PATH:$HOME/.cargo/bin
export PATH

# version_at_least HAVE WANT
version_at_least() { [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1)" = "$2" ]; }

# with_progress LABEL LOG COMMAND...: runs the command with its output in LOG and prints a line every 30 s.
with_progress() {
    local label=$1 log=$2 pid waited=0 status=0 earlier last
    shift 2
    "$@" >"$log" 2>&1 </dev/null &
    pid=$!
    earlier=$(trap -p EXIT)
    # shellcheck disable=SC2064 # the pid of now is meant
    trap "kill $pid 2>/dev/null || true" EXIT
    while kill -0 "$pid" 2>/dev/null; do
        sleep 1
        waited=$((waited + 1))
        if [ $((waited % 30)) = 0 ]; then
            last=$(tail -n 1 "$log" | cut -c1-80)
            say "$label: $((waited / 60)) min $((waited % 60)) s${last:+, now: $last}"
        fi
    done
    wait "$pid" || status=$?
    eval "${earlier:-trap - EXIT}"
    return "$status"
}

# with_tries LABEL LOG COMMAND...: with_progress, and twice more when that fails: what comes over the network may be out
# of reach for a moment.
with_tries() {
    local pause
    for pause in 3 10 0; do
        with_progress "$@" && return 0
        [ "$pause" != 0 ] || break
        say "$1: failed, once more in $pause s"
        sleep "$pause"
    done
    return 1
}

# The folder of the pinned Claude Code's native binary below npm prefix $1, or nothing.
claude_native() {
    local root=$1/lib/node_modules/@anthropic-ai arch libc=""
    case $(uname -m) in
    x86_64) arch=x64 ;;
    aarch64) arch=arm64 ;;
    *) return 0 ;;
    esac
    if ldd --version 2>&1 | grep -qi musl; then libc=-musl; fi
    find "$root" -path "*claude-code-linux-$arch$libc/claude" -type f 2>/dev/null | head -n 1 || true
}
