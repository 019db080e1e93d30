#!/usr/bin/env python3
"""What an installation brings beside the programs, and the Debian package.

    package_test.py --build DIR [--prefix DIR]

DIR is a finished build folder; without --prefix it is installed into a scratch one. Nothing is installed into the
system: the package goes into a scratch root. A tool that is missing is a failed test where CI is set, a skipped one
elsewhere. The last line is `N passed, N failed[, N skipped]`.
"""
import argparse
import glob
import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, HERE)

import completions  # noqa: E402 the folder has to be on the path first

counts = {"passed": 0, "failed": 0, "skipped": 0}


def result(name, good, *details):
    counts["passed" if good else "failed"] += 1
    print("PASS %s" % name if good else "FAIL %s: %s" % (name, "\n  ".join(str(d)[-3000:] for d in details)), flush=True)


def run(*argv, env=None, cwd=None):
    done = subprocess.run(argv, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                          env=env, cwd=cwd, timeout=300, check=False)
    return done.returncode, done.stdout


def have(tool, name):
    if shutil.which(tool):
        return True
    if os.environ.get("CI"):
        result(name, False, "%s is not installed" % tool)
    else:
        counts["skipped"] += 1
        print("SKIP %s: %s is not installed" % (name, tool))
    return False


def version():
    with open(os.path.join(TOP, "CMakeLists.txt"), encoding="utf-8") as f:
        return re.search(r"project\(agent-sandbox VERSION ([0-9.]+)", f.read()).group(1)


class Installed:
    """An installation, and which of our files have to be there."""

    ALWAYS = ["bin/agent-sandbox", "libexec/agent-sandbox/agent-sandbox-session", "libexec/agent-sandbox/agent-sandbox-bash",
              "share/man/man1/agent-sandbox.1.gz", "share/man/man5/agent-sandbox.toml.5.gz", "share/doc/agent-sandbox/changelog.gz",
              "share/doc/agent-sandbox/copyright", "share/bash-completion/completions/agent-sandbox", "share/zsh/site-functions/_agent-sandbox",
              "share/fish/vendor_completions.d/agent-sandbox.fish"]
    WINDOW = ["libexec/agent-sandbox/agent-sandbox-gui", "share/applications/agent-sandbox.desktop", "share/metainfo/agent-sandbox.metainfo.xml",
              "share/icons/hicolor/scalable/apps/agent-sandbox.svg", "share/icons/hicolor/symbolic/apps/agent-sandbox-symbolic.svg"]

    def __init__(self, prefix):
        self.prefix = prefix
        self.program = self.path("bin/agent-sandbox")

    def path(self, name):
        return os.path.join(self.prefix, name)

    def read(self, name):
        path = self.path(name)
        with gzip.open(path, "rt", encoding="utf-8") if name.endswith(".gz") else open(path, encoding="utf-8") as f:
            return f.read()

    def files(self):
        return sorted(os.path.relpath(os.path.join(top, f), self.prefix) for top, _, names in os.walk(self.prefix) for f in names)


def test_files(installed):
    want = sorted(installed.ALWAYS + installed.WINDOW)
    got = installed.files()
    result("the installed files are exactly these", got == want, "missing: %s" % sorted(set(want) - set(got)), "more: %s" % sorted(set(got) - set(want)))


def exec_words(text):
    """The words of each Exec line, unquoted as the Desktop Entry Specification says."""
    lines = re.findall(r"^Exec=(.*)$", text, re.M)
    plain = [line.replace("\\\\", "\\") for line in lines]
    words = [re.findall(r'"((?:[^"\\]|\\.)*)"|(\S+)', line) for line in plain]
    return [[re.sub(r"\\(.)", r"\1", quoted).replace("%%", "%") if quoted else bare for quoted, bare in line] for line in words]


def test_desktop_file(installed, build, scratch):
    name = "share/applications/agent-sandbox.desktop"
    if have("desktop-file-validate", "desktop file is valid"):
        status, out = run("desktop-file-validate", installed.path(name))
        result("desktop file is valid", status == 0 and not out, out)
    text = installed.read(name)
    for key in ("StartupNotify=true", "StartupWMClass=agent-sandbox", "Icon=agent-sandbox", "Keywords=", "Comment[de]=", "Comment[ja]=", "Comment[sv]="):
        result("desktop file has " + key, key in text)
    odd = os.path.join(scratch, 'a $b `c` 50% (d)')
    status, out = run("cmake", "--install", build, "--prefix", odd)
    result("installation into a folder of an odd name", status == 0, out)
    found = exec_words(Installed(odd).read(name)) if status == 0 else []
    for words in found:
        result("Exec names a program that is there: %s" % os.path.basename(words[0]), os.access(words[0], os.X_OK), words)
    result("two Exec lines", len(found) == 2, found)
    staged = os.path.join(scratch, "staged")
    status, out = run("cmake", "--install", build, "--prefix", "/usr", env=dict(os.environ, DESTDIR=staged))
    under_usr = Installed(staged + "/usr")
    result("in /usr the program is found by its name", status == 0 and exec_words(under_usr.read(name))[0] == ["agent-sandbox"], out)
    if shutil.which("desktop-file-validate"):
        status, out = run("desktop-file-validate", under_usr.path(name), Installed(odd).path(name))
        result("both are valid as well", status == 0, out)


