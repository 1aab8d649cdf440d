package io.banyan.instance.state;

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
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Submission;
import io.banyan.jobspec.CheckpointTimes;
import io.banyan.jobspec.Conditions;
import io.banyan.jobspec.Jobspec;
import io.banyan.mapping.PartitionRule;
import io.banyan.queue.JobQueue;
import io.banyan.queue.Preemption;
import io.banyan.queue.QueuePass;
import io.banyan.queue.QueueView;
import io.banyan.queue.Queues;
import io.banyan.queue.Seats;
import io.banyan.queue.WaitingJob;
import io.banyan.resource.JobId;
import io.banyan.schedule.BookingKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * The submitted jobs that have not ended: their requests, and the queue of the waiting ones. A replay restores them.
 */
public final class Submitted {
    private final Jobs jobs;
    private final JobQueue queue;
    private final QueueBook book;
    private final Reservations reservations;
    private final Map<JobId, Jobspec> jobspecs = new HashMap<>();
    /** The jobs that may cause stops of others, so that a search need not examine all waiting jobs. */
    private final TreeSet<JobId> urgent = new TreeSet<>();

    private final Prerequisites prerequisites = new Prerequisites();
    private final PreemptionRefusals refusals;
    private final UnseenChanges unseen;
    /**
     * The last second in which a reservation was made behind an overdue job: after that job's end, the reservation may
     * begin sooner.
     */
    private long behindOverdueSec = Long.MIN_VALUE;

    Submitted(Jobs jobs, JobQueue queue, Queues queues, Reservations reservations, Transients transients) {
        this.refusals = transients.refusals();
        this.unseen = transients.unseen();
        this.reservations = reservations;
        this.jobs = jobs;
        this.queue = queue;
        this.book = new QueueBook(queues);
    }

    /** The jobs that wait. */
    public QueueView queue() {
        return queue;
    }

    /** Begins a pass over the waiting jobs. Its caller decides each of its placements, which changes the queue. */
    public QueuePass pass(Seats seats) {
        return queue.pass(seats);
    }

    /** The state of the queues beside the submitted jobs. */
    public QueueBook book() {
        return book;
    }

    /** The prerequisites that some of the submitted jobs wait for before they are in the queue. */
    public Prerequisites prerequisites() {
        return prerequisites;
    }

    /** All of them. O(their number). */
    public List<JobId> waiting() {
        return jobspecs.keySet().stream().sorted().toList();
    }

    /**
     * Returns the jobs that wait in the queue, in its order, and that are so urgent that others are stopped for them.
     * O(those that are so urgent).
     */
    public List<WaitingJob> urgent() {
        return urgent.stream().flatMap(job -> queue.find(job).stream()).sorted().toList();
    }

    private void noteUrgency(JobId job, int urgency) {
        Preemption rule = book.queues().preemption();
        if (!rule.isOff() && urgency >= rule.urgency()) {
            urgent.add(job);
        } else {
            urgent.remove(job);
        }
    }

    /**
     * The time that a job needs after a request to stop until its checkpoint is complete; empty for a job that starts
     * from the beginning.
     */
    public Optional<Long> checkpointSec(JobId job) {
        return jobspecOf(job).flatMap(it -> Conditions.of(it).checkpoint()).map(CheckpointTimes::withinSec);
    }

    /** Returns the jobspec, with what the job asks for and runs, of a job that was submitted and is not over. */
    public Optional<Jobspec> jobspecOf(JobId job) {
        return Optional.ofNullable(jobspecs.get(job));
    }

    void add(JobDecision.JobSubmitted submitted) {
        jobs.add(new JobRecord(
                submitted.job(),
                submitted.name(),
                submitted.owner(),
                JobState.PENDING,
                Optional.empty(),
                OptionalLong.empty(),
                submitted.jobspec().attributes().queue(),
                Optional.empty(),
                "",
                submitted.ifLost(),
                List.of(),
                Optional.of(submitted.submission())));
        jobspecs.put(submitted.job(), submitted.jobspec());
        book.count(submitted.jobspec(), submitted.owner(), 1);
        JobRecord job = jobs.find(submitted.job()).orElseThrow();
        prerequisites.add(job, prerequisitesOf(submitted.jobspec()), jobs);
        noteUrgency(submitted.job(), submitted.submission().urgency());
        enqueue(submitted.job(), submitted.submission());
    }

