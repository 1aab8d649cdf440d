package io.banyan.instance.release;

import io.banyan.instance.message.Effect;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.instance.message.level.UpMessage;
import io.banyan.instance.message.value.FirstItems;
import io.banyan.instance.message.value.RevokeTarget;
import io.banyan.instance.message.value.Unreleased;
import io.banyan.instance.message.value.ValueChecks;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.state.PendingClearings;
import io.banyan.instance.state.PendingReturns;
import io.banyan.instance.transition.PendingCalls;
import io.banyan.instance.transition.Transition;
import io.banyan.resource.JobId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/**
 * The last phase of a release: it is settled, and all its askers are answered: clients, the parent or a child. The id
 * of a release identifies the asker, so that a new process answers as well.
 */
final class ReleaseAnswers {
    /** Behind the id of a parent's revoke: clients here choose the ids of their shrinks without knowing of it. */
    private static final String FROM_ABOVE = ValueChecks.MADE_HERE + "up";

    private static final String END = "!end";
    private static final String OF = ValueChecks.MADE_HERE + "of";

    /** Every level extends an id. An id made from a child's id must not become too long for the next level. */
    private static final int LONGEST_OF_CHILD = ValueChecks.MAX_ID_LENGTH / 2;

    private final InstanceState state;
    private final PendingCalls pendingCalls;
    private final Victims victims;

    ReleaseAnswers(InstanceState state, PendingCalls pendingCalls) {
        this.state = state;
        this.pendingCalls = pendingCalls;
        this.victims = new Victims(state);
    }

    /** The id of a parent's revoke here. */
    static String idOf(DownMessage.Revoke revoke) {
        return revoke.revokeId() + FROM_ABOVE;
    }

    /**
     * Which id a child's return has here and above. Children, and clients here, choose theirs without knowing of each
     * other.
     */
    static String idOf(JobId child, UpMessage.Return message) {
        String id = message.returnId();
        String whole = id + OF + child;
        return whole.length() <= LONGEST_OF_CHILD
                ? whole
                : UUID.nameUUIDFromBytes(id.getBytes(StandardCharsets.UTF_8)) + OF + child;
    }

    /**
     * Returns the id of the return of resources that were grown for an ended job; unique in the tree, because paths
     * are.
     */
    String idOfEnd(JobId job) {
        return state.path() + END + job;
    }

    /** The job whose end a return belongs to; a child's returns can have any id, and belong to no end here. */
    private Optional<JobId> endOf(String returnId, Optional<JobId> child) {
        String prefix = state.path() + END;
        String number = returnId.startsWith(prefix) ? returnId.substring(prefix.length()) : "";
        return child.isEmpty() && number.matches("[1-9][0-9]{0,17}")
                ? Optional.of(new JobId(Long.parseLong(number)))
                : Optional.empty();
    }

    /** The id without its ending, if it has that. A child that chose too long an id hears of it when it asks again. */
    private static String without(String ending, String id) {
        return id.endsWith(ending) ? id.substring(0, id.length() - ending.length()) : id;
    }

    /** The answer to a shrink that is settled; empty where it is not, or was forgotten. */
    Optional<Answer.Shrunk> answer(String shrinkId) {
        return state.returns()
                .settled(shrinkId)
                .map(settled -> settled.answer(shrinkId))
                .or(() -> state.clearings().settled(shrinkId).map(PendingClearings.Settled::answer));
    }

    /**
     * Answers the child and the callers of a return after all levels above have freed it, or after a provider failed to
     * take it back.
     */
    void returned(Transition transition, String returnId, Optional<JobId> child) {
        PendingReturns.Settled settled = state.returns().settled(returnId).orElseThrow();
        List<Unreleased> unreleased = settled.unreleased();
        child.ifPresent(job -> tellChild(transition, job, without(OF + job, returnId), unreleased));
        reply(transition, PendingCalls.shrink(returnId), settled.answer(returnId));
        endOf(returnId, child)
                .ifPresent(job -> pendingCalls
                        .take(PendingCalls.cancelled(job))
                        .forEach(call -> transition.reply(call, pendingCalls.cancelled(call, job, unreleased))));
    }

    /** Answers a child's return, by the id that it has there. */
    static void tellChild(Transition transition, JobId child, String id, List<Unreleased> unreleased) {
        transition.add(new Effect.ToChild(child, new DownMessage.Freed(id, unreleased)));
    }

    /** Answers the parent and the callers of an ended clearing. */
    void cleared(Transition transition, PendingClearings.Pending clearing, String why) {
        if (clearing.begun().forParent()) {
            tellParent(transition, clearing.id(), why);
        }
        state.clearings()
                .settled(clearing.id())
                .ifPresent(settled -> reply(transition, PendingCalls.shrink(clearing.id()), settled.answer()));
    }

    /** Answers a parent's revoke, by the id that it has here. */
    static void tellParent(Transition transition, String id, String why) {
        transition.add(new Effect.ToParent(new UpMessage.Revoked(without(FROM_ABOVE, id), why)));
    }

    /** Answers the callers of a settled revoke of a child. */
    void revoked(Transition transition, String revokeId) {
        state.revokes()
                .settled(revokeId)
                .ifPresent(settled -> reply(transition, PendingCalls.reclaim(revokeId), settled.answer()));
    }

    private void reply(Transition transition, String waiting, Answer answer) {
        pendingCalls.take(waiting).forEach(call -> transition.reply(call, answer));
    }

    /** Why a clearing gives less than was wanted, in one sentence; empty where it does not. */
    String shortfall(PendingClearings.Pending clearing) {
        Set<JobId> users = new TreeSet<>();
        for (String path : clearing.chosen()) {
            int vertex = state.resources().graph().find(path);
            if (vertex >= 0) {
                users.addAll(state.users(vertex));
            }
        }
        List<String> reasons = new ArrayList<>();
        if (clearing.begun().target() instanceof RevokeTarget.ByCounts(var counts)) {
            clearing.given().missing().keySet().forEach(type -> {
                reasons.add("of " + counts.get(type) + " " + type + " requested, only "
                        + clearing.given().amount(type) + " could be returned");
                users.addAll(victims.users(List.of(type)));
            });
            if (reasons.isEmpty()) {
                return "";
            }
        } else if (users.isEmpty()) {
            return "";
        }
        if (!users.isEmpty()) {
            // The parent has jobs of the same numbers.
            String where = clearing.begun().forParent() ? " of " + state.path() : "";
            reasons.add("in use by " + (users.size() == 1 ? "job " : "jobs ") + FirstItems.of(users) + where);
        }
        reasons.addAll(clearing.reasons());
        return String.join("; ", reasons);
    }
}
