package io.banyan.instance.jobs;

import io.banyan.elastic.Checkpoint;
import io.banyan.elastic.ElasticJob;
import io.banyan.elastic.ElasticPolicy;
import io.banyan.elastic.Malleable;
import io.banyan.elastic.Proposal;
import io.banyan.elastic.Prospect;
import io.banyan.elastic.RunningJob;
import io.banyan.elastic.Situation;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.Submission;
import io.banyan.instance.state.Deadlines;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.state.JobProgress;
import io.banyan.instance.transition.Transition;
import io.banyan.queue.WaitingJob;
import io.banyan.resource.JobId;
import io.banyan.resource.ResourceType;
import io.banyan.schedule.HeldCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Stops jobs that can continue later from a checkpoint, if the elastic policy proposes it. A proposal is only a hint
 * which job starts. Therefore the policy is asked for one waiting job at a time, the first of its queue, because this
 * job gets the freed resources. Of the running jobs, the policy sees as stoppable only those that are less urgent and
 * come after that job in the queue, so that they cannot take back their resources before it. {@link Preempting} decides
 * whether a stop makes room, and stops the jobs as it does for any urgent job. Malleable jobs may have to release
 * resources as well; they are asked first.
 *
 * <p>O(queues x (policy + {@link #MOST_STOPPABLE})) if a stoppable job runs, and the matches of {@link Preempting}
 * where the policy proposes it; else O(1).
 */
final class ElasticStops {
    /** For the first of so many queues. */
    private static final int MOST_QUEUES = 4;

    /** The most jobs that can be stopped for one job and are shown to the policy, the least urgent first. */
    static final int MOST_STOPPABLE = 64;

    private final InstanceState state;
    private final ElasticPass pass;
    private final Preempting preempting;

    /** The question to the policy. */
    private record Question(ElasticJob job, Situation situation) {}

    ElasticStops(InstanceState state, ElasticPass pass, Preempting preempting) {
        this.state = state;
        this.pass = pass;
        this.preempting = preempting;
    }

    /** Runs after a pass if no proposal is open. Returns whether a job is stopped. */
    boolean goOn(Transition transition) {
        boolean isAny = false;
        Optional<ElasticPolicy> policy = policy();
        for (WaitingJob job : policy.isEmpty() ? List.<WaitingJob>of() : firsts()) {
            Optional<Question> question = question(transition, job);
            if (question.isPresent() && state.malleables().asked().isEmpty()) {
                isAny |= perform(transition, job, question.get(), policy.get());
            }
        }
        return isAny;
    }

    /** Returns the time at which the rescale gap of a job ends; {@link Deadlines#NEVER} if there is none. */
    long nextLook(Transition transition) {
        long next = Deadlines.NEVER;
        Optional<ElasticPolicy> policy = policy();
        for (WaitingJob job : policy.isEmpty() ? List.<WaitingJob>of() : firsts()) {
            OptionalLong at = question(transition, job)
                    .map(it -> policy.get().nextLook(it.situation))
                    .orElse(OptionalLong.empty());
            next = Math.min(next, at.isPresent() ? at.getAsLong() * 1000 : Deadlines.NEVER);
        }
        return next;
    }

    private Optional<ElasticPolicy> policy() {
        return state.checkpoints().isEmpty()
                ? Optional.empty()
                : state.config().elasticity().policy().filter(ElasticPolicy::stops);
    }

    private List<WaitingJob> firsts() {
        Set<String> queues = new TreeSet<>();
        return state.submitted().queue().first(ElasticPass.MOST_WAITING).stream()
                .filter(job -> queues.add(job.claim().queue()))
                .limit(MOST_QUEUES)
                .toList();
    }

    private boolean perform(Transition transition, WaitingJob job, Question question, ElasticPolicy policy) {
        List<Proposal> proposals = policy.submitted(question.situation, question.job);
        Set<JobId> stops = proposals.stream()
                .filter(Proposal.Stop.class::isInstance)
                .map(it -> new JobId(it.job()))
                .collect(Collectors.toCollection(TreeSet::new));
        if (stops.isEmpty() || startsSoon(transition, job, stops)) {
            return false;
        }
        boolean isAsked = false;
        for (Proposal proposal : proposals) {
            isAsked |= proposal instanceof Proposal.Shrink shrink && pass.propose(transition, shrink);
        }
        return !isAsked && preempting.makeRoom(transition, job, stops);
    }

    /** Whether the job has a planned start before the jobs that would be stopped for it could continue. */
    private boolean startsSoon(Transition transition, WaitingJob job, Set<JobId> stops) {
        double lostSec = stops.stream()
                .mapToDouble(it -> state.checkpoints().taking(it).lostSec(1))
                .max()
                .orElse(0);
        return state.jobs()
                .active(job.id())
                .filter(it -> it.window().startSec() - transition.nowSec() <= lostSec)
                .isPresent();
    }

    // ---- the policy's view of the jobs
    // ---------------------------------------------------------------------------------

    /** Empty if no job could be stopped for it, or if its progress is unknown. */
    private Optional<Question> question(Transition transition, WaitingJob job) {
        Map<JobId, Checkpoint> stoppable = stoppable(transition, job);
        Optional<ElasticJob> wanted = stoppable.isEmpty()
                ? Optional.empty()
                : pass.waiting(job).filter(it -> it.prospect().isPresent());
        if (wanted.isEmpty()) {
            return Optional.empty();
        }
        ResourceType measure = state.config().elasticity().measure();
        List<RunningJob> running = new ArrayList<>();
        for (RunningJob it : pass.running(transition)) {
            Checkpoint how = stoppable.get(new JobId(it.job().number()));
            running.add(how == null ? it : stoppable(it, how));
        }
        stoppable.forEach((id, how) -> rigid(transition, id, how, measure).ifPresent(running::add));
        boolean isAny = running.stream()
                .anyMatch(
                        it -> it.job().prospect().flatMap(Prospect::checkpoint).isPresent());
        return isAny
                ? Optional.of(new Question(
                        wanted.get(),
                        new Situation(
                                transition.nowSec(),
                                state.schedule().holdings().free(measure.name()),
                                state.checkpoints().coming(measure),
                                running,
                                List.of(wanted.get()))))
                : Optional.empty();
    }

    private static RunningJob stoppable(RunningJob it, Checkpoint how) {
        ElasticJob job = it.job();
        Optional<Prospect> prospect = job.prospect().map(one -> JobProgress.stoppable(one, how));
        return new RunningJob(
                new ElasticJob(job.number(), job.bounds(), job.priority(), job.submittedSec(), prospect),
                it.amount(),
                it.rescaledSec());
    }

    /**
     * A job that is not malleable, with a fixed amount. Empty where it is not known how it gets on, or it has nothing
     * that counts.
     */
    private Optional<RunningJob> rigid(Transition transition, JobId id, Checkpoint how, ResourceType measure) {
        long amount = HeldCount.amount(state.schedule(), id, measure.name());
        Optional<Prospect> prospect = state.checkpoints().prospect(id, transition.nowMillis());
        if (amount == 0 || prospect.isEmpty()) {
            return Optional.empty();
        }
        Submission submission =
                state.jobs().active(id).flatMap(JobRecord::submission).orElseThrow();
        return Optional.of(new RunningJob(
                new ElasticJob(
                        id.value(),
                        new Malleable(amount, amount, 1),
                        submission.urgency(),
                        submission.atMillis() / 1000,
                        prospect.map(one -> JobProgress.stoppable(one, how))),
                amount,
                state.checkpoints().startedSec(id)));
    }

    /** Returns the jobs that may be stopped for a job, and the cost of stopping each. */
    private Map<JobId, Checkpoint> stoppable(Transition transition, WaitingJob job) {
        int urgency = preempting.urgency(job.id());
        Map<JobId, Checkpoint> stoppable = new TreeMap<>();
        for (JobId id : state.checkpoints().lessUrgent(urgency, MOST_STOPPABLE)) {
            if (comesBehind(id, job) && preempting.mayStop(transition, id, urgency)) {
                stoppable.put(id, state.checkpoints().taking(id));
            }
        }
        return stoppable;
    }

    /** Whether one that runs would come behind another one if it waited. */
    private boolean comesBehind(JobId id, WaitingJob job) {
        JobRecord record = state.jobs().active(id).orElseThrow();
        WaitingJob placed = state.submitted()
                .book()
                .placed(
                        id,
                        state.submitted().jobspecOf(id).orElseThrow(),
                        record.owner(),
                        record.submission().orElseThrow());
        return job.compareTo(placed) < 0;
    }
}
