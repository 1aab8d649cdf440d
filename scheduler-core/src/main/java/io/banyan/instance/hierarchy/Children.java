package io.banyan.instance.hierarchy;

import io.banyan.graph.Subgraph;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.decision.LevelDecision;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.instance.message.level.UpMessage;
import io.banyan.instance.message.value.ChildRecord;
import io.banyan.instance.message.value.ChildState;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.FirstItems;
import io.banyan.instance.message.value.Grant;
import io.banyan.instance.message.value.InstanceSummary;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Paths;
import io.banyan.instance.release.ResourceReturn;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.DueTimes;
import io.banyan.instance.transition.PendingCalls;
import io.banyan.instance.transition.Transition;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The registry of child instances: which are registered, which leases are valid, and the latest figures of each. A
 * child that is silent for longer than its lease, or whose process ends without a leave message, is lost and keeps its
 * resources (rule 6 in docs/internals/architecture.md, "Lost is not gone"). A child that has sent its leave message is
 * gone, and its job ends with its process.
 */
public final class Children {
    private final InstanceState state;
    private final Grows grows;
    private final ResourceReturn resourceReturn;
    private final JobCompletion completion;
    private final PendingCalls pendingCalls;
    private final StatusTalk talk;
    private final Cancellations cancellations;
    private final JobLifecycle lifecycle;
    private final QueuedInstances queued;
    private final DueTimes<JobId> leases;
    private final Map<JobId, InstanceSummary> summaries = new TreeMap<>();
    private boolean hasNews;

    public Children(
            InstanceState state,
            Grows grows,
            ResourceReturn resourceReturn,
            JobCompletion completion,
            Cancellations cancellations,
            JobLifecycle lifecycle,
            QueuedInstances queued,
            DueTimes<JobId> leases,
            PendingCalls pendingCalls,
            StatusTalk talk) {
        this.cancellations = cancellations;
        this.lifecycle = lifecycle;
        this.queued = queued;
        this.leases = leases;
        this.state = state;
        this.grows = grows;
        this.resourceReturn = resourceReturn;
        this.completion = completion;
        this.pendingCalls = pendingCalls;
        this.talk = talk;
    }

    public long nextDeadline() {
        return leases.next();
    }

    /** Whether a child said something new about its subtree since this was last asked. */
    public boolean takeNews() {
        boolean news = hasNews;
        hasNews = false;
        return news;
    }

    /** A child's job was granted: it has so long to register. */
    public void started(Transition transition, JobId child) {
        leases.set(child, transition.nowMillis() + state.config().limits().startMillis());
    }

    /** The process is a new one: every child has as long as if it had just been heard of. */
    public void restarted(Transition transition) {
        for (JobRecord job : state.jobs().activeInstances()) {
            ChildState is = job.child().orElseThrow().state();
            if (is == ChildState.STARTING) {
                started(transition, job.id());
            } else if (is == ChildState.LIVE) {
                renew(transition, job.id());
            }
        }
    }

    /** From now on none is expected to say anything. */
    public void awaitNone() {
        leases.clear();
    }

    /** A child says something. */
    public void said(Transition transition, JobId child, UpMessage message) {
        Optional<JobRecord> job = state.jobs().active(child).filter(JobRecord::isInstance);
        job.filter(it -> !hasLeft(it)).ifPresent(it -> heard(transition, it, message));
        switch (message) {
            case UpMessage.Register register -> register(transition, job, register);
            case UpMessage.Grow grow -> grows.childAsked(transition, child, grow);
            case UpMessage.GiveUp gaveUp -> grows.childGaveUp(transition, child, gaveUp.requestId());
            case UpMessage.Return returned -> resourceReturn.childReturned(transition, child, returned);
            case UpMessage.Statuses statuses ->
                job.ifPresent(it -> talk.heard(transition, Optional.of(child), statuses.news()));
            case UpMessage.AskStatuses it -> talk.asked(transition, Optional.of(child));
            case UpMessage.Revoked it -> {
                // The client of a revoke receives its answer separately.
            }
            case UpMessage.Heartbeat heartbeat -> heartbeat(transition, child, job, heartbeat.summary());
            case UpMessage.Leave leave -> {
                transition.add(new Effect.ToChild(child, new DownMessage.LeaveSeen()));
                job.ifPresent(it -> left(transition, it, leave));
            }
        }
    }