    /**
     * A job of a queue that books at submission does not wait for its begin: it is booked from then on, unless it takes
     * its nodes while it runs.
     */
    private Conditions prerequisitesOf(Jobspec jobspec) {
        Conditions conditions = Conditions.of(jobspec);
        Queues queues = book.queues();
        boolean isBooked = queues.policy(queues.queueOf(jobspec)).booksAtSubmission()
                && jobspec.attributes()
                        .extensions()
                        .policy()
                        .flatMap(PartitionRule::find)
                        .filter(rule -> rule.isLeak() && !rule.booksProfiles())
                        .isEmpty();
        return isBooked ? conditions.withoutBegin() : conditions;
    }

    /**
     * Puts a job in the queue after its prerequisites were met; it is there already if its queue had another policy
     * when the decision was made.
     */
    void makeEligible(JobId job) {
        prerequisites.remove(job);
        if (!queue.contains(job) && !reservations.waiting().contains(job)) {
            jobs.find(job).flatMap(JobRecord::submission).ifPresent(it -> enqueue(job, it));
        }
    }

    /** One that ran waits again. */
    void requeued(JobId job, long nowMillis) {
        book.usesNothing(job, nowMillis);
        queue.remove(job);
        queue.more();
        jobs.find(job).flatMap(JobRecord::submission).ifPresent(it -> enqueue(job, it));
    }

    /** One may run for another time. */
    void limit(JobDecision.JobLimited limited) {
        JobId job = limited.job();
        if (!limited.isExtension()) {
            jobspecs.computeIfPresent(job, (id, jobspec) -> limited(jobspec, limited));
        }
        if (queue.contains(job) || reservations.waiting().remove(job)) {
            queue.remove(job);
            jobs.find(job).flatMap(JobRecord::submission).ifPresent(it -> enqueue(job, it));
        } else {
            queue.more();
        }
    }

    /** Returns the jobspec with a new time limit, at which a running job ends even if its deadline is later. */
    private Jobspec limited(Jobspec jobspec, JobDecision.JobLimited limited) {
        Jobspec lasting = jobspec.lasting(limited.durationSec());
        boolean runs = jobs.find(limited.job())
                .filter(it -> it.state() == JobState.RUNNING)
                .isPresent();
        return runs && Conditions.of(jobspec).deadlineSec().isPresent() ? lasting.endingWithBooking() : lasting;
    }

    private void enqueue(JobId job, Submission submission) {
        if (!submission.isHeld() && !prerequisites.awaits(job)) {
            Jobspec jobspec = jobspecOf(job).orElseThrow();
            WaitingJob one = book.placed(job, jobspec, ownerOf(job), submission);
            Conditions.of(jobspec)
                    .reservation()
                    .ifPresentOrElse(name -> reservations.await(name, one), () -> queue.add(one));
        }
    }

    void urge(JobDecision.JobUrged urged) {
        jobs.change(urged.job(), job -> job.urged(urged.urgency()));
        noteUrgency(urged.job(), urged.urgency());
        queue.remove(urged.job());
        reservations.waiting().remove(urged.job());
        jobs.find(urged.job()).flatMap(JobRecord::submission).ifPresent(it -> enqueue(urged.job(), it));
    }

    /** Frees the reservation of a job. */
    void unplan(JobId job) {
        jobs.change(job, record -> record.planned(JobState.PENDING, Optional.empty()));
        queue.withdrawn(job);
    }

    /**
     * A job has resources, now or later. Returns whether it was submitted.
     *
     * @param isBehindOverdue whether another job still has something beyond its time
     */
    boolean granted(JobDecision.JobGranted granted, JobState state, boolean isBehindOverdue, long nowMillis) {
        if (!jobspecs.containsKey(granted.job())) {
            return false;
        }
        if (prerequisites.awaits(granted.job())) {
            // Its queue booked it from its begin on, and has another policy now.
            makeEligible(granted.job());
        }
        jobs.change(granted.job(), record -> record.planned(state, Optional.of(granted.window())));
        queue.granted(granted.job(), granted.kind());
        if (isBehindOverdue && granted.kind() == BookingKind.RESERVATION) {
            behindOverdueSec = nowMillis / 1000;
        }
        return true;
    }

