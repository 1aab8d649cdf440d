package io.banyan.instance.transition;

import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.RescaleRequest;
import io.banyan.instance.message.client.ReservationRequest;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.instance.message.value.InstanceSummary;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Reservation;
import io.banyan.instance.message.value.Role;
import io.banyan.instance.message.value.Submission;
import io.banyan.instance.message.value.UseRule;
import io.banyan.instance.state.GrantOrigin;
import io.banyan.instance.state.InstanceState;
import io.banyan.queue.Preemption;
import io.banyan.resource.JobId;
import io.banyan.schedule.Criteria;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The access rules: the only place where roles and the owners of jobs are checked. A reader sees everything, a user
 * sees and changes own jobs, and only an admin changes shared state. Requests for missing items pass; the code that
 * looks up the item reports that it does not exist. O(1) for an admin; else O(items that the request names).
 */
public final class Authorization {
    private static final String WHOLE_INSTANCE =
            "returning resources by amount, or because they are idle, requires the role admin";

    private final InstanceState state;

    public Authorization(InstanceState state) {
        this.state = state;
    }

    /** Why this one may not ask that; empty where he may. */
    public Optional<String> refusal(Principal asker, Request request) {
        if (asker.role() == Role.ADMIN) {
            return Optional.empty();
        }
        Role least = leastRole(request);
        if (asker.role().compareTo(least) < 0) {
            return Optional.of("'" + asker.name() + "' has the role " + asker.role() + ", and this request requires "
                    + (least == Role.ADMIN ? "the role admin" : "the role user"));
        }
        return asker.role() == Role.READER ? Optional.empty() : refusalToUser(asker, request);
    }

    private static Role leastRole(Request request) {
        return switch (request) {
            case JobRead.Jobs it -> Role.READER;
            case JobRead.JobLook it -> Role.READER;
            case JobRead.JobInfo it -> Role.READER;
            case JobRead.Overview it -> Role.READER;
            case JobRead.Count it -> Role.READER;
            case Request.Tree it -> Role.READER;
            case Request.Reach it -> Role.READER;
            case Request.Stat it -> Role.READER;
            case JobRead.Explain it -> Role.READER;
            case JobRead.ExplainJob it -> Role.READER;
            case Request.Find it -> Role.READER;
            case Request.GetStatus it -> Role.READER;
            case Request.Nodes it -> Role.READER;
            case Request.GetProperties it -> Role.READER;
            case JobRequest.Submit it -> Role.USER;
            case JobRequest.SubmitAll it -> Role.USER;
            case JobRead.Pending it -> Role.READER;
            case JobRead.Priorities it -> Role.READER;
            case JobRead.Timeline it -> Role.READER;
            case JobRead.Horizon it -> Role.READER;
            case JobRead.Queues it -> Role.READER;
            case JobRequest.SetQueue it -> Role.ADMIN;
            case JobRequest.Urge it -> Role.USER;
            case JobRequest.Requeue it -> Role.USER;
            case JobRequest.Limit it -> Role.USER;
            case RescaleRequest.Look it -> Role.READER;
            case RescaleRequest.Attend it -> Role.READER;
            case RescaleRequest.Propose it -> Role.USER;
            case RescaleRequest.Reply it -> Role.USER;
            case JobRequest.Match it -> Role.USER;
            case JobRequest.MultiMatch it -> Role.USER;
            case JobRequest.Update it -> Role.USER;
            case Request.Grow it -> Role.USER;
            case Request.Shrink it -> Role.USER;
            case JobRequest.Cancel it -> Role.USER;
            case Request.Reclaim it -> Role.USER;
            case JobRequest.PartialCancel it -> Role.USER;
            case Request.Spawn it -> Role.USER;
            case Request.Abandon it -> Role.ADMIN;
            case Request.SetStatus it -> Role.ADMIN;
            case Request.SetProperty it -> Role.ADMIN;
            case Request.Attach it -> Role.ADMIN;
            case Request.Remove it -> Role.ADMIN;
            case Request.Stop it -> Role.ADMIN;
            case Request.Suspend it -> Role.ADMIN;
            case ReservationRequest.All it -> Role.READER;
            case ReservationRequest.Create it -> Role.ADMIN;
            case ReservationRequest.Book it -> Role.USER;
            case ReservationRequest.Cancel it -> Role.USER;
        };
    }

