package io.banyan.instance.state;

import io.banyan.instance.message.decision.Decision;
import io.banyan.instance.message.decision.EditDecision;
import io.banyan.instance.message.decision.GrowDecision;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.decision.RescaleDecision;
import io.banyan.instance.message.decision.ReservationDecision;
import io.banyan.instance.message.decision.ReturnDecision;
import io.banyan.instance.message.value.JobAccount;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.jobspec.Conditions;
import io.banyan.jobspec.Jobspec;
import io.banyan.queue.Amounts;
import io.banyan.queue.QueueView;
import io.banyan.resource.JobId;
import io.banyan.rset.HostList;
import io.banyan.schedule.HeldCount;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * The resources that active jobs had and used so far. The record follows the decisions, so that a replay restores it;
 * after a shortening of the journal, without resources that a job had in between and has released. No decision depends
 * on it. Costs O(holds) whenever a job has others, and that of all of them whenever the graph changes.
 */
public final class Accounts {
    private final JoinedResources joined;
    private final Jobs jobs;
    private final QueueView queue;
    private final Function<JobId, Optional<Jobspec>> jobspecs;
    private final Reservations reservations;
    private static final HostList NO_NODES = HostList.of(List.of());

    private final Map<JobId, Account> accounts = new HashMap<>();
    private Optional<JobAccount> closed = Optional.empty();

    /** The account of one job. */
    private static final class Account {
        OptionalLong eligibleSec = OptionalLong.empty();
        OptionalLong startedSec = OptionalLong.empty();
        long requestedSec;
        long requestedNodes;
        long requestedCores;
        OptionalLong deadlineSec = OptionalLong.empty();
        long nodes;
        long cores;
        long coreSec;
        /** Whether it has its resources, and not only a reservation. */
        boolean hasStarted;
        /** The nodes that the job has now. */
        long hasNodes;
        /** The amount that the job has now, and since when that has not been added up. */
        long has;

        long sinceSec;

        void until(long sec) {
            coreSec += has * Math.max(0, sec - sinceSec);
            sinceSec = Math.max(sinceSec, sec);
        }

        void requests(Jobspec jobspec) {
            requestedSec = jobspec.attributes().durationSec();
            requestedNodes = Amounts.of(jobspec, "node");
            requestedCores = Amounts.of(jobspec, "core");
            deadlineSec = Conditions.of(jobspec).deadlineSec();
        }

        void has(HeldCount count) {
            nodes = Math.max(nodes, count.nodes());
            cores = Math.max(cores, count.cores());
            hasNodes = count.nodes();
            has = count.cores();
        }

        /** The account of a job that ends, and has nothing any more. */
        JobAccount ended(long sec) {
            return asOf(sec, 0, 0);
        }

        JobAccount present(long sec) {
            return asOf(sec, hasNodes, has);
        }

        private JobAccount asOf(long sec, long presentNodes, long presentCores) {
            long used = coreSec + has * Math.max(0, sec - sinceSec);
            return new JobAccount(
                    eligibleSec,
                    startedSec,
                    requestedSec,
                    nodes,
                    cores,
                    used,
                    NO_NODES,
                    requestedNodes,
                    requestedCores,
                    deadlineSec,
                    presentNodes,
                    presentCores);
        }
    }

    Accounts(
            JoinedResources joined,
            Jobs jobs,
            QueueView queue,
            Function<JobId, Optional<Jobspec>> jobspecs,
            Reservations reservations) {
        this.joined = joined;
        this.jobs = jobs;
        this.queue = queue;
        this.jobspecs = jobspecs;
        this.reservations = reservations;
    }

    /** A decision is about to be applied. */
    void begin() {
        closed = Optional.empty();
    }

    /** A decision was applied. */
    void note(Decision decision, long nowSec) {
        switch (decision) {
            case JobDecision.JobSubmitted it -> {
                Account account = of(it.job());
                account.requests(it.jobspec());
                eligible(it.job(), nowSec);
            }
            case JobDecision.JobEligible it -> eligible(it.job(), nowSec);
            case JobDecision.JobUrged it -> eligible(it.job(), nowSec);
            case JobDecision.JobLimited it -> {
                if (!it.isExtension()) {
                    of(it.job()).requestedSec = it.durationSec();
                }
            }
            case JobDecision.JobGranted it -> granted(it);
            case JobDecision.JobStarted it -> began(it.job());
            case JobDecision.JobRequeued it -> requeued(it.job(), nowSec);
            case RescaleDecision it -> changed(it.job(), nowSec);
            case ReservationDecision.Booked it -> it.grant().ifPresent(this::granted);
            case ReservationDecision.Admitted it -> granted(it.grant());
            case JobDecision.PartlyCancelled it -> changed(it.job(), nowSec);
            // Added or removed vertices can be below a whole hold of any job.
            case GrowDecision.Grown it -> changed(nowSec);
            case ReturnDecision.GaveBack it -> changed(nowSec);
            case ReturnDecision.Retained it -> changed(nowSec);
            case EditDecision.Removed it -> changed(nowSec);
            case EditDecision.Attached it -> changed(nowSec);
            case Decision other -> {
                // No job has more or less by it.
            }
        }
        if (!reservations.isEmpty()) {
            // Resources that jobs hold within a reservation are not the reservation's own meanwhile.
            reservations.times().forEach(time -> changed(time, nowSec));
        }
    }

