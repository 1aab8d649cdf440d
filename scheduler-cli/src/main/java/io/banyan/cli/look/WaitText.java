package io.banyan.cli.look;

import io.banyan.cli.output.WallClock;
import io.banyan.instance.message.client.WaitReason;
import io.banyan.instance.message.client.Waiting;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.match.Reason;
import io.banyan.queue.Excess;
import io.banyan.queue.Limit;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** Why jobs wait, in words. */
public final class WaitText {
    private static final int MILLIS = 1000;
    /** The maximum number of reasons in a line. */
    private static final int MOST_REASONS = 2;

    private WaitText() {}

    /** The first word about a job that is booked. */
    public static final String BOOKED = "booked";

    /**
     * The reason why a job waits, and for a job with a reservation, the obstacle to a start now; empty for a job that
     * does not wait.
     */
    public static String of(JobRecord job, Optional<Waiting> waiting) {
        return job.state() == JobState.PENDING || job.state() == JobState.RESERVED
                ? waiting.map(WaitText::detail).orElse("")
                : "";
    }

    /** The start of a reservation is shown by itself. */
    private static String detail(Waiting waiting) {
        return switch (waiting.why()) {
            case WaitReason.Reserved planned ->
                planned.why().map(WaitText::text).orElse("");
            case WaitReason.Booked booked -> text(booked);
            case WaitReason why -> text(why) + start(waiting);
        };
    }

    private static String start(Waiting waiting) {
        return waiting.startSec().isEmpty()
                ? ""
                : "; expected to start " + time(waiting.startSec().getAsLong());
    }

    /** A reason. */
    public static String text(WaitReason why) {
        return switch (why) {
            case WaitReason.Held it -> "held; 'banyan release' makes it eligible to start";
            case WaitReason.Stopping it -> "the job is being stopped and then waits again";
            case WaitReason.BeginTime begin -> "not before " + time(Math.ceilDiv(begin.atMillis(), MILLIS));
            case WaitReason.ForReservation(String name, OptionalLong opens) ->
                opens.isPresent()
                        ? "for reservation '" + name + "', which begins " + time(opens.getAsLong())
                        : "for room in reservation '" + name + "'";
            case WaitReason.Kept(String name, long untilSec) ->
                "resources are kept for reservation '" + name + "' until " + time(untilSec);
            case WaitReason.TooLate(long lastSec) ->
                "no room by " + time(lastSec)
                        + ", the latest start that meets its deadline; nothing is reserved for it";
            case WaitReason.NotUp(long vertices) ->
                "no room at any time while " + vertices + (vertices == 1 ? " resource is" : " resources are")
                        + " drained or down; 'banyan nodes' shows which";
            case WaitReason.Reserved reserved ->
                "to start by " + time(reserved.startSec())
                        + reserved.why().map(now -> "; " + text(now)).orElse("");
            case WaitReason.Booked(long startSec) -> BOOKED + " from " + time(startSec) + " on";
            case WaitReason.Behind(long jobs) -> jobs == 1 ? "1 job comes before it" : jobs + " jobs come before it";
            case WaitReason.Depends depends ->
                depends.dependencies().stream()
                        .map(one -> one.scheme().word() + (one.any() ? " any of " : " ") + one.jobs())
                        .collect(Collectors.joining(", "));
            case WaitReason.OverLimit(Excess excess) -> over(excess);
            case WaitReason.QueueStopped(String queue, String reason) ->
                (queue.isEmpty() ? "the queue" : "queue " + queue) + " is stopped"
                        + (reason.isEmpty() ? "" : ": " + reason);
            case WaitReason.Resources(List<Reason> reasons) -> room(reasons);
        };
    }

    private static String time(long sec) {
        return WallClock.shown(sec, ZoneId.systemDefault());
    }

    private static String over(Excess excess) {
        Limit limit = excess.limit();
        if (limit.of() == Limit.Of.ARRAY) {
            return excess.used() + (excess.used() == 1 ? " job" : " jobs") + " of array " + limit.name()
                    + (excess.used() == 1 ? " runs or has" : " run or have")
                    + " a reservation, and the array has at most "
                    + limit.most() + " at once";
        }
        String who = switch (limit.of()) {
            case USER -> "user " + limit.name() + " has ";
            case ACCOUNT -> "account " + limit.name() + " has ";
            case ALL, JOB, ARRAY -> "all jobs together have ";
        };
        String where = limit.queue().isEmpty() ? "here" : "in queue " + limit.queue();
        if (limit.what().equals(Limit.JOBS)) {
            String has = limit.of() == Limit.Of.ALL ? "" : who;
            String jobs = excess.used() + (excess.used() == 1 ? " job " : " jobs ");
            return (has.isEmpty() ? jobs : has + jobs) + where + " that run" + (excess.used() == 1 ? "s" : "") + " or "
                    + (excess.used() == 1 ? "has" : "have") + " a reservation, and the limit is " + limit.most();
        }
        return who + excess.used() + " of " + limit.what() + " " + where + ", this job requests " + excess.wanted()
                + ", and the limit is " + limit.most();
    }

    private static String room(List<Reason> reasons) {
        String first = reasons.stream()
                .limit(MOST_REASONS)
                .map(reason -> reason.text(WaitText::time))
                .collect(Collectors.joining("; "));
        return first.isEmpty() ? "not enough resources beside running and reserved jobs" : first;
    }
}
