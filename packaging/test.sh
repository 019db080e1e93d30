#!/usr/bin/env bash
# Set-up, build and every test. The last line is `N passed, N failed`.
#
#   packaging/test.sh [--part NAME]... [--list]
#
# --part runs one part only (and the build it needs), --list names the parts. As root, whatever runs lines of a
# shell runs as the ordinary user asb-test, which is made when it is not there. Builds lie in <project>/build/test
# or ASB_TEST_BUILD_DIR; ASB_TEST_KEEP=1 keeps the work folder of the tests; ASB_TIDY_ALL=1 lets clang-tidy read the
# whole tree and not only the parts that meet hostile input.
. "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

PARTS=(scripts format build unit nogui architecture package cases differential e2e e2e-root desktop bench parity clang sanitize tidy turn shell-speed ui-bench)
# Only when asked for: sanitize has been green once (60 of 60), and the other three measure against limits that a busy
# machine can break.
ON_DEMAND=" sanitize turn shell-speed ui-bench "
TEST_USER=asb-test
BUILD=${ASB_TEST_BUILD_DIR:-$SOURCE/build/test}
JOBS=$(nproc)

wanted=()
while [ $# -gt 0 ]; do
    case $1 in
    --part)
        [ $# -ge 2 ] || die "--part needs a name"
        wanted+=("$2")
        shift
        ;;
    --list)
        printf '%s\n' "${PARTS[@]}"
        exit 0
        ;;
    -h | --help)
        sed -n '2,9s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
        exit 0
        ;;
    *) die "unknown option '$1' (known: --part NAME, --list)" ;;
    esac
    shift
done
for name in "${wanted[@]}"; do
    case " ${PARTS[*]} " in
    *" $name "*) ;;
    *) die "no part is called '$name'; there are: ${PARTS[*]}" ;;
    esac
