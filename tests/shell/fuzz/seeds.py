#!/usr/bin/env python3
"""First texts of the coverage-guided fuzzer: `seeds.py FOLDER` writes lines of the grammar and of the differential tables."""
import glob
import os
import random
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import grammar  # noqa: E402 the folder has to be on the path first
import wide_grammar  # noqa: E402


def main():
    os.makedirs(sys.argv[1], exist_ok=True)
    texts = ["".join(grammar.Grammar(random.Random(seed)).line()) for seed in range(300)]
    texts += ["".join(wide_grammar.WideGrammar(random.Random(seed)).line()) for seed in range(600)]
    for path in glob.glob(os.path.join(os.path.dirname(HERE), "differential", "*.lines")):
        with open(path, encoding="utf-8", errors="surrogateescape") as table:
            texts += [line.rstrip("\n") for line in table if line.strip() and not line.startswith("# ")]
    for i, text in enumerate(texts):
        with open(os.path.join(sys.argv[1], "seed%04d" % i), "wb") as f:
            f.write(text.encode(errors="surrogateescape")[:512])


if __name__ == "__main__":
    main()
