package io.banyan.sim.workflow;

import io.banyan.instance.Instance;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Role;
import io.banyan.instance.message.value.Submission;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.PruneFilters;
import io.banyan.queue.QueuePolicy;
import io.banyan.queue.Queues;
import io.banyan.resource.JobId;
import io.banyan.resource.ResourceType;
import io.banyan.sim.workload.SlotJobspecs;
import io.banyan.sim.workload.TraceJob;
import io.banyan.workflow.profile.SlotProfile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An instance in virtual time with a stream of jobs, of which a client may ask anything at any time. The instance
 * decides everything, as in a daemon. One thread; the same calls give the same run. O(events x cost of each in the
 * instance).
 */
final class StreamInstance {
    private static final long HORIZON_SEC = 1L << 40;
    private static final long MILLIS = 1_000;
    private static final Principal USER = new Principal("stream", Role.USER);

    /** The kinds of happenings, in their order at one instant: ends come before looks at the queue. */
    private enum Kind {
        END,
        WAKE,
        SUBMIT,
        TIMER
    }

    private record Happening(long atMillis, Kind kind, long number, Runnable action) implements Comparable<Happening> {
        @Override
        public int compareTo(Happening other) {
            int byTime = Long.compare(atMillis, other.atMillis);
            int byKind = byTime != 0 ? byTime : kind.compareTo(other.kind);
            return byKind != 0 ? byKind : Long.compare(number, other.number);
        }
    }

    /**
     * The run of a job.
     *
     * @param name the name under which it was submitted
     * @param isStream whether it belongs to the stream
     * @param cores the number of its cores
     * @param endMillis its end; {@link Long#MAX_VALUE} while it runs
     */
    record Run(JobId id, String name, boolean isStream, long cores, long startMillis, long endMillis) {}

    /** The run time of a job that is submitted later, and its cores. */
    private record Length(long millis, long cores) {}

    private final Instance instance;
    private final PriorityQueue<Happening> agenda = new PriorityQueue<>();
    private final Map<String, Answer> answers = new HashMap<>();
    private final Map<JobId, TraceJob> stream = new HashMap<>();
    private final Map<String, Length> lengths = new HashMap<>();
    private final Map<JobId, Run> runs = new LinkedHashMap<>();
    private final List<Consumer<Run>> listeners = new ArrayList<>();
    private long nowMillis;
    private long wakeAt = Long.MAX_VALUE;
    private long numbered;

    StreamInstance(StreamMachine machine, QueuePolicy policy, List<TraceJob> jobs) {
        InstanceConfig config = InstanceConfig.root("simulated")
                .queueing(policy)
                .matching(MatchPolicy.parse("first"), PruneFilters.parse("ALL:" + SlotProfile.CORE));
        this.instance = Instance.root(config, machine.graph(), new TimeWindow(0, HORIZON_SEC));
        var jobspecs = new SlotJobspecs(new ResourceType(SlotProfile.CORE), Queues.of(policy));
        for (TraceJob job : jobs) {
            add(job.submitSec() * MILLIS, Kind.SUBMIT, () -> submit(job, jobspecs));
        }
    }

    /** Adds a receiver of the starts and ends of jobs. It must not ask the instance before its call returns. */
    void listen(Consumer<Run> listener) {
        listeners.add(listener);
    }

    long nowMillis() {
        return nowMillis;
    }

    long nowSec() {
        return Math.floorDiv(nowMillis, MILLIS);
    }

    Instance instance() {
        return instance;
    }

    /** Returns all runs so far, by the numbers of the jobs, in the order of the starts. */
    Map<JobId, Run> runs() {
        return runs;
    }

    /** Returns the job of the stream with a number; null if the number is of another job. */
    @Nullable TraceJob ofStream(JobId id) {
        return stream.get(id);
    }

    /** Sets the run time of the job of a name that is submitted later, and the number of its cores. */
    void lasts(String name, long millis, long cores) {
        lengths.put(name, new Length(millis, cores));
    }

