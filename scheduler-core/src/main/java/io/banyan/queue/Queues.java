package io.banyan.queue;

import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Constraint;
import io.banyan.jobspec.Jobspec;
import io.banyan.queue.Claim.Share;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The configuration of queues: their list, the limits of their jobs, and the order in which jobs start. All queues
 * share the instance's resources, and plan in one schedule.
 *
 * @param usual the default queue policy; that of all jobs if no queue is named
 * @param named the queues; the first is for jobs that name none. Empty for one queue for all, whatever they name
 * @param limits of all jobs of the instance together
 * @param priority in which order they start
 * @param preemption whether jobs that run are stopped for more urgent ones
 */
public record Queues(
        QueuePolicy usual, List<NamedQueue> named, QueueLimits limits, Priority priority, Preemption preemption) {
    /** The most queues. */
    public static final int MOST = 256;

    /** Creates queues without preemption. */
    public Queues(QueuePolicy usual, List<NamedQueue> named, QueueLimits limits, Priority priority) {
        this(usual, named, limits, priority, Preemption.NONE);
    }

    /** Checks the names. */
    public Queues {
        Objects.requireNonNull(preemption, "preemption");
        Objects.requireNonNull(usual, "usual");
        Objects.requireNonNull(limits, "limits");
        Objects.requireNonNull(priority, "priority");
        named = List.copyOf(named);
        if (named.size() > MOST) {
            throw new IllegalArgumentException(
                    "an instance can have at most " + MOST + " queues, found " + named.size());
        }
        List<String> names = named.stream().map(NamedQueue::name).toList();
        names.stream()
                .filter(name -> names.indexOf(name) != names.lastIndexOf(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new IllegalArgumentException("there are two queues '" + name + "'");
                });
    }

    /** One queue of this policy. */
    public static Queues of(QueuePolicy policy) {
        return new Queues(policy, List.of(), QueueLimits.NONE, Priority.PLAIN);
    }

    /** Returns these queues, where queues that name no policy are worked off by this one. */
    public Queues worked(QueuePolicy policy) {
        return new Queues(policy, named, limits, priority, preemption);
    }

    /** Returns these queues, where jobs that run are stopped for others by this rule. */
    public Queues stopping(Preemption rule) {
        return new Queues(usual, named, limits, priority, rule);
    }

    /** The queue of this name. O(queues). */
    public Optional<NamedQueue> find(String name) {
        for (NamedQueue queue : named) {
            if (queue.name().equals(name)) {
                return Optional.of(queue);
            }
        }
        return Optional.empty();
    }

    /** The name of the queue of jobs that name none; empty where there is one queue for all. */
    public String usualName() {
        return named.isEmpty() ? "" : named.getFirst().name();
    }

    /** How a queue is worked off. */
    public QueuePolicy policy(String queue) {
        return find(queue).flatMap(NamedQueue::policy).orElse(usual);
    }

    /** The queue in which a job waits; empty where there is one for all. */
    public String queueOf(Jobspec jobspec) {
        return queueOf(jobspec.attributes().queue());
    }

    /** Returns the queue of a job that requests a queue or not; empty where there is one for all. */
    public String queueOf(Optional<String> requested) {
        return named.isEmpty() ? "" : requested.orElse(named.getFirst().name());
    }

    /** Returns the account that pays for a job: {@code attributes.system.bank}, as in Flux; empty if none is named. */
    public static String accountOf(Jobspec jobspec) {
        return jobspec.attributes().account().orElse("");
    }

    /**
     * Returns the jobspec with the additions of its queue: the name, a time limit, a constraint, and the match
     * settings.
     */
    public Jobspec completed(Jobspec jobspec) {
        Optional<NamedQueue> found = find(queueOf(jobspec));
        if (found.isEmpty()) {
            return jobspec;
        }
        NamedQueue queue = found.get();
        Attributes said = jobspec.attributes();
        Attributes attributes = said.inQueue(queue.name(), both(said.constraint(), queue.requires()));
        if (queue.match().isPresent() && said.extensions().policy().isEmpty()) {
            attributes = attributes.withPolicy(queue.match().get().name());
        }
        Optional<Boolean> whole = queue.nodeExclusive();
        if (whole.isPresent()
                && (whole.get() || said.extensions().nodeExclusive().isEmpty())) {
            attributes = attributes.withNodeExclusive(whole.get());
        }
        var completed = new Jobspec(jobspec.version(), jobspec.resources(), jobspec.tasks(), attributes);
        return said.durationSec() == 0 && queue.usualSec().isPresent()
                ? completed.lasting(queue.usualSec().getAsLong())
                : completed;
    }

    private static Constraint both(Constraint one, Constraint other) {
        if (other instanceof Constraint.Any) {
            return one;
        }
        return one instanceof Constraint.Any ? other : new Constraint.And(List.of(one, other));
    }

    /** Returns the queue of a job and its amounts against limits on several jobs. O(limits). */
    public Claim claim(Jobspec jobspec, String user) {
        String queue = queueOf(jobspec);
        if (isWithoutLimits(queue)) {
            return named.isEmpty() ? Claim.NONE : new Claim(queue, List.of());
        }
        Map<String, Long> amounts = Amounts.most(jobspec);
        String account = accountOf(jobspec);
        List<Share> shares = new ArrayList<>(limits.shares(user, account, amounts));
        find(queue).ifPresent(it -> shares.addAll(it.limits().shares(user, account, amounts)));
        return new Claim(queue, shares);
    }

    /**
     * Returns the amounts of a job of an array with a limit on concurrent jobs.
     *
     * @param array its name
     */
    public Claim claim(Jobspec jobspec, String user, String array, int atOnce) {
        Claim claim = claim(jobspec, user);
        List<Share> shares = new ArrayList<>(claim.shares());
        shares.add(new Share(new Limit("", Limit.Of.ARRAY, array, Limit.JOBS, atOnce), 1));
        return new Claim(claim.queue(), shares);
    }

    /** Whether neither this queue has limits nor all together. */
    public boolean isWithoutLimits(String queue) {
        return limits.all().isEmpty()
                && find(queue).map(it -> it.limits().all().isEmpty()).orElse(true);
    }

    /** Returns the limits, for this user, on how many jobs there may be that are not over. O(limits). */
    public List<Limit> submitted(String queue, String user, String account) {
        List<Limit> all = new ArrayList<>(limits.submitted(user, account));
        find(queue).ifPresent(it -> all.addAll(it.limits().submitted(user, account)));
        return all;
    }

    /** Returns the rank of a job among those that wait, as they stood at that time. */
    public double rank(
            Jobspec jobspec, String user, int urgency, long submittedMillis, Standing standing, long atMillis) {
        return priority.rank(candidate(jobspec, user, urgency, submittedMillis, standing), atMillis);
    }

    /** Returns the values that the rank of a job is made of. O(queues + requested resources). */
    public Priority.Candidate candidate(
            Jobspec jobspec, String user, int urgency, long submittedMillis, Standing standing) {
        int most = 0;
        for (NamedQueue queue : named) {
            most = Math.max(most, queue.priority());
        }
        int own = named.isEmpty()
                ? 0
                : find(queueOf(jobspec)).map(NamedQueue::priority).orElse(0);
        double cost = priority.size() == 0 ? 0 : priority.fairShare().cost(Amounts.of(jobspec));
        double fair =
                priority.countsUse() ? standing.factor(priority.fairShare().payer(accountOf(jobspec), user)) : 0;
        return new Priority.Candidate(most == 0 ? 0 : (double) own / most, own, urgency, submittedMillis, cost, fair);
    }
}
