package io.banyan.rpc.launch;

import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.files.ForeignDirectory;
import io.banyan.rpc.files.ForeignFile;
import io.banyan.rpc.files.ThisUser;
import io.banyan.rpc.process.CommandSession;
import io.banyan.rpc.process.OsUser;
import io.banyan.rpc.process.PidFile;
import io.banyan.rpc.process.UserProcess;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Sees to it that nothing of a subtree of instances runs any more, once its top cannot do so itself. */
public final class Fencing {
    private static final Duration DEATH = Duration.ofSeconds(5);
    /** In instances; each has four file descriptors while it is looked into. */
    private static final int MAX_DEPTH = 64;
    /** So many directories of instances in a tree are looked into. */
    private static final int MOST_ENTRIES = 100_000;

    private static final int AT_ONCE = 16;
    private static final int ROOT = 0;
    /** {@link ThisUser#uid} where this machine does not say. */
    private static final int UNKNOWN = -1;

    private Fencing() {}

    /**
     * Kills whatever works on a state directory or on one below it, with all that runs in jobs there, and waits until
     * it is dead. A child that was about to start another is killed before that one, so it is looked for until nothing
     * new is found.
     *
     * @return how many processes were killed
     */
    public static int killAll(StateDirectory directory) {
        int killed = 0;
        List<ProcessHandle> alive = running(directory);
        while (!alive.isEmpty()) {
            alive.forEach(ProcessHandle::destroyForcibly);
            awaitEnd(alive);
            killed += alive.size();
            List<ProcessHandle> before = alive;
            alive = running(directory).stream()
                    .filter(process -> !before.contains(process))
                    .toList();
        }
        return killed;
    }

    /**
     * The result of a fence.
     *
     * @param killed processes of this machine
     * @param problems why it is not certain that no process runs, a sentence each; empty if it is
     * @param debts why it is not certain that instances on other machines have returned their provider resources
     */
    public record Fenced(int killed, List<String> problems, List<String> debts) {
        /** Copies the lists. */
        public Fenced {
            problems = List.copyOf(problems);
            debts = List.copyOf(debts);
        }
    }

    /** Kills all that works on a state directory or below it, here and on other machines. */
    public static Fenced fence(StateDirectory directory) {
        return fence(directory, ThisUser.uid());
    }

    /** Fences a directory as the given user of the machine. */
    static Fenced fence(StateDirectory directory, int user) {
        Optional<String> blind = blind(directory, user);
        if (blind.isPresent()) {
            return new Fenced(0, List.of(blind.get()), List.of());
        }
        int killed = killAll(directory);
        List<String> problems = new ArrayList<>();
        List<String> debts = new ArrayList<>();
        fenceAll(elsewhere(directory)).values().forEach(vain -> (vain.mayRun() ? problems : debts).add(vain.why()));
        return new Fenced(killed, problems, debts);
    }

    /**
     * Ends the remains at each of these places, at several of them in parallel: a caller waits no longer than one
     * {@link FarFence} may take, however many places are slow.
     *
     * @return the places where the fence failed
     */
    static Map<ChildPlaces.Place, FarFence.Vain> fenceAll(List<ChildPlaces.Place> places) {
        Map<ChildPlaces.Place, CompletableFuture<Optional<FarFence.Vain>>> begun = new LinkedHashMap<>();
        try (var threads =
                Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
            for (ChildPlaces.Place place : places) {
                begun.put(place, CompletableFuture.supplyAsync(place::fenceNow, threads));
            }
        }
        Map<ChildPlaces.Place, FarFence.Vain> inVain = new LinkedHashMap<>();
        begun.forEach((place, end) -> end.join().ifPresent(why -> inVain.put(place, why)));
        return inVain;
    }

    /**
     * Returns why a user cannot see or end the processes; empty if the user can. For a directory that no daemon has
     * used, nothing can be determined.
     */
    private static Optional<String> blind(StateDirectory directory, int user) {
        try {
            ForeignDirectory.open(directory.path()).close();
            Optional<String> foreign = directory.foreignFile();
            if (foreign.isPresent()) {
                return Optional.of(directory.path() + " is not a state directory: it contains files ('" + foreign.get()
                        + "') that are not a daemon's.");
            }
            boolean canEnd = user == ROOT || user == UNKNOWN || user == ForeignFile.owner(directory.path());
            return canEnd
                    ? Optional.empty()
                    : Optional.of(directory.path()
                            + " belongs to another user, whose processes only that user and root can end.");
        } catch (IOException e) {
            return Optional.of(directory.path() + " cannot be read, so whether its processes still run is unknown: "
                    + e.getMessage());
        }
    }

    /**
     * Where instances below a state directory have started others on other machines, which killing them here does not
     * end. Where they are another user's, and this is root, their commands are that user's as well.
     */
    public static List<ChildPlaces.Place> elsewhere(StateDirectory directory) {
        return search(directory)
                .map(search -> search.elsewhere.stream()
                        .map(place -> ofUser(search.user, place))
                        .toList())
                .orElse(List.of());
    }

    static ChildPlaces.Place ofUser(int user, ChildPlaces.Place place) {
        if (user == ThisUser.uid() || place.fence().isEmpty()) {
            return place;
        }
        try {
            List<String> words = UserProcess.wordsAtHome(OsUser.find(Integer.toString(user)), place.fence());
            return new ChildPlaces.Place(place.machine(), place.directory(), words, place.isDead());
        } catch (IOException nobody) {
            return new ChildPlaces.Place(place.machine(), place.directory(), List.of(), place.isDead());
        }
    }

