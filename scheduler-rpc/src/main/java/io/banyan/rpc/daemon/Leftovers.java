package io.banyan.rpc.daemon;

import io.banyan.instance.Decision;
import io.banyan.instance.Instance;
import io.banyan.instance.InstanceConfig;
import io.banyan.provider.ExternalProvider;
import io.banyan.provider.Inventory;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.files.ForeignFile;
import io.banyan.rpc.files.ThisUser;
import io.banyan.rpc.provider.ProviderSpec;
import io.banyan.rpc.provider.Purchases;
import io.banyan.rpc.store.SqlJournal;
import io.banyan.schedule.JobId;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * What the daemons on a state directory, and on those below it, have left at their own providers, once nothing of them runs: it is given back in their place. What
 * that is, their journals say, and the providers.
 */
public final class Leftovers {
    private static final int MAX_DEPTH = 64;
    private static final int AT_ONCE = 8;
    private static final int LONGEST = 300;
    /** The number of its job is of no consequence for what an instance has decided. */
    private static final JobId ANY_JOB = new JobId(1);

    private final long deadline;
    private final List<String> problems = new ArrayList<>();
    private int released;

    private Leftovers(Duration patience) {
        this.deadline = System.nanoTime() + patience.toNanos();
    }

    /**
     * What came of it.
     *
     * @param released how many grows went back, or may have
     * @param problems what is still out there, or may be, a sentence each; empty where nothing is
     */
    public record GivenBack(int released, List<String> problems) {
        /** Copies the list. */
        public GivenBack {
            problems = List.copyOf(problems);
        }
    }

    /** Gives back what is left. Waits so long at the most; O(journals + what is out there). Done again, it goes on where it was not done. */
    public static GivenBack giveBack(StateDirectory directory, Duration patience) {
        var all = new Leftovers(patience);
        all.in(directory, 0);
        return new GivenBack(all.released, all.problems);
    }

    private void in(StateDirectory directory, int depth) {
        try {
            if (!directory.exists()) {
                return;
            }
            if (ForeignFile.owner(directory.path()) != ThisUser.uid()) {
                problems.add(directory.path() + " belongs to another user, at whose providers only he can give back.");
                return;
            }
            Optional<Purchases.Noted> noted = Purchases.read(directory.purchases());
            if (noted.isPresent()) {
                giveBack(directory, noted.get());
            }
            if (depth < MAX_DEPTH) {
                for (StateDirectory child : directory.childDirectories().values()) {
                    in(child, depth + 1);
                }
            }
        } catch (IOException | DaemonException e) {
            problems.add("What providers brought to the instance in " + directory.path() + " is not given back: "
                    + shown(e));
        }
    }

    private void giveBack(StateDirectory directory, Purchases.Noted noted) throws IOException, DaemonException {
        int before = problems.size();
        StateLock lock = StateLock.take(directory);
        try {
            Optional<Map<String, SortedSet<String>>> known = known(directory);
            for (ProviderSpec spec : noted.providers()) {
                Set<String> ids = known.map(it -> it.getOrDefault(spec.name(), new TreeSet<>()))
                        .orElseGet(TreeSet::new);
                giveBack(directory, noted.owner(), spec, ids, known.isPresent());
            }
            if (problems.size() == before) {
                new Purchases(directory.purchases(), noted.owner()).end();
            }
        } finally {
            lock.close();
        }
    }

    /** What the journal says, by provider; empty where there was none on the disk. */
    private static Optional<Map<String, SortedSet<String>>> known(StateDirectory directory) throws IOException {
        if (Files.notExists(directory.journal())) {
            return Optional.empty();
        }
        try (SqlJournal journal = SqlJournal.open(directory.journal())) {
            if (journal.foundations().exists()) {
                throw new IOException("it is the top of a tree; start it again, and stop it with its jobs.");
            }
            Instance instance = Instance.child(InstanceConfig.child("gone", ANY_JOB));
            journal.replay(transaction -> {
                for (Decision decision : transaction.decisions()) {
                    instance.replay(decision, transaction.atMillis());
                }
            });
            return Optional.of(new LinkedHashMap<>(instance.inspect().outside()));
        }
    }

    private void giveBack(
            StateDirectory directory, String owner, ProviderSpec spec, Set<String> journaled, boolean isJournaled) {
        Set<String> ids = new TreeSet<>(journaled);
        try (ExternalProvider provider = spec.create(owner);
                ExecutorService threads = Executors.newFixedThreadPool(
                        AT_ONCE, Thread.ofPlatform().daemon(true).factory())) {
            try {
                Inventory inventory = waited(call(threads, provider::inventory));
                switch (inventory) {
                    case Inventory.Listed listed -> listed.holdings().forEach(holding -> ids.add(holding.requestId()));
                    case Inventory.Unknown unknown -> {
                        if (!isJournaled) {
                            problem(
                                    directory,
                                    spec,
                                    "it does not say what it has out there, and neither does a journal");
                        }
                    }
                }
                Map<String, CompletableFuture<Void>> releases = new LinkedHashMap<>();
                ids.forEach(id -> releases.put(id, call(threads, () -> provider.release(id, List.of()))));
                releases.forEach((id, release) -> await(directory, spec, id, release));
            } catch (IOException e) {
                problem(directory, spec, shown(e));
            } finally {
                threads.shutdownNow();
            }
        } catch (RuntimeException e) {
            problem(directory, spec, shown(e));
        }
    }

    private void await(StateDirectory directory, ProviderSpec spec, String id, CompletableFuture<Void> release) {
        try {
            waited(release);
            released++;
        } catch (IOException e) {
            problem(directory, spec, "of grow " + id + ": " + shown(e));
        }
    }

    private void problem(StateDirectory directory, ProviderSpec spec, String why) {
        problems.add("The provider " + spec.name() + " has not taken back what it brought to the instance in "
                + directory.path() + ", " + why);
    }

    private static <T> CompletableFuture<T> call(Executor threads, Supplier<CompletionStage<T>> call) {
        return CompletableFuture.supplyAsync(call, threads).thenCompose(stage -> stage);
    }

    private <T> T waited(CompletableFuture<T> answer) throws IOException {
        try {
            return answer.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new IOException("it does not answer", e);
        } catch (ExecutionException e) {
            throw new IOException(e.getCause() == null ? shown(e) : shown(e.getCause()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("this process was told to end", e);
        }
    }

    private static String shown(Throwable error) {
        String text = String.valueOf(error.getMessage()).strip();
        return text.substring(0, Math.min(LONGEST, text.length()));
    }
}
