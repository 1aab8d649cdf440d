package io.banyan.rpc.health;

import io.banyan.resource.Status;
import io.banyan.rpc.agent.Inbox;
import io.banyan.rpc.files.ThisMachine;
import io.banyan.rpc.launch.LaunchTemplate;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks the nodes of an instance in rounds, and marks those that fail. A round takes the interval of the
 * configuration: the checks are spread over it, and only a few run at the same time. Nodes that another client has
 * drained, or marked as down or lost, are not checked. The marks of the check are in the journal, so that a later
 * daemon continues with them; the number of failures of a node is not.
 *
 * <p>Any thread may call; no call blocks.
 */
public final class HealthChecks implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HealthChecks.class);

    private final NodeRequests requests;
    private final CheckCommand command;
    private final NodeHealth health = new NodeHealth();
    private final LongAdder passed = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder notRun = new LongAdder();
    private final ExecutorService runs = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("banyan-health-", 0).factory());
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    /** The configuration for which the log last said that nodes are left out. */
    private HealthConfig told = HealthConfig.NONE;

    private HealthConfig config;
    private volatile boolean closed;

    /** One round of checks. */
    private final class Round {
        private final HealthConfig of;
        private final Semaphore slots;
        private final AtomicBoolean hasTold = new AtomicBoolean();
        private final AtomicBoolean hasWithheld = new AtomicBoolean();

        Round(HealthConfig of) {
            this.of = of;
            this.slots = new Semaphore(of.concurrency());
        }

        /** Checks all nodes, and returns when no check runs any more. */
        void run(List<CheckedNode> nodes, long beginNanos) throws InterruptedException {
            long interval = of.interval().toNanos();
            try {
                for (int i = 0; i < nodes.size(); i++) {
                    CheckedNode node = nodes.get(i);
                    long due = beginNanos + Math.round((double) interval * i / nodes.size());
                    if (!awaitWith(of, due)) {
                        return;
                    }
                    slots.acquire();
                    runs.execute(() -> checkInSlot(node));
                }
            } catch (RejectedExecutionException closing) {
                slots.release();
            } finally {
                slots.acquire(of.concurrency());
            }
        }

        private void checkInSlot(CheckedNode node) {
            try {
                check(node);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                slots.release();
            }
        }

        private void check(CheckedNode node) throws InterruptedException {
            CheckResult result = result(node);
            if (closed || !isCurrent(of)) {
                return;
            }
            count(result);
            switch (health.conclude(node, result, of)) {
                case NodeHealth.Conclusion.Nothing it -> {}
                case NodeHealth.Conclusion.Mark it -> mark(node, it.reason());
                case NodeHealth.Conclusion.Recover it -> recover(node);
                case NodeHealth.Conclusion.Withheld it -> withhold(node, it);
                case NodeHealth.Conclusion.AtFault it -> tellFault(node, it.reason());
            }
        }

        private CheckResult result(CheckedNode node) throws InterruptedException {
            try {
                return CheckRun.of(command.words(node, of.check().orElseThrow(), of.timeout()), of.timeout());
            } catch (IllegalArgumentException strangeName) {
                return new CheckResult.NotRun(String.valueOf(strangeName.getMessage()));
            }
        }

        private void mark(CheckedNode node, String reason) throws InterruptedException {
            boolean isMarked = false;
            Status status = of.onFailure().status();
            try {
                isMarked = requests.set(node, status, reason);
                LOG.warn(
                        isMarked
                                ? "The health check of {} fails, and the node is {} now: {}"
                                : "The health check of {} fails; the node is not marked {}, because it is already marked in another way: {}",
                        node.name(),
                        status.name().toLowerCase(Locale.ROOT),
                        reason);
            } catch (IOException e) {
                LOG.warn(
                        "The health check of {} fails, but the node cannot be marked: {}", node.name(), e.getMessage());
            } finally {
                if (!isMarked) {
                    health.unmarked(node);
                }
            }
        }

        private void recover(CheckedNode node) throws InterruptedException {
            try {
                if (requests.set(node, Status.UP, "")) {
                    LOG.info("The health check of {} passes again, and the node is up", node.name());
                }
                health.unmarked(node);
            } catch (IOException e) {
                LOG.warn(
                        "The health check of {} passes again, but the node is unchanged: {}",
                        node.name(),
                        e.getMessage());
            }
        }

        private void withhold(CheckedNode node, NodeHealth.Conclusion.Withheld withheld) {
            if (!hasWithheld.getAndSet(true)) {
                LOG.error(
                        "The health check of {} fails, but the node stays up because the check has already marked {} (health.most-marked); examine the check or the network: {}",
                        node.name(),
                        withheld.marked(),
                        withheld.reason());
            }
        }

        private void tellFault(CheckedNode node, String reason) {
            if (!hasTold.getAndSet(true)) {
                LOG.error(
                        "The health check cannot be run on {} and has not run on any other node, so no node is marked for that: {}",
                        node.name(),
                        reason);
            }
        }
    }

    /**
     * Checks that have not begun.
     *
     * @param inbox of the instance
     * @param template starts a command on a host, as it does for the tasks of jobs; empty where all commands run on
     *     this machine
     */
    public HealthChecks(Inbox inbox, Optional<LaunchTemplate> template, HealthConfig config) {
        this.requests = new NodeRequests(inbox);
        this.command = new CheckCommand(template);
        this.config = config;
    }

    /** Begins. Called once. */
    public void start() {
        runs.execute(() -> {
            try {
                if (!isConfigured()) {
                    LeftMarks.tell(requests);
                }
                while (!closed) {
                    round(awaitCheck());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private void round(HealthConfig now) throws InterruptedException {
        long begin = System.nanoTime();
        try {
            NodeRequests.Nodes nodes = requests.nodes();
            List<CheckedNode> reached = nodes.toCheck().stream()
                    .filter(node -> command.reaches(node, nodes.all()))
                    .toList();
            tellUnreached(nodes.toCheck().size() - reached.size(), now);
            health.begin(reached, nodes.all(), now);
            new Round(now).run(reached, begin);
        } catch (IOException e) {
            LOG.warn("The nodes are not checked: {}", e.getMessage());
        }
        awaitWith(now, begin + now.interval().toNanos());
    }

    private void tellUnreached(int nodes, HealthConfig now) {
        if (nodes > 0 && !now.equals(told)) {
            LOG.warn(
                    "The health check skips {} nodes: without execution.command it runs only on the node {}",
                    nodes,
                    ThisMachine.name());
        }
        told = now;
    }

    private void count(CheckResult result) {
        switch (result) {
            case CheckResult.Passed it -> passed.increment();
            case CheckResult.Failed it -> failed.increment();
            case CheckResult.NotRun it -> notRun.increment();
        }
    }

    private boolean isConfigured() {
        lock.lock();
        try {
            return config.check().isPresent();
        } finally {
            lock.unlock();
        }
    }

    private boolean isCurrent(HealthConfig of) {
        lock.lock();
        try {
            return config.equals(of);
        } finally {
            lock.unlock();
        }
    }

    /** Waits until there is a check to make. */
    private HealthConfig awaitCheck() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (config.check().isEmpty()) {
                changed.await();
            }
            return config;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until then. Returns false as soon as another configuration holds. */
    private boolean awaitWith(HealthConfig of, long nanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = nanos - System.nanoTime();
            while (left > 0 && config.equals(of)) {
                left = changed.awaitNanos(left);
            }
            return config.equals(of);
        } finally {
            lock.unlock();
        }
    }

    /** Takes another configuration, and begins a new round with it. */
    public void take(HealthConfig other) {
        lock.lock();
        try {
            if (!other.equals(config)) {
                health.forget();
                config = other;
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** The counts so far. */
    public HealthCounts counts() {
        return new HealthCounts(passed.sum(), failed.sum(), notRun.sum(), health.counts());
    }

    /** Ends the checks that run, and discards their results. */
    @Override
    public void close() {
        closed = true;
        runs.shutdownNow();
    }
}
