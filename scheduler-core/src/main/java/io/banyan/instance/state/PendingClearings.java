package io.banyan.instance.state;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.decision.ReturnDecision;
import io.banyan.instance.message.decision.RevokeDecision;
import io.banyan.instance.message.value.Parcel;
import io.banyan.instance.message.value.Paths;
import io.banyan.instance.message.value.RevokeTarget;
import io.banyan.instance.message.value.Unreleased;
import io.banyan.instance.message.value.UseRule;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.ToLongBiFunction;
import java.util.stream.Stream;

/**
 * Resources that are being got out of use, so that they can be given back; and which of these clearings are through.
 */
public final class PendingClearings {
    private final Map<String, Pending> pending = new LinkedHashMap<>();
    private final Remembered<Settled> settled;

    PendingClearings(int remembered) {
        this.settled = new Remembered<>(remembered);
    }

    void begin(RevokeDecision.ClearingBegun decision) {
        pending.put(decision.id(), new Pending(decision));
    }

    void choose(RevokeDecision.ClearingChose decision) {
        Pending clearing = require(decision.id());
        clearing.chosen.addAll(decision.paths());
        clearing.drained.addAll(decision.drained());
    }

    /** A child was asked for something, perhaps for one of these. */
    void asked(RevokeDecision.RevokeAsked asked) {
        askers(asked).forEach(clearing -> clearing.ask(asked));
    }

    /** A child has answered, perhaps for one of these. */
    void answered(RevokeDecision.RevokeAsked asked, String childPath, String why) {
        askers(asked).forEach(clearing -> clearing.heard(asked.target(), childPath, why));
    }

    private Stream<Pending> askers(RevokeDecision.RevokeAsked asked) {
        return pending.values().stream().filter(it -> RevokeDecision.isPartOf(asked.revokeId(), it.id()));
    }

    /**
     * Records a return, which may contain resources of a clearing.
     *
     * @param leaves whether the resources of a parcel leave this instance
     * @param amount how much of a type there is at a path and below it
     */
    void gaveBack(ReturnDecision.GaveBack gaveBack, Predicate<Parcel> leaves, ToLongBiFunction<String, String> amount) {
        for (Pending clearing : pending.values()) {
            boolean isItsOwn = RevokeDecision.isPartOf(gaveBack.returnId(), clearing.id());
            for (Parcel parcel : gaveBack.removed()) {
                boolean isLeaving = leaves.test(parcel);
                for (String path : parcel.paths()) {
                    if (isItsOwn || (isLeaving && Paths.overlapAny(path, clearing.chosen))) {
                        clearing.gave(gaveBack.returnId(), path, amount);
                    }
                }
            }
        }
    }

    /** One is through. Returns the vertices that were drained for it and that are still here. */
    List<String> end(RevokeDecision.ClearingEnded decision) {
        Pending clearing = require(decision.id());
        pending.remove(decision.id());
        settled.put(
                decision.id(),
                new Settled(clearing.begun, clearing.given.paths(), decision.why(), decision.unreleased()));
        return List.copyOf(clearing.drained);
    }

    private Pending require(String id) {
        Pending clearing = pending.get(id);
        if (clearing == null) {
            throw new IllegalStateException("nothing is being cleared for " + id);
        }
        return clearing;
    }

    public Optional<Pending> pending(String id) {
        return Optional.ofNullable(pending.get(id));
    }

    /** One that is through; empty where it is not, or was forgotten. */
    public Optional<Settled> settled(String id) {
        return settled.find(id);
    }

    public Collection<Pending> pending() {
        return List.copyOf(pending.values());
    }

    public boolean isEmpty() {
        return pending.isEmpty();
    }

    /** Whether a path, or something above or below it, is chosen by any of them. */
    public boolean isChosen(String path) {
        return pending.values().stream().anyMatch(clearing -> Paths.overlapAny(path, clearing.chosen));
    }

