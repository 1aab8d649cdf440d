package io.banyan.bench.crash;

import io.banyan.bench.daemon.KillableDaemon;
import io.banyan.jobspec.Jobspec;
import io.banyan.rpc.wire.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Clients that send requests to a daemon until it is killed or until they are stopped.
 *
 * @param workers one for each ledger
 * @param threads on which they are
 * @param goesOn whether they do
 */
record Siege(List<Worker> workers, List<Thread> threads, AtomicBoolean goesOn) {
    private static final long POLL_MILLIS = 10;

    /** Copies the lists. */
    Siege {
        workers = List.copyOf(workers);
        threads = List.copyOf(threads);
    }

    /**
     * Lets a client begin for each ledger.
     *
     * @param survived after which failures they go on, with another daemon
     * @param prefix of the names of their jobs
     */
    static Siege begin(
            Worker.Opening opening,
            Set<Failure> survived,
            Jobspec jobspec,
            List<ClientLedger> ledgers,
            String prefix,
            Random random) {
        var goesOn = new AtomicBoolean(true);
        List<Worker> workers = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < ledgers.size(); i++) {
            var worker = new Worker(
                    opening,
                    survived,
                    goesOn::get,
                    prefix + "c" + i + "n",
                    jobspec,
                    new Random(random.nextLong()),
                    ledgers.get(i));
            workers.add(worker);
            threads.add(Thread.ofPlatform().start(worker));
        }
        return new Siege(workers, threads, goesOn);
    }

    /** Waits until so many changes are acknowledged, or all clients have ended. */
    void await(long changes) throws InterruptedException {
        while (acknowledged() < changes && threads.stream().anyMatch(Thread::isAlive)) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    /**
     * Kills the daemon; how many changes it had acknowledged.
     *
     * @throws IllegalStateException if it had given an invalid answer
     */
    long end(KillableDaemon daemon) throws InterruptedException {
        daemon.close();
        return end();
    }

    /**
     * Ends the clients; how many changes were acknowledged.
     *
     * @throws IllegalStateException if a daemon had given an invalid answer
     */
    long end() throws InterruptedException {
        goesOn.set(false);
        for (Thread thread : threads) {
            thread.join();
        }
        for (Worker worker : workers) {
            if (!worker.problem().isEmpty()) {
                throw new IllegalStateException(worker.problem());
            }
        }
        return acknowledged();
    }

    private long acknowledged() {
        return workers.stream().mapToLong(Worker::acknowledged).sum();
    }
}
