package io.banyan.instance;

import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.match.MatchOperation;
import io.banyan.match.MatchResult;

/** Asks the matcher, and counts. */
final class Matching {
    private final InstanceState state;
    private long attempts;
    private long found;

    Matching(InstanceState state) {
        this.state = state;
    }

    MatchResult match(Jobspec jobspec, MatchOperation operation, long nowSec) throws JobspecException {
        attempts++;
        MatchResult result = state.resources().matcher().match(jobspec, operation, nowSec);
        found += isFound(result) ? 1 : 0;
        return result;
    }

    /** For a job that exists: what it is to hold as well, from now until its end. */
    MatchResult more(Jobspec jobspec, JobRecord job, long nowSec) throws JobspecException {
        long leftSec = Math.max(1, job.window().endSec() - nowSec);
        return match(lasting(jobspec, leftSec), MatchOperation.ALLOCATE, nowSec);
    }

    long attempts() {
        return attempts;
    }

    long found() {
        return found;
    }

    private static boolean isFound(MatchResult result) {
        return switch (result) {
            case MatchResult.Allocated it -> true;
            case MatchResult.Reserved it -> true;
            case MatchResult.Matched it -> true;
            case MatchResult.Satisfiable it -> true;
            case MatchResult.Busy it -> false;
            case MatchResult.Unsatisfiable it -> false;
        };
    }

    private static Jobspec lasting(Jobspec jobspec, long durationSec) {
        Attributes old = jobspec.attributes();
        Attributes attributes = new Attributes(
                Math.min(durationSec, Attributes.MAX_DURATION_SEC),
                old.queue(),
                old.constraint(),
                old.cwd(),
                old.environment(),
                old.system(),
                old.user());
        return new Jobspec(jobspec.version(), jobspec.resources(), jobspec.tasks(), attributes);
    }
}
