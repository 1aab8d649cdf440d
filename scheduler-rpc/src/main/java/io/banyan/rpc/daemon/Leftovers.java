package io.banyan.rpc.daemon;

import io.banyan.instance.Instance;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.message.decision.Decision;
import io.banyan.resource.JobId;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.files.ForeignFile;
import io.banyan.rpc.files.ThisUser;
import io.banyan.rpc.process.PidFile;
import io.banyan.rpc.provider.Creditor;
import io.banyan.rpc.provider.ProviderSpec;
import io.banyan.rpc.provider.Purchases;
import io.banyan.rpc.store.SqlJournal;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * The resources that ended daemons of a state directory, and of those below it, have left at their own providers. They
 * are given back in place of the daemons. The journals and the providers list these resources.
 */
public final class Leftovers {
    static final int MAX_DEPTH = 64;
    /** The number of its job does not influence the decisions of an instance. */
    private static final JobId ANY_JOB = new JobId(1);

    private final Duration patience;
    private final List<CompletableFuture<GivenBack>> begun = new ArrayList<>();

    private Leftovers(Duration patience) {
        this.patience = patience;
    }

    /**
     * The result of the return.
     *
     * @param released the number of grows that were released, or may have been
     * @param problems the resources that still exist, or may exist, a sentence each; empty for none
     */
    public record GivenBack(int released, List<String> problems) {
        /** Nothing was to be given back. */
        public static final GivenBack NOTHING = new GivenBack(0, List.of());

        /** Copies the list. */
        public GivenBack {
            problems = List.copyOf(problems);
        }

        private GivenBack and(GivenBack other) {
            List<String> all = new ArrayList<>(problems);
            all.addAll(other.problems);
            return new GivenBack(released + other.released, all);
        }
    }

    /**
     * Returns the remaining resources, at all providers at once. Waits so long at the most; O(journals + remaining
     * resources). Done again, it goes on where it was not done.
     */
    public static GivenBack giveBack(StateDirectory directory, Duration patience) {
        var all = new Leftovers(patience);
        all.begin(directory, 0);
        return all.begun.stream().map(CompletableFuture::join).reduce(GivenBack.NOTHING, GivenBack::and);
    }

    /** Returns the process that returns the remaining resources of a directory; empty where none does. */
    public static Optional<ProcessHandle> giver(StateDirectory directory) {
        return PidFile.running(directory.giveBackPid());
    }

    private void begin(StateDirectory directory, int depth) {
        try {
            if (!directory.exists()) {
                return;
            }
            if (ForeignFile.owner(directory.path()) != ThisUser.uid()) {
                throw new IOException(
                        "the directory belongs to another user, and only that user can return resources to the providers");
            }
            if (Files.exists(directory.purchases())) {
                var done = new CompletableFuture<GivenBack>();
                begun.add(done);
                Thread.ofVirtual().start(() -> done.complete(in(directory)));
            }
            if (depth < MAX_DEPTH) {
                for (StateDirectory below : below(directory)) {
                    begin(below, depth + 1);
                }
            }
        } catch (IOException e) {
            begun.add(CompletableFuture.completedFuture(problem(directory, e)));
        }
    }

    /** The state directories of children, also of those that were put aside. */
    static List<StateDirectory> below(StateDirectory directory) throws IOException {
        List<StateDirectory> below = new ArrayList<>();
        if (Files.isDirectory(directory.children(), LinkOption.NOFOLLOW_LINKS)) {
            try (DirectoryStream<Path> all = Files.newDirectoryStream(directory.children())) {
                all.forEach(path -> below.add(new StateDirectory(path)));
            }
        }
        return below;
    }

    private GivenBack in(StateDirectory directory) {
        try {
            long begun = System.nanoTime();
            StateLock lock = StateLock.takeToGiveBack(directory, patience);
            try {
                Duration rest = patience.minusNanos(System.nanoTime() - begun);
                return giveBack(directory, Purchases.read(directory.purchases()), rest);
            } finally {
                lock.close();
            }
        } catch (IOException | DaemonException | RuntimeException e) {
            return problem(directory, e);
        }
    }

    private static GivenBack giveBack(StateDirectory directory, Optional<Purchases.Noted> found, Duration patience)
            throws IOException {
        if (found.isEmpty()) {
            return GivenBack.NOTHING;
        }
        Purchases.Noted noted = found.get();
        if (!noted.ofChild()) {
            throw new IOException(
                    "the instance is the top of a tree, and another daemon may continue it; start it again, and stop it with its jobs");
        }
        Optional<Map<String, SortedSet<String>>> known = known(directory);
        requireNoted(noted, known.map(Map::keySet).orElse(Set.of()));
        List<CompletableFuture<Creditor.Settled>> settling = new ArrayList<>();
        for (ProviderSpec spec : noted.providers()) {
            Optional<Set<String>> grows = known.map(it -> it.getOrDefault(spec.name(), new TreeSet<>()));
            settling.add(new Creditor(spec, noted.owner()).settle(grows, patience));
        }
        GivenBack back = GivenBack.NOTHING;
        for (CompletableFuture<Creditor.Settled> one : settling) {
            Creditor.Settled settled = one.join();
            back = back.and(new GivenBack(
                    settled.released(),
                    settled.problems().stream()
                            .map(why ->
                                    why + " The resources were supplied to the instance in " + directory.path() + ".")
                            .toList()));
        }
        if (back.problems().isEmpty()) {
            Purchases.end(directory.purchases());
        }
        return back;
    }

    private static void requireNoted(Purchases.Noted noted, Set<String> known) throws IOException {
        Set<String> names = new TreeSet<>(known);
        noted.providers().forEach(spec -> names.remove(spec.name()));
        if (!names.isEmpty()) {
            throw new IOException(
                    "the journal contains providers that are not in the notes: " + String.join(", ", names));
        }
    }

    /** The resources in the journal, by provider; empty if there was no journal on the disk. */
    private static Optional<Map<String, SortedSet<String>>> known(StateDirectory directory) throws IOException {
        if (Files.notExists(directory.journal())) {
            return Optional.empty();
        }
        try (SqlJournal journal = SqlJournal.open(directory.journal())) {
            if (journal.isEmpty()) {
                throw new IOException("the journal is empty and damaged");
            }
            Instance instance = Instance.child(InstanceConfig.child("gone", ANY_JOB));
            journal.replay(transaction -> {
                for (Decision decision : transaction.decisions()) {
                    instance.replay(decision, transaction.atMillis());
                }
            });
            return Optional.of(Map.copyOf(instance.inspect().outside()));
        }
    }

    private static GivenBack problem(StateDirectory directory, Exception why) {
        String text =
                Optional.ofNullable(why.getMessage()).orElse(why.toString()).strip();
        return new GivenBack(
                0,
                List.of("Resources that providers supplied to the instance in " + directory.path()
                        + " are not returned: " + text + (text.endsWith(".") ? "" : ".")));
    }
}