done
if [ ${#wanted[@]} = 0 ]; then
    for name in "${PARTS[@]}"; do
        [[ $ON_DEMAND == *" $name "* ]] || wanted+=("$name")
    done
fi

"$SOURCE/packaging/setup.sh" --test

# The work folder: readable for the test user, on a disk, and not of the form that a session's own folder has.
WORK=$(mktemp -d /var/tmp/agent-sandbox-test.XXXXXXXX)
chmod 755 "$WORK"
RESULTS=$WORK/results
: >"$RESULTS"
finish() {
    if [ "${ASB_TEST_KEEP:-}" = 1 ]; then
        say "kept: $WORK"
    else
        chmod -R u+rwX "$WORK" 2>/dev/null || true
        rm -rf -- "$WORK"
    fi
}
trap finish EXIT

if [ "$(id -u)" = 0 ] && ! id "$TEST_USER" >/dev/null 2>&1; then
    useradd --system --no-create-home --home-dir /nonexistent --shell /bin/bash "$TEST_USER"
fi
TEST_PATH=/usr/local/bin:/usr/bin:/bin
[ "$(id -u)" = 0 ] || TEST_PATH=$HOME/.local/bin:$TEST_PATH

# clean COMMAND...: with a small fixed environment, as the user of this script.
clean() {
    env -i PATH="$TEST_PATH" HOME="$WORK/home" TMPDIR="$WORK/tmp" LANG=C.UTF-8 TZ=UTC TERM=dumb \
        PYTHONDONTWRITEBYTECODE=1 ${CI:+CI=$CI} "$@" </dev/null
}
# as_user COMMAND...: the same as an ordinary user.
as_user() {
    if [ "$(id -u)" = 0 ]; then
        clean setpriv --reuid="$TEST_USER" --regid="$TEST_USER" --clear-groups --inh-caps=-all "$@"
    else
        clean "$@"
    fi
}

# count PASSED FAILED [SKIPPED]
count() { printf '%s %s %s\n' "$1" "$2" "${3:-0}" >>"$RESULTS"; }
# counted COMMAND...: the last `N passed, N failed[, N skipped]` line of the command's output is counted.
counted() {
    local log=$WORK/counted.log status=0 line
    "$@" 2>&1 | tee "$log" || status=$?
    line=$(grep -E '^[0-9]+ passed, [0-9]+ failed' "$log" | tail -n 1 || true)
    if [ -z "$line" ]; then
        say "no closing line 'N passed, N failed' came (status $status)"
        count 0 1
        return 1
    fi
    # shellcheck disable=SC2046 # three numbers are meant
    count $(printf '%s, 0 skipped' "$line" | grep -oE '[0-9]+ (passed|failed|skipped)' | head -n 3 | cut -d' ' -f1)
    return "$status"
}

configure() {
    local folder=$1
    shift
    CCACHE_BASEDIR=$SOURCE CCACHE_NOHASHDIR=1 cmake -S "$SOURCE" -B "$BUILD/$folder" -G Ninja \
        -DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DASB_WERROR=ON "$@" >"$WORK/cmake.log" 2>&1 ||
        { cat "$WORK/cmake.log"; return 1; }
}
# build_in FOLDER TARGET...: a line each 30 s, the compiler's words only when it fails.
build_in() {
    local folder=$1
    shift
    export CCACHE_BASEDIR=$SOURCE CCACHE_NOHASHDIR=1
    with_progress "build $folder" "$WORK/ninja.log" cmake --build "$BUILD/$folder" -j "$JOBS" -- -k 20 "$@" && return 0
    grep -vE '^\[[0-9]+/[0-9]+\] (Building|Linking|Automatic|Generating)' "$WORK/ninja.log"
    return 1
}
qt_tests_in() {
    local folder=$1 status=0 log failed passed
    ctest --test-dir "$BUILD/$folder" --output-on-failure -j "$JOBS" --timeout 300 || status=$?
    log=$BUILD/$folder/Testing/Temporary/LastTest.log
    passed=$(grep -hoE '^Totals: [0-9]+ passed' "$log" | awk '{n += $2} END {print n + 0}')
    failed=$(grep -hoE '^Totals: [0-9]+ passed, [0-9]+ failed' "$log" | awk '{n += $4} END {print n + 0}')
    # A program that died before its totals failed as well.
    [ "$status" = 0 ] || [ "$failed" != 0 ] || failed=1
    count "$passed" "$failed"
    return "$status"
}
sources() { git -C "$SOURCE" ls-files -- 'core/*.cpp' 'core/*.h' 'app/*.cpp' 'app/*.h' 'ui/*.cpp' 'ui/*.h' 'tests/*.cpp' 'tests/*.h'; }

INSTALLED=no
# The product as a user gets it, and the tests where the test user can read them.
install_product() {
    [ "$INSTALLED" = no ] || return 0
    mkdir -p "$WORK/prefix" "$WORK/home" "$WORK/tmp" "$WORK/bin"
    cmake --install "$BUILD/gcc" --strip --prefix "$WORK/prefix" >"$WORK/install.log" || { cat "$WORK/install.log"; return 1; }
    cp -R "$SOURCE/tests" "$WORK/tests"
    cp "$BUILD/gcc/tests/shell-driver" "$WORK/bin/"
    chmod -R a+rX "$WORK/prefix" "$WORK/tests" "$WORK/bin"
    [ "$(id -u)" != 0 ] || chown "$TEST_USER:" "$WORK/home" "$WORK/tmp"
    INSTALLED=yes
}

part_scripts() {
    local file failed=0 passed=0
    for file in "$SOURCE"/packaging/*.sh "$SOURCE/.ci/run"; do
        if bash -n "$file"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
    done
    count "$passed" "$failed"
    counted python3 "$SOURCE/tests/packaging/scripts_test.py" && [ "$failed" = 0 ]
}
part_format() {
    local file passed=0 failed=0
    while IFS= read -r file; do
        if clang-format --dry-run -Werror --ferror-limit=3 "$SOURCE/$file"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
    done < <(sources)
    [ "$failed" = 0 ] && count 1 0 || count 0 "$failed"
    say "$passed files are formatted, $failed are not"
    [ "$failed" = 0 ]
}
part_build() {
    configure gcc -DCMAKE_BUILD_TYPE=RelWithDebInfo && build_in gcc && count 1 0
}
part_unit() { qt_tests_in gcc; }
part_nogui() {
    configure nogui -DASB_GUI=OFF -DASB_TESTS=OFF -DCMAKE_BUILD_TYPE=RelWithDebInfo && build_in nogui && count 1 0
}
# For clang's warnings and clang-tidy's list of commands. Its programs are not run, so it need not optimize: that takes
# half of the time.
configure_clang() {
    configure clang -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG="-O0 -g0"
}
part_clang() { configure_clang && build_in clang && count 1 0; }
part_sanitize() {
    local findings=$WORK/sanitizer status=0 file failed=0
    configure sanitize -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG="-O1 -g1" \
        -DASB_SANITIZE=address,undefined && build_in sanitize || return 1
    mkdir -p "$findings"
    # Into files, as the stderr of a program that a test starts need not be seen by anybody.
    ASAN_OPTIONS=detect_leaks=1:log_path=$findings/report UBSAN_OPTIONS=print_stacktrace=1:log_path=$findings/report \
        LSAN_OPTIONS=suppressions=$SOURCE/tests/support/lsan.supp:print_suppressions=0 qt_tests_in sanitize || status=$?
    for file in "$findings"/*; do
        [ -s "$file" ] || continue
        failed=$((failed + 1))
        [ "$failed" -gt 5 ] || head -n 60 "$file"
    done
    [ "$failed" = 0 ] || { say "$failed programs had findings"; count 0 "$failed"; status=1; }
    return "$status"
}
part_tidy() {
    local -a folders=(core/base core/config core/front core/execd app)
    # What meets hostile input or runs inside a sandbox; the rest on request.
    [ "${ASB_TIDY_ALL:-}" != 1 ] || folders=(core app ui)
    configure_clang || return 1
    counted python3 "$SOURCE/packaging/tidy.py" --jobs "$JOBS" "$BUILD/clang" "${folders[@]}"
}
part_architecture() { counted python3 "$SOURCE/tests/architecture/architecture_test.py" --build "$BUILD/gcc"; }
part_package() { counted python3 "$SOURCE/tests/packaging/package_test.py" --build "$BUILD/gcc"; }
part_desktop() {
    install_product || return 1
    counted as_user /usr/bin/python3 "$WORK/tests/desktop/run.py" --prefix "$WORK/prefix"
}
part_cases() {
    install_product || return 1
    counted as_user /usr/bin/python3 "$WORK/tests/cases/run.py" --driver "$WORK/bin/shell-driver" \
        --program "$WORK/prefix/bin/agent-sandbox"
}
part_differential() {
    install_product || return 1
    local status=0
    counted as_user /usr/bin/python3 "$WORK/tests/shell/differential/run.py" "$WORK/bin/shell-driver" || status=1
    counted as_user /usr/bin/python3 "$WORK/tests/shell/fuzz/run.py" --seed 76 --lines 100 "$WORK/bin/shell-driver" || status=1
    counted as_user /usr/bin/python3 "$WORK/tests/shell/interrupts/run.py" --prefix "$WORK/prefix" || status=1
    return "$status"
}
part_e2e() {
    install_product || return 1
    counted as_user /usr/bin/python3 "$WORK/tests/e2e/run.py" --prefix "$WORK/prefix"
}
part_e2e-root() {
    if [ "$(id -u)" != 0 ]; then
        say "not root: left out"
        count 0 0 1
        return 0
    fi
    install_product || return 1
    mkdir -p "$WORK/root-home" "$WORK/root-tmp"
    counted clean env HOME="$WORK/root-home" TMPDIR="$WORK/root-tmp" /usr/bin/python3 "$WORK/tests/e2e/run.py" \
        --prefix "$WORK/prefix" --root-subset
}
part_bench() {
    install_product || return 1
    local status=0
    if [ "$(id -u)" = 0 ]; then
        # execd hides itself from its own user, so its memory is measured as root.
        counted as_user /usr/bin/python3 "$WORK/tests/bench/run.py" --prefix "$WORK/prefix" --only exec --only hook || status=1
        counted clean /usr/bin/python3 "$WORK/tests/bench/run.py" --prefix "$WORK/prefix" --only memory || status=1
    else
        counted as_user /usr/bin/python3 "$WORK/tests/bench/run.py" --prefix "$WORK/prefix" --only exec --only hook --only memory || status=1
    fi
    return "$status"
}
part_ui-bench() {
    local program
    install_product || return 1
    for program in store-bench ui-rate ui-start; do
        strip -o "$WORK/bin/$program" "$BUILD/gcc/tests/$program" || return 1
    done
    chmod -R a+rX "$WORK/bin"
    counted as_user /usr/bin/python3 "$WORK/tests/bench/ui_bench.py" --prefix "$WORK/prefix" --programs "$WORK/bin"
}
part_shell-speed() {
    install_product || return 1
    counted as_user /usr/bin/python3 "$WORK/tests/bench/run.py" --prefix "$WORK/prefix" --only shell
}
part_turn() {
    install_product || return 1
    counted as_user /usr/bin/python3 "$WORK/tests/bench/run.py" --prefix "$WORK/prefix" --only turn
}
part_parity() {
    install_product || return 1
    counted as_user /usr/bin/python3 "$WORK/tests/parity/run.py" --prefix "$WORK/prefix"
}

failed_parts=()
run_part() {
    local name=$1 start=$SECONDS status=0 before after log tee
    printf '\n== %s\n' "$name"
    before=$(wc -l <"$RESULTS")
    exec {log}> >(exec tee "$WORK/part.$name")
    tee=$!
    "part_$name" >&"$log" 2>&1 || status=$?
    exec {log}>&-
    wait "$tee"
    after=$(wc -l <"$RESULTS")
    if [ "$status" != 0 ]; then
        failed_parts+=("$name")
        # A part that failed without a count failed once.
        tail -n $((after - before)) "$RESULTS" | awk '{f += $2} END {exit f > 0 ? 0 : 1}' && [ "$after" != "$before" ] || count 0 1
    fi
    say "== $name: $([ "$status" = 0 ] && echo passed || echo FAILED) after $((SECONDS - start)) s"
    return "$status"
}

built=no
build_once() {
    [ "$built" != no ] || { if run_part build; then built=yes; else built=failed; fi; }
    [ "$built" = yes ]
}
for part in "${wanted[@]}"; do
    case $part in
    build) build_once || true ;;
    unit | architecture | package | cases | differential | e2e | e2e-root | desktop | bench | parity | turn | shell-speed | ui-bench)
        if build_once; then run_part "$part" || true; else say "== $part: left out, the build failed"; fi
        ;;
    *) run_part "$part" || true ;;
    esac
done

# The parts that failed once more, without what passed: of a long log often the end alone is kept.
for name in "${failed_parts[@]}"; do
    printf '\n== %s FAILED:\n' "$name"
    grep -vE '^ *(PASS|ok) |^(build|tidy)[^:]*: [0-9]+ |[0-9]+/[0-9]+ Test .* Passed |^ +Start +[0-9]+: ' "$WORK/part.$name" | tail -n 150 | cut -c1-1000 || true
done

read -r passed failed skipped < <(awk '{p += $1; f += $2; s += $3} END {print p + 0, f + 0, s + 0}' "$RESULTS")
[ ${#failed_parts[@]} = 0 ] || say "failed parts: ${failed_parts[*]}"
# Skipped tests stand in the closing line only when there are any: it is read by machines.
printf '\n%s passed, %s failed%s\n' "$passed" "$failed" "$([ "$skipped" = 0 ] || printf ', %s skipped' "$skipped")"
[ "$failed" = 0 ] && [ ${#failed_parts[@]} = 0 ] && [ "$passed" -gt 0 ]
