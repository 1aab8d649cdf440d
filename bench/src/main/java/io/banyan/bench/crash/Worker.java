package io.banyan.bench.crash;

import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.policy.MatchOperation;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.client.Growth;
import io.banyan.rpc.client.RequestOutcome;
import io.banyan.rpc.wire.Failure;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/**
 * A client that allocates, grows and cancels in sequence until it is stopped. It records the answers.
 */
final class Worker implements Runnable {
    private static final long GROW_MILLIS = 10_000;
    private static final int MOST_JOBS = 12;
    private static final int KINDS = 5;

    private final Opening opening;
    private final Set<Failure> survived;
    private final BooleanSupplier goesOn;
    private final String prefix;
    private final Jobspec jobspec;
    private final RandomGenerator random;
    private final ClientLedger ledger;
    private final AtomicLong acknowledged = new AtomicLong();
    private int names;
    private String problem = "";

    /** Opens a client of the daemon. */
    @FunctionalInterface
    interface Opening {
        BanyanClient open() throws ClientException;
    }

    /**
     * @param opening of its connection
     * @param survived after which failures it goes on, with another daemon
     * @param goesOn whether it does
     * @param prefix of the names of its jobs
     * @param ledger of this client
     */
    Worker(
            Opening opening,
            Set<Failure> survived,
            BooleanSupplier goesOn,
            String prefix,
            Jobspec jobspec,
            RandomGenerator random,
            ClientLedger ledger) {
        this.opening = opening;
        this.survived = Set.copyOf(survived);
        this.goesOn = goesOn;
        this.prefix = prefix;
        this.jobspec = jobspec;
        this.random = random;
        this.ledger = ledger;
    }

    /** An answer of the daemon that is not valid; empty if there was none. */
    String problem() {
        return problem;
    }

    /** How many changes the daemon has acknowledged. */
    long acknowledged() {
        return acknowledged.get();
    }

    @Override
    public void run() {
        try (BanyanClient client = opening.open()) {
            boolean isHeard = true;
            while (isHeard && goesOn.getAsBoolean()) {
                isHeard = acts(client);
            }
        } catch (ClientException e) {
            problem = prefix + ": " + e.getMessage();
        } catch (RuntimeException e) {
            // A worker that breaks would be taken for one that has nothing to complain of.
            problem = prefix + " broke: " + e;
        }
    }

    /** Whether the daemon still answers. */
    private boolean acts(BanyanClient client) {
        try {
            act(client);
            return true;
        } catch (ClientException e) {
            // After the end of a daemon, the last call has no answer; anything else is a failure of the daemon.
            if (!survived.contains(e.failure()) && e.failure() != Failure.UNREACHABLE) {
                problem = prefix + ": " + e.failure() + ": " + e.getMessage();
            }
            return survived.contains(e.failure());
        }
    }

    private void act(BanyanClient client) throws ClientException {
        List<ClientLedger.Entry> held = ledger.held();
        int kind = random.nextInt(KINDS);
        if (held.isEmpty() || (kind < 2 && held.size() < MOST_JOBS)) {
            allocate(client);
        } else {
            ClientLedger.Entry entry = held.get(random.nextInt(held.size()));
            if (kind == KINDS - 1 && entry.grows.isEmpty()) {
                grow(client, entry);
            } else {
                cancel(client, entry);
            }
        }
    }

    private void allocate(BanyanClient client) throws ClientException {
        ClientLedger.Entry entry = ledger.asked(prefix + names++);
        switch (client.match(new JobRequest.Match(jobspec, MatchOperation.ALLOCATE, MatchFormat.SIMPLE, entry.name))) {
            case RequestOutcome.Done<Answer.Matched> done -> {
                entry.job = done.answer().job().orElseThrow();
                entry.progress = ClientLedger.Progress.HELD;
                acknowledged.incrementAndGet();
            }
            case RequestOutcome.Refused<Answer.Matched> full -> ledger.forget(entry);
        }
    }

    private void grow(BanyanClient client, ClientLedger.Entry entry) throws ClientException {
        String id = "grow-" + entry.name;
        entry.grows.put(id, Optional.empty());
        switch (client.grow(new Request.Grow(id, Optional.of(entry.job()), jobspec, GROW_MILLIS))) {
            case RequestOutcome.Done<Growth> done -> {
                entry.grows.put(id, Optional.of(done.answer().grown().grant()));
                acknowledged.incrementAndGet();
            }
            case RequestOutcome.Refused<Growth> full -> entry.grows.remove(id);
        }
    }

    private void cancel(BanyanClient client, ClientLedger.Entry entry) throws ClientException {
        entry.progress = ClientLedger.Progress.CANCELLING;
        client.cancel(new JobRequest.Cancel(entry.job()));
        entry.progress = ClientLedger.Progress.CANCELLED;
        acknowledged.incrementAndGet();
    }
}