def test_metainfo(installed):
    name = "share/metainfo/agent-sandbox.metainfo.xml"
    if have("appstreamcli", "metainfo is valid"):
        status, out = run("appstreamcli", "validate", "--no-net", "--no-color", installed.path(name))
        result("metainfo is valid", status == 0, out)
    text = installed.read(name)
    result("metainfo names this version", '<release version="%s"' % version() in text)
    result("metainfo names the desktop file", '<launchable type="desktop-id">agent-sandbox.desktop</launchable>' in text)
    result("changelog names this version", installed.read("share/doc/agent-sandbox/changelog.gz").startswith("agent-sandbox (%s) " % version()))


def test_icons(installed):
    for name in (n for n in installed.WINDOW if n.endswith(".svg")):
        text = installed.read(name)
        result("%s is square and draws by itself" % os.path.basename(name), 'viewBox="0 0 16 16"' in text and "href" not in text and "<image" not in text)
        if have("rsvg-convert", "%s can be drawn" % os.path.basename(name)):
            status, out = run("rsvg-convert", "-w", "64", installed.path(name))
            result("%s can be drawn" % os.path.basename(name), status == 0, out)


def shown_man(path):
    return run("man", "--warnings", "-l", path, env=dict(os.environ, MANWIDTH="200", MANPAGER="cat", LC_ALL="C.UTF-8", MAN_KEEP_FORMATTING=""))


def test_man_pages(installed):
    for name in (n for n in installed.ALWAYS if "/man/" in n):
        source = installed.read(name)
        result("%s names this version" % os.path.basename(name), "agent-sandbox %s" % version() in source.split("\n", 1)[0])
        if have("man", "%s formats without a warning" % os.path.basename(name)):
            status, out = shown_man(installed.path(name))
            result("%s formats without a warning" % os.path.basename(name), status == 0 and "warning" not in out, out)
        result("%s is compressed without name and time" % os.path.basename(name), gzip_is_plain(installed.path(name)))
    source = installed.read("share/man/man1/agent-sandbox.1.gz").replace("\\-", "-")
    for word in completions.real_words(installed.program):
        result("the man page has the word " + word, re.search(r'^\.(B|BI|BR) "?%s\b' % re.escape(word), source, re.M) or "\n.B %s " % word in source)
        for option in completions.real_options(installed.program, word):
            result("the man page has %s %s" % (word, option), option in source)
    keys = installed.read("share/man/man5/agent-sandbox.toml.5.gz").replace("\\-", "-")
    with open(os.path.join(TOP, "core/config/config.cpp"), encoding="utf-8") as f:
        known = set(re.findall(r'"((?:[a-z]+_)*[a-z]+)"', f.read()))
    for key in ("command_profile", "accept_risks", "profile", "program", "mediation", "shell", "ask", "rewrite"):
        result("agent-sandbox.toml(5) has %s, and the program knows it" % key, re.search(r"^\.BR? %s\b" % key, keys, re.M) and key in known | {"shell", "ask", "rewrite"})


def gzip_is_plain(path):
    with open(path, "rb") as f:
        head = f.read(10)
    return head[3] == 0 and head[4:8] == b"\0\0\0\0"


def fields(package):
    _, out = run("dpkg-deb", "-f", package)
    return dict(line.split(": ", 1) for line in out.splitlines() if re.match(r"^[A-Z][\w-]*: ", line))


def listing(package):
    """mode, owner, path of each entry."""
    _, out = run("dpkg-deb", "-c", package)
    rows = [line.split(None, 5) for line in out.splitlines()]
    return [(r[0], r[1], r[5].split(" -> ")[0]) for r in rows if len(r) == 6]


