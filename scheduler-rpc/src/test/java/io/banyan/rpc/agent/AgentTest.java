package io.banyan.rpc.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.io.GraphFiles;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.Instance;
import io.banyan.instance.config.GrowOrder;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.Transaction;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.Principal;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecReader;
import io.banyan.match.policy.MatchOperation;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.rpc.store.Journal;
import io.banyan.rpc.store.MemoryJournal;
import io.banyan.rpc.timing.LevelTiming;
import io.banyan.rpc.wire.Failure;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
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
            assertThat(kept(journal)).hasSize(1);
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
    void aBugInADecisionEndsTheDaemonAndWhoeverWaitsIsTold() throws Exception {
        for (Throwable bug : List.of(new IllegalStateException("a bug"), new StackOverflowError("a bug"))) {
            happened.clear();
            var own = new Mailbox(2);
            var journal = new LoggedJournal(0);
            try (Agent agent = new Agent(instance(graph()), journal, own, outlets(), failing(bug))) {
                var heard = new Heard();
                own.ask(Principal.OWNER, allocate(), LONG, heard);
                agent.start();
                assertThat(heard.next()).isEqualTo(Failure.INTERNAL);
                await().until(() -> happened.contains("ended in failure"));
                assertThat(happened).as("nothing of it is journaled").containsExactly("ended in failure");
                var late = new Heard();
                own.ask(Principal.OWNER, new Request.Stat(), LONG, late);
                assertThat(late.next()).isEqualTo(Failure.STOPPING);
            }
        }
    }

    /** A clock that is read for each decision, and fails then. */
    private static InstantSource failing(Throwable bug) {
        return () -> {
            if (bug instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) bug;
        };
    }

    @Test
    void whatFailsOutsideIsAnsweredAndTheInstanceGoesOn() throws Exception {
        var journal = new LoggedJournal(0);
        try (Agent agent =
                new Agent(instance(graph()), journal, mailbox, outlets(new FailingOutlets()), InstantSource.system())) {
            agent.start();
            var spawn = new Request.Spawn(jobspec(1), "child", Map.of());
            assertThat(ask(spawn).next())
                    .isInstanceOf(Answer.Failed.class)
                    .asString()
                    .contains("did not start: the daemon failed to do this");
            var grow = new Request.Grow("g1", Optional.empty(), jobspec(10_000), 10_000);
            assertThat(ask(grow).next())
                    .isInstanceOf(Answer.Refused.class)
                    .asString()
                    .contains("lab", "the daemon failed to do this");
            var deaf = new Heard() {
                @Override
                public void answer(Answer answer, List<LevelTiming> timings) {
                    throw new IllegalStateException("no answer can be given");
                }
            };
            mailbox.ask(Principal.OWNER, new Request.Stat(), LONG, deaf);
            assertThat(deaf.next()).isEqualTo(Failure.INTERNAL);
            var tooLarge = new Heard() {
                @Override
                public void answer(Answer answer, List<LevelTiming> timings) {
                    throw new OutOfMemoryError("no room for the answer");
                }
            };
            mailbox.ask(Principal.OWNER, new Request.Stat(), LONG, tooLarge);
            assertThat(tooLarge.next()).isEqualTo(Failure.INTERNAL);
            assertThat(ask(new Request.Stat()).next()).isInstanceOf(Answer.Stat.class);
            assertThat(happened).doesNotContain("ended in failure");
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
            mailbox.ask(Principal.OWNER, allocate(), 0, heard);
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

    /** The provider never answers. */
    @Test
    void whoeverWaitsForWhatWasBegunHearsThatNobodyKnows() throws Exception {
        Heard heard;
        try (Agent agent = agent(new LoggedJournal(0))) {
            agent.start();
            heard = ask(new Request.Grow("g1", Optional.empty(), jobspec(10_000), 10_000));
            await().until(() -> !happened.isEmpty());
            assertThat(ask(new Request.Stat()).next()).isInstanceOf(Answer.Stat.class);
        }
        assertThat(heard.next()).isEqualTo(Failure.UNREACHABLE);
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

    /** A hop wakes no other thread: whoever brings a grow has the answer when it comes back. */
    @Test
    void aGrowIsDecidedOnByTheThreadThatBringsIt() throws Exception {
        try (Agent agent = agent(new LoggedJournal(0))) {
            agent.start();
            JobId job = matched();
            await().until(() -> isAnsweredHere(job));
        }
    }

    @Test
    void whereTheJournalWaitsForADeviceOnlyTheAgentsThreadDecides() throws Exception {
        var journal = new LoggedJournal(0) {
            @Override
            public boolean waits() {
                return true;
            }
        };
        try (Agent agent = agent(journal)) {
            agent.start();
            JobId job = matched();
            for (int i = 0; i < 4; i++) {
                assertThat(isAnsweredHere(job)).isFalse();
            }
        }
        assertThat(journal.threads).containsExactly("banyan-agent");
    }

    @Test
    void whatManyThreadsBringIsDecidedOneAfterTheOtherAndNothingIsLost() throws Exception {
        var own = new Mailbox(1_000);
        var journal = new LoggedJournal(0);
        try (Agent agent = new Agent(instance(graph()), journal, own, outlets(), InstantSource.system());
                ExecutorService threads = Executors.newFixedThreadPool(4)) {
            agent.start();
            var first = new Heard();
            own.ask(Principal.OWNER, allocate(), LONG, first);
            JobId job = ((Answer.Matched) first.next()).job().orElseThrow();
            List<Future<Boolean>> all = new ArrayList<>();
            for (int i = 0; i < 400; i++) {
                String id = "g" + i % 20;
                boolean isGrow = i % 2 == 0;
                all.add(threads.submit(() -> {
                    var heard = new Heard();
                    own.ask(Principal.OWNER, isGrow ? grow(job, id) : new Request.Stat(), LONG, heard);
                    return heard.next() instanceof Answer;
                }));
            }
            for (Future<Boolean> one : all) {
                assertThat(one.get()).isTrue();
            }
        }
        assertThat(journal.overlaps).hasValue(0);
    }

    private JobId matched() throws Exception {
        return ((Answer.Matched) ask(allocate()).next()).job().orElseThrow();
    }

    private boolean isAnsweredHere(JobId job) throws Exception {
        Heard heard = ask(grow(job, UUID.randomUUID().toString()));
        boolean isHere = !heard.all.isEmpty();
        assertThat(heard.next()).isInstanceOf(Answer.Grown.class);
        return isHere && Thread.currentThread().equals(heard.by);
    }

    private static Request grow(JobId job, String id) throws Exception {
        return new Request.Grow(id, Optional.of(job), jobspec(1), 10_000);
    }

    private Agent agent(Journal journal) throws Exception {
        return new Agent(instance(graph()), journal, mailbox, outlets(), InstantSource.system());
    }

    private static ResourceGraph graph() throws GraphException {
        return GraphFiles.load(Path.of("..", "resource-graphs", "small.graphml"));
    }

    private static Instance instance(ResourceGraph graph) {
        var config = InstanceConfig.root("top").asking(GrowOrder.PROVIDER_ONLY, List.of("lab"));
        return Instance.root(config, graph, new TimeWindow(0, Long.MAX_VALUE >> 20));
    }

    private Heard ask(Request request) {
        var heard = new Heard();
        mailbox.ask(Principal.OWNER, request, LONG, heard);
        return heard;
    }

    private static Request allocate() throws Exception {
        return new JobRequest.Match(jobspec(1), MatchOperation.ALLOCATE, MatchFormat.RV1_NOSCHED, "");
    }

    private static Jobspec jobspec(int slots) throws Exception {
        return JobspecReader.read("""
                {"version": 9999, "resources": [{"type": "slot", "label": "s", "count": %d, "with":
                 [{"type": "core", "count": 1}]}], "tasks": [], "attributes": {"system": {"duration": 60}}}""".formatted(slots), "test");
    }

    private Outlets outlets() {
        return outlets(new NoOutlets());
    }

    private <O extends Outlets.Processes & Outlets.Providers> Outlets outlets(O outside) {
        return new Outlets(
                message -> {},
                (JobId child, DownMessage message, List<LevelTiming> timings) -> {},
                outside,
                new NoOutlets(),
                outside,
                new Outlets.Ending() {
                    @Override
                    public void halted(boolean isAllBack) {
                        happened.add("halted");
                    }

                    @Override
                    public void failed(String sentence) {
                        happened.add("ended in failure");
                    }
                });
    }

    private static final class FailingOutlets extends NoOutlets {
        @Override
        public void start(Effect.StartChild child) {
            throw new IllegalStateException("no child can be started");
        }

        @Override
        public void call(Effect.CallProvider call) {
            throw new IllegalStateException("no provider can be called");
        }
    }

    /** The replies that one asker hears. */
    private class Heard implements ReplyTo {
        private final BlockingQueue<Object> all = new LinkedBlockingQueue<>();
        private volatile @Nullable Thread by;

        @Override
        public void answer(Answer answer, List<LevelTiming> timings) {
            happened.add("answered " + answer.getClass().getSimpleName());
            by = Thread.currentThread();
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
    private class LoggedJournal implements Journal {
        final Set<String> threads = ConcurrentHashMap.newKeySet();
        final AtomicInteger overlaps = new AtomicInteger();
        private final Semaphore free = new Semaphore(1);
        private final MemoryJournal journal = new MemoryJournal(100);
        private final CountDownLatch failsAt;

        LoggedJournal(int failingCall) {
            this.failsAt = new CountDownLatch(failingCall == 0 ? Integer.MAX_VALUE : failingCall);
        }

        @Override
        public void append(List<Transaction> transactions, List<JobRecord> ended) throws IOException {
            failsAt.countDown();
            if (failsAt.getCount() == 0) {
                throw new IOException("the disk is full");
            }
            overlaps.addAndGet(free.tryAcquire() ? 0 : 1);
            happened.add("appended " + transactions.size());
            threads.add(Thread.currentThread().getName());
            journal.append(transactions, ended);
            free.release();
        }

        @Override
        public boolean waits() {
            return false;
        }

        @Override
        public void replay(Consumer<Transaction> each) {
            journal.replay(each);
        }

        @Override
        public void close() {}
    }

    private static List<Transaction> kept(LoggedJournal journal) {
        List<Transaction> kept = new ArrayList<>();
        journal.replay(kept::add);
        return kept;
    }
}