    @Override
    public String toString() {
        return "pending " + pending.values() + " settled " + settled;
    }

    /**
     * A settled clearing.
     *
     * @param given the returned tops
     */
    public record Settled(
            RevokeDecision.ClearingBegun begun, List<String> given, String why, List<Unreleased> unreleased) {
        /** Returns the answer for a client that requested the clearing. */
        public Answer.Shrunk answer() {
            return new Answer.Shrunk(begun.id(), given, List.of(), unreleased, why);
        }
    }

    /** A clearing in progress. */
    public static final class Pending {
        private final RevokeDecision.ClearingBegun begun;
        /** The paths that are to go and have not gone. */
        private final TreeSet<String> chosen = new TreeSet<>();

        private final TreeSet<String> drained = new TreeSet<>();
        private final Obtained given;
        private final Set<String> returns = new LinkedHashSet<>();
        private final List<RevokeDecision.RevokeAsked> asked = new ArrayList<>();
        private final Map<String, Map<Set<String>, String>> reasons = new LinkedHashMap<>();

        private Pending(RevokeDecision.ClearingBegun begun) {
            this.begun = begun;
            this.given = new Obtained(begun.target());
        }

        /**
         * Records an answer of a child, in place of its earlier answer on the same types or paths, which may be
         * outdated.
         */
        private void heard(RevokeTarget target, String childPath, String why) {
            Set<String> of = switch (target) {
                case RevokeTarget.ByCounts(var wanted) -> Set.copyOf(wanted.keySet());
                case RevokeTarget.ByPaths(var paths) -> Set.copyOf(paths);
            };
            Map<Set<String>, String> said = reasons.computeIfAbsent(childPath, it -> new LinkedHashMap<>());
            said.remove(of);
            if (!why.isEmpty()) {
                said.put(of, why);
            }
        }

        /** Adds a request to a child; the same request again has another time, and counts once. */
        private void ask(RevokeDecision.RevokeAsked more) {
            asked.removeIf(it -> it.revokeId().equals(more.revokeId()));
            asked.add(more);
        }

        private void gave(String returnId, String path, ToLongBiFunction<String, String> amount) {
            returns.add(returnId);
            given.add(path, amount);
            Paths.removeWithin(path, chosen);
            Paths.removeWithin(path, drained);
        }

        public String id() {
            return begun.id();
        }

        public RevokeDecision.ClearingBegun begun() {
            return begun;
        }

        public List<String> chosen() {
            return List.copyOf(chosen);
        }

        /** The part that has gone. */
        public Obtained given() {
            return given;
        }

        /** The returns with which something of it went, in their order. */
        public List<String> returns() {
            return List.copyOf(returns);
        }

        /** The number of requests that were made to children for the clearing. */
        public int askedCount() {
            return asked.size();
        }

        /** The paths that this child was asked for. */
        public Set<String> askedOf(JobId child) {
            Set<String> paths = new HashSet<>();
            for (RevokeDecision.RevokeAsked it : asked) {
                if (it.child().equals(child) && it.target() instanceof RevokeTarget.ByPaths(List<String> named)) {
                    paths.addAll(named);
                }
            }
            return paths;
        }

        /** Whether this child was asked for an amount of this type under this rule. */
        public boolean hasAsked(JobId child, UseRule rule, String type) {
            return asked.stream()
                    .anyMatch(it -> it.child().equals(child)
                            && it.rule() == rule
                            && it.target() instanceof RevokeTarget.ByCounts(var counts)
                            && counts.containsKey(type));
        }

        /** The reasons why children returned less than requested: the latest of each child. */
        public List<String> reasons() {
            return reasons.entrySet().stream()
                    .flatMap(child -> child.getValue().values().stream().map(why -> child.getKey() + ": " + why))
                    .toList();
        }

        @Override
        public String toString() {
            return begun + " chosen " + chosen + " drained " + drained + " given " + given + " returns " + returns
                    + " asked " + asked + " reasons " + reasons;
        }
    }
}
