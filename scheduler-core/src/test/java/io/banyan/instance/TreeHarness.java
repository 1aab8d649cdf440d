package io.banyan.instance;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.instance.message.client.Statistics;
import io.banyan.instance.message.value.Amount;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Paths;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Submission;
import io.banyan.match.policy.MatchOperation;
import io.banyan.provider.ProvisionResult;
import io.banyan.queue.Preemption;
import io.banyan.queue.QueuePolicy;
import io.banyan.queue.Queues;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

/**
 * A tree of instances in one thread and virtual time: routes the effects of each to the others as events, and checks
 * every instance and the whole tree after each event. With a seed it loses, repeats and delays messages between
 * instances; a lost message breaks the session, which opens again later, as a stream does.
 */
final class TreeHarness {
    private static final int MOST_EVENTS = 200_000;

    private final Map<String, Member> members = new LinkedHashMap<>();
    private final Map<String, Answer> answers = new LinkedHashMap<>();
    final List<JobRecord> archived = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private final PriorityQueue<Delivery> queue = new PriorityQueue<>();
    private final Map<String, Function<String, ProvisionResult>> providers = new LinkedHashMap<>();
    private final Map<String, List<String>> released = new LinkedHashMap<>();
    private final Map<Member, Long> kills = new LinkedHashMap<>();
    private UnaryOperator<InstanceConfig> configuring = config -> config;
    private Random faults = new Random(0);
    private double faultRate;
    private String releaseError = "";
    /** How long it takes until what runs in a job is gone, once it was told to end. */
    long killMillis = 1;

    private long now;
    private long sequence;
    private long calls;

    /** One instance, its place and its process. */
    static final class Member {
        final String path;
        final Optional<Member> parent;
        Instance instance;
        final List<Effect.Append> journal = new ArrayList<>();
        boolean isAlive = true;
        boolean isFrozen;
        boolean isLinked;
        long wakeAt = -1;

        Member(String path, Optional<Member> parent, Instance instance) {
            this.path = path;
            this.parent = parent;
            this.instance = instance;
        }

        JobId job() {
            return instance.config().parentJob().orElseThrow();
        }
    }

    private record Delivery(long atMillis, long sequence, Member to, Event event) implements Comparable<Delivery> {
        @Override
        public int compareTo(Delivery other) {
            int byTime = Long.compare(atMillis, other.atMillis);
            return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
        }
    }

    /** A tree of one instance over the graph of this line. */
    final List<Effect.StartJob> ran = new ArrayList<>();

    /** The proposals that jobs have not answered yet. */
    final List<Effect.Rescale> proposed = new ArrayList<>();
    /** The messages to jobs about proposals that were over. */
    final List<Effect.RescaleOver> settled = new ArrayList<>();

    static TreeHarness over(String graph) {
        return over(graph, config -> config);
    }

    /**
     * Returns a tree of one instance over the graph of this line; the configuration of every instance, by its name, is
     * passed through {@code configuring}.
     */
    static TreeHarness over(String graph, UnaryOperator<InstanceConfig> configuring) {
        return over(Graphs.graph(graph), configuring);
    }

    /** A tree of one instance under a queue policy that stops jobs for more urgent ones, as this rule says. */
    static TreeHarness stopping(String graph, String policy, String rule) {
        Queues queues = Queues.of(QueuePolicy.parse(policy)).stopping(Preemption.parse(rule));
        return over(graph, config -> config.queueing(queues));
    }

    /**
     * Returns a tree of one instance over any graph; the configuration of every instance is passed through {@code
     * configuring}.
     */
    static TreeHarness over(ResourceGraph graph, UnaryOperator<InstanceConfig> configuring) {
        TreeHarness tree = new TreeHarness();
        tree.configuring = configuring;
        InstanceConfig config = configuring.apply(InstanceConfig.root("L0"));
        Instance root = Instance.root(config, graph, Graphs.HORIZON);
        tree.members.put("/", new Member("/", Optional.empty(), root));
        return tree;
    }

    /** From now on a message between instances is lost, repeated or late with this probability each. */
    void breakMessages(long seed, double rate) {
        faults = new Random(seed);
        faultRate = rate;
    }