    /** Every message of a child renews its lease, and ends the state lost. */
    private void heard(Transition transition, JobRecord job, UpMessage message) {
        ChildRecord child = job.child().orElseThrow();
        if (child.state() == ChildState.LOST && !(message instanceof UpMessage.Register)) {
            transition.decide(new LevelDecision.ChildChanged(job.id(), child.in(ChildState.LIVE, "")));
        }
        if (child.state() != ChildState.STARTING || message instanceof UpMessage.Register) {
            renew(transition, job.id());
        }
    }

    private void renew(Transition transition, JobId child) {
        leases.set(child, transition.nowMillis() + state.config().limits().leaseMillis());
    }

    /** Returns the message that a child gets when it registers, and again when it is given more time. */
    public static DownMessage.Registered welcome(InstanceState state, JobRecord job) {
        return new DownMessage.Registered(
                job.child().orElseThrow().path(),
                state.childGrants().spawned(job.id()),
                job.window(),
                state.config().limits().leaseMillis());
    }

    private void register(Transition transition, Optional<JobRecord> job, UpMessage.Register message) {
        JobId id = message.job();
        if (job.isEmpty()) {
            refuse(transition, id, "there is no job " + id + " at " + state.path() + " that can run an instance");
            return;
        }
        if (hasLeft(job.get())) {
            refuse(transition, id, "job " + id + " has left");
            return;
        }
        Subgraph resources = state.childGrants().spawned(id);
        if (resources.isEmpty() && !message.joined()) {
            refuse(transition, id, "job " + id + " has returned all resources that it was spawned with");
            return;
        }
        ChildRecord child = job.get().child().orElseThrow();
        ChildRecord now = child.registeredAt(message.address());
        if (!now.equals(child)) {
            transition.decide(new LevelDecision.ChildChanged(id, now));
        }
        transition.add(new Effect.ToChild(id, welcome(state, job.get())));
        for (Grant grant : state.childGrants().outstanding(id)) {
            if (!message.held().contains(grant.requestId())) {
                transition.add(new Effect.ToChild(id, state.childGrants().granted(id, grant)));
            }
        }
        talk.childRegistered(transition, id);
        if (job.get().state() == JobState.STOPPING) {
            transition.add(new Effect.ToChild(id, new DownMessage.Stop()));
        }
    }

    private static void refuse(Transition transition, JobId child, String why) {
        transition.add(new Effect.ToChild(child, new DownMessage.RegisterRefused(why)));
    }

    private void heartbeat(Transition transition, JobId child, Optional<JobRecord> job, InstanceSummary summary) {
        if (job.isEmpty()) {
            refuse(transition, child, "job " + child + " has ended");
            return;
        }
        // Its first heartbeat follows its joining: from now on it can be asked for something.
        for (String call : pendingCalls.take(PendingCalls.spawn(child))) {
            transition.reply(call, new Answer.Spawned(job.get()));
        }
        queued.joined(transition, job.get());
        if (isOf(job.get(), summary)) {
            hasNews |= !summary.equals(summaries.put(child, summary));
        } else {
            transition.warn("job " + child + " describes instances that are not below it; its report is ignored");
        }
        transition.add(new Effect.ToChild(child, new DownMessage.HeartbeatSeen()));
    }

    /** Whether a child describes itself and its descendants, and no other instance. O(instances). */
    private static boolean isOf(JobRecord job, InstanceSummary summary) {
        return summary.path().equals(job.child().orElseThrow().path()) && isInPlace(summary);
    }

    private static boolean isInPlace(InstanceSummary summary) {
        return summary.children().stream()
                .allMatch(child -> Paths.isChild(child.path(), summary.path()) && isInPlace(child));
    }

    private void left(Transition transition, JobRecord job, UpMessage.Leave leave) {
        if (!hasLeft(job)) {
            leases.remove(job.id());
            completion.left(transition, job, leave);
        }
    }

    private static boolean hasLeft(JobRecord job) {
        return job.child().orElseThrow().state() == ChildState.GONE;
    }