    /** Calls an action at a time, or at once if that has passed. */
    void at(long atMillis, Runnable action) {
        add(Math.max(atMillis, nowMillis), Kind.TIMER, action);
    }

    /** Makes the next happening. Returns whether there was one. */
    boolean step() {
        Happening next = agenda.poll();
        if (next == null) {
            return false;
        }
        if (next.kind != Kind.WAKE || next.atMillis == wakeAt) {
            nowMillis = next.atMillis;
            next.action.run();
        }
        return true;
    }

    /** Returns the answer to a request of a client. */
    Answer ask(Principal asker, Request request) {
        String call = "call" + numbered++;
        on(new Event.ClientAsked(call, asker, request));
        Answer answer = answers.remove(call);
        if (answer == null) {
            throw new IllegalStateException("no answer to " + request);
        }
        return answer;
    }

    private void submit(TraceJob job, SlotJobspecs jobspecs) {
        lasts(job.name(), job.ranSec() * MILLIS, job.size());
        var request = new JobRequest.Submit(jobspecs.apply(job), job.name(), Submission.USUAL_URGENCY);
        String call = "call" + numbered++;
        List<Effect> effects = decided(new Event.ClientAsked(call, USER, request));
        for (Effect effect : effects) {
            if (effect instanceof Effect.Reply reply && reply.call().equals(call)) {
                if (!(reply.answer() instanceof JobAnswer.Submitted submitted)) {
                    throw new IllegalStateException("the machine does not take job " + job + ": " + reply.answer());
                }
                stream.put(submitted.job().id(), job);
            }
        }
        perform(effects);
        var unused = answers.remove(call);
    }

    private void on(Event event) {
        perform(decided(event));
    }

    private List<Effect> decided(Event event) {
        return instance.on(event, nowMillis);
    }

    private void perform(List<Effect> effects) {
        List<Run> changed = new ArrayList<>();
        for (Effect effect : effects) {
            switch (effect) {
                case Effect.Reply reply -> answers.put(reply.call(), reply.answer());
                case Effect.StartJob start -> changed.add(started(start));
                case Effect.StopJob stop -> end(stop.job(), nowMillis, false);
                case Effect.WakeAt wake -> wake(wake.atMillis());
                case Effect.Archive archive -> {
                    Run run = runs.get(archive.job().id());
                    if (run != null) {
                        changed.add(
                                put(new Run(run.id, run.name, run.isStream, run.cores, run.startMillis, nowMillis)));
                    }
                }
                case Effect.Warn warn -> throw new IllegalStateException(warn.message());
                case Effect other -> {
                    // There is no journal, no parent and no child.
                }
            }
        }
        changed.forEach(run -> listeners.forEach(listener -> listener.accept(run)));
    }

    private void wake(long atMillis) {
        wakeAt = Math.max(atMillis, nowMillis);
        add(wakeAt, Kind.WAKE, () -> {
            wakeAt = Long.MAX_VALUE;
            on(new Event.TimeReached());
        });
    }

    private Run started(Effect.StartJob start) {
        Length length = lengths.get(start.name());
        if (length == null) {
            throw new IllegalStateException("job '" + start.name() + "' started, and nobody had submitted it");
        }
        if (nowMillis + length.millis <= start.window().endSec() * MILLIS) {
            end(start.job(), nowMillis + length.millis, true);
        }
        boolean isStream = stream.containsKey(start.job());
        return put(new Run(start.job(), start.name(), isStream, length.cores, nowMillis, Long.MAX_VALUE));
    }

    private Run put(Run run) {
        runs.put(run.id, run);
        return run;
    }

    private void end(JobId job, long atMillis, boolean byItself) {
        add(atMillis, Kind.END, () -> on(new Event.JobFinished(job, false, "", byItself)));
    }

    private void add(long atMillis, Kind kind, Runnable action) {
        agenda.add(new Happening(atMillis, kind, numbered++, action));
    }
}
