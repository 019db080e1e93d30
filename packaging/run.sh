#!/usr/bin/env bash
# Set-up, build, install and start: the demo, or with `-- claude ...` the real thing in the current folder.
#
#   packaging/run.sh [--prefix DIR] [--no-gui] [--debug] [-- claude ARG...]
. "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

prefix=$HOME/.local
build_options=()
what=(demo)
while [ $# -gt 0 ]; do
    case $1 in
    --prefix)
        [ $# -ge 2 ] || die "--prefix needs a folder"
        prefix=$2
        shift
        ;;
    --prefix=*) prefix=${1#--prefix=} ;;
    --no-gui | --debug) build_options+=("$1") ;;
    -h | --help)
        sed -n '2,4s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
        exit 0
        ;;
    --)
        shift
        [ $# = 0 ] || what=("$@")
        break
        ;;
    *) die "unknown option '$1' (known: --prefix DIR, --no-gui, --debug, -- WORD...)" ;;
    esac
    shift
done

setup_options=()
[ "${what[0]}" != demo ] || setup_options=(--no-claude)
"$SOURCE/packaging/setup.sh" "${setup_options[@]}"
"$SOURCE/packaging/build.sh" --prefix "$prefix" "${build_options[@]}"
exec "$prefix/bin/agent-sandbox" "${what[@]}"
