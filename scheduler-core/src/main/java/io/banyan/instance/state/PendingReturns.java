package io.banyan.instance.state;

import io.banyan.instance.message.Effect;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.decision.ReturnDecision;
import io.banyan.instance.message.level.UpMessage;
import io.banyan.instance.message.value.Parcel;
import io.banyan.instance.message.value.Unreleased;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Resources on their way back: the returns that parent and providers have not confirmed yet, and the settled returns.
 */
public final class PendingReturns {
    private final Map<String, Pending> pending = new LinkedHashMap<>();
    private final Remembered<Settled> settled;
    private final OpenReleases open;

    PendingReturns(int remembered) {
        this.open = new OpenReleases(remembered);
        this.settled = new Remembered<>(remembered);
    }

    /** The resources that providers have not taken back. */
    public OpenReleases open() {
        return open;
    }

    void begin(ReturnDecision.GaveBack decision) {
        open.asked(decision);
        Pending begun = new Pending(decision);
        pending.put(decision.returnId(), begun);
        settleIfDone(begun);
    }

    /** Records resources that were taken from jobs and stay here, so that no confirmation is awaited. */
    void retained(ReturnDecision.Retained decision) {
        List<String> paths = decision.kept().stream()
                .flatMap(parcel -> parcel.paths().stream())
                .distinct()
                .toList();
        settled.put(decision.shrinkId(), new Settled(paths, List.of(), List.of()));
    }

    void freed(ReturnDecision.Freed decision) {
        Pending waiting = pending.get(decision.returnId());
        if (waiting == null) {
            throw new IllegalStateException("return " + decision.returnId() + " is not pending");
        }
        waiting.unreleased.addAll(decision.unreleased());
        if (decision.provisioned().isPresent()) {
            ReturnDecision.ProviderRelease release =
                    waiting.release(decision.provisioned().get());
            decision.unreleased().forEach(it -> open.refused(release, it.why()));
            waiting.provided.remove(release.requestId());
        } else {
            decision.unreleased().forEach(open::refusedAbove);
            waiting.parentIsAsked = false;
        }
        settleIfDone(waiting);
    }

    private void settleIfDone(Pending waiting) {
        if (waiting.parentIsAsked || !waiting.provided.isEmpty()) {
            return;
        }
        String id = waiting.decision.returnId();
        pending.remove(id);
        settled.put(id, new Settled(waiting.paths(), waiting.askedAgain(), waiting.unreleased));
    }

    public boolean isPending(String returnId) {
        return pending.containsKey(returnId);
    }

    /** Whether the parent has not confirmed this return. */
    public boolean awaitsParent(String returnId) {
        return pending(returnId).filter(it -> it.parentIsAsked).isPresent();
    }

    /** Whether the provider has not yet confirmed the release of this grow's resources. */
    public boolean awaitsProvider(String returnId, String requestId) {
        return pending(returnId).filter(it -> it.provided.contains(requestId)).isPresent();
    }

    /** A return that is through; empty where it is not, or was forgotten. */
    public Optional<Settled> settled(String returnId) {
        return settled.find(returnId);
    }

    /** The child that began a return which is pending. */
    public Optional<JobId> childOf(String returnId) {
        return pending(returnId).flatMap(it -> it.decision.child());
    }

    /** The provider that is being asked to take back something that it brought for this grow. */
    public Optional<String> releasing(String requestId) {
        return pending.values().stream()
                .filter(it -> it.provided.contains(requestId))
                .map(it -> it.release(requestId).provider())
                .findFirst();
    }

    /** The grows of which a provider is being asked to take something back. */
    public Set<String> releasing() {
        return pending.values().stream().flatMap(it -> it.provided.stream()).collect(Collectors.toUnmodifiableSet());
    }

    public Collection<Pending> pending() {
        return List.copyOf(pending.values());
    }

    /** The return of this id, if it is pending. */
    public Optional<Pending> pending(String returnId) {
        return Optional.ofNullable(pending.get(returnId));
    }

    @Override
    public String toString() {
        return "pending " + pending.values() + " settled " + settled + " open " + open;
    }

    /**
     * A settled return.
     *
     * @param paths the returned tops
     * @param askedAgain the grows for which only unreleased resources were returned again
     * @param unreleased the resources that providers did not take back
     */
    public record Settled(List<String> paths, List<String> askedAgain, List<Unreleased> unreleased) {
        public Settled {
            paths = List.copyOf(paths);
            askedAgain = List.copyOf(askedAgain);
            unreleased = List.copyOf(unreleased);
        }

        /** Returns the answer for the asker of the return. */
        public Answer.Shrunk answer(String returnId) {
            return new Answer.Shrunk(returnId, paths, askedAgain, unreleased);
        }
    }

    /** A return that is under way. */
    public static final class Pending {
        private final ReturnDecision.GaveBack decision;
        private final Set<String> provided = new LinkedHashSet<>();
        private final List<Unreleased> unreleased = new ArrayList<>();
        private boolean parentIsAsked;

        private Pending(ReturnDecision.GaveBack decision) {
            this.decision = decision;
            this.parentIsAsked = !decision.upward().isEmpty();
            decision.provided().forEach(release -> provided.add(release.requestId()));
        }

        /** Returns the message that the parent is to get, again if need be; empty where the parent has confirmed. */
        public Optional<UpMessage.Return> message() {
            return parentIsAsked
                    ? Optional.of(new UpMessage.Return(decision.returnId(), decision.upward()))
                    : Optional.empty();
        }

        /** Returns the releases that the provider has not confirmed. */
        public List<Effect.ReleaseProvider> releases() {
            return decision.provided().stream()
                    .filter(release -> provided.contains(release.requestId()))
                    .map(release -> new Effect.ReleaseProvider(
                            decision.returnId(), release.provider(), release.requestId(), release.handles()))
                    .toList();
        }

        private ReturnDecision.ProviderRelease release(String requestId) {
            return decision.provided().stream()
                    .filter(release -> release.requestId().equals(requestId))
                    .findFirst()
                    .orElseThrow();
        }

        private List<String> askedAgain() {
            if (!decision.removed().isEmpty() || !decision.released().isEmpty()) {
                return List.of();
            }
            return Stream.concat(
                            decision.provided().stream().map(ReturnDecision.ProviderRelease::requestId),
                            decision.upward().stream().map(Parcel::grantId))
                    .distinct()
                    .toList();
        }

        private List<String> paths() {
            Set<String> paths = new LinkedHashSet<>();
            decision.removed().forEach(parcel -> paths.addAll(parcel.paths()));
            decision.released().forEach(release -> paths.addAll(release.paths()));
            return List.copyOf(paths);
        }

        @Override
        public String toString() {
            return decision.returnId() + " " + decision.child() + " parent " + parentIsAsked + " provider " + provided
                    + " unreleased " + unreleased;
        }
    }
}
