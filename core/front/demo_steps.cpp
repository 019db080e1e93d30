#include "core/front/demo_steps.h"

#include "core/base/text.h"

namespace asb {

std::vector<DemoStep> demo_steps(const std::string& outside) {
    using How = DemoStep::How;
    return {
        {"look around", How::Foreground, "pwd && ls -a | head -20", 0, "/"},
        {"here-document", How::Foreground,
         "mkdir -p src && cat > src/words.txt <<'EOF'\nit's one\ntwo\nthree\nEOF\nwc -l < src/words.txt", 0,
         "3"},
        {"build", How::Foreground,
         "cat > build.sh <<'EOF'\n"
         "mkdir -p out\n"
         "tr a-z A-Z < src/words.txt > out/words.txt\n"
         "echo \"built out/words.txt: $(wc -l < out/words.txt) lines\"\n"
         "EOF\n"
         "sh build.sh && cat out/words.txt",
         0, "built out/words.txt: 3 lines\nIT'S ONE\n"},
        {"pipeline", How::Foreground, "seq 1 1000 | grep 7 | sort -rn | head -3", 0, "997\n987\n979"},
        {"loop over a pipe", How::Foreground,
         "printf '%s\\n' a b c | while read -r letter; do echo \"$letter\" | tr a-c A-C; done", 0, "A\nB\nC"},
        {"change directory", How::Foreground, "cd src && pwd", 0, "/src"},
        {"directory is kept", How::Foreground, "basename \"$PWD\" && cd ..", 0, "src"},
        {"declared command, allowed", How::Foreground, "git log --oneline | head -3", 0, ""},
        {"declared command, refused", How::Foreground, "git push origin main", 126, "denied"},
        {"read outside, refused", How::Foreground, "cat " + shell_quote(outside), 1, "Permission denied"},
        {"failing test", How::Foreground, "sh -c 'echo \"1 of 3 tests failed\" >&2; exit 3'", 3,
         "1 of 3 tests failed"},
        {"unknown program", How::Foreground, "no-such-program-here --version", 127, "command not found"},
        {"start a server", How::Background,
         "mkfifo requests && echo ready > server.log\n"
         "while true; do read -r what < requests && echo \"served $what\" >> server.log; done",
         0, ""},
        {"ask the server", How::Foreground,
         "for i in $(seq 100); do test -p requests && test -s server.log && break; sleep 0.05; done\n"
         "echo page > requests\n"
         "for i in $(seq 100); do grep -q served server.log && break; sleep 0.05; done\n"
         "cat server.log",
         0, "ready\nserved page"},
        {"stop the server", How::Stop, "", 128 + 15, ""},
        {"monitor by websocket, denied", How::Socket, "", 0, "not available"},
    };
}

} // namespace asb
