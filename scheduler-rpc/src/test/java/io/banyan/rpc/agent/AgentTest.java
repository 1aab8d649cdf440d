package io.banyan.rpc.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.io.GraphFiles;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.Answer;
import io.banyan.instance.DownMessage;
import io.banyan.instance.Effect;
import io.banyan.instance.Event;
import io.banyan.instance.Instance;
import io.banyan.instance.InstanceConfig;
import io.banyan.instance.Request;
import io.banyan.jobspec.JobspecReader;
import io.banyan.match.MatchOperation;
import io.banyan.planner.TimeWindow;
import io.banyan.rpc.store.Journal;
import io.banyan.rpc.store.MemoryJournal;
import io.banyan.rpc.store.Transaction;
import io.banyan.rpc.timing.LevelTiming;
import io.banyan.rpc.wire.Failure;
import io.banyan.schedule.JobId;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AgentTest {
    private static final long LONG = TimeUnit.MINUTES.toNanos(1);

    private final List<String> happened = new CopyOnWriteArrayList<>();
    private final Mailbox mailbox = new Mailbox(2);

    @Test
    void aDecisionIsInTheJournalBeforeAnybodyHearsOfIt() throws Exception {
        var journal = new LoggedJournal(0);
        try (Agent agent = agent(journal)) {
            Heard heard = ask(allocate());
            agent.start();
            assertThat(heard.next()).isInstanceOf(Answer.Matched.class);
            assertThat(happened).containsExactly("appended 1", "answered Matched");
            assertThat(journal.read()).hasSize(1);
        }
    }

    @Test
    void whatTheJournalDoesNotTakeIsNotAnswered() throws Exception {
        try (Agent agent = agent(new LoggedJournal(1))) {
            Heard heard = ask(allocate());
            agent.start();
            assertThat(heard.next()).isEqualTo(Failure.JOURNAL);
            await().until(() -> happened.contains("ended in failure"));
            assertThat(happened).doesNotContain("answered Matched");
            assertThat(ask(new Request.Stat()).next()).isEqualTo(Failure.STOPPING);
        }
    }

    @Test
    void anErrorEndsTheDaemonAndWhoeverWaitsIsTold() throws Exception {
        InstantSource broken = () -> {
            throw new StackOverflowError("a bug");
        };
        try (Agent agent = agent(new LoggedJournal(0), broken)) {
            Heard heard = ask(allocate());
            agent.start();
            assertThat(heard.next()).isEqualTo(Failure.INTERNAL);
            await().until(() -> happened.contains("ended in failure"));
            assertThat(happened).doesNotContain("answered Matched");
        }
    }

    @Test
    void whatLiesInTheQueueTogetherIsSyncedTogether() throws Exception {
        try (Agent agent = agent(new LoggedJournal(0))) {
            Heard first = ask(allocate());
            Heard second = ask(allocate());
            agent.start();
            first.next();
            second.next();
            assertThat(happened).startsWith("appended 2");
        }
    }

    @Test
    void aFullQueueRefusesClientsAndStillTakesEvents() throws Exception {
        try (Agent agent = agent(new MemoryJournal(10))) {
            Heard first = ask(new Request.Stat());
            ask(new Request.Stat());
            assertThat(ask(new Request.Stat()).next()).isEqualTo(Failure.OVERLOADED);
            assertThat(mailbox.tell(new Event.ChildUnlinked(new JobId(1)))).isTrue();
            agent.start();
            assertThat(first.next()).isInstanceOf(Answer.Stat.class);
        }
    }

    @Test
    void aRequestWhoseDeadlinePassedInTheQueueIsNotBegun() throws Exception {
        try (Agent agent = agent(new LoggedJournal(0))) {
            var heard = new Heard();
            mailbox.ask(allocate(), 0, heard);
            agent.start();
            assertThat(heard.next()).isEqualTo(Failure.DEADLINE);
            assertThat(happened).isEmpty();
        }
    }

    @Test
    void whoeverStillWaitsWhenTheDaemonStopsIsTold() throws Exception {
        Heard heard;
        try (Agent agent = agent(new MemoryJournal(10))) {
            heard = ask(new Request.Stat());
            assertThat(agent).isNotNull();
        }
        assertThat(heard.next()).isEqualTo(Failure.STOPPING);
    }

    @Test
    void aStopEndsInAHalt() throws Exception {
        try (Agent agent = agent(new MemoryJournal(10))) {
            Heard heard = ask(new Request.Stop());
            agent.start();
            assertThat(heard.next()).isInstanceOf(Answer.Stopping.class);
            await().until(() -> happened.contains("halted"));
        }
    }

    private Agent agent(Journal journal) throws Exception {
        return agent(journal, InstantSource.system());
    }

    private Agent agent(Journal journal, InstantSource clock) throws Exception {
        ResourceGraph graph = GraphFiles.load(Path.of("..", "resource-graphs", "small.graphml"));
        Instance instance = Instance.root(InstanceConfig.root("top"), graph, new TimeWindow(0, Long.MAX_VALUE >> 20));
        return new Agent(instance, journal, mailbox, outlets(), clock);
    }

    private Heard ask(Request request) {
        var heard = new Heard();
        mailbox.ask(request, LONG, heard);
        return heard;
    }

    private static Request allocate() throws Exception {
        String jobspec = """
                {"version": 9999, "resources": [{"type": "slot", "label": "s", "count": 1, "with":
                 [{"type": "core", "count": 1}]}], "tasks": [], "attributes": {"system": {"duration": 60}}}""";
        return new Request.Match(
                JobspecReader.read(jobspec, "test"), MatchOperation.ALLOCATE, MatchFormat.RV1_NOSCHED, "");
    }

    private Outlets outlets() {
        return new Outlets(
                message -> {},
                (JobId child, DownMessage message, List<LevelTiming> timings) -> {},
                new Outlets.Processes() {
                    @Override
                    public void start(Effect.StartChild child) {}

                    @Override
                    public void stop(Effect.StopChild child) {}
                },
                new Outlets.Providers() {
                    @Override
                    public void call(Effect.CallProvider call) {}

                    @Override
                    public void release(Effect.ReleaseProvider release) {}
                },
                new Outlets.Ending() {
                    @Override
                    public void halted() {
                        happened.add("halted");
                    }

                    @Override
                    public void failed(String sentence) {
                        happened.add("ended in failure");
                    }
                });
    }

    /** What one asker hears. */
    private final class Heard implements ReplyTo {
        private final BlockingQueue<Object> all = new LinkedBlockingQueue<>();

        @Override
        public void answer(Answer answer, List<LevelTiming> timings) {
            happened.add("answered " + answer.getClass().getSimpleName());
            all.add(answer);
        }

        @Override
        public void fail(Failure failure, String sentence) {
            all.add(failure);
        }

        Object next() throws InterruptedException {
            return all.poll(10, TimeUnit.SECONDS);
        }
    }

    /** A journal that writes down when it is called, and fails from some call on. */
    private final class LoggedJournal implements Journal {
        private final MemoryJournal journal = new MemoryJournal(100);
        private final CountDownLatch failsAt;

        LoggedJournal(int failingCall) {
            this.failsAt = new CountDownLatch(failingCall == 0 ? Integer.MAX_VALUE : failingCall);
        }

        @Override
        public void append(List<Transaction> transactions) throws IOException {
            failsAt.countDown();
            if (failsAt.getCount() == 0) {
                throw new IOException("the disk is full");
            }
            happened.add("appended " + transactions.size());
            journal.append(transactions);
        }

        @Override
        public List<Transaction> read() {
            return journal.read();
        }

        @Override
        public void close() {}
    }
}
