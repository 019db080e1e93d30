#!/usr/bin/env bash
# Builds agent-sandbox and installs it into a prefix.
#
#   packaging/build.sh [--prefix DIR] [--no-gui] [--debug]
#
# The prefix lies outside the project (default ~/.local). Nothing else is touched but the build folder
# (<project>/build, or ASB_BUILD_DIR).
. "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

prefix=$HOME/.local
gui=ON
type=RelWithDebInfo
while [ $# -gt 0 ]; do
    case $1 in
    --prefix)
        [ $# -ge 2 ] || die "--prefix needs a folder"
        prefix=$2
        shift
        ;;
    --prefix=*) prefix=${1#--prefix=} ;;
    --no-gui) gui=OFF ;;
    --debug) type=Debug ;;
    -h | --help)
        sed -n '2,7s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
        exit 0
        ;;
    *) die "unknown option '$1' (known: --prefix DIR, --no-gui, --debug)" ;;
    esac
    shift
done
prefix=$(realpath -m -- "$prefix")
case $prefix/ in
"$SOURCE"/*) die "the prefix $prefix lies inside the project: choose one outside" ;;
esac

launcher=()
command -v ccache >/dev/null && launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
suffix=$(printf '%s' "$type-gui-$gui" | tr '[:upper:]' '[:lower:]')
build=${ASB_BUILD_DIR:-$SOURCE/build/$suffix}
cmake -S "$SOURCE" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE="$type" -DCMAKE_INSTALL_PREFIX="$prefix" \
    -DASB_GUI="$gui" -DASB_TESTS=OFF "${launcher[@]}"
cmake --build "$build" -j "$(nproc)"
# Without the symbols: nono hashes the program that it starts, and reads 70 MB for that otherwise.
strip=(--strip)
[ "$type" != Debug ] || strip=()
cmake --install "$build" "${strip[@]}" | grep -v "^-- Up-to-date" || true
say "agent-sandbox is in $prefix/bin"
