package io.banyan.sim.workload;

import io.banyan.graph.ResourceGraph;
import io.banyan.instance.Instance;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Role;
import io.banyan.instance.message.value.Submission;
import io.banyan.jobspec.Jobspec;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A workload on an instance in virtual time: jobs are submitted at the times of the workload, or after those that they
 * follow, and run for the times of the workload; the instance decides everything else, as in a daemon. A job has its
 * name in the workload. The same workload, graph and configuration give the same outcome. O(events x cost of each in
 * the instance).
 */
public final class Replay {
    /**
     * Until then everything has happened, or never does: more than a hundred times as much as a trace can have jobs
     * submitted in, or a job of one can run.
     */
    public static final long HORIZON_SEC = 1L << 40;

    /** The kinds of events, in their order at one instant: ends come before looks at the queue. */
    private enum Kind {
        END,
        WAKE,
        SUBMIT
    }

    private record Happening(long atMillis, Kind kind, long number, Event event) implements Comparable<Happening> {
        @Override
        public int compareTo(Happening other) {
            int byTime = Long.compare(atMillis, other.atMillis);
            int byKind = byTime != 0 ? byTime : kind.compareTo(other.kind);
            return byKind != 0 ? byKind : Long.compare(number, other.number);
        }
    }

    private final Instance instance;
    private final Function<TraceJob, Jobspec> jobspecs;
    private final PriorityQueue<Happening> agenda = new PriorityQueue<>();
    private final Map<String, TraceJob> calls = new HashMap<>();
    private final Map<JobId, TraceJob> submitted = new HashMap<>();
    private final Map<JobId, Long> started = new HashMap<>();
    /** Jobs to be submitted at the end of the job of this name. */
    private final Map<String, List<TraceJob>> followers = new HashMap<>();

    private final List<JobRun> runs = new ArrayList<>();
    private final List<TraceJob> refused = new ArrayList<>();
    private final ReplayWatcher watcher;
    private long nowMillis;
    private long wakeAt = Long.MAX_VALUE;
    private long numbered;

    /**
     * Creates a replay on a new instance.
     *
     * @param graph its own from now on
     * @param jobspecs returns the jobspec of a job
     * @param watcher receives the events
     */
    public Replay(
            InstanceConfig config, ResourceGraph graph, Function<TraceJob, Jobspec> jobspecs, ReplayWatcher watcher) {
        this.instance = Instance.root(config, graph, new TimeWindow(0, HORIZON_SEC));
        this.jobspecs = jobspecs;
        this.watcher = watcher;
    }

    /** Runs it to its end. */
    public WorkloadOutcome run(Workload workload) {
        for (TraceJob job : workload.jobs()) {
            job.preceding()
                    .ifPresentOrElse(
                            before -> followers
                                    .computeIfAbsent(before.name(), name -> new ArrayList<>())
                                    .add(job),
                            () -> submit(job));
        }
        while (!agenda.isEmpty()) {
            Happening next = agenda.remove();
            if (next.kind == Kind.WAKE && next.atMillis != wakeAt) {
                continue; // Another wish has replaced it.
            }
            wakeAt = next.kind == Kind.WAKE ? Long.MAX_VALUE : wakeAt;
            nowMillis = next.atMillis;
            List<Effect> effects = instance.on(next.event, nowMillis);
            // The submitter of a job must receive its id before the job starts.
            perform(effects, true);
            perform(effects, false);
            watcher.decided(instance);
        }
        return new WorkloadOutcome(workload, runs, refused);
    }

    private void submit(TraceJob job) {
        String call = "call" + numbered;
        calls.put(call, job);
        var request = new JobRequest.Submit(jobspecs.apply(job), job.name(), Submission.USUAL_URGENCY);
        add(job.submitSec() * 1000, Kind.SUBMIT, new Event.ClientAsked(call, asker(job), request));
    }

    /**
     * A job is over, or was not taken: their users submit those that follow it. A job whose submission time would
     * overflow is never submitted.
     */
    private void over(TraceJob job) {
        long nowSec = Math.ceilDiv(nowMillis, 1000);
        List<TraceJob> next = followers.remove(job.name());
        for (TraceJob follower : next == null ? List.<TraceJob>of() : next) {
            OptionalLong think = follower.preceding().orElseThrow().thinkSec();
            long at = think.isPresent() ? nowSec + think.getAsLong() : Math.max(nowSec, follower.submitSec());
            if (at < HORIZON_SEC) {
                submit(follower.submittedAt(at));
            }
        }
    }

    /** The principal of a job's user; the owner if the trace does not name the user or the name is not valid. */
    private static Principal asker(TraceJob job) {
        try {
            return job.user().isEmpty() ? Principal.OWNER : new Principal(job.user(), Role.USER);
        } catch (IllegalArgumentException e) {
            return Principal.OWNER;
        }
    }

    private void add(long atMillis, Kind kind, Event event) {
        agenda.add(new Happening(atMillis, kind, numbered++, event));
    }

    private void perform(List<Effect> effects, boolean replies) {
        for (Effect effect : effects) {
            if (effect instanceof Effect.Reply == replies) {
                perform(effect);
            }
        }
    }

    private void perform(Effect effect) {
        switch (effect) {
            case Effect.StartJob start -> {
                TraceJob job = find(start.job());
                started.put(start.job(), nowMillis);
                watcher.started(job, start.job(), nowMillis / 1000, instance);
                if (job.runSec() <= job.limitSec()) {
                    end(start.job(), nowMillis + job.runSec() * 1000);
                }
            }
            case Effect.StopJob stop -> end(stop.job(), nowMillis);
            case Effect.Reply reply -> heard(reply.call(), reply.answer());
            case Effect.WakeAt wake -> {
                wakeAt = Math.max(wake.atMillis(), nowMillis);
                add(wakeAt, Kind.WAKE, new Event.TimeReached());
            }
            case Effect.Archive archive -> {
                Long at = started.remove(archive.job().id());
                @Nullable TraceJob job = submitted.remove(archive.job().id());
                if (at != null && job != null) {
                    var run = new JobRun(job, at / 1000, nowMillis / 1000);
                    runs.add(run);
                    watcher.ended(run);
                    over(job);
                }
            }
            case Effect.Warn warn -> throw new IllegalStateException(warn.message());
            case Effect other -> {
                // There is no journal, no parent and no child.
            }
        }
    }

    private void refuse(TraceJob job) {
        refused.add(job);
        watcher.refused(job, nowMillis / 1000);
        over(job);
    }

    private TraceJob find(JobId id) {
        @Nullable TraceJob job = submitted.get(id);
        if (job == null) {
            throw new IllegalStateException("job " + id + " started, and nobody had submitted it");
        }
        return job;
    }

    private void end(JobId job, long atMillis) {
        add(atMillis, Kind.END, new Event.JobFinished(job, false, "", true));
    }

    private void heard(String call, Answer answer) {
        TraceJob job = calls.remove(call);
        if (job == null) {
            throw new IllegalStateException("an answer to nobody: " + answer);
        }
        switch (answer) {
            case JobAnswer.Submitted it -> {
                submitted.putIfAbsent(it.job().id(), job);
                watcher.submitted(job, nowMillis / 1000);
            }
            case Answer.Refused it -> {
                refuse(job);
            }
            // Its queue does not take it.
            case Answer.Failed it -> {
                refuse(job);
            }
            case Answer other -> throw new IllegalStateException("job " + job + " was answered with " + other);
        }
    }
}
