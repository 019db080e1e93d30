"""How long a test of the desktop waits for what has to come: on a machine with ten times the work it can do, too."""
from processes import wait_until

SECONDS = 90  # of a machine at rest: wait_until counts the time of a busy one as less


def soon(condition):
    """The condition's first true value; its last false one when it never came."""
    return wait_until(condition, SECONDS, 0.05)