    void provide(String name, Function<String, ProvisionResult> provider) {
        providers.put(name, provider);
    }

    /** From now on no provider takes anything back, for this reason; none where it is empty. */
    void failReleases(String error) {
        releaseError = error;
    }

    Member member(String path) {
        Member member = members.get(path);
        if (member == null) {
            throw new IllegalArgumentException("no instance at " + path + ", only at " + members.keySet());
        }
        return member;
    }

    List<Member> living() {
        return members.values().stream().filter(member -> member.isAlive).toList();
    }

    List<String> warnings() {
        return warnings;
    }

    /** Returns what this provider got back, in the order in which it did. */
    List<String> released(String provider) {
        return released.getOrDefault(provider, List.of());
    }

    long now() {
        return now;
    }

    // ---- asking ---------------------------------------------------------------------------------------------------

    /** Asks and waits for the answer. */
    Answer ask(String path, Request request) {
        return await(send(path, request));
    }

    /** Asks as somebody other than the instance's owner, and waits for the answer. */
    Answer ask(String path, Principal asker, Request request) {
        return await(send(path, asker, request));
    }

    /** Asks; returns the call. */
    String send(String path, Request request) {
        return send(path, Principal.OWNER, request);
    }

    private String send(String path, Principal asker, Request request) {
        String call = "call" + calls++;
        happen(member(path), new Event.ClientAsked(call, asker, request));
        return call;
    }

    Answer await(String call) {
        for (int i = 0; i < MOST_EVENTS && !answers.containsKey(call); i++) {
            step();
        }
        Answer answer = answers.get(call);
        if (answer == null) {
            throw new AssertionError(call + " was never answered");
        }
        return answer;
    }

    Optional<Answer> answerTo(String call) {
        return Optional.ofNullable(answers.get(call));
    }

    Answer allocate(String path, String jobspec) {
        return ask(path, new JobRequest.Match(Jobs.jobspec(jobspec), MatchOperation.ALLOCATE, MatchFormat.SIMPLE, ""));
    }

    /** Spawns an instance and returns its path. */
    String spawn(String path, String name, String jobspec) {
        Answer answer = ask(path, new Request.Spawn(Jobs.jobspec(jobspec), name, Map.of()));
        if (answer instanceof Answer.Spawned spawned) {
            return spawned.job().child().orElseThrow().path();
        }
        throw new AssertionError("not spawned: " + answer);
    }

    Answer grow(String path, String id, String jobspec) {
        return ask(path, new Request.Grow(id, Optional.empty(), Jobs.jobspec(jobspec), 0));
    }

    Answer growJob(String path, String id, long job, String jobspec) {
        return ask(path, new Request.Grow(id, Optional.of(new JobId(job)), Jobs.jobspec(jobspec), 0));
    }

    Answer shrink(String path, String id, ShrinkTarget target) {
        return ask(path, new Request.Shrink(id, target));
    }

    Answer cancel(String path, long job) {
        return ask(path, new JobRequest.Cancel(new JobId(job)));
    }

    /** Submits a job and says what is known of it then. */
    JobRecord submit(String path, String jobspec) {
        return submit(path, jobspec, Submission.USUAL_URGENCY);
    }

    /** One that may be stopped for a more urgent one, or may not. */
    JobRecord submit(String path, String jobspec, int urgency, boolean preemptible) {
        Map<String, ?> system = Map.of("banyan", Map.of("preemptible", preemptible));
        var request = new JobRequest.Submit(Jobs.with(Jobs.jobspec(jobspec), system), "", urgency);
        return ((JobAnswer.Submitted) ask(path, request)).job();
    }

    JobRecord submit(String path, String jobspec, int urgency) {
        return ((JobAnswer.Submitted) ask(path, new JobRequest.Submit(Jobs.jobspec(jobspec), "", urgency))).job();
    }

    /** Reports that what a job ran for has ended by itself. */
    void finish(String path, long job) {
        happen(member(path), new Event.JobFinished(new JobId(job), false, ""));
    }

    Statistics stat(String path) {
        return ((Answer.Stat) ask(path, new Request.Stat())).statistics();
    }

