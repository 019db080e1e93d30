// Places for declared commands: order, all at once, given back in every way.
#include "core/execd/places.h"
#include "tests/execd/harness.h"

using namespace asb;
using namespace asb::test;

namespace {

/// A line that holds places until its stdin ends.
struct Holder {
    Client client;
    Fd gate;

    bool start(const Daemon& daemon, int count) {
        Result<Pipe> pipe = make_pipe();
        gate = std::move(pipe->write_end);
        return client.start(daemon, "@places " + std::to_string(count), 0, pipe->read_end.get());
    }
    bool granted() const { return client.out().ends_with("\ngranted\n"); }
    bool wait_granted() const { return client.wait_out("granted"); }
    /// It has asked, and stands in front of whoever asks later.
    bool wait_asked() const {
        return wait_until([&] { return client.out().ends_with("\n") && state_of(client.out_pid()) == 'S'; });
    }
};

/// For what must not come.
void pause_shortly() {
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
}

} // namespace

class PlacesTest : public QObject {
    Q_OBJECT
private slots:
    void first_come_first_served() {
        Daemon daemon;
        QVERIFY(daemon.start(Form::ByHand, {"--places", "4"}));
        Holder three;
        Holder two;
        Holder one;
        QVERIFY(three.start(daemon, 3) && three.wait_granted());
        QVERIFY(two.start(daemon, 2) && two.wait_asked());
        QVERIFY(one.start(daemon, 1) && one.wait_asked()); // would fit, but is behind
        pause_shortly();
        QVERIFY(!two.granted() && !one.granted());
        three.gate.reset();
        QVERIFY(two.wait_granted() && one.wait_granted());
        two.gate.reset();
        one.gate.reset();
        QCOMPARE(two.client.wait(), 0);
        QCOMPARE(one.client.wait(), 0);
    }

    void more_than_there_are() {
        Daemon daemon;
        QVERIFY(daemon.start(Form::ByHand, {"--places", "4"}));
        Holder one;
        Holder all;
        Holder late;
        QVERIFY(one.start(daemon, 1) && one.wait_granted());
        QVERIFY(all.start(daemon, 100) && all.wait_asked());
        QVERIFY(late.start(daemon, 1) && late.wait_asked());
        pause_shortly();
        QVERIFY(!all.granted());
        one.gate.reset();
        QVERIFY(all.wait_granted());
        pause_shortly();
        QVERIFY(!late.granted());
        all.gate.reset();
        QVERIFY(late.wait_granted());
        late.gate.reset();
        QCOMPARE(late.client.wait(), 0);
    }

    void the_dead_give_back_and_leave_the_line() {
        Daemon daemon;
        QVERIFY(daemon.start(Form::ByHand, {"--places", "2"}));
        QVERIFY(wait_until([&] { return daemon.is_settled(); }));
        const int before = daemon.open_descriptors();
        Holder holder;
        Holder impatient;
        Holder last;
        QVERIFY(holder.start(daemon, 2) && holder.wait_granted());
        QVERIFY(impatient.start(daemon, 2) && impatient.wait_asked());
        QVERIFY(last.start(daemon, 1) && last.wait_asked());
        impatient.client.hang_up();
        holder.client.hang_up();
        QVERIFY(last.wait_granted());
        QVERIFY(!impatient.granted());
        last.gate.reset();
        QCOMPARE(last.client.wait(), 0);
        ASB_VERIFY_DESCRIPTORS(daemon, before);
    }

    void sixty_by_default() {
        Daemon daemon;
        QVERIFY(daemon.start());
        std::vector<std::unique_ptr<Holder>> holders;
        for (int i = 0; i < 6; ++i) {
            holders.push_back(std::make_unique<Holder>());
            QVERIFY(holders.back()->start(daemon, 10) && holders.back()->wait_granted());
        }
        Holder more;
        QVERIFY(more.start(daemon, 1) && more.wait_asked());
        pause_shortly();
        QVERIFY(!more.granted());
        holders[3]->gate.reset();
        QVERIFY(more.wait_granted());
    }
};

ASB_EXECD_TEST_MAIN(PlacesTest)
#include "places_test.moc"
