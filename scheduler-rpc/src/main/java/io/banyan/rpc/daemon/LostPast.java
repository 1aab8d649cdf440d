package io.banyan.rpc.daemon;

import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.store.JournalRemains;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A state directory on which a daemon has worked, and whose journal is gone: a new daemon there would forget all jobs
 * and end all running children. A first start that ended before the instance was founded has published no address and
 * has no children, and so leaves none of these signs.
 */
public final class LostPast {
    private LostPast() {}

    /**
     * Describes a loss that shows before the journal is opened. Changes nothing. O(1).
     *
     * @param isOfChild whether the instance has a parent: it has an address before it has decided anything
     * @return a sentence with the remedy; empty where there is a journal, or there never was one
     * @throws IOException if the directory cannot be read
     */
    public static Optional<String> at(StateDirectory state, boolean isOfChild) throws IOException {
        return switch (JournalRemains.at(state.journal())) {
            case JOURNAL -> Optional.empty();
            case LOG_ALONE ->
                Optional.of(sentence(
                        state,
                        "has the write-ahead log of the journal " + state.journal() + ", but this journal "
                                + (Files.exists(state.journal()) ? "is empty" : "is missing")));
            case NOTHING -> wasUsed(state, isOfChild) ? Optional.of(gone(state)) : Optional.empty();
            case BLANK -> wasUsed(state, isOfChild) ? Optional.of(empty(state)) : Optional.empty();
        };
    }

    /**
     * Whether something is lost there of the top of a tree, as far as it can be read: then it is no new daemon that is
     * to be started.
     */
    static boolean shows(StateDirectory state) {
        try {
            return at(state, false).isPresent();
        } catch (IOException unknown) {
            return false;
        }
    }

    /**
     * Describes the loss of the foundation of an opened journal.
     *
     * @throws IOException if the directory cannot be read
     */
    static Optional<String> ofUnfounded(StateDirectory state, boolean isOfChild) throws IOException {
        return wasUsed(state, isOfChild) ? Optional.of(empty(state)) : Optional.empty();
    }

    /**
     * Whether children of a daemon whose journal was kept are there: with a journal on a server, the directory has an
     * address before any daemon leads.
     *
     * @throws IOException if the directory cannot be read
     */
    static boolean hasChildren(StateDirectory state) throws IOException {
        if (Files.exists(state.forgetful()) || !Files.isDirectory(state.children())) {
            return false;
        }
        try (Stream<Path> children = Files.list(state.children())) {
            return children.findAny().isPresent();
        }
    }

    private static boolean wasUsed(StateDirectory state, boolean isOfChild) throws IOException {
        if (Files.exists(state.forgetful())) {
            return false;
        }
        boolean hadAddress = Files.exists(state.address()) || Files.exists(state.lastAddress());
        return (!isOfChild && hadAddress) || hasChildren(state);
    }

    private static String gone(StateDirectory state) {
        return Files.exists(state.holder())
                ? "The state directory " + state.path()
                        + " was used with a journal on a server and cannot start empty.\nMaybe: start with the previous --journal, or on another --state."
                : sentence(state, "was used before, but its journal " + state.journal() + " is missing");
    }

    private static String empty(StateDirectory state) {
        return sentence(state, "was used before, but its journal " + state.journal() + " is empty");
    }

    private static String sentence(StateDirectory state, String what) {
        return "The state directory " + state.path() + " " + what
                + "; a new one would end the running children and lose all jobs.\nMaybe: put the journal back with its -wal, or 'banyan restore BACKUP' into another directory; if nothing is needed any more, remove "
                + state.path() + " or start on another --state.";
    }
}