def test_package(build, installed, scratch):
    if not have("dpkg-deb", "the package"):
        return
    folder = os.path.join(scratch, "deb")
    # Under another umask than the usual one: the package must not show it.
    status, out = run("sh", "-c", 'umask 077; exec "$@"', "sh", "cpack", "-G", "DEB", "--config", os.path.join(build, "CPackConfig.cmake"), "-B", folder)
    found = glob.glob(os.path.join(folder, "*.deb"))
    result("cpack makes one package", status == 0 and len(found) == 1, out)
    if not found:
        return
    package = found[0]
    head = fields(package)
    depends = {d.split()[0] for d in head.get("Depends", "").split(", ")}
    for name in ("libqt6svg6", "libqt6sql6-sqlite", "qt6-translations-l10n", "libqt6core6", "libqt6widgets6", "libqt6dbus6", "libc6"):
        result("depends on " + name, name in depends, head.get("Depends"))
    result("recommends what a desktop needs", {"qt6-wayland", "qt6-gtk-platformtheme"} <= set(head.get("Recommends", "").split(", ")), head)
    result("version of the package", head.get("Version") == version(), head)
    rows = listing(package)
    result("all of it is root's", all(owner == "root/root" for _, owner, _ in rows), rows)
    result("nobody else may write anything", not [r for r in rows if r[0][0] != "l" and ("w" in r[0][4:])], rows)
    result("everybody may read everything", not [r for r in rows if r[0][0] == "d" and r[0] != "drwxr-xr-x" or r[0][0] == "-" and r[0] not in ("-rw-r--r--", "-rwxr-xr-x")], rows)
    result("nothing outside /usr", all(path == "./" or path.startswith("./usr/") for _, _, path in rows), rows)
    test_programs_of(package, scratch)
    if have("lintian", "lintian finds no error and no warning"):
        _, out = run("lintian", "--no-cfg", "--allow-root", package)
        wrong = [line for line in out.splitlines() if re.match(r"^[EW]:", line)]
        result("lintian finds no error and no warning", not wrong, *wrong)
    test_install_and_remove(package, installed, scratch)


def test_programs_of(package, scratch):
    folder = os.path.join(scratch, "content")
    run("dpkg-deb", "-x", package, folder)
    for name in ("bin/agent-sandbox", "libexec/agent-sandbox/agent-sandbox-session", "libexec/agent-sandbox/agent-sandbox-gui"):
        _, sections = run("readelf", "-SW", "-d", "-l", os.path.join(folder, "usr", name))
        result("%s is stripped" % name, ".symtab" not in sections and ".debug_info" not in sections)
        result("%s is bound at the start and read-only then" % name, "BIND_NOW" in sections and "GNU_RELRO" in sections)
    status, out = run(os.path.join(folder, "usr/bin/agent-sandbox"), "--version")
    result("the packed program runs", status == 0 and out.strip() == "agent-sandbox " + version(), out)


def test_install_and_remove(package, installed, scratch):
    """dpkg itself, into a scratch root with a database of its own (as root, or in a user namespace)."""
    root = os.path.join(scratch, "root")
    for name in ("var/lib/dpkg/updates", "var/lib/dpkg/info", "var/lib/dpkg/triggers"):
        os.makedirs(os.path.join(root, name))
    for name in ("status", "available"):
        with open(os.path.join(root, "var/lib/dpkg", name), "w", encoding="utf-8"):
            pass
    as_root = [] if os.getuid() == 0 else ["unshare", "--map-root-user"]
    if as_root and run(*as_root, "true")[0] != 0:
        counts["skipped"] += 1
        print("SKIP installation and removal: neither root nor a user namespace")
        return
    env = dict(os.environ, PATH=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")
    dpkg = [*as_root, "dpkg", "--root=" + root, "--force-depends", "--force-not-root", "--log=/dev/null"]

    def files():
        return sorted(os.path.relpath(os.path.join(top, f), root) for top, _, names in os.walk(root) for f in names if "/var/lib/dpkg" not in top)
    status, out = run(*dpkg, "--install", package, env=env)
    result("dpkg installs it", status == 0, out)
    got = files()
    result("what dpkg installs is what cmake installs", got == sorted("usr/" + f for f in installed.files()), got)
    status, out = run(os.path.join(root, "usr/bin/agent-sandbox"), "help", "doctor")
    result("installed there, it finds its other programs", status == 0 and "doctor" in out, out)
    status, out = run(*dpkg, "--install", package, env=env)
    result("dpkg installs it over itself", status == 0 and files() == got, out)
    status, out = run(*dpkg, "--purge", "agent-sandbox", env=env)
    result("dpkg removes it", status == 0, out)
    left = sorted(os.path.relpath(os.path.join(top, d), root) for top, folders, names in os.walk(root) for d in folders + names)
    left = [path for path in left if not path.startswith("var")]
    result("nothing is left of it", not left, left)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", required=True)
    parser.add_argument("--prefix")
    args = parser.parse_args()
    scratch = os.path.realpath(tempfile.mkdtemp(prefix="package-"))
    try:
        prefix = args.prefix
        if not prefix:
            prefix = os.path.join(scratch, "prefix")
            status, out = run("cmake", "--install", args.build, "--strip", "--prefix", prefix)
            result("cmake --install", status == 0, out)
        installed = Installed(os.path.realpath(prefix))
        test_files(installed)
        test_desktop_file(installed, os.path.realpath(args.build), scratch)
        test_metainfo(installed)
        test_icons(installed)
        test_man_pages(installed)
        completions.test_all(installed, result, have, scratch)
        test_package(os.path.realpath(args.build), installed, scratch)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    print("%d passed, %d failed%s" % (counts["passed"], counts["failed"], ", %d skipped" % counts["skipped"] if counts["skipped"] else ""))
    return 1 if counts["failed"] or not counts["passed"] else 0


if __name__ == "__main__":
    sys.exit(main())
