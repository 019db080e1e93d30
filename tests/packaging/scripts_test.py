#!/usr/bin/env python3
"""The scripts of packaging/ refuse what they must, without building or installing anything."""
import os
import re
import subprocess
import sys
import tempfile

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
passed = failed = 0


def run(script, *words, env=None):
    done = subprocess.run(["bash", os.path.join(TOP, "packaging", script), *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, env=env, timeout=60, check=False)
    return done.returncode, done.stdout, done.stderr


def result(name, good, *details):
    global passed, failed
    if good:
        passed += 1
        print("PASS %s" % name)
    else:
        failed += 1
        print("FAIL %s: %s" % (name, details))


def stand_ins(folder, programs):
    """A PATH in which only these programs are not the machine's own."""
    for name, text in programs.items():
        path = os.path.join(folder, name)
        with open(path, "w", encoding="utf-8") as f:
            f.write("#!/bin/bash\n" + text + "\n")
        os.chmod(path, 0o755)
    return dict(os.environ, PATH=folder + ":/usr/bin:/bin", HOME=folder)


def own_dependencies():
    """Packages that our own Debian package depends on by name."""
    with open(os.path.join(TOP, "cmake", "Packaging.cmake"), encoding="utf-8") as f:
        lists = re.findall(r'CPACK_DEBIAN_PACKAGE_DEPENDS "([^"]*)"', f.read())
    return [name.strip() for text in lists for name in text.split(",") if name.strip()]


def main():
    for script in ("setup.sh", "build.sh", "run.sh", "test.sh"):
        status, out, err = run(script, "--no-such-option")
        result("%s: unknown option" % script, status != 0 and "--no-such-option" in err and not out, status, out, err)
        status, out, err = run(script, "--help")
        result("%s: --help" % script, status == 0 and "packaging/" + script in out and not err, status, out, err)
    status, out, err = run("build.sh", "--prefix", os.path.join(TOP, "inside"))
    result("build.sh: prefix inside the project", status != 0 and "inside the project" in err and not os.path.exists(os.path.join(TOP, "inside")), status, err)
    status, out, err = run("test.sh", "--part", "no-such-part")
    result("test.sh: unknown part", status != 0 and "no-such-part" in err, status, err)

    have_packages = {"dpkg-query": "printf 'ii '", "sudo": "exit 1", "apt-get": "echo apt-get must not run >&2; exit 1"}
    with tempfile.TemporaryDirectory() as folder:
        env = stand_ins(folder, dict(have_packages, nono="echo nono 0.80.3"))
        status, out, err = run("setup.sh", "--no-claude", env=env)
        result("setup.sh: nono in the tested range is taken", status == 0 and "0.80.3" in out, status, out, err)
        env = stand_ins(folder, dict(have_packages, nono="echo nono 0.70.1", rustc="echo rustc 1.80.0", cargo="echo cargo must not run; exit 1"))
        status, out, err = run("setup.sh", "--no-claude", env=env)
        ways = all(word in err for word in ("Homebrew", "rustup", "vendor", "1.95", "1.80.0"))
        result("setup.sh: Rust too old", status != 0 and ways and "must not run" not in out + err, status, out, err)
        env = stand_ins(folder, dict(have_packages, nono="echo nono 0.81.0", claude="echo '2.1.332 (Claude Code)'", npm="echo npm must not run >&2; exit 1"))
        status, out, err = run("setup.sh", env=env)
        result("setup.sh: quick when all is there", status == 0 and "must not run" not in out + err, status, out, err)
        env = stand_ins(folder, dict(have_packages, **{"dpkg-query": "exit 1", "apt-get": "exit 100", "sudo": "exit 1"}))
        if os.getuid() != 0:
            status, out, err = run("setup.sh", "--no-claude", env=env)
            result("setup.sh: sudo refuses", status != 0 and "cmake" in err, status, out, err)
        else:
            status, out, err = run("setup.sh", "--no-claude", env=env)
            result("setup.sh: apt-get fails", status != 0 and "cmake" in err, status, out, err)
        # Without recommended packages nothing else brings what an installation needs.
        own = own_dependencies()
        missing = [name for name in own if f" {name} " not in " ".join((out + err).split()) + " "]
        result("setup.sh: what our package depends on", own and not missing, status, str(missing), err)

        once = '[ "$2" = update ] && exit 0; [ -e "$HOME/tried" ] && exit 0; touch "$HOME/tried"; exit 100'
        sudo = 'while [ "${1#-}" != "$1" ]; do shift; done; exec "$@"'
        env = stand_ins(folder, dict(have_packages, nono="echo nono 0.81.0", **{"dpkg-query": "exit 1", "apt-get": once, "sudo": sudo}))
        status, out, err = run("setup.sh", "--no-claude", env=env)
        result("setup.sh: apt-get fails once", status == 0 and "once more" in out and "0.81.0" in out, status, out, err)

        # A registry that lacks a version of the lock file: the second try is without it.
        cargo = ('case "$*" in *--locked*) echo "error: failed to select a version"; exit 101 ;; esac\n'
                 'while [ $# -gt 0 ]; do [ "$1" = --root ] && root=$2; shift; done; mkdir -p "$root/bin"\n'
                 'printf "#!/bin/sh\\necho nono 0.81.0\\n" > "$root/bin/nono"; chmod +x "$root/bin/nono"')
        env = stand_ins(folder, dict(have_packages, nono="echo nono 0.70.1", rustc="echo rustc 1.95.0", cargo=cargo, id="echo 1000"))
        status, out, err = run("setup.sh", "--no-claude", env=env)
        result("setup.sh: without the lock when it cannot be met", status == 0 and "without it" in out
               and os.path.exists(os.path.join(folder, ".local/bin/nono")), status, out, err)

        formatter = 'case ${!#} in */core/base/*) echo "no good: ${!#}" >&2; exit 1 ;; esac'
        env = stand_ins(folder, dict(have_packages, nono="echo nono 0.81.0", claude="echo '2.1.332 (Claude Code)'", **{"clang-format": formatter}))
        status, out, err = run("test.sh", "--part", "format", env=env)
        again = out.partition("== format FAILED:")[2]
        result("test.sh: what failed stands at the end once more", status != 0 and "no good" in again and "failed parts: format" in again, status, out, err)
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
