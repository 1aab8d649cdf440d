package io.banyan.instance.hierarchy;

import io.banyan.instance.message.value.LevelReasons;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecDigest;
import io.banyan.resource.JobId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** A grow that waits for an answer from elsewhere. Nothing is held for it. */
final class PendingGrow {
    /** A source to which a grow can be passed on. */
    sealed interface Source {
        /** Returns the name of the source in the reasons of a refusal. */
        String label();
    }

    /** The parent. */
    record Parent() implements Source {
        @Override
        public String label() {
            return LevelReasons.PARENT;
        }
    }

    /** One of the instance's own providers. */
    record Provider(String name) implements Source {
        @Override
        public String label() {
            return name;
        }
    }

    private final String requestId;
    private final Optional<JobId> child;
    private final Optional<JobId> job;
    private final Jobspec jobspec;
    private final int hops;
    private final long deadlineMillis;
    private String digest = "";
    private Optional<Split> split = Optional.empty();
    private String elsewhereDigest = "";
    private final List<String> calls = new ArrayList<>();
    private final List<LevelReasons> reasons = new ArrayList<>();
    private final Deque<Source> sources = new ArrayDeque<>();

    /**
     * Creates a grow for which no source was asked yet.
     *
     * @param child the child that asks; empty for a client
     * @param job the job that gets the resources; for a child, the child's job
     */
    PendingGrow(
            String requestId,
            Optional<JobId> child,
            Optional<JobId> job,
            Jobspec jobspec,
            int hops,
            long deadlineMillis) {
        this.requestId = requestId;
        this.child = child;
        this.job = job;
        this.jobspec = jobspec;
        this.hops = hops;
        this.deadlineMillis = deadlineMillis;
    }

    String requestId() {
        return requestId;
    }

    Optional<JobId> child() {
        return child;
    }

    Optional<JobId> job() {
        return job;
    }

    Jobspec jobspec() {
        return jobspec;
    }

    int hops() {
        return hops;
    }

    long deadlineMillis() {
        return deadlineMillis;
    }

    /** The calls that wait for the answer: the client's, and those with which it asked again. */
    List<String> calls() {
        return calls;
    }

    /** Returns the reasons of all sources that have refused so far. */
    List<LevelReasons> reasons() {
        return reasons;
    }

    /** Returns the sources to ask, in order; the first is being asked. */
    Deque<Source> sources() {
        return sources;
    }

    boolean isAsking(Source source) {
        return source.equals(sources.peek());
    }

    /** Digest of the jobspec, by which an answer says that it answers this. */
    String asked() {
        if (digest.isEmpty()) {
            digest = JobspecDigest.of(jobspec);
        }
        return digest;
    }

    /** Splits the request: one part is matched here, and only the rest elsewhere. */
    void split(Split parts) {
        split = Optional.of(parts);
    }

    /** In which parts it is to be met; empty where all is to come from elsewhere. */
    Optional<Split> split() {
        return split;
    }

    /** Returns the jobspec that other sources are asked for. */
    Jobspec elsewhere() {
        return split.map(Split::elsewhere).orElse(jobspec).withoutNear();
    }

    /** Whether an answer with this digest can be meant for this grow, and not for another of the same id. */
    boolean isAnsweredBy(String answered) {
        if (elsewhereDigest.isEmpty()) {
            elsewhereDigest = elsewhere().equals(jobspec) ? asked() : JobspecDigest.of(elsewhere());
        }
        return answered.isEmpty() || answered.equals(elsewhereDigest);
    }

    /** Whether this is the same request, sent again. */
    boolean isAskedBy(Optional<JobId> asker, Optional<JobId> forJob, Jobspec asked) {
        return child.equals(asker) && job.equals(forJob) && jobspec.equals(asked);
    }
}