    void started(JobId job) {
        queue.granted(job, BookingKind.ALLOCATION);
    }

    private String ownerOf(JobId job) {
        return jobs.find(job).map(JobRecord::owner).orElse("");
    }

    /** Something is decided about the queues. */
    void apply(QueueDecision decision, long nowMillis) {
        switch (decision) {
            case QueueDecision.QueueChanged changed -> {
                book.change(changed);
                queue.stopped(changed.queue(), !changed.starts());
            }
            case QueueDecision.Ranked ranked -> {
                book.rank(ranked, nowMillis);
                queue.rank(job -> jobs.find(job.id())
                        .flatMap(JobRecord::submission)
                        .map(it -> book.rank(jobspecOf(job.id()).orElseThrow(), ownerOf(job.id()), it))
                        .orElse(job.rank()));
            }
        }
    }

    /**
     * Any job is over.
     *
     * @param held it, where it held something
     */
    void ended(JobDecision.JobEnded ended, Optional<JobRecord> held, long nowMillis) {
        held.ifPresent(job -> {
            if (job.window().endSec() > ended.atSec() || behindOverdueSec == ended.atSec()) {
                queue.more();
            } else {
                queue.freed();
            }
            refusals.ended(job.id());
        });
        book.usesNothing(ended.job(), nowMillis);
        jobspecOf(ended.job()).ifPresent(jobspec -> book.count(jobspec, ownerOf(ended.job()), -1));
        queue.remove(ended.job());
        refusals.forget(ended.job());
        boolean hadStarted = held.map(JobRecord::state)
                .filter(Prerequisites.Course::hasStarted)
                .isPresent();
        prerequisites.ended(ended.job(), Prerequisites.Course.of(ended.state(), ended.why(), hadStarted));
        jobspecs.remove(ended.job());
        urgent.remove(ended.job());
    }

    /**
     * The resources are others, or used by others, for another reason than that a job ended. Returns whether that is
     * so.
     */
    boolean note(Decision decision) {
        boolean isOther = switch (decision) {
            case JobDecision.PartlyCancelled it -> true;
            case RescaleDecision.Settled it -> true;
            case JobDecision.JobStopping stopping -> stopping.untilSec().isPresent();
            case GrowDecision.Grown it -> true;
            case ReturnDecision.GaveBack it -> true;
            case ReturnDecision.Retained it -> true;
            case EditDecision it -> true;
            case LevelDecision.Joined it -> true;
            case LevelDecision.Prolonged it -> true;
            // Drained resources are unusable for plans, and up again afterwards.
            case RevokeDecision.ClearingChose chose -> !chose.drained().isEmpty();
            case RevokeDecision.ClearingEnded it -> true;
            case Decision other -> false;
        };
        noteForRefusals(decision, isOther);
        if (isOther) {
            queue.more();
            if (decision instanceof EditDecision || decision instanceof RevokeDecision.ClearingChose) {
                unseen.less();
            }
        }
        return isOther;
    }

    private void noteForRefusals(Decision decision, boolean isOther) {
        switch (decision) {
            case JobDecision.JobGranted granted
            when granted.kind() == BookingKind.ALLOCATION -> refusals.started(granted.job());
            case JobDecision.JobRequeued requeued -> refusals.ended(requeued.job());
            case JobDecision.JobStarted it -> refusals.clear();
            case JobDecision.JobUnplanned it -> refusals.clear();
            case JobDecision.JobLimited it -> refusals.clear();
            case JobDecision.JobUrged it -> refusals.clear();
            case QueueDecision it -> refusals.clear();
            case ReservationDecision it -> refusals.clear();
            case Decision other -> {
                if (isOther) {
                    refusals.clear();
                }
            }
        }
    }

    @Override
    public String toString() {
        return queue + " " + jobspecs.keySet();
    }
}
