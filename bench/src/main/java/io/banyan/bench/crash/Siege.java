package io.banyan.bench.crash;

import io.banyan.bench.daemon.KillableDaemon;
import io.banyan.jobspec.Jobspec;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Clients at work on a daemon until it is killed.
 *
 * @param workers one for each ledger
 * @param threads on which they are
 */
record Siege(List<Worker> workers, List<Thread> threads) {
    private static final long POLL_MILLIS = 10;

    /** Copies the lists. */
    Siege {
        workers = List.copyOf(workers);
        threads = List.copyOf(threads);
    }

    /** Lets a client begin for each ledger; the names of their jobs have this prefix. */
    static Siege begin(KillableDaemon daemon, Jobspec jobspec, List<Ledger> ledgers, String prefix, Random random) {
        List<Worker> workers = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < ledgers.size(); i++) {
            var worker = new Worker(
                    daemon.state(), prefix + "c" + i + "n", jobspec, new Random(random.nextLong()), ledgers.get(i));
            workers.add(worker);
            threads.add(Thread.ofPlatform().start(worker));
        }
        return new Siege(workers, threads);
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
     * @throws IllegalStateException where it had answered what is no answer
     */
    long end(KillableDaemon daemon) throws InterruptedException {
        daemon.close();
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
