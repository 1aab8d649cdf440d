package io.banyan.instance.state;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.decision.ReturnDecision;
import io.banyan.instance.message.decision.RevokeDecision;
import io.banyan.resource.JobId;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongBiFunction;

/** The revokes of children: their results so far, and the settled ones. */
public final class PendingRevocations {
    private final Map<String, Asked> pending = new LinkedHashMap<>();
    private final Remembered<Settled> settled;

    PendingRevocations(int remembered) {
        this.settled = new Remembered<>(remembered);
    }

    /** A child is asked; where it was before, only the time is another. */
    void ask(RevokeDecision.RevokeAsked decision) {
        Obtained came = pending(decision.revokeId()).map(Asked::came).orElseGet(() -> new Obtained(decision.target()));
        pending.put(decision.revokeId(), new Asked(decision, came));
    }

    /**
     * A child has returned something.
     *
     * @param amount how much of a type there is at a path and below it
     */
    void returned(ReturnDecision.GaveBack gaveBack, ToLongBiFunction<String, String> amount) {
        if (pending.isEmpty() || gaveBack.child().isEmpty()) {
            return;
        }
        JobId child = gaveBack.child().get();
        for (Asked asked : pending.values()) {
            if (asked.child().equals(child) && RevokeDecision.isPartOf(gaveBack.returnId(), asked.id())) {
                gaveBack.fromChild().forEach(parcel -> parcel.paths().forEach(top -> asked.came.add(top, amount)));
            }
        }
    }

    /** A child's job is about to end, and all that it has is free then. */
    void ending(JobId child, List<String> tops, ToLongBiFunction<String, String> amount) {
        of(child).forEach(asked -> tops.forEach(top -> asked.came.add(top, amount)));
    }

    /**
     * One is through.
     *
     * @param rest the remaining resources of the child, all of which will come if it is fenced
     */
    void settle(RevokeDecision.RevokeSettled decision, List<String> rest) {
        Asked asked = pending.remove(decision.revokeId());
        if (asked == null) {
            throw new IllegalStateException("revoke " + decision.revokeId() + " is not pending");
        }
        Set<String> paths = new LinkedHashSet<>(asked.came.paths());
        if (decision.fenced()) {
            paths.addAll(rest);
        }
        settled.put(asked.id(), new Settled(asked.decision, List.copyOf(paths), decision.why(), decision.fenced()));
    }

    public Optional<Asked> pending(String revokeId) {
        return Optional.ofNullable(pending.get(revokeId));
    }

    /** One that is through; empty where it is not, or was forgotten. */
    public Optional<Settled> settled(String revokeId) {
        return settled.find(revokeId);
    }

    public Collection<Asked> pending() {
        return List.copyOf(pending.values());
    }

    public boolean isEmpty() {
        return pending.isEmpty();
    }

    /** Returns the requests that this child has not answered yet, in the order in which it was asked. */
    public List<Asked> of(JobId child) {
        return pending.values().stream()
                .filter(asked -> asked.child().equals(child))
                .toList();
    }

    /** Returns the requests that were made to children for this id and that they have not answered yet. */
    public List<Asked> askedFor(String id) {
        return pending.values().stream()
                .filter(asked -> RevokeDecision.isPartOf(asked.id(), id))
                .toList();
    }

    @Override
    public String toString() {
        return "pending " + pending.values() + " settled " + settled;
    }

    /**
     * A settled revoke.
     *
     * @param paths the returned tops, including those of a child that is being ended
     */
    public record Settled(RevokeDecision.RevokeAsked asked, List<String> paths, String why, boolean fenced) {
        /** Returns the answer for the asker of the resources. */
        public Answer.Reclaimed answer() {
            return new Answer.Reclaimed(asked.revokeId(), asked.child(), paths, why, fenced);
        }
    }

    /** One that the child has not answered. */
    public static final class Asked {
        private final RevokeDecision.RevokeAsked decision;
        private final Obtained came;

        private Asked(RevokeDecision.RevokeAsked decision, Obtained came) {
            this.decision = decision;
            this.came = came;
        }

        public String id() {
            return decision.revokeId();
        }

        public JobId child() {
            return decision.child();
        }

        public RevokeDecision.RevokeAsked decision() {
            return decision;
        }

        /** The part that has come. */
        public Obtained came() {
            return came;
        }

        @Override
        public String toString() {
            return decision + " came " + came;
        }
    }
}