    private Optional<String> refusalToUser(Principal user, Request request) {
        return switch (request) {
            case JobRead.JobLook look -> othersJob(user, look.job());
            case JobRead.JobInfo info -> othersJob(user, info.job());
            case JobRequest.Cancel cancel -> othersJob(user, cancel.job());
            case JobRequest.Submit submit -> urgent(submit.urgency());
            case JobRequest.SubmitAll all ->
                urgent(all.jobs().stream()
                        .mapToInt(JobRequest.Submit::urgency)
                        .max()
                        .orElse(Submission.USUAL_URGENCY));
            case JobRequest.Urge urge -> othersJob(user, urge.job()).or(() -> urgent(urge.urgency()));
            case JobRequest.Requeue requeue -> othersJob(user, requeue.job());
            case JobRequest.Limit limit -> othersJob(user, limit.job()).or(() -> longer(limit));
            case RescaleRequest rescale -> othersJob(user, rescale.job());
            case JobRead.ExplainJob explain -> othersJob(user, explain.job());
            case JobRead.Pending pending -> pending.job().flatMap(job -> othersJob(user, job));
            case JobRead.Priorities priorities -> priorities.job().flatMap(job -> othersJob(user, job));
            case Request.Reclaim reclaim -> othersJob(user, reclaim.job());
            case JobRequest.PartialCancel part -> othersJob(user, part.job());
            case JobRequest.Update update -> othersJob(user, update.job());
            case Request.Find find -> refusal(user, find);
            case Request.Grow grow ->
                grow.job().isPresent()
                        ? othersJob(user, grow.job().get())
                        : Optional.of(
                                "growing the instance itself requires the role admin; a user can grow their own jobs");
            case Request.Shrink shrink ->
                shrink.rule() == UseRule.SPARE
                        ? refusal(user, shrink.target())
                        : Optional.of(
                                "waiting for the jobs that use resources, or cancelling them, requires the role admin");
            case ReservationRequest.Book book ->
                book.reservations().stream()
                        .flatMap(reservation -> forOthers(user, reservation).stream())
                        .findFirst();
            case ReservationRequest.Cancel cancel ->
                state.reservations()
                        .find(cancel.name())
                        .filter(reservation -> !reservation.owner().equals(user.name()))
                        .map(reservation -> "reservation '" + reservation.name() + "' belongs to another user");
            case Request other -> Optional.empty();
        };
    }

    /** Returns why a user may not book a reservation: it is for others. Empty if it is for this user alone. */
    private static Optional<String> forOthers(Principal user, Reservation reservation) {
        boolean isOwn = reservation.owner().equals(user.name())
                && reservation.users().equals(Set.of(user.name()))
                && reservation.accounts().isEmpty();
        return isOwn
                ? Optional.empty()
                : Optional.of("'" + user.name() + "' can book only for '" + user.name() + "'; reservation '"
                        + reservation.name() + "' must have this owner, this user and no other user or account");
    }

    /**
     * Returns why a user may not ask for this urgency; as in Flux, a user may lower the urgency of a job but not raise
     * it above the default. The site also decides which jobs may cause stops of others.
     */
    private Optional<String> urgent(int urgency) {
        if (urgency > Submission.USUAL_URGENCY) {
            return Optional.of("an urgency above " + Submission.USUAL_URGENCY + " requires the role admin");
        }
        Preemption rule = state.config().queues().preemption();
        return rule.isOff() || urgency < rule.urgency()
                ? Optional.empty()
                : Optional.of("jobs with an urgency of " + rule.urgency()
                        + " or more preempt others here, which requires the role admin");
    }

