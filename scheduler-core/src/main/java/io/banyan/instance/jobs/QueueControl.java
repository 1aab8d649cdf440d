package io.banyan.instance.jobs;

import io.banyan.instance.hierarchy.JobCompletion;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.QueueShare;
import io.banyan.instance.message.client.QueueSummary;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.decision.QueueDecision;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Role;
import io.banyan.instance.state.Deadlines;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.state.QueueBook;
import io.banyan.instance.transition.Transition;
import io.banyan.jobspec.Constraint;
import io.banyan.queue.DecayedUsage.Payer;
import io.banyan.queue.NamedQueue;
import io.banyan.queue.Priority;
import io.banyan.queue.QueueLimits;
import io.banyan.queue.Queues;
import io.banyan.queue.Standing;
import io.banyan.queue.WaitingJob;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Requests about whole queues: shows their state, stops and resumes one, and recomputes the order of the waiting jobs.
 */
public final class QueueControl {
    private static final String LEFT = "the queue is no longer in the configuration";

    private final InstanceState state;
    private final JobCompletion completion;

    public QueueControl(InstanceState state, JobCompletion completion) {
        this.state = state;
        this.completion = completion;
    }

    private QueueBook book() {
        return state.submitted().book();
    }

    /** When the order is to be looked at again. O(1). */
    public long nextDeadline() {
        return state.isJoined() && !state.submitted().queue().isEmpty() ? book().nextRanking() : Deadlines.NEVER;
    }

    /** Puts the waiting jobs into another order when it is time for that. */
    void goOn(Transition transition) {
        if (nextDeadline() <= transition.nowMillis()) {
            transition.decide(new QueueDecision.Ranked(book().used(transition.nowMillis())));
        }
    }

    public void change(Transition transition, String call, JobRequest.SetQueue request) {
        Queues queues = book().queues();
        String name = request.queue();
        if (!names(queues).contains(name)) {
            transition.fail(call, ErrorCode.NOT_FOUND, missing(queues, name));
            return;
        }
        if (isLeft(queues, name) && request.takes().orElse(false)) {
            transition.fail(call, ErrorCode.WRONG_STATE, "queue " + name + " accepts no jobs: " + LEFT);
            return;
        }
        QueueDecision.QueueChanged before = book().of(name);
        boolean takes = request.takes().orElse(before.takes());
        boolean starts = request.starts().orElse(before.starts());
        if (before.starts() && !starts && hasBookings(name)) {
            transition.fail(
                    call,
                    ErrorCode.WRONG_STATE,
                    (name.isEmpty() ? "the queue" : "queue " + name)
                            + " has booked jobs, whose starts are promised; disable it, and stop it when they "
                            + "have started");
            return;
        }
        if (before.starts() && !starts) {
            for (WaitingJob job : state.submitted().queue().withReservation()) {
                if (job.claim().queue().equals(name)) {
                    completion.forget(job.id());
                    transition.decide(new JobDecision.JobUnplanned(job.id()));
                }
            }
        }
        transition.decide(new QueueDecision.QueueChanged(name, takes, starts, takes && starts ? "" : request.why()));
        tell(transition, call);
    }

    private boolean hasBookings(String queue) {
        return state.submitted().queue().policy(queue).booksAtSubmission()
                && state.submitted().queue().withReservation().stream()
                        .anyMatch(job -> job.claim().queue().equals(queue));
    }

    private static String missing(Queues queues, String name) {
        if (queues.named().isEmpty()) {
            return "this instance has a single queue, not a queue '" + name + "'";
        }
        return (name.isEmpty() ? "no queue was specified" : "there is no queue '" + name + "' here")
                + "; the queues are "
                + queues.named().stream().map(NamedQueue::name).collect(Collectors.joining(", "));
    }

    /** Returns the names of the configured queues, and of those in which there still are jobs. O(jobs). */
    private Set<String> names(Queues queues) {
        if (queues.named().isEmpty()) {
            return Set.of("");
        }
        Set<String> names = new LinkedHashSet<>();
        queues.named().forEach(it -> names.add(it.name()));
        names.addAll(new TreeSet<>(jobs(queues, it -> true).keySet()));
        return names;
    }

    /** Whether it is not configured any more. */
    private static boolean isLeft(Queues queues, String name) {
        return !name.isEmpty() && queues.find(name).isEmpty();
    }

    /** How many jobs of each queue are not over, and meet this. O(jobs). */
    private Map<String, Long> jobs(Queues queues, Predicate<JobRecord> which) {
        String usual = queues.usualName();
        return state.jobs().all().stream()
                .filter(job -> job.submission().isPresent() && !job.state().isOver())
                .filter(which)
                .collect(Collectors.groupingBy(
                        job -> queues.named().isEmpty() ? usual : job.queue().orElse(usual), Collectors.counting()));
    }

    /** O(jobs). */
    public void tell(Transition transition, String call) {
        Queues queues = book().queues();
        Map<String, Long> waiting = jobs(queues, job -> !runs(job));
        Map<String, Long> running = jobs(queues, QueueControl::runs);
        List<QueueSummary> all = names(queues).stream()
                .map(name -> summary(queues, name, waiting.getOrDefault(name, 0L), running.getOrDefault(name, 0L)))
                .toList();
        transition.reply(call, new JobAnswer.Queues(all, words(queues.limits()), shares(transition)));
    }

    private static boolean runs(JobRecord job) {
        return job.state() == JobState.RUNNING || job.state() == JobState.STOPPING;
    }

    private QueueSummary summary(Queues queues, String name, long waiting, long running) {
        QueueDecision.QueueChanged changed = book().of(name);
        boolean isLeft = isLeft(queues, name);
        return new QueueSummary(
                name,
                queues.policy(name).words(),
                queues.find(name).map(NamedQueue::priority).orElse(0),
                waiting,
                running,
                changed.takes() && !isLeft,
                changed.starts(),
                isLeft ? LEFT + (changed.why().isEmpty() ? "" : "; " + changed.why()) : changed.why(),
                limits(queues.find(name)),
                requires(queues.find(name)));
    }

    private List<QueueShare> shares(Transition transition) {
        Priority priority = book().queues().priority();
        if (!priority.countsUse()) {
            return List.of();
        }
        SortedMap<Payer, Double> used = book().used(transition.nowMillis());
        Standing standing = new Standing(priority.fairShare(), used);
        boolean seesAll = transition.asker().role() != Role.USER;
        return used.entrySet().stream()
                .map(it -> new QueueShare(
                        it.getKey().account(), it.getKey().user(), it.getValue(), standing.factor(it.getKey())))
                .filter(share ->
                        seesAll || share.user().equals(transition.asker().name()))
                .toList();
    }

    private static String requires(Optional<NamedQueue> queue) {
        return queue.map(NamedQueue::requires)
                .filter(constraint -> !(constraint instanceof Constraint.Any))
                .map(Constraint::toString)
                .orElse("");
    }

    private static List<String> limits(Optional<NamedQueue> queue) {
        List<String> limits = new ArrayList<>();
        queue.ifPresent(it -> {
            it.mostSec().ifPresent(sec -> limits.add("max-time=" + sec + "s"));
            it.usualSec().ifPresent(sec -> limits.add("default-time=" + sec + "s"));
            limits.addAll(words(it.limits()));
        });
        return limits;
    }

    private static List<String> words(QueueLimits limits) {
        return limits.all().stream().map(String::valueOf).toList();
    }
}
