#!/usr/bin/env bash
# Installs what is missing to build, test and run agent-sandbox; quick when all is there.
#
#   packaging/setup.sh [--no-claude] [--test]
#
# Debian packages come from apt (as a user through sudo); nono and Claude Code go into /usr/local as root and
# into ~/.local as a user. --no-claude leaves Claude Code out, --test adds what packaging/test.sh needs.
. "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

want_claude=yes
want_test=no
for argument; do
    case $argument in
    --no-claude) want_claude=no ;;
    --test) want_test=yes ;;
    -h | --help)
        sed -n '2,7s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
        exit 0
        ;;
    *) die "unknown option '$argument' (known: --no-claude, --test)" ;;
    esac
done

debian_packages() {
    local packages=(build-essential cmake ninja-build pkg-config ccache git python3 file
        qt6-base-dev qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools libqt6sql6-sqlite libqt6svg6
        qt6-translations-l10n sensible-utils libspdlog-dev libtomlplusplus-dev nlohmann-json3-dev libxcb1-dev)
    if [ "$want_test" = yes ]; then
        packages+=(jq patch strace clang libclang-rt-dev clang-format clang-tidy binutils procps util-linux)
        # What an installation brings, and the package.
        packages+=(dpkg-dev lintian desktop-file-utils appstream librsvg2-bin man-db zsh fish)
        # A desktop without a screen.
        packages+=(xvfb openbox trayer dunst xterm dbus-x11 x11-utils xdotool imagemagick fonts-dejavu-core
            at-spi2-core python3-dbus python3-gi)
    fi
    [ "$want_claude" = no ] || command -v npm >/dev/null || packages+=(npm)
    local missing=() package
    for package in "${packages[@]}"; do
        [ "$(dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null)" = "ii " ] || missing+=("$package")
    done
    if [ ${#missing[@]} = 0 ]; then
        say "Debian packages: all there"
        return
    fi
    say "Debian packages to install: ${missing[*]}"
    local as_root=()
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || die "these packages need root and there is no sudo; install them and start again: ${missing[*]}"
        as_root=(sudo)
        [ -t 0 ] || as_root=(sudo -n)
        "${as_root[@]}" true || die "sudo refused; install these packages and start again: ${missing[*]}"
    fi
    local log
    log=$(mktemp)
    # A stale list of one foreign source must not stop us: the install decides.
    with_progress "apt-get update" "$log" "${as_root[@]}" apt-get -q update || tail -n 3 "$log"
    if ! with_tries "apt-get install" "$log" "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get -q -y --no-install-recommends install "${missing[@]}"; then
        tail -n 20 "$log" >&2
        rm -f "$log"
        die "apt-get could not install: ${missing[*]}"
    fi
    rm -f "$log"
}

nono_version() { "$1" --version 2>/dev/null | grep -oE '[0-9]+\.[0-9]+\.[0-9]+' | head -n 1; }

rust_or_stop() {
    local have=""
    command -v cargo >/dev/null && have=$(rustc --version 2>/dev/null | grep -oE '[0-9]+\.[0-9]+\.[0-9]+' | head -n 1)
    [ -z "$have" ] || ! version_at_least "$have" "$RUST_MINIMUM" || return 0
    cat >&2 <<TEXT
setup.sh: nono $NONO_VERSION is needed and compiling it takes Rust $RUST_MINIMUM or newer (found: ${have:-none}).
Take one of these ways and start again:
  - the vendor's package of nono (any version from 0.80 to 0.81 on PATH is taken)
  - Homebrew:  brew install nono
  - a newer Rust by rustup; this script then compiles nono itself (about 15 minutes)
TEXT
    exit 1
}

install_nono() {
    local found version log
    found=$(command -v nono || true)
    if [ -n "$found" ]; then
        version=$(nono_version "$found")
        if [ -n "$version" ] && version_at_least "$version" 0.80.0 && ! version_at_least "$version" 0.82.0; then
            say "nono: $version at $found"
            return
        fi
        say "nono: $found is version ${version:-unknown}, outside the tested range 0.80 to 0.81"
    fi
    rust_or_stop
    say "nono: compiling $NONO_VERSION from crates.io into $TOOLS_PREFIX (about 15 minutes on two cores)"
    mkdir -p "$TOOLS_PREFIX"
    log=$(mktemp)
    # Without symbols: nono copies itself at each start.
    export CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_OPT_LEVEL=2
    export CARGO_PROFILE_RELEASE_STRIP=symbols
    local command=(cargo install --force --root "$TOOLS_PREFIX" --version "$NONO_VERSION" nono-cli)
    if ! with_progress "nono" "$log" "${command[@]}" --locked; then
        # Without the lock only when the registry lacks a version of it; a real compile error would come again.
        if grep -q '^ *Compiling ' "$log"; then
            tail -n 40 "$log" >&2
            die "nono did not compile; the whole log is $log"
        fi
        say "nono: its lock file cannot be met by this registry ($(grep -m 1 -iE '^ *(error|failed)' "$log" | cut -c1-120)); trying without it"
        if ! with_progress "nono" "$log" "${command[@]}"; then
            tail -n 40 "$log" >&2
            die "nono did not compile; the whole log is $log"
        fi
    fi
    rm -f "$log"
    say "nono: $(nono_version "$TOOLS_PREFIX/bin/nono") at $TOOLS_PREFIX/bin/nono"
    [ -z "$found" ] || [ "$found" = "$TOOLS_PREFIX/bin/nono" ] || say "Note: put $TOOLS_PREFIX/bin before ${found%/*} in your PATH"
}

claude_version() { "$1" --version 2>/dev/null </dev/null | grep -oE '^[0-9.]+' | head -n 1; }

install_claude() {
    local found version log native
    found=$(command -v claude || true)
    [ -z "$found" ] || version=$(claude_version "$found" || true)
    if [ -n "$found" ] && [ "$version" = "$CLAUDE_VERSION" ]; then
        say "Claude Code: $version at $found"
        return
    fi
    native=$(claude_native "$TOOLS_PREFIX")
    if [ -z "$native" ] || [ "$(claude_version "$native" || true)" != "$CLAUDE_VERSION" ]; then
        command -v npm >/dev/null || die "Claude Code comes from npm and there is no npm: install Node.js, or use --no-claude"
        say "Claude Code: installing $CLAUDE_VERSION from npm into $TOOLS_PREFIX"
        log=$(mktemp)
        # Our link of an earlier start would stop npm.
        case $(readlink "$TOOLS_PREFIX/bin/claude" || true) in
        */@anthropic-ai/*) rm -f "$TOOLS_PREFIX/bin/claude" ;;
        esac
        # Its install script only links the native binary of the platform package, which is done here.
        if ! with_tries "npm" "$log" npm install --global --prefix "$TOOLS_PREFIX" --ignore-scripts \
            --no-audit --no-fund "@anthropic-ai/claude-code@$CLAUDE_VERSION"; then
            tail -n 20 "$log" >&2
            die "npm could not install Claude Code; the whole log is $log"
        fi
        rm -f "$log"
        native=$(claude_native "$TOOLS_PREFIX")
        [ -n "$native" ] || die "Claude Code $CLAUDE_VERSION has no binary for this machine ($(uname -m))"
    fi
    chmod +x "$native"
    if [ -z "$found" ] || [ "$found" = "$TOOLS_PREFIX/bin/claude" ]; then
        ln -sfn "$native" "$TOOLS_PREFIX/bin/claude"
        say "Claude Code: $(claude_version "$native") at $TOOLS_PREFIX/bin/claude"
    else
        say "Claude Code: $found (version ${version:-unknown}) stays the one on PATH; tested is $CLAUDE_VERSION, at $native"
    fi
}

if command -v dpkg-query >/dev/null; then
    debian_packages
else
    say "Not a Debian system: make sure that a C++20 compiler, CMake 3.25, Ninja, Qt 6.4 (Core, Network, Sql, Widgets, DBus, Test, LinguistTools), spdlog, toml++ and nlohmann-json are there"
fi
install_nono
[ "$want_claude" = no ] || install_claude
case ":$ORIGINAL_PATH:" in
*":$TOOLS_PREFIX/bin:"*) ;;
*) say "Note: add $TOOLS_PREFIX/bin to your PATH" ;;
esac