    /** The amounts of every living instance, by path. */
    Map<String, Map<String, Amount>> amounts() {
        Map<String, Map<String, Amount>> amounts = new LinkedHashMap<>();
        living().forEach(member -> amounts.put(member.path, stat(member.path).amounts()));
        return amounts;
    }

    JobRecord job(String path, long id) {
        return member(path).instance.state().jobs().find(new JobId(id)).orElseThrow();
    }

    /** Returns the states of the first jobs of an instance. */
    List<JobState> states(String path, int count) {
        return LongStream.rangeClosed(1, count)
                .mapToObj(job -> job(path, job).state())
                .toList();
    }

    // ---- time and mishaps -----------------------------------------------------------------------------------------

    void runFor(long millis) {
        long end = now + millis;
        while (!queue.isEmpty() && queue.peek().atMillis() <= end) {
            step();
        }
        now = end;
    }

    /** The process ends without a word; its parent's launcher notices. */
    void kill(String path) {
        Member member = member(path);
        member.isAlive = false;
        unlink(member);
        member.parent.ifPresent(parent -> later(1, parent, new Event.ChildExited(member.job(), "killed by signal 9")));
    }

    /** The launcher kills a process with all that it has started. */
    private void killGroup(Member top) {
        for (Member member : living()) {
            if (Paths.isWithin(member.path, top.path)) {
                kill(member.path);
            }
        }
    }

    /** The process ends, and a new one goes on from the journal; calls that waited are never answered. */
    void restart(String path, Instance fresh) {
        Member member = member(path);
        unlink(member);
        member.journal.forEach(append -> fresh.replay(append.decision(), append.atMillis()));
        member.instance = fresh;
        member.wakeAt = -1;
        happen(member, new Event.Restarted());
        if (member.parent.isPresent()) {
            later(5, member, new Event.ParentLinked());
        }
        for (Member other : living()) {
            if (other.parent.equals(Optional.of(member)) && other.isLinked) {
                cut(other.path, 5);
            }
        }
    }

    /** The process stops being scheduled: neither reads nor writes, until it is thawed. */
    void freeze(String path) {
        member(path).isFrozen = true;
    }

    void thaw(String path) {
        member(path).isFrozen = false;
    }

    /** The session to the parent breaks, and opens again after a while. */
    void cut(String path, long millis) {
        Member member = member(path);
        unlink(member);
        later(millis, member, new Event.ParentLinked());
    }

    private void unlink(Member member) {
        if (member.isLinked) {
            member.isLinked = false;
            later(0, member, new Event.ParentUnlinked());
            member.parent.ifPresent(parent -> later(0, parent, new Event.ChildUnlinked(member.job())));
        }
    }

    // ---- events ---------------------------------------------------------------------------------------------------

    /** Delivers an event at once. */
    void happen(Member member, Event event) {
        if (event instanceof Event.ParentLinked) {
            member.isLinked = true;
        }
        boolean wasJoined = member.instance.state().isJoined();
        List<Effect> effects = member.instance.on(event, now);
        effects.forEach(effect -> perform(member, effect));
        member.instance.checkInvariants();
        TreeCheck.check(this, member);
        if (!wasJoined && member.instance.state().isJoined() && !member.path.equals(member.instance.path())) {
            throw new AssertionError(member.path + " believes to be " + member.instance.path());
        }
    }

    private void step() {
        Delivery next = queue.poll();
        if (next == null) {
            throw new AssertionError("nothing will ever happen again");
        }
        now = Math.max(now, next.atMillis());
        killThoseWhoseGraceIsOver();
        Member to = next.to();
        boolean isStaleAlarm = next.event() instanceof Event.TimeReached && to.wakeAt != next.atMillis();
        if (!to.isAlive || isStaleAlarm) {
            return;
        }
        if (to.isFrozen) {
            if (next.event() instanceof Event.TimeReached) {
                to.wakeAt = now + 10;
            }
            queue.add(new Delivery(now + 10, sequence++, to, next.event()));
            return;
        }
        happen(to, next.event());
    }

    private void killThoseWhoseGraceIsOver() {
        List<Member> due = kills.entrySet().stream()
                .filter(entry -> entry.getValue() <= now)
                .map(Map.Entry::getKey)
                .toList();
        for (Member member : due) {
            kills.remove(member);
            killGroup(member);
        }
    }

