package io.banyan.rpc.watch;

import io.banyan.instance.message.Transaction;
import io.banyan.instance.message.decision.Decision;
import io.banyan.instance.message.decision.EditDecision;
import io.banyan.instance.message.decision.GrowDecision;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.decision.LevelDecision;
import io.banyan.instance.message.decision.QueueDecision;
import io.banyan.instance.message.decision.RescaleDecision;
import io.banyan.instance.message.decision.ReservationDecision;
import io.banyan.instance.message.decision.ReturnDecision;
import io.banyan.instance.message.decision.RevokeDecision;
import io.banyan.instance.message.value.StatusNote;
import io.banyan.resource.JobId;
import io.banyan.rpc.watch.Notice.Kind;
import io.banyan.schedule.BookingKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** Turns decisions into notices. */
public final class Reporter {
    private static final int MOST_PATHS = 3;

    private Reporter() {}

    /**
     * The notices of a transaction for watchers, in order. O(decisions).
     *
     * @param owners of jobs
     */
    public static List<Notice> of(Transaction transaction, Function<JobId, Optional<String>> owners) {
        List<Notice> notices = new ArrayList<>(transaction.decisions().size());
        for (Decision decision : transaction.decisions()) {
            told(decision)
                    .ifPresent(told -> notices.add(new Notice(
                            transaction.atMillis(), told.kind, told.job, told.job.flatMap(owners), told.detail)));
        }
        return notices;
    }

    private record Told(Kind kind, Optional<JobId> job, String detail) {}

    private static Optional<Told> told(Decision decision) {
        return switch (decision) {
            case JobDecision.JobGranted it ->
                of(it.kind() == BookingKind.ALLOCATION ? Kind.JOB_ALLOCATED : Kind.JOB_RESERVED, it.job(), it.name());
            case JobDecision.JobSubmitted it -> of(Kind.JOB_SUBMITTED, it.job(), it.name());
            case JobDecision.JobEligible it -> of(Kind.JOB_ELIGIBLE, it.job(), "");
            case JobDecision.JobRequeued it -> of(Kind.JOB_REQUEUED, it.job(), "");
            case JobDecision.JobLimited it ->
                of(Kind.JOB_LIMITED, it.job(), it.durationSec() == 0 ? "no limit" : it.durationSec() + " s");
            case RescaleDecision.Proposed it -> of(Kind.RESCALE_PROPOSED, it.job(), it.from() + " slots to " + it.to());
            case RescaleDecision.Settled it ->
                of(Kind.RESCALE_SETTLED, it.job(), it.outcome().name().toLowerCase(Locale.ROOT) + because(it.why()));
            case QueueDecision it -> Optional.empty();
            case JobDecision.JobUrged it -> of(Kind.JOB_URGED, it.job(), "urgency " + it.urgency());
            case JobDecision.JobUnplanned it -> of(Kind.JOB_UNPLANNED, it.job(), "");
            case JobDecision.JobStarted it -> of(Kind.JOB_STARTED, it.job(), "");
            case JobDecision.JobStopping it -> of(Kind.JOB_STOPPING, it.job(), it.why());
            case JobDecision.JobEnded it -> of(Kind.JOB_ENDED, it.job(), lower(it.state()) + because(it.why()));
            case JobDecision.PartlyCancelled it -> of(Kind.JOB_REDUCED, it.job(), some(it.paths()));
            case GrowDecision.Grown it ->
                of(
                        Kind.GROWN,
                        it.job(),
                        "%d vertices, from %s"
                                .formatted(it.grant().subgraph().vertices().size(), lower(it.arrival())));
            case ReturnDecision.GaveBack it -> of(Kind.RETURNED, it.child(), it.returnId());
            case ReturnDecision.Retained it -> of(Kind.RETURNED, Optional.empty(), it.shrinkId() + ", kept here");
            case LevelDecision.ChildChanged it ->
                of(Kind.CHILD_CHANGED, it.job(), lower(it.child().state()));
            case EditDecision.StatusChanged it ->
                of(Kind.STATUS_CHANGED, Optional.empty(), it.path() + " " + lower(it.status()) + said(it.note()));
            case EditDecision.StatusHeard it -> {
                String who = it.child().map(child -> "the instance").orElse("the parent");
                yield of(
                        Kind.STATUS_CHANGED, it.child(), it.path() + " " + lower(it.status()) + ", reported by " + who);
            }
            case JobDecision.JobHurt it -> of(Kind.JOB_DEGRADED, it.job(), "lost " + some(it.paths()));
            case EditDecision.PropertyChanged it ->
                of(Kind.PROPERTY_CHANGED, Optional.empty(), it.path() + " " + it.key());
            case EditDecision.Attached it ->
                of(Kind.ATTACHED, Optional.empty(), it.subgraph().vertices().size() + " vertices");
            case EditDecision.Removed it -> of(Kind.REMOVED, Optional.empty(), some(it.paths()));
            case RevokeDecision.RevokeAsked it -> of(Kind.CHILD_CHANGED, it.child(), "asked to return resources");
            case RevokeDecision.ClearingChose it ->
                it.drained().isEmpty()
                        ? Optional.empty()
                        : of(Kind.STATUS_CHANGED, Optional.empty(), some(it.drained()) + " drained, to be returned");
            case RevokeDecision.RevokeSettled it -> Optional.empty();
            case RevokeDecision.ClearingBegun it -> Optional.empty();
            case RevokeDecision.ClearingEnded it -> Optional.empty();
            case ReservationDecision.Booked it -> it.grant().flatMap(Reporter::told);
            case ReservationDecision.Admitted it -> told(it.grant());
            case ReservationDecision.Made it -> Optional.empty();
            case ReservationDecision.Ended it -> Optional.empty();
            case LevelDecision.Joined it -> Optional.empty();
            case GrowDecision.ProvisionAsked it -> Optional.empty();
            case GrowDecision.ProvisionRefused it -> Optional.empty();
            case ReturnDecision.Freed it -> Optional.empty();
            case ReturnDecision.ShrinkBegun it -> Optional.empty();
            case LevelDecision.Leaving it -> Optional.empty();
            case LevelDecision.Prolonged it -> Optional.empty();
        };
    }

    private static Optional<Told> of(Kind kind, JobId job, String detail) {
        return of(kind, Optional.of(job), detail);
    }

    private static Optional<Told> of(Kind kind, Optional<JobId> job, String detail) {
        return Optional.of(new Told(kind, job, detail));
    }

    private static String said(Optional<StatusNote> note) {
        return note.map(it -> ", reported by " + it.by() + because(it.reason())).orElse("");
    }

    private static String because(String why) {
        return why.isEmpty() ? "" : ": " + why;
    }

    private static String some(List<String> paths) {
        return paths.size() <= MOST_PATHS
                ? String.join(" ", paths)
                : String.join(" ", paths.subList(0, MOST_PATHS)) + " and " + (paths.size() - MOST_PATHS) + " more";
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
