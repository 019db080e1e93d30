"""A program on a pseudo terminal, its screen as plain text."""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import threading
import time

import processes

_FORWARD = re.compile(r"\x1b\[(\d*)C")
_OTHER = re.compile(r"\x1b\[[0-9;?<>=]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[()][A-Z0-9]|\x1b[=>78]")


def plain(data):
    """Screen output without its control sequences; a move to the right becomes blanks."""
    text = data.decode("utf-8", "replace")
    text = _FORWARD.sub(lambda m: " " * int(m.group(1) or 1), text)
    return _OTHER.sub("", text)


class Terminal:
    def __init__(self, argv, env, cwd, rows=40, columns=110):
        self.master, slave = pty.openpty()
        self._size(rows, columns)
        self.modes_before = termios.tcgetattr(slave)

        def own_terminal():
            os.setsid()
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)
        # The child must have the terminal before its program starts; nothing here holds a lock.
        self.process = subprocess.Popen(argv, env=env, cwd=cwd, stdin=slave, stdout=slave, stderr=slave, preexec_fn=own_terminal)
        # Kept open, so that the modes can be read after the end.
        self.slave = slave
        self.data = bytearray()
        self.lock = threading.Lock()
        self.closed = False
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _size(self, rows, columns):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def resize(self, rows, columns):
        self._size(rows, columns)

    def _read(self):
        while not self.closed:
            ready, _, _ = select.select([self.master], [], [], 0.1)
            if not ready:
                continue
            try:
                got = os.read(self.master, 65536)
            except OSError:
                return
            if not got:
                return
            with self.lock:
                self.data += got

    def text(self, start=0):
        with self.lock:
            return plain(bytes(self.data[start:]))

    def mark(self):
        with self.lock:
            return len(self.data)

    def wait_for(self, pattern, seconds=20, start=0):
        """Waits until the text from `start` on matches; the match or None."""
        def look():
            ended = self.process.poll() is not None
            found = re.search(pattern, self.text(start))
            return found or (ended and self._has_read_all() and (re.search(pattern, self.text(start)) or "ended"))
        found = processes.wait_until(look, seconds, 0.05)
        return found if isinstance(found, re.Match) else None

    def _has_read_all(self):
        """Nothing is on its way from the terminal any more."""
        return not select.select([self.master], [], [], 0.3)[0]

    def send(self, text):
        os.write(self.master, text.encode())

    def type_line(self, text):
        """Text and Enter apart from each other, as a person types: together they are taken for a paste."""
        mark = self.mark()
        self.send(text)
        wanted = re.sub(r"\s", "", text)[-20:]
        # On the screen once it has read that, in whatever lines it breaks it into.
        processes.wait_until(lambda: wanted in re.sub(r"\s", "", self.text(mark)), 10)
        time.sleep(0.5)
        self.send("\r")

    def modes(self):
        return termios.tcgetattr(self.slave)

    def wait(self, seconds):
        """The exit status; None while it runs."""
        processes.wait_until(lambda: self.process.poll() is not None, seconds)
        return self.process.poll()

    def close(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
        self.closed = True
        self.reader.join(2)
        os.close(self.master)
        os.close(self.slave)