    /** An instance hears something of its surroundings. */
    void tell(String path, Event event) {
        later(1, member(path), event);
    }

    private void later(long millis, Member to, Event event) {
        queue.add(new Delivery(now + millis, sequence++, to, event));
    }

    private void perform(Member from, Effect effect) {
        switch (effect) {
            case Effect.Append append -> from.journal.add(append);
            case Effect.Archive archive -> archived.add(archive.job());
            case Effect.Reply reply -> answers.put(reply.call(), reply.answer());
            case Effect.ToParent up ->
                from.parent.ifPresent(parent -> transmit(from, parent, new Event.ChildSaid(from.job(), up.message())));
            case Effect.ToChild down ->
                child(from, down.child())
                        .ifPresent(child -> transmit(child, child, new Event.ParentSaid(down.message())));
            case Effect.StartChild start -> start(from, start);
            case Effect.StopChild stop -> stop(from, stop);
            case Effect.StartJob start -> ran.add(start);
            case Effect.Rescale rescale -> proposed.add(rescale);
            case Effect.RescaleOver over -> {
                settled.add(over);
                proposed.removeIf(it -> it.job().equals(over.job()));
            }
            case Effect.StopJob stop -> later(killMillis, from, new Event.JobFinished(stop.job(), true, "killed"));
            case Effect.AbandonChild abandon -> stop(from, new Effect.StopChild(abandon.child(), 0, false));
            case Effect.CallProvider call -> {
                ProvisionResult result =
                        providers.get(call.provider()).apply(call.request().requestId());
                later(
                        5,
                        from,
                        new Event.ProviderAnswered(
                                call.provider(), call.request().requestId(), result));
            }
            case Effect.ReleaseProvider release -> {
                List<String> back = released.computeIfAbsent(release.provider(), it -> new ArrayList<>());
                release.handles().forEach(handle -> back.add(handle.value()));
                later(5, from, new Event.ProviderReleased(release.returnId(), release.requestId(), releaseError));
            }
            case Effect.WakeAt wake -> {
                from.wakeAt = wake.atMillis();
                queue.add(new Delivery(wake.atMillis(), sequence++, from, new Event.TimeReached()));
            }
            case Effect.Warn warn -> warnings.add(from.path + ": " + warn.message());
            case Effect.Halt it -> {
                from.isAlive = false;
                unlink(from);
                from.parent.ifPresent(parent -> later(1, parent, new Event.ChildExited(from.job(), "exit 0")));
            }
        }
    }

    Optional<Member> child(Member parent, JobId job) {
        String path = parent.instance.state().childPath(job);
        return Optional.ofNullable(members.get(path)).filter(member -> member.isAlive);
    }

    private void start(Member parent, Effect.StartChild start) {
        InstanceConfig config = configuring.apply(InstanceConfig.child(start.name(), start.child()));
        Member child = new Member(start.path(), Optional.of(parent), Instance.child(config));
        members.put(start.path(), child);
        later(2, child, new Event.ParentLinked());
    }

    private void stop(Member parent, Effect.StopChild stop) {
        Optional<Member> child = child(parent, stop.child());
        if (child.isEmpty()) {
            Optional.ofNullable(members.get(parent.instance.state().childPath(stop.child())))
                    .ifPresent(this::killGroup);
            later(1, parent, new Event.ChildExited(stop.child(), "there is no such process"));
            return;
        }
        if (stop.graceMillis() == 0) {
            killGroup(child.get());
            return;
        }
        later(1, child.get(), new Event.StopAsked());
        kills.put(child.get(), now + stop.graceMillis());
    }

    /** Over the session of this child, in one direction or the other. */
    private void transmit(Member session, Member to, Event event) {
        if (!session.isLinked) {
            return;
        }
        if (faults.nextDouble() < faultRate) {
            unlink(session);
            later(20 + faults.nextInt(50), session, new Event.ParentLinked());
            return;
        }
        later(delay(), to, event);
        if (faults.nextDouble() < faultRate) {
            later(delay(), to, event);
        }
    }

    private long delay() {
        return faults.nextDouble() < faultRate ? 1 + faults.nextInt(30) : 1;
    }
}