    private Account of(JobId job) {
        return accounts.computeIfAbsent(job, it -> new Account());
    }

    private void eligible(JobId job, long nowSec) {
        boolean isEligible = queue.contains(job);
        Account account = of(job);
        if (isEligible && account.eligibleSec.isEmpty()) {
            account.eligibleSec = OptionalLong.of(nowSec);
        }
    }

    private void granted(JobDecision.JobGranted granted) {
        JobId job = granted.job();
        if (jobspecs.apply(job).isEmpty()) {
            Account account = of(job);
            account.eligibleSec = OptionalLong.of(granted.window().startSec());
            boolean isEndless =
                    granted.window().endSec() >= joined.schedule().horizon().endSec();
            long plannedSec = isEndless ? 0 : granted.window().durationSec();
            account.requestedSec = granted.askedSec() > 0 ? granted.askedSec() : plannedSec;
        }
        if (jobs.find(job).filter(it -> it.state() == JobState.RUNNING).isPresent()) {
            began(job);
        }
    }

    private void began(JobId job) {
        Account account = of(job);
        long startSec = jobs.find(job).orElseThrow().window().startSec();
        account.hasStarted = true;
        account.startedSec = OptionalLong.of(startSec);
        account.sinceSec = startSec;
        account.has(HeldCount.of(joined.schedule(), job));
    }

    private void requeued(JobId job, long nowSec) {
        Account account = of(job);
        account.until(nowSec);
        account.hasNodes = 0;
        account.has = 0;
        account.hasStarted = false;
    }

    private void changed(long nowSec) {
        accounts.keySet().forEach(job -> changed(job, nowSec));
    }

    /** A job may have others than before. */
    void changed(JobId job, long nowSec) {
        Account account = accounts.get(job);
        if (account != null && account.hasStarted) {
            account.until(nowSec);
            account.has(HeldCount.of(joined.schedule(), job));
        }
    }

    /** The nodes of a job that has started; none for another. O(its holds). */
    public HostList nodes(JobId job) {
        Account account = accounts.get(job);
        return account != null && account.hasStarted ? HeldCount.nodeList(joined.schedule(), job) : NO_NODES;
    }

    /** Closes the account of a job that is about to end. O(1): a replay needs no nodes. */
    void ending(JobId job, long atSec) {
        Account account = accounts.remove(job);
        if (account != null) {
            closed = Optional.of(account.ended(atSec));
        }
    }

    /** The account of the job that the last decision ended, without its nodes; empty if that ended none. */
    public Optional<JobAccount> closed() {
        return closed;
    }

    /** That of a job that is not over. */
    public Optional<JobAccount> of(JobId job, long nowSec) {
        return Optional.ofNullable(accounts.get(job)).map(account -> account.present(nowSec));
    }

    /** A job with its resources and usage so far, and its nodes; one that is over as it is. O(its holds). */
    public JobRecord told(JobRecord job, long nowSec) {
        return job.accounted(
                of(job.id(), nowSec).map(account -> account.on(HeldCount.nodeList(joined.schedule(), job.id()))));
    }

    /**
     * Throws where it is not those of the jobs that are not over, or one has another number of cores. O(jobs x holds).
     */
    void checkInvariants() {
        for (JobRecord job : jobs.all()) {
            Account account = accounts.get(job.id());
            if (job.state().isOver() != (account == null)) {
                throw new IllegalStateException("job " + job.id() + " is " + job.state() + ", but "
                        + (account == null ? "it has no account" : "it has an account"));
            }
            if (account != null
                    && account.hasStarted
                    && account.has != HeldCount.of(joined.schedule(), job.id()).cores()) {
                throw new IllegalStateException(
                        "job " + job.id() + " has a wrong number of cores in its account: " + account.has);
            }
        }
    }
}