    /** Handles the end of a child's process, or the failure to start it. */
    public void exited(Transition transition, Event.ChildExited exited) {
        JobId id = exited.child();
        String detail = exited.detail();
        Optional<JobRecord> active = state.jobs().active(id).filter(JobRecord::isInstance);
        if (active.isEmpty()) {
            return;
        }
        JobRecord job = active.get();
        ChildRecord child = job.child().orElseThrow();
        if (job.state() == JobState.STOPPING && exited.isFenced()) {
            String left = exited.left().isEmpty() ? "" : "; " + exited.left();
            if (queued.instanceEnded(id)) {
                lifecycle.instanceEnded(transition, job, left);
            }
        } else if (job.state() == JobState.STOPPING) {
            if (!child.isIdle()) {
                lost(transition, job, detail); // Its processes may still run.
                completion.takesLong(transition, id, detail);
            }
        } else if (child.state() == ChildState.STARTING && job.isQueuedInstance() && !queued.isStartedHere(id)) {
            // The last daemon ended before the instance had registered.
            lifecycle.requeued(transition, id);
        } else if (child.state() == ChildState.STARTING) {
            completion.end(transition, id, JobState.FAILED, detail);
        } else if (job.isQueuedInstance()) {
            lost(transition, job, detail);
            completion.stopInstance(
                    transition,
                    state.jobs().find(id).orElseThrow(),
                    JobState.FAILED,
                    "its instance has ended: " + detail);
        } else {
            lose(transition, job, "its process has ended: " + detail);
        }
    }

    /**
     * Handles the decision of an administrator to give a child up. No instance returns the resources of the child's own
     * providers, and of those below it, any more; the detail of its end states them as of its last heartbeat.
     */
    public void abandon(Transition transition, String call, JobId id) {
        @Nullable InstanceSummary last = summaries.get(id);
        List<String> havers = new ArrayList<>();
        if (last != null) {
            addHavers(havers, last);
        }
        String whose = last == null ? "it and for those below it" : FirstItems.of(havers);
        cancellations.abandon(
                transition,
                call,
                id,
                last != null && havers.isEmpty()
                        ? ""
                        : "; resources from their own providers for " + whose
                                + " may still exist: release them directly at the providers");
    }

    private static void addHavers(List<String> paths, InstanceSummary line) {
        if (line.external() > 0) {
            paths.add(line.path());
        }
        line.children().forEach(below -> addHavers(paths, below));
    }

    private void lose(Transition transition, JobRecord job, String why) {
        if (job.child().orElseThrow().state() != ChildState.LOST) {
            lost(transition, job, why);
        }
    }

    private void lost(Transition transition, JobRecord job, String why) {
        leases.remove(job.id());
        transition.decide(new LevelDecision.ChildChanged(
                job.id(), job.child().orElseThrow().in(ChildState.LOST, why)));
        for (String call : pendingCalls.take(PendingCalls.spawn(job.id()))) {
            transition.fail(
                    call,
                    ErrorCode.WRONG_STATE,
                    "instance " + state.childPath(job.id()) + " was lost before it could return resources, and job "
                            + job.id() + " continues until it is cancelled: " + why);
        }
    }

    /** Marks the children as lost whose lease has expired, and gives up on those that have not registered in time. */
    public void timeReached(Transition transition) {
        for (JobId id : leases.due(transition.nowMillis())) {
            Optional<JobRecord> active = state.jobs().active(id);
            if (active.isEmpty()) {
                continue;
            }
            JobRecord job = active.get();
            if (job.child().orElseThrow().state() == ChildState.STARTING) {
                completion.stopInstance(transition, job, JobState.FAILED, unregistered());
            } else {
                lose(transition, job, "its lease has expired");
            }
        }
    }

    private String unregistered() {
        long sec = Math.ceilDiv(state.config().limits().startMillis(), 1_000);
        return "it did not register within " + sec + " s (hierarchy.start-timeout)";
    }

    /** The lines of the tree below this instance, by job. */
    public List<InstanceSummary> summaries() {
        List<JobRecord> active = state.jobs().activeInstances();
        summaries.keySet().retainAll(active.stream().map(JobRecord::id).collect(Collectors.toSet()));
        return active.stream().map(this::summary).toList();
    }

    private InstanceSummary summary(JobRecord job) {
        ChildRecord child = job.child().orElseThrow();
        @Nullable InstanceSummary known = summaries.get(job.id());
        return known != null
                ? known.in(child.state())
                : new InstanceSummary(
                        child.path(), job.name(), child.address(), child.state(), Map.of(), 0, 0, 0, List.of());
    }
}
