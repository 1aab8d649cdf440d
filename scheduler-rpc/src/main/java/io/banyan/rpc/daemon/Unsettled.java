package io.banyan.rpc.daemon;

import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.execute.LeftJobs;
import io.banyan.rpc.launch.ChildPlaces;
import io.banyan.rpc.launch.Fencing;
import io.banyan.rpc.provider.ProviderSpec;
import io.banyan.rpc.provider.Purchases;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The remains of a daemon that was stopped with its jobs: resources at providers, processes of jobs, instances on other
 * machines, and the part that continues with each.
 */
public final class Unsettled {
    private final StateDirectory state;
    private final boolean isOfChild;
    private final List<String> sentences = new ArrayList<>();

    private Unsettled(StateDirectory state) {
        this.state = state;
        this.isOfChild = Files.exists(state.credential());
    }

    /**
     * Describes the remains of the daemon of this directory, a sentence each; empty if nothing is left. O(directories
     * below it).
     */
    public static List<String> after(StateDirectory state) {
        var unsettled = new Unsettled(state);
        unsettled.jobs();
        unsettled.purchasesIn(state, 0);
        for (ChildPlaces.Place place : Fencing.elsewhere(state)) {
            unsettled.sentences.add("Processes of the instance in "
                    + place.directory().path() + " on " + place.machine() + " may still run" + unsettled.whoGoesOn());
        }
        return unsettled.sentences;
    }

    /** Adds jobs that still run and keep their resources until they end. */
    private void jobs() {
        try {
            for (String what : LeftJobs.of(state)) {
                sentences.add(what.substring(0, 1).toUpperCase(Locale.ROOT) + what.substring(1) + " is still running"
                        + whoGoesOn());
            }
        } catch (IOException | UncheckedIOException unreadable) {
            sentences.add("The jobs that still run cannot be determined from " + state.jobs() + ": "
                    + unreadable.getMessage());
        }
    }

    private void purchasesIn(StateDirectory directory, int depth) {
        try {
            if (Files.exists(directory.purchases())) {
                sentences.add("Resources that providers supplied to the instance in " + directory.path()
                        + " are not fully returned"
                        + names(directory)
                        + (depth == 0 && !isOfChild
                                ? ": start the instance and stop it again, or release them directly at the provider."
                                : whoGoesOn()));
            }
            if (depth < Leftovers.MAX_DEPTH) {
                for (StateDirectory below : Leftovers.below(directory)) {
                    purchasesIn(below, depth + 1);
                }
            }
        } catch (IOException | DirectoryIteratorException unreadable) {
            sentences.add("The remaining resources in " + directory.path() + " cannot be determined: "
                    + unreadable.getMessage());
        }
    }

    private String whoGoesOn() {
        return isOfChild
                ? ": its parent handles that."
                : ": the next daemon on " + state.path() + " handles that, so keep the directory.";
    }

    private static String names(StateDirectory directory) {
        try {
            return Purchases.read(directory.purchases())
                    .map(noted -> noted.providers().stream()
                            .map(ProviderSpec::name)
                            .collect(Collectors.joining(", ", " (", ")")))
                    .orElse("");
        } catch (IOException unreadable) {
            return "";
        }
    }
}