    /** Whether an instance on a state directory or below it may have left something at a provider of its own. */
    static boolean hasPurchases(StateDirectory directory) {
        return search(directory).map(search -> search.hasPurchases).orElse(false);
    }

    /**
     * Kills the processes that return provider resources of instances on a state directory or below it. The next such
     * process continues an interrupted return.
     */
    static void killGivers(StateDirectory directory) {
        List<ProcessHandle> givers = search(directory).map(it -> it.givers).orElse(List.of());
        givers.forEach(ProcessHandle::destroyForcibly);
        awaitEnd(givers);
    }

    private static List<ProcessHandle> running(StateDirectory directory) {
        return search(directory).map(search -> search.found).orElse(List.of());
    }

    private static Optional<Search> search(StateDirectory directory) {
        if (!directory.exists()) {
            return Optional.empty();
        }
        try (ForeignDirectory top = ForeignDirectory.open(directory.path())) {
            var search = new Search(directory, ForeignFile.owner(directory.path()));
            search.in(top, CommandSession.real(directory.path()), 0);
            return Optional.of(search);
        } catch (IOException vanished) {
            return Optional.empty();
        }
    }

    /**
     * Searches the processes of a directory and of its children's directories. All of them belong to one user, who may
     * change them meanwhile.
     */
    private static final class Search {
        private final Path pid;
        private final Path giveBackPid;
        private final Path commandPid;
        private final Path purchases;
        private final Path jobs;
        private final Path children;
        private final int user;
        private final List<ProcessHandle> found = new ArrayList<>();
        private final List<ProcessHandle> givers = new ArrayList<>();
        private final List<ChildPlaces.Place> elsewhere = new ArrayList<>();
        private boolean hasPurchases;
        private int looked;

        Search(StateDirectory names, int user) {
            this.pid = names.pid().getFileName();
            this.giveBackPid = names.giveBackPid().getFileName();
            this.commandPid = names.commandPid().getFileName();
            this.purchases = names.purchases().getFileName();
            this.jobs = names.jobs().getFileName();
            this.children = names.children().getFileName();
            this.user = user;
        }

        private void in(ForeignDirectory directory, Path path, int depth) {
            findProcess(directory, pid, found);
            findProcess(directory, giveBackPid, givers);
            directory.read(commandPid, PidFile.MAX_BYTES).ifPresent(file -> findCommand(file, path));
            if (directory.has(jobs)) {
                addOwn(CommandSession.below(path.resolve(jobs)));
            }
            hasPurchases |= directory.has(purchases);
            if (depth == MAX_DEPTH) {
                return;
            }
            try (ForeignDirectory below = directory.enter(children)) {
                for (Path child : below.names()) {
                    if (child.toString().endsWith(PlaceFile.SUFFIX)) {
                        elsewhere.add(place(below, child));
                    } else if (looked++ < MOST_ENTRIES) {
                        inChild(below, path.resolve(children).resolve(child), depth + 1);
                    }
                }
            } catch (IOException | DirectoryIteratorException noneOrVanished) {
                // The processes found so far are enough.
            }
        }

        private void findProcess(ForeignDirectory directory, Path file, List<ProcessHandle> found) {
            directory
                    .read(file, PidFile.MAX_BYTES)
                    .flatMap(read -> PidFile.running(read, user))
                    .ifPresent(found::add);
        }

        /** Reads the place of a child. A file that cannot be read means that the child may be anywhere. */
        private static ChildPlaces.Place place(ForeignDirectory directory, Path file) {
            return directory
                    .read(file, PlaceFile.MOST_BYTES)
                    .flatMap(read -> PlaceFile.parse(read.text()))
                    .orElseGet(() -> ChildPlaces.Place.somewhere(new StateDirectory(file.getFileName())));
        }

        /**
         * Finds the command of an instance: its leader by the file, and its other processes by descent, the leader's
         * session and the mark.
         */
        private void findCommand(ForeignFile file, Path path) {
            Optional<ProcessHandle> leader = PidFile.running(file, user);
            leader.ifPresent(found::add);
            leader.ifPresent(process -> addOwn(process.descendants().toList()));
            addOwn(CommandSession.of(path, PidFile.number(file)));
        }

        /** Adds processes that the user could end. A daemon that is root has jobs of many users. */
        private void addOwn(List<ProcessHandle> processes) {
            for (ProcessHandle process : processes) {
                boolean isOwn = user == ROOT || CommandSession.owner(process) == user;
                if (isOwn && !found.contains(process)) {
                    found.add(process);
                }
            }
        }

        private void inChild(ForeignDirectory children, Path path, int depth) {
            try (ForeignDirectory directory = children.enter(path.getFileName())) {
                in(directory, path, depth);
            } catch (IOException noneOrVanished) {
                // The next one may be there.
            }
        }
    }

    private static void awaitEnd(List<ProcessHandle> processes) {
        CompletableFuture<?>[] ends =
                processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new);
        try {
            CompletableFuture.allOf(ends).get(DEATH.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException stuck) {
            // A process that the kernel cannot end now holds nothing of ours that it could still use.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