    /** Others were planned beside a job that runs. */
    private Optional<String> longer(JobRequest.Limit limit) {
        return state.jobs()
                .active(limit.job())
                .filter(job -> job.state() == JobState.RUNNING)
                .filter(job -> limit.durationSec() == 0
                        || limit.durationSec() > job.window().durationSec())
                .map(job -> "letting job " + job.id() + " run longer requires the role admin");
    }

    private Optional<String> othersJob(Principal user, JobId id) {
        return state.jobs()
                .find(id)
                .filter(job -> !user.isMasterOf(job))
                .map(job -> "job " + id + " belongs to another user");
    }

    /** Which vertices a job has is that user's to know. Criteria that are none are refused where they are read. */
    private Optional<String> refusal(Principal user, Request.Find find) {
        List<JobId> named;
        try {
            named = Criteria.parse(find.criteria()).namedJobs();
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
        return named.stream().flatMap(job -> othersJob(user, job).stream()).findFirst();
    }

    private Optional<String> refusal(Principal user, ShrinkTarget target) {
        return switch (target) {
            case ShrinkTarget.ByJob byJob -> othersJob(user, byJob.job());
            case ShrinkTarget.ByGrow byGrow -> othersGrow(user, byGrow.growId());
            case ShrinkTarget.ByPaths byPaths ->
                byPaths.paths().stream()
                        .flatMap(path -> othersPath(user, path).stream())
                        .findFirst();
            case ShrinkTarget.ByCount it -> Optional.of(WHOLE_INSTANCE);
            case ShrinkTarget.ByIdle it -> Optional.of(WHOLE_INSTANCE);
            case ShrinkTarget.Undo it -> Optional.of("cancelling a waiting shrink requires the role admin");
            case ShrinkTarget.Unreleased it ->
                Optional.of("asking providers again to take back resources requires the role admin");
        };
    }

    private Optional<String> othersGrow(Principal user, String growId) {
        Optional<JobId> child = state.childGrants().holder(growId);
        if (child.isPresent()) {
            return othersJob(user, child.get());
        }
        if (state.returns().open().requestIds().contains(growId)) {
            return Optional.of("asking a provider again to take back resources requires the role admin");
        }
        return state.origins().find(growId).flatMap(origin -> others(user, origin));
    }

    private Optional<String> othersPath(Principal user, String path) {
        Optional<String> above = state.origins().of(path).flatMap(origin -> others(user, origin));
        return above.or(() -> state.origins().topsBelow(path).stream()
                .flatMap(top -> state.origins().of(top).stream())
                .flatMap(origin -> others(user, origin).stream())
                .findFirst());
    }

    private Optional<String> others(Principal user, GrantOrigin origin) {
        return origin.topsOfJob().isEmpty()
                ? Optional.of("grow " + origin.id() + " was for the instance itself; only an admin can return it")
                : othersJob(user, origin.job().orElseThrow());
    }

    /** The jobs that this one may see. */
    public List<JobRecord> visible(Principal asker, List<JobRecord> jobs) {
        return asker.role() == Role.USER
                ? jobs.stream().filter(asker::isMasterOf).toList()
                : jobs;
    }

    /** Whether this one may see a job. */
    public boolean maySee(Principal asker, JobRecord job) {
        return asker.role() != Role.USER || asker.isMasterOf(job);
    }

    /** Whether a principal may read a job's jobspec. A reader sees that there is a job, and not its command. */
    public static boolean mayReadJobspec(Principal asker, JobRecord job) {
        return asker.role() != Role.READER && asker.isMasterOf(job);
    }

    /** The tree as this one may see it: with the instances below it that run in his jobs. */
    public InstanceSummary visible(Principal asker, InstanceSummary tree) {
        if (asker.role() != Role.USER) {
            return tree;
        }
        List<String> paths = visible(asker, state.jobs().activeInstances()).stream()
                .map(job -> state.childPath(job.id()))
                .toList();
        return tree.with(tree.children().stream()
                .filter(child -> paths.contains(child.path()))
                .toList());
    }
}
